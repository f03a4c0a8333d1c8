"""A plan for every instance of a benchmark from the literature, written by hand per domain.

The plans are long, but they exist: each policy knows only what the domain guarantees.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from genplan.pddl import Atom, Instance
from genplan.plan import GroundAction

Plan: TypeAlias = Iterator[GroundAction]
Facts: TypeAlias = Mapping[str, list[tuple[str, ...]]]
"""For every predicate the arguments of its atoms."""


def act(name: str, *objects: str) -> GroundAction:
    return GroundAction(name, objects)


def initially(instance: Instance) -> Facts:
    return by_predicate(instance.initial)


def finally_(instance: Instance) -> Facts:
    return by_predicate(literal.atom for literal in instance.goal)


def by_predicate(atoms: Iterable[Atom]) -> Facts:
    found: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for atom in atoms:
        found[atom.predicate].append(atom.arguments)
    return found


def mapping(pairs: Iterable[tuple[str, ...]]) -> dict[str, str]:
    """Return the pairs from the first to the second."""
    return {pair[0]: pair[1] for pair in pairs}


class Map:
    """Places and the links between them, which lead only into places that are passable."""

    def __init__(
        self, links: Iterable[tuple[str, ...]], passable: Collection[str] | None = None
    ) -> None:
        self.passable = passable
        self.ends: defaultdict[str, list[str]] = defaultdict(list)
        for start, end in links:
            self.ends[start].append(end)

    def came_from(self, start: str) -> dict[str, str]:
        """Return for every place in reach the one before it on a shortest way."""
        found, pending = {start: start}, deque([start])
        while pending:
            here = pending.popleft()
            for end in self.ends[here]:
                if end not in found and (self.passable is None or end in self.passable):
                    found[end] = here
                    pending.append(end)
        return found

    def way(self, start: str, goal: str) -> list[tuple[str, str]]:
        """Return the links of a shortest way."""
        found = self.came_from(start)
        steps = []
        while goal != start:
            steps.append((found[goal], goal))
            goal = found[goal]
        return steps[::-1]


# ---------------------------------------------------------------- blocks


def blocks(instance: Instance) -> Plan:
    """Put all blocks on the table, then build what the goal asks for from the bottom up."""
    above = {below: block for block, below in initially(instance)["on"]}
    for (bottom,) in initially(instance)["ontable"]:
        tower = [bottom]
        while tower[-1] in above:
            tower.append(above[tower[-1]])
        while len(tower) > 1:
            block = tower.pop()
            yield act("unstack", block, tower[-1])
            yield act("put-down", block)
    wanted = {below: block for block, below in finally_(instance)["on"]}
    for base in wanted.keys() - set(wanted.values()):
        below = base
        while below in wanted:
            yield act("pick-up", wanted[below])
            yield act("stack", wanted[below], below)
            below = wanted[below]


# ---------------------------------------------------------------- grids and corridors


def corridor(instance: Instance) -> Plan:
    ((start,),), ((goal,),) = initially(instance)["at"], finally_(instance)["at"]
    for step in Map(initially(instance)["adjacent"]).way(start, goal):
        yield act("move", *step)


def delivery(instance: Instance) -> Plan:
    facts = initially(instance)
    cells = Map(facts["adjacent"])
    ((truck,),), places = facts["at-truck"], mapping(facts["at"])
    for package, target in finally_(instance)["at"]:
        for goal, action in ((places[package], "pick"), (target, "drop")):
            yield from (act("drive", *step) for step in cells.way(truck, goal))
            yield act(action, package, goal)
            truck = goal


def visitall(instance: Instance) -> Plan:
    """Go to a neighbour that has not been visited, back where there is none."""
    facts = initially(instance)
    cells = Map(facts["connected"])
    ((start,),) = facts["at"]
    trail, visited = [start], {start}
    while trail:
        here = trail[-1]
        following = next((end for end in cells.ends[here] if end not in visited), None)
        if following is None:
            trail.pop()
            following = trail[-1] if trail else None
        else:
            trail.append(following)
            visited.add(following)
        if following is not None:
            yield act("move", here, following)


def reward(instance: Instance) -> Plan:
    facts = initially(instance)
    cells = Map(facts["adjacent"], {cell for (cell,) in facts["unblocked"]})
    ((here,),) = facts["at"]
    for (cell,) in finally_(instance)["picked"]:
        yield from (act("move", *step) for step in cells.way(here, cell))
        yield act("pick", cell)
        here = cell


class Robot:
    """The robot of the domain grid, and what it has changed so far."""

    def __init__(self, instance: Instance) -> None:
        facts = initially(instance)
        self.opened = {place for (place,) in facts["open"]}
        self.places = Map(facts["connected"], self.opened)
        self.locks: dict[str, str] = mapping(facts["lock-shape"])
        self.shapes: dict[str, str] = mapping(facts["key-shape"])
        self.keys: dict[str, str] = mapping(facts["at"])
        ((self.here,),) = facts["at-robot"]

    def next_lock(self) -> tuple[str, str, str]:
        """Return a key in reach, a locked place that it opens, and a place next to that."""
        reached = self.places.came_from(self.here)
        keys = {self.shapes[key]: key for key, place in self.keys.items() if place in reached}
        return next(
            (keys[self.locks[end]], end, place)
            for place in reached
            for end in self.places.ends[place]
            if end not in self.opened and self.locks[end] in keys
        )

    def go(self, goal: str) -> Plan:
        yield from (act("move", *step) for step in self.places.way(self.here, goal))
        self.here = goal

    def carry(self, key: str, goal: str) -> Plan:
        yield from self.go(self.keys[key])
        yield act("pick-up", self.here, key)
        yield from self.go(goal)
        self.keys[key] = goal

    def unlock_all(self) -> Plan:
        while not self.opened.issuperset(self.locks):
            key, locked, place = self.next_lock()
            yield from self.carry(key, place)
            yield act("unlock", place, locked, key, self.locks[locked])
            yield act("put-down", place, key)
            self.opened.add(locked)


def grid(instance: Instance) -> Plan:
    """Open all locks, then carry one key after the other."""
    robot = Robot(instance)
    yield from robot.unlock_all()
    for key, goal in finally_(instance)["at"]:
        yield from robot.carry(key, goal)
        yield act("put-down", goal, key)


# ---------------------------------------------------------------- carrying things


def ferry(instance: Instance) -> Plan:
    facts = initially(instance)
    ((here,),), places = facts["at-ferry"], mapping(facts["at"])
    for car, port in finally_(instance)["at"]:
        for goal, action in ((places[car], "board"), (port, "debark")):
            if here != goal:
                yield act("sail", here, goal)
            yield act(action, car, goal)
            here = goal


def miconic(instance: Instance) -> Plan:
    facts = initially(instance)
    ((here,),), above = facts["lift-at"], set(facts["above"])
    origins, destinations = mapping(facts["origin"]), mapping(facts["destin"])
    for (passenger,) in finally_(instance)["served"]:
        for floor, action in ((origins[passenger], "board"), (destinations[passenger], "depart")):
            if here != floor:
                yield act("up" if (here, floor) in above else "down", here, floor)
            yield act(action, floor, passenger)
            here = floor


def transport(instance: Instance) -> Plan:
    """Let the first vehicle carry all packages, one by one."""
    facts = initially(instance)
    roads, places = Map(facts["road"]), mapping(facts["at"])
    vehicle = instance.objects_by_type["vehicle"][0]
    more = mapping(facts["capacity"])[vehicle]
    less = next(a for a, b in facts["capacity-predecessor"] if b == more)
    for package, target in finally_(instance)["at"]:
        for goal, action in ((places[package], "pick-up"), (target, "drop")):
            yield from (act("drive", vehicle, *s) for s in roads.way(places[vehicle], goal))
            yield act(action, vehicle, goal, package, less, more)
            places[vehicle] = goal


def logistics(instance: Instance) -> Plan:
    """Carry every package by truck, by airplane and by truck, as far as it is needed."""
    facts = initially(instance)
    places, cities = mapping(facts["at"]), mapping(facts["in-city"])
    airports = {cities[airport]: airport for airport in instance.objects_by_type["airport"]}
    trucks = {cities[places[t]]: t for t in instance.objects_by_type["truck"]}
    airplane = instance.objects_by_type["airplane"][0]

    def drive(package: str, goal: str) -> Plan:
        city = cities[goal]
        truck = trucks[city]
        for place, action in ((places[package], "load-truck"), (goal, "unload-truck")):
            yield act("drive-truck", truck, places[truck], place, city)
            yield act(action, package, truck, place)
            places[truck] = place
        places[package] = goal

    def fly(package: str, goal: str) -> Plan:
        for place, action in ((places[package], "load-airplane"), (goal, "unload-airplane")):
            yield act("fly-airplane", airplane, places[airplane], place)
            yield act(action, package, airplane, place)
            places[airplane] = place
        places[package] = goal

    for package, goal in finally_(instance)["at"]:
        city = cities[places[package]]
        if city != cities[goal]:
            yield from drive(package, airports[city])
            yield from fly(package, airports[cities[goal]])
        yield from drive(package, goal)


# ---------------------------------------------------------------- the others


def childsnack(instance: Instance) -> Plan:
    """Make the sandwiches without gluten first, then carry all of them on one tray."""
    facts = initially(instance)
    tray = instance.objects_by_type["tray"][0]
    tables, allergic = mapping(facts["waiting"]), {child for (child,) in facts["allergic"]}
    breads = careful_last(facts["at-kitchen-bread"], facts["no-gluten-bread"])
    contents = careful_last(facts["at-kitchen-content"], facts["no-gluten-content"])
    children = sorted(tables, key=lambda child: child not in allergic)
    given = dict(zip(children, instance.objects_by_type["sandwich"], strict=False))
    for child, sandwich in given.items():
        suffix = "-no-gluten" if child in allergic else ""
        yield act(f"make-sandwich{suffix}", sandwich, breads.pop(), contents.pop())
        yield act("put-on-tray", sandwich, tray)
    here = "kitchen"
    for child, sandwich in given.items():
        suffix = "-no-gluten" if child in allergic else ""
        yield act("move-tray", tray, here, tables[child])
        here = tables[child]
        yield act(f"serve-sandwich{suffix}", sandwich, child, tray, here)


def careful_last(portions: list[tuple[str, ...]], special: list[tuple[str, ...]]) -> list[str]:
    return [p for (p,) in portions if (p,) not in special] + [p for (p,) in special]


def satellite(instance: Instance) -> Plan:
    """Switch an instrument on for one image, and off again."""
    facts = initially(instance)
    pointing, carriers = mapping(facts["pointing"]), mapping(facts["on-board"])
    targets = mapping(facts["calibration-target"])
    able = {mode: instrument for instrument, mode in facts["supports"]}
    for direction, mode in finally_(instance)["have-image"]:
        instrument = able[mode]
        carrier, target = carriers[instrument], targets[instrument]
        yield act("switch-on", instrument, carrier)
        yield act("turn-to", carrier, target, pointing[carrier])
        yield act("calibrate", carrier, instrument, target)
        yield act("turn-to", carrier, direction, target)
        yield act("take-image", carrier, direction, instrument, mode)
        yield act("switch-off", instrument, carrier)
        pointing[carrier] = direction
    for carrier, direction in finally_(instance)["pointing"]:
        yield act("turn-to", carrier, direction, pointing[carrier])


def barman(instance: Instance) -> Plan:
    """Mix every cocktail anew, with the help of the glass that nobody is served."""
    facts = initially(instance)
    served = mapping(finally_(instance)["contains"])
    (shaker,) = instance.objects_by_type["shaker"]
    empty, half, full = instance.objects_by_type["level"]
    sources = {ingredient: dispenser for dispenser, ingredient in facts["dispenses"]}
    parts = mapping(facts["cocktail-part1"]), mapping(facts["cocktail-part2"])
    spare = next(s for s in instance.objects_by_type["shot"] if s not in served)
    for shot, drink in served.items():
        if drink in sources:
            yield act("grasp", "left", shot)
            yield act("fill-shot", shot, drink, "left", "right", sources[drink])
            yield act("leave", "left", shot)
            continue
        first, second = (part[drink] for part in parts)
        yield act("grasp", "left", spare)
        yield act("fill-shot", spare, first, "left", "right", sources[first])
        yield act("pour-shot-to-clean-shaker", spare, first, shaker, "left", empty, half)
        yield act("clean-shot", spare, first, "left", "right")
        yield act("fill-shot", spare, second, "left", "right", sources[second])
        yield act("pour-shot-to-used-shaker", spare, second, shaker, "left", half, full)
        yield act("clean-shot", spare, second, "left", "right")
        yield act("leave", "left", spare)
        yield act("grasp", "left", shaker)
        yield act("shake", drink, first, second, shaker, "left", "right")
        yield act("pour-shaker-to-shot", drink, shot, "left", shaker, full, half)
        yield act("empty-shaker", "left", shaker, drink, half, empty)
        yield act("clean-shaker", "left", "right", shaker)
        yield act("leave", "left", shaker)


class Planet:
    """The rovers of an instance and where they are."""

    def __init__(self, instance: Instance) -> None:
        self.facts = facts = initially(instance)
        self.places: dict[str, str] = mapping(facts["at"])
        ((self.lander, self.landed),) = facts["at-lander"]
        seen = set(facts["visible"])
        links: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for rover, start, end in facts["can-traverse"]:
            if (start, end) in seen:
                links[rover].append((start, end))
        self.maps = {rover: Map(links[rover]) for rover in self.places}
        self.stores = {rover: store for store, rover in facts["store-of"]}

    def reach(self, rover: str) -> Collection[str]:
        return self.maps[rover].came_from(self.places[rover])

    def drive(self, rover: str, goal: str) -> Plan:
        yield from (
            act("navigate", rover, *step) for step in self.maps[rover].way(self.places[rover], goal)
        )
        self.places[rover] = goal

    def send(self, rover: str, kind: str, *what: str) -> Plan:
        inside = self.reach(rover)
        visible = self.facts["visible"]
        post = next(a for a, b in visible if b == self.landed and a in inside)
        yield from self.drive(rover, post)
        yield act(f"communicate-{kind}-data", rover, self.lander, *what, post, self.landed)

    def sample(self, kind: str, waypoint: str) -> Plan:
        equipped = [rover for (rover,) in self.facts[f"equipped-for-{kind}-analysis"]]
        rover = next(r for r in equipped if waypoint in self.reach(r))
        yield from self.drive(rover, waypoint)
        yield act(f"sample-{kind}", rover, self.stores[rover], waypoint)
        yield act("drop", rover, self.stores[rover])
        yield from self.send(rover, kind, waypoint)

    def view(self, rover: str, objective: str) -> str | None:
        """Return a waypoint in reach of the rover from which the objective can be seen."""
        inside = self.reach(rover)
        views = self.facts["visible-from"]
        return next((w for o, w in views if o == objective and w in inside), None)

    def image(self, objective: str, mode: str) -> Plan:
        targets = mapping(self.facts["calibration-target"])
        for camera, rover in self.facts["on-board"]:
            before, place = self.view(rover, targets[camera]), self.view(rover, objective)
            if (camera, mode) in self.facts["supports"] and before and place:
                yield from self.drive(rover, before)
                yield act("calibrate", rover, camera, targets[camera], before)
                yield from self.drive(rover, place)
                yield act("take-image", rover, place, objective, camera, mode)
                yield from self.send(rover, "image", objective, mode)
                return


def rovers(instance: Instance) -> Plan:
    """Fetch and send everything one by one, with the first rover that can."""
    planet, goals = Planet(instance), finally_(instance)
    for kind in ("soil", "rock"):
        for (waypoint,) in goals[f"communicated-{kind}-data"]:
            yield from planet.sample(kind, waypoint)
    for objective, mode in goals["communicated-image-data"]:
        yield from planet.image(objective, mode)


POLICIES: Final[Mapping[str, Callable[[Instance], Plan]]] = {
    "barman": barman,
    "blocks-clear": blocks,
    "blocks-on": blocks,
    "blocks-tower": blocks,
    "blocksworld": blocks,
    "childsnack": childsnack,
    "corridor-plain": corridor,
    "delivery": delivery,
    "ferry": ferry,
    "grid": grid,
    "logistics": logistics,
    "miconic": miconic,
    "reward": reward,
    "rovers": rovers,
    "satellite": satellite,
    "transport": transport,
    "visitall-moves": visitall,
}
