"""The group of commands: loaded when used, errors as messages, exit codes."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Sequence
from enum import IntEnum
from importlib import import_module
from typing import Final

import click

from genplan.cli.console import error_console
from genplan.errors import GenplanError, LocatedError
from genplan.outcomes import SearchOutcome
from genplan.version import __version__

__all__ = ["ExitCode", "exit_code_of", "run"]


class ExitCode(IntEnum):
    """What the command tells the shell."""

    SUCCESS = 0
    FAILURE = 1
    USAGE = 2
    BAD_INPUT = 3
    OUT_OF_TIME = 4
    OUT_OF_MEMORY = 5
    INTERRUPTED = 130


_EXIT_CODES: Final = {
    SearchOutcome.SOLVED: ExitCode.SUCCESS,
    SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS: ExitCode.FAILURE,
    SearchOutcome.NOT_COMPLETE: ExitCode.FAILURE,
    SearchOutcome.OUT_OF_BUDGET: ExitCode.OUT_OF_TIME,
    SearchOutcome.OUT_OF_TIME: ExitCode.OUT_OF_TIME,
    SearchOutcome.OUT_OF_MEMORY: ExitCode.OUT_OF_MEMORY,
    SearchOutcome.INTERRUPTED: ExitCode.INTERRUPTED,
}

_COMMANDS: Final = {
    "solve": "find a program that solves all instances",
    "resume": "go on with a search that was saved",
    "optimize": "make a program shorter, or its plans",
    "validate": "run a program on instances and check its plans",
    "check": "test and prove what can be said about a program",
    "run": "run a program on an instance and print the plan",
    "show": "show a program in words, or as Python or C++",
    "report": "write a page that shows a program at work",
    "learn": "learn a domain from tasks, into a knowledge file",
    "plan": "plan for a task with a knowledge file",
    "landmarks": "show the landmark graph of an instance",
    "inspect": "show what a model offers, and warn of mistakes",
    "generate": "write instances of a bundled benchmark",
    "reproduce": "run the paper's tables",
    "benchmarks": "list the bundled benchmarks",
    "evaluations": "list the evaluation functions",
    "completion": "print the shell's completion script",
}

EPILOG: Final = """\b
Exit codes: 0 solved or valid, 1 not, 2 wrong usage, 3 bad input,
4 out of time or evaluations, 5 out of memory, 130 interrupted."""


def exit_code_of(outcome: SearchOutcome) -> ExitCode:
    """Return the exit code of a search."""
    return _EXIT_CODES[outcome]


class LazyGroup(click.Group):
    """Imports the module of a command when it is used, and suggests names."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of a user's way."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported now."""
        if cmd_name not in _COMMANDS:
            return None
        command = import_module(f"genplan.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name, or say which one was meant."""
        if args and not args[0].startswith("-") and args[0] not in _COMMANDS:
            close = difflib.get_close_matches(args[0], _COMMANDS, n=1)
            hint = f' Did you mean "{close[0]}"?' if close else ""
            raise click.UsageError(f'no such command "{args[0]}".{hint}', ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


def _print_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from genplan.engine import core_version

    core = core_version()
    engine = f"compiled core {core}" if core else "pure Python, no compiled core"
    click.echo(f"genplan {__version__} ({engine})")
    ctx.exit()


@click.group(
    cls=LazyGroup,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    callback=_print_version,
    expose_value=False,
    is_eager=True,
    help="Print the version and which engine is there.",
)
def group() -> None:
    """Find one program that solves every instance of a PDDL domain.

    \b
    Example, with a bundled benchmark:
      genplan solve lock -o lock.gp
      genplan validate lock.gp lock --split validation
    """


def run(arguments: Sequence[str]) -> int:
    """Return the exit code of a command; every error ends as a message."""
    try:
        result = group.main(list(arguments), "genplan", standalone_mode=False)
        sys.stdout.flush()
        return int(result) if isinstance(result, int) else ExitCode.SUCCESS
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.UsageError as error:
        error.show()
        return ExitCode.USAGE
    except click.ClickException as error:
        error.show()
        return ExitCode.BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        error_console().print("interrupted", style="yellow")
        return ExitCode.INTERRUPTED
    except LocatedError as error:
        return _failed(str(error), ExitCode.BAD_INPUT)
    except GenplanError as error:
        return _failed(f"error: {error}", ExitCode.BAD_INPUT)
    except MemoryError:
        return _failed("error: there is not enough memory for this", ExitCode.OUT_OF_MEMORY)
    except (BrokenPipeError, SystemExit):
        # The reader of our output is gone, as in `genplan … | head -1`; click and rich turn that
        # into a SystemExit. Python must not complain about it again when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return ExitCode.SUCCESS
    except OSError as error:
        return _failed(f"error: {error.strerror or error}", ExitCode.BAD_INPUT)


def _failed(message: str, code: ExitCode) -> ExitCode:
    error_console().print(message, style="red", markup=False, highlight=False)
    return code
