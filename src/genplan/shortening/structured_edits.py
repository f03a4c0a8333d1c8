"""Edits of structured programs, the cheapest to try first.

Every edit gives a valid program; whether it is any good is for others to find out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from genplan.errors import ProblemError
from genplan.pddl.model import Domain, Instance
from genplan.program.structured import StructuredProgram
from genplan.program.structured.scope import arguments_of
from genplan.program.structured.statements import Argument, Each, Find, For, If, Repeat, Statement
from genplan.shortening.bodies import (
    Body,
    Place,
    block_of,
    edited,
    places,
    repaired,
    with_arguments,
)
from genplan.shortening.cost import Optimize
from genplan.shortening.vocabulary import Vocabulary

__all__ = ["StructuredEdits"]


class StructuredEdits:
    """Makes the neighbours of a program, group by group."""

    def __init__(
        self, program: StructuredProgram, domain: Domain, instances: Sequence[Instance]
    ) -> None:
        """Prepare for programs with the pointers of a first one."""
        self.pointers = program.pointers
        self.vocabulary = Vocabulary(domain, program.pointers, instances)

    def groups(
        self, program: StructuredProgram, optimize: Optimize
    ) -> Iterator[Iterator[StructuredProgram]]:
        """Yield groups of neighbours; the later ones are of use if no earlier one is."""
        body = program.body
        yield self._programs(program, removals(body))
        yield self._programs(program, chain.from_iterable(map(removals, removals(body))))
        yield self._programs(program, self._rearranged(body))
        yield self._programs(program, self._exchanged(body))
        if optimize is Optimize.STEPS:
            yield self._programs(program, self._guarded(body))
            yield self._programs(program, self._looped(body))
            yield self._programs(program, self._extended(body))

    def _programs(
        self, program: StructuredProgram, bodies: Iterable[Body]
    ) -> Iterator[StructuredProgram]:
        for body in bodies:
            try:
                yield StructuredProgram(program.domain, program.pointers, repaired(body))
            except ProblemError:  # some edits break the rules about binding beyond repair
                continue

    def _rearranged(self, body: Body) -> Iterator[Body]:
        """Yield the programs of the same statements with the same arguments but one."""
        found = list(places(body))
        for place in found:
            if place.statement is not None:
                yield from self._turned(body, place)
        for a in self.pointers:
            for b in self.pointers:
                if a.type == b.type and a.name != b.name:
                    yield _renamed(body, a.name, b.name)
        for place in found:
            if place.statement is not None:
                yield from _moved(body, place)

    def _turned(self, body: Body, place: Place) -> Iterator[Body]:
        statement = place.statement
        assert statement is not None
        if isinstance(statement, For):
            yield edited(body, place.path, (replace(statement, down=not statement.down),))
        if isinstance(statement, If):
            yield edited(body, place.path, (replace(statement, negated=not statement.negated),))
        if isinstance(statement, Each):
            yield edited(body, place.path, (Find(statement.condition), *statement.body))
        block = block_of(statement)
        if block and len(block) == 1 and isinstance(block[0], For | Repeat | If | Each):
            inner = block[0]
            outer = _with_block(statement, inner.body)
            yield edited(body, place.path, (replace(inner, body=(outer,)),))

    def _exchanged(self, body: Body) -> Iterator[Body]:
        """Yield the programs with another statement, or the head of one, in the place of one."""
        for place in places(body):
            statement = place.statement
            if statement is None or isinstance(statement, Repeat):
                continue
            block = block_of(statement)
            others: Iterable[Statement] = self.vocabulary.leaves(place)
            if isinstance(statement, If):
                others = self.vocabulary.guards(place)
            elif block is not None:
                others = self.vocabulary.loops(place)
            for other in others:
                new = other if block is None else _with_block(other, block)
                if new != statement:
                    yield edited(body, place.path, (new,))

    def _guarded(self, body: Body) -> Iterator[Body]:
        """Yield the programs with a condition around some statements that follow each other."""
        for place, run in _runs(body):
            for guard in self.vocabulary.guards(place):
                yield edited(body, place.path, (replace(guard, body=run),), len(run))

    def _looped(self, body: Body) -> Iterator[Body]:
        """Yield the programs with a loop around some statements that follow each other."""
        for place, run in _runs(body):
            for loop in (*self.vocabulary.loops(place), Repeat()):
                yield edited(body, place.path, (_with_block(loop, run),), len(run))

    def _extended(self, body: Body) -> Iterator[Body]:
        """Yield the programs with one statement more."""
        for place in places(body):
            for leaf in self.vocabulary.leaves(place):
                yield edited(body, place.path, (leaf,), 0)


def removals(body: Body) -> Iterator[Body]:
    """Yield the programs without a statement, without its head, or without some in a row."""
    for place, run in _runs(body):
        yield repaired(edited(body, place.path, (), len(run)))
        block = block_of(run[0])
        if len(run) == 1 and block is not None:
            yield repaired(edited(body, place.path, block))


def _runs(body: Body) -> Iterator[tuple[Place, Body]]:
    """Yield the statements that follow each other in a block, with the place of the first."""
    for place in places(body):
        block = body
        for position in place.path[:-1]:
            inner = block_of(block[position])
            assert inner is not None
            block = inner
        first = place.path[-1]
        for end in range(first + 1, len(block) + 1):
            yield place, block[first:end]


def _moved(body: Body, place: Place) -> Iterator[Body]:
    """Yield the programs with a statement somewhere else."""
    assert place.statement is not None
    rest = edited(body, place.path, ())
    for other in places(rest):
        yield edited(rest, other.path, (place.statement,), 0)


def _with_block(head: Statement, block: Body) -> Statement:
    assert isinstance(head, For | Repeat | If | Each)
    return replace(head, body=block)


def _renamed(body: Body, name: str, by: str) -> Body:
    """Return the body with one pointer in the place of another."""

    def renamed(argument: Argument) -> Argument:
        return replace(argument, pointer=by) if argument.pointer == name else argument

    found: list[Statement] = []
    for statement in body:
        changed = with_arguments(statement, tuple(map(renamed, arguments_of(statement))))
        block = block_of(changed)
        found.append(changed if block is None else _with_block(changed, _renamed(block, name, by)))
    return tuple(found)
