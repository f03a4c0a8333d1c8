"""The independent validator of plans, and the text of plans."""

from __future__ import annotations

from typing import Final

import pytest

from genplan import (
    BENCHMARKS,
    Domain,
    ExecutionOutcome,
    GroundAction,
    Instance,
    Literal,
    PlanError,
    Program,
    execute,
    format_plan,
    parse_domain,
    parse_instance,
    parse_plan,
    validate_plan,
)
from genplan.program.instructions import End
from genplan.program_validation import validate_instance

PAPER_DOMAINS: Final = tuple(b.name for b in BENCHMARKS.values() if b.lines)

DOMAIN: Final = """
(define (domain carry)
  (:requirements :typing :negative-preconditions :equality)
  (:types room thing - object ball - thing)
  (:constants home - room)
  (:predicates (in ?t - thing ?r - room) (at ?r - room) (holding ?t - thing) (busy) (lit ?r - room))
  (:action walk :parameters (?from ?to - room)
    :precondition (and (at ?from) (not (= ?from ?to)))
    :effect (and (not (at ?from)) (at ?to)))
  (:action stay :parameters (?from ?to - room)
    :precondition (and (at ?from) (= ?from ?to))
    :effect (lit ?to))
  (:action grab :parameters (?t - thing ?r - room)
    :precondition (and (in ?t ?r) (at ?r) (not (busy)))
    :effect (and (holding ?t) (busy) (not (in ?t ?r))))
  (:action put :parameters (?b - ball ?r - room)
    :precondition (and (holding ?b) (at ?r))
    :effect (and (not (holding ?b)) (not (busy)) (in ?b ?r)))
  (:action flicker :parameters (?one ?other - room)
    :effect (and (lit ?one) (not (lit ?other))))
  (:action flicker-back :parameters (?one ?other - room)
    :effect (and (not (lit ?other)) (lit ?one))))
"""
INSTANCE: Final = """
(define (problem p) (:domain carry)
  (:objects yard - room b1 b2 - ball chair - thing)
  (:init (at yard) (in b1 yard) (in b2 yard) (in chair yard))
  (:goal (and {goal})))
"""


@pytest.fixture(scope="module")
def domain() -> Domain:
    return parse_domain(DOMAIN)


def instance(domain: Domain, goal: str = "(in b1 home)") -> Instance:
    return parse_instance(INSTANCE.format(goal=goal), domain)


CARRY_B1: Final = "(grab b1 yard)\n(walk yard home)\n(put b1 home)"


def test_a_valid_plan(domain: Domain) -> None:
    verdict = validate_plan(instance(domain), parse_plan(CARRY_B1))
    assert verdict
    assert (verdict.valid, verdict.reason, verdict.step) == (True, "", None)


def test_case_does_not_matter(domain: Domain) -> None:
    assert validate_plan(instance(domain), parse_plan(CARRY_B1.upper()))


def test_the_empty_plan_reaches_what_holds_already(domain: Domain) -> None:
    assert validate_plan(instance(domain, "(at yard) (not (at home))"), ())
    assert not validate_plan(instance(domain), ())


@pytest.mark.parametrize(
    ("plan", "step", "reason"),
    [
        ("(jump yard)", 1, "(jump yard): the domain has no such action"),
        ("(walk yard home)\n(walk home)", 2, "(walk home): it takes 2 arguments, not 1"),
        ("(walk yard home yard)", 1, "it takes 2 arguments, not 3"),
        ("(walk yard nowhere)", 1, 'the instance has no object "nowhere"'),
        ("(walk yard b1)", 1, '"b1" is of type "ball", not "room"'),
        ("(grab chair yard)\n(put chair yard)", 2, '"chair" is of type "thing", not "ball"'),
        ("(walk home yard)", 1, "its precondition (at home) does not hold"),
        ("(grab b1 yard)\n(grab b2 yard)", 2, "its precondition (not (busy)) does not hold"),
        ("(walk yard yard)", 1, "its precondition (not (= yard yard)) does not hold"),
        ("(stay yard home)", 1, "its precondition (= yard home) does not hold"),
        ("(grab b1 yard)\n(put b1 yard)\n(put b1 yard)", 3, "(holding b1) does not hold"),
    ],
)
def test_an_action_that_cannot_be_done(domain: Domain, plan: str, step: int, reason: str) -> None:
    verdict = validate_plan(instance(domain), parse_plan(plan))
    assert not verdict
    assert verdict.step == step
    assert verdict.reason.startswith(f"action {step} (")
    assert verdict.reason.endswith(reason)


