"""`genplan generate`: instances of a bundled benchmark as PDDL files."""

from __future__ import annotations

from pathlib import Path

import click

from genplan.benchmarks import get_benchmark
from genplan.cli.app import ExitCode
from genplan.cli.console import write_file
from genplan.errors import FileError
from genplan.pddl.writer import write_domain, write_instance

__all__ = ["command"]


@click.command(
    "generate",
    epilog="""\b
Examples:
  genplan generate lock problems/ --from 5 --to 14 --seed 1007
  genplan generate ontable problems/ --from 10 --to 15 --per-size 2""",
)
@click.argument("benchmark", metavar="BENCHMARK")
@click.argument("folder", metavar="OUTDIR")
@click.option("--from", "first", type=int, required=True, help="The smallest size.")
@click.option("--to", "last", type=int, required=True, help="The largest size.")
@click.option("--seed", type=int, default=1, show_default=True, help="For the random ones.")
@click.option("--per-size", type=click.IntRange(min=1), default=1, show_default=True)
def command(benchmark: str, folder: str, first: int, last: int, seed: int, per_size: int) -> int:
    """Write domain.pddl and instances p1.pddl, p2.pddl, … of a BENCHMARK to OUTDIR."""
    found = get_benchmark(benchmark)
    if last < first:
        raise click.UsageError(f"--to {last} is less than --from {first}")
    made = found.generate(range(first, last + 1), seed, per_size)
    target = Path(folder)
    if target.exists() and not target.is_dir():
        raise FileError(f"{target}: this is a file; a folder was expected")
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{target}: cannot be made: {error.strerror or error}") from None
    write_file(target / "domain.pddl", write_domain(found.domain))
    for number, instance in enumerate(made, 1):
        write_file(target / f"p{number}.pddl", write_instance(instance))
    click.echo(f"domain.pddl and {len(made)} instances written to {target}")
    return ExitCode.SUCCESS
