"""Structured programs on random problems: the engines and a naive reading of the page agree."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from engine.naive import NaiveTask
from engine.naive_structured import NaiveStructured
from engine.strategies import made, share
from engine.structured_strategies import StructuredCase, structured_case
from genplan.engine import execute
from genplan.execution import Execution
from genplan.program.structured import StructuredProgram
from genplan.program.structured.statements import Go
from genplan.trace import TraceStep, trace


@pytest.mark.parametrize("part", range(2))
def test_executions_agree(part: int) -> None:
    ends: Counter[str] = Counter()

    @given(case=made(structured_case))
    @share(0.14 + 0.01 * part)
    def compare(case: StructuredCase) -> None:
        (instance,) = case.problem.instances
        for program in case.programs:
            found = execute(program, instance, engine="python")
            check_against_naive(found, NaiveStructured(NaiveTask(instance), program))
            assert execute(program, instance, engine="core") == found
            ends[found.outcome.value] += 1
            ends["plan"] += bool(found.plan)
            ends["went"] += found.plan_length > 1 and has_go(program)

    compare()
    names = ("solved", "incorrect", "infinite", "plan", "went")
    assert min(ends[name] for name in names) >= 10, ends


def has_go(program: StructuredProgram) -> bool:
    return any(isinstance(statement, Go) for _, _, statement in program.statements())


def check_against_naive(found: Execution, naive: NaiveStructured) -> None:
    assert (found.outcome.value, found.line) == naive.run()
    assert found.state == naive.state
    assert [(a.name, *a.objects) for a in found.plan] == naive.plan
    assert found.steps == naive.steps
    assert found.pointed_at == naive.at
    assert len(found.goals_missing) == naive.task.missing(naive.state)


@given(case=made(structured_case))
@share(0.03)
def test_traces_have_the_steps_of_executions(case: StructuredCase) -> None:
    (instance,) = case.problem.instances
    for program in case.programs:
        found = execute(program, instance, engine="python")
        steps = list(trace(program, instance, 1_000_000))
        assert [step.number for step in steps] == list(range(1, found.steps + 2))
        assert steps[-1].outcome is found.outcome
        assert all(step.outcome is None for step in steps[:-1])
        assert [step.action for step in steps if step.action] == [str(a) for a in found.plan]
        check_changes(steps, found)


def check_changes(steps: list[TraceStep], found: Execution) -> None:
    state = set(found.instance.initial_state)
    for step in steps:
        assert state.isdisjoint(step.added)
        assert state.issuperset(step.deleted)
        state = (state - set(step.deleted)) | set(step.added)
    assert state == found.state
    stands = {name: item or "none" for name, item in found.pointed_at.items()}
    assert steps[-1].pointers == stands
