"""`genplan benchmarks`: what is bundled."""

from __future__ import annotations

import click

from genplan.benchmarks import BENCHMARKS
from genplan.cli.app import ExitCode
from genplan.cli.console import output_console, print_json
from genplan.cli.options import json_option

__all__ = ["command"]


@click.command("benchmarks", epilog="\b\nExample:\n  genplan benchmarks")
@json_option
def command(as_json: bool) -> int:
    """List the bundled benchmarks."""
    if as_json:
        print_json(
            [
                {"name": b.name, "description": b.description, "lines": b.lines}
                for b in BENCHMARKS.values()
            ]
        )
        return ExitCode.SUCCESS
    from rich.table import Table

    table = Table()
    table.add_column("name", style="bold")
    table.add_column("lines", justify="right")
    table.add_column("pointers", justify="right")
    table.add_column("training", no_wrap=True)
    table.add_column("validation", no_wrap=True)
    table.add_column("what it is about")
    for b in BENCHMARKS.values():
        sets = [f"{s.sizes[0]} … {s.sizes[-1]}" for s in (b.training_set, b.validation_set)]
        table.add_row(b.name, str(b.lines), str(len(b.problem().pointers)), *sets, b.description)
    output_console().print(table)
    return ExitCode.SUCCESS
