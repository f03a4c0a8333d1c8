"""What the reader accepts, and exactly what it makes of it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from genplan.errors import PDDLError, UnsupportedError, did_you_mean
from genplan.pddl import (
    Atom,
    Domain,
    Literal,
    Object,
    Parameter,
    Predicate,
    Type,
    parse_domain,
    parse_instance,
    read_domain,
    read_instance,
)

ROOMS = parse_domain(
    """
    (define (domain rooms)
      (:requirements :strips :typing)
      (:types room ball - object Box - ball)
      (:constants Hall - room)
      (:predicates (In ?b - ball ?r - room) (dark ?r - room) (alarm))
      (:action toggle :parameters (?r - room) :effect (dark ?r)))
    """
)


def domain(*sections: str) -> Domain:
    return parse_domain(f"(define (domain d) {' '.join(sections)})")


def action(text: str, predicates: str = "(p) (q) (r ?x)", *sections: str) -> Domain:
    return domain(*sections, f"(:predicates {predicates})", f"(:action a {text})")


def preconditions(condition: str, parameters: str = "?x ?y") -> tuple[str, ...]:
    read = action(f":parameters ({parameters}) :precondition {condition}", "(p) (q) (r ?x)")
    return tuple(str(literal) for literal in read.actions[0].preconditions)


def effects(effect: str) -> tuple[str, ...]:
    read = action(f":parameters (?x ?y) :effect {effect}", "(p) (q) (r ?x)")
    return tuple(str(literal) for literal in read.actions[0].effects)


def instance_text(*sections: str, init: str = "", goal: str = "(and)") -> str:
    middle = " ".join(sections)
    return f"(define (problem i) (:domain rooms) {middle} (:init {init}) (:goal {goal}))"


def atoms(init: str, objects: str = "b c - ball") -> tuple[str, ...]:
    read = parse_instance(instance_text(f"(:objects {objects})", init=init), ROOMS)
    return tuple(str(atom) for atom in read.initial)


def goals(goal: str, objects: str = "b c - ball") -> tuple[str, ...]:
    read = parse_instance(instance_text(f"(:objects {objects})", goal=goal), ROOMS)
    return tuple(str(literal) for literal in read.goal)


# ---------------------------------------------------------------- the text


def test_smallest_domain() -> None:
    assert domain() == Domain("d")


def test_smallest_instance() -> None:
    read = parse_instance(instance_text(), ROOMS)
    assert (read.name, read.objects, read.initial, read.goal) == ("i", (), (), ())
    assert read.domain is ROOMS


def test_comments() -> None:
    text = ";first\n(define ; (\n(domain;glued\nd);)\n;;; (:types\n(:types a;b\nc));last"
    assert domain("(:types a c)") == parse_domain(text)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_ends_of_lines(end: str) -> None:
    text = end.join(["; comment", "(define (domain d)", "; (", "(:types a", "b))", ""])
    assert parse_domain(text) == domain("(:types a b)")


def test_no_space_is_needed_around_parentheses() -> None:
    text = "(define(domain d)(:predicates(p)(q ?x))(:action a :parameters(?x):effect(q ?x)))"
    assert parse_domain(text).actions[0].effects == (Literal(Atom("q", ("?x",))),)


def test_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "domain.pddl"
    path.write_bytes(b"\xef\xbb\xbf(define (domain d))")
    assert read_domain(path) == Domain("d")
    assert parse_domain("\ufeff(define (domain d))") == Domain("d")


def test_files_are_given_as_text_or_path(tmp_path: Path) -> None:
    (tmp_path / "d.pddl").write_text("(define (domain rooms))", encoding="utf-8")
    (tmp_path / "i.pddl").write_text(instance_text(), encoding="utf-8")
    read = read_domain(str(tmp_path / "d.pddl"))
    assert read == read_domain(tmp_path / "d.pddl")
    assert read_instance(str(tmp_path / "i.pddl"), read).domain is read


def test_keywords_in_any_case() -> None:
    read = parse_domain(
        "(DEFINE (Domain d) (:REQUIREMENTS :Strips) (:Types a) (:PREDICATES (p ?x - A))"
        " (:ACTION go :PARAMETERS (?x - a) :Precondition (AND (NOT (P ?X))) :EFFECT (p ?x)))"
    )
    assert read.requirements == (":Strips",)
    assert read.actions[0].preconditions == (Literal(Atom("p", ("?x",)), False),)


def test_names_are_shown_as_declared() -> None:
    read = parse_instance(
        "(define (PROBLEM TwoRooms) (:Domain ROOMS) (:Objects RedBall - BALL)"
        " (:Init (IN redball HALL)) (:Goal (not (in REDBALL hall))))",
        ROOMS,
    )
    assert read.name == "TwoRooms"
    assert read.objects == (Object("RedBall", "ball"),)
    assert read.initial == (Atom("In", ("RedBall", "Hall")),)
    assert read.goal == (Literal(Atom("In", ("RedBall", "Hall")), False),)


def test_names_of_variables_are_shown_as_declared() -> None:
    read = action(":parameters (?Ball) :precondition (r ?ball) :effect (not (R ?BALL))")
    assert read.actions[0].parameters == (Parameter("?Ball", "object"),)
    assert read.actions[0].preconditions == (Literal(Atom("r", ("?Ball",))),)
    assert read.actions[0].effects == (Literal(Atom("r", ("?Ball",)), False),)


@pytest.mark.parametrize("name", ["a-", "a_b", "1", "2nd", "_x", "x.y", "b@home", "größe", "球"])
def test_odd_names(name: str) -> None:
    assert domain(f"(:constants {name})").constants == (Object(name, "object"),)


@pytest.mark.parametrize(
    "name", ["a?", "a:b", "-", "--", "a,b", '"a"', "a`", "\x00", "\u200b", "="]
)
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(PDDLError):
        domain(f"(:constants {name} - object)")


def test_objects_may_have_the_names_of_other_things() -> None:
    read = domain("(:types go)", "(:constants go - go)", "(:predicates (go ?go - go))")
    assert read.constants == (Object("go", "go"),)


@pytest.mark.parametrize("word", ["oneof", "unknown", "within", "at", "either", "number", "define"])
def test_words_that_are_only_sometimes_special(word: str) -> None:
    read = action(f":parameters (?x) :precondition ({word} ?x)", f"({word} ?x)")
    assert read.actions[0].preconditions == (Literal(Atom(word, ("?x",))),)
    text = f"(define (problem i) (:domain d) (:objects o) (:init ({word} o)) (:goal ({word} o)))"
    assert parse_instance(text, read).initial == (Atom(word, ("o",)),)


# ---------------------------------------------------------------- requirements


def test_requirements_are_kept_as_written() -> None:
    flags = (":typing", ":STRIPS", ":equality", ":negative-preconditions", ":adl", ":strips")
    assert domain(f"(:requirements {' '.join(flags)})").requirements == flags
    assert domain("(:requirements)").requirements == ()


def test_requirements_of_an_instance_are_kept() -> None:
    read = parse_instance(instance_text("(:requirements :strips :typing)"), ROOMS)
    assert read.requirements == (":strips", ":typing")


def test_requirements_are_not_needed() -> None:
    read = action(":parameters (?x ?y - t) :precondition (not (= ?x ?y))", "(p)", "(:types t)")
    assert read.requirements == ()


# ---------------------------------------------------------------- types


def test_types_keep_their_order() -> None:
    read = domain("(:types room ball - object box - ball cell)")
    assert read.types == (
        Type("room", "object"),
        Type("ball", "object"),
        Type("box", "ball"),
        Type("cell", "object"),
    )


def test_type_declared_after_its_use() -> None:
    read = domain("(:types truck plane - Vehicle city vehicle - thing thing)")
    assert read.types == (
        Type("truck", "vehicle"),
        Type("plane", "vehicle"),
        Type("vehicle", "thing"),
        Type("city", "thing"),
        Type("thing", "object"),
    )
    assert read.supertypes("truck") == ("truck", "vehicle", "thing", "object")


def test_type_that_is_never_declared() -> None:
    read = domain("(:types truck - Vehicle room - object plane - vehicle pin - Tool)")
    assert read.types == (
        Type("truck", "Vehicle"),
        Type("Vehicle", "object"),
        Type("room", "object"),
        Type("plane", "Vehicle"),
        Type("pin", "Tool"),
        Type("Tool", "object"),
    )


@pytest.mark.parametrize(
    "types", ["a b", "a b - object", "object a b", "a b - OBJECT", "a b - object Object"]
)
def test_object_is_above_all(types: str) -> None:
    read = domain(f"(:types {types})")
    assert read.types == (Type("a", "object"), Type("b", "object"))


def test_object_as_a_type() -> None:
    read = domain("(:types t)", "(:constants a - object b - Object c - t d)")
    assert [c.type for c in read.constants] == ["object", "object", "t", "object"]


def test_subtypes_fit() -> None:
    read = parse_instance(
        instance_text("(:objects b - Box c - BALL)", init="(in b hall) (in c hall)"), ROOMS
    )
    assert read.objects_by_type == {
        "object": ("Hall", "b", "c"),
        "room": ("Hall",),
        "ball": ("b", "c"),
        "Box": ("b",),
    }


def test_lists_with_and_without_types() -> None:
    read = domain("(:types t s)", "(:predicates (p ?a ?b - t ?c - s ?d ?e))")
    assert read.predicates == (
        Predicate(
            "p",
            (
                Parameter("?a", "t"),
                Parameter("?b", "t"),
                Parameter("?c", "s"),
                Parameter("?d", "object"),
                Parameter("?e", "object"),
            ),
        ),
    )


# ---------------------------------------------------------------- order


def test_everything_keeps_its_order() -> None:
    read = domain(
        "(:predicates (z) (a) (m ?x))",
        "(:action second :parameters () :effect (z))",
        "(:action first :parameters () :effect (a))",
        "(:constants z9 a1 m5)",
    )
    assert [p.name for p in read.predicates] == ["z", "a", "m"]
    assert [a.name for a in read.actions] == ["second", "first"]
    assert [c.name for c in read.constants] == ["z9", "a1", "m5"]


def test_instance_keeps_its_order() -> None:
    assert atoms("(dark hall) (alarm) (in c hall) (in b hall)") == (
        "(dark Hall)",
        "(alarm)",
        "(In c Hall)",
        "(In b Hall)",
    )
    assert goals("(and (in c hall) (not (dark hall)) (alarm))") == (
        "(In c Hall)",
        "(not (dark Hall))",
        "(alarm)",
    )


def test_sections_in_any_order() -> None:
    text = "(define (problem i) (:goal (in b hall)) (:init) (:objects b - ball) (:domain rooms))"
    assert parse_instance(text, ROOMS).goal == (Literal(Atom("In", ("b", "Hall"))),)


def test_constants_come_before_objects() -> None:
    read = parse_instance(instance_text("(:objects b - ball)"), ROOMS)
    assert read.all_objects == (Object("Hall", "room"), Object("b", "ball"))


# ---------------------------------------------------------------- conditions and effects


@pytest.mark.parametrize("text", ["", ":precondition ()", ":precondition (and)"])
def test_no_precondition(text: str) -> None:
    assert action(f":parameters () {text} :effect (p)").actions[0].preconditions == ()


@pytest.mark.parametrize("text", ["", ":effect ()", ":effect (and)"])
def test_no_effect(text: str) -> None:
    assert action(f":parameters () :precondition (p) {text}").actions[0].effects == ()


def test_no_parameters() -> None:
    assert action(":effect (p)").actions[0].parameters == ()


def test_fields_in_any_order() -> None:
    assert action(":effect (r ?x) :precondition (p) :parameters (?x)") == action(
        ":parameters (?x) :precondition (p) :effect (r ?x)"
    )


def test_one_literal_without_and() -> None:
    assert preconditions("(p)") == ("(p)",)
    assert preconditions("(not (p))") == ("(not (p))",)
    assert effects("(p)") == ("(p)",)
    assert effects("(not (p))") == ("(not (p))",)
    assert goals("(alarm)") == ("(alarm)",)
    assert goals("(not (alarm))") == ("(not (alarm))",)


@pytest.mark.parametrize("goal", ["()", "(and)", "(and (and) (and (and)))"])
def test_no_goal(goal: str) -> None:
    assert goals(goal) == ()


def test_nested_conjunctions() -> None:
    assert preconditions("(and (and (p)) (and) (and (r ?x) (and (q))))") == ("(p)", "(r ?x)", "(q)")
    assert effects("(and (and (p)) (and (r ?x) (and (not (q)))))") == ("(p)", "(r ?x)", "(not (q))")
    assert goals("(and (and (alarm) (and (dark hall))))") == ("(alarm)", "(dark Hall)")


def test_double_negation() -> None:
    assert preconditions("(not (not (p)))") == ("(p)",)
    assert preconditions("(not (not (not (p))))") == ("(not (p))",)
    assert preconditions("(not (not (and (p) (not (q)))))") == ("(p)", "(not (q))")


def test_equality() -> None:
    assert preconditions("(and (= ?x ?y) (not (= ?Y ?X)))") == ("(= ?x ?y)", "(not (= ?y ?x))")


def test_equality_between_any_types() -> None:
    read = action(
        ":parameters (?x - t ?y - s) :precondition (= ?x ?y)", "(p)", "(:types t s)"
    ).actions[0]
    assert read.preconditions == (Literal(Atom("=", ("?x", "?y"))),)


def test_equality_with_a_constant() -> None:
    read = action(":parameters (?x) :precondition (not (= ?x C))", "(p)", "(:constants c)")
    assert read.actions[0].preconditions == (Literal(Atom("=", ("?x", "c")), False),)


def test_constants_in_actions() -> None:
    read = action(":precondition (r HOME) :effect (not (r home))", "(r ?x)", "(:constants Home)")
    assert read.actions[0].preconditions == (Literal(Atom("r", ("Home",))),)
    assert read.actions[0].effects == (Literal(Atom("r", ("Home",)), False),)


def test_nothing_is_simplified() -> None:
    """What is said twice, or contradicts itself, is kept."""
    assert preconditions("(and (p) (p) (not (p)))") == ("(p)", "(p)", "(not (p))")
    assert effects("(and (p) (not (p)) (p))") == ("(p)", "(not (p))", "(p)")
    assert goals("(and (alarm) (not (alarm)) (alarm))") == ("(alarm)", "(not (alarm))", "(alarm)")


# ---------------------------------------------------------------- the initial state


def test_atoms_are_kept_once() -> None:
    assert atoms("(alarm) (dark hall) (ALARM)") == ("(alarm)", "(dark Hall)")


def test_negative_literals_of_the_initial_state() -> None:
    assert atoms("(not (alarm)) (dark hall) (not (in b hall))") == ("(dark Hall)",)


def test_predicate_at_is_no_timed_literal() -> None:
    read = domain("(:predicates (at ?x ?y))", "(:constants a b)")
    text = "(define (problem i) (:domain d) (:init (at a b)) (:goal (at b a)))"
    assert parse_instance(text, read).initial == (Atom("at", ("a", "b")),)


# ---------------------------------------------------------------- costs

COSTS = """
(define (domain rooms)
  (:requirements :action-costs)
  (:predicates (p))
  (:functions (length ?a ?b) - number (weight ?a) (total-cost) - number)
  (:action a :parameters (?x ?y) :effect (and (p) (increase (total-cost) (length ?x ?y))))
  (:action b :parameters () :effect (increase (Total-Cost) 2.5))
  (:action c :parameters () :effect (and (increase (total-cost) 0) (not (p)))))
