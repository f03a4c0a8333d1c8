"""`genplan validate`: run a program on instances and check its plans."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any, Final

import click

from genplan.cli.app import ExitCode
from genplan.cli.console import (
    check_writable,
    output_console,
    print_json,
    print_notices,
    write_file,
)
from genplan.cli.inputs import check_program_file, find_models
from genplan.cli.options import (
    DURATION,
    SuggestingChoice,
    cluster_option,
    domain_argument,
    engine_option,
    instances_argument,
    jobs_option,
    json_option,
    split_option,
)
from genplan.planner import InstanceReport, ValidationReport
from genplan.planner import validate as validate_program
from genplan.problem import make_problem
from genplan.program.text import read_program
from genplan.report.growth import growth_plot
from genplan.second_opinion import SECOND_OPINIONS, second_opinions

__all__ = ["command"]

_STYLES: Final = {"solved": "green", "out_of_time": "yellow"}
_WORDS: Final = {
    "incorrect": "goal not reached",
    "infinite": "infinite loop",
    "out_of_time": "out of time",
    "invalid": "plan refused",
}
_JUDGES: Final = {"up": "unified-planning", "val": "VAL"}


@click.command(
    "validate",
    epilog="""\b
Examples:
  genplan validate lock.gp lock --split validation
  genplan validate program.gp domain.pddl problems/ --jobs 2 --csv
  genplan validate lock.gp lock --split validation --plot growth.svg
  genplan validate lock.gp lock --split train --with up --with val""",
)
@click.argument("program", metavar="PROGRAM")
@domain_argument
@instances_argument
@split_option("validation")
@jobs_option("Processes that share the instances.")
@cluster_option
@click.option("--time-limit", type=DURATION, help="Stop each instance after this time.")
@click.option(
    "--with",
    "others",
    type=SuggestingChoice(list(SECOND_OPINIONS)),
    multiple=True,
    help="Have plans checked by unified-planning (up) or VAL (val), too.",
)
@engine_option
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values.")
@click.option("--plot", metavar="FILE", help="Draw steps against size, as an SVG file.")
@click.option("-q", "--quiet", is_flag=True, help="Print the summary only.")
def command(
    program: str,
    domain: str,
    instances: tuple[str, ...],
    split: str,
    jobs: int,
    cluster: str | None,
    time_limit: float | None,
    others: tuple[str, ...],
    engine: str | None,
    as_json: bool,
    as_csv: bool,
    plot: str | None,
    quiet: bool,
) -> int:
    """Run a PROGRAM on INSTANCEs of a DOMAIN; every plan is checked independently."""
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    check_writable(plot)
    check_program_file(program)
    models = find_models(domain, instances, split, quiet=quiet)
    checks = second_opinions(others)
    read = read_program(program, models.domain)
    print_notices(make_problem(models.domain, models.instances).notices, quiet)
    report = validate_program(
        read,
        models.instances,
        jobs=jobs,
        cluster=cluster,
        time_limit=time_limit,
        engine=engine,
        checks=checks,
    )
    if as_json:
        print_json(as_dict(report))
    elif as_csv:
        click.echo(as_csv_text(report), nl=False)
    else:
        _print_report(report, quiet, others)
    if plot:
        write_file(plot, growth_plot(read.domain, report).svg())
    return ExitCode.SUCCESS if report.valid else ExitCode.FAILURE


def _row(row: InstanceReport) -> dict[str, Any]:
    return {
        "name": row.name,
        "outcome": row.outcome,
        "plan_length": row.plan_length,
        "steps": row.steps,
        "seconds": row.seconds,
        "detail": row.detail,
    }


def as_dict(report: ValidationReport) -> dict[str, Any]:
    """Return a report as plain values, for JSON."""
    return {
        "valid": report.valid,
        "solved": report.solved,
        "instances": [_row(row) for row in report.instances],
    }


def as_csv_text(report: ValidationReport) -> str:
    """Return a report as comma-separated values."""
    text = io.StringIO()
    fields = ("name", "outcome", "plan_length", "steps", "seconds", "detail")
    writer = csv.DictWriter(text, fields, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_row(row) for row in report.instances)
    return text.getvalue()


def _print_report(report: ValidationReport, quiet: bool, others: Sequence[str]) -> None:
    from rich.table import Table
    from rich.text import Text

    console = output_console()
    if not quiet:
        table = Table()
        table.add_column("instance")
        table.add_column("outcome")
        for heading in ("plan length", "steps", "CPU s"):
            table.add_column(heading, justify="right")
        for row in report.instances:
            words = _WORDS.get(row.outcome, row.outcome)
            outcome = Text(words, _STYLES.get(row.outcome, "red"))
            table.add_row(
                Text(row.name),
                outcome,
                f"{row.plan_length:,}",
                f"{row.steps:,}",
                f"{row.seconds:.3f}",
            )
        console.print(table)
        for detail, names in _details(report).items():
            listed = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if names[3:] else "")
            console.print(f"{listed}: {detail}", style="red", markup=False)
    judges = "".join(f" and by {_JUDGES[name]}" for name in dict.fromkeys(others))
    seconds = sum(row.seconds for row in report.instances)
    console.print(
        f"{report.solved} of {len(report.instances)} instances solved, plans checked{judges}, "
        f"{seconds:.2f} CPU s",
        style="bold green" if report.valid else "bold red",
    )


def _details(report: ValidationReport) -> dict[str, list[str]]:
    """Return what went wrong, with the names of the instances where it did."""
    found: dict[str, list[str]] = {}
    for row in report.instances:
        if row.detail:
            found.setdefault(row.detail, []).append(row.name)
    return found
