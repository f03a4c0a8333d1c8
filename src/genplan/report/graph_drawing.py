"""Landmark graphs as drawings: what is drawn of a graph, and where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final

from genplan.landmark_graph import Landmark, LandmarkGraph
from genplan.report.layering import draw_layers
from genplan.report.names import shortened
from genplan.report.text_drawing import draw_text

__all__ = ["MOST_DRAWN", "changing_landmarks", "encode_graph", "landmarks_as_text", "short_lines"]

MOST_DRAWN: Final = 150
"""Nodes of a drawing; with more nobody sees anything."""

MOST_IN_TEXT: Final = 60
"""Nodes of a drawing in letters."""

_MOST_LINES, _MOST_LETTERS = 4, 30
_LETTER, _LINE, _PADDING = 6.9, 16, 18


def encode_graph(graph: LandmarkGraph) -> dict[str, Any]:
    """Return what the page needs to draw a graph, twice: with and without pointer landmarks.

    Landmarks over facts that never change are left out: there is nothing to see in them.
    """
    shown = changing_landmarks(graph)
    facts = [m for m in shown if m.facts]
    return {
        "landmarks": [_encode_landmark(m) for m in shown[: 4 * MOST_DRAWN]],
        "more": max(0, len(shown) - 4 * MOST_DRAWN),
        "left_out": len(graph) - len(shown),
        "greedy": len(graph.greedy_necessary),
        "natural": len(graph.natural),
        "facts": _drawing(graph, facts),
        "all": None if len(facts) == len(shown) else _drawing(graph, shown),
    }


def changing_landmarks(graph: LandmarkGraph) -> list[Landmark]:
    """Return the landmarks without those over facts of static predicates alone."""
    static = graph.instance.domain.static_predicates
    return [
        m
        for m in graph.landmarks
        if not m.facts or any(f.atom.predicate not in static for f in m.facts)
    ]


def _encode_landmark(landmark: Landmark) -> dict[str, Any]:
    row: dict[str, Any] = {"id": landmark.number, "text": shortened(str(landmark), 400)}
    row["lines"] = short_lines(landmark)
    if landmark.is_goal:
        row["goal"] = 1
    if landmark.holds_initially:
        row["initially"] = 1
    if not landmark.facts:
        row["pointer"] = 1
    return row


def short_lines(landmark: Landmark) -> list[str]:
    """Return the label of a landmark in few and short lines."""
    lines = landmark.label.replace(" or\n", "\nor ").split("\n")
    if len(lines) > _MOST_LINES:
        more = len(lines) - _MOST_LINES + 1
        lines = [*lines[: _MOST_LINES - 1], f"or {more} more"]
    return [s if len(s) <= _MOST_LETTERS else f"{s[: _MOST_LETTERS - 1]}…" for s in lines]


def _drawing(graph: LandmarkGraph, shown: Sequence[Landmark]) -> dict[str, Any] | None:
    """Return places and edges by number of landmark, None if there are too many to draw.

    An edge is [before, after, x, y, …] with the points that it passes on its way.
    """
    if not 0 < len(shown) <= MOST_DRAWN:
        return None
    greedy, natural = (_among(shown, e) for e in (graph.greedy_necessary, graph.natural))
    labels = [short_lines(m) for m in shown]
    widths = [round(_LETTER * max(map(len, lines)) + _PADDING) for lines in labels]
    heights = [_LINE * len(lines) + 12 for lines in labels]
    kept = greedy or natural
    drawing = draw_layers(widths, heights, kept)
    numbers = [m.number for m in shown]
    drawn = [
        [numbers[p], numbers[q], *chain.from_iterable(route)]
        for (p, q), route in zip(kept, drawing.routes, strict=True)
    ]
    return {
        "width": drawing.width,
        "height": drawing.height,
        "nodes": [
            [n, x, y, widths[i], heights[i]]
            for i, (n, (x, y)) in enumerate(zip(numbers, drawing.places, strict=True))
        ],
        "edges": drawn if greedy else [],
        "natural": drawn if not greedy else [[numbers[p], numbers[q]] for p, q in natural],
    }


def _among(
    shown: Sequence[Landmark], orderings: Iterable[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return the orderings between landmarks that are shown, by their places among these."""
    place = {m.number: i for i, m in enumerate(shown)}
    return [(place[p], place[q]) for p, q in orderings if p in place and q in place]


def landmarks_as_text(graph: LandmarkGraph, width: int) -> str | None:
    """Return a drawing of a graph in letters, None if it is too large for the width.

    Landmarks over facts that never change are left out.
    """
    shown = changing_landmarks(graph)
    if not 0 < len(shown) <= MOST_IN_TEXT:
        return None
    edges = _among(shown, graph.greedy_necessary) or _among(shown, graph.natural)
    return draw_text([_one_line(m) for m in shown], edges, width)


def _one_line(landmark: Landmark) -> str:
    """Return a short label: pointer landmarks in brackets, goals with a star."""
    if not landmark.facts:
        text = f"[{' | '.join(' '.join(objects) for objects in landmark.pointers_at)}]"
    else:
        facts = [f"{'' if f.positive else 'not '}{str(f.atom)[1:-1]}" for f in landmark.facts]
        text = " | ".join(facts)
    text = text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}…"
    return f"{text} *" if landmark.is_goal else text
