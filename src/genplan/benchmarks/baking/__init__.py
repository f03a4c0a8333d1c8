"""Baking: one pan, one oven, and ingredients for each cake."""

from __future__ import annotations

from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, _random: Random) -> Contents:
    """Return a kitchen with as many eggs, bags of flour and bars of soap as cakes to bake."""
    cakes = numbered("c", size)
    return Contents(
        objects=(
            *objects("egg", numbered("e", size)),
            *objects("flour", numbered("f", size)),
            *objects("cake", cakes),
            *objects("soap", numbered("s", size)),
            *objects("pan", ("p1",)),
            *objects("oven", ("o1",)),
        ),
        initial=(Atom("panisclean", ("p1",)),),
        goal=(Atom("panisclean", ("p1",)), *(Atom("baked", (cake,)) for cake in cakes)),
    )


BENCHMARK: Final = Benchmark(
    name="baking",
    description="Bake all cakes one after the other in the same pan and leave the pan clean.",
    unit="cakes",
    role="paper",
    smallest_size=1,
    training_set=InstanceSet(range(1, 11), seed=1007),
    pool_set=InstanceSet(range(61, 66), seed=3007),
    validation_set=InstanceSet(range(11, 61), seed=2007),
    generator=_contents,
    lines=13,
)
