"""The searches of the paper's tables, count for count, on both engines."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.engine import search
from genplan.evaluations import parse_evaluations
from genplan.outcomes import SearchOutcome
from genplan.problem import GPProblem
from genplan.search import Configuration, SearchResult, Strategy

COUNTS: Final = Path(__file__).parents[1] / "golden" / "counts" / "counts.csv"
MOST_EVALUATED_BY_PYTHON: Final = 70_000


@dataclass(frozen=True, slots=True)
class Row:
    domain: str
    lines: int
    search: str
    evaluation: str
    counts: tuple[int, ...]

    @classmethod
    def parse(cls, cells: dict[str, str]) -> Row:
        counts = (int(cells[name]) for name in ("expanded", "evaluated", "dead", "states"))
        lines = int(cells["lines"])
        return cls(cells["domain"], lines, cells["search"], cells["evaluation"], tuple(counts))

    def __str__(self) -> str:
        return f"{self.domain}-{self.search}-{self.evaluation}"

    @property
    def configuration(self) -> Configuration:
        evaluations = parse_evaluations(self.evaluation)
        return Configuration(self.lines, Strategy(self.search), evaluations)


def read_rows() -> list[Row]:
    with COUNTS.open(encoding="utf-8", newline="") as file:
        return [Row.parse(cells) for cells in csv.DictReader(file)]


ROWS: Final = read_rows()
SMALL_ROWS: Final = [row for row in ROWS if row.counts[1] <= MOST_EVALUATED_BY_PYTHON]
PAPER_ROWS: Final = [
    row for row in ROWS if (row.search, row.evaluation) == ("pgp", "landmark-count")
]


@cache
def problem(name: str) -> GPProblem:
    return PAPER_BENCHMARKS[name].problem()


def result(row: Row, engine: str) -> SearchResult:
    return search(problem(row.domain), row.configuration, engine=engine)


def counts(found: SearchResult) -> tuple[int, ...]:
    s = found.statistics
    return s.expanded, s.evaluated, s.dead, s.states


def test_golden_rows_are_there() -> None:
    assert len(ROWS) == 47
    assert len(SMALL_ROWS) == 24
    assert [row.domain for row in PAPER_ROWS] == list(PAPER_BENCHMARKS)
    assert all(row.lines == PAPER_BENCHMARKS[row.domain].lines for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_counts_of_the_core(row: Row) -> None:
    found = result(row, "core")
    assert found.outcome is SearchOutcome.SOLVED
    assert counts(found) == row.counts


@pytest.mark.parametrize("row", SMALL_ROWS, ids=str)
def test_counts_of_the_twin_and_the_same_program(row: Row) -> None:
    by_core, by_twin = result(row, "core"), result(row, "python")
    assert counts(by_twin) == row.counts
    assert by_twin.program == by_core.program
    assert by_twin.active == by_core.active
    assert by_twin.activated_at == by_core.activated_at
    assert by_twin.best_values == by_core.best_values
    assert by_twin.best_partial == by_core.best_partial


@pytest.mark.parametrize("row", PAPER_ROWS, ids=str)
def test_the_programs_of_the_paper_are_found(row: Row) -> None:
    assert result(row, "core").program == PAPER_BENCHMARKS[row.domain].program
