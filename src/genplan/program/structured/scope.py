"""Which pointers are bound where: the rules about the text that need no domain.

The constructor of programs and the reader of their text go through the statements in the same
way, so that both know the same rules; the reader says in addition where they are broken.
"""

from __future__ import annotations

from collections.abc import Iterable

from genplan.errors import ProblemError
from genplan.problem import Pointer
from genplan.program.structured.statements import (
    Argument,
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

__all__ = ["MOST_NESTED", "BrokenRuleError", "Scope"]

MOST_NESTED = 100
"""Blocks in blocks; far more than anybody can read."""


class BrokenRuleError(ProblemError):
    """A statement breaks a rule; `argument` is the position of the one that does, if one does."""

    def __init__(self, problem: str, argument: int | None = None, hint: str = "") -> None:
        """Keep what is wrong, where, and what to do about it."""
        super().__init__(f"{problem}; {hint}" if hint else problem)
        self.problem = problem
        self.argument = argument
        self.hint = hint


class Scope:
    """The pointers bound at a place in a program's text."""

    def __init__(self, pointers: Iterable[Pointer]) -> None:
        """Begin at the start of the text."""
        self.known = frozenset(z.name for z in pointers)
        self.chosen: set[str] = set()
        self.blocks: list[tuple[str, ...]] = []

    def begin(self, statement: Statement) -> None:
        """Check a statement, without its block, and bind its pointers; a block opens."""
        arguments = arguments_of(statement)
        self._check_pointers(arguments)
        self._check_marks(statement, arguments)
        self._check_places(statement, arguments)
        self._check_choice(statement, arguments)
        bound = tuple(marked(arguments))
        match statement:
            case Perform() | Go() | Find():
                self.chosen.update(bound)
            case For(pointer):
                self._open((pointer,))
            case Each():
                self._open(bound)
            case If() | Repeat():
                self._open(())

    def end(self) -> None:
        """Leave the innermost block."""
        self.blocks.pop()

    def _open(self, bound: tuple[str, ...]) -> None:
        if len(self.blocks) == MOST_NESTED:
            raise BrokenRuleError(f"blocks can be nested {MOST_NESTED} deep, not deeper")
        self.blocks.append(bound)

    def _check_pointers(self, arguments: tuple[Argument, ...]) -> None:
        seen: set[str] = set()
        for position, argument in enumerate(arguments):
            name = argument.pointer
            if name is None:
                continue
            if name not in self.known:
                raise BrokenRuleError(f'unknown pointer "{name}"', position)
            if name in seen:
                raise BrokenRuleError(
                    f'the pointer "{name}" is used twice',
                    position,
                    "the pointers of one atom or action are pairwise different",
                )
            seen.add(name)

    def _check_marks(self, statement: Statement, arguments: tuple[Argument, ...]) -> None:
        around = {name for names in self.blocks for name in names}
        for position, argument in enumerate(arguments):
            name = argument.pointer
            if name is None:
                continue
            if isinstance(statement, If) and argument.choose:
                word = str(statement).partition(" ")[0]
                hint = 'write "find" before it, or "each"'
                raise BrokenRuleError(f'"{word}" cannot choose an object', position, hint)
            if argument.choose and name in around:
                hint = f'write "{name}" without "?", or choose with another pointer'
                if isinstance(statement, For):
                    hint = "loop over another pointer"
                problem = (
                    f'the pointer "{name}" belongs to a loop around this and is not bound again'
                )
                raise BrokenRuleError(problem, position, hint)
            if not argument.choose and name not in around | self.chosen:
                hint = f'choose an object with "?{name}", here or further up, or loop over it'
                if isinstance(statement, If):
                    hint = f'choose an object with "?{name}" further up, or loop over it'
                raise BrokenRuleError(f'the pointer "{name}" is not bound here', position, hint)

    def _check_choice(self, statement: Statement, arguments: tuple[Argument, ...]) -> None:
        if isinstance(statement, Find | Each) and not any(a.choose for a in arguments):
            word = str(statement).partition(" ")[0]
            hint = 'mark a pointer with "?"'
            if isinstance(statement, Each):
                hint += ', or write "if"'
            raise BrokenRuleError(f'"{word}" has nothing to choose', None, hint)

    def _check_places(self, statement: Statement, arguments: tuple[Argument, ...]) -> None:
        places = [i for i, argument in enumerate(arguments) if argument.pointer is None]
        if any(arguments[position].choose for position in places):
            raise BrokenRuleError('"?" needs a pointer', places[0])
        if places and not isinstance(statement, Go):
            raise BrokenRuleError('"_" has a meaning only in "go"', places[0], "name a pointer")
        if isinstance(statement, Go) and len(places) != 1:
            at = places[1] if places else None
            hint = 'as in "go move(_,z1)"'
            raise BrokenRuleError('"go" needs one "_", for where it starts', at, hint)


def arguments_of(statement: Statement) -> tuple[Argument, ...]:
    """Return the arguments of a statement; the pointer of a loop is one that is chosen."""
    match statement:
        case Perform(_, arguments) | Go(_, arguments):
            return arguments
        case Find(condition) | If(condition) | Each(condition):
            return condition.arguments
        case For(pointer):
            return (Argument(pointer, True),)
        case Repeat():
            return ()
