from __future__ import annotations

from collections.abc import Sequence

import pytest

from genplan.benchmarks import BENCHMARKS, PAPER_BENCHMARKS, Benchmark
from genplan.pddl import Domain, parse_domain
from genplan.problem import Pointer, make_pointers
from genplan.program.instruction_set import InstructionSet, pointer_tuples
from genplan.program.instructions import (
    Act,
    Clear,
    Dec,
    End,
    Goto,
    Inc,
    Instruction,
    Set,
    Test,
)

SMALL = """
(define (domain small)
  (:requirements :typing)
  (:types ball room)
  (:predicates (at ?ball - ball ?room - room) (here ?room - room) (done))
  (:action move :parameters (?from ?to - room) :effect (here ?to))
  (:action rest :parameters () :effect (done)))
"""

ACTIONS = ["move(room1,room2)", "move(room2,room1)", "rest()"]
POINTER_INSTRUCTIONS = [
    *("inc(ball1)", "dec(ball1)", "clear(ball1)"),
    *("inc(room1)", "dec(room1)", "clear(room1)", "set(room1,room2)"),
    *("inc(room2)", "dec(room2)", "clear(room2)", "set(room2,room1)"),
]
TESTS = [
    *("test(at(ball1,room1))", "test(at(ball1,room2))"),
    *("test(here(room1))", "test(here(room2))"),
    "test(done())",
]
GOTOS = ["goto(0,!y)", "goto(0,y)", "goto(1,!y)", "goto(1,y)"]

ACT = Act("rest", ())
TEST = Test("done", ())
POINTER_KINDS: Sequence[Instruction] = (
    Inc("ball1"),
    Dec("ball1"),
    Clear("ball1"),
    Set("room1", "room2"),
)


@pytest.fixture
def domain() -> Domain:
    return parse_domain(SMALL)


@pytest.fixture
def small(domain: Domain) -> InstructionSet:
    """Return the instruction set for programs of 6 lines."""
    return InstructionSet.build(domain, make_pointers(domain), 6)


def candidates(chosen: InstructionSet, line: int, before: Instruction | None) -> list[str]:
    return [str(instruction) for instruction in chosen.candidates(line, before)]


def test_first_line_has_everything_but_gotos(small: InstructionSet) -> None:
    assert candidates(small, 0, None) == [*ACTIONS, *POINTER_INSTRUCTIONS, *TESTS, "end"]


@pytest.mark.parametrize("before", POINTER_KINDS, ids=str)
def test_gotos_follow_pointer_instructions_in_order(
    small: InstructionSet, before: Instruction
) -> None:
    expected = [*ACTIONS, *POINTER_INSTRUCTIONS, *TESTS, *GOTOS, "end"]
    assert candidates(small, 2, before) == expected


@pytest.mark.parametrize("before", [ACT, Goto(0, True), End()], ids=str)
def test_no_goto_follows_anything_else(small: InstructionSet, before: Instruction) -> None:
    assert candidates(small, 2, before) == [*ACTIONS, *POINTER_INSTRUCTIONS, *TESTS, "end"]


def test_only_gotos_follow_a_test(small: InstructionSet) -> None:
    assert candidates(small, 2, TEST) == GOTOS
    assert len(candidates(small, 4, TEST)) == 8


def test_pointer_instructions_stand_up_to_line_n_minus_3(small: InstructionSet) -> None:
    assert set(POINTER_INSTRUCTIONS) <= set(candidates(small, 3, ACT))
    assert candidates(small, 4, ACT) == [*ACTIONS, *TESTS, "end"]


def test_gotos_stand_up_to_line_n_minus_2(small: InstructionSet) -> None:
    gotos = [f"goto({t},{y})" for t in range(4) for y in ("!y", "y")]
    assert candidates(small, 4, Inc("ball1")) == [*ACTIONS, *TESTS, *gotos, "end"]


def test_last_line_has_no_candidates(small: InstructionSet) -> None:
    assert candidates(small, 5, ACT) == []
    assert candidates(small, 5, TEST) == []


