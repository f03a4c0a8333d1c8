"""`genplan solve`: find a program that solves all instances."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from genplan.checkpoints import CheckpointPolicy
from genplan.cli.app import exit_code_of
from genplan.cli.console import (
    check_writable,
    error_console,
    output_console,
    print_json,
    print_notices,
    write_file,
)
from genplan.cli.display import human_bytes, make_display
from genplan.cli.inputs import Models, find_models, with_added, with_pool
from genplan.cli.memory import peak_memory
from genplan.cli.options import (
    AUTO,
    BYTES,
    COUNT,
    DURATION,
    LINES_OR_AUTO,
    POINTERS_OR_AUTO,
    SuggestingChoice,
    cluster_option,
    domain_argument,
    engine_option,
    instances_argument,
    jobs_option,
    json_option,
    split_option,
)
from genplan.cli.report import report_of, save_page
from genplan.cli.trials import as_rows, print_trials
from genplan.errors import ProblemError
from genplan.evaluations import Evaluation, PythonEvaluation, parse_evaluations
from genplan.outcomes import SearchOutcome
from genplan.planner import Solution
from genplan.planner import solve as solve_problem
from genplan.problem import GPProblem, make_problem
from genplan.program import AnyProgram
from genplan.program.structured import StructuredProgram
from genplan.program.text import format_program
from genplan.queues import Queue, parse_queues
from genplan.resuming import solve_and_save
from genplan.search import Configuration
from genplan.version import __version__

__all__ = ["command", "finish", "memory_left"]


if TYPE_CHECKING:  # generic in newer versions of click only
    EvaluationsParameter = click.ParamType[tuple[Evaluation | PythonEvaluation, ...]]
else:
    EvaluationsParameter = click.ParamType


class _Evaluations(EvaluationsParameter):
    name = "name,…"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Evaluation | PythonEvaluation, ...]:
        if isinstance(value, tuple):
            return value
        try:
            return parse_evaluations(str(value))
        except ProblemError as error:
            self.fail(str(error), param, ctx)


if TYPE_CHECKING:
    QueuesParameter = click.ParamType[tuple[Queue, ...]]
else:
    QueuesParameter = click.ParamType


class _Queues(QueuesParameter):
    name = "queue;…"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Queue, ...]:
        if isinstance(value, tuple):
            return value
        try:
            return parse_queues(str(value))
        except ProblemError as error:
            self.fail(str(error), param, ctx)


@click.command(
    "solve",
    epilog="""\b
