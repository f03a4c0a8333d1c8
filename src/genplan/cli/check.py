"""`genplan check`: what is proven about a program, what is tested, and what fails."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from genplan.cli.app import ExitCode
from genplan.cli.console import output_console, print_json, print_notices, write_file
from genplan.cli.inputs import find_models
from genplan.cli.options import (
    DURATION,
    cluster_option,
    domain_argument,
    engine_option,
    instances_argument,
    json_option,
    split_option,
)
from genplan.errors import FileError
from genplan.evidence.check import Evidence
from genplan.evidence.check import check as check_program
from genplan.evidence.cost import Cost
from genplan.evidence.counterexamples import CounterexampleSearch, find_counterexample
from genplan.evidence.finding import Finding, Status
from genplan.evidence.loops import Loop
from genplan.evidence.order import OrderReport
from genplan.evidence.sources import BenchmarkSource, CommandSource, Source
from genplan.pddl.model import Domain, Instance
from genplan.pddl.writer import write_instance
from genplan.problem import make_problem
from genplan.program.text import read_program

__all__ = ["command"]

_STYLES: Final = {
    Status.PROVEN: "bold green",
    Status.TESTED: "green",
    Status.NOT_PROVEN: "yellow",
    Status.NOT_TESTED: "yellow",
    Status.FAILS: "bold red",
}
_MOST_ROWS: Final = 20
_MOST_SIZES: Final = 10_000
_DEFAULT_SIZES: Final = 10

if TYPE_CHECKING:  # generic in newer versions of click only
    RangeParameter = click.ParamType[range]
else:
    RangeParameter = click.ParamType


class Sizes(RangeParameter):
    """One size, such as 5, or all from one to another, such as 2:12."""

    name = "from:to"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> range:
        """Return the sizes."""
        if isinstance(value, range):
            return value
        match = re.fullmatch(r"(\d{1,9})(?::(\d{1,9}))?", str(value).strip())
        if match is None:
            self.fail(f'"{value}" is not a range of sizes; write 5 or 2:12', param, ctx)
        first, last = int(match.group(1)), int(match.group(2) or match.group(1))
        if last < first:
            self.fail(f"{last} is less than {first}; write the smaller size first", param, ctx)
        if last - first >= _MOST_SIZES:
            self.fail(f"{value} has more than {_MOST_SIZES:,} sizes; write fewer", param, ctx)
        return range(first, last + 1)


@click.command(
    "check",
    epilog="""\b
Examples:
  genplan check lock.gp lock
  genplan check program.gp domain.pddl problems/ --shuffles 50 -o failing/
  genplan check lock.gp lock --generator lock --sizes 2:30 --jobs 2
  genplan check program.gp domain.pddl p1.pddl --generator-command './make {size} {seed}'

