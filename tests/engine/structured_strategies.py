"""Random structured programs: valid, of every kind of statement, over random problems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from hypothesis import strategies as st

from engine import strategies as make
from engine.strategies import Roll, made, one_of
from genplan.pddl import Domain, Parameter, Predicate
from genplan.problem import GPProblem, Pointer, make_pointers
from genplan.program.structured import StructuredProgram
from genplan.program.structured.moving import moving
from genplan.program.structured.statements import (
    Argument,
    Condition,
    Each,
    Find,
    For,
    Go,
    If,
    Mode,
    Perform,
    Repeat,
    Statement,
    find_condition,
)

KINDS: Final = ("do", "do", "do", "go", "go", "find", "for", "for", "repeat", "if", "if", "each")


@dataclass(frozen=True)
class StructuredCase:
    problem: GPProblem
    programs: tuple[StructuredProgram, ...]


def structured_case(roll: Roll) -> StructuredCase:
    """Return a problem with one instance, and some programs for it."""
    own = make.problem(roll)
    own = replace(own, pointers=some_pointers(roll, own.domain))
    programs = [structured_program(roll, own.domain, own.pointers) for _ in range(3)]
    return StructuredCase(own, tuple(programs))


def structured_programs(domain: Domain) -> st.SearchStrategy[StructuredProgram]:
    """Return the strategy of valid programs for a domain, over random pointers."""

    def program(roll: Roll) -> StructuredProgram:
        return structured_program(roll, domain, some_pointers(roll, domain))

    return made(program)


def some_pointers(roll: Roll, domain: Domain) -> tuple[Pointer, ...]:
    """Return pointers: enough for every statement, or any."""
    return make_pointers(domain) if roll(0, 3) > 0 else make.pointers(roll, domain, 4)


def structured_program(
    roll: Roll, domain: Domain, pointers: tuple[Pointer, ...], most_statements: int = 9
) -> StructuredProgram:
    """Return a valid program over pointers, of at most so many statements, often of fewer."""
    writer = Writer(roll, domain, pointers, roll(0, most_statements))
    body = writer.block(0)
    if body and roll(0, 3) == 0:
        body = (Repeat(body),)
    return StructuredProgram(domain.name, pointers, body)


@dataclass
class Writer:
    """Writes a program from its first statement to its last."""

    roll: Roll
    domain: Domain
    pointers: tuple[Pointer, ...]
    left: int
    """How many statements may still be written."""
    chosen: set[str] = field(default_factory=set)
    around: list[str] = field(default_factory=list)
    """The pointers of the loops around."""

    def block(self, depth: int) -> tuple[Statement, ...]:
        written: list[Statement] = []
        while self.left > 0 and (depth == 0 or self.roll(0, 3) > 0):
            self.left -= 1
            statement = self.statement(one_of(self.roll, KINDS), depth)
            if statement is not None:
                written.append(statement)
        return tuple(written)

    def statement(self, kind: str, depth: int) -> Statement | None:
        """Return a statement of a kind, None if it cannot be had."""
        match kind:
            case "do":
                return self.action()
            case "go":
                return self.go()
            case "repeat":
                return Repeat(self.block(depth + 1))
            case "for":
                free = [z.name for z in self.pointers if z.name not in self.around]
                if not free:
                    return None
                z = one_of(self.roll, free)
                return For(z, self.block_with(depth, [z]), self.roll(0, 1) == 1)
        condition = self.condition(may_choose=kind != "if")
        if condition is None:
            return None
        names = [a.pointer for a in condition.arguments if a.choose and a.pointer]
        if kind != "if" and not names:
            return None
        if kind == "find":
            self.chosen.update(names)
            return Find(condition)
        if kind == "if":
            return If(condition, self.block(depth + 1), self.roll(0, 1) == 1)
        return Each(condition, self.block_with(depth, names))

    def block_with(self, depth: int, names: Sequence[str]) -> tuple[Statement, ...]:
        self.around += names
        body = self.block(depth + 1)
        del self.around[len(self.around) - len(names) :]
        return body

    def action(self) -> Perform | None:
        if not self.domain.actions:
            return None
        action = one_of(self.roll, self.domain.actions)
        arguments = self.arguments(action.parameters, may_choose=True)
        if arguments is None:
            return None
        self.choose(arguments)
        return Perform(action.name, arguments)

    def go(self) -> Go | None:
        found = [a for a in self.domain.actions if moving(a) is not None]
        if not found:
            return None
        action = one_of(self.roll, found)
        moves = moving(action)
        assert moves is not None
        others = action.parameters[: moves.f] + action.parameters[moves.f + 1 :]
        arguments = self.arguments(others, may_choose=True)
        if arguments is None:
            return None
        self.choose(arguments)
        return Go(action.name, (*arguments[: moves.f], Argument(None), *arguments[moves.f :]))

    def choose(self, arguments: Sequence[Argument]) -> None:
        self.chosen.update(a.pointer for a in arguments if a.choose and a.pointer)

    def condition(self, may_choose: bool) -> Condition | None:
        mode = one_of(self.roll, (Mode.NOW, Mode.NOW, Mode.NOW, *Mode))
        predicate = one_of(self.roll, self.domain.predicates)
        if not is_visible(self.domain, mode, predicate):
            return None
        arguments = self.arguments(predicate.parameters, may_choose)
        return None if arguments is None else Condition(mode, predicate.name, arguments)

    def arguments(
        self, parameters: Sequence[Parameter], may_choose: bool
    ) -> tuple[Argument, ...] | None:
        taken: list[Argument] = []
        for parameter in parameters:
            fitting = [
                argument
                for z in self.pointers
                if z.fits(parameter, self.domain) and z.name not in [a.pointer for a in taken]
                for argument in self.ways_to_use(z.name, may_choose)
            ]
            if not fitting:
                return None
            taken.append(one_of(self.roll, fitting))
        return tuple(taken)

    def ways_to_use(self, name: str, may_choose: bool) -> list[Argument]:
        ways = []
        if name in self.around or name in self.chosen:
            ways.append(Argument(name))
        if may_choose and name not in self.around:
            ways.append(Argument(name, True))
        return ways


def is_visible(domain: Domain, mode: Mode, predicate: Predicate) -> bool:
    """Return whether a condition's name means what it should: no other predicate hides it."""
    return find_condition(domain, mode.prefix + predicate.name) == (mode, predicate)
