"""Every statement of the structured language and its corners, by hand (docs/language.md)."""

from __future__ import annotations

from typing import Final

import pytest

from genplan.engine import execute
from genplan.execution import Execution
from genplan.outcomes import ExecutionOutcome
from genplan.pddl import parse_domain, parse_instance
from genplan.program.text import parse_program

WORLD: Final = """
(define (domain world)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types city - place place robot ghost - object)
  (:constants hub - city c d - place)
  (:predicates (link ?a ?b - place) (at ?x - place) (dark ?x - place) (big ?x - place)
               (near ?r - robot ?x - place) (on) (off) (mark ?x - object) (pair ?a ?b - object))
  (:action mark :parameters (?x - object) :precondition (not (mark ?x)) :effect (mark ?x))
  (:action unmark :parameters (?x - object) :precondition (mark ?x) :effect (not (mark ?x)))
  (:action join :parameters (?a ?b - object) :effect (pair ?a ?b))
  (:action swap-on :parameters () :precondition (on) :effect (and (not (on)) (off)))
  (:action swap-off :parameters () :precondition (off) :effect (and (not (off)) (on)))
  (:action refresh :parameters () :effect (and (on) (not (on))))
  (:action light :parameters (?x - city) :precondition (dark ?x) :effect (not (dark ?x)))
  (:action walk :parameters (?a ?b - place)
    :precondition (and (at ?a) (link ?a ?b) (not (dark ?b)) (not (= ?b hub)))
    :effect (and (at ?b) (not (at ?a))))
  (:action sneak :parameters (?r - robot ?to ?from - place)
    :precondition (and (near ?r ?from) (link ?from ?to) (mark ?r))
    :effect (and (near ?r ?to) (not (near ?r ?from))))
  (:action crumble :parameters (?a ?b - place)
    :precondition (and (at ?a) (link ?a ?b))
    :effect (and (at ?b) (not (at ?a)) (not (link c d)))))
"""

DOMAIN: Final = parse_domain(WORLD)

POINTERS: Final = "p q s - place i - city r r2 - robot g - ghost o o2 - object"
OBJECTS: Final = "a b - place r1 r2 r3 - robot town - city"
# The objects in order: hub c d a b r1 r2 r3 town; places: hub c d a b town; cities: hub town.


def run(text: str, init: str = "", goal: str = "(on)", objects: str = OBJECTS) -> Execution:
    parts = f"(:objects {objects}) (:init {init}) (:goal (and {goal}))"
    instance = parse_instance(f"(define (problem p) (:domain world) {parts})", DOMAIN)
    program = parse_program(f"; domain world   structured   pointers {POINTERS}\n{text}\n", DOMAIN)
    found, by_core = (execute(program, instance, engine=name) for name in ("python", "core"))
    assert by_core == found
    return found


def plan(found: Execution) -> str:
    return " ".join(str(action) for action in found.plan)


def at(found: Execution, *names: str) -> list[str | None]:
    return [found.pointed_at[name] for name in names]


# --- The end ---------------------------------------------------------------------------------


def test_the_empty_program() -> None:
    found = run("", "(on)")
    assert (found.outcome, found.steps, found.line) == (ExecutionOutcome.SOLVED, 0, 0)
    assert set(found.pointed_at.values()) == {None}
    assert found.pointers == (-1,) * 9
    assert run("", "(off)").outcome is ExecutionOutcome.INCORRECT


def test_only_the_end_counts() -> None:
    found = run("swap-on\nswap-off\nswap-on", "(on)")
    assert found.outcome is ExecutionOutcome.INCORRECT
    assert [str(goal) for goal in found.goals_missing] == ["(on)"]
    assert (found.steps, found.line, found.plan_length) == (3, 3, 3)


# --- Actions and choices ---------------------------------------------------------------------


def test_the_first_choice_in_order_is_taken_and_kept() -> None:
    found = run("mark(?o)\nmark(?r)\nunmark(o)\nmark(?o)", "(mark c) (mark r1)")
    assert plan(found) == "(mark hub) (mark r2) (unmark hub) (mark hub)"
    assert at(found, "o", "r") == ["hub", "r2"]


