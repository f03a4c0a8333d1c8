"""Childsnack: sandwiches for children, some of whom are allergic to gluten."""

from __future__ import annotations

from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]


def _contents(size: int, random: Random) -> Contents:
    """Return ingredients that just suffice: what is free of gluten must go to the allergic."""
    children = numbered("child", size)
    breads, contents = numbered("bread", size), numbered("content", size)
    sandwiches = numbered("sandwich", size + random.randint(0, size // 3))
    trays = numbered("tray", random.randint(1, 3))
    tables = numbered("table", random.randint(1, 3))
    allergic = random.sample(children, random.randint(0, size))
    return Contents(
        objects=(
            *objects("child", children),
            *objects("bread-portion", breads),
            *objects("content-portion", contents),
            *objects("sandwich", sandwiches),
            *objects("tray", trays),
            *objects("place", tables),
        ),
        initial=(
            *(Atom("at-kitchen-bread", (bread,)) for bread in breads),
            *(Atom("at-kitchen-content", (content,)) for content in contents),
            *(Atom("no-gluten-bread", (b,)) for b in random.sample(breads, len(allergic))),
            *(Atom("no-gluten-content", (c,)) for c in random.sample(contents, len(allergic))),
            *(Atom("not-exist", (sandwich,)) for sandwich in sandwiches),
            *(Atom("at", (tray, "kitchen")) for tray in trays),
            *(Atom("allergic" if c in allergic else "not-allergic", (c,)) for c in children),
            *(Atom("waiting", (child, random.choice(tables))) for child in children),
        ),
        goal=tuple(Atom("served", (child,)) for child in children),
    )


BENCHMARK: Final = Benchmark(
    name="childsnack",
    description="Make sandwiches, without gluten for some, and serve every child at its table.",
    unit="children",
    role="tuning",
    smallest_size=1,
    training_set=InstanceSet(range(1, 8), seed=4001, per_size=2),
    pool_set=InstanceSet(range(2, 17), seed=5001, per_size=4),
    validation_set=InstanceSet(range(20, 170, 5), seed=6001),
    generator=_contents,
)
