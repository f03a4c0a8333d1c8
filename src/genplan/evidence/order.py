"""Whether a program depends on the order in which an instance lists its objects.

A pointer walks over the objects of its type in that order, so a program may rely on it without
saying so. Here the objects are put in other orders, which changes nothing about the instance
otherwise: what is solved in one order and not in another shows the dependence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, permutations
from math import factorial
from random import Random
from typing import Final

from genplan.cluster import open_executor
from genplan.engine import Engine
from genplan.errors import ProblemError
from genplan.evidence.finding import Finding, Status, counted
from genplan.evidence.mirrors import mirrored
from genplan.evidence.shrinking import shrink
from genplan.evidence.sight import types_looked_at
from genplan.executor import Executor
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import OBJECT, Instance, Object
from genplan.planner import validate_instance
from genplan.program import AnyProgram

__all__ = ["ALL_TYPES", "OrderExample", "OrderReport", "check_order"]

ALL_TYPES: Final = "all types"
"""The name under which all objects are shuffled together."""

_SOLVED: Final = ExecutionOutcome.SOLVED.value
_STOPPED: Final = (ExecutionOutcome.OUT_OF_TIME.value, ExecutionOutcome.INTERRUPTED.value)


@dataclass(frozen=True, slots=True)
class OrderExample:
    """An instance that is not solved, and the order of its objects in which it is.

    It was made from the instance of the name `of`.
    """

    instance: Instance
    of: str
    outcome: str
    working_order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OrderReport:
    """How a program does when the objects of one type come in other orders.

    `stopped` runs were ended by the time limit and count neither way. `mirrors` says what the
    order stands for, if a program depends on it and that can be seen.
    """

    type: str
    status: Status
    orders: int = 0
    failed: int = 0
    instances: int = 0
    stopped: int = 0
    example: OrderExample | None = None
    mirrors: tuple[str, ...] = ()

    @property
    def depends(self) -> bool:
        """Return whether the program is known to depend on the order."""
        return self.status is Status.FAILS

    @property
    def finding(self) -> Finding:
        """Return what was found out, in plain words."""
        subject = f"order of {self.type}"
        if self.status is Status.PROVEN:
            return Finding(subject, self.status, "the program looks at no object of this type")
        if self.status is Status.NOT_TESTED:
            words = "no solved instance has two objects of this type"
            if self.stopped:
                words = f"all {counted(self.stopped, 'run')} were stopped by the time limit"
            return Finding(subject, self.status, words)
        if self.example is None:
            orders = f"{counted(self.orders, 'other order')} of "
            words = f"{orders}{counted(self.instances, 'instance')}, all solved"
            if self.stopped:
                words += f"; {self.stopped} more were stopped by the time limit"
            return Finding(subject, self.status, words)
        small = self.example.instance
        words = (
            f"{self.failed} of {counted(self.orders, 'other order')} of {self.example.of} fail; "
            f"the smallest found has {counted(len(small.all_objects), 'object')} and is solved in "
            f"the order {' '.join(self.example.working_order)}"
        )
        if self.mirrors:
            words += f". What the order stands for: {'; '.join(self.mirrors)}"
        return Finding(subject, self.status, words, small)


@dataclass(frozen=True, slots=True)
class _Runs:
    """How to run a program; a value, so that it can be sent to another process."""

    program: AnyProgram
    time_limit: float | None
    engine: Engine | str | None

    def outcome(self, instance: Instance) -> str:
        """Return how the program ends on an instance."""
        report = validate_instance(
            self.program, instance, time_limit=self.time_limit, engine=self.engine
        )
        return report.outcome

    def solves(self, instance: Instance) -> bool:
        """Return whether the program solves an instance."""
        return self.outcome(instance) == _SOLVED


def check_order(
    program: AnyProgram,
    instances: Sequence[Instance],
    *,
    shuffles: int = 20,
    seed: int = 1,
    jobs: int = 1,
    cluster: str | None = None,
    time_limit: float | None = None,
    engine: Engine | str | None = None,
) -> tuple[OrderReport, ...]:
    """Return for each type, and for all together, whether the order of the objects matters.

    Every instance that the program solves is tried in `shuffles` other orders, smaller instances
    first; where there are not more orders than that, in all of them. After the first instance
    that fails in one, no larger one is tried.
    """
    if shuffles < 1:
        raise ProblemError(f"the number of shuffles must be at least 1, not {shuffles}")
    if not instances:
        raise ProblemError("to test the order of objects, at least one instance is needed")
    runs = _Runs(program, time_limit, engine)
    with open_executor(jobs, cluster) as executor:
        ends = executor.map(runs.outcome, instances)
        solved = [i for i, end in zip(instances, ends, strict=True) if end == _SOLVED]
        solved.sort(key=lambda instance: len(instance.objects))
        check = partial(_check_type, runs, solved, shuffles, seed, executor)
        seen = types_looked_at(program, instances[0].domain)
        reports = [
            check(name) if matters else OrderReport(name, Status.PROVEN)
            for name, matters in _types(instances, seen)
        ]
        if len(reports) > 1:
            reports.append(check(ALL_TYPES))
    return tuple(reports)


def _types(instances: Sequence[Instance], seen: Sequence[str]) -> list[tuple[str, bool]]:
    """Return the types of objects and pointers, each with whether its objects are looked at."""
    domain = instances[0].domain
    own = {item.type for instance in instances for item in instance.objects}
    names = (OBJECT, *(t.name for t in domain.types))
    return [
        (name, any(domain.is_subtype(name, s) or domain.is_subtype(s, name) for s in seen))
        for name in names
        if name in own or name in seen
    ]


def _check_type(
    runs: _Runs,
    solved: Sequence[Instance],
    shuffles: int,
    seed: int,
    executor: Executor,
    name: str,
) -> OrderReport:
    orders = tried = stopped = 0
    for instance in solved:
        others = list(_other_orders(instance, name, shuffles, seed))
        ends = list(zip(others, executor.map(runs.outcome, others), strict=True))
        decided = [(other, outcome) for other, outcome in ends if outcome not in _STOPPED]
        tried += bool(decided)
        orders += len(decided)
        stopped += len(ends) - len(decided)
        failing = [(o, outcome) for o, outcome in decided if outcome != _SOLVED]
        if failing:
            example = _smallest(runs, instance, *failing[0])
            mirrors = () if name == ALL_TYPES else mirrored(solved, name)
            counts = (len(decided), len(failing), 1, len(ends) - len(decided))
            return OrderReport(name, Status.FAILS, *counts, example, mirrors)
    status = Status.TESTED if tried else Status.NOT_TESTED
    return OrderReport(name, status, orders, 0, tried, stopped)


def _other_orders(instance: Instance, name: str, shuffles: int, seed: int) -> Iterator[Instance]:
    """Yield the instance with the objects of a type in other orders, no order twice."""
    domain = instance.domain
    places = [
        place
        for place, item in enumerate(instance.objects)
        if name == ALL_TYPES or domain.is_subtype(item.type, name)
    ]
    own = tuple(instance.objects[place] for place in places)
    for order in islice(_orders(own, shuffles, f"{seed} {name} {instance.name}"), shuffles):
        objects = list(instance.objects)
        for place, item in zip(places, order, strict=True):
            objects[place] = item
        yield replace(instance, objects=tuple(objects))


def _orders(own: tuple[Object, ...], shuffles: int, seed: str) -> Iterator[tuple[Object, ...]]:
    """Yield other orders: all of them if there are not more than asked for, else random ones."""
    if len(own) < 13 and factorial(len(own)) - 1 <= shuffles:
        yield from islice(permutations(own), 1, None)
        return
    random = Random(seed)
    drawn = {own}
    while True:
        order = tuple(random.sample(own, len(own)))
        if order not in drawn:
            drawn.add(order)
            yield order


def _smallest(runs: _Runs, working: Instance, failing: Instance, outcome: str) -> OrderExample:
    """Return the example made small: still solved in the one order, failing in the other."""
    rank = {item.name: place for place, item in enumerate(working.objects)}

    def in_working_order(instance: Instance) -> Instance:
        return replace(
            instance, objects=tuple(sorted(instance.objects, key=lambda item: rank[item.name]))
        )

    def keeps(instance: Instance) -> bool:
        return runs.outcome(instance) == outcome and runs.solves(in_working_order(instance))

    named = replace(failing, name=f"{failing.name}-order")
    small = shrink(named, keeps)
    order = tuple(item.name for item in in_working_order(small).objects)
    return OrderExample(small, working.name, outcome, order)