Examples:
  genplan solve lock -o lock.gp
  genplan solve domain.pddl problems/ --lines 5..14 --jobs 4 --time-limit 1h
  genplan solve domain.pddl problems/ --optimize steps --time-limit 5m
  genplan solve domain.pddl problems/ --shuffle-objects 2
  genplan solve domain.pddl p1.pddl p2.pddl --lines 12 --pointers location=3
  genplan solve spanner --queues "goal-count;novel:goal-count*2"
  genplan solve domain.pddl problems/ -n 9 --evaluate goal-count,goto-count""",
)
@domain_argument
@instances_argument
@split_option("train")
@click.option(
    "--add",
    multiple=True,
    metavar="FILE",
    help="A further instance, such as a counterexample; can be repeated.",
)
@click.option(
    "--pool",
    multiple=True,
    metavar="FILE",
    help="Further instances, or folders or patterns of them, that a program must solve too; only "
    "those on which one fails cost effort. Can be repeated.",
)
@click.option(
    "--pool-generator",
    metavar="BENCHMARK",
    help="Use the pool of a bundled benchmark of the same domain.  [default in the search auto: "
    "its own, where DOMAIN is a bundled benchmark]",
)
@click.option(
    "--shuffle-objects",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Add so many copies of every instance with the objects in other orders, so that the "
    "program does not depend on their order.",
)
@click.option(
    "-n",
    "--lines",
    type=LINES_OR_AUTO,
    help="Lines, the last one included: a number, or for the search auto a range or auto.",
)
@click.option(
    "--pointers",
    type=POINTERS_OR_AUTO,
    help="Pointers per type.  [default: as schemas need, and in the search auto one more]",
)
@click.option(
    "--search",
    "strategy",
    type=SuggestingChoice(["auto", "pgp", "bfs"]),
    help="A schedule of searches that needs to be told nothing; or progressive search, or all "
    "instances active from the start.  [default: auto, or pgp where --lines is a number]",
)
@click.option(
    "--language",
    type=SuggestingChoice(["auto", "structured", "goto"]),
    help="Programs with loops and conditions, with gotos as in the paper, or both in turn (search "
    "auto).  [default: auto; goto where lines, evaluation functions or queues are given]",
)
@click.option(
    "--evaluate",
    type=_Evaluations(),
    help="Evaluation functions, compared in this order (see: genplan evaluations).  "
    "[default: landmark-count; in the search auto several]",
)
@click.option(
    "--queues",
    type=_Queues(),
    help="Queues of open nodes that take turns, instead of --evaluate: functions each, novel: for "
    "new machines only, *N for N turns.",
)
@click.option(
    "--lazy",
    is_flag=True,
    help="Re-evaluate an open node only when it is taken after an instance became active.",
)
@click.option(
    "--landmarks",
    type=SuggestingChoice(["paper", "sound"]),
    default="paper",
    show_default=True,
    help="How landmarks are found.",
)
@click.option("--goal-facts", is_flag=True, help="Let programs test what the goal is.")
@click.option(
    "--optimize",
    type=SuggestingChoice(["lines", "steps"]),
    help="Go on after the first program (search auto): for fewer lines, or for fewer steps; "
    "until the time limit, or else for one more round.",
)
@jobs_option("Searches of the search auto that run at the same time; the result is the same.")
@cluster_option
@click.option("--time-limit", type=DURATION, help="Stop after this time, such as 90s or 5m.")
@click.option(
    "--memory-limit",
    type=BYTES,
    default="4G",
    show_default=True,
    help="Stop before using more memory than this, in each process.",
)
@click.option(
    "--evaluation-limit",
    type=COUNT,
    help="Stop after so many evaluated nodes (looked at between expansions).",
)
@click.option(
    "--open-limit",
    type=COUNT,
    help="Keep so many open nodes and drop the worst: the search is not complete then.",
)
@click.option(
    "--checkpoint",
    metavar="FILE",
    help="Save the search now and then, and when it is stopped; go on with: genplan resume FILE.",
)
@click.option(
    "--checkpoint-every",
    type=DURATION,
    default="60s",
    show_default=True,
    help="How often the search is saved.",
)
@engine_option
@click.option("-o", "--output", metavar="FILE", help="Write the program to a file.")
@click.option("--report", "page", metavar="FILE", help="Write a page about search and program.")
@json_option
@click.option("-q", "--quiet", is_flag=True, help="Show no progress and no notices.")
@click.option("-v", "--verbose", is_flag=True, help="Show progress more often.")
def command(
    domain: str,
    instances: tuple[str, ...],
    split: str,
    add: tuple[str, ...],
    pool: tuple[str, ...],
    pool_generator: str | None,
    shuffle_objects: int,
    lines: int | range | str | None,
    pointers: Mapping[str, int] | str | None,
    strategy: str | None,
    language: str | None,
    evaluate: tuple[Evaluation | PythonEvaluation, ...] | None,
    queues: tuple[Queue, ...] | None,
    lazy: bool,
    landmarks: str,
    goal_facts: bool,
    optimize: str | None,
    jobs: int,
    cluster: str | None,
    time_limit: float | None,
    memory_limit: int,
    evaluation_limit: int | None,
    open_limit: int | None,
    checkpoint: str | None,
    checkpoint_every: float,
    engine: str | None,
    output: str | None,
    page: str | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Find one program that solves all INSTANCEs of a DOMAIN.

    DOMAIN is a PDDL file or the name of a bundled benchmark; INSTANCEs are PDDL files, folders
    or patterns, and can be left out for a bundled benchmark.
    """
    if as_json and output == "-":
        raise click.UsageError("--json prints the program too; leave out -o -")
    if evaluate and queues:
        raise click.UsageError("--queues name their evaluation functions; leave out --evaluate")
    check_writable(output)
    check_writable(page)
    check_writable(checkpoint)
    if strategy is None:
        is_plain = isinstance(lines, int) and language in (None, "goto")
        strategy = "pgp" if is_plain else AUTO
    if strategy != AUTO:
        _check_plain(strategy, lines, pointers, optimize, jobs, cluster)
    elif evaluation_limit or open_limit:
        raise click.UsageError(
            "the search auto sets its own limits; leave out --evaluation-limit and --open-limit"
        )
    models = with_added(find_models(domain, instances, split), add)
    if pool_generator is None and strategy == AUTO and models.benchmark and not instances:
        pool_generator = models.benchmark.name
    models = with_pool(models, pool, pool_generator, shuffle_objects)
    problem = _problem(models, pointers, strategy)
    print_notices(problem.notices, quiet)
    with make_display(problem, quiet=quiet, verbose=verbose) as display:
        options: dict[str, Any] = {
            "search": strategy,
            "language": language,
            "evaluate": evaluate,
            "landmarks": landmarks,
            "more_pointers": not isinstance(pointers, dict),
            "goal_facts": goal_facts,
            "optimize": optimize,
            "jobs": jobs,
            "queues": queues or (),
            "lazy": lazy,
            "evaluation_limit": evaluation_limit,
            "open_limit": open_limit,
            "engine": engine,
        }
        others: dict[str, Any] = {
            "cluster": cluster,
            "time_limit": time_limit,
            "memory_limit": memory_left(memory_limit),
            "observer": display,
            "listener": display.listen,
        }
        bounds = _lines(models, lines, strategy)
        if checkpoint is None:
            solution = solve_problem(problem, bounds, **options, **others)
        else:
            policy = CheckpointPolicy(Path(checkpoint), checkpoint_every)
            solution = solve_and_save(problem, bounds, policy, options, **others)
    if checkpoint and not solution and Path(checkpoint).exists():
        error_console().print(f"go on with: genplan resume {checkpoint}", markup=False)
    return finish(
        solution,
        output=output,
        as_json=as_json,
        verbose=verbose,
        page=page,
        engine=engine,
        quiet=quiet,
    )


