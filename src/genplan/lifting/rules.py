"""Rules lifted from plans: what achieves one goal fact, for all objects that are alike.

A plan for a goal fact speaks of objects, a rule of pointers. From the goal fact on, every
condition of the plan that holds at its beginning becomes a condition of the rule, so that the rule
applies where the plan would (this is the regression of the goal through the plan):

    each todo-at(?package1,?place1) {      the goal fact
      each at(package1,?place2) {          what must hold, and says where something is
        if todo-at(package1,place1) {      as long as the goal fact is not reached
          go drive(_,place2)               the actions; moves become paths
          pick(package1,place2)
          …

Moose learns first-order rules from plans for single goals in this way (Chen, Hofmann, Klassen and
McIlraith: Satisficing and Optimal Generalised Planning via Goal Regression, AAAI 2026); here they
become statements of structured programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from genplan.compiled import CompiledInstance
from genplan.problem import Pointer
from genplan.program.structured.moving import moving
from genplan.program.structured.statements import (
    Argument,
    Condition,
    Each,
    Go,
    If,
    Mode,
    Perform,
    Statement,
    find_condition,
)
from genplan.shortening.bodies import Body

__all__ = ["Step", "rules"]

Step: TypeAlias = tuple[int, tuple[int, ...]]
"""A ground action: its number, and the numbers of its objects."""

_Atom: TypeAlias = tuple[int, tuple[int, ...]]

NOWHERE: Final = -1
"""In the place of the object that a path comes from: wherever it is."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A statement of a rule before its objects are pointers; the conditions hold at its start."""

    action: int
    objects: tuple[int, ...]
    is_path: bool
    conditions: tuple[_Atom, ...]


class _NotLiftableError(Exception):
    """A plan cannot be said with the pointers that there are."""


def rules(
    plan: Sequence[Step], goal: int, instance: CompiledInstance, pointers: Sequence[Pointer]
) -> Iterator[Body]:
    """Yield the rules of a plan for a goal fact, each with all that its statements need.

    There are up to four: moves are paths or single actions, and the objects of a statement are
    those found before, or chosen anew by each statement where the goal does not name them.
    """
    seen: set[Body] = set()
    for with_paths in (True, False):
        try:
            rule = _Rule(plan, goal, instance, pointers, with_paths=with_paths)
        except _NotLiftableError:
            continue
        for keep_objects in (True, False):
            body = rule.body(keep_objects=keep_objects)
            if body not in seen:
                seen.add(body)
                yield body


