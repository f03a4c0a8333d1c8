"""Bipartite matching of facts to lists, by augmenting paths (Kuhn)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

__all__ = ["can_be_matched"]


def can_be_matched(facts: Sequence[int], lists: Sequence[Sequence[int]]) -> bool:
    """Return whether every fact can be given a list of its own that contains it."""
    owner: dict[int, int] = {}
    return all(_place(fact, lists, owner) for fact in facts)


def _place(fact: int, lists: Sequence[Sequence[int]], owner: dict[int, int]) -> bool:
    """Give a fact a list, moving others if need be; return whether that is possible.

    The path of moves is found breadth first, since it can be too long for recursion.
    `origin[a]` is the list whose owner would move to list a, -1 for the new fact itself.
    """
    origin: dict[int, int] = {}
    waiting = deque([(fact, -1)])
    while waiting:
        mover, left = waiting.popleft()
        for position, members in enumerate(lists):
            if mover in members and position not in origin:
                origin[position] = left
                if position not in owner:
                    _move_along(position, origin, fact, owner)
                    return True
                waiting.append((owner[position], position))
    return False


def _move_along(free: int, origin: dict[int, int], fact: int, owner: dict[int, int]) -> None:
    while origin[free] >= 0:
        owner[free] = owner[origin[free]]
        free = origin[free]
    owner[free] = fact
