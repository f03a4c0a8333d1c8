"""What a check says about one question, in one of a few plain words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from genplan.pddl.model import Instance

__all__ = ["Finding", "Status", "counted"]


class Status(Enum):
    """How sure an answer is. Only what holds on every instance is called proven."""

    PROVEN = "proven"
    TESTED = "tested"
    NOT_PROVEN = "not proven"
    NOT_TESTED = "not tested"
    FAILS = "fails"


@dataclass(frozen=True, slots=True)
class Finding:
    """An answer: to which question, how sure, why, and the instance that shows it if one does."""

    subject: str
    status: Status
    detail: str
    instance: Instance | None = None

    def __str__(self) -> str:
        """Return the answer as a line of text."""
        return f"{self.subject}: {self.status.value}: {self.detail}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, such as `1 object` or `12 objects`."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
