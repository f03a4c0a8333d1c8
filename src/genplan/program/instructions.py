"""The kinds of instruction of a planning program and their operands.

Paper: "Planning programs for STRIPS domains". Operands are names: of pointers, actions and
predicates, spelled as their declarations spell them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

__all__ = [
    "KEYWORDS",
    "Act",
    "Clear",
    "Dec",
    "End",
    "Goto",
    "Inc",
    "Instruction",
    "PointerInstruction",
    "Set",
    "Test",
]


@dataclass(frozen=True, slots=True)
class Act:
    """An action schema over pointers; without effect where it is not applicable."""

    action: str
    pointers: tuple[str, ...]

    def __str__(self) -> str:
        """Return the text; `action` keeps an action apart from an instruction of that name."""
        prefix = "action " if self.action.lower() in KEYWORDS else ""
        return f"{prefix}{self.action}({','.join(self.pointers)})"


@dataclass(frozen=True, slots=True)
class Inc:
    """Move a pointer to the next object; inapplicable at the last."""

    pointer: str

    def __str__(self) -> str:
        """Return the text."""
        return f"inc({self.pointer})"


@dataclass(frozen=True, slots=True)
class Dec:
    """Move a pointer to the object before; inapplicable at the first."""

    pointer: str

    def __str__(self) -> str:
        """Return the text."""
        return f"dec({self.pointer})"


@dataclass(frozen=True, slots=True)
class Clear:
    """Move a pointer to the first object."""

    pointer: str

    def __str__(self) -> str:
        """Return the text."""
        return f"clear({self.pointer})"


@dataclass(frozen=True, slots=True)
class Set:
    """Move a pointer to where another of the same type stands."""

    pointer: str
    source: str

    def __str__(self) -> str:
        """Return the text."""
        return f"set({self.pointer},{self.source})"


@dataclass(frozen=True, slots=True)
class Test:
    """Set y to the negation of an atom over pointers."""

    __test__ = False  # not a test class, whatever its name suggests to a test runner

    predicate: str
    pointers: tuple[str, ...]

    def __str__(self) -> str:
        """Return the text."""
        return f"test({self.predicate}({','.join(self.pointers)}))"


@dataclass(frozen=True, slots=True)
class Goto:
    """Jump to a line if y is as asked, otherwise go on with the next line."""

    target: int
    when: bool

    def __str__(self) -> str:
        """Return the text."""
        return f"goto({self.target},{'' if self.when else '!'}y)"


@dataclass(frozen=True, slots=True)
class End:
    """Stop."""

    def __str__(self) -> str:
        """Return the text."""
        return "end"


PointerInstruction: TypeAlias = Inc | Dec | Clear | Set
Instruction: TypeAlias = Act | PointerInstruction | Test | Goto | End

KEYWORDS: Final = frozenset({"inc", "dec", "clear", "set", "test", "goto", "end", "action"})
"""The words that start an instruction, so that an action of that name needs a prefix."""
