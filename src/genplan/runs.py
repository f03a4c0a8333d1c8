"""Many programs over the same pointers, run on the same instances, which are loaded once.

A run has a limit on its steps and gives no more than whether the instance was solved within it,
the steps, the number of actions and what is missing. Both engines agree on all of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from genplan.compiled import (
    CompiledDomain,
    CompiledInstance,
    CompiledInstruction,
    compile_domain,
    compile_instance,
    compile_program,
)
from genplan.compiled_structured import CompiledStatement, compile_structured
from genplan.engine import Engine, choose_engine
from genplan.errors import ProblemError
from genplan.goal_facts import show_goals
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import Instance
from genplan.program import AnyProgram
from genplan.program.structured import StructuredProgram
from genplan.search import CancelToken

if TYPE_CHECKING:
    from genplan.core_engine import CoreInstance

__all__ = ["REFUTED", "Code", "Planner", "Run", "Runner", "StoppedError"]

Code: TypeAlias = tuple[bool, Sequence[Any]]
"""A program over numbers, ready to be run: whether it is structured, and its rows."""


Lines: TypeAlias = Sequence[CompiledInstruction | CompiledStatement]


class StoppedError(Exception):
    """The time is up, or somebody wishes to stop."""

    def __init__(self, *, out_of_time: bool) -> None:
        """Keep which of the two it is."""
        super().__init__("out of time" if out_of_time else "interrupted")
        self.out_of_time = out_of_time


@dataclass(frozen=True, slots=True)
class Run:
    """How a program did on an instance; steps and actions count if it solved it in time.

    `missing` is how many goal facts do not hold at the end, None where a program does not end
    within the limit.
    """

    solved: bool
    steps: int = 0
    actions: int = 0
    missing: int | None = None


REFUTED = Run(False)


class Planner(Protocol):
    """Makes plans for goal facts of an instance; states are given by their atoms."""

    def reachable(self, atoms: Iterable[int], goals: Sequence[int]) -> bool:
        """Return whether the goals are in reach if nothing is ever deleted."""
        ...

    def plan(
        self,
        atoms: Iterable[int],
        goals: Sequence[int],
        most_states: int,
        seconds: float,
        cancel: CancelToken | None,
    ) -> tuple[tuple[int, tuple[int, ...]], ...] | None:
        """Return actions with their objects, None if there are none among so many states."""
        ...


class _Backend(Protocol):
    tables: _Tables

    def rows(self, lines: Lines) -> Sequence[Any]: ...

    def run(
        self, code: Code, position: int, step_limit: int, seconds: float, cancel: CancelToken | None
    ) -> Run: ...

    def end(
        self, code: Code, position: int, step_limit: int, seconds: float, cancel: CancelToken | None
    ) -> tuple[int, ...] | None: ...

    def planner(
        self, position: int, memory_limit: int, seconds: float, cancel: CancelToken | None
    ) -> Planner: ...


class Runner:
    """Runs programs like a first one: over the same pointers, with the same goals shown."""

    def __init__(
        self,
        program: AnyProgram,
        instances: Sequence[Instance],
        engine: Engine | str | None = None,
    ) -> None:
        """Prepare; instances are loaded when they are first needed."""
        if not instances:
            raise ProblemError("to run programs, at least one instance is needed")
        names = () if isinstance(program, StructuredProgram) else program.tested
        self.instances = tuple(show_goals(instance, names) for instance in instances)
        self.domain = self.instances[0].domain
        self.cancel: CancelToken | None = None
        self._deadline = inf
        tables = _Tables(compile_domain(self.domain, program.pointers), self.instances)
        is_twin = choose_engine(engine) is Engine.PYTHON
        self._backend: _Backend = _Twin(tables) if is_twin else _Core(tables)

    def limit(self, seconds: float | None, cancel: CancelToken | None) -> None:
        """Let runs end, with an error, so many seconds from now, or when a token says so."""
        self.cancel = cancel
        self._deadline = inf if seconds is None else monotonic() + seconds

    @property
    def seconds_left(self) -> float:
        """Return for how long runs may go on; an error if that is over, or a token says so."""
        left = self._deadline - monotonic()
        if self.cancel is not None and self.cancel.cancelled:
            raise StoppedError(out_of_time=False)
        if left <= 0:
            raise StoppedError(out_of_time=True)
        return left

    def code(self, program: AnyProgram) -> Code:
        """Return a program over numbers; refuse what does not fit the domain."""
        return self.code_of(isinstance(program, StructuredProgram), self.lines(program))

    def lines(self, program: AnyProgram) -> Lines:
        """Return the lines or statements of a program over numbers, the same for both engines."""
        return self._backend.tables.lines(program)

    def code_of(self, is_structured: bool, lines: Lines) -> Code:
        """Return what lines or statements over numbers are as a program."""
        return is_structured, self._backend.rows(lines)

    def run(self, code: Code, position: int, step_limit: int) -> Run:
        """Return how a program does on the instance at a position."""
        return self._backend.run(code, position, step_limit, self.seconds_left, self.cancel)

    def end(self, code: Code, position: int, step_limit: int) -> tuple[int, ...] | None:
        """Return the atoms at the end of a structured program, None if it does not end in time."""
        return self._backend.end(code, position, step_limit, self.seconds_left, self.cancel)

    def table(self, position: int) -> CompiledInstance:
        """Return the instance at a position over numbers."""
        return self._backend.tables[position]

    def planner(self, position: int, memory_limit: int) -> Planner:
        """Return what makes plans for goal facts of the instance at a position."""
        return self._backend.planner(position, memory_limit, self.seconds_left, self.cancel)


class _Tables:
    """The instances over numbers, each made when it is first asked for."""

    def __init__(self, domain: CompiledDomain, instances: Sequence[Instance]) -> None:
        self.domain = domain
        self.instances = instances
        self._made: dict[int, CompiledInstance] = {}

    def __getitem__(self, position: int) -> CompiledInstance:
        if position not in self._made:
            self._made[position] = compile_instance(self.domain, self.instances[position])
        return self._made[position]

    def lines(self, program: AnyProgram) -> Lines:
        if isinstance(program, StructuredProgram):
            return compile_structured(program, self.domain)
        return [line for line in compile_program(program, self.domain) if line is not None]


class _Core:
    def __init__(self, tables: _Tables) -> None:
        from genplan import core_engine

        self.tables = tables
        self.domain = core_engine.load_domain(tables.domain)
        self._loaded: dict[int, CoreInstance] = {}

    def rows(self, lines: Lines) -> Sequence[Any]:
        from genplan import core_engine, core_structured

        return [
            core_structured.row(line)
            if isinstance(line, CompiledStatement)
            else core_engine.row(line)
            for line in lines
        ]

    def run(
        self, code: Code, position: int, step_limit: int, seconds: float, cancel: CancelToken | None
    ) -> Run:
        from genplan import core_engine, core_structured

        loaded = self._load(position)
        is_structured, rows = code
        run_rows = core_structured.run_rows if is_structured else core_engine.run_rows
        outcome, steps, actions, missing = run_rows(loaded, rows, step_limit, seconds, cancel)
        if outcome == ExecutionOutcome.OUT_OF_TIME.value:
            raise StoppedError(out_of_time=True)
        if outcome == ExecutionOutcome.INTERRUPTED.value:
            raise StoppedError(out_of_time=False)
        if steps > step_limit or outcome == ExecutionOutcome.INFINITE.value:
            return REFUTED
        if outcome == ExecutionOutcome.SOLVED.value:
            return Run(True, steps, actions, 0)
        is_incorrect = outcome == ExecutionOutcome.INCORRECT.value
        return Run(False, missing=missing) if is_incorrect else REFUTED

    def end(
        self, code: Code, position: int, step_limit: int, seconds: float, cancel: CancelToken | None
    ) -> tuple[int, ...] | None:
        from genplan.core_structured import end_of_rows

        return end_of_rows(self._load(position), code[1], step_limit, seconds, cancel)

    def planner(
        self, position: int, memory_limit: int, seconds: float, cancel: CancelToken | None
    ) -> Planner:
        from genplan.core_engine import CorePlanner

        return CorePlanner(self._load(position), memory_limit, seconds, cancel)

    def _load(self, position: int) -> CoreInstance:
        from genplan import core_engine

        loaded = self._loaded.get(position)
        if loaded is None:
            loaded = core_engine.load_instance(self.domain, self.tables[position])
            self._loaded[position] = loaded
        return loaded


class _Twin:
    def __init__(self, tables: _Tables) -> None:
        self.tables = tables

    def rows(self, lines: Lines) -> Sequence[Any]:
        return lines

    def run(
        self, code: Code, position: int, step_limit: int, seconds: float, cancel: CancelToken | None
    ) -> Run:
        from genplan.reference import runs

        poll = _poll(seconds, cancel)
        is_structured, lines = code
        run = runs.run_structured if is_structured else runs.run_goto
        counts = run(lines, self.tables[position], step_limit, poll)
        if counts is None:
            return REFUTED
        steps, actions, missing = counts
        return Run(False, missing=missing) if missing else Run(True, steps, actions, 0)

    def end(
        self, code: Code, position: int, step_limit: int, seconds: float, cancel: CancelToken | None
    ) -> tuple[int, ...] | None:
        from genplan.reference import runs

        poll = _poll(seconds, cancel)
        return runs.end_of_structured(code[1], self.tables[position], step_limit, poll)

    def planner(
        self, position: int, memory_limit: int, seconds: float, cancel: CancelToken | None
    ) -> Planner:
        from genplan.reference.planning import Planner as Twin

        return Twin(self.tables[position], _poll(seconds, cancel))


def _poll(seconds: float, cancel: CancelToken | None) -> Callable[[], None]:
    """Return what the twin calls again and again, so that it stops in time."""
    deadline = monotonic() + seconds

    def poll() -> None:
        if cancel is not None and cancel.cancelled:
            raise StoppedError(out_of_time=False)
        if monotonic() > deadline:
            raise StoppedError(out_of_time=True)

    return poll
