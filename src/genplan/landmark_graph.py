"""Landmark graphs as values: what both engines build (Paper: "Landmarks in …")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from genplan.compiled import CompiledInstance
from genplan.markup import table
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
    which pointers must stand; for a fact landmark it is empty. `actions` names the schemas of
    these first achievers.
    """

    number: int
    facts: tuple[Literal, ...] = ()
    pointers_at: tuple[tuple[str, ...], ...] = ()
    is_goal: bool = False
    holds_initially: bool = False
    actions: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the landmark as text."""
        if self.facts:
            return " or ".join(str(fact) for fact in self.facts)
        return "pointers at " + " or ".join(" ".join(objects) for objects in self.pointers_at)

    @property
    def label(self) -> str:
        """Return the landmark as a drawing shows it: one alternative a line."""
        if self.facts:
            return " or\n".join(str(fact) for fact in self.facts)
        return "pointers at\n" + " or\n".join(" ".join(objects) for objects in self.pointers_at)


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
                actions=tuple(
                    compiled.domain.actions[achiever.action].name for achiever in landmark.achievers
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

    def _repr_html_(self) -> str:
        before: dict[int, set[int]] = {m.number: set() for m in self.landmarks}
        for p, q in (*self.greedy_necessary, *self.natural):
            before[q].add(p)
        rows = [
            (m.number, str(m), ", ".join(map(str, sorted(before[m.number]))))
            for m in self.landmarks
        ]
        return table(("", "landmark", "after"), rows, repr(self).strip("<>"))

    def before(self, number: int) -> tuple[int, ...]:
        """Return the landmarks ordered before one, ascending."""
        orderings = (*self.greedy_necessary, *self.natural)
        return tuple(sorted({p for p, q in orderings if q == number}))

    def without(
        self, *, pointers: bool = False, natural: bool = False, hidden: Iterable[str] = ()
    ) -> LandmarkGraph:
        """Return the graph without pointer landmarks, natural orderings, or some predicates."""
        names = {name.lower() for name in hidden}
        kept = [
            m
            for m in self.landmarks
            if (m.facts or not pointers)
            and not any(f.atom.predicate.lower() in names for f in m.facts)
        ]
        number = {m.number: position for position, m in enumerate(kept)}

        def renumbered(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
            return tuple((number[p], number[q]) for p, q in pairs if p in number and q in number)

        return LandmarkGraph(
            self.instance,
            self.construction,
            tuple(replace(m, number=position) for position, m in enumerate(kept)),
            renumbered(self.greedy_necessary),
            () if natural else renumbered(self.natural),
        )

    def to_dict(self) -> dict[str, object]:
        """Return the graph as plain values, for JSON."""
        return {
            "instance": self.instance.name,
            "construction": self.construction.value,
            "landmarks": [_landmark_dict(m) for m in self.landmarks],
            "greedy_necessary": [list(pair) for pair in self.greedy_necessary],
            "natural": [list(pair) for pair in self.natural],
        }

    def to_dot(self) -> str:
        """Return the graph in Graphviz's language: natural orderings dashed, goals doubled."""
        return "\n".join(["digraph landmarks {", *self._dot_lines(), "}"]) + "\n"

    def _dot_lines(self) -> Iterator[str]:
        yield "  rankdir=TB;"
        yield '  node [shape=box, style="rounded,filled", fillcolor=white, fontname=Helvetica];'
        for m in self.landmarks:
            extra = ", peripheries=2" if m.is_goal else ""
            extra += ', fillcolor="#e8f4e8"' if m.holds_initially else ""
            extra += ', style="rounded,dotted"' if m.pointers_at else ""
            yield f'  n{m.number} [label="{_escaped(m.label)}"{extra}];'
        for p, q in self.greedy_necessary:
            yield f"  n{p} -> n{q};"
        for p, q in self.natural:
            yield f"  n{p} -> n{q} [style=dashed, color=gray50];"

    def to_mermaid(self) -> str:
        """Return the graph in Mermaid's language."""
        lines = ["flowchart TD"]
        for m in self.landmarks:
            text = m.label.replace('"', "#quot;").replace("<", "#lt;").replace(">", "#gt;")
            text = text.replace("\n", "<br/>")
            left, right = ("[[", "]]") if m.is_goal else ("(", ")") if m.pointers_at else ("[", "]")
            lines.append(f'  n{m.number}{left}"{text}"{right}')
        lines += [f"  n{p} --> n{q}" for p, q in self.greedy_necessary]
        lines += [f"  n{p} -.-> n{q}" for p, q in self.natural]
        return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _landmark_dict(landmark: Landmark) -> dict[str, object]:
    row: dict[str, object] = {"id": landmark.number}
    if landmark.facts:
        row["facts"] = [str(fact) for fact in landmark.facts]
        row["goal"] = landmark.is_goal
        row["initially"] = landmark.holds_initially
    else:
        row["pointers_at"] = [list(objects) for objects in landmark.pointers_at]
    return row
