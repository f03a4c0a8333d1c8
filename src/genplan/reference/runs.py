"""Runs of whole programs by the twin that give no more than steps and actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from genplan.compiled import CompiledInstance, CompiledInstruction
from genplan.compiled_structured import CompiledStatement
from genplan.outcomes import ExecutionOutcome
from genplan.reference.machine import Machine, applied_action, goal_facts_missing, run, start
from genplan.reference.structured_machine import (
    InfiniteLoopError,
    StepLimitError,
    StructuredMachine,
)

__all__ = ["run_goto", "run_structured"]


def run_structured(
    lines: Sequence[CompiledStatement],
    instance: CompiledInstance,
    step_limit: int,
    poll: Callable[[], None],
) -> tuple[int, int] | None:
    """Return steps and actions of a structured program, None if it fails or takes too long."""
    machine = StructuredMachine(lines, instance, poll, step_limit)
    try:
        actions = sum(step.action is not None for step in machine.run())
    except (InfiniteLoopError, StepLimitError):
        return None
    solved = goal_facts_missing(instance, machine.state) == 0 and machine.steps <= step_limit
    return (machine.steps, actions) if solved else None


def run_goto(
    lines: Sequence[CompiledInstruction],
    instance: CompiledInstance,
    step_limit: int,
    poll: Callable[[], None],
) -> tuple[int, int] | None:
    """Return steps and actions of a goto program, None if it fails or takes too long."""
    steps = actions = 0

    def after_step(machine: Machine, _: Machine) -> None:
        nonlocal steps, actions
        poll()
        steps += 1
        if steps > step_limit:
            raise StepLimitError
        actions += applied_action(lines[machine.line], instance, machine) is not None

    try:
        halt = run(lines, instance, start(instance), after_step)
    except StepLimitError:
        return None
    return (steps, actions) if halt.outcome is ExecutionOutcome.SOLVED else None
