"""Which landmarks an execution has reached, told by names (Paper: f_LM).

The engines do this with numbers while they search. Here it follows a trace, for people to see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from genplan.landmark_graph import Landmark, LandmarkGraph
from genplan.pddl.model import Atom
from genplan.problem import Pointer

__all__ = ["LandmarkWatch"]


class LandmarkWatch:
    """The landmarks of an instance and those reached so far."""

    def __init__(self, graph: LandmarkGraph, pointers: Iterable[Pointer]) -> None:
        """Reach nothing yet."""
        self.graph = graph
        self.domain = graph.instance.domain
        self.pointer_types = {z.name: z.type for z in pointers}
        self.reached: set[int] = set()
        self.waiting = {m.number: m for m in graph.landmarks}
        self.predecessors: dict[int, set[int]] = {m.number: set() for m in graph.landmarks}
        for before, after in (*graph.greedy_necessary, *graph.natural):
            self.predecessors[after].add(before)

    def start(self, state: Set[Atom], pointers: Mapping[str, str | None]) -> tuple[int, ...]:
        """Return the landmarks reached at the start: all that hold, whatever their orderings."""
        places = self._pointed_at(pointers)
        return self._reach(m for m in self.waiting.values() if self._holds(m, state, places))

    def step(self, state: Set[Atom], pointers: Mapping[str, str | None]) -> tuple[int, ...]:
        """Return the landmarks reached by one more step.

        First the fact landmarks, then the pointer landmarks; within a pass, nothing counts that
        the same pass reached.
        """
        places = self._pointed_at(pointers)
        found: list[int] = []
        for of_facts in (True, False):
            ready = [
                m
                for m in self.waiting.values()
                if bool(m.facts) == of_facts and self.predecessors[m.number] <= self.reached
            ]
            found += self._reach(m for m in ready if self._holds(m, state, places))
        return tuple(found)

    def _reach(self, landmarks: Iterable[Landmark]) -> tuple[int, ...]:
        numbers = tuple(m.number for m in landmarks)
        self.reached.update(numbers)
        for number in numbers:
            del self.waiting[number]
        return numbers

    def _pointed_at(self, pointers: Mapping[str, str | None]) -> dict[str, list[str]]:
        """Return for each object the types of the pointers that stand at it."""
        found: dict[str, list[str]] = {}
        for name, item in pointers.items():
            if item is not None:
                found.setdefault(item, []).append(self.pointer_types[name])
        return found

    def _holds(self, landmark: Landmark, state: Set[Atom], places: dict[str, list[str]]) -> bool:
        if landmark.facts:
            return any((fact.atom in state) == fact.positive for fact in landmark.facts)
        return any(
            self._stand_at(action, objects, places)
            for action, objects in zip(landmark.actions, landmark.pointers_at, strict=True)
        )

    def _stand_at(
        self, action: str, objects: tuple[str, ...], places: dict[str, list[str]]
    ) -> bool:
        """Return whether a pointer of fitting type stands at every argument of an action."""
        schema = self.domain.action(action)
        assert schema is not None, "landmark graphs name actions of their domain"
        return all(
            any(self.domain.is_subtype(of, parameter.type) for of in places.get(item, ()))
            for item, parameter in zip(objects, schema.parameters, strict=True)
        )
