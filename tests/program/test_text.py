from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genplan.benchmarks import BENCHMARKS, PAPER_BENCHMARKS
from genplan.errors import FileError, ProgramError
from genplan.pddl import Domain, parse_domain
from genplan.problem import Pointer, make_pointers
from genplan.program.instruction_set import InstructionSet
from genplan.program.instructions import Act, Clear, End, Goto, Inc, Instruction, Test
from genplan.program.program import Program
from genplan.program.text import format_program, parse_program, read_program

CARRY = """
(define (domain carry)
  (:requirements :typing)
  (:types ball room)
  (:predicates (at ?ball - ball ?room - room) (here ?room - room) (done))
  (:action go :parameters (?from ?to - room) :effect (here ?to))
  (:action clear :parameters (?room - room) :effect (here ?room))
  (:action end :parameters () :effect (done))
  (:action Action :parameters (?ball - ball) :effect (done)))
"""

HEADER = "; domain carry   pointers ball1 - ball room1 room2 - room\n"

POINTERS = (Pointer("ball1", "ball"), Pointer("room1", "room"), Pointer("room2", "room"))

EMPTY = """\
p.gp:1:1: error: the program is empty
  1 |
    | ^
  the first line is "; domain NAME   pointers z1 z2 - TYPE …\""""


def carry() -> Domain:
    return parse_domain(CARRY)


def message(text: str) -> str:
    """Return the whole message, without blanks at the ends of its lines."""
    with pytest.raises(ProgramError) as caught:
        parse_program(text, carry(), "p.gp")
    return "\n".join(line.rstrip() for line in str(caught.value).split("\n"))


def parsed(text: str) -> Program:
    """Return a goto program."""
    program = parse_program(text, carry())
    assert isinstance(program, Program)
    return program


def single(text: str) -> Instruction | None:
    """Return the instruction on the first line of a program of two."""
    return parsed(f"{HEADER}0. {text}\n1. end\n").lines[0]


def test_text_has_a_header_and_numbered_lines() -> None:
    pointers = (Pointer("b", "ball"), Pointer("r", "room"), Pointer("s", "room"))
    lines = (Inc("b"), Goto(0, False), Test("here", ("s",)), None, End())
    assert format_program(Program("carry", pointers, lines)) == (
        "; domain carry   pointers b - ball r s - room\n"
        "0. inc(b)\n"
        "1. goto(0,!y)\n"
        "2. test(here(s))\n"
        "3. ?\n"
        "4. end\n"
    )


def test_text_keeps_the_order_of_pointers() -> None:
    pointers = (Pointer("a", "room"), Pointer("b", "ball"), Pointer("c", "room"))
    program = Program("carry", pointers, (None, End()))
    text = format_program(program)
    assert text.startswith("; domain carry   pointers a - room b - ball c - room\n")
    assert parse_program(text, carry()) == program


def test_program_without_pointers() -> None:
    program = Program("carry", (), (Act("end", ()), End()))
    assert format_program(program) == "; domain carry   pointers\n0. action end()\n1. end\n"
    assert parse_program(format_program(program), carry()) == program


def test_blank_lines_comments_and_spaces_are_allowed() -> None:
    text = (
        "\n  ;  Domain CARRY pointers ball1 - BALL  room1   room2 - room  \n"
        "; a comment\n\n"
        "  0 .  INC( Ball1 )  \n"
        "  ; another\n"
        "1.goto ( 0 , !y )\n"
        "02. End\n\n"
    )
    expected = f"{HEADER}0. inc(ball1)\n1. goto(0,!y)\n2. end\n"
    assert format_program(parse_program(text, carry())) == expected


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_any_line_ending_and_a_byte_order_mark_are_allowed(ending: str) -> None:
    text = f"\ufeff{HEADER}0. inc(ball1)\n1. end\n".replace("\n", ending)
    assert parsed(text).lines == (Inc("ball1"), End())


def test_names_are_spelled_as_declared() -> None:
    assert single("GO(ROOM1,Room2)") == Act("go", ("room1", "room2"))
    assert single("Test(AT(Ball1,ROOM2))") == Test("at", ("ball1", "room2"))


@pytest.mark.parametrize("text", ["test(done)", "test(done())"])
def test_parentheses_without_pointers_can_be_left_out(text: str) -> None:
    assert single(text) == Test("done", ())


