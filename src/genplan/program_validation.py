"""How programs do on instances: run, their plans checked, failures explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import process_time
from typing import Any

from genplan.cluster import open_executor
from genplan.engine import Engine, execute
from genplan.execution import Execution
from genplan.markup import table
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import Instance, Literal
from genplan.pddl.syntax import shorten
from genplan.program import AnyProgram
from genplan.program.program import Program
from genplan.program.structured import StructuredProgram
from genplan.program.structured.statements import on_one_line
from genplan.validation import PlanCheck, validate_plan

__all__ = [
    "InstanceReport",
    "ValidationReport",
    "describe_loop",
    "validate",
    "validate_instance",
]


@dataclass(frozen=True, slots=True)
class InstanceReport:
    """How a program did on one instance.

    `outcome` is `invalid` if the engine claims success but the independent check refuses the
    plan; that would be a bug in genplan.
    """

    name: str
    outcome: str
    plan_length: int
    steps: int
    seconds: float
    detail: str = ""
    goals_missing: tuple[Literal, ...] = ()
    loop_lines: tuple[int, ...] = ()
    objects: int = 0

    @property
    def valid(self) -> bool:
        """Return whether the program solves the instance."""
        return self.outcome == ExecutionOutcome.SOLVED.value


@dataclass(frozen=True, slots=True)
class ValidationReport:
    """How a program did on instances, in their order."""

    instances: tuple[InstanceReport, ...]

    @property
    def valid(self) -> bool:
        """Return whether the program solves every instance."""
        return all(row.valid for row in self.instances)

    @property
    def solved(self) -> int:
        """Return how many instances the program solves."""
        return sum(row.valid for row in self.instances)

    def __bool__(self) -> bool:
        """Return whether the program solves every instance."""
        return self.valid

    def __repr__(self) -> str:
        """Return a summary."""
        return f"<ValidationReport: {self.solved} of {len(self.instances)} instances solved>"

    def _repr_html_(self) -> str:
        rows = [
            (
                r.name,
                r.outcome.replace("_", " "),
                r.plan_length,
                r.steps,
                f"{r.seconds:.3f}",
                r.detail,
            )
            for r in self.instances
        ]
        caption = f"{self.solved} of {len(self.instances)} instances solved"
        headings = ("instance", "outcome", "plan length", "steps", "CPU seconds", "")
        return table(headings, rows, caption)


def validate(
    program: AnyProgram,
    instances: Sequence[Instance],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    time_limit: float | None = None,
    engine: Engine | str | None = None,
    on_result: Callable[[InstanceReport], Any] | None = None,
    checks: Sequence[PlanCheck] = (),
) -> ValidationReport:
    """Return how a program does on instances; every plan is checked independently.

    `time_limit` is per instance; `on_result` is told each report as it is there. With a
    `cluster`, its workers share the instances (see `genplan.cluster`). `checks` are
    further judges of plans (see `genplan.second_opinion`).
    """
    one = partial(validate_instance, program, time_limit=time_limit, engine=engine, checks=checks)
    reports: list[InstanceReport] = []
    with open_executor(min(jobs, max(1, len(instances))), cluster) as executor:
        for report in executor.map(one, instances):
            reports.append(report)
            if on_result is not None:
                on_result(report)
    return ValidationReport(tuple(reports))


def validate_instance(
    program: AnyProgram,
    instance: Instance,
    *,
    time_limit: float | None = None,
    engine: Engine | str | None = None,
    checks: Sequence[PlanCheck] = (),
) -> InstanceReport:
    """Return how a program does on one instance."""
    before = process_time()
    execution = execute(program, instance, time_limit, engine=engine)
    outcome, detail = execution.outcome.value, ""
    missing: tuple[Literal, ...] = ()
    if execution.solved:
        verdicts = (judge(instance, execution.plan) for judge in (validate_plan, *checks))
        verdict = next((v for v in verdicts if not v), None)
        if verdict is not None:
            outcome, detail = "invalid", f"the plan is refused by the check: {verdict.reason}"
    elif execution.outcome is ExecutionOutcome.INCORRECT:
        missing = execution.goals_missing
        detail = f"goal not reached: {_listed([str(m) for m in missing])}"
    elif execution.outcome is ExecutionOutcome.INFINITE:
        loop = describe_loop(program, execution.loop_lines)
        detail = f"{loop}; the state that repeats: {_state(program, execution)}"
    return InstanceReport(
        instance.name,
        outcome,
        execution.plan_length,
        execution.steps,
        process_time() - before,
        detail,
        missing,
        execution.loop_lines,
        len(instance.all_objects),
    )


def describe_loop(program: AnyProgram, loop_lines: Sequence[int]) -> str:
    """Return what repeats for ever in an infinite program, as a message names it."""
    if isinstance(program, StructuredProgram):
        number = loop_lines[0]
        statement = next(s for n, _, s in program.statements() if n == number)
        return f'infinite loop: statement {number}, "{shorten(on_one_line(statement), 100)}"'
    return f"infinite loop over lines {', '.join(map(str, loop_lines))}"


def _state(program: AnyProgram, execution: Execution) -> str:
    """Return where the pointers stand, y if there is one, and the atoms that can change."""
    stands = [f"{z} at {o or 'nothing'}" for z, o in execution.pointed_at.items()]
    static = execution.instance.domain.static_predicates
    atoms = [str(atom) for atom in execution.state if atom.predicate not in static]
    if isinstance(program, Program):
        stands.append("y" if execution.y else "not y")
    return ", ".join(filter(None, [_listed(stands, 10), _listed(sorted(atoms))]))


def _listed(items: Sequence[str], most: int = 5) -> str:
    more = f" and {len(items) - most} more" if len(items) > most else ""
    return ", ".join(items[:most]) + more
