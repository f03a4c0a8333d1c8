"""Lock: the example that runs through the paper."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.pddl.model import OBJECT, Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, random: Random) -> Contents:
    """Return a corridor, the lock at its left end, the key at its right, the agent anywhere."""
    agent = random.randint(1, size)
    cells = numbered("c", size)
    neighbours = [Atom("adjacent", pair) for a, b in pairwise(cells) for pair in ((a, b), (b, a))]
    return Contents(
        objects=objects(OBJECT, cells),
        initial=(
            Atom("at-agent", (f"c{agent}",)),
            Atom("at-key", (cells[-1],)),
            Atom("at-lock", (cells[0],)),
            *neighbours,
        ),
        goal=(Atom("unlocked"),),
    )


BENCHMARK: Final = Benchmark(
    name="lock",
    description="Fetch the key at the right end of a corridor and open the lock at the left end.",
    unit="cells",
    role="paper",
    smallest_size=2,
    training_set=InstanceSet(range(5, 15), seed=1007),
    pool_set=InstanceSet(range(2, 12), seed=3007, per_size=6),
    validation_set=InstanceSet(range(12, 62), seed=2007),
    generator=_contents,
    lines=12,
)
