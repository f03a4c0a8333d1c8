"""`genplan evaluations`: the evaluation functions."""

from __future__ import annotations

import click

from genplan.cli.app import ExitCode
from genplan.cli.console import output_console, print_json
from genplan.cli.options import json_option
from genplan.evaluations import EVALUATIONS

__all__ = ["command"]


@click.command(
    "evaluations",
    epilog="\b\nExample:\n  genplan solve lock --evaluate landmark-count,goto-count",
)
@json_option
def command(as_json: bool) -> int:
    """List the evaluation functions; smaller values are better."""
    if as_json:
        print_json(
            [
                {"name": e.name, "symbol": e.symbol, "summary": e.summary}
                for e in EVALUATIONS.values()
            ]
        )
        return ExitCode.SUCCESS
    from rich.table import Table

    table = Table()
    table.add_column("name", style="bold", no_wrap=True)
    table.add_column("paper", no_wrap=True)
    table.add_column("what it counts")
    for e in EVALUATIONS.values():
        table.add_row(e.name, e.symbol, e.summary)
    output_console().print(table)
    return ExitCode.SUCCESS
