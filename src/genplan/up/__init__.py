"""Unified-planning: problems to and from our model, synthesis, and an engine that plans.

Needs the package unified-planning (`pip install "genplan[up]"`).

    from unified_planning.shortcuts import OneshotPlanner
    from genplan.up import register, synthesize

    solution = synthesize(problems, lines=12)
    register()
    with OneshotPlanner(name="genplan", params={"program": solution.program}) as planner:
        plan = planner.solve(bigger_problem).plan
"""

from genplan.errors import MissingExtraError

try:
    import unified_planning  # noqa: F401
except ImportError:
    raise MissingExtraError("genplan.up", "unified-planning", "up") from None

from genplan.up.engine import GenplanEngine, register
from genplan.up.reading import from_up, problem_from_up
from genplan.up.synthesis import synthesize
from genplan.up.writing import plan_to_up, to_up

__all__ = [
    "GenplanEngine",
    "from_up",
    "plan_to_up",
    "problem_from_up",
    "register",
    "synthesize",
    "to_up",
]
