"""Where a schedule stands, as plain values that a checkpoint holds beside a search's state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, replace
from time import monotonic
from typing import Any, Final

from genplan.checkpoints import Checkpoint, CheckpointPolicy, CheckpointWriter
from genplan.engine import Engine, choose_engine
from genplan.outcomes import SearchOutcome
from genplan.pddl.model import Domain
from genplan.portfolio.schedule import Attempt
from genplan.program import AnyProgram
from genplan.program.text import format_program, parse_program
from genplan.search import SearchResult, Statistics

__all__ = ["Progression"]

SAVED_BUDGET: Final = 1 << 19
"""Searches with a smaller budget are so short that they begin anew."""

_SCHEDULE: Final = "schedule"


class Progression:
    """Saves now and then what a schedule has settled, and knows what an earlier run had.

    A long search that runs in this process saves itself to the same file, with what was settled
    before it; between such searches, the file holds no more than that.
    """

    def __init__(
        self,
        policy: CheckpointPolicy | None,
        resume: Checkpoint | None,
        engine: Engine | str | None,
        domain: Domain,
    ) -> None:
        """Read what the earlier run had settled."""
        self.policy = policy
        self.resume = resume
        self.engine = choose_engine(engine)
        note = {} if resume is None else resume.note
        self.known = _results(note.get("settled", ()), domain)
        self.running: int | None = note.get("running")
        self.rows: list[dict[str, Any]] = []
        self.saves_itself = False
        # What an earlier run saved of a search stays until that search goes on from it.
        self._is_waiting = self.running is not None
        self._saved_at = monotonic()

    def settled(self, attempt: Attempt, result: SearchResult) -> None:
        """Keep how an attempt ended, and save if it is time."""
        if self.policy is None:
            return
        self.saves_itself = False
        if attempt.number == self.running:
            self._is_waiting = False
        self.rows.append(_row(attempt.number, result))
        if monotonic() - self._saved_at >= self.policy.interval:
            self.save()

    def save(self) -> None:
        """Write what was settled; not over the state of a search that saved itself."""
        if self.policy is None or self.saves_itself or self._is_waiting:
            return
        writer = CheckpointWriter(self._policy_with(None), self.engine.value, _SCHEDULE)
        writer.begin()
        writer.commit()
        self._saved_at = monotonic()

    def _policy_with(self, running: int | None) -> CheckpointPolicy:
        assert self.policy is not None
        note = {**self.policy.note, "settled": list(self.rows), "running": running}
        return replace(self.policy, note=note)

    def arguments(self, attempt: Attempt) -> tuple[CheckpointPolicy | None, Checkpoint | None]:
        """Return how a search in this process saves itself, and with what it goes on."""
        resume = self.resume if attempt.number == self.running else None
        if resume is not None:
            self._is_waiting = False
        if self.policy is None or attempt.budget < SAVED_BUDGET:
            return None, resume
        self.saves_itself = True
        return self._policy_with(attempt.number), resume


def _row(place: int, result: SearchResult) -> dict[str, Any]:
    return {
        "place": place,
        "outcome": result.outcome.value,
        "program": _text(result.program),
        "statistics": list(astuple(result.statistics)),
        "active": list(result.active),
        "best": _text(result.best_partial),
        "values": list(result.best_values),
        "activated_at": list(result.activated_at),
    }


def _text(program: AnyProgram | None) -> str | None:
    return None if program is None else format_program(program)


def _results(rows: Iterable[Mapping[str, Any]], domain: Domain) -> dict[int, SearchResult]:
    def program(text: str | None) -> AnyProgram | None:
        return None if text is None else parse_program(text, domain, "checkpoint")

    return {
        row["place"]: SearchResult(
            SearchOutcome(row["outcome"]),
            program(row["program"]),
            Statistics(*row["statistics"]),
            _numbers(row["active"]),
            program(row["best"]),
            _numbers(row["values"]),
            _numbers(row["activated_at"]),
        )
        for row in rows
    }


def _numbers(values: Sequence[int]) -> tuple[int, ...]:
    return tuple(values)
