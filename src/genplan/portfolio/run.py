"""Running a schedule: one after the other or in parallel, always with the result of the order.

The winner is the first attempt *in the order of the schedule* that solves the problem within its
budget, and an attempt is skipped for what attempts *before it in the schedule* have shown. What
runs at the same time only saves time: what an attempt behind the winner did is forgotten.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from time import monotonic
from typing import Final, TypeAlias

from genplan.checkpoints import Checkpoint, CheckpointPolicy
from genplan.engine import Engine, search
from genplan.executor import Executor, Task
from genplan.outcomes import SearchOutcome
from genplan.portfolio.knowledge import Candidate, Knowledge, Optimize, Skip
from genplan.portfolio.saving import Progression
from genplan.portfolio.schedule import Attempt, Schedule
from genplan.program.program import Program
from genplan.search import CancelToken, Observer, SearchResult, Statistics

__all__ = ["Listener", "Portfolio", "PortfolioResult", "Trial"]

MOST_AHEAD: Final = 16
"""So many attempts per worker are handed in at most before the first of them is done."""

_LOOK_SECONDS: Final = 0.1
_LEAST_SECONDS: Final = 0.001


@dataclass(frozen=True, slots=True)
class Trial:
    """An attempt of the schedule and what came of it: a result, or why it was skipped."""

    attempt: Attempt
    result: SearchResult | None
    skip: Skip | None = None

    @property
    def outcome(self) -> SearchOutcome | None:
        """Return how it ended, None if it was skipped."""
        return None if self.result is None else self.result.outcome


Listener: TypeAlias = Callable[[Attempt | Trial], None]
"""Told each attempt when it begins, and each trial in the order of the schedule."""


@dataclass(frozen=True)
class PortfolioResult:
    """How a schedule ended, the program that won, and everything that was tried, in order."""

    outcome: SearchOutcome
    best: Candidate | None
    trials: tuple[Trial, ...] = field(repr=False)

    @property
    def tried(self) -> tuple[Trial, ...]:
        """Return the trials that were not skipped."""
        return tuple(trial for trial in self.trials if trial.result is not None)

    @property
    def statistics(self) -> Statistics:
        """Return the counters of all attempts together; the memory is that of the largest."""
        rows = [trial.result.statistics for trial in self.trials if trial.result is not None]
        return Statistics(
            sum(row.expanded for row in rows),
            sum(row.evaluated for row in rows),
            sum(row.dead for row in rows),
            sum(row.states for row in rows),
            sum(row.landmark_seconds for row in rows),
            sum(row.search_seconds for row in rows),
            max((row.memory for row in rows), default=0),
        )


@dataclass(slots=True)
class _Pending:
    attempt: Attempt
    task: Task[SearchResult] | None

    @property
    def is_settled(self) -> bool:
        return self.task is None or self.task.done


class Portfolio:
    """Runs a schedule with an executor, once."""

    def __init__(
        self,
        schedule: Schedule,
        executor: Executor,
        *,
        optimize: Optimize | None = None,
        time_limit: float | None = None,
        engine: Engine | str | None = None,
        observer: Observer | None = None,
        listener: Listener | None = None,
        cancel: CancelToken | None = None,
        checkpoint: CheckpointPolicy | None = None,
        resume: Checkpoint | None = None,
    ) -> None:
        """Prepare; `resume` is a checkpoint of an earlier run of the same schedule."""
        self.schedule = schedule
        self.executor = executor
        self.knowledge = Knowledge(optimize, engine, self._seconds_left, cancel)
        self.optimize = optimize
        self.engine = engine
        self.observer = observer
        self.listener = listener
        self.cancel = cancel
        domain = schedule.problems[0].domain
        self.progression = Progression(checkpoint, resume, engine, domain)
        self.time_limit = time_limit
        self.began = monotonic()
        self.trials: list[Trial] = []
        self._pending: deque[_Pending] = deque()
        self._attempts = chain.from_iterable(schedule.rounds())

    def run(self) -> PortfolioResult:
        """Return how it ended, whatever ended it; the best program found is kept."""
        if self.progression.resume is None:
            self.progression.save()
        try:
            outcome = self._run()
        except KeyboardInterrupt:
            outcome = SearchOutcome.INTERRUPTED
        self._salvage()
        if outcome in (SearchOutcome.OUT_OF_TIME, SearchOutcome.INTERRUPTED):
            self.progression.save()
        if self.knowledge.best is not None:
            outcome = SearchOutcome.SOLVED
        return PortfolioResult(outcome, self.knowledge.best, tuple(self.trials))

    def _run(self) -> SearchOutcome:
        while True:
            if self.cancel is not None and self.cancel.cancelled:
                return SearchOutcome.INTERRUPTED
            if self._seconds_left() == 0:
                return SearchOutcome.OUT_OF_TIME
            self._hand_in()
            while not self._pending[0].is_settled:
                if self.cancel is not None and self.cancel.cancelled:
                    return SearchOutcome.INTERRUPTED
                if self._seconds_left() == 0:
                    return SearchOutcome.OUT_OF_TIME
                self.executor.wait(_LOOK_SECONDS)
            outcome = self._settle(self._pending.popleft())
            if outcome is not None:
                return outcome

    def _hand_in(self) -> None:
        """Keep the workers busy with the next attempts that may be of use."""
        most = MOST_AHEAD * self.executor.workers
        while not self._pending or (
            len(self._pending) < most and self._unfinished() < self.executor.workers
        ):
            attempt = next(self._attempts)
            self._pending.append(_Pending(attempt, self._task(attempt)))

    def _unfinished(self) -> int:
        return sum(not pending.is_settled for pending in self._pending)

    def _task(self, attempt: Attempt) -> Task[SearchResult] | None:
        """Return the task of an attempt that begins now, None if it is not needed."""
        if attempt.number in self.progression.known or self.knowledge.useless(attempt):
            return None
        if self.listener is not None:
            self.listener(attempt)
        return self.executor.submit(self._search(attempt))

    def _search(self, attempt: Attempt) -> Callable[[], SearchResult]:
        """Return the search of an attempt, which can be sent to another process."""
        configuration = replace(attempt.configuration, time_limit=self._limit())
        shared = self.executor.shares_memory
        observer = self.observer if shared else None
        cancel = self.cancel if shared else None
        composition = attempt.setting.composition
        if composition is not None:
            from genplan.lifting.compose import compose

            return partial(
                compose, attempt.problem, configuration, composition, observer, cancel, self.engine
            )
        policy, resume = self.progression.arguments(attempt) if shared else (None, None)
        return partial(
            search,
            attempt.problem,
            configuration,
            observer,
            cancel,
            self.engine,
            policy,
            resume,
        )

    def _seconds_left(self) -> float | None:
        if self.time_limit is None:
            return None
        return max(0.0, self.began + self.time_limit - monotonic())

    def _limit(self) -> float | None:
        left = self._seconds_left()
        return None if left is None else max(left, _LEAST_SECONDS)

    def _settle(self, pending: _Pending) -> SearchOutcome | None:
        """Take in the next attempt in order; return the outcome if that ends everything."""
        attempt = pending.attempt
        skip = self.knowledge.useless(attempt)
        if skip is not None:
            self._keep(Trial(attempt, None, skip))
            if pending.task is not None:
                pending.task.cancel()
            return self._end_of_round(attempt)
        result = self.progression.known.get(attempt.number)
        if result is None:
            assert pending.task is not None
            result = _trimmed(pending.task.result())
        self._keep(Trial(attempt, result))
        if result.outcome in (SearchOutcome.OUT_OF_TIME, SearchOutcome.INTERRUPTED):
            return result.outcome
        self.progression.settled(attempt, result)
        self.knowledge.learn(attempt, result)
        if self.knowledge.interrupted:
            return SearchOutcome.INTERRUPTED
        if result and self.optimize is None:
            return SearchOutcome.SOLVED
        return self._end_of_round(attempt)

    def _keep(self, trial: Trial) -> None:
        self.trials.append(trial)
        if self.listener is not None:
            self.listener(trial)

    def _end_of_round(self, attempt: Attempt) -> SearchOutcome | None:
        """Return the outcome if this was the last attempt of a round, and of any use."""
        if attempt.number != self.schedule.last_of_round(attempt.round):
            return None
        best = self.knowledge.best
        if best is not None and all(t.result is None for t in self._of_round(attempt.round)):
            return SearchOutcome.SOLVED  # nothing is left that could bring a better one
        if best is not None:
            waited = self.time_limit is None and attempt.round > best.attempt.round
            return SearchOutcome.SOLVED if waited or self._is_over(attempt.round) else None
        if not self._is_over(attempt.round):
            return None
        if self._lacked_memory(attempt.round):
            return SearchOutcome.OUT_OF_MEMORY
        return SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS

    def _of_round(self, number: int) -> list[Trial]:
        return [trial for trial in self.trials if trial.attempt.round == number]

    def _is_over(self, number: int) -> bool:
        """Return whether further rounds cannot do more than this one."""
        if any(t.outcome is SearchOutcome.OUT_OF_BUDGET for t in self._of_round(number)):
            return False
        return self.schedule.longest is not None or self._lacked_memory(number)

    def _lacked_memory(self, number: int) -> bool:
        return any(
            trial.outcome is SearchOutcome.OUT_OF_MEMORY or trial.skip is Skip.OUT_OF_MEMORY
            for trial in self._of_round(number)
        )

    def _salvage(self) -> None:
        """Stop what still runs; if nothing was found in order, take what was found at all."""
        for pending in self._pending:
            task = pending.task
            if task is None or self.knowledge.best is not None:
                continue
            if task.done and not task.cancelled and task.result():
                result = _trimmed(task.result())
                self._keep(Trial(pending.attempt, result))
                self.knowledge.keep(pending.attempt, result)
        for pending in self._pending:
            if pending.task is not None:
                pending.task.cancel()
        self._pending.clear()


def _trimmed(result: SearchResult) -> SearchResult:
    """Return the result with a program that stops at its first `end`: it counts as shorter."""
    if isinstance(result.program, Program):
        return replace(result, program=result.program.until_end)
    return result
