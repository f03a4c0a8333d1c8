"""How programs are composed of rules: a column of the schedule of `--search auto`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from genplan.pddl.model import Domain
from genplan.problem import MOST_POINTERS_PER_TYPE, Pointer, default_pointer_counts, make_pointers

__all__ = ["Composition", "pointers_for_rules"]

POINTERS_PER_TYPE: Final = 6
"""A rule may speak of so many objects of a type, and of as many as an action does."""


@dataclass(frozen=True, slots=True)
class Composition:
    """How programs are simplified while they are composed.

    Statements and whole rules that are not needed always go. With `weakened`, conditions of rules
    go too where no instance needs them: rules become shorter and apply more often.
    """

    weakened: bool = False

    def __str__(self) -> str:
        """Return the name of the setting."""
        return "rules from plans" + (", weakened" if self.weakened else "")


def pointers_for_rules(domain: Domain, given: Sequence[Pointer]) -> tuple[Pointer, ...]:
    """Return pointers enough for rules: those given and more of each type that is used."""
    usual = default_pointer_counts(domain)
    counts = {
        name: min(MOST_POINTERS_PER_TYPE, max(POINTERS_PER_TYPE, count))
        for name, count in usual.items()
        if count > 0
    }
    more = make_pointers(domain, {**dict.fromkeys(usual, 0), **counts})
    taken = {z.name.lower() for z in given}
    missing = {name: count - sum(z.type == name for z in given) for name, count in counts.items()}
    added: list[Pointer] = []
    for z in more:
        if missing[z.type] > 0 and z.name.lower() not in taken:
            added.append(z)
            missing[z.type] -= 1
    return (*given, *added)
