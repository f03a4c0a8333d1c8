"""The text of the readable form of a goto program: loops and conditions instead of jumps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    readable_blocks,
)
from genplan.program.instructions import Act, Clear, Dec, Inc, PointerInstruction, Set
from genplan.program.program import Program
from genplan.program.text import format_program

__all__ = ["format_readable"]

_INDENT = "    "


def format_readable(program: Program) -> str:
    """Return the text of the readable form.

    `repeat for z … until z is the last` moves z on to its next object before each repetition.
    """
    header = format_program(program).partition("\n")[0]
    writer = _ReadableWriter(program)
    rows = writer.rows(readable_blocks(program), "")
    return "\n".join(
        [header.replace("   pointers", "   in readable form   pointers", 1), *rows, ""]
    )


class _ReadableWriter:
    def __init__(self, program: Program) -> None:
        self.types = {z.name: z.type for z in program.pointers}

    def rows(self, blocks: Sequence[Block], indent: str) -> Iterator[str]:
        """Yield the lines of blocks."""
        for block in blocks:
            match block:
                case StepBlock(instruction):
                    yield indent + self.step(instruction)
                case FlagBlock(condition):
                    yield f"{indent}y := {self.text(condition)}"
                case AgainBlock(label, when, advance):
                    move = f"{self.step(Inc(advance))}, " if advance is not None else ""
                    yield f"{indent}if {self.text(when)}: {move}continue {label}"
                case LoopBlock():
                    yield from self.loop(block, indent)

    def loop(self, loop: LoopBlock, indent: str) -> Iterator[str]:
        endless = loop.until == Condition(Never())
        label = f"{loop.label}: " if loop.label else ""
        which = f" for {loop.advance}" if loop.advance is not None else ""
        yield f"{indent}{label}repeat{' for ever' if endless else which}"
        yield from self.rows(loop.body, indent + _INDENT)
        if loop.until is None:
            yield f"{indent}{_INDENT}break {loop.label}"
        elif loop.until.wanted and not endless:
            yield f"{indent}until {self.text(loop.until)}"
        elif not endless:
            yield f"{indent}while {self.text(loop.until.negated())}"

    def step(self, instruction: Act | PointerInstruction) -> str:
        match instruction:
            case Act(action, pointers):
                return f"{action}({', '.join(pointers)})"
            case Inc(z):
                return f"{z} := next {self.types[z]}"
            case Dec(z):
                return f"{z} := previous {self.types[z]}"
            case Clear(z):
                return f"{z} := first {self.types[z]}"
            case Set(z, source):
                return f"{z} := {source}"

    def text(self, condition: Condition) -> str:
        """Return a condition as text."""
        match condition.question:
            case Holds(predicate, pointers):
                no = "" if condition.wanted else "not "
                return f"{no}{predicate}({', '.join(pointers)})"
            case IsFirst(z):
                return f"{z} is {'' if condition.wanted else 'not '}the first"
            case IsLast(z):
                return f"{z} is {'' if condition.wanted else 'not '}the last"
            case Flag():
                return "y" if condition.wanted else "not y"
            case Never():
                return "false" if condition.wanted else "true"
