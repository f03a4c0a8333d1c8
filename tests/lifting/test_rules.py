"""Rules lifted from plans, by hand."""

from __future__ import annotations

from itertools import chain

import pytest

from genplan.benchmarks import BENCHMARKS
from genplan.compiled import CompiledInstance, compile_domain, compile_instance
from genplan.lifting import pointers_for_rules
from genplan.lifting.rules import Step, rules
from genplan.pddl import Domain, parse_domain, parse_instance
from genplan.problem import MOST_POINTERS_PER_TYPE, Pointer, make_pointers
from genplan.program.structured import StructuredProgram
from genplan.shortening.bodies import repaired


def table(domain: Domain, instance: str) -> CompiledInstance:
    pointers = pointers_for_rules(domain, ())
    return compile_instance(compile_domain(domain, pointers), parse_instance(instance, domain))


def steps(plan: str, own: CompiledInstance) -> tuple[Step, ...]:
    """Return the actions of a plan like `(move a b) (take i b)`."""
    found = []
    for words in (part.split() for part in plan.strip("() ").split(") (")):
        action = [a.name for a in own.domain.actions].index(words[0])
        found.append((action, tuple(map(own.objects.index, words[1:]))))
    return tuple(found)


def texts(plan: str, own: CompiledInstance, pointers: tuple[Pointer, ...] = ()) -> list[str]:
    pointers = pointers or own.domain.pointers
    return [
        str(StructuredProgram(own.domain.domain.name, pointers, repaired(body)))
        for body in rules(steps(plan, own), own.goal[0], own, pointers)
    ]


TRAVEL = parse_domain("""
(define (domain travel)
  (:requirements :strips :typing :negative-preconditions)
  (:types place thing - object  crate - thing)
  (:constants home - place)
  (:predicates (link ?a ?b - place) (at ?x - place) (lies ?i - thing ?x - place)
               (held ?i - thing) (heavy ?i - thing) (done) (near ?a ?b - place))
  (:action move :parameters (?a ?b - place)
    :precondition (and (link ?a ?b) (at ?a)) :effect (and (at ?b) (not (at ?a))))
  (:action take :parameters (?i - thing ?x - place)
    :precondition (and (at ?x) (lies ?i ?x) (heavy ?i)) :effect (and (held ?i) (not (lies ?i ?x))))
  (:action drop :parameters (?i - crate ?x - place)
    :precondition (and (at ?x) (held ?i)) :effect (and (lies ?i ?x) (not (held ?i))))
  (:action rest :parameters (?x - place) :precondition (at ?x) :effect (done))
  (:action stay :parameters (?a ?b - place) :effect (near ?a ?b)))
""")

START = """
(define (problem p) (:domain travel)
  (:objects a b c - place  i j - crate)
  (:init (at a) (link a b) (link b c) (link c b) (link b a) (lies i c) (heavy i))
  (:goal (and {})))
"""


def test_a_rule_has_what_the_plan_needs_at_its_beginning() -> None:
    own = table(TRAVEL, START.format("(lies i a)"))
    plan = "(move a b) (move b c) (take i c) (move c b) (move b a) (drop i a)"
    by_paths, same, by_moves, _ = texts(plan, own)
    assert (
        by_paths
        == same
        == """\
each todo-lies(?crate1,?place1) {
  if heavy(crate1) {
    each lies(crate1,?place2) {
      if todo-lies(crate1,place1) {
        go move(_,place2)
        take(crate1,place2)
        go move(_,place1)
        drop(crate1,place1)
      }
    }
  }
}"""
    )
    assert "go" not in by_moves
    assert "move(place1,place2)\n          each link(place2,?place3)" in by_moves


def test_objects_that_nothing_leads_to_are_chosen_once_or_by_each_statement() -> None:
    own = table(TRAVEL, START.format("(lies i b)"))
    kept, chosen_anew, *_ = texts("(take i c) (drop i b) (rest a) (rest a)", own)
    assert "rest(?place3)\n        rest(place3)" in kept
    assert "rest(?place3)\n        rest(?place3)" in chosen_anew


