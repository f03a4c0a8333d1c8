"""`genplan plan`: from a knowledge file and a task to a plan file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from genplan.cli.app import ExitCode
from genplan.cli.console import check_writable, error_console, print_notices, write_file
from genplan.cli.options import BYTES, DURATION, engine_option
from genplan.engine import choose_engine
from genplan.learning import NoPlanError, is_for_domain, make_plan, read_knowledge
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.reader import read_domain, read_instance
from genplan.plan import format_plan
from genplan.problem import make_problem

__all__ = ["command"]


@click.command(
    "plan",
    epilog="""\b
Examples:
  genplan plan lock.dk domain.pddl p99.pddl plan.txt
  genplan plan lock.gp domain.pddl p99.pddl plan.txt --time-limit 5min""",
)
@click.argument("dkfile", metavar="DKFILE")
@click.argument("domain", metavar="DOMAIN")
@click.argument("task", metavar="TASK")
@click.argument("planfile", metavar="PLANFILE")
@click.option(
    "--time-limit",
    type=DURATION,
    default="30min",
    show_default=True,
    help="For running the program, as in the competition.",
)
@click.option(
    "--memory-limit",
    type=BYTES,
    default="8G",
    show_default=True,
    help="For the process, as in the competition; not on Windows.",
)
@engine_option
def command(
    dkfile: str,
    domain: str,
    task: str,
    planfile: str,
    time_limit: float,
    memory_limit: int,
    engine: str | None,
) -> int:
    """Run the program in DKFILE on a TASK of a DOMAIN, and write the plan to PLANFILE.

    The plan is checked before it is written. If there is none, PLANFILE is not written, and the
    exit code is not 0. DKFILE is a file of `genplan learn`, or any program.
    """
    check_writable(planfile)
    chosen = choose_engine(engine)  # loaded now, since it must not lack the memory for that
    read = read_domain(domain)
    try:
        with _memory(memory_limit):
            program = read_knowledge(dkfile, read)
            if not is_for_domain(dkfile, read):
                words = f"note: {dkfile} was learned with a domain that is not exactly this one"
                error_console().print(words, style="yellow", markup=False)
            instance = read_instance(task, read)
            print_notices(make_problem(read, [instance]).notices)
            plan = make_plan(program, instance, time_limit, chosen)
    except NoPlanError as error:
        error_console().print(str(error), style="red", markup=False)
        if error.outcome is ExecutionOutcome.OUT_OF_TIME:
            return ExitCode.OUT_OF_TIME
        return ExitCode.FAILURE
    write_file(planfile, format_plan(plan))
    return ExitCode.SUCCESS


@contextmanager
def _memory(limit: int) -> Iterator[None]:
    """Within this context the process gets no more memory than this."""
    try:
        import resource
    except ImportError:  # on Windows
        yield
        return
    before, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, hard))
