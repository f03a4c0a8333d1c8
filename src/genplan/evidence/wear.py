"""How often actions can change the state, where they wear something out.

If no action of a set adds atoms of some predicate, those that delete one for certain can be applied
only so often as there are such atoms; and so for predicates of which nothing is deleted. Between
these changes only what is left of the actions can change the state, and so on. If nothing is
left, the actions can change the state a bounded number of times in all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Final, TypeAlias

from genplan.evidence.bound import NOTHING, ONCE, Bound
from genplan.pddl.model import ActionSchema, Domain, Literal, Predicate

__all__ = ["Wear", "wear_out"]

_Effect: TypeAlias = tuple[str, bool]
"""A predicate, and whether atoms of it become true or false."""

_Effects: TypeAlias = Mapping[str, frozenset[_Effect]]
"""What each action can still change, by the names of the actions."""

_DEEPEST: Final = 8
"""So many times something is worn out before something else; the bounds get long."""

_VERBS: Final = {True: "gained", False: "lost"}


@dataclass(frozen=True, slots=True)
class Wear:
    """How often some actions can change the state; `changes` is None if no bound was found."""

    changes: Bound | None
    reason: str


def wear_out(domain: Domain, actions: Sequence[ActionSchema]) -> Wear:
    """Return how often these actions can change the state altogether, in any order."""
    effects = {action.name: _effects(action) for action in actions}
    return _wear(domain, {a.name: a for a in actions}, {n: e for n, e in effects.items() if e})


def _effects(action: ActionSchema) -> frozenset[_Effect]:
    """Return what an action may change: what it adds and deletes, unless that is so already."""
    return frozenset(
        (effect.atom.predicate, effect.positive)
        for effect in action.effects
        if effect not in action.preconditions
        and (effect.positive or Literal(effect.atom) not in action.effects)
    )


def _wear(
    domain: Domain, actions: Mapping[str, ActionSchema], effects: _Effects, depth: int = 0
) -> Wear:
    """Return how often the actions can change the state by what is left of their effects."""
    if not effects:
        return Wear(NOTHING, "")
    both = {effect for changed in effects.values() for effect in changed}
    one_way = sorted(e for e in both if (e[0], not e[1]) not in both)
    if not one_way:
        return Wear(None, _both_ways(effects))
    if depth == _DEEPEST:
        return Wear(None, "too much would have to be used up, one thing after the other")
    size = {e: len(_declared(domain, e[0]).parameters) for e in one_way}
    one_way.sort(key=lambda e: (len(_without(actions, effects, [e])), size[e]))
    chosen = one_way[:1]
    for effect in one_way[1:]:
        if len(_without(actions, effects, [*chosen, effect])) < len(
            _without(actions, effects, chosen)
        ):
            chosen.append(effect)
    inner = _wear(domain, actions, _without(actions, effects, chosen), depth + 1)
    if inner.changes is None:
        return inner
    atoms = reduce(add, (_atoms(domain, predicate) for predicate, _ in chosen))
    words = " and ".join(f"{p} can only be {_VERBS[gained]}" for p, gained in chosen)
    if inner.reason:
        words += f"; between two such changes {inner.reason}"
    return Wear(atoms + (atoms + ONCE) * inner.changes, words)


def _without(
    actions: Mapping[str, ActionSchema], effects: _Effects, chosen: Sequence[_Effect]
) -> dict[str, frozenset[_Effect]]:
    """Return what can change the state without making these changes."""
    rest = {
        name: changed.difference(chosen)
        for name, changed in effects.items()
        if not any(e in changed and _is_certain(actions[name], e) for e in chosen)
    }
    return {name: changed for name, changed in rest.items() if changed}


def _is_certain(action: ActionSchema, effect: _Effect) -> bool:
    """Return whether each application of the action makes the change, whatever its objects.

    A deleted atom must have been true, and nothing may add it again: an added atom of the same
    predicate might be the same one. An added atom must have been false.
    """
    predicate, gained = effect
    if not gained and any(e.positive and e.atom.predicate == predicate for e in action.effects):
        return False
    return any(
        e.atom.predicate == predicate
        and e.positive == gained
        and Literal(e.atom, not gained) in action.preconditions
        for e in action.effects
    )


def _atoms(domain: Domain, predicate: str) -> Bound:
    """Return how many atoms of a predicate there are at most."""
    return Bound.objects(*(p.type for p in _declared(domain, predicate).parameters))


def _declared(domain: Domain, predicate: str) -> Predicate:
    declared = domain.predicate(predicate)
    assert declared is not None
    return declared


def _both_ways(effects: _Effects) -> str:
    """Return the predicates that stand in the way, with the actions that change them."""

    def changed_by(effect: _Effect) -> str:
        names = ", ".join(name for name, changed in effects.items() if effect in changed)
        return f"{_VERBS[effect[1]]} by {names}"

    predicates = sorted({p for changed in effects.values() for p, _ in changed})
    return "; ".join(
        f"{p} can be {changed_by((p, True))} and {changed_by((p, False))}" for p in predicates
    )