def test_what_only_a_later_action_asks_of_an_object_is_asked_before_it_is_chosen() -> None:
    domain = parse_domain("""
    (define (domain d) (:requirements :strips)
      (:predicates (able ?r) (awake ?r) (ready ?r) (done ?x) (busy ?r))
      (:action wake :parameters (?r) :precondition (busy ?r) :effect (awake ?r))
      (:action work :parameters (?r ?x)
        :precondition (and (awake ?r) (able ?r)) :effect (done ?x))
      (:action rest :parameters (?r) :effect (and (ready ?r) (busy ?r) (not (busy ?r)))))
    """)
    own = table(
        domain,
        "(define (problem p) (:domain d) (:objects r s x) (:init (able s) (busy r) (busy s)) "
        "(:goal (done x)))",
    )
    text = texts("(wake s) (work s x)", own)[0]
    assert (
        text
        == """\
each todo-done(?z1) {
  each able(?z2) {
    if todo-done(z1) {
      wake(z2)
      work(z2,z1)
    }
  }
}"""
    )


def test_what_the_plan_makes_true_is_no_condition() -> None:
    own = table(TRAVEL, START.format("(held i)"))
    text = texts("(move a b) (move b c) (take i c)", own)[0]
    assert "at(" not in text
    assert "held(" not in text.replace("todo-held(", "")


def test_pointers_have_the_most_special_type_that_is_asked_for() -> None:
    own = table(TRAVEL, START.format("(held i)"))
    assert "todo-held(?thing1)" in texts("(move a b) (move b c) (take i c)", own)[0]
    own = table(TRAVEL, START.format("(lies i a)"))
    assert "todo-lies(?crate1,?place1)" in texts("(take i c) (drop i a)", own)[0]


def test_a_goal_without_arguments_is_a_condition() -> None:
    own = table(TRAVEL, START.format("(done)"))
    assert texts("(rest a)", own) == ["if todo-done() {\n  rest(?place1)\n}"]


def test_a_goal_can_be_that_an_atom_is_false() -> None:
    own = table(TRAVEL, START.format("(not (lies i c))"))
    text = texts("(move a b) (move b c) (take i c)", own)[0]
    assert text.startswith("each todo-not-lies(?thing1,?place1) {")


def test_what_needs_a_pointer_twice_is_not_lifted() -> None:
    own = table(TRAVEL, START.format("(near a a)"))
    assert texts("(stay a a)", own) == []


def test_what_needs_more_pointers_than_there_are_is_not_lifted() -> None:
    own = table(TRAVEL, START.format("(lies i a)"))
    plan = "(move a b) (move b c) (take i c) (move c b) (move b a) (drop i a)"
    few = make_pointers(TRAVEL, {"place": 2})
    assert 0 < len(texts(plan, own, few)) < len(texts(plan, own))
    assert texts(plan, own, make_pointers(TRAVEL, {"place": 1})) == []


def test_a_predicate_that_hides_the_question_about_the_goal_prevents_a_rule() -> None:
    text = "(define (domain d) (:requirements :strips) (:predicates (p ?x) (todo-p ?x)) "
    domain = parse_domain(text + "(:action a :parameters (?x) :effect (p ?x)))")
    own = table(domain, "(define (problem p) (:domain d) (:objects o) (:init) (:goal (p o)))")
    assert texts("(a o)", own) == []


@pytest.mark.parametrize("name", ["logistics", "barman", "ontable"])
def test_pointers_for_rules_extend_those_given(name: str) -> None:
    domain = BENCHMARKS[name].domain
    given = make_pointers(domain)
    more = pointers_for_rules(domain, given)
    assert more[: len(given)] == given
    counts = {z.type: sum(other.type == z.type for other in more) for z in more}
    used = {p.type for a in domain.actions for p in a.parameters}
    used |= {p.type for q in domain.predicates for p in q.parameters}
    assert set(counts) == used
    assert all(6 <= count <= MOST_POINTERS_PER_TYPE for count in counts.values())
    assert len({z.name for z in more}) == len(more)
    assert set(more) == set(chain(pointers_for_rules(domain, more)))
