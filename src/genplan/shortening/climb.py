"""The local search: the best edit of the first group that has a good one, again and again.

A program that results must solve every instance given. It must also solve a copy of each with
the objects in another order where the program at the beginning does, so that it does not come to
depend on their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Final

from genplan.engine import Engine
from genplan.errors import ProblemError
from genplan.pddl.model import Instance
from genplan.pool import with_shuffled_copies
from genplan.program import AnyProgram
from genplan.program.program import Program
from genplan.program.structured import StructuredProgram
from genplan.runs import Code, Run, Runner, StoppedError
from genplan.search import CancelToken
from genplan.shortening.cost import Cost, Optimize
from genplan.shortening.goto_edits import GotoEdits
from genplan.shortening.structured_edits import StructuredEdits

__all__ = ["EFFORT", "Ending", "Shortened", "shorten"]

EFFORT: Final = 1 << 26
"""Executed steps of programs at most: a count, so that the result is always the same."""

STEPS_PER_RUN: Final = 1 << 10
"""A run counts as so many steps more: that is what it takes to begin one."""

MOST_STEPS: Final = 1 << 24
"""The program at the beginning may take so many steps on one instance."""

SLOWER: Final = 4
"""An edited program may take so many times the steps on an instance."""

FEW_STEPS: Final = 1_000
"""What a program may take anyway."""


class Ending(Enum):
    """Why the local search ended."""

    COMPLETE = "complete"
    """No edit makes the program better."""
    OUT_OF_EFFORT = "out_of_effort"
    OUT_OF_TIME = "out_of_time"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Shortened:
    """A program after the local search: what it costs, and what it cost before."""

    program: AnyProgram
    cost: Cost
    before: Cost
    ending: Ending
    effort: int
    """What was spent, in executed steps."""

    @property
    def changed(self) -> bool:
        """Return whether the program is another one."""
        return self.cost != self.before


def shorten(
    program: AnyProgram,
    instances: Sequence[Instance],
    optimize: Optimize | str = Optimize.LINES,
    *,
    time_limit: float | None = None,
    effort: int | None = EFFORT,
    cancel: CancelToken | None = None,
    engine: Engine | str | None = None,
) -> Shortened:
    """Return a shorter or cheaper program that solves the same instances.

    `lines` wants fewer statements or lines, then fewer actions in the plans, then fewer steps;
    `steps` fewer actions in the plans, then fewer steps, then a shorter program. All
    instances count together, and the program must solve every one of them. Without a time limit
    the result is always the same: `effort` is a limit on executed steps. Ctrl-C and a cancel
    token end it early; the result is the best so far then.
    """
    climb = _Climb(program, instances, Optimize(optimize), effort, engine)
    climb.runner.limit(time_limit, cancel)
    try:
        climb.run()
        ending = Ending.COMPLETE
    except _OutOfEffortError:
        ending = Ending.OUT_OF_EFFORT
    except StoppedError as stopped:
        ending = Ending.OUT_OF_TIME if stopped.out_of_time else Ending.INTERRUPTED
    except KeyboardInterrupt:
        ending = Ending.INTERRUPTED
    return Shortened(climb.program, climb.cost, climb.before, ending, climb.spent)


class _OutOfEffortError(Exception):
    """The executed steps are as many as are allowed."""


class _Climb:
    """Where the local search stands: the best program so far, and what was tried."""

    def __init__(
        self,
        program: AnyProgram,
        instances: Sequence[Instance],
        optimize: Optimize,
        effort: int | None,
        engine: Engine | str | None,
    ) -> None:
        """Run the program at the beginning, without limits on the time."""
        self.optimize = optimize
        self.effort = inf if effort is None else effort
        self.spent = 0
        self.given = len(instances)
        if isinstance(program, Program):
            program = program.until_end
        self.runner = Runner(program, with_shuffled_copies(instances, 1), engine)
        self.program = program
        runs = self._first_runs()
        self.steps = {position: run.steps for position, run in runs.items()}
        self.order = list(runs)
        self.before = self.cost = self._total(len(program), list(runs.items()))
        self.seen = {program}

    def _first_runs(self) -> dict[int, Run]:
        """Return the runs of the program at the beginning, apart from copies it does not solve."""
        code = self.runner.code(self.program)
        runs: dict[int, Run] = {}
        for position, instance in enumerate(self.runner.instances):
            limit = MOST_STEPS
            if position >= self.given:
                limit = self._limit(runs[position - self.given].steps)
            run = self.runner.run(code, position, limit)
            if run.solved:
                runs[position] = run
            elif position < self.given:
                raise ProblemError(
                    f'the program does not solve "{instance.name}" within {MOST_STEPS:,} steps; '
                    "only what solves every instance given can be made shorter"
                )
        return runs

    def _limit(self, steps: int) -> int:
        return max(FEW_STEPS, SLOWER * steps)

    def _total(self, length: int, runs: Sequence[tuple[int, Run]]) -> Cost:
        own = [run for position, run in runs if position < self.given]
        return Cost(length, sum(run.actions for run in own), sum(run.steps for run in own))

    def run(self) -> None:
        """Go on until no edit makes the program better, or an error says that it is over."""
        while self._step():
            pass

    def _step(self) -> bool:
        for group in self._groups():
            best = self._best_of(group)
            if best is not None:
                self.program, self.cost = best
                return True
        return False

    def _groups(self) -> Iterator[Iterator[AnyProgram]]:
        domain, own = self.runner.domain, self.runner.instances[: self.given]
        if isinstance(self.program, StructuredProgram):
            edits = StructuredEdits(self.program, domain, own)
            yield from edits.groups(self.program, self.optimize)
        else:
            yield from GotoEdits(self.program, domain).groups(self.program, self.optimize)

    def _best_of(self, group: Iterator[AnyProgram]) -> tuple[AnyProgram, Cost] | None:
        best: tuple[AnyProgram, Cost] | None = None
        for candidate in group:
            if candidate in self.seen:
                continue
            self.seen.add(candidate)
            bound = self.cost if best is None else best[1]
            cost = self._cost_within(candidate, bound)
            if cost is None or not cost.improves(self.cost, self.optimize):
                continue
            if best is None or cost.key(self.optimize) < best[1].key(self.optimize):
                best = candidate, cost
        return best

    def _cost_within(self, program: AnyProgram, bound: Cost) -> Cost | None:
        """Return what a program costs, None if it fails somewhere or costs more than a bound."""
        most = bound.key(self.optimize)
        if Cost(len(program), 0, 0).key(self.optimize) > most:
            return None
        try:
            code = self.runner.code(program)
        except ProblemError:  # such as a pointer whose type does not fit
            return None
        runs: list[tuple[int, Run]] = []
        cost = Cost(len(program), 0, 0)
        for place, position in enumerate(self.order):
            runs.append((position, self._run(code, position)))
            if not runs[-1][1].solved:
                # What refutes one program refutes the next one, too.
                self.order.insert(0, self.order.pop(place))
                return None
            cost = self._total(len(program), runs)
            if cost.key(self.optimize) > most:
                return None
        return cost

    def _run(self, code: Code, position: int) -> Run:
        run = self.runner.run(code, position, self._limit(self.steps[position]))
        self.spent += STEPS_PER_RUN + (run.steps if run.solved else self.steps[position])
        if self.spent > self.effort:
            raise _OutOfEffortError
        return run
