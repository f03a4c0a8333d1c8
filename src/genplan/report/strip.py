"""Pointers over the objects of their types as text, for terminals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from genplan.pddl.model import Instance
from genplan.problem import Pointer

__all__ = ["Strips"]

_GAP: Final = "…"
_MOST_LETTERS: Final = 16


class Strips:
    """One strip a type: its objects in order, and below them the pointers that stand there."""

    def __init__(self, instance: Instance, pointers: Iterable[Pointer], width: int) -> None:
        """Draw strips that fit into lines of a width."""
        self.pointers = tuple(pointers)
        self.members = instance.objects_by_type
        self.types = tuple(dict.fromkeys(z.type for z in self.pointers))
        self.label = max(map(len, self.types), default=0)
        self.width = width

    def draw(self, places: Mapping[str, str | None], types: Iterable[str]) -> list[str]:
        """Return the strips of some types: a line of objects, and one of pointers if any is there.

        Where not all objects fit, those far from the pointers are left out.
        """
        return [line for name in types for line in self._strip(name, places)]

    def moved(self, before: Mapping[str, str | None], after: Mapping[str, str | None]) -> list[str]:
        """Return the types of which a pointer stands elsewhere than before."""
        types = {z.type for z in self.pointers if before[z.name] != after[z.name]}
        return [name for name in self.types if name in types]

    def _strip(self, type_name: str, places: Mapping[str, str | None]) -> list[str]:
        members = self.members[type_name]
        standing: dict[str, list[str]] = {}
        for z in self.pointers:
            if z.type == type_name:
                standing.setdefault(places[z.name] or "", []).append(z.name)
        cells = [(_shortened(name), ",".join(standing.get(name, ()))) for name in members]
        above, below = f"{type_name:<{self.label}}", " " * self.label
        for name, names in self._fitting(cells):
            width = max(len(name), len(names))
            above += f"  {name:<{width}}"
            below += f"  {names:<{width}}"
        return [line.rstrip() for line in (above, below) if line.strip()]

    def _fitting(self, cells: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return the cells that fit: all, or those nearest to pointers, with signs of gaps."""
        room = self.width - self.label
        if sum(_room(cell) for cell in cells) <= room:
            return list(cells)
        stands = [n for n, (_, names) in enumerate(cells) if names] or [0]
        nearest = sorted(range(len(cells)), key=lambda n: min(abs(n - s) for s in stands))
        kept: set[int] = set()
        for n in nearest:
            shown = _with_gaps(cells, sorted(kept | {n}))
            if kept.issuperset(stands) and sum(map(_room, shown)) > room:
                break
            kept.add(n)
        return _with_gaps(cells, sorted(kept))


def _room(cell: tuple[str, str]) -> int:
    return 2 + max(map(len, cell))


def _with_gaps(cells: Sequence[tuple[str, str]], kept: Sequence[int]) -> list[tuple[str, str]]:
    """Return the cells kept, with a sign wherever some are left out."""
    shown: list[tuple[str, str]] = []
    expected = 0
    for n in kept:
        if n != expected:
            shown.append((_GAP, ""))
        shown.append(cells[n])
        expected = n + 1
    return [*shown, (_GAP, "")] if expected < len(cells) else shown


def _shortened(name: str) -> str:
    return name if len(name) <= _MOST_LETTERS else f"{name[: _MOST_LETTERS - 1]}{_GAP}"
