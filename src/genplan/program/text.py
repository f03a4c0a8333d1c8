"""Programs ↔ text, as the paper prints them.

    ; domain lock   pointers z1 z2 - object
    0. inc(z1)
    1. move(z2,z1)
    …

The first line names the domain and lists the pointers with their types. Further lines that
start with `;` are comments. A line that is not programmed yet is written `?`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final, NoReturn

from genplan.errors import Location, ProgramError, did_you_mean
from genplan.pddl.model import OBJECT, Domain, Parameter, fold
from genplan.pddl.syntax import read_text, shorten
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

__all__ = ["format_program", "parse_program", "read_program"]

_HEADER: Final = re.compile(r"\s*;\s*domain\s+(\S+)\s+pointers(?:\s+(.*))?$", re.IGNORECASE)
_LINE: Final = re.compile(r"\s*([0-9]+)\s*\.\s*(\S.*?)\s*$")
_WORD: Final = re.compile(r"\S+")
_TERM: Final = re.compile(r"[^\s(),]+|[(),]")
_HEADER_HINT: Final = 'the first line is "; domain NAME   pointers z1 z2 - TYPE …"'


def format_program(program: Program) -> str:
    """Return the text of a program, header included."""
    groups = groupby(program.pointers, key=lambda z: z.type)
    pointers = " ".join(f"{' '.join(z.name for z in run)} - {name}" for name, run in groups)
    return f"; domain {program.domain}   pointers {pointers}".rstrip() + f"\n{program}\n"


def read_program(path: str | Path, domain: Domain) -> Program:
    """Return the program in a file, checked against its domain."""
    return parse_program(read_text(path), domain, str(path))


def parse_program(text: str, domain: Domain, source: str = "<text>") -> Program:
    """Return the program that a text describes, checked against its domain."""
    return _ProgramReader(text, domain, source).read()


class _ProgramReader:
    def __init__(self, text: str, domain: Domain, source: str) -> None:
        self.rows = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
        self.domain = domain
        self.source = source
        self.pointers: dict[str, Pointer] = {}

    def fail(
        self, problem: str, row: int, column: int = 0, width: int = 1, hint: str = ""
    ) -> NoReturn:
        text = self.rows[row] if row < len(self.rows) else ""
        raise ProgramError(problem, Location(self.source, row + 1, column + 1, text, width), hint)

    def read(self) -> Program:
        first = next((i for i, row in enumerate(self.rows) if row.strip()), None)
        if first is None:
            self.fail("the program is empty", 0, hint=_HEADER_HINT)
        self._header(first)
        lines: list[Instruction | None] = []
        last_row = first
        for number, row in enumerate(self.rows[first + 1 :], first + 1):
            if row.strip() and not row.lstrip().startswith(";"):
                lines.append(self._line(number, len(lines)))
                last_row = number
        if not lines or lines[-1] != End():
            self._end_missing(last_row, len(lines))
        return Program(self.domain.name, tuple(self.pointers.values()), tuple(lines))

    def _end_missing(self, row: int, count: int) -> NoReturn:
        start = len(self.rows[row].rstrip())
        match = _LINE.match(self.rows[row]) if count else None
        column, width = (match.start(2), len(match.group(2))) if match else (start, 1)
        self.fail(
            "the last line of a program must be end", row, column, width, f'add "{count}. end"'
        )

    def _header(self, row: int) -> None:
        match = _HEADER.match(self.rows[row])
        if not match:
            self.fail("expected the header of a program", row, hint=_HEADER_HINT)
        name = match.group(1)
        if fold(name) != fold(self.domain.name):
            self.fail(
                f'this program is for the domain "{shorten(name)}", '
                f'but the domain given is "{self.domain.name}"',
                row,
                match.start(1),
                len(name),
            )
        start = match.end() if match.group(2) is None else match.start(2)
        words = _WORD.finditer(self.rows[row], start)
        self._pointers(row, [(word.group(), word.start()) for word in words])

    def _pointers(self, row: int, words: Sequence[tuple[str, int]]) -> None:
        pending: dict[str, tuple[str, int]] = {}
        entries = iter(words)
        for word, column in entries:
            if word == "-":
                if not pending:
                    self.fail('expected a pointer, found "-"', row, column, hint=_HEADER_HINT)
                type_name = self._type(row, *next(entries, ("", column + 1)))
                for folded, (name, _) in pending.items():
                    self.pointers[folded] = Pointer(name, type_name)
                pending = {}
                continue
            if not re.fullmatch(r"\w[^\s(),;]*", word):
                problem = f'"{shorten(word)}" cannot be the name of a pointer'
                self.fail(problem, row, column, len(word))
            if fold(word) in self.pointers or fold(word) in pending:
                self.fail(f'duplicate pointer "{shorten(word)}"', row, column, len(word))
            pending[fold(word)] = (word, column)
        for name, column in pending.values():
            problem = f'the pointer "{shorten(name)}" has no type'
            self.fail(problem, row, column, len(name), _HEADER_HINT)

    def _type(self, row: int, written: str, column: int) -> str:
        declared = self.domain.type(written)
        if declared is None:
            found = f'"{shorten(written)}"' if written else "the end of the line"
            hint = _closest_or_all(written, (OBJECT, *(t.name for t in self.domain.types)), "types")
            problem = f"expected a type of the domain, found {found}"
            self.fail(problem, row, column, len(written) or 1, hint)
        return declared.name

    def _line(self, row: int, expected: int) -> Instruction | None:
        match = _LINE.match(self.rows[row])
        if not match:
            self.fail(
                f'expected "{expected}. INSTRUCTION"',
                row,
                len(self.rows[row]) - len(self.rows[row].lstrip()),
                hint='every line starts with its number, as in "0. inc(z1)"',
            )
        if len(match.group(1)) > 9 or int(match.group(1)) != expected:
            self.fail(
                f"expected line number {expected}, found {shorten(match.group(1))}",
                row,
                match.start(1),
                len(match.group(1)),
                "the lines of a program are numbered 0, 1, 2, … without gaps",
            )
        if match.group(2) == "?":
            return None
        return _InstructionReader(self, row, expected, match.start(2)).read()


class _InstructionReader:
    """Reads one instruction: words, parentheses and commas with their columns."""

    def __init__(self, program: _ProgramReader, row: int, number: int, start: int) -> None:
        self.program = program
        self.row = row
        self.number = number
        text = program.rows[row]
        self.words = [(m.group(), m.start()) for m in _TERM.finditer(text, start)]
        self.position = 0
        self.end_column = len(text.rstrip())

    def fail(self, problem: str, at: int, hint: str = "") -> NoReturn:
        word, column = self.words[at] if at < len(self.words) else ("", self.end_column)
        self.program.fail(problem, self.row, column, len(word) or 1, hint)

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
        word = self._word("an instruction")
        instruction: Instruction
        if fold(word) == "action":
            instruction = self._act(self._word("the name of an action"))
        elif fold(word) in readers:
            instruction = readers[fold(word)]()
        else:
            instruction = self._act(word)
        if self.position < len(self.words):
            extra = self.words[self.position][0]
            hint = "a comment needs a line of its own" if extra.startswith(";") else ""
            self.fail(f'unexpected "{shorten(extra)}"', self.position, hint)
        return instruction

    def _next(self) -> str:
        word = self.words[self.position][0] if self.position < len(self.words) else ""
        self.position += 1
        return word

    def _word(self, what: str) -> str:
        word = self._next()
        if not word or word in "(),":
            found = f'"{word}"' if word else "the end of the line"
            self.fail(f"expected {what}, found {found}", self.position - 1)
        return word

    def _expect(self, symbol: str) -> None:
        word = self._next()
        if word != symbol:
            found = f'"{shorten(word)}"' if word else "the end of the line"
            self.fail(f'expected "{symbol}", found {found}', self.position - 1)

    def _pointer(self) -> Pointer:
        written = self._word("a pointer")
        pointer = self.program.pointers.get(fold(written))
        if pointer is None:
            known = [z.name for z in self.program.pointers.values()]
            hint = _closest_or_all(written, known, "pointers")
            self.fail(f'unknown pointer "{shorten(written)}"', self.position - 1, hint)
        return pointer

    def _one_pointer(self) -> str:
        self._expect("(")
        pointer = self._pointer()
        self._expect(")")
        return pointer.name

    def _set(self) -> Set:
        self._expect("(")
        first = self._pointer()
        self._expect(",")
        second, at = self._pointer(), self.position - 1
        if first == second:
            self.fail(f'"set" needs two different pointers, not "{first.name}" twice', at)
        if first.type != second.type:
            self.fail(
                f'"set" needs two pointers of the same type, but "{first.name}" is of '
                f'type "{first.type}" and "{second.name}" of type "{second.type}"',
                at,
            )
        self._expect(")")
        return Set(first.name, second.name)

    def _goto(self) -> Goto:
        self._expect("(")
        written = self._word("a line number")
        if not written.isdecimal():
            self.fail(f'expected a line number, found "{shorten(written)}"', self.position - 1)
        if len(written) > 9 or int(written) >= self.number:
            self.fail(
                f"jump out of range: a goto on line {self.number} jumps to an earlier line, "
                f"not to {shorten(written)}",
                self.position - 1,
            )
        self._expect(",")
        condition = self._word('"y" or "!y"')
        if condition not in ("y", "!y"):
            self.fail(f'expected "y" or "!y", found "{shorten(condition)}"', self.position - 1)
        self._expect(")")
        return Goto(int(written), condition == "y")

    def _test(self) -> Test:
        self._expect("(")
        written = self._word("a predicate")
        predicate = self.program.domain.predicate(written)
        if predicate is None:
            known = [p.name for p in self.program.domain.predicates]
            hint = _closest_or_all(written, known, "predicates")
            self.fail(f'unknown predicate "{shorten(written)}"', self.position - 1, hint)
        pointers = self._arguments(predicate.name, predicate.parameters)
        self._expect(")")
        return Test(predicate.name, pointers)

    def _act(self, written: str) -> Act:
        action = self.program.domain.action(written)
        if action is None:
            known = [a.name for a in self.program.domain.actions]
            keywords = sorted(KEYWORDS) if self.position == 1 else []
            hint = did_you_mean(written, [*known, *keywords])
            hint = hint or _closest_or_all(written, known, "actions")
            self.fail(f'unknown action "{shorten(written)}"', self.position - 1, hint)
        return Act(action.name, self._arguments(action.name, action.parameters))

    def _arguments(self, name: str, parameters: Sequence[Parameter]) -> tuple[str, ...]:
        start = self.position - 1
        pointers = list(self._pointer_list())
        if len(pointers) != len(parameters):
            count = "1 pointer" if len(parameters) == 1 else f"{len(parameters)} pointers"
            self.fail(f'"{name}" takes {count}, found {len(pointers)}', start)
        for (pointer, at), parameter in zip(pointers, parameters, strict=True):
            if not pointer.fits(parameter, self.program.domain):
                self.fail(
                    f'"{name}" needs a pointer of type "{parameter.type}" here, '
                    f'but "{pointer.name}" is of type "{pointer.type}"',
                    at,
                )
        return tuple(pointer.name for pointer, _ in pointers)

    def _pointer_list(self) -> Iterator[tuple[Pointer, int]]:
        """Yield the pointers of `(z1,z2)` with their positions; nothing for `()` or no list."""
        if self.position >= len(self.words) or self.words[self.position][0] != "(":
            return
        self._expect("(")
        if self.position < len(self.words) and self.words[self.position][0] == ")":
            self._expect(")")
            return
        while True:
            yield self._pointer(), self.position - 1
            word = self._next()
            if word == ")":
                return
            if word != ",":
                found = f'"{shorten(word)}"' if word else "the end of the line"
                self.fail(f'expected "," or ")", found {found}', self.position - 1)


def _closest_or_all(written: str, known: Iterable[str], what: str) -> str:
    """Return a hint: the known name that is closest, or else all of them."""
    known = tuple(known)
    if not known:
        return f"there are no {what}"
    return did_you_mean(written, known) or shorten(f"the {what} are: {', '.join(known)}", 100)
