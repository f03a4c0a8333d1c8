"""The figures that the paper prints in Tables 1, 2 and 3, and how ours compare.

Source: Segovia-Aguas, Jiménez, Jonsson and Sebastiá, "Scaling-up Generalized Planning as
Heuristic Search with Landmarks". Counts are printed there in thousands (K) and millions (M);
TE and ME stand for time and memory exceeded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from genplan.search import Strategy

__all__ = [
    "BEYOND",
    "COLUMNS",
    "ERRATA",
    "TABLES",
    "Cell",
    "Column",
    "PaperTable",
    "agrees",
    "beyond",
    "rounded_like",
]


@dataclass(frozen=True, slots=True)
class Column:
    """A configuration of a table: its title, strategy and evaluation functions."""

    title: str
    strategy: Strategy
    evaluate: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What the paper prints for a domain in a column; None where it exceeded a limit."""

    domain: str
    column: Column
    figures: dict[str, str] | None
    exceeded: str = ""


BFS_GC: Final = Column("BFS(f_GC)", Strategy.BFS, "goal-count")
BFS_LM: Final = Column("BFS(f_LM)", Strategy.BFS, "landmark-count")
PGP_GC: Final = Column("PGP(f_GC)", Strategy.PGP, "goal-count")
PGP_LM: Final = Column("PGP(f_LM)", Strategy.PGP, "landmark-count")
BFS_GC_1: Final = Column("BFS(f_GC,f_1)", Strategy.BFS, "goal-count,goto-count")
PGP_LM_1: Final = Column("PGP(f_LM,f_1)", Strategy.PGP, "landmark-count,goto-count")
COLUMNS: Final = (BFS_GC, BFS_LM, PGP_GC, PGP_LM)

_TE, _ME = "TE", "ME"

# Expanded and evaluated, as Table 1 prints them.
_TABLE_1: Final = {
    "baking": (_TE, _TE, _ME, "48K 1.4M"),
    "corridor": ("6K 120K", "7K 114K", "6K 120K", "6K 121K"),
    "gripper": ("3K 63K", "19K 339K", "3K 63K", "19K 336K"),
    "intrusion": ("73K 1.3M", "8 190", "74K 1.3M", "8 190"),
    "lock": (_TE, _TE, _ME, "1K 30K"),
    "ontable": (_TE, _TE, "10K 366K", "3K 113K"),
    "spanner": (_TE, _TE, _TE, "25K 705K"),
    "visitall": ("50 511", "27 249", "88 900", "49 446"),
}

# Expanded and evaluated with f_1 to break ties, as Table 2 prints them.
_TABLE_2: Final = {
    "baking": (_TE, "30K 937K"),
    "corridor": ("3K 67K", "3K 62K"),
    "gripper": ("3K 59K", "19K 336K"),
    "intrusion": ("51K 896K", "8 190"),
    "lock": (_TE, "1K 26K"),
    "ontable": (_TE, "3K 110K"),
    "spanner": (_TE, "24K 670K"),
    "visitall": ("45 496", "53 458"),
}

# Evaluated, dead and states, as Table 3 prints them.
_TABLE_3: Final = {
    "baking": (_TE, _TE, _ME, "1.4M 1.3M 180K"),
    "corridor": ("120K 33K 876K", "114K 102K 112K", "120K 31K 181K", "121K 57K 129K"),
    "gripper": ("63K 16K 461K", "339K 317K 223K", "63K 16K 46K", "336K 314K 22K"),
    "intrusion": ("1.3M 207K 11.3M", "190 27 1.7K", "1.3M 204K 3.3M", "190 26 480"),
    "lock": (_TE, _TE, _ME, "30K 4.6K 26K"),
    "ontable": (_TE, _TE, "366K 54K 312K", "113K 38K 75K"),
    "spanner": (_TE, _TE, _TE, "705K 674K 63K"),
    "visitall": ("511 380 1.3K", "249 154 970", "900 669 581", "446 294 335"),
}


@dataclass(frozen=True, slots=True)
class PaperTable:
    """One of the paper's tables."""

    name: str
    title: str
    columns: tuple[Column, ...]
    counters: tuple[str, ...]
    rows: Mapping[str, tuple[str, ...]]

    def cells(self) -> Iterator[Cell]:
        """Yield the cells, row by row."""
        for domain, texts in self.rows.items():
            for column, text in zip(self.columns, texts, strict=True):
                if text in (_TE, _ME):
                    yield Cell(domain, column, None, text)
                else:
                    figures = zip(self.counters, text.split(), strict=True)
                    yield Cell(domain, column, dict(figures))


TABLES: Final = {
    "table1": PaperTable(
        "table1",
        "Table 1: expanded and evaluated nodes",
        COLUMNS,
        ("expanded", "evaluated"),
        _TABLE_1,
    ),
    "table2": PaperTable(
        "table2",
        "Table 2: expanded and evaluated nodes, ties broken by f_1",
        (BFS_GC_1, PGP_LM_1),
        ("expanded", "evaluated"),
        _TABLE_2,
    ),
    "table3": PaperTable(
        "table3",
        "Table 3: evaluated nodes, dead ends and evaluated states",
        COLUMNS,
        ("evaluated", "dead", "states"),
        _TABLE_3,
    ),
}


ERRATA: Final = {("table3", "ontable", "PGP(f_GC)"): "the paper prints 54K dead ends"}
"""Cells in which the paper misprints a figure (docs/errata.md)."""


BEYOND: Final = "by-length:f;novel:f;novel:by-length:f"
"""The queues beyond the paper's limits, where f is the evaluation function."""


def beyond(column: Column) -> str:
    """Return the queues with which the cells are run that exceeded the paper's limits.

    The same for all, in the order of the column's own evaluation function: one of all nodes by
    length, one of those with new machines, and one of those by length.
    """
    return BEYOND.replace("f", column.evaluate)


def rounded_like(number: int, printed: str) -> str:
    """Return a count with the unit and the decimals of a printed figure."""
    unit = printed[-1] if printed[-1] in "KM" else ""
    figure = Decimal(printed.rstrip("KM"))
    value = Decimal(number) / {"": 1, "K": 1000, "M": 1_000_000}[unit]
    return f"{value.quantize(figure, ROUND_HALF_UP)}{unit}"


def agrees(number: int, printed: str) -> bool:
    """Return whether an exact count is what the paper prints, rounded."""
    return rounded_like(number, printed) == printed
