"""The structured language: programs of loops, conditions and choices of objects."""

from genplan.program.structured.program import StructuredProgram

__all__ = ["StructuredProgram"]
