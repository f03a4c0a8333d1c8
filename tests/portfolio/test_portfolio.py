"""Schedules of searches: their order, what they skip, and that workers change nothing."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from itertools import islice

import pytest

import genplan as gp
from genplan.errors import ProblemError
from genplan.executor import LocalProcesses, make_executor
from genplan.outcomes import SearchOutcome
from genplan.portfolio import (
    Attempt,
    Knowledge,
    Optimize,
    Portfolio,
    PortfolioResult,
    Schedule,
    Skip,
    Trial,
    make_schedule,
)
from genplan.problem import GPProblem, make_problem
from genplan.program import AnyProgram
from genplan.program.instructions import End
from genplan.queues import parse_queues
from genplan.search import CancelToken, Configuration, SearchResult, Statistics
from genplan.shortening import Cost


def problem_of(name: str) -> GPProblem:
    """Return a problem as a user has it: nobody says how many pointers there should be."""
    benchmark = gp.BENCHMARKS[name]
    return make_problem(benchmark.domain, benchmark.training())


def schedule_of(name: str, lines: range | None = None, *, more_pointers: bool = True) -> Schedule:
    return make_schedule(
        problem_of(name), lines, more_pointers=more_pointers, base=Configuration(3)
    )


def run(schedule: Schedule, jobs: int = 1, **options: object) -> PortfolioResult:
    with make_executor(jobs) as executor:
        return Portfolio(schedule, executor, **options).run()  # type: ignore[arg-type]


def what_counts(found: PortfolioResult) -> object:
    """Return everything of a result that must not depend on how it was computed."""
    program = found.best.result.program if found.best else None
    rows = [
        (
            t.attempt.number,
            t.outcome,
            t.skip,
            t.result.statistics.evaluated if t.result is not None else 0,
        )
        for t in found.trials
    ]
    return found.outcome, program, rows


def test_a_round_goes_from_few_lines_to_many_within_one_budget() -> None:
    schedule = schedule_of("gripper")
    for number, attempts in enumerate(islice(schedule.rounds(), 3)):
        keys = [
            (a.lines, len(a.problem.pointers) - len(schedule.problems[0].pointers) > 0)
            for a in attempts
        ]
        assert keys == sorted(keys)
        assert {a.round for a in attempts} == {number}
        assert len({a.budget for a in attempts}) == 1
        assert attempts[-1].number == schedule.last_of_round(number)


def test_a_schedule_ends_when_every_search_of_a_round_is_skipped() -> None:
    """With the aim of few lines, what has been found is not searched for again."""
    ferry = make_problem(gp.BENCHMARKS["ferry"].domain, gp.BENCHMARKS["ferry"].training()[:1])
    solution = gp.solve(ferry, language="structured", optimize="lines", time_limit=120)
    assert solution.program is not None


def test_each_round_has_four_times_the_budget_and_longer_programs() -> None:
    rounds = list(islice(schedule_of("lock").rounds(), 4))
    assert [r[0].budget * 4 for r in rounds[:-1]] == [r[0].budget for r in rounds[1:]]
    longest = [r[-1].lines for r in rounds]
    assert longest == sorted(set(longest))


def test_places_count_from_zero_without_gaps() -> None:
    attempts = [a for r in islice(schedule_of("lock").rounds(), 3) for a in r]
    assert [a.number for a in attempts] == list(range(len(attempts)))


def test_a_range_of_lines_is_kept_to() -> None:
    for attempts in islice(schedule_of("lock", range(5, 8)).rounds(), 5):
        assert {a.lines for a in attempts} == {5, 6, 7}


@pytest.mark.parametrize("lines", [range(5, 5), range(1, 4), range(4, 10, 2), range(9, 5, -1)])
def test_other_ranges_are_refused(lines: range) -> None:
    with pytest.raises(ProblemError, match="range"):
        schedule_of("lock", lines)


def test_one_more_pointer_of_each_type_is_tried() -> None:
    tried = [
        sorted(z.type for z in problem.pointers) for problem in schedule_of("gripper").problems
    ]
    given = tried[0]
    assert tried[1:] == [
        sorted([*given, name])
        for name in dict.fromkeys(z.type for z in problem_of("gripper").pointers)
    ]
    assert schedule_of("gripper", more_pointers=False).problems == (problem_of("gripper"),)


def attempt_of(schedule: Schedule, lines: int, pointers: int = 0) -> Attempt:
    problem = schedule.problems[pointers]
    setting = schedule.settings[0]
    return Attempt(0, 0, problem, replace(schedule.base, lines=lines), setting)


def ended(outcome: SearchOutcome) -> SearchResult:
    return SearchResult(outcome, None, Statistics(), ())


def test_a_proof_makes_smaller_spaces_useless() -> None:
    schedule, knowledge = schedule_of("lock"), Knowledge(None, None)
    proof = ended(SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS)
    knowledge.learn(attempt_of(schedule, 6, pointers=1), proof)
    assert knowledge.useless(attempt_of(schedule, 6, pointers=1)) is Skip.EXHAUSTED
    assert knowledge.useless(attempt_of(schedule, 5, pointers=1)) is Skip.EXHAUSTED
    assert knowledge.useless(attempt_of(schedule, 6, pointers=0)) is Skip.EXHAUSTED
    assert knowledge.useless(attempt_of(schedule, 7, pointers=0)) is None


def test_a_proof_says_nothing_about_more_pointers() -> None:
    schedule, knowledge = schedule_of("gripper"), Knowledge(None, None)
    knowledge.learn(
        attempt_of(schedule, 6, pointers=1), ended(SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS)
    )
    assert knowledge.useless(attempt_of(schedule, 6, pointers=0)) is Skip.EXHAUSTED
    assert knowledge.useless(attempt_of(schedule, 6, pointers=2)) is None


@pytest.mark.parametrize(
    "outcome",
    [SearchOutcome.OUT_OF_BUDGET, SearchOutcome.OUT_OF_TIME, SearchOutcome.INTERRUPTED],
)
def test_giving_up_proves_nothing(outcome: SearchOutcome) -> None:
    schedule, knowledge = schedule_of("lock"), Knowledge(None, None)
    knowledge.learn(attempt_of(schedule, 6), ended(outcome))
    assert knowledge.useless(attempt_of(schedule, 6)) is None


def test_a_search_without_memory_is_not_repeated() -> None:
    schedule, knowledge = schedule_of("lock"), Knowledge(None, None)
    knowledge.learn(attempt_of(schedule, 6), ended(SearchOutcome.OUT_OF_MEMORY))
    assert knowledge.useless(attempt_of(schedule, 6)) is Skip.OUT_OF_MEMORY
    assert knowledge.useless(attempt_of(schedule, 5)) is None


DETERMINISTIC = ("visitall", "corridor", "intrusion")


@pytest.mark.parametrize("jobs", [2, 4])
@pytest.mark.parametrize("name", DETERMINISTIC)
def test_the_number_of_workers_changes_nothing(name: str, jobs: int) -> None:
    assert what_counts(run(schedule_of(name), jobs)) == what_counts(run(schedule_of(name)))


def test_a_killed_worker_changes_nothing() -> None:
    victims: list[int] = []
    with LocalProcesses(2) as executor:

        def listen(event: Attempt | Trial) -> None:
            if isinstance(event, Attempt) and event.number % 9 == 4 and executor.processes:
                victims.append(executor.processes[0])
                os.kill(executor.processes[0], signal.SIGKILL)

        found = Portfolio(schedule_of("corridor"), executor, listener=listen).run()
    assert victims
    assert what_counts(found) == what_counts(run(schedule_of("corridor")))


@pytest.mark.parametrize("name", ["visitall", "intrusion", "corridor", "lock"])
def test_what_is_found_solves_everything_and_its_attempt_finds_it_alone(name: str) -> None:
    found = run(schedule_of(name))
    assert found.best is not None
    attempt, program = found.best.attempt, found.best.result.program
    assert program is not None
    alone = gp.search(attempt.problem, attempt.configuration)
    assert isinstance(alone.program, gp.Program)
    assert alone.program.until_end == program
    assert alone.statistics.evaluated == found.best.result.statistics.evaluated
    assert gp.validate(program, gp.BENCHMARKS[name].validation()).valid


def test_every_proof_in_a_schedule_is_that_of_an_exhaustive_search() -> None:
    found = run(schedule_of("lock"))
    proofs = [t for t in found.trials if t.outcome is SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS]
    assert proofs
    for trial in proofs:
        exhaustive = gp.search(trial.attempt.problem, Configuration(trial.attempt.lines))
        assert exhaustive.outcome is SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS


@pytest.mark.parametrize("jobs", [1, 2])
def test_where_no_program_exists_the_schedule_ends_with_the_proof(jobs: int) -> None:
    found = run(schedule_of("lock", range(2, 6)), jobs)
    assert found.outcome is SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS
    assert found.best is None


def test_a_schedule_without_memory_ends_so() -> None:
    base = Configuration(3, memory_limit=400_000)
    schedule = make_schedule(problem_of("baking"), range(9, 10), more_pointers=False, base=base)
    found = run(schedule)
    assert found.outcome is SearchOutcome.OUT_OF_MEMORY


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_schedule_ends_with_its_time(jobs: int) -> None:
    found = run(schedule_of("barman"), jobs, time_limit=0.5)
    assert found.outcome is SearchOutcome.OUT_OF_TIME


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_schedule_can_be_cancelled(jobs: int) -> None:
    cancel = CancelToken()

    def listen(event: Attempt | Trial) -> None:
        if isinstance(event, Trial) and event.attempt.number == 3:
            cancel.cancel()

    found = run(schedule_of("barman"), jobs, cancel=cancel, listener=listen)
    assert found.outcome is SearchOutcome.INTERRUPTED


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_a_schedule_and_its_workers(jobs: int) -> None:
    def interrupt(event: Attempt | Trial) -> None:
        if isinstance(event, Trial) and event.attempt.number == 3:
            raise KeyboardInterrupt

    with make_executor(jobs) as executor:
        found = Portfolio(schedule_of("barman"), executor, listener=interrupt).run()
        assert found.outcome is SearchOutcome.INTERRUPTED
    if isinstance(executor, LocalProcesses):
        assert executor.processes == ()


@pytest.mark.parametrize("aim", Optimize)
def test_optimizing_goes_on_and_keeps_the_best(aim: Optimize) -> None:
    schedule = schedule_of("visitall")
    if aim is Optimize.STEPS:
        schedule = make_schedule(
            problem_of("visitall"), tie_breaker=gp.EVALUATIONS["steps"], base=Configuration(3)
        )
    found = run(schedule, optimize=aim)
    assert found.best is not None
    solved = [t.result.program for t in found.trials if t.result is not None and t.result.program]
    assert len(solved) > 1
    instances = problem_of("visitall").instances

    def cost(program: AnyProgram) -> tuple[int, int, int]:
        runs = [gp.execute(program, instance) for instance in instances]
        actions, steps = sum(run.plan_length for run in runs), sum(run.steps for run in runs)
        return Cost(len(program), actions, steps).key(aim)

    program = found.best.result.program
    assert program is not None
    assert cost(program) == found.best.cost.key(aim)
    assert cost(program) <= min(map(cost, solved))
    assert gp.validate(program, instances).valid


def test_the_library_runs_the_schedule() -> None:
    solution = gp.solve(problem_of("visitall"), language="goto")
    found = run(schedule_of("visitall"))
    assert found.best is not None
    assert solution.program == found.best.result.program
    assert solution.statistics.evaluated == found.statistics.evaluated
    assert [t.outcome for t in solution.trials] == [t.outcome for t in found.trials]
    assert [t.skip for t in solution.trials] == [t.skip for t in found.trials]


def test_a_program_that_ends_early_has_no_lines_after_that() -> None:
    schedule = make_schedule(
        problem_of("visitall"),
        range(9, 10),
        more_pointers=False,
        queues=[parse_queues("goal-count,steps;novel:goal-count,steps")],
        base=Configuration(9),
    )
    found = run(schedule)
    assert found.best is not None
    program = found.best.result.program
    assert isinstance(program, gp.Program)
    assert len(program) == found.best.cost.length < 9
    assert program.lines.index(End()) == len(program) - 1
    assert gp.validate(program, problem_of("visitall").instances).valid