def test_constants_come_first_and_subtypes_are_in() -> None:
    assert plan(run("mark(?i)\nmark(?i)\nmark(?i)")) == "(mark hub) (mark town)"
    assert plan(run("mark(?p)\n" * 7)).endswith("(mark b) (mark town)")


def test_no_choice_changes_nothing() -> None:
    found = run("mark(?i)\nlight(?i)\nmark(i)\nunmark(i)")
    assert plan(found) == "(mark hub) (unmark hub)"
    assert (at(found, "i"), found.steps) == (["hub"], 4)


def test_choices_are_lexicographic_in_the_order_of_the_arguments() -> None:
    found = run("find pair(?o,?o2)", "(pair b a) (pair a town) (pair a b)")
    assert at(found, "o", "o2") == ["a", "b"]


def test_choices_differ_from_other_arguments_but_not_from_their_own_past() -> None:
    init = "(pair a a) (pair b b) (pair b a)"
    assert at(run("find pair(?o,?o2)", init), "o", "o2") == ["b", "a"]
    assert at(run("find mark(?o)\nfind pair(?o2,o)", f"{init} (mark b)"), "o2") == [None]
    assert at(run("find mark(?o)\nfind mark(?o)", "(mark b)"), "o") == ["b"]


def test_unmarked_pointers_may_stand_at_the_same_object() -> None:
    found = run("find mark(?o)\nfind mark(?o2)\njoin(o,o2)", "(mark b)")
    assert plan(found) == "(join b b)"


def test_a_free_pointer_does_nothing() -> None:
    text = "for o {\n}\nfor p {\n  mark(?o)\n}\nfor o {\n}\nmark(o)\njoin(o,?o2)\nfind pair(o,?o2)"
    found = run(text)
    assert found.plan_length == len(DOMAIN.constants) + 3
    assert at(found, "o", "o2") == [None, None]


def test_deletes_come_before_adds_and_idle_actions_count() -> None:
    found = run("refresh\nrefresh")
    assert (found.outcome, plan(found)) == (ExecutionOutcome.SOLVED, "(refresh) (refresh)")


def test_a_type_without_objects() -> None:
    text = "mark(?g)\nfind mark(?g)\nfor g {\n  swap-off\n}\neach mark(?g) {\n  swap-off\n}"
    found = run(text, "(off)")
    assert (plan(found), found.steps, at(found, "g")) == ("", 2, [None])


# --- Loops -----------------------------------------------------------------------------------


def test_for_goes_in_order_and_frees_its_pointer() -> None:
    found = run("for i {\n  mark(i)\n  join(i,?r)\n}")
    assert plan(found) == "(mark hub) (join hub r1) (mark town) (join town r1)"
    assert at(found, "i", "r") == [None, "r1"]
    assert found.steps == 6


def test_fordown_goes_in_reverse_order() -> None:
    assert plan(run("fordown r {\n  mark(r)\n}")) == "(mark r3) (mark r2) (mark r1)"


def test_a_loop_may_use_a_pointer_that_was_chosen() -> None:
    found = run("mark(?r)\nfor r {\n}\nmark(r)\nmark(?r)")
    assert (plan(found), at(found, "r")) == ("(mark r1) (mark r2)", ["r2"])


def test_each_takes_what_holds_at_the_beginning() -> None:
    text = "each mark(?r) {\n  unmark(r)\n  unmark(?r2)\n  mark(r)\n}"
    found = run(text, "(mark r1) (mark r3)")
    assert plan(found) == (
        "(unmark r1) (unmark r3) (mark r1) (unmark r1) (mark r3)"  # r3 does not hold any more
    )
    assert (at(found, "r", "r2"), found.steps) == ([None, "r1"], 8)


def test_each_does_not_see_what_becomes_true() -> None:
    found = run("each mark(?r) {\n  mark(?r2)\n}", "(mark r1)")
    assert plan(found) == "(mark r2)"


