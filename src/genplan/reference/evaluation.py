"""The evaluation functions, one pure function each (Paper: f_GC, f_LM; f_1 … f_9 of BFGP)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import index

from genplan.compiled import CompiledInstance, Kind
from genplan.errors import ProblemError
from genplan.evaluations import Evaluation, EvaluationCode, HaltedRun, PythonEvaluation
from genplan.outcomes import ExecutionOutcome
from genplan.program.program import Program
from genplan.reference.machine import Lines, Machine, goal_facts_missing
from genplan.reference.progress import LandmarkProgress

__all__ = ["FUNCTIONS", "Run", "evaluate", "python_value"]


@dataclass(frozen=True, slots=True)
class Run:
    """A program's execution on one instance: where it halted and what it reached."""

    instance: CompiledInstance
    machine: Machine
    outcome: ExecutionOutcome
    steps: int
    progress: LandmarkProgress | None = None
    reached: frozenset[int] = frozenset()

    @property
    def goals_missing(self) -> int:
        """Return how many goal facts do not hold."""
        return goal_facts_missing(self.instance, self.machine.state)

    @property
    def landmark_count(self) -> int:
        """Return f_LM of this instance."""
        assert self.progress is not None
        return self.progress.count(self.reached, self.machine)


def goal_count(lines: Lines, runs: Sequence[Run], weight: int) -> int:
    """Return f_GC: goal facts not achieved."""
    del lines, weight
    return sum(run.goals_missing for run in runs)


def landmark_count(lines: Lines, runs: Sequence[Run], weight: int) -> int:
    """Return f_LM: landmarks not reached or required again."""
    del lines, weight
    return sum(run.landmark_count for run in runs)


def landmark_fraction(lines: Lines, runs: Sequence[Run], weight: int) -> int:
    """Return the normalised f_LM: shares of the instances' landmarks, in ten thousandths."""
    del lines, weight
    return sum(
        10000 * run.landmark_count // max(1, len(run.progress.table))
        for run in runs
        if run.progress is not None
    )


def goto_count(lines: Lines, runs: Sequence[Run], weight: int) -> int:
    """Return f_1: gotos in the program."""
    del runs, weight
    return sum(line is not None and line.kind is Kind.GOTO for line in lines)


def undefined_lines(lines: Lines, runs: Sequence[Run], weight: int) -> int:
    """Return f_2: lines that are not programmed yet."""
    del runs, weight
    return sum(line is None for line in lines)


def repeated_instructions(lines: Lines, runs: Sequence[Run], weight: int) -> int:
    """Return f_3: programmed lines minus different instructions among them."""
    del runs, weight
    programmed = [line for line in lines if line is not None]
    return len(programmed) - len(set(programmed))


def halted_line(lines: Lines, runs: Sequence[Run], weight: int) -> int:
    """Return f_4: lines minus the largest undefined line at which a run halts, 0 if none."""
    del weight
    halted = [r.machine.line for r in runs if r.outcome is ExecutionOutcome.UNDEFINED]
    return len(lines) - max(halted) if halted else 0


def steps(lines: Lines, runs: Sequence[Run], weight: int) -> int:
    """Return f_6: executed instructions."""
    del lines, weight
    return sum(run.steps for run in runs)


def goto_nesting(lines: Lines, runs: Sequence[Run], weight: int) -> int:
    """Return f_7: the largest number of gotos that span one line."""
    del runs, weight
    spans = [
        (line.operand, number)
        for number, line in enumerate(lines)
        if line is not None and line.kind is Kind.GOTO
    ]
    return max(sum(a <= n <= b for a, b in spans) for n in range(len(lines)))


def steps_plus_weighted_goals(lines: Lines, runs: Sequence[Run], weight: int) -> int:
    """Return f_8 (weight 1) or f_9 (weight 5): steps plus weighted goal count."""
    return steps(lines, runs, weight) + weight * goal_count(lines, runs, weight)


FUNCTIONS: Mapping[EvaluationCode, Callable[[Lines, Sequence[Run], int], int]] = {
    EvaluationCode.GOAL_COUNT: goal_count,
    EvaluationCode.LANDMARK_COUNT: landmark_count,
    EvaluationCode.LANDMARK_FRACTION: landmark_fraction,
    EvaluationCode.GOTO_COUNT: goto_count,
    EvaluationCode.UNDEFINED_LINES: undefined_lines,
    EvaluationCode.REPEATED_INSTRUCTIONS: repeated_instructions,
    EvaluationCode.HALTED_LINE: halted_line,
    EvaluationCode.STEPS: steps,
    EvaluationCode.GOTO_NESTING: goto_nesting,
    EvaluationCode.STEPS_PLUS_WEIGHTED_GOALS: steps_plus_weighted_goals,
}


def evaluate(
    evaluation: Evaluation | PythonEvaluation,
    lines: Lines,
    runs: Sequence[Run],
    program: Callable[[], Program],
) -> int:
    """Return the value of one evaluation function."""
    if isinstance(evaluation, Evaluation):
        return FUNCTIONS[evaluation.code](lines, runs, evaluation.weight)
    return python_value(evaluation, program(), [halted_run(run) for run in runs])


def python_value(evaluation: PythonEvaluation, program: Program, runs: Sequence[HaltedRun]) -> int:
    """Return the value of a user's function, which must be a whole number of 64 bits."""
    value: object = evaluation.function(program, runs)
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = 1 << 64
    if -(1 << 63) <= number < 1 << 63:
        return number
    raise ProblemError(
        f'the evaluation function "{evaluation}" must return a whole number of at most 64 bits, '
        f"not {value!r}"
    )


def halted_run(run: Run) -> HaltedRun:
    """Return a run as a user's evaluation function sees it."""
    return HaltedRun(
        run.instance.instance,
        frozenset(run.instance.atom(number) for number in run.machine.state),
        run.machine.pointers,
        run.machine.y,
        run.machine.line,
        run.steps,
        run.goals_missing,
    )
