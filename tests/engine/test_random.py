"""Both engines and a naive reading of PDDL agree on random problems, programs and searches."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.naive import NaiveExecutor, NaiveTask
from engine.strategies import SearchCase, choices, problems, programs, searches, share
from genplan import _core, core_engine
from genplan.compiled import (
    DEFAULT_MEMORY_LIMIT,
    CompiledInstance,
    CompiledInstruction,
    compile_problem,
    compile_program,
)
from genplan.engine import execute, is_certified_landmark, landmark_graph, search
from genplan.evaluations import EVALUATIONS
from genplan.execution import Execution
from genplan.landmark_graph import Construction, LandmarkTable
from genplan.problem import GPProblem
from genplan.reference.landmarks import discover, smallest_choice
from genplan.reference.machine import Machine, run, start
from genplan.reference.matching import can_be_matched
from genplan.reference.progress import LandmarkProgress
from genplan.search import SearchResult, Statistics

MODES = {Construction.PAPER: 1, Construction.SOUND: 2}


# --- Execution -------------------------------------------------------------------------------


@given(data=st.data())
@share(0.3)
def test_executions_agree(data: st.DataObject) -> None:
    problem = data.draw(problems())
    executor = NaiveExecutor(NaiveTask(problem.instances[0]), problem.pointers)
    for _ in range(3):
        program = data.draw(programs(problem))
        by_core, by_twin = (execute(program, problem.instances[0], engine=e) for e in ENGINES)
        assert by_core == by_twin
        naive = executor.run(program.lines)
        assert by_core.outcome.value == naive.outcome
        assert by_core.state == naive.machine.state
        assert tuple((a.name, *a.objects) for a in by_core.plan) == naive.plan
        assert by_core.steps == naive.steps
        assert standing(by_core) == (naive.machine.pointers, naive.machine.y, naive.machine.line)


ENGINES = ("core", "python")


def standing(execution: Execution) -> tuple[tuple[int, ...], bool, int]:
    return execution.pointers, execution.y, execution.line


def test_random_programs_end_in_every_way() -> None:
    ends: Counter[str] = Counter()

    @given(data=st.data())
    @share(0.05)
    def sample(data: st.DataObject) -> None:
        problem = data.draw(problems())
        found = execute(data.draw(programs(problem)), problem.instances[0], engine="core")
        ends[found.outcome.value] += 1
        ends["plan"] += bool(found.plan)

    sample()
    assert min(ends[name] for name in ("solved", "incorrect", "infinite", "plan")) >= 5, ends


# --- Landmarks -------------------------------------------------------------------------------


def tables(
    compiled: CompiledInstance, loaded: _core.Instance, construction: Construction
) -> tuple[LandmarkTable, LandmarkTable]:
    by_core = core_engine.discover(
        loaded, construction, pointers=True, memory_limit=DEFAULT_MEMORY_LIMIT
    )
    return by_core, discover(compiled, construction)


def test_landmark_tables_agree() -> None:
    kinds: Counter[str] = Counter()

    @given(problem=st.one_of(problems(rich=True), problems()))
    @share(0.2)
    def compare(problem: GPProblem) -> None:
        compiled = compile_problem(problem)
        (loaded,) = core_engine.load(compiled)
        for construction in Construction:
            by_core, by_twin = tables(compiled.instances[0], loaded, construction)
            assert by_core == by_twin
            kinds["disjunction"] += any(len(landmark.facts) > 1 for landmark in by_core.facts)
            kinds["pointers"] += bool(by_core.pointers)
            kinds["natural"] += bool(by_core.natural)

    compare()
    assert min(kinds[name] for name in ("disjunction", "pointers", "natural")) >= 5, kinds


@dataclass(frozen=True)
class Trace:
    """What was reached after each step, and f_LM at the end."""

    outcome: str
    machine: Machine
    steps: int
    reached: list[list[int]]
    count: int


def trace_of_core(
    loaded: _core.Instance,
    lines: list[CompiledInstruction],
    construction: Construction,
) -> Trace:
    rows = [(int(x.kind), x.operand, x.pointers, x.when) for x in lines]
    done = _core.execute(loaded, rows, True, MODES[construction], inf, None)
    machine = Machine(frozenset(done.true_atoms()), tuple(done.pointers), done.y, done.line)
    reached = done.reached_after_each_step()
    return Trace(done.outcome, machine, done.steps, reached, done.landmark_count)


def trace_of_twin(
    instance: CompiledInstance, lines: list[CompiledInstruction], construction: Construction
) -> Trace:
    progress = LandmarkProgress(instance, discover(instance, construction))
    begin = start(instance)
    reached = [progress.at_start(begin)]

    def after_step(machine: Machine, following: Machine) -> None:
        del machine
        reached.append(progress.after_step(reached[-1], following))

    halt = run([*lines, None], instance, begin, after_step)
    count = progress.count(reached[-1], halt.machine)
    numbers = [sorted(landmarks) for landmarks in reached[1:]]
    return Trace(halt.outcome.value, halt.machine, halt.steps, numbers, count)


@given(data=st.data())
@share(0.25)
def test_landmarks_reached_agree(data: st.DataObject) -> None:
    problem = data.draw(problems())
    compiled = compile_problem(problem)
    (loaded,) = core_engine.load(compiled)
    program = data.draw(programs(problem))
    complete = [x for x in compile_program(program, compiled.domain) if x is not None]
    begun = complete[: data.draw(st.integers(0, len(complete) - 1))]
    for construction in Construction:
        for lines in (complete, begun):
            by_core = trace_of_core(loaded, lines, construction)
            assert by_core == trace_of_twin(compiled.instances[0], lines, construction)
            assert len(by_core.reached) == by_core.steps


@given(problem=problems())
@share(0.1)
def test_sound_landmarks_are_on_every_plan(problem: GPProblem) -> None:
    instance = problem.instances[0]
    task = NaiveTask(instance)
    graph = landmark_graph(instance, Construction.SOUND, pointers=False)
    if len(task.atoms) > 10 or not task.can_reach_goal(lambda _: False):
        return
    for landmark in graph.landmarks:
        assert not task.can_reach_goal(partial(task.any_holds, landmark.facts))
        assert all(is_certified_landmark(instance, landmark.facts, e) for e in ENGINES)


facts = st.integers(0, 7)
lists_of_facts = st.lists(
    st.lists(facts, min_size=1, max_size=4, unique=True).map(sorted), min_size=1, max_size=5
)


@given(lists=lists_of_facts, candidate=st.lists(facts, unique=True, max_size=4).map(sorted))
@share(0.1)
def test_choices_are_those_of_the_product(lists: list[list[int]], candidate: list[int]) -> None:
    assert smallest_choice(lists) == min(choices(lists))
    meets_all = all(set(members) & set(candidate) for members in lists)
    is_choice = meets_all and can_be_matched(candidate, lists)
    assert is_choice is (tuple(candidate) in choices(lists))


def test_matching_follows_long_paths() -> None:
    """The last fact can be placed only by moving all others: deeper than Python recurses."""
    count = 1500
    lists = [[0, count], *([i - 1, i] for i in range(1, count)), [count - 1]]
    assert can_be_matched([*range(count), count], lists)
    assert not can_be_matched([*range(count), count], lists[:-1])


# --- Searches --------------------------------------------------------------------------------


def without_times(result: SearchResult) -> SearchResult:
    s = result.statistics
    counts = Statistics(s.expanded, s.evaluated, s.dead, s.states)
    return replace(result, statistics=counts)


def found_by_both(case: SearchCase) -> SearchResult:
    by_core, by_twin = (
        without_times(search(case.problem, case.configuration, engine=e)) for e in ENGINES
    )
    assert by_core == by_twin
    return by_core


@pytest.mark.parametrize("part", range(2))
def test_searches_agree(part: int) -> None:
    ends: Counter[str] = Counter()

    @given(case=searches(most_programs=150 + part))
    @share(0.15)
    def compare(case: SearchCase) -> None:
        found = found_by_both(case)
        ends[found.outcome.value] += 1
        ends["activated"] += len(found.activated_at) > 1 and found.activated_at[-1] > 0
        ends["nested"] += found.statistics.expanded > 10
        if found.program is not None:
            for instance in case.problem.instances:
                run = NaiveExecutor(NaiveTask(instance), case.problem.pointers)
                assert run.run(found.program.lines).outcome == "solved"

    compare()
    names = ("solved", "unsolvable_within_bounds", "activated", "nested")
    assert min(ends[name] for name in names) >= 5, ends


@pytest.mark.parametrize("name", EVALUATIONS)
def test_searches_agree_with_every_evaluation_function(name: str) -> None:
    @given(case=searches(most_programs=150))
    @share(0.01)
    def compare(case: SearchCase) -> None:
        changed = replace(case.configuration, evaluations=(EVALUATIONS[name],))
        found_by_both(SearchCase(case.problem, changed))

    compare()
