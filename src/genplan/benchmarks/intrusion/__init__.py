"""Intrusion: an attacker works through the hosts of a network."""

from __future__ import annotations

from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, _random: Random) -> Contents:
    """Return hosts that nobody has touched yet, the data of all of them to be stolen."""
    hosts = numbered("h", size)
    return Contents(
        objects=objects("host", hosts),
        initial=(Atom("dummy"),),
        goal=tuple(Atom("data-stolen-from", (host,)) for host in hosts),
    )


BENCHMARK: Final = Benchmark(
    name="intrusion",
    description="Steal the data of all hosts, each after the steps that give access to it.",
    unit="hosts",
    role="paper",
    smallest_size=1,
    training_set=InstanceSet(range(1, 11), seed=1007),
    pool_set=InstanceSet(range(61, 66), seed=3007),
    validation_set=InstanceSet(range(11, 61), seed=2007),
    generator=_contents,
    lines=9,
)
