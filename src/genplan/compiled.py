"""Problems as integer tables, which both engines read.

Numbers, all from 0 and all in the order of the files:

- types: `object`, then the types in the order in which the domain mentions them;
- objects of an instance: the domain's constants, then its own;
- ground atoms of an instance: dense. The atoms of predicate p over its parameters' types start
  at `offsets[p]`; within, arguments count like digits, each being the place of the object
  among the objects of the parameter's type. So ascending numbers are "predicate order, then
  objects in order".

A *fact* is an atom with a value, numbered `2 * atom + value`: false comes before true.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache, cached_property
from math import prod
from operator import getitem

from genplan.errors import ProblemError
from genplan.pddl.model import EQUALITY, OBJECT, ActionSchema, Atom, Domain, Instance
from genplan.pddl.model import Literal as ModelLiteral
from genplan.problem import GPProblem, Pointer
from genplan.program.instructions import (
    Act,
    Clear,
    Dec,
    End,
    Goto,
    Inc,
    Instruction,
    Set,
    Test,
)
from genplan.program.program import Program

__all__ = [
    "CompiledAction",
    "CompiledDomain",
    "CompiledInstance",
    "CompiledInstruction",
    "CompiledLiteral",
    "CompiledProblem",
    "Kind",
    "compile_domain",
    "compile_instance",
    "compile_instruction",
    "compile_problem",
    "compile_program",
    "fact_number",
]

DEFAULT_MEMORY_LIMIT = 4 << 30
"""Bytes that one engine may use unless it is told otherwise."""


class Kind(IntEnum):
    """What an instruction does."""

    ACT = 0
    INC = 1
    DEC = 2
    CLEAR = 3
    SET = 4
    TEST = 5
    GOTO = 6
    END = 7


@dataclass(frozen=True, slots=True)
class CompiledInstruction:
    """An instruction over numbers.

    `operand` is the number of the action or predicate, or the target line of a goto;
    `when` is the value of y at which a goto jumps.
    """

    kind: Kind
    operand: int = 0
    pointers: tuple[int, ...] = ()
    when: bool = False


@dataclass(frozen=True, slots=True)
class CompiledLiteral:
    """A literal of an action schema.

    A term is the position of a parameter or, if negative, `-1 - constant`.
    """

    predicate: int
    terms: tuple[int, ...]
    positive: bool


@dataclass(frozen=True, slots=True)
class CompiledAction:
    """An action schema over numbers; `equalities` are (term, term, must be equal)."""

    name: str
    parameter_types: tuple[int, ...]
    preconditions: tuple[CompiledLiteral, ...]
    equalities: tuple[tuple[int, int, bool], ...]
    effects: tuple[CompiledLiteral, ...]


@dataclass(frozen=True)
class CompiledDomain:
    """A domain and pointers as tables."""

    domain: Domain
    pointers: tuple[Pointer, ...]
    types: tuple[str, ...]
    subtypes: tuple[frozenset[int], ...]
    predicate_types: tuple[tuple[int, ...], ...]
    static: tuple[bool, ...]
    actions: tuple[CompiledAction, ...]
    pointer_types: tuple[int, ...]


@dataclass(frozen=True)
class CompiledInstance:
    """An instance as tables.

    `members[t]` are the objects of type t.
    """

    domain: CompiledDomain
    instance: Instance
    objects: tuple[str, ...]
    members: tuple[tuple[int, ...], ...]
    offsets: tuple[int, ...]
    strides: tuple[tuple[int, ...], ...]
    atoms: int
    initial: tuple[int, ...]
    goal: tuple[int, ...]

    @cached_property
    def places(self) -> tuple[dict[int, int], ...]:
        """Return for each type the place of each of its objects among them."""
        return tuple({item: place for place, item in enumerate(group)} for group in self.members)

    def atom_number(self, predicate: int, objects: Sequence[int]) -> int:
        """Return the number of a ground atom."""
        number = self.offsets[predicate]
        types = self.domain.predicate_types[predicate]
        for stride, type_, item in zip(self.strides[predicate], types, objects, strict=True):
            number += stride * self.places[type_][item]
        return number

    def atom(self, number: int) -> Atom:
        """Return the ground atom of that number."""
        predicate = bisect_right(self.offsets, number) - 1
        while self.offsets[predicate] + self._size(predicate) <= number:
            predicate -= 1
        rest = number - self.offsets[predicate]
        arguments = []
        types = self.domain.predicate_types[predicate]
        for stride, type_ in zip(self.strides[predicate], types, strict=True):
            place, rest = divmod(rest, stride)
            arguments.append(self.objects[self.members[type_][place]])
        return Atom(self.domain.domain.predicates[predicate].name, tuple(arguments))

    def literal(self, fact: int) -> ModelLiteral:
        """Return the fact of that number as a literal."""
        return ModelLiteral(self.atom(fact // 2), bool(fact % 2))

    def fact_number(self, literal: ModelLiteral) -> int:
        """Return the number of a ground literal's fact."""
        names = [p.name for p in self.domain.domain.predicates]
        objects = [self.objects.index(name) for name in literal.atom.arguments]
        atom = self.atom_number(names.index(literal.atom.predicate), objects)
        return fact_number(atom, literal.positive)

    def _size(self, predicate: int) -> int:
        return prod(len(self.members[t]) for t in self.domain.predicate_types[predicate])


