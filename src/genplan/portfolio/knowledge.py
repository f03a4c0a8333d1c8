"""What the attempts so far have shown, and which further ones it makes useless."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from genplan.engine import Engine, execute
from genplan.outcomes import SearchOutcome
from genplan.portfolio.schedule import Attempt, Setting
from genplan.problem import GPProblem, Pointer
from genplan.program import AnyProgram
from genplan.search import ProgramLanguage, SearchResult

__all__ = ["Candidate", "Knowledge", "Optimize", "Skip"]


class Optimize(Enum):
    """What to improve first once there is a program; the other decides between equals."""

    LINES = "lines"
    STEPS = "steps"


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
    lines: int
    steps: int

    def is_better(self, than: Candidate | None, optimize: Optimize | None) -> bool:
        """Return whether it replaces another candidate that was found earlier."""
        if than is None:
            return True
        if self.attempt.setting.language is not than.attempt.setting.language:
            return False  # lines and statements cannot be compared
        if optimize is Optimize.STEPS:
            return (self.steps, self.lines) < (than.steps, than.lines)
        return (self.lines, self.steps) < (than.lines, than.steps)


class Knowledge:
    """Grows with each attempt, in the order of the schedule."""

    def __init__(self, optimize: Optimize | None, engine: Engine | str | None) -> None:
        """Start knowing nothing."""
        self.optimize = optimize
        self.engine = engine
        self.best: Candidate | None = None
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
            is_longer = attempt.lines > self.best.lines
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
            candidate = self._candidate(attempt, result, result.program)
            if candidate.is_better(self.best, self.optimize):
                self.best = candidate

    def _candidate(self, attempt: Attempt, result: SearchResult, program: AnyProgram) -> Candidate:
        steps = 0 if self.optimize is None else self._steps(attempt.problem, program)
        return Candidate(attempt, result, len(program), steps)

    def _steps(self, problem: GPProblem, program: AnyProgram) -> int:
        """Return how many instructions the program executes on all instances together."""
        runs = (execute(program, instance, engine=self.engine) for instance in problem.instances)
        return sum(run.steps for run in runs)


def _key(attempt: Attempt) -> tuple[tuple[Pointer, ...], int, Setting]:
    return attempt.problem.pointers, attempt.lines, attempt.setting
