"""Transport: vehicles of limited capacity on a map of roads."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.benchmarks.layouts import moved, road_map
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]

_LARGEST_CAPACITY: Final = 3
"""A vehicle takes at least one package and never more than this."""


def _contents(size: int, random: Random) -> Contents:
    """Return packages and fewer vehicles on a map on which every place can be reached."""
    packages = numbered("package", size)
    vehicles = numbered("truck", random.randint(1, 1 + size // 4))
    locations = numbered("place", random.randint(2, size + 2))
    numbers = tuple(f"capacity-{number}" for number in range(_LARGEST_CAPACITY + 1))
    origins = random.choices(locations, k=size)
    destinations = moved(origins, locations, random)
    return Contents(
        objects=(
            *objects("location", locations),
            *objects("vehicle", vehicles),
            *objects("package", packages),
            *objects("capacity-number", numbers),
        ),
        initial=(
            *(Atom("capacity-predecessor", pair) for pair in pairwise(numbers)),
            *(Atom("capacity", (v, random.choice(numbers[1:]))) for v in vehicles),
            *(Atom("at", (vehicle, random.choice(locations))) for vehicle in vehicles),
            *(Atom("at", pair) for pair in zip(packages, origins, strict=True)),
            *(Atom("road", pair) for pair in road_map(locations, random)),
        ),
        goal=tuple(Atom("at", pair) for pair in zip(packages, destinations, strict=True)),
    )


BENCHMARK: Final = Benchmark(
    name="transport",
    description="Take packages to their places with vehicles that have room for a few of them.",
    unit="packages",
    role="held-out",
    smallest_size=1,
    training_set=InstanceSet(range(1, 8), seed=4001, per_size=2),
    pool_set=InstanceSet(range(2, 17), seed=5001, per_size=4),
    validation_set=InstanceSet(range(20, 170, 5), seed=6001),
    generator=_contents,
)
