from __future__ import annotations

import pytest

from genplan.benchmarks import BENCHMARKS
from genplan.pddl import Atom, parse_domain
from genplan.program.structured.moving import Moving, moving

DOMAIN = """
(define (domain moves)
  (:requirements :typing)
  (:types place thing)
  (:predicates (at ?x - place) (in ?t - thing ?x - place) (link ?x ?y - place) (on ?x ?y - place))
  (:action a {action}))
"""

WALK = "(link ?x ?y) (at ?x)"


def found(parameters: str, precondition: str, effect: str) -> Moving | None:
    action = f":parameters ({parameters}) :precondition (and {precondition}) :effect (and {effect})"
    return moving(parse_domain(DOMAIN.replace("{action}", action)).actions[0])


@pytest.mark.parametrize(
    ("parameters", "precondition", "effect", "expected"),
    [
        ("?x ?y - place", WALK, "(at ?y) (not (at ?x))", Moving(0, 1, Atom("at", ("?x",)))),
        ("?y ?x - place", WALK, "(at ?y) (not (at ?x))", Moving(1, 0, Atom("at", ("?x",)))),
        (
            "?x - place ?t - thing ?y - place",
            "(in ?t ?x)",
            "(not (in ?t ?x)) (in ?t ?y)",
            Moving(0, 2, Atom("in", ("?t", "?x"))),
        ),
        (
            "?x ?y - place",
            "(on ?x ?x)",
            "(not (on ?x ?x)) (on ?y ?y)",
            Moving(0, 1, Atom("on", ("?x", "?x"))),
        ),
        # Not deleted, not added, not needed, not positive, mentions both, of different types.
        ("?x ?y - place", WALK, "(at ?y)", None),
        ("?x ?y - place", WALK, "(not (at ?x))", None),
        ("?x ?y - place", "(link ?x ?y)", "(at ?y) (not (at ?x))", None),
        ("?x ?y - place", "(not (at ?x))", "(at ?y) (not (at ?x))", None),
        ("?x ?y - place", "(on ?x ?y)", "(on ?y ?y) (not (on ?x ?y))", None),
        ("?x - place ?y - object", "(at ?x)", "(not (at ?x))", None),
    ],
)
def test_moving_parameters(
    parameters: str, precondition: str, effect: str, expected: Moving | None
) -> None:
    assert found(parameters, precondition, effect) == expected


def test_the_first_pair_counts_and_then_the_first_precondition() -> None:
    parameters = "?x ?y ?u ?v - place"
    both = "(at ?y) (not (at ?x)) (at ?v) (not (at ?u))"
    assert found(parameters, "(at ?u) (at ?x)", both) == Moving(0, 1, Atom("at", ("?x",)))
    two = "(at ?y) (not (at ?x)) (on ?y ?y) (not (on ?x ?x))"
    assert found(parameters, "(on ?x ?x) (at ?x)", two) == Moving(0, 1, Atom("on", ("?x", "?x")))


def test_moving_actions_of_the_benchmarks() -> None:
    moves = {
        name: [a.name for a in benchmark.domain.actions if moving(a)]
        for name, benchmark in BENCHMARKS.items()
    }
    assert moves["lock"] == ["move"]
    assert moves["gripper"] == ["move"]
    assert moves["miconic"] == ["up", "down"]
    assert moves["baking"] == []
    assert moves["blocksworld"] == ["stack", "unstack"], "what is clear moves"
