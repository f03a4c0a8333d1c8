"""Gripper: a robot with two grippers carries balls from one room to the other."""

from __future__ import annotations

from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, _random: Random) -> Contents:
    """Return the robot and all balls in room A, to be carried to room B."""
    balls = numbered("ball", size)
    grippers = ("left", "right")
    return Contents(
        objects=(
            *objects("ball", balls),
            *objects("gripper", grippers),
            *objects("room", ("rooma", "roomb")),
        ),
        initial=(
            Atom("at-robby", ("rooma",)),
            *(Atom("at", (ball, "rooma")) for ball in balls),
            *(Atom("free", (gripper,)) for gripper in grippers),
        ),
        goal=tuple(Atom("at", (ball, "roomb")) for ball in balls),
    )


BENCHMARK: Final = Benchmark(
    name="gripper",
    description="Carry all balls from room A to room B with a robot that has two grippers.",
    unit="balls",
    role="paper",
    smallest_size=1,
    training_set=InstanceSet(range(2, 12), seed=1007),
    pool_set=InstanceSet(range(62, 67), seed=3007),
    validation_set=InstanceSet(range(12, 62), seed=2007),
    generator=_contents,
    lines=8,
)
