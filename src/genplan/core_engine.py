"""The compiled core as an engine: tables in, numbers back to names out."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any

from genplan import _core
from genplan.checkpoints import Saving
from genplan.compiled import (
    CompiledDomain,
    CompiledInstance,
    CompiledInstruction,
    CompiledLiteral,
    CompiledProblem,
    compile_instruction,
)
from genplan.errors import ProblemError
from genplan.evaluations import Evaluation, EvaluationCode, HaltedRun, PythonEvaluation
from genplan.execution import Execution
from genplan.landmark_graph import (
    Achievement,
    Construction,
    FactLandmark,
    LandmarkTable,
    PointerLandmark,
)
from genplan.outcomes import ExecutionOutcome, SearchOutcome
from genplan.program import AnyProgram
from genplan.program.instruction_set import InstructionSet
from genplan.program.instructions import End, Goto, Instruction
from genplan.program.program import Program
from genplan.reference.evaluation import python_value
from genplan.search import (
    CancelToken,
    Configuration,
    Observer,
    Progress,
    Sample,
    SearchResult,
    Statistics,
    Strategy,
)

__all__ = [
    "CoreInstance",
    "CorePlanner",
    "StateError",
    "cancelled",
    "discover",
    "execute",
    "is_certified",
    "load",
    "no_limit",
    "row",
    "run_rows",
    "search",
    "search_options",
    "search_progress",
    "search_result",
    "seconds",
]

CoreInstance = _core.Instance
StateError = _core.StateError

MOST_INSTRUCTIONS = 0xFFFF
"""Instruction numbers take 16 bits in an open node, one of them being "undefined"."""

MOST_WEIGHT = 1 << 31
"""Values take 64 bits; goal counts stay far below 32."""

_UNDEFINED = 0xFFFF
_NO_LIMIT = (1 << 64) - 1
_LANDMARK_MODE = {Construction.PAPER: 1, Construction.SOUND: 2}


def load(problem: CompiledProblem) -> list[_core.Instance]:
    """Return the instances of a problem as the core keeps them."""
    domain = load_domain(problem.domain)
    return [load_instance(domain, instance) for instance in problem.instances]


def load_domain(domain: CompiledDomain) -> _core.Domain:
    """Return a domain as the core keeps it."""

    def rows(literals: Sequence[CompiledLiteral]) -> list[tuple[int, tuple[int, ...], bool]]:
        return [(x.predicate, x.terms, x.positive) for x in literals]

    actions = [
        (a.parameter_types, rows(a.preconditions), a.equalities, rows(a.effects))
        for a in domain.actions
    ]
    return _core.Domain(
        [sorted(group) for group in domain.subtypes],
        domain.predicate_types,
        domain.static,
        actions,
        domain.pointer_types,
    )


def load_instance(domain: _core.Domain, instance: CompiledInstance) -> _core.Instance:
    """Return an instance as the core keeps it."""
    return _core.Instance(
        domain, len(instance.objects), instance.members, instance.initial, instance.goal
    )


def row(instruction: CompiledInstruction) -> tuple[int, int, tuple[int, ...], bool]:
    """Return an instruction as the core reads it."""
    return int(instruction.kind), instruction.operand, instruction.pointers, instruction.when


def execute(
    loaded: _core.Instance,
    instance: CompiledInstance,
    lines: Sequence[CompiledInstruction],
    time_limit: float | None = None,
    cancel: CancelToken | None = None,
) -> Execution:
    """Return the execution of a complete program."""
    if len(lines) > MOST_INSTRUCTIONS:
        raise ProblemError(
            f"the program has {len(lines):,} lines; the compiled core runs programs of at most "
            f"{MOST_INSTRUCTIONS:,}. Use the engine python"
        )
    rows = [row(line) for line in lines]
    run = _core.execute(loaded, rows, True, 0, seconds(time_limit), cancelled(cancel))
    plan: array[int] = array("I")
    plan.frombytes(run.plan())
    return Execution(
        instance,
        ExecutionOutcome(run.outcome),
        run.line,
        run.y,
        run.steps,
        tuple(run.pointers),
        plan,
        array("Q", run.true_atoms()),
    )


def run_rows(
    loaded: _core.Instance,
    rows: Sequence[tuple[int, int, tuple[int, ...], bool]],
    step_limit: int,
    time_limit: float,
    cancel: CancelToken | None,
) -> tuple[str, int, int, int]:
    """Return outcome, steps, actions and goal facts missing of a complete program."""
    run = _core.execute(loaded, rows, True, 0, time_limit, cancelled(cancel), step_limit)
    return run.outcome, run.steps, run.plan_length, run.goals_missing


def _why_stopped(error: RuntimeError) -> BaseException:
    """Return the exception that stands for what the core says."""
    if str(error) == "interrupted":
        return KeyboardInterrupt()
    return TimeoutError() if str(error) == "out_of_time" else MemoryError()


class CorePlanner:
    """Plans for goal facts of an instance; states are given by their atoms."""

    def __init__(
        self,
        loaded: _core.Instance,
        memory_limit: int,
        seconds: float,
        cancel: CancelToken | None,
    ) -> None:
        """Ground the actions; a limit or a wish to stop is an error."""
        try:
            self._planner = _core.Planner(loaded, memory_limit, seconds, cancelled(cancel))
        except RuntimeError as error:
            raise _why_stopped(error) from None

    def reachable(self, atoms: Iterable[int], goals: Sequence[int]) -> bool:
        """Return whether the goals are in reach if nothing is ever deleted."""
        return self._planner.reachable(list(atoms), goals)

    def plan(
        self,
        atoms: Iterable[int],
        goals: Sequence[int],
        most_states: int,
        seconds: float,
        cancel: CancelToken | None,
    ) -> tuple[tuple[int, tuple[int, ...]], ...] | None:
        """Return actions with their objects, None if there are none among so many states."""
        try:
            found = self._planner.plan(list(atoms), goals, most_states, seconds, cancelled(cancel))
        except RuntimeError as error:
            raise _why_stopped(error) from None
        if found is None:
            return None
        return tuple((action, tuple(objects)) for action, objects in found)


def discover(
    loaded: _core.Instance,
    construction: Construction,
    *,
    pointers: bool,
    memory_limit: int,
    cancel: CancelToken | None = None,
) -> LandmarkTable:
    """Return the landmark graph of an instance."""
    try:
        facts, pointer_rows, greedy, natural = _core.landmarks(
            loaded,
            construction is Construction.SOUND,
            pointers,
            inf,
            memory_limit,
            cancelled(cancel),
        )
    except (MemoryError, RuntimeError) as error:
        if str(error) == "interrupted":
            raise KeyboardInterrupt from None
        raise ProblemError(
            f"the landmark graph does not fit in the memory allowed ({memory_limit:,} bytes): "
            "the instance has too many ground actions"
        ) from None
    return LandmarkTable(
        tuple(FactLandmark(tuple(numbers), is_goal) for numbers, is_goal in facts),
        tuple(
            PointerLandmark(tuple(Achievement(a, tuple(objects)) for a, objects in achievers), fact)
            for achievers, fact in pointer_rows
        ),
        tuple(greedy),
        tuple(natural),
    )


def is_certified(loaded: _core.Instance, facts: Sequence[int]) -> bool:
    """Return whether a disjunction of facts is certainly a landmark."""
    return _core.is_certified(loaded, facts)


def seconds(limit: float | None) -> float:
    """Return a time limit as the core takes it."""
    return inf if limit is None else limit


def cancelled(cancel: CancelToken | None) -> Callable[[], bool] | None:
    """Return what the core asks whether to stop."""
    return None if cancel is None else lambda: cancel.cancelled


def search(
    problem: CompiledProblem,
    configuration: Configuration,
    observer: Observer | None = None,
    cancel: CancelToken | None = None,
    saving: Saving | None = None,
) -> SearchResult:
    """Return how a search by the compiled core ended."""
    return _CoreSearch(problem, configuration).run(observer, cancel, saving or Saving())


class _CoreSearch:
    """One search: the numbering of its instructions, and the way back to programs."""

    def __init__(self, problem: CompiledProblem, configuration: Configuration) -> None:
        self.problem = problem
        self.configuration = configuration
        self.set = InstructionSet.build(
            problem.domain.domain, problem.domain.pointers, configuration.lines
        )
        self._check_size()
        gotos = [Goto(t, w) for t in range(configuration.lines - 1) for w in (False, True)]
        self.instructions: list[Instruction] = [
            *self.set.actions,
            *self.set.pointer_instructions,
            *self.set.tests,
            *gotos,
            End(),
        ]

    def _check_size(self) -> None:
        groups = (self.set.actions, self.set.pointer_instructions, self.set.tests)
        count = sum(map(len, groups)) + 2 * (self.configuration.lines - 1) + 1
        if count >= MOST_INSTRUCTIONS:
            raise ProblemError(
                f"there are {count:,} instructions for these pointers and lines; at most "
                f"{MOST_INSTRUCTIONS - 1:,} are possible. Use fewer pointers or lines"
            )

    def run(
        self, observer: Observer | None, cancel: CancelToken | None, saving: Saving
    ) -> SearchResult:
        """Return the result of the search."""
        evaluations = self.configuration.evaluations
        counts = (
            len(self.set.actions),
            len(self.set.pointer_instructions),
            len(self.set.tests),
        )
        compiled = [compile_instruction(i, self.problem.domain) for i in self.instructions]
        report = _core.search(
            load(self.problem),
            [row(instruction) for instruction in compiled],
            counts,
            self.configuration.lines,
            [_evaluation_row(e) for e in evaluations],
            [self._custom(e) for e in evaluations if isinstance(e, PythonEvaluation)],
            search_options(self.configuration, saving),
            None if observer is None else lambda row: observer(search_progress(row, self._program)),
            cancelled(cancel),
        )
        return search_result(report, self._program)

    def _program(self, code: Sequence[int]) -> Program:
        lines = [None if n == _UNDEFINED else self.instructions[n] for n in code]
        domain = self.problem.domain
        return Program(domain.domain.name, domain.pointers, (*lines, End()))

    def _custom(self, evaluation: PythonEvaluation) -> Callable[[list[int], list[Any]], int]:
        def function(code: list[int], rows: list[Any]) -> int:
            runs = [self._halted_run(*row) for row in rows]
            return python_value(evaluation, self._program(code), runs)

        return function

    def _halted_run(
        self,
        position: int,
        atoms: list[int],
        pointers: list[int],
        y: bool,
        line: int,
        steps: int,
        goals_missing: int,
    ) -> HaltedRun:
        instance = self.problem.instances[position]
        state = frozenset(instance.atom(number) for number in atoms)
        return HaltedRun(instance.instance, state, tuple(pointers), y, line, steps, goals_missing)


def search_progress(
    row: dict[str, Any], program: Callable[[Sequence[Any]], AnyProgram]
) -> Progress:
    """Return what an observer is told; `program` gives names to the core's numbers."""
    return Progress(
        row["expanded"],
        row["evaluated"],
        row["dead"],
        row["open"],
        row["memory"],
        tuple(row["current_values"]),
        tuple(row["best_values"]),
        tuple(row["active"]),
        program(row["current"]),
        program(row["best"] if row["best_values"] else row["current"]),
    )


