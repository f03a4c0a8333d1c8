"""Line plots as SVG, written by hand: logarithmic y axis, logarithmic or linear x axis.

Readable on light and on dark pages: the plot stands on its own white, rounded background.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from genplan.report.axes import SUPERSCRIPTS, Axis, frame, svg_text

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
        x = _axis([p[0] for p in points], LEFT, WIDTH - RIGHT, log=self.log_x)
        y = _axis([p[1] for p in points], HEIGHT - BOTTOM, TOP, log=True)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{escape(self.title)}">',
            f"<style>{STYLE}</style>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#ffffff"/>',
            svg_text(LEFT, 30, self.title, "title", "start"),
            *frame(x, y, "grid", _name, _MOST_TICKS),
            svg_text(x.middle, HEIGHT - 16, self.x_label, "label"),
            f'<g transform="translate(20 {y.middle:g}) rotate(-90)">',
            svg_text(0, 0, self.y_label, "label"),
            "</g>",
        ]
        for number, line in enumerate(self.lines):
            parts += _draw(line, COLOURS[number % len(COLOURS)], x, y)
            parts += _legend(line, COLOURS[number % len(COLOURS)], TOP + 10 + 38 * number)
        return "\n".join([*parts, "</svg>", ""])


def _axis(values: Sequence[float], begin: float, end: float, *, log: bool) -> Axis:
    """Return the axis on which all values have a place."""
    low, high = min(values), max(values)
    if log:
        room = 10 ** max(0.06, 0.04 * math.log10(high / low))
        return Axis(low / room, high * room, begin, end, log=True, whole=True)
    room = 0.06 * max(high - low, 1)
    least = max(0.0, low - room) if low >= 0 else low - room
    return Axis(least, high + room, begin, end, log=False, whole=True)


def _name(value: float) -> str:
    """Return a tick's name: 0.002, 50, 1,000, 10⁻⁴."""
    if value <= 0 or 0.001 <= value < 1_000_000:
        return f"{value:,g}" if value < 1000 else f"{value:,.0f}"
    power = math.floor(math.log10(value) + 1e-9)
    digit = round(value / 10.0**power)
    exponent = str(power).translate(SUPERSCRIPTS)
    return f"10{exponent}" if digit == 1 else f"{digit}·10{exponent}"


def _draw(line: Line, colour: str, x: Axis, y: Axis) -> Iterator[str]:
    places = [(x.at(a), y.at(b)) for a, b in line.points]
    path = "L".join(f"{a:g} {b:g}" for a, b in places)
    yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for a, b in places:
        yield f'<circle cx="{a:g}" cy="{b:g}" r="3.5" fill="{colour}"/>'


def _legend(line: Line, colour: str, top: float) -> Iterator[str]:
    left = WIDTH - RIGHT + 18
    yield f'<path d="M{left} {top}H{left + 22}" stroke="{colour}" stroke-width="2"/>'
    yield f'<circle cx="{left + 11}" cy="{top}" r="3.5" fill="{colour}"/>'
    yield svg_text(left + 30, top + 4, line.name, "legend", "start")
    if line.note:
        yield svg_text(left + 30, top + 19, line.note, "tick", "start")
