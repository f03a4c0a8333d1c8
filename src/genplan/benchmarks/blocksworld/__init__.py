"""Blocksworld: from any towers of blocks to any others."""

from __future__ import annotations

from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.benchmarks.layouts import standing, supported, towers
from genplan.pddl.model import OBJECT

__all__ = ["BENCHMARK"]


def _contents(size: int, random: Random) -> Contents:
    """Return towers, and the goal to build others of the same blocks."""
    blocks = numbered("b", size)
    initial = standing(towers(blocks, random))
    goal = supported(towers(blocks, random))
    while set(goal) <= set(initial):
        goal = supported(towers(blocks, random))
    return Contents(objects(OBJECT, blocks), initial, goal)


BENCHMARK: Final = Benchmark(
    name="blocksworld",
    description="Rebuild towers of blocks into other given towers.",
    unit="blocks",
    role="held-out",
    smallest_size=2,
    training_set=InstanceSet(range(2, 9), seed=4001, per_size=2),
    pool_set=InstanceSet(range(3, 23), seed=5001, per_size=3),
    validation_set=InstanceSet(range(25, 325, 10), seed=6001),
    generator=_contents,
)
