"""How good programs are: how many instances they solve, and how much of the goals of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from genplan.engine import Engine
from genplan.errors import ProblemError
from genplan.pddl.model import Domain, Instance
from genplan.problem import Pointer
from genplan.program.structured import StructuredProgram
from genplan.runs import Runner
from genplan.shortening.bodies import Body

__all__ = ["Score", "Scorer"]

WHOLE: Final = 10_000
"""What reaching all goal facts of an instance counts; reaching some, as much less."""

FEWEST_STEPS: Final = 1_000
STEPS_PER_OBJECT: Final = 100
"""A program is given up on an instance that takes more steps: it goes through the goals, and for
each through what is around it, not through everything."""


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """What a program reaches, compared in this order; `failed` are the instances not solved.

    `failed` is ascending, so that of two programs with the same numbers the order is still fixed.
    """

    solved: int
    reached: int
    failed: tuple[int, ...]

    @property
    def worth(self) -> tuple[int, int]:
        """Return what makes a program better than another."""
        return self.solved, self.reached


class Scorer:
    """Runs programs over the same pointers on the same instances."""

    def __init__(
        self,
        domain: Domain,
        pointers: tuple[Pointer, ...],
        instances: Sequence[Instance],
        engine: Engine | str | None,
    ) -> None:
        """Prepare; the positions of instances are those given."""
        self.domain = domain
        self.pointers = pointers
        self.runner = Runner(StructuredProgram(domain.name, pointers), instances, engine)
        self.limits = [FEWEST_STEPS + STEPS_PER_OBJECT * len(i.all_objects) for i in instances]
        self.runs = 0
        self._order = list(range(len(instances)))

    def program(self, body: Body) -> StructuredProgram:
        """Return the program with a body; a ProblemError if it breaks a rule of the language."""
        return StructuredProgram(self.domain.name, self.pointers, body)

    def score(self, body: Body, at_least: Score | None = None) -> Score | None:
        """Return the score of a program, None if it solves fewer instances than another."""
        try:
            code = self.runner.code(self.program(body))
        except ProblemError:  # such as a pointer twice in one atom
            return None
        count = len(self._order)
        may_fail = count if at_least is None else count - at_least.solved
        failed: list[int] = []
        reached = 0
        for place, position in enumerate(self._order):
            self.runs += 1
            run = self.runner.run(code, position, self.limits[position])
            if run.solved:
                reached += WHOLE
                continue
            failed.append(position)
            if len(failed) > may_fail:
                # What refutes one program often refutes the next one, too.
                self._order.insert(0, self._order.pop(place))
                return None
            if run.missing is not None:
                goals = len(self.runner.table(position).goal)
                reached += WHOLE * (goals - run.missing) // goals
        return Score(count - len(failed), reached, tuple(sorted(failed)))

    def end(self, body: Body, position: int) -> frozenset[int] | None:
        """Return the atoms at the end of a program, None if it does not end in time."""
        code = self.runner.code(self.program(body))
        if self.runner.run(code, position, self.limits[position]).missing is None:
            return None
        return frozenset(self.runner.end(code, position))
