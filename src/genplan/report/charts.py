"""Line charts as SVG for the page; the style sheet of the page gives them their colours."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from genplan.report.axes import SUPERSCRIPTS, Axis, frame, svg_text

__all__ = ["Chart", "Mark", "Series"]

_WIDTH: Final = 620
_HEIGHT: Final = 300
_LEFT: Final = 68
_RIGHT: Final = 18
_TOP: Final = 40
_BOTTOM: Final = 46
_MOST_TICKS: Final = 5


@dataclass(frozen=True, slots=True)
class Series:
    """A named series of points; `steps` draws it as stairs, `dots` marks the points."""

    name: str
    points: tuple[tuple[float, float], ...]
    steps: bool = False
    dots: bool = True


@dataclass(frozen=True, slots=True)
class Mark:
    """A vertical line at a place on the x axis, with what happened there."""

    x: float
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """What to draw; logarithmic axes need positive values, others are left out."""

    title: str
    x_label: str
    series: tuple[Series, ...]
    marks: tuple[Mark, ...] = ()
    log: bool = False
    caption: str = ""

    @property
    def svg(self) -> str:
        """Return the chart as SVG."""
        shown = [self._visible(s) for s in self.series]
        points = [p for s in shown for p in s.points]
        if not points:
            return ""
        xs = [p[0] for p in points] + [m.x for m in self.marks if m.x > 0 or not self.log]
        x = _axis(xs, _LEFT, _WIDTH - _RIGHT, log=self.log)
        y = _axis([p[1] for p in points], _HEIGHT - _BOTTOM, _TOP, log=self.log)
        label = f"{self.title}, against {self.x_label}. {self.caption}".strip()
        return "".join(
            [
                f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(label)}">',
                *frame(x, y, "rule", _number, _MOST_TICKS),
                svg_text(x.middle, _HEIGHT - 8, self.x_label, "label"),
                *(_mark(mark, x, y) for mark in self.marks),
                *(part for i, s in enumerate(shown) for part in _curve(s, i % 6, x, y)),
                *_legend([s.name for s in shown]),
                "</svg>",
            ]
        )

    def _visible(self, series: Series) -> Series:
        if not self.log:
            return series
        points = tuple(p for p in series.points if p[0] > 0 and p[1] > 0)
        return Series(series.name, points, series.steps, series.dots)


def _axis(values: Sequence[float], begin: float, end: float, *, log: bool) -> Axis:
    """Return the axis on which all values have a place, and 0 if it is not logarithmic."""
    low, high = min(values), max(values)
    if log:
        low, high = low / 1.15, high * 1.15
        if high / low < 4:
            low, high = low / 1.5, high * 1.5
        return Axis(low, high, begin, end, log=True)
    low = min(0.0, low)
    return Axis(low, high if high > low else low + 1, begin, end, log=False)


def _mark(mark: Mark, x: Axis, y: Axis) -> str:
    at = x.at(max(mark.x, x.low))
    title = f"<title>{escape(mark.text)}</title>"
    return f'<path class="mark" d="M{at:g} {y.begin:g}V{y.end:g}">{title}</path>'


def _curve(series: Series, colour: int, x: Axis, y: Axis) -> Iterator[str]:
    places = [(x.at(a), y.at(b)) for a, b in series.points]
    if not places:
        return
    path = f"M{places[0][0]:g} {places[0][1]:g}"
    for a, b in places[1:]:
        path += f"H{a:g}V{b:g}" if series.steps else f"L{a:g} {b:g}"
    yield f'<path class="curve s{colour}" d="{path}"/>'
    if series.dots and len(places) <= 120:
        for (a, b), (u, v) in zip(places, series.points, strict=True):
            title = f"<title>{_number(u)}: {_number(v)}</title>"
            yield f'<circle class="dot s{colour}" cx="{a:g}" cy="{b:g}" r="3.2">{title}</circle>'


def _legend(names: Sequence[str]) -> Iterator[str]:
    left = float(_LEFT)
    for colour, name in enumerate(names):
        short = name if len(name) <= 24 else f"{name[:23]}…"
        yield f'<path class="curve s{colour % 6}" d="M{left:g} 20H{left + 20:g}"/>'
        yield svg_text(left + 26, 24.5, short, "label", "start")
        left += 48 + 7.2 * len(short)


def _number(value: float) -> str:
    """Return a figure as an axis shows it: 0.5, 1,200, 3M, 10⁹."""
    size = abs(value)
    if size >= 1e9:
        power = math.floor(math.log10(size))
        return f"{value / 10**power:g}·10{str(power).translate(SUPERSCRIPTS)}".removeprefix("1·")
    for unit, least in (("M", 1e6), ("k", 1e4)):
        if size >= least:
            return f"{value / (1e6 if unit == 'M' else 1e3):,.4g}{unit}"
    return f"{value:,.4g}" if size < 1000 else f"{value:,.0f}"
