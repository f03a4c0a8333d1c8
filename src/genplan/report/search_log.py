"""What happened during a search, kept small however long it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from genplan.search import Observer, Progress

__all__ = ["Attempt", "Sample", "SearchLog", "both"]

_MOST_SAMPLES: Final = 400


@dataclass(frozen=True, slots=True)
class Sample:
    """The counters of a search at one moment."""

    expanded: int
    evaluated: int
    dead: int
    open: int
    memory: int
    best_values: tuple[int, ...]
    active: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """A configuration that was tried: what it was, how it ended and what it took."""

    name: str
    outcome: str
    evaluated: int
    seconds: float


class SearchLog:
    """An observer that keeps samples of a search; when there are too many, every second one."""

    def __init__(self) -> None:
        """Start without samples."""
        self._samples: list[Sample] = []
        self._every = 1
        self._told = 0

    def __call__(self, progress: Progress) -> None:
        """Keep a sample of the progress, unless it is one of those to skip."""
        self._told += 1
        if self._told % self._every:
            return
        self._samples.append(
            Sample(
                progress.expanded,
                progress.evaluated,
                progress.dead,
                progress.open,
                progress.memory,
                progress.best_values,
                len(progress.active),
            )
        )
        if len(self._samples) >= 2 * _MOST_SAMPLES:
            del self._samples[::2]
            self._every *= 2

    @property
    def samples(self) -> tuple[Sample, ...]:
        """Return the samples in their order."""
        return tuple(self._samples)


def both(first: Observer, second: Observer) -> Observer:
    """Return an observer that tells two."""

    def tell(progress: Progress) -> None:
        first(progress)
        second(progress)

    return tell
