"""Structured programs ↔ text.

    ; domain lock   structured   pointers z1 z2 - object
    for z2 {
      move(?z1,z2)
    }

Statements stand one a line; the line of a block's statement ends with `{`, and `}` stands alone.
Indentation is for people only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from genplan.errors import did_you_mean
from genplan.pddl.model import ActionSchema, Parameter, fold
from genplan.pddl.syntax import shorten
from genplan.program.instructions import KEYWORDS as GOTO_KEYWORDS
from genplan.program.reading import ProgramText, WordReader, closest_or_all, format_pointers
from genplan.program.structured.moving import moving
from genplan.program.structured.program import StructuredProgram
from genplan.program.structured.scope import BrokenRuleError, Scope
from genplan.program.structured.statements import (
    KEYWORDS,
    Argument,
    Block,
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
    find_condition,
)

__all__ = ["format_structured", "read_structured"]


def format_structured(program: StructuredProgram) -> str:
    """Return the text of a program, header included."""
    pointers = format_pointers(program.pointers)
    header = f"; domain {program.domain}   structured   pointers {pointers}".rstrip()
    return f"{header}\n{program}\n" if program.body else f"{header}\n"


@dataclass(slots=True)
class _Open:
    """A block that is being read: its statement, the row of it, and what stands in it."""

    head: Block | None
    row: int
    body: list[Statement] = field(default_factory=list)


def read_structured(text: ProgramText) -> StructuredProgram:
    """Return the program whose statements follow the header."""
    scope = Scope(text.pointers.values())
    blocks = [_Open(None, text.first)]
    for row, _ in text.content():
        reader = _StatementReader(text, row)
        if reader.peek() == "}":
            _close(reader, blocks, scope)
            continue
        statement = reader.read()
        try:
            scope.begin(statement)
        except BrokenRuleError as error:
            reader.fail(error.problem, reader.place_of(error.argument), error.hint)
        if isinstance(statement, For | Repeat | If | Each):
            blocks.append(_Open(statement, row))
        else:
            blocks[-1].body.append(statement)
    if len(blocks) > 1:
        reader = _StatementReader(text, blocks[-1].row)
        hint = 'add "}", on a line of its own, after the last statement of the block'
        reader.fail(f'this "{reader.peek()}" is never closed', 0, hint)
    return StructuredProgram(text.domain.name, tuple(text.pointers.values()), tuple(blocks[0].body))


def _close(reader: _StatementReader, blocks: list[_Open], scope: Scope) -> None:
    """Read a `}`: the innermost block is complete."""
    closed = blocks.pop()
    if closed.head is None:
        reader.fail('unexpected "}": no block is open here', 0, "delete it")
    reader.next()
    following = fold(reader.peek())
    hint = '"}" stands alone on its line'
    if following == "else":
        hint = 'there is no "else": close the block, and write "ifnot" with the same condition'
    reader.expect_end(hint)
    scope.end()
    blocks[-1].body.append(replace(closed.head, body=tuple(closed.body)))


class _StatementReader(WordReader):
    """Reads one statement, without its block."""

    def __init__(self, program: ProgramText, row: int) -> None:
        super().__init__(program, row)
        self.places: list[int] = []

    def place_of(self, argument: int | None) -> int:
        """Return the position of the word of an argument, of the first word if it is none."""
        return 0 if argument is None else self.places[argument]

    def read(self) -> Statement:
        blocks: dict[str, Callable[[], Block]] = {
            "for": lambda: For(self._loop_pointer()),
            "fordown": lambda: For(self._loop_pointer(), down=True),
            "repeat": Repeat,
            "if": lambda: If(self._condition()),
            "ifnot": lambda: If(self._condition(), negated=True),
            "each": lambda: Each(self._condition()),
        }
        word = fold(self.word("a statement"))
        if word in blocks:
            block = blocks[word]()
            self._expect_brace(word)
            return block
        statement = self._plain(word)
        if self.peek() == "{":
            hint = 'a block belongs to "for", "fordown", "repeat", "if", "ifnot" or "each"'
            self.fail('unexpected "{"', self.position, hint)
        self.expect_end("statements stand one a line")
        return statement

    def _plain(self, word: str) -> Perform | Go | Find:
        if word == "find":
            return Find(self._condition())
        if word == "go":
            return self._go()
        if word == "action":
            self.word("the name of an action")
        action = self._action()
        arguments = self._arguments(action.name, action.parameters)
        return Perform(action.name, arguments)

    def _expect_brace(self, word: str) -> None:
        hint = f'the block of "{word}" starts with "{{" at the end of this line'
        if self.program.domain.action(word) is not None:
            hint = f'"{{" starts its block; the action of that name is written "action {word}"'
        self.expect("{", hint)
        if self.position < len(self.words):
            extra = shorten(self.peek())
            hint = 'statements stand one a line, and "}" alone'
            self.fail(f'unexpected "{extra}" after "{{"', self.position, hint)

    def _loop_pointer(self) -> str:
        self.places = [self.position]
        word = self.word("a pointer")
        if word.startswith("?"):
            self.fail('the pointer of a loop has no "?"', self.position - 1, "delete the mark")
        return self.pointer(word).name

    def _go(self) -> Go:
        self.word("the name of an action")
        action = self._action()
        at = self.position - 1
        moves = moving(action)
        if moves is None:
            others = [a.name for a in self.program.domain.actions if moving(a) is not None]
            hint = f"those that do are: {', '.join(others)}"
            self.fail(
                f'"go" needs an action that moves something, and "{action.name}" does not',
                at,
                shorten(hint, 100) if others else "no action of the domain does",
            )
        arguments = self._arguments(action.name, action.parameters)
        for position, argument in enumerate(arguments):
            if (argument.pointer is None) is not (position == moves.f):
                self.fail(
                    f'"_" stands for where the path starts, in the place of '
                    f'"{action.parameters[moves.f].name}"',
                    self.places[position],
                    f'"{action.name}" moves from "{action.parameters[moves.f].name}" '
                    f'to "{action.parameters[moves.t].name}"',
                )
        return Go(action.name, arguments)

    def _action(self) -> ActionSchema:
        """Return the action named by the word just read."""
        written = self.words[self.position - 1][0]
        action = self.program.domain.action(written)
        if action is None:
            known = [a.name for a in self.program.domain.actions]
            keywords = sorted(KEYWORDS) if self.position == 1 else []
            hint = did_you_mean(written, [*known, *keywords])
            if written.rstrip(".").isdecimal():
                hint = "the lines of a structured program have no numbers"
            elif fold(written) in GOTO_KEYWORDS:
                hint = 'a goto program has no "structured" in its first line'
            hint = hint or closest_or_all(written, known, "actions")
            self.fail(f'unknown action "{shorten(written)}"', self.position - 1, hint)
        return action

    def _condition(self) -> Condition:
        written = self.word("a predicate")
        found = find_condition(self.program.domain, written)
        if found is None:
            known = [p.name for p in self.program.domain.predicates]
            derived = [mode.prefix + name for mode in Mode for name in known]
            hint = did_you_mean(written, derived) or closest_or_all(written, known, "predicates")
            self.fail(f'unknown predicate "{shorten(written)}"', self.position - 1, hint)
        mode, predicate = found
        arguments = self._arguments(mode.prefix + predicate.name, predicate.parameters)
        return Condition(mode, predicate.name, arguments)

    def _arguments(self, name: str, parameters: Sequence[Parameter]) -> tuple[Argument, ...]:
        start = self.position - 1
        found: list[Argument] = []
        for word, at in self.list_words("a pointer"):
            self.places.append(at)
            found.append(self._argument(word, at))
        self.check_count(name, len(found), len(parameters), start)
        for argument, at, parameter in zip(found, self.places, parameters, strict=True):
            if argument.pointer is not None:
                pointer = self.program.pointers[fold(argument.pointer)]
                self.check_fit(name, pointer, parameter, at)
        return tuple(found)

    def _argument(self, word: str, at: int) -> Argument:
        if word == "_":
            return Argument(None)
        name = word.removeprefix("?")
        if not name:
            self.fail('"?" needs a pointer', at, 'as in "?z1", without a blank')
        return Argument(self.pointer(name).name, word != name)
