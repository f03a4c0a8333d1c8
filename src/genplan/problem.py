"""Generalized planning problems and pointers (Paper: Definitions 2 and 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from genplan.errors import ProblemError, did_you_mean
from genplan.pddl.model import OBJECT, Domain, Instance, Notice, Parameter

__all__ = [
    "MOST_POINTERS_PER_TYPE",
    "GPProblem",
    "Pointer",
    "default_pointer_counts",
    "make_pointers",
    "make_problem",
]


MOST_POINTERS_PER_TYPE: Final = 100
"""Far more than make sense: every pointer multiplies the programs to search."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """A variable that indexes the objects of its type, subtypes included, from 0."""

    name: str
    type: str

    def fits(self, parameter: Parameter, domain: Domain) -> bool:
        """Return whether the pointer can stand for the parameter."""
        return domain.is_subtype(self.type, parameter.type)


@dataclass(frozen=True)
class GPProblem:
    """One domain, a non-empty list of instances, and the pointers of the programs sought.

    The order of the instances matters: the first one is active first.
    """

    domain: Domain
    instances: tuple[Instance, ...]
    pointers: tuple[Pointer, ...]

    def __post_init__(self) -> None:
        """Check that everything belongs together."""
        if not self.instances:
            raise ProblemError("a problem needs at least one instance")
        for instance in self.instances:
            if instance.domain != self.domain:
                raise ProblemError(
                    f'the instance "{instance.name}" belongs to the domain '
                    f'"{instance.domain.name}", not to "{self.domain.name}"'
                )
        check_pointers(self.domain, self.pointers)

    def __repr__(self) -> str:
        """Return a summary."""
        names = " ".join(p.name for p in self.pointers)
        count = len(self.instances)
        plural = "" if count == 1 else "s"
        return f"<GPProblem {self.domain.name}: {count} instance{plural}, pointers {names}>"

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Return what the readers ignored, each kind once."""
        first: dict[str, Notice] = {}
        found = [*self.domain.notices, *(n for i in self.instances for n in i.notices)]
        for notice in found:
            first.setdefault(notice.kind, notice)
        return tuple(first.values())


def make_problem(
    domain: Domain, instances: Iterable[Instance], pointers: Mapping[str, int] | None = None
) -> GPProblem:
    """Return the problem with the default pointers; `pointers` overrides how many per type."""
    return GPProblem(domain, tuple(instances), make_pointers(domain, pointers))


def default_pointer_counts(domain: Domain) -> dict[str, int]:
    """Return how many pointers each type gets, in order of declaration, `object` first.

    As many as the largest number of parameters declared with exactly that type in one action
    or one predicate.
    """
    counts = {OBJECT: 0, **{t.name: 0 for t in domain.types}}
    signatures = [p.parameters for p in domain.predicates]
    signatures += [a.parameters for a in domain.actions]
    for parameters in signatures:
        used = [p.type for p in parameters]
        for name in used:
            counts[name] = max(counts[name], used.count(name))
    return counts


def make_pointers(
    domain: Domain, overrides: Mapping[str, int] | None = None
) -> tuple[Pointer, ...]:
    """Return the pointers of a domain: the default, or as many of a type as asked for."""
    counts = default_pointer_counts(domain)
    for written, count in (overrides or {}).items():
        declared = domain.type(written)
        if declared is None:
            known = ", ".join(counts)
            hint = did_you_mean(written, counts) or f"the types are: {known}"
            raise ProblemError(f'pointers of an unknown type "{written}"; {hint}')
        if count < 0:
            raise ProblemError(f'the number of pointers of type "{written}" cannot be {count}')
        if count > MOST_POINTERS_PER_TYPE:
            raise ProblemError(
                f'{count:,} pointers of type "{written}" are too many: at most '
                f"{MOST_POINTERS_PER_TYPE} are possible, and more than 4 are rarely of use"
            )
        counts[declared.name] = count
    return tuple(_named(counts))


def _named(counts: Mapping[str, int]) -> Iterable[Pointer]:
    """Yield pointers with short names that tell their type: `ball1`, and `z1` for objects."""
    taken: set[str] = set()
    for type_name, count in counts.items():
        stem = "z" if type_name == OBJECT else type_name
        while any(f"{stem}{i}".lower() in taken for i in range(1, count + 1)):
            stem += "_"
        for number in range(1, count + 1):
            taken.add(f"{stem}{number}".lower())
            yield Pointer(f"{stem}{number}", type_name)


def check_pointers(domain: Domain, pointers: Iterable[Pointer]) -> None:
    """Raise a ProblemError if a pointer's type is unknown or a name is used twice."""
    seen: set[str] = set()
    for pointer in pointers:
        declared = domain.type(pointer.type)
        if declared is None or declared.name != pointer.type:
            hint = did_you_mean(pointer.type, [t.name for t in domain.types])
            raise ProblemError(f'pointer "{pointer.name}" of an unknown type; {hint}'.rstrip("; "))
        if pointer.name.lower() in seen:
            raise ProblemError(f'two pointers are called "{pointer.name}"')
        seen.add(pointer.name.lower())
