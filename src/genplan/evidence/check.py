"""All that can be found out about a program: proven, tested, or failing on an instance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from genplan.engine import Engine
from genplan.errors import ProblemError
from genplan.evidence.cost import Cost, measure_cost
from genplan.evidence.counterexamples import CounterexampleSearch
from genplan.evidence.endless import endless_instance
from genplan.evidence.finding import Finding, Status, counted
from genplan.evidence.loops import Termination
from genplan.evidence.order import OrderReport, check_order
from genplan.evidence.termination import prove_termination
from genplan.markup import table
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import Instance
from genplan.planner import ValidationReport, validate
from genplan.program import AnyProgram

__all__ = ["Evidence", "check"]


@dataclass(frozen=True)
class Evidence:
    """What was found out about a program; `endless` is an instance on which it never ends."""

    program: AnyProgram
    instances: tuple[Instance, ...]
    validation: ValidationReport
    termination: Termination
    orders: tuple[OrderReport, ...]
    cost: Cost
    endless: Instance | None = None
    search: CounterexampleSearch | None = None

    def __repr__(self) -> str:
        """Return a summary."""
        return f"<Evidence: {len(self.findings)} findings, {len(self.failures)} of them fail>"

    def _repr_html_(self) -> str:
        rows = [(f.subject, f.status.value, f.detail) for f in self.findings]
        caption = f"{len(self.failures)} of {len(rows)} answers fail"
        return table(("question", "answer", "why"), rows, caption)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Return everything in plain words, in the order in which it is reported."""
        found = [self._solved, self._ends, *(loop.finding for loop in self.termination.loops)]
        found += [report.finding for report in self.orders]
        found.append(self.cost.finding)
        if self.search is not None:
            found.append(self.search.finding)
        return tuple(found)

    @property
    def failures(self) -> tuple[Finding, ...]:
        """Return the findings that say that something fails."""
        return tuple(f for f in self.findings if f.status is Status.FAILS)

    def with_search(self, search: CounterexampleSearch) -> Evidence:
        """Return the evidence together with what a search for a counterexample found."""
        return replace(self, search=search)

    @property
    def _solved(self) -> Finding:
        subject, rows = "given instances", self.validation.instances
        wrong = [p for p in zip(rows, self.instances, strict=True) if not p[0].valid]
        if not wrong:
            words = f"{counted(len(rows), 'instance')}, all solved, every plan checked"
            return Finding(subject, Status.TESTED, words)
        stopped = ExecutionOutcome.OUT_OF_TIME.value
        sure = [pair for pair in wrong if pair[0].outcome != stopped]
        if not sure:
            words = f"{len(wrong)} of {len(rows)} were stopped by the time limit"
            return Finding(subject, Status.NOT_TESTED, words)
        row, instance = min(sure, key=lambda pair: pair[0].objects)
        words = f"{len(wrong)} of {len(rows)} are not solved; the smallest that fails, {row.name}: "
        words += row.detail or row.outcome.replace("_", " ")
        return Finding(subject, Status.FAILS, words, instance)

    @property
    def _ends(self) -> Finding:
        found = self.termination.finding
        if self.endless is not None:
            words = f"on the instance {self.endless.name} it never ends"
            return Finding(found.subject, Status.FAILS, words, self.endless)
        if found.status is Status.PROVEN:
            return found
        ended = sum(row.valid for row in self.validation.instances)
        words = f"{found.detail}; it ended on {counted(ended, 'instance')}"
        return Finding(found.subject, found.status, words)


def check(
    program: AnyProgram,
    instances: Sequence[Instance],
    *,
    shuffles: int = 20,
    seed: int = 1,
    jobs: int = 1,
    cluster: str | None = None,
    time_limit: float | None = None,
    engine: Engine | str | None = None,
) -> Evidence:
    """Return what can be found out about a program with the instances given.

    Order, cost and whether they are solved are tested on these instances; whether the program
    ends is looked at for every instance there can be.
    """
    if not instances:
        raise ProblemError("to check a program, at least one instance is needed")
    validation = validate(
        program, instances, jobs=jobs, cluster=cluster, time_limit=time_limit, engine=engine
    )
    termination = prove_termination(program, instances[0].domain)
    orders = check_order(
        program,
        instances,
        shuffles=shuffles,
        seed=seed,
        jobs=jobs,
        cluster=cluster,
        time_limit=time_limit,
        engine=engine,
    )
    cost = measure_cost(instances, validation.instances, termination.steps)
    endless = None
    if not termination.proven:
        endless = endless_instance(
            program, _suspects(instances, validation), time_limit=time_limit, engine=engine
        )
    return Evidence(program, tuple(instances), validation, termination, orders, cost, endless)


def _suspects(instances: Sequence[Instance], report: ValidationReport) -> list[Instance]:
    """Return the instances on which the program never ended; all if it ended on each."""
    infinite = ExecutionOutcome.INFINITE.value
    rows = zip(instances, report.instances, strict=True)
    return [instance for instance, row in rows if row.outcome == infinite] or list(instances)