def test_goals_that_are_missing_are_all_there_but_five_are_named(domain: Domain) -> None:
    wanted = "(in b1 home) (in b2 home) (holding b1) (holding b2) (busy) (not (at yard))"
    verdict = validate_plan(instance(domain, wanted), ())
    assert (verdict.valid, verdict.step) == (False, None)
    listed = "(in b1 home), (in b2 home), (holding b1), (holding b2), (busy)"
    assert verdict.reason == f"goal not reached: {listed} and 1 more"
    assert [str(goal) for goal in verdict.goals_missing][-1] == "(not (at yard))"
    assert all(isinstance(goal, Literal) for goal in verdict.goals_missing)


@pytest.mark.parametrize("name", ["flicker", "flicker-back"])
def test_an_effect_that_adds_and_deletes_the_same_atom_adds_it(domain: Domain, name: str) -> None:
    plan = (GroundAction(name, ("home", "home")),)
    assert validate_plan(instance(domain, "(lit home)"), plan)
    assert not validate_plan(instance(domain, "(not (lit home))"), plan)


def test_constants_and_subtypes_are_objects_too(domain: Domain) -> None:
    assert validate_plan(instance(domain, "(holding b1)"), parse_plan("(grab b1 yard)"))
    assert validate_plan(instance(domain, "(at home)"), parse_plan("(walk yard home)"))


def test_the_initial_state_stays_as_it_was(domain: Domain) -> None:
    used = instance(domain)
    before = frozenset(used.initial_state)
    validate_plan(used, parse_plan(CARRY_B1))
    assert frozenset(used.initial_state) == before


@pytest.mark.parametrize("name", PAPER_DOMAINS)
@pytest.mark.parametrize("engine", ["core", "python"])
def test_it_agrees_with_the_engines_on_the_bundled_programs(name: str, engine: str) -> None:
    benchmark = BENCHMARKS[name]
    assert benchmark.program is not None
    for used in benchmark.training():
        execution = execute(benchmark.program, used, engine=engine)
        assert execution.solved
        assert validate_plan(used, execution.plan)
        assert not validate_plan(used, execution.plan[1:])


@pytest.mark.parametrize("name", PAPER_DOMAINS)
def test_it_agrees_with_the_engine_where_a_program_fails(name: str) -> None:
    """Cut off after each of its lines, a program ends too early: both name what is missing."""
    benchmark = BENCHMARKS[name]
    assert benchmark.program is not None
    program, used = benchmark.program, benchmark.training()[-1]
    compared = 0
    for count in range(1, len(program)):
        cut = Program(program.domain, program.pointers, (*program.lines[:count], End()))
        execution = execute(cut, used)
        if execution.outcome is ExecutionOutcome.INCORRECT:
            verdict = validate_plan(used, execution.plan)
            assert (verdict.step, verdict.goals_missing) == (None, execution.goals_missing)
            compared += 1
    assert compared > 2


def test_a_plan_that_the_check_refuses_is_reported_as_invalid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That would be a bug in an engine; it must not pass as solved."""
    benchmark = BENCHMARKS["lock"]
    assert benchmark.program is not None
    used = benchmark.training()[0]
    assert validate_instance(benchmark.program, used).outcome == "solved"
    wrong = execute(benchmark.program, benchmark.training()[3])
    monkeypatch.setattr("genplan.program_validation.execute", lambda *_, **__: wrong)
    report = validate_instance(benchmark.program, used)
    assert (report.outcome, report.valid) == ("invalid", False)
    assert report.detail.startswith("the plan is refused by the check: ")


def test_plans_and_text() -> None:
    plan = (GroundAction("move", ("a", "b")), GroundAction("wait", ()))
    text = format_plan(plan)
    assert text == "(move a b)\n(wait)\n; cost = 2 (unit cost)\n"
    assert parse_plan(text) == plan
    assert parse_plan(format_plan(())) == ()


def test_the_text_of_planners_is_read() -> None:
    text = "; found by a planner\n  ( MOVE  a\tb ) ; first\n\n(wait)\r\n; cost = 2\n"
    assert [str(action) for action in parse_plan(text)] == ["(MOVE a b)", "(wait)"]


@pytest.mark.parametrize("line", ["move a b", "(move a b", "(move (a) b)", "()", "(a) (b)"])
def test_what_is_no_plan_is_refused_with_its_place(line: str) -> None:
    with pytest.raises(PlanError) as caught:
        parse_plan(f"(wait)\n{line}\n", "plan.txt")
    assert str(caught.value).startswith("plan.txt:2:1: error: expected an action")
    assert '"(move a b)"' in str(caught.value)
