"""Open lists as named, combinable queues.

A queue orders nodes by evaluation functions; a *novel* one holds only nodes whose halted
machines (state, pointers and y on all active instances) no earlier node had. Several queues take
turns: with ratios 2 and 1, two of three nodes come from the first. At least one queue must hold
everything, so that nothing is lost: a program that looks like a copy of another is postponed,
never dropped, since a later goto may jump into its different text.

As text, queues are separated by `;`: `landmark-count;novel:landmark-count*2;goal-count`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from genplan.errors import ProblemError
from genplan.evaluations import Evaluation, PythonEvaluation, parse_evaluations

__all__ = ["Queue", "all_evaluations", "check_queues", "parse_queues"]

_NOVEL = "novel:"


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
    if star and (not share.strip().isdecimal() or int(share) < 1):
        raise ProblemError(f'"{text}": the share of turns must be a whole number from 1')
    return Queue(parse_evaluations(names), novel, int(share) if star else 1)


def check_queues(queues: Iterable[Queue]) -> None:
    """Raise a ProblemError if no queue holds every node."""
    found = tuple(queues)
    if not found:
        raise ProblemError("at least one queue is needed")
    if all(queue.novel for queue in found):
        raise ProblemError(
            "at least one queue must hold all nodes, not only novel ones: "
            "otherwise programs are lost"
        )


def all_evaluations(queues: Iterable[Queue]) -> tuple[Evaluation | PythonEvaluation, ...]:
    """Return the evaluation functions that queues use, each once, in order."""
    return tuple(dict.fromkeys(e for queue in queues for e in queue.evaluations))
