"""Instances made smaller while they keep a property: what is left is what matters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from genplan.pddl.model import Atom, Instance, Literal, Object

__all__ = ["shrink"]

T = TypeVar("T")

_MOST_WORK: Final = 3_000_000
"""Objects, atoms and goals of all the instances that are tried, together."""


def shrink(
    instance: Instance, keeps: Callable[[Instance], bool], most_work: int = _MOST_WORK
) -> Instance:
    """Return an instance with as few objects, goals and initial atoms as are found to suffice.

    Whatever is taken away, the property must be kept; then more is tried, until nothing can be
    taken away alone any more, or so much was tried. Objects stay in their order.
    """
    work = 0

    def suffices(candidate: Instance) -> bool:
        nonlocal work
        work += len(candidate.objects) + len(candidate.initial) + len(candidate.goal) + 1
        return work <= most_work and keeps(candidate)

    while True:
        before = instance
        for take_away in (_fewer_objects, _merged_objects, _fewer_goals, _fewer_atoms):
            instance = take_away(instance, suffices)
        if instance == before or work > most_work:
            return instance


def _fewer_objects(instance: Instance, suffices: Callable[[Instance], bool]) -> Instance:
    whole = instance

    def only(objects: Sequence[Object]) -> Instance:
        names = {item.name for item in (*whole.domain.constants, *objects)}
        return replace(
            whole,
            objects=tuple(objects),
            initial=tuple(a for a in whole.initial if names.issuperset(a.arguments)),
            goal=tuple(g for g in whole.goal if names.issuperset(g.atom.arguments)),
        )

    def enough(objects: Sequence[Object]) -> bool:
        candidate = only(objects)
        return bool(candidate.goal) and suffices(candidate)

    return only(_fewest(instance.objects, enough))


def _merged_objects(instance: Instance, suffices: Callable[[Instance], bool]) -> Instance:
    """Return the instance in which objects stand for others as well to which they are related.

    A chain of three objects cannot lose the one in the middle, but two of them can become one.
    """
    for gone in reversed(instance.objects):
        for other in _related(instance, gone):
            candidate = _merged(instance, gone, other)
            if suffices(candidate):
                instance = candidate
                break
    return instance


def _related(instance: Instance, item: Object) -> list[Object]:
    """Return the objects of the same type that are in an initial atom together with one."""
    atoms = [atom for atom in instance.initial if item.name in atom.arguments]
    names = {name for atom in atoms for name in atom.arguments}
    return [o for o in instance.objects if o.name in names and o.type == item.type and o != item]


def _merged(instance: Instance, gone: Object, other: Object) -> Instance:
    def renamed(atom: Atom) -> Atom:
        arguments = tuple(other.name if name == gone.name else name for name in atom.arguments)
        return Atom(atom.predicate, arguments)

    return replace(
        instance,
        objects=tuple(item for item in instance.objects if item != gone),
        initial=tuple(dict.fromkeys(renamed(atom) for atom in instance.initial)),
        goal=tuple(dict.fromkeys(Literal(renamed(g.atom), g.positive) for g in instance.goal)),
    )


def _fewer_goals(instance: Instance, suffices: Callable[[Instance], bool]) -> Instance:
    goal = _fewest(
        instance.goal, lambda goal: bool(goal) and suffices(replace(instance, goal=tuple(goal)))
    )
    return replace(instance, goal=tuple(goal))


def _fewer_atoms(instance: Instance, suffices: Callable[[Instance], bool]) -> Instance:
    initial = _fewest(
        instance.initial, lambda atoms: suffices(replace(instance, initial=tuple(atoms)))
    )
    return replace(instance, initial=tuple(initial))


def _fewest(items: Sequence[T], enough: Callable[[Sequence[T]], bool]) -> Sequence[T]:
    """Return items of which none can be left out alone; large pieces are tried first."""
    size = len(items)
    while size:
        position, before = 0, len(items)
        while position < len(items):
            fewer = [*items[:position], *items[position + size :]]
            if enough(fewer):
                items = fewer
            else:
                position += size
        size = size // 2 if size > 1 else int(len(items) < before)
    return items
