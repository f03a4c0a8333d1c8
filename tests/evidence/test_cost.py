"""Costs and their exponents."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.evidence.check import Evidence, check
from genplan.evidence.cost import exponent
from genplan.evidence.finding import Status
from genplan.pddl import Atom, Instance, Literal, Object
from genplan.program.program import Program


@given(st.floats(0.5, 4), st.integers(1, 50))
def test_a_power_is_found_again(power: float, factor: int) -> None:
    points = [(x, round(1000 * factor * x**power)) for x in range(2, 12)]
    found = exponent(points)
    assert found == pytest.approx(power, abs=0.01)


def test_too_few_sizes_have_no_exponent() -> None:
    assert exponent([]) is None
    assert exponent([(3, 9), (3, 10), (4, 16)]) is None
    assert exponent([(0, 1), (1, 0), (2, 4)]) is None
    assert exponent([(1, 7), (2, 7), (3, 7)]) == pytest.approx(0)


def evidence_on(name: str) -> Evidence:
    benchmark = PAPER_BENCHMARKS[name]
    assert isinstance(benchmark.program, Program)
    return check(benchmark.program, benchmark.training(), shuffles=1)


@pytest.mark.parametrize(
    ("name", "steps", "types"),
    [
        ("gripper", 1, ("ball",)),
        ("intrusion", 1, ("host",)),
        ("visitall", 2, ("row", "column")),
        ("ontable", 3, ("object",)),
        ("spanner", 2, ("spanner", "nut", "location")),
    ],
)
def test_the_papers_programs(name: str, steps: int, types: tuple[str, ...]) -> None:
    """The grippers and the rooms, always two, are no part of the size."""
    cost = evidence_on(name).cost
    assert cost.types == types
    assert cost.steps_exponent == pytest.approx(steps, abs=0.3)
    assert cost.bound_exponent == pytest.approx(cost.steps_exponent or 0, abs=0.1)
    assert all(row.bound is not None and row.steps <= row.bound for row in cost.rows)


def test_without_a_proof_there_is_no_bound() -> None:
    evidence = evidence_on("lock")
    assert evidence.cost.bound is None
    assert evidence.cost.bound_exponent is None
    assert evidence.cost.finding.status is Status.TESTED
    assert "n counting object" in evidence.cost.finding.detail


def test_evidence_is_a_table_in_notebooks() -> None:
    evidence = evidence_on("lock")
    assert repr(evidence) == "<Evidence: 6 findings, 2 of them fail>"
    html = evidence._repr_html_()
    assert "<td>order of object</td><td>fails</td>" in html
    assert "2 of 6 answers fail" in html


def test_only_what_surely_fails_is_an_example() -> None:
    """The smaller instance is stopped by the time limit, so it is the larger one that fails."""
    visitall = PAPER_BENCHMARKS["visitall"]
    assert isinstance(visitall.program, Program)
    (stopped,) = visitall.generate([10], 1)
    rows = tuple(Object(f"r{n}", "row") for n in range(30))
    never = Literal(Atom("cell", ("r0", "c0")), False)
    fails = Instance("fails", visitall.domain, (*rows, Object("c0", "column")), (), (never,))
    limited = partial(check, visitall.program, shuffles=1, time_limit=1e-9, engine="python")
    evidence = limited([stopped, fails])
    first = evidence.findings[0]
    assert (first.status, first.instance) == (Status.FAILS, fails)
    assert "2 of 2 are not solved; the smallest that fails, fails: goal not" in first.detail
    evidence = limited([stopped])
    assert evidence.findings[0].status is Status.NOT_TESTED
    assert "1 of 1 were stopped" in evidence.findings[0].detail
