"""From problems of unified-planning to a program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from unified_planning.model import Problem

from genplan.planner import Solution, solve
from genplan.up.reading import problem_from_up

__all__ = ["synthesize"]


def synthesize(
    problems: Iterable[Problem],
    *,
    pointers: Mapping[str, int] | None = None,
    domain_name: str = "domain",
    **options: Any,
) -> Solution:
    """Return the outcome of searching for one program that solves all the problems.

    The problems share their fluents and actions. `pointers` overrides how many there are of a
    type; `domain_name` is what the program's first line will say; all other options, `lines`
    among them, are those of `genplan.solve`.
    """
    return solve(problem_from_up(problems, pointers, domain_name), **options)
