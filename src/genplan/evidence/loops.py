"""What is known about the loops of a program, of either language."""

from __future__ import annotations

from dataclasses import dataclass

from genplan.evidence.bound import Bound
from genplan.evidence.finding import Finding, Status

__all__ = ["Loop", "Termination"]


@dataclass(frozen=True, slots=True)
class Loop:
    """What is known about a loop over the lines (or statements) from `first` to `last`.

    If it is proven to end, `rounds` bounds how often it starts again each time it is entered.
    `reason` says why it ends, or what stands in the way of a proof.
    """

    first: int
    last: int
    rounds: Bound | None
    reason: str
    unit: str = "line"

    @property
    def proven(self) -> bool:
        """Return whether it is proven to end on every instance."""
        return self.rounds is not None

    @property
    def finding(self) -> Finding:
        """Return what is known, in plain words."""
        one = self.first == self.last
        where = f"{self.unit} {self.first}" if one else f"{self.unit}s {self.first}-{self.last}"
        subject = f"loop over {where}"
        if self.rounds is None:
            return Finding(subject, Status.NOT_PROVEN, self.reason)
        words = f"it ends, and starts again at most {self.rounds} times: {self.reason}"
        return Finding(subject, Status.PROVEN, words)


@dataclass(frozen=True, slots=True)
class Termination:
    """What is known about all loops; `steps` bounds the whole execution if it always ends."""

    loops: tuple[Loop, ...]
    steps: Bound | None

    @property
    def proven(self) -> bool:
        """Return whether the program is proven to end on every instance."""
        return self.steps is not None

    @property
    def finding(self) -> Finding:
        """Return what is known about the whole program, in plain words."""
        if self.steps is not None:
            words = f"on every instance it ends, after at most {self.steps} steps"
            return Finding("termination", Status.PROVEN, words)
        open_loops = sum(not loop.proven for loop in self.loops)
        words = f"{open_loops} of {len(self.loops)} loops may go on for ever on some instance"
        return Finding("termination", Status.NOT_PROVEN, words)
