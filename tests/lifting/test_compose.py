"""Programs composed of rules: both engines, limits, and what is found for bundled domains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given

from engine import strategies as make
from engine.naive import NaiveTask
from engine.naive_structured import NaiveStructured
from engine.strategies import Roll, made, one_of, share
from genplan.benchmarks import BENCHMARKS
from genplan.lifting import Composition, pointers_for_rules
from genplan.lifting import compose as composing
from genplan.lifting.compose import compose
from genplan.lifting.scores import Scorer
from genplan.outcomes import SearchOutcome
from genplan.pddl import Instance, parse_domain, parse_instance
from genplan.planner import validate
from genplan.problem import GPProblem
from genplan.program.structured import StructuredProgram
from genplan.program.text import format_program, parse_program
from genplan.search import (
    CancelToken,
    Configuration,
    ProgramLanguage,
    Progress,
    SearchResult,
    Statistics,
    StructuredOptions,
)


def configuration(**limits: object) -> Configuration:
    return Configuration(
        100,
        language=ProgramLanguage.STRUCTURED,
        structured=StructuredOptions(step_limit=500),
        **limits,  # type: ignore[arg-type]
    )


def problem_of(name: str, count: int | None = None) -> GPProblem:
    benchmark = BENCHMARKS[name]
    instances = (*benchmark.training(), *benchmark.pool())[:count]
    return GPProblem(benchmark.domain, instances, pointers_for_rules(benchmark.domain, ()))


def without_times(result: SearchResult) -> SearchResult:
    s = result.statistics
    return replace(result, statistics=Statistics(s.expanded, s.evaluated, s.dead, s.states))


def solves(program: object, instance: Instance) -> bool:
    assert isinstance(program, StructuredProgram)
    return NaiveStructured(NaiveTask(instance), program).run()[0] == "solved"


def case(roll: Roll) -> tuple[GPProblem, Configuration, Composition]:
    own = make.problem(roll, most_instances=3)
    limits = replace(configuration(evaluation_limit=roll(1, 60)), lines=one_of(roll, (3, 8, 100)))
    pointers = pointers_for_rules(own.domain, own.pointers) if roll(0, 3) else own.pointers
    return replace(own, pointers=pointers), limits, Composition(weakened=roll(0, 1) == 1)


def test_engines_agree_and_programs_solve_all_instances() -> None:
    ends: Counter[str] = Counter()

    @given(case=made(case))
    @share(0.02)
    def compare(case: tuple[GPProblem, Configuration, Composition]) -> None:
        by_core, by_twin = (
            without_times(compose(*case, engine=engine)) for engine in ("core", "python")
        )
        assert by_core == by_twin
        ends[by_core.outcome.value] += 1
        ends["rules"] += bool(by_core) and len(by_core.program or ()) > 1
        shown = by_core.program if by_core else by_core.best_partial
        if shown is not None:
            assert len(shown) <= case[1].lines
            assert parse_program(format_program(shown), case[0].domain) == shown
        if by_core:
            assert all(solves(by_core.program, instance) for instance in case[0].instances)

    compare()
    assert min(ends[name] for name in ("solved", "not_complete", "out_of_budget", "rules")) >= 5, (
        ends
    )


@pytest.mark.parametrize("name", ["delivery", "ferry", "satellite", "transport", "visitall-moves"])
def test_programs_of_rules_generalize(name: str) -> None:
    found = compose(problem_of(name), configuration(evaluation_limit=256), Composition())
    assert found.outcome is SearchOutcome.SOLVED
    assert found.program is not None
    assert validate(found.program, BENCHMARKS[name].validation()).valid


def test_the_twin_finds_the_same_program_for_a_benchmark() -> None:
    problem = problem_of("delivery", 20)
    results = [
        without_times(compose(problem, configuration(), Composition(), engine=engine))
        for engine in ("core", "python")
    ]
    assert results[0] == results[1]
    assert (
        str(results[0].program)
        == """\
