"""Which landmarks an execution has reached, and which it needs again (Paper: f_LM)."""

from __future__ import annotations

from collections.abc import Iterable

from genplan.compiled import CompiledInstance
from genplan.landmark_graph import LandmarkTable, PointerLandmark
from genplan.reference.machine import Machine

__all__ = ["LandmarkProgress"]


class LandmarkProgress:
    """The landmark graph of an instance, asked about machines."""

    def __init__(self, instance: CompiledInstance, table: LandmarkTable) -> None:
        """Index the orderings by landmark."""
        self.instance = instance
        self.table = table
        everything = range(len(table))
        orderings = (*table.greedy_necessary, *table.natural)
        before: dict[int, set[int]] = {number: set() for number in everything}
        after: dict[int, set[int]] = {number: set() for number in everything}
        for p, q in orderings:
            before[q].add(p)
        for p, q in table.greedy_necessary:
            after[p].add(q)
        self.predecessors = [frozenset(before[number]) for number in everything]
        self.greedy_successors = [frozenset(after[number]) for number in everything]
        self.facts = range(len(table.facts))
        self.pointers = range(len(table.facts), len(table))

    def holds(self, landmark: int, machine: Machine) -> bool:
        """Return whether a landmark is true in a machine."""
        if landmark < len(self.table.facts):
            facts = self.table.facts[landmark].facts
            return any((fact // 2 in machine.state) == bool(fact % 2) for fact in facts)
        return self._pointers_stand(self.table.pointers[landmark - len(self.table.facts)], machine)

    def _pointers_stand(self, landmark: PointerLandmark, machine: Machine) -> bool:
        """Return whether pointers stand at all arguments of some achiever."""
        domain = self.instance.domain
        return any(
            all(
                self._is_pointed_at(item, type_, machine)
                for item, type_ in zip(
                    achiever.objects, domain.actions[achiever.action].parameter_types, strict=True
                )
            )
            for achiever in landmark.achievers
        )

    def _is_pointed_at(self, item: int, parameter_type: int, machine: Machine) -> bool:
        domain, members = self.instance.domain, self.instance.members
        return any(
            type_ in domain.subtypes[parameter_type]
            and bool(members[type_])
            and members[type_][place] == item
            for type_, place in zip(domain.pointer_types, machine.pointers, strict=True)
        )

    def at_start(self, machine: Machine) -> frozenset[int]:
        """Return the landmarks reached at the start: all that hold, whatever their orderings."""
        return frozenset(n for n in range(len(self.table)) if self.holds(n, machine))

    def after_step(self, reached: frozenset[int], machine: Machine) -> frozenset[int]:
        """Return the landmarks reached after one more instruction.

        First the fact landmarks, then the pointer landmarks. Within a pass, nothing counts
        that the same pass reached.
        """
        reached = reached | self._newly_reached(self.facts, reached, machine)
        return reached | self._newly_reached(self.pointers, reached, machine)

    def _newly_reached(
        self, landmarks: Iterable[int], reached: frozenset[int], machine: Machine
    ) -> frozenset[int]:
        return frozenset(
            n
            for n in landmarks
            if n not in reached and self.predecessors[n] <= reached and self.holds(n, machine)
        )

    def count(self, reached: frozenset[int], machine: Machine) -> int:
        """Return f_LM: landmarks not reached, and those reached but required again."""
        required = sum(self._required_again(n, reached, machine) for n in reached)
        return len(self.table) - len(reached) + required

    def _required_again(self, landmark: int, reached: frozenset[int], machine: Machine) -> bool:
        """Return whether a reached landmark is false now but still needed.

        Departs from the paper: a greedy-necessary predecessor counts only while it is false;
        the published figures need it.
        """
        is_goal = landmark < len(self.table.facts) and self.table.facts[landmark].is_goal
        needed = is_goal or not self.greedy_successors[landmark] <= reached
        return needed and not self.holds(landmark, machine)
