"""Which instructions there are for a domain and its pointers, and where each may stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from genplan.pddl.model import Domain, Parameter
from genplan.problem import Pointer
from genplan.program.instructions import (
    Act,
    Clear,
    Dec,
    End,
    Goto,
    Inc,
    Instruction,
    PointerInstruction,
    Set,
    Test,
)

__all__ = ["InstructionSet"]


@dataclass(frozen=True)
class InstructionSet:
    """The instructions for programs of some number of lines, in the order that decides ties.

    Actions, then pointer instructions, then tests, then gotos by ascending target, then `end`.
    """

    lines: int
    actions: tuple[Act, ...]
    pointer_instructions: tuple[PointerInstruction, ...]
    tests: tuple[Test, ...]

    @classmethod
    def build(cls, domain: Domain, pointers: Sequence[Pointer], lines: int) -> InstructionSet:
        """Return the instruction set of a domain over pointers for programs of so many lines."""
        return cls(
            lines,
            tuple(
                Act(action.name, names)
                for action in domain.actions
                for names in pointer_tuples(domain, pointers, action.parameters)
            ),
            tuple(_pointer_instructions(pointers)),
            tuple(
                Test(predicate.name, names)
                for predicate in domain.predicates
                for names in pointer_tuples(domain, pointers, predicate.parameters)
            ),
        )

    def candidates(self, line: int, before: Instruction | None) -> Iterator[Instruction]:
        """Yield what may stand on a line after the instruction on the line before, in order.

        Line n-1 is `end` from the start and has no candidates.
        """
        last = self.lines - 1
        if line >= last:
            return
        if not isinstance(before, Test):
            yield from self.actions
            if line <= last - 2:
                yield from self.pointer_instructions
            yield from self.tests
        if isinstance(before, Inc | Dec | Clear | Set | Test):
            for target in range(line):
                yield Goto(target, False)
                yield Goto(target, True)
        if not isinstance(before, Test):
            yield End()


def pointer_tuples(
    domain: Domain, pointers: Sequence[Pointer], parameters: Sequence[Parameter]
) -> Iterator[tuple[str, ...]]:
    """Yield the tuples of pairwise different pointers that fit the parameters, in order."""
    fitting = [[z.name for z in pointers if z.fits(p, domain)] for p in parameters]
    yield from _different(fitting, ())


def _different(
    choices: Sequence[Sequence[str]], taken: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    if len(taken) == len(choices):
        yield taken
        return
    for name in choices[len(taken)]:
        if name not in taken:
            yield from _different(choices, (*taken, name))


def _pointer_instructions(pointers: Sequence[Pointer]) -> Iterator[PointerInstruction]:
    for z in pointers:
        yield Inc(z.name)
        yield Dec(z.name)
        yield Clear(z.name)
        for other in pointers:
            if other.type == z.type and other.name != z.name:
                yield Set(z.name, other.name)