"""


def test_costs_are_ignored_with_one_notice() -> None:
    read = parse_domain(COSTS, "costs.pddl")
    assert [[str(e) for e in a.effects] for a in read.actions] == [["(p)"], [], ["(not (p))"]]
    assert [str(notice) for notice in read.notices] == [
        "costs.pddl:5:3: note: action costs (numeric functions, increase, :metric) are read and "
        "ignored: they do not change which plans are valid"
    ]


def test_costs_of_an_instance_are_ignored_with_one_notice() -> None:
    read = parse_instance(
        instance_text(
            "(:objects a b)",
            "(:metric minimize (total-cost))",
            init="(= (total-cost) 0)\n(= (length a b) 1.5)\n(p) (= (weight A) 3)",
        ),
        parse_domain(COSTS),
        "costs.pddl",
    )
    assert read.initial == (Atom("p"),)
    assert [(n.kind, n.place) for n in read.notices] == [("action-costs", "costs.pddl:1:91")]


def test_costs_do_not_tell_domains_apart() -> None:
    without = COSTS.replace("(increase (total-cost) 0)", "")
    assert parse_domain(COSTS) == parse_domain(without)


def test_no_notice_without_costs() -> None:
    assert ROOMS.notices == ()
    assert parse_instance(instance_text(), ROOMS).notices == ()


@pytest.mark.parametrize(
    "effect",
    [
        "(increase (total-cost) ?x)",
        "(increase (total-cost) (total-cost) 1)",
        "(increase total-cost 1)",
        "(increase (weight ?x) 1)",
        "(increase (total-cost) (- (weight ?x)))",
        "(increase (total-cost) (* 2 (weight ?x)))",
        "(increase)",
        "(not (increase (total-cost) 1))",
    ],
)
def test_other_numeric_effects_are_refused(effect: str) -> None:
    with pytest.raises(PDDLError, match=r"numeric effect|expected an atom after not"):
        domain(
            "(:functions (weight ?x) (total-cost))",
            f"(:action a :parameters (?x) :effect {effect})",
        )


@pytest.mark.parametrize("effect", ["(Increase (fuel) 1)", "(ASSIGN (fuel) 1)", "(When (p) (p))"])
def test_unsupported_words_in_any_case(effect: str) -> None:
    with pytest.raises(UnsupportedError):
        domain("(:predicates (p))", f"(:action a :effect {effect})")


# ---------------------------------------------------------------- the model


def test_look_up_in_any_case() -> None:
    assert ROOMS.predicate("IN") is ROOMS.predicates[0]
    assert ROOMS.type("BOX") == Type("Box", "ball")
    assert ROOMS.type("Object") == Type("object", None)
    assert ROOMS.action("Toggle") is ROOMS.actions[0]
    assert (ROOMS.predicate("x"), ROOMS.type("x"), ROOMS.action("x")) == (None, None, None)


def test_order_of_the_initial_atoms_does_not_tell_instances_apart() -> None:
    one = parse_instance(instance_text(init="(alarm) (dark hall)"), ROOMS)
    two = parse_instance(instance_text(init="(dark hall) (alarm)"), ROOMS)
    assert one == two
    assert one != parse_instance(instance_text(init="(alarm)"), ROOMS)


# ---------------------------------------------------------------- did you mean


def test_did_you_mean_is_fast_among_very_many_names() -> None:
    names = [f"location-{number}" for number in range(100_000)]
    start = time.process_time()
    assert did_you_mean("locatoin-99999", names) == 'did you mean "location-99999"?'
    assert did_you_mean("location99998", names) == 'did you mean "location-99998"?'
    assert did_you_mean("location-99997x", names) == 'did you mean "location-99997"?'
    assert did_you_mean("lokation-99996", names) == 'did you mean "location-99996"?'
    assert did_you_mean("zebra", names) == ""
    assert time.process_time() - start < 2


@pytest.mark.parametrize("length", [100, 10_000, 1_000_000])
def test_did_you_mean_is_fast_with_long_names(length: int) -> None:
    start = time.process_time()
    assert did_you_mean("ab" * length, ["ba" * length]) == ""
    assert did_you_mean("ab", ["ba" * length]) == ""
    assert time.process_time() - start < 1


def test_undeclared_object_among_very_many() -> None:
    names = " ".join(f"b{number}" for number in range(100_000))
    text = instance_text(f"(:objects {names} - ball)", init="(in b99999 hall) (in b9999O hall)")
    start = time.process_time()
    with pytest.raises(PDDLError, match='undeclared object "b9999O"') as caught:
        parse_instance(text, ROOMS)
    assert time.process_time() - start < 3
    assert caught.value.hint.startswith('did you mean "b9999')
