"""`genplan optimize`: make a program shorter, or its plans."""

from __future__ import annotations

from typing import Any

import click

from genplan.cli.app import ExitCode
from genplan.cli.console import (
    check_writable,
    error_console,
    output_console,
    print_json,
    write_file,
)
from genplan.cli.inputs import check_program_file, find_models, with_pool
from genplan.cli.options import (
    DURATION,
    SuggestingChoice,
    domain_argument,
    engine_option,
    instances_argument,
    json_option,
    split_option,
)
from genplan.cli.shortened import print_shortened, shortened_as_dict
from genplan.program import AnyProgram
from genplan.program.structured import StructuredProgram
from genplan.program.text import format_program, read_program
from genplan.search import ProgramLanguage
from genplan.shortening import Ending, Optimize, Shortened, shorten
from genplan.version import __version__

__all__ = ["command"]


@click.command(
    "optimize",
    epilog="""\b
Examples:
  genplan optimize ferry.gp ferry --for steps -o better.gp
  genplan optimize program.gp domain.pddl problems/ --pool more/ --time-limit 1m""",
)
@click.argument("program", metavar="PROGRAM")
@domain_argument
@instances_argument
@split_option("train")
@click.option(
    "--for",
    "aim",
    type=SuggestingChoice([aim.value for aim in Optimize]),
    default=Optimize.LINES.value,
    show_default=True,
    help="A shorter program, or shorter plans.",
)
@click.option(
    "--pool",
    multiple=True,
    metavar="FILE",
    help="Further instances, or folders or patterns of them, that the program must solve. Can be "
    "repeated.  [the pool of a bundled benchmark is used by itself]",
)
@click.option("--time-limit", type=DURATION, help="Stop after this time with the best so far.")
@engine_option
@click.option("-o", "--output", metavar="FILE", help="Write the program to a file.")
@json_option
def command(
    program: str,
    domain: str,
    instances: tuple[str, ...],
    split: str,
    aim: str,
    pool: tuple[str, ...],
    time_limit: float | None,
    engine: str | None,
    output: str | None,
    as_json: bool,
) -> int:
    """Make a PROGRAM that solves INSTANCEs of a DOMAIN shorter, or its plans.

    Edits of its text are tried as long as one makes it better. The result solves all that it
    solved before.
    """
    if as_json and output == "-":
        raise click.UsageError("--json prints the program too; leave out -o -")
    check_writable(output)
    check_program_file(program)
    models = find_models(domain, instances, split)
    generator = models.benchmark.name if models.benchmark and not instances else None
    models = with_pool(models, pool, generator, 0)
    read = read_program(program, models.domain)
    found = shorten(read, models.instances, aim, time_limit=time_limit, effort=None, engine=engine)
    if as_json:
        print_json(_as_dict(found, aim))
    elif output != "-":
        print_shortened(found, _language(found.program).unit)
        output_console().print()
        click.echo(format_program(found.program), nl=False)
    if output:
        write_file(output, _file_text(found, aim, len(models.instances)))
    if output and output != "-":
        error_console().print(f"saved to {output}", markup=False)
    return ExitCode.INTERRUPTED if found.ending is Ending.INTERRUPTED else ExitCode.SUCCESS


def _language(program: AnyProgram) -> ProgramLanguage:
    is_structured = isinstance(program, StructuredProgram)
    return ProgramLanguage.STRUCTURED if is_structured else ProgramLanguage.GOTO


def _as_dict(found: Shortened, aim: str) -> dict[str, Any]:
    return {
        "for": aim,
        **shortened_as_dict(found),
        "changed": found.changed,
        "program": str(found.program).split("\n"),
    }


def _file_text(found: Shortened, aim: str, instances: int) -> str:
    header, _, body = format_program(found.program).partition("\n")
    return (
        f"{header}\n; genplan {__version__}, optimized for {aim} on {instances} instances\n{body}"
    )
