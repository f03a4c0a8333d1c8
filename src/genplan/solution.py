"""What solving a problem gives: the program, how it was found, or why there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from genplan.diagnosis import Diagnosis, Proof, diagnose
from genplan.outcomes import SearchOutcome
from genplan.portfolio import PortfolioResult, Schedule, Trial
from genplan.problem import GPProblem
from genplan.program import AnyProgram
from genplan.search import Configuration, ProgramLanguage, SearchResult, Statistics
from genplan.shortening import Shortened

__all__ = ["Solution"]


@dataclass(frozen=True)
class Solution:
    """What `solve` found: how it ended, the program if there is one, and what it took.

    If a schedule was run, `trials` are what it tried, in order. Problem and configuration are
    those of the winner then (of the last one tried if there is none), and the statistics are
    those of all trials together. `shortened` is what `optimize` made of the program found.
    """

    problem: GPProblem
    configuration: Configuration
    result: SearchResult
    trials: tuple[Trial, ...] = field(default=(), repr=False)
    shortened: Shortened | None = field(default=None, repr=False)

    @classmethod
    def from_portfolio(cls, found: PortfolioResult, schedule: Schedule) -> Solution:
        """Return what a schedule found."""
        attempt, total = next(schedule.rounds())[0], found.statistics
        result = SearchResult(found.outcome, None, total, ())
        last = found.best or (found.tried[-1] if found.tried else None)
        if last is not None and last.result is not None:
            attempt, result = last.attempt, last.result
        result = replace(result, outcome=found.outcome, statistics=total)
        shortened = found.best.shortened if found.best else None
        return cls(attempt.problem, attempt.configuration, result, found.trials, shortened)

    @property
    def outcome(self) -> SearchOutcome:
        """Return how the search ended."""
        return self.result.outcome

    @property
    def program(self) -> AnyProgram | None:
        """Return the program that solves all instances, None if none was found."""
        return self.result.program

    @property
    def best_partial(self) -> AnyProgram | None:
        """Return the program that came closest among those looked at, None if there are none.

        Of one search, that is the one with the best values. Values of different searches cannot
        be compared: of a schedule, it is the one that solves most, ended where it stops.
        """
        if self.program is not None or not self.trials:
            return self.result.best_partial
        closest = self.diagnosis.partial
        return None if closest is None else closest.program

    @property
    def statistics(self) -> Statistics:
        """Return the counters and what the search took."""
        return self.result.statistics

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """Return why there may be no program, and what to try; of use if none was found."""
        languages = {trial.attempt.setting.language for trial in self.trials}
        return diagnose(
            self.problem,
            self._partial_programs(),
            self._proofs(),
            languages=languages or {self.configuration.language},
        )

    @property
    def _is_structured(self) -> bool:
        return self.configuration.language is ProgramLanguage.STRUCTURED

    def _partial_programs(self) -> Iterator[AnyProgram]:
        for trial in self.trials:
            if trial.result is not None and trial.result.best_partial is not None:
                yield trial.result.best_partial
        if self.result.best_partial is not None:
            yield self.result.best_partial

    def _proofs(self) -> Iterator[Proof]:
        """Yield which spaces were searched completely."""
        for trial in self.trials:
            if trial.outcome is SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS:
                attempt = trial.attempt
                yield Proof(attempt.lines, attempt.pointer_counts, attempt.setting.structured)
        if not self.trials and self.outcome is SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS:
            counts = dict(Counter(z.type for z in self.problem.pointers))
            structured = self.configuration.structured if self._is_structured else None
            yield Proof(self.configuration.lines, counts, structured)

    @property
    def active(self) -> tuple[str, ...]:
        """Return the names of the instances that became active, in that order."""
        return tuple(self.problem.instances[i].name for i in self.result.active)

    def __bool__(self) -> bool:
        """Return whether a program was found."""
        return self.program is not None

    def __repr__(self) -> str:
        """Return a summary."""
        s = self.statistics
        unit = self.configuration.language.unit
        found = f"{len(self.program)} {unit}" if self.program else "no program"
        return (
            f"<Solution {self.outcome.value}: {found}, {s.expanded:,} expanded, "
            f"{s.evaluated:,} evaluated>"
        )
