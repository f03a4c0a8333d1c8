"""Generalized planning: one program that solves every instance of a PDDL domain.

import genplan as gp

problem = gp.load("domain.pddl", ["p1.pddl", "p2.pddl"])
solution = gp.solve(problem, lines=12)
report = gp.validate(solution.program, problem.instances)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from genplan.engine import (
    Engine,
    choose_engine,
    execute,
    is_certified_landmark,
    landmark_graph,
    search,
)
from genplan.errors import (
    EngineError,
    FileError,
    GenplanError,
    InputError,
    PDDLError,
    PlanError,
    ProblemError,
    ProgramError,
    UnsupportedError,
)
from genplan.evaluations import EVALUATIONS, Evaluation, HaltedRun
from genplan.execution import Execution
from genplan.landmark_graph import Construction, Landmark, LandmarkGraph
from genplan.outcomes import ExecutionOutcome, SearchOutcome
from genplan.pddl import (
    ActionSchema,
    Atom,
    Domain,
    Instance,
    Literal,
    Notice,
    Object,
    Parameter,
    Predicate,
    Type,
    parse_domain,
    parse_instance,
    read_domain,
    read_instance,
    write_domain,
    write_instance,
)
from genplan.plan import GroundAction, format_plan, parse_plan
from genplan.problem import GPProblem, Pointer, make_pointers, make_problem
from genplan.program import AnyProgram
from genplan.program.instruction_set import InstructionSet
from genplan.program.program import Program
from genplan.program.structured import StructuredProgram
from genplan.program.text import format_program, parse_program, read_program
from genplan.search import (
    CancelToken,
    Configuration,
    Observer,
    ProgramLanguage,
    Progress,
    SearchResult,
    Statistics,
    Strategy,
    StructuredOptions,
)
from genplan.validation import PlanVerdict, validate_plan
from genplan.version import __version__

if TYPE_CHECKING:
    from genplan.benchmarks import BENCHMARKS, Benchmark, get_benchmark
    from genplan.evidence import Finding, Status, find_counterexample
    from genplan.evidence.check import Evidence, check
    from genplan.planner import (
        InstanceReport,
        Solution,
        ValidationReport,
        load,
        load_instances,
        solve,
        validate,
    )
    from genplan.pool import with_shuffled_copies
    from genplan.program.export import Form, show_program
    from genplan.shortening import Optimize, Shortened, shorten

__all__ = [
    "BENCHMARKS",
    "EVALUATIONS",
    "ActionSchema",
    "AnyProgram",
    "Atom",
    "Benchmark",
    "CancelToken",
    "Configuration",
    "Construction",
    "Domain",
    "Engine",
    "EngineError",
    "Evaluation",
    "Evidence",
    "Execution",
    "ExecutionOutcome",
    "FileError",
    "Finding",
    "Form",
    "GPProblem",
    "GenplanError",
    "GroundAction",
    "HaltedRun",
    "InputError",
    "Instance",
    "InstanceReport",
    "InstructionSet",
    "Landmark",
    "LandmarkGraph",
    "Literal",
    "Notice",
    "Object",
    "Observer",
    "Optimize",
    "PDDLError",
    "Parameter",
    "PlanError",
    "PlanVerdict",
    "Pointer",
    "Predicate",
    "ProblemError",
    "Program",
    "ProgramError",
    "ProgramLanguage",
    "Progress",
    "SearchOutcome",
    "SearchResult",
    "Shortened",
    "Solution",
    "Statistics",
    "Status",
    "Strategy",
    "StructuredOptions",
    "StructuredProgram",
    "Type",
    "UnsupportedError",
    "ValidationReport",
    "__version__",
    "check",
    "choose_engine",
    "execute",
    "find_counterexample",
    "format_plan",
    "format_program",
    "get_benchmark",
    "is_certified_landmark",
    "landmark_graph",
    "load",
    "load_instances",
    "make_pointers",
    "make_problem",
    "parse_domain",
    "parse_instance",
    "parse_plan",
    "parse_program",
    "read_domain",
    "read_instance",
    "read_program",
    "search",
    "shorten",
    "show_program",
    "solve",
    "validate",
    "validate_plan",
    "with_shuffled_copies",
    "write_domain",
    "write_instance",
]

_IMPORTED_WHEN_USED: Final = {
    "benchmarks": ("BENCHMARKS", "Benchmark", "get_benchmark"),
    "evidence": ("Evidence", "Finding", "Status", "check", "find_counterexample"),
    "planner": (
        "InstanceReport",
        "Solution",
        "ValidationReport",
        "load",
        "load_instances",
        "solve",
        "validate",
    ),
    "pool": ("with_shuffled_copies",),
    "program.export": ("Form", "show_program"),
    "shortening": ("Optimize", "Shortened", "shorten"),
}
"""The rooms that take half of the time to import, and that not everybody enters."""

if not TYPE_CHECKING:  # a checker would take every name for one of ours

    def __getattr__(name: str) -> Any:
        """Return a name of a room that is imported now, or the room itself (PEP 562)."""
        for room, names in _IMPORTED_WHEN_USED.items():
            if name in names:
                value = getattr(import_module(f"genplan.{room}"), name)
                globals()[name] = value
                return value
            if name == room:
                return import_module(f"genplan.{room}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """Return all names, imported or not."""
        return sorted({*globals(), *__all__})
