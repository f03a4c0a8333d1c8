"""Bounds that hold on every instance: polynomials over the numbers of objects per type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from math import prod

from genplan.pddl.model import Instance

__all__ = ["NOTHING", "ONCE", "Bound"]

Product = tuple[str, ...]
"""Types in alphabetical order; one that is there twice is squared. None at all is 1."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A sum of products of numbers of objects, each with a factor.

    A type without objects counts as one with a single object: what a program does with
    pointers of an empty type, it does once.
    """

    terms: tuple[tuple[Product, int], ...]

    @staticmethod
    def number(value: int) -> Bound:
        """Return the bound that does not depend on the objects."""
        return _bound({(): value})

    @staticmethod
    def objects(*types: str) -> Bound:
        """Return the product of the numbers of objects of these types."""
        return _bound({tuple(sorted(types)): 1})

    def __add__(self, other: Bound) -> Bound:
        """Return the sum."""
        return _bound(Counter(dict(self.terms)) + Counter(dict(other.terms)))

    def __mul__(self, other: Bound) -> Bound:
        """Return the product."""
        found: Counter[Product] = Counter()
        for left, factor in self.terms:
            for right, other_factor in other.terms:
                found[tuple(sorted((*left, *right)))] += factor * other_factor
        return _bound(found)

    def __or__(self, other: Bound) -> Bound:
        """Return a bound that is at least as large as each of two."""
        return _bound(Counter(dict(self.terms)) | Counter(dict(other.terms)))

    @property
    def degree(self) -> int:
        """Return the exponent with which it grows if all types grow alike."""
        return max((len(types) for types, _ in self.terms), default=0)

    @property
    def leading(self) -> Bound:
        """Return the products that decide how it grows, without their factors."""
        kept = [t for t, _ in self.terms if not any(_divides(t, u) for u, _ in self.terms)]
        return _bound(dict.fromkeys(kept, 1))

    def at(self, instance: Instance) -> int:
        """Return the number that it is for an instance."""
        sizes = {name: max(1, len(items)) for name, items in instance.objects_by_type.items()}
        return sum(factor * prod(sizes[name] for name in types) for types, factor in self.terms)

    def __str__(self) -> str:
        """Return it as a formula, such as `3·|row|·|column| + 4`."""
        return " + ".join(_term(types, factor) for types, factor in self.terms) or "0"


def _bound(terms: Mapping[Product, int]) -> Bound:
    ordered = sorted(terms.items(), key=lambda term: (-len(term[0]), term[0]))
    return Bound(tuple((types, factor) for types, factor in ordered if factor))


def _divides(small: Product, large: Product) -> bool:
    """Return whether the small product is part of the large one and differs from it."""
    return small != large and not Counter(small) - Counter(large)


def _term(types: Product, factor: int) -> str:
    powers = [(name, len(list(run))) for name, run in groupby(types)]
    names = [f"|{name}|" + (f"^{power}" if power > 1 else "") for name, power in powers]
    return "·".join([str(factor)] * (factor != 1 or not names) + names)


NOTHING = Bound(())
ONCE = Bound.number(1)