def search_result(
    row: dict[str, Any], program: Callable[[Sequence[Any]], AnyProgram]
) -> SearchResult:
    """Return how a search ended; `program` gives names to the core's numbers."""
    statistics = Statistics(
        row["expanded"],
        row["evaluated"],
        row["dead"],
        row["states"],
        row["landmark_seconds"],
        row["search_seconds"],
        row["memory"],
    )
    outcome = SearchOutcome(row["outcome"])
    return SearchResult(
        outcome,
        program(row["solution"]) if outcome is SearchOutcome.SOLVED else None,
        statistics,
        tuple(row["active"]),
        program(row["best"]) if row["best_values"] else None,
        tuple(row["best_values"]),
        tuple(row["activated_at"]),
        tuple(Sample(*sample) for sample in row["history"]),
    )


def search_options(c: Configuration, saving: Saving) -> dict[str, Any]:
    """Return what the searches of all languages are asked."""
    pairs = zip(c.open_queues, c.columns, strict=True)
    return {
        "queues": [(columns, q.novel, q.ratio, q.by_length) for q, columns in pairs],
        "values": len(c.evaluations),
        "all_active": c.strategy is Strategy.BFS,
        "lazy": c.lazy,
        "evaluation_limit": no_limit(c.evaluation_limit),
        "open_limit": no_limit(c.open_limit),
        "landmark_mode": _LANDMARK_MODE[c.landmarks] if c.needs_landmarks else 0,
        "time_limit": seconds(c.time_limit),
        "memory_limit": c.memory_limit,
        "interval": c.progress_interval,
        "saver": saving.writer,
        "save_interval": saving.interval,
        "saved": saving.state,
    }


def no_limit(limit: int | None) -> int:
    """Return a limit on a count as the core takes it."""
    return _NO_LIMIT if limit is None else min(limit, _NO_LIMIT)


def _evaluation_row(evaluation: Evaluation | PythonEvaluation) -> tuple[int, int]:
    if isinstance(evaluation, PythonEvaluation):
        return int(EvaluationCode.PYTHON), 0
    if evaluation.weight >= MOST_WEIGHT:
        raise ProblemError(
            f"the weight of {evaluation.name} must be below {MOST_WEIGHT:,}, "
            f"not {evaluation.weight:,}"
        )
    return int(evaluation.code), evaluation.weight
