"""Which programs depend on the order of objects, and what the order stands for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Final

import pytest
from hypothesis import given

from engine import strategies as make
from engine.strategies import Roll, made, share
from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.engine import execute
from genplan.errors import ProblemError
from genplan.evidence.finding import Status
from genplan.evidence.mirrors import mirrored
from genplan.evidence.order import ALL_TYPES, OrderReport, check_order
from genplan.pddl import Atom, Instance, parse_domain, parse_instance, write_instance
from genplan.program.program import Program
from genplan.program.text import parse_goto_program

# The types on whose order the paper's programs depend.
DEPENDS: Final = {
    "baking": set(),
    "corridor": {"location"},
    "gripper": {"room", ALL_TYPES},
    "intrusion": set(),
    "lock": {"object"},
    "ontable": set(),
    "spanner": {"location", ALL_TYPES},
    "visitall": set(),
}


def reports_on(name: str, shuffles: int = 20) -> dict[str, OrderReport]:
    benchmark = PAPER_BENCHMARKS[name]
    assert isinstance(benchmark.program, Program)
    found = check_order(benchmark.program, benchmark.training(), shuffles=shuffles)
    return {report.type: report for report in found}


@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_the_papers_programs(name: str) -> None:
    reports = reports_on(name)
    assert {kind for kind, report in reports.items() if report.depends} == DEPENDS[name]
    for report in reports.values():
        if report.status is Status.TESTED:
            assert report.orders >= report.instances > 0
        assert (report.example is not None) == report.depends


@pytest.mark.parametrize("name", [name for name, types in DEPENDS.items() if types])
def test_the_examples_fail_and_are_solved_in_the_other_order(name: str) -> None:
    benchmark = PAPER_BENCHMARKS[name]
    assert benchmark.program is not None
    for report in reports_on(name).values():
        if report.example is None:
            continue
        read = parse_instance(write_instance(report.example.instance), benchmark.domain)
        assert execute(benchmark.program, read).outcome.value == report.example.outcome
        objects = {item.name: item for item in read.objects}
        ordered = tuple(objects[item] for item in report.example.working_order)
        assert len(ordered) == len(objects)
        assert execute(benchmark.program, replace(read, objects=ordered)).solved
        assert len(ordered) < len(benchmark.training()[0].all_objects)


def test_what_the_order_stands_for() -> None:
    chain = "it is the chain of {}, which relates neighbours and no others"
    assert reports_on("corridor")["location"].mirrors == (chain.format("adjacent"),)
    assert reports_on("lock")["object"].mirrors == (
        chain.format("adjacent"),
        "at-key holds for its last object only",
        "at-lock holds for its first object only",
    )
    onward = "it is the chain of link, which leads from each object to the next one"
    assert reports_on("spanner")["location"].mirrors == (onward,)
    assert reports_on("gripper")["room"].mirrors == ("at-robby holds for its first object only",)


def test_an_order_that_mirrors_nothing_is_not_explained() -> None:
    lock = PAPER_BENCHMARKS["lock"].training()
    turned = replace(lock[0], objects=tuple(reversed(lock[0].objects)))
    found = mirrored([*lock[1:], turned], "object")
    assert found == ("it is the chain of adjacent, which relates neighbours and no others",)
    swapped = replace(lock[0], objects=(*lock[0].objects[1:], lock[0].objects[0]))
    assert mirrored([*lock[1:], swapped], "object") == ()


def related(*pairs: str) -> Instance:
    atoms = tuple(Atom("adjacent", (f"c{pair[0]}", f"c{pair[1]}")) for pair in pairs)
    base = PAPER_BENCHMARKS["lock"].generate([4], 1)[0]
    return replace(base, initial=atoms)


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        (
            ("12", "23", "34"),
            "it is the chain of adjacent, which leads from each object to the next",
        ),
        (("21", "32", "43"), "which leads from each object to the previous one"),
        (("12", "32", "34"), "which relates neighbours and no others"),
        (("12", "23", "34", "14"), "each two neighbours are related by adjacent"),
        (("13", "24", "14"), "adjacent always leads forward"),
        (("31", "42"), "adjacent always leads backward"),
    ],
)
def test_relations_that_an_order_can_mirror(pairs: tuple[str, ...], sentence: str) -> None:
    (found,) = mirrored([related(*pairs)], "object")
    assert sentence in found


def test_relations_that_it_does_not_mirror() -> None:
    assert mirrored([related("13", "42")], "object") == ()
    assert mirrored([related()], "object") == ()
    assert mirrored([], "object") == ()


COUNTING: Final = """; domain gripper   pointers ball1 ball2 - ball room1 - room
0. inc(ball1)
1. inc(ball2)
2. goto(0,!y)
3. move(room1,room1)
4. end
"""


def test_what_a_program_does_not_look_at_is_proven() -> None:
    """The two balls are counted only, and no pointer is at a gripper."""
    gripper = PAPER_BENCHMARKS["gripper"]
    text = COUNTING.replace("3. move(room1,room1)", "3. test(at-robby(room1))")
    program = parse_goto_program(text, gripper.domain)
    done = tuple(replace(i, goal=i.goal[:0]) for i in gripper.training()[:3])
    reports = {report.type: report for report in check_order(program, done)}
    assert {kind: report.status for kind, report in reports.items()} == {
        "room": Status.TESTED,
        "ball": Status.PROVEN,
        "gripper": Status.PROVEN,
        ALL_TYPES: Status.TESTED,
    }


def test_a_pointer_that_is_copied_is_looked_at_too() -> None:
    lock = PAPER_BENCHMARKS["lock"]
    text = "; domain lock   pointers z1 z2 z3 - object\n0. inc(z3)\n1. set(z2,z3)\n2. set(z1,z2)\n"
    program = parse_goto_program(text + "3. open(z1)\n4. end\n", lock.domain)
    instance = parse_instance(
        "(define (problem p) (:domain lock) (:objects a b)"
        " (:init (at-lock b) (at-agent b) (has-agent-key)) (:goal (unlocked)))",
        lock.domain,
    )
    (report,) = check_order(program, [instance])
    assert report.depends


SUBTYPES: Final = parse_domain(
    "(define (domain d) (:requirements :typing) (:types car boat - vehicle)"
    " (:predicates (seen ?v - vehicle) (first ?v - vehicle))"
    " (:action see :parameters (?v - vehicle) :precondition (first ?v) :effect (seen ?v)))"
)


def test_objects_of_subtypes_are_in_the_order_of_the_type_above() -> None:
    program = parse_goto_program(
        "; domain d   pointers v1 - vehicle\n0. see(v1)\n1. end\n", SUBTYPES
    )
    instance = parse_instance(
        "(define (problem p) (:domain d) (:objects c1 c2 - car b1 b2 - boat)"
        " (:init (first c1)) (:goal (seen c1)))",
        SUBTYPES,
    )
    reports = {report.type: report for report in check_order(program, [instance])}
    assert {kind: report.depends for kind, report in reports.items()} == {
        "car": True,
        "boat": False,
        "vehicle": True,
        ALL_TYPES: True,
    }


def test_the_same_seed_gives_the_same_answer_whatever_the_jobs() -> None:
    benchmark = PAPER_BENCHMARKS["gripper"]
    assert isinstance(benchmark.program, Program)
    instances = benchmark.training()[:3]
    once = check_order(benchmark.program, instances, shuffles=5, seed=3)
    again = check_order(benchmark.program, instances, shuffles=5, seed=3, jobs=2)
    assert once == again


def test_runs_that_are_stopped_say_nothing() -> None:
    benchmark = PAPER_BENCHMARKS["visitall"]
    assert isinstance(benchmark.program, Program)
    large = benchmark.generate([60], 1)
    found = check_order(benchmark.program, large, shuffles=2, time_limit=1e-9, engine="python")
    assert {report.status for report in found} == {Status.NOT_TESTED}


def test_bad_numbers_are_refused() -> None:
    benchmark = PAPER_BENCHMARKS["lock"]
    assert isinstance(benchmark.program, Program)
    with pytest.raises(ProblemError, match="at least 1, not 0"):
        check_order(benchmark.program, benchmark.training(), shuffles=0)
    with pytest.raises(ProblemError, match="at least one instance"):
        check_order(benchmark.program, [])


def shuffled_case(roll: Roll) -> tuple[Program, Instance, int]:
    case = make.program_case(roll)
    return case.programs[0], case.problem.instances[0], roll(0, 1 << 20)


def test_the_order_of_what_is_not_looked_at_never_matters() -> None:
    counts: Counter[str] = Counter()

    @given(case=made(shuffled_case))
    @share(0.06)
    def compare(case: tuple[Program, Instance, int]) -> None:
        program, instance, seed = case
        before = execute(program, instance, engine="python")
        for report in check_order(program, [replace(instance, goal=())], shuffles=1):
            if report.status is Status.PROVEN:
                after = execute(program, reordered(instance, report.type, seed), engine="python")
                assert (after.outcome, after.steps) == (before.outcome, before.steps)
                assert after.state == before.state
                counts["steps"] += before.steps > 1
                counts["moved"] += len(instance.objects_by_type[report.type]) > 1

    compare()
    assert min(counts.values()) >= 10, counts


def reordered(instance: Instance, type_name: str, seed: int) -> Instance:
    """Return the instance with the objects of a type in another order."""
    domain = instance.domain
    own = [item for item in instance.objects if domain.is_subtype(item.type, type_name)]
    drawn = iter(Random(seed).sample(own, len(own)))
    objects = tuple(next(drawn) if item in own else item for item in instance.objects)
    return replace(instance, objects=objects)
