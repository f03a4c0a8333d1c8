"""A layered drawing of a graph: who comes before stands above, with few crossings.

The classic steps: layers by longest paths; an invisible node wherever an edge passes a layer, so
that it goes around what stands there; the order within layers by means of neighbours; places
from left to right. Orderings that close a cycle are left out of account.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

__all__ = [
    "Drawing",
    "Edge",
    "Layers",
    "draw_layers",
    "find_layers",
    "make_layers",
    "place_columns",
]

Edge: TypeAlias = tuple[int, int]

_SWEEPS: Final = 12
_ROUNDS: Final = 24
_PASSING: Final = 10.0
"""The room for an edge that passes a layer."""

MOST_PASSING: Final = 1200
"""With more edges that pass layers, they go straight: finding ways for all takes too long."""


@dataclass(frozen=True, slots=True)
class Layers:
    """Nodes in ordered rows from top to bottom.

    `chains` has for each edge the nodes on its way, ends included; those that are not nodes of
    the graph only pass. An edge that closes a cycle has no way.
    """

    rows: tuple[tuple[int, ...], ...]
    chains: tuple[tuple[int, ...], ...]

    @property
    def segments(self) -> list[Edge]:
        """Return the pairs of nodes that follow each other on a way."""
        return list(dict.fromkeys(pair for chain in self.chains for pair in pairwise(chain)))

    @property
    def size(self) -> int:
        """Return the number of nodes, with those that only pass."""
        return sum(map(len, self.rows))


@dataclass(frozen=True, slots=True)
class Drawing:
    """The middle of every node, the points that each edge passes, and how large the whole is."""

    places: tuple[tuple[float, float], ...]
    routes: tuple[tuple[tuple[float, float], ...], ...]
    width: float
    height: float


def draw_layers(
    widths: Sequence[float],
    heights: Sequence[float],
    edges: Sequence[Edge],
    *,
    gap: float = 14,
    layer_gap: float = 44,
    widest: int = 12,
) -> Drawing:
    """Return the drawing of nodes of given sizes; a layer has at most `widest` nodes."""
    nodes = len(widths)
    if not nodes:
        return Drawing((), (), 0, 0)
    layers = make_layers(nodes, edges, widest)
    extra = layers.size - nodes
    all_widths, all_heights = [*widths, *[_PASSING] * extra], [*heights, *[0.0] * extra]
    xs = place_columns(layers, all_widths, gap)
    left = min(x - all_widths[n] / 2 for n, x in enumerate(xs)) - gap
    right = max(x + all_widths[n] / 2 for n, x in enumerate(xs)) + gap
    points = [(0.0, 0.0)] * len(xs)
    top = gap
    for row in layers.rows:
        tallest = max(all_heights[n] for n in row)
        for n in row:
            points[n] = (round(xs[n] - left, 1), round(top + tallest / 2, 1))
        top += tallest + layer_gap
    routes = tuple(tuple(points[n] for n in chain[1:-1]) for chain in layers.chains)
    return Drawing(
        tuple(points[:nodes]), routes, round(right - left, 1), round(top - layer_gap + gap, 1)
    )


def make_layers(nodes: int, edges: Sequence[Edge], widest: int | None = None) -> Layers:
    """Return nodes in ordered rows, none with more than `widest` of them."""
    rows: list[list[int]] = []
    for layer in find_layers(nodes, edges):
        size = widest or len(layer)
        rows += [list(layer[i : i + size]) for i in range(0, len(layer), size)]
    chains = _add_passing(nodes, rows, edges)
    return Layers(_ordered(rows, chains), chains)


def find_layers(nodes: int, edges: Sequence[Edge]) -> tuple[tuple[int, ...], ...]:
    """Return the layers from top to bottom: every node below all that lead to it.

    Edges that close a cycle are left out of account.
    """
    kept = _without_cycles(nodes, edges)
    incoming = [0] * nodes
    after: list[list[int]] = [[] for _ in range(nodes)]
    for p, q in kept:
        after[p].append(q)
        incoming[q] += 1
    depth = [0] * nodes
    ready = [n for n in range(nodes) if not incoming[n]]
    for n in ready:
        for q in after[n]:
            depth[q] = max(depth[q], depth[n] + 1)
            incoming[q] -= 1
            if not incoming[q]:
                ready.append(q)
    led_to = {q for _, q in kept}
    for n in range(nodes):
        if after[n] and n not in led_to:  # a source stands just above what it leads to
            depth[n] = min(depth[q] for q in after[n]) - 1
    layers: list[list[int]] = [[] for _ in range(max(depth) + 1)]
    for n in range(nodes):
        layers[depth[n]].append(n)
    return tuple(tuple(layer) for layer in layers if layer)


def _without_cycles(nodes: int, edges: Sequence[Edge]) -> list[Edge]:
    """Return the edges without those that lead back on a depth-first walk."""
    after: list[list[int]] = [[] for _ in range(nodes)]
    for p, q in edges:
        if p != q:
            after[p].append(q)
    state = [0] * nodes  # 0 new, 1 on the way, 2 done
    kept: list[Edge] = []
    for root in range(nodes):
        if state[root]:
            continue
        state[root] = 1
        stack = [(root, iter(after[root]))]
        while stack:
            node, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                state[node] = 2
                stack.pop()
            elif state[following] != 1:
                kept.append((node, following))
                if state[following] == 0:
                    state[following] = 1
                    stack.append((following, iter(after[following])))
    return kept


def _add_passing(
    nodes: int, rows: list[list[int]], edges: Sequence[Edge]
) -> tuple[tuple[int, ...], ...]:
    """Add to the rows a node for every edge that passes them; return the ways of the edges."""
    depth = {n: number for number, row in enumerate(rows) for n in row}
    spans = [depth[q] - depth[p] for p, q in edges]
    go_straight = sum(span - 1 for span in spans if span > 1) > MOST_PASSING
    chains: list[tuple[int, ...]] = []
    number = nodes
    for (p, q), span in zip(edges, spans, strict=True):
        if span < 1:
            chains.append(())
            continue
        passing = [] if go_straight else list(range(number, number + span - 1))
        for below, n in enumerate(passing, depth[p] + 1):
            rows[below].append(n)
        number += len(passing)
        chains.append((p, *passing, q))
    return tuple(chains)


def _ordered(
    rows: Sequence[Sequence[int]], chains: Sequence[Sequence[int]]
) -> tuple[tuple[int, ...], ...]:
    """Return the rows with their nodes in an order that crosses few edges."""
    above, below = _neighbours(rows, chains)
    ordered = [list(row) for row in rows]
    place = {n: i - (len(row) - 1) / 2 for row in ordered for i, n in enumerate(row)}
    for sweep in range(_SWEEPS):
        downward = sweep % 2 == 0
        neighbours = above if downward else below
        for row in ordered if downward else reversed(ordered):
            keys = {n: _mean([place[m] for m in neighbours[n]], place[n]) for n in row}
            row.sort(key=lambda n: (keys[n], place[n]))
            for i, n in enumerate(row):
                place[n] = i - (len(row) - 1) / 2
    return tuple(tuple(row) for row in ordered)


def _neighbours(
    rows: Sequence[Sequence[int]], chains: Sequence[Sequence[int]]
) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    above: dict[int, list[int]] = {n: [] for row in rows for n in row}
    below: dict[int, list[int]] = {n: [] for row in rows for n in row}
    for chain in chains:
        for p, q in pairwise(chain):
            above[q].append(p)
            below[p].append(q)
    return above, below


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def place_columns(layers: Layers, widths: Sequence[float], gap: float) -> list[float]:
    """Return the middle of each node from left to right: near its neighbours, none overlapping."""
    above, below = _neighbours(layers.rows, layers.chains)
    xs = [0.0] * len(widths)
    for row in layers.rows:
        left = -(sum(widths[n] for n in row) + gap * (len(row) - 1)) / 2
        for n in row:
            xs[n] = left + widths[n] / 2
            left += widths[n] + gap
    for number in range(_ROUNDS):
        downward = number % 2 == 0
        neighbours = above if downward else below
        for row in layers.rows if downward else reversed(layers.rows):
            wanted = [_mean([xs[m] for m in neighbours[n]], xs[n]) for n in row]
            for n, x in zip(row, _spread(row, wanted, widths, gap), strict=True):
                xs[n] = x
    return xs


def _spread(
    row: Sequence[int], wanted: Sequence[float], widths: Sequence[float], gap: float
) -> list[float]:
    """Return places as near to those wanted as the order of the row and the gaps allow.

    Least squares: nodes that would overlap are merged into blocks, whose place is the mean of
    what their nodes want.
    """
    blocks: list[tuple[float, float, list[float]]] = []  # sum of wishes, count, offsets
    offset = 0.0
    for i, n in enumerate(row):
        if i:
            offset += (widths[row[i - 1]] + widths[n]) / 2 + gap
        blocks.append((wanted[i] - offset, 1, [offset]))
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            total, count, members = blocks.pop()
            before = blocks.pop()
            blocks.append((before[0] + total, before[1] + count, before[2] + members))
    return [total / count + o for total, count, members in blocks for o in members]
