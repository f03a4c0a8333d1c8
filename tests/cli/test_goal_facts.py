"""Goal facts: what is added, and programs that test them, read and run on the original model."""

from __future__ import annotations

from pathlib import Path

import pytest

import genplan as gp
from cli.command import Here
from genplan.goal_facts import add_goal_facts, goal_predicate, show_goals
from genplan.pddl import Atom, parse_domain, parse_instance, write_instance
from genplan.trace import trace

PLAIN = gp.BENCHMARKS["corridor-plain"]
PROGRAM = """; domain corridor-plain   pointers location1 location2 - location
0. inc(location1)
1. move(location2,location1)
2. inc(location2)
3. goto(0,!y)
4. move(location1,location2)
5. set(location1,location2)
6. dec(location2)
7. test(goal-at(location1))
8. goto(3,y)
9. end
"""


def test_goal_facts_mirror_the_goal_and_nothing_else() -> None:
    domain, (instance,) = add_goal_facts(PLAIN.domain, PLAIN.training()[:1])
    added = set(instance.initial) - set(PLAIN.training()[0].initial)
    assert added == {Atom("goal-at", g.atom.arguments) for g in instance.goal}
    assert "goal-at" in domain.static_predicates
    assert domain.actions == PLAIN.domain.actions


def test_facts_that_must_be_false_have_a_predicate_of_their_own() -> None:
    domain = parse_domain(
        "(define (domain d) (:predicates (p ?x) (not-p ?x))"
        " (:action a :parameters (?x) :effect (and (p ?x) (not (not-p ?x)))))"
    )
    instance = parse_instance(
        "(define (problem i) (:domain d) (:objects x y) (:init)"
        " (:goal (and (p x) (not (p y)) (not-p y))))",
        domain,
    )
    shown = show_goals(instance, ["goal-p", "goal-not-p", "goal-not-not-p", "p", "nothing"])
    assert set(shown.initial) == {Atom("goal-p", ("x",)), Atom("goal-not-p", ("y",))}
    # "goal-not-p" could mirror "not-p" too: the fact that must be false comes first.
    assert goal_predicate(domain, "goal-not-p") is not None
    assert goal_predicate(domain, "goal-q") is None


def test_a_predicate_of_the_domain_keeps_its_meaning() -> None:
    corridor = gp.BENCHMARKS["corridor"]
    assert corridor.domain.predicate("goal-at") is not None
    assert goal_predicate(corridor.domain, "goal-at") is None
    instance = corridor.training()[0]
    assert show_goals(instance, ["goal-at"]) is instance


def test_a_program_that_tests_the_goal_is_read_run_and_validated_on_the_original_model() -> None:
    program = gp.parse_program(PROGRAM, PLAIN.domain)
    assert gp.format_program(program) == PROGRAM
    report = gp.validate(program, PLAIN.validation())
    assert report.valid
    instance = PLAIN.training()[-1]
    for engine in ("core", "python"):
        if engine == "python" or gp.choose_engine() is gp.Engine.CORE:
            plan = gp.execute(program, instance, engine=engine).plan
            assert gp.validate_plan(instance, plan)


def test_such_a_program_can_be_traced() -> None:
    program = gp.parse_program(PROGRAM, PLAIN.domain)
    steps = list(trace(program, PLAIN.training()[3], 10_000))
    assert steps[-1].outcome is gp.ExecutionOutcome.SOLVED


def test_the_command_needs_no_option_for_such_a_program(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "program.gp"
    file.write_text(PROGRAM)
    assert here("validate", file, "corridor-plain").returncode == 0
    (tmp_path / "domain.pddl").write_text(PLAIN.domain_text)
    (tmp_path / "p.pddl").write_text(write_instance(PLAIN.training()[5]))
    done = here("run", file, tmp_path / "domain.pddl", tmp_path / "p.pddl")
    assert done.returncode == 0
    assert done.stdout.startswith("(move ")


def test_a_goal_that_never_is_in_the_goal_is_never_true() -> None:
    text = PROGRAM.replace("goal-at(location1)", "goal-adjacent(location1,location2)")
    program = gp.parse_program(text, PLAIN.domain)
    assert not gp.validate(program, PLAIN.training()[2:5]).valid


def test_an_unknown_predicate_is_still_a_mistake() -> None:
    with pytest.raises(gp.ProgramError, match="unknown predicate"):
        gp.parse_program(PROGRAM.replace("goal-at", "goal-under"), PLAIN.domain)
