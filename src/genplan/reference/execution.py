"""Execution of a whole program by the twin, with its plan."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from time import monotonic

from genplan.compiled import CompiledInstance, CompiledInstruction
from genplan.execution import Execution
from genplan.outcomes import ExecutionOutcome
from genplan.reference.machine import Machine, applied_action, run, start, step
from genplan.search import CancelToken

__all__ = ["execute", "loop_lines"]


class _StopError(Exception):
    """The time is up, or the execution was cancelled."""

    def __init__(self, outcome: ExecutionOutcome, machine: Machine) -> None:
        super().__init__(outcome)
        self.outcome = outcome
        self.machine = machine


def execute(
    instance: CompiledInstance,
    lines: Sequence[CompiledInstruction],
    time_limit: float | None = None,
    cancel: CancelToken | None = None,
) -> Execution:
    """Return the execution of a complete program."""
    plan: array[int] = array("I")
    deadline = None if time_limit is None else monotonic() + time_limit
    steps = 0

    def after_step(machine: Machine, following: Machine) -> None:
        nonlocal steps
        steps += 1
        applied = applied_action(lines[machine.line], instance, machine)
        if applied is not None:
            plan.extend((applied[0], *applied[1]))
        if deadline is not None and steps % 256 == 0 and monotonic() > deadline:
            raise _StopError(ExecutionOutcome.OUT_OF_TIME, following)
        if cancel is not None and cancel.cancelled:
            raise _StopError(ExecutionOutcome.INTERRUPTED, following)

    try:
        halt = run(lines, instance, start(instance), after_step)
        machine, outcome = halt.machine, halt.outcome
    except _StopError as stopped:
        machine, outcome = stopped.machine, stopped.outcome
    return Execution(
        instance,
        outcome,
        machine.line,
        machine.y,
        steps,
        machine.pointers,
        plan,
        array("Q", sorted(machine.state)),
    )


def loop_lines(
    instance: CompiledInstance, lines: Sequence[CompiledInstruction], execution: Execution
) -> tuple[int, ...]:
    """Return the lines that an infinite program repeats, from a machine that recurs.

    The cycle can be longer than is worth following; its lines show up early.
    """
    begin = Machine(
        frozenset(execution.true_atoms), execution.pointers, execution.y, execution.line
    )
    seen = {begin.line}
    machine = begin
    for _ in range(10_000):
        machine = step(lines[machine.line], instance, machine)
        if machine == begin:
            break
        seen.add(machine.line)
    return tuple(sorted(seen))
