"""The search for structured programs: both engines, on random problems and by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import pytest
from hypothesis import given

from engine import strategies as make
from engine.naive import NaiveTask
from engine.naive_structured import NaiveStructured
from engine.strategies import Roll, made, one_of, share
from genplan.benchmarks import BENCHMARKS
from genplan.compiled import compile_problem
from genplan.engine import search
from genplan.landmark_graph import Construction
from genplan.outcomes import SearchOutcome
from genplan.pddl import Instance, parse_domain, parse_instance
from genplan.planner import validate
from genplan.problem import GPProblem, Pointer
from genplan.program.structured import StructuredProgram
from genplan.program.structured.statements import on_one_line
from genplan.program.text import format_program, parse_program
from genplan.queues import parse_queues
from genplan.reference.structured_children import StructuredCode
from genplan.reference.structured_language import StructuredLanguage
from genplan.search import (
    Configuration,
    ProgramLanguage,
    SearchResult,
    Statistics,
    Strategy,
    StructuredOptions,
)

QUEUES = (
    "landmark-count",
    "goal-count",
    "landmark-fraction,goal-count",
    "landmark-count;novel:landmark-count*2",
    "novel:landmark-fraction;goal-count",
    "by-length:landmark-count;novel:by-length:goal-count*2",
)


@dataclass(frozen=True)
class Case:
    problem: GPProblem
    configuration: Configuration


def options(roll: Roll) -> StructuredOptions:
    return StructuredOptions(
        go=roll(0, 1) == 1,
        find=roll(0, 1) == 1,
        each=roll(0, 1) == 1,
        goals=roll(0, 1) == 1,
        length_weight=one_of(roll, (0, 300, 1000)),
        step_limit=one_of(roll, (5, 20, 100)),
    )


def case(roll: Roll) -> Case:
    return Case(
        make.problem(roll, most_instances=3, most_pointers=3),
        Configuration(
            roll(2, 5),
            one_of(roll, (Strategy.PGP, Strategy.PGP, Strategy.BFS)),
            landmarks=one_of(roll, list(Construction)),
            queues=parse_queues(one_of(roll, QUEUES)),
            evaluation_limit=roll(1, 250),
            open_limit=one_of(roll, (None, None, 30)),
            language=ProgramLanguage.STRUCTURED,
            structured=options(roll),
        ),
    )


def without_times(result: SearchResult) -> SearchResult:
    s = result.statistics
    counts = Statistics(s.expanded, s.evaluated, s.dead, s.states)
    return replace(result, statistics=counts)


def solves(program: object, instance: Instance) -> bool:
    assert isinstance(program, StructuredProgram)
    return NaiveStructured(NaiveTask(instance), program).run()[0] == "solved"


@pytest.mark.parametrize("part", range(2))
def test_searches_agree(part: int) -> None:
    ends: Counter[str] = Counter()

    @given(case=made(case))
    @share(0.03 + 0.001 * part)
    def compare(case: Case) -> None:
        by_core, by_twin = (
            without_times(search(case.problem, case.configuration, engine=engine))
            for engine in ("core", "python")
        )
        assert by_core == by_twin
        if by_core:
            assert all(solves(by_core.program, instance) for instance in case.problem.instances)
        ends[by_core.outcome.value] += 1
        ends["activated"] += len(by_core.active) > 1 and by_core.activated_at[-1] > 0
        ends["long"] += by_core.statistics.expanded > 10

    compare()
    assert min(ends[name] for name in ("solved", "out_of_budget", "activated", "long")) >= 5, ends


@given(case=made(case))
@share(0.01)
def test_children_are_valid_programs_of_one_statement_more(case: Case) -> None:
    """The constructor and the reader know the rules of the text; children must obey them."""
    own = StructuredLanguage(compile_problem(case.problem), case.configuration)
    code = own.root()
    for number in range(4):
        children = list(islice(own.children(code), 200))
        for child in children:
            program = own.program(child)
            assert len(program) == len(child) == number + 1
            assert parse_program(format_program(program), case.problem.domain) == program
        if not children:
            break
        code = children[(7 * number) % len(children)]


TINY: Final = parse_domain("""
(define (domain tiny)
  (:requirements :strips)
  (:predicates (p ?x) (q))
  (:action a :parameters (?x) :effect (q))
  (:action m :parameters (?x ?y) :precondition (p ?x) :effect (and (p ?y) (not (p ?x)))))
