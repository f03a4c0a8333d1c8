"""`genplan show`: a program in a form to read, or to run without genplan."""

from __future__ import annotations

import re
from typing import Final

import click

from genplan.cli.app import ExitCode
from genplan.cli.console import check_writable, write_file
from genplan.cli.inputs import find_models
from genplan.cli.options import SuggestingChoice
from genplan.errors import FileError
from genplan.pddl.syntax import read_text
from genplan.program.export import Form, show_program
from genplan.program.text import read_program

__all__ = ["command"]

_NAMED: Final = re.compile(r"\s*;\s*domain\s+(\S+)", re.IGNORECASE)


@click.command(
    "show",
    epilog="""\b
Examples:
  genplan show lock.gp lock
  genplan show lock.gp domain.pddl --as english
  genplan show lock.gp --as python -o lock.py && python lock.py p1.pddl
  genplan show lock.gp --as cpp -o lock.cpp && c++ -std=c++20 -O2 lock.cpp -o lock

\b
Forms:
  paper       the lines as the paper prints them
  structured  loops and conditions instead of jumps
  english     sentences for readers who know no programming
  python      a module with a generator of plans, and a small command
  cpp         the same as one file of C++20""",
)
@click.argument("program", metavar="PROGRAM")
@click.argument("domain", metavar="[DOMAIN]", required=False)
@click.option(
    "--as",
    "form",
    type=SuggestingChoice([form.value for form in Form]),
    default=Form.STRUCTURED.value,
    show_default=True,
    help="The form.",
)
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
def command(program: str, domain: str | None, form: str, output: str | None) -> int:
    """Show a PROGRAM in another form: readable, or runnable without genplan.

    DOMAIN is a file or a bundled benchmark. It can be left out if the program's first line
    names a bundled one. A program of the structured language is shown in all forms too; it is
    text of loops and conditions already, which the forms paper and structured print.
    """
    check_writable(output)
    models = find_models(domain or _domain_of(program), (), "train", needed=False)
    text = show_program(read_program(program, models.domain), models.domain, form)
    write_file(output or "-", text)
    return ExitCode.SUCCESS


def _domain_of(program: str) -> str:
    """Return the name of the domain in a program's first line."""
    from genplan.benchmarks import BENCHMARKS

    match = _NAMED.match(read_text(program))
    name = match.group(1) if match else ""
    if name.lower() not in BENCHMARKS:
        found = f'the domain "{name}" is not a bundled one' if name else "no domain is named in it"
        raise FileError(f"{program}: {found}; give the file of the domain after the program")
    return name
