"""Large instances are read in less than a second of CPU time; bench/reader.py has the figures."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from domains.corpus import domain
from genplan.benchmarks import BENCHMARKS
from genplan.pddl import Atom, Instance, Literal, Object, parse_instance, write_instance


def tower(size: int) -> Instance:
    names = [f"block-{number}" for number in range(size)]
    standing = tuple(Atom("on", pair) for pair in pairwise(names))
    goal = tuple(Literal(Atom("on", (lower, upper))) for upper, lower in pairwise(names))
    ends = (Atom("clear", (names[0],)), Atom("on-table", (names[-1],)), Atom("arm-empty"))
    blocks = tuple(Object(name, "object") for name in names)
    return Instance(f"turn-{size}", domain("blocksworld"), blocks, ends + standing, goal)


def check(expected: Instance) -> None:
    text = write_instance(expected)
    start = time.process_time()
    read = parse_instance(text, expected.domain)
    assert time.process_time() - start < 1
    assert read == expected


@pytest.mark.parametrize(
    ("name", "size"), [("gripper", 10_000), ("corridor", 2_000), ("visitall", 61)]
)
def test_bundled_benchmarks(name: str, size: int) -> None:
    check(BENCHMARKS[name].generate([size], seed=1)[0])


def test_blocksworld() -> None:
    check(tower(500))


def test_time_grows_with_the_size_of_the_file() -> None:
    """Ten times the text takes about ten times as long; quadratic growth would be a hundred."""
    seconds = []
    for size in (2_000, 20_000):
        text = write_instance(tower(size))
        start = time.process_time()
        parse_instance(text, domain("blocksworld"))
        seconds.append(time.process_time() - start)
    assert seconds[1] < 40 * seconds[0]
