"""Execution of planning programs, in plain Python (Paper: "Planning programs for STRIPS domains").

A machine is a value: planning state, pointers, the flag y, and the line to execute next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from genplan.compiled import CompiledInstance, CompiledInstruction, CompiledLiteral, Kind
from genplan.outcomes import ExecutionOutcome

__all__ = [
    "Halt",
    "Lines",
    "Machine",
    "applied_action",
    "goal_facts_missing",
    "run",
    "start",
    "step",
]

Lines = Sequence[CompiledInstruction | None]


@dataclass(frozen=True, slots=True)
class Machine:
    """A program state: the true atoms, where the pointers stand, y, and the current line."""

    state: frozenset[int]
    pointers: tuple[int, ...]
    y: bool
    line: int


@dataclass(frozen=True, slots=True)
class Halt:
    """Where and why an execution stopped, and after how many instructions (`end` apart)."""

    machine: Machine
    outcome: ExecutionOutcome
    steps: int


def start(instance: CompiledInstance) -> Machine:
    """Return the machine at the start: initial state, pointers at 0, y false, line 0."""
    pointers = (0,) * len(instance.domain.pointers)
    return Machine(frozenset(instance.initial), pointers, False, 0)


def run(
    lines: Lines,
    instance: CompiledInstance,
    machine: Machine,
    after_step: Callable[[Machine, Machine], None] | None = None,
) -> Halt:
    """Return where the program halts when it goes on from a machine.

    The third way to stop, a program state that occurred before, is an infinite program. All
    machines since the start are kept and compared as values, so the detection is exact.
    `after_step` is told the machine before and after every executed instruction.
    """
    seen: set[Machine] = set()
    steps = 0
    while True:
        instruction = lines[machine.line]
        if instruction is None:
            return Halt(machine, ExecutionOutcome.UNDEFINED, steps)
        if instruction.kind is Kind.END:
            solved = goal_facts_missing(instance, machine.state) == 0
            outcome = ExecutionOutcome.SOLVED if solved else ExecutionOutcome.INCORRECT
            return Halt(machine, outcome, steps)
        if machine in seen:
            return Halt(machine, ExecutionOutcome.INFINITE, steps)
        seen.add(machine)
        following = step(instruction, instance, machine)
        steps += 1
        if after_step is not None:
            after_step(machine, following)
        machine = following


def step(instruction: CompiledInstruction, instance: CompiledInstance, machine: Machine) -> Machine:
    """Return the machine after one instruction that is not `end`."""
    following = machine.line + 1
    if instruction.kind is Kind.GOTO:
        jumps = machine.y == instruction.when
        line = instruction.operand if jumps else following
        return Machine(machine.state, machine.pointers, machine.y, line)
    if instruction.kind is Kind.ACT:
        state = successor(instruction, instance, machine)
        return Machine(state, machine.pointers, machine.y, following)
    if instruction.kind is Kind.TEST:
        y = not holds(instruction, instance, machine)
        return Machine(machine.state, machine.pointers, y, following)
    pointers, y = moved(instruction, instance, machine.pointers)
    return Machine(machine.state, pointers, y, following)


def moved(
    instruction: CompiledInstruction, instance: CompiledInstance, pointers: tuple[int, ...]
) -> tuple[tuple[int, ...], bool]:
    """Return the pointers after a pointer instruction, and y (Paper: the case table of y_z)."""
    z = instruction.pointers[0]
    old = pointers[z]
    count = len(instance.members[instance.domain.pointer_types[z]])
    if count == 0:
        return pointers, True
    if instruction.kind is Kind.INC:
        new, y = (old + 1, False) if old + 1 < count else (old, True)
    elif instruction.kind is Kind.DEC:
        new, y = (old - 1, old == 1) if old > 0 else (old, True)
    elif instruction.kind is Kind.CLEAR:
        new, y = 0, True
    else:
        new = pointers[instruction.pointers[1]]
        y = new == 0
    return (*pointers[:z], new, *pointers[z + 1 :]), y


def holds(instruction: CompiledInstruction, instance: CompiledInstance, machine: Machine) -> bool:
    """Return whether the atom of a test is true; false if a pointer has no object."""
    objects = pointed_at(instruction.pointers, instance, machine.pointers)
    return objects is not None and (
        instance.atom_number(instruction.operand, objects) in machine.state
    )


def successor(
    instruction: CompiledInstruction, instance: CompiledInstance, machine: Machine
) -> frozenset[int]:
    """Return the state after an action over pointers, unchanged if it is not applicable."""
    objects = pointed_at(instruction.pointers, instance, machine.pointers)
    if objects is None or not applicable(instruction.operand, objects, instance, machine.state):
        return machine.state
    return effect_of(instruction.operand, objects, instance, machine.state)


def effect_of(
    action: int, objects: Sequence[int], instance: CompiledInstance, state: frozenset[int]
) -> frozenset[int]:
    """Return the state after an applicable action: what it deletes is gone, then it adds."""
    effects = instance.domain.actions[action].effects
    deleted = {ground(e, objects, instance) for e in effects if not e.positive}
    added = {ground(e, objects, instance) for e in effects if e.positive}
    return (state - deleted) | added


def applicable(
    action: int, objects: Sequence[int], instance: CompiledInstance, state: frozenset[int]
) -> bool:
    """Return whether a ground action is applicable in a state."""
    schema = instance.domain.actions[action]
    return all(
        (term_object(left, objects) == term_object(right, objects)) == equal
        for left, right, equal in schema.equalities
    ) and all((ground(p, objects, instance) in state) == p.positive for p in schema.preconditions)


def ground(literal: CompiledLiteral, objects: Sequence[int], instance: CompiledInstance) -> int:
    """Return the number of a literal's atom when objects stand for the parameters."""
    terms = [term_object(term, objects) for term in literal.terms]
    return instance.atom_number(literal.predicate, terms)


def term_object(term: int, objects: Sequence[int]) -> int:
    """Return the object of a term: a parameter's, or the constant itself."""
    return objects[term] if term >= 0 else -1 - term


def pointed_at(
    numbers: Sequence[int], instance: CompiledInstance, pointers: Sequence[int]
) -> tuple[int, ...] | None:
    """Return the objects at which pointers stand, or None if one has no object at all."""
    types = instance.domain.pointer_types
    groups = [instance.members[types[z]] for z in numbers]
    if not all(groups):
        return None
    return tuple(group[pointers[z]] for group, z in zip(groups, numbers, strict=True))


def goal_facts_missing(instance: CompiledInstance, state: frozenset[int]) -> int:
    """Return how many goal facts do not hold (f_GC of one instance)."""
    return sum((fact // 2 in state) != bool(fact % 2) for fact in instance.goal)


def applied_action(
    instruction: CompiledInstruction, instance: CompiledInstance, machine: Machine
) -> tuple[int, tuple[int, ...]] | None:
    """Return the ground action that the instruction applies in a machine, None if none.

    An applicable action is part of the plan even if it changes nothing.
    """
    if instruction.kind is not Kind.ACT:
        return None
    objects = pointed_at(instruction.pointers, instance, machine.pointers)
    if objects is None or not applicable(instruction.operand, objects, instance, machine.state):
        return None
    return instruction.operand, objects
