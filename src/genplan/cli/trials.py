"""What a schedule tried: a table for people, rows for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from genplan.cli.console import output_console
from genplan.outcomes import SearchOutcome
from genplan.portfolio import Trial
from genplan.search import ProgramLanguage

__all__ = ["as_rows", "print_trials"]


def as_rows(trials: Sequence[Trial]) -> list[dict[str, Any]]:
    """Return the trials as plain values, for JSON."""
    return [
        {
            "round": trial.attempt.round + 1,
            "language": trial.attempt.setting.language.value,
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

    made = [trial for trial in trials if trial.result is not None]
    languages = tuple(dict.fromkeys(trial.attempt.setting.language for trial in made))
    table = Table()
    for heading in ("round", *(language.unit for language in languages), "pointers", "evaluated"):
        table.add_column(heading, justify="right")
    table.add_column("searches" if in_full else "how the searches ended")
    for number, group in groupby(trials, key=lambda trial: trial.attempt.round):
        rows = list(group)
        for row in ([t] for t in rows) if in_full else [rows]:
            made = [trial for trial in row if trial.result is not None]
            if made:
                ended = _ended(row) if not in_full else f"{row[0].attempt.setting}: {_ended(row)}"
                table.add_row(str(number + 1), *_bounds(made, languages), Text(ended))
    output_console().print(table)


def _bounds(made: Sequence[Trial], languages: Sequence[ProgramLanguage]) -> tuple[str, ...]:
    """Return the cells of a row: the lengths in each language, the pointers, the evaluations."""
    attempts = [trial.attempt for trial in made]
    lengths = ([a.lines for a in attempts if a.setting.language is one] for one in languages)
    evaluated = sum(trial.result.statistics.evaluated for trial in made if trial.result is not None)
    pointers = _span([len(attempt.problem.pointers) for attempt in attempts])
    return (*map(_span, lengths), pointers, f"{evaluated:,}")


def _span(numbers: Sequence[int]) -> str:
    if not numbers:
        return ""
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least}..{most}"


def _ended(trials: Sequence[Trial]) -> str:
    words = Counter(map(_word, trials))
    if len(trials) == 1:
        return next(iter(words))
    return ", ".join(f"{count} {word}" for word, count in words.items())


def _word(trial: Trial) -> str:
    """Return how a search ended; where structured programs are exhausted, nothing is proved."""
    outcome = trial.outcome
    if outcome is None:
        return "skipped"
    is_structured = trial.attempt.setting.language is ProgramLanguage.STRUCTURED
    if is_structured and outcome is SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS:
        return "all tried"
    return outcome.value.replace("_", " ")
