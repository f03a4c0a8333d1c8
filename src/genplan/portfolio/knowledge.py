"""What the attempts so far have shown, and which further ones it makes useless."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from genplan.engine import Engine
from genplan.outcomes import SearchOutcome
from genplan.portfolio.schedule import Attempt, Setting
from genplan.problem import Pointer
from genplan.program import AnyProgram
from genplan.search import CancelToken, ProgramLanguage, SearchResult
from genplan.shortening import EFFORT, Cost, Ending, Optimize, Shortened, shorten

__all__ = ["Candidate", "Knowledge", "Optimize", "Skip"]


PROGRAMS: Final = 2
"""The effort for the local search is enough for so many programs that need it all."""

_UNKNOWN: Final = 1 << 62
"""What a program costs that nobody had the time to measure."""


class Skip(Enum):
    """Why an attempt is not made."""

    EXHAUSTED = "all programs within these bounds were tried"
    OUT_OF_MEMORY = "a smaller budget took all memory"
    FOUND = "it would find the same program again"
    NO_BETTER = "its programs are longer than the one found"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A program that solves everything, with what it is compared by."""

    attempt: Attempt
    result: SearchResult
    cost: Cost
    shortened: Shortened | None = None
    """What a local search made of the program found, if that was asked for."""

    def is_better(self, than: Candidate | None, optimize: Optimize | None) -> bool:
        """Return whether it replaces another candidate that was found earlier."""
        if than is None:
            return True
        if self.attempt.setting.language is not than.attempt.setting.language:
            return False  # lines and statements cannot be compared
        aim = optimize or Optimize.LINES
        return self.cost.key(aim) < than.cost.key(aim)


class Knowledge:
    """Grows with each attempt, in the order of the schedule."""

    def __init__(
        self,
        optimize: Optimize | None,
        engine: Engine | str | None,
        seconds_left: Callable[[], float | None] = lambda: None,
        cancel: CancelToken | None = None,
    ) -> None:
        """Start knowing nothing."""
        self.optimize = optimize
        self.engine = engine
        self.seconds_left = seconds_left
        self.cancel = cancel
        self.interrupted = False
        self.best: Candidate | None = None
        self._found: Candidate | None = None  # the best as it was found
        self._effort = PROGRAMS * EFFORT
        self.exhausted: dict[tuple[Pointer, ...], int] = {}
        self._finished: dict[tuple[tuple[Pointer, ...], int, Setting], Skip] = {}

    def useless(self, attempt: Attempt) -> Skip | None:
        """Return why an attempt cannot bring anything new, None if it can."""
        if attempt.setting.language is ProgramLanguage.STRUCTURED:
            return self._finished.get(_key(attempt))
        if self._is_exhausted(attempt):
            return Skip.EXHAUSTED
        better_only = self.best is not None and self.optimize is not Optimize.STEPS
        if better_only and self.best is not None:
            is_longer = attempt.lines > self.best.cost.length
            if is_longer or self.best.attempt.setting.language is ProgramLanguage.STRUCTURED:
                return Skip.NO_BETTER
        return self._finished.get(_key(attempt))

    def _is_exhausted(self, attempt: Attempt) -> bool:
        """Return whether a space that contains that of the attempt has no program.

        Programs may end early, so a space contains that of fewer lines; and programs need not
        use all pointers, so it contains that of fewer pointers of its types.
        """
        asked = Counter(z.type for z in attempt.problem.pointers)
        return any(
            attempt.lines <= lines and asked <= Counter(z.type for z in pointers)
            for pointers, lines in self.exhausted.items()
        )

    def learn(self, attempt: Attempt, result: SearchResult) -> None:
        """Take in how an attempt ended."""
        pointers = attempt.problem.pointers
        exhausted = result.outcome is SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS
        if exhausted and attempt.setting.language is ProgramLanguage.STRUCTURED:
            self._finished[_key(attempt)] = Skip.EXHAUSTED
        elif exhausted:
            self.exhausted[pointers] = max(attempt.lines, self.exhausted.get(pointers, 0))
        elif result.outcome is SearchOutcome.OUT_OF_MEMORY:
            self._finished[_key(attempt)] = Skip.OUT_OF_MEMORY
        elif result.program is not None:
            self._finished[_key(attempt)] = Skip.FOUND
            self._consider(attempt, result, result.program)

    def keep(self, attempt: Attempt, result: SearchResult) -> None:
        """Take a program as it is, if there is none yet: there is no time to look closer."""
        if self.best is None and result.program is not None:
            cost = Cost(len(result.program), _UNKNOWN, _UNKNOWN)
            self.best = Candidate(attempt, result, cost)

    def _consider(self, attempt: Attempt, result: SearchResult, program: AnyProgram) -> None:
        """Make the best of a program, and keep it if it is better than what there is.

        Only one that is better as it was found than those before is worth the effort.
        """
        self.keep(attempt, result)
        if self.optimize is None:
            return
        first = self._shortened(attempt, program, effort=0)
        found = Candidate(attempt, result, first.cost, first)
        if not found.is_better(self._found, self.optimize):
            return
        self._found = found
        shortened = self._shortened(attempt, program, min(EFFORT, self._effort))
        self._effort = max(0, self._effort - shortened.effort)
        self.interrupted = shortened.ending is Ending.INTERRUPTED
        result = replace(result, program=shortened.program)
        candidate = Candidate(attempt, result, shortened.cost, shortened)
        if candidate.is_better(self.best, self.optimize):
            self.best = candidate

    def _shortened(self, attempt: Attempt, program: AnyProgram, effort: int) -> Shortened:
        return shorten(
            program,
            attempt.problem.instances,
            self.optimize or Optimize.LINES,
            time_limit=self.seconds_left(),
            effort=effort,
            cancel=self.cancel,
            engine=self.engine,
        )


def _key(attempt: Attempt) -> tuple[tuple[Pointer, ...], int, Setting]:
    return attempt.problem.pointers, attempt.lines, attempt.setting
