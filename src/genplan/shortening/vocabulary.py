"""The statements that can stand at a place of a structured program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from genplan.pddl.model import Domain, Instance, Parameter
from genplan.problem import Pointer
from genplan.program.structured.moving import moving
from genplan.program.structured.statements import (
    Argument,
    Block,
    Condition,
    Each,
    Find,
    For,
    Go,
    If,
    Mode,
    Perform,
    Statement,
    find_condition,
)
from genplan.shortening.bodies import Place

__all__ = ["Vocabulary"]


class Vocabulary:
    """Makes statements over the pointers of a program, in a fixed order."""

    def __init__(
        self, domain: Domain, pointers: Sequence[Pointer], instances: Sequence[Instance]
    ) -> None:
        """Note which conditions there are: about the goal, only what some goal mentions."""
        self.domain = domain
        self.pointers = tuple(pointers)
        goals = {(g.atom.predicate, g.positive) for instance in instances for g in instance.goal}
        self.conditions = tuple(
            (mode, predicate)
            for predicate in domain.predicates
            for mode in Mode
            if (mode is Mode.NOW or (predicate.name, _about_true(mode)) in goals)
            and find_condition(domain, mode.prefix + predicate.name) == (mode, predicate)
        )

    def leaves(self, place: Place) -> Iterator[Statement]:
        """Yield the actions, the paths and the choices."""
        for action in self.domain.actions:
            for arguments in self._arguments(action.parameters, place):
                yield Perform(action.name, arguments)
            moves = moving(action)
            if moves is not None:
                others = (*action.parameters[: moves.f], *action.parameters[moves.f + 1 :])
                for found in self._arguments(others, place):
                    arguments = (*found[: moves.f], Argument(None), *found[moves.f :])
                    yield Go(action.name, arguments)
        yield from map(Find, self._choices(place))

    def guards(self, place: Place) -> Iterator[If]:
        """Yield the conditions that choose nothing, and their negations, without blocks."""
        for mode, predicate in self.conditions:
            for arguments in self._arguments(predicate.parameters, place):
                if not any(a.choose for a in arguments):
                    condition = Condition(mode, predicate.name, arguments)
                    yield If(condition)
                    yield If(condition, negated=True)

    def loops(self, place: Place) -> Iterator[Block]:
        """Yield the loops that bind pointers, without blocks."""
        for z in self.pointers:
            if z.name not in place.locked:
                yield For(z.name)
                yield For(z.name, down=True)
        yield from map(Each, self._choices(place))

    def _choices(self, place: Place) -> Iterator[Condition]:
        for mode, predicate in self.conditions:
            yield from (
                Condition(mode, predicate.name, arguments)
                for arguments in self._arguments(predicate.parameters, place)
                if any(a.choose for a in arguments)
            )

    def _arguments(
        self, parameters: Sequence[Parameter], place: Place
    ) -> Iterator[tuple[Argument, ...]]:
        fitting = [
            list(chain.from_iterable(self._ways(z, place) for z in self._fitting(parameter)))
            for parameter in parameters
        ]
        yield from _different(fitting, ())

    def _fitting(self, parameter: Parameter) -> Iterator[Pointer]:
        return (z for z in self.pointers if z.fits(parameter, self.domain))

    def _ways(self, z: Pointer, place: Place) -> Iterator[Argument]:
        if z.name in place.bound:
            yield Argument(z.name)
        if z.name not in place.locked:
            yield Argument(z.name, True)


def _different(
    choices: Sequence[Sequence[Argument]], taken: tuple[Argument, ...]
) -> Iterator[tuple[Argument, ...]]:
    if len(taken) == len(choices):
        yield taken
        return
    for argument in choices[len(taken)]:
        if all(argument.pointer != other.pointer for other in taken):
            yield from _different(choices, (*taken, argument))


def _about_true(mode: Mode) -> bool:
    return mode in (Mode.GOAL, Mode.TODO)
