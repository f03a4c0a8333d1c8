"""`genplan report`: a page to look at, in one HTML file."""

from __future__ import annotations

from pathlib import Path

import click

from genplan.cli.app import ExitCode
from genplan.cli.console import check_writable, error_console, print_notices, write_file
from genplan.cli.display import human_bytes
from genplan.cli.inputs import check_program_file, find_models
from genplan.cli.options import (
    DURATION,
    SuggestingChoice,
    domain_argument,
    engine_option,
    instances_argument,
    split_option,
)
from genplan.evidence.check import check
from genplan.evidence.finding import Finding
from genplan.landmark_graph import Construction
from genplan.planner import Solution, ValidationReport, validate
from genplan.problem import make_problem
from genplan.program import AnyProgram, Program, StructuredProgram
from genplan.program.text import read_program
from genplan.report.page import Report, make_page
from genplan.report.sections import Attempt
from genplan.search import ProgramLanguage

__all__ = ["command", "report_of", "save_page"]


@click.command(
    "report",
    epilog="""\b
Examples:
  genplan report lock.gp lock -o lock.html
  genplan report lock.gp domain.pddl p1.pddl p2.pddl -o report.html
  genplan report lock.gp lock --split validation --runs 3 --steps 500""",
)
@click.argument("program", metavar="PROGRAM")
@domain_argument
@instances_argument
@split_option("train")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    default="report.html",
    show_default=True,
    help="The file to write.",
)
@click.option(
    "--runs",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    help="So many instances can be stepped through.",
)
@click.option(
    "--steps",
    type=click.IntRange(min=1),
    default=2000,
    show_default=True,
    help="So many steps of each are kept.",
)
@click.option(
    "--landmarks",
    "construction",
    type=SuggestingChoice(["paper", "sound"]),
    default="paper",
    show_default=True,
    help="How landmarks are found.",
)
@click.option(
    "--check/--no-check",
    "checked",
    default=True,
    show_default=True,
    help="Find evidence, as genplan check does with its defaults.",
)
@click.option("--time-limit", type=DURATION, help="Stop each run of the program after this time.")
@engine_option
@click.option("-q", "--quiet", is_flag=True, help="Print no notices.")
def command(
    program: str,
    domain: str,
    instances: tuple[str, ...],
    split: str,
    output: str,
    runs: int,
    steps: int,
    construction: str,
    checked: bool,
    time_limit: float | None,
    engine: str | None,
    quiet: bool,
) -> int:
    """Write a page that shows a PROGRAM at work on INSTANCEs of a DOMAIN.

    One HTML file that needs nothing else: the program, its runs step by step, landmark graphs,
    and how it does on every instance. It is written whether or not the program solves them.
    """
    check_writable(output)
    check_program_file(program)
    models = find_models(domain, instances, split, quiet=quiet)
    read = read_program(program, models.domain)
    print_notices(make_problem(models.domain, models.instances).notices, quiet)
    validation: ValidationReport | None = None
    findings: tuple[Finding, ...] = ()
    complete = isinstance(read, StructuredProgram) or read.first_undefined is None
    if complete and checked:
        evidence = check(read, models.instances, time_limit=time_limit, engine=engine)
        validation, findings = evidence.validation, evidence.findings
    elif complete:
        validation = validate(read, models.instances, time_limit=time_limit, engine=engine)
    report = Report(
        read,
        models.instances,
        validation,
        findings=findings,
        construction=Construction(construction),
        steps=steps,
        runs=runs,
    )
    save_page(report, output, quiet=quiet)
    return ExitCode.SUCCESS


def report_of(
    solution: Solution,
    engine: str | None,
) -> Report:
    """Return what a page says about a search: on its program, or on the best partial one."""
    instances, attempts = solution.problem.instances, _attempts(solution)
    if solution.program is None:
        return Report(
            solution.best_partial or _empty_program(solution),
            instances,
            solution=solution,
            attempts=attempts,
            construction=solution.configuration.landmarks,
        )
    evidence = check(solution.program, instances, engine=engine)
    return Report(
        solution.program,
        instances,
        evidence.validation,
        solution,
        attempts,
        evidence.findings,
        solution.configuration.landmarks,
    )


def _attempts(solution: Solution) -> tuple[Attempt, ...]:
    """Return the searches that a schedule made."""
    return tuple(
        Attempt(
            f"{trial.attempt.lines} {trial.attempt.setting.language.unit}, "
            f"{len(trial.attempt.problem.pointers)} pointers, "
            f"{trial.attempt.setting}",
            trial.result.outcome.value.replace("_", " "),
            trial.result.statistics.evaluated,
            trial.result.statistics.search_seconds + trial.result.statistics.landmark_seconds,
        )
        for trial in solution.trials
        if trial.result is not None
    )


def _empty_program(solution: Solution) -> AnyProgram:
    name, pointers = solution.problem.domain.name, solution.problem.pointers
    if solution.configuration.language is ProgramLanguage.STRUCTURED:
        return StructuredProgram(name, pointers)
    return Program.empty(name, pointers, solution.configuration.lines)


def save_page(report: Report, output: str | Path, *, quiet: bool) -> None:
    """Write the page and say where and how large it is."""
    text = make_page(report)
    write_file(output, text)
    if str(output) != "-" and not quiet:
        size = human_bytes(len(text.encode()))
        error_console().print(f"report saved to {output} ({size})", markup=False)
