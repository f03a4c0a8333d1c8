"""The sections of the page about the search, the validation and the evidence, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from genplan.evidence.finding import Finding, Status
from genplan.outcomes import SearchOutcome
from genplan.pddl.model import Instance
from genplan.pddl.writer import write_instance
from genplan.planner import InstanceReport, Solution, ValidationReport
from genplan.report.charts import Chart, Mark, Series
from genplan.report.names import shortened
from genplan.search import ProgramLanguage, Sample

__all__ = [
    "Attempt",
    "Evidence",
    "Section",
    "Table",
    "TableRow",
    "evidence_rows",
    "search_section",
    "validation_section",
]

MOST_ROWS: Final = 400

_MOST_PDDL: Final = 20_000

_MOODS: Final = {
    Status.PROVEN: "good",
    Status.TESTED: "good",
    Status.NOT_PROVEN: "warn",
    Status.NOT_TESTED: "warn",
    Status.FAILS: "bad",
}

_OUTCOMES: Final = {
    "incorrect": "goal not reached",
    "infinite": "infinite loop",
    "out_of_time": "out of time",
    "invalid": "plan refused",
}


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row; `mood` is good, bad or nothing."""

    cells: tuple[str, ...]
    mood: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table that can be folded; `numeric` are the positions of columns of numbers."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[TableRow, ...]
    numeric: frozenset[int] = frozenset()
    open: bool = True
    more: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A summary with charts and tables."""

    summary: str
    charts: tuple[Chart, ...]
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A configuration that was tried: what it was, how it ended and what it took."""

    name: str
    outcome: str
    evaluated: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """A finding as the page shows it; `mood` is good, bad, warn or nothing."""

    name: str
    verdict: str
    text: str
    detail: str
    mood: str


def evidence_rows(findings: Iterable[Finding]) -> tuple[Evidence, ...]:
    """Return findings in plain words; one that an instance shows comes with its PDDL."""
    return tuple(
        Evidence(
            shortened(f.subject, 300),
            f.status.value,
            shortened(f.detail, 2000),
            "" if f.instance is None else _pddl(f.instance),
            _MOODS[f.status],
        )
        for f in findings
    )


def _pddl(instance: Instance) -> str:
    text = write_instance(instance)
    return text if len(text) <= _MOST_PDDL else f"{text[:_MOST_PDDL]}\n… (cut here)"


def validation_section(report: ValidationReport) -> Section:
    """Return how the program did: failures first where there are many instances."""
    rows = report.instances
    if len(rows) > MOST_ROWS:
        rows = (*(r for r in rows if not r.valid), *(r for r in rows if r.valid))
    table = Table(
        "Instance by instance",
        ("instance", "objects", "outcome", "plan length", "steps", "CPU seconds", ""),
        tuple(_validation_row(row) for row in rows[:MOST_ROWS]),
        frozenset({1, 3, 4, 5}),
        len(rows) <= 40,
        f"{len(rows) - MOST_ROWS} more are not shown." if len(rows) > MOST_ROWS else "",
    )
    summary = (
        f"{report.solved} of {len(rows)} instances are solved. Every plan was replayed on the "
        "model by an independent check."
    )
    charts = tuple(chart for chart in [_scaling(report.instances)] if chart is not None)
    return Section(summary, charts, (table,))


def _validation_row(row: InstanceReport) -> TableRow:
    cells = (
        shortened(row.name),
        f"{row.objects:,}",
        _OUTCOMES.get(row.outcome, row.outcome),
        f"{row.plan_length:,}",
        f"{row.steps:,}",
        f"{row.seconds:.3f}",
        shortened(row.detail, 1000),
    )
    return TableRow(cells, "" if row.valid else "bad")


def _scaling(rows: Iterable[InstanceReport]) -> Chart | None:
    """Return steps and plan length against size, None if the sizes are all the same."""
    solved = sorted((r for r in rows if r.valid), key=lambda r: (r.objects, r.steps))
    if len({row.objects for row in solved}) < 2:
        return None
    return Chart(
        "Executed steps and plan length",
        "objects",
        (
            Series("executed steps", tuple((r.objects, r.steps) for r in solved)),
            Series("plan length", tuple((r.objects, r.plan_length) for r in solved)),
        ),
        log=True,
        caption="Both axes are logarithmic: a straight line is a power of the size.",
    )


