from __future__ import annotations

from dataclasses import replace

import pytest

from genplan.errors import ProblemError
from genplan.pddl import (
    Domain,
    Instance,
    Notice,
    Parameter,
    Predicate,
    Type,
    parse_domain,
    parse_instance,
)
from genplan.problem import (
    GPProblem,
    Pointer,
    default_pointer_counts,
    make_pointers,
    make_problem,
)

TRANSPORT = """
(define (domain transport)
  (:requirements :typing)
  (:types truck drone - vehicle vehicle place - object)
  (:predicates
    (at ?vehicle - vehicle ?place - place)
    (near ?place ?other - place)
    (seen ?anything)
    (paired ?truck - truck ?drone - drone))
  (:action drive
    :parameters (?vehicle - vehicle ?from ?to - place)
    :precondition (at ?vehicle ?from)
    :effect (and (not (at ?vehicle ?from)) (at ?vehicle ?to)))
  (:action tow
    :parameters (?first ?second - truck ?place ?other ?third - place)
    :effect (at ?first ?place)))
"""

UNTYPED = """
(define (domain untyped)
  (:predicates (at ?x) (adjacent ?x ?y))
  (:action move :parameters (?x ?y) :precondition (at ?x) :effect (at ?y)))
"""

COSTS = """
(define (domain costs)
  (:predicates (done))
  (:functions (total-cost) - number)
  (:action finish :parameters () :effect (and (done) (increase (total-cost) 1))))
"""


@pytest.fixture
def transport() -> Domain:
    return parse_domain(TRANSPORT)


@pytest.fixture
def untyped() -> Domain:
    return parse_domain(UNTYPED)


def instance(domain: Domain, name: str = "one") -> Instance:
    return parse_instance(
        f"(define (problem {name}) (:domain {domain.name}) (:objects a b) (:init) (:goal (and)))",
        domain,
    )


def domain_with(*counts: tuple[str, int]) -> Domain:
    """Return a domain with one predicate per type, which has so many parameters of it."""
    types = tuple(Type(name, "object") for name, _ in counts if name != "object")
    predicates = tuple(
        Predicate(f"p{name}", tuple(Parameter(f"?x{i}", name) for i in range(count)))
        for name, count in counts
    )
    return Domain("made", types=types, predicates=predicates)


def names(domain: Domain) -> list[str]:
    return [pointer.name for pointer in make_pointers(domain)]


def test_default_is_the_most_of_a_type_in_one_action_or_predicate(transport: Domain) -> None:
    assert list(default_pointer_counts(transport).items()) == [
        ("object", 1),
        ("truck", 2),
        ("drone", 1),
        ("vehicle", 1),
        ("place", 3),
    ]


def test_only_parameters_of_exactly_the_type_count() -> None:
    domain = parse_domain(
        "(define (domain d) (:types car - vehicle) (:predicates (p ?x ?y - car ?z - vehicle)))"
    )
    assert default_pointer_counts(domain) == {"object": 0, "car": 2, "vehicle": 1}


def test_pointers_come_in_the_order_of_the_types_object_first(transport: Domain) -> None:
    assert make_pointers(transport) == (
        Pointer("z1", "object"),
        Pointer("truck1", "truck"),
        Pointer("truck2", "truck"),
        Pointer("drone1", "drone"),
        Pointer("vehicle1", "vehicle"),
        Pointer("place1", "place"),
        Pointer("place2", "place"),
        Pointer("place3", "place"),
    )


def test_untyped_domains_have_pointers_z(untyped: Domain) -> None:
    assert make_pointers(untyped) == (Pointer("z1", "object"), Pointer("z2", "object"))


def test_domain_without_parameters_has_no_pointers() -> None:
    assert make_pointers(parse_domain(COSTS)) == ()


def test_overrides_replace_the_default_of_their_types(transport: Domain) -> None:
    overrides = {"truck": 0, "Place": 1, "OBJECT": 0, "drone": 3}
    chosen = [pointer.name for pointer in make_pointers(transport, overrides)]
    assert chosen == ["drone1", "drone2", "drone3", "vehicle1", "place1"]


def test_override_of_an_unknown_type_is_refused_with_a_suggestion(transport: Domain) -> None:
    with pytest.raises(ProblemError) as caught:
        make_pointers(transport, {"trick": 1})
    assert str(caught.value) == 'pointers of an unknown type "trick"; did you mean "truck"?'


def test_override_of_an_unknown_type_lists_the_types(transport: Domain) -> None:
    with pytest.raises(ProblemError) as caught:
        make_pointers(transport, {"x": 1})
    assert str(caught.value) == (
        'pointers of an unknown type "x"; the types are: object, truck, drone, vehicle, place'
    )


