"""Corridor-plain: an agent in a corridor that only the goal tells where to go."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, random: Random) -> Contents:
    """Return a corridor with two different locations drawn as start and as goal."""
    locations = numbered("l", size)
    start, goal = random.sample(locations, 2)
    neighbours = [
        Atom("adjacent", pair) for a, b in pairwise(locations) for pair in ((a, b), (b, a))
    ]
    return Contents(
        objects=objects("location", locations),
        initial=(Atom("at", (start,)), *neighbours),
        goal=(Atom("at", (goal,)),),
    )


BENCHMARK: Final = Benchmark(
    name="corridor-plain",
    description="Walk through a corridor to a location that no atom of the initial state marks.",
    unit="locations",
    role="held-out",
    smallest_size=2,
    training_set=InstanceSet(range(2, 9), seed=4001, per_size=2),
    pool_set=InstanceSet(range(3, 23), seed=5001, per_size=3),
    validation_set=InstanceSet(range(25, 325, 10), seed=6001),
    generator=_contents,
)
