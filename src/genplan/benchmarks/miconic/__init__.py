"""Miconic: a lift and its passengers."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]

_MOST_FLOORS: Final = 40
"""Every pair of floors takes an atom, so there are never more."""


def _contents(size: int, random: Random) -> Contents:
    """Return floors, a lift at any of them, and passengers between two different floors each."""
    passengers = numbered("p", size)
    floors = numbered("f", random.randint(2, min(size + 1, _MOST_FLOORS)))
    journeys = [(p, *random.sample(floors, 2)) for p in passengers]
    return Contents(
        objects=(*objects("passenger", passengers), *objects("floor", floors)),
        initial=(
            Atom("lift-at", (random.choice(floors),)),
            *(Atom("origin", (passenger, start)) for passenger, start, _ in journeys),
            *(Atom("destin", (passenger, end)) for passenger, _, end in journeys),
            *(Atom("above", pair) for pair in combinations(floors, 2)),
        ),
        goal=tuple(Atom("served", (passenger,)) for passenger in passengers),
    )


BENCHMARK: Final = Benchmark(
    name="miconic",
    description="Take all passengers of a lift from where they wait to where they want to go.",
    unit="passengers",
    role="held-out",
    smallest_size=1,
    training_set=InstanceSet(range(1, 8), seed=4001, per_size=2),
    pool_set=InstanceSet(range(2, 17), seed=5001, per_size=4),
    validation_set=InstanceSet(range(20, 320, 10), seed=6001),
    generator=_contents,
)
