"""`genplan resume`: go on with a search that was saved."""

from __future__ import annotations

import click

from genplan.checkpoints import read_checkpoint
from genplan.cli.console import check_writable, error_console
from genplan.cli.display import make_display
from genplan.cli.memory import memory_left
from genplan.cli.options import BYTES, DURATION, json_option
from genplan.cli.solution import finish
from genplan.resuming import resume, saved_problem

__all__ = ["command"]


@click.command(
    "resume",
    epilog="""\b
Examples:
  genplan solve rovers --checkpoint rovers.checkpoint --time-limit 1h
  genplan resume rovers.checkpoint --time-limit 8h -o rovers.gp""",
)
@click.argument("file", metavar="FILE")
@click.option("-j", "--jobs", type=click.IntRange(min=1), help="Searches at the same time.")
@click.option("--time-limit", type=DURATION, help="Stop after this time, such as 90s or 5m.")
@click.option(
    "--memory-limit",
    type=BYTES,
    default="4G",
    show_default=True,
    help="Stop before using more memory than this, in each process.",
)
@click.option(
    "--checkpoint-every",
    type=DURATION,
    default="60s",
    show_default=True,
    help="How often the search is saved.",
)
@click.option("-o", "--output", metavar="FILE", help="Write the program to a file.")
@json_option
@click.option("-q", "--quiet", is_flag=True, help="Show no progress and no notices.")
@click.option("-v", "--verbose", is_flag=True, help="Show progress more often.")
def command(
    file: str,
    jobs: int | None,
    time_limit: float | None,
    memory_limit: int,
    checkpoint_every: float,
    output: str | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Go on with the search that `genplan solve --checkpoint FILE` saved.

    It ends with the same program and counts as a search that was never interrupted, and goes on
    saving itself to FILE. The options of the saved search hold; its limits do not.
    """
    if as_json and output == "-":
        raise click.UsageError("--json prints the program too; leave out -o -")
    check_writable(output)
    problem = saved_problem(read_checkpoint(file))
    with make_display(problem, quiet=quiet, verbose=verbose) as display:
        solution = resume(
            file,
            interval=checkpoint_every,
            jobs=jobs,
            time_limit=time_limit,
            memory_limit=memory_left(memory_limit),
            observer=display,
            listener=display.listen,
        )
    if not solution:
        error_console().print(f"go on with: genplan resume {file}", markup=False)
    return finish(solution, output=output, as_json=as_json, verbose=verbose, quiet=quiet)
