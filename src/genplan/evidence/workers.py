"""Calls for many items: one after the other here, or shared by processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from genplan.errors import ProblemError

__all__ = ["Executor", "make_executor"]

S = TypeVar("S")
T = TypeVar("T")


class Executor(Protocol):
    """What runs the calls."""

    def map(self, function: Callable[[S], T], items: Iterable[S], /) -> Iterator[T]:
        """Yield the results in the order of the items."""


class _Here:
    def map(self, function: Callable[[S], T], items: Iterable[S], /) -> Iterator[T]:
        return map(function, items)


@contextmanager
def make_executor(jobs: int) -> Iterator[Executor]:
    """Yield what runs calls with so many processes; it is closed at the end."""
    if jobs < 1:
        raise ProblemError(f"the number of jobs must be at least 1, not {jobs}")
    if jobs == 1:
        yield _Here()
        return
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(jobs)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
