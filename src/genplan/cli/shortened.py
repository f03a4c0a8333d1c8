"""What a local search made of a program: printed, and as JSON."""

from __future__ import annotations

from typing import Any, Final

from genplan.cli.console import output_console
from genplan.shortening import Cost, Ending, Shortened

__all__ = ["print_shortened", "shortened_as_dict"]

_ENDINGS: Final = {
    Ending.COMPLETE: "no edit makes it better",
    Ending.OUT_OF_EFFORT: "more edits may make it better: genplan optimize",
    Ending.OUT_OF_TIME: "out of time: more edits may make it better",
    Ending.INTERRUPTED: "interrupted: more edits may make it better",
}


def print_shortened(shortened: Shortened, unit: str) -> None:
    """Print what the program cost before and what it costs now; units are lines or statements."""
    console = output_console()
    for what, before, now in (
        (unit, shortened.before.length, shortened.cost.length),
        ("actions in all plans", shortened.before.actions, shortened.cost.actions),
        ("steps", shortened.before.steps, shortened.cost.steps),
    ):
        change = f"{before:,}" if before == now else f"{before:,} before, {now:,} now"
        console.print(f"{what}: {change}", markup=False)
    console.print(_ENDINGS[shortened.ending], style="dim")


def shortened_as_dict(shortened: Shortened) -> dict[str, Any]:
    """Return it as plain values."""
    return {
        "before": _cost(shortened.before),
        "now": _cost(shortened.cost),
        "ending": shortened.ending.value,
    }


def _cost(cost: Cost) -> dict[str, int]:
    return {"length": cost.length, "actions": cost.actions, "steps": cost.steps}
