"""Structured programs as flat tables, which both engines read.

The statements stand in the order of the text. The block of a statement is the `size` statements
after it, blocks in it included; so the next statement after a block is one jump away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from genplan.compiled import CompiledDomain, CompiledLiteral
from genplan.errors import ProblemError
from genplan.pddl.model import Parameter
from genplan.problem import Pointer
from genplan.program.structured import StructuredProgram
from genplan.program.structured.moving import moving
from genplan.program.structured.statements import (
    Argument,
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

__all__ = [
    "CompiledMoving",
    "CompiledStatement",
    "StatementKind",
    "compile_moving",
    "compile_statement",
    "compile_structured",
    "structured_program",
]


class StatementKind(IntEnum):
    """What a statement does."""

    DO = 0
    GO = 1
    FIND = 2
    FOR = 3
    FORDOWN = 4
    REPEAT = 5
    IF = 6
    IFNOT = 7
    EACH = 8


@dataclass(frozen=True, slots=True)
class CompiledStatement:
    """A statement over numbers.

    `operand` is the number of the action or predicate; `mode` what is asked about the atom.
    Of the arguments, `pointers` are the numbers, -1 for `_`, and `choose` the marks; the pointer
    of a loop is an argument too. `size` is the number of statements in the block.
    """

    kind: StatementKind
    operand: int = 0
    mode: Mode = Mode.NOW
    pointers: tuple[int, ...] = ()
    choose: tuple[bool, ...] = ()
    size: int = 0


@dataclass(frozen=True, slots=True)
class CompiledMoving:
    """Where a moving action moves: the positions of f and t, and q (`docs/language.md`)."""

    f: int
    t: int
    q: CompiledLiteral


def compile_structured(
    program: StructuredProgram, domain: CompiledDomain
) -> tuple[CompiledStatement, ...]:
    """Return the statements of a program over numbers, in the order of the text."""
    if program.pointers != domain.pointers:
        raise ProblemError("the program's pointers are not those that the tables were made for")
    return tuple(_flat(program.body, domain))


def _flat(body: Sequence[Statement], domain: CompiledDomain) -> list[CompiledStatement]:
    flat: list[CompiledStatement] = []
    for statement in body:
        compiled = compile_statement(statement, domain)
        block: list[CompiledStatement] = []
        if isinstance(statement, For | Repeat | If | Each):
            block = _flat(statement.body, domain)
        flat += [replace(compiled, size=len(block)), *block]
    return flat


def compile_statement(statement: Statement, domain: CompiledDomain) -> CompiledStatement:
    """Return a statement over numbers, without its block; refuse what does not fit the domain."""
    match statement:
        case Perform(action, arguments):
            return _compile_action(StatementKind.DO, action, arguments, domain)
        case Go(action, arguments):
            return _compile_action(StatementKind.GO, action, arguments, domain)
        case Find(condition):
            return _compile_condition(StatementKind.FIND, condition, domain)
        case For(pointer, _, down):
            kind = StatementKind.FORDOWN if down else StatementKind.FOR
            number = [z.name for z in domain.pointers].index(pointer)
            return CompiledStatement(kind, pointers=(number,), choose=(False,))
        case Repeat():
            return CompiledStatement(StatementKind.REPEAT)
        case If(condition, _, negated):
            kind = StatementKind.IFNOT if negated else StatementKind.IF
            return _compile_condition(kind, condition, domain)
        case Each(condition):
            return _compile_condition(StatementKind.EACH, condition, domain)


def compile_moving(domain: CompiledDomain, action: int) -> CompiledMoving | None:
    """Return the moving parameters of an action, None if it is not a moving one."""
    schema = domain.domain.actions[action]
    moves = moving(schema)
    if moves is None:
        return None
    terms = {p.name: i for i, p in enumerate(schema.parameters)}
    terms.update((c.name, -1 - i) for i, c in enumerate(domain.domain.constants))
    predicate = [p.name for p in domain.domain.predicates].index(moves.q.predicate)
    q = CompiledLiteral(predicate, tuple(terms[t] for t in moves.q.arguments), True)
    return CompiledMoving(moves.f, moves.t, q)


def _compile_action(
    kind: StatementKind, name: str, arguments: Sequence[Argument], domain: CompiledDomain
) -> CompiledStatement:
    names = [action.name for action in domain.actions]
    if name not in names:
        raise ProblemError(f'the domain "{domain.domain.name}" has no action "{name}"')
    number = names.index(name)
    pointers = _numbers(name, arguments, domain.domain.actions[number].parameters, domain)
    moves = compile_moving(domain, number)
    if kind is StatementKind.GO and (moves is None or pointers[moves.f] >= 0):
        raise ProblemError(f'"go {name}" needs a moving action, and "_" for where it starts')
    return CompiledStatement(kind, number, Mode.NOW, pointers, tuple(a.choose for a in arguments))


def _compile_condition(
    kind: StatementKind, condition: Condition, domain: CompiledDomain
) -> CompiledStatement:
    found = find_condition(domain.domain, condition.name)
    if found is None or (found[0], found[1].name) != (condition.mode, condition.predicate):
        raise ProblemError(
            f'the domain "{domain.domain.name}" has no condition "{condition.name}", '
            "or another predicate hides it"
        )
    mode, predicate = found
    arguments = condition.arguments
    pointers = _numbers(condition.name, arguments, predicate.parameters, domain)
    number = domain.domain.predicates.index(predicate)
    return CompiledStatement(kind, number, mode, pointers, tuple(a.choose for a in arguments))


def _numbers(
    name: str,
    arguments: Sequence[Argument],
    parameters: Sequence[Parameter],
    domain: CompiledDomain,
) -> tuple[int, ...]:
    """Return the numbers of an argument list's pointers, which must fit the parameters."""
    if len(arguments) != len(parameters):
        raise ProblemError(f'"{name}" takes {len(parameters)} arguments, found {len(arguments)}')
    number = {z.name: i for i, z in enumerate(domain.pointers)}
    for argument, parameter in zip(arguments, parameters, strict=True):
        if argument.pointer is not None:
            _check_fit(name, domain.pointers[number[argument.pointer]], parameter, domain)
    return tuple(-1 if a.pointer is None else number[a.pointer] for a in arguments)


