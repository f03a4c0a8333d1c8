"""Best-first search in the space of programs, in plain Python (Paper: Algorithm 1, PGP).

BFS is the same loop with all instances active from the start.
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic, process_time

from genplan.compiled import CompiledInstance, CompiledProblem
from genplan.outcomes import ExecutionOutcome, SearchOutcome
from genplan.reference.evaluation import Run, evaluate
from genplan.reference.goto_language import Code, GotoLanguage
from genplan.reference.landmarks import discover
from genplan.reference.progress import LandmarkProgress
from genplan.search import (
    CancelToken,
    Configuration,
    Observer,
    Progress,
    SearchResult,
    Statistics,
    Strategy,
)

__all__ = ["search"]

Values = tuple[int, ...]
Node = tuple[Values, int, Code]

_DEAD = (ExecutionOutcome.INCORRECT, ExecutionOutcome.INFINITE)


class _StopError(Exception):
    """A limit was reached, or the search was cancelled."""

    def __init__(self, outcome: SearchOutcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


def search(
    problem: CompiledProblem,
    configuration: Configuration,
    observer: Observer | None = None,
    cancel: CancelToken | None = None,
) -> SearchResult:
    """Return how the search ended, whatever ended it."""
    return _Search(problem, configuration, observer, cancel or CancelToken()).run()


@dataclass(slots=True)
class _Counters:
    expanded: int = 0
    evaluated: int = 0
    dead: int = 0
    states: int = 0
    landmark_seconds: float = 0.0
    memory: int = 0


@dataclass(slots=True)
class _Best:
    values: Values = ()
    code: Code = ()


class _Search:
    def __init__(
        self,
        problem: CompiledProblem,
        configuration: Configuration,
        observer: Observer | None,
        cancel: CancelToken,
    ) -> None:
        self.problem = problem
        self.configuration = configuration
        self.observer = observer
        self.cancel = cancel
        self.language = GotoLanguage(problem, configuration.lines, self._poll)
        self.counters = _Counters()
        self.best = _Best()
        self.open: list[Node] = []
        self.active: list[int] = []
        self.activated_at: list[int] = []
        self.progress: dict[int, LandmarkProgress | None] = {}
        self.node_bytes = 0
        self.began = process_time()
        self.began_on_clock = self.last_told = monotonic()
        self.polls = 0

    def run(self) -> SearchResult:
        """Return the result; limits and interruption end the search cleanly."""
        found: Code | None = None
        try:
            found = self._algorithm_1()
            outcome = SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS
            if found is not None:
                outcome = SearchOutcome.SOLVED
        except _StopError as stopped:
            outcome = stopped.outcome
        except KeyboardInterrupt:
            outcome = SearchOutcome.INTERRUPTED
        return self._result(outcome, found)

    def _algorithm_1(self) -> Code | None:
        """Return the code of a solution, None if the space is exhausted."""
        # Line 1: active <- {P_1}; for BFS, all.
        everything = range(len(self.problem.instances))
        for position in everything if self._is_bfs else everything[:1]:
            self._activate(position)
        # Line 2: open <- the empty program.
        root = self.language.root()
        values = self._values(root, self._start_runs())
        self.counters.evaluated += 1
        self.counters.states += 2 * len(self.active)
        self._insert((values, 0, root))
        while self.open:  # Line 3
            node = heapq.heappop(self.open)  # Line 4
            self.counters.expanded += 1
            self._remember(node)
            solution = self._expand(node[2])  # Lines 5 and 6
            if solution is not None:
                return solution
        return None  # Line 17

    @property
    def _is_bfs(self) -> bool:
        return self.configuration.strategy is Strategy.BFS

    def _expand(self, parent: Code) -> Code | None:
        """Evaluate the children of a program; return one that solves everything."""
        runs = [self._run_from_start(parent, position) for position in self.active]
        for child in self.language.children(parent):
            self._poll()
            number = self.counters.evaluated
            self.counters.evaluated += 1
            if any(run.outcome in _DEAD for run in runs):
                self.counters.dead += 1  # the parent is dead on an instance activated just now
                continue
            child_runs = self._resume_all(child, runs)
            if child_runs is None:  # Line 13: dead on an active instance
                self.counters.dead += 1
                continue
            self.counters.states += len(self.active)
            if all(run.outcome is ExecutionOutcome.SOLVED for run in child_runs):  # Line 7
                failed = self._first_failed(child)  # Lines 8 and 10
                if failed is None:
                    self.counters.states += len(self.active)
                    return child  # Line 9
                self._activate(failed)  # Line 11
                self.counters.states += len(self.active)
                self._reevaluate()  # Line 12
                runs.append(self._run_from_start(parent, failed))
            else:
                self._insert((self._values(child, child_runs), number, child))  # Line 14
        return None

    def _resume_all(self, child: Code, parents: Sequence[Run]) -> list[Run] | None:
        """Return the child's runs on the active instances, None if one of them fails."""
        runs = []
        for parent in parents:
            run = self.language.resume(child, parent)
            if run.outcome in _DEAD:
                return None
            runs.append(run)
        return runs

    def _first_failed(self, code: Code) -> int | None:
        """Return the first instance that a program does not solve."""
        for position, instance in enumerate(self.problem.instances):
            if position not in self.active:
                run = self.language.resume(code, self.language.start(instance, None))
                if run.outcome is not ExecutionOutcome.SOLVED:
                    return position
        return None

    def _reevaluate(self) -> None:
        """Run the whole open list on the new active set; what dies now leaves it."""
        nodes, self.open = sorted(self.open, key=lambda node: node[1]), []
        for _, number, code in nodes:
            runs = [self._run_from_start(code, position) for position in self.active]
            if not any(run.outcome in _DEAD for run in runs):
                self.counters.states += len(self.active)
                self._insert((self._values(code, runs), number, code))

    def _activate(self, position: int) -> None:
        self.active.append(position)
        self.activated_at.append(self.counters.evaluated)
        self.progress[position] = self._discover(self.problem.instances[position])

    def _discover(self, instance: CompiledInstance) -> LandmarkProgress | None:
        if not self.configuration.needs_landmarks:
            return None
        before = process_time()
        try:
            table = discover(instance, self.configuration.landmarks, poll=self._poll)
        finally:
            self.counters.landmark_seconds += process_time() - before
        return LandmarkProgress(instance, table)

    def _start_runs(self) -> list[Run]:
        return [
            self.language.start(self.problem.instances[position], self.progress[position])
            for position in self.active
        ]

    def _run_from_start(self, code: Code, position: int) -> Run:
        begin = self.language.start(self.problem.instances[position], self.progress[position])
        return self.language.resume(code, begin)

    def _values(self, code: Code, runs: Sequence[Run]) -> Values:
        return tuple(
            evaluate(evaluation, code, runs, lambda: self.language.program(code))
            for evaluation in self.configuration.evaluations
        )

    def _insert(self, node: Node) -> None:
        if not self.node_bytes:
            sizes = map(sys.getsizeof, (node, *node))
            self.node_bytes = 8 + sum(sizes) + 32 * len(node[0])
        memory = self.node_bytes * (len(self.open) + 1)
        if memory > self.configuration.memory_limit:
            raise _StopError(SearchOutcome.OUT_OF_MEMORY)
        self.counters.memory = max(self.counters.memory, memory)
        heapq.heappush(self.open, node)

    def _remember(self, node: Node) -> None:
        """Keep the best program taken so far, and tell the observer at a bounded rate."""
        values, _, code = node
        if not self.best.code or values < self.best.values:
            self.best = _Best(values, code)
        now = monotonic()
        if self.observer and now - self.last_told >= self.configuration.progress_interval:
            self.last_told = now
            self.observer(self._progress_report(values, code))

    def _progress_report(self, values: Values, code: Code) -> Progress:
        return Progress(
            self.counters.expanded,
            self.counters.evaluated,
            self.counters.dead,
            len(self.open),
            self.counters.memory,
            values,
            self.best.values,
            tuple(self.active),
            self.language.program(code),
            self.language.program(self.best.code),
        )

    def _poll(self) -> None:
        """Stop if a limit is reached or the search was cancelled."""
        self.polls += 1
        if self.polls % 64:
            return
        if self.cancel.cancelled:
            raise _StopError(SearchOutcome.INTERRUPTED)
        limit = self.configuration.time_limit
        if limit is not None and monotonic() - self.began_on_clock > limit:
            raise _StopError(SearchOutcome.OUT_OF_TIME)

    def _result(self, outcome: SearchOutcome, found: Code | None) -> SearchResult:
        c = self.counters
        seconds = process_time() - self.began - c.landmark_seconds
        statistics = Statistics(
            c.expanded, c.evaluated, c.dead, c.states, c.landmark_seconds, seconds, c.memory
        )
        return SearchResult(
            outcome,
            self.language.program(found) if found else None,
            statistics,
            tuple(self.active),
            self.language.program(self.best.code) if self.best.code else None,
            self.best.values,
            tuple(self.activated_at),
        )
