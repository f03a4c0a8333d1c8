"""Plans for a few goal facts from any state of an instance (as `core/planning.hpp`).

Weighted A* with the lengths of relaxed plans. A relaxed plan ignores what actions delete: facts
are added layer by layer, of the actions of the earliest layer that add a fact the first supports
it, and the plan is read backwards from the goals.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from heapq import heappop, heappush
from time import monotonic
from typing import Final

from genplan.compiled import CompiledInstance
from genplan.reference.relaxation import GroundAction, Relaxation
from genplan.search import CancelToken

__all__ = ["Planner"]

WEIGHT: Final = 3
"""What is still to do counts so many times what was done."""

State = frozenset[int]
Step = tuple[int, tuple[int, ...]]


class Planner:
    """Makes plans; states are given by their atoms."""

    def __init__(self, instance: CompiledInstance, poll: Callable[[], None]) -> None:
        """Ground the actions; `poll` is called again and again."""
        self.relaxation = Relaxation(instance, last_mention_wins=False, poll=poll)
        self.actions = self.relaxation.actions

    def reachable(self, atoms: Iterable[int], goals: Sequence[int]) -> bool:
        """Return whether the goals are in reach if nothing is ever deleted."""
        return self._relaxed_length(frozenset(atoms), goals) is not None

    def plan(
        self,
        atoms: Iterable[int],
        goals: Sequence[int],
        most_states: int,
        seconds: float,
        cancel: CancelToken | None,
    ) -> tuple[Step, ...] | None:
        """Return actions with their objects, None if there are none among so many states."""
        deadline = monotonic() + seconds
        nodes: list[tuple[State, int, int, int]] = []  # state, cost, parent, action
        known: dict[State, int] = {}  # the last node of a state
        queue: list[tuple[int, int]] = []
        looked_at = 0
        end: int | None = None  # a node in which the goals hold

        def add(state: State, cost: int, parent: int, action: int) -> None:
            nonlocal looked_at, end
            if state in known and nodes[known[state]][1] <= cost:
                return
            looked_at += 1
            if cancel is not None and cancel.cancelled:
                raise KeyboardInterrupt
            if monotonic() > deadline:
                raise TimeoutError
            left = self._relaxed_length(state, goals)
            if left is not None:
                known[state] = len(nodes)
                heappush(queue, (cost + WEIGHT * left, len(nodes)))
                nodes.append((state, cost, parent, action))
                if left == 0:
                    end = known[state]

        add(frozenset(atoms), 0, 0, 0)
        while end is None and queue and looked_at < most_states:
            _, node = heappop(queue)
            state, cost, _, _ = nodes[node]
            if known[state] != node:  # reached at less cost since
                continue
            for number, action in enumerate(self.actions):
                if end is not None or looked_at >= most_states:
                    break
                if all(_holds(fact, state) for fact in action.preconditions):
                    add(_after(action, state), cost + 1, node, number)
        return None if end is None else self._steps(nodes, end)

    def _steps(self, nodes: Sequence[tuple[State, int, int, int]], node: int) -> tuple[Step, ...]:
        steps: list[Step] = []
        while nodes[node][1] > 0:
            _, _, parent, number = nodes[node]
            action = self.actions[number]
            steps.append((action.action, action.objects))
            node = parent
        return tuple(reversed(steps))

    def _relaxed_length(self, state: State, goals: Collection[int]) -> int | None:
        """Return the number of actions of the relaxed plan, None if the goals are out of reach."""
        supporters: dict[int, int] = {}  # of facts that do not hold in the state
        missing = [sum(not _holds(f, state) for f in a.preconditions) for a in self.actions]
        applicable = [number for number, count in enumerate(missing) if count == 0]
        while not all(_holds(goal, state) or goal in supporters for goal in goals):
            fresh: list[int] = []
            for number in sorted(applicable):
                for fact in sorted(self.actions[number].effects):
                    if not _holds(fact, state) and fact not in supporters:
                        supporters[fact] = number
                        fresh.append(fact)
            if not fresh:
                return None
            applicable = []
            for fact in fresh:
                for number in self.relaxation.needed_by[fact]:
                    missing[number] -= 1
                    if missing[number] == 0:
                        applicable.append(number)
        return self._read_backwards(goals, supporters)

    def _read_backwards(self, goals: Collection[int], supporters: dict[int, int]) -> int:
        chosen: set[int] = set()
        facts = list(goals)
        while facts:
            number = supporters.get(facts.pop())
            if number is not None and number not in chosen:
                chosen.add(number)
                facts.extend(self.actions[number].preconditions)
        return len(chosen)


def _holds(fact: int, state: State) -> bool:
    return (fact // 2 in state) == bool(fact % 2)


def _after(action: GroundAction, state: State) -> State:
    added = {fact // 2 for fact in action.effects if fact % 2}
    deleted = {fact // 2 for fact in action.effects if not fact % 2}
    return (state - deleted) | added
