"""Discovery of landmarks by back-chaining from the goals, in plain Python.

Paper: "Landmarks in Generalized Planning"; after LAMA (Richter and Westphal 2010). The rules
are numbered as in docs/algorithm.md. Two constructions share this code; where they differ, the
flag `sound` says how:

- the paper's reproduces the published figures, but since it looks only at the earliest
  achievers and skips some, what it finds need not be a landmark by Definition 1;
- the sound one considers every achiever.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

from genplan.compiled import CompiledInstance
from genplan.landmark_graph import (
    Achievement,
    Construction,
    FactLandmark,
    LandmarkTable,
    PointerLandmark,
)
from genplan.reference.matching import can_be_matched
from genplan.reference.relaxation import Relaxation, RelaxedGraph

__all__ = ["discover", "is_certified"]

Facts = tuple[int, ...]
Ordering = tuple[Facts, Facts]


def discover(
    instance: CompiledInstance,
    construction: Construction,
    *,
    pointers: bool = True,
    poll: Callable[[], None] = lambda: None,
) -> LandmarkTable:
    """Return the landmark graph of an instance; `poll` is called now and then."""
    builder = _Builder(instance, construction is Construction.SOUND, poll)
    builder.run()
    return builder.table(pointers)


def is_certified(instance: CompiledInstance, facts: Sequence[int]) -> bool:
    """Return whether a disjunction of facts is certainly a landmark.

    Sound: it holds initially, or the goal is out of reach even in the relaxation once every
    action that adds one of its facts is removed.
    """
    relaxation = Relaxation(instance, last_mention_wins=False)
    if any(relaxation.holds_initially(fact) for fact in facts):
        return True
    removed = {action for fact in facts for action in relaxation.achievers[fact]}
    return not RelaxedGraph(relaxation, removed).holds_all(instance.goal)


class _Builder:
    """The graph while it grows. A landmark is the ascending tuple of its facts."""

    def __init__(self, instance: CompiledInstance, sound: bool, poll: Callable[[], None]) -> None:
        self.instance = instance
        self.sound = sound
        self.poll = poll
        self.relaxation = Relaxation(instance, last_mention_wins=not sound, poll=poll)
        self.known: dict[Facts, None] = {}
        self.landmark_of: dict[int, Facts] = {}
        self.queue: deque[Facts] = deque()
        self.greedy_necessary: dict[Ordering, None] = {}
        self.natural: dict[Ordering, None] = {}
        self.first_achievers: dict[Facts, list[int]] = {}

    def run(self) -> None:
        """Back-chain from the goals until nothing new is found (rules 1 and 2)."""
        for fact in self.instance.goal:
            self._append((fact,))
        while self.queue:
            self.poll()
            landmark = self.queue.popleft()
            if not self._holds_initially(landmark):
                self._explain(landmark)

    def _explain(self, q: Facts) -> None:
        """Find what must hold before q (rules 3 to 8)."""
        adders = sorted({a for fact in q for a in self.relaxation.achievers[fact]})
        excluded = adders if self.sound else [a for a in adders if self._adds_all(a, q)]
        graph = RelaxedGraph(self.relaxation, frozenset(excluded))
        achievers = self._find_first_achievers(adders, graph)
        self.first_achievers[q] = achievers
        if not achievers:
            return
        preconditions = [self.relaxation.actions[a].preconditions for a in achievers]
        shared = set(preconditions[0]).intersection(*preconditions[1:])
        for fact in sorted(shared):
            self._add((fact,), q)
        self._disjunctions(q, [[f for f in p if f not in shared] for p in preconditions])
        self._natural_orderings(q, graph, achievers)

    def _adds_all(self, action: int, facts: Facts) -> bool:
        return all(fact in self.relaxation.actions[action].effects for fact in facts)

    def _find_first_achievers(self, adders: Sequence[int], graph: RelaxedGraph) -> list[int]:
        """Return the adders applicable at the earliest layer; all applicable ones if sound."""
        layers = [(a, graph.layer_of(a)) for a in adders]
        reached = [(a, layer) for a, layer in layers if layer is not None]
        earliest = min((layer for _, layer in reached), default=0)
        return [a for a, layer in reached if self.sound or layer == earliest]

    def _disjunctions(self, q: Facts, lists: list[list[int]]) -> None:
        """Add a disjunctive landmark for every choice of one fact from each list (rule 6)."""
        if self.sound and not all(lists):
            return
        lists = [[f for f in facts if not self._initially(f)] for facts in lists if facts]
        if not lists or not all(lists):
            return
        for landmark in list(self.known):
            if _is_choice(landmark, lists):
                self.greedy_necessary[landmark, q] = None
        while True:
            free = [[f for f in facts if f not in self.landmark_of] for facts in lists]
            choice = smallest_choice(free)
            if choice is None:
                return
            self._add(choice, q)

    def _add(self, landmark: Facts, q: Facts) -> None:
        """Order a landmark before q, appending it if it is new (rule 7)."""
        if landmark not in self.known:
            overlapping = {self.landmark_of[f] for f in landmark if f in self.landmark_of}
            if overlapping and len(landmark) > 1:
                return
            for disjunction in sorted(overlapping):
                self._remove(disjunction)
            self._append(landmark)
        self.greedy_necessary[landmark, q] = None

    def _append(self, landmark: Facts) -> None:
        if landmark in self.known:
            return
        self.known[landmark] = None
        self.landmark_of.update((fact, landmark) for fact in landmark)
        self.queue.append(landmark)

    def _remove(self, landmark: Facts) -> None:
        """Take a disjunction out of the graph and the queue, with all its orderings."""
        del self.known[landmark]
        for fact in landmark:
            del self.landmark_of[fact]
        if landmark in self.queue:
            self.queue.remove(landmark)
        for orderings in (self.greedy_necessary, self.natural):
            for pair in [p for p in orderings if landmark in p]:
                del orderings[pair]

    def _natural_orderings(self, q: Facts, graph: RelaxedGraph, achievers: Sequence[int]) -> None:
        """Order q before every landmark that cannot hold until q is achieved (rule 8)."""
        added = {fact for a in achievers for fact in self.relaxation.actions[a].effects}
        for landmark in self.known:
            out_of_reach = not any(graph.holds(f) or f in added for f in landmark)
            if out_of_reach and (q, landmark) not in self.greedy_necessary:
                self.natural[q, landmark] = None

    def _initially(self, fact: int) -> bool:
        return self.relaxation.holds_initially(fact)

    def _holds_initially(self, landmark: Facts) -> bool:
        return any(self._initially(fact) for fact in landmark)

    def table(self, with_pointers: bool) -> LandmarkTable:
        """Return the finished graph, pointer landmarks appended (rule 9)."""
        number = {landmark: position for position, landmark in enumerate(self.known)}
        goals = set(self.instance.goal)
        facts = tuple(
            FactLandmark(landmark, len(landmark) == 1 and landmark[0] in goals)
            for landmark in self.known
        )
        greedy = {(number[p], number[q]) for p, q in self.greedy_necessary}
        natural = {(number[p], number[q]) for p, q in self.natural}
        pointers = tuple(self._pointer_landmarks(number)) if with_pointers else ()
        for position, landmark in enumerate(pointers, len(facts)):
            before = {p for p, q in greedy if q == landmark.fact_landmark and p < len(facts)}
            greedy.update((p, position) for p in before)
            greedy.add((position, landmark.fact_landmark))
        return LandmarkTable(facts, pointers, tuple(sorted(greedy)), tuple(sorted(natural)))

    def _pointer_landmarks(self, number: dict[Facts, int]) -> Iterator[PointerLandmark]:
        for landmark, position in number.items():
            actions = [self.relaxation.actions[a] for a in self.first_achievers.get(landmark, ())]
            achievers = tuple(Achievement(a.action, a.objects) for a in actions if a.objects)
            if achievers:
                yield PointerLandmark(achievers, position)


def _is_choice(landmark: Facts, lists: Sequence[Sequence[int]]) -> bool:
    """Return whether one fact can be taken from each list so that they make the landmark."""
    return _meets_all(landmark, lists) and can_be_matched(landmark, lists)


def smallest_choice(lists: Sequence[Sequence[int]]) -> Facts | None:
    """Return the lexicographically smallest set that takes one fact from each list.

    Grown fact by fact: what is taken must stay matchable to different lists, and every list
    must have a fact that is taken or still to come.
    """
    if not all(lists):
        return None
    taken: list[int] = []
    for fact in sorted({f for facts in lists for f in facts}):
        if _meets_all(taken, lists):
            break
        grown = [*taken, fact]
        completable = all(any(f in grown or f > fact for f in facts) for facts in lists)
        if completable and can_be_matched(grown, lists):
            taken = grown
    return tuple(taken) if _meets_all(taken, lists) else None


def _meets_all(facts: Sequence[int], lists: Sequence[Sequence[int]]) -> bool:
    return all(any(f in facts for f in members) for members in lists)
