"""Limits, interruption, observers, and what a search refuses: on both engines."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Final, cast

import pytest

from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.compiled import compile_domain, compile_problem
from genplan.engine import execute, landmark_graph, search
from genplan.errors import ProblemError
from genplan.evaluations import Evaluation, HaltedRun, PythonEvaluation, parse_evaluations
from genplan.outcomes import ExecutionOutcome, SearchOutcome
from genplan.pddl import Atom, Literal, parse_domain, parse_instance
from genplan.problem import GPProblem, make_problem
from genplan.program.instructions import End
from genplan.program.program import Program
from genplan.program.text import parse_goto_program
from genplan.search import CancelToken, Configuration, Observer, Progress, SearchResult, Strategy

ENGINES: Final = ("core", "python")
MEGABYTE: Final = 1 << 20
engines = pytest.mark.parametrize("engine", ENGINES)


@cache
def long_problem() -> GPProblem:
    """Return a problem whose search with goal counts goes on for very long."""
    baking = PAPER_BENCHMARKS["baking"]
    return make_problem(baking.domain, baking.generate(range(20, 40), 3))


def long_configuration(time_limit: float | None = 20.0) -> Configuration:
    evaluations = parse_evaluations("goal-count")
    return Configuration(13, Strategy.BFS, evaluations, time_limit=time_limit)


def long_search(
    engine: str,
    observer: Observer | None = None,
    cancel: CancelToken | None = None,
    configuration: Configuration | None = None,
) -> SearchResult:
    chosen = configuration or long_configuration()
    return search(long_problem(), chosen, observer, cancel, engine)


def check_statistics(result: SearchResult) -> None:
    s = result.statistics
    assert s.evaluated > s.expanded > 0
    assert s.states >= s.evaluated - s.dead
    assert s.memory > 0
    assert s.search_seconds > 0
    assert result.program is None
    assert result.best_partial is not None
    assert result.best_values
    assert result.active == tuple(range(20))


# --- Time ------------------------------------------------------------------------------------


@engines
def test_time_limit_is_honoured(engine: str) -> None:
    compile_problem(long_problem())
    began = time.monotonic()
    result = long_search(engine, configuration=long_configuration(0.5))
    elapsed = time.monotonic() - began
    assert result.outcome is SearchOutcome.OUT_OF_TIME
    assert 0.45 <= elapsed <= 1.5
    check_statistics(result)


@engines
def test_time_limit_holds_while_landmarks_are_sought(engine: str) -> None:
    visitall = PAPER_BENCHMARKS["visitall"]
    problem = make_problem(visitall.domain, visitall.generate([60], 3))
    result = search(problem, Configuration(7, time_limit=0.05), engine=engine)
    assert result.outcome is SearchOutcome.OUT_OF_TIME
    assert result.statistics.expanded == 0
    assert result.statistics.landmark_seconds > 0  # CPU time, of which a busy machine gives little
    assert result.active == (0,)


LOOPS: Final = """; domain gripper   pointers ball1 ball2 ball3 ball4 - ball
0. inc(ball1)
1. goto(0,!y)
2. clear(ball1)
3. inc(ball2)
4. goto(0,!y)
5. clear(ball2)
6. inc(ball3)
7. goto(0,!y)
8. clear(ball3)
9. inc(ball4)
10. goto(0,!y)
11. end
"""


def looping_program() -> Program:
    return parse_goto_program(LOOPS, PAPER_BENCHMARKS["gripper"].domain)


@engines
def test_time_limit_of_an_execution(engine: str) -> None:
    (instance,) = PAPER_BENCHMARKS["gripper"].generate([1000], 3)
    began = time.monotonic()
    execution = execute(looping_program(), instance, 0.2, engine=engine)
    assert execution.outcome is ExecutionOutcome.OUT_OF_TIME
    assert 0.15 <= time.monotonic() - began <= 1.5
    assert execution.steps > 1000
    assert 0 <= execution.line <= 10
    assert execution.pointers[0] > 0 or execution.pointers[1] > 0


@engines
def test_execution_without_time_stops_at_once(engine: str) -> None:
    (instance,) = PAPER_BENCHMARKS["gripper"].generate([1000], 3)
    assert execute(looping_program(), instance, 0.0, engine=engine).outcome is (
        ExecutionOutcome.OUT_OF_TIME
    )


@engines
def test_executions_can_be_cancelled(engine: str) -> None:
    (instance,) = PAPER_BENCHMARKS["gripper"].generate([1000], 3)
    cancel = CancelToken()
    threading.Timer(0.1, cancel.cancel).start()
    execution = execute(looping_program(), instance, 20.0, cancel, engine)
    assert execution.outcome is ExecutionOutcome.INTERRUPTED
    assert execution.steps > 0


# --- Memory ----------------------------------------------------------------------------------


@engines
@pytest.mark.parametrize(("name", "lines"), [("baking", 13), ("lock", 12)])
def test_memory_limit_is_honoured(name: str, lines: int, engine: str) -> None:
    benchmark = PAPER_BENCHMARKS[name]
    limit = 5 * MEGABYTE
    configuration = Configuration(
        lines, evaluations=parse_evaluations("goal-count"), memory_limit=limit
    )
    result = search(benchmark.problem(), configuration, engine=engine)
    assert result.outcome is SearchOutcome.OUT_OF_MEMORY
    assert 0.8 * limit <= result.statistics.memory <= limit
    assert result.statistics.expanded > 100


@engines
def test_instances_too_large_for_the_memory_are_refused_beforehand(engine: str) -> None:
    lock = PAPER_BENCHMARKS["lock"]
    problem = make_problem(lock.domain, lock.generate([20_000], 3))
    configuration = Configuration(5, memory_limit=100 * MEGABYTE)
    with pytest.raises(ProblemError) as caught:
        search(problem, configuration, engine=engine)
    assert str(caught.value) == (
        'the instance "lock-20000" has 400,060,002 ground atoms, so that one state takes 48 MiB; '
        "with a memory limit of 100 MiB at most a quarter of that fits. "
        "Use smaller instances, narrower types, or a higher memory limit"
    )


def test_landmark_graphs_too_large_for_the_memory_are_refused() -> None:
    (instance,) = PAPER_BENCHMARKS["visitall"].generate([30], 3)
    with pytest.raises(ProblemError, match="the landmark graph does not fit in the memory allowed"):
        landmark_graph(instance, memory_limit=MEGABYTE, engine="core")


def test_search_ends_where_its_landmark_graph_does_not_fit() -> None:
    visitall = PAPER_BENCHMARKS["visitall"]
    problem = make_problem(visitall.domain, visitall.generate([30], 3))
    result = search(problem, Configuration(7, memory_limit=MEGABYTE), engine="core")
    assert result.outcome is SearchOutcome.OUT_OF_MEMORY
    assert result.statistics.expanded == 0


# --- Interruption ----------------------------------------------------------------------------

CHILD: Final = """
import json, sys
from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.engine import search
from genplan.evaluations import PythonEvaluation, parse_evaluations
from genplan.problem import make_problem
from genplan.search import Configuration, Strategy