""")
TINY_PROBLEM: Final = GPProblem(
    TINY,
    (
        parse_instance(
            "(define (problem t) (:domain tiny) (:objects o) (:init) (:goal (p o)))", TINY
        ),
    ),
    (Pointer("x", "object"), Pointer("y", "object")),
)

GO_ON: Final = ("for y {}", "fordown y {}", "repeat {}")
ANY_IF: Final = ("if p(x) {}", "ifnot p(x) {}", "if q() {}", "ifnot q() {}")
IF_Q: Final = ("if q() {}", "ifnot q() {}")
WITH_X: Final = ("a(x)", "a(?y)", "m(x,?y)", "m(?y,x)")

# By hand, from the page: the way to a program, and its children, appended and wrapped.
CHILDREN: Final = [
    ("", ["a(?x)", "m(?x,?y)", "for x {}", "fordown x {}", "repeat {}", *IF_Q]),
    (
        "a(?x)",
        [
            *(f"a(?x); {new}" for new in (*WITH_X, *GO_ON, *ANY_IF)),
            *("for x { a(x) }", "fordown x { a(x) }", "repeat { a(?x) }"),
            *("if q() { a(?x) }", "ifnot q() { a(?x) }"),
        ],
    ),
    (
        "for x {}",
        [
            *(f"for x {{ {new} }}" for new in (*WITH_X, *GO_ON, *ANY_IF)),
            *(f"{around} {{ for x {{}} }}" for around in ("repeat", "if q()", "ifnot q()")),
        ],
    ),
    (
        "repeat {}",
        [
            *(f"repeat {{ {new} }}" for new in ("a(?x)", "m(?x,?y)", "for x {}", "fordown x {}")),
            *(f"repeat {{ {new} }}" for new in IF_Q),
            *("if q() { repeat {} }", "ifnot q() { repeat {} }"),
        ],
    ),
    (
        "a(?x) > a(?x); if p(x) {}",
        [
            *(f"a(?x); if p(x) {{ {new} }}" for new in (*WITH_X, *GO_ON, *ANY_IF)),
            *(
                f"a(?x); {around} {{ if p(x) {{}} }}"
                for around in ("repeat", "if p(x)", "ifnot p(x)", "if q()", "ifnot q()")
            ),
            *("for x { a(x); if p(x) {} }", "fordown x { a(x); if p(x) {} }"),
            *("repeat { a(?x); if p(x) {} }", "if q() { a(?x); if p(x) {} }"),
            "ifnot q() { a(?x); if p(x) {} }",
        ],
    ),
]


@pytest.mark.parametrize(("way", "children"), CHILDREN, ids=lambda value: str(value)[:30])
def test_children_are_those_of_the_page(way: str, children: list[str]) -> None:
    assert children_after(language(go=False, find=False, each=False, goals=False), way) == children


def test_children_with_all_statements() -> None:
    asked = ("p(?x)", "goal-p(?x)", "todo-p(?x)")
    assert children_after(language(), "") == [
        *("a(?x)", "m(?x,?y)", "go m(_,?x)"),
        *(f"find {atom}" for atom in asked),
        *("for x {}", "fordown x {}", "repeat {}", *IF_Q),
        *(f"each {atom} {{}}" for atom in asked),
    ]
    wrapped = children_after(language(goals=False), "a(?x)")[-6:]
    assert wrapped == [
        *("for x { a(x) }", "fordown x { a(x) }", "repeat { a(?x) }"),
        *("if q() { a(?x) }", "ifnot q() { a(?x) }", "each p(?x) { a(x) }"),
    ]


def language(**statements: bool) -> StructuredLanguage:
    configuration = Configuration(
        9, language=ProgramLanguage.STRUCTURED, structured=StructuredOptions(**statements)
    )
    return StructuredLanguage(compile_problem(TINY_PROBLEM), configuration)


def children_after(own: StructuredLanguage, way: str) -> list[str]:
    """Return the children of a program, each on one line."""

    def text(code: StructuredCode) -> str:
        return "; ".join(map(on_one_line, own.program(code).body))

    code = own.root()
    for wanted in filter(None, way.split(" > ")):
        code = next(child for child in own.children(code) if text(child) == wanted)
    return [text(child) for child in own.children(code)]


def test_programs_have_a_largest_length() -> None:
    configuration = Configuration(2, language=ProgramLanguage.STRUCTURED)
    own = StructuredLanguage(compile_problem(TINY_PROBLEM), configuration)
    first = next(own.children(own.root()))
    second = next(own.children(first))
    assert list(own.children(second)) == []


@pytest.mark.parametrize("engine", ["core", "python"])
def test_the_empty_program_is_found_where_nothing_is_to_do(engine: str) -> None:
    done = parse_instance(
        "(define (problem t) (:domain tiny) (:objects o) (:init (p o)) (:goal (p o)))", TINY
    )
    problem = GPProblem(TINY, (done, done), TINY_PROBLEM.pointers)
    configuration = Configuration(9, language=ProgramLanguage.STRUCTURED)
    found = search(problem, configuration, engine=engine)
    assert found.program == StructuredProgram("tiny", ())
    assert (found.statistics.expanded, found.best_partial) == (0, None)


SWEEP: Final = parse_domain("""
(define (domain sweep)
  (:requirements :strips :negative-preconditions)
  (:predicates (p ?x))
  (:action a :parameters (?x) :precondition (not (p ?x)) :effect (p ?x)))
