"""What the readers of both languages share: the header, the words of a line, located errors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NoReturn

from genplan.errors import Location, ProgramError, did_you_mean
from genplan.pddl.model import OBJECT, Domain, Parameter, fold
from genplan.pddl.syntax import shorten
from genplan.problem import Pointer

__all__ = ["HEADER_HINT", "ProgramText", "WordReader", "closest_or_all", "format_pointers"]

_HEADER: Final = re.compile(
    r"\s*;\s*domain\s+(\S+)(?:\s+(structured))?\s+pointers(?:\s+(.*))?$", re.IGNORECASE
)
_WORD: Final = re.compile(r"\S+")
_TERM: Final = re.compile(r"\{(?=\s*$)|[^\s(),]+?(?=\{\s*$)|[^\s(),]+|[(),]")
HEADER_HINT: Final = 'the first line is "; domain NAME   pointers z1 z2 - TYPE …"'


def format_pointers(pointers: Iterable[Pointer]) -> str:
    """Return the pointers as the header lists them."""
    groups = groupby(pointers, key=lambda z: z.type)
    return " ".join(f"{' '.join(z.name for z in run)} - {name}" for name, run in groups)


def closest_or_all(written: str, known: Iterable[str], what: str) -> str:
    """Return a hint: the known name that is closest, or else all of them."""
    known = tuple(known)
    if not known:
        return f"there are no {what}"
    return did_you_mean(written, known) or shorten(f"the {what} are: {', '.join(known)}", 100)


class ProgramText:
    """The rows of a program's text, and what its header says."""

    def __init__(self, text: str, domain: Domain, source: str) -> None:
        """Split the text, and read the header."""
        self.rows = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
        self.domain = domain
        self.source = source
        self.structured_at = -1
        self.pointers: dict[str, Pointer] = {}
        first = next((i for i, row in enumerate(self.rows) if row.strip()), None)
        if first is None:
            self.fail("the program is empty", 0, hint=HEADER_HINT)
        self.first = first
        self._header(first)

    @property
    def is_structured(self) -> bool:
        """Return whether the header has the word `structured`."""
        return self.structured_at >= 0

    def content(self) -> Iterator[tuple[int, str]]:
        """Yield the rows after the header that are neither blank nor comments, with numbers."""
        for number, row in enumerate(self.rows[self.first + 1 :], self.first + 1):
            if row.strip() and not row.lstrip().startswith(";"):
                yield number, row

    def fail(
        self, problem: str, row: int, column: int = 0, width: int = 1, hint: str = ""
    ) -> NoReturn:
        """Raise a ProgramError at a place of a row."""
        text = self.rows[row] if row < len(self.rows) else ""
        raise ProgramError(problem, Location(self.source, row + 1, column + 1, text, width), hint)

    def _header(self, row: int) -> None:
        match = _HEADER.match(self.rows[row])
        if not match:
            hint = HEADER_HINT
            if "structured" in fold(self.rows[row]).split():
                hint = hint.replace("NAME ", "NAME   structured ")
            self.fail("expected the header of a program", row, hint=hint)
        name = match.group(1)
        if fold(name) != fold(self.domain.name):
            self.fail(
                f'this program is for the domain "{shorten(name)}", '
                f'but the domain given is "{self.domain.name}"',
                row,
                match.start(1),
                len(name),
            )
        self.structured_at = match.start(2)
        start = match.end() if match.group(3) is None else match.start(3)
        words = _WORD.finditer(self.rows[row], start)
        self._pointers(row, [(word.group(), word.start()) for word in words])

    def _pointers(self, row: int, words: Sequence[tuple[str, int]]) -> None:
        pending: dict[str, tuple[str, int]] = {}
        entries = iter(words)
        for word, column in entries:
            if word == "-":
                if not pending:
                    self.fail('expected a pointer, found "-"', row, column, hint=HEADER_HINT)
                type_name = self._type(row, *next(entries, ("", column + 1)))
                for folded, (name, _) in pending.items():
                    self.pointers[folded] = Pointer(name, type_name)
                pending = {}
                continue
            if not re.fullmatch(r"\w[^\s(),;]*", word):
                problem = f'"{shorten(word)}" cannot be the name of a pointer'
                self.fail(problem, row, column, len(word))
            if word == "_" and self.is_structured:
                self.fail('no pointer can be called "_", which means wherever', row, column)
            if fold(word) in self.pointers or fold(word) in pending:
                self.fail(f'duplicate pointer "{shorten(word)}"', row, column, len(word))
            pending[fold(word)] = (word, column)
        for name, column in pending.values():
            problem = f'the pointer "{shorten(name)}" has no type'
            self.fail(problem, row, column, len(name), HEADER_HINT)

    def _type(self, row: int, written: str, column: int) -> str:
        declared = self.domain.type(written)
        if declared is None:
            found = f'"{shorten(written)}"' if written else "the end of the line"
            hint = closest_or_all(written, (OBJECT, *(t.name for t in self.domain.types)), "types")
            problem = f"expected a type of the domain, found {found}"
            self.fail(problem, row, column, len(written) or 1, hint)
        return declared.name


