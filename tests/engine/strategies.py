"""Random small problems and programs, with every construct that the engines treat specially.

Type hierarchies, types without objects, constants in schemas, equality and negative
preconditions, atoms mentioned twice in an effect, nullary and static predicates, unreachable
and contradictory goals.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Final, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from engine.naive import NaiveTask, State
from genplan.evaluations import EVALUATIONS, Evaluation, PythonEvaluation
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
)
from genplan.problem import GPProblem, Pointer
from genplan.program.instruction_set import InstructionSet
from genplan.program.instructions import End, Goto, Instruction
from genplan.program.program import Program
from genplan.search import Configuration, Strategy

CASES: Final = int(os.environ.get("GENPLAN_RANDOM_CASES", "3000"))
"""How many random cases all tests together look at."""

T = TypeVar("T")
Draw = st.DrawFn


def share(fraction: float) -> settings:
    """Return the settings of a test that looks at a fraction of the cases: always the same."""
    return settings(
        max_examples=max(1, round(CASES * fraction)),
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def one_of(draw: Draw, items: Sequence[T]) -> T:
    return items[draw(st.integers(0, len(items) - 1))]


def subset(draw: Draw, items: Sequence[T]) -> list[T]:
    mask = draw(st.integers(0, (1 << len(items)) - 1))
    return [item for position, item in enumerate(items) if mask >> position & 1]


def sparse(draw: Draw, items: Sequence[T]) -> list[T]:
    """Return about an eighth of the items."""
    masks = [draw(st.integers(0, (1 << len(items)) - 1)) for _ in range(3)]
    mask = masks[0] & masks[1] & masks[2]
    return [item for position, item in enumerate(items) if mask >> position & 1]


def several(draw: Draw, most: int, make: Callable[[Draw], T | None]) -> list[T]:
    made = [make(draw) for _ in range(draw(st.integers(0, most)))]
    return [item for item in made if item is not None]


# --- Domains ---------------------------------------------------------------------------------


@st.composite
def domains(draw: Draw, rich: bool = False) -> Domain:
    types: list[Type] = []
    for number in range(draw(st.integers(0, 1 if rich else 3))):
        types.append(Type(f"t{number}", one_of(draw, [OBJECT, *(t.name for t in types)])))
    names = [OBJECT, *(t.name for t in types)]
    count = draw(st.integers(0, 2))
    constants = tuple(Object(f"c{i}", one_of(draw, names)) for i in range(count))
    count = draw(st.integers(3 if rich else 1, 5 if rich else 4))
    predicates = tuple(Predicate(f"p{i}", parameters(draw, names)) for i in range(count))
    bare = Domain("random", (), tuple(types), constants, predicates)
    if rich:
        actions = tuple(rung(draw, bare, names, level) for level in range(1, count))
    else:
        count = draw(st.integers(0, 3))
        actions = tuple(action(draw, bare, names, i) for i in range(count))
    return Domain("random", (), tuple(types), constants, predicates, actions)


def parameters(draw: Draw, types: Sequence[str]) -> tuple[Parameter, ...]:
    arity = one_of(draw, (0, 1, 1, 2, 2))
    return tuple(Parameter(f"?x{i}", one_of(draw, types)) for i in range(arity))


def action(draw: Draw, domain: Domain, types: Sequence[str], number: int) -> ActionSchema:
    own = parameters(draw, types)
    terms = [(p.name, p.type) for p in own] + [(c.name, c.type) for c in domain.constants]

    def literal(draw: Draw) -> Literal | None:
        return schema_literal(draw, domain, terms)

    def condition(draw: Draw) -> Literal | None:
        if terms and draw(st.integers(0, 7)) == 0:
            pair = one_of(draw, terms)[0], one_of(draw, terms)[0]
            return Literal(Atom(EQUALITY, pair), draw(st.booleans()))
        return literal(draw)

    return ActionSchema(
        f"a{number}", own, tuple(several(draw, 3, condition)), tuple(several(draw, 4, literal))
    )


def rung(draw: Draw, domain: Domain, types: Sequence[str], level: int) -> ActionSchema:
    """Return an action that leads from the predicates below a level to those of the level."""
    made = action(draw, domain, types, level)
    terms = [(p.name, p.type) for p in made.parameters]
    terms += [(c.name, c.type) for c in domain.constants]
    needed = schema_literal(draw, domain, terms, domain.predicates[level - 1 : level])
    added = schema_literal(draw, domain, terms, domain.predicates[level : level + 1])
    conditions = [] if needed is None else [Literal(needed.atom)]
    effects = [] if added is None else [Literal(added.atom)]
    return ActionSchema(
        made.name,
        made.parameters,
        (*conditions, *made.preconditions[: draw(st.integers(0, 1))]),
        (*effects, *made.effects[: draw(st.integers(0, 2))]),
    )


def schema_literal(
    draw: Draw,
    domain: Domain,
    terms: Sequence[tuple[str, str]],
    predicates: Sequence[Predicate] = (),
) -> Literal | None:
    predicate = one_of(draw, predicates or domain.predicates)
    chosen = []
    for parameter in predicate.parameters:
        fitting = [name for name, type_ in terms if domain.is_subtype(type_, parameter.type)]
        if not fitting:
            return None
        chosen.append(one_of(draw, fitting))
    return Literal(Atom(predicate.name, tuple(chosen)), draw(st.integers(0, 2)) > 0)


# --- Problems --------------------------------------------------------------------------------


@st.composite
def instances(draw: Draw, domain: Domain, rich: bool = False) -> Instance:
    types = [OBJECT, *(t.name for t in domain.types)]
    count = draw(st.integers(2 if rich else 0, 4))
    objects = tuple(Object(f"o{i}", one_of(draw, types)) for i in range(count))
    task = NaiveTask(Instance("random", domain, objects, (), ()))
    low = [atom for atom in task.atoms if not rich or atom.predicate == "p0"]
    high = [atom for atom in task.atoms if atom not in low]
    initial = (*subset(draw, low), *sparse(draw, high))
    make_goals = far_goals if rich else goals
    return Instance("random", domain, objects, initial, make_goals(draw, task, frozenset(initial)))


def far_goals(draw: Draw, task: NaiveTask, initial: State) -> tuple[Literal, ...]:
    """Return one or two atoms among those that take longest to reach without delete effects."""
    layers = [initial]
    while len(layers) == 1 or layers[-1] != layers[-2]:
        layers.append(layers[-1].union(*task.successors(layers[-1])))
    added = [sorted(b - a, key=str) for a, b in pairwise(layers)]
    far = [atom for layer in reversed(added) for atom in layer][:4]
    return tuple(Literal(atom) for atom in subset(draw, far)[:2] or far[:1])


def goals(draw: Draw, task: NaiveTask, initial: State) -> tuple[Literal, ...]:
    """Return facts of a state that a random walk reaches, so mostly reachable; or any facts."""
    walked = draw(st.integers(0, 3)) > 0
    state = walk(draw, task, initial) if walked else frozenset(subset(draw, task.atoms))
    atoms = [one_of(draw, task.atoms) for _ in range(draw(st.integers(0, 4))) if task.atoms]
    changed = sorted(state ^ initial, key=str)[:2] if walked else []
    literals = [Literal(atom, atom in state) for atom in (*changed, *atoms)]
    if atoms and draw(st.integers(0, 15)) == 0:
        literals.append(Literal(atoms[0], atoms[0] not in state))
    return tuple(dict.fromkeys(literals))


def walk(draw: Draw, task: NaiveTask, state: State) -> State:
    for _ in range(draw(st.integers(1, 4))):
        following = [s for s in task.successors(state) if s != state]
        if following:
            state = one_of(draw, following)
    return state


@st.composite
def pointers(draw: Draw, domain: Domain, most: int) -> tuple[Pointer, ...]:
    types = [OBJECT, *(t.name for t in domain.types)]
    signatures = [q.parameters for q in domain.predicates]
    signatures += [a.parameters for a in domain.actions]
    used = [p.type for parameters in signatures for p in parameters]
    count = draw(st.integers(0, most))
    chosen = [one_of(draw, used or types) for _ in range(count)]
    if chosen and draw(st.integers(0, 3)) == 0:
        chosen[-1] = one_of(draw, types)
    return tuple(Pointer(f"z{i}", name) for i, name in enumerate(chosen))


@st.composite
def problems(
    draw: Draw, most_instances: int = 1, most_pointers: int = 3, rich: bool = False
) -> GPProblem:
    """Return a problem; a rich one has long ways to its goals, hence more landmarks."""
    domain = draw(domains(rich))
    count = draw(st.integers(1, most_instances))
    found = tuple(draw(instances(domain, rich)) for _ in range(count))
    return GPProblem(domain, found, draw(pointers(domain, most_pointers)))


# --- Programs --------------------------------------------------------------------------------


@st.composite
def programs(draw: Draw, problem: GPProblem, most_lines: int = 9) -> Program:
    """Return a complete program; where instructions may stand is not looked at."""
    count = draw(st.integers(1, most_lines))
    made = InstructionSet.build(problem.domain, problem.pointers, count)
    plain = [*made.actions, *made.pointer_instructions, *made.tests]
    lines = [line(draw, plain, number) for number in range(count - 1)]
    return Program(problem.domain.name, problem.pointers, (*lines, End()))


def line(draw: Draw, plain: Sequence[Instruction], number: int) -> Instruction:
    if number and (not plain or draw(st.integers(0, 2)) == 0):
        return Goto(draw(st.integers(0, number - 1)), draw(st.booleans()))
    return one_of(draw, plain) if plain else End()


# --- Searches --------------------------------------------------------------------------------


@dataclass(frozen=True)
class SearchCase:
    problem: GPProblem
    configuration: Configuration


@st.composite
def evaluations(draw: Draw) -> tuple[Evaluation | PythonEvaluation, ...]:
    names = list(EVALUATIONS)
    return tuple(EVALUATIONS[one_of(draw, names)] for _ in range(draw(st.integers(1, 3))))


@st.composite
def searches(draw: Draw, most_programs: int) -> SearchCase:
    """Return a search whose space has not many more programs than asked for."""
    problem = draw(problems(most_instances=3, most_pointers=2))
    count = sum(len(g) for g in plain_groups(problem)) + 1
    lines = next((n for n in (6, 5, 4, 3) if count ** (n - 1) <= most_programs), 2)
    configuration = Configuration(
        lines,
        one_of(draw, (Strategy.PGP, Strategy.PGP, Strategy.BFS)),
        draw(evaluations()),
        one_of(draw, list(Construction)),
    )
    return SearchCase(problem, configuration)


def plain_groups(problem: GPProblem) -> tuple[Sequence[Instruction], ...]:
    made = InstructionSet.build(problem.domain, problem.pointers, 2)
    return made.actions, made.pointer_instructions, made.tests


def choices(lists: Sequence[Sequence[int]]) -> set[tuple[int, ...]]:
    """Return every set that takes one number from each list, ascending."""
    return {tuple(sorted(set(taken))) for taken in product(*lists)}
