"""A layered drawing of a graph: who comes before stands above, with few crossings.

The classic three steps: layers by longest paths, the order within layers by medians of
neighbours, and places from left to right. Orderings within a cycle are drawn upward.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

__all__ = ["Drawing", "draw_layers", "find_layers"]

Edge: TypeAlias = tuple[int, int]

_SWEEPS: Final = 12
_ROUNDS: Final = 24


@dataclass(frozen=True, slots=True)
class Drawing:
    """The middle of every node, and how large the whole is."""

    places: tuple[tuple[float, float], ...]
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
    if not widths:
        return Drawing((), 0, 0)
    layers = _ordered(find_layers(len(widths), edges), edges)
    rows = [layer[i : i + widest] for layer in layers for i in range(0, len(layer), widest)]
    xs = _columns(rows, widths, edges, gap)
    left = min(x - widths[n] / 2 for n, x in enumerate(xs))
    right = max(x + widths[n] / 2 for n, x in enumerate(xs))
    ys = [0.0] * len(widths)
    top = gap
    for row in rows:
        tallest = max(heights[n] for n in row)
        for n in row:
            ys[n] = top + tallest / 2
        top += tallest + layer_gap
    places = tuple((round(x - left + gap, 1), round(y, 1)) for x, y in zip(xs, ys, strict=True))
    return Drawing(places, round(right - left + 2 * gap, 1), round(top - layer_gap + gap, 1))


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


def _ordered(layers: Sequence[Sequence[int]], edges: Sequence[Edge]) -> list[list[int]]:
    """Return the layers with their nodes in an order that crosses few edges."""
    above, below = _by_layer(layers, edges)
    ordered = [list(layer) for layer in layers]
    place = {n: float(i) for layer in ordered for i, n in enumerate(layer)}
    for sweep in range(_SWEEPS):
        downward = sweep % 2 == 0
        neighbours = above if downward else below
        for layer in ordered if downward else reversed(ordered):
            keys = {n: _mean([place[m] for m in neighbours[n]], place[n]) for n in layer}
            layer.sort(key=lambda n: (keys[n], place[n]))
            for i, n in enumerate(layer):
                place[n] = i - (len(layer) - 1) / 2
    return ordered


def _by_layer(
    layers: Sequence[Sequence[int]], edges: Sequence[Edge]
) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    depth = {n: number for number, layer in enumerate(layers) for n in layer}
    above: dict[int, list[int]] = {n: [] for n in depth}
    below: dict[int, list[int]] = {n: [] for n in depth}
    for p, q in edges:
        if depth[p] < depth[q]:
            above[q].append(p)
            below[p].append(q)
    return above, below


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _columns(
    rows: Sequence[Sequence[int]], widths: Sequence[float], edges: Sequence[Edge], gap: float
) -> list[float]:
    """Return the middle of each node from left to right: near its neighbours, none overlapping."""
    above, below = _by_layer(rows, edges)
    xs = [0.0] * len(widths)
    for row in rows:
        total = sum(widths[n] for n in row) + gap * (len(row) - 1)
        left = -total / 2
        for n in row:
            xs[n] = left + widths[n] / 2
            left += widths[n] + gap
    for number in range(_ROUNDS):
        downward = number % 2 == 0
        neighbours = above if downward else below
        for row in rows if downward else reversed(rows):
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
    offsets: list[float] = []
    for i, n in enumerate(row):
        if i:
            offset += (widths[row[i - 1]] + widths[n]) / 2 + gap
        offsets.append(offset)
        blocks.append((wanted[i] - offset, 1, [offset]))
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            total, count, members = blocks.pop()
            before = blocks.pop()
            blocks.append((before[0] + total, before[1] + count, before[2] + members))
    return [total / count + o for total, count, members in blocks for o in members]
