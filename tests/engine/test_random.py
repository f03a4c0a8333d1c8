"""Both engines and a naive reading of PDDL agree on random problems, programs and searches."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import strategies as make
from engine.naive import NaiveExecutor, NaiveTask
from engine.strategies import ProgramCase, SearchCase, made, share
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
from genplan.outcomes import SearchOutcome
from genplan.problem import GPProblem
from genplan.program.instructions import Instruction
from genplan.program.program import Program
from genplan.reference.landmarks import discover, smallest_choice
from genplan.reference.machine import Machine, run, start
from genplan.reference.matching import can_be_matched
from genplan.reference.progress import LandmarkProgress
from genplan.search import SearchResult, Statistics

ENGINES: Final = ("core", "python")
MODES: Final = {Construction.PAPER: 1, Construction.SOUND: 2}
PARTS: Final = range(2)


# --- Execution -------------------------------------------------------------------------------


@pytest.mark.parametrize("part", PARTS)
def test_executions_agree(part: int) -> None:
    ends: Counter[str] = Counter()

    @given(case=made(make.program_case))
    @share(0.14 + 0.01 * part)
    def compare(case: ProgramCase) -> None:
        (instance,) = case.problem.instances
        executor = NaiveExecutor(NaiveTask(instance), case.problem.pointers)
        for program in case.programs:
            by_core, by_twin = (execute(program, instance, engine=e) for e in ENGINES)
            assert by_core == by_twin
            check_against_naive(by_core, executor, program.lines)
            ends[by_core.outcome.value] += 1
            ends["plan"] += bool(by_core.plan)

    compare()
    assert min(ends[name] for name in ("solved", "incorrect", "infinite", "plan")) >= 20, ends


def check_against_naive(
    found: Execution, executor: NaiveExecutor, lines: tuple[Instruction | None, ...]
) -> None:
    naive = executor.run(lines)
    assert found.outcome.value == naive.outcome
    assert found.state == naive.machine.state
    assert tuple((a.name, *a.objects) for a in found.plan) == naive.plan
    assert found.steps == naive.steps
    assert found.pointers == naive.machine.pointers
    assert (found.y, found.line) == (naive.machine.y, naive.machine.line)
    assert len(found.goals_missing) == executor.task.missing(naive.machine.state)


# --- Landmarks -------------------------------------------------------------------------------


def tables(
    compiled: CompiledInstance, loaded: _core.Instance, construction: Construction
) -> tuple[LandmarkTable, LandmarkTable]:
    by_core = core_engine.discover(
        loaded, construction, pointers=True, memory_limit=DEFAULT_MEMORY_LIMIT
    )
    return by_core, discover(compiled, construction)


@pytest.mark.parametrize("construction", Construction, ids=lambda c: c.value)
def test_landmark_tables_agree(construction: Construction) -> None:
    kinds: Counter[str] = Counter()

    @given(problem=made(make.problem))
    @share(0.1)
    def compare(problem: GPProblem) -> None:
        compiled = compile_problem(problem)
        (loaded,) = core_engine.load(compiled)
        by_core, by_twin = tables(compiled.instances[0], loaded, construction)
        assert by_core == by_twin
        kinds["disjunction"] += any(len(landmark.facts) > 1 for landmark in by_core.facts)
        kinds["pointers"] += bool(by_core.pointers)
        kinds["natural"] += bool(by_core.natural)

    compare()
    assert min(kinds[name] for name in ("disjunction", "pointers", "natural")) >= 5, kinds


@dataclass(frozen=True)
class Trace:
    """Where a run halted, what was reached after each step, and f_LM at the end."""

    outcome: str
    machine: Machine
    steps: int
    reached: list[list[int]]
    count: int


def trace_of_core(
    loaded: _core.Instance, lines: list[CompiledInstruction], construction: Construction
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


@pytest.mark.parametrize("construction", Construction, ids=lambda c: c.value)
def test_landmarks_reached_agree(construction: Construction) -> None:
    kinds: Counter[str] = Counter()

    @given(case=made(make.program_case))
    @share(0.1)
    def compare(case: ProgramCase) -> None:
        compiled = compile_problem(case.problem)
        (loaded,) = core_engine.load(compiled)
        programs = [list(compile_program(program, compiled.domain)) for program in case.programs]
        for lines in (*programs, programs[0][: case.prefix]):
            programmed = [line for line in lines if line is not None]
            by_core = trace_of_core(loaded, programmed, construction)
            assert by_core == trace_of_twin(compiled.instances[0], programmed, construction)
            assert len(by_core.reached) == by_core.steps
            kinds[by_core.outcome] += 1
            kinds["progress"] += len(set(map(len, by_core.reached))) > 1

    compare()
    assert min(kinds[name] for name in ("undefined", "infinite", "progress")) >= 10, kinds


@given(problem=made(make.problem))
@share(0.1)
def test_sound_landmarks_are_on_every_plan(problem: GPProblem) -> None:
    (instance,) = problem.instances
    task = NaiveTask(instance)
    if len(task.fluents) > 11 or not task.can_reach_goal(lambda _: False):
        return
    graph = landmark_graph(instance, Construction.SOUND, pointers=False)
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
    everything = make.choices(lists)
    assert smallest_choice(lists) == min(everything)
    meets_all = all(set(members) & set(candidate) for members in lists)
    is_choice = meets_all and can_be_matched(candidate, lists)
    assert is_choice is (tuple(candidate) in everything)


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


def solves_all(found: SearchResult, problem: GPProblem) -> bool:
    assert isinstance(found.program, Program)
    executors = [NaiveExecutor(NaiveTask(i), problem.pointers) for i in problem.instances]
    return all(e.run(found.program.lines).outcome == "solved" for e in executors)


@pytest.mark.parametrize("part", PARTS)
def test_searches_agree(part: int) -> None:
    ends: Counter[str] = Counter()

    @given(case=made(partial(make.search_case, most_programs=300 + part)))
    @share(0.1)
    def compare(case: SearchCase) -> None:
        found = found_by_both(case)
        assert not found or solves_all(found, case.problem)
        ends[found.outcome.value] += 1
        ends["activated"] += len(found.active) > 1 and found.activated_at[-1] > 0
        ends["long"] += found.statistics.expanded > 10

    compare()
    names = ("solved", "unsolvable_within_bounds", "activated", "long")
    assert min(ends[name] for name in names) >= 10, ends


@pytest.mark.parametrize("name", EVALUATIONS)
def test_searches_agree_with_every_evaluation_function(name: str) -> None:
    @given(case=made(make.search_case))
    @share(0.01)
    def compare(case: SearchCase) -> None:
        changed = replace(case.configuration, evaluations=(EVALUATIONS[name],))
        found_by_both(SearchCase(case.problem, changed))

    compare()


@pytest.mark.parametrize("part", PARTS)
def test_searches_with_queues_agree(part: int) -> None:
    ends: Counter[str] = Counter()

    @given(case=made(partial(make.queued_case, most_programs=300 + part)))
    @share(0.1)
    def compare(case: SearchCase) -> None:
        found = found_by_both(case)
        c = case.configuration
        assert not found or solves_all(found, case.problem)
        if c.open_limit is None:
            check_complete(case, found)
        ends[found.outcome.value] += 1
        reevaluated = len(found.active) > 1 and found.activated_at[-1] > 0
        ends["lazy" if c.lazy else "eager"] += reevaluated
        is_long = found.statistics.expanded > 10
        ends["novel"] += any(queue.novel for queue in c.queues) and is_long
        ends["by length"] += any(queue.by_length for queue in c.queues) and is_long

    compare()
    assert min(ends[o.value] for o in BOUNDED_ENDS) >= 10, ends
    assert min(ends[name] for name in ("lazy", "eager", "novel", "by length")) >= 10, ends


BOUNDED_ENDS: Final = (
    SearchOutcome.SOLVED,
    SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS,
    SearchOutcome.NOT_COMPLETE,
    SearchOutcome.OUT_OF_BUDGET,
)


def check_complete(case: SearchCase, found: SearchResult) -> None:
    """Check that the queues lose nothing: a solution is found if and only if there is one."""
    assert found.outcome is not SearchOutcome.NOT_COMPLETE
    if found.outcome is not SearchOutcome.OUT_OF_BUDGET:
        plain = replace(case.configuration, queues=(), lazy=False, evaluation_limit=None)
        assert search(case.problem, plain, engine="core").outcome is found.outcome
