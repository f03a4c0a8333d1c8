"""How programs do beside a planner: by hand, with made-up planners, and with the real one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from genplan.benchmarks import BENCHMARKS
from genplan.coverage import MOST_ASKED, MOST_FAILURES, Answer, Comparison, compare, cover
from genplan.engine import execute
from genplan.fast_downward import lama_first, obstacle
from genplan.outcomes import SearchOutcome
from genplan.pddl.model import Instance
from genplan.plan import GroundAction
from genplan.validation import validate_plan

LOCK = BENCHMARKS["lock"]
FOUR = LOCK.generate([7, 5, 8, 6], 1)


def by_program(instance: Instance) -> Sequence[GroundAction]:
    """A planner that runs the program of the paper's search."""
    assert LOCK.program is not None
    return execute(LOCK.program, instance).plan


def too_early(instance: Instance) -> Sequence[GroundAction]:
    """A planner that stops one action before the goal."""
    return by_program(instance)[:-1]


def test_answers_are_the_lengths_of_valid_plans() -> None:
    expected = tuple(Answer(len(by_program(instance))) for instance in FOUR)
    assert compare(FOUR, by_program) == expected
    assert compare(FOUR, by_program, jobs=2) == expected


def test_a_plan_that_is_not_valid_counts_as_none_and_is_reported() -> None:
    answers = compare(FOUR[:1], too_early)
    assert answers[0].length is None
    assert answers[0].refused.startswith("lock-7: goal not reached")
    assert Comparison((9,), answers, 1).refused == (answers[0].refused,)


def test_the_smallest_are_asked_first_until_too_many_fail() -> None:
    instances, asked = LOCK.generate([12, 5, 11, 9, 10, 8], 1), list[int]()

    def planner(instance: Instance) -> Sequence[GroundAction] | None:
        asked.append(len(instance.all_objects))
        return by_program(instance) if asked[-1] in (5, 9) else None

    answers = compare(instances, planner)
    sizes = sorted(len(instance.all_objects) for instance in instances)
    assert asked == sizes[: 3 + MOST_FAILURES]
    assert [answer.length is not None for answer in answers] == [0, 1, 0, 1, 0, 0]


def test_lengths_are_compared_where_both_have_a_plan() -> None:
    theirs = (Answer(5), Answer(10), Answer(), Answer(1))
    compared = Comparison((6, None, 7, 3), theirs, larger=2)
    assert compared.compared == 2
    assert compared.ratio == (6 + 3) / (5 + 1)
    assert compared.larger_solved == 1
    assert Comparison((None, None, None, None), theirs, 2).ratio is None
    assert Comparison((0,), (Answer(0),), 1).ratio is None


def test_a_solved_benchmark_is_compared() -> None:
    row = cover(LOCK, {"language": "structured"}, 60, by_program)
    assert row.solution.outcome is SearchOutcome.SOLVED
    assert row.program is row.solution.program
    assert row.validation.valid
    assert row.goals_reached == 1
    assert row.comparison is not None
    assert row.comparison.compared == 2 * MOST_ASKED
    assert row.comparison.larger == row.comparison.larger_solved == MOST_ASKED
    assert row.program is not None
    ends = (LOCK.pool()[0], LOCK.pool()[-1], LOCK.validation()[0], LOCK.validation()[-1])
    ours = [execute(row.program, instance).plan_length for instance in ends]
    places = (0, MOST_ASKED - 1, MOST_ASKED, -1)
    assert [row.comparison.ours[place] for place in places] == ours
    theirs = [Answer(len(by_program(instance))) for instance in ends]
    assert [row.comparison.theirs[place] for place in places] == theirs


def test_what_is_not_solved_has_the_best_partial_program() -> None:
    """With so few statements only the smallest locks can be opened."""
    row = cover(LOCK, {"language": "structured", "lines": range(2, 4)}, 60)
    assert row.solution.outcome is SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS
    assert row.solution.program is None
    assert row.program is not None
    assert 0 < row.given.solved < len(row.given.instances)
    assert row.comparison is None
    facts = reached = 0
    for instance in LOCK.validation():
        execution = execute(row.program, instance)
        ended = execution.solved or execution.goals_missing
        facts += len(instance.goal)
        reached += len(instance.goal) - len(execution.goals_missing) if ended else 0
    assert row.goals_reached == pytest.approx(reached / facts)


@pytest.mark.skipif(bool(obstacle()), reason=obstacle())
def test_the_plans_of_fast_downward_are_valid() -> None:
    planner = partial(lama_first, time_limit=10, memory_limit=2 << 30)
    for name in ("gripper", "transport"):
        instance = BENCHMARKS[name].training()[0]
        plan = planner(instance)
        assert plan
        assert validate_plan(instance, plan)


@pytest.mark.skipif(bool(obstacle()), reason=obstacle())
def test_fast_downward_keeps_to_its_limit() -> None:
    instance = BENCHMARKS["spanner"].validation()[-1]
    assert lama_first(instance, time_limit=1, memory_limit=2 << 30) is None
