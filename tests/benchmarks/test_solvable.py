"""Every instance from the literature has a plan, however large it is and whatever its seed."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from benchmarks.policies import POLICIES
from genplan.benchmarks import LITERATURE_BENCHMARKS
from genplan.pddl import Instance
from genplan.validation import validate_plan


def check(name: str, instances: Iterable[Instance]) -> None:
    for instance in instances:
        assert not validate_plan(instance, ())
        verdict = validate_plan(instance, POLICIES[name](instance))
        assert verdict, f"{instance.name}: {verdict.reason}"


def test_every_benchmark_from_the_literature_has_a_policy() -> None:
    assert list(POLICIES) == list(LITERATURE_BENCHMARKS)


@pytest.mark.parametrize("name", POLICIES)
def test_training_sets_and_pools_are_solvable(name: str) -> None:
    benchmark = LITERATURE_BENCHMARKS[name]
    check(name, (*benchmark.training(), *benchmark.pool()))


@pytest.mark.parametrize("name", POLICIES)
def test_validation_sets_are_solvable(name: str) -> None:
    check(name, LITERATURE_BENCHMARKS[name].validation())


@pytest.mark.parametrize("name", POLICIES)
def test_other_seeds_are_solvable(name: str) -> None:
    benchmark = LITERATURE_BENCHMARKS[name]
    first = benchmark.smallest_size
    for seed in range(10):
        check(name, benchmark.generate(range(first, first + 9), seed, per_size=2))
