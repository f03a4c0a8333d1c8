"""Grid: an agent carries keys through a grid of open and locked cells."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.benchmarks.layouts import (
    Pair,
    grid_cells,
    grid_links,
    links_by_start,
    moved,
    reachable,
)
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]

_LOCKED: Final = 0.25
"""The share of cells that are locked."""


@dataclass(frozen=True, slots=True)
class _Building:
    """A grid with locked cells, each with the shape of its lock, and where the robot starts."""

    cells: tuple[str, ...]
    links: tuple[Pair, ...]
    start: str
    shapes: tuple[str, ...]
    locks: dict[str, str]


def _contents(size: int, random: Random) -> Contents:
    """Return a grid with keys that open all of it, some of them to be carried elsewhere."""
    building = _building(size, random)
    shapes = _shapes_of_keys(building.shapes, random.randint(0, size // 2), random)
    places = _places_of_keys(building, shapes, random)
    names = numbered("key", len(shapes))
    keys = list(zip(random.sample(names, len(names)), shapes, places, strict=True))
    wanted = random.sample(keys, random.randint(1, len(keys)))
    targets = moved([place for _, _, place in wanted], building.cells, random)
    return Contents(
        objects=(
            *objects("place", building.cells),
            *objects("shape", building.shapes),
            *objects("key", names),
        ),
        initial=(
            *_initial_building(building),
            *(Atom("key-shape", (name, shape)) for name, shape, _ in keys),
            *(Atom("at", (name, place)) for name, _, place in keys),
        ),
        goal=tuple(
            Atom("at", (name, target)) for (name, _, _), target in zip(wanted, targets, strict=True)
        ),
    )


def _building(size: int, random: Random) -> _Building:
    """Return a grid that is at least as high as wide; the robot starts in an open cell."""
    columns = random.randint(size // 2, size)
    cells = grid_cells(size, columns)
    start = random.choice(cells)
    shapes = numbered("shape", random.randint(1, 1 + size // 3))
    locked = [cell for cell in cells if cell != start and random.random() < _LOCKED]
    locks = {cell: random.choice(shapes) for cell in locked}
    return _Building(cells, grid_links(size, columns), start, shapes, locks)


def _initial_building(building: _Building) -> tuple[Atom, ...]:
    """Return what holds at first, without the keys."""
    locks = building.locks
    return (
        Atom("arm-empty"),
        Atom("at-robot", (building.start,)),
        *(Atom("locked" if cell in locks else "open", (cell,)) for cell in building.cells),
        *(Atom("lock-shape", pair) for pair in locks.items()),
        *(Atom("connected", pair) for pair in building.links),
    )


def _shapes_of_keys(shapes: tuple[str, ...], more: int, random: Random) -> list[str]:
    """Return the shapes of the keys: each shape once in any order, then any shapes."""
    return [*random.sample(shapes, len(shapes)), *random.choices(shapes, k=more)]


def _places_of_keys(building: _Building, key_shapes: list[str], random: Random) -> list[str]:
    """Return a place for every key that the robot can get to with the keys before it.

    So all keys can be fetched one after the other, and all locks can be opened in the end.
    """
    ends = links_by_start(building.links)
    places = []
    for number in range(len(key_shapes)):
        closed = {*building.shapes}.difference(key_shapes[:number])
        passable = {cell for cell in building.cells if building.locks.get(cell) not in closed}
        within = reachable(building.start, ends, passable)
        places.append(random.choice([cell for cell in building.cells if cell in within]))
    return places


BENCHMARK: Final = Benchmark(
    name="grid",
    description="Carry keys to given cells of a grid in which some cells must be unlocked first.",
    unit="rows",
    role="tuning",
    smallest_size=2,
    training_set=InstanceSet(range(2, 7), seed=4001, per_size=3),
    pool_set=InstanceSet(range(2, 8), seed=5001, per_size=10),
    validation_set=InstanceSet(range(8, 23), seed=6001, per_size=2),
    generator=_contents,
)