@dataclass(frozen=True)
class CompiledProblem:
    """A generalized planning problem as tables."""

    problem: GPProblem
    domain: CompiledDomain
    instances: tuple[CompiledInstance, ...]


def fact_number(atom: int, value: bool) -> int:
    """Return the number of the fact that the atom has the value."""
    return 2 * atom + value


def compile_problem(
    problem: GPProblem, memory_limit: int = DEFAULT_MEMORY_LIMIT
) -> CompiledProblem:
    """Return the tables of a problem; refuse what cannot fit in the memory allowed."""
    domain = compile_domain(problem.domain, problem.pointers)
    instances = tuple(compile_instance(domain, i, memory_limit) for i in problem.instances)
    return CompiledProblem(problem, domain, instances)


def compile_domain(domain: Domain, pointers: tuple[Pointer, ...]) -> CompiledDomain:
    """Return the tables of a domain and its pointers."""
    types = (OBJECT, *(t.name for t in domain.types))
    number = {name: position for position, name in enumerate(types)}
    subtypes = tuple(
        frozenset(number[t] for t in types if domain.is_subtype(t, above)) for above in types
    )
    static = domain.static_predicates
    return CompiledDomain(
        domain,
        pointers,
        types,
        subtypes,
        tuple(tuple(number[p.type] for p in q.parameters) for q in domain.predicates),
        tuple(p.name in static for p in domain.predicates),
        tuple(_compile_action(a, domain, number) for a in domain.actions),
        tuple(number[z.type] for z in pointers),
    )


def _compile_action(action: ActionSchema, domain: Domain, types: dict[str, int]) -> CompiledAction:
    _check_types(action, domain)
    predicates = {p.name: i for i, p in enumerate(domain.predicates)}
    terms = {p.name: i for i, p in enumerate(action.parameters)}
    terms.update((c.name, -1 - i) for i, c in enumerate(domain.constants))

    def compiled(literal: ModelLiteral) -> CompiledLiteral:
        atom = literal.atom
        numbers = tuple(terms[t] for t in atom.arguments)
        return CompiledLiteral(predicates[atom.predicate], numbers, literal.positive)

    conditions = [p for p in action.preconditions if p.atom.predicate != EQUALITY]
    equalities = [p for p in action.preconditions if p.atom.predicate == EQUALITY]
    return CompiledAction(
        action.name,
        tuple(types[p.type] for p in action.parameters),
        tuple(compiled(p) for p in conditions),
        tuple(
            (terms[e.atom.arguments[0]], terms[e.atom.arguments[1]], e.positive) for e in equalities
        ),
        tuple(compiled(e) for e in action.effects),
    )


def _check_types(action: ActionSchema, domain: Domain) -> None:
    """Refuse literals whose atoms need not exist; the readers do so earlier, with the place."""
    types = {c.name: c.type for c in domain.constants}
    types.update((p.name, p.type) for p in action.parameters)
    for literal in (*action.preconditions, *action.effects):
        predicate = domain.predicate(literal.atom.predicate)
        if predicate is None:
            continue
        needed = [p.type for p in predicate.parameters]
        found = [types[term] for term in literal.atom.arguments]
        if len(found) != len(needed) or not all(map(domain.is_subtype, found, needed)):
            raise ProblemError(
                f'the action "{action.name}" uses {literal.atom} with arguments of type '
                f"({' '.join(found)}), but {predicate.name} takes ({' '.join(needed)})"
            )


