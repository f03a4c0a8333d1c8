"""What several benchmarks draw: towers of blocks, grids, graphs, and where things are to go."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Final, TypeAlias

from genplan.pddl.model import Atom

__all__ = [
    "Pair",
    "Towers",
    "grid_cells",
    "grid_links",
    "links_by_start",
    "moved",
    "reachable",
    "road_map",
    "standing",
    "supported",
    "towers",
]

Pair: TypeAlias = tuple[str, str]
"""Two names, as in a link from one place to another."""

Towers: TypeAlias = tuple[tuple[str, ...], ...]
"""Blocks in towers, each from the top down."""

_NEW_TOWER: Final = (0.1, 0.3, 0.6)
"""How often the next block starts another tower: tall towers, lower ones, nearly flat."""


def towers(blocks: Sequence[str], random: Random) -> Towers:
    """Return all blocks in towers that are drawn from tall to nearly flat."""
    first, *others = random.sample(blocks, len(blocks))
    share = random.choice(_NEW_TOWER)
    drawn = [[first]]
    for block in others:
        if random.random() < share:
            drawn.append([block])
        else:
            drawn[-1].append(block)
    return tuple(map(tuple, drawn))


def supported(built: Towers) -> tuple[Atom, ...]:
    """Return for every block what it is on."""
    return (
        *(Atom("on", pair) for tower in built for pair in pairwise(tower)),
        *(Atom("ontable", (tower[-1],)) for tower in built),
    )


def standing(built: Towers) -> tuple[Atom, ...]:
    """Return the state with these towers and nothing in the hand."""
    clear = (Atom("clear", (tower[0],)) for tower in built)
    return (Atom("handempty"), *clear, *supported(built))


def grid_cells(rows: int, columns: int) -> tuple[str, ...]:
    """Return the names of the cells, row by row: `c1-1`, `c1-2`, …"""
    return tuple(
        f"c{row}-{column}" for row in range(1, rows + 1) for column in range(1, columns + 1)
    )


def grid_links(rows: int, columns: int) -> tuple[Pair, ...]:
    """Return the pairs of cells next to each other in a row or a column, both ways round."""
    cells = grid_cells(rows, columns)
    beside = [pair for i, pair in enumerate(pairwise(cells), 1) if i % columns]
    below = list(zip(cells, cells[columns:], strict=False))
    return tuple(pair for a, b in (*beside, *below) for pair in ((a, b), (b, a)))


def road_map(places: Sequence[str], random: Random) -> tuple[Pair, ...]:
    """Return links, both ways round, that connect all places: a tree and some shortcuts."""
    order = random.sample(places, len(places))
    roads = {frozenset((b, random.choice(order[:i]))): b for i, b in enumerate(order) if i}
    for _ in range(len(places) // 2):
        a, b = random.sample(places, 2)
        roads.setdefault(frozenset((a, b)), a)
    pairs = [(a, b) for road, a in roads.items() for b in road - {a}]
    return tuple(pair for a, b in pairs for pair in ((a, b), (b, a)))


def links_by_start(links: Iterable[Pair]) -> dict[str, list[str]]:
    """Return for every place the places that a link leads to, in the order of the links."""
    ends: dict[str, list[str]] = {}
    for start, end in links:
        ends.setdefault(start, []).append(end)
    return ends


def reachable(start: str, ends: Mapping[str, Sequence[str]], passable: Collection[str]) -> set[str]:
    """Return the start and all places that passable places connect with it."""
    found, pending = {start}, [start]
    while pending:
        for end in ends.get(pending.pop(), ()):
            if end in passable and end not in found:
                found.add(end)
                pending.append(end)
    return found


def moved(origins: Sequence[str], places: Sequence[str], random: Random) -> list[str]:
    """Return a destination for everything that is at these origins; not all stay in place."""
    drawn = list(origins)
    while drawn == list(origins):
        drawn = random.choices(places, k=len(origins))
    return drawn
