"""Programs as rows for the page; each row knows which line of the program it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import UnionType

from genplan.program import AnyProgram
from genplan.program.export.blocks import (
    AgainBlock,
    Block,
    Condition,
    FlagBlock,
    LoopBlock,
    Never,
    StepBlock,
    readable_blocks,
)
from genplan.program.export.readable import format_readable
from genplan.program.instructions import Clear, Dec, Goto, Inc, Instruction, Set, Test
from genplan.program.program import Program
from genplan.program.structured import StructuredProgram

__all__ = ["Listing", "Row", "line_texts", "program_listing", "readable_listing"]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a listing; `lines` are the numbers of the steps' lines that it stands for."""

    text: str
    depth: int = 0
    lines: tuple[int, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A form of a program."""

    title: str
    rows: tuple[Row, ...]


def program_listing(program: AnyProgram) -> Listing:
    """Return the program as its file has it, line by line."""
    if isinstance(program, StructuredProgram):
        return Listing("Program", tuple(_structured_rows(str(program))))
    rows = [
        Row("?" if line is None else str(line), 0, (number,), str(number))
        for number, line in enumerate(program.lines)
    ]
    return Listing("Program, as the paper prints it", tuple(rows))


def readable_listing(program: AnyProgram) -> Listing | None:
    """Return a goto program with loops instead of jumps; each row knows the lines it stands for.

    None for a structured program, which is readable as it is, and for one with gaps.
    """
    if isinstance(program, StructuredProgram) or program.first_undefined is not None:
        return None
    texts = format_readable(program).splitlines()[1:]
    lines = _BlockLines(program)
    rows = [
        Row(text.lstrip(), (len(text) - len(text.lstrip())) // 4, numbers)
        for text, numbers in zip(texts, lines.rows(readable_blocks(program)), strict=True)
    ]
    return Listing("The same with loops instead of jumps", tuple(rows))


class _BlockLines:
    """Finds the lines of blocks: both tell the same instructions in the same order."""

    def __init__(self, program: Program) -> None:
        self.lines = program.lines
        self.next = 0
        self.last_setter = 0

    def rows(self, blocks: Sequence[Block]) -> Iterator[tuple[int, ...]]:
        """Yield the line numbers of each row of the readable form."""
        for block in blocks:
            match block:
                case StepBlock(instruction):
                    yield self._step(instruction)
                case FlagBlock():
                    yield self._flag()
                case AgainBlock():
                    yield self._jump()
                case LoopBlock():
                    yield from self._loop(block)

    def _loop(self, loop: LoopBlock) -> Iterator[tuple[int, ...]]:
        body = list(self.rows(loop.body))
        endless = loop.until == Condition(Never())
        closing = self._jump() if loop.until is not None else ()
        yield closing if endless else ()
        yield from body
        if not endless:
            yield closing

    def _step(self, instruction: Instruction) -> tuple[int, ...]:
        """Return the line of a step; one that follows its own jump has been passed already."""
        number = self.next
        while number < len(self.lines) and not isinstance(self.lines[number], Goto):
            if self.lines[number] == instruction:
                self.next = number + 1
                return (number,)
            number += 1
        return (self.last_setter,)

    def _flag(self) -> tuple[int, ...]:
        """Return the line that sets the flag; a pointer's own step may still follow."""
        if self.next and isinstance(self.lines[self.next - 1], Dec | Clear | Set):
            return (self.next - 1,)
        found = self._find(Inc | Dec | Clear | Set | Test)
        if found is None:
            return ()
        self.next = found + 1 if isinstance(self.lines[found], Test) else found
        return (found,)

    def _jump(self) -> tuple[int, ...]:
        """Return the next goto and the lines before it that no row has told."""
        first, found = self.next, self._find(Goto)
        if found is None:
            return ()
        self.next = found + 1
        self.last_setter = max(found - 1, 0)
        return tuple(range(first, self.next))

    def _find(self, kind: type | UnionType) -> int | None:
        """Return the next line with an instruction of a kind."""
        rest = range(self.next, len(self.lines))
        return next((n for n in rest if isinstance(self.lines[n], kind)), None)


def line_texts(listing: Listing) -> list[str]:
    """Return the text of each line by its number."""
    texts = {n: row.text.removesuffix(" {") for row in listing.rows for n in row.lines}
    return [texts.get(number, "") for number in range(max(texts, default=-1) + 1)]


def _structured_rows(text: str) -> Iterator[Row]:
    """Yield the rows of a program with blocks: statements are numbered, closing braces are not."""
    number = 0
    for line in text.splitlines():
        content = line.strip()
        depth = (len(line) - len(content)) // 2
        if content == "}":
            yield Row(content, depth)
        else:
            yield Row(content, depth, (number,), str(number))
            number += 1
