"""Pools: further instances that a program must solve, and copies with other orders of objects.

A search looks at an instance only once a program fails on it, so a large pool costs little. It
keeps programs from being lucky on a few small instances.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from genplan.errors import ProblemError
from genplan.pddl.model import Instance

__all__ = ["shuffled", "with_shuffled_copies"]


def with_shuffled_copies(
    instances: Iterable[Instance], copies: int, seed: int = 1
) -> tuple[Instance, ...]:
    """Return the instances, then so many copies of each with the objects in other orders.

    A program that solves them all needs no particular order on them, though it may on others:
    `genplan check` looks further.
    """
    if copies < 0:
        raise ProblemError(f"the number of shuffled copies cannot be {copies}")
    given = tuple(instances)
    random = Random(seed)
    return (*given, *(shuffled(i, random, n) for n in range(1, copies + 1) for i in given))


def shuffled(instance: Instance, random: Random, number: int) -> Instance:
    """Return the instance with its own objects in a random order; constants stay first."""
    objects = list(instance.objects)
    random.shuffle(objects)
    return replace(instance, name=f"{instance.name}-shuffled-{number}", objects=tuple(objects))
