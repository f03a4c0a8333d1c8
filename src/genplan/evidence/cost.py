"""What a program costs: executed steps and plan length against the size of the instance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from genplan.evidence.bound import Bound
from genplan.evidence.finding import Finding, Status, counted
from genplan.pddl.model import Instance
from genplan.planner import InstanceReport

__all__ = ["Cost", "CostRow", "exponent", "measure_cost"]

_FEWEST_SIZES: Final = 3
"""Through two points goes a curve of any kind."""


@dataclass(frozen=True, slots=True)
class CostRow:
    """An instance that was solved: executed steps, plan length, and the bound on steps.

    `objects` counts all of its objects, `size` those of the types that differ in number from
    instance to instance: a robot's two grippers say nothing about how large its task is.
    """

    name: str
    objects: int
    size: int
    steps: int
    plan_length: int
    bound: int | None


@dataclass(frozen=True, slots=True)
class Cost:
    """The costs on instances, and with which power of the size each grows.

    `types` are those whose objects make up the size. An exponent is None where there are not
    enough sizes to fit one.
    """

    rows: tuple[CostRow, ...]
    types: tuple[str, ...]
    bound: Bound | None
    steps_exponent: float | None
    plan_exponent: float | None
    bound_exponent: float | None

    @property
    def finding(self) -> Finding:
        """Return what was found out, in plain words."""
        if not self.rows:
            return Finding("cost", Status.NOT_TESTED, "no instance is solved")
        sizes = [row.objects for row in self.rows]
        span = " to ".join(f"{size:,}" for size in dict.fromkeys((min(sizes), max(sizes))))
        over = f"{counted(len(sizes), 'instance')} of {span} objects"
        if self.steps_exponent is None:
            words = f"{over}; too few sizes to see how it grows"
        else:
            words = f"on {over}, steps grow like n^{self.steps_exponent:.1f}"
            if self.plan_exponent is not None:
                words += f" and plans like n^{self.plan_exponent:.1f}"
            words += f", n counting {', '.join(self.types)}"
        return Finding("cost", Status.TESTED, words)


def measure_cost(
    instances: Sequence[Instance], reports: Sequence[InstanceReport], bound: Bound | None
) -> Cost:
    """Return the costs on those of the instances that the reports say are solved."""
    solved = [(i, r) for i, r in zip(instances, reports, strict=True) if r.valid]
    types = _varying([instance for instance, _ in solved])
    rows = tuple(
        CostRow(
            report.name,
            len(instance.all_objects),
            sum(item.type in types for item in instance.all_objects),
            report.steps,
            report.plan_length,
            None if bound is None else bound.at(instance),
        )
        for instance, report in solved
    )
    return Cost(
        rows,
        types,
        bound,
        exponent([(row.size, row.steps) for row in rows]),
        exponent([(row.size, row.plan_length) for row in rows]),
        exponent([(row.size, row.bound or 0) for row in rows]),
    )


def _varying(instances: Sequence[Instance]) -> tuple[str, ...]:
    """Return the types of which not all instances have the same number of objects."""
    counts = [Counter(item.type for item in instance.all_objects) for instance in instances]
    types = dict.fromkeys(name for count in counts for name in count)
    return tuple(name for name in types if len({count[name] for count in counts}) > 1)


def exponent(points: Sequence[tuple[int, int]]) -> float | None:
    """Return e so that c·x^e fits the points best, by least squares of logarithms.

    None unless there are three sizes at least. Points at 0 have no logarithm and are left out.
    """
    found = [(log(x), log(y)) for x, y in points if x > 0 and y > 0]
    if len({x for x, _ in found}) < _FEWEST_SIZES:
        return None
    mean_x = sum(x for x, _ in found) / len(found)
    mean_y = sum(y for _, y in found) / len(found)
    spread = sum((x - mean_x) ** 2 for x, _ in found)
    return sum((x - mean_x) * (y - mean_y) for x, y in found) / spread
