"""How time grows: searches with instances, lines and pointers; landmarks and runs with size."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from bench.cases import PAPER, Cell, instance_of, lines_of, load
from bench.measure import best_of
from bench.table import number, show
from genplan.benchmarks import BENCHMARKS
from genplan.problem import GPProblem, make_problem
from genplan.report.plot import Line, Plot
from genplan.search import Strategy

PLOTS = Path(__file__).parent.parent / "docs" / "plots"

ENOUGH = 1.0
"""A series ends where the next point would take more CPU seconds, growing as before."""

CERTAIN, FITTED = 0.0001, 4
"""The growth is fitted to the last few points, of those that took so many CPU seconds."""


@dataclass(frozen=True)
class Point:
    """At x it took so many CPU seconds to do so much."""

    x: int
    seconds: float
    count: int


Measure: TypeAlias = Callable[[int], Point]


@dataclass(frozen=True)
class Series:
    """Measured points; growth is x^e, or a factor `per` unit of x where that is named."""

    name: str
    points: tuple[Point, ...]
    per: str = ""

    @property
    def growth(self) -> str:
        xs = [float(p.x) if self.per else math.log(p.x) for p in self._certain()]
        slope = _slope(xs, [math.log(p.seconds) for p in self._certain()])
        if slope is None:
            return ""
        return f"{math.exp(slope):.1f}-fold per {self.per}" if self.per else f"x^{slope:.2f}"

    def line(self) -> Line:
        return Line(self.name, tuple((p.x, p.seconds) for p in self.points), self.growth)

    def _certain(self) -> list[Point]:
        return [p for p in self.points if p.seconds >= CERTAIN][-FITTED:]


@dataclass(frozen=True)
class Study:
    """A family of series: a table and a plot."""

    file: str
    title: str
    x: str
    count: str
    series: tuple[Series, ...]

    def show(self) -> None:
        rows = []
        for series in self.series:
            for place, p in enumerate(series.points):
                growth = series.growth if place == len(series.points) - 1 else ""
                rows.append([series.name, f"{p.x:,}", number(p.seconds), f"{p.count:,}", growth])
        show(self.title, ["series", self.x, "seconds", self.count, "growth"], rows)
        log_x = not any(series.per for series in self.series)
        lines = tuple(series.line() for series in self.series)
        plot = Plot(self.title, self.x, "CPU seconds", lines, log_x=log_x)
        plot.write(PLOTS / f"{self.file}.svg")


def _slope(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Return the slope of the least-squares line, None for fewer than two points."""
    if len(xs) < 2:
        return None
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return above / sum((x - mean_x) ** 2 for x in xs)


def measured(name: str, xs: Iterable[int], measure: Measure, per: str = "") -> Series:
    """Return the series of what was measured, as far as that does not take long."""
    points: list[Point] = []
    for x in xs:
        point = measure(x)
        points.append(point)
        before = points[-2].seconds if len(points) > 1 else point.seconds
        if point.seconds**2 > ENOUGH * before:
            break
    return Series(name, tuple(points), per)


def _search(x: int, cell: Cell, problem: GPProblem, lines: int | None = None) -> Point:
    """Return what the core took; what Python does before is the same for all x, or small."""
    statistics = [cell.search(problem, lines).statistics for _ in range(2)]
    seconds = min(s.landmark_seconds + s.search_seconds for s in statistics)
    return Point(x, seconds, statistics[0].evaluated)


