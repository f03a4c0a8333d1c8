"""What the order of objects stands for: a static relation, or who is first and who is last."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from genplan.pddl.model import Domain, Instance, Predicate

__all__ = ["mirrored"]


def mirrored(instances: Sequence[Instance], type_name: str) -> tuple[str, ...]:
    """Return sentences on what the order of a type's objects tells about them.

    Each holds in all instances that have two objects of the type. First come static binary
    predicates that the order mirrors, then unary ones that single out its first or last object.
    """
    ordered = [i for i in instances if len(i.objects_by_type[type_name]) > 1]
    if not ordered:
        return ()
    domain = ordered[0].domain
    found = [_relation(p, ordered, type_name) for p in _predicates(domain, type_name, 2)]
    found += [_end(p, ordered, type_name) for p in _predicates(domain, type_name, 1)]
    return tuple(sentence for sentence in found if sentence)


def _predicates(domain: Domain, type_name: str, arity: int) -> list[str]:
    """Return the predicates over objects of a type alone; of the binary ones, the static."""
    return [
        p.name
        for p in domain.predicates
        if p.arity == arity
        and (arity == 1 or p.name in domain.static_predicates)
        and _is_about(p, domain, type_name)
    ]


def _is_about(predicate: Predicate, domain: Domain, type_name: str) -> bool:
    return all(
        domain.is_subtype(type_name, p.type) or domain.is_subtype(p.type, type_name)
        for p in predicate.parameters
    )


def _relation(predicate: str, instances: Sequence[Instance], type_name: str) -> str:
    """Return what the order says about a binary predicate, nothing if it says nothing."""
    related = [_distances(predicate, instance, type_name) for instance in instances]
    steps = {step for distances, _ in related for step in distances}
    if not steps:
        return ""
    chains = all(complete for _, complete in related)
    if chains and steps == {-1, 1}:
        return f"it is the chain of {predicate}, which relates neighbours and no others"
    if chains and steps in ({1}, {-1}):
        way = "next" if steps == {1} else "previous"
        return f"it is the chain of {predicate}, which leads from each object to the {way} one"
    if chains:
        return f"each two neighbours are related by {predicate}"
    if min(steps) > 0 or max(steps) < 0:
        return f"{predicate} always leads {'forward' if min(steps) > 0 else 'backward'}"
    return ""


def _distances(predicate: str, instance: Instance, type_name: str) -> tuple[frozenset[int], bool]:
    """Return how far the predicate leads in the order, and whether all neighbours are related."""
    members = instance.objects_by_type[type_name]
    place = {name: position for position, name in enumerate(members)}
    pairs = [x.arguments for x in instance.initial if x.predicate == predicate]
    steps = frozenset(place[b] - place[a] for a, b in pairs if a in place and b in place)
    unordered = {frozenset(pair) for pair in pairs}
    return steps, all(frozenset(pair) in unordered for pair in pairwise(members))


def _end(predicate: str, instances: Sequence[Instance], type_name: str) -> str:
    """Return which end of the order a predicate singles out in the initial states, if one."""
    first = last = True
    for instance in instances:
        members = instance.objects_by_type[type_name]
        holds = {x.arguments[0] for x in instance.initial if x.predicate == predicate}
        own = [name for name in members if name in holds]
        first = first and own == [members[0]]
        last = last and own == [members[-1]]
    if first or last:
        return f"{predicate} holds for its {'first' if first else 'last'} object only"
    return ""
