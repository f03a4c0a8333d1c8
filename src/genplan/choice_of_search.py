"""Which search is meant by what was said, and what must not be said together."""

from __future__ import annotations

from typing import Final

from genplan.errors import ProblemError, did_you_mean
from genplan.inspection import instruction_counts
from genplan.portfolio import Optimize
from genplan.problem import GPProblem
from genplan.search import Configuration, ProgramLanguage, Strategy

__all__ = ["check_auto", "check_plain", "check_size", "chosen_languages", "chosen_strategy"]

AUTO: Final = "auto"
"""The name of the search that finds lines and pointers by itself."""

MOST_INSTRUCTIONS: Final = 65_000
"""No search gets anywhere with so many; the compiled core numbers them with 16 bits."""


def chosen_strategy(
    search: Strategy | str | None,
    language: ProgramLanguage | str | None,
    lines: int | range | None,
) -> Strategy | None:
    """Return the search of the paper that is meant, None for the schedule."""
    if language not in (None, ProgramLanguage.GOTO, ProgramLanguage.GOTO.value):
        if (search or AUTO) != AUTO:
            raise ProblemError(
                "structured programs are for the search auto only; leave out the search"
            )
        return None
    if search is None:
        return Strategy.PGP if isinstance(lines, int) else None
    if search == AUTO:
        return None
    known = [AUTO, *(strategy.value for strategy in Strategy)]
    if isinstance(search, str) and search not in known:
        hint = did_you_mean(search, known) or f"there are: {', '.join(known)}"
        raise ProblemError(f'unknown search "{search}"; {hint}')
    if not isinstance(lines, int):
        raise ProblemError(
            "a search of the paper, for goto programs, needs a number of lines; "
            "or use the search auto"
        )
    return Strategy(search)


def chosen_languages(
    asked: ProgramLanguage | str | None,
    lines: int | range | None,
    base: Configuration,
    *,
    said_order: bool,
) -> tuple[ProgramLanguage, ...]:
    """Return the languages in which a program is searched for, in the order of a round."""
    if isinstance(asked, ProgramLanguage):
        return (asked,)
    if asked is None and (lines is not None or said_order or base.queues):
        return (ProgramLanguage.GOTO,)
    if asked in (None, AUTO):
        return (ProgramLanguage.STRUCTURED, ProgramLanguage.GOTO)
    known = [AUTO, *(found.value for found in ProgramLanguage)]
    if asked not in known:
        hint = did_you_mean(str(asked), known) or f"there are: {', '.join(known)}"
        raise ProblemError(f'unknown language "{asked}"; {hint}')
    return (ProgramLanguage(asked),)


def check_plain(optimize: Optimize | str | None, jobs: int, cluster: str | None) -> None:
    """Refuse what only a schedule of searches can do."""
    if optimize is not None or jobs != 1 or cluster is not None:
        raise ProblemError("optimize, jobs and cluster are for the search auto only")


def check_auto(base: Configuration) -> None:
    """Refuse what only a single search can do."""
    if base.evaluation_limit is not None or base.open_limit is not None:
        raise ProblemError("the search auto sets its own limits on evaluated and open nodes")


def check_size(problem: GPProblem, lines: int) -> None:
    """Refuse a space that could not even be written down, before anything is built."""
    instructions = sum(instruction_counts(problem.domain, problem.pointers)) + 2 * lines
    if instructions > MOST_INSTRUCTIONS:
        raise ProblemError(
            f"there are {instructions:,} instructions for {len(problem.pointers)} pointers and "
            f"{lines:,} lines, more than {MOST_INSTRUCTIONS:,}; use fewer pointers or lines"
        )
