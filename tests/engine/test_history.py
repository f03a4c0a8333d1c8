"""The history of a search: bounded, even, the same in both engines, and true."""

from __future__ import annotations

from itertools import pairwise

import pytest

from genplan.benchmarks import BENCHMARKS
from genplan.planner import solve
from genplan.reference.history import MOST_SAMPLES, History
from genplan.search import SearchResult


def result_of(name: str, engine: str, evaluate: str = "landmark-count") -> SearchResult:
    benchmark = BENCHMARKS[name]
    problem, lines = benchmark.problem(), benchmark.lines or 0
    return solve(problem, lines, evaluate=evaluate, engine=engine).result


@pytest.mark.parametrize("evaluate", ["landmark-count", "goal-count,goto-count"])
def test_both_engines_tell_the_same(evaluate: str) -> None:
    core, python = (result_of("visitall", engine, evaluate) for engine in ("core", "python"))
    assert core.history == python.history
    assert [s.expanded for s in core.history] == list(range(1, core.statistics.expanded + 1))


@pytest.mark.parametrize("name", ["spanner", "gripper", "corridor"])
def test_a_history_is_bounded_even_and_within_the_search(name: str) -> None:
    result = result_of(name, "core")
    samples = result.history
    (every,) = {b.expanded - a.expanded for a, b in pairwise(samples)}
    assert MOST_SAMPLES / 2 <= len(samples) < MOST_SAMPLES
    assert result.statistics.expanded - samples[-1].expanded < every
    assert samples[-1].evaluated <= result.statistics.evaluated
    for sample in samples:
        active = sum(at < sample.evaluated for at in result.activated_at)
        assert abs(active - sample.active) <= 1, "an activation may fall on the sample itself"
    for a, b in pairwise(samples):
        assert a.evaluated <= b.evaluated
        assert a.active < b.active or a.best_values >= b.best_values


def test_best_values_begin_anew_with_an_activation() -> None:
    history = History()
    for number, (active, value) in enumerate([(1, 5), (1, 3), (1, 4), (2, 9), (2, 8)], 1):
        history.note(number, number, 0, active, (value,))
    assert [s.best_values for s in history.samples] == [(5,), (3,), (3,), (9,), (8,)]


@pytest.mark.parametrize("count", [0, 1, 511, 512, 513, 5000])
def test_samples_are_thinned_evenly(count: int) -> None:
    history = History()
    for number in range(1, count + 1):
        history.note(number, number, 0, 1, (0,))
    numbers = [s.expanded for s in history.samples]
    every = numbers[0] if numbers else 1
    assert numbers == list(range(every, count + 1, every))
    assert len(numbers) < MOST_SAMPLES
