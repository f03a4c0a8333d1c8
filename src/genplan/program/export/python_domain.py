"""The part of a Python export that depends on the domain only: tables and actions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from genplan.pddl.model import EQUALITY, OBJECT, ActionSchema, Atom, Domain, Literal
from genplan.program.export.source_text import Identifiers, SourceLines, comment_text

__all__ = ["RESERVED", "action_lines", "atom_text", "conditions", "quoted", "table_lines"]

_WORDS: Final = (
    "False None True and as assert async await break case class continue def del elif else "
    "except finally for from global if import in is lambda match nonlocal not or pass raise "
    "return try type while with yield _ atoms"
)
"""Keywords of Python, and what the functions for actions use."""

RESERVED: Final = frozenset(_WORDS.split())


def quoted(text: str) -> str:
    """Return a text as a literal of Python."""
    return json.dumps(text, ensure_ascii=False)


def table_lines(domain: Domain) -> list[str]:
    """Return what a reader of instances has to know about the domain."""
    lines = SourceLines()
    lines.add(f"DOMAIN = {quoted(domain.name)}")
    with lines.indented("TYPES = {  # each with the type directly above it"):
        lines.add(f"{quoted(OBJECT)}: None,")
        lines.add(*(f"{quoted(t.name)}: {quoted(t.parent or OBJECT)}," for t in domain.types))
    lines.add("}")
    constants = ", ".join(f"({quoted(c.name)}, {quoted(c.type)})" for c in domain.constants)
    lines.add(f"CONSTANTS: list[tuple[str, str]] = [{constants}]")
    with lines.indented("PREDICATES: dict[str, tuple[str, ...]] = {"):
        for predicate in domain.predicates:
            types = [p.type for p in predicate.parameters]
            lines.add(f"{quoted(predicate.name)}: {_tuple([quoted(t) for t in types])},")
    lines.add("}")
    return lines.lines


def action_lines(domain: Domain, names: Mapping[str, str]) -> list[str]:
    """Return two functions for each action: whether it is possible, and doing it."""
    lines = SourceLines()
    for action in domain.actions:
        name = names[action.name]
        parameters = Identifiers(RESERVED).all([p.name for p in action.parameters])
        listed = ", ".join(["atoms: set[Atom]", *(f"{p}: str" for p in parameters.values())])
        shown = comment_text(action.name)
        with lines.indented(f"def can_{name}({listed}) -> bool:"):
            lines.add(f'"""Return whether {shown} is possible now."""')
            _add_return(lines, list(conditions(action, parameters)))
        lines.add("", "")
        with lines.indented(f"def do_{name}({listed}) -> Iterator[Action]:"):
            lines.add(f'"""Do {shown} if it is possible: change the atoms and yield it."""')
            arguments = ", ".join(["atoms", *parameters.values()])
            with lines.indented(f"if can_{name}({arguments}):"):
                for positive, change in ((False, "discard"), (True, "add")):
                    for effect in action.effects:
                        if effect.positive is positive:
                            lines.add(f"atoms.{change}({atom_text(effect.atom, parameters)})")
                lines.add(f"yield {_tuple([quoted(action.name), *parameters.values()])}")
        lines.add("", "")
    return lines.lines


def conditions(
    action: ActionSchema, terms: Mapping[str, str], but: Atom | None = None
) -> Iterator[str]:
    """Yield the preconditions of an action as expressions, apart from one atom's."""
    for parameter in needs_object(action):
        if but is None:
            yield f'{terms[parameter]} != ""'
    for literal in action.preconditions:
        if literal != Literal(but or literal.atom) or but is None:
            yield _condition(literal, terms)


def needs_object(action: ActionSchema) -> Iterator[str]:
    """Yield the parameters about which no positive precondition says that there is an object."""
    sure = {
        term
        for literal in action.preconditions
        if literal.positive and literal.atom.predicate != EQUALITY
        for term in literal.atom.arguments
    }
    yield from (p.name for p in action.parameters if p.name not in sure)


def _condition(literal: Literal, terms: Mapping[str, str]) -> str:
    atom = literal.atom
    if atom.predicate == EQUALITY:
        left, right = (terms.get(term, quoted(term)) for term in atom.arguments)
        return f"{left} {'==' if literal.positive else '!='} {right}"
    return f"{atom_text(atom, terms)} {'in' if literal.positive else 'not in'} atoms"


def atom_text(atom: Atom, terms: Mapping[str, str]) -> str:
    """Return the tuple of an atom; what is no term of the mapping is a constant."""
    return _tuple([quoted(atom.predicate), *(terms.get(t, quoted(t)) for t in atom.arguments)])


def _tuple(items: Sequence[str]) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def _add_return(lines: SourceLines, conditions: Sequence[str]) -> None:
    if len(conditions) < 2:
        lines.add(f"return {''.join(conditions) or True}")
        return
    with lines.indented("return ("):
        lines.add(conditions[0], *(f"and {condition}" for condition in conditions[1:]))
    lines.add(")")
