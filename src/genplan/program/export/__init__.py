"""Programs in other forms: for people to read, and to run without genplan."""

from genplan.program.export.forms import Form, show_program

__all__ = ["Form", "show_program"]
