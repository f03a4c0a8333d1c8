"""Corridor: an agent between arbitrary locations of a corridor."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, random: Random) -> Contents:
    """Return a corridor with two different locations drawn as start and as goal."""
    start = goal = random.randint(1, size)
    while goal == start:
        goal = random.randint(1, size)
    locations = numbered("l", size)
    neighbours = [
        Atom("adjacent", pair) for a, b in pairwise(locations) for pair in ((a, b), (b, a))
    ]
    return Contents(
        objects=objects("location", locations),
        initial=(Atom("at", (f"l{start}",)), Atom("goal-at", (f"l{goal}",)), *neighbours),
        goal=(Atom("at", (f"l{goal}",)),),
    )


BENCHMARK: Final = Benchmark(
    name="corridor",
    description="Walk through a corridor from any location to any other.",
    unit="locations",
    role="paper",
    smallest_size=2,
    training_set=InstanceSet(range(5, 15), seed=1007),
    pool_set=InstanceSet(range(2, 12), seed=3007, per_size=6),
    validation_set=InstanceSet(range(12, 62), seed=2007),
    generator=_contents,
    lines=11,
)
