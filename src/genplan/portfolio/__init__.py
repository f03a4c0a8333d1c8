"""Searches without knobs: a schedule of configurations, tried in rounds with growing budgets."""

from genplan.portfolio.knowledge import Candidate, Knowledge, Optimize, Skip
from genplan.portfolio.run import Listener, Portfolio, PortfolioResult, Trial
from genplan.portfolio.schedule import SHORTEST, Attempt, Schedule, Setting, make_schedule

__all__ = [
    "SHORTEST",
    "Attempt",
    "Candidate",
    "Knowledge",
    "Listener",
    "Optimize",
    "Portfolio",
    "PortfolioResult",
    "Schedule",
    "Setting",
    "Skip",
    "Trial",
    "make_schedule",
]
