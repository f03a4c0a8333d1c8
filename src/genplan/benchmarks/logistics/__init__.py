"""Logistics: packages by truck inside cities and by airplane between them."""

from __future__ import annotations

from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.benchmarks.layouts import moved
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, random: Random) -> Contents:
    """Return cities with an airport, up to three other places and a truck each, and airplanes."""
    cities = numbered("city", random.randint(1, 1 + size // 2))
    places = {city: _places(city, random.randint(1, 3)) for city in cities}
    airports = [names[0] for names in places.values()]
    everywhere = [name for names in places.values() for name in names]
    packages = numbered("package", size)
    airplanes = numbered("airplane", random.randint(1, 1 + len(cities) // 4))
    origins = random.choices(everywhere, k=size)
    destinations = moved(origins, everywhere, random)
    return Contents(
        objects=(
            *objects("package", packages),
            *objects("truck", (f"truck-{city}" for city in cities)),
            *objects("airplane", airplanes),
            *objects("airport", airports),
            *objects("location", (name for names in places.values() for name in names[1:])),
            *objects("city", cities),
        ),
        initial=(
            *(Atom("in-city", (name, city)) for city in cities for name in places[city]),
            *(Atom("at", (f"truck-{c}", random.choice(places[c]))) for c in cities),
            *(Atom("at", (airplane, random.choice(airports))) for airplane in airplanes),
            *(Atom("at", pair) for pair in zip(packages, origins, strict=True)),
        ),
        goal=tuple(Atom("at", pair) for pair in zip(packages, destinations, strict=True)),
    )


def _places(city: str, others: int) -> tuple[str, ...]:
    """Return the names of the airport of a city and of its other places."""
    return (f"airport-{city}", *(f"place{number}-{city}" for number in range(1, others + 1)))


BENCHMARK: Final = Benchmark(
    name="logistics",
    description="Take packages to their places by truck inside and by airplane between cities.",
    unit="packages",
    role="tuning",
    smallest_size=1,
    training_set=InstanceSet(range(1, 8), seed=4001, per_size=2),
    pool_set=InstanceSet(range(2, 17), seed=5001, per_size=4),
    validation_set=InstanceSet(range(20, 170, 5), seed=6001),
    generator=_contents,
)
