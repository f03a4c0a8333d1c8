"""The bodies of structured programs as trees: places in them, edits of them, repairs.

A path leads to a statement: its position in the program, then in the block there, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from genplan.program.structured.scope import arguments_of
from genplan.program.structured.statements import (
    Argument,
    Condition,
    Each,
    Find,
    For,
    Go,
    If,
    Perform,
    Repeat,
    Statement,
)

__all__ = ["Body", "Path", "Place", "block_of", "edited", "places", "repaired", "with_arguments"]

Body = tuple[Statement, ...]
Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the text: before a statement, or at the end of a block, where there is none."""

    path: Path
    statement: Statement | None
    locked: frozenset[str]
    """The pointers of the loops around."""
    bound: frozenset[str]
    """These, and those chosen further up."""


def places(body: Body) -> Iterator[Place]:
    """Yield the places of a program in the order of the text, ends of blocks included."""
    yield from _places(body, (), frozenset(), set())


def _places(body: Body, prefix: Path, locked: frozenset[str], chosen: set[str]) -> Iterator[Place]:
    for position, statement in enumerate(body):
        path = (*prefix, position)
        yield Place(path, statement, locked, locked | chosen)
        bound = _chosen_by(statement)
        if isinstance(statement, For | Repeat | If | Each):
            yield from _places(statement.body, path, locked | bound, chosen)
        else:
            chosen |= bound
    yield Place((*prefix, len(body)), None, locked, locked | chosen)


def _chosen_by(statement: Statement) -> frozenset[str]:
    arguments = arguments_of(statement)
    return frozenset(a.pointer for a in arguments if a.choose and a.pointer is not None)


def block_of(statement: Statement | None) -> Body | None:
    """Return the block of a statement, None if it has none."""
    return statement.body if isinstance(statement, For | Repeat | If | Each) else None


def edited(body: Body, path: Path, new: Body, width: int = 1) -> Body:
    """Return the body with so many statements from a path on replaced by others."""
    here = path[0]
    if len(path) == 1:
        return (*body[:here], *new, *body[here + width :])
    outer = body[here]
    assert isinstance(outer, For | Repeat | If | Each)
    inner = replace(outer, body=edited(outer.body, path[1:], new, width))
    return (*body[:here], inner, *body[here + 1 :])


def with_arguments(statement: Statement, arguments: tuple[Argument, ...]) -> Statement:
    """Return the statement with other arguments."""
    match statement:
        case Perform() | Go():
            return replace(statement, arguments=arguments)
        case Find(condition) | If(condition) | Each(condition):
            return replace(statement, condition=replace(condition, arguments=arguments))
        case For():
            return replace(statement, pointer=str(arguments[0].pointer))
        case Repeat():
            return statement


def repaired(body: Body) -> Body:
    """Return the body with the marks that the rules about binding ask for.

    A pointer that is not bound yet is chosen where it is used first; within its loop it is not
    chosen. What has no meaning any more goes: a `find` without a choice, an empty block.
    """
    return _repaired(body, frozenset(), set())


def _repaired(body: Body, locked: frozenset[str], chosen: set[str]) -> Body:
    kept: list[Statement] = []
    for statement in body:
        marked = _marked(statement, locked, locked | chosen)
        if isinstance(marked, For | Repeat | If | Each):
            inner = _repaired(marked.body, locked | _chosen_by(marked), chosen)
            if inner:
                kept.append(replace(marked, body=inner))
        elif not isinstance(marked, Find) or _chosen_by(marked):
            chosen |= _chosen_by(marked)
            kept.append(marked)
    return tuple(kept)


def _marked(statement: Statement, locked: frozenset[str], bound: frozenset[str]) -> Statement:
    if isinstance(statement, For | Repeat):
        return statement
    may_choose = not isinstance(statement, If)
    arguments = tuple(
        a if a.pointer is None else _mark(a, a.pointer, locked, bound, may_choose=may_choose)
        for a in arguments_of(statement)
    )
    if isinstance(statement, Each) and not any(a.choose for a in arguments):
        return If(
            Condition(statement.condition.mode, statement.condition.predicate, arguments),
            statement.body,
        )
    return with_arguments(statement, arguments)


def _mark(
    argument: Argument,
    name: str,
    locked: frozenset[str],
    bound: frozenset[str],
    *,
    may_choose: bool,
) -> Argument:
    if name in locked and argument.choose:
        return Argument(name)
    if name not in bound and not argument.choose and may_choose:
        return Argument(name, True)
    return argument
