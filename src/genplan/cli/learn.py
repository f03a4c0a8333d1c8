"""`genplan learn`: from a domain and tasks to a knowledge file."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import click

from genplan.cli.app import ExitCode, exit_code_of
from genplan.cli.console import check_writable, error_console, print_notices, write_file
from genplan.cli.inputs import find_instance_files
from genplan.cli.options import BYTES, DURATION
from genplan.learning import Knowledge
from genplan.learning import learn as learn_domain
from genplan.pddl.reader import read_domain, read_instance
from genplan.problem import make_problem

__all__ = ["command"]


@click.command(
    "learn",
    epilog="""\b
Examples:
  genplan learn lock.dk domain.pddl p1.pddl p2.pddl p3.pddl
  genplan learn lock.dk domain.pddl tasks/ --time-limit 30min""",
)
@click.argument("dkfile", metavar="DKFILE")
@click.argument("domain", metavar="DOMAIN")
@click.argument("tasks", metavar="TASK…", nargs=-1, required=True)
@click.option(
    "--time-limit",
    type=DURATION,
    default="24h",
    show_default=True,
    help="For everything together, as in the competition.",
)
@click.option(
    "--memory-limit",
    type=BYTES,
    default="32G",
    show_default=True,
    help="For the search, as in the competition.",
)
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
def command(
    dkfile: str,
    domain: str,
    tasks: tuple[str, ...],
    time_limit: float,
    memory_limit: int,
    quiet: bool,
) -> int:
    """Learn a program from TASKs of a DOMAIN, the easier ones first, into DKFILE.

    The file is written as soon as there is a program, and again when there is a better one. Ctrl-C
    and the signal TERM end the search; what was found is kept.
    """
    check_writable(dkfile)
    read = read_domain(domain)
    files = find_instance_files(tasks, Path(domain))
    instances = tuple(read_instance(file, read) for file in files)
    print_notices(make_problem(read, instances).notices, quiet)

    def keep(knowledge: Knowledge) -> None:
        write_file(dkfile, str(knowledge))
        if not quiet:
            error_console().print(
                f"a program solves {knowledge.validation.solved} of {len(instances)} tasks",
                highlight=False,
            )

    with _term_like_ctrl_c():
        knowledge = learn_domain(
            read, instances, time_limit=time_limit, memory_limit=memory_limit, on_better=keep
        )
    write_file(dkfile, str(knowledge))
    return _tell(knowledge, dkfile, quiet)


def _tell(knowledge: Knowledge, dkfile: str, quiet: bool) -> int:
    if knowledge.program is None:
        ended = knowledge.outcome.value.replace("_", " ")
        error_console().print(
            f"no program was learned: the search ended {ended}; {dkfile} says so, too",
            style="red",
            markup=False,
        )
        return exit_code_of(knowledge.outcome)
    if not quiet:
        solved, count = knowledge.validation.solved, len(knowledge.tasks)
        words = f"saved to {dkfile}: a program that solves {solved} of {count} tasks"
        error_console().print(words, markup=False)
    return ExitCode.SUCCESS if knowledge.is_complete else ExitCode.FAILURE


@contextmanager
def _term_like_ctrl_c() -> Iterator[None]:
    """Within this context the signal TERM, which the competition sends, ends the search."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
