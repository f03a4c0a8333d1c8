"""Lines and grids are found whatever the names and the order, and nothing else is taken for one."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from genplan.benchmarks import BENCHMARKS
from genplan.pddl.model import Atom, Domain, Instance, Object
from genplan.pddl.reader import parse_domain
from genplan.report.arrangement import Arrangement, find_arrangements

DOMAIN = parse_domain(
    """(define (domain d) (:predicates (east ?x ?y) (north ?x ?y) (at ?x) (on ?x ?y))
    (:action go :parameters (?x ?y) :precondition (and (at ?x) (east ?x ?y) (north ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (on ?x ?y))))"""
)


def instance(pairs: list[tuple[str, str, str]], names: list[str] | None = None) -> Instance:
    names = names or list(dict.fromkeys(name for _, a, b in pairs for name in (a, b)))
    objects = tuple(Object(name, "object") for name in names)
    return Instance("i", DOMAIN, objects, tuple(Atom(p, (a, b)) for p, a, b in pairs), ())


def named(count: int, random: Random) -> list[str]:
    """Return names that tell nothing, in an order that tells nothing."""
    names = [f"n{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(count)]
    random.shuffle(names)
    return names


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("both_ways", [True, False])
def test_a_path_is_a_line(seed: int, both_ways: bool) -> None:
    random = Random(seed)
    names = named(7, random)
    pairs = [("east", a, b) for a, b in pairwise(names)]
    pairs += [("east", b, a) for _, a, b in pairs] if both_ways else []
    random.shuffle(pairs)
    (found,) = find_arrangements(instance(pairs, sorted(names)))
    assert (found.rows, found.columns, found.directed) == (1, 7, not both_ways)
    order = [name for name, _, _ in sorted(found.places, key=lambda p: p[2])]
    assert order == names or (both_ways and order == names[::-1])
    if both_ways:
        assert order[0] < order[-1], "the end that the instance lists first comes first"


@pytest.mark.parametrize("seed", range(3))
def test_a_total_order_is_a_line(seed: int) -> None:
    names = named(6, Random(seed))
    pairs = [("east", a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    (found,) = find_arrangements(instance(pairs))
    assert [name for name, _, _ in sorted(found.places, key=lambda p: p[2])] == names


def sides(rows: int, columns: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    found = [((r, c), (r, c + 1)) for r in range(rows) for c in range(columns - 1)]
    return found + [((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(columns)]


def neighbours(found: Arrangement) -> set[frozenset[str]]:
    """Return the pairs of objects whose cells are side by side."""
    at = {(row, column): name for name, row, column in found.places}
    return {
        frozenset((at[a], at[b])) for a, b in sides(found.rows, found.columns) if {a, b} <= set(at)
    }


@pytest.mark.parametrize("shape", [(2, 2), (2, 5), (3, 3), (4, 6)])
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_grid_is_found_by_its_corners(shape: tuple[int, int], seed: int) -> None:
    random = Random(seed)
    names = named(shape[0] * shape[1], random)
    name = {(r, c): names[r * shape[1] + c] for r in range(shape[0]) for c in range(shape[1])}
    edges = {frozenset((name[a], name[b])) for a, b in sides(*shape)}
    pairs = [("east", a, b) for a, b in map(sorted, sorted(edges, key=sorted))]
    (found,) = find_arrangements(instance(pairs, sorted(names)))
    assert {found.rows, found.columns} == set(shape)
    assert neighbours(found) == edges


def test_two_predicates_make_one_grid() -> None:
    pairs = [
        ("east" if a[0] == b[0] else "north", f"x{a[0]}{a[1]}", f"x{b[0]}{b[1]}")
        for a, b in sides(3, 4)
    ]
    found = find_arrangements(instance(pairs))
    assert [(f.predicate, f.rows * f.columns) for f in found] == [("east or north", 12)]


def test_names_tell_a_grid_with_holes() -> None:
    there = [(x, y) for x in range(2, 6) for y in range(3) if (x, y) != (3, 1)]
    pairs = [
        ("east", f"cell-{a[0]}-{a[1]}", f"cell-{b[0]}-{b[1]}")
        for a in there
        for b in there
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    ]
    (found,) = find_arrangements(instance(pairs))
    assert (found.rows, found.columns, len(found.places)) == (3, 4, 11)
    assert {n: (r, c) for n, r, c in found.places}["cell-4-2"] == (2, 2)


@pytest.mark.parametrize(
    "edges",
    [
        "ab bc ca",  # a ring
        "ab ac ad",  # a star
        "ab cd",  # two pieces
        "ab bc cd db",  # a ring with a tail
        "ab bc cd da ac",  # a square with a diagonal
        "aa bb",  # nothing between different objects
    ],
)
def test_other_graphs_are_not_arranged(edges: str) -> None:
    pairs = [("east", pair[0], pair[1]) for pair in edges.split()]
    assert find_arrangements(instance(pairs)) == ()


def test_a_ladder_with_a_false_rung_is_no_grid() -> None:
    names = named(8, Random(1))
    rungs = [(0, 4), (1, 5), (2, 7), (3, 6)]
    pairs = [("east", names[i], names[i + 1]) for i in (0, 1, 2, 4, 5, 6)]
    pairs += [("north", names[a], names[b]) for a, b in rungs]
    assert all(f.rows == 1 for f in find_arrangements(instance(pairs)))


def test_what_actions_change_arranges_nothing() -> None:
    assert find_arrangements(instance([("on", "a", "b"), ("on", "b", "c")])) == ()


@pytest.mark.parametrize(
    ("name", "predicate", "shape"),
    [
        ("lock", "adjacent", "line"),
        ("corridor", "adjacent", "line"),
        ("spanner", "link", "line"),
        ("miconic", "above", "line"),
        ("delivery", "adjacent", "grid"),
        ("visitall-moves", "connected", "grid"),
    ],
)
def test_bundled_domains_with_places(name: str, predicate: str, shape: str) -> None:
    (found,) = find_arrangements(BENCHMARKS[name].training()[-1])
    assert found.predicate == predicate
    assert (found.rows > 1) == (shape == "grid")


@pytest.mark.parametrize("name", ["gripper", "visitall", "baking", "intrusion", "ontable"])
def test_bundled_domains_without_places(name: str) -> None:
    assert find_arrangements(BENCHMARKS[name].training()[-1]) == ()


def test_an_instance_without_atoms() -> None:
    domain = Domain("empty")
    assert find_arrangements(Instance("i", domain, (), (), ())) == ()