def test_each_over_two_pointers_is_lexicographic_and_all_different() -> None:
    init = "(pair r2 r1) (pair r1 r1) (pair r1 r3) (pair r1 r2) (pair r3 hub)"
    found = run("each pair(?r,?r2) {\n  join(r2,r)\n}", init)
    assert plan(found) == "(join r2 r1) (join r3 r1) (join r1 r2)"


def test_each_frees_its_pointers_even_if_there_is_nothing() -> None:
    found = run("find mark(?r)\neach pair(?r,?o) {\n}\nunmark(r)", "(mark r1)")
    assert (plan(found), at(found, "r")) == ("", [None])
    found = run(
        "find mark(?o)\nfor r2 {\n}\nfind at(?r)".replace("at(?r)", "mark(?r)"), "(mark r1)"
    )
    assert at(found, "o", "r") == ["r1", "r1"]


def test_each_with_a_free_pointer_runs_nothing() -> None:
    found = run("mark(?r2)\nfor r2 {\n}\neach pair(r2,?r) {\n  swap-off\n}", "(off) (pair r1 r2)")
    assert plan(found) == "(mark r1)"


def test_repeat_ends_when_an_iteration_changes_nothing() -> None:
    found = run("repeat {\n  mark(?r)\n}")
    assert plan(found) == "(mark r1) (mark r2) (mark r3)"
    assert (found.steps, at(found, "r")) == (8, ["r3"])


def test_repeat_looks_at_atoms_not_at_pointers_or_applied_actions() -> None:
    assert run("repeat {\n  find mark(?r)\n}", "(mark r1)").steps == 2
    assert plan(run("repeat {\n  swap-on\n  swap-off\n}", "(on)")) == "(swap-on) (swap-off)"
    assert run("repeat {\n}").steps == 1


def test_repeat_is_infinite_when_atoms_and_pointers_recur() -> None:
    found = run("go walk(_,?p)\nrepeat {\n  go walk(_,?p)\n}", f"{links('a-b')} (at a)")
    assert found.outcome is ExecutionOutcome.INFINITE
    assert plan(found) == "(walk a b) (walk b a) (walk a b)"
    assert (found.line, found.loop_lines, found.steps) == (1, (1, 2), 5)
    assert at(found, "p") == ["b"]


def test_repeat_goes_on_while_pointers_are_new() -> None:
    """The first iteration begins with a free pointer, so that the third one is not its copy."""
    found = run("repeat {\n  go walk(_,?p)\n}", f"{links('a-b')} (at a)")
    assert found.outcome is ExecutionOutcome.INFINITE
    assert (found.plan_length, found.steps) == (3, 6)


def test_repeat_does_not_mind_paths_that_were_looked_for() -> None:
    """The second `go` finds nothing, so that it leaves nothing behind."""
    text = "go walk(_,?p)\nrepeat {\n  go walk(_,?p)\n  go sneak(?r,?q,_)\n}"
    found = run(text, f"{links('a-b')} (at a) (mark r1)")
    assert found.outcome is ExecutionOutcome.INFINITE
    assert (found.plan_length, found.steps) == (3, 7)


@pytest.mark.parametrize("count", [2, 3, 5])
def test_repeat_compares_with_all_earlier_iterations(count: int) -> None:
    """Marks wander around the robots: the atoms recur only after all of them."""
    robots = " ".join(f"r{n}" for n in range(1, count + 1))
    links = [(f"r{n}", f"r{n % count + 1}") for n in range(1, count + 1)]
    init = "(mark r1)" + "".join(f"(pair {a} {b})" for a, b in links)
    text = "repeat {\n  find mark(?r)\n  find pair(r,?r2)\n  unmark(r)\n  mark(r2)\n}"
    found = run(text, init, objects=f"{robots} - robot")
    # The pointers are free at first, so that the first iteration begins as no other does.
    assert found.outcome is ExecutionOutcome.INFINITE
    assert (found.plan_length, found.steps) == (2 * (count + 1), 5 * (count + 1))


