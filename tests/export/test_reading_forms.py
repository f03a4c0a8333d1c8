"""The forms for people: golden texts of the paper's programs, and the words for conditions."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from hypothesis import given

from engine.strategies import ProgramCase, made, program_case, share
from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.errors import ProblemError
from genplan.program.export import Form, show_program
from genplan.program.export.words import atom_clause, listed, over_objects
from genplan.program.program import Program
from genplan.program.text import format_program, parse_goto_program

GOLDEN: Final = Path(__file__).parent.parent / "golden" / "show"


@pytest.mark.parametrize("form", ["structured", "english"])
@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_the_papers_programs_read_as_they_did_when_they_were_read(name: str, form: str) -> None:
    benchmark = PAPER_BENCHMARKS[name]
    assert benchmark.program is not None
    golden = (GOLDEN / f"{name}.{form}.txt").read_text("utf-8")
    assert show_program(benchmark.program, benchmark.domain, form) == golden


@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_the_papers_form_can_be_read_back(name: str) -> None:
    benchmark = PAPER_BENCHMARKS[name]
    assert benchmark.program is not None
    text = show_program(benchmark.program, benchmark.domain, Form.PAPER)
    assert text == format_program(benchmark.program)
    assert parse_goto_program(text, benchmark.domain) == benchmark.program


@share(0.02)
@given(made(program_case))
def test_every_program_has_every_form(case: ProgramCase) -> None:
    for program in case.programs:
        for form in Form:
            text = show_program(program, case.problem.domain, form)
            assert text.endswith("\n")
            assert not text.endswith("\n\n")
            assert not any(line != line.rstrip() for line in text.splitlines())


def test_only_the_papers_form_shows_an_unfinished_program() -> None:
    lock = PAPER_BENCHMARKS["lock"]
    assert lock.program is not None
    unfinished = Program.empty("lock", lock.program.pointers, 4)
    assert "0. ?" in show_program(unfinished, lock.domain, "paper")
    for form in ("structured", "english", "python", "cpp"):
        with pytest.raises(ProblemError, match="not programmed yet"):
            show_program(unfinished, lock.domain, form)


@pytest.mark.parametrize(
    ("predicate", "names", "yes", "no"),
    [
        ("at-agent", ["z1"], "the agent is at z1", "the agent is not at z1"),
        ("goal-at", ["l1"], "the goal is at l1", "the goal is not at l1"),
        ("on", ["a", "b"], "a is on b", "a is not on b"),
        ("is-open", ["d"], "d is open", "d is not open"),
        ("has-key", ["d"], "d has key", "d does not have key"),
        ("baked", ["c"], "c is baked", "c is not baked"),
        ("need", ["c"], '"need" is true of c', '"need" is not true of c'),
        ("on-table", ["b"], '"on-table" is true of b', '"on-table" is not true of b'),
        ("at-home", ["b"], '"at-home" is true of b', '"at-home" is not true of b'),
        ("clear", ["b"], "b is clear", "b is not clear"),
        ("handempty", [], '"handempty" is true', '"handempty" is not true'),
        (
            "adjacent",
            ["a", "b"],
            '"adjacent" is true of a and b',
            '"adjacent" is not true of a and b',
        ),
        ("at", ["a", "b", "c"], '"at" is true of a, b and c', '"at" is not true of a, b and c'),
        ("at", ["a"], '"at" is true of a', '"at" is not true of a'),
        ("-", ["a"], '"-" is true of a', '"-" is not true of a'),
    ],
)
def test_atoms_become_clauses(predicate: str, names: list[str], yes: str, no: str) -> None:
    assert atom_clause(predicate, names) == yes
    assert atom_clause(predicate, names, holds=False) == no


def test_lists_and_roles_of_objects() -> None:
    assert [listed(list("abc")[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    gripper = PAPER_BENCHMARKS["gripper"].domain
    assert over_objects(gripper, "move", ["r1", "r2"]) == " from r1 to r2"
    assert over_objects(gripper, "pick", ["b", "r", "g"]) == " with b, r and g"
    lock = PAPER_BENCHMARKS["lock"].domain
    assert over_objects(lock, "move", ["z1", "z2"]) == ' with z1 as "cell" and z2 as "next"'


def english(*lines: str) -> list[str]:
    """Return the steps in English of a program for gripper."""
    header = "; domain gripper   pointers room1 room2 - room ball1 - ball gripper1 - gripper\n"
    numbered = "\n".join(f"{number}. {line}" for number, line in enumerate(lines))
    domain = PAPER_BENCHMARKS["gripper"].domain
    text = show_program(parse_goto_program(f"{header}{numbered}\n", domain), domain, "english")
    return text.partition("\n\n")[2].splitlines()


def test_every_way_to_close_a_loop_has_its_sentence() -> None:
    test = "test(at-robby(room1))"
    assert english("inc(room1)", "goto(0,!y)", "end") == [
        "1. For room1 and every room after it, one at a time: do nothing."
    ]
    assert english("dec(room1)", test, "goto(0,y)", "end") == [
        "1. Do the following again and again until the robby is at room1: let room1 be",
        "   the previous room.",
    ]
    assert english("dec(room1)", test, "goto(0,!y)", "end") == [
        "1. Do the following, and again as long as the robby is at room1 afterwards: let",
        "   room1 be the previous room.",
    ]
    assert english("clear(room1)", "goto(0,y)", "end") == [
        "1. Do the following again and again, without an end: let room1 be the first room",
        "   again.",
    ]
    assert english("dec(room1)", "inc(room1)", "goto(0,!y)", "end") == [
        "1. Do the following, each time with the next room as room1, until room1 is the",
        "   last room: let room1 be the previous room.",
    ]


def test_a_flag_is_a_note() -> None:
    assert english("inc(ball1)", "move(room1,room2)", "goto(0,!y)", "end") == [
        "1. Do the following again and again until the note says yes: note whether ball1",
        '   is the last ball; let ball1 be the next ball; and do "move" from room1 to',
        "   room2.",
    ]
