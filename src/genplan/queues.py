"""Open lists as named, combinable queues.

A queue orders nodes by evaluation functions, and equal ones by age. A *novel* queue holds only
nodes whose halted machines (state, pointers and y on all active instances) are new. That is
decided once, when a child is generated, against all that was generated since an instance became
active the last time; machines on one more instance are other machines, so those known are
forgotten then, and the open nodes, which are re-evaluated in the order of their age, count as
generated again. (A lazy search re-evaluates a node when it is taken, which is when it counts.)
The compiled core compares machines by 128-bit hashes: that two differ with the same hash is
next to impossible, and would only postpone a node.

Several queues take turns: with ratios 2 and 1, two of three nodes come from the first; a queue
without nodes misses its turn. A node that is taken from one queue is gone from all. At least one
queue must hold everything, so that nothing is lost: a program that looks like a copy of another
is postponed, never dropped, since a later goto may jump into its different text.

As text, queues are separated by `;`: `landmark-count;novel:landmark-count*2;goal-count`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from genplan.errors import ProblemError
from genplan.evaluations import Evaluation, PythonEvaluation, parse_evaluations

__all__ = ["Queue", "all_evaluations", "check_queues", "parse_queues"]

MOST_QUEUES: Final = 100
MOST_TURNS: Final = 9999

_NOVEL: Final = "novel:"


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue of nodes: its order, whether only new machines enter, and its share of turns."""

    evaluations: tuple[Evaluation | PythonEvaluation, ...]
    novel: bool = False
    ratio: int = 1

    def __str__(self) -> str:
        """Return the queue as text."""
        names = ",".join(str(evaluation) for evaluation in self.evaluations)
        share = f"*{self.ratio}" if self.ratio != 1 else ""
        return f"{_NOVEL if self.novel else ''}{names}{share}"


def parse_queues(text: str) -> tuple[Queue, ...]:
    """Return the queues of a text such as `landmark-count;novel:landmark-count*2`."""
    queues = tuple(_parse(part.strip()) for part in text.split(";"))
    check_queues(queues)
    return queues


def _parse(text: str) -> Queue:
    novel = text.lower().startswith(_NOVEL)
    names, star, share = text[len(_NOVEL) if novel else 0 :].partition("*")
    if star and (not share.strip().isdecimal() or len(share.strip()) > 4 or int(share) < 1):
        raise ProblemError(
            f'"{text}": the share of turns must be a whole number from 1 to {MOST_TURNS:,}'
        )
    return Queue(parse_evaluations(names), novel, int(share) if star else 1)


def check_queues(queues: Iterable[Queue]) -> None:
    """Raise a ProblemError if no queue holds every node, or a share of turns is out of range."""
    found = tuple(queues)
    if not found:
        raise ProblemError("at least one queue is needed")
    if len(found) > MOST_QUEUES:
        raise ProblemError(f"{len(found)} queues are too many; at most {MOST_QUEUES} are possible")
    for queue in found:
        if not 1 <= queue.ratio <= MOST_TURNS:
            raise ProblemError(f"the share of turns must be 1 to {MOST_TURNS:,}, not {queue.ratio}")
    if all(queue.novel for queue in found):
        raise ProblemError(
            "at least one queue must hold all nodes, not only novel ones: "
            "otherwise programs are lost"
        )


def all_evaluations(queues: Iterable[Queue]) -> tuple[Evaluation | PythonEvaluation, ...]:
    """Return the evaluation functions that queues use, each once, in order."""
    return tuple(dict.fromkeys(e for queue in queues for e in queue.evaluations))
