"""Spanner: a corridor that can be walked only once, with dead ends for who leaves spanners."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, random: Random) -> Contents:
    """Return a corridor with spanners anywhere and as many loose nuts at its end.

    There are twice as many spanners as locations.
    """
    locations = numbered("location", size)
    spanners = numbered("spanner", 2 * size)
    nuts = numbered("nut", 2 * size)
    return Contents(
        objects=(
            *objects("man", ("bob",)),
            *objects("spanner", spanners),
            *objects("nut", nuts),
            *objects("location", locations),
        ),
        initial=(
            Atom("atm", ("bob", locations[0])),
            *(Atom("ats", (spanner, f"location{random.randint(1, size)}")) for spanner in spanners),
            *(Atom("useable", (spanner,)) for spanner in spanners),
            *(Atom("loose", (nut,)) for nut in nuts),
            *(Atom("atn", (nut, locations[-1])) for nut in nuts),
            *(Atom("link", pair) for pair in pairwise(locations)),
        ),
        goal=tuple(Atom("tightened", (nut,)) for nut in nuts),
    )


BENCHMARK: Final = Benchmark(
    name="spanner",
    description="Collect spanners on the one way through a corridor and tighten the nuts there.",
    unit="locations",
    role="paper",
    smallest_size=1,
    training_set=InstanceSet(range(1, 11), seed=1007),
    pool_set=InstanceSet(range(1, 11), seed=3007, per_size=6),
    validation_set=InstanceSet(range(12, 62), seed=2007),
    generator=_contents,
    lines=12,
)
