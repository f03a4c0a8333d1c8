"""The landmark graphs of the 82 training instances, as graphs: numbering aside."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from genplan import core_engine
from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.compiled import DEFAULT_MEMORY_LIMIT, compile_problem
from genplan.engine import landmark_graph
from genplan.landmark_graph import Construction, Landmark, LandmarkGraph
from genplan.pddl import Instance
from genplan.reference.landmarks import discover

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "landmarks"
Graph = tuple[set[Hashable], set[Hashable], set[Hashable]]


@cache
def golden(name: str) -> list[dict[str, Any]]:
    with gzip.open(GOLDEN / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        graphs: list[dict[str, Any]] = json.load(file)
    return graphs


@cache
def training(name: str) -> tuple[Instance, ...]:
    return PAPER_BENCHMARKS[name].training()


def as_graph(
    count: int,
    orderings: tuple[list[list[int]], list[list[int]]],
    own_key: Callable[[int], Hashable],
) -> Graph:
    """Return the graph with landmarks named by what they say.

    A pointer landmark is named together with the one landmark that it is ordered before.
    """
    greedy, natural = orderings
    keys = [own_key(number) for number in range(count)]
    after = {p: q for p, q in greedy if is_pointer(keys[p])}
    named = [(key, keys[after[n]] if n in after else None) for n, key in enumerate(keys)]
    assert len(set(named)) == count
    return (
        set(named),
        {(named[p], named[q]) for p, q in greedy},
        {(named[p], named[q]) for p, q in natural},
    )


def is_pointer(key: Hashable) -> bool:
    return isinstance(key, tuple) and key[0] == "pointers"


def golden_graph(data: dict[str, Any]) -> Graph:
    landmarks = {entry["id"]: entry for entry in data["landmarks"]}

    def key(number: int) -> Hashable:
        entry = landmarks[number]
        if "facts" in entry:
            return "facts", frozenset(entry["facts"])
        return "pointers", frozenset(map(tuple, entry["pointers_at"]))

    return as_graph(len(landmarks), (data["greedy_necessary"], data["natural"]), key)


def found_graph(graph: LandmarkGraph) -> Graph:
    def key(number: int) -> Hashable:
        landmark: Landmark = graph.landmarks[number]
        if landmark.facts:
            return "facts", frozenset(str(fact) for fact in landmark.facts)
        return "pointers", frozenset(landmark.pointers_at)

    greedy = [list(pair) for pair in graph.greedy_necessary]
    return as_graph(len(graph), (greedy, [list(pair) for pair in graph.natural]), key)


def test_golden_graphs_are_there() -> None:
    assert sorted(path.name.split(".")[0] for path in GOLDEN.iterdir()) == list(PAPER_BENCHMARKS)
    assert sum(len(golden(name)) for name in PAPER_BENCHMARKS) == 82
    assert (
        sum(len(graph["landmarks"]) for name in PAPER_BENCHMARKS for graph in golden(name)) == 4843
    )


@pytest.mark.parametrize("engine", ["core", "python"])
@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_graphs_are_the_papers(name: str, engine: str) -> None:
    for instance, expected in zip(training(name), golden(name), strict=True):
        assert found_graph(landmark_graph(instance, engine=engine)) == golden_graph(expected)


@pytest.mark.parametrize("construction", Construction, ids=lambda c: c.value)
@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_both_engines_build_the_same_tables(name: str, construction: Construction) -> None:
    problem = compile_problem(PAPER_BENCHMARKS[name].problem())
    loaded = core_engine.load(problem)
    for compiled, instance in zip(problem.instances, loaded, strict=True):
        for pointers in (True, False):
            by_core = core_engine.discover(
                instance, construction, pointers=pointers, memory_limit=DEFAULT_MEMORY_LIMIT
            )
            assert by_core == discover(compiled, construction, pointers=pointers)
            assert len(by_core.facts) > 0
            assert bool(by_core.pointers) is pointers
