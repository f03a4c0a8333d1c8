"""What a search found: printed, as JSON, and saved."""

from __future__ import annotations

import time
from typing import Any

import click

from genplan.cli.app import exit_code_of
from genplan.cli.console import error_console, output_console, print_json, write_file
from genplan.cli.display import human_bytes
from genplan.cli.memory import peak_memory
from genplan.cli.options import AUTO
from genplan.cli.report import report_of, save_page
from genplan.cli.shortened import print_shortened, shortened_as_dict
from genplan.cli.trials import as_rows, print_trials
from genplan.outcomes import SearchOutcome
from genplan.planner import Solution
from genplan.program import AnyProgram
from genplan.program.text import format_program
from genplan.search import Configuration, ProgramLanguage
from genplan.version import __version__

__all__ = ["finish"]


def finish(
    solution: Solution,
    *,
    output: str | None,
    as_json: bool,
    verbose: bool,
    quiet: bool,
    page: str | None = None,
    engine: str | None = None,
) -> int:
    """Print and save what was found; return the exit code."""
    try:
        if as_json:
            print_json(as_dict(solution))
        elif output != "-":
            _print_solution(solution, verbose=verbose)
    finally:  # also where nobody reads what is printed, as in `genplan solve … | head -1`
        if output:
            _save(solution, output)
        if page:
            save_page(report_of(solution, engine), page, quiet=quiet)
    return exit_code_of(solution.outcome)


def _save(solution: Solution, output: str) -> None:
    """Write the program, or the best partial one; after printing, so that nothing is lost."""
    program = solution.program or solution.best_partial
    if program is None:
        return
    write_file(output, _file_text(solution, program))
    if output != "-":
        what = "" if solution.program else "the partial program "
        error_console().print(f"{what}saved to {output}", markup=False)


def _file_text(solution: Solution, program: AnyProgram) -> str:
    header, _, body = format_program(program).partition("\n")
    names = _order(solution.configuration)
    strategy = solution.configuration.strategy.value
    if solution.trials:
        strategy = AUTO
    state = "" if solution.program else f"; PARTIAL: the search ended {solution.outcome.value}\n"
    made = (
        f"; genplan {__version__}, {strategy}({names}), "
        f"{len(solution.problem.instances)} instances, {solution.statistics.evaluated} evaluated\n"
    )
    return f"{header}\n{state}{made}{body}"


def _order(configuration: Configuration) -> str:
    """Return what orders the open nodes, as on the command line."""
    return ";".join(map(str, configuration.open_queues))


def as_dict(solution: Solution) -> dict[str, Any]:
    """Return a solution as plain values, for JSON."""
    s = solution.statistics
    program = solution.program
    partial = None if program else solution.best_partial
    return {
        "outcome": solution.outcome.value,
        "domain": solution.problem.domain.name,
        "program": _text_lines(program),
        "best_partial": _text_lines(partial),
        "shortened": shortened_as_dict(solution.shortened) if solution.shortened else None,
        "lines": solution.configuration.lines,
        "pointers": {z.name: z.type for z in solution.problem.pointers},
        "search": AUTO if solution.trials else solution.configuration.strategy.value,
        "evaluate": [str(e) for e in solution.configuration.evaluations],
        "queues": [str(queue) for queue in solution.configuration.queues],
        "tried": as_rows(solution.trials),
        "diagnosis": None if program else list(solution.diagnosis.advice),
        "instances": [instance.name for instance in solution.problem.instances],
        "active": list(solution.active),
        "statistics": {
            "expanded": s.expanded,
            "evaluated": s.evaluated,
            "dead": s.dead,
            "states": s.states,
            "landmark_seconds": s.landmark_seconds,
            "search_seconds": s.search_seconds,
            "total_seconds": time.process_time(),
            "peak_memory_bytes": peak_memory(),
        },
    }


def _text_lines(program: AnyProgram | None) -> list[str] | None:
    return None if program is None else str(program).split("\n")


