"""The table of all bundled domains: solved without knobs; paper, tuning and held-out apart."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any, Final

import click

from genplan.benchmarks import Benchmark
from genplan.cli.console import error_console, output_console, print_json
from genplan.outcomes import SearchOutcome
from genplan.planner import Solution, solve, validate
from genplan.problem import make_problem
from genplan.program import AnyProgram, StructuredProgram

__all__ = ["run_coverage"]

_ROLES: Final = ("paper", "tuning", "held-out")
_HEAD: Final = (
    "domain",
    "role",
    "outcome",
    "language",
    "length",
    "pointers",
    "evaluated",
    "CPU s",
    "validated",
    "actions",
)
_SECONDS_PER_INSTANCE: Final = 10


@dataclass(frozen=True, slots=True)
class _Row:
    """How a benchmark was solved, and how its program does on the validation instances.

    `actions` is the average length of the plans of those that it solves.
    """

    benchmark: Benchmark
    solution: Solution
    seconds: float
    validated: int
    actions: float

    @property
    def values(self) -> dict[str, Any]:
        """Return the row as plain values."""
        solution = self.solution
        return {
            "domain": self.benchmark.name,
            "role": self.benchmark.role,
            "outcome": solution.outcome.value,
            "language": _language(solution.program),
            "length": len(solution.program) if solution.program else None,
            "pointers": len(solution.program.pointers) if solution.program else None,
            "evaluated": solution.statistics.evaluated,
            "seconds": round(self.seconds, 2),
            "validated": self.validated,
            "instances": len(self.benchmark.validation_set),
            "actions": round(self.actions, 1),
            "program": str(solution.program).split("\n") if solution.program else None,
        }

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the cells of the table."""
        v = self.values
        solved = f"{v['validated']} of {v['instances']}" if v["length"] else ""
        return (
            v["domain"],
            v["role"],
            v["outcome"].replace("_", " "),
            v["language"] or "",
            str(v["length"] or ""),
            str(v["pointers"] or ""),
            f"{v['evaluated']:,}",
            f"{v['seconds']:.1f}",
            solved,
            f"{v['actions']:,.1f}" if v["validated"] else "",
        )


def _language(program: AnyProgram | None) -> str | None:
    if program is None:
        return None
    return "structured" if isinstance(program, StructuredProgram) else "goto"


def run_coverage(
    benchmarks: Sequence[Benchmark],
    options: Mapping[str, Any],
    *,
    goal_facts: bool,
    form: str,
) -> None:
    """Solve benchmarks without knobs and print the table in a form."""
    ordered = [b for role in _ROLES for b in benchmarks if b.role == role]
    rows = [_run(benchmark, options, goal_facts) for benchmark in ordered]
    if form == "json":
        print_json([row.values for row in rows])
    elif form == "csv":
        click.echo(_as_csv(rows), nl=False)
    elif form == "markdown":
        click.echo("\n".join(_as_markdown(rows)))
    else:
        _print(rows)


def _run(benchmark: Benchmark, options: Mapping[str, Any], goal_facts: bool) -> _Row:
    before = process_time()
    problem = make_problem(benchmark.domain, (*benchmark.training(), *benchmark.pool()))
    solution = solve(problem, goal_facts=goal_facts, **options)
    if solution.outcome is SearchOutcome.INTERRUPTED:
        raise KeyboardInterrupt
    seconds = process_time() - before
    lengths: list[int] = []
    if solution.program is not None:
        report = validate(
            solution.program, benchmark.validation(), time_limit=_SECONDS_PER_INSTANCE
        )
        lengths = [found.plan_length for found in report.instances if found.valid]
    actions = sum(lengths) / max(1, len(lengths))
    row = _Row(benchmark, solution, seconds, len(lengths), actions)
    error_console().print("  ".join(text for text in row.texts if text), markup=False)
    return row


def _summary(rows: Sequence[_Row]) -> Iterator[str]:
    for role in _ROLES:
        of_role = [row for row in rows if row.benchmark.role == role]
        if of_role:
            found = [row for row in of_role if row.solution.program]
            general = [row for row in found if row.validated == len(row.benchmark.validation_set)]
            yield (
                f"{role}: {len(found)} of {len(of_role)} domains solved, "
                f"{len(general)} with a program that solves every validation instance"
            )


def _as_csv(rows: Sequence[_Row]) -> str:
    text = io.StringIO()
    names = list(rows[0].values) if rows else []
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(row.values for row in rows)
    return text.getvalue()


def _as_markdown(rows: Sequence[_Row]) -> Iterator[str]:
    yield "| " + " | ".join(_HEAD) + " |"
    yield "|---" * len(_HEAD) + "|"
    for row in rows:
        yield "| " + " | ".join(row.texts) + " |"
    for line in _summary(rows):
        yield f"\n{line}"
    for row in rows:
        if row.solution.program is not None:
            yield f"\n{row.benchmark.name}:\n\n```\n{row.solution.program}\n```"


def _print(rows: Sequence[_Row]) -> None:
    from rich.table import Table

    table = Table(*_HEAD)
    for row in rows:
        table.add_row(*row.texts)
    console = output_console()
    console.print(table)
    for line in _summary(rows):
        console.print(line)
