"""Which landmarks an execution has reached, told by names (Paper: f_LM).

The engines do this with numbers while they search. Here it follows a trace, for people to see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import TypeAlias

from genplan.landmark_graph import Landmark, LandmarkGraph
from genplan.pddl.model import Atom
from genplan.problem import Pointer

__all__ = ["LandmarkWatch"]

Places: TypeAlias = Mapping[str, str | None]
"""For pointers, the objects at which they stand; None if they stand nowhere."""


class LandmarkWatch:
    """The landmarks of an instance and those reached so far.

    A step looks only at landmarks that it may have made true, and at those that have become
    ready since they were looked at last: with thousands of both, nothing else is fast enough.
    """

    def __init__(self, graph: LandmarkGraph, pointers: Iterable[Pointer]) -> None:
        """Reach nothing yet."""
        self.landmarks = graph.landmarks
        self.domain = graph.instance.domain
        self.pointer_types = {z.name: z.type for z in pointers}
        self.reached: set[int] = set()
        self.ready: set[int] = set()
        self.after: dict[int, set[int]] = {m.number: set() for m in graph.landmarks}
        for p, q in (*graph.greedy_necessary, *graph.natural):
            self.after[p].add(q)
        self.missing = Counter(q for following in self.after.values() for q in following)
        self.about: dict[Atom | str, list[int]] = {}
        for m in graph.landmarks:
            for thing in dict.fromkeys(_things(m)):
                self.about.setdefault(thing, []).append(m.number)

    def start(self, state: Set[Atom], pointers: Places) -> tuple[int, ...]:
        """Return the landmarks reached at the start: all that hold, whatever their orderings."""
        places = self._pointed_at(pointers)
        found = [m.number for m in self.landmarks if self._holds(m, state, places)]
        self._reach(found)
        self.ready.update(m.number for m in self.landmarks if not self.missing[m.number])
        return tuple(found)

    def step(
        self, state: Set[Atom], pointers: Places, changed: Iterable[Atom], moved: Places
    ) -> tuple[int, ...]:
        """Return the landmarks reached by a step that changed atoms and moved pointers.

        First the fact landmarks, then the pointer landmarks; within a pass, nothing counts that
        the same pass reached.
        """
        places = self._pointed_at(pointers)
        objects = [item for item in moved.values() if item is not None]
        found = self._pass(self._touched(changed), True, state, places)
        found += self._pass(self._touched(objects), False, state, places)
        return tuple(found)

    def _touched(self, things: Iterable[Atom | str]) -> set[int]:
        return {number for thing in things for number in self.about.get(thing, ())}

    def _pass(
        self, touched: Set[int], of_facts: bool, state: Set[Atom], places: dict[str, list[str]]
    ) -> list[int]:
        """Reach what is ready and holds among landmarks of one kind; return it, ascending."""
        mine = {n for n in self.ready if bool(self.landmarks[n].facts) == of_facts}
        self.ready -= mine
        candidates = mine | {n for n in touched if not self.missing[n]}
        found = [
            n
            for n in sorted(candidates - self.reached)
            if self._holds(self.landmarks[n], state, places)
        ]
        self._reach(found)
        return found

    def _reach(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self.reached.add(number)
            for following in self.after[number]:
                self.missing[following] -= 1
                if not self.missing[following]:
                    self.ready.add(following)

    def _pointed_at(self, pointers: Places) -> dict[str, list[str]]:
        """Return for each object the types of the pointers that stand at it."""
        found: dict[str, list[str]] = {}
        for name, item in pointers.items():
            if item is not None:
                found.setdefault(item, []).append(self.pointer_types[name])
        return found

    def _holds(self, landmark: Landmark, state: Set[Atom], places: dict[str, list[str]]) -> bool:
        if landmark.facts:
            return any((fact.atom in state) == fact.positive for fact in landmark.facts)
        return any(
            self._stand_at(action, objects, places)
            for action, objects in zip(landmark.actions, landmark.pointers_at, strict=True)
        )

    def _stand_at(
        self, action: str, objects: tuple[str, ...], places: dict[str, list[str]]
    ) -> bool:
        """Return whether a pointer of fitting type stands at every argument of an action."""
        schema = self.domain.action(action)
        assert schema is not None, "landmark graphs name actions of their domain"
        return all(
            any(self.domain.is_subtype(of, parameter.type) for of in places.get(item, ()))
            for item, parameter in zip(objects, schema.parameters, strict=True)
        )


def _things(landmark: Landmark) -> Iterator[Atom | str]:
    """Yield the atoms or the objects that a landmark is about."""
    for fact in landmark.facts:
        yield fact.atom
    for objects in landmark.pointers_at:
        yield from objects
