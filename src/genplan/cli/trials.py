"""What a schedule tried: a table for people, rows for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from genplan.cli.console import output_console
from genplan.portfolio import Trial

__all__ = ["as_rows", "print_trials"]


def as_rows(trials: Sequence[Trial]) -> list[dict[str, Any]]:
    """Return the trials as plain values, for JSON."""
    return [
        {
            "round": trial.attempt.round + 1,
            "lines": trial.attempt.lines,
            "pointers": trial.attempt.pointer_counts,
            "queues": str(trial.attempt.setting),
            "budget": trial.attempt.budget,
            "outcome": trial.outcome.value if trial.outcome else "skipped",
            "why_skipped": trial.skip.value if trial.skip else None,
            "evaluated": trial.result.statistics.evaluated if trial.result is not None else 0,
        }
        for trial in trials
    ]


def print_trials(trials: Sequence[Trial], *, in_full: bool) -> None:
    """Print a line for each round, or, in full, for each search that was made."""
    from rich.table import Table
    from rich.text import Text

    table = Table()
    for heading in ("round", "lines", "pointers", "evaluated"):
        table.add_column(heading, justify="right")
    table.add_column("searches" if in_full else "how the searches ended")
    for number, group in groupby(trials, key=lambda trial: trial.attempt.round):
        rows = list(group)
        for row in ([t] for t in rows) if in_full else [rows]:
            made = [trial for trial in row if trial.result is not None]
            if made:
                ended = _ended(row) if not in_full else f"{row[0].attempt.setting}: {_ended(row)}"
                table.add_row(str(number + 1), *_bounds(made), Text(ended))
    output_console().print(table)


def _bounds(made: Sequence[Trial]) -> tuple[str, str, str]:
    evaluated = sum(trial.result.statistics.evaluated for trial in made if trial.result is not None)
    lines = _span([trial.attempt.lines for trial in made])
    pointers = _span([len(trial.attempt.problem.pointers) for trial in made])
    return lines, pointers, f"{evaluated:,}"


def _span(numbers: Sequence[int]) -> str:
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least}..{most}"


def _ended(trials: Sequence[Trial]) -> str:
    words = Counter(t.outcome.value.replace("_", " ") if t.outcome else "skipped" for t in trials)
    if len(trials) == 1:
        return next(iter(words))
    return ", ".join(f"{count} {word}" for word, count in words.items())
