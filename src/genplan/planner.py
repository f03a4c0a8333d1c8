"""From PDDL files to a validated program: load, solve, validate. The pipeline, top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any, Final

from genplan.checkpoints import Checkpoint, CheckpointPolicy, read_checkpoint
from genplan.cluster import open_executor
from genplan.compiled import DEFAULT_MEMORY_LIMIT
from genplan.engine import Engine, execute
from genplan.engine import search as search_programs
from genplan.errors import ProblemError, did_you_mean
from genplan.evaluations import (
    EVALUATIONS,
    Evaluation,
    EvaluationFunction,
    PythonEvaluation,
    parse_evaluations,
)
from genplan.execution import Execution
from genplan.goal_facts import add_goal_facts
from genplan.inspection import instruction_counts
from genplan.landmark_graph import Construction
from genplan.markup import table
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import Domain, Instance, Literal
from genplan.pddl.reader import read_domain, read_instance
from genplan.pddl.syntax import shorten
from genplan.portfolio import SHORTEST, Listener, Optimize, Portfolio, make_schedule
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
    ProgramLanguage,
    Strategy,
)
from genplan.solution import Solution
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


AUTO: Final = "auto"
"""The name of the search that finds lines and pointers by itself."""

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


def solve(
    problem: GPProblem,
    lines: int | range | None = None,
    *,
    search: str | None = None,
    language: ProgramLanguage | str | None = None,
    search_strategy: Strategy | str | None = None,
    evaluate: str
    | Iterable[str | Evaluation | PythonEvaluation | EvaluationFunction]
    | None = None,
    landmarks: Construction | str = Construction.PAPER,
    more_pointers: bool = True,
    goal_facts: bool = False,
    optimize: Optimize | str | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    time_limit: float | None = None,
    memory_limit: int = DEFAULT_MEMORY_LIMIT,
    queues: str | Iterable[Queue] = (),
    lazy: bool = False,
    evaluation_limit: int | None = None,
    open_limit: int | None = None,
    engine: Engine | str | None = None,
    observer: Observer | None = None,
    listener: Listener | None = None,
    cancel: CancelToken | None = None,
    checkpoint: CheckpointPolicy | None = None,
    resume: Checkpoint | str | Path | None = None,
) -> Solution:
    """Return the outcome of searching for a program that solves all instances.

    `search` is `auto`, which finds lines and pointers by itself, or one search of the paper,
    `pgp` or `bfs`, with a number of lines. If nothing is said, a number of lines means `pgp`,
    and a range or nothing means `auto`. `search_strategy` is an older name for it.

    `evaluate` names evaluation functions, compared lexicographically; Python callables work
    too. `queues`, which replace it, are as in `landmark-count;novel:goal-count*2`. `goal_facts`
    lets programs test what the goal is. `time_limit` is in seconds, `memory_limit` in bytes, for
    each process; for the other options see `Configuration`. The search saves itself as
    `checkpoint` says, with all that `genplan.resuming.resume` needs to go on; `resume` is a
    saved search of exactly this request.

    For `auto` alone: `language` is `structured`, `goto`, or `auto` for both, which is what happens
    if nothing is said about lines and order; lines are statements in the structured
    one. `more_pointers` tries one more pointer of each type too; `optimize` goes on
    after the first program, for fewer lines or fewer steps; `jobs` searches run at the same
    time, or as many as the workers of a `cluster` can (see `genplan.cluster`), without an
    influence on the result; `listener` is told what is tried.
    """
    if goal_facts:
        domain, instances = add_goal_facts(problem.domain, problem.instances)
        problem = GPProblem(domain, instances, problem.pointers)
    goto_only = language in (None, ProgramLanguage.GOTO, ProgramLanguage.GOTO.value)
    if not goto_only and (search or search_strategy or AUTO) != AUTO:
        raise ProblemError("structured programs are for the search auto only; leave out the search")
    strategy = _strategy(search or search_strategy, lines if goto_only else None)
    base = Configuration(
        lines if isinstance(lines, int) else SHORTEST,
        strategy or Strategy.PGP,
        parse_evaluations("landmark-count" if evaluate is None else evaluate),
        Construction(landmarks),
        time_limit,
        memory_limit,
        queues=parse_queues(queues) if isinstance(queues, str) else tuple(queues),
        lazy=lazy,
        evaluation_limit=evaluation_limit,
        open_limit=open_limit,
    )
    languages = _languages(language, lines, base, said_order=evaluate is not None)
    if strategy is not None:
        if languages != (ProgramLanguage.GOTO,):
            raise ProblemError("structured programs are for the search auto only")
        if optimize is not None or jobs != 1 or cluster is not None:
            raise ProblemError("optimize, jobs and cluster are for the search auto only")
        _check_size(problem, base.lines)
        result = search_programs(problem, base, observer, cancel, engine, checkpoint, resume)
        return Solution(problem, base, result)
    if evaluation_limit is not None or open_limit is not None:
        raise ProblemError("the search auto sets its own limits on evaluated and open nodes")
    _check_size(problem, lines[-1] if isinstance(lines, range) and lines else base.lines)
    aim = None if optimize is None else Optimize(optimize)
    schedule = make_schedule(
        problem,
        range(lines, lines + 1) if isinstance(lines, int) else lines,
        more_pointers=more_pointers,
        queues=(base.queues,) if base.queues else (),
        evaluations=None if evaluate is None else base.evaluations,
        tie_breaker=EVALUATIONS["steps"] if aim is Optimize.STEPS else None,
        languages=languages,
        base=base,
    )
    with open_executor(jobs, cluster) as executor:
        found = Portfolio(
            schedule,
            executor,
            optimize=aim,
            time_limit=time_limit,
            engine=engine,
            observer=observer,
            listener=listener,
            cancel=cancel,
            checkpoint=checkpoint,
            resume=read_checkpoint(resume) if isinstance(resume, str | Path) else resume,
        ).run()
    return Solution.from_portfolio(found, schedule)


def _languages(
    asked: ProgramLanguage | str | None,
    lines: int | range | None,
    base: Configuration,
    *,
    said_order: bool,
) -> tuple[ProgramLanguage, ...]:
    """Return the languages in which a program is searched for, in the order of a round."""
    if isinstance(asked, ProgramLanguage):
        return (asked,)
    if asked is None and (lines is not None or said_order or base.queues):
        return (ProgramLanguage.GOTO,)
    if asked in (None, AUTO):
        return (ProgramLanguage.STRUCTURED, ProgramLanguage.GOTO)
    known = [AUTO, *(found.value for found in ProgramLanguage)]
    if asked not in known:
        hint = did_you_mean(str(asked), known) or f"there are: {', '.join(known)}"
        raise ProblemError(f'unknown language "{asked}"; {hint}')
    return (ProgramLanguage(asked),)


def _strategy(asked: Strategy | str | None, lines: int | range | None) -> Strategy | None:
    """Return the search of the paper that is meant, None for the schedule."""
    if asked is None:
        return Strategy.PGP if isinstance(lines, int) else None
    if asked == AUTO:
        return None
    known = [AUTO, *(strategy.value for strategy in Strategy)]
    if isinstance(asked, str) and asked not in known:
        hint = did_you_mean(asked, known) or f"there are: {', '.join(known)}"
        raise ProblemError(f'unknown search "{asked}"; {hint}')
    if not isinstance(lines, int):
        raise ProblemError(
            "a search of the paper, for goto programs, needs a number of lines; "
            "or use the search auto"
        )
    return Strategy(asked)


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
    cluster: str | None = None,
    time_limit: float | None = None,
    engine: Engine | str | None = None,
    on_result: Callable[[InstanceReport], Any] | None = None,
    checks: Sequence[PlanCheck] = (),
) -> ValidationReport:
    """Return how a program does on instances; every plan is checked independently.

    `time_limit` is per instance; `on_result` is told each report as it is there. With a
    `cluster`, its workers share the instances (see `genplan.cluster`). `checks` are
    further judges of plans (see `genplan.second_opinion`).
    """
    one = partial(validate_instance, program, time_limit=time_limit, engine=engine, checks=checks)
    reports: list[InstanceReport] = []
    with open_executor(min(jobs, max(1, len(instances))), cluster) as executor:
        for report in executor.map(one, instances):
            reports.append(report)
            if on_result is not None:
                on_result(report)
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
