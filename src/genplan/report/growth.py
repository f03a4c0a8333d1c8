"""How a program's executions grow with the instance, as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from genplan.errors import ProblemError
from genplan.planner import InstanceReport, ValidationReport
from genplan.report.plot import Line, Plot

__all__ = ["growth_plot"]


_WIDE: Final = 4
"""From this ratio of sizes on, a logarithmic axis shows more."""


def growth_plot(domain: str, report: ValidationReport) -> Plot:
    """Return the plot of executed steps and plan length against the number of objects.

    It shows the instances that are solved; a plan or an execution of no steps is left out.
    """
    solved = sorted((row for row in report.instances if row.valid), key=lambda row: row.objects)
    lines = (
        Line("executed steps", _points((row, row.steps) for row in solved)),
        Line("plan length", _points((row, row.plan_length) for row in solved)),
    )
    drawn = tuple(line for line in lines if line.points)
    if not drawn:
        raise ProblemError("there is nothing to plot: no instance was solved in a step or more")
    sizes = [x for line in drawn for x, _ in line.points]
    wide = max(sizes) >= _WIDE * min(sizes)
    title = f"{domain}: {len(solved)} solved instances"
    return Plot(title, "objects", "number", drawn, log_x=wide)


def _points(rows: Iterable[tuple[InstanceReport, int]]) -> tuple[tuple[float, float], ...]:
    return tuple((row.objects, number) for row, number in rows if row.objects and number)
