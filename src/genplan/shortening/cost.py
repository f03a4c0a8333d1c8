"""What a program costs, and when one is better than another."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

__all__ = ["LEAST_PERCENT", "Cost", "Optimize"]

LEAST_PERCENT: Final = 5
"""So much of the actions, or of the steps, each further statement of a program must save."""


class Optimize(Enum):
    """What to improve first once there is a program."""

    LINES = "lines"
    STEPS = "steps"


@dataclass(frozen=True, slots=True)
class Cost:
    """The length of a program, and what it does on all instances together.

    `length` counts lines or statements, `actions` is the length of all plans, `steps` are those
    of the executions.
    """

    length: int
    actions: int
    steps: int

    def key(self, optimize: Optimize) -> tuple[int, int, int]:
        """Return what is compared: `lines` looks at the length first, `steps` at the plans."""
        if optimize is Optimize.STEPS:
            return self.actions, self.steps, self.length
        return self.length, self.actions, self.steps

    def improves(self, than: Cost, optimize: Optimize) -> bool:
        """Return whether an edit with this outcome is worth it.

        A longer program must save a twentieth for each line or statement more, so that it does
        not grow for the sake of a few instances.
        """
        if not self.key(optimize) < than.key(optimize):
            return False
        share = 100 - LEAST_PERCENT * max(0, self.length - than.length)
        if share == 100:
            return True
        if self.actions == than.actions:
            return self.steps * 100 <= than.steps * share
        return self.actions * 100 <= than.actions * share