"proven" holds on every instance there can be; "tested" holds on those that were tried.
Exit code 1 if something fails; what is merely not proven does not count as that.""",
)
@click.argument("program", metavar="PROGRAM")
@domain_argument
@instances_argument
@split_option("train")
@click.option(
    "--shuffles",
    type=click.IntRange(min=1, max=10_000),
    default=20,
    show_default=True,
    help="Other orders of the objects, per instance and type.",
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="For shuffles; the first for instances."
)
@click.option(
    "--generator", metavar="BENCHMARK", help="Look for counterexamples of this generator."
)
@click.option(
    "--generator-command",
    metavar="COMMAND",
    help="Look for counterexamples that COMMAND prints as PDDL, as in 'make.py {size} {seed}'.",
)
@click.option("--sizes", type=Sizes(), help="Sizes to generate.  [default: the ten smallest]")
@click.option(
    "--per-size",
    type=click.IntRange(min=1, max=1_000_000),
    default=10,
    show_default=True,
    help="Instances to generate of each size.",
)
@click.option(
    "--shrink/--no-shrink",
    default=True,
    show_default=True,
    help="Make a counterexample as small as possible, or keep it as generated.",
)
@click.option("-o", "--output", metavar="FOLDER", help="Write failing instances as PDDL files.")
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes."
)
@cluster_option
@click.option("--time-limit", type=DURATION, help="Stop each run of the program after this time.")
@engine_option
@json_option
def command(
    program: str,
    domain: str,
    instances: tuple[str, ...],
    split: str,
    shuffles: int,
    seed: int,
    generator: str | None,
    generator_command: str | None,
    sizes: range | None,
    per_size: int,
    shrink: bool,
    output: str | None,
    jobs: int,
    cluster: str | None,
    time_limit: float | None,
    engine: str | None,
    as_json: bool,
) -> int:
    """Check a PROGRAM: does it end, does it depend on the order of objects, what does it cost?

    It is run on INSTANCEs of a DOMAIN as they are and with their objects in other orders. With
    a generator, instances on which it fails are searched for and made small.
    """
    models = find_models(domain, instances, split)
    read = read_program(program, models.domain)
    source = _source(generator, generator_command, models.domain)
    if source is None and sizes is not None:
        raise click.UsageError("--sizes needs --generator or --generator-command")
    folder = _folder(output)
    print_notices(make_problem(models.domain, models.instances).notices, as_json)
    evidence = check_program(
        read,
        models.instances,
        shuffles=shuffles,
        seed=seed,
        jobs=jobs,
        cluster=cluster,
        time_limit=time_limit,
        engine=engine,
    )
    if source is not None:
        search = find_counterexample(
            read,
            source,
            sizes or range(source.smallest_size, source.smallest_size + _DEFAULT_SIZES),
            range(seed, seed + per_size),
            jobs=jobs,
            cluster=cluster,
            shrunk=shrink,
            time_limit=time_limit,
            engine=engine,
        )
        evidence = evidence.with_search(search)
    files = _write_failing(evidence, folder) if folder is not None else {}
    if as_json:
        print_json(as_dict(evidence, files))
    else:
        _print_evidence(evidence, files)
    return ExitCode.FAILURE if evidence.failures else ExitCode.SUCCESS


def _source(generator: str | None, template: str | None, domain: Domain) -> Source | None:
    if generator is not None and template is not None:
        raise click.UsageError("--generator and --generator-command exclude each other")
    if generator is not None:
        return BenchmarkSource.of(generator, domain)
    return None if template is None else CommandSource.of(template, domain)


def _folder(output: str | None) -> Path | None:
    """Return the folder to write to, made now rather than after a long run."""
    if output is None:
        return None
    folder = Path(output)
    if folder.exists() and not folder.is_dir():
        raise FileError(f"{folder}: this is a file; a folder was expected")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{folder}: cannot be made: {error.strerror or error}") from None
    return folder


def _write_failing(evidence: Evidence, folder: Path) -> dict[str, Path]:
    """Write the failing instances; return the files by the subjects of their findings."""
    files = {}
    for finding in evidence.failures:
        if finding.instance is not None:
            name = re.sub(r"[^\w-]+", "-", finding.subject)
            files[finding.subject] = folder / f"{name}.pddl"
            write_file(files[finding.subject], write_instance(finding.instance))
    return files


def as_dict(evidence: Evidence, files: dict[str, Path]) -> dict[str, Any]:
    """Return evidence as plain values, for JSON."""
    termination = evidence.termination
    return {
        "fails": bool(evidence.failures),
        "findings": [_finding(finding, files) for finding in evidence.findings],
        "termination": {
            "proven": termination.proven,
            "steps": None if termination.steps is None else str(termination.steps),
            "loops": [_loop(loop) for loop in termination.loops],
        },
        "orders": [_order(report) for report in evidence.orders],
        "cost": _cost(evidence.cost),
        "counterexample": None if evidence.search is None else _search(evidence.search),
    }


def _finding(finding: Finding, files: dict[str, Path]) -> dict[str, Any]:
    file = files.get(finding.subject)
    return {
        "subject": finding.subject,
        "status": finding.status.value,
        "detail": finding.detail,
        "instance": _pddl(finding.instance),
        "file": None if file is None else str(file),
    }


def _pddl(instance: Instance | None) -> str | None:
    return None if instance is None else write_instance(instance)


def _loop(loop: Loop) -> dict[str, Any]:
    return {
        "first": loop.first,
        "last": loop.last,
        "proven": loop.proven,
        "rounds": None if loop.rounds is None else str(loop.rounds),
        "reason": loop.reason,
    }


def _order(report: OrderReport) -> dict[str, Any]:
    example = report.example
    return {
        "type": report.type,
        "status": report.status.value,
        "orders": report.orders,
        "failed": report.failed,
        "instances": report.instances,
        "stands_for": list(report.mirrors),
        "outcome": None if example is None else example.outcome,
        "working_order": None if example is None else list(example.working_order),
    }


def _cost(cost: Cost) -> dict[str, Any]:
    return {
        "steps_exponent": cost.steps_exponent,
        "plan_exponent": cost.plan_exponent,
        "size_counts": list(cost.types),
        "bound": None if cost.bound is None else str(cost.bound),
        "bound_exponent": cost.bound_exponent,
        "instances": [
            {
                "name": row.name,
                "objects": row.objects,
                "size": row.size,
                "steps": row.steps,
                "plan_length": row.plan_length,
                "bound": row.bound,
            }
            for row in cost.rows
        ],
    }


def _search(search: CounterexampleSearch) -> dict[str, Any]:
    found = search.found
    return {
        "tested": search.tested,
        "unsolvable": search.unsolvable,
        "stopped": search.undecided,
        "found": None
        if found is None
        else {
            "size": found.size,
            "seed": found.seed,
            "outcome": found.outcome,
            "detail": found.detail,
            "solvable": found.solvable.value,
            "instance": write_instance(found.instance),
            "original": write_instance(found.original),
        },
    }


def _print_evidence(evidence: Evidence, files: dict[str, Path]) -> None:
    from rich.table import Table
    from rich.text import Text

    console = output_console()
    table = Table.grid(padding=(0, 2))
    for finding in evidence.findings:
        table.add_row(
            Text(finding.subject),
            Text(finding.status.value, _STYLES[finding.status]),
            Text(finding.detail),
        )
    console.print(table)
    console.print()
    _print_cost(evidence.cost)
    for finding in evidence.failures:
        if finding.instance is not None:
            _print_instance(finding.subject, finding.instance, files)
    if evidence.search is not None and evidence.search.found is not None:
        file = files.get(
            evidence.search.finding.subject, "FOLDER/counterexample.pddl, from -o FOLDER"
        )
        click.echo(f"to train with the counterexample: genplan solve … --add {file}")
    failing = len(evidence.failures)
    console.print(
        f"{failing} of {len(evidence.findings)} answers fail" if failing else "nothing fails",
        style="bold red" if failing else "bold green",
    )


def _print_cost(cost: Cost) -> None:
    from rich.table import Table
    from rich.text import Text

    if not cost.rows:
        return
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("instance")
    for heading in ("objects", "steps", "proven bound", "plan length"):
        table.add_column(heading, justify="right")
    for row in cost.rows[:_MOST_ROWS]:
        bound = "" if row.bound is None else f"{row.bound:,}"
        numbers = (f"{row.objects:,}", f"{row.steps:,}", bound, f"{row.plan_length:,}")
        table.add_row(Text(row.name), *numbers)
    if len(cost.rows) > _MOST_ROWS:
        table.add_row(f"and {len(cost.rows) - _MOST_ROWS} more", "", "", "", "")
    exponents = (cost.steps_exponent, cost.bound_exponent, cost.plan_exponent)
    if any(e is not None for e in exponents):
        fitted = ["" if e is None else f"n^{e:.1f}" for e in exponents]
        table.add_row(Text("grows like", "bold"), Text("n", "bold"), *fitted)
    console = output_console()
    console.print(table)
    console.print()


def _print_instance(subject: str, instance: Instance, files: dict[str, Path]) -> None:
    if subject in files:
        click.echo(f"{subject}: written to {files[subject]}")
    elif len(instance.initial) <= 2 * _MOST_ROWS:
        output_console().print(f"; {subject}", markup=False, style="bold")
        click.echo(write_instance(instance))
    else:
        click.echo(f"{subject}: the instance {instance.name} is long; -o FOLDER writes it")