def test_an_inner_repeat_begins_anew_in_every_run() -> None:
    text = "for r {\n  repeat {\n    swap-on\n  }\n  swap-off\n}"
    found = run(text, "(on)")
    assert plan(found) == "(swap-on) (swap-off) (swap-on) (swap-off) (swap-on) (swap-off)"
    assert found.solved


# --- Conditions ------------------------------------------------------------------------------


def test_if_and_ifnot() -> None:
    text = "find mark(?r)\nif mark(r) {\n  swap-on\n}\nifnot mark(r) {\n  swap-off\n}"
    found = run(text, "(mark r2) (on)")
    assert (plan(found), found.steps) == ("(swap-on)", 4)
    found = run(f"{text}\nunmark(r)\nifnot mark(r) {{\n  swap-off\n}}", "(mark r2) (on)")
    assert (plan(found), found.steps) == ("(swap-on) (unmark r2) (swap-off)", 7)


def test_an_atom_with_a_free_pointer_does_not_hold() -> None:
    text = "find mark(?r)\nif mark(r) {\n  swap-on\n}\nifnot mark(r) {\n  swap-off\n}"
    assert plan(run(text, "(off)")) == "(swap-off)"


GOALS: Final = "(mark r1) (mark r2) (not (mark r3)) (not (mark a))"
NOW: Final = "(mark r2) (mark r3) (mark b)"


@pytest.mark.parametrize(
    ("name", "objects"),
    [
        ("mark", "b r2 r3"),
        ("goal-mark", "r1 r2"),
        ("goal-not-mark", "a r3"),
        ("todo-mark", "r1"),
        ("todo-not-mark", "r3"),
    ],
)
def test_atoms_that_ask_about_the_goal(name: str, objects: str) -> None:
    found = run(f"each {name}(?o) {{\n  join(o,?o2)\n}}", NOW, GOALS)
    assert [action.objects[0] for action in found.plan] == objects.split()


def test_what_is_still_to_do_changes_with_the_state() -> None:
    assert run("repeat {\n  find todo-mark(?r)\n  mark(r)\n}", "", "(mark r3) (mark r2)").solved
    found = run("for r {\n  if todo-not-mark(r) {\n    unmark(r)\n  }\n}", NOW, "(not (mark r3))")
    assert (plan(found), found.solved) == ("(unmark r3)", True)


def test_a_goal_that_contradicts_itself_wants_both() -> None:
    text = "if goal-on {\n  mark(?r)\n}\nif goal-not-on {\n  mark(?r)\n}"
    assert plan(run(text, "(on)", "(on) (not (on))")) == "(mark r1) (mark r2)"


# --- Go --------------------------------------------------------------------------------------


def links(text: str) -> str:
    """Return links in both directions: `a-b` is one."""
    pairs = [pair.split("-") for pair in text.split()]
    return " ".join(f"(link {x} {y}) (link {y} {x})" for x, y in pairs)


def test_go_takes_a_shortest_path() -> None:
    found = run(
        "find mark(?p)\ngo walk(_,p)", f"{links('a-b b-c c-town a-d d-town')} (at a) (mark town)"
    )
    assert plan(found) == "(walk a d) (walk d town)"
    assert (found.steps, at(found, "p")) == (3, ["town"])


def test_of_shortest_paths_the_first_in_the_order_of_objects_is_taken() -> None:
    init = f"{links('a-d d-town a-c c-town')} (at a) (mark town)"
    assert plan(run("find mark(?p)\ngo walk(_,p)", init)) == "(walk a c) (walk c town)"
    # Both c and d lead to b, and town is next to it: the first way to b counts.
    init = f"{links('a-d a-c d-b c-b b-town')} (at a) (mark town)"
    assert plan(run("find mark(?p)\ngo walk(_,p)", init)) == "(walk a c) (walk c b) (walk b town)"


def test_go_chooses_the_first_object_that_can_be_reached() -> None:
    init = f"{links('a-b b-d')} (link a hub) (at a) (dark c) (link a c)"
    found = run("go walk(_,?p)", init)
    assert (plan(found), at(found, "p")) == ("(walk a b) (walk b d)", ["d"])


