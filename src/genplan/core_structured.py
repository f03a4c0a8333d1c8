"""Structured programs in the compiled core: tables in, numbers back to names out."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final

from genplan import _core
from genplan.checkpoints import Saving
from genplan.compiled import CompiledDomain, CompiledInstance, CompiledProblem
from genplan.compiled_structured import CompiledStatement, StatementKind, structured_program
from genplan.core_engine import (
    cancelled,
    load,
    no_limit,
    search_options,
    search_progress,
    search_result,
    seconds,
)
from genplan.evaluations import Evaluation, EvaluationCode, PythonEvaluation
from genplan.execution import Execution
from genplan.outcomes import ExecutionOutcome
from genplan.program.structured import StructuredProgram
from genplan.program.structured.statements import Mode, find_condition
from genplan.search import CancelToken, Configuration, Observer, SearchResult

__all__ = ["end_of_rows", "execute_structured", "row", "run_rows", "search_structured"]

_EVALUATIONS: Final = {
    EvaluationCode.GOAL_COUNT: 0,
    EvaluationCode.LANDMARK_COUNT: 1,
    EvaluationCode.LANDMARK_FRACTION: 2,
}

_Row = tuple[int, int, int, Sequence[int], Sequence[bool], int]


def row(s: CompiledStatement) -> _Row:
    """Return a statement as the core reads it."""
    return int(s.kind), s.operand, int(s.mode), s.pointers, s.choose, s.size


def run_rows(
    loaded: _core.Instance,
    rows: Sequence[_Row],
    step_limit: int,
    time_limit: float,
    cancel: CancelToken | None,
) -> tuple[str, int, int, int]:
    """Return outcome, steps, actions and goal facts missing of a program."""
    run = _core.execute_structured(loaded, rows, step_limit, time_limit, cancelled(cancel))
    return run.outcome, run.steps, run.plan_length, run.goals_missing


def end_of_rows(
    loaded: _core.Instance,
    rows: Sequence[_Row],
    step_limit: int,
    time_limit: float,
    cancel: CancelToken | None,
) -> tuple[int, ...] | None:
    """Return the atoms at the end of a program, None if it does not end in time."""
    run = _core.execute_structured(loaded, rows, step_limit, time_limit, cancelled(cancel))
    if run.outcome == ExecutionOutcome.INTERRUPTED.value:
        raise KeyboardInterrupt
    ended = run.outcome in (ExecutionOutcome.SOLVED.value, ExecutionOutcome.INCORRECT.value)
    return tuple(run.true_atoms()) if ended and run.steps <= step_limit else None


def execute_structured(
    loaded: _core.Instance,
    instance: CompiledInstance,
    statements: Sequence[CompiledStatement],
    time_limit: float | None = None,
    cancel: CancelToken | None = None,
) -> Execution:
    """Return the execution of a structured program."""
    rows = [row(statement) for statement in statements]
    run = _core.execute_structured(
        loaded, rows, no_limit(None), seconds(time_limit), cancelled(cancel)
    )
    plan: array[int] = array("I")
    plan.frombytes(run.plan())
    return Execution(
        instance,
        ExecutionOutcome(run.outcome),
        run.line,
        False,
        run.steps,
        tuple(run.pointers),
        plan,
        array("Q", run.true_atoms()),
    )


def search_structured(
    problem: CompiledProblem,
    configuration: Configuration,
    observer: Observer | None = None,
    cancel: CancelToken | None = None,
    saving: Saving | None = None,
) -> SearchResult:
    """Return how a search for a structured program ended."""

    def program(rows: Sequence[_Row]) -> StructuredProgram:
        return _program(rows, problem.domain)

    report = _core.search_structured(
        load(problem),
        _structured_options(configuration, problem.domain),
        search_options(configuration, saving or Saving()),
        None if observer is None else lambda row: observer(search_progress(row, program)),
        cancelled(cancel),
    )
    return search_result(report, program)


def _structured_options(configuration: Configuration, domain: CompiledDomain) -> dict[str, Any]:
    options = configuration.structured
    return {
        "go": options.go,
        "find": options.find,
        "each": options.each,
        "goals": options.goals,
        "hidden": _hidden_conditions(domain),
        "evaluations": [_evaluation_number(e) for e in configuration.evaluations],
        "length_weight": options.length_weight,
        "step_limit": options.step_limit,
        "most_statements": configuration.lines,
    }


def _evaluation_number(evaluation: Evaluation | PythonEvaluation) -> int:
    assert isinstance(evaluation, Evaluation)
    return _EVALUATIONS[evaluation.code]


def _hidden_conditions(domain: CompiledDomain) -> list[tuple[int, int]]:
    """Return predicate and mode of the conditions that a predicate of the domain hides."""
    hidden = []
    for number, predicate in enumerate(domain.domain.predicates):
        for mode in Mode:
            found = find_condition(domain.domain, mode.prefix + predicate.name)
            if found is None or found[0] is not mode or found[1] != predicate:
                hidden.append((number, int(mode)))
    return hidden


def _program(rows: Sequence[_Row], domain: CompiledDomain) -> StructuredProgram:
    statements = [
        CompiledStatement(
            StatementKind(kind), operand, Mode(mode), tuple(pointers), tuple(choose), size
        )
        for kind, operand, mode, pointers, choose, size in rows
    ]
    return structured_program(statements, domain)
