"""Domains and instances as immutable values, in the order of their files.

Names are spelled as their declaration spells them; PDDL does not distinguish
case, so every look-up by name here folds it. A term is the name of an object
or, in an action schema, a variable, which starts with `?`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

__all__ = [
    "EQUALITY",
    "OBJECT",
    "ActionSchema",
    "Atom",
    "Domain",
    "Instance",
    "Literal",
    "Notice",
    "Object",
    "Parameter",
    "Predicate",
    "Type",
    "fold",
    "is_variable",
]

OBJECT: Final = "object"
"""The type at the root of every hierarchy."""

EQUALITY: Final = "="
"""The predicate of `(= x y)`, which only preconditions may use."""


def fold(name: str) -> str:
    """Return the name as it is compared: PDDL does not distinguish case."""
    return name.lower()


def is_variable(term: str) -> bool:
    """Return whether the term is a variable of an action schema."""
    return term.startswith("?")


@dataclass(frozen=True, slots=True)
class Type:
    """A type and the type directly above it; only `object` has none."""

    name: str
    parent: str | None


@dataclass(frozen=True, slots=True)
class Parameter:
    """A typed variable of a predicate or an action schema."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Object:
    """A typed object of an instance, or a constant of a domain."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate symbol with its typed parameters."""

    name: str
    parameters: tuple[Parameter, ...]

    @property
    def arity(self) -> int:
        """Return the number of parameters."""
        return len(self.parameters)

    def __str__(self) -> str:
        """Return the declaration in PDDL."""
        typed = "".join(f" {p.name} - {p.type}" for p in self.parameters)
        return f"({self.name}{typed})"


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate applied to terms; ground if no term is a variable."""

    predicate: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the atom in PDDL."""
        return f"({' '.join((self.predicate, *self.arguments))})"


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom or its negation."""

    atom: Atom
    positive: bool = True

    def __str__(self) -> str:
        """Return the literal in PDDL."""
        return str(self.atom) if self.positive else f"(not {self.atom})"


@dataclass(frozen=True, slots=True)
class ActionSchema:
    """An action over parameters: what must hold and what changes, in the order of the file."""

    name: str
    parameters: tuple[Parameter, ...]
    preconditions: tuple[Literal, ...]
    effects: tuple[Literal, ...]

    @property
    def arity(self) -> int:
        """Return the number of parameters."""
        return len(self.parameters)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a reader ignored and says so; `kind` tells repetitions apart."""

    kind: str
    message: str
    place: str

    def __str__(self) -> str:
        """Return the notice with its place."""
        return f"{self.place}: note: {self.message}"


@dataclass(frozen=True)
class Domain:
    """A planning domain: types, constants, predicates and action schemas (Paper: Background).

    `functions` are the numeric functions that action costs use. They are kept only so that
    instances can be checked against them; they are no part of what the domain means.
    """

    name: str
    requirements: tuple[str, ...] = ()
    types: tuple[Type, ...] = ()
    constants: tuple[Object, ...] = ()
    predicates: tuple[Predicate, ...] = ()
    actions: tuple[ActionSchema, ...] = ()
    functions: tuple[Predicate, ...] = field(default=(), compare=False, repr=False)
    notices: tuple[Notice, ...] = field(default=(), compare=False, repr=False)

    def __repr__(self) -> str:
        """Return a summary; the whole model is in the fields."""
        return (
            f"<Domain {self.name}: {len(self.types)} types, "
            f"{len(self.predicates)} predicates, {len(self.actions)} actions>"
        )

    def type(self, name: str) -> Type | None:
        """Return the type of that name, `object` included, or None."""
        return self._types.get(fold(name))

    def predicate(self, name: str) -> Predicate | None:
        """Return the predicate of that name, or None."""
        return self._predicates.get(fold(name))

    def action(self, name: str) -> ActionSchema | None:
        """Return the action schema of that name, or None."""
        return self._actions.get(fold(name))

    def supertypes(self, name: str) -> tuple[str, ...]:
        """Return the type and all types above it, from the bottom up to `object`."""
        return self._supertypes[name]

    def is_subtype(self, name: str, ancestor: str) -> bool:
        """Return whether everything of the first type is also of the second."""
        return ancestor in self._supertypes[name]

    @cached_property
    def static_predicates(self) -> frozenset[str]:
        """Return the names of the predicates that no action changes."""
        changed = {literal.atom.predicate for a in self.actions for literal in a.effects}
        return frozenset(p.name for p in self.predicates if p.name not in changed)

    @cached_property
    def _types(self) -> Mapping[str, Type]:
        types = {OBJECT: Type(OBJECT, None)}
        types.update((fold(t.name), t) for t in self.types)
        return types

    @cached_property
    def _supertypes(self) -> Mapping[str, tuple[str, ...]]:
        parents = {t.name: t.parent for t in self._types.values()}
        return {name: tuple(_ancestry(name, parents)) for name in parents}

    @cached_property
    def _predicates(self) -> Mapping[str, Predicate]:
        return {fold(p.name): p for p in self.predicates}

    @cached_property
    def _actions(self) -> Mapping[str, ActionSchema]:
        return {fold(a.name): a for a in self.actions}


def _ancestry(name: str | None, parents: Mapping[str, str | None]) -> Iterator[str]:
    while name is not None:
        yield name
        name = parents[name]


@dataclass(frozen=True)
class Instance:
    """A classical planning instance: objects, initial state and goal (Paper: Background).

    `initial` keeps the order of the file; two instances are equal if the *sets* of their
    initial atoms are, since that is what the order cannot change.
    """

    name: str
    domain: Domain
    objects: tuple[Object, ...]
    initial: tuple[Atom, ...] = field(compare=False)
    goal: tuple[Literal, ...]
    notices: tuple[Notice, ...] = field(default=(), compare=False, repr=False)
    requirements: tuple[str, ...] = ()
    initial_state: frozenset[Atom] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Freeze the initial atoms as a set."""
        object.__setattr__(self, "initial_state", frozenset(self.initial))

    def __repr__(self) -> str:
        """Return a summary; the whole model is in the fields."""
        return (
            f"<Instance {self.name} of {self.domain.name}: {len(self.all_objects)} objects, "
            f"{len(self.initial_state)} initial atoms, {len(self.goal)} goals>"
        )

    @cached_property
    def all_objects(self) -> tuple[Object, ...]:
        """Return the domain's constants and then the instance's own objects."""
        return self.domain.constants + self.objects

    @cached_property
    def objects_by_type(self) -> Mapping[str, tuple[str, ...]]:
        """Return for every type the names of its objects, subtypes included, in order."""
        members: dict[str, list[str]] = {OBJECT: []}
        members.update((t.name, []) for t in self.domain.types)
        ancestors = {name: self.domain.supertypes(name) for name in members}
        for item in self.all_objects:
            for ancestor in ancestors[item.type]:
                members[ancestor].append(item.name)
        return {name: tuple(names) for name, names in members.items()}