def instances() -> Study:
    """Search time against the number of instances."""

    def series(domain: str, strategy: Strategy, evaluation: str) -> Series:
        benchmark = BENCHMARKS[domain]
        cell = Cell(domain, strategy, evaluation)

        def measure(count: int) -> Point:
            # The same ten sizes again and again, so that only the number grows.
            made = benchmark.generate(benchmark.training_set.sizes, 1007, -(-count // 10))
            some = sorted(made, key=lambda i: int(i.name.rpartition("-")[2]))[:count]
            return _search(count, cell, make_problem(benchmark.domain, some, benchmark.pointers))

        label = f"{domain} {strategy.name}({_short(evaluation)})"
        return measured(label, (10, 20, 40, 80, 160, 320), measure)

    return Study(
        "search-instances",
        "Search time against the number of instances",
        "instances",
        "evaluated",
        (
            series("gripper", Strategy.BFS, "goal-count"),
            series("visitall", Strategy.BFS, "landmark-count"),
            series("gripper", Strategy.BFS, "landmark-count"),
            series("gripper", Strategy.PGP, "landmark-count"),
            series("baking", Strategy.PGP, "landmark-count"),
        ),
    )


def _short(evaluation: str) -> str:
    return {"goal-count": "GC", "landmark-count": "LM"}[evaluation]


def lines() -> Study:
    """Search time against the number of lines, up to the number that has a solution."""

    def series(domain: str) -> Series:
        problem = BENCHMARKS[domain].problem()
        cell = Cell(domain, Strategy.PGP, "goal-count")
        most = lines_of(domain)
        return measured(
            domain,
            range(2, most),
            lambda n: _search(n, cell, problem, n),
            per="line",
        )

    return Study(
        "search-lines",
        "Exhausting all programs of n lines, PGP(goal-count)",
        "lines",
        "evaluated",
        tuple(
            series(domain) for domain in ("visitall", "gripper", "corridor", "baking", "ontable")
        ),
    )


def pointers() -> Study:
    """Time to exhaust all programs of few lines against the number of pointers."""

    def series(domain: str, size: int, types: Sequence[str]) -> Series:
        benchmark = BENCHMARKS[domain]
        cell = Cell(domain, Strategy.PGP, "goal-count")

        def measure(count: int) -> Point:
            share, more = divmod(count, len(types))
            counts = {t: share + (place < more) for place, t in enumerate(types)}
            problem = make_problem(benchmark.domain, benchmark.training(), counts)
            return _search(count, cell, problem, size)

        return measured(f"{domain}, {size} lines", (2, 3, 4, 6, 8, 12, 16, 24), measure)

    return Study(
        "search-pointers",
        "Exhausting all programs of few lines, PGP(goal-count)",
        "pointers",
        "evaluated",
        (
            series("visitall", 5, ("row", "column")),
            series("corridor", 4, ("location",)),
            series("ontable", 4, ("object",)),
        ),
    )


def landmarks() -> Study:
    """Time to build the landmark graph against the number of objects."""

    def series(domain: str, sizes: Iterable[int]) -> Series:
        benchmark = BENCHMARKS[domain]
        cell = Cell(domain, Strategy.PGP, "landmark-count")

        def measure(size: int) -> Point:
            instance = instance_of(domain, size)
            problem = make_problem(benchmark.domain, [instance], benchmark.pointers)
            times = [cell.search(problem, 2).statistics.landmark_seconds for _ in range(2)]
            return Point(len(instance.all_objects), min(times), size)

        return measured(domain, sizes, measure)

    doubling = [2**k for k in range(3, 16)]
    return Study(
        "landmarks-objects",
        "Building the landmark graph of one instance",
        "objects",
        "size",
        tuple(series(domain, doubling) for domain in PAPER),
    )


def executions() -> Study:
    """Time to run the bundled programs against the size of the instance."""

    def series(domain: str, most: int) -> Series:
        def measure(size: int) -> Point:
            seconds, execution = best_of(load(domain, instance_of(domain, size)).execute)
            return Point(size, seconds, execution.steps)

        sizes = [10**k * step for k in range(1, 7) for step in (1, 3)]
        return measured(domain, [size for size in sizes if size <= most], measure)

    return Study(
        "execution-size",
        "Running the programs that were found",
        "size",
        "steps",
        (
            series("gripper", 100_000),
            series("baking", 100_000),
            series("visitall", 1_000),
            series("corridor", 10_000),
            series("spanner", 1_000),
            series("lock", 3_000),
            series("intrusion", 100_000),
            series("ontable", 300),
        ),
    )


def show_growth() -> None:
    """Print the tables and write the plots."""
    for study in (instances, lines, pointers, landmarks, executions):
        study().show()
