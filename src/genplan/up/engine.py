"""An engine of unified-planning that runs a planning program on a problem."""

from __future__ import annotations

import re
from pathlib import Path
from typing import IO, Any, Final
from warnings import warn

from unified_planning.engines import Credits, Engine, OptimalityGuarantee
from unified_planning.engines.mixins import OneshotPlannerMixin
from unified_planning.engines.results import (
    LogLevel,
    LogMessage,
    PlanGenerationResult,
    PlanGenerationResultStatus,
)
from unified_planning.environment import Environment, get_environment
from unified_planning.exceptions import UPUsageError
from unified_planning.model import Problem, ProblemKind

from genplan.engine import execute
from genplan.errors import ProblemError, ProgramError
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.syntax import read_text
from genplan.plan import GroundAction
from genplan.program.program import Program
from genplan.program.text import format_program, parse_program
from genplan.up.reading import from_up
from genplan.up.writing import plan_to_up
from genplan.validation import validate_plan
from genplan.version import __version__

__all__ = ["GenplanEngine", "register"]

NAME: Final = "genplan"
_DOMAIN: Final = re.compile(r"\s*;\s*domain\s+(\S+)", re.IGNORECASE)
_FEATURES: Final = (
    "ACTION_BASED",
    "FLAT_TYPING",
    "HIERARCHICAL_TYPING",
    "NEGATIVE_CONDITIONS",
    "EQUALITIES",
    "ACTIONS_COST",
    "STATIC_FLUENTS_IN_ACTIONS_COST",
    "INT_NUMBERS_IN_ACTIONS_COST",
    "REAL_NUMBERS_IN_ACTIONS_COST",
    "PLAN_LENGTH",
)


def register(environment: Environment | None = None, name: str = NAME) -> None:
    """Add the engine to an environment of unified-planning, the global one by default."""
    factory = (environment or get_environment()).factory
    if name not in factory.engines:
        factory.add_engine(name, "genplan.up", "GenplanEngine")


class GenplanEngine(Engine, OneshotPlannerMixin):
    """Runs a planning program on a problem; its plans are checked before they are returned.

    `program` is a program, the path of a file, or the text of a program.
    """

    def __init__(self, program: Program | Path | str | None = None, **kwargs: Any) -> None:
        """Keep the text of the program; it is read for each problem anew."""
        Engine.__init__(self, **kwargs)
        OneshotPlannerMixin.__init__(self)
        self._source = "<text>"
        self._text = self._text_of(program)

    def _text_of(self, program: Program | Path | str | None) -> str | None:
        if program is None:
            return None
        if isinstance(program, Path) or (isinstance(program, str) and "\n" not in program):
            self._source = str(program)
            return read_text(program)
        return program if isinstance(program, str) else format_program(program)

    @property
    def name(self) -> str:
        """Return the engine's name."""
        return NAME

    @staticmethod
    def supported_kind() -> ProblemKind:
        """Return the features that a problem may have; costs are ignored."""
        return ProblemKind(_FEATURES, version=2)

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        """Return whether a problem of this kind can be planned for."""
        return bool(problem_kind <= GenplanEngine.supported_kind())

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        """Return whether plans are as good as asked for: valid, nothing more."""
        return bool(optimality_guarantee == OptimalityGuarantee.SATISFICING)

    @staticmethod
    def get_credits(**kwargs: Any) -> Credits:
        """Return who is behind the engine."""
        return Credits(
            name="genplan",
            author="the genplan developers",
            contact="the project's issue tracker",
            website="the project's documentation",
            license="MIT",
            short_description="Runs planning programs: one program for all problems of a domain.",
            long_description=(
                f"genplan {__version__} runs a planning program with pointers on a problem. "
                "The program is synthesized once, from a few small problems of the domain."
            ),
        )

    def _solve(
        self,
        problem: Problem,
        heuristic: Any = None,
        timeout: float | None = None,
        output_stream: IO[str] | None = None,
    ) -> PlanGenerationResult:
        return self._solve_with_params(problem, heuristic, timeout, output_stream)

    def _solve_with_params(
        self,
        problem: Problem,
        heuristic: Any = None,
        timeout: float | None = None,
        output_stream: IO[str] | None = None,
        warm_start_plan: Any = None,
        **kwargs: Any,
    ) -> PlanGenerationResult:
        if heuristic is not None or warm_start_plan is not None:
            warn(
                "genplan runs a program: a heuristic and a plan to start from are ignored",
                stacklevel=3,
            )
        status, message, plan = self._run(problem, timeout)
        if output_stream is not None:
            output_stream.write(f"{message}\n")
        solved = status is PlanGenerationResultStatus.SOLVED_SATISFICING
        level = LogLevel.INFO if solved else LogLevel.WARNING
        made = None if plan is None else plan_to_up(plan, problem)
        return PlanGenerationResult(status, made, NAME, log_messages=[LogMessage(level, message)])

    def _run(
        self, problem: Problem, timeout: float | None
    ) -> tuple[PlanGenerationResultStatus, str, tuple[GroundAction, ...] | None]:
        """Return how it ended, in words, and the plan; a failure proves nothing."""
        if self._text is None:
            raise UPUsageError(
                "genplan needs the program that it shall run: "
                'OneshotPlanner(name="genplan", params={"program": "program.gp"})'
            )
        found = _DOMAIN.match(self._text)
        try:
            instance = from_up(problem, found.group(1) if found else "domain")
            program = parse_program(self._text, instance.domain, self._source)
            execution = execute(program, instance, timeout)
        except (ProblemError, ProgramError) as error:
            return PlanGenerationResultStatus.UNSUPPORTED_PROBLEM, str(error), None
        except MemoryError:
            return PlanGenerationResultStatus.MEMOUT, "out of memory", None
        if execution.outcome is ExecutionOutcome.OUT_OF_TIME:
            return PlanGenerationResultStatus.TIMEOUT, f"no plan within {timeout} s", None
        if not execution.solved:
            words = f"the program does not solve this problem: {execution.outcome.value}"
            return PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY, words, None
        verdict = validate_plan(instance, execution.plan)
        if not verdict:
            words = f"the independent check refuses the plan: {verdict.reason}"
            return PlanGenerationResultStatus.INTERNAL_ERROR, words, None
        words = f"a plan of {execution.plan_length} actions after {execution.steps} steps"
        return PlanGenerationResultStatus.SOLVED_SATISFICING, words, execution.plan
