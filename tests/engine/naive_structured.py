"""The structured language on sets of atoms, by name: the oracle that shares nothing with engines.

Slow on purpose: choices try every tuple, `go` tries every path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product

from engine.naive import NaiveTask, State
from genplan.pddl import ActionSchema, Atom, Literal
from genplan.problem import Pointer
from genplan.program.structured import StructuredProgram
from genplan.program.structured.statements import (
    Argument,
    Condition,
    Each,
    Find,
    For,
    Go,
    If,
    Mode,
    Perform,
    Repeat,
    Statement,
)

Stand = dict[str, str | None]
Choice = dict[str, str]


class Endless(Exception):  # noqa: N818
    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass
class NaiveStructured:
    """A program at work on an instance."""

    task: NaiveTask
    program: StructuredProgram
    state: State = frozenset()
    at: Stand = field(default_factory=dict)
    steps: int = 0
    plan: list[tuple[str, ...]] = field(default_factory=list)

    def run(self) -> tuple[str, int]:
        """Return the outcome, and the number of the statement that is infinite, or of the end."""
        self.state = self.task.initial
        self.at = {z.name: None for z in self.program.pointers}
        try:
            end = self.block(self.program.body, 0)
        except Endless as endless:
            return "infinite", endless.number
        return ("incorrect" if self.task.missing(self.state) else "solved"), end

    def block(self, body: Sequence[Statement], number: int) -> int:
        """Run statements numbered from a number on; return the number after them."""
        for statement in body:
            self.statement(statement, number)
            number += size(statement)
        return number

    def statement(self, statement: Statement, number: int) -> None:
        match statement:
            case Perform(name, arguments):
                self.steps += 1
                self.perform(self.action(name), arguments)
            case Go(name, arguments):
                self.go(self.action(name), arguments)
            case Find(condition):
                self.steps += 1
                for choice in self.satisfying(condition)[:1]:
                    self.at.update(choice)
            case For(pointer, body, down):
                objects = self.members(pointer)
                for item in reversed(objects) if down else objects:
                    self.iterate({pointer: item}, body, number)
                self.at[pointer] = None
            case Each(condition, body):
                for choice in self.satisfying(condition):
                    self.iterate(choice, body, number)
                for argument in condition.arguments:
                    if argument.choose and argument.pointer:
                        self.at[argument.pointer] = None
            case If(condition, body, negated):
                self.steps += 1
                if bool(self.satisfying(condition)) is not negated:
                    self.block(body, number + 1)
            case Repeat(body):
                self.repeat(body, number)

    def iterate(self, choice: Choice, body: Sequence[Statement], number: int) -> None:
        self.at.update(choice)
        self.steps += 1
        self.block(body, number + 1)

    def repeat(self, body: Sequence[Statement], number: int) -> None:
        earlier: list[tuple[State, Stand]] = []
        while not earlier or self.state != earlier[-1][0]:
            if (self.state, self.at) in earlier:
                raise Endless(number)
            earlier.append((self.state, dict(self.at)))
            self.iterate({}, body, number)

    # --- Choices -------------------------------------------------------------------------------

    def members(self, pointer: str) -> list[str]:
        (found,) = [z for z in self.program.pointers if z.name == pointer]
        return self.task.members(found.type)

    def choices(self, arguments: Sequence[Argument]) -> Iterator[Choice]:
        """Yield the objects of all pointers of an argument list, for every choice, in order."""
        pointers = [a for a in arguments if a.pointer is not None]
        if any(self.at[str(a.pointer)] is None for a in pointers if not a.choose):
            return
        names = [str(a.pointer) for a in pointers]
        options = [
            self.members(n) if a.choose else [str(self.at[n])]
            for n, a in zip(names, pointers, strict=True)
        ]
        for objects in product(*options):
            choice = dict(zip(names, objects, strict=True))
            if all(objects.count(choice[str(a.pointer)]) == 1 for a in pointers if a.choose):
                yield choice

    def satisfying(self, condition: Condition) -> list[Choice]:
        return [c for c in self.choices(condition.arguments) if self.holds(condition, c)]

    def holds(self, condition: Condition, choice: Choice) -> bool:
        arguments = tuple(choice[str(a.pointer)] for a in condition.arguments)
        atom = Atom(condition.predicate, arguments)
        goal = self.task.instance.goal
        true = atom in self.state
        return {
            Mode.NOW: true,
            Mode.GOAL: Literal(atom) in goal,
            Mode.GOAL_NOT: Literal(atom, False) in goal,
            Mode.TODO: Literal(atom) in goal and not true,
            Mode.TODO_NOT: Literal(atom, False) in goal and true,
        }[condition.mode]

    # --- Actions -------------------------------------------------------------------------------

    def action(self, name: str) -> ActionSchema:
        found = self.task.instance.domain.action(name)
        assert found is not None
        return found

    def apply(self, action: ActionSchema, objects: tuple[str, ...]) -> bool:
        following = self.task.applied(action, objects, self.state)
        if following is None:
            return False
        self.state = following
        self.plan.append((action.name, *objects))
        return True

    def perform(self, action: ActionSchema, arguments: Sequence[Argument]) -> None:
        for choice in self.choices(arguments):
            if self.apply(action, tuple(choice[str(a.pointer)] for a in arguments)):
                self.at.update(choice)
                return

    def go(self, action: ActionSchema, arguments: Sequence[Argument]) -> None:
        f, t, q = moves(action)
        for choice in self.choices(arguments):
            fixed = [choice.get(str(a.pointer), "") for a in arguments]
            path = self.path(action, (f, t, q), fixed)
            if path:
                self.at.update(choice)
                self.walk(action, (f, t), fixed, path)
                return
        self.steps += 1

    def walk(
        self, action: ActionSchema, ft: tuple[int, int], fixed: list[str], path: tuple[str, ...]
    ) -> None:
        for here, there in pairwise(path):
            if not self.apply(action, replaced(fixed, {ft[0]: here, ft[1]: there})):
                return
            self.steps += 1

    def path(
        self, action: ActionSchema, ftq: tuple[int, int, Atom], fixed: list[str]
    ) -> tuple[str, ...] | None:
        """Return the first of the shortest paths, trying all paths by length."""
        f, t, q = ftq
        nodes = self.task.members(action.parameters[f].type)
        names = [p.name for p in action.parameters]

        def ground(atom: Atom, here: str, there: str) -> Atom:
            objects = dict(zip(names, replaced(fixed, {f: here, t: there}), strict=True))
            return Atom(atom.predicate, tuple(objects.get(x, x) for x in atom.arguments))

        def edge(here: str, there: str) -> bool:
            return here != there and all(
                self.task.holds(Literal(ground(p.atom, here, there), p.positive), self.state)
                for p in action.preconditions
                if p != Literal(q)
            )

        target = fixed[t]
        starts = [o for o in nodes if ground(q, o, target) in self.state]
        if not starts or starts[0] == target:
            return None
        return first_path(nodes, edge, starts[0], target)


def first_path(
    nodes: Sequence[str], edge: Callable[[str, str], bool], start: str, target: str
) -> tuple[str, ...] | None:
    """Return the path of fewest edges that comes first in the order of the objects on it."""
    paths: list[tuple[str, ...]] = [(start,)]
    for _ in nodes:
        paths = [
            (*path, there)
            for path in paths
            for there in nodes
            if there not in path and edge(path[-1], there)
        ]
        for path in paths:
            if path[-1] == target:
                return path
    return None


def moves(action: ActionSchema) -> tuple[int, int, Atom]:
    """Return f, t and q by their definition."""
    effects = action.effects
    for f, t in product(range(action.arity), repeat=2):
        left, entered = action.parameters[f], action.parameters[t]
        for p in action.preconditions:
            q, there = (
                p.atom,
                tuple(entered.name if x == left.name else x for x in p.atom.arguments),
            )
            if (
                p.positive
                and f != t
                and left.type == entered.type
                and left.name in q.arguments
                and entered.name not in q.arguments
                and Literal(q, False) in effects
                and Literal(Atom(q.predicate, there)) in effects
            ):
                return f, t, q
    raise AssertionError(f"{action.name} does not move")


def replaced(items: Sequence[str], changes: dict[int, str]) -> tuple[str, ...]:
    return tuple(changes.get(i, item) for i, item in enumerate(items))


def size(statement: Statement) -> int:
    """Return how many statements a statement is, with its block."""
    body = statement.body if isinstance(statement, For | Repeat | If | Each) else ()
    return 1 + sum(map(size, body))


def standing(pointers: Sequence[Pointer], at: Stand) -> dict[str, str | None]:
    """Return where pointers stand, in their order."""
    return {z.name: at[z.name] for z in pointers}
