"""What running a program on an instance yields."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from functools import cached_property

from genplan.compiled import CompiledInstance
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import Atom, Instance, Literal
from genplan.plan import GroundAction

__all__ = ["Execution"]


@dataclass(frozen=True)
class Execution:
    """How a program ended on an instance: outcome, steps, plan and final state.

    `line` is where it stopped; `loop_lines` are the lines that repeat for ever if it is
    infinite. For a structured program these are numbers of statements in the order of the text,
    and y is always false. A pointer is at a place among the objects of its type, or free: -1.
    Plan and state are kept as numbers and spelled out when they are asked for.
    """

    compiled: CompiledInstance = field(compare=False, repr=False)
    outcome: ExecutionOutcome
    line: int
    y: bool
    steps: int
    pointers: tuple[int, ...]
    plan_numbers: array[int] = field(repr=False)
    true_atoms: array[int] = field(repr=False)
    loop_lines: tuple[int, ...] = ()

    @property
    def instance(self) -> Instance:
        """Return the instance."""
        return self.compiled.instance

    @property
    def solved(self) -> bool:
        """Return whether the program reached the goal and stopped."""
        return self.outcome is ExecutionOutcome.SOLVED

    @cached_property
    def plan(self) -> tuple[GroundAction, ...]:
        """Return the actions that were applied, in order."""
        numbers, objects = self.plan_numbers, self.compiled.objects
        actions = [(a.name, len(a.parameter_types)) for a in self.compiled.domain.actions]
        plan: list[GroundAction] = []
        position = 0
        while position < len(numbers):
            name, arity = actions[numbers[position]]
            arguments = numbers[position + 1 : position + 1 + arity]
            plan.append(GroundAction(name, tuple([objects[n] for n in arguments])))
            position += 1 + arity
        return tuple(plan)

    @cached_property
    def plan_length(self) -> int:
        """Return how many actions were applied."""
        words = [1 + len(action.parameter_types) for action in self.compiled.domain.actions]
        count = position = 0
        while position < len(self.plan_numbers):
            position += words[self.plan_numbers[position]]
            count += 1
        return count

    @cached_property
    def state(self) -> frozenset[Atom]:
        """Return the atoms that are true at the end."""
        return frozenset(self.compiled.atom(number) for number in self.true_atoms)

    @cached_property
    def goals_missing(self) -> tuple[Literal, ...]:
        """Return the goal facts that do not hold at the end, in order."""
        true = set(self.true_atoms)
        missing = [f for f in self.compiled.goal if (f // 2 in true) != bool(f % 2)]
        return tuple(self.compiled.literal(fact) for fact in missing)

    @property
    def pointed_at(self) -> dict[str, str | None]:
        """Return for each pointer the object at which it stands, None if there is none."""
        domain = self.compiled.domain
        found: dict[str, str | None] = {}
        for pointer, type_, place in zip(
            domain.pointers, domain.pointer_types, self.pointers, strict=True
        ):
            members = self.compiled.members[type_]
            found[pointer.name] = (
                self.compiled.objects[members[place]] if members and place >= 0 else None
            )
        return found
