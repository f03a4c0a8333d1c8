"""What a bundled benchmark knows: its domain, its generator, and its sets of instances."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import TypeAlias

from genplan.errors import ProblemError
from genplan.pddl.model import Atom, Domain, Instance, Literal, Object
from genplan.pddl.reader import parse_domain
from genplan.problem import GPProblem, make_problem
from genplan.program.program import Program
from genplan.program.text import parse_goto_program

__all__ = [
    "Benchmark",
    "Contents",
    "Generator",
    "InstanceSet",
    "Role",
    "Suite",
    "numbered",
    "objects",
]

Suite: TypeAlias = typing.Literal["paper", "literature"]
"""Where a benchmark is from: the paper, or the literature and the competitions at large."""

Role: TypeAlias = typing.Literal["paper", "tuning", "held-out"]
"""What a benchmark is for: the paper's comparison, tuning a method, or judging it unseen."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a generator draws for one instance: its objects, initial atoms and goal atoms."""

    objects: tuple[Object, ...]
    initial: tuple[Atom, ...]
    goal: tuple[Atom, ...]


Generator: TypeAlias = Callable[[int, Random], Contents]
"""From a size and a source of random numbers to the contents of one instance."""


@dataclass(frozen=True, slots=True)
class InstanceSet:
    """A set of instances, by what it takes to generate it."""

    sizes: range
    seed: int
    per_size: int = 1

    def __len__(self) -> int:
        """Return the number of instances."""
        return len(self.sizes) * self.per_size


@dataclass(frozen=True)
class Benchmark:
    """A bundled domain with a generator of instances (Paper: "Experimental Setup").

    `unit` says what the size of an instance counts. The pool has instances other than those of
    the training and the validation set, small enough to look for counterexamples among them.
    `lines` is the n and `pointers` the numbers of pointers per type with which the paper
    searches, where they are not the default; outside the paper `lines` is None.
    The domain and the program are read when they are first used.
    """

    name: str
    description: str
    unit: str
    role: Role
    smallest_size: int
    training_set: InstanceSet
    pool_set: InstanceSet
    validation_set: InstanceSet
    generator: Generator = field(repr=False)
    lines: int | None = None
    pointers: Mapping[str, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        """Make the numbers of pointers unchangeable."""
        object.__setattr__(self, "pointers", MappingProxyType(dict(self.pointers)))

    @property
    def suite(self) -> Suite:
        """Return where the benchmark is from."""
        return "paper" if self.role == "paper" else "literature"

    @cached_property
    def domain(self) -> Domain:
        """Return the domain."""
        return parse_domain(self.domain_text, self._source("domain.pddl"))

    @cached_property
    def domain_text(self) -> str:
        """Return the domain as the PDDL file has it, comments included."""
        return self._read("domain.pddl")

    @cached_property
    def program(self) -> Program | None:
        """Return the program that the search with the paper's settings finds, if there is one."""
        if self.program_text is None:
            return None
        return parse_goto_program(self.program_text, self.domain, self._source("program.gp"))

    @cached_property
    def program_text(self) -> str | None:
        """Return the text of that program, None if there is no program."""
        return self._read("program.gp") or None

    def generate(self, sizes: Iterable[int], seed: int, per_size: int = 1) -> tuple[Instance, ...]:
        """Return so many instances of each size, in order.

        One source of random numbers serves the whole set, so an instance depends on those
        before it, but not on those after it.
        """
        if per_size < 1:
            raise ProblemError(f"the number of instances per size cannot be {per_size}")
        random = Random(seed)
        return tuple(
            self._instance(self._name(size, number, per_size), size, random)
            for size in sizes
            for number in range(1, per_size + 1)
        )

    def training(self) -> tuple[Instance, ...]:
        """Return the training set; the paper's own for a benchmark of the paper."""
        return self._generate(self.training_set)

    def pool(self) -> tuple[Instance, ...]:
        """Return further instances of small and medium size, to find counterexamples with."""
        return self._generate(self.pool_set)

    def validation(self) -> tuple[Instance, ...]:
        """Return the validation set: instances of sizes on which the paper validates programs.

        Outside the paper they are all larger than those of the two other sets.
        """
        return self._generate(self.validation_set)

    def problem(self) -> GPProblem:
        """Return the problem of the training set, with as many pointers as the paper has."""
        return make_problem(self.domain, self.training(), self.pointers)

    def _generate(self, chosen: InstanceSet) -> tuple[Instance, ...]:
        return self.generate(chosen.sizes, chosen.seed, chosen.per_size)

    def _instance(self, name: str, size: int, random: Random) -> Instance:
        if size < self.smallest_size:
            raise ProblemError(
                f"{self.name}: there is no instance of size {size}; "
                f"the smallest size is {self.smallest_size} ({self.unit})"
            )
        contents = self.generator(size, random)
        goal = tuple(Literal(atom) for atom in contents.goal)
        return Instance(name, self.domain, contents.objects, contents.initial, goal)

    def _name(self, size: int, number: int, per_size: int) -> str:
        return f"{self.name}-{size}" if per_size == 1 else f"{self.name}-{size}-{number}"

    def _read(self, name: str) -> str:
        """Return the text of a file in the folder of the benchmark, nothing if there is none."""
        from importlib import resources  # slow to import, and only needed here

        file = resources.files(f"{__package__}.{self._folder}").joinpath(name)
        return file.read_text("utf-8") if file.is_file() else ""

    def _source(self, name: str) -> str:
        return f"genplan/benchmarks/{self._folder}/{name}"

    @property
    def _folder(self) -> str:
        return self.name.replace("-", "_")


def numbered(stem: str, count: int) -> tuple[str, ...]:
    """Return so many names, numbered from 1: `ball1`, `ball2`, …"""
    return tuple(f"{stem}{number}" for number in range(1, count + 1))


def objects(type_name: str, names: Iterable[str]) -> tuple[Object, ...]:
    """Return objects of one type."""
    return tuple(Object(name, type_name) for name in names)