def _print_solution(solution: Solution, *, verbose: bool) -> None:
    console = output_console()
    program = solution.program or solution.best_partial
    console.print(_headline(solution), style="bold", markup=False)
    if solution.shortened is not None:
        print_shortened(solution.shortened, solution.configuration.language.unit)
    if program is not None:
        if not solution.program:
            console.print("best partial program so far:")
        console.print()
        click.echo(format_program(program))
    _print_statistics(solution)
    if solution.trials:
        print_trials(solution.trials, in_full=verbose)
    _print_active(solution)
    if not solution.program:
        _print_diagnosis(solution)


def _print_diagnosis(solution: Solution) -> None:
    advice = solution.diagnosis.advice
    if advice:
        console = output_console()
        console.print("\nWhy no program?", style="bold")
        for sentence in advice:
            console.print(f"- {sentence}", markup=False)


def _headline(solution: Solution) -> str:
    name, program = solution.problem.domain.name, solution.program
    if program is not None:
        unit = solution.configuration.language.unit
        return f"{name}: solved ({len(program)} {unit}, {_pointers(len(program.pointers))})"
    bounds = _bounds(solution)
    return {
        SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS: _exhausted(solution, bounds),
        SearchOutcome.NOT_COMPLETE: (
            f"{name}: no program found, and not complete: nodes beyond --open-limit were dropped "
            f"({bounds}); try a higher one"
        ),
        SearchOutcome.OUT_OF_BUDGET: (
            f"{name}: no program found among the nodes evaluated ({bounds}); "
            "try a higher --evaluation-limit"
        ),
        SearchOutcome.OUT_OF_TIME: f"{name}: out of time, no program found ({bounds})",
        SearchOutcome.OUT_OF_MEMORY: f"{name}: out of memory, no program found ({bounds})",
        SearchOutcome.INTERRUPTED: f"{name}: interrupted, no program found ({bounds})",
    }[solution.outcome]


def _bounds(solution: Solution) -> str:
    """Return up to where programs were searched for."""
    if not solution.trials:
        pointers = _pointers(len(solution.problem.pointers))
        return f"{solution.configuration.lines} {solution.configuration.language.unit}, {pointers}"
    longest: dict[ProgramLanguage, int] = {}
    for attempt in (trial.attempt for trial in solution.trials):
        language = attempt.setting.language
        longest[language] = max(attempt.lines, longest.get(language, 0))
    return ", ".join(f"up to {most} {language.unit}" for language, most in longest.items())


def _exhausted(solution: Solution, bounds: str) -> str:
    """Return what it means that everything was tried; of structured programs it is no proof."""
    name = solution.problem.domain.name
    languages = dict.fromkeys(trial.attempt.setting.language for trial in solution.trials)
    if ProgramLanguage.STRUCTURED not in languages:
        return (
            f"{name}: no program exists within these bounds ({bounds}); "
            "try more lines or more pointers"
        )
    units = " or ".join(language.unit for language in languages)
    return (
        f"{name}: no program found among all that the searches make within these bounds "
        f"({bounds}); try more {units} or more pointers"
    )


def _pointers(count: int) -> str:
    return f"{count} pointer{'' if count == 1 else 's'}"


def _print_statistics(solution: Solution) -> None:
    from rich.table import Table

    s = solution.statistics
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    table.add_column(justify="right")
    table.add_column(style="dim")
    table.add_column(justify="right")
    for row in (
        ("expanded", f"{s.expanded:,}", "landmarks", f"{s.landmark_seconds:.3f} CPU s"),
        ("evaluated", f"{s.evaluated:,}", "search", f"{s.search_seconds:.3f} CPU s"),
        ("dead ends", f"{s.dead:,}", "total", f"{time.process_time():.3f} CPU s"),
        ("states", f"{s.states:,}", "memory", human_bytes(peak_memory())),
    ):
        table.add_row(*row)
    output_console().print(table)


def _print_active(solution: Solution) -> None:
    from rich.table import Table
    from rich.text import Text

    total = len(solution.problem.instances)
    table = Table()
    table.add_column("instance")
    table.add_column("active after evaluations", justify="right")
    rows = list(zip(solution.active, solution.result.activated_at, strict=True))
    for name, at in rows[:20]:
        table.add_row(Text(name), f"{at:,}")
    if len(rows) > 20:
        table.add_row(f"and {len(rows) - 20} more", "")
    console = output_console()
    console.print(f"\n{len(solution.active)} of {total} instances became active")
    console.print(table)
