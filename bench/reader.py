"""Speed and growth of the PDDL reader: `python -m bench.reader`.

Each row is an instance of one size: its bytes, the CPU time to read it (the best of three), the
time per byte, and the growth, which is the exponent e in time ~ bytes^e since the row before.
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from genplan.benchmarks import BENCHMARKS
from genplan.pddl import Domain, parse_domain, parse_instance, write_instance

REPETITIONS = 3
LIMIT = 1.0
"""CPU seconds that the sizes with a limit may take."""

BLOCKSWORLD = """
(define (domain blocksworld)
  (:predicates (clear ?x) (on-table ?x) (arm-empty) (holding ?x) (on ?x ?y))
  (:action stack
    :parameters (?x ?y)
    :precondition (and (holding ?x) (clear ?y))
    :effect (and (on ?x ?y) (clear ?x) (arm-empty) (not (holding ?x)) (not (clear ?y)))))
"""


@dataclass(frozen=True)
class Series:
    """A family of instances: how to make one, the sizes to measure, the size with a limit."""

    name: str
    unit: str
    domain: Domain
    text: Callable[[int], str]
    sizes: tuple[int, ...]
    limited: int


@dataclass(frozen=True)
class Row:
    """One measurement."""

    series: Series
    size: int
    bytes: int
    seconds: float

    @property
    def passed(self) -> bool:
        return self.size != self.series.limited or self.seconds < LIMIT


def blocksworld(size: int) -> str:
    """Return a tower that is to be turned upside down."""
    names = [f"b{number}" for number in range(1, size + 1)]
    tower = [f"(on {upper} {lower})" for upper, lower in pairwise(names)]
    turned = [f"(on {lower} {upper})" for upper, lower in pairwise(names)]
    return (
        f"(define (problem turn-{size})\n  (:domain blocksworld)\n  (:objects {' '.join(names)})\n"
        f"  (:init (arm-empty) (clear {names[0]}) (on-table {names[-1]})\n    "
        + "\n    ".join(tower)
        + ")\n  (:goal (and\n    "
        + "\n    ".join(turned)
        + ")))\n"
    )


def bundled(name: str, unit: str, sizes: tuple[int, ...], limited: int) -> Series:
    benchmark = BENCHMARKS[name]

    def text(size: int) -> str:
        return write_instance(benchmark.generate([size], seed=1)[0])

    return Series(name, unit, benchmark.domain, text, sizes, limited)


def all_series() -> tuple[Series, ...]:
    domain = parse_domain(BLOCKSWORLD)
    return (
        bundled("gripper", "balls", (1_000, 10_000, 100_000), 10_000),
        bundled("corridor", "locations", (500, 2_000, 8_000), 2_000),
        bundled("visitall", "rows", (31, 61, 121), 61),
        Series("blocksworld", "blocks", domain, blocksworld, (250, 500, 1_000), 500),
    )


def seconds_to_read(text: str, domain: Domain) -> float:
    best = math.inf
    for _ in range(REPETITIONS):
        gc.collect()
        start = time.process_time()
        parse_instance(text, domain)
        best = min(best, time.process_time() - start)
    return best


def measure() -> Iterator[Row]:
    for series in all_series():
        for size in series.sizes:
            text = series.text(size)
            yield Row(series, size, len(text.encode()), seconds_to_read(text, series.domain))


def growth(row: Row, before: Row | None) -> str:
    if before is None or before.series is not row.series:
        return ""
    exponent = math.log(row.seconds / before.seconds) / math.log(row.bytes / before.bytes)
    return f"{exponent:.2f}"


def main() -> int:
    """Print the table; return 1 if a size with a limit took longer."""
    print("reading an instance, CPU time; * must take less than one second\n")
    print(f"{'domain':<12} {'size':>17} {'bytes':>10} {'seconds':>9} {'µs/byte':>8} {'growth':>7}")
    before, failed = None, False
    for row in measure():
        size = f"{row.size} {row.series.unit}{'*' if row.size == row.series.limited else ' '}"
        print(
            f"{row.series.name:<12} {size:>17} {row.bytes:>10} {row.seconds:>9.4f} "
            f"{1e6 * row.seconds / row.bytes:>8.3f} {growth(row, before):>7}"
        )
        before, failed = row, failed or not row.passed
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
