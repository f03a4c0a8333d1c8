"""Edits of goto programs, the cheapest to try first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from genplan.errors import ProblemError
from genplan.pddl.model import Domain
from genplan.program.instruction_set import InstructionSet
from genplan.program.instructions import Goto, Instruction
from genplan.program.program import Program
from genplan.shortening.cost import Optimize

__all__ = ["GotoEdits"]

Lines = tuple[Instruction, ...]


class GotoEdits:
    """Makes the neighbours of a program, group by group."""

    def __init__(self, program: Program, domain: Domain) -> None:
        """Prepare for programs with the pointers of a first one."""
        found = InstructionSet.build(domain, program.pointers, len(program))
        self.instructions = (*found.actions, *found.pointer_instructions, *found.tests)

    def groups(self, program: Program, optimize: Optimize) -> Iterator[Iterator[Program]]:
        """Yield groups of neighbours; the later ones are of use if no earlier one is."""
        lines = tuple(line for _, line in program.until_end.instructions())
        yield _programs(program, removals(lines))
        yield _programs(program, chain.from_iterable(map(removals, removals(lines))))
        yield _programs(program, self._exchanged(lines))
        if optimize is Optimize.STEPS:
            yield _programs(program, self._extended(lines))

    def _others(self, line: int) -> Iterator[Instruction]:
        yield from self.instructions
        for target in range(line):
            yield Goto(target, False)
            yield Goto(target, True)

    def _exchanged(self, lines: Lines) -> Iterator[Lines]:
        """Yield the programs with two neighbours changed round, or another instruction."""
        last = len(lines) - 1
        for n in range(last - 1):
            yield (*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :])
        for n in range(last):
            for other in self._others(n):
                if other != lines[n]:
                    yield (*lines[:n], other, *lines[n + 1 :])

    def _extended(self, lines: Lines) -> Iterator[Lines]:
        """Yield the programs with one line more; jumps to its place lead to it, or behind it."""
        for n in range(len(lines)):
            for first in (n, n + 1):

                def moved(target: int, first: int = first) -> int:
                    return target + (target >= first)

                rest = _retargeted(lines, moved)
                for other in self._others(n):
                    yield (*rest[:n], other, *rest[n:])


def removals(lines: Lines) -> Iterator[Lines]:
    """Yield the programs without some lines in a row; what jumped there jumps behind them."""
    last = len(lines) - 1
    for begin in range(last):
        for end in range(begin + 1, last + 1):
            yield without(lines, begin, end)


def without(lines: Lines, begin: int, end: int) -> Lines:
    """Return the lines without those from one number to before another."""

    def moved(target: int) -> int:
        return target if target <= begin else max(begin, target - (end - begin))

    return _retargeted((*lines[:begin], *lines[end:]), moved)


def _retargeted(lines: Sequence[Instruction], moved: Callable[[int], int]) -> Lines:
    return tuple(
        replace(line, target=moved(line.target)) if isinstance(line, Goto) else line
        for line in lines
    )


def _programs(program: Program, texts: Iterable[Lines]) -> Iterator[Program]:
    for lines in texts:
        try:
            yield Program(program.domain, program.pointers, lines)
        except ProblemError:  # a goto that would jump forward, or to itself
            continue
