"""Plans for goal facts: both engines alike, right, and without superfluous actions."""

from __future__ import annotations

from collections import Counter
from math import inf

import pytest
from hypothesis import given

from engine import strategies as make
from engine.naive import NaiveTask
from engine.strategies import Roll, made, share
from genplan.benchmarks import BENCHMARKS
from genplan.compiled import CompiledInstance
from genplan.lifting.plans import GoalPlans
from genplan.pddl import Instance
from genplan.plan import GroundAction
from genplan.problem import GPProblem
from genplan.program.structured import StructuredProgram
from genplan.runs import Runner
from genplan.search import CancelToken
from genplan.validation import validate_plan

MOST_STATES = 60
MEMORY = 1 << 28


def runner(problem: GPProblem, engine: str = "core") -> Runner:
    return Runner(StructuredProgram(problem.domain.name, ()), problem.instances, engine)


def with_goal(instance: Instance, table: CompiledInstance, goal: int) -> Instance:
    return Instance(
        instance.name,
        instance.domain,
        instance.objects,
        instance.initial,
        (table.literal(goal),),
    )


def named(
    plan: tuple[tuple[int, tuple[int, ...]], ...], table: CompiledInstance
) -> list[GroundAction]:
    return [
        GroundAction(table.domain.actions[action].name, tuple(table.objects[o] for o in objects))
        for action, objects in plan
    ]


def one_problem(roll: Roll) -> GPProblem:
    return make.problem(roll, most_pointers=0)


def test_engines_agree_and_plans_are_valid() -> None:
    ends: Counter[str] = Counter()

    @given(problem=made(one_problem))
    @share(0.04)
    def compare(problem: GPProblem) -> None:
        (instance,) = problem.instances
        by_core = runner(problem)
        table = by_core.table(0)
        planners = by_core.planner(0, MEMORY), runner(problem, "python").planner(0, MEMORY)
        for goal in table.goal:
            in_reach = {p.reachable(table.initial, (goal,)) for p in planners}
            assert len(in_reach) == 1
            found = {p.plan(table.initial, (goal,), MOST_STATES, inf, None) for p in planners}
            (plan,) = found
            if plan is None:
                ends["none"] += 1
                continue
            assert in_reach == {True}
            assert validate_plan(with_goal(instance, table, goal), named(plan, table))
            ends["empty" if not plan else "long" if len(plan) > 2 else "short"] += 1

    compare()
    assert min(ends[name] for name in ("none", "empty", "short", "long")) >= 5, ends


@given(problem=made(one_problem))
@share(0.01)
def test_no_plan_is_missed_where_every_state_is_looked_at(problem: GPProblem) -> None:
    (instance,) = problem.instances
    table = runner(problem).table(0)
    task = NaiveTask(instance)
    states = [frozenset(instance.initial)]
    for state in states:
        states += [s for s in dict.fromkeys(task.successors(state)) if s not in states]
        if len(states) > MOST_STATES:
            return
    for goal in table.goal:
        literal = table.literal(goal)
        reached = any((literal.atom in state) == literal.positive for state in states)
        plan = runner(problem).planner(0, MEMORY).plan(table.initial, (goal,), 10_000, inf, None)
        assert (plan is not None) == reached


@given(problem=made(one_problem))
@share(0.01)
def test_without_any_of_its_actions_a_plan_fails(problem: GPProblem) -> None:
    (instance,) = problem.instances
    plans = GoalPlans(runner(problem), MEMORY)
    state, goals = plans.todo(0, None)
    table = plans.runner.table(0)
    for goal in goals:
        plan = plans.plan(0, state, goal)
        shown = with_goal(instance, table, goal)
        assert not plan or validate_plan(shown, named(plan, table))
        for place in range(len(plan)):
            shorter = (*plan[:place], *plan[place + 1 :])
            assert not validate_plan(shown, named(shorter, table))


def test_the_planner_gives_up_after_so_many_states() -> None:
    benchmark = BENCHMARKS["logistics"]
    problem = GPProblem(benchmark.domain, benchmark.pool()[-1:], ())
    own = runner(problem)
    table = own.table(0)
    missing = [goal for goal in table.goal if goal // 2 not in table.initial]
    planner = own.planner(0, MEMORY)
    lengths = [planner.plan(table.initial, (goal,), 5_000, inf, None) for goal in missing]
    assert all(lengths)
    assert all(planner.plan(table.initial, (goal,), 1, inf, None) is None for goal in missing)


@pytest.mark.parametrize("engine", ["core", "python"])
def test_a_goal_that_is_one_action_away_is_found_among_more_actions_than_states(
    engine: str,
) -> None:
    benchmark = BENCHMARKS["visitall"]
    own = runner(GPProblem(benchmark.domain, benchmark.training()[-1:], ()), engine)
    table = own.table(0)
    goal = next(g for g in table.goal if g // 2 not in table.initial)
    found = own.planner(0, MEMORY).plan(table.initial, (goal,), 1 << 20, inf, None)
    assert found is not None
    assert len(found) == 1
    actions = list(own.table(0).goal).index(goal) + 2
    assert own.planner(0, MEMORY).plan(table.initial, (goal,), actions, inf, None) == found


def test_goals_of_other_instances_are_refused() -> None:
    benchmark = BENCHMARKS["ferry"]
    own = runner(GPProblem(benchmark.domain, benchmark.training()[:1], ()))
    other = next(f for f in range(100) if f not in own.table(0).goal)
    with pytest.raises(ValueError, match="goal"):
        own.planner(0, MEMORY).plan(own.table(0).initial, (other,), 10, inf, None)


def test_the_twin_ends_when_it_is_told_to() -> None:
    benchmark = BENCHMARKS["logistics"]
    own = runner(GPProblem(benchmark.domain, benchmark.pool()[-1:], ()), "python")
    table = own.table(0)
    goal = next(g for g in table.goal if g // 2 not in table.initial)
    cancel = CancelToken()
    cancel.cancel()
    planner = own.planner(0, MEMORY)
    with pytest.raises(KeyboardInterrupt):
        planner.plan(table.initial, (goal,), 10_000, inf, cancel)
    with pytest.raises(TimeoutError):
        planner.plan(table.initial, (goal,), 10_000, -1.0, None)


def test_the_core_ends_when_it_is_told_to() -> None:
    """Ten packages have to be moved at once: far more states than it can look at in time."""
    benchmark = BENCHMARKS["logistics"]
    own = runner(GPProblem(benchmark.domain, benchmark.validation()[4:5], ()))
    table = own.table(0)
    planner = own.planner(0, 1 << 34)
    with pytest.raises(TimeoutError):
        planner.plan(table.initial, table.goal, 1 << 40, 0.05, None)
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(KeyboardInterrupt):
        planner.plan(table.initial, table.goal, 1 << 40, inf, cancel)


def test_ground_actions_need_memory() -> None:
    benchmark = BENCHMARKS["logistics"]
    own = runner(GPProblem(benchmark.domain, benchmark.pool()[-1:], ()))
    with pytest.raises(MemoryError):
        own.planner(0, 1_000)
