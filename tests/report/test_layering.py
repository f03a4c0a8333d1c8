"""Layered drawings: nothing overlaps, who comes before stands above."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from genplan.report.layering import draw_layers, find_layers


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    nodes = draw(st.integers(1, 25))
    ends = st.integers(0, nodes - 1)
    return nodes, draw(st.lists(st.tuples(ends, ends), max_size=60, unique=True))


@given(graphs())
def test_every_node_is_in_one_layer(graph: tuple[int, list[tuple[int, int]]]) -> None:
    nodes, edges = graph
    layers = find_layers(nodes, edges)
    assert sorted(n for layer in layers for n in layer) == list(range(nodes))
    assert all(layers)


@given(graphs())
def test_without_cycles_every_edge_leads_down(graph: tuple[int, list[tuple[int, int]]]) -> None:
    nodes, edges = graph
    forward = [(a, b) for a, b in edges if a < b]
    depth = {n: d for d, layer in enumerate(find_layers(nodes, forward)) for n in layer}
    assert all(depth[a] < depth[b] for a, b in forward)


@given(graphs(), st.integers(1, 8), st.data())
def test_nodes_do_not_overlap_and_lie_within(
    graph: tuple[int, list[tuple[int, int]]], widest: int, data: st.DataObject
) -> None:
    nodes, edges = graph
    sizes = st.lists(st.floats(10, 300), min_size=nodes, max_size=nodes)
    widths, heights = data.draw(sizes), data.draw(sizes)
    drawing = draw_layers(widths, heights, edges, widest=widest)
    for n, (x, y) in enumerate(drawing.places):
        assert 0 <= x - widths[n] / 2 <= x + widths[n] / 2 <= drawing.width
        assert 0 <= y - heights[n] / 2 <= y + heights[n] / 2 <= drawing.height
    for a, b in combinations(range(nodes), 2):
        (x, y), (u, v) = drawing.places[a], drawing.places[b]
        apart = abs(x - u) - (widths[a] + widths[b]) / 2
        above = abs(y - v) - (heights[a] + heights[b]) / 2
        assert max(apart, above) > 1


def test_a_chain_is_drawn_straight_down() -> None:
    drawing = draw_layers([50] * 5, [20] * 5, [(0, 1), (1, 2), (2, 3), (3, 4)])
    assert len({x for x, _ in drawing.places}) == 1
    ys = [y for _, y in drawing.places]
    assert ys == sorted(ys)


def test_two_chains_do_not_cross() -> None:
    drawing = draw_layers([50] * 6, [20] * 6, [(0, 3), (3, 4), (1, 2), (2, 5)])
    left = {n for n in (0, 3, 4) if drawing.places[n][0] < drawing.places[1][0]}
    assert left in (set(), {0, 3, 4})


def test_nothing_is_drawn_of_nothing() -> None:
    assert draw_layers([], [], []).places == ()
