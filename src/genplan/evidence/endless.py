"""Instances on which a program never ends, where it is not proven that there are none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from genplan.engine import Engine, execute
from genplan.evidence.shrinking import shrink
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import Instance
from genplan.program import AnyProgram

__all__ = ["endless_instance"]

_MOST_INSTANCES: Final = 3
_MOST_SECONDS: Final = 10.0
"""For a run, unless told otherwise: what ends so late is not what is looked for."""


def endless_instance(
    program: AnyProgram,
    instances: Sequence[Instance],
    *,
    time_limit: float | None = None,
    engine: Engine | str | None = None,
) -> Instance | None:
    """Return a small instance on which a program never ends, None if none is found.

    The smallest of the instances are tried as they are, and without what a test may wait for:
    the initial atoms of one predicate or another, or all of them. None found proves nothing. Each
    type that has objects keeps one at least.
    """

    def is_endless(instance: Instance) -> bool:
        ended = execute(program, instance, time_limit or _MOST_SECONDS, engine=engine)
        return ended.outcome is ExecutionOutcome.INFINITE

    small = sorted(instances, key=lambda instance: len(instance.objects))
    variants = (v for instance in small[:_MOST_INSTANCES] for v in _variants(instance))
    found = next(filter(is_endless, variants), None)
    if found is None:
        return None
    types = _types(found)
    named = replace(found, name=f"{found.name}-endless")
    return shrink(named, lambda instance: types == _types(instance) and is_endless(instance))


def _types(instance: Instance) -> set[str]:
    return {item.type for item in instance.objects}


def _variants(instance: Instance) -> Iterator[Instance]:
    yield instance
    for predicate in dict.fromkeys(atom.predicate for atom in instance.initial):
        kept = tuple(atom for atom in instance.initial if atom.predicate != predicate)
        yield replace(instance, initial=kept)
    yield replace(instance, initial=())