def test_go_minds_all_preconditions_but_where_it_is() -> None:
    # hub is forbidden by an equality, c is dark.
    init = f"{links('a-hub hub-town a-c c-town')} (dark c) (at a) (mark town)"
    assert plan(run("find mark(?p)\ngo walk(_,p)", init)) == ""
    assert plan(run("find mark(?p)\ngo walk(_,p)", init.replace("(dark c)", ""))) == (
        "(walk a c) (walk c town)"
    )


def test_go_does_not_go_to_where_it_starts() -> None:
    found = run("find at(?p)\ngo walk(_,p)", f"{links('a-b')} (link a a) (at a)")
    assert (plan(found), found.steps) == ("", 2)
    found = run("go walk(_,?p)", "(link a a) (at a)")
    assert (plan(found), found.steps, at(found, "p")) == ("", 1, [None])


def test_go_starts_at_the_first_object_of_several() -> None:
    init = f"{links('a-b d-c')} (at a) (at d) (mark b)"
    assert plan(run("find mark(?p)\ngo walk(_,p)", init)) == "", "d comes first"
    assert plan(run("go walk(_,?p)", init)) == "(walk d c)"


def test_go_from_nowhere() -> None:
    assert plan(run("go walk(_,?p)", links("a-b"))) == ""


def test_go_with_other_arguments() -> None:
    """The mover is chosen too: the first that moves at all, and for it the nearest in order."""
    init = f"{links('a-b b-d')} (near r1 a) (near r2 a) (near r3 b) (mark r2) (mark r3)"
    found = run("go sneak(?r,?p,_)", init)
    assert plan(found) == "(sneak r2 b a) (sneak r2 d b)"
    assert at(found, "r", "p") == ["r2", "d"]
    found = run("find mark(?p)\ngo sneak(?r,p,_)", f"{init} (mark b)")
    assert (plan(found), at(found, "r")) == ("(sneak r2 b a)", ["r2"])


def test_go_with_a_free_pointer() -> None:
    found = run("mark(?p)\nfor p {\n}\ngo walk(_,p)\ngo sneak(?r,p,_)", f"{links('a-b')} (at a)")
    assert (plan(found), found.steps) == ("(mark hub)", 1 + 6 + 2)


def test_go_to_an_object_of_a_subtype_by_way_of_others() -> None:
    init = f"{links('a-b b-town')} (at a)"
    found = run("go walk(_,?i)", init)
    assert (plan(found), at(found, "i")) == ("(walk a b) (walk b town)", ["town"])


def test_a_path_ends_where_an_action_has_become_impossible() -> None:
    init = f"{links('a-b b-c c-d d-town')} (at a) (mark town)"
    found = run("find mark(?p)\ngo crumble(_,p)\nmark(?r)", init)
    assert plan(found) == "(crumble a b) (crumble b c) (mark r1)"
    assert (found.steps, at(found, "p")) == (4, ["town"])


@pytest.mark.parametrize("engine", ["core", "python"])
def test_go_minds_where_it_is_only_once_however_often_the_action_says_so(engine: str) -> None:
    domain = parse_domain("""
    (define (domain twice)
      (:requirements :strips)
      (:predicates (at ?x) (link ?a ?b))
      (:action move :parameters (?a ?b)
        :precondition (and (at ?a) (link ?a ?b) (at ?a)) :effect (and (at ?b) (not (at ?a)))))
    """)
    parts = "(:objects a b c) (:init (at a) (link a b) (link b c)) (:goal (at c))"
    instance = parse_instance(f"(define (problem p) (:domain twice) {parts})", domain)
    text = "each todo-at(?z1) {\n  go move(_,z1)\n}"
    header = "; domain twice   structured   pointers z1 - object"
    found = execute(parse_program(f"{header}\n{text}", domain), instance, engine=engine)
    assert plan(found) == "(move a b) (move b c)"
