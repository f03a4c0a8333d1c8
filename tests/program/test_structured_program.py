from __future__ import annotations

import pickle

import pytest

from genplan.errors import ProblemError
from genplan.problem import Pointer
from genplan.program.structured import StructuredProgram
from genplan.program.structured.scope import MOST_NESTED
from genplan.program.structured.statements import (
    KEYWORDS,
    Argument,
    Condition,
    Each,
    Find,
    For,
    Go,
    If,
    Mode,
    Perform,
    Repeat,
    Statement,
    on_one_line,
)

POINTERS = (Pointer("a", "object"), Pointer("b", "object"), Pointer("c", "object"))


def args(text: str) -> tuple[Argument, ...]:
    """Return the arguments written as in `a ?b _`."""
    return tuple(
        Argument(None if word == "_" else word.lstrip("?"), word.startswith("?"))
        for word in text.split()
    )


def act(text: str) -> Perform:
    return Perform("act", args(text))


def atom(text: str, mode: Mode = Mode.NOW) -> Condition:
    return Condition(mode, "p", args(text))


def program(*body: Statement) -> StructuredProgram:
    return StructuredProgram("lock", POINTERS, body)


LOCK = program(For("a", (Perform("move", args("?b a")),)), Repeat((act("b"), act("?a"))))


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (Perform("move", args("a ?b")), "move(a,?b)"),
        (Perform("rest", ()), "rest()"),
        (Perform("Repeat", args("a")), "action Repeat(a)"),
        (Perform("action", ()), "action action()"),
        (Go("move", args("_ ?a")), "go move(_,?a)"),
        (Find(atom("a ?b")), "find p(a,?b)"),
        (Find(atom("?a", Mode.TODO_NOT)), "find todo-not-p(?a)"),
        (For("a"), "for a"),
        (For("a", down=True), "fordown a"),
        (Repeat(), "repeat"),
        (If(atom("a", Mode.GOAL)), "if goal-p(a)"),
        (If(atom("a", Mode.GOAL_NOT), negated=True), "ifnot goal-not-p(a)"),
        (Each(atom("a ?b", Mode.TODO)), "each todo-p(a,?b)"),
    ],
)
def test_statements_are_written_as_in_the_page(statement: Statement, text: str) -> None:
    assert str(statement) == text


def test_every_word_that_starts_a_statement_is_a_keyword() -> None:
    condition = atom("a")
    kinds = (Go("m", ()), Find(condition), For("a"), For("a", (), True), Repeat(), If(condition))
    words = [
        str(s).split(maxsplit=1)[0] for s in (*kinds, If(condition, (), True), Each(condition))
    ]
    assert {*words, "action"} == KEYWORDS


def test_blocks_are_indented() -> None:
    assert str(LOCK) == "for a {\n  move(?b,a)\n}\nrepeat {\n  act(b)\n  act(?a)\n}"


def test_statements_fit_on_one_line() -> None:
    assert [on_one_line(s) for s in LOCK.body] == [
        "for a { move(?b,a) }",
        "repeat { act(b); act(?a) }",
    ]
    assert on_one_line(Repeat()) == "repeat {}"


def test_length_counts_all_statements() -> None:
    assert (len(LOCK), len(program())) == (5, 0)
    assert [(n, depth) for n, depth, _ in LOCK.statements()] == [
        (0, 0),
        (1, 1),
        (2, 0),
        (3, 1),
        (4, 1),
    ]


def test_the_empty_program_is_a_program() -> None:
    assert program()
    assert str(program()) == ""


def test_programs_are_values() -> None:
    assert program(act("?a")) == program(act("?a"))
    assert program(act("?a")) != program(act("?b"))
    assert hash(program(act("?a"))) == hash(program(act("?a")))
    assert pickle.loads(pickle.dumps(LOCK)) == LOCK


