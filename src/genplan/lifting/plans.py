"""Plans for single goal facts, from wherever a program ends, without superfluous actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from genplan.compiled import CompiledInstance
from genplan.lifting.rules import Step
from genplan.reference.machine import applicable, effect_of
from genplan.runs import Planner, Runner

__all__ = ["GoalPlans"]

MOST_STATES: Final = 5_000
"""A planner that has looked at so many states gives up: the goal fact is too far away."""

State = frozenset[int]


class GoalPlans:
    """Makes plans for the instances of a runner, each plan once.

    What takes long ends with an error when the time of the runner is over, or somebody says stop.
    """

    def __init__(self, runner: Runner, memory_limit: int) -> None:
        """Prepare; actions are grounded for an instance when it is first asked about."""
        self.runner = runner
        self.memory_limit = memory_limit
        self._planners: dict[int, Planner] = {}
        self._known: dict[tuple[int, State, int], tuple[Step, ...]] = {}

    def todo(self, position: int, state: State | None) -> tuple[State, tuple[int, ...]]:
        """Return a state from which to go on, and the goal facts that it misses.

        That is the state given; or the initial one, if none is given or if the goals are out of
        reach from there, even if nothing is ever deleted.
        """
        instance = self.runner.table(position)
        if state is None or not self._planner(position).reachable(state, instance.goal):
            state = frozenset(instance.initial)
        return state, tuple(goal for goal in instance.goal if not _holds(goal, state))

    def plan(self, position: int, state: State, goal: int) -> tuple[Step, ...]:
        """Return a plan for a goal fact; it is empty if none was found."""
        asked = position, state, goal
        if asked not in self._known:
            runner = self.runner
            found = self._planner(position).plan(
                state, (goal,), MOST_STATES, runner.seconds_left, runner.cancel
            )
            instance = self.runner.table(position)
            self._known[asked] = () if found is None else self._needed(found, state, goal, instance)
        return self._known[asked]

    def _needed(
        self, plan: tuple[Step, ...], state: State, goal: int, instance: CompiledInstance
    ) -> tuple[Step, ...]:
        """Return a plan from which no action can go, with those that need it."""
        place = 0
        while place < len(plan) and self.runner.seconds_left:
            shorter = tuple(_applied((*plan[:place], *plan[place + 1 :]), state, instance))
            if _holds(goal, _end(shorter, state, instance)):
                plan, place = shorter, 0
            else:
                place += 1
        return plan

    def _planner(self, position: int) -> Planner:
        planner = self._planners.get(position)
        if planner is None:
            planner = self.runner.planner(position, self.memory_limit)
            self._planners[position] = planner
        return planner


def _applied(plan: Sequence[Step], state: State, instance: CompiledInstance) -> Iterator[Step]:
    """Yield the actions that are applicable when their turn comes."""
    for step in plan:
        if applicable(*step, instance, state):
            yield step
            state = effect_of(*step, instance, state)


def _end(plan: Sequence[Step], state: State, instance: CompiledInstance) -> State:
    for step in plan:
        state = effect_of(*step, instance, state)
    return state


def _holds(fact: int, state: State) -> bool:
    return (fact // 2 in state) == bool(fact % 2)
