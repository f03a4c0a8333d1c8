"""Every error in the text of a structured program, compared as a whole message.

The cases stand in tests/golden/program_errors/structured.txt: the name of the case after `###`,
the text after the header (a case whose name starts with "header" has its own), a line `---`, and
the message. `python tests/program/test_structured_errors.py` writes the messages anew; read the
difference before keeping it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from genplan.errors import ProgramError
from genplan.pddl import parse_domain
from genplan.program.text import parse_program

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "program_errors" / "structured.txt"
DOMAIN: Final = parse_domain("""
(define (domain carry)
  (:requirements :typing)
  (:types ball room)
  (:predicates (at ?ball - ball ?room - room) (here ?room - room) (done))
  (:action move :parameters (?from ?to - room)
    :precondition (here ?from) :effect (and (here ?to) (not (here ?from))))
  (:action pick :parameters (?ball - ball ?room - room)
    :precondition (at ?ball ?room) :effect (not (at ?ball ?room)))
  (:action repeat :parameters () :effect (done)))
""")
HEADER: Final = "; domain carry   structured   pointers b1 b2 - ball r1 r2 - room\n"


class Case(NamedTuple):
    name: str
    text: str
    message: str


def read_cases() -> list[Case]:
    found = []
    for block in GOLDEN.read_text(encoding="utf-8").split("### ")[1:]:
        name, body = block.split("\n", 1)
        text, _, message = f"\n{body}".partition("\n---\n")
        found.append(Case(name, text.strip("\n") + "\n", message.strip("\n")))
    return found


def error_of(case: Case) -> ProgramError:
    header = "" if case.name.startswith("header") else HEADER
    with pytest.raises(ProgramError) as caught:
        parse_program(header + case.text, DOMAIN, "p.gp")
    return caught.value


def message_of(case: Case) -> str:
    return "\n".join(line.rstrip() for line in str(error_of(case)).split("\n"))


CASES: Final = read_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_message(case: Case) -> None:
    assert message_of(case) == case.message


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_caret_stands_under_the_place(case: Case) -> None:
    error = error_of(case)
    place = error.location
    _, line, caret, *_ = str(error).split("\n")
    assert line.split(" | ", 1)[1] == place.text.rstrip()
    assert caret.index("^") - caret.index("|") - 2 == place.column - 1
    assert caret.count("^") == place.width


def test_too_deep() -> None:
    case = Case("deep", "repeat {\n" * 101 + "}\n" * 101, "")
    assert message_of(case).startswith("p.gp:102:1: error: blocks can be nested 100 deep, not")


def test_names_of_cases_are_unique() -> None:
    assert len({case.name for case in CASES}) == len(CASES) > 50


if __name__ == "__main__":
    blocks = [f"### {c.name}\n{c.text.rstrip()}\n---\n{message_of(c)}\n" for c in CASES]
    GOLDEN.write_text("\n".join(blocks), encoding="utf-8")
