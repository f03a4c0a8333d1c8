"""Blocks-tower: all blocks in one tower, in the order of the objects."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.benchmarks.layouts import standing, towers
from genplan.pddl.model import OBJECT, Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, random: Random) -> Contents:
    """Return towers, and the goal to have the first block on the second, and so on."""
    blocks = numbered("b", size)
    goal = tuple(Atom("on", pair) for pair in pairwise(blocks))
    initial = standing(towers(blocks, random))
    while set(goal) <= set(initial):
        initial = standing(towers(blocks, random))
    return Contents(objects(OBJECT, blocks), initial, goal)


BENCHMARK: Final = Benchmark(
    name="blocks-tower",
    description="Build one tower in which each block is on the next in the order of the objects.",
    unit="blocks",
    role="tuning",
    smallest_size=2,
    training_set=InstanceSet(range(2, 9), seed=4001, per_size=2),
    pool_set=InstanceSet(range(3, 23), seed=5001, per_size=3),
    validation_set=InstanceSet(range(25, 325, 10), seed=6001),
    generator=_contents,
)
