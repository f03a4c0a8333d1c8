"""Axes of line plots as SVG: where values stand, their ticks, the frame and its texts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

__all__ = ["SUPERSCRIPTS", "Axis", "frame", "svg_text"]

SUPERSCRIPTS: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from `low` to `high` on pixels from `begin` to `end`; `whole` for whole numbers."""

    low: float
    high: float
    begin: float
    end: float
    log: bool
    whole: bool = False

    @property
    def middle(self) -> float:
        """Return the pixel in the middle."""
        return (self.begin + self.end) / 2

    def at(self, value: float) -> float:
        """Return the pixel of a value."""
        if self.log:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return round(self.begin + share * (self.end - self.begin), 1)

    def ticks(self, most: int) -> list[float]:
        """Return the values that get a name, at most so many if they are evenly spaced."""
        if not self.log:
            return self._evenly(most)
        powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        steps = (1, 2, 5) if self.high / self.low < 1000 else (1,)
        ticks = [step * 10.0**power for power in powers for step in steps]
        within = [tick for tick in ticks if self.low <= tick <= self.high]
        return within if len(within) > 1 else self._evenly(most)

    def _evenly(self, most: int) -> list[float]:
        """Return values at equal distances of 1, 2 or 5, 10, …, or fractions of these."""
        step = _round_step((self.high - self.low) / most)
        if self.whole:
            step = max(1.0, step)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return [n * step for n in range(first, last + 1)]


def _round_step(rough: float) -> float:
    power = 10.0 ** math.floor(math.log10(rough))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= rough * 0.999)


def frame(x: Axis, y: Axis, rule: str, name: Callable[[float], str], most: int) -> Iterator[str]:
    """Yield both axes with their ticks, and rules of a class of the style sheet across."""
    for tick in x.ticks(most):
        at = x.at(tick)
        yield f'<path class="{rule}" d="M{at:g} {y.begin:g}V{y.end:g}"/>'
        yield svg_text(at, y.begin + 18, name(tick), "tick")
    for tick in y.ticks(most):
        at = y.at(tick)
        yield f'<path class="{rule}" d="M{x.begin:g} {at:g}H{x.end:g}"/>'
        yield svg_text(x.begin - 8, at + 4, name(tick), "tick", "end")
    yield f'<path class="axis" d="M{x.begin:g} {y.end:g}V{y.begin:g}H{x.end:g}"/>'


def svg_text(x: float, y: float, text: str, style: str, anchor: str = "middle") -> str:
    """Return a text at a place, of a class of the style sheet."""
    return f'<text x="{x:g}" y="{y:g}" class="{style}" text-anchor="{anchor}">{escape(text)}</text>'
