"""Delivery: a truck on a grid brings packages to one cell."""

from __future__ import annotations

from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.benchmarks.layouts import grid_cells, grid_links
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, random: Random) -> Contents:
    """Return packages on a grid that is at least as high as wide, and a cell to take them to."""
    columns = random.randint(size // 2, size)
    cells = grid_cells(size, columns)
    packages = numbered("p", random.randint(1, size))
    target = random.choice(cells)
    others = [cell for cell in cells if cell != target]
    return Contents(
        objects=(*objects("cell", cells), *objects("package", packages)),
        initial=(
            Atom("empty"),
            Atom("at-truck", (random.choice(cells),)),
            *(Atom("at", (package, random.choice(others))) for package in packages),
            *(Atom("adjacent", pair) for pair in grid_links(size, columns)),
        ),
        goal=tuple(Atom("at", (package, target)) for package in packages),
    )


BENCHMARK: Final = Benchmark(
    name="delivery",
    description="Bring all packages on a grid to one cell with a truck that carries one at a time.",
    unit="rows",
    role="tuning",
    smallest_size=2,
    training_set=InstanceSet(range(2, 7), seed=4001, per_size=3),
    pool_set=InstanceSet(range(2, 8), seed=5001, per_size=10),
    validation_set=InstanceSet(range(8, 23), seed=6001, per_size=2),
    generator=_contents,
)