def search_section(solution: Solution, attempts: Sequence[Attempt]) -> Section:
    """Return what the search did, over the number of programs evaluated."""
    marks = _activations(solution)
    samples = solution.result.history
    charts = [_best_values(solution, samples, marks), _open_list(samples, marks)]
    tables = [_counters(solution), _active_table(solution)]
    if attempts:
        tables.append(_attempts(attempts))
    return Section(
        _search_summary(solution),
        tuple(chart for chart in charts if chart is not None),
        tuple(tables),
    )


def _search_summary(solution: Solution) -> str:
    s, c = solution.statistics, solution.configuration
    is_goto = c.language is ProgramLanguage.GOTO
    names = "; ".join(map(str, c.open_queues)).replace(",", ", ")
    search = f"{c.strategy.value}({names})"
    for trial in solution.trials:
        if trial.attempt.configuration == c and trial.attempt.setting.composition is not None:
            search = f"“{trial.attempt.setting}”"
    words = {
        SearchOutcome.SOLVED: "found a program",
        SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS: (
            "proved that no program exists within these bounds"
            if is_goto
            else "tried all programs that it can make within these bounds"
        ),
        SearchOutcome.NOT_COMPLETE: "ended without a program, which proves nothing,",
        SearchOutcome.OUT_OF_BUDGET: "used up its evaluations",
        SearchOutcome.OUT_OF_TIME: "ran out of time",
        SearchOutcome.OUT_OF_MEMORY: "ran out of memory",
        SearchOutcome.INTERRUPTED: "was interrupted",
    }.get(solution.outcome, f"ended with the outcome {solution.outcome.value},")
    return (
        f"The search {search} over programs of {c.lines} {c.language.unit} "
        f"{words} after {s.evaluated:,} evaluated programs and "
        f"{s.landmark_seconds + s.search_seconds:.2f} CPU seconds. {len(solution.active)} of "
        f"{len(solution.problem.instances)} instances became active."
    )


def _activations(solution: Solution) -> tuple[Mark, ...]:
    found: dict[int, list[str]] = {}
    for name, at in zip(solution.active, solution.result.activated_at, strict=True):
        found.setdefault(at, []).append(shortened(name, 40))
    return tuple(Mark(at, f"active: {', '.join(names)}") for at, names in found.items() if at)


def _best_values(
    solution: Solution, samples: Sequence[Sample], marks: tuple[Mark, ...]
) -> Chart | None:
    """Return the chart of the best values, None if there is no more than one sample."""
    if len(samples) < 2:
        return None
    names = [str(e) for e in solution.configuration.evaluations]
    series = tuple(
        Series(name, tuple((s.evaluated, s.best_values[i]) for s in samples), steps=True)
        for i, name in enumerate(names)
        if all(len(s.best_values) > i for s in samples)
    )
    caption = "Of the programs taken; lower is better."
    if marks:
        caption += " Dashed lines: an instance became active, and all values grew."
    return Chart("Best values", "programs evaluated", series, marks, caption=caption)


def _open_list(samples: Sequence[Sample], marks: tuple[Mark, ...]) -> Chart | None:
    if len(samples) < 2:
        return None
    points = tuple((s.evaluated, s.open) for s in samples)
    return Chart("Open list", "programs evaluated", (Series("open list", points),), marks)


def _counters(solution: Solution) -> Table:
    s = solution.statistics
    rows = (
        ("expanded", f"{s.expanded:,}"),
        ("evaluated", f"{s.evaluated:,}"),
        ("dead ends", f"{s.dead:,}"),
        ("states", f"{s.states:,}"),
        ("CPU seconds for landmarks", f"{s.landmark_seconds:.3f}"),
        ("CPU seconds for the search", f"{s.search_seconds:.3f}"),
        ("bytes of open list and tables", f"{s.memory:,}"),
    )
    return Table(
        "Counters", ("what", "how many"), tuple(TableRow(row) for row in rows), frozenset({1})
    )


def _active_table(solution: Solution) -> Table:
    pairs = zip(solution.active, solution.result.activated_at, strict=True)
    rows = tuple(TableRow((shortened(name), f"{at:,}")) for name, at in pairs)
    return Table(
        "When instances became active",
        ("instance", "after evaluations"),
        rows[:MOST_ROWS],
        frozenset({1}),
        len(rows) <= 12,
    )


def _attempts(attempts: Sequence[Attempt]) -> Table:
    rows = tuple(
        TableRow((a.name, a.outcome, f"{a.evaluated:,}", f"{a.seconds:.2f}")) for a in attempts
    )
    return Table(
        "Configurations tried",
        ("configuration", "outcome", "evaluated", "CPU seconds"),
        rows[:MOST_ROWS],
        frozenset({2, 3}),
    )
