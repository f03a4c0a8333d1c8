"""Which objects a program can tell apart: only the order of these can matter to it."""

from __future__ import annotations

from collections.abc import Iterator

from genplan.pddl.model import Domain
from genplan.program import AnyProgram, Program, StructuredProgram
from genplan.program.instructions import Act, Set, Test
from genplan.program.structured.moving import moving
from genplan.program.structured.statements import Argument, Each, Find, Go, If, Perform

__all__ = ["types_looked_at"]


def types_looked_at(program: AnyProgram, domain: Domain) -> tuple[str, ...]:
    """Return the types of the objects that a program can tell apart.

    Those of the pointers in its actions and conditions, and those over which a `go` leads. A
    pointer that only counts rounds sees no object.
    """
    used = _used(program) if isinstance(program, Program) else set(_arguments(program))
    types = [z.type for z in program.pointers if z.name in used]
    if isinstance(program, StructuredProgram):
        types += _on_the_way(program, domain)
    return tuple(dict.fromkeys(types))


def _used(program: Program) -> set[str]:
    """Return the pointers in actions and tests, and those that they were set to."""
    used = {z for _, i in program.instructions() if isinstance(i, Act | Test) for z in i.pointers}
    copies = [i for _, i in program.instructions() if isinstance(i, Set)]
    for _ in copies:
        used.update(copy.source for copy in copies if copy.pointer in used)
    return used


def _arguments(program: StructuredProgram) -> Iterator[str]:
    for _, _, statement in program.statements():
        arguments: tuple[Argument, ...] = ()
        if isinstance(statement, Perform | Go):
            arguments = statement.arguments
        elif isinstance(statement, Find | If | Each):
            arguments = statement.condition.arguments
        yield from (argument.pointer for argument in arguments if argument.pointer is not None)


def _on_the_way(program: StructuredProgram, domain: Domain) -> Iterator[str]:
    for _, _, statement in program.statements():
        schema = domain.action(statement.action) if isinstance(statement, Go) else None
        moves = None if schema is None else moving(schema)
        if schema is not None and moves is not None:
            yield schema.parameters[moves.f].type
