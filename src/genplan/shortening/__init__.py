"""Shorter and cheaper programs: a local search over the texts of programs."""

from genplan.shortening.climb import EFFORT, Ending, Shortened, shorten
from genplan.shortening.cost import Cost, Optimize

__all__ = ["EFFORT", "Cost", "Ending", "Optimize", "Shortened", "shorten"]
