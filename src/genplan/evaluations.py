"""The evaluation functions by name: one registry for both engines, the command and the docs.

An evaluation function maps a program that was run on the active instances to a number; smaller
is better. Several are compared lexicographically. A Python callable works too: it is given the
program and one `HaltedRun` per active instance, and returns an integer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

from genplan.errors import ProblemError, did_you_mean
from genplan.pddl.model import Atom, Instance
from genplan.program.program import Program

__all__ = [
    "DEFAULT_GOAL_WEIGHT",
    "EVALUATIONS",
    "Evaluation",
    "EvaluationCode",
    "EvaluationFunction",
    "HaltedRun",
    "PythonEvaluation",
    "check_structured_evaluations",
    "parse_evaluations",
]

DEFAULT_GOAL_WEIGHT: Final = 5


class EvaluationCode(IntEnum):
    """The numbers by which the compiled core knows the evaluation functions."""

    GOAL_COUNT = 0
    LANDMARK_COUNT = 1
    LANDMARK_FRACTION = 2
    GOTO_COUNT = 3
    UNDEFINED_LINES = 4
    REPEATED_INSTRUCTIONS = 5
    HALTED_LINE = 6
    STEPS = 7
    GOTO_NESTING = 8
    STEPS_PLUS_WEIGHTED_GOALS = 9
    PYTHON = 10


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A named evaluation function; `weight` is that of goals in a weighted sum."""

    name: str
    code: EvaluationCode
    symbol: str
    summary: str
    weight: int = 0

    @property
    def needs_landmarks(self) -> bool:
        """Return whether landmark graphs must be built for it."""
        return self.code in (EvaluationCode.LANDMARK_COUNT, EvaluationCode.LANDMARK_FRACTION)

    def __str__(self) -> str:
        """Return the name, with the weight where it was chosen."""
        usual = EVALUATIONS[self.name].weight if self.name in EVALUATIONS else self.weight
        return self.name if self.weight == usual else f"{self.name}:{self.weight}"


@dataclass(frozen=True, slots=True)
class HaltedRun:
    """How a program stands on one active instance: what a Python evaluation function sees."""

    instance: Instance
    state: frozenset[Atom]
    pointers: tuple[int, ...]
    y: bool
    line: int
    steps: int
    goals_missing: int


EvaluationFunction: TypeAlias = Callable[[Program, Sequence[HaltedRun]], int]


@dataclass(frozen=True, slots=True)
class PythonEvaluation:
    """An evaluation function that a user wrote in Python."""

    function: EvaluationFunction

    needs_landmarks = False

    @property
    def name(self) -> str:
        """Return the name of the function."""
        return getattr(self.function, "__name__", "python")

    def __str__(self) -> str:
        """Return the name of the function."""
        return self.name


_ALL: Final = (
    Evaluation(
        "goal-count",
        EvaluationCode.GOAL_COUNT,
        "f_GC",
        "goal facts not achieved, summed over the active instances",
    ),
    Evaluation(
        "landmark-count",
        EvaluationCode.LANDMARK_COUNT,
        "f_LM",
        "landmarks not reached or required again, summed over the active instances",
    ),
    Evaluation(
        "landmark-fraction",
        EvaluationCode.LANDMARK_FRACTION,
        "f_||LM||",
        "landmark-count of each instance as a share of its landmarks, in ten thousandths",
    ),
    Evaluation("goto-count", EvaluationCode.GOTO_COUNT, "f_1", "goto instructions in the program"),
    Evaluation(
        "undefined-lines",
        EvaluationCode.UNDEFINED_LINES,
        "f_2",
        "lines that are not programmed yet",
    ),
    Evaluation(
        "repeated-instructions",
        EvaluationCode.REPEATED_INSTRUCTIONS,
        "f_3",
        "programmed lines minus different instructions among them",
    ),
    Evaluation(
        "halted-line",
        EvaluationCode.HALTED_LINE,
        "f_4",
        "lines minus the largest undefined line at which an active instance halts",
    ),
    Evaluation(
        "steps",
        EvaluationCode.STEPS,
        "f_6",
        "executed instructions, summed over the active instances",
    ),
    Evaluation(
        "goto-nesting",
        EvaluationCode.GOTO_NESTING,
        "f_7",
        "the largest number of gotos that span one line",
    ),
    Evaluation(
        "steps-plus-goals",
        EvaluationCode.STEPS_PLUS_WEIGHTED_GOALS,
        "f_8",
        "steps plus goal-count",
        1,
    ),
    Evaluation(
        "steps-plus-weighted-goals",
        EvaluationCode.STEPS_PLUS_WEIGHTED_GOALS,
        "f_9",
        "steps plus goal-count times a weight (5 unless given as in …-weighted-goals:3)",
        DEFAULT_GOAL_WEIGHT,
    ),
)

EVALUATIONS: Final = {evaluation.name: evaluation for evaluation in _ALL}


def parse_evaluations(
    names: str | Iterable[str | Evaluation | PythonEvaluation | EvaluationFunction],
) -> tuple[Evaluation | PythonEvaluation, ...]:
    """Return the evaluation functions of a comma-separated text, or of a list."""
    entries = names.split(",") if isinstance(names, str) else list(names)
    found = tuple(_parse(entry) for entry in entries)
    if not found:
        raise ProblemError("at least one evaluation function is needed")
    return found


STRUCTURED_EVALUATIONS: Final = ("goal-count", "landmark-count", "landmark-fraction")
"""The evaluation functions that structured programs have; the others are about lines."""


def check_structured_evaluations(evaluations: Iterable[Evaluation | PythonEvaluation]) -> None:
    """Raise a ProblemError if a function does not apply to structured programs."""
    for evaluation in evaluations:
        if evaluation.name not in STRUCTURED_EVALUATIONS or isinstance(
            evaluation, PythonEvaluation
        ):
            raise ProblemError(
                f'the evaluation function "{evaluation}" is not for structured programs; '
                f"these are: {', '.join(STRUCTURED_EVALUATIONS)}"
            )


def _parse(
    entry: str | Evaluation | PythonEvaluation | EvaluationFunction,
) -> Evaluation | PythonEvaluation:
    if isinstance(entry, Evaluation | PythonEvaluation):
        return entry
    if not isinstance(entry, str):
        return PythonEvaluation(entry)
    name, colon, weight = entry.strip().partition(":")
    evaluation = EVALUATIONS.get(name.lower())
    if evaluation is None:
        hint = did_you_mean(name, EVALUATIONS) or f"known are: {', '.join(EVALUATIONS)}"
        raise ProblemError(f'unknown evaluation function "{name}"; {hint}')
    if not colon:
        return evaluation
    if evaluation.name != "steps-plus-weighted-goals" or not weight.isdecimal():
        raise ProblemError(
            f'"{entry}": only steps-plus-weighted-goals takes a weight, a whole number, '
            "as in steps-plus-weighted-goals:3"
        )
    return Evaluation(
        evaluation.name, evaluation.code, evaluation.symbol, evaluation.summary, int(weight)
    )