def compile_instance(
    domain: CompiledDomain, instance: Instance, memory_limit: int = DEFAULT_MEMORY_LIMIT
) -> CompiledInstance:
    """Return the tables of an instance; refuse what cannot fit in the memory allowed."""
    objects = tuple(item.name for item in instance.all_objects)
    members = _members(domain, instance)
    offsets, strides, atoms = _layout(domain, members)
    _check_size(instance, atoms, memory_limit)
    compiled = CompiledInstance(
        domain,
        instance,
        objects,
        members,
        offsets,
        strides,
        atoms,
        (),
        (),
    )
    literals = instance.goal
    numbers = _atom_numbers(compiled, (*instance.initial, *[x.atom for x in literals]))
    initial = sorted(numbers[: len(instance.initial)])
    wanted = numbers[len(instance.initial) :]
    goal = [fact_number(n, x.positive) for n, x in zip(wanted, literals, strict=True)]
    return replace(compiled, initial=tuple(dict.fromkeys(initial)), goal=tuple(dict.fromkeys(goal)))


def _members(domain: CompiledDomain, instance: Instance) -> tuple[tuple[int, ...], ...]:
    """Return for each type the objects of it, subtypes included."""
    members: dict[str, list[int]] = {name: [] for name in domain.types}
    above = {name: [members[t] for t in domain.domain.supertypes(name)] for name in domain.types}
    for position, item in enumerate(instance.all_objects):
        for group in above[item.type]:
            group.append(position)
    return tuple(tuple(group) for group in members.values())


def _atom_numbers(instance: CompiledInstance, atoms: Sequence[Atom]) -> list[int]:
    """Return the numbers of ground atoms; fast, since instances may have millions of them."""
    domain = instance.domain
    names = [p.name for p in domain.domain.predicates]

    @cache
    def weights(type_: int, stride: int) -> dict[str, int]:
        """Return what each object of a type adds to the number of an atom where it stands."""
        places = enumerate(instance.members[type_])
        return {instance.objects[item]: stride * place for place, item in places}

    @cache
    def row(name: str) -> tuple[int, list[dict[str, int]]]:
        p = names.index(name)
        return instance.offsets[p], [*map(weights, domain.predicate_types[p], instance.strides[p])]

    numbers: list[int] = []
    for atom in atoms:
        offset, tables = row(atom.predicate)
        if len(atom.arguments) != len(tables):
            raise ProblemError(f"{atom} should have {len(tables)} arguments")
        numbers.append(offset + sum(map(getitem, tables, atom.arguments)))
    return numbers


def _layout(
    domain: CompiledDomain, members: Sequence[Sequence[int]]
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], int]:
    """Return where each predicate's atoms start, the weight of each argument, and the total."""
    offsets: list[int] = []
    strides: list[tuple[int, ...]] = []
    total = 0
    for types in domain.predicate_types:
        sizes = [len(members[t]) for t in types]
        offsets.append(total)
        strides.append(tuple(prod(sizes[i + 1 :]) for i in range(len(sizes))))
        total += prod(sizes)
    return tuple(offsets), tuple(strides), total


def _check_size(instance: Instance, atoms: int, memory_limit: int) -> None:
    needed = atoms // 8
    if needed > memory_limit // 4:
        raise ProblemError(
            f'the instance "{instance.name}" has {atoms:,} ground atoms, so that one state takes '
            f"{needed / (1 << 20):,.0f} MiB; with a memory limit of "
            f"{memory_limit / (1 << 20):,.0f} MiB at most a quarter of that fits. "
            "Use smaller instances, narrower types, or a higher memory limit"
        )


def compile_program(
    program: Program, domain: CompiledDomain
) -> tuple[CompiledInstruction | None, ...]:
    """Return the lines of a program over numbers."""
    if program.pointers != domain.pointers:
        raise ProblemError("the program's pointers are not those that the tables were made for")
    return tuple(
        None if line is None else compile_instruction(line, domain) for line in program.lines
    )


def compile_instruction(instruction: Instruction, domain: CompiledDomain) -> CompiledInstruction:
    """Return an instruction over numbers."""
    pointer = {z.name: i for i, z in enumerate(domain.pointers)}
    match instruction:
        case Act(action, names):
            number = [a.name for a in domain.actions].index(action)
            return CompiledInstruction(Kind.ACT, number, tuple(pointer[n] for n in names))
        case Inc(name):
            return CompiledInstruction(Kind.INC, pointers=(pointer[name],))
        case Dec(name):
            return CompiledInstruction(Kind.DEC, pointers=(pointer[name],))
        case Clear(name):
            return CompiledInstruction(Kind.CLEAR, pointers=(pointer[name],))
        case Set(name, source):
            return CompiledInstruction(Kind.SET, pointers=(pointer[name], pointer[source]))
        case Test(predicate, names):
            number = [p.name for p in domain.domain.predicates].index(predicate)
            return CompiledInstruction(Kind.TEST, number, tuple(pointer[n] for n in names))
        case Goto(target, when):
            return CompiledInstruction(Kind.GOTO, target, when=when)
        case End():
            return CompiledInstruction(Kind.END)
