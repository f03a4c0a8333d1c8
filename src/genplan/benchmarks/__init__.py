"""The eight domains of the paper, with generators of instances of any size."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from genplan.benchmarks import (
    baking,
    corridor,
    gripper,
    intrusion,
    lock,
    ontable,
    spanner,
    visitall,
)
from genplan.benchmarks.benchmark import Benchmark, InstanceSet
from genplan.errors import ProblemError, did_you_mean

__all__ = ["BENCHMARKS", "Benchmark", "InstanceSet", "get_benchmark"]

BENCHMARKS: Final[Mapping[str, Benchmark]] = MappingProxyType(
    {
        module.BENCHMARK.name: module.BENCHMARK
        for module in (baking, corridor, gripper, intrusion, lock, ontable, spanner, visitall)
    }
)
"""The benchmarks by name, in alphabetical order."""


def get_benchmark(name: str) -> Benchmark:
    """Return the benchmark of that name; case does not matter."""
    found = BENCHMARKS.get(name.lower())
    if found is None:
        hint = did_you_mean(name, BENCHMARKS) or f"the benchmarks are: {', '.join(BENCHMARKS)}"
        raise ProblemError(f'unknown benchmark "{name}"; {hint}')
    return found
