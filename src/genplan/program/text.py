"""Programs ↔ text: goto programs as the paper prints them, and structured programs.

    ; domain lock   pointers z1 z2 - object
    0. inc(z1)
    1. move(z2,z1)
    …

The first line names the domain and lists the pointers with their types; the word `structured`
in it says that a structured program follows. Further lines that start with `;` are comments. A
line that is not programmed yet is written `?`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NoReturn

from genplan.errors import did_you_mean
from genplan.goal_facts import goal_predicate
from genplan.pddl.model import Domain, Parameter, fold
from genplan.pddl.syntax import read_text, shorten
from genplan.program import AnyProgram
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
from genplan.program.reading import ProgramText, WordReader, closest_or_all, format_pointers
from genplan.program.structured import StructuredProgram
from genplan.program.structured import statements as structured_statements
from genplan.program.structured.text import format_structured, read_structured

__all__ = [
    "format_program",
    "parse_goto_program",
    "parse_program",
    "read_goto_program",
    "read_program",
]

_LINE: Final = re.compile(r"\s*([0-9]+)\s*\.\s*(\S.*?)\s*$")


def format_program(program: AnyProgram) -> str:
    """Return the text of a program, header included."""
    if isinstance(program, StructuredProgram):
        return format_structured(program)
    pointers = format_pointers(program.pointers)
    return f"; domain {program.domain}   pointers {pointers}".rstrip() + f"\n{program}\n"


def read_program(path: str | Path, domain: Domain) -> AnyProgram:
    """Return the program in a file, checked against its domain."""
    return parse_program(read_text(path), domain, str(path))


def parse_program(text: str, domain: Domain, source: str = "<text>") -> AnyProgram:
    """Return the program that a text describes, checked against its domain."""
    read = ProgramText(text, domain, source)
    return read_structured(read) if read.is_structured else _read_goto_program(read)


def read_goto_program(path: str | Path, domain: Domain) -> Program:
    """Return the goto program in a file; refuse a structured one."""
    return parse_goto_program(read_text(path), domain, str(path))


def parse_goto_program(text: str, domain: Domain, source: str = "<text>") -> Program:
    """Return the goto program that a text describes; refuse a structured one."""
    read = ProgramText(text, domain, source)
    if read.is_structured:
        hint = '"genplan run", "validate" and "check" take programs of both languages'
        problem = "expected a goto program, found a structured one"
        read.fail(problem, read.first, read.structured_at, len("structured"), hint)
    return _read_goto_program(read)


def _read_goto_program(text: ProgramText) -> Program:
    lines: list[Instruction | None] = []
    last_row = text.first
    for number, _ in text.content():
        lines.append(_line(text, number, len(lines)))
        last_row = number
    if not lines or lines[-1] != End():
        _end_missing(text, last_row, len(lines))
    return Program(text.domain.name, tuple(text.pointers.values()), tuple(lines))


def _end_missing(text: ProgramText, row: int, count: int) -> NoReturn:
    start = len(text.rows[row].rstrip())
    match = _LINE.match(text.rows[row]) if count else None
    column, width = (match.start(2), len(match.group(2))) if match else (start, 1)
    text.fail("the last line of a program must be end", row, column, width, f'add "{count}. end"')


def _line(text: ProgramText, row: int, expected: int) -> Instruction | None:
    match = _LINE.match(text.rows[row])
    if not match:
        start = len(text.rows[row]) - len(text.rows[row].lstrip())
        hint = 'every line starts with its number, as in "0. inc(z1)"'
        word = re.split(r"[\s({]", text.rows[row].strip(), maxsplit=1)[0]
        if fold(word) in structured_statements.KEYWORDS - KEYWORDS:
            hint = "a structured program says so in its first line, after the domain's name"
        text.fail(f'expected "{expected}. INSTRUCTION"', row, start, hint=hint)
    if len(match.group(1)) > 9 or int(match.group(1)) != expected:
        text.fail(
            f"expected line number {expected}, found {shorten(match.group(1))}",
            row,
            match.start(1),
            len(match.group(1)),
            "the lines of a program are numbered 0, 1, 2, … without gaps",
        )
    if match.group(2) == "?":
        return None
    return _InstructionReader(text, row, expected, match.start(2)).read()


class _InstructionReader(WordReader):
    """Reads one instruction."""

    def __init__(self, program: ProgramText, row: int, number: int, start: int) -> None:
        super().__init__(program, row, start)
        self.number = number

    def read(self) -> Instruction:
        readers: dict[str, Callable[[], Instruction]] = {
            "inc": lambda: Inc(self._one_pointer()),
            "dec": lambda: Dec(self._one_pointer()),
            "clear": lambda: Clear(self._one_pointer()),
            "set": self._set,
            "test": self._test,
            "goto": self._goto,
            "end": End,
        }
        word = self.word("an instruction")
        instruction: Instruction
        if fold(word) == "action":
            instruction = self._act(self.word("the name of an action"))
        elif fold(word) in readers:
            instruction = readers[fold(word)]()
        else:
            instruction = self._act(word)
        self.expect_end()
        return instruction

    def _one_pointer(self) -> str:
        self.expect("(")
        pointer = self.pointer(self.word("a pointer"))
        self.expect(")")
        return pointer.name

    def _set(self) -> Set:
        self.expect("(")
        first = self.pointer(self.word("a pointer"))
        self.expect(",")
        second, at = self.pointer(self.word("a pointer")), self.position - 1
        if first == second:
            self.fail(f'"set" needs two different pointers, not "{first.name}" twice', at)
        if first.type != second.type:
            self.fail(
                f'"set" needs two pointers of the same type, but "{first.name}" is of '
                f'type "{first.type}" and "{second.name}" of type "{second.type}"',
                at,
            )
        self.expect(")")
        return Set(first.name, second.name)

    def _goto(self) -> Goto:
        self.expect("(")
        written = self.word("a line number")
        if not written.isdecimal():
            self.fail(f'expected a line number, found "{shorten(written)}"', self.position - 1)
        if len(written) > 9 or int(written) >= self.number:
            self.fail(
                f"jump out of range: a goto on line {self.number} jumps to an earlier line, "
                f"not to {shorten(written)}",
                self.position - 1,
            )
        self.expect(",")
        condition = self.word('"y" or "!y"')
        if condition not in ("y", "!y"):
            self.fail(f'expected "y" or "!y", found "{shorten(condition)}"', self.position - 1)
        self.expect(")")
        return Goto(int(written), condition == "y")

    def _test(self) -> Test:
        self.expect("(")
        written = self.word("a predicate")
        domain = self.program.domain
        predicate = domain.predicate(written) or goal_predicate(domain, written)
        if predicate is None:
            known = [p.name for p in self.program.domain.predicates]
            hint = closest_or_all(written, known, "predicates")
            self.fail(f'unknown predicate "{shorten(written)}"', self.position - 1, hint)
        pointers = self._arguments(predicate.name, predicate.parameters)
        self.expect(")")
        return Test(predicate.name, pointers)

    def _act(self, written: str) -> Act:
        action = self.program.domain.action(written)
        if action is None:
            known = [a.name for a in self.program.domain.actions]
            keywords = sorted(KEYWORDS) if self.position == 1 else []
            hint = did_you_mean(written, [*known, *keywords])
            hint = hint or closest_or_all(written, known, "actions")
            self.fail(f'unknown action "{shorten(written)}"', self.position - 1, hint)
        return Act(action.name, self._arguments(action.name, action.parameters))

    def _arguments(self, name: str, parameters: Sequence[Parameter]) -> tuple[str, ...]:
        start = self.position - 1
        found = [(self.pointer(word), at) for word, at in self.list_words("a pointer")]
        self.check_count(name, len(found), len(parameters), start)
        for (pointer, at), parameter in zip(found, parameters, strict=True):
            self.check_fit(name, pointer, parameter, at)
        return tuple(pointer.name for pointer, _ in found)
