"""Models → PDDL text. Reading the text back gives an equal model.

A domain without types is written without any; in all others everything has its type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from genplan.pddl.model import (
    OBJECT,
    ActionSchema,
    Domain,
    Instance,
    Literal,
    Object,
    Parameter,
    Predicate,
    Type,
)

__all__ = ["write_domain", "write_instance"]


def write_domain(domain: Domain) -> str:
    """Return the domain as PDDL text."""
    typed = bool(domain.types)
    parts = [f"(define (domain {domain.name})", *_requirements(domain.requirements)]
    if typed:
        parts.append(_block(":types", _types(domain)))
    if domain.constants:
        parts.append(_block(":constants", _objects(domain.constants, typed)))
    parts.append(_block(":predicates", (_predicate(p, typed) for p in domain.predicates)))
    parts.extend(_action(a, typed) for a in domain.actions)
    return "\n".join(parts) + ")\n"


def write_instance(instance: Instance) -> str:
    """Return the instance as PDDL text."""
    goal = "".join(f"\n    {literal}" for literal in instance.goal)
    parts = [
        f"(define (problem {instance.name})",
        f"  (:domain {instance.domain.name})",
        *_requirements(instance.requirements),
        _block(":objects", _objects(instance.objects, bool(instance.domain.types))),
        _block(":init", (str(atom) for atom in instance.initial)),
        f"  (:goal (and{goal}))",
    ]
    return "\n".join(parts) + ")\n"


def _requirements(flags: Sequence[str]) -> Iterator[str]:
    if flags:
        yield f"  (:requirements {' '.join(flags)})"


def _block(keyword: str, lines: Iterable[str]) -> str:
    return f"  ({keyword}" + "".join(f"\n    {line}" for line in lines) + ")"


def _types(domain: Domain) -> Iterator[str]:
    """Yield declarations that first mention the types in their order.

    A type is declared as late as possible, since its declaration mentions the one above it: a
    type that is next in order and stands above one mentioned before is mentioned by declaring
    that one. Otherwise it is declared itself, together with those after it that have the same
    type above them, up to where that one is due.
    """
    waiting: list[Type] = []  # mentioned, but not declared yet
    mentioned = {OBJECT}
    types = list(domain.types)
    while types:
        below = [item for item in waiting if item.parent == types[0].name]
        if not below:
            _, run = next(groupby(types, key=lambda item: item.parent))
            below = list(run)
            mentioned.update(item.name for item in below)
            del types[: len(below)]
        waiting = [item for item in waiting if item not in below]
        yield f"{' '.join(item.name for item in below)} - {below[0].parent}"
        if types and types[0].name == below[0].parent and types[0].name not in mentioned:
            mentioned.add(types[0].name)
            waiting.append(types.pop(0))
    for item in waiting:
        yield f"{item.name} - {item.parent}"


def _objects(objects: Sequence[Object], typed: bool) -> Iterator[str]:
    """Yield one line per run of objects of the same type."""
    for type_name, run in groupby(objects, key=lambda item: item.type):
        yield " ".join(item.name for item in run) + (f" - {type_name}" if typed else "")


def _predicate(predicate: Predicate, typed: bool) -> str:
    return f"({' '.join((predicate.name, *_parameters(predicate.parameters, typed)))})"


def _parameters(parameters: Sequence[Parameter], typed: bool) -> Iterator[str]:
    return (f"{p.name} - {p.type}" if typed else p.name for p in parameters)


def _action(action: ActionSchema, typed: bool) -> str:
    return (
        f"  (:action {action.name}\n"
        f"    :parameters ({' '.join(_parameters(action.parameters, typed))})\n"
        f"    :precondition {_conjunction(action.preconditions)}\n"
        f"    :effect {_conjunction(action.effects)})"
    )


def _conjunction(literals: Iterable[Literal]) -> str:
    return f"({' '.join(('and', *map(str, literals)))})"
