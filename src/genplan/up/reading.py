"""Problems of unified-planning → our model, or a refusal that names what is unsupported.

The order of objects decides what a pointer means, so it is that of the problem, always. Objects
that actions mention are constants of the domain, which come first: in several problems of one
domain they, and what stands before them, must be the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product, takewhile
from typing import Final

from unified_planning.model import Action, Fluent, InstantaneousAction, Problem
from unified_planning.model import Parameter as UPParameter
from unified_planning.model import Type as UPType
from unified_planning.model.metrics import MinimizeActionCosts, MinimizeSequentialPlanLength

from genplan.errors import ProblemError
from genplan.pddl.conditions import RESERVED
from genplan.pddl.declarations import is_name
from genplan.pddl.model import (
    EQUALITY,
    OBJECT,
    ActionSchema,
    Atom,
    Domain,
    Instance,
    Object,
    Parameter,
    Predicate,
    Type,
    fold,
    is_variable,
)
from genplan.problem import GPProblem, make_problem
from genplan.up.expressions import conjuncts, effect_literal, variable, without_constants

__all__ = ["from_up", "problem_from_up"]

_IGNORED: Final = (MinimizeActionCosts, MinimizeSequentialPlanLength)
"""Metrics that do not change which plans are valid."""


def from_up(problem: Problem, domain_name: str = "domain") -> Instance:
    """Return a problem of unified-planning as an instance of a domain of that name."""
    return _read([problem], domain_name)[0]


def problem_from_up(
    problems: Iterable[Problem],
    pointers: Mapping[str, int] | None = None,
    domain_name: str = "domain",
) -> GPProblem:
    """Return problems of unified-planning that share a domain as one problem of ours."""
    instances = _read(list(problems), domain_name)
    if not instances:
        raise ProblemError("a problem needs at least one instance; give a unified-planning problem")
    return make_problem(instances[0].domain, instances, pointers)


def _check_class(problem: Problem) -> None:
    """Refuse what is no classical problem, by name."""
    place = f'the problem "{getattr(problem, "name", problem)}"'
    if type(problem) is not Problem:
        raise ProblemError(f"{place}: UNSUPPORTED: {type(problem).__name__}; give a plain Problem")
    metrics = [metric for metric in problem.quality_metrics if not isinstance(metric, _IGNORED)]
    for what, found in (
        ("timed goals", problem.timed_goals),
        ("timed effects", problem.timed_effects),
        ("trajectory constraints", problem.trajectory_constraints),
        ("state invariants", getattr(problem, "state_invariants", ())),
        ("processes", list(problem.processes)),
        ("events", list(problem.events)),
        ("quality metric", metrics),
    ):
        if found:
            raise ProblemError(f"{place}: UNSUPPORTED: {what}; delete this from it")


def _read(problems: Sequence[Problem], name: str) -> tuple[Instance, ...]:
    for problem in problems:
        _check_class(problem)
    if not problems:
        return ()
    reader = _DomainReader(problems)
    domain = reader.read(name)
    return tuple(reader.instance(p, n, domain) for n, p in enumerate(problems, 1))


class _DomainReader:
    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = problems
        types = [t for p in problems for t in p.user_types]
        self.root_name = _root_name({t.name: t.father for t in types})

    def read(self, name: str) -> Domain:
        types = self._types()
        predicates, actions = self._declared(self.problems[0])
        for other in self.problems[1:]:
            self._check_same(predicates, actions, other)
        lists = [self._objects(problem) for problem in self.problems]
        constants = tuple(lists[0][: _constant_count(lists, actions)])
        requirements = _requirements(bool(types), actions)
        return Domain(name, requirements, types, constants, predicates, actions)

    def instance(self, problem: Problem, number: int, domain: Domain) -> Instance:
        name = problem.name or f"problem-{number}"
        place = f'the goal of "{name}"'
        _check_names("object", [item.name for item in problem.all_objects])
        literals = (literal for goal in problem.goals for literal in conjuncts(goal, place))
        goal = tuple(without_constants(literals, place))
        negative = any(not literal.positive for literal in goal)
        flags = (":negative-preconditions",) if negative else ()
        others = tuple(self._objects(problem)[len(domain.constants) :])
        initial = tuple(_initial(problem))
        return Instance(name, domain, others, initial, goal, requirements=flags)

    def _types(self) -> tuple[Type, ...]:
        """Return all types of the problems; a type without one above it is below `object`."""
        parents: dict[str, str] = {}
        for problem in self.problems:
            for type_ in problem.user_types:
                name = self._type_name(type_)
                above = OBJECT if type_.father is None else self._type_name(type_.father)
                if parents.setdefault(name, above) != above:
                    raise ProblemError(
                        f'the type "{name}" stands below "{parents[name]}" in one problem and '
                        f'below "{above}" in "{problem.name}"; give problems of one domain'
                    )
        _check_names("type", parents)
        return tuple(Type(name, above) for name, above in parents.items() if name != OBJECT)

    def _type_name(self, type_: UPType) -> str:
        return self.root_name if fold(type_.name) == OBJECT else str(type_.name)

    def _declared(self, problem: Problem) -> tuple[tuple[Predicate, ...], tuple[ActionSchema, ...]]:
        predicates = tuple(self._predicate(f) for f in problem.fluents if not _is_number(f))
        actions = tuple(self._action(a) for a in problem.actions)
        _check_names("fluent", [p.name for p in predicates])
        _check_names("action", [a.name for a in actions])
        return predicates, actions

    def _check_same(
        self,
        predicates: tuple[Predicate, ...],
        actions: tuple[ActionSchema, ...],
        other: Problem,
    ) -> None:
        """Refuse problems of another domain; the order of declarations may be another."""
        more_predicates, more_actions = self._declared(other)
        for what, odd in (
            ("fluent", {p.name for p in {*predicates} ^ {*more_predicates}}),
            ("action", {a.name for a in {*actions} ^ {*more_actions}}),
        ):
            if odd:
                raise ProblemError(
                    f'the {what} "{min(odd)}" is not the same in the problems '
                    f'"{self.problems[0].name}" and "{other.name}"; give problems of one domain'
                )

    def _predicate(self, fluent: Fluent) -> Predicate:
        place = f'the fluent "{fluent.name}"'
        if not fluent.type.is_bool_type():
            raise ProblemError(
                f"{place}: UNSUPPORTED: values of the type {fluent.type}; use true and false, or "
                "unified-planning's compiler that removes fluents of user types"
            )
        return Predicate(fluent.name, self._parameters(fluent.signature, place))

    def _action(self, action: Action) -> ActionSchema:
        place = f'the action "{action.name}"'
        if type(action) is not InstantaneousAction:
            raise ProblemError(f"{place}: UNSUPPORTED: {type(action).__name__}; make it instant")
        if action.simulated_effect is not None:
            raise ProblemError(f"{place}: UNSUPPORTED: simulated effect; write its effects out")
        parts = [conjuncts(part, place) for part in action.preconditions]
        return ActionSchema(
            action.name,
            self._parameters(action.parameters, place),
            tuple(literal for part in parts for literal in part),
            tuple(effect_literal(effect, place) for effect in action.effects),
        )

    def _parameters(self, signature: Iterable[UPParameter], place: str) -> tuple[Parameter, ...]:
        parameters = []
        for item in signature:
            if not item.type.is_user_type():
                raise ProblemError(
                    f'{place}: UNSUPPORTED: the parameter "{item.name}" of the type {item.type}; '
                    "only user types are possible"
                )
            parameters.append(Parameter(variable(item.name), self._type_name(item.type)))
        _check_names(f"parameter of {place}", [p.name[1:] for p in parameters])
        return tuple(parameters)

    def _objects(self, problem: Problem) -> list[Object]:
        return [Object(item.name, self._type_name(item.type)) for item in problem.all_objects]


def _root_name(fathers: Mapping[str, UPType | None]) -> str:
    """Return the name for a type called `object`, which in PDDL stands above every type.

    Where it does not, it gets another name, so that no more objects fit than before.
    """
    above_all = all((father is None) == (fold(name) == OBJECT) for name, father in fathers.items())
    name = OBJECT
    while not above_all and (name == OBJECT or name in map(fold, fathers)):
        name += "_"
    return name


def _is_number(fluent: Fluent) -> bool:
    """Return whether a fluent can only matter for costs, which are ignored."""
    return bool(fluent.type.is_int_type() or fluent.type.is_real_type())


def _check_names(what: str, names: Iterable[str]) -> None:
    """Refuse names that PDDL cannot write or cannot tell apart."""
    seen: dict[str, str] = {}
    for name in names:
        if not is_name(name) or (what in ("fluent", "action") and fold(name) in RESERVED):
            raise ProblemError(
                f'the {what} "{name}" has a name that PDDL cannot write; use letters, digits, _ '
                "and -, and no word of PDDL's"
            )
        if seen.setdefault(fold(name), name) != name:
            raise ProblemError(
                f'the {what}s "{seen[fold(name)]}" and "{name}" differ in case only, which PDDL '
                "does not see; rename one of them"
            )


def _constant_count(lists: Sequence[Sequence[Object]], actions: Iterable[ActionSchema]) -> int:
    """Return how many objects at the front are constants: up to the last one mentioned."""
    literals = [literal for a in actions for literal in (*a.preconditions, *a.effects)]
    terms = {term for literal in literals for term in literal.atom.arguments}
    mentioned = {term for term in terms if not is_variable(term)}
    count = max((n for n, item in enumerate(lists[0], 1) if item.name in mentioned), default=0)
    same = takewhile(lambda items: len(set(items)) == 1, zip(*lists, strict=False))
    if len(lists) > 1 and count > len(list(same)):
        last = lists[0][count - 1].name
        raise ProblemError(
            f'actions mention the object "{last}", so it and the objects before it must come '
            "first in every problem, the same in all; add the objects that actions mention first"
        )
    return count


def _initial(problem: Problem) -> Iterator[Atom]:
    """Yield the atoms that are true initially: explicit values, then true defaults."""
    explicit = problem.explicit_initial_values
    values: dict[Atom, bool] = {}
    for expression, value in explicit.items():
        if not _is_number(expression.fluent()):
            arguments = tuple(str(argument.object().name) for argument in expression.args)
            values[Atom(expression.fluent().name, arguments)] = value.bool_constant_value()
    yield from (atom for atom, true in values.items() if true)
    for fluent in problem.fluents:
        default = problem.fluents_defaults.get(fluent)
        if _is_number(fluent) or (default is not None and default.is_false()):
            continue
        members = [[o.name for o in problem.objects(p.type)] for p in fluent.signature]
        for arguments in product(*members):
            atom = Atom(fluent.name, arguments)
            if atom in values:
                continue
            if default is None:
                raise ProblemError(
                    f'the fluent "{fluent.name}" has no initial value for {atom} in '
                    f'"{problem.name}"; set it, or give the fluent a default_initial_value'
                )
            yield atom


def _requirements(typed: bool, actions: Iterable[ActionSchema]) -> tuple[str, ...]:
    conditions = [literal for a in actions for literal in a.preconditions]
    return (
        ":strips",
        *([":typing"] if typed else []),
        *([":negative-preconditions"] if any(not c.positive for c in conditions) else []),
        *([":equality"] if any(c.atom.predicate == EQUALITY for c in conditions) else []),
    )
