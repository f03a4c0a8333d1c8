"""What a search is asked and what it answers: configuration, progress, statistics, result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from threading import Event
from typing import TypeAlias

from genplan.compiled import DEFAULT_MEMORY_LIMIT
from genplan.errors import ProblemError
from genplan.evaluations import (
    EVALUATIONS,
    Evaluation,
    PythonEvaluation,
    check_structured_evaluations,
)
from genplan.landmark_graph import Construction
from genplan.outcomes import SearchOutcome
from genplan.program import AnyProgram
from genplan.queues import Queue, all_evaluations, check_queues

__all__ = [
    "CancelToken",
    "Configuration",
    "Observer",
    "ProgramLanguage",
    "Progress",
    "Sample",
    "SearchResult",
    "Statistics",
    "Strategy",
    "StructuredOptions",
]


class Strategy(Enum):
    """Which instances a search looks at: all from the start, or those that became active."""

    PGP = "pgp"
    BFS = "bfs"


class ProgramLanguage(Enum):
    """Which programs are searched for: lines with gotos, or loops, conditions and choices."""

    GOTO = "goto"
    STRUCTURED = "structured"

    @property
    def unit(self) -> str:
        """Return what the length of a program counts."""
        return "lines" if self is ProgramLanguage.GOTO else "statements"


@dataclass(frozen=True, slots=True)
class StructuredOptions:
    """What structured programs may consist of beyond actions, loops and conditions on the state.

    `length_weight` is what a statement adds to each value, in thousandths; a program that takes
    more than `step_limit` steps on an active instance is given up (`docs/language.md`, "Search").
    """

    go: bool = True
    find: bool = True
    each: bool = True
    goals: bool = True
    length_weight: int = 300
    step_limit: int = 20_000

    def __str__(self) -> str:
        """Return what may be used, and the weight of a statement."""
        return f"structured ({'+'.join(self.used) or 'basic'}, weight {self.length_weight})"

    @property
    def used(self) -> tuple[str, ...]:
        """Return what may be used beyond the basic statements."""
        return tuple(name for name in ("go", "find", "each", "goals") if getattr(self, name))

    def contains(self, other: StructuredOptions) -> bool:
        """Return whether the programs that a search may make with others are among these."""
        return set(other.used) <= set(self.used) and other.step_limit <= self.step_limit

    def __post_init__(self) -> None:
        """Check the bounds."""
        if self.length_weight < 0:
            raise ProblemError(f"the weight of length cannot be negative: {self.length_weight}")
        if self.step_limit < 1:
            raise ProblemError(f"the limit on steps must be at least 1, not {self.step_limit}")


@dataclass(frozen=True, slots=True)
class Configuration:
    """What to search for and how; the time limit is in seconds of the clock.

    With `queues`, `evaluations` are those of the queues. With `lazy`, open nodes keep their
    values when an instance becomes active; a node that is taken is re-evaluated then, and put
    back if that made it worse. `evaluation_limit` is looked at between expansions. Of more than
    `open_limit` open nodes the worst is dropped, so that the search is not complete. Structured
    programs have at most `lines` statements, and their search is always lazy.
    """

    lines: int
    strategy: Strategy = Strategy.PGP
    evaluations: tuple[Evaluation | PythonEvaluation, ...] = (EVALUATIONS["landmark-count"],)
    landmarks: Construction = Construction.PAPER
    time_limit: float | None = None
    memory_limit: int = DEFAULT_MEMORY_LIMIT
    progress_interval: float = 0.2
    queues: tuple[Queue, ...] = ()
    lazy: bool = False
    evaluation_limit: int | None = None
    open_limit: int | None = None
    language: ProgramLanguage = ProgramLanguage.GOTO
    structured: StructuredOptions = StructuredOptions()

    def __post_init__(self) -> None:
        """Check the bounds."""
        if self.language is ProgramLanguage.STRUCTURED:
            object.__setattr__(self, "lazy", True)
        if self.queues:
            check_queues(self.queues)
            object.__setattr__(self, "evaluations", all_evaluations(self.queues))
        if self.lines < 2:
            raise ProblemError(f"a program needs at least 2 lines, not {self.lines}")
        if self.time_limit is not None and self.time_limit <= 0:
            raise ProblemError(f"the time limit must be positive, not {self.time_limit:g} s")
        if self.memory_limit <= 0:
            raise ProblemError(f"the memory limit must be positive, not {self.memory_limit}")
        if not self.evaluations:
            raise ProblemError("at least one evaluation function is needed")
        if self.language is ProgramLanguage.STRUCTURED:
            check_structured_evaluations(self.evaluations)
        if self.evaluation_limit is not None and self.evaluation_limit < 1:
            raise ProblemError(
                f"the limit on evaluated nodes must be at least 1, not {self.evaluation_limit}"
            )
        if self.open_limit is not None and self.open_limit < 1:
            raise ProblemError(f"the open list needs room for 1 node, not {self.open_limit}")

    @property
    def open_queues(self) -> tuple[Queue, ...]:
        """Return the queues of open nodes; without others, one of all nodes."""
        return self.queues or (Queue(self.evaluations),)

    @property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """Return for each queue the places of its evaluation functions among all."""
        if not self.queues:
            return (tuple(range(len(self.evaluations))),)
        return tuple(tuple(map(self.evaluations.index, q.evaluations)) for q in self.queues)

    @property
    def needs_landmarks(self) -> bool:
        """Return whether landmark graphs must be built."""
        return any(evaluation.needs_landmarks for evaluation in self.evaluations)


@dataclass(frozen=True, slots=True)
class Statistics:
    """The counters of the paper's tables, and what the search took.

    `states` are evaluations of f counted once per active instance; `memory` is the largest
    number of bytes that open list and tables took.
    """

    expanded: int = 0
    evaluated: int = 0
    dead: int = 0
    states: int = 0
    landmark_seconds: float = 0.0
    search_seconds: float = 0.0
    memory: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """What an observer is told while a search runs."""

    expanded: int
    evaluated: int
    dead: int
    open: int
    memory: int
    values: tuple[int, ...]
    best_values: tuple[int, ...]
    active: tuple[int, ...]
    program: AnyProgram
    best_program: AnyProgram


Observer: TypeAlias = Callable[[Progress], None]


class CancelToken:
    """A switch with which another thread, or an observer, stops a search."""

    def __init__(self) -> None:
        """Start not cancelled."""
        self._event = Event()

    def cancel(self) -> None:
        """Ask the search to stop."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Return whether the search was asked to stop."""
        return self._event.is_set()


@dataclass(frozen=True, slots=True)
class Sample:
    """Where a search was at one expansion: counters, open and active ones, best values.

    `best_values` are the best of a node taken since an instance became active the last time:
    with one more instance all values grow.
    """

    expanded: int
    evaluated: int
    open: int
    active: int
    best_values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """How a search ended; `active` are positions of instances in order of activation.

    Without a solution, `best_partial` is the taken program with the best values. `history` has
    a sample of every expansion or, where these are too many, of every second, fourth, … one.
    """

    outcome: SearchOutcome
    program: AnyProgram | None
    statistics: Statistics
    active: tuple[int, ...]
    best_partial: AnyProgram | None = None
    best_values: tuple[int, ...] = ()
    activated_at: tuple[int, ...] = field(default=())
    history: tuple[Sample, ...] = field(default=(), repr=False, compare=False)

    def __bool__(self) -> bool:
        """Return whether a program was found."""
        return self.outcome is SearchOutcome.SOLVED
