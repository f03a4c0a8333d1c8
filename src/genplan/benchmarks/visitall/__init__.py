"""Visitall: every cell of a square grid."""

from __future__ import annotations

from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet
from genplan.pddl.model import Atom, Object

__all__ = ["BENCHMARK"]


def _contents(size: int, _random: Random) -> Contents:
    """Return a square grid of which no cell has been visited."""
    numbers = range(size)
    return Contents(
        objects=tuple(
            item for i in numbers for item in (Object(f"r{i}", "row"), Object(f"c{i}", "column"))
        ),
        initial=(),
        goal=tuple(
            Atom("cell", (f"r{row}", f"c{column}")) for row in numbers for column in numbers
        ),
    )


BENCHMARK: Final = Benchmark(
    name="visitall",
    description="Visit all cells of a square grid.",
    unit="rows and columns",
    role="paper",
    smallest_size=1,
    training_set=InstanceSet(range(2, 12), seed=1007),
    pool_set=InstanceSet(range(62, 67), seed=3007),
    validation_set=InstanceSet(range(12, 62), seed=2007),
    generator=_contents,
    lines=7,
)
