"""The children of a structured program: what is appended, and what is wrapped.

`docs/language.md`, "Search". The blocks that reach to the end of a program are open: the whole
program is one, level 0, and the others lie within. A child has one statement more: appended to
an open block, or put around a suffix of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from genplan.compiled import CompiledDomain
from genplan.compiled_structured import CompiledStatement, StatementKind, compile_moving
from genplan.program.structured.statements import Mode
from genplan.search import StructuredOptions

__all__ = ["Children", "StructuredCode", "open_headers"]

StructuredCode = tuple[CompiledStatement, ...]

_LOOPS_OVER_POINTERS: Final = (StatementKind.FOR, StatementKind.FORDOWN)
_BINDING_IN_BLOCK: Final = (*_LOOPS_OVER_POINTERS, StatementKind.EACH)


class Status(Enum):
    """What a pointer is at a place in the text; a locked one belongs to a loop around."""

    FREE = 0
    BOUND = 1
    LOCKED = 2


Scope = tuple[Status, ...]
Arguments = tuple[tuple[int, bool], ...]
"""Pointers, -1 for `_`, and whether they are marked."""


@dataclass(frozen=True, slots=True)
class OpenBlock:
    """Where the statements of an open block stand, those within their blocks apart."""

    lines: tuple[int, ...]
    header: int | None
    """The statement whose block it is; None for the whole program."""


def open_blocks(code: StructuredCode) -> list[OpenBlock]:
    """Return the open blocks from the whole program inwards."""
    blocks: list[OpenBlock] = []
    begin, header = 0, None
    while True:
        lines: list[int] = []
        while begin < len(code):
            lines.append(begin)
            begin += 1 + code[begin].size
        blocks.append(OpenBlock(tuple(lines), header))
        if not lines or code[lines[-1]].kind < StatementKind.FOR:
            return blocks
        header = lines[-1]
        begin = header + 1


def open_headers(code: StructuredCode) -> StructuredCode:
    """Return the statements whose blocks are open, without the sizes of these."""
    headers = [block.header for block in open_blocks(code)]
    return tuple(replace(code[header], size=0) for header in headers if header is not None)


def bound_by(statement: CompiledStatement) -> list[int]:
    """Return the pointers that a statement binds, as a loop or by choice."""
    if statement.kind in _LOOPS_OVER_POINTERS:
        return list(statement.pointers)
    return [z for z, choose in zip(statement.pointers, statement.choose, strict=True) if choose]


class Children:
    """Makes the children of programs, in the order that decides ties."""

    def __init__(
        self,
        domain: CompiledDomain,
        options: StructuredOptions,
        may_ask: Callable[[int, Mode], bool],
    ) -> None:
        """Prepare the statements; `may_ask` says which conditions on a predicate there are."""
        self.domain = domain
        self.options = options
        self.may_ask = may_ask
        self.types = tuple(dict.fromkeys(domain.pointer_types))

    def of(self, code: StructuredCode) -> Iterator[StructuredCode]:
        """Yield the children of a program."""
        blocks = open_blocks(code)
        levels = range(len(blocks) - 1, -1, -1)
        for level in levels:
            for statement in self._appended(code, blocks, level):
                yield (*_grown(code, blocks, level), statement)
            if not blocks[level].lines:
                break  # a block without statements is not left
        for level in levels:
            for line in reversed(blocks[level].lines):
                grown = _grown(code, blocks, level)
                for header in self._wrapping(code, blocks, level, line):
                    yield _wrapped(grown, line, header)

    def _appended(
        self, code: StructuredCode, blocks: Sequence[OpenBlock], level: int
    ) -> Iterator[CompiledStatement]:
        """Yield what can be appended to an open block."""
        scope = self._scope(code, blocks, level, len(code))
        yield from self._actions(scope)
        if self.options.find:
            yield from self._conditions(StatementKind.FIND, scope)
        for type_ in self.types:
            pointer = self._fresh(type_, scope, ())
            if pointer is not None:
                yield from _loops_over(pointer)
        header = blocks[level].header
        is_empty_repeat = (
            header is not None
            and code[header].kind is StatementKind.REPEAT
            and not blocks[level].lines
        )
        if not is_empty_repeat:
            yield CompiledStatement(StatementKind.REPEAT)
        yield from self._ifs(scope)
        if self.options.each:
            yield from self._conditions(StatementKind.EACH, scope)

    def _wrapping(
        self, code: StructuredCode, blocks: Sequence[OpenBlock], level: int, line: int
    ) -> Iterator[CompiledStatement]:
        """Yield what can be put around the statements of an open block from a line on."""
        scope = self._scope(code, blocks, level, line)
        suffix = code[line:]
        chosen, kept = _bound_in(suffix)
        usable = [z for z in sorted(chosen - kept) if scope[z] is not Status.LOCKED]
        for pointer in usable:
            yield from _loops_over(pointer)
        if suffix[0].kind is not StatementKind.REPEAT or 1 + suffix[0].size < len(suffix):
            yield CompiledStatement(StatementKind.REPEAT)
        yield from self._ifs(scope)
        if self.options.each:
            for header in self._conditions(StatementKind.EACH, scope, usable):
                if kept.isdisjoint(bound_by(header)):
                    yield header

    # --- Statements ----------------------------------------------------------------------------

    def _actions(self, scope: Scope) -> Iterator[CompiledStatement]:
        for number, action in enumerate(self.domain.actions):
            types = action.parameter_types
            for arguments in self._arguments(types, scope, exact=True):
                yield _statement(StatementKind.DO, number, arguments)
            moves = compile_moving(self.domain, number)
            if self.options.go and moves is not None:
                for arguments in self._arguments(types, scope, exact=True, start=moves.f):
                    yield _statement(StatementKind.GO, number, arguments)

    def _ifs(self, scope: Scope) -> Iterator[CompiledStatement]:
        for statement in self._conditions(StatementKind.IF, scope):
            yield statement
            yield replace(statement, kind=StatementKind.IFNOT)

    def _conditions(
        self, kind: StatementKind, scope: Scope, offered: Sequence[int] = ()
    ) -> Iterator[CompiledStatement]:
        """Yield the statements about atoms: with choices, but for `if` without any."""
        for number, types in enumerate(self.domain.predicate_types):
            for mode in Mode:
                if self.may_ask(number, mode):
                    for arguments in self._arguments(types, scope, exact=False, offered=offered):
                        chooses = any(choose for _, choose in arguments)
                        if chooses is (kind is not StatementKind.IF):
                            yield _statement(kind, number, arguments, mode)

    def _arguments(
        self,
        types: Sequence[int],
        scope: Scope,
        *,
        exact: bool,
        start: int | None = None,
        offered: Sequence[int] = (),
        taken: Arguments = (),
    ) -> Iterator[Arguments]:
        """Yield the argument lists for parameters of some types.

        For each parameter first the bound pointers that fit, then the marked ones: those
        offered, and of each type the lowest that is free. For an action that type must be
        `exact`ly the parameter's. `_` stands at the position `start`.
        """
        if len(taken) == len(types):
            yield taken
            return
        fitting = [(-1, False)]
        if len(taken) != start:
            fitting = list(self._fitting(types[len(taken)], scope, exact, offered, taken))
        for argument in fitting:
            yield from self._arguments(
                types, scope, exact=exact, start=start, offered=offered, taken=(*taken, argument)
            )

    def _fitting(
        self, type_: int, scope: Scope, exact: bool, offered: Sequence[int], taken: Arguments
    ) -> Iterator[tuple[int, bool]]:
        used = [z for z, _ in taken]
        fits = self.domain.subtypes[type_]
        for z, own in enumerate(self.domain.pointer_types):
            if scope[z] is not Status.FREE and z not in used and own in fits:
                yield z, False
        for z in offered:
            if z not in used and self.domain.pointer_types[z] in fits:
                yield z, True
        for own in self.types:
            if own == type_ if exact else own in fits:
                fresh = self._fresh(own, scope, used)
                if fresh is not None and fresh not in offered:
                    yield fresh, True

    # --- Scopes --------------------------------------------------------------------------------

    def _fresh(self, type_: int, scope: Scope, used: Sequence[int]) -> int | None:
        """Return the lowest free pointer of exactly a type."""
        for z, own in enumerate(self.domain.pointer_types):
            if own == type_ and scope[z] is Status.FREE and z not in used:
                return z
        return None

    def _scope(
        self, code: StructuredCode, blocks: Sequence[OpenBlock], level: int, line: int
    ) -> Scope:
        """Return what the pointers are before a line of an open block.

        What a closed statement binds within its block only is free after it; what the
        statements in its block bind counts for nothing, since they need not have been reached.
        """
        scope = [Status.FREE] * len(self.domain.pointers)
        for inner, block in enumerate(blocks[: level + 1]):
            for at in block.lines:
                statement = code[at]
                is_around = inner < level and at == block.lines[-1]
                if not is_around and inner == level and at >= line:
                    continue
                binds_in_block = statement.kind in _BINDING_IN_BLOCK
                for z in bound_by(statement):
                    if is_around:
                        scope[z] = Status.LOCKED
                    else:
                        scope[z] = Status.FREE if binds_in_block else Status.BOUND
        return tuple(scope)


def _bound_in(statements: StructuredCode) -> tuple[set[int], set[int]]:
    """Return the pointers that actions choose, and those that loops and `find` bind.

    A loop around can go over the former only: a `find` must keep something to choose.
    """
    chosen, kept = set[int](), set[int]()
    for statement in statements:
        keeps = statement.kind in (*_BINDING_IN_BLOCK, StatementKind.FIND)
        (kept if keeps else chosen).update(bound_by(statement))
    return chosen, kept


def _statement(
    kind: StatementKind, operand: int, arguments: Arguments, mode: Mode = Mode.NOW
) -> CompiledStatement:
    pointers = tuple(z for z, _ in arguments)
    return CompiledStatement(kind, operand, mode, pointers, tuple(c for _, c in arguments))


def _loops_over(pointer: int) -> Iterator[CompiledStatement]:
    for kind in _LOOPS_OVER_POINTERS:
        yield CompiledStatement(kind, pointers=(pointer,), choose=(False,))


def _grown(code: StructuredCode, blocks: Sequence[OpenBlock], level: int) -> StructuredCode:
    """Return a program in which the open blocks up to a level have room for one statement more."""
    around = [block.header for block in blocks[: level + 1]]
    return tuple(
        replace(statement, size=statement.size + 1) if line in around else statement
        for line, statement in enumerate(code)
    )


def _wrapped(code: StructuredCode, line: int, header: CompiledStatement) -> StructuredCode:
    """Return a program with a statement around all from a line on; what it binds, others use."""
    bound = bound_by(header) if header.kind in _BINDING_IN_BLOCK else []
    suffix = tuple(_without_choice(statement, bound) for statement in code[line:])
    return (*code[:line], replace(header, size=len(suffix)), *suffix)


def _without_choice(statement: CompiledStatement, bound: Sequence[int]) -> CompiledStatement:
    pairs = zip(statement.pointers, statement.choose, strict=True)
    return replace(statement, choose=tuple(choose and z not in bound for z, choose in pairs))