@pytest.mark.parametrize(
    ("text", "instruction"),
    [
        ("clear(room1)", Clear("room1")),
        ("action clear(room1)", Act("clear", ("room1",))),
        ("end", End()),
        ("action end", Act("end", ())),
        ("action end()", Act("end", ())),
        ("action action(ball1)", Act("Action", ("ball1",))),
        ("action go(room1,room2)", Act("go", ("room1", "room2"))),
    ],
)
def test_action_keeps_actions_apart_from_keywords(text: str, instruction: Instruction) -> None:
    assert single(text) == instruction


@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_the_papers_programs_round_trip(name: str) -> None:
    benchmark = PAPER_BENCHMARKS[name]
    text = benchmark.program_text
    assert text is not None
    program = parse_program(text, benchmark.domain)
    assert format_program(program) == text
    assert len(program) == benchmark.lines


@st.composite
def programs(draw: st.DrawFn, domain: Domain) -> Program:
    """Draw a program, partial or not, over some of the instructions for some pointers."""
    counts = st.fixed_dictionaries(
        {name: st.integers(0, 3) for name in ("object", *(t.name for t in domain.types))}
    )
    pointers = make_pointers(domain, draw(counts))
    count = draw(st.integers(2, 8))
    chosen = InstructionSet.build(domain, pointers, count)
    some: list[Instruction | None] = [None, End(), *chosen.actions, *chosen.tests]
    some.extend(chosen.pointer_instructions)
    lines: list[Instruction | None] = []
    for number in range(count - 1):
        gotos = [Goto(target, when) for target in range(number) for when in (False, True)]
        lines.append(draw(st.sampled_from([*some, *gotos])))
    return Program(domain.name, pointers, (*lines, End()))


@given(st.data())
def test_programs_round_trip(data: st.DataObject) -> None:
    domains = [carry(), *(benchmark.domain for benchmark in BENCHMARKS.values())]
    domain = data.draw(st.sampled_from(domains))
    program = data.draw(programs(domain))
    assert parse_program(format_program(program), domain) == program