def test_shortest_program_has_no_room_for_pointer_instructions(domain: Domain) -> None:
    shortest = InstructionSet.build(domain, make_pointers(domain), 2)
    assert candidates(shortest, 0, None) == [*ACTIONS, *TESTS, "end"]


def test_lock_has_the_instructions_counted_by_hand() -> None:
    """8 actions, 8 pointer instructions, 10 tests, and `end`; two gotos per earlier line."""
    lock = BENCHMARKS["lock"]
    chosen = InstructionSet.build(lock.domain, make_pointers(lock.domain), 12)
    assert [len(chosen.actions), len(chosen.pointer_instructions), len(chosen.tests)] == [8, 8, 10]

    def counts(before: Instruction | None) -> list[int]:
        return [len(candidates(chosen, line, before)) for line in range(12)]

    after_action = [27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 19, 0]
    after_pointer = [27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 39, 0]
    after_test = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 0]
    assert counts(Act("pickup", ("z1",))) == counts(None) == after_action
    assert counts(Inc("z1")) == after_pointer
    assert counts(Test("unlocked", ())) == after_test


def test_tuples_hold_different_pointers_in_lexicographic_order() -> None:
    domain = BENCHMARKS["lock"].domain
    pointers = make_pointers(domain, {"object": 3})
    move = domain.action("move")
    assert move is not None
    assert [" ".join(names) for names in pointer_tuples(domain, pointers, move.parameters)] == [
        *("z1 z2", "z1 z3", "z2 z1", "z2 z3", "z3 z1", "z3 z2"),
    ]


def test_tuples_are_empty_where_pointers_are_too_few() -> None:
    lock = BENCHMARKS["lock"]
    chosen = InstructionSet.build(lock.domain, make_pointers(lock.domain, {"object": 1}), 12)
    assert "move" not in {act.action for act in chosen.actions}


def test_pointers_of_subtypes_fit() -> None:
    domain = parse_domain(
        "(define (domain d) (:types truck drone - vehicle) (:predicates (seen ?x - vehicle)) "
        "(:action go :parameters (?x - vehicle ?y - truck) :effect (seen ?x)))"
    )
    pointers = (Pointer("t", "truck"), Pointer("d", "drone"), Pointer("v", "vehicle"))
    chosen = InstructionSet.build(domain, pointers, 5)
    assert [str(act) for act in chosen.actions] == ["go(d,t)", "go(v,t)"]
    assert [str(test) for test in chosen.tests] == [
        *("test(seen(t))", "test(seen(d))", "test(seen(v))"),
    ]


def test_set_needs_the_same_declared_type() -> None:
    domain = parse_domain("(define (domain d) (:types truck - vehicle) (:predicates (p)))")
    pointers = (Pointer("t", "truck"), Pointer("v", "vehicle"), Pointer("w", "vehicle"))
    chosen = InstructionSet.build(domain, pointers, 5)
    sets = [str(i) for i in chosen.pointer_instructions if isinstance(i, Set)]
    assert sets == ["set(v,w)", "set(w,v)"]


@pytest.mark.parametrize("benchmark", PAPER_BENCHMARKS.values(), ids=lambda b: b.name)
def test_the_papers_programs_consist_of_candidates(benchmark: Benchmark) -> None:
    program = benchmark.program
    assert program is not None
    chosen = InstructionSet.build(benchmark.domain, program.pointers, len(program))
    before: Instruction | None = None
    for number, instruction in list(program.instructions())[:-1]:
        assert instruction in list(chosen.candidates(number, before))
        before = instruction


@pytest.mark.parametrize("benchmark", BENCHMARKS.values(), ids=lambda b: b.name)
def test_no_candidate_comes_twice(benchmark: Benchmark) -> None:
    lines = benchmark.lines or 6
    pointers = make_pointers(benchmark.domain, benchmark.pointers)
    chosen = InstructionSet.build(benchmark.domain, pointers, lines)
    for line in range(lines):
        found = candidates(chosen, line, Inc(pointers[0].name))
        assert len(found) == len(set(found))
