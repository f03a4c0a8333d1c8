"""Landmark graphs as values: what both engines build (Paper: "Landmarks in …")."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from genplan.compiled import CompiledInstance
from genplan.pddl.model import Instance, Literal

__all__ = [
    "Achievement",
    "Construction",
    "FactLandmark",
    "Landmark",
    "LandmarkGraph",
    "LandmarkTable",
    "PointerLandmark",
]


class Construction(Enum):
    """How landmarks are found.

    `PAPER` reproduces the published figures; `SOUND` finds only landmarks by Definition 1.
    """

    PAPER = "paper"
    SOUND = "sound"


@dataclass(frozen=True, slots=True)
class FactLandmark:
    """A disjunction of facts, ascending, one of which every plan makes true at some time."""

    facts: tuple[int, ...]
    is_goal: bool


@dataclass(frozen=True, slots=True)
class Achievement:
    """A first achiever: a ground action."""

    action: int
    objects: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PointerLandmark:
    """For some achiever, pointers stand at all of its arguments (Paper: Definition 5)."""

    achievers: tuple[Achievement, ...]
    fact_landmark: int


@dataclass(frozen=True, slots=True)
class LandmarkTable:
    """A landmark graph over numbers: fact landmarks first, then pointer landmarks.

    Orderings are pairs (before, after), ascending.
    """

    facts: tuple[FactLandmark, ...]
    pointers: tuple[PointerLandmark, ...]
    greedy_necessary: tuple[tuple[int, int], ...]
    natural: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        """Return the number of landmarks."""
        return len(self.facts) + len(self.pointers)


@dataclass(frozen=True, slots=True)
class Landmark:
    """A landmark with names: a disjunction of facts, or places where pointers must stand.

    `pointers_at` lists, for each first achiever of another landmark, the arguments at all of
    which pointers must stand; for a fact landmark it is empty.
    """

    number: int
    facts: tuple[Literal, ...] = ()
    pointers_at: tuple[tuple[str, ...], ...] = ()
    is_goal: bool = False
    holds_initially: bool = False

    def __str__(self) -> str:
        """Return the landmark as text."""
        if self.facts:
            return " or ".join(str(fact) for fact in self.facts)
        return "pointers at " + " or ".join(" ".join(objects) for objects in self.pointers_at)


@dataclass(frozen=True, slots=True)
class LandmarkGraph:
    """The landmark graph of an instance, with names; orderings are pairs (before, after)."""

    instance: Instance
    construction: Construction
    landmarks: tuple[Landmark, ...]
    greedy_necessary: tuple[tuple[int, int], ...]
    natural: tuple[tuple[int, int], ...]

    @classmethod
    def build(
        cls, compiled: CompiledInstance, construction: Construction, table: LandmarkTable
    ) -> LandmarkGraph:
        """Return a table with names instead of numbers."""
        initial = frozenset(compiled.initial)
        landmarks = [
            Landmark(
                number,
                tuple(compiled.literal(fact) for fact in landmark.facts),
                is_goal=landmark.is_goal,
                holds_initially=any((f // 2 in initial) == bool(f % 2) for f in landmark.facts),
            )
            for number, landmark in enumerate(table.facts)
        ]
        landmarks += [
            Landmark(
                number,
                pointers_at=tuple(
                    tuple(compiled.objects[item] for item in achiever.objects)
                    for achiever in landmark.achievers
                ),
            )
            for number, landmark in enumerate(table.pointers, len(table.facts))
        ]
        return cls(
            compiled.instance,
            construction,
            tuple(landmarks),
            table.greedy_necessary,
            table.natural,
        )

    def __len__(self) -> int:
        """Return the number of landmarks."""
        return len(self.landmarks)

    def __repr__(self) -> str:
        """Return a summary."""
        orderings = len(self.greedy_necessary) + len(self.natural)
        return (
            f"<LandmarkGraph of {self.instance.name} ({self.construction.value}): "
            f"{len(self)} landmarks, {orderings} orderings>"
        )
