"""Satellite: images of directions in space, by calibrated instruments."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]

_TURNED: Final = 0.3
"""The share of satellites that are to point somewhere at the end."""


def _contents(size: int, random: Random) -> Contents:
    """Return satellites with one to three instruments each, and images that these can take."""
    satellites = numbered("satellite", size)
    carriers = [name for name in satellites for _ in range(random.randint(1, 3))]
    instruments = numbered("instrument", len(carriers))
    modes = numbered("mode", random.randint(1, 2 + size // 4))
    directions = numbered("direction", size + random.randint(1, size + 1))
    pairs = list(product(directions, modes))
    images = random.sample(pairs, random.randint(1, min(len(pairs), 2 * size)))
    turned = [satellite for satellite in satellites if random.random() < _TURNED]
    return Contents(
        objects=(
            *objects("satellite", satellites),
            *objects("instrument", instruments),
            *objects("mode", modes),
            *objects("direction", directions),
        ),
        initial=(
            *(Atom("on-board", pair) for pair in zip(instruments, carriers, strict=True)),
            *_supported_modes(instruments, modes, random),
            *(Atom("calibration-target", (i, random.choice(directions))) for i in instruments),
            *(Atom("power-avail", (satellite,)) for satellite in satellites),
            *(Atom("pointing", (s, random.choice(directions))) for s in satellites),
        ),
        goal=(
            *(Atom("have-image", image) for image in images),
            *(Atom("pointing", (s, random.choice(directions))) for s in turned),
        ),
    )


def _supported_modes(
    instruments: tuple[str, ...], modes: tuple[str, ...], random: Random
) -> tuple[Atom, ...]:
    """Return one to three modes for every instrument, and an instrument for every mode."""
    most = min(3, len(modes))
    drawn = [(i, m) for i in instruments for m in random.sample(modes, random.randint(1, most))]
    missing = [mode for mode in modes if mode not in {m for _, m in drawn}]
    drawn += [(random.choice(instruments), mode) for mode in missing]
    return tuple(Atom("supports", pair) for pair in drawn)


BENCHMARK: Final = Benchmark(
    name="satellite",
    description="Turn satellites, calibrate their instruments and take images of given directions.",
    unit="satellites",
    role="tuning",
    smallest_size=1,
    training_set=InstanceSet(range(1, 6), seed=4001, per_size=3),
    pool_set=InstanceSet(range(1, 11), seed=5001, per_size=6),
    validation_set=InstanceSet(range(12, 72, 2), seed=6001),
    generator=_contents,
)
