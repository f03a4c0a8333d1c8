"""The figures that have a target, with what the authors' C++ took where that is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bench.cases import PAPER, Cell, instance_of, load, run_bundled
from bench.measure import in_fresh_process
from bench.table import number, show
from genplan.search import SearchResult, Strategy

MEGABYTE = 1e6
PGP, BFS = Strategy.PGP, Strategy.BFS

SHELL = """
import genplan
from genplan.benchmarks import BENCHMARKS
from genplan.engine import search
from genplan.search import Configuration
visitall = BENCHMARKS["visitall"]
assert search(visitall.problem(), Configuration(visitall.lines))
"""

PEAK = """
from bench.cases import Cell
from bench.measure import memory_at_most
from genplan.benchmarks import BENCHMARKS
from genplan.search import Strategy
assert Cell("intrusion", Strategy.PGP, "goal-count").search(BENCHMARKS["intrusion"].problem())
print(memory_at_most())
"""

OPEN_NODES = """
from bench.memory import measure
print(*measure())
"""


@dataclass(frozen=True)
class Figure:
    """A measured number beside its target; `authors` is what the authors' C++ needed."""

    what: str
    measured: float
    target: float | None
    unit: str
    at_least: bool = False
    authors: float | None = None

    @property
    def met(self) -> bool:
        if self.target is None:
            return True
        return self.measured >= self.target if self.at_least else self.measured <= self.target

    @property
    def ratio(self) -> float | None:
        """Return how many times better than the authors' C++ this is."""
        if self.authors is None:
            return None
        better, worse = self.authors, self.measured
        return worse / better if self.at_least else better / worse

    def row(self) -> list[str]:
        target = ""
        if self.target is not None:
            target = f"{'>=' if self.at_least else '<='} {number(self.target)}"
        ratio = self.ratio
        return [
            self.what,
            number(self.measured),
            target,
            self.unit,
            "" if self.target is None else "yes" if self.met else "NO",
            "" if self.authors is None else number(self.authors),
            "" if ratio is None else f"{number(ratio)}x",
        ]


def show_targets() -> bool:
    """Print the tables; return whether all targets were met."""
    cells = {
        name: (cell, *cell.measure())
        for name in PAPER
        for cell in [Cell(name, PGP, "landmark-count")]
    }
    _show_cells(cells)
    figures = [*_searches(cells), *_executions(), *_processes()]
    show(
        "Targets (CPU seconds, the best of three)",
        ["what", "measured", "target", "unit", "met", "authors' C++", "ratio"],
        [figure.row() for figure in figures],
    )
    return all(figure.met for figure in figures)


def _show_cells(cells: dict[str, tuple[Cell, float, SearchResult]]) -> None:
    rows = []
    for name, (_, seconds, result) in cells.items():
        s = result.statistics
        speed = s.evaluated / s.search_seconds / 1e6
        rows.append(
            [
                name,
                number(seconds),
                f"{s.landmark_seconds:.4f}",
                f"{s.search_seconds:.4f}",
                f"{s.expanded:,}",
                f"{s.evaluated:,}",
                f"{speed:.1f}",
            ]
        )
    head = ["domain", "seconds", "landmarks", "search", "expanded", "evaluated", "million/s"]
    show("The eight PGP(landmark-count) cells", head, rows)


def _searches(cells: dict[str, tuple[Cell, float, SearchResult]]) -> Iterator[Figure]:
    times = {name: seconds for name, (_, seconds, _) in cells.items()}
    slowest = max(times, key=lambda name: times[name])
    yield Figure(
        "eight PGP(landmark-count) cells together", sum(times.values()), 0.5, "s", authors=610
    )
    yield Figure(f"the slowest of them ({slowest})", times[slowest], 0.2, "s")
    yield Figure("PGP(landmark-count) spanner", times["spanner"], 0.1, "s", authors=178)
    others: list[tuple[str, Strategy, str, float, float]] = [
        ("intrusion", PGP, "goal-count", 0.6, 59),
        ("corridor", BFS, "goal-count", 0.1, 208),
        ("intrusion", BFS, "goal-count", 0.6, 224),
        ("gripper", BFS, "landmark-count", 0.3, 122),
    ]
    for domain, strategy, evaluation, target, authors in others:
        seconds, _ = Cell(domain, strategy, evaluation).measure()
        what = f"{strategy.name}({evaluation}) {domain}"
        yield Figure(what, seconds, target, "s", authors=authors)
    _, seconds, result = cells["baking"]
    speed = result.statistics.evaluated / seconds / 1e6
    what = "evaluations, PGP(landmark-count) baking"
    yield Figure(what, speed, 10, "million/s", at_least=True, authors=0.016)


def _executions() -> Iterator[Figure]:
    for domain, size in (("visitall", 300), ("ontable", 300), ("gripper", 100_000)):
        speed = load(domain, instance_of(domain, size)).steps_per_second() / 1e6
        yield Figure(f"steps, {domain} program on {size:,}", speed, 100, "million/s", at_least=True)
    for domain, size in (("gripper", 1_000_000), ("visitall", 1000)):
        loading, running, _ = run_bundled(domain, size)
        what = f"{domain} program on {size:,}"
        yield Figure(f"{what}, with its plan", running, 2, "s")
        yield Figure(f"{what}: loading it before", loading, None, "s")


def _processes() -> Iterator[Figure]:
    seconds = min(in_fresh_process(SHELL)[0] for _ in range(3))
    yield Figure("import genplan and solve visitall, from the shell", seconds, 0.4, "s")
    peak = float(in_fresh_process(PEAK)[1]) / MEGABYTE
    yield Figure("PGP(goal-count) intrusion, whole process", peak, 150, "MB")
    counted, resident, program = map(float, in_fresh_process(OPEN_NODES)[1].split())
    what = f"an open node beside its program ({program:.0f} bytes)"
    yield Figure(f"{what}: accounted", counted - program, 32, "bytes")
    yield Figure(f"{what}: resident", resident - program, 32, "bytes")
