"""Random small problems and programs, with every construct that the engines treat specially.

Type hierarchies, types without objects, constants in schemas, equality and negative
preconditions, atoms mentioned twice in an effect, nullary and static predicates, unreachable
and contradictory goals.

What is made depends on rolls of a die. In some cases Hypothesis itself rolls, which it can then
shrink to a small counterexample; in most an ordinary source of random numbers does, since
Hypothesis prefers simple cases, and those have no interesting landmarks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from random import Random
from typing import Final, TypeAlias, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from engine.naive import NaiveTask, State
from genplan.evaluations import EVALUATIONS
from genplan.landmark_graph import Construction
from genplan.pddl import (
    EQUALITY,
    OBJECT,
    ActionSchema,
    Atom,
    Domain,
    Instance,
    Literal,
    Object,
    Parameter,
    Predicate,
    Type,
    parse_domain,
)
from genplan.problem import GPProblem, Pointer
from genplan.program.instruction_set import InstructionSet
from genplan.program.instructions import End, Goto, Instruction
from genplan.program.program import Program
from genplan.queues import Queue
from genplan.search import Configuration, Strategy

CASES: Final = int(os.environ.get("GENPLAN_RANDOM_CASES", "8000"))
"""How many random cases all tests together look at."""

T = TypeVar("T")
Roll: TypeAlias = Callable[[int, int], int]
"""Returns a whole number between two, both included."""


def share(fraction: float) -> settings:
    """Return the settings of a test that looks at a fraction of the cases: always the same."""
    return settings(
        max_examples=max(1, round(CASES * fraction)),
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


@st.composite
def made(draw: st.DrawFn, make: Callable[[Roll], T]) -> T:
    """Return what a function makes of rolls."""
    if draw(st.integers(0, 3)) == 0:
        return make(lambda low, high: draw(st.integers(low, high)))
    return make(Random(draw(st.integers(0, 1 << 40))).randint)


def one_of(roll: Roll, items: Sequence[T]) -> T:
    return items[roll(0, len(items) - 1)]


def subset(roll: Roll, items: Sequence[T]) -> list[T]:
    return chosen_by(roll(0, (1 << len(items)) - 1), items)


def sparse(roll: Roll, items: Sequence[T]) -> list[T]:
    """Return about an eighth of the items."""
    most = (1 << len(items)) - 1
    return chosen_by(roll(0, most) & roll(0, most) & roll(0, most), items)


def chosen_by(mask: int, items: Sequence[T]) -> list[T]:
    return [item for position, item in enumerate(items) if mask >> position & 1]


def several(roll: Roll, most: int, make: Callable[[Roll], T | None]) -> list[T]:
    found = [make(roll) for _ in range(roll(0, most))]
    return [item for item in found if item is not None]


# --- Domains ---------------------------------------------------------------------------------


def domain(roll: Roll, rich: bool = False) -> Domain:
    types: list[Type] = []
    for number in range(roll(0, 1 if rich else 3)):
        types.append(Type(f"t{number}", one_of(roll, [OBJECT, *(t.name for t in types)])))
    names = [OBJECT, *(t.name for t in types)]
    constants = tuple(Object(f"c{i}", one_of(roll, names)) for i in range(roll(0, 2)))
    count = roll(3, 5) if rich else roll(1, 4)
    predicates = tuple(Predicate(f"p{i}", parameters(roll, names)) for i in range(count))
    bare = Domain("random", (), tuple(types), constants, predicates)
    if rich:
        actions = [rung(roll, bare, names, level) for level in range(1, count)]
    else:
        actions = [action(roll, bare, names, number) for number in range(roll(0, 3))]
    return Domain("random", (), tuple(types), constants, predicates, tuple(actions))


def parameters(roll: Roll, types: Sequence[str]) -> tuple[Parameter, ...]:
    arity = one_of(roll, (0, 1, 1, 2, 2))
    return tuple(Parameter(f"?x{i}", one_of(roll, types)) for i in range(arity))


def terms_of(domain: Domain, own: Sequence[Parameter]) -> list[tuple[str, str]]:
    """Return the names and types of what a literal of an action may be about."""
    return [(p.name, p.type) for p in own] + [(c.name, c.type) for c in domain.constants]


def action(roll: Roll, domain: Domain, types: Sequence[str], number: int) -> ActionSchema:
    own = parameters(roll, types)
    terms = terms_of(domain, own)

    def literal(roll: Roll) -> Literal | None:
        return schema_literal(roll, domain, terms, domain.predicates)

    def condition(roll: Roll) -> Literal | None:
        if terms and roll(0, 7) == 0:
            pair = one_of(roll, terms)[0], one_of(roll, terms)[0]
            return Literal(Atom(EQUALITY, pair), roll(0, 1) == 1)
        return literal(roll)

    return ActionSchema(
        f"a{number}", own, tuple(several(roll, 3, condition)), tuple(several(roll, 4, literal))
    )


def rung(roll: Roll, domain: Domain, types: Sequence[str], level: int) -> ActionSchema:
    """Return an action that leads from the predicate below a level to that of the level."""
    base = action(roll, domain, types, level)
    terms = terms_of(domain, base.parameters)
    needed = schema_literal(roll, domain, terms, domain.predicates[level - 1 : level])
    added = schema_literal(roll, domain, terms, domain.predicates[level : level + 1])
    return ActionSchema(
        base.name,
        base.parameters,
        (*made_true(needed), *base.preconditions[: roll(0, 1)]),
        (*made_true(added), *base.effects[: roll(0, 2)]),
    )


def made_true(literal: Literal | None) -> tuple[Literal, ...]:
    return () if literal is None else (Literal(literal.atom),)


def schema_literal(
    roll: Roll,
    domain: Domain,
    terms: Sequence[tuple[str, str]],
    predicates: Sequence[Predicate],
) -> Literal | None:
    predicate = one_of(roll, predicates)
    arguments = []
    for parameter in predicate.parameters:
        fitting = [name for name, type_ in terms if domain.is_subtype(type_, parameter.type)]
        if not fitting:
            return None
        arguments.append(one_of(roll, fitting))
    return Literal(Atom(predicate.name, tuple(arguments)), roll(0, 2) > 0)


# --- Problems --------------------------------------------------------------------------------


def instance(roll: Roll, domain: Domain, rich: bool = False) -> Instance:
    types = [OBJECT, *(t.name for t in domain.types)]
    objects = tuple(Object(f"o{i}", one_of(roll, types)) for i in range(roll(2 if rich else 0, 4)))
    task = NaiveTask(Instance("random", domain, objects, (), ()))
    low = [atom for atom in task.atoms if not rich or atom.predicate == "p0"]
    high = [atom for atom in task.atoms if atom not in low]
    initial = (*subset(roll, low), *sparse(roll, high))
    make_goals = far_goals if rich else goals
    return Instance("random", domain, objects, initial, make_goals(roll, task, frozenset(initial)))


def goals(roll: Roll, task: NaiveTask, initial: State) -> tuple[Literal, ...]:
    """Return facts of a state that a random walk reaches, so mostly reachable; or any facts."""
    walked = roll(0, 3) > 0
    state = walk(roll, task, initial) if walked else frozenset(subset(roll, task.atoms))
    atoms = [one_of(roll, task.atoms) for _ in range(roll(0, 4)) if task.atoms]
    changed = sorted(state ^ initial, key=str)[:2] if walked else []
    literals = [Literal(atom, atom in state) for atom in (*changed, *atoms)]
    if atoms and roll(0, 15) == 0:
        literals.append(Literal(atoms[0], atoms[0] not in state))
    return tuple(dict.fromkeys(literals))


def walk(roll: Roll, task: NaiveTask, state: State) -> State:
    for _ in range(roll(1, 4)):
        following = [s for s in task.successors(state) if s != state]
        if following:
            state = one_of(roll, following)
    return state


def far_goals(roll: Roll, task: NaiveTask, initial: State) -> tuple[Literal, ...]:
    """Return one or two atoms among those that take longest to reach without delete effects."""
    layers = [initial]
    while len(layers) == 1 or layers[-1] != layers[-2]:
        layers.append(layers[-1].union(*task.successors(layers[-1])))
    added = [sorted(b - a, key=str) for a, b in pairwise(layers)]
    far = [atom for layer in reversed(added) for atom in layer][:4]
    return tuple(Literal(atom) for atom in subset(roll, far)[:2] or far[:1])


def pointers(roll: Roll, domain: Domain, most: int) -> tuple[Pointer, ...]:
    types = [OBJECT, *(t.name for t in domain.types)]
    signatures = [q.parameters for q in domain.predicates]
    signatures += [a.parameters for a in domain.actions]
    used = [p.type for parameters in signatures for p in parameters]
    chosen = [one_of(roll, used or types) for _ in range(roll(0, most))]
    if chosen and roll(0, 3) == 0:
        chosen[-1] = one_of(roll, types)
    return tuple(Pointer(f"z{i}", name) for i, name in enumerate(chosen))


def problem(roll: Roll, most_instances: int = 1, most_pointers: int = 3) -> GPProblem:
    """Return a problem: any, one with long ways to its goals, or one on a random map."""
    kind = roll(0, 2)
    own = TRAVEL if kind == 2 else domain(roll, kind == 1)
    count = roll(1, most_instances)
    if kind == 2:
        found = tuple(journey(roll) for _ in range(count))
    else:
        found = tuple(instance(roll, own, kind == 1) for _ in range(count))
    return GPProblem(own, found, pointers(roll, own, most_pointers))


TRAVEL: Final = parse_domain(
    """
    (define (domain travel)
      (:requirements :strips :typing :equality :negative-preconditions)
      (:types place item - object)
      (:constants home - place)
      (:predicates (link ?a ?b - place) (at ?x - place) (lies ?i - item ?x - place)
                   (held ?i - item) (seen ?x - object) (done))
      (:action move :parameters (?a ?b - place)
        :precondition (and (link ?a ?b) (at ?a))
        :effect (and (at ?b) (not (at ?a)) (seen ?b)))
      (:action take :parameters (?i - item ?x - place)
        :precondition (and (at ?x) (lies ?i ?x)) :effect (and (held ?i) (not (lies ?i ?x))))
      (:action drop :parameters (?i - item ?x - place)
        :precondition (and (at ?x) (held ?i) (not (= ?x home)))
        :effect (and (lies ?i ?x) (not (held ?i)) (seen ?i)))
      (:action finish :parameters (?i - item)
        :precondition (and (at home) (held ?i)) :effect (done)))
    """
)
"""Several ways lead to most places, so its landmark graphs are full of disjunctions."""


def journey(roll: Roll) -> Instance:
    places = ["home", *(f"x{i}" for i in range(roll(1, 4)))]
    items = [f"i{i}" for i in range(roll(1, 2))]
    objects = [*(Object(x, "place") for x in places[1:]), *(Object(i, "item") for i in items)]
    pairs = [(a, b) for a in places for b in places if a != b]
    links = [Atom("link", pair) for pair in subset(roll, pairs)]
    lies = [Atom("lies", (item, one_of(roll, places))) for item in items]
    goals = [*(Atom("lies", (i, x)) for i in items for x in places), Atom("done")]
    goals += [Atom(name, (x,)) for name in ("at", "seen") for x in places]
    wanted = dict.fromkeys(one_of(roll, goals) for _ in range(roll(1, 3)))
    return Instance(
        "random",
        TRAVEL,
        tuple(objects),
        (*links, *lies, Atom("at", (one_of(roll, places),))),
        tuple(Literal(atom, roll(0, 7) > 0) for atom in wanted),
    )


# --- Programs --------------------------------------------------------------------------------


def program(roll: Roll, problem: GPProblem, most_lines: int = 9) -> Program:
    """Return a complete program; where instructions may stand is not looked at."""
    count = roll(1, most_lines)
    plain = [instruction for group in plain_groups(problem) for instruction in group]
    lines = [line(roll, plain, number) for number in range(count - 1)]
    return Program(problem.domain.name, problem.pointers, (*lines, End()))


def line(roll: Roll, plain: Sequence[Instruction], number: int) -> Instruction:
    if number and (not plain or roll(0, 2) == 0):
        return Goto(roll(0, number - 1), roll(0, 1) == 1)
    return one_of(roll, plain) if plain else End()


def plain_groups(problem: GPProblem) -> tuple[Sequence[Instruction], ...]:
    """Return the actions, pointer instructions and tests over a problem's pointers."""
    built = InstructionSet.build(problem.domain, problem.pointers, 2)
    return built.actions, built.pointer_instructions, built.tests