engine, kind = sys.argv[1:]
told = False

def observer(progress):
    global told
    if not told:
        told = True
        print("report", flush=True)

def slow_goal_count(program, runs):
    for _ in range(20_000):
        pass
    return sum(run.goals_missing for run in runs)

baking = PAPER_BENCHMARKS["baking"]
problem = make_problem(baking.domain, baking.generate(range(20, 40), 3))
evaluations = parse_evaluations("goal-count" if kind == "named" else [slow_goal_count])
configuration = Configuration(13, Strategy.BFS, evaluations, time_limit=60, progress_interval=0.1)
result = search(problem, configuration, observer, engine=engine)
s = result.statistics
print(json.dumps([result.outcome.value, s.expanded, s.evaluated, s.memory]), flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("kind", ["named", "callable"])
@engines
def test_control_c_ends_a_search_with_statistics(engine: str, kind: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, engine, kind], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    with child, child.stdout as output:
        assert output.readline() == "report\n"
        child.send_signal(signal.SIGINT)
        sent = time.monotonic()
        row = json.loads(output.readline())
        took = time.monotonic() - sent
    print(f"{engine}, {kind} evaluation: stopped after {1000 * took:.0f} ms")
    assert row[0] == "interrupted"
    assert row[1] >= 1
    assert row[2] > row[1]
    assert row[3] > 0
    assert took <= 1
    assert child.returncode == 0


@engines
def test_cancelled_by_an_observer(engine: str) -> None:
    cancel = CancelToken()
    reports: list[Progress] = []

    def observer(progress: Progress) -> None:
        reports.append(progress)
        cancel.cancel()

    result = long_search(engine, observer, cancel)
    assert result.outcome is SearchOutcome.INTERRUPTED
    assert len(reports) == 1
    check_statistics(result)


@engines
def test_cancelled_by_another_thread(engine: str) -> None:
    cancel = CancelToken()
    timer = threading.Timer(0.3, cancel.cancel)
    timer.start()
    began = time.monotonic()
    result = long_search(engine, cancel=cancel)
    assert result.outcome is SearchOutcome.INTERRUPTED
    assert 0.2 <= time.monotonic() - began <= 1.5
    check_statistics(result)


@engines
def test_searches_in_threads_do_not_disturb_each_other(engine: str) -> None:
    visitall = PAPER_BENCHMARKS["visitall"]
    results: list[SearchResult] = []

    def run() -> None:
        results.append(search(visitall.problem(), Configuration(7), engine=engine))

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [result.statistics.evaluated for result in results] == [446] * 3
    assert {result.program for result in results} == {visitall.program}


# --- Observers -------------------------------------------------------------------------------


@engines
def test_observers_are_told_at_a_bounded_rate(engine: str) -> None:
    reports: list[tuple[float, Progress]] = []
    chosen = replace(long_configuration(1.0), progress_interval=0.1)
    result = long_search(
        engine, lambda p: reports.append((time.monotonic(), p)), configuration=chosen
    )
    assert result.outcome is SearchOutcome.OUT_OF_TIME
    assert 2 <= len(reports) <= 10
    times = [when for when, _ in reports]
    assert all(b - a >= 0.05 for a, b in pairwise(times))
    check_reports([progress for _, progress in reports], result)


def check_reports(reports: Sequence[Progress], result: SearchResult) -> None:
    final = result.statistics
    counts = [(p.expanded, p.evaluated, p.dead, p.memory) for p in reports]
    counts.append((final.expanded, final.evaluated, final.dead, final.memory))
    for earlier, later in pairwise(counts):
        assert all(a <= b for a, b in zip(earlier, later, strict=True))
        assert earlier[0] < later[0]
    for progress in reports:
        assert 0 < progress.open < progress.evaluated
        assert progress.active == tuple(range(20))
        assert progress.best_values <= progress.values
        assert len(progress.program) == len(progress.best_program) == 13


def test_reports_while_landmarks_are_sought_show_the_empty_program() -> None:
    visitall = PAPER_BENCHMARKS["visitall"]
    problem = make_problem(visitall.domain, visitall.generate([60], 3))
    reports: list[Progress] = []
    cancel = CancelToken()

    def observer(progress: Progress) -> None:
        reports.append(progress)
        cancel.cancel()

    chosen = Configuration(7, progress_interval=0.0)
    result = search(problem, chosen, observer, cancel, "core")
    assert result.outcome is SearchOutcome.INTERRUPTED
    empty = Program.empty("visitall", problem.pointers, 7)
    assert reports[0].program == reports[0].best_program == empty
    assert (reports[0].expanded, reports[0].active) == (0, (0,))


class OwnError(Exception):
    """An error of a user's function."""


@engines
def test_errors_of_observers_pass(engine: str) -> None:
    error = OwnError("mine")

    def observer(progress: Progress) -> None:
        raise error

    with pytest.raises(OwnError) as caught:
        long_search(engine, observer)
    assert caught.value is error


@engines
def test_control_c_in_an_observer_ends_the_search(engine: str) -> None:
    def observer(progress: Progress) -> None:
        raise KeyboardInterrupt

    result = long_search(engine, observer)
    assert result.outcome is SearchOutcome.INTERRUPTED
    check_statistics(result)


# --- Evaluation functions of users -----------------------------------------------------------


def own_goal_count(program: Program, runs: Sequence[HaltedRun]) -> int:
    """Return goal-count, worked out from what a function is given."""
    assert program.first_undefined is not None
    for run in runs:
        assert run.line == program.first_undefined
        assert len(run.pointers) == len(program.pointers)
        assert run.steps >= 0
    missing = 0
    for run in runs:
        goals = [(g.atom in run.state) is not g.positive for g in run.instance.goal]
        assert sum(goals) == run.goals_missing
        missing += sum(goals)
    return missing


def visitall_search(
    engine: str,
    evaluations: tuple[Evaluation | PythonEvaluation, ...],
    strategy: Strategy = Strategy.PGP,
    lines: int = 7,
) -> SearchResult:
    visitall = PAPER_BENCHMARKS["visitall"]
    configuration = Configuration(lines, strategy, evaluations)
    return search(visitall.problem(), configuration, engine=engine)


@engines
@pytest.mark.parametrize("strategy", Strategy, ids=lambda s: s.value)
def test_own_goal_count_gives_the_counts_of_goal_count(engine: str, strategy: Strategy) -> None:
    own = visitall_search(engine, parse_evaluations([own_goal_count]), strategy)
    named = visitall_search(engine, parse_evaluations("goal-count"), strategy)
    assert own.program == named.program
    assert own.activated_at == named.activated_at
    a, b = own.statistics, named.statistics
    assert (a.expanded, a.evaluated, a.dead, a.states) == (
        b.expanded,
        b.evaluated,
        b.dead,
        b.states,
    )


@engines
def test_own_functions_combine_with_named_ones(engine: str) -> None:
    evaluations = parse_evaluations([own_goal_count, "goto-count", own_goal_count])
    own = visitall_search(engine, evaluations)
    named = visitall_search(engine, parse_evaluations("goal-count,goto-count,goal-count"))
    assert own.program == named.program
    assert own.best_values == named.best_values
    assert own.statistics.evaluated == named.statistics.evaluated


@engines
def test_errors_of_evaluation_functions_pass(engine: str) -> None:
    error = OwnError("mine")

    def failing(program: Program, runs: Sequence[HaltedRun]) -> int:
        raise error

    with pytest.raises(OwnError) as caught:
        visitall_search(engine, parse_evaluations([failing]))
    assert caught.value is error


@engines
@pytest.mark.parametrize("value", [1.5, None, "3", 1 << 63, -(1 << 63) - 1])
def test_values_that_are_no_whole_numbers_are_refused(engine: str, value: object) -> None:
    def wrong(program: Program, runs: Sequence[HaltedRun]) -> int:
        return cast(int, value)

    with pytest.raises(ProblemError) as caught:
        visitall_search(engine, parse_evaluations([wrong]))
    assert str(caught.value) == (
        'the evaluation function "wrong" must return a whole number of at most 64 bits, '
        f"not {value!r}"
    )


@engines
@pytest.mark.parametrize("value", [True, -(1 << 63), (1 << 63) - 1])
def test_all_whole_numbers_of_64_bits_are_values(engine: str, value: int) -> None:
    result = visitall_search(engine, parse_evaluations([lambda program, runs: value]), lines=3)
    assert result.outcome is SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS
    assert result.best_values == (int(value),)


@engines
def test_control_c_in_an_evaluation_function_ends_the_search(engine: str) -> None:
    def interrupted(program: Program, runs: Sequence[HaltedRun]) -> int:
        raise KeyboardInterrupt

    result = visitall_search(engine, parse_evaluations([interrupted]))
    assert result.outcome is SearchOutcome.INTERRUPTED


@engines
def test_time_limit_holds_with_a_slow_evaluation_function(engine: str) -> None:
    def slow(program: Program, runs: Sequence[HaltedRun]) -> int:
        time.sleep(0.01)
        return 0

    configuration = Configuration(13, Strategy.PGP, parse_evaluations([slow]), time_limit=0.3)
    began = time.monotonic()
    result = long_search(engine, configuration=configuration)
    assert result.outcome is SearchOutcome.OUT_OF_TIME
    assert 0.25 <= time.monotonic() - began <= 2


# --- What does not fit -----------------------------------------------------------------------


def test_weights_that_could_overflow_are_refused_by_the_core() -> None:
    evaluations = parse_evaluations(f"steps-plus-weighted-goals:{1 << 31}")
    with pytest.raises(ProblemError, match="must be below 2,147,483,648, not 2,147,483,648"):
        visitall_search("core", evaluations)


def test_more_instructions_than_the_core_can_number_are_refused() -> None:
    visitall = PAPER_BENCHMARKS["visitall"]
    with pytest.raises(
        ProblemError, match=r"there are 2,000,0\d\d instructions for these pointers"
    ):
        search(visitall.problem(), Configuration(1_000_000), engine="core")


def test_programs_longer_than_the_core_can_number_are_refused() -> None:
    visitall = PAPER_BENCHMARKS["visitall"]
    (instance,) = visitall.generate([2], 3)
    pointers = visitall.problem().pointers
    longest = Program("visitall", pointers, (End(),) * 65_535)
    assert execute(longest, instance, engine="core").steps == 0
    with pytest.raises(ProblemError, match="the program has 65,536 lines"):
        execute(Program("visitall", pointers, (End(),) * 65_536), instance, engine="core")


def test_domains_whose_literals_are_ill_typed_are_refused() -> None:
    """The reader does so too, but domains can be made without it."""
    domain = parse_domain(
        "(define (domain d) (:types a b) (:predicates (p ?x - a)) "
        "(:action act :parameters (?x - a ?y - b) :effect (p ?x)))"
    )
    (action,) = domain.actions
    wrong = replace(action, effects=(Literal(Atom("p", ("?y",))),))
    with pytest.raises(ProblemError) as caught:
        compile_domain(replace(domain, actions=(wrong,)), ())
    assert str(caught.value) == (
        'the action "act" uses (p ?y) with arguments of type (b), but p takes (a)'
    )


# --- Corners of problems ---------------------------------------------------------------------

KEYS: Final = """
(define (domain keys)
  (:types key door)
  (:predicates (open ?d - door) (fits ?k - key ?d - door) (alarm))
  (:action unlock :parameters (?k - key ?d - door) :precondition (fits ?k ?d)
    :effect (open ?d))
  (:action shout :parameters () :effect (alarm)))
"""


def keys(objects: str, init: str, goal: str) -> GPProblem:
    domain = parse_domain(KEYS)
    text = f"(define (problem p) (:domain keys) (:objects {objects}) (:init {init}) (:goal {goal}))"
    return make_problem(domain, [parse_instance(text, domain)])


KEYLESS: Final = """; domain keys   pointers key1 - key door1 - door
0. unlock(key1,door1)
1. inc(key1)
2. goto(0,!y)
3. dec(key1)
4. goto(0,!y)
5. clear(key1)
6. goto(0,!y)
7. test(fits(key1,door1))
8. goto(0,!y)
9. inc(door1)
10. end
"""


@engines
def test_instructions_on_pointers_without_objects_do_nothing_but_set_y(engine: str) -> None:
    problem = keys("d1 d2 - door", "", "(open d1)")
    (instance,) = problem.instances
    execution = execute(parse_goto_program(KEYLESS, problem.domain), instance, engine=engine)
    assert execution.outcome is ExecutionOutcome.INCORRECT
    assert (execution.steps, execution.line, execution.y) == (10, 10, False)
    assert execution.pointers == (0, 1)
    assert execution.pointed_at == {"key1": None, "door1": "d2"}
    assert execution.plan == ()
    assert execution.state == frozenset()


@engines
@pytest.mark.parametrize("evaluation", ["landmark-count", "goal-count"])
def test_searches_where_a_type_has_no_object(engine: str, evaluation: str) -> None:
    solvable = keys("d1 - door", "", "(alarm)")
    configuration = Configuration(3, evaluations=parse_evaluations(evaluation))
    assert search(solvable, configuration, engine=engine)
    unsolvable = keys("d1 - door", "", "(open d1)")
    result = search(unsolvable, configuration, engine=engine)
    assert result.outcome is SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS


EMPTY: Final = "(define (domain empty) (:predicates))"
NULLARY: Final = "(define (domain nullary) (:predicates (p)))"


@engines
@pytest.mark.parametrize("lines", [2, 3, 5])
@pytest.mark.parametrize("text", [EMPTY, NULLARY])
def test_domains_without_actions_and_pointers(text: str, lines: int, engine: str) -> None:
    domain = parse_domain(text)
    header = f"(define (problem x) (:domain {domain.name}) (:init) (:goal (and"
    instances = [parse_instance(f"{header})))", domain)]
    result = search(make_problem(domain, instances), Configuration(lines), engine=engine)
    assert result.outcome is SearchOutcome.SOLVED
    assert result.program is not None
    if domain.predicates:
        instances.append(parse_instance(f"{header} (p))))", domain))
        result = search(make_problem(domain, instances), Configuration(lines), engine=engine)
        assert result.outcome is SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS
        assert result.active == (0, 1)


@engines
def test_loops_without_pointers_and_without_a_state(engine: str) -> None:
    domain = parse_domain(NULLARY)
    text = "(define (problem x) (:domain nullary) (:init) (:goal (p)))"
    program = parse_goto_program(
        "; domain nullary   pointers\n0. test(p())\n1. goto(0,y)\n2. end", domain
    )
    execution = execute(program, parse_instance(text, domain), engine=engine)
    assert execution.outcome is ExecutionOutcome.INFINITE
    assert execution.loop_lines == (0, 1)
    assert (execution.steps, execution.line, execution.y) == (3, 1, True)
