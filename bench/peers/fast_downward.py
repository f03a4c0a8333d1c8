"""What Fast Downward prints and takes: landmark graphs, plans, and CPU seconds."""

from __future__ import annotations

import re
import resource
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from genplan import fast_downward
from genplan.fast_downward import driver
from genplan.pddl.model import Atom, Instance, Literal, fold
from genplan.pddl.writer import write_domain, write_instance

MISSING = 'Fast Downward is not installed; install it: pip install ".[peers]"'

LANDMARKS = "eager_greedy([landmark_sum(lm_rhw(verbosity=debug))],max_time=0)"
"""Prints the landmark graph and stops; the search itself is given no time."""

_NODE = re.compile(r'\s*lm\d+ \[label="([^"]+)"((?:, style=\w+)*)\];')
_FACT = re.compile(r"(Atom|NegatedAtom) ([^\s()]+)\(([^()]*)\)")


@dataclass(frozen=True)
class PeerLandmark:
    """A landmark as Fast Downward reports it: one of the facts, or all of them at once."""

    facts: tuple[Literal, ...]
    conjunctive: bool = False


@dataclass(frozen=True)
class PeerRun:
    """What a run took, and the text of the plan, None without one."""

    cpu_seconds: float
    plan: str | None
    output: str


def landmarks(instance: Instance) -> tuple[PeerLandmark, ...]:
    """Return the landmarks that `lm_rhw` finds, in its order."""
    with TemporaryDirectory() as folder:
        domain, problem = Path(folder) / "domain.pddl", Path(folder) / "problem.pddl"
        domain.write_text(write_domain(instance.domain), "utf-8")
        problem.write_text(write_instance(instance), "utf-8")
        run = run_driver(domain, problem, ["--search", LANDMARKS], Path(folder), 60)
    graph = run.output.partition("digraph G {")[2].partition("\n}")[0]
    if not graph:
        raise SystemExit(f"{instance.name}: Fast Downward printed no graph:\n{run.output[-2000:]}")
    nodes = (_NODE.fullmatch(line) for line in graph.splitlines())
    return tuple(_landmark(node.group(1), instance) for node in nodes if node is not None)


def run_driver(
    domain: Path, problem: Path, search: list[str], folder: Path, limit: float, *before: str
) -> PeerRun:
    """Return a run of the driver; CPU seconds are those of all its processes."""
    if driver() is None:
        raise SystemExit(MISSING)
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = fast_downward.run_driver(domain, problem, search, folder, limit, *before)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = end.ru_utime - start.ru_utime + end.ru_stime - start.ru_stime
    return PeerRun(seconds, run.plan, run.output)


def _landmark(label: str, instance: Instance) -> PeerLandmark:
    found = [_literal(match, instance) for match in _FACT.finditer(label)]
    return PeerLandmark(tuple(found), " & " in label)


def _literal(match: re.Match[str], instance: Instance) -> Literal:
    """Return the fact with our spelling: Fast Downward writes everything in lower case."""
    kind, name, arguments = match.groups()
    predicate = instance.domain.predicate(name)
    if predicate is None:
        raise SystemExit(f'{instance.name}: Fast Downward names an unknown predicate "{name}"')
    spelled = {fold(item.name): item.name for item in instance.all_objects}
    words = [word.strip() for word in arguments.split(",") if word.strip()]
    return Literal(Atom(predicate.name, tuple(spelled[w] for w in words)), kind == "Atom")
