"""Sequential plans: their actions, and the text form that planners and validators share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from genplan.errors import Location, PlanError

__all__ = ["GroundAction", "format_plan", "parse_plan"]


@dataclass(frozen=True, slots=True)
class GroundAction:
    """An action of a plan."""

    name: str
    objects: tuple[str, ...]

    def __str__(self) -> str:
        """Return the action as plan files write it."""
        return f"({' '.join((self.name, *self.objects))})"


_PLAN_LINE: Final = re.compile(r"\s*\(([^()]+)\)\s*$")


def format_plan(plan: Iterable[GroundAction]) -> str:
    """Return the text of a plan file: an action a line, then its cost."""
    lines = [str(action) for action in plan]
    return "".join(f"{line}\n" for line in lines) + f"; cost = {len(lines)} (unit cost)\n"


def parse_plan(text: str, source: str = "<text>") -> tuple[GroundAction, ...]:
    """Return the actions of a plan file; what follows a `;` is a comment."""
    actions = []
    for number, line in enumerate(text.splitlines()):
        content = line.partition(";")[0]
        if not content.strip():
            continue
        match = _PLAN_LINE.match(content)
        if match is None:
            place = Location(source, number + 1, 1, line, len(content.rstrip()))
            raise PlanError("expected an action", place, 'one a line, as in "(move a b)"')
        name, *objects = match.group(1).split()
        actions.append(GroundAction(name, tuple(objects)))
    return tuple(actions)