each todo-at(?package1,?cell1) {
  each at(package1,?cell2) {
    go drive(_,cell2)
    pick(package1,cell2)
    go drive(_,cell1)
    drop(package1,cell1)
  }
}"""
    )
    assert [z.name for z in results[0].program.pointers] == ["cell1", "cell2", "package1"]  # type: ignore[union-attr]


def test_a_weakened_program_may_lose_conditions() -> None:
    problem = problem_of("blocks-clear")
    lengths = [
        len(compose(problem, configuration(), composition).program or ())
        for composition in (Composition(), Composition(weakened=True))
    ]
    assert 0 < lengths[1] < lengths[0]


def test_a_search_ends_after_so_many_programs() -> None:
    problem = problem_of("logistics")
    found = compose(problem, configuration(evaluation_limit=40), Composition())
    assert found.outcome is SearchOutcome.OUT_OF_BUDGET
    assert found.statistics.evaluated == 40
    assert found.program is None
    assert found.best_partial is not None


def test_a_search_ends_when_the_time_is_over() -> None:
    found = compose(problem_of("barman"), configuration(time_limit=0.2), Composition())
    assert found.outcome is SearchOutcome.OUT_OF_TIME


def test_a_search_can_be_watched_and_stopped() -> None:
    cancel = CancelToken()
    seen: list[Progress] = []

    def observer(progress: Progress) -> None:
        seen.append(progress)
        cancel.cancel()

    found = compose(problem_of("barman"), configuration(), Composition(), observer, cancel)
    assert found.outcome is SearchOutcome.INTERRUPTED
    assert len(seen) == 1
    assert seen[0].evaluated <= found.statistics.evaluated


def test_a_search_that_lacks_memory_says_so() -> None:
    problem = problem_of("logistics")
    found = compose(problem, configuration(memory_limit=2_000), Composition())
    assert found.outcome is SearchOutcome.OUT_OF_MEMORY


def test_without_a_plan_there_is_no_rule_and_no_proof() -> None:
    lock = problem_of("lock")
    stuck = tuple(replace(i, initial=()) for i in lock.instances[:3])
    found = compose(replace(lock, instances=stuck), configuration(), Composition())
    assert found.outcome is SearchOutcome.NOT_COMPLETE
    assert len(found.best_partial or ()) == 0


def test_instances_that_do_not_count_at_first_count_when_they_fail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = problem_of("satellite")
    monkeypatch.setattr(composing, "MOST_AT_FIRST", 3)
    found = compose(problem, configuration(), Composition())
    assert found.outcome is SearchOutcome.SOLVED
    assert len(found.active) > 3
    assert all(solves(found.program, instance) for instance in problem.instances[::10])


def test_the_order_of_instances_decides_nothing_but_ties() -> None:
    problem = problem_of("ferry")
    turned = replace(problem, instances=problem.instances[::-1])
    texts = {
        str(compose(asked, configuration(), Composition()).program) for asked in (problem, turned)
    }
    assert len(texts) == 1


@pytest.fixture
def scorer() -> Callable[[tuple[Instance, ...]], Scorer]:
    def made_for(instances: tuple[Instance, ...]) -> Scorer:
        problem = problem_of("ferry")
        scorer = Scorer(problem.domain, problem.pointers, instances, 500, "core")
        scorer.order = list(range(len(instances)))
        return scorer

    return made_for


def test_a_score_counts_what_is_solved_and_reached(
    scorer: Callable[[tuple[Instance, ...]], Scorer],
) -> None:
    problem = problem_of("ferry")
    own = scorer(problem.instances)
    nothing = own.score(())
    assert nothing is not None
    assert nothing.solved == 0
    assert nothing.failed == tuple(range(len(problem.instances)))
    found = compose(problem, configuration(), Composition()).program
    assert isinstance(found, StructuredProgram)
    everything = own.score(found.body)
    assert everything is not None
    assert (everything.solved, everything.failed) == (len(problem.instances), ())
    assert everything.reached == 10_000 * len(problem.instances)
    assert nothing.worth < everything.worth
    assert own.score((), everything) is None


def test_a_solution_is_kept_when_the_budget_ends_before_it_is_simplified() -> None:
    problem = problem_of("satellite")
    whole = compose(problem, configuration(), Composition())
    fewer = configuration(evaluation_limit=whole.statistics.evaluated - 1)
    assert compose(problem, fewer, Composition()).program == whole.program


REFLEXIVE: Final = parse_domain("""
(define (domain reflexive)
  (:requirements :strips)
  (:predicates (ok ?x ?y) (done ?x))
  (:action a :parameters (?x) :precondition (ok ?x ?x) :effect (done ?x)))
""")


def test_a_condition_that_names_an_object_twice_is_left_to_the_action() -> None:
    text = "(define (problem p) (:domain reflexive) (:objects o) (:init (ok o o)) (:goal (done o)))"
    instance = parse_instance(text, REFLEXIVE)
    problem = GPProblem(REFLEXIVE, (instance,), pointers_for_rules(REFLEXIVE, ()))
    found = compose(problem, configuration(), Composition())
    assert str(found.program) == "each todo-done(?z1) {\n  a(z1)\n}"


def test_a_program_that_is_run_again_is_not_the_best_for_that() -> None:
    problem = problem_of("ferry")
    found = compose(problem, configuration(), Composition()).program
    assert isinstance(found, StructuredProgram)
    search = composing._Search(problem, configuration(), Composition(), "core")
    score = search.scorer.score(found.body)
    assert score is not None
    search._insert(found.body, score)
    search._count_again(())
    assert search.best == (score, found.body)
