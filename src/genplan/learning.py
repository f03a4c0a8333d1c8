"""Learning a domain and planning in it, as the learning track of the planning competition asks.

What is learned is a text: a program, with what it was learned from and the evidence for it as
comments. So it is also a program file for every other command.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, process_time
from typing import Final, Protocol

from genplan.compiled import DEFAULT_MEMORY_LIMIT
from genplan.engine import Engine, execute
from genplan.errors import GenplanError, ProblemError
from genplan.evidence import check
from genplan.outcomes import ExecutionOutcome, SearchOutcome
from genplan.pddl.model import Domain, Instance
from genplan.pddl.syntax import read_text
from genplan.pddl.writer import write_domain, write_instance
from genplan.plan import GroundAction
from genplan.planner import InstanceReport, ValidationReport, solve, validate
from genplan.problem import GPProblem, make_problem
from genplan.program import AnyProgram
from genplan.program.text import format_program, parse_program
from genplan.solution import Solution
from genplan.validation import validate_plan
from genplan.version import __version__

__all__ = [
    "Knowledge",
    "NoPlanError",
    "Search",
    "is_for_domain",
    "learn",
    "make_plan",
    "read_knowledge",
]

MARK: Final = "; genplan knowledge 1"
_NOTHING: Final = "; no program was learned"
_DIGEST: Final = re.compile(r"; domain sha256 ([0-9a-f]{64})")
_FIRST_TASKS: Final = (10, 3, 1)
_SECONDS_PER_TASK: Final = 60.0
_SHUFFLES: Final = 3


class NoPlanError(GenplanError):
    """There is no plan: the program does not solve the task, or none was learned."""

    def __init__(self, reason: str, outcome: ExecutionOutcome | None = None) -> None:
        """Keep why, and how the program ended if it was run."""
        super().__init__(reason)
        self.outcome = outcome


class Search(Protocol):
    """What looks for a program: `genplan.solve`, or something that behaves alike."""

    def __call__(
        self, problem: GPProblem, *, time_limit: float | None, memory_limit: int
    ) -> Solution:
        """Return how the search ended."""


@dataclass(frozen=True)
class Knowledge:
    """What was learned of a domain: a program or none, from which tasks, and how sure it is."""

    domain: Domain
    tasks: tuple[Instance, ...]
    program: AnyProgram | None
    learned_from: tuple[Instance, ...]
    validation: ValidationReport
    outcome: SearchOutcome
    seconds: float
    evidence: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Return whether the program solves all tasks."""
        return self.program is not None and self.validation.valid

    def __str__(self) -> str:
        """Return the text of the knowledge file."""
        lines = [MARK, f"; domain sha256 {_digest(write_domain(self.domain))}"]
        if self.program is None:
            ended = self.outcome.value.replace("_", " ")
            return "\n".join([*lines, f"{_NOTHING}: the search ended {ended}", ""])
        header, _, body = format_program(self.program).partition("\n")
        lines += self._story()
        return "\n".join([header, *lines, body])

    def _story(self) -> Iterator[str]:
        yield f"; made by genplan {__version__} in {self.seconds:.2f} CPU seconds"
        yield (
            f"; found with {len(self.learned_from)} of {len(self.tasks)} tasks, "
            f"solves {self.validation.solved} of them, every plan checked"
        )
        found_with = {task.name for task in self.learned_from}
        for task, row in zip(self.tasks, self.validation.instances, strict=True):
            yield _about(task, row, task.name in found_with)
        for line in self.evidence:
            yield f"; evidence: {line}"


def _about(task: Instance, row: InstanceReport, used: bool) -> str:
    ended = f"plan of {row.plan_length:,} actions" if row.valid else row.outcome.replace("_", " ")
    digest = _digest(write_instance(task))[:16]
    found = "  used to find it" if used else ""
    return f";   {task.name}: {len(task.all_objects):,} objects, {ended}, sha256 {digest}{found}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def learn(
    domain: Domain,
    tasks: Sequence[Instance],
    *,
    time_limit: float | None = None,
    memory_limit: int = DEFAULT_MEMORY_LIMIT,
    search: Search = solve,
    on_better: Callable[[Knowledge], object] | None = None,
) -> Knowledge:
    """Return what can be learned from tasks, the easier ones first.

    The search starts with the first tasks; tasks that the program does not solve join them. If
    no program is found for so many within half of the time left, fewer are tried. `on_better` is
    told every program that solves more tasks than those before it.
    """
    if not tasks:
        raise ProblemError("to learn a domain, at least one task is needed")
    learner = _Learner(domain, tuple(tasks), time_limit, memory_limit, search, on_better)
    return learner.run()


