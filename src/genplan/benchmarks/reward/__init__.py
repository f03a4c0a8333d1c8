"""Reward: an agent collects rewards on a grid with obstacles."""

from __future__ import annotations

from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, objects
from genplan.benchmarks.layouts import grid_cells, grid_links, links_by_start, reachable
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]

_BLOCKED: Final = 0.2
"""The share of cells that cannot be entered."""


def _contents(size: int, random: Random) -> Contents:
    """Return a square grid, an agent anywhere, and rewards in cells that it can get to."""
    cells, links = grid_cells(size, size), grid_links(size, size)
    start, free, within = "", list[str](), set[str]()
    while len(within) < 2:
        free = [cell for cell in cells if random.random() >= _BLOCKED]
        start = random.choice(free or cells)
        within = reachable(start, links_by_start(links), free)
    possible = [cell for cell in cells if cell in within]
    rewards = random.sample(possible, random.randint(1, len(possible) // 2))
    return Contents(
        objects=objects("cell", cells),
        initial=(
            Atom("at", (start,)),
            *(Atom("reward", (cell,)) for cell in rewards),
            *(Atom("unblocked", (cell,)) for cell in free),
            *(Atom("adjacent", pair) for pair in links),
        ),
        goal=tuple(Atom("picked", (cell,)) for cell in rewards),
    )


BENCHMARK: Final = Benchmark(
    name="reward",
    description="Collect all rewards on a grid in which some cells are blocked.",
    unit="rows and columns",
    role="held-out",
    smallest_size=2,
    training_set=InstanceSet(range(2, 7), seed=4001, per_size=3),
    pool_set=InstanceSet(range(2, 8), seed=5001, per_size=10),
    validation_set=InstanceSet(range(8, 18), seed=6001, per_size=3),
    generator=_contents,
)
