"""`genplan check`: what is proven about a program, what is tested, and what fails."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from genplan.cli.app import ExitCode
from genplan.cli.console import print_json, print_notices, write_file
from genplan.cli.evidence import evidence_as_dict, print_evidence
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
from genplan.evidence.counterexamples import find_counterexample
from genplan.evidence.sources import BenchmarkSource, CommandSource, Source
from genplan.pddl.model import Domain
from genplan.pddl.writer import write_instance
from genplan.problem import make_problem
from genplan.program.text import read_program

__all__ = ["command"]

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
        print_json(evidence_as_dict(evidence, files))
    else:
        print_evidence(evidence, files)
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