def finish(
    solution: Solution,
    *,
    output: str | None,
    as_json: bool,
    verbose: bool,
    quiet: bool,
    page: str | None = None,
    engine: str | None = None,
) -> int:
    """Print and save what was found; return the exit code."""
    try:
        if as_json:
            print_json(as_dict(solution))
        elif output != "-":
            _print_solution(solution, verbose=verbose)
    finally:  # also where nobody reads what is printed, as in `genplan solve … | head -1`
        if output:
            _save(solution, output)
        if page:
            save_page(report_of(solution, engine), page, quiet=quiet)
    return exit_code_of(solution.outcome)


def _save(solution: Solution, output: str) -> None:
    """Write the program, or the best partial one; after printing, so that nothing is lost."""
    program = solution.program or solution.best_partial
    if program is None:
        return
    write_file(output, _file_text(solution, program))
    if output != "-":
        what = "" if solution.program else "the partial program "
        error_console().print(f"{what}saved to {output}", markup=False)


def _check_plain(
    strategy: str,
    lines: int | range | str | None,
    pointers: Mapping[str, int] | str | None,
    optimize: str | None,
    jobs: int,
    cluster: str | None,
) -> None:
    """Refuse what only a schedule of searches can do."""
    for given, option in (
        (lines is not None and not isinstance(lines, int), "--lines with a range or auto"),
        (pointers == AUTO, "--pointers auto"),
        (optimize is not None, "--optimize"),
        (jobs > 1, "--jobs"),
        (cluster is not None, "--cluster"),
    ):
        if given:
            raise click.UsageError(
                f"{option} is for the search auto, not for {strategy}; use --search auto"
            )


def _problem(models: Models, pointers: Mapping[str, int] | str | None, strategy: str) -> GPProblem:
    chosen = None if isinstance(pointers, str) else pointers
    if pointers is None and strategy != AUTO and models.benchmark:
        chosen = models.benchmark.pointers
    try:
        return make_problem(models.domain, models.instances, chosen)
    except ProblemError as error:
        raise click.BadParameter(str(error), param_hint="--pointers") from None


def _lines(models: Models, lines: int | range | str | None, strategy: str) -> int | range | None:
    if isinstance(lines, int | range):
        return lines
    if strategy == AUTO:
        return None
    if models.benchmark and models.benchmark.lines:
        return models.benchmark.lines
    raise click.UsageError(
        f"say how many lines the program may have: --lines N; or use --search auto, not {strategy}"
    )


def memory_left(limit: int) -> int:
    """Return what the search may use if the whole process is to stay within the limit."""
    used = peak_memory()
    if used >= limit:
        raise click.BadParameter(
            f"{human_bytes(limit)} is less than what is in use already ({human_bytes(used)})",
            param_hint="--memory-limit",
        )
    return limit - used


def _file_text(solution: Solution, program: AnyProgram) -> str:
    header, _, body = format_program(program).partition("\n")
    names = _order(solution.configuration)
    strategy = solution.configuration.strategy.value
    if solution.trials:
        strategy = AUTO
    state = "" if solution.program else f"; PARTIAL: the search ended {solution.outcome.value}\n"
    made = (
        f"; genplan {__version__}, {strategy}({names}), "
        f"{len(solution.problem.instances)} instances, {solution.statistics.evaluated} evaluated\n"
    )
    return f"{header}\n{state}{made}{body}"


def _order(configuration: Configuration) -> str:
    """Return what orders the open nodes, as on the command line."""
    return ";".join(map(str, configuration.open_queues))


