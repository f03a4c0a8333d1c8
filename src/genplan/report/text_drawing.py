"""Small graphs as text: labels in rows, lines between them drawn with box characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from genplan.report.layering import Edge, Layers, make_layers, place_columns

__all__ = ["draw_text"]

_GAP: Final = 3
_PASSING: Final = 5
"""The room for a line that passes a row of labels."""

_LEFT, _RIGHT, _UP, _DOWN = 1, 2, 4, 8
_SIGNS: Final = {
    _LEFT: "─",
    _RIGHT: "─",
    _LEFT | _RIGHT: "─",
    _UP: "│",
    _DOWN: "│",
    _UP | _DOWN: "│",
    _DOWN | _RIGHT: "┌",
    _DOWN | _LEFT: "┐",
    _UP | _RIGHT: "└",
    _UP | _LEFT: "┘",
    _UP | _DOWN | _RIGHT: "├",
    _UP | _DOWN | _LEFT: "┤",
    _DOWN | _LEFT | _RIGHT: "┬",
    _UP | _LEFT | _RIGHT: "┴",
    _UP | _DOWN | _LEFT | _RIGHT: "┼",
}


def draw_text(labels: Sequence[str], edges: Sequence[Edge], width: int) -> str | None:
    """Return a drawing of a graph, None if it does not fit into so many columns.

    Who comes before stands above. A line that crosses another interrupts it.
    """
    layers = make_layers(len(labels), edges)
    widths = [len(labels[n]) if n < len(labels) else _PASSING for n in range(layers.size)]
    lefts = _first_columns(layers, widths)
    if max((lefts[n] + widths[n] for n in range(layers.size)), default=0) > width:
        return None
    ports = [lefts[n] + widths[n] // 2 for n in range(layers.size)]
    lines: list[str] = []
    above: Sequence[int] = ()
    for row in layers.rows:
        rooms = {n: range(lefts[n], lefts[n] + widths[n]) for n in row}
        band = _Band(above, rooms, layers.segments, ports)
        for n in row:
            if n >= len(labels) and n in band.ends:  # the line goes on where it came from
                ports[n] = band.ends[n]
        lines += band.lines()
        text = ""
        for n in row:
            label = labels[n] if n < len(labels) else "│"
            text = text.ljust(lefts[n] if n < len(labels) else ports[n]) + label
        lines.append(text)
        above = row
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _first_columns(layers: Layers, widths: Sequence[int]) -> list[int]:
    """Return where each node begins: whole numbers from 0, with gaps between nodes."""
    middles = place_columns(layers, widths, _GAP)
    lefts = [0] * layers.size
    for row in layers.rows:
        free = round(middles[row[0]] - widths[row[0]] / 2)
        for n in row:
            lefts[n] = max(free, round(middles[n] - widths[n] / 2))
            free = lefts[n] + widths[n] + _GAP - 1
    first = min(lefts, default=0)
    return [left - first for left in lefts]


@dataclass(slots=True)
class _Trunk:
    """The lines from one node above: their column there, and those where they end below."""

    column: int
    ends: list[int] = field(default_factory=list)
    track: int = 0

    @property
    def span(self) -> tuple[int, int]:
        """Return the first and the last column."""
        return min([self.column, *self.ends]), max([self.column, *self.ends])

    @property
    def is_straight(self) -> bool:
        """Return whether it only goes down."""
        return set(self.ends) == {self.column}


class _Band:
    """The lines between two rows.

    A line ends in a column of its own in which no other begins, as long as there is room. So
    lines cross, but do not lie upon each other.
    """

    def __init__(
        self,
        above: Iterable[int],
        rooms: Mapping[int, range],
        segments: Iterable[Edge],
        ports: Sequence[int],
    ) -> None:
        starts = set(above)
        into: dict[int, list[int]] = {}
        for p, q in segments:
            if q in rooms and p in starts:
                into.setdefault(q, []).append(p)
        sources = dict.fromkeys(p for before in into.values() for p in before)
        self.trunks = {p: _Trunk(ports[p]) for p in sources}
        self.ends: dict[int, int] = {}
        taken = {trunk.column for trunk in self.trunks.values()}
        for q, before in into.items():
            for p in sorted(before, key=lambda n: ports[n]):
                column = _end_of_line(ports[p], rooms[q], taken, ports[q])
                taken.add(column)
                self.trunks[p].ends.append(column)
                self.ends[q] = column

    def lines(self) -> list[str]:
        """Return the lines of text, none if nothing is to be drawn."""
        trunks = sorted(self.trunks.values(), key=lambda trunk: trunk.column)
        if not trunks:
            return []
        rows: list[dict[int, int]] = [{} for _ in range(_assign_tracks(trunks))]
        for trunk in trunks:
            low, high = trunk.span
            if not trunk.is_straight:
                for column in range(low, high + 1):
                    sides = (_LEFT if column > low else 0) | (_RIGHT if column < high else 0)
                    rows[trunk.track][column] = sides
        for trunk in trunks:
            for column in sorted({trunk.column, *trunk.ends}):
                _draw_down(rows, trunk, column)
        return [_text(row) for row in rows]


def _end_of_line(start: int, room: range, taken: set[int], middle: int) -> int:
    """Return the column in which a line ends that begins in another."""
    if start in room:
        return start
    nearest = min(max(start, room[0]), room[-1])
    wanted = (middle + nearest) // 2
    free = [column for column in room if column not in taken]
    return min(free, key=lambda column: abs(column - wanted)) if free else middle


def _assign_tracks(trunks: Iterable[_Trunk]) -> int:
    """Give every bent line a row in which no other overlaps it; return how many there are."""
    ends: list[int] = []
    for trunk in sorted((t for t in trunks if not t.is_straight), key=lambda t: t.span):
        low, high = trunk.span
        free = [number for number, end in enumerate(ends) if end < low]
        trunk.track = free[0] if free else len(ends)
        if free:
            ends[trunk.track] = high
        else:
            ends.append(high)
    return max(1, len(ends))


def _draw_down(rows: Sequence[dict[int, int]], trunk: _Trunk, column: int) -> None:
    """Draw what goes down in one column; it interrupts the lines that it crosses."""
    begins, ends = column == trunk.column, column in trunk.ends
    for number, row in enumerate(rows):
        if number == trunk.track and not trunk.is_straight:
            row[column] = row.get(column, 0) | (_UP if begins else 0) | (_DOWN if ends else 0)
        elif trunk.is_straight or (begins if number < trunk.track else ends):
            row[column] = _UP | _DOWN


def _text(row: Mapping[int, int]) -> str:
    return "".join(_SIGNS[row[c]] if c in row else " " for c in range(max(row, default=-1) + 1))
