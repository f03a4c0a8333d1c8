"""Rovers: samples and images from a planet, by rovers with different equipment and ranges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.benchmarks.layouts import Pair, links_by_start, road_map
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]

_LANDER: Final = "general"

_MODES: Final = ("colour", "high-res", "low-res")

_EQUIPMENT: Final = ("soil-analysis", "rock-analysis", "imaging")


@dataclass(frozen=True, slots=True)
class _Planet:
    """What is where: the lander, samples, and from where each objective can be seen."""

    waypoints: tuple[str, ...]
    links: tuple[Pair, ...]
    lander: str
    soil: tuple[str, ...]
    rock: tuple[str, ...]
    views: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Camera:
    """A camera with its modes and the objective that it is calibrated on."""

    name: str
    modes: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class _Rover:
    """A rover with the ways that it can take and what it has on board."""

    name: str
    start: str
    ways: tuple[Pair, ...]
    equipment: tuple[str, ...]
    cameras: tuple[_Camera, ...]

    @property
    def waypoints(self) -> set[str]:
        """Return where the rover can get to, and back from."""
        return {self.start, *(end for _, end in self.ways)}


def _contents(size: int, random: Random) -> Contents:
    """Return a planet with rovers and some of the data that they can send."""
    goal: tuple[Atom, ...] = ()
    while not goal:
        planet = _planet(size, random)
        rovers = _rovers(planet, random.randint(1, 1 + size // 8), random)
        goal = _goal(planet, rovers, random)
    cameras = [camera.name for rover in rovers for camera in rover.cameras]
    return Contents(
        objects=(
            *objects("rover", (rover.name for rover in rovers)),
            *objects("waypoint", planet.waypoints),
            *objects("store", (f"store-{rover.name}" for rover in rovers)),
            *objects("camera", cameras),
            *objects("mode", _MODES),
            *objects("lander", (_LANDER,)),
            *objects("objective", planet.views),
        ),
        initial=(*_initial_planet(planet), *(a for r in rovers for a in _initial_rover(r))),
        goal=goal,
    )


def _planet(size: int, random: Random) -> _Planet:
    """Return connected waypoints, half of them with a sample of soil and half with one of rock."""
    waypoints = numbered("waypoint", size)
    objectives = numbered("objective", random.randint(1, 1 + size // 4))
    return _Planet(
        waypoints,
        road_map(waypoints, random),
        random.choice(waypoints),
        tuple(waypoint for waypoint in waypoints if random.random() < 0.5),
        tuple(waypoint for waypoint in waypoints if random.random() < 0.5),
        {o: tuple(random.sample(waypoints, random.randint(1, 1 + size // 4))) for o in objectives},
    )


def _rovers(planet: _Planet, count: int, random: Random) -> tuple[_Rover, ...]:
    """Return rovers, of which the first is equipped for everything."""
    first, *others = numbered("rover", count)
    return (
        _rover(first, _EQUIPMENT, planet, random),
        *(_rover(name, _some_equipment(random), planet, random) for name in others),
    )


def _some_equipment(random: Random) -> tuple[str, ...]:
    return tuple(what for what in _EQUIPMENT if random.random() < 0.5)


def _rover(name: str, equipment: tuple[str, ...], planet: _Planet, random: Random) -> _Rover:
    """Return a rover anywhere; it has one or two cameras if it is equipped for imaging."""
    start = random.choice(planet.waypoints)
    ways = _ways(planet, start, random)
    count = random.randint(1, 2) if "imaging" in equipment else 0
    names = numbered(f"camera-{name}-", count)
    cameras = tuple(_camera(camera, tuple(planet.views), random) for camera in names)
    return _Rover(name, start, ways, equipment, cameras)


def _ways(planet: _Planet, start: str, random: Random) -> tuple[Pair, ...]:
    """Return ways, both ways round, to any number of waypoints; from one the lander is in sight."""
    ends = links_by_start(planet.links)
    least = random.randint(1, len(planet.waypoints))
    found, unseen, ways = {start}, start not in ends[planet.lander], list[Pair]()
    frontier = [(start, end) for end in ends[start]]
    while frontier and (unseen or len(found) < least):
        a, b = frontier.pop(random.randrange(len(frontier)))
        if b not in found:
            found.add(b)
            unseen = unseen and b not in ends[planet.lander]
            ways += [(a, b), (b, a)]
            frontier += [(b, end) for end in ends[b]]
    return tuple(ways)


def _camera(name: str, objectives: Sequence[str], random: Random) -> _Camera:
    modes = random.sample(_MODES, random.randint(1, len(_MODES)))
    return _Camera(name, tuple(modes), random.choice(objectives))


def _goal(planet: _Planet, rovers: Sequence[_Rover], random: Random) -> tuple[Atom, ...]:
    """Return some of the data that can be sent, none only if there is none."""
    possible = [
        *_possible_samples("soil", planet.soil, rovers),
        *_possible_samples("rock", planet.rock, rovers),
        *_possible_images(planet, rovers),
    ]
    return tuple(random.sample(possible, random.randint(1, len(possible)) if possible else 0))


def _possible_samples(
    kind: str, samples: Sequence[str], rovers: Sequence[_Rover]
) -> tuple[Atom, ...]:
    within = {w for r in rovers if f"{kind}-analysis" in r.equipment for w in r.waypoints}
    return tuple(Atom(f"communicated-{kind}-data", (w,)) for w in samples if w in within)


def _possible_images(planet: _Planet, rovers: Sequence[_Rover]) -> tuple[Atom, ...]:
    found: dict[Pair, None] = {}
    for rover in rovers:
        seen = [o for o, places in planet.views.items() if not rover.waypoints.isdisjoint(places)]
        usable = [camera for camera in rover.cameras if camera.target in seen]
        found.update(((o, mode), None) for c in usable for o in seen for mode in c.modes)
    return tuple(Atom("communicated-image-data", pair) for pair in found)


def _initial_planet(planet: _Planet) -> tuple[Atom, ...]:
    return (
        Atom("at-lander", (_LANDER, planet.lander)),
        Atom("channel-free", (_LANDER,)),
        *(Atom("visible", pair) for pair in planet.links),
        *(Atom("at-soil-sample", (waypoint,)) for waypoint in planet.soil),
        *(Atom("at-rock-sample", (waypoint,)) for waypoint in planet.rock),
        *(Atom("visible-from", (o, w)) for o, places in planet.views.items() for w in places),
    )


def _initial_rover(rover: _Rover) -> tuple[Atom, ...]:
    name, store = rover.name, f"store-{rover.name}"
    return (
        Atom("at", (name, rover.start)),
        Atom("available", (name,)),
        Atom("store-of", (store, name)),
        Atom("empty", (store,)),
        *(Atom(f"equipped-for-{what}", (name,)) for what in rover.equipment),
        *(Atom("can-traverse", (name, *way)) for way in rover.ways),
        *(Atom("on-board", (camera.name, name)) for camera in rover.cameras),
        *(Atom("calibration-target", (camera.name, camera.target)) for camera in rover.cameras),
        *(Atom("supports", (c.name, mode)) for c in rover.cameras for mode in c.modes),
    )


BENCHMARK: Final = Benchmark(
    name="rovers",
    description="Analyse samples and take images on a planet and send the data to the lander.",
    unit="waypoints",
    role="held-out",
    smallest_size=2,
    training_set=InstanceSet(range(2, 9), seed=4001, per_size=2),
    pool_set=InstanceSet(range(3, 15), seed=5001, per_size=5),
    validation_set=InstanceSet(range(16, 106, 3), seed=6001),
    generator=_contents,
)
