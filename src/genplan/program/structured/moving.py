"""Moving actions: those that `go` can repeat along a path."""

from __future__ import annotations

from dataclasses import dataclass

from genplan.pddl.model import ActionSchema, Atom, Literal

__all__ = ["Moving", "moving"]


@dataclass(frozen=True, slots=True)
class Moving:
    """Where an action moves: from the parameter f to t, both positions; q says where one is."""

    f: int
    t: int
    q: Atom


def moving(action: ActionSchema) -> Moving | None:
    """Return the moving parameters of an action, None if it is not a moving one.

    f and t are of the same type; the atom q mentions f and not t, is a positive precondition
    and is deleted; q with t in the place of f is added. The first pair f, t that fits counts,
    and for it the first precondition.
    """
    pairs = [(f, t) for f in range(action.arity) for t in range(action.arity) if f != t]
    for f, t in pairs:
        leaving, arriving = action.parameters[f], action.parameters[t]
        if leaving.type != arriving.type:
            continue
        for literal in action.preconditions:
            if literal.positive and _moves(action, literal.atom, leaving.name, arriving.name):
                return Moving(f, t, literal.atom)
    return None


def _moves(action: ActionSchema, q: Atom, f: str, t: str) -> bool:
    moved = Atom(q.predicate, tuple(t if term == f else term for term in q.arguments))
    mentions = f in q.arguments and t not in q.arguments
    return mentions and Literal(q, False) in action.effects and Literal(moved) in action.effects
