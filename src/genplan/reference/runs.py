"""Runs of whole programs by the twin that give no more than a few numbers."""

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

__all__ = ["end_of_structured", "run_goto", "run_structured"]


def run_structured(
    lines: Sequence[CompiledStatement],
    instance: CompiledInstance,
    step_limit: int,
    poll: Callable[[], None],
) -> tuple[int, int, int] | None:
    """Return steps, actions and goal facts missing, None if a structured program does not end."""
    machine = StructuredMachine(lines, instance, poll, step_limit)
    try:
        actions = sum(step.action is not None for step in machine.run())
    except (InfiniteLoopError, StepLimitError):
        return None
    if machine.steps > step_limit:
        return None
    return machine.steps, actions, goal_facts_missing(instance, machine.state)


def end_of_structured(
    lines: Sequence[CompiledStatement],
    instance: CompiledInstance,
    step_limit: int,
    poll: Callable[[], None],
) -> tuple[int, ...] | None:
    """Return the atoms at the end of a structured program, None if it does not end in time."""
    machine = StructuredMachine(lines, instance, poll, step_limit)
    try:
        for _ in machine.run():
            pass
    except (InfiniteLoopError, StepLimitError):
        return None
    return tuple(sorted(machine.state)) if machine.steps <= step_limit else None


def run_goto(
    lines: Sequence[CompiledInstruction],
    instance: CompiledInstance,
    step_limit: int,
    poll: Callable[[], None],
) -> tuple[int, int, int] | None:
    """Return steps, actions and goal facts missing, None if a goto program does not end."""
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
    if halt.outcome not in (ExecutionOutcome.SOLVED, ExecutionOutcome.INCORRECT):
        return None
    return steps, actions, goal_facts_missing(instance, halt.machine.state)