class WordReader:
    """Reads one row: words, parentheses and commas with their columns."""

    def __init__(self, program: ProgramText, row: int, start: int = 0) -> None:
        """Split what stands in a row from a column on."""
        self.program = program
        self.row = row
        text = program.rows[row]
        self.words = [(m.group(), m.start()) for m in _TERM.finditer(text, start)]
        self.position = 0
        self.end_column = len(text.rstrip())

    def fail(self, problem: str, at: int, hint: str = "") -> NoReturn:
        """Raise a ProgramError at a word, or at the end of the row if there is none."""
        word, column = self.words[at] if at < len(self.words) else ("", self.end_column)
        self.program.fail(problem, self.row, column, len(word) or 1, hint)

    def peek(self) -> str:
        """Return the next word, an empty text at the end of the row."""
        return self.words[self.position][0] if self.position < len(self.words) else ""

    def next(self) -> str:
        """Return the next word, an empty text at the end of the row, and go on."""
        word = self.peek()
        self.position += 1
        return word

    def word(self, what: str) -> str:
        """Return the next word, which must be one."""
        word = self.next()
        if not word or word in "(),{}":
            found = f'"{word}"' if word else "the end of the line"
            self.fail(f"expected {what}, found {found}", self.position - 1)
        return word

    def expect(self, symbol: str, hint: str = "") -> None:
        """Go past a symbol, which must stand here."""
        word = self.next()
        if word != symbol:
            found = f'"{shorten(word)}"' if word else "the end of the line"
            self.fail(f'expected "{symbol}", found {found}', self.position - 1, hint)

    def expect_end(self, hint: str = "") -> None:
        """Fail if something is left in the row."""
        if self.position < len(self.words):
            extra = self.peek()
            if extra.startswith(";"):
                hint = "a comment needs a line of its own"
            self.fail(f'unexpected "{shorten(extra)}"', self.position, hint)

    def pointer(self, written: str) -> Pointer:
        """Return the pointer called by the word just read."""
        pointer = self.program.pointers.get(fold(written))
        if pointer is None:
            known = [z.name for z in self.program.pointers.values()]
            hint = closest_or_all(written, known, "pointers")
            self.fail(f'unknown pointer "{shorten(written)}"', self.position - 1, hint)
        return pointer

    def list_words(self, what: str) -> Iterator[tuple[str, int]]:
        """Yield the words of `(z1,z2)` with their positions; nothing for `()` or no list."""
        if self.peek() != "(":
            return
        self.expect("(")
        if self.peek() == ")":
            self.expect(")")
            return
        while True:
            yield self.word(what), self.position - 1
            word = self.next()
            if word == ")":
                return
            if word != ",":
                found = f'"{shorten(word)}"' if word else "the end of the line"
                self.fail(f'expected "," or ")", found {found}', self.position - 1)

    def check_count(self, name: str, found: int, expected: int, at: int) -> None:
        """Fail if an action or predicate has a wrong number of arguments."""
        if found != expected:
            count = "1 pointer" if expected == 1 else f"{expected} pointers"
            self.fail(f'"{name}" takes {count}, found {found}', at)

    def check_fit(self, name: str, pointer: Pointer, parameter: Parameter, at: int) -> None:
        """Fail if a pointer does not fit the parameter for which it stands."""
        if not pointer.fits(parameter, self.program.domain):
            self.fail(
                f'"{name}" needs a pointer of type "{parameter.type}" here, '
                f'but "{pointer.name}" is of type "{pointer.type}"',
                at,
            )
