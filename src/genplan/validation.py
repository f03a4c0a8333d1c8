"""Independent check of plans: replays them on plain sets of atoms, straight from the PDDL model.

It shares nothing with the engines, so that a mistake there cannot hide here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from genplan.pddl.model import (
    EQUALITY,
    ActionSchema,
    Atom,
    Instance,
    Literal,
    Object,
    fold,
)
from genplan.plan import GroundAction

__all__ = ["PlanCheck", "PlanVerdict", "validate_plan"]


@dataclass(frozen=True, slots=True)
class PlanVerdict:
    """Whether a plan is valid; if not, why, and the number of the failing action from 1."""

    valid: bool
    reason: str = ""
    step: int | None = None
    goals_missing: tuple[Literal, ...] = ()

    def __bool__(self) -> bool:
        """Return whether the plan is valid."""
        return self.valid


PlanCheck: TypeAlias = Callable[[Instance, Sequence[GroundAction]], PlanVerdict]
"""A judge of plans."""


def validate_plan(instance: Instance, plan: Iterable[GroundAction]) -> PlanVerdict:
    """Return the verdict on a plan for an instance."""
    objects = {fold(item.name): item for item in instance.all_objects}
    state = set(instance.initial_state)
    for number, action in enumerate(plan, 1):
        problem = _apply(instance, action, objects, state)
        if problem:
            return PlanVerdict(False, f"action {number} {action}: {problem}", number)
    missing = tuple(g for g in instance.goal if (g.atom in state) != g.positive)
    if missing:
        listed = ", ".join(str(literal) for literal in missing[:5])
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        return PlanVerdict(False, f"goal not reached: {listed}{more}", None, missing)
    return PlanVerdict(True)


def _apply(
    instance: Instance, action: GroundAction, objects: Mapping[str, Object], state: set[Atom]
) -> str:
    """Apply an action to the state; return what is wrong with it, or an empty text."""
    schema = instance.domain.action(action.name)
    if schema is None:
        return "the domain has no such action"
    if len(action.objects) != schema.arity:
        return f"it takes {schema.arity} arguments, not {len(action.objects)}"
    binding: dict[str, str] = {}
    for parameter, name in zip(schema.parameters, action.objects, strict=True):
        found = objects.get(fold(name))
        if found is None:
            return f'the instance has no object "{name}"'
        if not instance.domain.is_subtype(found.type, parameter.type):
            return f'"{name}" is of type "{found.type}", not "{parameter.type}"'
        binding[parameter.name] = found.name
    for literal in schema.preconditions:
        if _holds(literal, binding, state) != literal.positive:
            return f"its precondition {_ground(literal, binding)} does not hold"
    _change(schema, binding, state)
    return ""


def _holds(literal: Literal, binding: Mapping[str, str], state: set[Atom]) -> bool:
    atom = _ground(literal, binding).atom
    if atom.predicate == EQUALITY:
        return atom.arguments[0] == atom.arguments[1]
    return atom in state


def _ground(literal: Literal, binding: Mapping[str, str]) -> Literal:
    arguments = tuple(binding.get(term, term) for term in literal.atom.arguments)
    return Literal(Atom(literal.atom.predicate, arguments), literal.positive)


def _change(schema: ActionSchema, binding: Mapping[str, str], state: set[Atom]) -> None:
    """Delete, then add: where an effect mentions an atom both ways, PDDL lets the add win."""
    effects = [_ground(literal, binding) for literal in schema.effects]
    state.difference_update(e.atom for e in effects if not e.positive)
    state.update(e.atom for e in effects if e.positive)
