"""Fast Downward, a classical planner to compare with, as PyPI's `up-fast-downward` brings it."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from genplan.errors import MissingExtraError
from genplan.pddl.model import Instance
from genplan.pddl.writer import write_domain, write_instance
from genplan.plan import GroundAction, parse_plan

__all__ = ["DriverRun", "driver", "lama_first", "obstacle", "run_driver"]

EXTRA: Final = "peers"


@dataclass(frozen=True, slots=True)
class DriverRun:
    """The text of the plan, None without one, and what the driver printed."""

    plan: str | None
    output: str


def driver() -> Path | None:
    """Return the path of Fast Downward's driver, None if it is not installed."""
    found = importlib.util.find_spec("up_fast_downward")
    if found is None or found.origin is None:
        return None
    path = Path(found.origin).parent / "downward" / "fast-downward.py"
    return path if path.is_file() else None


def obstacle() -> str:
    """Return why the planner cannot be asked and what to do, nothing if it can."""
    if sys.platform == "win32":
        return "Fast Downward has no time limit on Windows; use Linux or macOS"
    if driver() is None:
        return f"Fast Downward is not installed; install it: pip install 'genplan[{EXTRA}]'"
    return ""


def lama_first(
    instance: Instance, *, time_limit: float, memory_limit: int
) -> tuple[GroundAction, ...] | None:
    """Return the first plan of LAMA, None if it has none within the limits.

    The time is CPU seconds of translation and search together, rounded up to a whole number.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        domain, problem = folder / "domain.pddl", folder / "problem.pddl"
        domain.write_text(write_domain(instance.domain), "utf-8")
        problem.write_text(write_instance(instance), "utf-8")
        memory = ("--overall-memory-limit", f"{memory_limit >> 20}M")
        before = (*(memory if sys.platform == "linux" else ()), "--alias", "lama-first")
        run = run_driver(domain, problem, (), folder, time_limit, *before)
    return None if run.plan is None else parse_plan(run.plan, f"plan for {instance.name}")


def run_driver(
    domain: Path, problem: Path, search: Sequence[str], folder: Path, limit: float, *before: str
) -> DriverRun:
    """Return a run of the driver in a folder, with options before the files and a search."""
    path = driver()
    if path is None:
        raise MissingExtraError("Fast Downward", "up-fast-downward", EXTRA)
    plan = folder / "plan.txt"
    command = [sys.executable, str(path), "--plan-file", str(plan)]
    command += ["--overall-time-limit", f"{ceil(limit)}s", *before]
    command += [str(domain), str(problem), *search]
    run = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    text = plan.read_text("utf-8") if plan.is_file() else None
    return DriverRun(text, run.stdout + run.stderr)
