"""The forms in which a program can be shown."""

from __future__ import annotations

from enum import Enum

from genplan.pddl.model import Domain
from genplan.program.export.cpp_code import cpp_file
from genplan.program.export.english_blocks import english_of_blocks
from genplan.program.export.python_code import python_module
from genplan.program.export.readable import format_readable
from genplan.program.program import Program
from genplan.program.text import format_program

__all__ = ["Form", "show_program"]


class Form(Enum):
    """A form of a program: three to read, two to run without genplan."""

    PAPER = "paper"
    STRUCTURED = "structured"
    ENGLISH = "english"
    PYTHON = "python"
    CPP = "cpp"


def show_program(program: Program, domain: Domain, form: Form | str) -> str:
    """Return the text of a program of that domain in a form, with a newline at its end."""
    match Form(form):
        case Form.PAPER:
            return format_program(program)
        case Form.STRUCTURED:
            return format_readable(program)
        case Form.ENGLISH:
            return english_of_blocks(program, domain)
        case Form.PYTHON:
            return python_module(program, domain)
        case Form.CPP:
            return cpp_file(program, domain)
