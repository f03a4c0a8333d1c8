"""Whether a small instance can be solved at all: a counterexample is one that can."""

from __future__ import annotations

from enum import Enum
from heapq import heappop, heappush
from math import prod
from typing import Final

from genplan.compiled import CompiledInstance, compile_domain, compile_instance
from genplan.pddl.model import Instance
from genplan.reference.machine import goal_facts_missing
from genplan.reference.relaxation import Relaxation, RelaxedGraph

__all__ = ["Solvability", "solvability"]

_MOST_GROUND_ACTIONS: Final = 50_000
_MOST_CHECKS: Final = 2_000_000
"""So many times an action is checked in a state: a second or two."""


class Solvability(Enum):
    """What is known: a plan was found, there is none for sure, or neither."""

    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"
    UNDECIDED = "undecided"


def solvability(instance: Instance, most_checks: int = _MOST_CHECKS) -> Solvability:
    """Return what can be found out about an instance with limited effort.

    It is unsolvable if the goal is out of reach without delete effects, or if no reachable
    state satisfies it. States with fewer goal facts missing are looked at first.
    """
    compiled = compile_instance(compile_domain(instance.domain, ()), instance)
    if _bindings(compiled) > _MOST_GROUND_ACTIONS:
        return Solvability.UNDECIDED
    relaxation = Relaxation(compiled, last_mention_wins=False)
    if not RelaxedGraph(relaxation, ()).holds_all(compiled.goal):
        return Solvability.UNSOLVABLE
    return _search(compiled, relaxation, most_checks // max(1, len(relaxation.actions)))


def _bindings(compiled: CompiledInstance) -> int:
    """Return how many ground actions there are at most."""
    return sum(
        prod(len(compiled.members[t]) for t in action.parameter_types)
        for action in compiled.domain.actions
    )


def _search(compiled: CompiledInstance, relaxation: Relaxation, most: int) -> Solvability:
    """Return what a best-first search says that looks at so many states at most."""
    start = frozenset(compiled.initial)
    seen = {start}
    looked_at = 0
    waiting = [(goal_facts_missing(compiled, start), 0, start)]
    while waiting:
        missing, _, state = heappop(waiting)
        if not missing:
            return Solvability.SOLVABLE
        if looked_at >= most:
            return Solvability.UNDECIDED
        looked_at += 1
        for following in _successors(relaxation, state):
            if following not in seen:
                seen.add(following)
                missing = goal_facts_missing(compiled, following)
                heappush(waiting, (missing, len(seen), following))
    return Solvability.UNSOLVABLE


def _successors(relaxation: Relaxation, state: frozenset[int]) -> list[frozenset[int]]:
    found = []
    for action in relaxation.actions:
        if all((fact // 2 in state) == bool(fact % 2) for fact in action.preconditions):
            deleted = {fact // 2 for fact in action.effects if not fact % 2}
            added = {fact // 2 for fact in action.effects if fact % 2}
            found.append((state - deleted) | added)
    return found
