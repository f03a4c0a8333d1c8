"""The statements of structured programs, as `docs/language.md` defines them.

Operands are names: of pointers, actions and predicates, spelled as their declarations spell them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

from genplan.pddl.model import Domain, Predicate, fold

__all__ = [
    "KEYWORDS",
    "Argument",
    "Block",
    "Condition",
    "Each",
    "Find",
    "For",
    "Go",
    "If",
    "Mode",
    "Perform",
    "Repeat",
    "Statement",
    "find_condition",
    "marked",
    "on_one_line",
]


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument: a pointer, marked `?` if its object is to be chosen, or `_` for wherever."""

    pointer: str | None
    choose: bool = False

    def __str__(self) -> str:
        """Return the text."""
        return "_" if self.pointer is None else f"{'?' if self.choose else ''}{self.pointer}"


def marked(arguments: Iterable[Argument]) -> list[str]:
    """Return the pointers whose objects are to be chosen."""
    return [a.pointer for a in arguments if a.choose and a.pointer is not None]


class Mode(IntEnum):
    """What a condition asks about an atom: whether it holds, or what the goal wants of it."""

    NOW = 0
    GOAL = 1
    GOAL_NOT = 2
    TODO = 3
    TODO_NOT = 4

    @property
    def prefix(self) -> str:
        """Return what stands before the predicate in the text."""
        return ("", "goal-", "goal-not-", "todo-", "todo-not-")[self]


@dataclass(frozen=True, slots=True)
class Condition:
    """An atom over pointers, or what the goal wants of it."""

    mode: Mode
    predicate: str
    arguments: tuple[Argument, ...]

    @property
    def name(self) -> str:
        """Return the predicate's name in the text, as in `goal-at`."""
        return self.mode.prefix + self.predicate

    def __str__(self) -> str:
        """Return the text."""
        return f"{self.name}{_listed(self.arguments)}"


@dataclass(frozen=True, slots=True)
class Perform:
    """An action over pointers; without effect where it is not applicable."""

    action: str
    arguments: tuple[Argument, ...]

    def __str__(self) -> str:
        """Return the text; `action` keeps an action apart from a statement of that name."""
        prefix = "action " if fold(self.action) in KEYWORDS else ""
        return f"{prefix}{self.action}{_listed(self.arguments)}"


@dataclass(frozen=True, slots=True)
class Go:
    """A shortest path of actions of one schema, from wherever (`_`) to a pointer's object."""

    action: str
    arguments: tuple[Argument, ...]

    def __str__(self) -> str:
        """Return the text."""
        return f"go {self.action}{_listed(self.arguments)}"


@dataclass(frozen=True, slots=True)
class Find:
    """A choice of objects with which a condition holds."""

    condition: Condition

    def __str__(self) -> str:
        """Return the text."""
        return f"find {self.condition}"


@dataclass(frozen=True, slots=True)
class For:
    """A block for each object of a pointer's type, in order or in reverse order."""

    pointer: str
    body: tuple[Statement, ...] = ()
    down: bool = False

    def __str__(self) -> str:
        """Return the text without the block."""
        return f"{'fordown' if self.down else 'for'} {self.pointer}"


@dataclass(frozen=True, slots=True)
class Repeat:
    """A block again and again until the state no longer changes."""

    body: tuple[Statement, ...] = ()

    def __str__(self) -> str:
        """Return the text without the block."""
        return "repeat"


@dataclass(frozen=True, slots=True)
class If:
    """A block that is run if a condition holds or, negated, if it does not."""

    condition: Condition
    body: tuple[Statement, ...] = ()
    negated: bool = False

    def __str__(self) -> str:
        """Return the text without the block."""
        return f"{'ifnot' if self.negated else 'if'} {self.condition}"


@dataclass(frozen=True, slots=True)
class Each:
    """A block for each choice of objects with which a condition holds at the beginning."""

    condition: Condition
    body: tuple[Statement, ...] = ()

    def __str__(self) -> str:
        """Return the text without the block."""
        return f"each {self.condition}"


Block: TypeAlias = For | Repeat | If | Each
Statement: TypeAlias = Perform | Go | Find | Block

KEYWORDS: Final = frozenset(
    {"action", "go", "find", "for", "fordown", "repeat", "if", "ifnot", "each"}
)
"""The words that start a statement, so that an action of that name needs a prefix."""


def find_condition(domain: Domain, name: str) -> tuple[Mode, Predicate] | None:
    """Return what a condition's name means, None if nothing.

    The first meaning counts: a predicate of that name hides the derived ones, and `goal-not-p`
    asks for the goal's `not-p` where there is such a predicate.
    """
    for mode in Mode:
        if fold(name).startswith(mode.prefix):
            predicate = domain.predicate(name[len(mode.prefix) :])
            if predicate is not None:
                return mode, predicate
    return None


def on_one_line(statement: Statement) -> str:
    """Return a statement with its block as text, as in `repeat { open(z1); close(z1) }`."""
    if not isinstance(statement, For | Repeat | If | Each):
        return str(statement)
    body = "; ".join(map(on_one_line, statement.body))
    return f"{statement} {{ {body} }}" if body else f"{statement} {{}}"


def _listed(arguments: tuple[Argument, ...]) -> str:
    return f"({','.join(map(str, arguments))})"
