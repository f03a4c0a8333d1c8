"""The readable form of a goto program: blocks with conditions instead of jumps and the flag y.

A goto jumps backward only, so every goto closes a loop that starts at its target. Where two
such loops overlap without one holding the other, the earlier one is made longer, up to the end
of the later one; what used to close it is then a labelled `continue` in its middle. So this
form exists for every program, irreducible jumps included.

The readable form is for reading and for exports. It is not the structured language, which is a
language of its own with its own search.

What an execution does stays the same: the same actions are tried with the same objects, and
the pointers move in the same way, in the same order. Instructions without any effect (a test,
an `inc` at the last object, a jump) become conditions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from genplan.errors import ProblemError
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
from genplan.program.program import Program

__all__ = [
    "AgainBlock",
    "Block",
    "Condition",
    "Flag",
    "FlagBlock",
    "Holds",
    "IsFirst",
    "IsLast",
    "LoopBlock",
    "Never",
    "StepBlock",
    "keeps_flag",
    "readable_blocks",
    "walk_blocks",
]


@dataclass(frozen=True, slots=True)
class Holds:
    """The question whether an atom over pointers is true."""

    predicate: str
    pointers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IsFirst:
    """The question whether a pointer is at the first object; yes if there is no object."""

    pointer: str


@dataclass(frozen=True, slots=True)
class IsLast:
    """The question whether a pointer is at the last object; yes if there is no object."""

    pointer: str


@dataclass(frozen=True, slots=True)
class Flag:
    """The question whether the flag y is set, where nothing else tells what y means."""


@dataclass(frozen=True, slots=True)
class Never:
    """The question to which the answer is always no."""


Question: TypeAlias = Holds | IsFirst | IsLast | Flag | Never


@dataclass(frozen=True, slots=True)
class Condition:
    """A question, and which answer counts as yes."""

    question: Question
    wanted: bool = True

    def negated(self) -> Condition:
        """Return the opposite condition."""
        return Condition(self.question, not self.wanted)


@dataclass(frozen=True, slots=True)
class StepBlock:
    """An action to try, or a pointer to move."""

    instruction: Act | PointerInstruction


@dataclass(frozen=True, slots=True)
class FlagBlock:
    """Keep in the flag y whether a condition holds now."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class LoopBlock:
    """A body that is run again and again until a condition holds after it.

    With `advance`, the pointer moves on to its next object before each further run. Without
    `until`, the body is run once, and again only where a `continue` with the label says so.
    """

    label: str
    body: tuple[Block, ...]
    until: Condition | None
    advance: str | None = None


@dataclass(frozen=True, slots=True)
class AgainBlock:
    """A labelled `continue`: if the condition holds, an enclosing loop starts its body again.

    With `advance`, the pointer moves on to its next object before that.
    """

    label: str
    when: Condition
    advance: str | None = None


Block: TypeAlias = StepBlock | FlagBlock | LoopBlock | AgainBlock

_LABELS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def readable_blocks(program: Program) -> tuple[Block, ...]:
    """Return the readable form of a program that has no unprogrammed line before its end."""
    lines = _lines_before_end(program)
    jumps = {i: _threaded(lines, i, g) for i, g in enumerate(lines) if isinstance(g, Goto)}
    entered = frozenset(goto.target for goto in jumps.values())
    known = {number: _known_flag(lines, number, entered) for number in jumps}
    jumps = {i: goto for i, goto in jumps.items() if known[i] in (None, goto.when)}
    endless = min((i for i in jumps if known[i] is not None), default=len(lines))
    lines = lines[: endless + 1]
    jumps = {i: goto for i, goto in jumps.items() if i <= endless}
    direct = all(_is_direct(lines, i, entered) for i in jumps if i != endless)
    loops = _nested({(goto.target, i) for i, goto in jumps.items()})
    writer = _BlockWriter(lines, jumps, loops, endless, direct)
    return writer.blocks()


