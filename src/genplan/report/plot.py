"""Line plots as SVG, written by hand: logarithmic y axis, logarithmic or linear x axis.

Readable on light and on dark pages: the plot stands on its own white, rounded background.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

__all__ = ["Line", "Plot"]

WIDTH: Final = 720
HEIGHT: Final = 440
LEFT: Final = 76
RIGHT: Final = 190
TOP: Final = 52
BOTTOM: Final = 58
"""The margins around the axes; the legend stands in the right one."""

_MOST_TICKS: Final = 12

COLOURS: Final = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#7a5c00",
    "#56b4e9",
    "#5b3fa0",
    "#444444",
)
"""Told apart by the colour-blind, too (after Okabe and Ito)."""

STYLE: Final = (
    "text{font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;fill:#222}"
    ".title{font-size:16px;font-weight:600}.label{font-size:13px}"
    ".tick{font-size:12px;fill:#444}.legend{font-size:12.5px}"
    ".grid{stroke:#e3e3e3;stroke-width:1}.axis{stroke:#555;stroke-width:1.2;fill:none}"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A named series of points, with a note for the legend; no coordinate on a log axis is 0."""

    name: str
    points: tuple[tuple[float, float], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """What to draw."""

    title: str
    x_label: str
    y_label: str
    lines: tuple[Line, ...]
    log_x: bool = True

    def write(self, path: Path) -> None:
        """Write the plot to a file, and make its folder."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.svg(), "utf-8")

    def svg(self) -> str:
        """Return the plot as the text of an SVG file."""
        points = [p for line in self.lines for p in line.points]
        x = _Axis.over([p[0] for p in points], LEFT, WIDTH - RIGHT, log=self.log_x)
        y = _Axis.over([p[1] for p in points], HEIGHT - BOTTOM, TOP, log=True)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{escape(self.title)}">',
            f"<style>{STYLE}</style>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#ffffff"/>',
            _text(LEFT, 30, self.title, "title", "start"),
            *_frame(x, y),
            _text((x.begin + x.end) / 2, HEIGHT - 16, self.x_label, "label"),
            _text(0, 0, self.y_label, "label", transform=f"translate(20 {_middle(y)}) rotate(-90)"),
        ]
        for number, line in enumerate(self.lines):
            parts += _draw(line, COLOURS[number % len(COLOURS)], x, y)
            parts += _legend(line, COLOURS[number % len(COLOURS)], TOP + 10 + 38 * number)
        return "\n".join([*parts, "</svg>", ""])


@dataclass(frozen=True, slots=True)
class _Axis:
    """Values from `low` to `high` on pixels from `begin` to `end`."""

    low: float
    high: float
    begin: float
    end: float
    log: bool

    @staticmethod
    def over(values: Sequence[float], begin: float, end: float, *, log: bool) -> _Axis:
        """Return the axis on which all values have a place."""
        low, high = min(values), max(values)
        if log:
            room = 10 ** max(0.06, 0.04 * math.log10(high / low))
            return _Axis(low / room, high * room, begin, end, log=True)
        room = 0.06 * max(high - low, 1)
        return _Axis(low - room, high + room, begin, end, log=False)

    def at(self, value: float) -> float:
        """Return the pixel of a value."""
        scale: Callable[[float], float] = math.log10 if self.log else float
        share = (scale(value) - scale(self.low)) / (scale(self.high) - scale(self.low))
        return round(self.begin + share * (self.end - self.begin), 1)

    def ticks(self) -> list[float]:
        """Return the values that get a name."""
        if not self.log:
            return self._evenly()
        decades = math.log10(self.high / self.low)
        steps = (1, 2, 5) if decades < 3 else (1,)
        powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        ticks = [step * 10.0**power for power in powers for step in steps]
        within = [tick for tick in ticks if self.low <= tick <= self.high]
        return within if len(within) > 1 else self._evenly()

    def _evenly(self) -> list[float]:
        """Return whole numbers, a dozen at most, at equal distances of 1, 2 or 5, 10, …"""
        span = self.high - self.low
        steps = (step * 10**power for power in range(300) for step in (1, 2, 5))
        step = next(step for step in steps if span / step <= _MOST_TICKS)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return [float(step * n) for n in range(first, last + 1)]


def _middle(axis: _Axis) -> float:
    return (axis.begin + axis.end) / 2


def _text(
    x: float, y: float, text: str, style: str, anchor: str = "middle", transform: str = ""
) -> str:
    place = f'transform="{transform}"' if transform else f'x="{x:g}" y="{y:g}"'
    return f'<text {place} class="{style}" text-anchor="{anchor}">{escape(text)}</text>'


def _frame(x: _Axis, y: _Axis) -> Iterator[str]:
    for tick in x.ticks():
        at = x.at(tick)
        yield f'<path class="grid" d="M{at:g} {y.begin}V{y.end}"/>'
        yield _text(at, y.begin + 18, _name(tick), "tick")
    for tick in y.ticks():
        at = y.at(tick)
        yield f'<path class="grid" d="M{x.begin} {at:g}H{x.end}"/>'
        yield _text(x.begin - 8, at + 4, _name(tick), "tick", "end")
    yield f'<path class="axis" d="M{x.begin} {y.end}V{y.begin}H{x.end}"/>'


def _name(value: float) -> str:
    """Return a tick's name: 0.002, 50, 1,000, 10⁻⁴."""
    if 0.001 <= value < 1_000_000:
        return f"{value:,g}" if value < 1000 else f"{value:,.0f}"
    power = math.floor(math.log10(value) + 1e-9)
    digit = round(value / 10.0**power)
    exponent = str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{exponent}" if digit == 1 else f"{digit}·10{exponent}"


def _draw(line: Line, colour: str, x: _Axis, y: _Axis) -> Iterator[str]:
    places = [(x.at(a), y.at(b)) for a, b in line.points]
    path = "L".join(f"{a:g} {b:g}" for a, b in places)
    yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for a, b in places:
        yield f'<circle cx="{a:g}" cy="{b:g}" r="3.5" fill="{colour}"/>'


def _legend(line: Line, colour: str, top: float) -> Iterator[str]:
    left = WIDTH - RIGHT + 18
    yield f'<path d="M{left} {top}H{left + 22}" stroke="{colour}" stroke-width="2"/>'
    yield f'<circle cx="{left + 11}" cy="{top}" r="3.5" fill="{colour}"/>'
    yield _text(left + 30, top + 4, line.name, "legend", "start")
    if line.note:
        yield _text(left + 30, top + 19, line.note, "tick", "start")
