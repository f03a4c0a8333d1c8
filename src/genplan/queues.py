"""Open lists as named, combinable queues.

A queue orders nodes by evaluation functions, and equal ones by age. A *novel* queue holds only
nodes whose halted machines (state, pointers and y on all active instances) are new. That is
decided once, when a child is generated, against all that was generated since an instance became
active the last time; machines on one more instance are other machines, so those known are
forgotten then, and the open nodes, which are re-evaluated in the order of their age, count as
generated again. (A lazy search re-evaluates a node when it is taken, which is when it counts.)
The compiled core compares machines by 128-bit hashes: that two differ with the same hash is
next to impossible, and would only postpone a node.

A queue *by length* takes the best program of each length in turn: one of one line, one of two
lines, and so on to the longest, then one of one line again. (The length of a structured program
is how many statements it has.) So programs with a long way to go are tried as often as those
that are nearly full, of which there are many more with smaller values. Lengths without programs
are passed over.

Several queues take turns: with ratios 2 and 1, two of three nodes come from the first; a queue
without nodes misses its turn. A node that is taken from one queue is gone from all. At least one
queue must hold everything, so that nothing is lost: a program that looks like a copy of another
is postponed, never dropped, since a later goto may jump into its different text.

As text, queues are separated by `;`: `landmark-count;novel:by-length:landmark-count*2`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from genplan.errors import ProblemError, did_you_mean
from genplan.evaluations import Evaluation, PythonEvaluation, parse_evaluations

__all__ = ["Queue", "all_evaluations", "check_queues", "parse_queues"]

MOST_QUEUES: Final = 100
MOST_TURNS: Final = 9999

_OPTIONS: Final = {"novel": "novel", "by-length": "by_length"}
"""Words in front of a queue's functions, and the fields that they set."""


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue of nodes: its order, whether only new machines enter, its share, its lengths.

    With `by_length` the best nodes of every length of program take turns.
    """

    evaluations: tuple[Evaluation | PythonEvaluation, ...]
    novel: bool = False
    ratio: int = 1
    by_length: bool = False

    def __str__(self) -> str:
        """Return the queue as text."""
        names = ",".join(str(evaluation) for evaluation in self.evaluations)
        words = "".join(f"{word}:" for word, field in _OPTIONS.items() if getattr(self, field))
        share = f"*{self.ratio}" if self.ratio != 1 else ""
        return f"{words}{names}{share}"


def parse_queues(text: str) -> tuple[Queue, ...]:
    """Return the queues of a text such as `landmark-count;novel:landmark-count*2`."""
    queues = tuple(_parse(part.strip()) for part in text.split(";"))
    check_queues(queues)
    return queues


def _parse(text: str) -> Queue:
    before, star, share = text.partition("*")
    options, names = _split_options(before)
    if star and (not share.strip().isdecimal() or len(share.strip()) > 4 or int(share) < 1):
        raise ProblemError(
            f'"{text}": the share of turns must be a whole number from 1 to {MOST_TURNS:,}'
        )
    return Queue(parse_evaluations(names), ratio=int(share) if star else 1, **options)


def _split_options(text: str) -> tuple[dict[str, Any], str]:
    """Return what the words in front of a queue's functions set, and the functions."""
    options = {}
    while ":" in text:
        word, _, rest = text.partition(":")
        name = word.strip().lower()
        if name not in _OPTIONS:
            if hint := did_you_mean(name, _OPTIONS):
                raise ProblemError(f'"{word.strip()}:" cannot stand before functions; {hint}')
            break
        options[_OPTIONS[name]] = True
        text = rest
    return options, text


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
