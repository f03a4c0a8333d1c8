from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.strategies import made, share
from engine.structured_strategies import StructuredCase, structured_case, structured_programs
from genplan.benchmarks import BENCHMARKS
from genplan.errors import ProgramError
from genplan.pddl import Domain, parse_domain
from genplan.problem import Pointer
from genplan.program.structured import StructuredProgram
from genplan.program.structured.statements import (
    Argument,
    Condition,
    Find,
    For,
    If,
    Mode,
    Perform,
    Repeat,
    Statement,
    find_condition,
)
from genplan.program.text import (
    format_program,
    parse_goto_program,
    parse_program,
    read_program,
)

CARRY = """
(define (domain carry)
  (:requirements :typing)
  (:types ball room)
  (:predicates (at ?ball - ball ?room - room) (here ?room - room) (done)
               (not-here ?room - room) (todo-done))
  (:action go :parameters (?from ?to - room)
    :precondition (here ?from) :effect (and (here ?to) (not (here ?from))))
  (:action Action :parameters () :effect (done))
  (:action find :parameters (?room - room) :effect (here ?room)))
"""
HEADER = "; domain carry   structured   pointers b - ball r1 r2 - room\n"
POINTERS = (Pointer("b", "ball"), Pointer("r1", "room"), Pointer("r2", "room"))
CHOSEN = (Argument("r1", True),)


def carry() -> Domain:
    return parse_domain(CARRY)


def parsed(text: str) -> tuple[Statement, ...]:
    program = parse_program(HEADER + text, carry())
    assert isinstance(program, StructuredProgram)
    assert program.pointers == POINTERS
    return program.body


def test_text_has_a_header_and_indented_blocks() -> None:
    body = (For("r1", (Repeat((Perform("go", (Argument("r1"), Argument("r2", True))),)),)),)
    text = f"{HEADER}for r1 {{\n  repeat {{\n    action go(r1,?r2)\n  }}\n}}\n"
    assert format_program(StructuredProgram("carry", POINTERS, body)) == text
    assert parsed(text.removeprefix(HEADER)) == body


def test_the_empty_program_is_its_header() -> None:
    program = StructuredProgram("carry", ())
    assert format_program(program) == "; domain carry   structured   pointers\n"
    assert parse_program(format_program(program), carry()) == program


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_blanks_comments_case_and_line_endings(ending: str) -> None:
    text = (
        "\n  ;  Domain CARRY   Structured pointers b - BALL r1\tr2 - room  \n; a comment\n\n"
        "\tFOR  R1{\n; another\n   Repeat  {  \n ACTION Go ( R1 , ?r2 )\n}\n\n  }\n"
    )
    expected = f"{HEADER}for r1 {{\n  repeat {{\n    action go(r1,?r2)\n  }}\n}}\n"
    found = parse_program("\ufeff" + text.replace("\n", ending), carry())
    assert format_program(found) == expected


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("action go(?r1,?r2)", Perform("go", (*CHOSEN, Argument("r2", True)))),
        ("action action", Perform("Action", ())),
        ("action Action()", Perform("Action", ())),
        ("action find(?r1)", Perform("find", CHOSEN)),
        ("find here(?r1)", Find(Condition(Mode.NOW, "here", CHOSEN))),
        ("find goal-here(?r1)", Find(Condition(Mode.GOAL, "here", CHOSEN))),
        ("find TODO-Here(?r1)", Find(Condition(Mode.TODO, "here", CHOSEN))),
        ("if done {\n}", If(Condition(Mode.NOW, "done", ()))),
        ("if goal-not-done() {\n}", If(Condition(Mode.GOAL_NOT, "done", ()))),
        ("if todo-not-done {\n}", If(Condition(Mode.TODO_NOT, "done", ()))),
        # Hidden by the predicates todo-done and not-here.
        ("if todo-done {\n}", If(Condition(Mode.NOW, "todo-done", ()))),
        ("find goal-not-here(?r1)", Find(Condition(Mode.GOAL, "not-here", CHOSEN))),
        ("find goal-not-not-here(?r1)", Find(Condition(Mode.GOAL_NOT, "not-here", CHOSEN))),
    ],
)
def test_statements_are_read(text: str, statement: Statement) -> None:
    assert parsed(text) == (statement,)


def test_names_without_a_meaning() -> None:
    for name in ("goal", "goal-", "todo-not-", "gone", "not-done", "goal-goal-done"):
        assert find_condition(carry(), name) is None


@given(case=made(structured_case))
@share(0.05)
def test_programs_over_random_domains_round_trip(case: StructuredCase) -> None:
    for program in case.programs:
        assert parse_program(format_program(program), case.problem.domain) == program


@given(data=st.data())
def test_programs_over_bundled_domains_round_trip(data: st.DataObject) -> None:
    domain = BENCHMARKS[data.draw(st.sampled_from(list(BENCHMARKS)))].domain
    program = data.draw(structured_programs(domain))
    assert parse_program(format_program(program), domain) == program
    assert pickle.loads(pickle.dumps(program)) == program


WORDS = ("find", "for", "if", "each", "go", "repeat", "action", "here", "at", "goal-done", "r1")
SIGNS = ("r2", "?r1", "?b", "_", "(", ")", ",", "{", "}", " ", "\n", "\n}\n", " {\n", ";", "?")


@given(st.lists(st.sampled_from([*WORDS, *SIGNS]), max_size=20).map("".join))
@share(0.1)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        program = parse_program(HEADER + text, carry())
    except ProgramError as error:
        assert 1 <= error.location.line <= text.count("\n") + 2
        assert 1 <= error.location.column <= len(error.location.text) + 1
    else:
        assert parse_program(format_program(program), carry()) == program


def test_where_only_a_goto_program_will_do() -> None:
    with pytest.raises(ProgramError) as caught:
        parse_goto_program(HEADER, carry(), "p.gp")
    assert str(caught.value) == (
        "p.gp:1:18: error: expected a goto program, found a structured one\n"
        f"  1 | {HEADER}"
        f"    | {' ' * 17}{'^' * 10}\n"
        '  "genplan run", "validate" and "check" take programs of both languages'
    )


def test_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "p.gp"
    path.write_text(f"{HEADER}find here(?r1)\n", encoding="utf-8")
    assert read_program(path, carry()) == StructuredProgram(
        "carry", POINTERS, (Find(Condition(Mode.NOW, "here", CHOSEN)),)
    )
