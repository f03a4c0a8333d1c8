from __future__ import annotations

import pytest

from genplan.errors import ProblemError
from genplan.problem import Pointer
from genplan.program.instructions import (
    KEYWORDS,
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
from genplan.program.program import Program

POINTERS = (Pointer("z1", "object"), Pointer("z2", "object"))


def program(*lines: Instruction | None) -> Program:
    return Program("lock", POINTERS, lines)


@pytest.mark.parametrize(
    ("instruction", "text"),
    [
        (Act("move", ("z1", "z2")), "move(z1,z2)"),
        (Act("rest", ()), "rest()"),
        (Act("clear", ("z1",)), "action clear(z1)"),
        (Act("END", ()), "action END()"),
        (Act("action", ("z1",)), "action action(z1)"),
        (Inc("z1"), "inc(z1)"),
        (Dec("z1"), "dec(z1)"),
        (Clear("z1"), "clear(z1)"),
        (Set("z1", "z2"), "set(z1,z2)"),
        (Test("at", ("z1", "z2")), "test(at(z1,z2))"),
        (Test("unlocked", ()), "test(unlocked())"),
        (Goto(3, False), "goto(3,!y)"),
        (Goto(3, True), "goto(3,y)"),
        (End(), "end"),
    ],
)
def test_instructions_are_written_as_in_the_paper(instruction: Instruction, text: str) -> None:
    assert str(instruction) == text


def test_every_word_that_starts_an_instruction_is_a_keyword() -> None:
    kinds = (Inc("z"), Dec("z"), Clear("z"), Set("z", "x"), Test("p", ()), Goto(0, True), End())
    assert {str(kind).split("(", maxsplit=1)[0] for kind in kinds} == KEYWORDS - {"action"}


def test_empty_program_has_only_its_end() -> None:
    empty = Program.empty("lock", POINTERS, 4)
    assert empty.lines == (None, None, None, End())
    assert len(empty) == 4
    assert empty.first_undefined == 0
    assert list(empty.instructions()) == [(3, End())]
    assert str(empty) == "0. ?\n1. ?\n2. ?\n3. end"


def test_programs_have_at_least_two_lines() -> None:
    assert len(Program.empty("lock", POINTERS, 2)) == 2
    for lines in (1, 0, -3):
        with pytest.raises(ProblemError) as caught:
            Program.empty("lock", POINTERS, lines)
        assert str(caught.value) == f"a program needs at least 2 lines, not {lines}"


def test_lines_are_programmed_one_by_one() -> None:
    empty = Program.empty("lock", POINTERS, 3)
    first = empty.with_line(0, Inc("z1"))
    second = first.with_line(1, Goto(0, False))
    assert empty.lines == (None, None, End())
    assert first == program(Inc("z1"), None, End())
    assert first.first_undefined == 1
    assert second == program(Inc("z1"), Goto(0, False), End())
    assert second.first_undefined is None
    assert list(second.instructions()) == [(0, Inc("z1")), (1, Goto(0, False)), (2, End())]


@pytest.mark.parametrize("number", [-1, 3, 10])
def test_lines_that_do_not_exist_cannot_be_programmed(number: int) -> None:
    with pytest.raises(ProblemError) as caught:
        Program.empty("lock", POINTERS, 3).with_line(number, End())
    assert str(caught.value) == f"there is no line {number} in a program of 3 lines"


def test_last_line_must_be_end() -> None:
    for lines in ((), (Inc("z1"),), (End(), None)):
        with pytest.raises(ProblemError, match="the last line of a program must be end"):
            program(*lines)
    with pytest.raises(ProblemError, match="the last line of a program must be end"):
        program(None, End()).with_line(1, Inc("z1"))


@pytest.mark.parametrize("target", [-1, 1, 2, 7])
def test_gotos_jump_backward(target: int) -> None:
    with pytest.raises(ProblemError) as caught:
        program(Inc("z1"), Goto(target, True), End())
    assert str(caught.value) == f"line 1: a goto jumps backward, not to line {target}"


def test_end_may_stand_on_any_line_and_nothing_after_it_is_reached() -> None:
    assert program(End(), None, End()).first_undefined is None
    assert program(None, End(), None, End()).first_undefined == 0


def test_programs_are_values() -> None:
    assert program(Inc("z1"), End()) == program(Inc("z1"), End())
    assert program(Inc("z1"), End()) != program(Inc("z2"), End())
    assert len({program(Inc("z1"), End()), program(Inc("z1"), End())}) == 1


def test_programs_show_a_summary() -> None:
    assert repr(program(None, End())) == "<Program for lock: 2 lines, pointers z1 z2>"
