"""Models, programs and results are values: they show, compare, pickle and render."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import cache

import pytest

import genplan as gp
from genplan.errors import Location
from genplan.evaluations import PythonEvaluation
from genplan.inspection import space_size
from genplan.trace import trace


@cache
def solution() -> gp.Solution:
    return gp.solve(gp.BENCHMARKS["lock"].problem(), 12, search_strategy="pgp")


def program() -> gp.Program:
    found = solution().program
    assert isinstance(found, gp.Program)
    return found


def instance() -> gp.Instance:
    return solution().problem.instances[0]


def progress() -> gp.Progress:
    seen: list[gp.Progress] = []
    baking = gp.BENCHMARKS["baking"].problem()
    gp.solve(baking, 13, search_strategy="bfs", time_limit=0.5, observer=seen.append)
    return seen[0]


def evaluation(program: gp.Program, runs: object) -> int:
    return 0


def failed(name: str) -> gp.GenplanError:
    """Return an error of each kind, as it is raised."""
    try:
        if name == "pddl":
            gp.parse_domain("(define (domain")
        elif name == "unsupported":
            gp.parse_domain("(define (domain d) (:action a :effect (forall (?x) (p ?x))))")
        elif name == "program":
            gp.parse_program("0. jump", instance().domain)
        elif name == "plan":
            gp.parse_plan("move")
        elif name == "file":
            gp.read_domain("/no/such/file.pddl")
        elif name == "engine":
            gp.choose_engine("cor")
        else:
            gp.get_benchmark("lok")
    except gp.GenplanError as error:
        return error
    raise AssertionError(name)


VALUES: dict[str, Callable[[], object]] = {
    "domain": lambda: instance().domain,
    "instance": instance,
    "problem": lambda: solution().problem,
    "pointer": lambda: program().pointers[0],
    "program": program,
    "instruction": lambda: program().lines[0],
    "instruction set": lambda: gp.InstructionSet.build(instance().domain, program().pointers, 5),
    "configuration": lambda: solution().configuration,
    "result": lambda: solution().result,
    "statistics": lambda: solution().statistics,
    "solution": solution,
    "execution": lambda: gp.execute(program(), instance()),
    "python execution": lambda: gp.execute(program(), instance(), engine="python"),
    "ground action": lambda: gp.execute(program(), instance()).plan[0],
    "report": lambda: gp.validate(program(), [instance()]),
    "verdict": lambda: gp.validate_plan(instance(), ()),
    "landmark graph": lambda: gp.landmark_graph(instance()),
    "progress": progress,
    "trace step": lambda: next(trace(program(), instance(), 1)),
    "space size": lambda: space_size(instance().domain, program().pointers, 12),
    "evaluation": lambda: gp.EVALUATIONS["steps-plus-weighted-goals"],
    "python evaluation": lambda: PythonEvaluation(evaluation),
    "location": lambda: Location("a.pddl", 1, 2, "text"),
    "outcome": lambda: gp.SearchOutcome.SOLVED,
}


@pytest.mark.parametrize("name", VALUES)
def test_a_value_compares_and_pickles(name: str) -> None:
    value = VALUES[name]()
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert type(again) is type(value)
        assert again == value
        assert repr(again) == repr(value)
    assert copy.deepcopy(value) == value
    assert value != object()


@pytest.mark.parametrize(
    "name", ["pddl", "unsupported", "program", "plan", "file", "engine", "problem"]
)
def test_an_error_pickles(name: str) -> None:
    error = failed(name)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_a_pickled_execution_still_knows_its_plan() -> None:
    execution = gp.execute(program(), instance())
    again: gp.Execution = pickle.loads(pickle.dumps(execution))
    assert again.plan == execution.plan
    assert again.state == execution.state
    assert again.pointed_at == execution.pointed_at


def test_values_that_differ_are_not_equal() -> None:
    one, other = solution().problem.instances[:2]
    assert one != other
    assert gp.execute(program(), one) != gp.execute(program(), other)
    assert gp.landmark_graph(one) != gp.landmark_graph(other)
    assert program() != gp.Program.empty("lock", program().pointers, 12)
    assert gp.landmark_graph(one, "paper") != gp.landmark_graph(one, "sound")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("domain", "<Domain lock: 0 types, 6 predicates, 4 actions>"),
        ("instance", "<Instance lock-5 of lock: 5 objects, 11 initial atoms, 1 goals>"),
        ("problem", "<GPProblem lock: 10 instances, pointers z1 z2>"),
        ("program", "<Program for lock: 12 lines, pointers z1 z2>"),
        ("solution", "<Solution solved: 12 lines, 1,393 expanded, 30,391 evaluated>"),
        ("report", "<ValidationReport: 1 of 1 instances solved>"),
        ("landmark graph", "<LandmarkGraph of lock-5 (paper): 23 landmarks, 50 orderings>"),
    ],
)
def test_a_value_shows_what_matters(name: str, text: str) -> None:
    assert repr(VALUES[name]()) == text


@pytest.mark.parametrize("name", VALUES)
def test_no_value_shows_more_than_a_screen(name: str) -> None:
    assert len(repr(VALUES[name]())) < 3000


# In a notebook


def test_a_program_as_html() -> None:
    html = program()._repr_html_()
    assert "<pre>0. inc(z1)\n1. move(z2,z1)\n" in html
    assert "program for lock; pointers z1 - object, z2 - object" in html


def test_a_landmark_graph_as_html() -> None:
    html = gp.landmark_graph(instance())._repr_html_()
    assert html.startswith("<table>")
    assert html.count("<tr>") == 24
    assert "<td>0</td><td>(unlocked)</td><td>1, 2, 3, " in html


def test_a_validation_report_as_html() -> None:
    html = gp.validate(program(), [instance()])._repr_html_()
    assert "<caption>1 of 1 instances solved</caption>" in html
    assert "<td>lock-5</td><td>solved</td><td>10</td><td>119</td>" in html


EVIL = '<script>alert("x")</script>'


@pytest.mark.parametrize(
    "html",
    [
        lambda: gp.Program(EVIL, (gp.Pointer(EVIL, EVIL),), program().lines)._repr_html_(),
        lambda: gp.ValidationReport(
            (gp.InstanceReport(EVIL, EVIL, 1, 1, 0.0, EVIL),)
        )._repr_html_(),
        lambda: gp.LandmarkGraph(
            instance(),
            gp.Construction.PAPER,
            (gp.Landmark(0, (gp.Literal(gp.Atom(EVIL, (EVIL,))),)),),
            (),
            (),
        )._repr_html_(),
    ],
    ids=["program", "report", "landmark graph"],
)
def test_html_is_escaped(html: Callable[[], str]) -> None:
    text = html()
    assert "<script>" not in text
    assert "&lt;script&gt;" in text
    assert '"x"' not in text
