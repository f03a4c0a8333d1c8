"""Goals made visible to programs: for a goal predicate p, a static `goal-p` that mirrors it.

A program can test atoms of the state only. Where the way depends on where to go, the goal must
be part of the state; with this, nobody has to write it into the model by hand. Facts that must
be false in the goal become `goal-not-p`.

A program that was found with goal facts tests predicates that its domain does not have. By that
it is recognised wherever it is read and run: nobody needs to say so again. Its plans are plans
for the original instances, since no action reads or changes a goal fact.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from genplan.errors import ProblemError
from genplan.pddl.model import Atom, Domain, Instance, Literal, Predicate, fold

__all__ = ["add_goal_facts", "goal_predicate", "goal_predicate_name", "show_goals"]

_POSITIVE: Final = "goal-"
_NEGATIVE: Final = "goal-not-"


def goal_predicate_name(literal: Literal) -> str:
    """Return the name of the static predicate that mirrors a goal fact."""
    return f"{_POSITIVE if literal.positive else _NEGATIVE}{literal.atom.predicate}"


def goal_predicate(domain: Domain, name: str) -> Predicate | None:
    """Return the predicate of goal facts called so, None if the domain gives no meaning to it.

    That is also so if the domain itself has a predicate of that name.
    """
    if domain.predicate(name) is not None:
        return None
    for prefix in (_NEGATIVE, _POSITIVE):
        if fold(name).startswith(prefix):
            mirrored = domain.predicate(name[len(prefix) :])
            if mirrored is not None:
                return Predicate(f"{prefix}{mirrored.name}", mirrored.parameters)
    return None


def show_goals(instance: Instance, names: Iterable[str]) -> Instance:
    """Return the instance with the goal facts of the predicates called so; others are ignored."""
    found = (goal_predicate(instance.domain, name) for name in names)
    added = tuple(dict.fromkeys(predicate for predicate in found if predicate is not None))
    if not added:
        return instance
    shown = {predicate.name for predicate in added}
    domain = replace(instance.domain, predicates=(*instance.domain.predicates, *added))
    facts = [fact for fact in _goal_facts(instance) if fact.predicate in shown]
    return replace(instance, domain=domain, initial=(*instance.initial, *facts))


def add_goal_facts(
    domain: Domain, instances: Iterable[Instance]
) -> tuple[Domain, tuple[Instance, ...]]:
    """Return domain and instances with the goals as static facts, for all goal predicates."""
    given = tuple(instances)
    needed = {
        goal_predicate_name(literal): literal.atom.predicate
        for instance in given
        for literal in instance.goal
    }
    added: list[Predicate] = []
    for predicate in domain.predicates:
        for name, mirrored in needed.items():
            if mirrored == predicate.name:
                _check_new(domain, name)
                added.append(Predicate(name, predicate.parameters))
    extended = replace(domain, predicates=(*domain.predicates, *added))
    return extended, tuple(_with_goal_facts(extended, instance) for instance in given)


def _check_new(domain: Domain, name: str) -> None:
    if domain.predicate(name) is not None:
        raise ProblemError(
            f'goal facts would be called "{name}", but the domain has that predicate already; '
            "leave the option out, or rename the predicate"
        )


def _with_goal_facts(domain: Domain, instance: Instance) -> Instance:
    return replace(instance, domain=domain, initial=(*instance.initial, *_goal_facts(instance)))


def _goal_facts(instance: Instance) -> tuple[Atom, ...]:
    facts = [Atom(goal_predicate_name(g), g.atom.arguments) for g in instance.goal]
    return tuple(dict.fromkeys(facts))
