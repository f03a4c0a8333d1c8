"""Barman: cocktails of two ingredients, with two hands and one shaker."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

from genplan.benchmarks.benchmark import Benchmark, Contents, InstanceSet, numbered, objects
from genplan.pddl.model import Atom

__all__ = ["BENCHMARK"]

_HANDS: Final = ("left", "right")

_SHAKER: Final = "shaker1"

_LEVELS: Final = ("level0", "level1", "level2")
"""How full the shaker can be: empty, one shot, two shots."""

_PURE: Final = 0.2
"""The share of drinks that are just an ingredient."""


def _contents(size: int, random: Random) -> Contents:
    """Return drinks to be served, each in a shot glass of its own, and one glass to spare."""
    shots = numbered("shot", size + 1)
    ingredients = numbered("ingredient", random.randint(2, 3 + size // 4))
    cocktails = numbered("cocktail", random.randint(1, size))
    dispensers = numbered("dispenser", len(ingredients))
    served = random.sample(shots, size)
    drinks = [_drink(ingredients, cocktails, random) for _ in served]
    return Contents(
        objects=(
            *objects("shaker", (_SHAKER,)),
            *objects("hand", _HANDS),
            *objects("level", _LEVELS),
            *objects("shot", shots),
            *objects("ingredient", ingredients),
            *objects("cocktail", cocktails),
            *objects("dispenser", dispensers),
        ),
        initial=(
            *_empty_bar(shots),
            *(Atom("dispenses", pair) for pair in zip(dispensers, ingredients, strict=True)),
            *_recipes(cocktails, ingredients, random),
        ),
        goal=tuple(Atom("contains", pair) for pair in zip(served, drinks, strict=True)),
    )


def _drink(ingredients: tuple[str, ...], cocktails: tuple[str, ...], random: Random) -> str:
    """Return what a guest wants, most often a cocktail."""
    return random.choice(ingredients if random.random() < _PURE else cocktails)


def _recipes(
    cocktails: tuple[str, ...], ingredients: tuple[str, ...], random: Random
) -> tuple[Atom, ...]:
    """Return for every cocktail the two different ingredients that it is made of."""
    return tuple(
        Atom(part, (cocktail, ingredient))
        for cocktail in cocktails
        for part, ingredient in zip(
            ("cocktail-part1", "cocktail-part2"), random.sample(ingredients, 2), strict=True
        )
    )


def _empty_bar(shots: tuple[str, ...]) -> tuple[Atom, ...]:
    """Return that everything stands on the table, clean and empty, and how levels follow."""
    containers = (_SHAKER, *shots)
    return (
        *(Atom("handempty", (hand,)) for hand in _HANDS),
        *(Atom(name, (c,)) for c in containers for name in ("ontable", "clean", "empty")),
        Atom("shaker-empty-level", (_SHAKER, _LEVELS[0])),
        Atom("shaker-level", (_SHAKER, _LEVELS[0])),
        *(Atom("next", pair) for pair in pairwise(_LEVELS)),
    )


BENCHMARK: Final = Benchmark(
    name="barman",
    description="Mix cocktails in a shaker and serve the drinks in clean shot glasses.",
    unit="drinks",
    role="held-out",
    smallest_size=1,
    training_set=InstanceSet(range(1, 7), seed=4001, per_size=2),
    pool_set=InstanceSet(range(2, 14), seed=5001, per_size=5),
    validation_set=InstanceSet(range(15, 75, 2), seed=6001),
    generator=_contents,
)
