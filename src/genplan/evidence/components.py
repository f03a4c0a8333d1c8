"""Strongly connected components: the parts of a graph in which one can go round."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

__all__ = ["components"]

Place = TypeVar("Place", bound=Hashable)


def components(
    places: Iterable[Place], following: Mapping[Place, Sequence[Place]]
) -> list[tuple[Place, ...]]:
    """Return the strongly connected components, each after all others that it leads to."""
    walk = _Walk(following)
    for place in places:
        walk.visit(place)
    return walk.found


class _Walk(Generic[Place]):
    """Tarjan's algorithm, with a stack of its own so that long programs need no deep recursion."""

    def __init__(self, following: Mapping[Place, Sequence[Place]]) -> None:
        self.following = following
        self.number: dict[Place, int] = {}
        self.lowest: dict[Place, int] = {}
        self.open: dict[Place, None] = {}
        self.found: list[tuple[Place, ...]] = []

    def visit(self, root: Place) -> None:
        """Find the components that can be reached from a place."""
        calls = [] if root in self.number else [self._enter(root)]
        while calls:
            place, rest = calls[-1]
            unseen = next((p for p in rest if not self._seen(p, place)), None)
            if unseen is not None:
                calls.append(self._enter(unseen))
                continue
            calls.pop()
            if calls:
                self._raise(calls[-1][0], self.lowest[place])
            if self.lowest[place] == self.number[place]:
                self._close(place)

    def _enter(self, place: Place) -> tuple[Place, Iterator[Place]]:
        self.number[place] = self.lowest[place] = len(self.number)
        self.open[place] = None
        return place, iter(self.following.get(place, ()))

    def _seen(self, place: Place, before: Place) -> bool:
        if place in self.open:
            self._raise(before, self.number[place])
        return place in self.number

    def _raise(self, place: Place, number: int) -> None:
        self.lowest[place] = min(self.lowest[place], number)

    def _close(self, first: Place) -> None:
        closed = []
        while first in self.open:
            closed.append(self.open.popitem()[0])
        self.found.append(tuple(reversed(closed)))
