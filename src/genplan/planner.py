"""From PDDL files to a validated program: load, solve, validate. The pipeline, top to bottom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from genplan.checkpoints import Checkpoint, CheckpointPolicy, read_checkpoint
from genplan.choice_of_search import (
    check_auto,
    check_plain,
    check_size,
    chosen_languages,
    chosen_strategy,
)
from genplan.cluster import open_executor
from genplan.compiled import DEFAULT_MEMORY_LIMIT
from genplan.engine import Engine
from genplan.engine import search as search_programs
from genplan.evaluations import (
    EVALUATIONS,
    Evaluation,
    EvaluationFunction,
    PythonEvaluation,
    parse_evaluations,
)
from genplan.executor import Executor
from genplan.goal_facts import add_goal_facts
from genplan.landmark_graph import Construction
from genplan.pddl.model import Domain, Instance
from genplan.pddl.reader import read_domain, read_instance
from genplan.portfolio import SHORTEST, Listener, Optimize, Portfolio, Schedule, make_schedule
from genplan.problem import GPProblem, make_problem
from genplan.program_validation import (
    InstanceReport,
    ValidationReport,
    describe_loop,
    validate,
    validate_instance,
)
from genplan.queues import Queue, parse_queues
from genplan.search import (
    CancelToken,
    Configuration,
    Observer,
    ProgramLanguage,
    Strategy,
)
from genplan.solution import Solution

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
        problem = _with_goal_facts(problem)
    strategy = chosen_strategy(search or search_strategy, language, lines)
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
    languages = chosen_languages(language, lines, base, said_order=evaluate is not None)
    run = _Run(engine, observer, listener, cancel, checkpoint, resume)
    if strategy is not None:
        check_plain(optimize, jobs, cluster)
        check_size(problem, base.lines)
        return run.once(problem, base)
    check_auto(base)
    check_size(problem, lines[-1] if isinstance(lines, range) and lines else base.lines)
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
        return run.in_turn(schedule, executor, aim)


def _with_goal_facts(problem: GPProblem) -> GPProblem:
    domain, instances = add_goal_facts(problem.domain, problem.instances)
    return GPProblem(domain, instances, problem.pointers)


@dataclass(frozen=True, slots=True)
class _Run:
    """What carries a search out, watches it and saves it, without an influence on the result."""

    engine: Engine | str | None
    observer: Observer | None
    listener: Listener | None
    cancel: CancelToken | None
    checkpoint: CheckpointPolicy | None
    resume: Checkpoint | str | Path | None

    def once(self, problem: GPProblem, configuration: Configuration) -> Solution:
        """Return what one search finds."""
        result = search_programs(
            problem,
            configuration,
            self.observer,
            self.cancel,
            self.engine,
            self.checkpoint,
            self.resume,
        )
        return Solution(problem, configuration, result)

    def in_turn(self, schedule: Schedule, executor: Executor, aim: Optimize | None) -> Solution:
        """Return what a schedule of searches finds."""
        saved = self.resume
        found = Portfolio(
            schedule,
            executor,
            optimize=aim,
            time_limit=schedule.base.time_limit,
            engine=self.engine,
            observer=self.observer,
            listener=self.listener,
            cancel=self.cancel,
            checkpoint=self.checkpoint,
            resume=read_checkpoint(saved) if isinstance(saved, str | Path) else saved,
        ).run()
        return Solution.from_portfolio(found, schedule)
