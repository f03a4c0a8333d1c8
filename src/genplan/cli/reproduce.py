"""`genplan reproduce`: run the cells of the paper's tables and compare."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import click

from genplan.benchmarks import BENCHMARKS, Benchmark, get_benchmark
from genplan.cli.app import ExitCode
from genplan.cli.console import error_console, output_console, print_json
from genplan.cli.coverage import run_coverage
from genplan.cli.options import (
    BYTES,
    DURATION,
    SuggestingChoice,
    cluster_option,
    engine_option,
    jobs_option,
    json_option,
)
from genplan.cluster import open_executor
from genplan.outcomes import SearchOutcome
from genplan.planner import Solution, solve
from genplan.queues import parse_queues
from genplan.report.paper import BEYOND, ERRATA, TABLES, Cell, PaperTable, agrees
from genplan.report.paper import beyond as beyond_queues

__all__ = ["command"]

COVERAGE = "coverage"
_PLANNER_SECONDS = 10.0

_EQUAL, _DIFFERENT, _MISPRINT, _BEYOND, _OPEN = "=", "≠", "≈", "+", "…"
_LEGEND = (
    "= equal to the paper's figures   ≠ different   ≈ different by a known misprint\n"
    "+ solved where the paper exceeded time (TE) or memory (ME)   … not solved here"
)
_BEYOND_LEGEND = (
    "Cells with + or … are not the paper's search: same lines, pointers, instances, evaluation "
    f"function f and rule of activation, but with the queues {BEYOND} (docs/queues.md)."
)


@dataclass(frozen=True, slots=True)
class _Row:
    """A cell of the paper beside our run of it."""

    cell: Cell
    solution: Solution
    table: str
    counters: tuple[str, ...]
    queues: str = ""
    """With what queues the cell was run, empty for the paper's search."""

    @property
    def counts(self) -> dict[str, int]:
        return {name: getattr(self.solution.statistics, name) for name in self.counters}

    @property
    def mark(self) -> str:
        if self.solution.outcome is not SearchOutcome.SOLVED:
            return _OPEN
        if self.cell.figures is None:
            return _BEYOND
        equal = all(agrees(self.counts[n], text) for n, text in self.cell.figures.items())
        if not equal and (self.table, self.cell.domain, self.cell.column.title) in ERRATA:
            return _MISPRINT
        return _EQUAL if equal else _DIFFERENT

    @property
    def seconds(self) -> float:
        statistics = self.solution.statistics
        return statistics.landmark_seconds + statistics.search_seconds

    @property
    def best(self) -> list[int] | None:
        """Return how far an unsolved cell got: the best values among the programs expanded."""
        return None if self.solution.program else list(self.solution.result.best_values)


