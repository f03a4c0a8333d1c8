"""Shorter and cheaper programs: a local search over the texts of programs."""

from genplan.shortening.climb import Ending, Shortened, shorten
from genplan.shortening.cost import Cost, Optimize

__all__ = ["Cost", "Ending", "Optimize", "Shortened", "shorten"]
