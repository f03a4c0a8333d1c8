"""What pages take from the code when the site is built, so that it cannot go stale.

A line `<!-- genplan: NAME -->` in a page is replaced by what the function of that name below
returns.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

import genplan
from genplan.benchmarks.benchmark import InstanceSet
from genplan.cli.app import ExitCode, group

__all__ = ["on_config", "on_page_markdown"]

_MARK: Final = re.compile(r"^<!-- genplan: ([a-z-]+) -->$", re.MULTILINE)
_DOCUMENTED: Final = re.compile(r"^::: genplan\.(?:\w+\.)?(\w+)$", re.MULTILINE)
_WIDTH: Final = 76
_EXIT_CODES: Final = {
    ExitCode.SUCCESS: "solved, valid, done",
    ExitCode.FAILURE: "not: no program within the bounds, or a program that fails",
    ExitCode.USAGE: "wrong usage of the command",
    ExitCode.BAD_INPUT: "bad input: a file that is missing, wrong or not supported",
    ExitCode.OUT_OF_TIME: "out of time, or of evaluations",
    ExitCode.OUT_OF_MEMORY: "out of memory",
    ExitCode.INTERRUPTED: "interrupted",
}


def on_config(config: Any, **_: Any) -> Any:
    """Return the configuration with a place in the navigation for every page; called by mkdocs."""
    home = Path(config["docs_dir"])
    listed = str(config["nav"])
    pages = sorted(path.relative_to(home).as_posix() for path in home.rglob("*.md"))
    others = [page for page in pages if f"'{page}'" not in listed]
    if others:
        config["nav"].append({"More": others})
    return config


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a page with its marks replaced; called by mkdocs."""
    return _MARK.sub(lambda match: _CONTENTS[match[1]](markdown), markdown)


def _commands(_: str) -> str:
    """Return the help of every command, as `--help` prints it."""
    context = click.Context(group, info_name="genplan", help_option_names=["-h", "--help"])
    parts = [_help(group, context, "## genplan")]
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=context)
        parts.append(_help(command, inner, f"## genplan {name}"))
    return "\n".join(parts)


def _help(command: click.Command, context: click.Context, heading: str) -> str:
    context.terminal_width = _WIDTH
    return f"{heading}\n\n```text\n{command.get_help(context)}\n```\n"


def _exit_codes(_: str) -> str:
    """Return the exit codes as a table."""
    rows = [f"| {code.value} | {_EXIT_CODES[code]} |" for code in ExitCode]
    return "\n".join(["| exit code | meaning |", "|---|---|", *rows])


def _evaluations(_: str) -> str:
    """Return the registered evaluation functions as a table."""
    rows = [f"| `{e.name}` | {e.symbol} | {e.summary} |" for e in genplan.EVALUATIONS.values()]
    return "\n".join(["| name | symbol | what is counted |", "|---|---|---|", *rows])


def _benchmarks(_: str) -> str:
    """Return the bundled benchmarks as a table."""
    rows = [
        f"| `{b.name}` | {b.description} | {b.unit} | {_sizes(b.training_set)} "
        f"| {_sizes(b.validation_set)} |"
        for b in genplan.BENCHMARKS.values()
    ]
    head = "| name | what it is about | size | training | validation |"
    return "\n".join([head, "|---|---|---|---|---|", *rows])


def _sizes(chosen: InstanceSet) -> str:
    return f"{chosen.sizes[0]} to {chosen.sizes[-1]}"


def _other_names(page: str) -> str:
    """Return the documentation of the public names that the page does not mention by itself."""
    listed = set(_DOCUMENTED.findall(page)) | {"__version__"}
    names = [name for name in genplan.__all__ if name not in listed]
    if not names:
        return ""
    return "\n".join(["## Others", "", *(f"::: genplan.{name}\n" for name in names)])


_CONTENTS: Final[dict[str, Callable[[str], str]]] = {
    "commands": _commands,
    "exit-codes": _exit_codes,
    "evaluations": _evaluations,
    "benchmarks": _benchmarks,
    "other-names": _other_names,
}
