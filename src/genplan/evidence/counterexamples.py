"""Instances that a program fails on: searched for over sizes and seeds, and made small."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from genplan.cluster import open_executor
from genplan.engine import Engine
from genplan.errors import ProblemError
from genplan.evidence.finding import Finding, Status, counted
from genplan.evidence.shrinking import shrink
from genplan.evidence.solvability import Solvability, solvability
from genplan.evidence.sources import Source
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import Instance
from genplan.planner import InstanceReport, validate_instance
from genplan.program import AnyProgram

__all__ = ["Counterexample", "CounterexampleSearch", "find_counterexample"]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """An instance that a program fails on, and the generated one that it was made from."""

    instance: Instance
    original: Instance
    size: int
    seed: int
    outcome: str
    detail: str
    solvable: Solvability


@dataclass(frozen=True, slots=True)
class CounterexampleSearch:
    """What a search for a counterexample found, and how far it looked.

    Instances that cannot be solved at all prove nothing and are counted apart, and so are those
    on which the program was stopped by the time limit.
    """

    sizes: tuple[int, ...]
    tested: int
    unsolvable: int
    undecided: int
    found: Counterexample | None

    @property
    def finding(self) -> Finding:
        """Return what was found out, in plain words."""
        subject = "counterexample"
        apart = f", {self.unsolvable} of them unsolvable" if self.unsolvable else ""
        apart += f", {self.undecided} stopped by the time limit" if self.undecided else ""
        if self.found is None:
            words = f"none among {self.tested} generated instances of sizes {self._sizes}{apart}"
            return Finding(subject, Status.TESTED, words)
        example = self.found
        small = example.instance
        words = (
            f"size {example.size}, seed {example.seed}: {example.detail or example.outcome}; the "
            f"instance kept has {counted(len(small.all_objects), 'object')}, "
            f"{counted(len(small.initial), 'initial atom')} and {counted(len(small.goal), 'goal')}"
        )
        if example.solvable is Solvability.UNDECIDED:
            words += "; whether it can be solved at all is not known"
        else:
            words += "; it can be solved"
        return Finding(subject, Status.FAILS, words, small)

    @property
    def _sizes(self) -> str:
        return f"{self.sizes[0]} to {self.sizes[-1]}"


_CHECKS_PER_TRY: Final = 200_000
"""Less effort than for the first instance, since very many are tried."""

_Run: TypeAlias = Callable[[Instance], InstanceReport]


@dataclass(frozen=True, slots=True)
class _Probe:
    """A generated instance on which a program was run; kept only if it failed."""

    report: InstanceReport
    instance: Instance | None
    solvable: Solvability


def find_counterexample(
    program: AnyProgram,
    source: Source,
    sizes: Sequence[int],
    seeds: Sequence[int],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    shrunk: bool = True,
    time_limit: float | None = None,
    engine: Engine | str | None = None,
) -> CounterexampleSearch:
    """Return the first failing instance, by size and then by seed, made as small as possible.

    It counts only if it is not known to be unsolvable. `jobs` processes share the instances;
    which one is found does not depend on that.
    """
    if not sizes or not seeds:
        raise ProblemError("to look for a counterexample, sizes and seeds are needed")
    run = partial(validate_instance, program, time_limit=time_limit, engine=engine)
    pairs = [(size, seed) for size in sizes for seed in seeds]
    tested = unsolvable = undecided = 0
    with open_executor(jobs, cluster) as executor:
        for (size, seed), probe in zip(
            pairs, executor.map(partial(_probe, run, source), pairs), strict=True
        ):
            tested += 1
            undecided += probe.report.outcome == ExecutionOutcome.OUT_OF_TIME.value
            if probe.instance is None:
                continue
            if probe.solvable is Solvability.UNSOLVABLE:
                unsolvable += 1
                continue
            found = _example(run, probe, size, seed, shrunk)
            return CounterexampleSearch(tuple(sizes), tested, unsolvable, undecided, found)
    return CounterexampleSearch(tuple(sizes), tested, unsolvable, undecided, None)


def _probe(run: _Run, source: Source, at: tuple[int, int]) -> _Probe:
    instance = source.instance(*at)
    report = run(instance)
    if not _fails(report):
        return _Probe(report, None, Solvability.UNDECIDED)
    return _Probe(report, instance, solvability(instance))


def _fails(report: InstanceReport) -> bool:
    """Return whether the program ended without solving the instance, so that this is sure."""
    stopped = (ExecutionOutcome.OUT_OF_TIME.value, ExecutionOutcome.INTERRUPTED.value)
    return not report.valid and report.outcome not in stopped


def _example(run: _Run, probe: _Probe, size: int, seed: int, shrunk: bool) -> Counterexample:
    """Return the counterexample; a smaller one fails alike, and is as surely solvable."""
    original = probe.instance
    assert original is not None

    allowed = {Solvability.SOLVABLE, probe.solvable}

    def keeps(instance: Instance) -> bool:
        same = run(instance).outcome == probe.report.outcome
        return same and solvability(instance, _CHECKS_PER_TRY) in allowed

    named = replace(original, name=f"{original.name}-counterexample")
    small = shrink(named, keeps) if shrunk else named
    report = run(small)
    solvable = solvability(small)
    return Counterexample(small, original, size, seed, report.outcome, report.detail, solvable)
