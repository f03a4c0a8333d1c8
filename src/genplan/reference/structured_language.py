"""Structured programs as a search space: the children of a program, and running it.

`docs/language.md`, "Search".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from genplan.compiled import CompiledInstance, CompiledProblem
from genplan.compiled_structured import CompiledStatement, StatementKind, structured_program
from genplan.evaluations import Evaluation, EvaluationCode, PythonEvaluation
from genplan.outcomes import ExecutionOutcome
from genplan.program.structured import StructuredProgram
from genplan.program.structured.statements import Mode, find_condition
from genplan.reference.evaluation import Run
from genplan.reference.language import MachineKey
from genplan.reference.machine import Machine, goal_facts_missing
from genplan.reference.progress import LandmarkProgress
from genplan.reference.structured_children import Children, StructuredCode, open_headers
from genplan.reference.structured_machine import (
    InfiniteLoopError,
    StepLimitError,
    StructuredMachine,
)
from genplan.search import Configuration

__all__ = ["StructuredLanguage"]

PATIENCE: Final = 10
"""A solution must end on the larger instances, too; there it has so many times the steps."""

_THOUSAND: Final = 1000
_FRACTIONS: Final = 10_000


class StructuredLanguage:
    """Programs of at most so many statements, which grow by appending and wrapping."""

    every_program_is_complete = True
    counts_pointers = False

    def __init__(
        self,
        problem: CompiledProblem,
        configuration: Configuration,
        poll: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepare the statements; `poll` is called now and then while programs run."""
        self.problem = problem
        self.options = configuration.structured
        self.most_statements = configuration.lines
        self.poll = poll
        self.conditions = frozenset(_conditions(problem, self.options.goals))
        self.editor = Children(
            problem.domain, self.options, lambda p, mode: (p, mode) in self.conditions
        )
        self.generated: set[StructuredCode] = set()

    def root(self) -> StructuredCode:
        """Return the empty program."""
        return ()

    def length(self, code: StructuredCode) -> int:
        """Return how many statements there are, nested ones included."""
        return len(code)

    def children(self, code: StructuredCode) -> Iterator[StructuredCode]:
        """Yield the programs with one statement more, in the order that decides ties."""
        if len(code) < self.most_statements:
            yield from self.editor.of(code)

    def is_new(self, code: StructuredCode) -> bool:
        """Return whether a child is generated for the first time."""
        if code in self.generated:
            return False
        self.generated.add(code)
        return True

    def start(self, instance: CompiledInstance, progress: LandmarkProgress | None) -> Run:
        """Return the empty program's run: nothing executed yet."""
        return self._run((), instance, progress, self.options.step_limit)

    def resume(self, code: StructuredCode, before: Run) -> Run:
        """Return the run of a program; since children change their parents within, all of it."""
        return self._run(code, before.instance, before.progress, self.options.step_limit)

    def solves(self, code: StructuredCode, instance: CompiledInstance) -> bool:
        """Return whether a program solves an instance that is not active."""
        run = self._run(code, instance, None, PATIENCE * self.options.step_limit)
        return run.outcome is ExecutionOutcome.SOLVED

    def _run(
        self,
        code: StructuredCode,
        instance: CompiledInstance,
        progress: LandmarkProgress | None,
        step_limit: int,
    ) -> Run:
        machine = StructuredMachine(code, instance, self.poll, step_limit)
        reached = progress.at_start(_halted(machine)) if progress else frozenset()
        try:
            for step in machine.run():
                if step.action is not None and progress is not None:
                    reached = progress.after_step(reached, _halted(machine))
            missing = goal_facts_missing(instance, machine.state)
            outcome = ExecutionOutcome.INCORRECT if missing else ExecutionOutcome.SOLVED
        except InfiniteLoopError:
            outcome = ExecutionOutcome.INFINITE
        except StepLimitError:
            outcome = ExecutionOutcome.OUT_OF_TIME
        return Run(instance, _halted(machine), outcome, machine.steps, progress, reached)

    def is_dead(self, run: Run) -> bool:
        """Return whether the program does not end within the steps allowed."""
        return run.outcome in (ExecutionOutcome.INFINITE, ExecutionOutcome.OUT_OF_TIME)

    def key(self, code: StructuredCode, run: Run) -> MachineKey:
        """Return what decides about the descendants: state, pointers, and the open blocks."""
        machine = run.machine
        return tuple(sorted(machine.state)), machine.pointers, open_headers(code)

    def value(
        self, evaluation: Evaluation | PythonEvaluation, code: StructuredCode, runs: Sequence[Run]
    ) -> int:
        """Return the average over the active instances and the weighted length, in thousandths."""
        assert isinstance(evaluation, Evaluation)
        total = sum(_value_of_run(evaluation.code, run) for run in runs)
        return self.options.length_weight * len(code) + _THOUSAND * total // len(runs)

    def encoded(self, code: StructuredCode) -> list[list[Any]]:
        """Return the statements as lists of whole numbers."""
        return [
            [s.kind, s.operand, s.mode, list(s.pointers), list(map(int, s.choose)), s.size]
            for s in code
        ]

    def decoded(self, plain: Sequence[Sequence[Any]]) -> StructuredCode:
        """Return the code of such lists."""
        return tuple(
            CompiledStatement(
                StatementKind(kind),
                operand,
                Mode(mode),
                tuple(pointers),
                tuple(map(bool, choose)),
                size,
            )
            for kind, operand, mode, pointers, choose, size in plain
        )

    def remembered(self) -> Iterator[StructuredCode]:
        """Yield the programs generated so far."""
        return iter(self.generated)

    def remember(self, codes: Iterable[StructuredCode]) -> None:
        """Take programs to have been generated before."""
        self.generated.update(codes)

    def program(self, code: StructuredCode) -> StructuredProgram:
        """Return a program with names instead of numbers."""
        return structured_program(code, self.problem.domain)


def _halted(machine: StructuredMachine) -> Machine:
    return Machine(machine.state, machine.pointers, False, 0)


def _value_of_run(code: EvaluationCode, run: Run) -> int:
    if code is EvaluationCode.GOAL_COUNT:
        return run.goals_missing
    if code is EvaluationCode.LANDMARK_COUNT:
        return run.landmark_count
    assert run.progress is not None
    return _FRACTIONS * run.landmark_count // max(1, len(run.progress.table))


def _conditions(problem: CompiledProblem, with_goals: bool) -> Iterator[tuple[int, Mode]]:
    """Yield the predicates with what can be asked of them.

    Of the goal only what some instance wants; and nothing that another predicate hides.
    """
    domain = problem.domain.domain
    wanted = {
        (literal.atom.predicate, literal.positive)
        for instance in problem.instances
        for literal in instance.instance.goal
    }
    values = {Mode.GOAL: True, Mode.TODO: True, Mode.GOAL_NOT: False, Mode.TODO_NOT: False}
    for number, predicate in enumerate(domain.predicates):
        for mode in Mode:
            if mode is not Mode.NOW and not (
                with_goals and (predicate.name, values[mode]) in wanted
            ):
                continue
            if find_condition(domain, mode.prefix + predicate.name) == (mode, predicate):
                yield number, mode