@click.command(
    "reproduce",
    epilog="""\b
Examples:
  genplan reproduce table1
  genplan reproduce table1 --beyond --time-limit 5m
  genplan reproduce table3 --domains lock,visitall --markdown
  genplan reproduce coverage --time-limit 60s""",
)
@click.argument("table", metavar="TABLE", type=SuggestingChoice([*TABLES, COVERAGE]))
@click.option("--domains", metavar="NAME,…", help="Only these domains.")
@click.option("--time-limit", type=DURATION, default="60s", show_default=True, help="Per cell.")
@click.option("--memory-limit", type=BYTES, default="4G", show_default=True, help="Per cell.")
@click.option(
    "--all-cells", is_flag=True, help="Run the cells too that exceeded the paper's limits."
)
@click.option(
    "--beyond",
    is_flag=True,
    help="Run those cells with queues for new machines and for every length of program.",
)
@click.option("--goal-facts", is_flag=True, help="Let programs test the goal (coverage).")
@click.option(
    "--language",
    type=SuggestingChoice(["auto", "structured", "goto"]),
    default="auto",
    show_default=True,
    help="Which programs are searched for (coverage).",
)
@click.option(
    "--planner/--no-planner",
    default=True,
    help="Compare plan lengths with LAMA-first of Fast Downward, if it is there (coverage).",
)
@click.option(
    "--planner-limit",
    type=DURATION,
    help="CPU time of that planner for an instance (coverage).  [default: 10s]",
)
@jobs_option("Cells that are run at the same time.")
@cluster_option
@engine_option
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values.")
@click.option("--markdown", is_flag=True, help="Print a Markdown table.")
def command(
    table: str,
    domains: str | None,
    time_limit: float,
    memory_limit: int,
    all_cells: bool,
    beyond: bool,
    goal_facts: bool,
    language: str,
    planner: bool,
    planner_limit: float | None,
    jobs: int,
    cluster: str | None,
    engine: str | None,
    as_json: bool,
    as_csv: bool,
    markdown: bool,
) -> int:
    """Run a TABLE of the paper (table1, table2 or table3) and print it beside its figures.

    The table `coverage` is of all bundled domains: solved without knobs, those of the paper,
    those for tuning and those held out apart.
    """
    if as_json + as_csv + markdown > 1:
        raise click.UsageError("--json, --csv and --markdown exclude each other")
    if all_cells and beyond:
        raise click.UsageError("--all-cells runs the paper's search and --beyond another: take one")
    if table == COVERAGE:
        if all_cells or beyond:
            raise click.UsageError("--all-cells and --beyond are for the paper's tables")
        form = "json" if as_json else "csv" if as_csv else "markdown" if markdown else "text"
        options = {"memory_limit": memory_limit, "engine": engine, "jobs": jobs}
        options |= {"cluster": cluster, "language": language, "goal_facts": goal_facts}
        if planner_limit is not None and not planner:
            raise click.UsageError("--planner-limit and --no-planner exclude each other")
        limit = (planner_limit or _PLANNER_SECONDS) if planner else None
        run_coverage(_chosen(domains), options, time_limit, limit, form)
        return ExitCode.SUCCESS
    if goal_facts or language != "auto" or not planner or planner_limit is not None:
        raise click.UsageError(
            "--goal-facts, --language, --no-planner and --planner-limit are for the table "
            "coverage only"
        )
    paper = TABLES[table]
    names = [benchmark.name for benchmark in _chosen(domains)]
    cells = [cell for cell in paper.cells() if cell.domain in names]
    wanted = [cell for cell in cells if all_cells or beyond or cell.figures is not None]
    skipped = [cell for cell in cells if cell not in wanted]
    queues = [beyond_queues(c.column) if c.figures is None and beyond else "" for c in wanted]
    with open_executor(jobs, cluster) as executor:
        solved = partial(_solve, time_limit, memory_limit, engine)
        solutions = executor.map(solved, zip(wanted, queues, strict=True))
        rows = [_row(*row, paper) for row in zip(wanted, queues, solutions, strict=True)]
    if as_json:
        print_json([_as_dict(row) for row in rows])
    elif as_csv:
        click.echo(_as_csv(rows), nl=False)
    elif markdown:
        click.echo(_as_markdown(paper, rows, skipped), nl=False)
    else:
        _print(paper, rows, skipped)
    differs = any(row.mark in (_DIFFERENT, _OPEN) and row.cell.figures for row in rows)
    return ExitCode.FAILURE if differs else ExitCode.SUCCESS


def _chosen(domains: str | None) -> list[Benchmark]:
    """Return the benchmarks of these names; all without names."""
    if domains is None:
        return list(BENCHMARKS.values())
    return [get_benchmark(name.strip()) for name in domains.split(",")]


def _solve(
    time_limit: float, memory_limit: int, engine: str | None, asked: tuple[Cell, str]
) -> Solution:
    cell, queues = asked
    benchmark = BENCHMARKS[cell.domain]
    assert benchmark.lines is not None  # all domains of the paper's tables have it
    return solve(
        benchmark.problem(),
        benchmark.lines,
        search_strategy=cell.column.strategy,
        evaluate=cell.column.evaluate,
        queues=parse_queues(queues) if queues else (),
        time_limit=time_limit,
        memory_limit=memory_limit,
        engine=engine,
    )


def _row(cell: Cell, queues: str, solution: Solution, paper: PaperTable) -> _Row:
    if solution.outcome is SearchOutcome.INTERRUPTED:
        raise KeyboardInterrupt
    row = _Row(cell, solution, paper.name, paper.counters, queues)
    error_console().print(
        f"{cell.domain:10} {cell.column.title:14} {solution.outcome.value:12} "
        f"{row.seconds:8.3f} CPU s  {row.mark}"
    )
    return row


