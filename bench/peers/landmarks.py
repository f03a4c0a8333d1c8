"""Our sound landmarks beside those of Fast Downward's `lm_rhw`, with what explains differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from bench.peers import fast_downward
from bench.table import show
from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.engine import is_certified_landmark, landmark_graph
from genplan.landmark_graph import Construction
from genplan.pddl.model import Instance, Literal

Facts: TypeAlias = frozenset[Literal]

LONGEST = 4
"""Fast Downward keeps no disjunction of more facts than this."""

STATIC = "static: compiled away by the translator"
CONSTANT = "cannot change in this instance: compiled away by the translator"
OTHER_VALUE = "false initially, of a variable with more than two values: no fact there"
LEFT_VALUE = "false initially, the other value of a variable with two: must be left"
LONG = f"a disjunction of more than {LONGEST} facts: dropped there"
UNEXPLAINED = "unexplained"


@dataclass(frozen=True)
class Comparison:
    """The fact landmarks of an instance by both, as sets of facts."""

    instance: Instance
    ours: frozenset[Facts]
    theirs: frozenset[Facts]

    def differences(self) -> Iterator[tuple[str, str, Facts]]:
        """Yield what only one has: who, why the other has not, and the landmark."""
        for facts in _in_order(self.ours - self.theirs):
            yield "ours", _why_not_theirs(facts, self.instance), facts
        for facts in _in_order(self.theirs - self.ours):
            yield "theirs", _why_not_ours(facts, self.instance), facts

    def uncertified(self) -> list[Facts]:
        """Return the single facts of theirs that our certificate refuses."""
        single = [facts for facts in _in_order(self.theirs) if len(facts) == 1]
        return [f for f in single if not is_certified_landmark(self.instance, tuple(f))]


def compare(instance: Instance) -> Comparison:
    """Return the landmarks of an instance by both; conjunctions are none of ours and left out."""
    graph = landmark_graph(instance, Construction.SOUND, pointers=False)
    theirs = [m for m in fast_downward.landmarks(instance) if not m.conjunctive]
    return Comparison(
        instance,
        frozenset(frozenset(m.facts) for m in graph.landmarks),
        frozenset(frozenset(m.facts) for m in theirs),
    )


def holds_initially(facts: Iterable[Literal], instance: Instance) -> bool:
    return any((f.atom in instance.initial_state) == f.positive for f in facts)


def _in_order(landmarks: Iterable[Facts]) -> list[Facts]:
    return sorted(landmarks, key=lambda facts: sorted(map(str, facts)))


def _why_not_theirs(facts: Facts, instance: Instance) -> str:
    if len(facts) > LONGEST:
        return LONG
    if len(facts) > 1 or not holds_initially(facts, instance):
        return UNEXPLAINED
    (fact,) = facts
    if fact.atom.predicate in instance.domain.static_predicates:
        return STATIC
    if not _can_be_reached(replace(fact, positive=not fact.positive), instance):
        return CONSTANT
    return UNEXPLAINED if fact.positive else OTHER_VALUE


def _why_not_ours(facts: Facts, instance: Instance) -> str:
    negative = len(facts) == 1 and not any(fact.positive for fact in facts)
    return LEFT_VALUE if negative and holds_initially(facts, instance) else UNEXPLAINED


def _can_be_reached(fact: Literal, instance: Instance) -> bool:
    """Return whether a fact can be reached without delete effects.

    It can unless nothing at all, removed, already keeps it from being reached as the goal.
    """
    return not is_certified_landmark(replace(instance, goal=(fact,)), ())


def show_landmarks() -> None:
    """Print how many landmarks both have on the training sets, and what differs."""
    rows, reasons = [], Counter[tuple[str, str, str]]()
    for name, benchmark in PAPER_BENCHMARKS.items():
        found = [compare(instance) for instance in benchmark.training()]
        later = [
            frozenset(f for f in landmarks if not holds_initially(f, c.instance))
            for c in found
            for landmarks in (c.ours, c.theirs, c.ours & c.theirs)
        ]
        counts = [sum(map(len, later[n::3])) for n in range(3)]
        everything = [sum(len(c.ours) for c in found), sum(len(c.theirs) for c in found)]
        refused = sum(len(c.uncertified()) for c in found)
        rows.append([name, *map(str, [*everything, *counts, refused])])
        reasons.update((name, who, why) for c in found for who, why, _ in c.differences())
    head = ["", "ours", "theirs", "later: ours", "later: theirs", "later: both", "not certified"]
    show("Fact landmarks; later: those that do not hold initially", head, rows)
    table = [[*key, str(count)] for key, count in sorted(reasons.items())]
    show("What only one of the two has", ["", "who", "why the other has not", "landmarks"], table)