class _Learner:
    def __init__(
        self,
        domain: Domain,
        tasks: tuple[Instance, ...],
        time_limit: float | None,
        memory_limit: int,
        search: Search,
        on_better: Callable[[Knowledge], object] | None,
    ) -> None:
        self.began, self.cpu = monotonic(), process_time()
        self.domain, self.tasks = domain, tasks
        self.time_limit, self.memory_limit = time_limit, memory_limit
        self.search, self.on_better = search, on_better
        self.best: Knowledge | None = None
        self.outcome = SearchOutcome.OUT_OF_TIME

    def run(self) -> Knowledge:
        try:
            self._from_fewer_and_fewer()
            if self.best is not None:
                self.best = self._with_evidence(self.best)
        except KeyboardInterrupt:
            self.outcome = SearchOutcome.INTERRUPTED
        seconds = process_time() - self.cpu
        empty = ValidationReport(())
        return self.best or Knowledge(
            self.domain, self.tasks, None, (), empty, self.outcome, seconds
        )

    def _from_fewer_and_fewer(self) -> None:
        counts = list(dict.fromkeys(min(count, len(self.tasks)) for count in _FIRST_TASKS))
        for place, count in enumerate(counts):
            left = self._seconds_left()
            share = None if left is None or place == len(counts) - 1 else left / 2
            self._grow(list(self.tasks[:count]), share)
            if self.best is not None or self.outcome is SearchOutcome.INTERRUPTED:
                return

    def _grow(self, chosen: list[Instance], share: float | None) -> None:
        """Search with the chosen tasks, and again with those that the program does not solve."""
        while self._seconds_left() != 0:
            limit = self._seconds_left() if share is None else share
            problem = make_problem(self.domain, chosen)
            solution = self.search(problem, time_limit=limit, memory_limit=self.memory_limit)
            self.outcome = solution.outcome
            if solution.outcome is SearchOutcome.INTERRUPTED and solution.program is None:
                raise KeyboardInterrupt
            if solution.program is None:
                return
            failed = self._judge(solution.program, tuple(chosen))
            if not failed:
                return
            chosen.append(failed[0])
            share = None

    def _judge(self, program: AnyProgram, chosen: tuple[Instance, ...]) -> list[Instance]:
        """Keep the program if it solves more tasks than the best; return what it does not solve."""
        limit = self._per_task()
        report = validate(program, self.tasks, time_limit=limit)
        if self.best is None or report.solved > self.best.validation.solved:
            seconds = process_time() - self.cpu
            self.best = Knowledge(
                self.domain, self.tasks, program, chosen, report, SearchOutcome.SOLVED, seconds
            )
            if self.on_better is not None:
                self.on_better(self.best)
        rows = zip(self.tasks, report.instances, strict=True)
        return [task for task, row in rows if not row.valid and task not in chosen]

    def _with_evidence(self, best: Knowledge) -> Knowledge:
        assert best.program is not None
        found = check(
            best.program, best.learned_from, shuffles=_SHUFFLES, time_limit=self._per_task()
        )
        evidence = tuple(str(finding) for finding in found.findings)
        return Knowledge(
            best.domain,
            best.tasks,
            best.program,
            best.learned_from,
            best.validation,
            best.outcome,
            process_time() - self.cpu,
            evidence,
        )

    def _seconds_left(self) -> float | None:
        if self.time_limit is None:
            return None
        return max(0.0, self.began + self.time_limit - monotonic())

    def _per_task(self) -> float:
        left = self._seconds_left()
        return _SECONDS_PER_TASK if left is None else max(0.01, min(_SECONDS_PER_TASK, left))


def read_knowledge(path: str | Path, domain: Domain) -> AnyProgram:
    """Return the program in a knowledge file; a file without one is a NoPlanError."""
    text = read_text(path)
    for line in text.splitlines():
        if line.startswith(_NOTHING):
            raise NoPlanError(
                f"{path}: there is no program in this knowledge file: "
                f"{line.removeprefix('; ')}; learn again with more time or other tasks"
            )
    return parse_program(text, domain, str(path))


def is_for_domain(path: str | Path, domain: Domain) -> bool:
    """Return whether a knowledge file was learned with exactly this domain, if it says so."""
    found = _DIGEST.search(read_text(path))
    return found is None or found.group(1) == _digest(write_domain(domain))


def make_plan(
    program: AnyProgram,
    task: Instance,
    time_limit: float | None = None,
    engine: Engine | str | None = None,
) -> tuple[GroundAction, ...]:
    """Return a valid plan, checked independently, or raise a NoPlanError that says why not."""
    execution = execute(program, task, time_limit, engine=engine)
    if not execution.solved:
        words = execution.outcome.value.replace("_", " ")
        raise NoPlanError(f"{task.name}: no plan: the program ended {words}", execution.outcome)
    verdict = validate_plan(task, execution.plan)
    if not verdict:
        raise NoPlanError(
            f"{task.name}: no plan: the check refuses what was found: {verdict.reason}"
        )
    return execution.plan
