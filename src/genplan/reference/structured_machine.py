"""Execution of structured programs, in plain Python: `docs/language.md` as code.

The program is the flat table of `compiled_structured`; objects and atoms are numbers as there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import inf
from typing import Final

from genplan.compiled import CompiledInstance, CompiledLiteral, fact_number
from genplan.compiled_structured import (
    CompiledMoving,
    CompiledStatement,
    StatementKind,
    compile_moving,
)
from genplan.program.structured.statements import Mode
from genplan.reference.machine import applicable, effect_of, ground, term_object

__all__ = [
    "FREE",
    "InfiniteLoopError",
    "Situation",
    "Step",
    "StepLimitError",
    "StructuredMachine",
]

FREE: Final = -1
"""The place of a pointer that stands nowhere."""

UNKNOWN: Final = -1
"""The object of an argument that is free, not chosen yet, or `_`."""

Objects = tuple[int, ...]

_LOOPS: Final = frozenset(
    {StatementKind.FOR, StatementKind.FORDOWN, StatementKind.EACH, StatementKind.REPEAT}
)


@dataclass(frozen=True, slots=True)
class Situation:
    """The true atoms, and the places of the pointers among the objects of their types."""

    state: frozenset[int]
    pointers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of an execution: the statement, the situation after it, and the action applied.

    `satisfied` is whether the statement found what it asks for; loops always do.
    """

    statement: int
    after: Situation
    action: tuple[int, Objects] | None = None
    satisfied: bool = True


class InfiniteLoopError(Exception):
    """A `repeat` is in a situation in which it was before."""

    def __init__(self, statement: int) -> None:
        """Keep the number of the `repeat`."""
        super().__init__(statement)
        self.statement = statement


class StepLimitError(Exception):
    """A statement or an iteration would begin after as many steps as are allowed."""


