"""Best-first search for programs composed of rules.

A program is a sequence of rules, or a `repeat` of one. It is run on instances; where it fails,
plans are made from its ends for single goal facts that are still missing, and rules are lifted from
them. A child has one such rule more: at the end or at the beginning, with or without a `repeat`
around everything. So the instances that fail say what is missing, as in progressive search.

The small instances count from the start, since how many of them a program solves guides the search.
A program that solves these is tried on the others, and the first one that fails counts from then
on. Open programs are run on it when their turn comes.

Programs that solve most instances are expanded first; but of those that fail on the same instances
and reach the same share of goals, all but the first wait until no other is left. Before a program
is expanded, it loses what no instance needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import accumulate, count
from time import monotonic, process_time
from typing import Final

from genplan.engine import Engine
from genplan.lifting.composition import Composition
from genplan.lifting.plans import GoalPlans
from genplan.lifting.rules import Step, rules
from genplan.lifting.scores import Score, Scorer
from genplan.outcomes import SearchOutcome
from genplan.problem import GPProblem
from genplan.program.structured import StructuredProgram
from genplan.program.structured.scope import arguments_of
from genplan.program.structured.statements import Each, For, If, Mode, Repeat, Statement
from genplan.runs import StoppedError
from genplan.search import (
    CancelToken,
    Configuration,
    Observer,
    Progress,
    SearchResult,
    Statistics,
)
from genplan.shortening.bodies import Body, repaired
from genplan.shortening.structured_edits import removals

__all__ = ["compose"]

MOST_INSTANCES: Final = 6
"""So many of the instances that fail are asked what is missing, those with fewest objects first."""
MOST_GOALS: Final = 3
"""And each of them about so many goal facts."""

MOST_AT_FIRST: Final = 100
MOST_OBJECTS_AT_FIRST: Final = 5_000
"""So many instances count from the start at most, with so many objects together."""

LONGER: Final = 20
"""What is only shorter must not take more than a twentieth more actions."""

_SECONDS_BETWEEN_REPORTS: Final = 0.1


class _OutOfBudgetError(Exception):
    """As many programs were tried as are allowed."""


def compose(
    problem: GPProblem,
    configuration: Configuration,
    composition: Composition,
    observer: Observer | None = None,
    cancel: CancelToken | None = None,
    engine: Engine | str | None = None,
) -> SearchResult:
    """Return how the search for a program composed of rules ended.

    Of the configuration, limits count, the number of lines, which bounds the statements, and the
    limit on steps, which is for the smallest instances: larger ones have more. The
    counters are those of programs: expanded, tried, dropped because they solve fewer instances
    than the program that they come from; and the states are runs on an instance.
    """
    search = _Search(problem, configuration, composition, engine)
    search.scorer.runner.limit(configuration.time_limit, cancel)
    search.observer = observer
    began = process_time()
    try:
        outcome = search.run()
    except _OutOfBudgetError:
        outcome = SearchOutcome.OUT_OF_BUDGET
    except (StoppedError, TimeoutError) as stopped:
        timed_out = not isinstance(stopped, StoppedError) or stopped.out_of_time
        outcome = SearchOutcome.OUT_OF_TIME if timed_out else SearchOutcome.INTERRUPTED
    except KeyboardInterrupt:
        outcome = SearchOutcome.INTERRUPTED
    except MemoryError:
        outcome = SearchOutcome.OUT_OF_MEMORY
    return search.result(outcome, process_time() - began)


@dataclass(frozen=True, slots=True, order=True)
class _Node:
    """An open program; `counted` is how many instances counted when it got its score."""

    key: tuple[bool, int, int, int]
    number: int
    body: Body = field(compare=False)
    score: Score = field(compare=False)
    counted: int = field(compare=False)


class _Search:
    """Where the search stands: the programs that are open, and all that were ever tried."""

    def __init__(
        self,
        problem: GPProblem,
        configuration: Configuration,
        composition: Composition,
        engine: Engine | str | None,
    ) -> None:
        """Start with the empty program."""
        self.problem = problem
        self.configuration = configuration
        self.composition = composition
        steps = configuration.structured.step_limit
        self.scorer = Scorer(problem.domain, problem.pointers, problem.instances, steps, engine)
        self.plans = GoalPlans(self.scorer.runner, configuration.memory_limit)
        sizes = [len(instance.all_objects) for instance in problem.instances]
        self.by_size = sorted(range(len(sizes)), key=lambda position: (sizes[position], position))
        objects = list(accumulate(sizes[position] for position in self.by_size))
        first = sum(total <= MOST_OBJECTS_AT_FIRST for total in objects[:MOST_AT_FIRST])
        self.scorer.order = self.by_size[: max(1, first)]
        self._waiting = self.by_size[max(1, first) :]
        self.observer: Observer | None = None
        self.limit = configuration.evaluation_limit
        self.expanded = self.tried = self.dropped = 0
        self.activated_at: dict[int, int] = {}  # of instances that plans were made for
        self.best: tuple[Score, Body] | None = None
        self._open: list[_Node] = []
        self._seen: set[Body] = set()
        self._kinds: set[Score] = set()
        self._lifted: dict[tuple[int, int, tuple[Step, ...]], tuple[Body, ...]] = {}
        self._numbers = count()
        self._reported = monotonic()

    def run(self) -> SearchOutcome:
        """Return how the search ended, if nothing stops it."""
        score = self._try((), None)
        assert score is not None
        self._insert((), score)
        while self._open:
            node = heappop(self._open)
            if node.counted < len(self.scorer.order):
                self._count_again(node.body)
                continue
            if not node.score.failed:
                if self._solves_the_others(node.body):
                    self._finish(node.body, node.score)
                    return SearchOutcome.SOLVED
                self.best = self._count_again(node.body), node.body
                continue
            body, score = self._simplified(node.body, node.score)
            if score != node.score:
                self._insert(body, score)
                continue
            self._report(body, score)
            self.expanded += 1
            for child in self._children(body, score):
                if self._consider(child, score):  # it solves everything that counts
                    self._insert(body, score)
                    break
        return SearchOutcome.NOT_COMPLETE

    def _finish(self, body: Body, score: Score) -> None:
        """Keep a solution, and simplify it as far as limits allow."""
        self.best = score, body
        limit, self.limit = self.limit, None
        try:
            shorter, found = self._simplified(body, score)
        except (StoppedError, TimeoutError, KeyboardInterrupt):
            return
        finally:
            self.limit = limit
        if all(self.scorer.solves(shorter, position) for position in self._waiting):
            self.best = found, shorter

    def _count_again(self, body: Body) -> Score:
        """Open a program again; return its score on all instances that count now."""
        score = self.scorer.score(body)
        assert score is not None
        self._insert(body, score)
        return score

    def _solves_the_others(self, body: Body) -> bool:
        """Return whether a program solves what does not count yet; otherwise, one counts more."""
        for position in self._waiting:
            if not self.scorer.solves(body, position):
                self._waiting.remove(position)
                self.scorer.order.append(position)
                return False
        return True

    def result(self, outcome: SearchOutcome, seconds: float) -> SearchResult:
        """Return what was found, or what came closest."""
        statistics = Statistics(
            self.expanded, self.tried, self.dropped, self.scorer.runs, search_seconds=seconds
        )
        best = None if self.best is None else self._program(self.best[1])
        found = best if outcome is SearchOutcome.SOLVED else None
        return SearchResult(
            outcome,
            found,
            statistics,
            tuple(self.activated_at),
            None if found else best,
            activated_at=tuple(self.activated_at.values()),
        )

    def _program(self, body: Body) -> StructuredProgram:
        """Return the program with the pointers that it uses."""
        whole = self.scorer.program(body)
        used = {
            a.pointer for _, _, statement in whole.statements() for a in arguments_of(statement)
        }
        pointers = tuple(z for z in self.problem.pointers if z.name in used)
        return StructuredProgram(whole.domain, pointers, body)

    # --- Programs ---------------------------------------------------------------------------

    def _try(self, body: Body, at_least: Score | None) -> Score | None:
        """Return the score of a program, None if it is worse than another or was tried before."""
        if body in self._seen or _length(body) > self.configuration.lines:
            return None
        if self.limit is not None and self.tried >= self.limit:
            raise _OutOfBudgetError
        self._seen.add(body)
        self.tried += 1
        score = self.scorer.score(body, at_least)
        if score is None or (at_least is not None and score.worth < at_least.worth):
            self.dropped += 1
            return None
        return score

    def _consider(self, body: Body, parent: Score) -> bool:
        """Open a program if it is as good as its parent; return whether it solves what counts."""
        score = self._try(body, parent)
        if score is None:
            return False
        self._insert(body, score)
        return not score.failed

    def _insert(self, body: Body, score: Score) -> None:
        key = (score in self._kinds, len(score.failed), -score.reached, _length(body))
        self._kinds.add(score)
        if self.best is None or score.worth > self.best[0].worth:
            self.best = score, body
        counted = len(self.scorer.order)
        heappush(self._open, _Node(key, next(self._numbers), body, score, counted))

    def _simplified(self, body: Body, score: Score) -> tuple[Body, Score]:
        """Return the program without what no instance needs."""
        shorter = True
        while shorter:
            shorter = False
            for candidate in map(_with_rules_apart, removals(body)):
                found = self._try(candidate, score)
                if found is not None and (
                    found.worth > score.worth
                    or (
                        LONGER * found.actions <= score.actions * (LONGER + 1)
                        and self._may_replace(candidate, body)
                    )
                ):
                    body, score, shorter = candidate, found, True
                    break
        return body, score

    def _may_replace(self, shorter: Body, body: Body) -> bool:
        """Return whether a program that is only shorter is to be preferred.

        Without its conditions, a rule that is right for all instances can become one that is
        right for the instances given by luck.
        """
        if self.composition.weakened or len(_rules_of(shorter)) < len(_rules_of(body)):
            return True
        return _conditions(shorter) == _conditions(body)

    # --- Children ---------------------------------------------------------------------------

    def _children(self, body: Body, score: Score) -> Iterator[Body]:
        """Yield the programs with one rule more."""
        for rule in dict.fromkeys(self._missing_rules(body, score)):
            yield from _with_rule(body, rule)

    def _missing_rules(self, body: Body, score: Score) -> Iterator[Body]:
        """Yield rules for goal facts that some instances miss at the end of a program."""
        failed = set(score.failed)
        asked = [position for position in self.by_size if position in failed][:MOST_INSTANCES]
        for position in asked:
            self.activated_at.setdefault(position, self.tried)
            state, goals = self.plans.todo(position, self.scorer.end(body, position))
            for goal in goals[:MOST_GOALS]:
                yield from self._rules_for(position, goal, self.plans.plan(position, state, goal))

    def _rules_for(self, position: int, goal: int, plan: tuple[Step, ...]) -> tuple[Body, ...]:
        asked = position, goal, plan
        if asked not in self._lifted:
            table = self.scorer.runner.table(position)
            found = rules(plan, goal, table, self.problem.pointers) if plan else ()
            self._lifted[asked] = tuple(map(repaired, found))
        return self._lifted[asked]

    # --- Reports ----------------------------------------------------------------------------

    def _report(self, body: Body, score: Score) -> None:
        if self.observer is None or monotonic() - self._reported < _SECONDS_BETWEEN_REPORTS:
            return
        self._reported = monotonic()
        assert self.best is not None
        best, best_body = self.best
        self.observer(
            Progress(
                self.expanded,
                self.tried,
                self.dropped,
                len(self._open),
                0,
                (len(score.failed),),
                (len(best.failed),),
                tuple(self.activated_at),
                self._program(body),
                self._program(best_body),
            )
        )


def _with_rule(body: Body, rule: Body) -> Iterator[Body]:
    """Yield the programs that a rule is added to, in all ways."""
    if not body:
        yield rule
        yield (Repeat(rule),)
        return
    yield (*body, *rule)
    yield (*rule, *body)
    inner = body
    if len(body) == 1 and isinstance(body[0], Repeat):
        inner = body[0].body
    yield (Repeat((*inner, *rule)),)
    yield (Repeat((*rule, *inner)),)


def _with_rules_apart(body: Body) -> Body:
    """Return the program in which no rule relies on what another one chose."""
    found: list[Statement] = []
    for statement in body:
        if isinstance(statement, Repeat):
            inner = _with_rules_apart(statement.body)
            found += [Repeat(inner)] if inner else []
        else:
            found += repaired((statement,))
    return tuple(found)


def _rules_of(body: Body) -> Body:
    """Return the statements that are in no block but those of `repeat`."""
    found: list[Body] = []
    for statement in body:
        found.append(_rules_of(statement.body) if isinstance(statement, Repeat) else (statement,))
    return tuple(statement for part in found for statement in part)


def _conditions(body: Body) -> Counter[str]:
    """Return the heads of all blocks but those of `repeat`."""
    found: Counter[str] = Counter()
    for statement in body:
        if isinstance(statement, For | Repeat | If | Each):
            if not isinstance(statement, Repeat) and not _is_todo_guard(statement):
                found[str(statement)] += 1
            found += _conditions(statement.body)
    return found


def _is_todo_guard(statement: Statement) -> bool:
    return isinstance(statement, If) and statement.condition.mode in (Mode.TODO, Mode.TODO_NOT)


def _length(body: Body) -> int:
    return sum(
        1 + (_length(s.body) if isinstance(s, For | Repeat | If | Each) else 0) for s in body
    )
