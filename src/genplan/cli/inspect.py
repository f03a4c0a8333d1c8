"""`genplan inspect`: what a model offers to planning programs, and warnings."""

from __future__ import annotations

from typing import Any

import click

from genplan.cli.app import ExitCode
from genplan.cli.console import output_console, print_json, print_notices
from genplan.cli.inputs import Models, find_models
from genplan.cli.options import (
    LINES,
    POINTERS,
    domain_argument,
    instances_argument,
    json_option,
    split_option,
)
from genplan.errors import ProblemError
from genplan.inspection import SpaceSize, space_size, warnings
from genplan.problem import Pointer, make_pointers, make_problem

__all__ = ["command"]

_DEFAULT_LINES = 10


@click.command(
    "inspect",
    epilog="""\b
Examples:
  genplan inspect gripper
  genplan inspect domain.pddl problems/ --lines 8 --pointers ball=2""",
)
@domain_argument
@instances_argument
@split_option("train")
@click.option("-n", "--lines", type=LINES, help="Lines, for the size of the space.")
@click.option("--pointers", type=POINTERS, help="Pointers per type.")
@json_option
def command(
    domain: str,
    instances: tuple[str, ...],
    split: str,
    lines: int | None,
    pointers: dict[str, int] | None,
    as_json: bool,
) -> int:
    """Show types, predicates, actions, objects, pointers and the size of the space."""
    models = find_models(domain, instances, split, needed=False)
    chosen = models.benchmark.pointers if pointers is None and models.benchmark else pointers
    try:
        made = make_pointers(models.domain, chosen)
    except ProblemError as error:
        raise click.BadParameter(str(error), param_hint="--pointers") from None
    count = lines or (models.benchmark and models.benchmark.lines) or _DEFAULT_LINES
    size = space_size(models.domain, made, count)
    found = warnings(models.domain, models.instances)
    if models.instances:
        print_notices(make_problem(models.domain, models.instances).notices)
    if as_json:
        print_json(as_dict(models, made, size, found))
    else:
        _print(models, made, size, found)
    return ExitCode.SUCCESS


def as_dict(
    models: Models, pointers: tuple[Pointer, ...], size: SpaceSize, found: tuple[str, ...]
) -> dict[str, Any]:
    """Return what is shown as plain values, for JSON."""
    domain = models.domain
    return {
        "domain": domain.name,
        "types": {t.name: t.parent for t in domain.types},
        "predicates": [str(p) for p in domain.predicates],
        "static": [p.name for p in domain.predicates if p.name in domain.static_predicates],
        "actions": {a.name: [f"{p.name} - {p.type}" for p in a.parameters] for a in domain.actions},
        "instances": {
            i.name: {t: len(names) for t, names in i.objects_by_type.items() if names}
            for i in models.instances
        },
        "pointers": {z.name: z.type for z in pointers},
        "lines": size.lines,
        "instructions": {
            "actions": size.actions,
            "pointer_instructions": size.pointer_instructions,
            "tests": size.tests,
        },
        "programs": size.programs if size.programs_log10 < 18 else None,
        "programs_log10": round(size.programs_log10, 3),
        "warnings": list(found),
    }


def _print(
    models: Models, pointers: tuple[Pointer, ...], size: SpaceSize, found: tuple[str, ...]
) -> None:
    from rich.table import Table
    from rich.text import Text

    domain = models.domain
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    types = [f"{t.name} - {t.parent}" for t in domain.types] or ["object only"]
    predicates = [
        f"{p}{'  static' if p.name in domain.static_predicates else ''}" for p in domain.predicates
    ]
    actions = [
        f"{a.name}({', '.join(f'{p.name} - {p.type}' for p in a.parameters)})"
        for a in domain.actions
    ]
    per_line = size.actions + size.pointer_instructions + size.tests
    space = (
        f"{per_line} instructions (actions {size.actions}, pointers "
        f"{size.pointer_instructions}, tests {size.tests}) and gotos;\n"
        f"about 10^{size.programs_log10:.0f} programs of {size.lines:,} lines"
    )
    for label, lines in (
        ("domain", [domain.name]),
        ("types", types),
        ("predicates", predicates),
        ("actions", actions),
        ("pointers", _pointer_lines(pointers) or ["none"]),
        ("space", [space]),
    ):
        grid.add_row(label, Text("\n".join(lines)))
    console = output_console()
    console.print(grid)
    if models.instances:
        count = len(models.instances)
        console.print(f"\n{count} instance{'' if count == 1 else 's'}", style="bold")
        console.print(_instance_table(models))
    for warning in found:
        console.print(f"warning: {warning}", style="yellow", markup=False)


def _pointer_lines(pointers: tuple[Pointer, ...]) -> list[str]:
    """Return a line for each type, with all its pointers, or the first and the last one."""
    names: dict[str, list[str]] = {}
    for z in pointers:
        names.setdefault(z.type, []).append(z.name)
    return [
        f"{' '.join(found) if len(found) <= 8 else f'{found[0]} … {found[-1]}'} - {type_name}"
        for type_name, found in names.items()
    ]


def _instance_table(models: Models) -> Any:
    from rich.table import Table
    from rich.text import Text

    types = ["object", *(t.name for t in models.domain.types)]
    used = [t for t in types if any(i.objects_by_type[t] for i in models.instances)]
    if len(used) > 1 and all(o.type != "object" for i in models.instances for o in i.all_objects):
        used.remove("object")
    table = Table()
    table.add_column("instance")
    for name in used:
        table.add_column(name, justify="right")
    table.add_column("initial atoms", justify="right")
    table.add_column("goals", justify="right")
    for instance in models.instances:
        counts = [str(len(instance.objects_by_type[t])) for t in used]
        sizes = (str(len(instance.initial_state)), str(len(instance.goal)))
        table.add_row(Text(instance.name), *counts, *sizes)
    return table
