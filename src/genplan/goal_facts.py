"""Goals made visible to programs: for a goal predicate p, a static `goal-p` that mirrors it.

A program can test atoms of the state only. Where the way depends on where to go, the goal must
be part of the state; with this, nobody has to write it into the model by hand. Facts that must
be false in the goal become `goal-not-p`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from genplan.errors import ProblemError
from genplan.pddl.model import Atom, Domain, Instance, Literal, Predicate

__all__ = ["add_goal_facts", "goal_predicate_name"]


def goal_predicate_name(literal: Literal) -> str:
    """Return the name of the static predicate that mirrors a goal fact."""
    return f"goal-{'' if literal.positive else 'not-'}{literal.atom.predicate}"


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
    facts = [Atom(goal_predicate_name(g), g.atom.arguments) for g in instance.goal]
    return replace(instance, domain=domain, initial=(*instance.initial, *dict.fromkeys(facts)))
