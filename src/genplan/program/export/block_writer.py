"""What the exports of goto programs to programming languages share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager

from genplan.program.export.blocks import (
    AgainBlock,
    Block,
    Condition,
    Flag,
    FlagBlock,
    Holds,
    IsFirst,
    IsLast,
    LoopBlock,
    Never,
    StepBlock,
)
from genplan.program.export.source_text import SourceLines
from genplan.program.instructions import Act, Clear, Dec, Inc, PointerInstruction, Set

__all__ = ["BlockWriter"]


class BlockWriter(ABC):
    """Writes the blocks of a program, one after the other, as lines of a language.

    `pointers` are the identifiers of pointers; `end` ends a simple statement, and `no` negates.
    """

    end = ""
    no = "not "
    constants = ("False", "True")

    def __init__(self, pointers: Mapping[str, str]) -> None:
        """Start without lines."""
        self.z = pointers
        self.out = SourceLines()

    def add(self, blocks: Sequence[Block], around: str | None) -> None:
        """Add blocks within a loop of that label; None is no loop."""
        for block in blocks:
            match block:
                case StepBlock(Act(action, pointers)):
                    self.out.add(self.do(action, pointers))
                case StepBlock(instruction):
                    self.out.add(self.move(instruction))
                case FlagBlock(condition):
                    self.out.add(f"y = {self.text(condition)}{self.end}")
                case LoopBlock():
                    self.loop(block, around)
                case AgainBlock():
                    self.again(block, around)

    def move(self, instruction: Act | PointerInstruction) -> str:
        """Return the line that moves a pointer."""
        match instruction:
            case Inc(z):
                return f"{self.z[z]}.next(){self.end}"
            case Dec(z):
                return f"{self.z[z]}.previous(){self.end}"
            case Clear(z):
                return f"{self.z[z]}.first(){self.end}"
            case Set(z, source):
                return f"{self.z[z]}.join({self.z[source]}){self.end}"
        raise AssertionError(f"{instruction} moves no pointer")

    def end_of(self, loop: LoopBlock) -> None:
        """Add what decides, at the end of a loop, whether it goes on."""
        if loop.advance is not None:
            self.leave(f"{self.no}{self.z[loop.advance]}.next()")
        elif loop.until is None:
            self.out.add(f"break{self.end}")
        elif loop.until != Condition(Never()):
            self.leave(self.text(loop.until))

    def leave(self, condition: str) -> None:
        """Add that a condition ends the loop."""
        with self.branch(condition):
            self.out.add(f"break{self.end}")

    def when(self, block: AgainBlock) -> str:
        """Return the expression that decides whether a loop begins again."""
        return self.text(block.when) if block.advance is None else f"{self.z[block.advance]}.next()"

    def text(self, condition: Condition) -> str:
        """Return a condition as an expression."""
        no = "" if condition.wanted else self.no
        match condition.question:
            case Holds(predicate, pointers):
                return self.holds(predicate, pointers, condition.wanted)
            case IsFirst(z):
                return f"{no}{self.z[z]}.is_first()"
            case IsLast(z):
                return f"{no}{self.z[z]}.is_last()"
            case Flag():
                return f"{no}y"
            case Never():
                return self.constants[not condition.wanted]

    @abstractmethod
    def do(self, action: str, pointers: Sequence[str]) -> str:
        """Return the line that does an action, if it is possible."""

    @abstractmethod
    def holds(self, predicate: str, pointers: Sequence[str], wanted: bool) -> str:
        """Return the expression that says whether an atom holds, or does not."""

    @abstractmethod
    def branch(self, condition: str) -> AbstractContextManager[None]:
        """Add lines under a condition."""

    @abstractmethod
    def loop(self, loop: LoopBlock, around: str | None) -> None:
        """Add a loop."""

    @abstractmethod
    def again(self, block: AgainBlock, around: str | None) -> None:
        """Add that a loop begins again, the one directly around or one further out."""
