"""Evidence about a program: what is proven, what is tested, and what fails on which instance."""

from genplan.evidence.check import Evidence, check
from genplan.evidence.counterexamples import find_counterexample
from genplan.evidence.finding import Finding, Status
from genplan.evidence.order import check_order
from genplan.evidence.sources import BenchmarkSource, CommandSource
from genplan.evidence.termination import prove_termination

__all__ = [
    "BenchmarkSource",
    "CommandSource",
    "Evidence",
    "Finding",
    "Status",
    "check",
    "check_order",
    "find_counterexample",
    "prove_termination",
]
