"""The table of all bundled domains: solved without knobs; paper, tuning and held-out apart."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import click

from genplan.benchmarks import Benchmark
from genplan.cli.console import error_console, output_console, print_json
from genplan.coverage import MOST_ASKED, MOST_FAILURES, Covered, Planner, cover
from genplan.fast_downward import lama_first, obstacle
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
_COMPARED: Final = ("LAMA validated", "actions / LAMA's")
_PARTIAL: Final = (
    "Where the outcome is not solved, the program is the best one for fewer instances: of those "
    "found within as much time again for the smallest instance, the two, four, … smallest, the one "
    "that solves most of the training set and the pool."
)


def run_coverage(
    benchmarks: Sequence[Benchmark],
    options: Mapping[str, Any],
    time_limit: float,
    planner_limit: float | None,
    form: str,
) -> None:
    """Solve benchmarks without knobs and print the table in a form.

    Plans are compared with those of a classical planner that has so many seconds, if any.
    """
    notes = (_PARTIAL, _note(planner_limit))
    planner: Planner | None = None
    if planner_limit is not None and not obstacle():
        memory = options["memory_limit"]
        planner = partial(lama_first, time_limit=planner_limit, memory_limit=memory)
    if planner is None:
        error_console().print(notes[-1], style="yellow", markup=False)
    ordered = [b for role in _ROLES for b in benchmarks if b.role == role]
    rows = [_covered(benchmark, options, time_limit, planner) for benchmark in ordered]
    if form == "json":
        print_json([_values(row) for row in rows])
    elif form == "csv":
        click.echo(_as_csv(rows), nl=False)
    elif form == "markdown":
        click.echo("\n".join(_as_markdown(rows, notes)))
    else:
        _print(rows, notes)


def _note(planner_limit: float | None) -> str:
    """Return how plan lengths are compared, or why they are not."""
    if planner_limit is None:
        return "Plan lengths are not compared with a classical planner's (--no-planner)."
    if obstacle():
        return f"Plan lengths are not compared with a classical planner's: {obstacle()}"
    return (
        f"LAMA validated: what LAMA-first solves of {MOST_ASKED} validation instances evenly "
        f"spread over their sizes, with {planner_limit:g} CPU seconds for each. actions / LAMA's: "
        "our actions for one of LAMA-first over all instances that both solve (so many) among "
        f"these and {MOST_ASKED} of the pool. The smallest are asked first; after "
        f"{MOST_FAILURES} failures in a row the larger ones count as not solved."
    )


def _covered(
    benchmark: Benchmark, options: Mapping[str, Any], time_limit: float, planner: Planner | None
) -> Covered:
    row = cover(benchmark, options, time_limit, planner, options["jobs"])
    console = error_console()
    console.print("  ".join(filter(None, _texts(row))), markup=False)
    for reason in row.comparison.refused if row.comparison else ():
        console.print(f"a plan of LAMA-first is not valid: {reason}", style="yellow", markup=False)
    return row


def _values(row: Covered) -> dict[str, Any]:
    """Return a row as plain values; without a solution, they are of the best partial program."""
    program, compared = row.program, row.comparison
    ratio = compared.ratio if compared else None
    return {
        "domain": row.benchmark.name,
        "role": row.benchmark.role,
        "outcome": row.solution.outcome.value,
        "language": _language(program),
        "length": len(program) if program else None,
        "pointers": len(program.pointers) if program else None,
        "evaluated": row.solution.statistics.evaluated,
        "seconds": round(row.seconds, 2),
        "given_solved": row.given.solved,
        "given": len(row.given.instances),
        "validated": row.validation.solved,
        "instances": len(row.benchmark.validation_set),
        "goals_reached": round(row.goals_reached, 3),
        "actions": None if row.actions is None else round(row.actions, 1),
        "planner_validated": compared.larger_solved if compared else None,
        "planner_asked": compared.larger if compared else None,
        "compared": compared.compared if compared else None,
        "actions_ratio": None if ratio is None else round(ratio, 3),
        "program": str(program).split("\n") if program else None,
    }


def _texts(row: Covered) -> tuple[str, ...]:
    """Return the cells of the table."""
    v = _values(row)
    cells = [
        v["domain"],
        v["role"],
        v["outcome"].replace("_", " "),
        v["language"] or "",
        str(v["length"] or ""),
        str(v["pointers"] or ""),
        f"{v['evaluated']:,}",
        f"{v['seconds']:.1f}",
        f"{v['validated']} of {v['instances']}" if v["program"] else "",
        f"{v['actions']:,.1f}" if v["validated"] else "",
    ]
    if row.comparison is not None:
        ratio = f"{v['actions_ratio']:.2f} ({v['compared']})" if v["compared"] else ""
        cells += [f"{v['planner_validated']} of {v['planner_asked']}", ratio]
    return tuple(cells)


def _language(program: AnyProgram | None) -> str | None:
    if program is None:
        return None
    return "structured" if isinstance(program, StructuredProgram) else "goto"


def _head(rows: Sequence[Covered]) -> tuple[str, ...]:
    return (*_HEAD, *(_COMPARED if any(row.comparison for row in rows) else ()))


def _summary(rows: Sequence[Covered]) -> Iterator[str]:
    for role in _ROLES:
        of_role = [row for row in rows if row.benchmark.role == role]
        if of_role:
            found = [row for row in of_role if row.solution.program]
            general = [row for row in found if row.validation]
            lucky = [r for r in of_role if r not in found and r.given and r.validation]
            more = f"; {len(lucky)} more with one found for the smallest instances" if lucky else ""
            yield (
                f"{role}: {len(found)} of {len(of_role)} domains solved, "
                f"{len(general)} with a program that solves every validation instance{more}"
            )


def _as_csv(rows: Sequence[Covered]) -> str:
    text = io.StringIO()
    names = list(_values(rows[0])) if rows else []
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(_values, rows))
    return text.getvalue()


def _as_markdown(rows: Sequence[Covered], notes: Sequence[str]) -> Iterator[str]:
    head = _head(rows)
    yield "| " + " | ".join(head) + " |"
    yield "|---" * len(head) + "|"
    for row in rows:
        yield "| " + " | ".join(_texts(row)) + " |"
    yield ""
    for line in _summary(rows):
        yield f"- {line}"
    for note in notes:
        yield f"\n{note}"
    for row in rows:
        if row.program is not None:
            yield f"\n{row.benchmark.name}{_partial(row)}:\n\n```text\n{row.program}\n```"


def _partial(row: Covered) -> str:
    """Return what the best program solves where none solves everything."""
    if row.solution.program is not None:
        return ""
    return (
        f", not solved; the best program for fewer instances solves {row.given.solved} of the "
        f"{len(row.given.instances)} instances given and {row.validation.solved} of the "
        f"{len(row.validation.instances)} for validation, with {row.goals_reached:.0%} of the "
        "goal facts of the latter"
    )


def _print(rows: Sequence[Covered], notes: Sequence[str]) -> None:
    from rich.box import SIMPLE
    from rich.table import Table

    console = output_console()
    for role in _ROLES:
        of_role = [row for row in rows if row.benchmark.role == role]
        if of_role:
            table = Table(*_without_role(_head(rows)), title=role, box=SIMPLE, padding=(0, 1, 0, 0))
            for row in of_role:
                table.add_row(*_without_role(_texts(row)))
            console.print(table)
    for line in _summary(rows):
        console.print(line)
    for row in rows:
        if row.program is not None and row.solution.program is None:
            console.print(f"\n{row.benchmark.name}{_partial(row)}:\n{row.program}", markup=False)
    for note in notes:
        console.print(f"\n{note}", markup=False)


def _without_role(cells: Sequence[str]) -> Sequence[str]:
    """Return the cells where the role is the title of the table."""
    return (cells[0], *cells[2:])
