"""The execution of a structured program by the twin, with its plan."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from time import monotonic

from genplan.compiled import CompiledInstance
from genplan.compiled_structured import CompiledStatement
from genplan.execution import Execution
from genplan.outcomes import ExecutionOutcome
from genplan.reference.machine import goal_facts_missing
from genplan.reference.structured_machine import InfiniteLoopError, StructuredMachine
from genplan.search import CancelToken

__all__ = ["execute"]


class _StopError(Exception):
    """The time is up, or the execution was cancelled."""

    def __init__(self, outcome: ExecutionOutcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


def execute(
    instance: CompiledInstance,
    statements: Sequence[CompiledStatement],
    time_limit: float | None = None,
    cancel: CancelToken | None = None,
) -> Execution:
    """Return the execution of a structured program.

    Its line is the number of the `repeat` that is infinite, of the last step's statement if
    it was stopped, and otherwise the number of statements.
    """
    machine = StructuredMachine(statements, instance, _poll(time_limit, cancel))
    plan: array[int] = array("I")
    steps, line = 0, 0
    try:
        for step in machine.run():
            steps, line = steps + 1, step.statement
            if step.action is not None:
                plan.extend((step.action[0], *step.action[1]))
        solved = goal_facts_missing(instance, machine.state) == 0
        outcome = ExecutionOutcome.SOLVED if solved else ExecutionOutcome.INCORRECT
        line = len(statements)
    except InfiniteLoopError as loop:
        outcome, line = ExecutionOutcome.INFINITE, loop.statement
    except _StopError as stopped:
        outcome = stopped.outcome
    return Execution(
        instance,
        outcome,
        line,
        False,
        steps,
        machine.pointers,
        plan,
        array("Q", sorted(machine.state)),
    )


def _poll(time_limit: float | None, cancel: CancelToken | None) -> Callable[[], None]:
    """Return what stops an execution in time; it looks at the clock now and then only."""
    deadline = None if time_limit is None else monotonic() + time_limit
    calls = 0

    def poll() -> None:
        nonlocal calls
        calls += 1
        if cancel is not None and cancel.cancelled:
            raise _StopError(ExecutionOutcome.INTERRUPTED)
        if deadline is not None and calls % 256 == 0 and monotonic() > deadline:
            raise _StopError(ExecutionOutcome.OUT_OF_TIME)

    return poll
