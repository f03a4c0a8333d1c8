"""`genplan completion`: the shell's completion script."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from genplan.cli.app import ExitCode, group
from genplan.cli.options import SuggestingChoice

__all__ = ["command"]


@click.command(
    "completion",
    epilog='\b\nExample, for bash:\n  eval "$(genplan completion bash)"',
)
@click.argument("shell", metavar="SHELL", type=SuggestingChoice(["bash", "zsh", "fish"]))
def command(shell: str) -> int:
    """Print the completion script of a SHELL: bash, zsh or fish."""
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(group, {}, "genplan", "_GENPLAN_COMPLETE").source())
    return ExitCode.SUCCESS
