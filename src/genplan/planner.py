"""From PDDL files to a validated program: load, solve, validate. The pipeline, top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any, Final

from genplan.checkpoints import Checkpoint, CheckpointPolicy
from genplan.compiled import DEFAULT_MEMORY_LIMIT
from genplan.engine import Engine, execute, search
from genplan.errors import ProblemError
from genplan.evaluations import (
    Evaluation,
    EvaluationFunction,
    PythonEvaluation,
    parse_evaluations,
)
from genplan.execution import Execution
from genplan.inspection import instruction_counts
from genplan.landmark_graph import Construction
from genplan.markup import table
from genplan.outcomes import ExecutionOutcome, SearchOutcome
from genplan.pddl.model import Domain, Instance, Literal
from genplan.pddl.reader import read_domain, read_instance
from genplan.pddl.syntax import shorten
from genplan.problem import GPProblem, make_problem
from genplan.program import AnyProgram
from genplan.program.program import Program
from genplan.program.structured import StructuredProgram
from genplan.program.structured.statements import on_one_line
from genplan.queues import Queue, parse_queues
from genplan.search import (
    CancelToken,
    Configuration,
    Observer,
    SearchResult,
    Statistics,
    Strategy,
)
from genplan.validation import PlanCheck, validate_plan

__all__ = [
    "InstanceReport",
    "Solution",
    "ValidationReport",
    "describe_loop",
    "load",
    "load_instances",
    "solve",
    "validate",
    "validate_instance",
]


MOST_INSTRUCTIONS: Final = 65_000
"""No search gets anywhere with so many; the compiled core numbers them with 16 bits."""


def load(
    domain: str | Path,
    instances: Iterable[str | Path],
    pointers: Mapping[str, int] | None = None,
) -> GPProblem:
    """Return the problem in a domain file and instance files; `pointers` overrides counts."""
    read = read_domain(domain)
    return make_problem(read, load_instances(read, instances), pointers)


def load_instances(
    domain: Domain | str | Path, instances: Iterable[str | Path]
) -> tuple[Instance, ...]:
    """Return the instances of a domain in files, in the order given."""
    read = domain if isinstance(domain, Domain) else read_domain(domain)
    return tuple(read_instance(path, read) for path in instances)


@dataclass(frozen=True)
class Solution:
    """What `solve` found: how it ended, the program if there is one, and what it took."""

    problem: GPProblem
    configuration: Configuration
    result: SearchResult

    @property
    def outcome(self) -> SearchOutcome:
        """Return how the search ended."""
        return self.result.outcome

    @property
    def program(self) -> AnyProgram | None:
        """Return the program that solves all instances, None if none was found."""
        return self.result.program

    @property
    def best_partial(self) -> AnyProgram | None:
        """Return the program with the best values among those looked at."""
        return self.result.best_partial

    @property
    def statistics(self) -> Statistics:
        """Return the counters and what the search took."""
        return self.result.statistics

    @property
    def active(self) -> tuple[str, ...]:
        """Return the names of the instances that became active, in that order."""
        return tuple(self.problem.instances[i].name for i in self.result.active)

    def __bool__(self) -> bool:
        """Return whether a program was found."""
        return self.program is not None

    def __repr__(self) -> str:
        """Return a summary."""
        s = self.statistics
        found = f"{len(self.program)} lines" if self.program else "no program"
        return (
            f"<Solution {self.outcome.value}: {found}, {s.expanded:,} expanded, "
            f"{s.evaluated:,} evaluated>"
        )


def solve(
    problem: GPProblem,
    lines: int,
    *,
    search_strategy: Strategy | str = Strategy.PGP,
    evaluate: str
    | Iterable[str | Evaluation | PythonEvaluation | EvaluationFunction] = "landmark-count",
    landmarks: Construction | str = Construction.PAPER,
    time_limit: float | None = None,
    memory_limit: int = DEFAULT_MEMORY_LIMIT,
    queues: str | Iterable[Queue] = (),
    lazy: bool = False,
    evaluation_limit: int | None = None,
    open_limit: int | None = None,
    engine: Engine | str | None = None,
    observer: Observer | None = None,
    cancel: CancelToken | None = None,
    checkpoint: CheckpointPolicy | None = None,
    resume: Checkpoint | str | Path | None = None,
) -> Solution:
    """Return the outcome of searching for a program of so many lines that solves all instances.

    `evaluate` names evaluation functions, compared lexicographically; Python callables work
    too. `queues`, which replace it, are as in `landmark-count;novel:goal-count*2`. `time_limit`
    is in seconds, `memory_limit` in bytes; for the other options see `Configuration`. The search
    saves itself as `checkpoint` says, and `resume` goes on with a saved one; see `engine.search`.
    """
    configuration = Configuration(
        lines,
        Strategy(search_strategy),
        parse_evaluations(evaluate),
        Construction(landmarks),
        time_limit,
        memory_limit,
        queues=parse_queues(queues) if isinstance(queues, str) else tuple(queues),
        lazy=lazy,
        evaluation_limit=evaluation_limit,
        open_limit=open_limit,
    )
    _check_size(problem, lines)
    result = search(problem, configuration, observer, cancel, engine, checkpoint, resume)
    return Solution(problem, configuration, result)


def _check_size(problem: GPProblem, lines: int) -> None:
    """Refuse a space that could not even be written down, before anything is built."""
    instructions = sum(instruction_counts(problem.domain, problem.pointers)) + 2 * lines
    if instructions > MOST_INSTRUCTIONS:
        raise ProblemError(
            f"there are {instructions:,} instructions for {len(problem.pointers)} pointers and "
            f"{lines:,} lines, more than {MOST_INSTRUCTIONS:,}; use fewer pointers or lines"
        )


@dataclass(frozen=True, slots=True)
class InstanceReport:
    """How a program did on one instance.

    `outcome` is `invalid` if the engine claims success but the independent check refuses the
    plan; that would be a bug in genplan.
    """

    name: str
    outcome: str
    plan_length: int
    steps: int
    seconds: float
    detail: str = ""
    goals_missing: tuple[Literal, ...] = ()
    loop_lines: tuple[int, ...] = ()
    objects: int = 0

    @property
    def valid(self) -> bool:
        """Return whether the program solves the instance."""
        return self.outcome == ExecutionOutcome.SOLVED.value


@dataclass(frozen=True, slots=True)
class ValidationReport:
    """How a program did on instances, in their order."""

    instances: tuple[InstanceReport, ...]

    @property
    def valid(self) -> bool:
        """Return whether the program solves every instance."""
        return all(row.valid for row in self.instances)

    @property
    def solved(self) -> int:
        """Return how many instances the program solves."""
        return sum(row.valid for row in self.instances)

    def __bool__(self) -> bool:
        """Return whether the program solves every instance."""
        return self.valid

    def __repr__(self) -> str:
        """Return a summary."""
        return f"<ValidationReport: {self.solved} of {len(self.instances)} instances solved>"

    def _repr_html_(self) -> str:
        rows = [
            (
                r.name,
                r.outcome.replace("_", " "),
                r.plan_length,
                r.steps,
                f"{r.seconds:.3f}",
                r.detail,
            )
            for r in self.instances
        ]
        caption = f"{self.solved} of {len(self.instances)} instances solved"
        headings = ("instance", "outcome", "plan length", "steps", "CPU seconds", "")
        return table(headings, rows, caption)


def validate(
    program: AnyProgram,
    instances: Sequence[Instance],
    *,
    jobs: int = 1,
    time_limit: float | None = None,
    engine: Engine | str | None = None,
    on_result: Callable[[InstanceReport], Any] | None = None,
    checks: Sequence[PlanCheck] = (),
) -> ValidationReport:
    """Return how a program does on instances; every plan is checked independently.

    `time_limit` is per instance; `on_result` is told each report as it is there. `checks` are
    further judges of plans (see `genplan.second_opinion`).
    """
    if jobs < 1:
        raise ProblemError(f"the number of jobs must be at least 1, not {jobs}")
    one = partial(validate_instance, program, time_limit=time_limit, engine=engine, checks=checks)
    reports: list[InstanceReport] = []

    def keep(report: InstanceReport) -> None:
        reports.append(report)
        if on_result is not None:
            on_result(report)

    if jobs == 1 or len(instances) < 2:
        for instance in instances:
            keep(one(instance))
    else:
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(min(jobs, len(instances))) as pool:
            for report in pool.map(one, instances):
                keep(report)
    return ValidationReport(tuple(reports))


def validate_instance(
    program: AnyProgram,
    instance: Instance,
    *,
    time_limit: float | None = None,
    engine: Engine | str | None = None,
    checks: Sequence[PlanCheck] = (),
) -> InstanceReport:
    """Return how a program does on one instance."""
    before = process_time()
    execution = execute(program, instance, time_limit, engine=engine)
    outcome, detail = execution.outcome.value, ""
    missing: tuple[Literal, ...] = ()
    if execution.solved:
        verdicts = (judge(instance, execution.plan) for judge in (validate_plan, *checks))
        verdict = next((v for v in verdicts if not v), None)
        if verdict is not None:
            outcome, detail = "invalid", f"the plan is refused by the check: {verdict.reason}"
    elif execution.outcome is ExecutionOutcome.INCORRECT:
        missing = execution.goals_missing
        detail = f"goal not reached: {_listed([str(m) for m in missing])}"
    elif execution.outcome is ExecutionOutcome.INFINITE:
        loop = describe_loop(program, execution.loop_lines)
        detail = f"{loop}; the state that repeats: {_state(program, execution)}"
    return InstanceReport(
        instance.name,
        outcome,
        execution.plan_length,
        execution.steps,
        process_time() - before,
        detail,
        missing,
        execution.loop_lines,
        len(instance.all_objects),
    )


def describe_loop(program: AnyProgram, loop_lines: Sequence[int]) -> str:
    """Return what repeats for ever in an infinite program, as a message names it."""
    if isinstance(program, StructuredProgram):
        number = loop_lines[0]
        statement = next(s for n, _, s in program.statements() if n == number)
        return f'infinite loop: statement {number}, "{shorten(on_one_line(statement), 100)}"'
    return f"infinite loop over lines {', '.join(map(str, loop_lines))}"


def _state(program: AnyProgram, execution: Execution) -> str:
    """Return where the pointers stand, y if there is one, and the atoms that can change."""
    stands = [f"{z} at {o or 'nothing'}" for z, o in execution.pointed_at.items()]
    static = execution.instance.domain.static_predicates
    atoms = [str(atom) for atom in execution.state if atom.predicate not in static]
    if isinstance(program, Program):
        stands.append("y" if execution.y else "not y")
    return ", ".join(filter(None, [_listed(stands, 10), _listed(sorted(atoms))]))


def _listed(items: Sequence[str], most: int = 5) -> str:
    more = f" and {len(items) - most} more" if len(items) > most else ""
    return ", ".join(items[:most]) + more