@dataclass(frozen=True)
class ProgramCase:
    problem: GPProblem
    programs: tuple[Program, ...]
    prefix: int
    """A number of lines of the first program, at most all."""


def program_case(roll: Roll) -> ProgramCase:
    own = problem(roll)
    programs = tuple(program(roll, own) for _ in range(3))
    return ProgramCase(own, programs, roll(0, len(programs[0])))


# --- Searches --------------------------------------------------------------------------------


@dataclass(frozen=True)
class SearchCase:
    problem: GPProblem
    configuration: Configuration


def search_case(roll: Roll, most_programs: int = 300) -> SearchCase:
    """Return a search whose space has not many more programs than asked for."""
    own = problem(roll, most_instances=3, most_pointers=2)
    count = sum(len(group) for group in plain_groups(own)) + 1
    lines = next((n for n in (6, 5, 4, 3) if count ** (n - 1) <= most_programs), 2)
    names = list(EVALUATIONS)
    configuration = Configuration(
        lines,
        one_of(roll, (Strategy.PGP, Strategy.PGP, Strategy.BFS)),
        tuple(EVALUATIONS[one_of(roll, names)] for _ in range(roll(1, 3))),
        one_of(roll, list(Construction)),
    )
    return SearchCase(own, configuration)


def queued_case(roll: Roll, most_programs: int = 300) -> SearchCase:
    """Return a search with several queues, lazy or not, bounded or not."""
    case = search_case(roll, most_programs)
    names = list(EVALUATIONS)

    def queue(novel: bool) -> Queue:
        evaluations = tuple(EVALUATIONS[one_of(roll, names)] for _ in range(roll(1, 2)))
        return Queue(evaluations, novel, roll(1, 3), by_length=roll(0, 2) == 0)

    queues = [queue(roll(0, 1) == 1) for _ in range(roll(0, 2))]
    queues.insert(roll(0, len(queues)), queue(False))
    changed = replace(
        case.configuration,
        queues=tuple(queues),
        lazy=roll(0, 1) == 1,
        evaluation_limit=roll(1, 300) if roll(0, 3) == 0 else None,
        open_limit=roll(1, 30) if roll(0, 2) == 0 else None,
    )
    return SearchCase(case.problem, changed)


def choices(lists: Sequence[Sequence[int]]) -> set[tuple[int, ...]]:
    """Return every set that takes one number from each list, ascending."""
    return {tuple(sorted(set(taken))) for taken in product(*lists)}
