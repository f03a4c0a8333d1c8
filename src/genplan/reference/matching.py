"""Bipartite matching of facts to lists, by augmenting paths."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["can_be_matched"]


def can_be_matched(facts: Sequence[int], lists: Sequence[Sequence[int]]) -> bool:
    """Return whether every fact can be given a list of its own that contains it."""
    owner: dict[int, int] = {}

    def augment(fact: int, tried: set[int]) -> bool:
        for position, members in enumerate(lists):
            if fact in members and position not in tried:
                tried.add(position)
                if position not in owner or augment(owner[position], tried):
                    owner[position] = fact
                    return True
        return False

    return all(augment(fact, set()) for fact in facts)
