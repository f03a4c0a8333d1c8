"""How a search went, in a bounded number of samples that do not depend on the clock."""

from __future__ import annotations

from typing import Final

from genplan.search import Sample

__all__ = ["History"]

MOST_SAMPLES: Final = 512


class History:
    """Samples of every expansion or, when they become too many, of every second, fourth, …"""

    def __init__(self) -> None:
        """Start without samples."""
        self.samples: list[Sample] = []
        self.every = 1
        self.active = 0
        self.best: tuple[int, ...] = ()

    def note(
        self, expanded: int, evaluated: int, open_nodes: int, active: int, values: tuple[int, ...]
    ) -> None:
        """Look at a search that takes a node with these values."""
        if active != self.active or values < self.best:
            self.best = values
        self.active = active
        if expanded % self.every:
            return
        self.samples.append(Sample(expanded, evaluated, open_nodes, active, self.best))
        if len(self.samples) == MOST_SAMPLES:
            self.every *= 2
            self.samples = [s for s in self.samples if s.expanded % self.every == 0]