class StructuredMachine:
    """A program at work on an instance."""

    def __init__(
        self,
        statements: Sequence[CompiledStatement],
        instance: CompiledInstance,
        poll: Callable[[], None] = lambda: None,
        step_limit: float = inf,
    ) -> None:
        """Start in the initial state with all pointers free; `poll` is called again and again."""
        self.statements = statements
        self.instance = instance
        self.poll = poll
        self.state = frozenset(instance.initial)
        self.pointers = (FREE,) * len(instance.domain.pointers)
        self.goal = frozenset(instance.goal)
        self.step_limit = step_limit
        self.steps = 0

    def run(self) -> Iterator[Step]:
        """Yield the steps of the execution until it ends, or raise one of the errors above."""
        yield from self._block(0, len(self.statements))

    @property
    def situation(self) -> Situation:
        """Return where the machine is now."""
        return Situation(self.state, self.pointers)

    # --- Statements ----------------------------------------------------------------------------

    def _block(self, begin: int, end: int) -> Iterator[Step]:
        number = begin
        while number < end:
            statement = self.statements[number]
            yield from self._execute(number, statement)
            number += 1 + statement.size

    def _execute(self, number: int, statement: CompiledStatement) -> Iterator[Step]:
        if statement.kind not in _LOOPS:
            self._begin()
        match statement.kind:
            case StatementKind.DO:
                yield self._do(number, statement)
            case StatementKind.GO:
                yield from self._go(number, statement)
            case StatementKind.FIND:
                yield self._find(number, statement)
            case StatementKind.FOR | StatementKind.FORDOWN:
                yield from self._for(number, statement)
            case StatementKind.REPEAT:
                yield from self._repeat(number, statement)
            case StatementKind.IF | StatementKind.IFNOT:
                yield from self._if(number, statement)
            case StatementKind.EACH:
                yield from self._each(number, statement)

    def _step(
        self, number: int, action: tuple[int, Objects] | None = None, satisfied: bool = True
    ) -> Step:
        self.steps += 1
        self.poll()
        return Step(number, self.situation, action, satisfied)

    def _begin(self) -> None:
        """Stop if a statement or an iteration begins too late; a path that began goes on."""
        if self.steps >= self.step_limit:
            raise StepLimitError

    def _do(self, number: int, statement: CompiledStatement) -> Step:
        action = statement.operand
        objects = next(self._choices(statement, partial(self._may_apply, action)), None)
        if objects is None:
            return self._step(number, satisfied=False)
        self._bind(statement, objects)
        self.state = effect_of(action, objects, self.instance, self.state)
        return self._step(number, (action, objects))

    def _find(self, number: int, statement: CompiledStatement) -> Step:
        objects = next(self._choices(statement, partial(self._may_hold, statement)), None)
        if objects is not None:
            self._bind(statement, objects)
        return self._step(number, satisfied=objects is not None)

    def _for(self, number: int, statement: CompiledStatement) -> Iterator[Step]:
        (z,) = statement.pointers
        places = range(len(self._objects_for(z)))
        for place in places if statement.kind is StatementKind.FOR else reversed(places):
            self._begin()
            self._place(z, place)
            yield self._step(number)
            yield from self._block_of(number, statement)
        self._place(z, FREE)

    def _each(self, number: int, statement: CompiledStatement) -> Iterator[Step]:
        # A list: what holds at the beginning counts, whatever the block changes.
        for objects in list(self._choices(statement, partial(self._may_hold, statement))):
            self._begin()
            self._bind(statement, objects)
            yield self._step(number)
            yield from self._block_of(number, statement)
        for z, choose in zip(statement.pointers, statement.choose, strict=True):
            if choose:
                self._place(z, FREE)

    def _repeat(self, number: int, statement: CompiledStatement) -> Iterator[Step]:
        earlier: set[Situation] = set()
        while True:
            begin = self.situation
            if begin in earlier:
                raise InfiniteLoopError(number)
            earlier.add(begin)
            self._begin()
            yield self._step(number)
            yield from self._block_of(number, statement)
            if self.state == begin.state:
                return

    def _if(self, number: int, statement: CompiledStatement) -> Iterator[Step]:
        found = next(self._choices(statement, partial(self._may_hold, statement)), None)
        runs = (found is not None) is (statement.kind is StatementKind.IF)
        yield self._step(number, satisfied=runs)
        if runs:
            yield from self._block_of(number, statement)

    def _block_of(self, number: int, statement: CompiledStatement) -> Iterator[Step]:
        yield from self._block(number + 1, number + 1 + statement.size)

    # --- Pointers and choices ------------------------------------------------------------------

    def _objects_for(self, pointer: int) -> tuple[int, ...]:
        """Return the objects of a pointer's type, in order."""
        return self.instance.members[self.instance.domain.pointer_types[pointer]]

    def _place(self, pointer: int, place: int) -> None:
        self.pointers = (*self.pointers[:pointer], place, *self.pointers[pointer + 1 :])

    def _bind(self, statement: CompiledStatement, objects: Objects) -> None:
        """Let the marked pointers of a statement stand at the objects chosen for them."""
        for z, choose, item in zip(statement.pointers, statement.choose, objects, strict=True):
            if choose:
                self._place(z, self._objects_for(z).index(item))

    def _choices(
        self, statement: CompiledStatement, possible: Callable[[Objects], bool]
    ) -> Iterator[Objects]:
        """Yield the objects of the arguments with which a statement is satisfied, in order.

        Unmarked arguments are where their pointers stand; if one is free there is no choice.
        `possible` is asked early, with some objects still UNKNOWN, since a literal that does not
        hold for those known spares all choices of the rest.
        """
        objects: list[int] = []
        for z, choose in zip(statement.pointers, statement.choose, strict=True):
            if z < 0 or choose:
                objects.append(UNKNOWN)
            elif self.pointers[z] == FREE:
                return
            else:
                objects.append(self._objects_for(z)[self.pointers[z]])
        marked = [i for i, choose in enumerate(statement.choose) if choose]
        yield from self._completed(statement, tuple(objects), marked, possible)

    def _completed(
        self,
        statement: CompiledStatement,
        objects: Objects,
        marked: Sequence[int],
        possible: Callable[[Objects], bool],
    ) -> Iterator[Objects]:
        self.poll()
        if not possible(objects):
            return
        if not marked:
            yield objects
            return
        first, rest = marked[0], marked[1:]
        for item in self._objects_for(statement.pointers[first]):
            if item not in objects:
                chosen = (*objects[:first], item, *objects[first + 1 :])
                yield from self._completed(statement, chosen, rest, possible)

    # --- Conditions ----------------------------------------------------------------------------

    def _may_apply(
        self, action: int, objects: Objects, apart_from: CompiledLiteral | None = None
    ) -> bool:
        """Return whether the preconditions hold whose objects are known, one of them left out."""
        schema = self.instance.domain.actions[action]
        for left, right, equal in schema.equalities:
            known = not _unknown((left, right), objects)
            if known and (term_object(left, objects) == term_object(right, objects)) != equal:
                return False
        return all(
            literal == apart_from
            or _unknown(literal.terms, objects)
            or (ground(literal, objects, self.instance) in self.state) == literal.positive
            for literal in schema.preconditions
        )

    def _may_hold(self, statement: CompiledStatement, objects: Objects) -> bool:
        """Return whether a statement's condition holds, or some of its objects are unknown."""
        if UNKNOWN in objects:
            return True
        atom = self.instance.atom_number(statement.operand, objects)
        holds = atom in self.state
        match statement.mode:
            case Mode.NOW:
                return holds
            case Mode.GOAL:
                return fact_number(atom, True) in self.goal
            case Mode.GOAL_NOT:
                return fact_number(atom, False) in self.goal
            case Mode.TODO:
                return fact_number(atom, True) in self.goal and not holds
            case Mode.TODO_NOT:
                return fact_number(atom, False) in self.goal and holds

    # --- Go ------------------------------------------------------------------------------------

    def _go(self, number: int, statement: CompiledStatement) -> Iterator[Step]:
        action = statement.operand
        moves = compile_moving(self.instance.domain, action)
        assert moves is not None
        found = next(self._ways(statement, moves), None)
        if found is None:
            yield self._step(number, satisfied=False)
            return
        objects, path = found
        self._bind(statement, objects)
        for here, there in pairwise(path):
            moved = _moved(objects, moves, here, there)
            if not applicable(action, moved, self.instance, self.state):
                return
            self.state = effect_of(action, moved, self.instance, self.state)
            yield self._step(number, (action, moved))

    def _ways(
        self, statement: CompiledStatement, moves: CompiledMoving
    ) -> Iterator[tuple[Objects, list[int]]]:
        """Yield the arguments and the path of every choice with which there is a path."""
        possible = partial(self._may_apply, statement.operand, apart_from=moves.q)
        for objects in self._choices(statement, possible):
            path = self._shortest_path(statement.operand, moves, objects)
            if path is not None:
                yield objects, path

    def _shortest_path(
        self, action: int, moves: CompiledMoving, objects: Objects
    ) -> list[int] | None:
        """Return the objects on the first shortest path to that of t, found breadth first."""
        schema = self.instance.domain.actions[action]
        nodes = self.instance.members[schema.parameter_types[moves.f]]
        start = next((o for o in nodes if self._is_at(o, moves, objects)), None)
        target = objects[moves.t]
        if start is None or start == target:
            return None
        came_from = {start: start}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            self.poll()
            for there in nodes:
                if there not in came_from and self._may_apply(
                    action, _moved(objects, moves, here, there), apart_from=moves.q
                ):
                    came_from[there] = here
                    waiting.append(there)
        return _path_back(came_from, start, target) if target in came_from else None

    def _is_at(self, item: int, moves: CompiledMoving, objects: Objects) -> bool:
        """Return whether q holds with an object in the place of f."""
        moved = _moved(objects, moves, item, objects[moves.t])
        return ground(moves.q, moved, self.instance) in self.state


def _unknown(terms: Sequence[int], objects: Objects) -> bool:
    return any(term >= 0 and objects[term] == UNKNOWN for term in terms)


def _moved(objects: Objects, moves: CompiledMoving, here: int, there: int) -> Objects:
    """Return the arguments of one move."""
    arguments = list(objects)
    arguments[moves.f], arguments[moves.t] = here, there
    return tuple(arguments)


def _path_back(came_from: dict[int, int], start: int, target: int) -> list[int]:
    path = [target]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    return path[::-1]
