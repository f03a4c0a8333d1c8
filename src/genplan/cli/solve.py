"""`genplan solve`: find a program that solves all instances."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from genplan.checkpoints import CheckpointPolicy
from genplan.cli.console import error_console, print_notices
from genplan.cli.display import make_display
from genplan.cli.inputs import Models, find_models, with_added, with_pool
from genplan.cli.memory import memory_left
from genplan.cli.solution import finish
from genplan.cli.solve_options import SolveOptions, solve_options
from genplan.errors import ProblemError
from genplan.planner import Solution
from genplan.planner import solve as solve_problem
from genplan.problem import GPProblem, make_problem
from genplan.resuming import solve_and_save

__all__ = ["command"]


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
@solve_options
def command(**given: Any) -> int:
    """Find one program that solves all INSTANCEs of a DOMAIN.

    DOMAIN is a PDDL file or the name of a bundled benchmark; INSTANCEs are PDDL files, folders
    or patterns, and can be left out for a bundled benchmark.
    """
    options = SolveOptions(**given)
    options.check()
    models = _models(options)
    problem = _problem(models, options)
    print_notices(problem.notices, options.quiet)
    solution = _search(problem, models, options)
    saved = options.checkpoint
    if saved and not solution and Path(saved).exists():
        error_console().print(f"go on with: genplan resume {saved}", markup=False)
    return finish(
        solution,
        output=options.output,
        as_json=options.as_json,
        verbose=options.verbose,
        page=options.page,
        engine=options.engine,
        quiet=options.quiet,
    )


def _models(options: SolveOptions) -> Models:
    """Return the instances that a program must solve, those of the pool included."""
    found = find_models(options.domain, options.instances, options.split, quiet=options.quiet)
    models = with_added(found, options.add)
    generator = options.pool_generator
    if generator is None and options.is_auto and models.benchmark and not options.instances:
        generator = models.benchmark.name
    return with_pool(models, options.pool, generator, options.shuffle_objects)


def _problem(models: Models, options: SolveOptions) -> GPProblem:
    """Return the problem with the pointers asked for, or else those of the paper."""
    asked = options.pointers
    chosen = None if isinstance(asked, str) else asked
    if asked is None and not options.is_auto and models.benchmark:
        chosen = models.benchmark.pointers
    try:
        return make_problem(models.domain, models.instances, chosen)
    except ProblemError as error:
        raise click.BadParameter(str(error), param_hint="--pointers") from None


def _search(problem: GPProblem, models: Models, options: SolveOptions) -> Solution:
    """Return what the search finds; it is saved now and then where that is asked for."""
    with make_display(problem, quiet=options.quiet, verbose=options.verbose) as display:
        others: dict[str, Any] = {
            "cluster": options.cluster,
            "time_limit": options.time_limit,
            "memory_limit": memory_left(options.memory_limit),
            "observer": display,
            "listener": display.listen,
        }
        lines = _lines(models, options)
        if options.checkpoint is None:
            return solve_problem(problem, lines, **options.for_search, **others)
        policy = CheckpointPolicy(Path(options.checkpoint), options.checkpoint_every)
        return solve_and_save(problem, lines, policy, options.for_search, **others)


def _lines(models: Models, options: SolveOptions) -> int | range | None:
    """Return how many lines to try, None for the search auto to choose."""
    if isinstance(options.lines, int | range):
        return options.lines
    if options.is_auto:
        return None
    if models.benchmark and models.benchmark.lines:
        return models.benchmark.lines
    raise click.UsageError(
        "say how many lines the program may have: --lines N; or use --search auto, "
        f"not {options.search}"
    )