def _as_dict(row: _Row) -> dict[str, Any]:
    return {
        "domain": row.cell.domain,
        "search": row.cell.column.strategy.value,
        "evaluate": row.cell.column.evaluate,
        "queues": row.queues or None,
        "outcome": row.solution.outcome.value,
        "paper": row.cell.figures or row.cell.exceeded,
        "counts": row.counts,
        "best_values": row.best,
        "seconds": row.seconds,
        "equal": row.mark == _EQUAL if row.cell.figures else None,
    }


def _as_csv(rows: Sequence[_Row]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    counters = rows[0].counters if rows else ()
    paper = [f"paper_{name}" for name in counters]
    writer.writerow(
        ["domain", "search", "evaluate", "queues", "outcome", *counters, *paper, "seconds", "mark"]
    )
    for row in rows:
        column = row.cell.column
        printed = row.cell.figures or dict.fromkeys(counters, row.cell.exceeded)
        writer.writerow(
            [
                row.cell.domain,
                column.strategy.value,
                column.evaluate,
                row.queues,
                row.solution.outcome.value,
                *row.counts.values(),
                *printed.values(),
                f"{row.seconds:.4f}",
                row.mark,
            ]
        )
    return text.getvalue()


def _texts(
    paper: PaperTable, rows: Sequence[_Row], skipped: Sequence[Cell]
) -> dict[str, list[str]]:
    """Return the text of each cell, by domain, in the order of the columns."""
    found = {(row.cell.domain, row.cell.column): _cell_text(row) for row in rows}
    found.update({(c.domain, c.column): f"paper: {c.exceeded}" for c in skipped})
    domains = dict.fromkeys(domain for domain, _ in found)
    ordered = [domain for domain in paper.rows if domain in domains]
    return {d: [found.get((d, column), "") for column in paper.columns] for d in ordered}


def _cell_text(row: _Row) -> str:
    counts = " / ".join(f"{count:,}" for count in row.counts.values())
    if row.solution.outcome is not SearchOutcome.SOLVED:
        ended = row.solution.outcome.value.replace("_", " ")
        best = ", ".join(f"{value:,}" for value in row.best or ())
        got = f", best f = {best}" if best else ""
        return f"{counts}\n{_OPEN} {ended} ({row.seconds:.1f} CPU s){got}"
    printed = " / ".join(row.cell.figures.values()) if row.cell.figures else row.cell.exceeded
    return f"{counts}\n{row.mark} {printed}"


def _print(paper: PaperTable, rows: Sequence[_Row], skipped: Sequence[Cell]) -> None:
    from rich.table import Table

    table = Table()
    table.add_column("")
    for column in paper.columns:
        table.add_column(column.title)
    for domain, texts in _texts(paper, rows, skipped).items():
        table.add_row(domain, *texts)
    console = output_console()
    console.print(f"{paper.title} ({' / '.join(paper.counters)})", style="bold")
    console.print(table)
    console.print(_summary(rows))


def _summary(rows: Sequence[_Row]) -> str:
    compared = [row for row in rows if row.cell.figures]
    equal = sum(row.mark == _EQUAL for row in compared)
    seconds = sum(row.seconds for row in rows)
    text = f"{equal} of {len(compared)} cells equal, {seconds:.2f} CPU s together\n{_LEGEND}"
    further = [row for row in rows if row.queues]
    if not further:
        return text
    solved = sum(row.mark == _BEYOND for row in further)
    beyond = f"{solved} of {len(further)} cells beyond the paper's limits solved"
    return f"{beyond}; {text}\n{_BEYOND_LEGEND}"


def _as_markdown(paper: PaperTable, rows: Sequence[_Row], skipped: Sequence[Cell]) -> str:
    lines = ["| | " + " | ".join(c.title for c in paper.columns) + " |"]
    lines.append("|---|" + "---|" * len(paper.columns))
    for domain, texts in _texts(paper, rows, skipped).items():
        lines.append(f"| {domain} | {' | '.join(texts)} |".replace("\n", " "))
    return "\n".join(lines) + f"\n\n{_summary(rows)}\n"
