"""How the objects of an instance can be arranged in a picture: a line, a grid, or neither.

A static binary predicate that forms a line or a grid says where objects stand relative to each
other; most domains with places have one. What is arranged wrongly would mislead, so every
arrangement is verified edge by edge.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from genplan.pddl.model import Instance

__all__ = ["Arrangement", "find_arrangements"]

Edges: TypeAlias = frozenset[tuple[str, str]]
Places: TypeAlias = dict[str, tuple[int, int]]

_COORDINATES: Final = re.compile(r"(\d+)\D+(\d+)$")
MOST_OBJECTS: Final = 2500
"""A picture of more cells helps nobody."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Objects with their rows and columns, and the predicate that says so.

    A line has one row. `directed` tells whether the predicate leads one way only.
    """

    predicate: str
    places: tuple[tuple[str, int, int], ...]
    directed: bool

    @property
    def rows(self) -> int:
        """Return the number of rows; 1 for a line."""
        return 1 + max(row for _, row, _ in self.places)

    @property
    def columns(self) -> int:
        """Return the number of columns."""
        return 1 + max(column for _, _, column in self.places)

    @property
    def objects(self) -> frozenset[str]:
        """Return the objects that are arranged."""
        return frozenset(name for name, _, _ in self.places)


def find_arrangements(instance: Instance) -> tuple[Arrangement, ...]:
    """Return the arrangements of an instance; no object is in two of them."""
    order = {item.name: number for number, item in enumerate(instance.all_objects)}
    found: list[Arrangement] = []
    taken: set[str] = set()
    relations = _static_relations(instance)
    together = frozenset().union(*relations.values()) if len(relations) > 1 else frozenset()
    candidates = [*relations.items(), (" or ".join(relations), together)]
    for predicate, edges in candidates:
        objects = {name for edge in edges for name in edge}
        if not 2 <= len(objects) <= MOST_OBJECTS or objects & taken:
            continue
        places = _line(edges, order) or _total_order(edges) or _grid(edges, order)
        if places is None:
            continue
        directed = not any((b, a) in edges for a, b in edges)
        listed = tuple((name, *places[name]) for name in sorted(places, key=order.__getitem__))
        found.append(Arrangement(predicate, listed, directed))
        taken |= objects
    return tuple(found)


def _static_relations(instance: Instance) -> dict[str, Edges]:
    """Return the pairs of different objects in each static binary predicate, as declared."""
    static = instance.domain.static_predicates
    pairs: dict[str, set[tuple[str, str]]] = {
        p.name: set() for p in instance.domain.predicates if p.arity == 2 and p.name in static
    }
    for atom in instance.initial:
        if atom.predicate in pairs and atom.arguments[0] != atom.arguments[1]:
            pairs[atom.predicate].add((atom.arguments[0], atom.arguments[1]))
    return {name: frozenset(found) for name, found in pairs.items() if found}


def _neighbours(edges: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for a, b in edges:
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return found


def _line(edges: Edges, order: Mapping[str, int]) -> Places | None:
    """Return the places if the edges are a path, from its source or its earlier end."""
    neighbours = _neighbours(edges)
    ends = [name for name, around in neighbours.items() if len(around) == 1]
    if len(ends) != 2 or any(len(around) > 2 for around in neighbours.values()):
        return None
    ends.sort(key=lambda name: (not any(a == name for a, _ in edges), order[name]))
    distances = _distances(ends[0], neighbours)
    if len(distances) != len(neighbours):
        return None
    return {name: (0, distance) for name, distance in distances.items()}


def _total_order(edges: Edges) -> Places | None:
    """Return the places if the edges are a strict total order, such as `above`."""
    objects = {name for edge in edges for name in edge}
    if 2 * len(edges) != len(objects) * (len(objects) - 1):
        return None
    below = dict.fromkeys(objects, 0)
    for _, after in edges:
        below[after] += 1
    if any(below[a] >= below[b] for a, b in edges):
        return None
    return {name: (0, count) for name, count in below.items()}


def _grid(edges: Edges, order: Mapping[str, int]) -> Places | None:
    """Return the places if the edges are the sides between the cells of a grid."""
    neighbours = _neighbours(edges)
    return _named_grid(edges, neighbours) or _whole_grid(edges, neighbours, order)


def _named_grid(edges: Edges, neighbours: Mapping[str, set[str]]) -> Places | None:
    """Return the places that names such as `cell-2-3` tell, if every edge joins neighbours.

    The first number is the column. A grid may have holes then.
    """
    places: Places = {}
    for name in neighbours:
        match = _COORDINATES.search(name)
        if match is None or len(match.group(1)) > 4 or len(match.group(2)) > 4:
            return None
        places[name] = (int(match.group(2)), int(match.group(1)))
    return _normalised(places) if _joins_neighbours(places, edges) else None


def _whole_grid(
    edges: Edges, neighbours: Mapping[str, set[str]], order: Mapping[str, int]
) -> Places | None:
    """Return the places by the distances from two corners, if the grid has no holes."""
    corners = sorted((n for n, s in neighbours.items() if len(s) == 2), key=order.__getitem__)
    if len(corners) != 4:
        return None
    first = _distances(corners[0], neighbours)
    for other in corners[1:]:
        second, side = _distances(other, neighbours), first.get(other, 0)
        places = {
            name: (
                (first[name] + second[name] - side) // 2,
                (first[name] - second[name] + side) // 2,
            )
            for name in neighbours
            if name in first and name in second
        }
        if len(places) == len(neighbours) and _joins_neighbours(places, edges):
            rows, columns = zip(*places.values(), strict=True)
            if (max(rows) + 1) * (max(columns) + 1) == len(places):
                return places
    return None


def _joins_neighbours(places: Places, edges: Edges) -> bool:
    """Return whether no two objects share a cell and every edge joins cells side by side."""
    if len(set(places.values())) != len(places):
        return False
    return all(
        abs(places[a][0] - places[b][0]) + abs(places[a][1] - places[b][1]) == 1 for a, b in edges
    )


def _normalised(places: Places) -> Places:
    """Return the places with the first row and column numbered 0."""
    top, left = (min(values) for values in zip(*places.values(), strict=True))
    return {name: (row - top, column - left) for name, (row, column) in places.items()}


def _distances(start: str, neighbours: Mapping[str, set[str]]) -> dict[str, int]:
    found, waiting = {start: 0}, deque([start])
    while waiting:
        name = waiting.popleft()
        for other in sorted(neighbours[name]):
            if other not in found:
                found[other] = found[name] + 1
                waiting.append(other)
    return found
