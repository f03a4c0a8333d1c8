"""Problems to unified-planning and back; its own PDDL reader and examples are the oracles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from genplan.benchmarks import BENCHMARKS
from genplan.errors import ProblemError
from genplan.pddl import (
    Domain,
    Instance,
    Object,
    parse_domain,
    parse_instance,
    write_domain,
    write_instance,
)

pytest.importorskip("unified_planning", reason='unified-planning is not installed (".[up]")')

from unified_planning.environment import Environment
from unified_planning.io import PDDLReader
from unified_planning.model import (
    DurativeAction,
    Fluent,
    InstantaneousAction,
    Problem,
)
from unified_planning.model import Object as UPObject
from unified_planning.shortcuts import BoolType, UserType
from unified_planning.test.examples import get_example_problems

from genplan.up import GenplanEngine, from_up, plan_to_up, problem_from_up, to_up

SMALL: Final = {name: BENCHMARKS[name].training()[0] for name in BENCHMARKS}
EXAMPLES: Final = {name: example.problem for name, example in get_example_problems().items()}


def read_by_unified_planning(instance: Instance) -> Any:
    texts = write_domain(instance.domain), write_instance(instance)
    problem = PDDLReader(Environment()).parse_problem_string(*texts)
    goals = [part for goal in problem.goals for part in (goal.args if goal.is_and() else [goal])]
    problem.clear_goals()
    for goal in goals:
        problem.add_goal(goal)
    for action in problem.actions:
        conditions = list(action.preconditions)
        action.clear_preconditions()
        for part in conditions:
            for condition in part.args if part.is_and() else [part]:
                action.add_precondition(condition)
    return problem


def same_types_in_any_order(first: Domain, second: Domain) -> bool:
    return (
        set(first.types) == set(second.types)
        and first.predicates == second.predicates
        and first.actions == second.actions
    )


@pytest.mark.parametrize("name", BENCHMARKS)
def test_we_write_what_unified_planning_reads(name: str) -> None:
    theirs = read_by_unified_planning(SMALL[name])
    assert to_up(SMALL[name], theirs.environment) == theirs


@pytest.mark.parametrize("name", BENCHMARKS)
def test_there_and_back_again(name: str) -> None:
    instance = SMALL[name]
    back = from_up(to_up(instance, Environment()), instance.domain.name)
    assert same_types_in_any_order(back.domain, instance.domain)
    assert back.domain.types == instance.domain.types
    assert back.all_objects == instance.all_objects
    assert back.initial_state == instance.initial_state
    assert (back.name, back.goal) == (instance.name, instance.goal)


@pytest.mark.parametrize("name", BENCHMARKS)
def test_what_is_read_from_pddl_by_either_is_the_same(name: str) -> None:
    instance = SMALL[name]
    back = from_up(read_by_unified_planning(instance), instance.domain.name)
    assert same_types_in_any_order(back.domain, instance.domain)
    assert back.all_objects == instance.all_objects
    assert (back.initial_state, back.goal) == (instance.initial_state, instance.goal)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_supported_kind_is_exactly_what_can_be_converted(name: str) -> None:
    """Every example that unified-planning brings along: claimed and converted, or neither."""
    supported = GenplanEngine.supports(EXAMPLES[name].kind)
    try:
        from_up(EXAMPLES[name])
    except ProblemError as error:
        assert not supported, str(error)
        assert "UNSUPPORTED" in str(error) or "initial value" in str(error)
    else:
        assert supported


def test_the_examples_are_of_both_sorts() -> None:
    supported = [name for name, p in EXAMPLES.items() if GenplanEngine.supports(p.kind)]
    assert len(supported) >= 10
    assert len(EXAMPLES) - len(supported) >= 30


@pytest.mark.parametrize("name", [n for n, p in EXAMPLES.items() if GenplanEngine.supports(p.kind)])
def test_what_we_convert_means_the_same(name: str) -> None:
    """The plan that comes with an example is judged alike by both validators."""
    from unified_planning.engines.plan_validator import SequentialPlanValidator

    from genplan import GroundAction, validate_plan

    problem = EXAMPLES[name]
    examples = get_example_problems()[name]
    instance = from_up(problem)
    judged = 0
    for plans, valid in ((examples.valid_plans, True), (examples.invalid_plans, False)):
        for plan in plans:
            steps = [
                GroundAction(step.action.name, tuple(str(a) for a in step.actual_parameters))
                for step in plan.actions
            ]
            assert bool(validate_plan(instance, steps)) is valid
            with SequentialPlanValidator() as validator:
                assert bool(validator.validate(problem, plan_to_up(steps, problem))) is valid
            judged += 1
    assert judged > 0


def pair(env: Environment, *names: str, constant: str = "") -> Any:
    """Return a problem over things that can be marked; the action may mention one of them."""
    thing = env.type_manager.UserType("thing")
    problem = Problem("marks", env)
    marked = problem.add_fluent(Fluent("marked", thing=thing, environment=env))
    objects = [problem.add_object(UPObject(name, thing, env)) for name in names]
    action = InstantaneousAction("mark", thing=thing, _env=env)
    if constant:
        first = next(o for o in objects if o.name == constant)
        action.add_precondition(env.expression_manager.FluentExp(marked, [first]))
    action.add_effect(marked(action.parameter("thing")), True)
    problem.add_action(action)
    for item in objects:
        problem.set_initial_value(marked(item), item.name == constant)
    problem.add_goal(marked(objects[-1]))
    return problem


def test_objects_that_actions_mention_are_constants() -> None:
    problem = pair(Environment(), "a", "b", "c", constant="b")
    instance = from_up(problem)
    assert instance.domain.constants == (Object("a", "thing"), Object("b", "thing"))
    assert [item.name for item in instance.all_objects] == ["a", "b", "c"]


def test_constants_are_the_same_in_all_problems() -> None:
    made = [pair(Environment(), *names, constant="a") for names in (("a", "b"), ("a", "c", "d"))]
    problem = problem_from_up(made)
    assert [len(i.all_objects) for i in problem.instances] == [2, 3]
    assert problem.domain.constants == (Object("a", "thing"),)
    others = [pair(Environment(), *names, constant="a") for names in (("b", "a"), ("a", "b"))]
    with pytest.raises(ProblemError, match=r'object "a".*must come first in every problem'):
        problem_from_up(others)


def test_problems_of_other_domains_are_refused() -> None:
    first, second = pair(Environment(), "a", "b"), pair(Environment(), "a", "b", constant="b")
    with pytest.raises(ProblemError, match='action "mark" is not the same'):
        problem_from_up([first, second])
    with pytest.raises(ProblemError, match="at least one instance"):
        problem_from_up([])


def test_types_that_only_some_problems_have_are_kept() -> None:
    env = Environment()
    first, second = pair(env, "a", "b"), pair(env, "a", "b")
    below = env.type_manager.UserType("special", env.type_manager.UserType("thing"))
    second.add_object(UPObject("s", below, env))
    second.set_initial_value(second.fluent("marked")(second.object("s")), False)
    problem = problem_from_up([first, second])
    assert [t.name for t in problem.domain.types] == ["thing", "special"]


def test_true_defaults_hold_initially() -> None:
    problem = Problem("defaults")
    thing = UserType("thing")
    on = problem.add_fluent("on", BoolType(), default_initial_value=True, what=thing)
    for name in ("a", "b", "c"):
        problem.add_object(name, thing)
    problem.set_initial_value(on(problem.object("b")), False)
    assert [str(a) for a in from_up(problem).initial] == ["(on a)", "(on c)"]


def _with_goal(make: Any) -> Any:
    problem = pair(Environment(), "a", "b")
    problem.add_goal(make(problem, problem.environment.expression_manager))
    return problem


def _with_precondition(make: Any) -> Any:
    problem = pair(Environment(), "a", "b")
    action = problem.action("mark")
    action.add_precondition(make(problem, problem.environment.expression_manager))
    return problem


def _marked(problem: Any, name: str = "a") -> Any:
    return problem.fluent("marked")(problem.object(name))


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (_with_goal(lambda p, m: m.Or(_marked(p), _marked(p, "b"))), "UNSUPPORTED: disjunction"),
        (
            _with_goal(lambda p, m: m.Not(m.And(_marked(p), _marked(p, "b")))),
            "UNSUPPORTED: disjunction",
        ),
        (_with_precondition(lambda p, m: m.FALSE()), 'action "mark".*never true'),
        (
            _with_goal(
                lambda p, m: m.Equals(m.ObjectExp(p.object("a")), m.ObjectExp(p.object("b")))
            ),
            "goal.*never true",
        ),
    ],
)
def test_what_is_unsupported_is_refused_by_name(problem: Any, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        from_up(problem)


def test_equality_is_kept_in_actions_and_decided_in_goals() -> None:
    env = Environment()
    problem = pair(env, "a", "b")
    manager = env.expression_manager
    action = problem.action("mark")
    term = manager.ParameterExp(action.parameter("thing"))
    action.add_precondition(
        manager.Not(manager.Equals(term, manager.ObjectExp(problem.object("a"))))
    )
    a = manager.ObjectExp(problem.object("a"))
    problem.add_goal(manager.Not(manager.Equals(a, manager.ObjectExp(problem.object("b")))))
    instance = from_up(problem)
    assert [str(x) for x in instance.domain.actions[0].preconditions] == ["(not (= ?thing a))"]
    assert [str(g) for g in instance.goal] == ["(marked b)"]
    assert ":equality" in instance.domain.requirements


def test_durative_actions_are_refused_by_name() -> None:
    problem = pair(Environment(), "a")
    problem.add_action(DurativeAction("wait", _env=problem.environment))
    with pytest.raises(ProblemError, match='action "wait": UNSUPPORTED: DurativeAction'):
        from_up(problem)


@pytest.mark.parametrize("name", ["has space", "and", "?x", "(", ""])
def test_names_that_pddl_cannot_write_are_refused(name: str) -> None:
    problem = Problem("names")
    problem.add_fluent(name, BoolType(), default_initial_value=False)
    with pytest.raises(ProblemError, match="a name that PDDL cannot write"):
        from_up(problem)


def test_names_that_differ_in_case_only_are_refused() -> None:
    problem = pair(Environment(), "a", "A")
    with pytest.raises(ProblemError, match='"a" and "A" differ in case only'):
        from_up(problem)


def test_a_type_called_object_that_is_not_above_all_gets_another_name() -> None:
    """In PDDL `object` stands above every type: more objects would fit than before."""
    env = Environment()
    problem = pair(env, "a")
    problem.add_object(UPObject("o", env.type_manager.UserType("object"), env))
    domain = from_up(problem).domain
    assert [(t.name, t.parent) for t in domain.types] == [
        ("thing", "object"),
        ("object_", "object"),
    ]


TWICE: Final = """(define (domain doors) (:predicates (open ?x))
  (:action open :parameters (?x) :effect (open ?x)))"""


def test_a_name_for_two_things_is_refused_or_allowed_as_the_environment_says() -> None:
    domain = parse_domain(TWICE)
    instance = parse_instance(
        "(define (problem p) (:domain doors) (:objects d) (:init) (:goal (open d)))", domain
    )
    strict, lenient = Environment(), Environment()
    lenient.error_used_name = False
    with pytest.raises(ProblemError, match='"open" is the name of a predicate and of an action'):
        to_up(instance, strict)
    assert replace(from_up(to_up(instance, lenient), "doors").domain, requirements=()) == domain
