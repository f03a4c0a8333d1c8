"""The forms in which a program can be shown."""

from __future__ import annotations

from enum import Enum

from genplan.pddl.model import Domain
from genplan.program import AnyProgram
from genplan.program.export.cpp_code import cpp_file
from genplan.program.export.cpp_structured import cpp_file_of_statements
from genplan.program.export.english_blocks import english_of_blocks
from genplan.program.export.english_structured import english_of_statements
from genplan.program.export.python_code import python_module
from genplan.program.export.python_structured import python_module_of_statements
from genplan.program.export.readable import format_readable
from genplan.program.program import Program
from genplan.program.structured.program import StructuredProgram
from genplan.program.text import format_program

__all__ = ["Form", "show_program"]


class Form(Enum):
    """A form of a program: three to read, two to run without genplan."""

    PAPER = "paper"
    STRUCTURED = "structured"
    ENGLISH = "english"
    PYTHON = "python"
    CPP = "cpp"


def show_program(program: AnyProgram, domain: Domain, form: Form | str) -> str:
    """Return the text of a program of that domain in a form, with a newline at its end.

    A structured program is text of loops and conditions already: the forms `paper` and
    `structured` both are that text.
    """
    if isinstance(program, StructuredProgram):
        return _show_structured(program, domain, Form(form))
    return _show_goto(program, domain, Form(form))


def _show_goto(program: Program, domain: Domain, form: Form) -> str:
    match form:
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


def _show_structured(program: StructuredProgram, domain: Domain, form: Form) -> str:
    match form:
        case Form.PAPER | Form.STRUCTURED:
            return format_program(program)
        case Form.ENGLISH:
            return english_of_statements(program, domain)
        case Form.PYTHON:
            return python_module_of_statements(program, domain)
        case Form.CPP:
            return cpp_file_of_statements(program, domain)