def test_negative_numbers_of_pointers_are_refused(transport: Domain) -> None:
    with pytest.raises(ProblemError) as caught:
        make_pointers(transport, {"truck": -1})
    assert str(caught.value) == 'the number of pointers of type "truck" cannot be -1'


def test_names_stay_unique_where_numbers_run_into_each_other() -> None:
    chosen = names(domain_with(("a", 11), ("a1", 1)))
    assert chosen == [*(f"a{i}" for i in range(1, 12)), "a1_1"]
    assert len(set(chosen)) == 12


def test_names_stay_unique_where_a_type_is_called_z() -> None:
    assert names(domain_with(("object", 2), ("Z", 2))) == ["z1", "z2", "Z_1", "Z_2"]


def test_names_stay_unique_where_the_escape_is_taken() -> None:
    chosen = names(domain_with(("a", 11), ("a1_", 1), ("a1", 1)))
    assert len(set(chosen)) == 13


def test_pointers_fit_parameters_of_their_type_and_above(transport: Domain) -> None:
    truck = Pointer("truck1", "truck")
    assert truck.fits(Parameter("?x", "truck"), transport)
    assert truck.fits(Parameter("?x", "vehicle"), transport)
    assert truck.fits(Parameter("?x", "object"), transport)
    assert not truck.fits(Parameter("?x", "drone"), transport)
    assert not Pointer("vehicle1", "vehicle").fits(Parameter("?x", "truck"), transport)


def test_problem_keeps_the_order_of_the_instances(untyped: Domain) -> None:
    instances = [instance(untyped, name) for name in ("two", "one", "three")]
    problem = make_problem(untyped, iter(instances))
    assert problem.instances == tuple(instances)
    assert problem.pointers == make_pointers(untyped)


def test_problem_takes_overrides(untyped: Domain) -> None:
    problem = make_problem(untyped, [instance(untyped)], {"object": 3})
    assert [pointer.name for pointer in problem.pointers] == ["z1", "z2", "z3"]


def test_problem_shows_a_summary(untyped: Domain) -> None:
    one = make_problem(untyped, [instance(untyped)])
    two = make_problem(untyped, [instance(untyped), instance(untyped, "two")])
    assert repr(one) == "<GPProblem untyped: 1 instance, pointers z1 z2>"
    assert repr(two) == "<GPProblem untyped: 2 instances, pointers z1 z2>"


def test_problem_without_instances_is_refused(untyped: Domain) -> None:
    with pytest.raises(ProblemError) as caught:
        make_problem(untyped, [])
    assert str(caught.value) == "a problem needs at least one instance"


def test_instance_of_another_domain_is_refused(untyped: Domain, transport: Domain) -> None:
    with pytest.raises(ProblemError) as caught:
        make_problem(transport, [instance(transport), instance(untyped, "stray")])
    assert str(caught.value) == (
        'the instance "stray" belongs to the domain "untyped", not to "transport"'
    )


def test_instance_of_an_equal_domain_is_accepted(untyped: Domain) -> None:
    again = parse_domain(UNTYPED)
    assert again is not untyped
    assert make_problem(untyped, [instance(again)]).domain is untyped


def test_pointers_of_unknown_types_are_refused(untyped: Domain) -> None:
    for type_name in ("ball", "Object"):
        with pytest.raises(ProblemError, match='pointer "x" of an unknown type'):
            GPProblem(untyped, (instance(untyped),), (Pointer("x", type_name),))


def test_two_pointers_of_one_name_are_refused(untyped: Domain) -> None:
    pointers = (Pointer("x", "object"), Pointer("X", "object"))
    with pytest.raises(ProblemError, match='two pointers are called "X"'):
        GPProblem(untyped, (instance(untyped),), pointers)


def test_notices_are_merged_once_per_kind() -> None:
    domain = parse_domain(COSTS, "domain.pddl")
    text = (
        "(define (problem p) (:domain costs) (:init (= (total-cost) 0)) (:goal (done)) "
        "(:metric minimize (total-cost)))"
    )
    instances = [parse_instance(text, domain, f"{i}.pddl") for i in range(3)]
    assert all(instance.notices for instance in instances)
    problem = make_problem(domain, instances)
    assert [notice.kind for notice in problem.notices] == ["action-costs"]
    assert problem.notices[0].place.startswith("domain.pddl:")


def test_notices_of_other_kinds_are_all_kept(untyped: Domain) -> None:
    first, again, other = (
        Notice("a", "first", "1.pddl:1:1"),
        Notice("a", "again", "2.pddl:1:1"),
        Notice("b", "other", "2.pddl:2:1"),
    )
    one = replace(instance(untyped), notices=(first,))
    two = replace(instance(untyped), notices=(again, other))
    assert make_problem(untyped, [one, two]).notices == (first, other)


def test_no_notices_if_nothing_was_ignored(untyped: Domain) -> None:
    assert make_problem(untyped, [instance(untyped)]).notices == ()