""")


def swept(count: int) -> Instance:
    objects = " ".join(f"o{n}" for n in range(count))
    goal = " ".join(f"(p o{n})" for n in range(count))
    parts = f"(:objects {objects}) (:init) (:goal (and {goal}))"
    return parse_instance(f"(define (problem s) (:domain sweep) {parts})", SWEEP)


@pytest.mark.parametrize(("count", "solved"), [(20, True), (21, False)])
def test_candidates_have_ten_times_as_many_steps(count: int, solved: bool) -> None:
    """On n objects, `for x { a(x) }` takes 2n steps, and nothing takes fewer."""
    problem = GPProblem(SWEEP, (swept(2), swept(count)), (Pointer("x", "object"),))
    configuration = Configuration(
        3,
        language=ProgramLanguage.STRUCTURED,
        structured=StructuredOptions(step_limit=4, goals=False),
    )
    found, by_twin = (search(problem, configuration, engine=e) for e in ("core", "python"))
    assert without_times(found) == without_times(by_twin)
    assert bool(found) is solved


@pytest.mark.parametrize("name", ["lock", "ontable", "visitall"])
def test_benchmarks_are_solved_by_both_engines_alike(name: str) -> None:
    problem = BENCHMARKS[name].problem()
    configuration = Configuration(
        30,
        queues=parse_queues("landmark-count;novel:landmark-count"),
        language=ProgramLanguage.STRUCTURED,
        structured=StructuredOptions(find=False, each=False, goals=False, go=False),
        evaluation_limit=100_000,
    )
    found, by_twin = (search(problem, configuration, engine=e) for e in ("core", "python"))
    assert without_times(found) == without_times(by_twin)
    assert found.outcome is SearchOutcome.SOLVED
    assert found.program is not None
    assert validate(found.program, problem.instances).valid
