"""Structured programs as immutable values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from genplan.errors import ProblemError
from genplan.markup import preformatted
from genplan.problem import Pointer
from genplan.program.structured.scope import BrokenRuleError, Scope
from genplan.program.structured.statements import Each, For, If, Repeat, Statement

__all__ = ["StructuredProgram"]


@dataclass(frozen=True)
class StructuredProgram:
    """Statements over pointers; every such program is complete (`docs/language.md`)."""

    domain: str
    pointers: tuple[Pointer, ...]
    body: tuple[Statement, ...] = ()

    def __post_init__(self) -> None:
        """Check what every program must satisfy, whatever its domain."""
        names = [z.name for z in self.pointers]
        if "_" in names:
            raise ProblemError('no pointer can be called "_", which means wherever')
        if len({name.lower() for name in names}) < len(names):
            raise ProblemError(f"two pointers have the same name: {', '.join(names)}")
        _check(self.body, Scope(self.pointers), 0)

    def __len__(self) -> int:
        """Return the number of statements, those in blocks included."""
        return sum(1 for _ in self.statements())

    def __bool__(self) -> bool:
        """Return True: the empty program is a program too."""
        return True

    def __str__(self) -> str:
        """Return the text, without the header that names domain and pointers."""
        return "\n".join(_rows(self.body, ""))

    def __repr__(self) -> str:
        """Return a summary."""
        names = " ".join(z.name for z in self.pointers)
        return f"<StructuredProgram for {self.domain}: {len(self)} statements, pointers {names}>"

    def _repr_html_(self) -> str:
        pointers = ", ".join(f"{z.name} - {z.type}" for z in self.pointers)
        caption = f"structured program for {self.domain}; pointers {pointers}"
        return preformatted(str(self), caption)

    def statements(self) -> Iterator[tuple[int, int, Statement]]:
        """Yield number, depth and statement, in the order of the text."""
        yield from ((n, depth, s) for n, (depth, s) in enumerate(_flat(self.body, 0)))


def _flat(body: Sequence[Statement], depth: int) -> Iterator[tuple[int, Statement]]:
    for statement in body:
        yield depth, statement
        if isinstance(statement, For | Repeat | If | Each):
            yield from _flat(statement.body, depth + 1)


def _check(body: Sequence[Statement], scope: Scope, number: int) -> int:
    """Check statements numbered from a number on; return the number after the last."""
    for statement in body:
        try:
            scope.begin(statement)
        except BrokenRuleError as error:
            raise ProblemError(f"statement {number}, {statement}: {error}") from None
        number += 1
        if isinstance(statement, For | Repeat | If | Each):
            number = _check(statement.body, scope, number)
            scope.end()
    return number


def _rows(body: Sequence[Statement], indent: str) -> Iterator[str]:
    for statement in body:
        if isinstance(statement, For | Repeat | If | Each):
            yield f"{indent}{statement} {{"
            yield from _rows(statement.body, f"{indent}  ")
            yield f"{indent}}}"
        else:
            yield f"{indent}{statement}"
