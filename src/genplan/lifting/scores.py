"""How good programs are: how many instances they solve, and how much of the goals of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from genplan.compiled_structured import CompiledStatement, StatementKind
from genplan.engine import Engine
from genplan.errors import ProblemError
from genplan.pddl.model import Domain, Instance
from genplan.problem import Pointer
from genplan.program.structured import StructuredProgram
from genplan.program.structured.statements import Repeat, Statement
from genplan.runs import Code, Run, Runner
from genplan.shortening.bodies import Body

__all__ = ["Score", "Scorer"]

WHOLE: Final = 10_000
"""What reaching all goal facts of an instance counts; reaching some, as much less."""

OBJECTS_PER_SHARE: Final = 10
"""For so many objects of an instance, a program may take as many steps there again."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a program reaches; `failed` are the instances not solved, ascending."""

    solved: int
    reached: int
    failed: tuple[int, ...]
    actions: int = field(default=0, compare=False)
    """Of all plans that solve an instance together."""

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
        step_limit: int,
        engine: Engine | str | None,
    ) -> None:
        """Prepare; the positions of instances are those given.

        A program is given up on an instance where it takes more steps than the limit and its tenth
        for each object: it should go through the goals, and for each through what is around it.
        """
        self.domain = domain
        self.pointers = pointers
        self.runner = Runner(StructuredProgram(domain.name, pointers), instances, engine)
        self.limits = [
            step_limit + step_limit * len(i.all_objects) // OBJECTS_PER_SHARE for i in instances
        ]
        self.runs = 0
        self._known: dict[Statement, tuple[CompiledStatement, ...] | None] = {}
        self.order: list[int] = []
        """The instances that count, what refuted a program last first."""

    def program(self, body: Body) -> StructuredProgram:
        """Return the program with a body; a ProblemError if it breaks a rule of the language."""
        return StructuredProgram(self.domain.name, self.pointers, body)

    def score(self, body: Body, at_least: Score | None = None) -> Score | None:
        """Return the score of a program, None if it is not valid or solves fewer than another."""
        code = self._code(body)
        if code is None:
            return None
        count = len(self.order)
        may_fail = count if at_least is None else count - at_least.solved
        failed: list[int] = []
        reached = actions = 0
        for place, position in enumerate(self.order):
            run = self._run(code, position)
            if run.solved:
                reached += WHOLE
                actions += run.actions
                continue
            failed.append(position)
            if len(failed) > may_fail:
                # What refutes one program often refutes the next one, too.
                self.order.insert(0, self.order.pop(place))
                return None
            if run.missing is not None:
                goals = len(self.runner.table(position).goal)
                reached += WHOLE * (goals - run.missing) // goals
        return Score(count - len(failed), reached, tuple(sorted(failed)), actions)

    def solves(self, body: Body, position: int) -> bool:
        """Return whether a program solves the instance at a position."""
        code = self._code(body)
        return code is not None and self._run(code, position).solved

    def _code(self, body: Body) -> Code | None:
        """Return a program over numbers, None if it breaks a rule of the language."""
        lines = self._lines(body)
        return None if lines is None else self.runner.code_of(True, lines)

    def _lines(self, body: Body) -> tuple[CompiledStatement, ...] | None:
        """Return the statements over numbers; each rule is looked at only once."""
        found: list[CompiledStatement] = []
        for statement in body:
            lines: tuple[CompiledStatement, ...] | None
            if isinstance(statement, Repeat):
                inner = self._lines(statement.body)
                if inner is not None:
                    inner = (CompiledStatement(StatementKind.REPEAT, size=len(inner)), *inner)
                lines = inner
            else:
                lines = self._rule_lines(statement)
            if lines is None:
                return None
            found += lines
        return tuple(found)

    def _rule_lines(self, rule: Statement) -> tuple[CompiledStatement, ...] | None:
        if rule not in self._known:
            try:
                lines = self.runner.lines(self.program((rule,)))
                self._known[rule] = tuple(s for s in lines if isinstance(s, CompiledStatement))
            except ProblemError:  # such as a pointer twice in one atom
                self._known[rule] = None
        return self._known[rule]

    def _run(self, code: Code, position: int) -> Run:
        self.runs += 1
        return self.runner.run(code, position, self.limits[position])

    def end(self, body: Body, position: int) -> frozenset[int] | None:
        """Return the atoms at the end of a program, None if it does not end in time."""
        code = self._code(body)
        if code is None:
            return None
        end = self.runner.end(code, position, self.limits[position])
        return None if end is None else frozenset(end)
