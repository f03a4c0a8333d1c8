"""Blocks-clear: towers of blocks, and one block that is to be on top."""

from __future__ import annotations

from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.benchmarks.layouts import standing, towers
from genplan.pddl.model import OBJECT, Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, random: Random) -> Contents:
    """Return towers, and the goal to clear a block that has another on it."""
    blocks = numbered("b", size)
    built = towers(blocks, random)
    while len(built) == size:
        built = towers(blocks, random)
    covered = [block for tower in built for block in tower[1:]]
    goal = Atom("clear", (random.choice(covered),))
    return Contents(objects(OBJECT, blocks), standing(built), (goal,))


BENCHMARK: Final = Benchmark(
    name="blocks-clear",
    description="Take blocks off a tower until one given block is clear.",
    unit="blocks",
    role="tuning",
    smallest_size=2,
    training_set=InstanceSet(range(2, 9), seed=4001, per_size=2),
    pool_set=InstanceSet(range(3, 23), seed=5001, per_size=3),
    validation_set=InstanceSet(range(25, 325, 10), seed=6001),
    generator=_contents,
)
