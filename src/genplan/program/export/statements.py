"""What the exports of structured programs to programming languages share.

A choice becomes loops over *candidates* and a test; a walk along a path two functions. What these
look like is each language's business, but not who is chosen, and from whom they have to differ.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import combinations

from genplan.errors import ProblemError
from genplan.pddl.model import ActionSchema, Domain
from genplan.program.export.source_text import SourceLines
from genplan.program.structured.moving import Moving, moving
from genplan.program.structured.program import StructuredProgram
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
    marked,
)

__all__ = ["StatementWriter", "Walk", "asks_about_goal", "routes"]


def asks_about_goal(program: StructuredProgram) -> bool:
    """Return whether a condition of the program is about the goal."""
    return any(
        isinstance(s, Find | If | Each) and s.condition.mode is not Mode.NOW
        for _, _, s in program.statements()
    )


def routes(program: StructuredProgram, domain: Domain) -> list[tuple[ActionSchema, Moving]]:
    """Return the actions that the program repeats along a path, each once."""
    names = dict.fromkeys(s.action for _, _, s in program.statements() if isinstance(s, Go))
    found = [action for name in names if (action := domain.action(name)) is not None]
    return [(a, moves) for a in found if (moves := moving(a)) is not None]


@dataclass(frozen=True, slots=True)
class Walk:
    """A `go`: its arguments, the one it leads to, the others, and the type of places on the way."""

    action: str
    arguments: Sequence[Argument]
    target: Argument
    others: Sequence[Argument]
    type: str

    @property
    def has_one_start(self) -> bool:
        """Return whether what can be reached is the same for all that can be chosen."""
        return not marked(self.others)


class StatementWriter(ABC):
    """Writes the statements of a program, one after the other, as lines of a language.

    `names` are the identifiers of actions, `pointers` and `candidates` those of pointers and of
    what may be chosen for them; `end` ends a simple statement.
    """

    end = ""
    conjunction = " and "

    def __init__(
        self,
        domain: Domain,
        program: StructuredProgram,
        names: Mapping[str, str],
        pointers: Mapping[str, str],
        candidates: Mapping[str, str],
    ) -> None:
        """Start without lines."""
        self.domain = domain
        self.program = program
        self.actions = names
        self.z = pointers
        self.candidates = candidates
        self.types = {z.name: z.type for z in program.pointers}
        self.out = SourceLines()

    def statement(self, statement: Statement) -> None:
        """Add the lines of a statement."""
        match statement:
            case Perform(action, arguments):
                self.perform(self.actions[action], arguments)
            case Go(action, arguments):
                self.go(self.walk(action, arguments))
            case Find(condition):
                if marked(condition.arguments):
                    with self.choosing(condition.arguments, self.text(condition, True)):
                        pass
            case For(pointer, body, down):
                self.loop(pointer, body, down)
            case Repeat(body):
                self.repeat(body)
            case If(condition, body, negated):
                self.branch(condition, body, negated)
            case Each(condition, body):
                chosen = marked(condition.arguments)
                if chosen:
                    self.each(condition, chosen, body)
                else:
                    self.branch(condition, body, False)

    def perform(self, name: str, arguments: Sequence[Argument]) -> None:
        """Add an action, which may need a choice of objects with which it is possible."""
        done = self.do(name, self.texts(arguments, False))
        if not marked(arguments):
            self.out.add(done)
            return
        with self.choosing(arguments, self.can(name, self.texts(arguments, True))):
            self.out.add(done)

    def walk(self, action: str, arguments: Sequence[Argument]) -> Walk:
        """Return what a `go` consists of."""
        schema = self.domain.action(action)
        moves = moving(schema) if schema is not None else None
        if schema is None or moves is None:
            raise ProblemError(f'the action "{action}" does not move anything')
        others = [arguments[i] for i in range(schema.arity) if i not in (moves.f, moves.t)]
        place_type = schema.parameters[moves.f].type
        return Walk(self.actions[action], arguments, arguments[moves.t], others, place_type)

    def bind(self, arguments: Sequence[Argument]) -> None:
        """Add that the pointers that are chosen stand at their candidates."""
        for z in marked(arguments):
            self.out.add(f"{self.z[z]} = {self.candidates[z]}{self.end}")

    def different(self, arguments: Sequence[Argument]) -> Iterator[str]:
        """Yield that the objects that are chosen are different from the others."""
        known = [a for a in arguments if a.pointer is not None]
        texts = self.texts(known, True)
        for (i, first), (j, second) in combinations(enumerate(known), 2):
            if (first.choose or second.choose) and self._may_meet(first, second):
                yield f"{texts[i]} != {texts[j]}"

    def _may_meet(self, first: Argument, second: Argument) -> bool:
        """Return whether there can be objects at which both pointers can stand."""
        one, other = self.types[first.pointer or ""], self.types[second.pointer or ""]
        return self.domain.is_subtype(one, other) or self.domain.is_subtype(other, one)

    def texts(self, arguments: Sequence[Argument], choosing: bool) -> list[str]:
        """Return pointers, and what stands for those that are being chosen."""
        names = [(a.pointer, a.choose) for a in arguments if a.pointer is not None]
        return [self.candidates[z] if choose and choosing else self.z[z] for z, choose in names]

    def tests(self, arguments: Sequence[Argument], *further: str) -> str:
        """Return everything that has to hold for a choice."""
        return self.conjunction.join([*self.different(arguments), *further])

    @abstractmethod
    def do(self, name: str, texts: Sequence[str]) -> str:
        """Return the line that does an action, if it is possible."""

    @abstractmethod
    def can(self, name: str, texts: Sequence[str]) -> str:
        """Return the expression that says whether an action is possible."""

    @abstractmethod
    def text(self, condition: Condition, choosing: bool) -> str:
        """Return a condition as an expression, about candidates if they are being chosen."""

    @abstractmethod
    def choosing(self, arguments: Sequence[Argument], test: str) -> AbstractContextManager[None]:
        """Add the choice of the first objects that pass a test; what is added then follows it."""

    @abstractmethod
    def go(self, walk: Walk) -> None:
        """Add a walk along a path to an object, which may have to be chosen."""

    @abstractmethod
    def loop(self, pointer: str, body: Sequence[Statement], down: bool) -> None:
        """Add a loop over the objects of a pointer."""

    @abstractmethod
    def repeat(self, body: Sequence[Statement]) -> None:
        """Add a loop that ends when it changes nothing."""

    @abstractmethod
    def branch(self, condition: Condition, body: Sequence[Statement], negated: bool) -> None:
        """Add a condition."""

    @abstractmethod
    def each(self, condition: Condition, chosen: Sequence[str], body: Sequence[Statement]) -> None:
        """Add a loop over choices that are collected when it begins."""
