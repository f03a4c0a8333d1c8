"""Axes: every value has a place, and ticks are few, round and within."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genplan.report.axes import Axis
from genplan.report.plot import Line, Plot

values = st.floats(1e-3, 1e9)


@given(values, st.floats(0.001, 1e6), st.booleans(), st.booleans(), st.integers(2, 12))
def test_ticks_are_few_round_and_in_order(
    low: float, ratio: float, log: bool, whole: bool, most: int
) -> None:
    axis = Axis(low, low * (1 + ratio), 0, 500, log, whole)
    ticks = axis.ticks(most)
    assert ticks == sorted(set(ticks))
    tolerance = 1e-9 * axis.high
    assert all(low - tolerance <= tick <= axis.high + tolerance for tick in ticks)
    places = [axis.at(tick) for tick in ticks]
    assert places == sorted(places)
    if whole and not log:
        assert all(tick == round(tick) for tick in ticks)
    if not log:
        assert len(ticks) <= most + 1
    if not log and not whole:
        assert len(ticks) >= most / 2.5 - 1


@given(st.lists(values, min_size=2, max_size=5), st.booleans())
def test_values_stand_in_their_order_between_the_ends(found: list[float], log: bool) -> None:
    axis = Axis(min(found) / 2, max(found) * 2, 400, 40, log)
    places = [axis.at(value) for value in sorted(found)]
    assert places == sorted(places, reverse=True)
    assert all(40 <= place <= 400 for place in places)
    assert math.isclose(axis.at(axis.low), 400)


@pytest.mark.parametrize("wide", [False, True])
def test_a_plot_that_begins_near_zero_names_it(wide: bool) -> None:
    svg = Plot("t", "x", "y", (Line("a", ((1, 3), (1000, 1e9))),), log_x=wide).svg()
    assert (">0</text>" in svg) is not wide
    assert ">1,000</text>" in svg
    assert ">-" not in svg
