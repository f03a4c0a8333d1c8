"""Models → PDDL text. Reading the text back gives an equal model."""

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
)

__all__ = ["write_domain", "write_instance"]


def write_domain(domain: Domain) -> str:
    """Return the domain as PDDL text."""
    parts = [f"(define (domain {domain.name})"]
    if domain.requirements:
        parts.append(f"  (:requirements {' '.join(domain.requirements)})")
    if domain.types:
        parts.append(_block(":types", _types(domain)))
    if domain.constants:
        parts.append(_block(":constants", _grouped(domain.constants)))
    parts.append(_block(":predicates", (str(p) for p in domain.predicates)))
    parts.extend(_action(a) for a in domain.actions)
    return "\n".join(parts) + ")\n"


def write_instance(instance: Instance) -> str:
    """Return the instance as PDDL text."""
    goal = "".join(f"\n    {literal}" for literal in instance.goal)
    parts = [
        f"(define (problem {instance.name})",
        f"  (:domain {instance.domain.name})",
        _block(":objects", _grouped(instance.objects)),
        _block(":init", (str(atom) for atom in instance.initial)),
        f"  (:goal (and{goal}))",
    ]
    return "\n".join(parts) + ")\n"


def _block(keyword: str, lines: Iterable[str]) -> str:
    return f"  ({keyword}" + "".join(f"\n    {line}" for line in lines) + ")"


def _types(domain: Domain) -> Iterator[str]:
    """Yield the declarations so that the order of first mention stays the same.

    Types are declared in order. A parent that was not mentioned before is mentioned right
    after its children, so a run of children ends there at the latest.
    """
    run: list[str] = []
    for position, item in enumerate(domain.types):
        run.append(item.name)
        following = domain.types[position + 1] if position + 1 < len(domain.types) else None
        if following is None or following.parent != item.parent or following.name == item.parent:
            yield f"{' '.join(run)} - {item.parent}"
            run = []


def _grouped(objects: Sequence[Object]) -> Iterator[str]:
    """Yield one line per run of objects of the same type."""
    for type_name, run in groupby(objects, key=lambda item: item.type):
        yield f"{' '.join(item.name for item in run)} - {type_name}"


def _action(action: ActionSchema) -> str:
    parameters = " ".join(_typed(p) for p in action.parameters)
    return (
        f"  (:action {action.name}\n"
        f"    :parameters ({parameters})\n"
        f"    :precondition {_conjunction(action.preconditions)}\n"
        f"    :effect {_conjunction(action.effects)})"
    )


def _typed(parameter: Parameter) -> str:
    return parameter.name if parameter.type == OBJECT else f"{parameter.name} - {parameter.type}"


def _conjunction(literals: Iterable[Literal]) -> str:
    return f"({' '.join(('and', *map(str, literals)))})"
