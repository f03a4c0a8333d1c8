"""Structured programs: what is proven to end does end, within its bound."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given

from engine.strategies import Roll, made, share
from engine.structured_strategies import StructuredCase, structured_case
from evidence.test_order import reordered
from genplan.benchmarks import BENCHMARKS
from genplan.engine import execute
from genplan.evidence.check import check
from genplan.evidence.finding import Status
from genplan.evidence.order import check_order
from genplan.evidence.sight import types_looked_at
from genplan.evidence.termination import prove_termination
from genplan.evidence.wear import wear_out
from genplan.outcomes import ExecutionOutcome
from genplan.pddl import Domain, parse_domain, parse_instance
from genplan.program import AnyProgram
from genplan.program.text import parse_program

ONTABLE: Final = """; domain ontable   structured   pointers z1 z2 - object
repeat {
  unstack(?z1,?z2)
  put-down(z1)
}
"""

LOCK: Final = """; domain lock   structured   pointers z1 z2 - object
for z2 {
  move(?z1,z2)
}
fordown z1 {
  pickup(z1)
  move(?z2,z1)
  open(z1)
}
"""


def read(name: str, text: str) -> tuple[AnyProgram, Domain]:
    domain = BENCHMARKS[name].domain
    return parse_program(text, domain), domain


def test_towers_are_taken_apart_and_that_ends() -> None:
    program, domain = read("ontable", ONTABLE)
    found = prove_termination(program, domain)
    (loop,) = found.loops
    assert (loop.first, loop.last, loop.unit) == (0, 2, "statement")
    assert loop.reason == ("on can only be lost; between two such changes holding can only be lost")
    assert str(loop.rounds) == "|object|^3 + |object|^2 + |object| + 1"
    assert found.steps is not None
    for instance in BENCHMARKS["ontable"].training():
        done = execute(program, instance)
        assert done.solved
        assert done.steps <= found.steps.at(instance)


def test_without_repeat_everything_ends() -> None:
    program, domain = read("lock", LOCK)
    found = prove_termination(program, domain)
    assert (found.loops, str(found.steps)) == ((), "6·|object|")
    for instance in BENCHMARKS["lock"].training():
        assert found.steps is not None
        assert execute(program, instance).steps <= found.steps.at(instance)


def test_walking_to_and_fro_is_not_proven_and_does_not_end() -> None:
    text = "; domain lock   structured   pointers z1 z2 - object\nrepeat {\n  move(?z1,?z2)\n}\n"
    program, domain = read("lock", text)
    found = prove_termination(program, domain)
    assert not found.proven
    gone = "at-agent can be gained by move and lost by move"
    assert found.loops[0].reason == f"nothing is used up for good: {gone}"
    done = execute(program, BENCHMARKS["lock"].training()[0])
    assert done.outcome is ExecutionOutcome.INFINITE


PROGRAMS: Final = Path(__file__).parents[1] / "golden" / "structured"


@pytest.mark.parametrize("name", sorted(path.stem for path in PROGRAMS.glob("*.gp")))
def test_programs_by_hand_are_proven_to_end(name: str) -> None:
    program, domain = read(name, (PROGRAMS / f"{name}.gp").read_text())
    found = prove_termination(program, domain)
    assert found.steps is not None
    for instance in BENCHMARKS[name].training():
        assert execute(program, instance).steps <= found.steps.at(instance)


def wear(*actions: str) -> tuple[str | None, str]:
    """Return what is found out about actions over predicates p, q (one argument) and r (none)."""
    text = "".join(
        f"(:action a{n} :parameters (?x ?y) {a.replace('|', ':effect')})"
        for n, a in enumerate(actions)
    )
    domain = parse_domain(
        "(define (domain d) (:requirements :negative-preconditions)"
        f" (:predicates (p ?x) (q ?x) (r)) {text})"
    )
    found = wear_out(domain, domain.actions)
    return None if found.changes is None else str(found.changes), found.reason


P_LOST: Final = ":precondition (p ?x) | (not (p ?x))"


@pytest.mark.parametrize(
    ("actions", "changes"),
    [
        ((), "0"),
        ((P_LOST,), "|object|"),
        (("| (p ?x)",), "|object|"),
        (("| (not (p ?x))",), "|object|"),
        ((":precondition (not (p ?x)) | (p ?x)",), "|object|"),
        ((P_LOST, "| (p ?y)"), None),
        ((":precondition (p ?x) | (and (not (p ?x)) (p ?y))",), None),
        # What is added was true before, but it may be what is deleted.
        (
            (":precondition (and (p ?x) (p ?y)) | (and (not (p ?x)) (p ?y) (r))", "| (not (r))"),
            None,
        ),
        # Added and deleted is added.
        (("| (and (not (p ?x)) (p ?x))",), "|object|"),
        # It was so already.
        ((":precondition (p ?x) | (and (p ?x) (r))",), "1"),
        # Each loss of p may come with changes of q.
        (
            (":precondition (p ?x) | (and (not (p ?x)) (q ?y))", "| (not (q ?x))"),
            "|object|^2 + 2·|object|",
        ),
        # The loss of p is not certain, so q may go to and fro without it.
        (("| (and (not (p ?x)) (q ?y))", "| (not (q ?x))"), None),
        ((":precondition (p ?x) | (and (not (p ?y)) (q ?y))", "| (not (q ?x))"), None),
        # A deleted atom without arguments is the one that must hold.
        ((":precondition (r) | (and (not (r)) (q ?y))", "| (not (q ?x))"), "2·|object| + 1"),
    ],
)
def test_what_wears_out(actions: tuple[str, ...], changes: str | None) -> None:
    assert wear(*actions)[0] == changes


def test_structured_programs_are_checked_like_others() -> None:
    program, _ = read("lock", LOCK)
    evidence = check(program, BENCHMARKS["lock"].training(), shuffles=3)
    status = {finding.subject: finding.status for finding in evidence.findings}
    assert status == {
        "given instances": Status.TESTED,
        "termination": Status.PROVEN,
        "order of object": Status.FAILS,
        "cost": Status.TESTED,
    }
    program, _ = read("ontable", ONTABLE)
    evidence = check(program, BENCHMARKS["ontable"].training()[:4], shuffles=3)
    assert evidence.failures == ()


def test_a_path_looks_at_the_objects_between() -> None:
    """No pointer of the program is at a location, but the path goes over them."""
    domain = parse_domain(
        "(define (domain d) (:requirements :typing) (:types place car)"
        " (:predicates (at ?c - car ?p - place) (road ?a ?b - place))"
        " (:action drive :parameters (?c - car ?a ?b - place)"
        "  :precondition (and (at ?c ?a) (road ?a ?b))"
        "  :effect (and (not (at ?c ?a)) (at ?c ?b))))"
    )
    text = "; domain d   structured   pointers c - car p - place\ngo drive(?c,_,?p)\n"
    program = parse_program(text, domain)
    assert set(types_looked_at(program, domain)) == {"car", "place"}
    instance = parse_instance(
        "(define (problem p) (:domain d) (:objects v - car a b c - place)"
        " (:init (at v a) (road a b) (road b c)) (:goal (at v b)))",
        domain,
    )
    reports = {report.type: report for report in check_order(program, [instance])}
    assert reports["place"].depends
    assert str(prove_termination(program, domain).steps) == "|place|"


def reorder_case(roll: Roll) -> tuple[StructuredCase, int]:
    return structured_case(roll), roll(0, 1 << 20)


def test_the_order_of_what_is_not_looked_at_never_matters() -> None:
    counts: Counter[str] = Counter()

    @given(case=made(reorder_case))
    @share(0.05)
    def compare(case: tuple[StructuredCase, int]) -> None:
        (instance,) = case[0].problem.instances
        for program in case[0].programs:
            before = execute(program, instance, engine="python")
            for report in check_order(program, [replace(instance, goal=())], shuffles=1):
                if report.status is Status.PROVEN:
                    other = reordered(instance, report.type, case[1])
                    after = execute(program, other, engine="python")
                    assert (after.outcome, after.steps) == (before.outcome, before.steps)
                    assert after.state == before.state
                    counts["steps"] += before.steps > 1
                    counts["moved"] += len(instance.objects_by_type[report.type]) > 1

    compare()
    assert min(counts.values()) >= 10, counts


def test_random_programs_that_are_proven_to_end_do() -> None:
    counts: Counter[str] = Counter()

    @given(case=made(structured_case))
    @share(0.1)
    def compare(case: StructuredCase) -> None:
        (instance,) = case.problem.instances
        for program in case.programs:
            found = prove_termination(program, instance.domain)
            ended = execute(program, instance, engine="python")
            infinite = ended.outcome is ExecutionOutcome.INFINITE
            if found.steps is not None:
                assert not infinite
                assert ended.steps <= found.steps.at(instance)
            counts["infinite"] += infinite
            counts["proven"] += bool(found.loops) and found.proven and bool(ended.plan)
            counts["not proven, but ends"] += not infinite and not found.proven

    compare()
    assert min(counts.values()) >= 10, counts
