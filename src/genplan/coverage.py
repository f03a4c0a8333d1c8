"""How far synthesis without knobs gets on a benchmark, and its plans beside a planner's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter, process_time
from typing import Any, Final, TypeAlias, TypeVar

from genplan.benchmarks import Benchmark
from genplan.executor import make_executor
from genplan.outcomes import ExecutionOutcome, SearchOutcome
from genplan.pddl.model import Instance
from genplan.plan import GroundAction
from genplan.planner import InstanceReport, Solution, ValidationReport, solve, validate
from genplan.problem import make_problem
from genplan.program import AnyProgram
from genplan.validation import validate_plan

__all__ = ["Answer", "Comparison", "Covered", "Planner", "compare", "cover"]

MOST_ASKED: Final = 10
"""So many instances of a set, evenly spread over their sizes, are given to a planner."""
MOST_FAILURES: Final = 2
"""A planner that has failed so many times in a row is not asked about larger instances."""

_SECONDS_PER_INSTANCE: Final = 10

T = TypeVar("T")

Planner: TypeAlias = Callable[[Instance], Sequence[GroundAction] | None]
"""A classical planner: from an instance to a plan, None if it has none within its limits."""


@dataclass(frozen=True, slots=True)
class Answer:
    """How long the plan of a planner for an instance is, None without a valid one.

    `refused` says why a plan is not valid.
    """

    length: int | None = None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The plans of a program and of a planner for the same instances, in the same order.

    `ours` are the lengths of our plans, None where there is none; an instance that the planner
    was not asked about counts as one that it does not solve. The last `larger` instances are of
    the validation set.
    """

    ours: tuple[int | None, ...]
    theirs: tuple[Answer, ...]
    larger: int

    @property
    def _both(self) -> list[tuple[int, int]]:
        pairs = zip(self.ours, (answer.length for answer in self.theirs), strict=True)
        return [(ours, theirs) for ours, theirs in pairs if ours is not None and theirs is not None]

    @property
    def compared(self) -> int:
        """Return how many instances both solve."""
        return len(self._both)

    @property
    def ratio(self) -> float | None:
        """Return how many actions we take for one of theirs where both have a plan."""
        theirs = sum(length for _, length in self._both)
        return sum(length for length, _ in self._both) / theirs if theirs else None

    @property
    def larger_solved(self) -> int:
        """Return how many instances of the validation set the planner solves."""
        theirs = self.theirs[len(self.theirs) - self.larger :]
        return sum(answer.length is not None for answer in theirs)

    @property
    def refused(self) -> tuple[str, ...]:
        """Return why plans of the planner are not valid."""
        return tuple(answer.refused for answer in self.theirs if answer.refused)


@dataclass(frozen=True, slots=True)
class Covered:
    """How a benchmark was solved, and how its program does.

    If no program was found, it is the best partial one. `given` are the reports on training set
    and pool, `validation` those on the validation set, and `goals_reached` is the share of the
    goal facts there that hold at the end.
    """

    benchmark: Benchmark
    solution: Solution
    seconds: float
    program: AnyProgram | None
    given: ValidationReport
    validation: ValidationReport
    goals_reached: float
    comparison: Comparison | None = None

    @property
    def actions(self) -> float | None:
        """Return the average length of the plans on the validation set."""
        lengths = [report.plan_length for report in self.validation.instances if report.valid]
        return sum(lengths) / len(lengths) if lengths else None


def cover(
    benchmark: Benchmark,
    options: Mapping[str, Any],
    time_limit: float,
    planner: Planner | None = None,
    jobs: int = 1,
) -> Covered:
    """Return how a benchmark is solved without knobs from its training set and its pool.

    `options` are further ones of `solve`. Plans for some instances of the pool and of the
    validation set are compared with those of the planner, if there is one; it makes so many
    plans at the same time.
    """
    training, pool, larger = benchmark.training(), benchmark.pool(), benchmark.validation()
    given = (*training, *pool)
    before = process_time()
    solution = _solve(given, options, time_limit)
    seconds = process_time() - before
    program = solution.program or _best_partial(solution, given, options, time_limit)
    on_given, on_larger = _validate(program, given), _validate(program, larger)
    reached = _goals_reached(larger, on_larger)
    row = Covered(benchmark, solution, seconds, program, on_given, on_larger, reached)
    if planner is None:
        return row
    small, large = _spread(pool), _spread(larger)
    reports = _spread(on_given.instances[len(training) :]) + _spread(on_larger.instances)
    ours = tuple(r.plan_length if r.valid else None for r in reports)
    theirs = compare(small + large, planner, jobs)
    return replace(row, comparison=Comparison(ours, theirs, len(large)))


