"""Ferry: cars between ports, one at a time."""

from __future__ import annotations

from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.benchmarks.layouts import moved
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, random: Random) -> Contents:
    """Return cars at ports, two ports at least and at most as many as cars, and where to go."""
    cars = numbered("car", size)
    ports = numbered("port", random.randint(2, max(2, size)))
    origins = random.choices(ports, k=size)
    destinations = moved(origins, ports, random)
    return Contents(
        objects=(*objects("car", cars), *objects("port", ports)),
        initial=(
            Atom("empty-ferry"),
            Atom("at-ferry", (random.choice(ports),)),
            *(Atom("at", pair) for pair in zip(cars, origins, strict=True)),
        ),
        goal=tuple(Atom("at", pair) for pair in zip(cars, destinations, strict=True)),
    )


BENCHMARK: Final = Benchmark(
    name="ferry",
    description="Take cars to their ports with a ferry that carries one at a time.",
    unit="cars",
    role="tuning",
    smallest_size=1,
    training_set=InstanceSet(range(1, 8), seed=4001, per_size=2),
    pool_set=InstanceSet(range(2, 17), seed=5001, per_size=4),
    validation_set=InstanceSet(range(20, 320, 10), seed=6001),
    generator=_contents,
)