@given(st.text(alphabet="0123.?;-(),!y \nabcdeginorst", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        program = parse_program(HEADER + text, carry())
    except ProgramError as error:
        assert 1 <= error.location.line <= HEADER.count("\n") + text.count("\n") + 1
        assert 1 <= error.location.column <= len(error.location.text) + 1
    else:
        assert parse_program(format_program(program), carry()) == program


def test_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "p.gp"
    path.write_text(f"{HEADER}0. end\n", encoding="utf-8")
    assert read_program(path, carry()) == Program("carry", POINTERS, (End(),))


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "p.gp"
    path.write_text(f"{HEADER}0. stop\n", encoding="utf-8")
    with pytest.raises(ProgramError) as caught:
        read_program(path, carry())
    assert str(caught.value).startswith(f'{path}:2:4: error: unknown action "stop"\n')


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        read_program(tmp_path / "missing.gp", carry())


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_empty_text(text: str) -> None:
    assert message(text) == EMPTY


HEADERS = [
    pytest.param(
        "0. end\n",
        "p.gp:1:1: error: expected the header of a program\n"
        "  1 | 0. end\n"
        "    | ^\n"
        '  the first line is "; domain NAME   pointers z1 z2 - TYPE …"',
        id="missing header",
    ),
    pytest.param(
        "; a comment\n0. end\n",
        "p.gp:1:1: error: expected the header of a program\n"
        "  1 | ; a comment\n"
        "    | ^\n"
        '  the first line is "; domain NAME   pointers z1 z2 - TYPE …"',
        id="comment instead of header",
    ),
    pytest.param(
        "; domain carry\n0. end\n",
        "p.gp:1:1: error: expected the header of a program\n"
        "  1 | ; domain carry\n"
        "    | ^\n"
        '  the first line is "; domain NAME   pointers z1 z2 - TYPE …"',
        id="header without pointers",
    ),
    pytest.param(
        "; domain main   pointers z1 - object\n0. end\n",
        'p.gp:1:10: error: this program is for the domain "main", but the domain given '
        'is "carry"\n'
        "  1 | ; domain main   pointers z1 - object\n"
        "    |          ^^^^",
        id="another domain",
    ),
    pytest.param(
        "; domain carry   pointers ball1 - bal\n0. end\n",
        'p.gp:1:35: error: expected a type of the domain, found "bal"\n'
        "  1 | ; domain carry   pointers ball1 - bal\n"
        "    |                                   ^^^\n"
        '  did you mean "ball"?',
        id="misspelled type",
    ),
    pytest.param(
        "; domain carry   pointers car1 - vehicle  \n0. end\n",
        'p.gp:1:34: error: expected a type of the domain, found "vehicle"\n'
        "  1 | ; domain carry   pointers car1 - vehicle\n"
        "    |                                  ^^^^^^^\n"
        "  the types are: object, ball, room",
        id="unknown type",
    ),
    pytest.param(
        "; domain carry   pointers ball1 -\n0. end\n",
        "p.gp:1:34: error: expected a type of the domain, found the end of the line\n"
        "  1 | ; domain carry   pointers ball1 -\n"
        "    |                                  ^\n"
        "  the types are: object, ball, room",
        id="no type after -",
    ),
    pytest.param(
        "; domain carry   pointers - ball\n0. end\n",
        'p.gp:1:27: error: expected a pointer, found "-"\n'
        "  1 | ; domain carry   pointers - ball\n"
        "    |                           ^\n"
        '  the first line is "; domain NAME   pointers z1 z2 - TYPE …"',
        id="no pointer before -",
    ),
    pytest.param(
        "; domain carry   pointers ball1 - ball x y\n0. end\n",
        'p.gp:1:40: error: the pointer "x" has no type\n'
        "  1 | ; domain carry   pointers ball1 - ball x y\n"
        "    |                                        ^\n"
        '  the first line is "; domain NAME   pointers z1 z2 - TYPE …"',
        id="pointer without type",
    ),
    pytest.param(
        "; domain carry   pointers ball1 BALL1 - ball\n0. end\n",
        'p.gp:1:33: error: duplicate pointer "BALL1"\n'
        "  1 | ; domain carry   pointers ball1 BALL1 - ball\n"
        "    |                                 ^^^^^",
        id="duplicate pointer",
    ),
    pytest.param(
        "; domain carry   pointers (x - ball\n0. end\n",
        'p.gp:1:27: error: "(x" cannot be the name of a pointer\n'
        "  1 | ; domain carry   pointers (x - ball\n"
        "    |                           ^^",
        id="not a name",
    ),
]


@pytest.mark.parametrize(("text", "expected"), HEADERS)
def test_errors_in_the_header(text: str, expected: str) -> None:
    assert message(text) == expected


LINES = [
    pytest.param(
        "",
        "p.gp:1:58: error: the last line of a program must be end\n"
        "  1 | ; domain carry   pointers ball1 - ball room1 room2 - room\n"
        "    |                                                          ^\n"
        '  add "0. end"',
        id="no lines",
    ),
    pytest.param(
        "0. inc(ball1)\n\n; that was all\n",
        "p.gp:2:4: error: the last line of a program must be end\n"
        "  2 | 0. inc(ball1)\n"
        "    |    ^^^^^^^^^^\n"
        '  add "1. end"',
        id="last line not end",
    ),
    pytest.param(
        "0. inc(ball1)\n1. ?\n",
        "p.gp:3:4: error: the last line of a program must be end\n"
        "  3 | 1. ?\n"
        "    |    ^\n"
        '  add "2. end"',
        id="last line not programmed",
    ),
    pytest.param(
        "1. end\n",
        "p.gp:2:1: error: expected line number 0, found 1\n"
        "  2 | 1. end\n"
        "    | ^\n"
        "  the lines of a program are numbered 0, 1, 2, … without gaps",
        id="first line number not 0",
    ),
    pytest.param(
        "0. inc(ball1)\n2. end\n",
        "p.gp:3:1: error: expected line number 1, found 2\n"
        "  3 | 2. end\n"
        "    | ^\n"
        "  the lines of a program are numbered 0, 1, 2, … without gaps",
        id="line numbers out of order",
    ),
    pytest.param(
        "0. inc(ball1)\n0. end\n",
        "p.gp:3:1: error: expected line number 1, found 0\n"
        "  3 | 0. end\n"
        "    | ^\n"
        "  the lines of a program are numbered 0, 1, 2, … without gaps",
        id="line number twice",
    ),
    pytest.param(
        "0. inc(ball1)\n   end\n",
        'p.gp:3:4: error: expected "1. INSTRUCTION"\n'
        "  3 |    end\n"
        "    |    ^\n"
        '  every line starts with its number, as in "0. inc(z1)"',
        id="no line number",
    ),
    pytest.param(
        "0.\n1. end\n",
        'p.gp:2:1: error: expected "0. INSTRUCTION"\n'
        "  2 | 0.\n"
        "    | ^\n"
        '  every line starts with its number, as in "0. inc(z1)"',
        id="line without instruction",
    ),
    pytest.param(
        "0. inc(ball1)\n1. goto(0,z)\n2. end\n",
        'p.gp:3:11: error: expected "y" or "!y", found "z"\n  3 | 1. goto(0,z)\n    |           ^',
        id="jump on another condition",
    ),
    pytest.param(
        "0. end\ngarbage\n",
        'p.gp:3:1: error: expected "1. INSTRUCTION"\n'
        "  3 | garbage\n"
        "    | ^\n"
        '  every line starts with its number, as in "0. inc(z1)"',
        id="garbage after the last line",
    ),
]


@pytest.mark.parametrize(("text", "expected"), LINES)
def test_errors_in_the_lines(text: str, expected: str) -> None:
    assert message(HEADER + text) == expected


INSTRUCTIONS = [
    pytest.param(
        "gro(room1,room2)",
        'p.gp:2:4: error: unknown action "gro"\n'
        "  2 | 0. gro(room1,room2)\n"
        "    |    ^^^\n"
        '  did you mean "go"?',
        id="misspelled action",
    ),
    pytest.param(
        "fly(room1,room2)",
        'p.gp:2:4: error: unknown action "fly"\n'
        "  2 | 0. fly(room1,room2)\n"
        "    |    ^^^\n"
        "  the actions are: go, clear, end, Action",
        id="unknown action",
    ),
    pytest.param(
        "incr(room1)",
        'p.gp:2:4: error: unknown action "incr"\n'
        "  2 | 0. incr(room1)\n"
        "    |    ^^^^\n"
        '  did you mean "inc"?',
        id="misspelled keyword",
    ),
    pytest.param(
        "action inc(ball1)",
        'p.gp:2:11: error: unknown action "inc"\n'
        "  2 | 0. action inc(ball1)\n"
        "    |           ^^^\n"
        "  the actions are: go, clear, end, Action",
        id="keyword after action",
    ),
    pytest.param(
        "action",
        "p.gp:2:10: error: expected the name of an action, found the end of the line\n"
        "  2 | 0. action\n"
        "    |          ^",
        id="nothing after action",
    ),
    pytest.param(
        "test(holding(ball1))",
        'p.gp:2:9: error: unknown predicate "holding"\n'
        "  2 | 0. test(holding(ball1))\n"
        "    |         ^^^^^^^\n"
        "  the predicates are: at, here, done",
        id="unknown predicate",
    ),
    pytest.param(
        "test(hear(room1))",
        'p.gp:2:9: error: unknown predicate "hear"\n'
        "  2 | 0. test(hear(room1))\n"
        "    |         ^^^^\n"
        '  did you mean "here"?',
        id="misspelled predicate",
    ),
    pytest.param(
        "test here(room1)",
        'p.gp:2:9: error: expected "(", found "here"\n'
        "  2 | 0. test here(room1)\n"
        "    |         ^^^^",
        id="test without parentheses",
    ),
    pytest.param(
        "go(room1,room3)",
        'p.gp:2:13: error: unknown pointer "room3"\n'
        "  2 | 0. go(room1,room3)\n"
        "    |             ^^^^^\n"
        '  did you mean "room2"?',
        id="misspelled pointer",
    ),
    pytest.param(
        "inc(x)",
        'p.gp:2:8: error: unknown pointer "x"\n'
        "  2 | 0. inc(x)\n"
        "    |        ^\n"
        "  the pointers are: ball1, room1, room2",
        id="unknown pointer",
    ),
    pytest.param(
        "go(room1,ball1)",
        'p.gp:2:13: error: "go" needs a pointer of type "room" here, but "ball1" is of '
        'type "ball"\n'
        "  2 | 0. go(room1,ball1)\n"
        "    |             ^^^^^",
        id="action with wrong type",
    ),
    pytest.param(
        "test(at(room2,room1))",
        'p.gp:2:12: error: "at" needs a pointer of type "ball" here, but "room2" is of '
        'type "room"\n'
        "  2 | 0. test(at(room2,room1))\n"
        "    |            ^^^^^",
        id="test with wrong type",
    ),
    pytest.param(
        "action clear(ball1)",
        'p.gp:2:17: error: "clear" needs a pointer of type "room" here, but "ball1" is '
        'of type "ball"\n'
        "  2 | 0. action clear(ball1)\n"
        "    |                 ^^^^^",
        id="action called clear with wrong type",
    ),
    pytest.param(
        "go(room1)",
        'p.gp:2:4: error: "go" takes 2 pointers, found 1\n  2 | 0. go(room1)\n    |    ^^',
        id="too few pointers",
    ),
    pytest.param(
        "go",
        'p.gp:2:4: error: "go" takes 2 pointers, found 0\n  2 | 0. go\n    |    ^^',
        id="no pointers",
    ),
    pytest.param(
        "test(here(room1,room2))",
        'p.gp:2:9: error: "here" takes 1 pointer, found 2\n'
        "  2 | 0. test(here(room1,room2))\n"
        "    |         ^^^^",
        id="too many pointers",
    ),
    pytest.param(
        "set(room1,ball1)",
        'p.gp:2:14: error: "set" needs two pointers of the same type, but "room1" is of '
        'type "room" and "ball1" of type "ball"\n'
        "  2 | 0. set(room1,ball1)\n"
        "    |              ^^^^^",
        id="set across types",
    ),
    pytest.param(
        "set(room1,room1)",
        'p.gp:2:14: error: "set" needs two different pointers, not "room1" twice\n'
        "  2 | 0. set(room1,room1)\n"
        "    |              ^^^^^",
        id="set to itself",
    ),
    pytest.param(
        "goto(1,y)",
        "p.gp:2:9: error: jump out of range: a goto on line 0 jumps to an earlier line, "
        "not to 1\n"
        "  2 | 0. goto(1,y)\n"
        "    |         ^",
        id="forward jump",
    ),
    pytest.param(
        "goto(0,y)",
        "p.gp:2:9: error: jump out of range: a goto on line 0 jumps to an earlier line, "
        "not to 0\n"
        "  2 | 0. goto(0,y)\n"
        "    |         ^",
        id="jump to itself",
    ),
    pytest.param(
        "goto(99999999999999,!y)",
        "p.gp:2:9: error: jump out of range: a goto on line 0 jumps to an earlier line, "
        "not to 99999999999999\n"
        "  2 | 0. goto(99999999999999,!y)\n"
        "    |         ^^^^^^^^^^^^^^",
        id="jump out of range",
    ),
    pytest.param(
        "goto(-1,y)",
        'p.gp:2:9: error: expected a line number, found "-1"\n'
        "  2 | 0. goto(-1,y)\n"
        "    |         ^^",
        id="jump to no number",
    ),
    pytest.param(
        "inc",
        'p.gp:2:7: error: expected "(", found the end of the line\n  2 | 0. inc\n    |       ^',
        id="no parentheses",
    ),
    pytest.param(
        "inc()",
        'p.gp:2:8: error: expected a pointer, found ")"\n  2 | 0. inc()\n    |        ^',
        id="nothing in parentheses",
    ),
    pytest.param(
        "go(room1 room2)",
        'p.gp:2:13: error: expected "," or ")", found "room2"\n'
        "  2 | 0. go(room1 room2)\n"
        "    |             ^^^^^",
        id="missing comma",
    ),
    pytest.param(
        "go(room1,room2",
        'p.gp:2:18: error: expected "," or ")", found the end of the line\n'
        "  2 | 0. go(room1,room2\n"
        "    |                  ^",
        id="missing parenthesis",
    ),
    pytest.param(
        "test(here(room1)",
        'p.gp:2:20: error: expected ")", found the end of the line\n'
        "  2 | 0. test(here(room1)\n"
        "    |                    ^",
        id="missing second parenthesis",
    ),
    pytest.param(
        "(ball1)",
        'p.gp:2:4: error: expected an instruction, found "("\n  2 | 0. (ball1)\n    |    ^',
        id="instruction without name",
    ),
    pytest.param(
        "inc(ball1) now",
        'p.gp:2:15: error: unexpected "now"\n  2 | 0. inc(ball1) now\n    |               ^^^',
        id="garbage after an instruction",
    ),
    pytest.param(
        "end()",
        'p.gp:2:7: error: unexpected "("\n  2 | 0. end()\n    |       ^',
        id="garbage after end",
    ),
    pytest.param(
        "inc(ball1) ; next",
        'p.gp:2:15: error: unexpected ";"\n'
        "  2 | 0. inc(ball1) ; next\n"
        "    |               ^\n"
        "  a comment needs a line of its own",
        id="comment after an instruction",
    ),
]


@pytest.mark.parametrize(("text", "expected"), INSTRUCTIONS)
def test_errors_in_an_instruction(text: str, expected: str) -> None:
    assert message(f"{HEADER}0. {text}\n1. end\n") == expected


def test_errors_in_later_lines_are_placed_there() -> None:
    assert message(f"{HEADER}0. inc(ball1)\n; loop\n\n  1.  goto(1,!y)\n2. end\n") == (
        "p.gp:5:12: error: jump out of range: a goto on line 1 jumps to an earlier line, not to 1\n"
        "  5 |   1.  goto(1,!y)\n"
        "    |            ^"
    )


def test_line_numbers_of_any_length_are_refused() -> None:
    digits = "9" * 5000
    assert message(f"{HEADER}{digits}. end\n").startswith(
        f"p.gp:2:1: error: expected line number 0, found {digits[:59]}…\n"
    )
