"""Instances and plans of our model → unified-planning."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping

from unified_planning.environment import Environment, get_environment
from unified_planning.model import Fluent, FNode, InstantaneousAction, Problem
from unified_planning.model import Object as UPObject
from unified_planning.model import Parameter as UPParameter
from unified_planning.plans import ActionInstance, SequentialPlan

from genplan.errors import ProblemError
from genplan.pddl.model import (
    EQUALITY,
    OBJECT,
    ActionSchema,
    Domain,
    Instance,
    Literal,
)
from genplan.plan import GroundAction

__all__ = ["plan_to_up", "to_up"]


def to_up(instance: Instance, environment: Environment | None = None) -> Problem:
    """Return an instance as a problem of unified-planning, with names and orders kept."""
    env = environment or get_environment()
    _check_names(instance, env)
    with warnings.catch_warnings():
        # An environment that allows a name to be used twice warns of it each time.
        warnings.filterwarnings("ignore", message=".*already (used|defined)")
        return _Writer(instance, env).write()


def plan_to_up(plan: Iterable[GroundAction], problem: Problem) -> SequentialPlan:
    """Return a plan as a sequential plan of unified-planning for that problem."""
    manager = problem.environment.expression_manager
    actions = {action.name: action for action in problem.actions}
    objects = {item.name: manager.ObjectExp(item) for item in problem.all_objects}
    steps = [
        ActionInstance(actions[step.name], tuple(objects[name] for name in step.objects))
        for step in plan
    ]
    return SequentialPlan(steps, problem.environment)


def _check_names(instance: Instance, env: Environment) -> None:
    """Refuse a name for two things, which unified-planning does not allow by default."""
    if not env.error_used_name:
        return
    domain = instance.domain
    used: dict[str, str] = {}
    for what, names in (
        ("type", [t.name for t in domain.types]),
        ("predicate", [p.name for p in domain.predicates]),
        ("action", [a.name for a in domain.actions]),
        ("object", [o.name for o in instance.all_objects]),
    ):
        for name in names:
            if used.setdefault(name, what) != what:
                raise ProblemError(
                    f'"{name}" is the name of a {used[name]} and of an {what}, which '
                    "unified-planning does not allow; rename one, or set "
                    "environment.error_used_name to False"
                )


class _Writer:
    def __init__(self, instance: Instance, env: Environment) -> None:
        self.instance = instance
        self.domain: Domain = instance.domain
        self.env = env
        self.manager = env.expression_manager
        self.problem = Problem(
            instance.name, env, initial_defaults={env.type_manager.BoolType(): False}
        )
        self.types = self._types()
        self.fluents: dict[str, Fluent] = {}
        self.objects: dict[str, FNode] = {}

    def write(self) -> Problem:
        for type_ in self.types.values():
            self.problem._add_user_type(type_)  # as unified-planning's own reader does
        for predicate in self.domain.predicates:
            parameters = [self._parameter(p.name, p.type) for p in predicate.parameters]
            fluent = Fluent(predicate.name, None, parameters, self.env)
            self.fluents[predicate.name] = self.problem.add_fluent(fluent)
        for item in self.instance.all_objects:
            made = self.problem.add_object(UPObject(item.name, self.types[item.type], self.env))
            self.objects[item.name] = self.manager.ObjectExp(made)
        for schema in self.domain.actions:
            self.problem.add_action(self._action(schema))
        for atom in self.instance.initial:
            expression = self._expression(Literal(atom), self.objects)
            self.problem.set_initial_value(expression, True)
        for literal in self.instance.goal:
            self.problem.add_goal(self._expression(literal, self.objects))
        return self.problem

    def _types(self) -> dict[str, object]:
        """Return the types; `object` is among them only if something has exactly this type."""
        manager = self.env.type_manager
        used = [p.type for x in self.domain.predicates for p in x.parameters]
        used += [p.type for a in self.domain.actions for p in a.parameters]
        used += [item.type for item in self.instance.all_objects]
        made: dict[str, object] = {OBJECT: manager.UserType(OBJECT) if OBJECT in used else None}

        def make(name: str) -> object:
            if name not in made:
                declared = self.domain.type(name)
                assert declared is not None and declared.parent is not None
                made[name] = manager.UserType(name, make(declared.parent))
            return made[name]

        for type_ in self.domain.types:
            make(type_.name)
        return {name: type_ for name, type_ in made.items() if type_ is not None}

    def _parameter(self, name: str, type_name: str) -> UPParameter:
        return UPParameter(name.removeprefix("?"), self.types[type_name], self.env)

    def _action(self, schema: ActionSchema) -> InstantaneousAction:
        typed = {p.name.removeprefix("?"): self.types[p.type] for p in schema.parameters}
        action = InstantaneousAction(schema.name, typed, self.env)
        terms = {
            p.name: self.manager.ParameterExp(action.parameter(p.name[1:]))
            for p in schema.parameters
        }
        terms.update(self.objects)
        for literal in schema.preconditions:
            action.add_precondition(self._expression(literal, terms))
        for literal in schema.effects:
            fluent = self._expression(Literal(literal.atom), terms)
            action.add_effect(fluent, literal.positive)
        return action

    def _expression(self, literal: Literal, terms: Mapping[str, FNode]) -> FNode:
        arguments = [terms[term] for term in literal.atom.arguments]
        if literal.atom.predicate == EQUALITY:
            made = self.manager.Equals(*arguments)
        else:
            made = self.manager.FluentExp(self.fluents[literal.atom.predicate], arguments)
        return made if literal.positive else self.manager.Not(made)
