"""Ontable: towers of blocks that are to be taken apart."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.pddl.model import OBJECT, Atom

__all__ = ["BENCHMARK"]

_NEW_TOWER: Final = 10
"""After a block, one in so many times, the next block is on top of another tower."""


def _contents(size: int, random: Random) -> Contents:
    """Return towers drawn from the top down, with every block to be put on the table."""
    order = list(range(1, size + 1))
    random.shuffle(order)
    initial = [Atom("handempty"), Atom("clear", (f"b{order[0]}",))]
    for upper, lower in pairwise(order):
        if random.randint(0, _NEW_TOWER - 1) == 0:
            initial += [Atom("ontable", (f"b{upper}",)), Atom("clear", (f"b{lower}",))]
        else:
            initial.append(Atom("on", (f"b{upper}", f"b{lower}")))
    initial.append(Atom("ontable", (f"b{order[-1]}",)))
    blocks = numbered("b", size)
    goal = tuple(Atom("ontable", (block,)) for block in blocks)
    return Contents(objects(OBJECT, blocks), tuple(initial), goal)


BENCHMARK: Final = Benchmark(
    name="ontable",
    description="Take towers of blocks apart until every block is on the table.",
    unit="blocks",
    role="paper",
    smallest_size=1,
    training_set=InstanceSet(range(10, 16), seed=10007, per_size=2),
    pool_set=InstanceSet(range(1, 16), seed=30007, per_size=4),
    validation_set=InstanceSet(range(16, 66), seed=20007),
    generator=_contents,
    lines=11,
    pointers={OBJECT: 3},
)
