"""Termination of structured programs: of all statements, only `repeat` can go on for ever.

An iteration of `repeat` that is followed by another one has changed the state. So where the
actions of its block can change the state a bounded number of times, it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from genplan.evidence.bound import NOTHING, ONCE, Bound
from genplan.evidence.loops import Loop, Termination
from genplan.evidence.wear import Wear, wear_out
from genplan.pddl.model import Domain
from genplan.program.structured import StructuredProgram
from genplan.program.structured.moving import moving
from genplan.program.structured.statements import (
    Each,
    Find,
    For,
    Go,
    If,
    Perform,
    Repeat,
    Statement,
    marked,
)

__all__ = ["structured_termination"]

_UNIT: Final = "statement"


def structured_termination(program: StructuredProgram, domain: Domain) -> Termination:
    """Return what can be proven about the loops of a structured program."""
    analysis = _Analysis(program, domain)
    loops = tuple(
        analysis.loop(statement, number)
        for number, _, statement in program.statements()
        if isinstance(statement, Repeat)
    )
    return Termination(loops, analysis.steps(program.body))


class _Analysis:
    """Bounds on the steps of statements; None where there is none."""

    def __init__(self, program: StructuredProgram, domain: Domain) -> None:
        self.types = {z.name: z.type for z in program.pointers}
        self.domain = domain

    def loop(self, repeat: Repeat, number: int) -> Loop:
        """Return what is known about a `repeat`, which has this number in its program."""
        wear = self._wear(repeat)
        last = number + sum(1 for _ in _all(repeat.body))
        if wear.changes is None:
            return Loop(number, last, None, f"nothing is used up for good: {wear.reason}", _UNIT)
        reason = wear.reason or "no action in it can change the state"
        return Loop(number, last, wear.changes + ONCE, reason, _UNIT)

    def steps(self, body: Sequence[Statement]) -> Bound | None:
        """Return how many steps one run of a block takes at most."""
        total = NOTHING
        for statement in body:
            steps = self._steps(statement)
            if steps is None:
                return None
            total += steps
        return total

    def _steps(self, statement: Statement) -> Bound | None:
        if isinstance(statement, Perform | Find):
            return ONCE
        if isinstance(statement, Go):
            return self._path(statement.action)
        rounds = self._rounds(statement)
        inner = self.steps(statement.body)
        return None if rounds is None or inner is None else rounds * (ONCE + inner)

    def _path(self, action: str) -> Bound:
        """Return the steps of a `go`: a path has fewer actions than there are objects on it."""
        schema = self.domain.action(action)
        moves = None if schema is None else moving(schema)
        assert schema is not None and moves is not None
        return Bound.objects(schema.parameters[moves.f].type)

    def _rounds(self, block: For | Repeat | If | Each) -> Bound | None:
        """Return how often the block of a statement is run at most."""
        match block:
            case For(pointer):
                return Bound.objects(self.types[pointer])
            case Each(condition):
                chosen = marked(condition.arguments)
                return Bound.objects(*(self.types[name] for name in chosen))
            case If():
                return ONCE
            case Repeat():
                changes = self._wear(block).changes
                return None if changes is None else changes + ONCE

    def _wear(self, repeat: Repeat) -> Wear:
        names = {s.action for s in _all(repeat.body) if isinstance(s, Perform | Go)}
        return wear_out(self.domain, [a for a in self.domain.actions if a.name in names])


def _all(body: Sequence[Statement]) -> Iterator[Statement]:
    for statement in body:
        yield statement
        if isinstance(statement, For | Repeat | If | Each):
            yield from _all(statement.body)
