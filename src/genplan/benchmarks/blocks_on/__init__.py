"""Blocks-on: towers of blocks, and one block that is to be on one other."""

from __future__ import annotations

from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.benchmarks.layouts import standing, towers
from genplan.pddl.model import OBJECT, Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, random: Random) -> Contents:
    """Return towers, and the goal to put a block on another that it is not on yet."""
    blocks = numbered("b", size)
    initial = standing(towers(blocks, random))
    goal = Atom("on", tuple(random.sample(blocks, 2)))
    while goal in initial:
        goal = Atom("on", tuple(random.sample(blocks, 2)))
    return Contents(objects(OBJECT, blocks), initial, (goal,))


BENCHMARK: Final = Benchmark(
    name="blocks-on",
    description="Put one given block on another, wherever the two are.",
    unit="blocks",
    role="held-out",
    smallest_size=2,
    training_set=InstanceSet(range(2, 9), seed=4001, per_size=2),
    pool_set=InstanceSet(range(3, 23), seed=5001, per_size=3),
    validation_set=InstanceSet(range(25, 325, 10), seed=6001),
    generator=_contents,
)