class _Rule:
    """A plan whose objects have pointers."""

    def __init__(
        self,
        plan: Sequence[Step],
        goal: int,
        instance: CompiledInstance,
        pointers: Sequence[Pointer],
        *,
        with_paths: bool,
    ) -> None:
        """Find the statements, the conditions, and a pointer for each object."""
        self.instance = instance
        self.tables = instance.domain
        self.goal = instance.literal(goal)
        self.wanted = tuple(map(self._object, self.goal.atom.arguments))
        self.lines = list(self._lines(plan, with_paths=with_paths))
        self.pointers = self._pointers(pointers)
        self.conditions = list(self._conditions())
        self.head = self._head()

    def _object(self, name: str) -> int:
        return self.instance.objects.index(name)

    # --- What the plan does ---------------------------------------------------------------

    def _lines(self, plan: Sequence[Step], *, with_paths: bool) -> Iterator[_Line]:
        """Yield the actions of the plan; moves that follow each other are one path."""
        steps = list(plan)
        while steps:
            action, objects = steps.pop(0)
            moves = moving(self.tables.domain.actions[action]) if with_paths else None
            if moves is None:
                yield _Line(action, objects, False, tuple(self._needs(action, objects, NOWHERE)))
                continue
            while steps and self._goes_on(action, objects, steps[0], moves.f, moves.t):
                objects = steps.pop(0)[1]
            placed = (*objects[: moves.f], NOWHERE, *objects[moves.f + 1 :])
            yield _Line(action, placed, True, tuple(self._needs(action, placed, moves.f)))

    def _goes_on(self, action: int, objects: tuple[int, ...], step: Step, f: int, t: int) -> bool:
        others = [place for place in range(len(objects)) if place not in (f, t)]
        return (
            step[0] == action
            and step[1][f] == objects[t]
            and all(step[1][place] == objects[place] for place in others)
        )

    def _needs(self, action: int, objects: Sequence[int], left_out: int) -> Iterator[_Atom]:
        """Yield the atoms that an action needs; of a path, not those about where it begins.

        An atom that names an object twice cannot be a condition; the action itself sees to it.
        """
        for literal in self.tables.actions[action].preconditions:
            if (
                literal.positive
                and left_out not in literal.terms
                and min(literal.terms, default=0) >= 0
            ):
                named = tuple(objects[term] for term in literal.terms)
                if len(set(named)) == len(named):
                    yield literal.predicate, named

    def _conditions(self) -> Iterator[_Atom]:
        """Yield what must hold at the beginning, each once, in the order in which it is needed."""
        seen: set[_Atom] = set()
        for line in self.lines:
            yield from (atom for atom in dict.fromkeys(line.conditions) if atom not in seen)
            seen.update(line.conditions)
            seen.update(self._adds(line))

    def _adds(self, line: _Line) -> Iterator[_Atom]:
        for effect in self.tables.actions[line.action].effects:
            if effect.positive and min(effect.terms, default=0) >= 0:
                yield effect.predicate, tuple(line.objects[term] for term in effect.terms)

    # --- Pointers -------------------------------------------------------------------------

    def _pointers(self, pointers: Sequence[Pointer]) -> dict[int, str]:
        """Return a pointer for each object, of the most special type that a parameter asks for."""
        asked: dict[int, int] = {}
        for item, type_ in self._uses():
            if item not in asked or type_ in self.tables.subtypes[asked[item]]:
                asked[item] = type_
        free = {name: [z.name for z in pointers if z.type == name] for name in self.tables.types}
        chosen: dict[int, str] = {}
        for item, type_ in asked.items():
            left = free[self.tables.types[type_]]
            if not left:
                raise _NotLiftableError
            chosen[item] = left.pop(0)
        return chosen

    def _uses(self) -> Iterator[tuple[int, int]]:
        """Yield the objects with the types of the parameters that they stand for."""
        names = [p.name for p in self.tables.domain.predicates]
        types = self.tables.predicate_types[names.index(self.goal.atom.predicate)]
        uses = [(self.wanted, types)]
        uses += [
            (line.objects, self.tables.actions[line.action].parameter_types) for line in self.lines
        ]
        for objects, parameters in uses:
            placed = [item for item in objects if item != NOWHERE]
            if len(set(placed)) < len(placed):
                raise _NotLiftableError  # one statement cannot name a pointer twice
            for item, type_ in zip(objects, parameters, strict=True):
                if item != NOWHERE:
                    yield item, type_

    # --- The rule -------------------------------------------------------------------------

    def body(self, *, keep_objects: bool) -> Body:
        """Return the rule; without `keep_objects`, what the goal does not name is chosen anew."""
        bound = set(self.wanted)
        left = list(self.conditions)
        statements: list[Statement] = [self.head, *self._guards(left, bound)]
        for line in self.lines:
            finds = list(self._finds(line, left, bound))
            statements += finds
            if any(isinstance(statement, Each) for statement in finds):
                statements.append(If(self._still_wanted()))
            arguments = tuple(
                Argument(None)
                if item == NOWHERE
                else Argument(
                    self.pointers[item],
                    item not in bound or not (keep_objects or item in self.wanted),
                )
                for item in line.objects
            )
            bound.update(item for item in line.objects if item != NOWHERE)
            name = self.tables.actions[line.action].name
            statements.append(Go(name, arguments) if line.is_path else Perform(name, arguments))
        return _nested(statements)

    def _head(self) -> Each | If:
        """Return the head of a rule: each fact of this kind that the goal still wants."""
        predicate = self.goal.atom.predicate
        mode = Mode.TODO if self.goal.positive else Mode.TODO_NOT
        found = find_condition(self.tables.domain, mode.prefix + predicate)
        if found is None or found[0] is not mode:
            raise _NotLiftableError  # a predicate of the domain hides it
        arguments = tuple(Argument(self.pointers[item], True) for item in self.wanted)
        condition = Condition(mode, predicate, arguments)
        return Each(condition) if arguments else If(condition)

    def _still_wanted(self) -> Condition:
        """Return the condition that no other choice in a loop around has reached the goal fact."""
        head = self.head.condition
        return replace(head, arguments=tuple(Argument(a.pointer) for a in head.arguments))

    def _finds(self, line: _Line, left: list[_Atom], bound: set[int]) -> Iterator[Statement]:
        """Yield loops over what the conditions say of the objects that a line needs."""
        while (atom := self._says_most(line, left, bound)) is not None:
            left.remove(atom)
            yield Each(self._condition(atom, bound))
            bound.update(atom[1])
            yield from self._guards(left, bound)

    def _says_most(self, line: _Line, left: Sequence[_Atom], bound: set[int]) -> _Atom | None:
        """Return a condition that an object which a line needs must satisfy, None if there is none.

        The first that connects it with a known object; or else the first static one that a later
        line has, since what the line itself needs is seen to when it chooses its objects.
        """
        needed = {item for item in line.objects if item not in bound and item != NOWHERE}
        about = [atom for atom in left if needed.intersection(atom[1])]
        connected = (atom for atom in about if bound.intersection(atom[1]))
        later = (a for a in about if self.tables.static[a[0]] and a not in line.conditions)
        return next(connected, None) or next(later, None)

    def _guards(self, left: list[_Atom], bound: set[int]) -> Iterator[Statement]:
        """Yield the static conditions that can be asked now: all their objects are known."""
        for atom in list(left):
            if atom[1] and self.tables.static[atom[0]] and bound.issuperset(atom[1]):
                left.remove(atom)
                yield If(self._condition(atom, bound))

    def _condition(self, atom: _Atom, bound: set[int]) -> Condition:
        predicate, objects = atom
        arguments = tuple(Argument(self.pointers[item], item not in bound) for item in objects)
        return Condition(Mode.NOW, self.tables.domain.predicates[predicate].name, arguments)


def _nested(statements: Sequence[Statement]) -> Body:
    """Return the statements with everything after a loop or a condition in its block."""
    body: Body = ()
    for statement in reversed(statements):
        if isinstance(statement, Each | If):
            body = (replace(statement, body=body),)
        else:
            body = (statement, *body)
    return body
