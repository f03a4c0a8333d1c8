"""Visitall-moves: an agent that walks over every cell of a grid."""

from __future__ import annotations

from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, objects
from genplan.benchmarks.layouts import grid_cells, grid_links
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, random: Random) -> Contents:
    """Return a grid that is at least as high as wide, and an agent anywhere in it."""
    columns = random.randint(size // 2, size)
    cells = grid_cells(size, columns)
    start = random.choice(cells)
    return Contents(
        objects=objects("cell", cells),
        initial=(
            Atom("at", (start,)),
            Atom("visited", (start,)),
            *(Atom("connected", pair) for pair in grid_links(size, columns)),
        ),
        goal=tuple(Atom("visited", (cell,)) for cell in cells),
    )


BENCHMARK: Final = Benchmark(
    name="visitall-moves",
    description="Walk from cell to cell of a grid until every cell has been visited.",
    unit="rows",
    role="tuning",
    smallest_size=2,
    training_set=InstanceSet(range(2, 7), seed=4001, per_size=3),
    pool_set=InstanceSet(range(2, 8), seed=5001, per_size=10),
    validation_set=InstanceSet(range(8, 23), seed=6001, per_size=2),
    generator=_contents,
)