def as_dict(solution: Solution) -> dict[str, Any]:
    """Return a solution as plain values, for JSON."""
    s = solution.statistics
    program = solution.program
    partial = None if program else solution.best_partial
    return {
        "outcome": solution.outcome.value,
        "domain": solution.problem.domain.name,
        "program": _text_lines(program),
        "best_partial": _text_lines(partial),
        "lines": solution.configuration.lines,
        "pointers": {z.name: z.type for z in solution.problem.pointers},
        "search": AUTO if solution.trials else solution.configuration.strategy.value,
        "evaluate": [str(e) for e in solution.configuration.evaluations],
        "queues": [str(queue) for queue in solution.configuration.queues],
        "tried": as_rows(solution.trials),
        "diagnosis": None if program else list(solution.diagnosis.advice),
        "instances": [instance.name for instance in solution.problem.instances],
        "active": list(solution.active),
        "statistics": {
            "expanded": s.expanded,
            "evaluated": s.evaluated,
            "dead": s.dead,
            "states": s.states,
            "landmark_seconds": s.landmark_seconds,
            "search_seconds": s.search_seconds,
            "total_seconds": time.process_time(),
            "peak_memory_bytes": peak_memory(),
        },
    }


def _text_lines(program: AnyProgram | None) -> list[str] | None:
    return None if program is None else str(program).split("\n")


def _print_solution(solution: Solution, *, verbose: bool) -> None:
    console = output_console()
    program = solution.program or solution.best_partial
    console.print(_headline(solution), style="bold", markup=False)
    if program is not None:
        if not solution.program:
            console.print("best partial program so far:")
        console.print()
        click.echo(format_program(program))
    _print_statistics(solution)
    if solution.trials:
        print_trials(solution.trials, in_full=verbose)
    _print_active(solution)
    if not solution.program:
        _print_diagnosis(solution)


def _print_diagnosis(solution: Solution) -> None:
    advice = solution.diagnosis.advice
    if advice:
        console = output_console()
        console.print("\nWhy no program?", style="bold")
        for sentence in advice:
            console.print(f"- {sentence}", markup=False)


def _headline(solution: Solution) -> str:
    name, program = solution.problem.domain.name, solution.program
    count = len(solution.problem.pointers if program is None else program.pointers)
    pointers = f"{count} pointer{'' if count == 1 else 's'}"
    if program is not None:
        what = "statements" if isinstance(program, StructuredProgram) else "lines"
        return f"{name}: solved ({len(program)} {what}, {pointers})"
    bounds = f"{solution.configuration.lines} lines, {pointers}"
    if solution.trials:
        bounds = f"up to {max(trial.attempt.lines for trial in solution.trials)} lines"
    return {
        SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS: (
            f"{name}: no program exists within these bounds ({bounds}); "
            "try more lines or more pointers"
        ),
        SearchOutcome.NOT_COMPLETE: (
            f"{name}: no program found, and not complete: nodes beyond --open-limit were dropped "
            f"({bounds}); try a higher one"
        ),
        SearchOutcome.OUT_OF_BUDGET: (
            f"{name}: no program found among the nodes evaluated ({bounds}); "
            "try a higher --evaluation-limit"
        ),
        SearchOutcome.OUT_OF_TIME: f"{name}: out of time, no program found ({bounds})",
        SearchOutcome.OUT_OF_MEMORY: f"{name}: out of memory, no program found ({bounds})",
        SearchOutcome.INTERRUPTED: f"{name}: interrupted, no program found ({bounds})",
    }[solution.outcome]


def _print_statistics(solution: Solution) -> None:
    from rich.table import Table

    s = solution.statistics
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    table.add_column(justify="right")
    table.add_column(style="dim")
    table.add_column(justify="right")
    for row in (
        ("expanded", f"{s.expanded:,}", "landmarks", f"{s.landmark_seconds:.3f} CPU s"),
        ("evaluated", f"{s.evaluated:,}", "search", f"{s.search_seconds:.3f} CPU s"),
        ("dead ends", f"{s.dead:,}", "total", f"{time.process_time():.3f} CPU s"),
        ("states", f"{s.states:,}", "memory", human_bytes(peak_memory())),
    ):
        table.add_row(*row)
    output_console().print(table)


def _print_active(solution: Solution) -> None:
    from rich.table import Table
    from rich.text import Text

    total = len(solution.problem.instances)
    table = Table()
    table.add_column("instance")
    table.add_column("active after evaluations", justify="right")
    rows = list(zip(solution.active, solution.result.activated_at, strict=True))
    for name, at in rows[:20]:
        table.add_row(Text(name), f"{at:,}")
    if len(rows) > 20:
        table.add_row(f"and {len(rows) - 20} more", "")
    console = output_console()
    console.print(f"\n{len(solution.active)} of {total} instances became active")
    console.print(table)
