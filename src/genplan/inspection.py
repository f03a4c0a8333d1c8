"""What a model offers to planning programs, and warnings that help modelling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from typing import TYPE_CHECKING

from genplan.compiled import CompiledInstance, compile_domain, compile_instance
from genplan.pddl.model import (
    OBJECT,
    ActionSchema,
    Domain,
    Instance,
    Literal,
    Parameter,
    Predicate,
)
from genplan.problem import Pointer, default_pointer_counts

if TYPE_CHECKING:
    from genplan.reference.relaxation import RelaxedGraph

__all__ = [
    "SpaceSize",
    "instruction_counts",
    "space_size",
    "unreachable_goals",
    "warnings",
    "ways_to_write",
]


@dataclass(frozen=True, slots=True)
class SpaceSize:
    """How many instructions there are, by kind, and how many programs of so many lines."""

    lines: int
    actions: int
    pointer_instructions: int
    tests: int
    programs: int

    @property
    def programs_log10(self) -> float:
        """Return the number of digits, nearly; the number itself may be too long to print."""
        return log10(self.programs)


def instruction_counts(domain: Domain, pointers: Sequence[Pointer]) -> tuple[int, int, int]:
    """Return how many actions, pointer instructions and tests there are, without making them."""
    per_type = Counter(z.type for z in pointers)
    actions = sum(_tuples(domain, per_type, action.parameters) for action in domain.actions)
    tests = sum(_tuples(domain, per_type, predicate.parameters) for predicate in domain.predicates)
    moves = sum(3 * count + count * (count - 1) for count in per_type.values())
    return actions, moves, tests


def ways_to_write(
    domain: Domain, pointers: Sequence[Pointer], parameters: Sequence[Parameter]
) -> int:
    """Return how many instructions there are with these parameters."""
    return _tuples(domain, Counter(z.type for z in pointers), parameters)


def unreachable_goals(instance: Instance) -> tuple[Literal, ...]:
    """Return the goal facts that nothing can achieve, even without delete effects."""
    from genplan.reference.relaxation import Relaxation, RelaxedGraph

    compiled = compile_instance(compile_domain(instance.domain, ()), instance)
    graph = RelaxedGraph(Relaxation(compiled, last_mention_wins=False), ())
    return tuple(compiled.literal(fact) for fact in compiled.goal if not graph.holds(fact))


def _tuples(domain: Domain, per_type: Mapping[str, int], parameters: Sequence[Parameter]) -> int:
    """Return the number of tuples of different pointers that fit the parameters.

    Types form a tree, so the pointers that fit one parameter contain those that fit another, or
    are disjoint from them. Choosing for the narrowest parameter first, every choice takes one
    pointer away from each wider parameter.
    """
    fitting = [
        frozenset(name for name in per_type if domain.is_subtype(name, p.type)) for p in parameters
    ]
    fitting.sort(key=len)
    found = 1
    for position, types in enumerate(fitting):
        taken = sum(earlier <= types for earlier in fitting[:position])
        found *= max(0, sum(per_type[name] for name in types) - taken)
    return found


def space_size(domain: Domain, pointers: Sequence[Pointer], lines: int) -> SpaceSize:
    """Return the size of the space of complete programs of so many lines.

    Counted line by line, by what stands before: a goto may follow only a pointer instruction or
    a test, and nothing else may follow a test. A program is complete at its first `end`.
    """
    actions, moves, tests = instruction_counts(domain, pointers)
    programs = 0
    after_other, after_move, after_test = 1, 0, 0
    for line in range(lines - 1):
        free = after_other + after_move
        programs += free  # `end` here
        gotos = 2 * line * (after_move + after_test)
        allowed_moves = moves if line <= lines - 3 else 0
        after_other, after_move, after_test = (
            free * actions + gotos,
            free * allowed_moves,
            free * tests,
        )
    programs += after_other + after_move + after_test
    return SpaceSize(lines, actions, moves, tests, programs)


def warnings(domain: Domain, instances: Sequence[Instance] = ()) -> tuple[str, ...]:
    """Return what looks like a mistake in a model, in plain words."""
    return (*_domain_warnings(domain), *_instance_warnings(domain, instances))


def _domain_warnings(domain: Domain) -> Iterator[str]:
    if not domain.actions:
        yield "the domain has no actions"
    used = {
        literal.atom.predicate
        for action in domain.actions
        for literal in (*action.preconditions, *action.effects)
    }
    for predicate in domain.predicates:
        if predicate.name not in used:
            yield f'the predicate "{predicate.name}" is not used by any action'
    if domain.types:
        yield from _untyped_parameters(domain)
    for action in domain.actions:
        if not action.effects:
            yield f'the action "{action.name}" has no effect'


def _untyped_parameters(domain: Domain) -> Iterator[str]:
    owners: tuple[Predicate | ActionSchema, ...] = (*domain.predicates, *domain.actions)
    for owner in owners:
        for parameter in owner.parameters:
            if parameter.type == OBJECT:
                yield (
                    f'the parameter {parameter.name} of "{owner.name}" has no type but object, '
                    "so that programs get a pointer of type object for it"
                )


def _instance_warnings(domain: Domain, instances: Sequence[Instance]) -> Iterator[str]:
    from genplan.reference.relaxation import Relaxation, RelaxedGraph

    tables = compile_domain(domain, ())
    applicable: set[int] = set()
    for instance in instances:
        compiled = compile_instance(tables, instance)
        relaxation = Relaxation(compiled, last_mention_wins=False)
        graph = RelaxedGraph(relaxation, ())
        applicable.update(
            action.action
            for number, action in enumerate(relaxation.actions)
            if graph.layer_of(number) is not None
        )
        yield from _goal_warnings(compiled, graph)
        yield from _type_warnings(domain, instance)
    if instances:
        for number, action in enumerate(domain.actions):
            if number not in applicable:
                yield f'the action "{action.name}" is never applicable in any instance'


def _goal_warnings(compiled: CompiledInstance, graph: RelaxedGraph) -> Iterator[str]:
    name = compiled.instance.name
    if not compiled.goal:
        yield f'the instance "{name}" has an empty goal'
    for fact in compiled.goal:
        if not graph.holds(fact):
            goal = compiled.literal(fact)
            yield f'the instance "{name}" is unsolvable: nothing can achieve {goal}'


def _type_warnings(domain: Domain, instance: Instance) -> Iterator[str]:
    for type_name, count in default_pointer_counts(domain).items():
        if count and not instance.objects_by_type[type_name]:
            yield f'the instance "{instance.name}" has no object of type "{type_name}"'
