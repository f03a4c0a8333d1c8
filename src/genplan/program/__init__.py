"""Planning programs in both languages: what they are made of, and their text."""

from typing import TypeAlias

from genplan.program.program import Program
from genplan.program.structured import StructuredProgram

__all__ = ["AnyProgram", "Program", "StructuredProgram"]

AnyProgram: TypeAlias = Program | StructuredProgram
"""A program in either language."""
