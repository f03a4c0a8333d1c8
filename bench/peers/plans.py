"""Time to a plan on growing instances: our programs beside Fast Downward's LAMA-first."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.peers import fast_downward
from bench.table import number
from genplan.benchmarks import BENCHMARKS
from genplan.fast_downward import driver
from genplan.pddl.model import Instance
from genplan.pddl.writer import write_domain, write_instance
from genplan.plan import parse_plan
from genplan.report.plot import Line, Plot
from genplan.validation import validate_plan

DOCS = Path(__file__).parent.parent.parent / "docs"
LIMIT = 60.0
MEMORY = 6 << 30
GENPLAN, LAMA = "genplan", "LAMA-first"

SIZES = {
    "gripper": (10, 30, 100, 300, 1_000, 3_000, 10_000, 100_000),
    "visitall": (5, 10, 20, 40, 80, 160, 320),
    "corridor": (10, 30, 100, 300, 1_000, 3_000, 10_000),
    "spanner": (3, 10, 20, 40, 80, 160, 320),
    "ontable": (5, 10, 20, 40, 80, 160, 320),
}
"""The sizes of the instances, in the units that `genplan benchmarks` tells."""


@dataclass(frozen=True)
class Attempt:
    """A system on an instance: CPU seconds of all processes, and the length of its plan."""

    system: str
    domain: str
    size: int
    seconds: float
    length: int | None

    def __str__(self) -> str:
        """Return the cell of the table."""
        if self.length is None:
            return f"none in {LIMIT:.0f} s" if self.seconds > 0.9 * LIMIT else "none: no memory"
        return f"{number(self.seconds)} ({self.length:,})"


@dataclass(frozen=True)
class Files:
    """An instance on disk."""

    domain: Path
    problem: Path
    program: Path
    plan: Path


def compare(domain: str) -> Iterator[Attempt]:
    """Yield attempts on growing instances; who has failed once is not asked again."""
    running = [GENPLAN, LAMA]
    for size in SIZES[domain]:
        (instance,) = BENCHMARKS[domain].generate([size], 31)
        with TemporaryDirectory() as folder:
            files = _write(instance, Path(folder))
            for system in list(running):
                attempt = _attempt(system, domain, size, files, instance)
                print(f"{domain:10} {size:7,} {system:10} {attempt}", flush=True)
                if attempt.length is None:
                    running.remove(system)
                yield attempt
        if not running:
            return


def synthesis_seconds(domain: str) -> float:
    """Return the CPU seconds of `genplan solve` on the training set, from the shell."""
    command = [sys.executable, "-m", "genplan", "solve", domain, "--quiet", "--json"]
    return min(_child(command)[0] for _ in range(3))


def _write(instance: Instance, folder: Path) -> Files:
    files = Files(*(folder / n for n in ("domain.pddl", "problem.pddl", "program.gp", "plan.txt")))
    files.domain.write_text(write_domain(instance.domain), "utf-8")
    files.problem.write_text(write_instance(instance), "utf-8")
    files.program.write_text(BENCHMARKS[instance.domain.name].program_text or "", "utf-8")
    return files


def _attempt(system: str, domain: str, size: int, files: Files, instance: Instance) -> Attempt:
    if system == GENPLAN:
        names = [str(p) for p in (files.program, files.domain, files.problem)]
        command = [sys.executable, "-m", "genplan", "run", *names, "-o", str(files.plan)]
        seconds, _ = _child(command)
        text = files.plan.read_text("utf-8") if files.plan.is_file() else None
    else:
        folder = files.plan.parent
        memory = ["--overall-memory-limit", f"{MEMORY >> 20}M", "--alias", "lama-first"]
        run = fast_downward.run_driver(files.domain, files.problem, [], folder, LIMIT, *memory)
        seconds, text = run.cpu_seconds, run.plan
    files.plan.unlink(missing_ok=True)
    if text is None:
        return Attempt(system, domain, size, seconds, None)
    plan = parse_plan(text)
    verdict = validate_plan(instance, plan)
    if not verdict:
        raise SystemExit(f"{system} on {instance.name}: the plan is invalid: {verdict.reason}")
    return Attempt(system, domain, size, seconds, len(plan))


def _child(command: list[str]) -> tuple[float, int]:
    """Return the CPU seconds of a process, stopped at the limits, and its exit code."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    code = subprocess.run(
        command, capture_output=True, check=False, preexec_fn=_limit, env={**os.environ}
    ).returncode
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime - start.ru_utime + end.ru_stime - start.ru_stime, code


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (int(LIMIT), int(LIMIT) + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def show_plans() -> None:
    """Measure, print, and write the table and the plots of the docs."""
    if driver() is None:
        raise SystemExit(fast_downward.MISSING)
    parts = []
    for domain in SIZES:
        attempts = list(compare(domain))
        _plot(domain, attempts).write(DOCS / "plots" / f"peers-{domain}.svg")
        parts.append(_section(domain, synthesis_seconds(domain), attempts))
    _into_docs("\n".join(parts))


def _section(domain: str, synthesis: float, attempts: list[Attempt]) -> str:
    cells = {(a.size, a.system): str(a) for a in attempts}
    sizes = dict.fromkeys(a.size for a in attempts)
    rows = [
        f"| {size:,} | {cells.get((size, GENPLAN), '')} | {cells.get((size, LAMA), '')} |"
        for size in sizes
    ]
    unit = BENCHMARKS[domain].unit
    lines = [
        f"### {domain}",
        "",
        f"The program was synthesized once, in {number(synthesis)} CPU seconds.",
        "",
        f"| {unit} | genplan: CPU s (plan) | LAMA-first: CPU s (plan) |",
        "|---:|---:|---:|",
        *rows,
        "",
        f"![CPU seconds to a plan, {domain}](plots/peers-{domain}.svg)",
        "",
    ]
    return "\n".join(lines)


def _plot(domain: str, attempts: list[Attempt]) -> Plot:
    lines = []
    for system in (GENPLAN, LAMA):
        points = [(a.size, a.seconds) for a in attempts if a.system == system and a.length]
        failed = any(a.system == system and a.length is None for a in attempts)
        lines.append(Line(system, tuple(points), f"then > {LIMIT:.0f} s" if failed else ""))
    title = f"Time to a plan, start and loading included: {domain}"
    return Plot(title, BENCHMARKS[domain].unit, "CPU seconds", tuple(lines))


def _into_docs(text: str) -> None:
    """Put the tables between the two markers of the page."""
    page = DOCS / "peers.md"
    begin, end = "<!-- measured: begin -->\n", "<!-- measured: end -->"
    before, _, rest = page.read_text("utf-8").partition(begin)
    _, _, after = rest.partition(end)
    page.write_text(f"{before}{begin}\n{text}\n{end}{after}", "utf-8")