def test_summaries() -> None:
    assert repr(LOCK) == "<StructuredProgram for lock: 5 statements, pointers a b c>"
    assert "<pre>for a {\n  move(?b,a)\n}" in LOCK._repr_html_()


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        pytest.param((act("a"),), 'the pointer "a" is not bound here', id="not bound"),
        pytest.param((If(atom("a")),), 'the pointer "a" is not bound here', id="condition"),
        pytest.param((act("?a ?a"),), 'the pointer "a" is used twice', id="twice"),
        pytest.param((act("?z"),), 'unknown pointer "z"', id="unknown"),
        pytest.param((For("z"),), 'unknown pointer "z"', id="unknown loop pointer"),
        pytest.param((If(atom("?a")),), '"if" cannot choose an object', id="if chooses"),
        pytest.param((If(atom("?a"), (), True),), '"ifnot" cannot choose', id="ifnot chooses"),
        pytest.param((For("a", (act("?a"),)),), '"a" belongs to a loop', id="rebound by choice"),
        pytest.param((For("a", (For("a"),)),), '"a" belongs to a loop', id="rebound by loop"),
        pytest.param(
            (Each(atom("?a"), (Repeat((Find(atom("?a")),)),)),), '"a" belongs to a loop', id="each"
        ),
        pytest.param((For("a"), act("a")), '"a" is not bound here', id="after the loop"),
        pytest.param((Each(atom("?a")), act("a")), '"a" is not bound here', id="after each"),
        pytest.param((Find(atom("")),), '"find" has nothing to choose', id="find nothing"),
        pytest.param((For("a", (Each(atom("a")),)),), '"each" has nothing', id="each nothing"),
        pytest.param((act("_"),), '"_" has a meaning only in "go"', id="_ in an action"),
        pytest.param((Find(atom("_")),), '"_" has a meaning only in "go"', id="_ in find"),
        pytest.param((Go("act", args("?a")),), '"go" needs one "_"', id="go without _"),
        pytest.param((Go("act", args("_ _")),), '"go" needs one "_"', id="go with two"),
        pytest.param((Go("act", (Argument(None, True),)),), '"?" needs a pointer', id="?_"),
    ],
)
def test_rules_about_the_text(body: tuple[Statement, ...], problem: str) -> None:
    with pytest.raises(ProblemError) as caught:
        program(*body)
    assert problem in str(caught.value)


def test_messages_name_the_statement() -> None:
    with pytest.raises(ProblemError) as caught:
        program(Repeat((act("?a"), act("b"))))
    assert str(caught.value) == (
        'statement 2, act(b): the pointer "b" is not bound here; '
        'choose an object with "?b", here or further up, or loop over it'
    )


@pytest.mark.parametrize(
    "body",
    [
        pytest.param((act("?a"), act("a")), id="chosen above"),
        pytest.param((act("?a"), act("?a")), id="chosen again"),
        pytest.param((For("a", (act("a ?b"),)), act("b")), id="chosen in a block"),
        pytest.param((For("a", (act("a"),)), For("a", (act("a"),))), id="two loops"),
        pytest.param((act("?a"), For("a"), act("a")), id="freed by a loop"),
        pytest.param((For("a"), act("?a")), id="chosen after a loop"),
        pytest.param((Each(atom("?a ?b"), (act("b a ?c"),)),), id="each"),
        pytest.param((If(atom("")),), id="a condition without pointers"),
        pytest.param((Go("act", args("?a _ ?b")),), id="go"),
    ],
)
def test_what_the_rules_allow(body: tuple[Statement, ...]) -> None:
    assert program(*body).body == body


@pytest.mark.parametrize("names", [("a", "A"), ("_",)])
def test_bad_names_of_pointers(names: tuple[str, ...]) -> None:
    with pytest.raises(ProblemError):
        StructuredProgram("lock", tuple(Pointer(name, "object") for name in names))


def nested(depth: int) -> Statement:
    statement: Statement = act("?a")
    for _ in range(depth):
        statement = Repeat((statement,))
    return statement


def test_nesting_has_a_limit() -> None:
    assert len(program(nested(MOST_NESTED))) == MOST_NESTED + 1
    with pytest.raises(ProblemError, match="nested 100 deep, not deeper"):
        program(nested(MOST_NESTED + 1))
