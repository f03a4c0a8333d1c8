"""PDDL as textbooks define it, on sets of atoms: the oracle that shares nothing with engines.

Slow on purpose: every step reads the model itself, by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from genplan.pddl import EQUALITY, ActionSchema, Atom, Instance, Literal, Parameter
from genplan.problem import Pointer
from genplan.program.instructions import (
    Act,
    Clear,
    Dec,
    End,
    Goto,
    Inc,
    Instruction,
    Set,
    Test,
)

State = frozenset[Atom]


@dataclass(frozen=True)
class NaiveTask:
    """An instance and what can be done in it."""

    instance: Instance

    @property
    def initial(self) -> State:
        return frozenset(self.instance.initial)

    @cached_property
    def atoms(self) -> list[Atom]:
        """Return all ground atoms."""
        return [
            Atom(predicate.name, arguments)
            for predicate in self.instance.domain.predicates
            for arguments in self.tuples(predicate.parameters)
        ]

    @property
    def fluents(self) -> list[Atom]:
        """Return the ground atoms that actions may change."""
        changed = {e.atom.predicate for a in self.instance.domain.actions for e in a.effects}
        return [atom for atom in self.atoms if atom.predicate in changed]

    @cached_property
    def bindings(self) -> list[tuple[ActionSchema, tuple[str, ...]]]:
        """Return all actions with objects, whether or not they can ever be applied."""
        return [
            (action, objects)
            for action in self.instance.domain.actions
            for objects in self.tuples(action.parameters)
        ]

    def tuples(self, parameters: Iterable[Parameter]) -> Iterator[tuple[str, ...]]:
        return product(*(self.members(p.type) for p in parameters))

    def members(self, type_name: str) -> list[str]:
        """Return the objects of a type in order: constants, then the instance's own."""
        domain = self.instance.domain
        return [
            item.name
            for item in (*domain.constants, *self.instance.objects)
            if type_name in domain.supertypes(item.type)
        ]

    def holds(self, literal: Literal, state: State) -> bool:
        left_and_right = literal.atom.arguments
        if literal.atom.predicate == EQUALITY:
            return (left_and_right[0] == left_and_right[1]) is literal.positive
        return (literal.atom in state) is literal.positive

    def any_holds(self, literals: Iterable[Literal], state: State) -> bool:
        return any(self.holds(literal, state) for literal in literals)

    def missing(self, state: State) -> int:
        return sum(not self.holds(goal, state) for goal in dict.fromkeys(self.instance.goal))

    def applied(self, action: ActionSchema, objects: tuple[str, ...], state: State) -> State | None:
        """Return the state after an action, None where it is not applicable."""
        names = dict(zip((p.name for p in action.parameters), objects, strict=True))

        def ground(literal: Literal) -> Literal:
            terms = tuple(names.get(term, term) for term in literal.atom.arguments)
            return Literal(Atom(literal.atom.predicate, terms), literal.positive)

        if not all(self.holds(ground(p), state) for p in action.preconditions):
            return None
        effects = [ground(effect) for effect in action.effects]
        without = state - {effect.atom for effect in effects if not effect.positive}
        return without | {effect.atom for effect in effects if effect.positive}

    def successors(self, state: State) -> Iterator[State]:
        for action, objects in self.bindings:
            following = self.applied(action, objects, state)
            if following is not None:
                yield following

    def can_reach_goal(self, forbidden: Callable[[State], bool]) -> bool:
        """Return whether a plan leads to the goal through states that are not forbidden."""
        waiting = [] if forbidden(self.initial) else [self.initial]
        seen = set(waiting)
        while waiting:
            state = waiting.pop()
            if self.missing(state) == 0:
                return True
            fresh = {s for s in self.successors(state) if s not in seen and not forbidden(s)}
            seen |= fresh
            waiting += fresh
        return False


@dataclass(frozen=True)
class NaiveMachine:
    """A program at work: the state, where pointers stand by name, y, and the line."""

    state: State
    pointers: tuple[int, ...]
    y: bool = False
    line: int = 0


@dataclass(frozen=True)
class NaiveRun:
    """How a program ended: solved, incorrect, infinite or undefined; with its plan."""

    outcome: str
    machine: NaiveMachine
    steps: int
    plan: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class NaiveExecutor:
    """Executes programs as the paper's text says, one instruction at a time."""

    task: NaiveTask
    pointers: tuple[Pointer, ...]

    def run(self, lines: tuple[Instruction | None, ...]) -> NaiveRun:
        machine = NaiveMachine(self.task.initial, (0,) * len(self.pointers))
        seen: list[NaiveMachine] = []
        plan: list[tuple[str, ...]] = []
        while True:
            line = lines[machine.line]
            if line is None:
                return NaiveRun("undefined", machine, len(seen), tuple(plan))
            if line == End():
                outcome = "incorrect" if self.task.missing(machine.state) else "solved"
                return NaiveRun(outcome, machine, len(seen), tuple(plan))
            if machine in seen:
                return NaiveRun("infinite", machine, len(seen), tuple(plan))
            seen.append(machine)
            machine = self.step(line, machine, plan)

    def step(
        self, line: Instruction, machine: NaiveMachine, plan: list[tuple[str, ...]]
    ) -> NaiveMachine:
        following = machine.line + 1
        match line:
            case Goto(target, when):
                next_line = target if machine.y is when else following
                return NaiveMachine(machine.state, machine.pointers, machine.y, next_line)
            case Act(name, names):
                state = self.act(name, names, machine, plan)
                return NaiveMachine(state, machine.pointers, machine.y, following)
            case Test(predicate, names):
                objects = self.objects(names, machine)
                true = objects is not None and Atom(predicate, objects) in machine.state
                return NaiveMachine(machine.state, machine.pointers, not true, following)
            case Inc() | Dec() | Clear() | Set():
                pointers, y = self.moved(line, machine.pointers)
                return NaiveMachine(machine.state, pointers, y, following)
            case End():
                raise AssertionError("end is not executed")

    def number(self, name: str) -> int:
        return [z.name for z in self.pointers].index(name)

    def objects(self, names: tuple[str, ...], machine: NaiveMachine) -> tuple[str, ...] | None:
        found = []
        for name in names:
            members = self.task.members(self.pointers[self.number(name)].type)
            if not members:
                return None
            found.append(members[machine.pointers[self.number(name)]])
        return tuple(found)

    def act(
        self,
        name: str,
        names: tuple[str, ...],
        machine: NaiveMachine,
        plan: list[tuple[str, ...]],
    ) -> State:
        objects = self.objects(names, machine)
        action = self.task.instance.domain.action(name)
        if objects is None or action is None:
            return machine.state
        state = self.task.applied(action, objects, machine.state)
        if state is None:
            return machine.state
        plan.append((name, *objects))
        return state

    def moved(
        self, line: Inc | Dec | Clear | Set, places: tuple[int, ...]
    ) -> tuple[tuple[int, ...], bool]:
        """Return the pointers and y: the paper's case table, row by row."""
        z = self.number(line.pointer)
        last = len(self.task.members(self.pointers[z].type)) - 1
        old = places[z]
        if last < 0:
            return places, True
        match line:
            case Inc():
                new, y = (old, True) if old == last else (old + 1, False)
            case Dec():
                new, y = (old, True) if old == 0 else (old - 1, old == 1)
            case Clear():
                new, y = 0, True
            case Set(_, source):
                new = places[self.number(source)]
                y = new == 0
        return (*places[:z], new, *places[z + 1 :]), y
