"""Bundled domains with generators of instances of any size.

The eight domains of the paper come first; the others are from the planning competitions and
the literature on generalized planning. Half of these are for tuning, half are held out.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from genplan.benchmarks import (
    baking,
    barman,
    blocks_clear,
    blocks_on,
    blocks_tower,
    blocksworld,
    childsnack,
    corridor,
    corridor_plain,
    delivery,
    ferry,
    grid,
    gripper,
    intrusion,
    lock,
    logistics,
    miconic,
    ontable,
    reward,
    rovers,
    satellite,
    spanner,
    transport,
    visitall,
    visitall_moves,
)
from genplan.benchmarks.benchmark import Benchmark, InstanceSet, Role, Suite
from genplan.errors import ProblemError, did_you_mean

__all__ = [
    "BENCHMARKS",
    "LITERATURE_BENCHMARKS",
    "PAPER_BENCHMARKS",
    "Benchmark",
    "InstanceSet",
    "Role",
    "Suite",
    "get_benchmark",
]

PAPER_BENCHMARKS: Final[Mapping[str, Benchmark]] = MappingProxyType(
    {
        module.BENCHMARK.name: module.BENCHMARK
        for module in (baking, corridor, gripper, intrusion, lock, ontable, spanner, visitall)
    }
)
"""The paper's eight benchmarks by name, in alphabetical order."""

LITERATURE_BENCHMARKS: Final[Mapping[str, Benchmark]] = MappingProxyType(
    {
        module.BENCHMARK.name: module.BENCHMARK
        for module in (
            barman,
            blocks_clear,
            blocks_on,
            blocks_tower,
            blocksworld,
            childsnack,
            corridor_plain,
            delivery,
            ferry,
            grid,
            logistics,
            miconic,
            reward,
            rovers,
            satellite,
            transport,
            visitall_moves,
        )
    }
)
"""The other benchmarks by name, in alphabetical order."""

BENCHMARKS: Final[Mapping[str, Benchmark]] = MappingProxyType(
    {**PAPER_BENCHMARKS, **LITERATURE_BENCHMARKS}
)
"""All benchmarks by name, those of the paper first."""


def get_benchmark(name: str) -> Benchmark:
    """Return the benchmark of that name; case does not matter."""
    found = BENCHMARKS.get(name.lower())
    if found is None:
        hint = did_you_mean(name, BENCHMARKS) or f"the benchmarks are: {', '.join(BENCHMARKS)}"
        raise ProblemError(f'unknown benchmark "{name}"; {hint}')
    return found
