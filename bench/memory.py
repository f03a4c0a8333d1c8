"""What an open node takes, measured on a search with a large open list."""

from __future__ import annotations

from dataclasses import replace

from bench.cases import Cell
from bench.measure import memory_at_most, memory_now
from genplan.benchmarks import BENCHMARKS
from genplan.engine import search
from genplan.search import Progress, Strategy

LINES = 12
SECONDS = 0.5


def measure() -> tuple[float, float, int]:
    """Return bytes per open node as accounted, as resident in memory, and of its program."""
    problem = BENCHMARKS["spanner"].problem()
    cell = Cell("spanner", Strategy.PGP, "goal-count")  # far from solved in that time
    configuration = replace(cell.configuration(LINES), time_limit=SECONDS, progress_interval=0.01)
    last: list[Progress] = []

    def observe(progress: Progress) -> None:
        last[:] = [progress]

    before = memory_now()
    search(problem, configuration, observe)
    resident = memory_at_most() - before
    return last[0].memory / last[0].open, resident / last[0].open, 2 * (LINES - 1)