def _check_fit(name: str, pointer: Pointer, parameter: Parameter, domain: CompiledDomain) -> None:
    if not pointer.fits(parameter, domain.domain):
        raise ProblemError(
            f'"{name}" needs a pointer of type "{parameter.type}", '
            f'but "{pointer.name}" is of type "{pointer.type}"'
        )


def structured_program(
    statements: Sequence[CompiledStatement], domain: CompiledDomain
) -> StructuredProgram:
    """Return the program with names that a table says; it has the pointers that occur."""
    used = {number for statement in statements for number in statement.pointers}
    pointers = tuple(z for number, z in enumerate(domain.pointers) if number in used)
    return StructuredProgram(domain.domain.name, pointers, _named(statements, domain))


def _named(
    statements: Sequence[CompiledStatement], domain: CompiledDomain
) -> tuple[Statement, ...]:
    named: list[Statement] = []
    position = 0
    while position < len(statements):
        first = statements[position]
        block = statements[position + 1 : position + 1 + first.size]
        named.append(_with_names(first, _named(block, domain), domain))
        position += 1 + first.size
    return tuple(named)


def _with_names(
    statement: CompiledStatement, body: tuple[Statement, ...], domain: CompiledDomain
) -> Statement:
    arguments = tuple(
        Argument(None if number < 0 else domain.pointers[number].name, choose)
        for number, choose in zip(statement.pointers, statement.choose, strict=True)
    )
    kind = statement.kind
    if kind is StatementKind.DO:
        return Perform(domain.actions[statement.operand].name, arguments)
    if kind is StatementKind.GO:
        return Go(domain.actions[statement.operand].name, arguments)
    if kind is StatementKind.REPEAT:
        return Repeat(body)
    if kind in (StatementKind.FOR, StatementKind.FORDOWN):
        return For(str(arguments[0].pointer), body, kind is StatementKind.FORDOWN)
    predicate = domain.domain.predicates[statement.operand].name
    condition = Condition(statement.mode, predicate, arguments)
    if kind is StatementKind.FIND:
        return Find(condition)
    if kind is StatementKind.EACH:
        return Each(condition, body)
    return If(condition, body, kind is StatementKind.IFNOT)