def _spread(items: Sequence[T]) -> tuple[T, ...]:
    """Return a few items, evenly spread, with the first and the last; all if there are few."""
    if len(items) <= MOST_ASKED:
        return tuple(items)
    return tuple(items[n * (len(items) - 1) // (MOST_ASKED - 1)] for n in range(MOST_ASKED))


def _solve(
    instances: Sequence[Instance], options: Mapping[str, Any], time_limit: float
) -> Solution:
    problem = make_problem(instances[0].domain, instances)
    solution = solve(problem, time_limit=time_limit, **options)
    if solution.outcome is SearchOutcome.INTERRUPTED:
        raise KeyboardInterrupt
    return solution


def _best_partial(
    solution: Solution, given: Sequence[Instance], options: Mapping[str, Any], time_limit: float
) -> AnyProgram | None:
    """Return the program that solves most instances among those found for few of them.

    Programs are searched for that solve the smallest instance, the two, four, … smallest ones,
    within the time limit together. Without any, it is what the search for all came closest with.
    """
    smallest = sorted(given, key=lambda instance: len(instance.all_objects))
    end, count, most = perf_counter() + time_limit, 1, 0
    partial_program = solution.diagnosis.partial
    best = None if partial_program is None else partial_program.program
    while count < len(given) and (left := end - perf_counter()) > 0:
        program = _solve(smallest[:count], options, left).program
        if program is None:
            break
        solved = _validate(program, given).solved
        if solved >= most:
            best, most = program, solved
        count *= 2
    return best


def _validate(program: AnyProgram | None, instances: Sequence[Instance]) -> ValidationReport:
    """Return how a program does on instances; no program solves none."""
    if program is None:
        unsolved = SearchOutcome.OUT_OF_TIME.value
        return ValidationReport(
            tuple(InstanceReport(instance.name, unsolved, 0, 0, 0.0) for instance in instances)
        )
    return validate(program, instances, time_limit=_SECONDS_PER_INSTANCE)


def _goals_reached(instances: Sequence[Instance], report: ValidationReport) -> float:
    """Return the share of goal facts that hold at the end; none where a program does not end."""
    facts = reached = 0
    for instance, row in zip(instances, report.instances, strict=True):
        facts += len(instance.goal)
        if row.valid or row.outcome == ExecutionOutcome.INCORRECT.value:
            reached += len(instance.goal) - len(row.goals_missing)
    return reached / facts


def compare(instances: Sequence[Instance], planner: Planner, jobs: int = 1) -> tuple[Answer, ...]:
    """Return what a planner answers for instances, in their order.

    It is asked about those with fewest objects first, and not any more after some failures.
    """
    answers = [Answer()] * len(instances)
    places = sorted(range(len(instances)), key=lambda place: len(instances[place].all_objects))
    failures = 0
    with make_executor(jobs) as executor:
        asked = executor.map(partial(_ask, planner), [instances[place] for place in places])
        for place, answer in zip(places, asked, strict=True):
            answers[place] = answer
            failures = 0 if answer.length is not None else failures + 1
            if failures == MOST_FAILURES:
                break
    return tuple(answers)


def _ask(planner: Planner, instance: Instance) -> Answer:
    plan = planner(instance)
    if plan is None:
        return Answer()
    verdict = validate_plan(instance, plan)
    if not verdict:
        return Answer(refused=f"{instance.name}: {verdict.reason}")
    return Answer(len(plan))
