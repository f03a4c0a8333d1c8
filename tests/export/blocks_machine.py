"""Runs readable forms and goto programs, and tells what they do, event by event."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from genplan.compiled import (
    CompiledInstance,
    CompiledInstruction,
    Kind,
    compile_instruction,
    compile_program,
)
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
from genplan.program.instructions import Act, Inc, Instruction, PointerInstruction, Test
from genplan.program.program import Program
from genplan.reference.machine import Machine, holds, start, step

Event: TypeAlias = tuple[str, frozenset[int] | None, tuple[int, ...]]
"""An action that is tried or a pointer that moved, with the atoms and pointers after it.

The atoms are left out where they are the same as before, which saves comparing them."""


Running: TypeAlias = Generator[Event, None, str]
"""Events, and at the end the label of a loop to start again, if there is one."""


def event(what: str, before: Machine, after: Machine) -> Event:
    return what, None if after.state is before.state else after.state, after.pointers


def events_of_program(program: Program, instance: CompiledInstance, most: int) -> Iterator[Event]:
    """Yield what a goto program does within so many steps."""
    lines = compile_program(program, instance.domain)
    machine = start(instance)
    for _ in range(most):
        line = lines[machine.line]
        assert line is not None
        if line.kind is Kind.END:
            yield "end", machine.state, machine.pointers
            return
        following = step(line, instance, machine)
        if line.kind is Kind.ACT or following.pointers != machine.pointers:
            yield event(str(program.lines[machine.line]), machine, following)
        machine = following


def events_of_blocks(
    blocks: Sequence[Block], instance: CompiledInstance, most: int
) -> Iterator[Event]:
    """Yield what a readable form does, up to so many blocks."""
    machine = _BlocksMachine(instance, most)
    left = yield from machine.run(blocks)
    assert left == ""
    if machine.fuel > 0:
        yield "end", machine.machine.state, machine.machine.pointers


@dataclass
class _BlocksMachine:
    instance: CompiledInstance
    fuel: int

    def __post_init__(self) -> None:
        self.machine: Machine = start(self.instance)
        self.known: dict[Instruction, CompiledInstruction] = {}

    def compiled(self, instruction: Instruction) -> CompiledInstruction:
        if instruction not in self.known:
            self.known[instruction] = compile_instruction(instruction, self.instance.domain)
        return self.known[instruction]

    def run(self, blocks: Sequence[Block]) -> Running:
        """Run blocks; return the label of the loop to start again, nothing at the end."""
        for block in blocks:
            self.fuel -= 1
            if self.fuel <= 0:
                return ""
            label = yield from self.block(block)
            if label:
                return label
        return ""

    def block(self, block: Block) -> Running:
        match block:
            case StepBlock(instruction):
                yield from self.step(instruction)
            case FlagBlock(condition):
                self.machine = replace(self.machine, y=self.true(condition))
            case AgainBlock(label, when, advance):
                if self.true(when):
                    yield from self.advance(advance)
                    return label
            case LoopBlock():
                return (yield from self.loop(block))
        return ""

    def loop(self, loop: LoopBlock) -> Running:
        while self.fuel > 0:
            self.fuel -= 1
            label = yield from self.run(loop.body)
            if label and label != loop.label:
                return label
            if not label:
                if loop.until is None or self.true(loop.until):
                    return ""
                yield from self.advance(loop.advance)
        return ""

    def advance(self, pointer: str | None) -> Iterator[Event]:
        if pointer is not None:
            yield from self.step(Inc(pointer))

    def step(self, instruction: Act | PointerInstruction) -> Iterator[Event]:
        before = self.machine
        after = step(self.compiled(instruction), self.instance, before)
        self.machine = replace(after, line=0, y=before.y)
        if isinstance(instruction, Act) or after.pointers != before.pointers:
            yield event(str(instruction), before, after)

    def true(self, condition: Condition) -> bool:
        match condition.question:
            case Holds(predicate, names):
                test = self.compiled(Test(predicate, names))
                answer = holds(test, self.instance, self.machine)
            case IsFirst(pointer):
                answer = self._place(pointer)[0] == 0
            case IsLast(pointer):
                place, count = self._place(pointer)
                answer = place + 1 >= count
            case Flag():
                answer = self.machine.y
            case Never():
                answer = False
        return answer == condition.wanted

    def _place(self, pointer: str) -> tuple[int, int]:
        names = [z.name for z in self.instance.domain.pointers]
        number = names.index(pointer)
        type_ = self.instance.domain.pointer_types[number]
        return self.machine.pointers[number], len(self.instance.members[type_])