def walk_blocks(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks and everything in them, in the order of the text."""
    for block in blocks:
        yield block
        if isinstance(block, LoopBlock):
            yield from walk_blocks(block.body)


def keeps_flag(blocks: Sequence[Block]) -> bool:
    """Return whether blocks set the flag y or ask for it."""
    for block in walk_blocks(blocks):
        match block:
            case FlagBlock():
                return True
            case LoopBlock(until=Condition(Flag())) | AgainBlock(when=Condition(Flag())):
                return True
    return False


def _lines_before_end(program: Program) -> list[Instruction]:
    lines: list[Instruction] = []
    for number, line in enumerate(program.lines):
        if line is None:
            raise ProblemError(
                f"line {number} of the program is not programmed yet; only the paper's form "
                "can show such a program"
            )
        if line == End():
            break
        lines.append(line)
    return lines


def _threaded(lines: Sequence[Instruction], number: int, goto: Goto) -> Goto:
    """Return the goto with a target that is no goto: where the jumps end that it leads to.

    Between jumps y stays what it was, so it is known which of the gotos at the target jump.
    """
    target, seen = goto.target, set[int]()
    while isinstance(following := lines[target], Goto):
        if target in seen or target + 1 >= number:
            return goto
        seen.add(target)
        target = following.target if following.when == goto.when else target + 1
    return Goto(target, goto.when)


def _known_flag(lines: Sequence[Instruction], number: int, entered: frozenset[int]) -> bool | None:
    """Return the value that y has at a goto whenever it is reached, None if it can have both."""
    if number in entered:
        return None
    if number == 0:
        return False
    match lines[number - 1]:
        case Clear():
            return True
        case Goto(_, when):
            return not when
    return None


def _is_direct(lines: Sequence[Instruction], number: int, entered: frozenset[int]) -> bool:
    """Return whether y was always set by the line before."""
    settles = Inc | Dec | Clear | Set | Test
    return number not in entered and number > 0 and isinstance(lines[number - 1], settles)


def _nested(loops: set[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Return loops as (first line, last line), made longer until none overlaps another."""
    while True:
        for start, end in sorted(loops):
            over = [e for s, e in loops if start < s <= end < e]
            if over:
                loops = loops - {(start, end)} | {(start, max(over))}
                break
        else:
            return frozenset(loops)


class _BlockWriter:
    def __init__(
        self,
        lines: Sequence[Instruction],
        jumps: Mapping[int, Goto],
        loops: frozenset[tuple[int, int]],
        endless: int,
        direct: bool,
    ) -> None:
        self.lines = lines
        self.jumps = jumps
        self.endless = endless
        self.direct = direct
        self.order = sorted(loops, key=lambda loop: (loop[0], -loop[1]))
        continued = {self._loop_of(i) for i, goto in jumps.items() if not self._closes(i)}
        labelled = [loop for loop in self.order if loop in continued]
        self.labels = {loop: _label(place) for place, loop in enumerate(labelled)}

    def _loop_of(self, number: int) -> tuple[int, int]:
        """Return the innermost loop that starts at the target of the jump on a line."""
        target = self.jumps[number].target
        return min((s, e) for s, e in self.order if s == target and e >= number)

    def _closes(self, number: int) -> bool:
        return self._loop_of(number)[1] == number

    def blocks(self) -> tuple[Block, ...]:
        return self._between(0, len(self.lines) - 1, self.order)

    def _between(
        self, first: int, last: int, loops: Sequence[tuple[int, int]]
    ) -> tuple[Block, ...]:
        """Return the blocks of some lines; `loops` are those within, the outer ones first."""
        blocks: list[Block] = []
        number = first
        while number <= last:
            opened = next((loop for loop in loops if loop[0] == number), None)
            if opened is None:
                blocks += self._line(number)
                number += 1
            else:
                inner = [x for x in loops if x != opened and opened[0] <= x[0] <= opened[1]]
                blocks += self._loop(opened, inner)
                number = opened[1] + 1
                loops = [x for x in loops if x[0] >= number]
        return tuple(blocks)

    def _loop(
        self, loop: tuple[int, int], inner: Sequence[tuple[int, int]]
    ) -> Iterator[LoopBlock | StepBlock]:
        start, end = loop
        body = self._between(start, end, inner)
        label = self.labels.get(loop, "")
        if end not in self.jumps or self._loop_of(end) != loop:
            yield LoopBlock(label, body, None)
            return
        jumps, advance, after = self._jump(end)
        yield LoopBlock(label, body, jumps.negated(), advance)
        yield from after

    def _line(self, number: int) -> Iterator[Block]:
        line = self.lines[number]
        match line:
            case Goto():
                if number in self.jumps and not self._closes(number):
                    jumps, advance, after = self._jump(number)
                    yield AgainBlock(self.labels[self._loop_of(number)], jumps, advance)
                    yield from after
            case Test(predicate, pointers):
                if not self.direct:
                    yield FlagBlock(Condition(Holds(predicate, pointers), False))
            case Inc(pointer):
                if not self.direct:
                    yield FlagBlock(Condition(IsLast(pointer)))
                if not self._decides(number):
                    yield StepBlock(line)
            case Dec(pointer) | Clear(pointer) | Set(pointer, _):
                yield StepBlock(line)
                if not self.direct:
                    yield FlagBlock(Condition(IsFirst(pointer)))
            case Act():
                yield StepBlock(line)

    def _decides(self, number: int) -> bool:
        """Return whether the goto after the line depends on what the line does."""
        return self.direct and number + 1 in self.jumps and number + 1 != self.endless

    def _jump(self, number: int) -> tuple[Condition, str | None, tuple[StepBlock, ...]]:
        """Return when a goto jumps, which pointer moves on before that, and what follows if not."""
        when = self.jumps[number].when
        if number == self.endless:
            return Condition(Never(), False), None, ()
        if not self.direct:
            return Condition(Flag(), when), None, ()
        setter = self.lines[number - 1]
        match setter:
            case Test(predicate, pointers):
                return Condition(Holds(predicate, pointers), not when), None, ()
            case Inc(pointer) if when:
                return Condition(IsLast(pointer)), None, (StepBlock(setter),)
            case Inc(pointer):
                return Condition(IsLast(pointer), False), pointer, ()
            case Dec(pointer) | Clear(pointer) | Set(pointer, _):
                return Condition(IsFirst(pointer), when), None, ()
        raise AssertionError(f"line {number - 1} does not set y")


def _label(place: int) -> str:
    """Return A to Z, then A1 and so on."""
    turn, letter = divmod(place, len(_LABELS))
    return _LABELS[letter] + (str(turn) if turn else "")
