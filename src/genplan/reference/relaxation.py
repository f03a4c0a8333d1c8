"""Ground actions and delete relaxation over facts.

A fact is an atom with a value, so "atom is false" can be a precondition and an achievement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from genplan.compiled import CompiledInstance, fact_number
from genplan.reference.machine import ground, term_object

__all__ = ["GroundAction", "Relaxation", "RelaxedGraph"]


@dataclass(frozen=True, slots=True)
class GroundAction:
    """A ground action over facts; `preconditions` ascending, `effects` as facts made true."""

    action: int
    objects: tuple[int, ...]
    preconditions: tuple[int, ...]
    effects: frozenset[int]


class Relaxation:
    """The ground actions of an instance, and which of them achieve a fact.

    Actions whose static preconditions or equalities fail are left out: they are never
    applicable, in the relaxation or otherwise.
    """

    def __init__(
        self,
        instance: CompiledInstance,
        *,
        last_mention_wins: bool,
        poll: Callable[[], None] = lambda: None,
    ) -> None:
        """Ground the actions; the flag says what a twice mentioned atom becomes.

        Paper's construction: the last mention wins. PDDL's meaning: the add wins.
        """
        self.instance = instance
        self.poll = poll
        self.initial_atoms = frozenset(instance.initial)
        self.actions = [
            _ground_action(number, objects, instance, last_mention_wins)
            for number in range(len(instance.domain.actions))
            for objects in self._bindings(number, ())
        ]
        self.achievers: defaultdict[int, list[int]] = defaultdict(list)
        self.needed_by: defaultdict[int, list[int]] = defaultdict(list)
        for position, action in enumerate(self.actions):
            for fact in sorted(action.effects):
                self.achievers[fact].append(position)
            for fact in action.preconditions:
                self.needed_by[fact].append(position)

    def holds_initially(self, fact: int) -> bool:
        """Return whether a fact holds in the initial state."""
        return (fact // 2 in self.initial_atoms) == bool(fact % 2)

    def _bindings(self, number: int, bound: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the tuples of objects for an action's parameters, in lexicographic order."""
        self.poll()
        schema = self.instance.domain.actions[number]
        if not self._possible(number, bound):
            return
        if len(bound) == len(schema.parameter_types):
            yield bound
            return
        for item in self.instance.members[schema.parameter_types[len(bound)]]:
            yield from self._bindings(number, (*bound, item))

    def _possible(self, number: int, bound: tuple[int, ...]) -> bool:
        """Return whether no equality or static precondition over bound terms fails."""
        domain = self.instance.domain
        schema = domain.actions[number]
        for left, right, equal in schema.equalities:
            if max(left, right) < len(bound) and (
                (term_object(left, bound) == term_object(right, bound)) != equal
            ):
                return False
        return all(
            (ground(p, bound, self.instance) in self.initial_atoms) == p.positive
            for p in schema.preconditions
            if domain.static[p.predicate] and max(p.terms, default=-1) < len(bound)
        )


def _ground_action(
    number: int, objects: tuple[int, ...], instance: CompiledInstance, last_mention_wins: bool
) -> GroundAction:
    schema = instance.domain.actions[number]
    facts = {fact_number(ground(p, objects, instance), p.positive) for p in schema.preconditions}
    values: dict[int, bool] = {}
    for effect in schema.effects:
        atom = ground(effect, objects, instance)
        values[atom] = effect.positive or (not last_mention_wins and values.get(atom, False))
    effects = frozenset(fact_number(atom, value) for atom, value in values.items())
    return GroundAction(number, objects, tuple(sorted(facts)), effects)


class RelaxedGraph:
    """A relaxed planning graph, grown to a fixpoint without some of the actions.

    `layer[fact]` is the first layer at which the fact is there; facts of the initial state are
    in layer 0, and actions applicable in layer k add theirs to layer k + 1.
    """

    def __init__(self, relaxation: Relaxation, excluded: Collection[int]) -> None:
        """Grow the graph layer by layer."""
        self.relaxation = relaxation
        self.added: dict[int, int] = {}
        missing = [
            sum(not relaxation.holds_initially(f) for f in action.preconditions)
            for action in relaxation.actions
        ]
        applicable = [a for a, count in enumerate(missing) if count == 0]
        layer = 0
        while applicable:
            layer += 1
            fresh: list[int] = []
            for number in applicable:
                if number not in excluded:
                    for fact in sorted(relaxation.actions[number].effects):
                        if not self.holds(fact):
                            self.added[fact] = layer
                            fresh.append(fact)
            applicable = []
            for fact in fresh:
                for number in relaxation.needed_by[fact]:
                    missing[number] -= 1
                    if missing[number] == 0:
                        applicable.append(number)

    def holds(self, fact: int) -> bool:
        """Return whether the fact is in the fixpoint."""
        return self.relaxation.holds_initially(fact) or fact in self.added

    def layer_of(self, action: int) -> int | None:
        """Return the first layer at which the action is applicable, None if it never is."""
        latest = 0
        for fact in self.relaxation.actions[action].preconditions:
            if not self.relaxation.holds_initially(fact):
                layer = self.added.get(fact)
                if layer is None:
                    return None
                latest = max(latest, layer)
        return latest

    def holds_all(self, facts: Sequence[int]) -> bool:
        """Return whether all facts are in the fixpoint."""
        return all(self.holds(fact) for fact in facts)
