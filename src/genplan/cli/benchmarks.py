"""`genplan benchmarks`: what is bundled."""

from __future__ import annotations

import click

from genplan.benchmarks import BENCHMARKS, Benchmark
from genplan.cli.app import ExitCode
from genplan.cli.console import output_console, print_json
from genplan.cli.options import json_option
from genplan.problem import make_pointers

__all__ = ["command"]


@click.command("benchmarks", epilog="\b\nExample:\n  genplan benchmarks")
@json_option
def command(as_json: bool) -> int:
    """List the bundled benchmarks."""
    if as_json:
        print_json(
            [
                {"name": b.name, "suite": b.suite, "description": b.description, "lines": b.lines}
                for b in BENCHMARKS.values()
            ]
        )
        return ExitCode.SUCCESS
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for b in BENCHMARKS.values():
        table.add_row(b.name, b.description)
        table.add_row("", Text(_facts(b), "dim"))
    output_console().print(table)
    return ExitCode.SUCCESS


def _facts(b: Benchmark) -> str:
    """Return where a benchmark is from, its bounds and the sizes of its instances."""
    pointers = len(make_pointers(b.domain, b.pointers))
    training, validation = (
        f"{chosen.sizes[0]} to {chosen.sizes[-1]}" for chosen in (b.training_set, b.validation_set)
    )
    bounds = f"{b.lines} lines, " if b.lines else ""
    return (
        f"{b.suite}; {bounds}{pointers} pointer{'' if pointers == 1 else 's'}; "
        f"{b.unit}: training {training}, validation {validation}"
    )
