"""What a search knows of a language of programs: children, runs, values, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from genplan.compiled import CompiledInstance
from genplan.evaluations import Evaluation, PythonEvaluation
from genplan.program import AnyProgram
from genplan.reference.evaluation import Run
from genplan.reference.progress import LandmarkProgress

__all__ = ["Language", "MachineKey"]

MachineKey = tuple[Any, ...]
"""A halted machine as nested tuples: equal if and only if the machines are."""


class Language(Protocol):
    """A space of programs. A code is an immutable value that only the language looks into."""

    every_program_is_complete: bool
    """Whether every program can be run to its end, so that one which solves the active
    instances, but not all, is kept as a node like any other."""

    def root(self) -> Any:
        """Return the code of the empty program."""

    def length(self, code: Any) -> int:
        """Return how many lines or statements of a program are there."""

    counts_pointers: bool
    """Whether landmarks about pointers are counted."""

    def children(self, code: Any) -> Iterator[Any]:
        """Yield the codes of the children of a program, in the order that decides ties."""

    def is_new(self, code: Any) -> bool:
        """Return whether a child was not generated before; asked once for each."""

    def start(self, instance: CompiledInstance, progress: LandmarkProgress | None) -> Run:
        """Return the empty program's run on an instance."""

    def resume(self, code: Any, before: Run) -> Run:
        """Return a program's run, given that of its parent or of the empty program."""

    def solves(self, code: Any, instance: CompiledInstance) -> bool:
        """Return whether a program solves an instance that is not active."""

    def is_dead(self, run: Run) -> bool:
        """Return whether neither the program nor a descendant of it solves the instance."""

    def key(self, code: Any, run: Run) -> MachineKey:
        """Return the machine in which a program's run halted, and where it goes on."""

    def value(
        self, evaluation: Evaluation | PythonEvaluation, code: Any, runs: Sequence[Run]
    ) -> int:
        """Return the value of a program that has these runs on the active instances."""

    def encoded(self, code: Any) -> Any:
        """Return a code as plain values for JSON."""

    def decoded(self, plain: Any) -> Any:
        """Return the code of plain values."""

    def remembered(self) -> Iterator[Any]:
        """Yield the codes that the language remembers to have generated, in any fixed order."""

    def remember(self, codes: Iterable[Any]) -> None:
        """Take codes to have been generated before."""

    def program(self, code: Any) -> AnyProgram:
        """Return a program with names instead of numbers."""
