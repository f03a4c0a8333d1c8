"""Evidence about a program, as tables for people and as plain values for JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from genplan.cli.console import output_console
from genplan.evidence.check import Evidence
from genplan.evidence.cost import Cost
from genplan.evidence.counterexamples import CounterexampleSearch
from genplan.evidence.finding import Finding, Status
from genplan.evidence.loops import Loop
from genplan.evidence.order import OrderReport
from genplan.pddl.model import Instance
from genplan.pddl.writer import write_instance

__all__ = ["evidence_as_dict", "print_evidence"]

_STYLES: Final = {
    Status.PROVEN: "bold green",
    Status.TESTED: "green",
    Status.NOT_PROVEN: "yellow",
    Status.NOT_TESTED: "yellow",
    Status.FAILS: "bold red",
}
_MOST_ROWS: Final = 20


def evidence_as_dict(evidence: Evidence, files: dict[str, Path]) -> dict[str, Any]:
    """Return evidence as plain values, for JSON."""
    termination = evidence.termination
    return {
        "fails": bool(evidence.failures),
        "findings": [_finding(finding, files) for finding in evidence.findings],
        "termination": {
            "proven": termination.proven,
            "steps": None if termination.steps is None else str(termination.steps),
            "loops": [_loop(loop) for loop in termination.loops],
        },
        "orders": [_order(report) for report in evidence.orders],
        "cost": _cost(evidence.cost),
        "counterexample": None if evidence.search is None else _search(evidence.search),
    }


def _finding(finding: Finding, files: dict[str, Path]) -> dict[str, Any]:
    file = files.get(finding.subject)
    return {
        "subject": finding.subject,
        "status": finding.status.value,
        "detail": finding.detail,
        "instance": _pddl(finding.instance),
        "file": None if file is None else str(file),
    }


def _pddl(instance: Instance | None) -> str | None:
    return None if instance is None else write_instance(instance)


def _loop(loop: Loop) -> dict[str, Any]:
    return {
        "first": loop.first,
        "last": loop.last,
        "proven": loop.proven,
        "rounds": None if loop.rounds is None else str(loop.rounds),
        "reason": loop.reason,
    }


def _order(report: OrderReport) -> dict[str, Any]:
    example = report.example
    return {
        "type": report.type,
        "status": report.status.value,
        "orders": report.orders,
        "failed": report.failed,
        "instances": report.instances,
        "stands_for": list(report.mirrors),
        "outcome": None if example is None else example.outcome,
        "working_order": None if example is None else list(example.working_order),
    }


def _cost(cost: Cost) -> dict[str, Any]:
    return {
        "steps_exponent": cost.steps_exponent,
        "plan_exponent": cost.plan_exponent,
        "size_counts": list(cost.types),
        "bound": None if cost.bound is None else str(cost.bound),
        "bound_exponent": cost.bound_exponent,
        "instances": [
            {
                "name": row.name,
                "objects": row.objects,
                "size": row.size,
                "steps": row.steps,
                "plan_length": row.plan_length,
                "bound": row.bound,
            }
            for row in cost.rows
        ],
    }


def _search(search: CounterexampleSearch) -> dict[str, Any]:
    found = search.found
    return {
        "tested": search.tested,
        "unsolvable": search.unsolvable,
        "stopped": search.undecided,
        "found": None
        if found is None
        else {
            "size": found.size,
            "seed": found.seed,
            "outcome": found.outcome,
            "detail": found.detail,
            "solvable": found.solvable.value,
            "instance": write_instance(found.instance),
            "original": write_instance(found.original),
        },
    }


def print_evidence(evidence: Evidence, files: dict[str, Path]) -> None:
    """Print the findings, what the program costs, and the instances on which it fails."""
    from rich.table import Table
    from rich.text import Text

    console = output_console()
    table = Table.grid(padding=(0, 2))
    for finding in evidence.findings:
        table.add_row(
            Text(finding.subject),
            Text(finding.status.value, _STYLES[finding.status]),
            Text(finding.detail),
        )
    console.print(table)
    console.print()
    _print_cost(evidence.cost)
    for finding in evidence.failures:
        if finding.instance is not None:
            _print_instance(finding.subject, finding.instance, files)
    if evidence.search is not None and evidence.search.found is not None:
        file = files.get(
            evidence.search.finding.subject, "FOLDER/counterexample.pddl, from -o FOLDER"
        )
        click.echo(f"to train with the counterexample: genplan solve … --add {file}")
    failing = len(evidence.failures)
    console.print(
        f"{failing} of {len(evidence.findings)} answers fail" if failing else "nothing fails",
        style="bold red" if failing else "bold green",
    )


def _print_cost(cost: Cost) -> None:
    from rich.table import Table
    from rich.text import Text

    if not cost.rows:
        return
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("instance")
    for heading in ("objects", "steps", "proven bound", "plan length"):
        table.add_column(heading, justify="right")
    for row in cost.rows[:_MOST_ROWS]:
        bound = "" if row.bound is None else f"{row.bound:,}"
        numbers = (f"{row.objects:,}", f"{row.steps:,}", bound, f"{row.plan_length:,}")
        table.add_row(Text(row.name), *numbers)
    if len(cost.rows) > _MOST_ROWS:
        table.add_row(f"and {len(cost.rows) - _MOST_ROWS} more", "", "", "", "")
    exponents = (cost.steps_exponent, cost.bound_exponent, cost.plan_exponent)
    if any(e is not None for e in exponents):
        fitted = ["" if e is None else f"n^{e:.1f}" for e in exponents]
        table.add_row(Text("grows like", "bold"), Text("n", "bold"), *fitted)
    console = output_console()
    console.print(table)
    console.print()


def _print_instance(subject: str, instance: Instance, files: dict[str, Path]) -> None:
    if subject in files:
        click.echo(f"{subject}: written to {files[subject]}")
    elif len(instance.initial) <= 2 * _MOST_ROWS:
        output_console().print(f"; {subject}", markup=False, style="bold")
        click.echo(write_instance(instance))
    else:
        click.echo(f"{subject}: the instance {instance.name} is long; -o FOLDER writes it")
