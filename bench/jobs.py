"""How much faster several processes are: the same schedule with 1, 2 and 4 jobs, on the clock."""

from __future__ import annotations

import os
import time

from bench.cases import PAPER
from bench.table import number, show
from genplan.benchmarks import BENCHMARKS
from genplan.planner import solve
from genplan.problem import make_problem
from genplan.search import ProgramLanguage
from genplan.solution import Solution

JOBS = (1, 2, 4)


def show_auto() -> None:
    """Print what `solve` takes without knobs on the paper's domains, and with several jobs."""
    _show_language(ProgramLanguage.STRUCTURED)
    _show_language(ProgramLanguage.GOTO)
    _show_long_schedule()


def _show_language(language: ProgramLanguage) -> None:
    """Print what the programs of one language take; structured ones are tried first."""
    rows, total = [], 0.0
    for name in PAPER:
        seconds, cpu, solution = _solve(name, language, 1)
        total += cpu
        length = str(len(solution.program)) if solution.program else "none"
        evaluated = f"{solution.statistics.evaluated:,}"
        times = [seconds, *(_solve(name, language, jobs, solution)[0] for jobs in JOBS[1:])]
        rows.append([name, length, evaluated, number(cpu), *map(number, times)])
    rows.append(["together", "", "", number(total), "", "", ""])
    head = ["domain", language.unit, "evaluated", "CPU s", *(f"clock, {n} jobs" for n in JOBS)]
    show(f"The search auto without knobs, with --language {language.value}", head, rows)


def _show_long_schedule() -> None:
    """Print the speed-up where there is enough to do: going on for a shorter goto program."""
    corridor = BENCHMARKS["corridor"]
    problem = make_problem(corridor.domain, corridor.training())
    times, programs = [], set()
    for jobs in JOBS:
        began = time.perf_counter()
        programs.add(str(solve(problem, language="goto", optimize="lines", jobs=jobs).program))
        times.append(time.perf_counter() - began)
    if len(programs) > 1:
        raise SystemExit("corridor: the program depends on the number of jobs")
    rows = [
        [f"{jobs} jobs", number(seconds), f"{times[0] / seconds:.2f}x"]
        for jobs, seconds in zip(JOBS, times, strict=True)
    ]
    title = f"Corridor with --language goto --optimize lines, on {os.cpu_count()} cores"
    show(title, ["", "clock s", "speed-up"], rows)


def _solve(
    name: str, language: ProgramLanguage, jobs: int, expected: Solution | None = None
) -> tuple[float, float, Solution]:
    """Return clock and CPU seconds of this process, and what was found: always the same."""
    benchmark = BENCHMARKS[name]
    problem = make_problem(benchmark.domain, benchmark.training())
    began, cpu = time.perf_counter(), time.process_time()
    solution = solve(problem, language=language, jobs=jobs)
    clock, used = time.perf_counter() - began, time.process_time() - cpu
    if expected is not None and solution.program != expected.program:
        raise SystemExit(f"{name}: another program with {jobs} jobs")
    return clock, used, solution
