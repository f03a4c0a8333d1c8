"""How searches and executions end."""

from __future__ import annotations

from enum import Enum

__all__ = ["ExecutionOutcome", "SearchOutcome"]


class SearchOutcome(Enum):
    """How a search ended; a failure is never reported as "unsolvable".

    NOT_COMPLETE: no node is left, but a bounded open list dropped some, or programs were composed
    of rules, which are not all programs; so nothing is proved.
    OUT_OF_BUDGET: the limit on evaluated nodes was reached.
    """

    SOLVED = "solved"
    UNSOLVABLE_WITHIN_BOUNDS = "unsolvable_within_bounds"
    NOT_COMPLETE = "not_complete"
    OUT_OF_TIME = "out_of_time"
    OUT_OF_MEMORY = "out_of_memory"
    OUT_OF_BUDGET = "out_of_budget"
    INTERRUPTED = "interrupted"


class ExecutionOutcome(Enum):
    """How the execution of a program on an instance ended (Paper: the two failures)."""

    SOLVED = "solved"
    INCORRECT = "incorrect"
    INFINITE = "infinite"
    UNDEFINED = "undefined"
    """A line was reached that is not programmed yet."""
    OUT_OF_TIME = "out_of_time"
    INTERRUPTED = "interrupted"
