"""Best-first search in the space of programs, in plain Python (Paper: Algorithm 1, PGP).

BFS is the same loop with all instances active from the start.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic, process_time
from types import FrameType
from typing import Any, Final

from genplan.checkpoints import Saving
from genplan.compiled import CompiledInstance, CompiledProblem
from genplan.outcomes import ExecutionOutcome, SearchOutcome
from genplan.reference.evaluation import Run
from genplan.reference.goto_language import GotoLanguage
from genplan.reference.history import History
from genplan.reference.landmarks import discover
from genplan.reference.language import Language
from genplan.reference.progress import LandmarkProgress
from genplan.reference.queues import Node, OpenLists
from genplan.reference.saved_state import (
    dump_nodes,
    dumped,
    load_nodes,
    loaded,
    node_of,
    plain_node,
)
from genplan.reference.structured_language import StructuredLanguage
from genplan.search import (
    CancelToken,
    Configuration,
    Observer,
    ProgramLanguage,
    Progress,
    SearchResult,
    Statistics,
    Strategy,
)

__all__ = ["search"]


_GRACE: Final = 1.0
"""So many seconds a search may go on to the end of an expansion, so that it can be saved."""


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
    saving: Saving | None = None,
) -> SearchResult:
    """Return how the search ended, whatever ended it."""
    token, chosen = cancel or CancelToken(), saving or Saving()
    return _Search(problem, configuration, observer, token, chosen).run()


@dataclass(slots=True)
class _Counters:
    expanded: int = 0
    evaluated: int = 0
    dead: int = 0
    states: int = 0
    landmark_seconds: float = 0.0
    memory: int = 0


class _Search:
    def __init__(
        self,
        problem: CompiledProblem,
        configuration: Configuration,
        observer: Observer | None,
        cancel: CancelToken,
        saving: Saving,
    ) -> None:
        self.problem = problem
        self.configuration = configuration
        self.observer = observer
        self.cancel = cancel
        self.saving = saving
        self.at_boundary = False
        self.next_save = 0.0
        self.pending: SearchOutcome | None = None
        self.pending_since = 0.0
        self.language = _language(problem, configuration, self._poll)
        self.counters = _Counters()
        self.best: Node | None = None
        self.history = History()
        self.open = OpenLists(
            configuration.open_queues,
            configuration.columns,
            configuration.open_limit,
            self.language.length,
        )
        self.active: list[int] = []
        self.activated_at: list[int] = []
        self.progress: dict[int, LandmarkProgress | None] = {}
        self.began = process_time()
        self.began_on_clock = self.last_told = monotonic()
        self.polls = 0

    def run(self) -> SearchResult:
        """Return the result; limits and interruption end the search cleanly."""
        found = None
        try:
            with _interrupts_to(self.interrupted, self.saving.writer is not None):
                found = self._algorithm_1()
            outcome = SearchOutcome.SOLVED if found is not None else self._exhausted
        except _StopError as stopped:
            outcome = stopped.outcome
        except KeyboardInterrupt:
            outcome = SearchOutcome.INTERRUPTED
        if self.at_boundary:
            self._save()
        return self._result(outcome, found)

    def interrupted(self) -> None:
        """Ask to stop, as Ctrl-C does where the search is saved."""
        self._ask_to_stop(SearchOutcome.INTERRUPTED)

    @property
    def _exhausted(self) -> SearchOutcome:
        """Return what it means that no node is left: nothing, if some were dropped."""
        if self.open.dropped:
            return SearchOutcome.NOT_COMPLETE
        return SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS

    def _algorithm_1(self) -> Any:
        """Return the code of a solution, None if no node is left."""
        found = None
        if self.saving.state is None:
            found = self._start()
        else:
            self._restore(self.saving.state.read(sys.maxsize))
        while found is None and len(self.open):  # Line 3
            self._boundary()
            node = self._refreshed(self.open.pop())  # Line 4
            if node is not None:
                self.counters.expanded += 1
                self._remember(node)
                found = self._expand(node.code)  # Lines 5 to 16
        return found  # Line 17

    def _boundary(self) -> None:
        """Save the search if that is due; stop here if it is to end, since nothing is lost."""
        self.at_boundary = True
        if self.saving.writer is not None and monotonic() >= self.next_save:
            self._save()
            self.next_save = monotonic() + self.saving.interval
        if self.pending is not None:
            raise _StopError(self.pending)
        limit = self.configuration.evaluation_limit
        if limit is not None and self.counters.evaluated >= limit:
            raise _StopError(SearchOutcome.OUT_OF_BUDGET)
        self.at_boundary = False

    def _save(self) -> None:
        if self.saving.writer is None:
            return
        c = self.counters
        seconds = process_time() - self.began - c.landmark_seconds
        state = {
            "counters": [c.expanded, c.evaluated, c.dead, c.states, c.memory],
            "seconds": [c.landmark_seconds, seconds],
            "active": self.active,
            "activated_at": self.activated_at,
            "best": None if self.best is None else plain_node(self.best, self.language),
            "generated": [self.language.encoded(code) for code in self.language.remembered()],
            "open": dump_nodes(self.open, self.language),
        }
        self.saving.writer.begin()
        self.saving.writer.write(dumped(state))
        self.saving.writer.commit()

    def _restore(self, data: bytes) -> None:
        state = loaded(data)
        c = self.counters
        for position in state["active"]:
            self._activate(position)
        self.activated_at = state["activated_at"]
        c.expanded, c.evaluated, c.dead, c.states, c.memory = state["counters"]
        landmark_seconds, search_seconds = state["seconds"]
        c.landmark_seconds += landmark_seconds
        self.began -= landmark_seconds + search_seconds
        self.best = None if state["best"] is None else node_of(state["best"], self.language)
        self.language.remember(map(self.language.decoded, state["generated"]))
        load_nodes(state["open"], self.open, self.language)

    def _start(self) -> Any:
        """Begin with the empty program (lines 1 and 2); return it if it solves everything."""
        # Line 1: active <- {P_1}; for BFS, all.
        everything = range(len(self.problem.instances))
        for position in everything if self._is_bfs else everything[:1]:
            self._activate(position)
        # Line 2: open <- the empty program.
        root = self.language.root()
        self.counters.evaluated += 1
        self.counters.states += 2 * len(self.active)
        while _all_solved(runs := self._start_runs()):
            failed = self._first_failed(root)
            if failed is None:
                return root
            self._activate(failed)
            self.counters.states += len(self.active)
        self._insert(self._node(root, runs))
        return None

    @property
    def _is_bfs(self) -> bool:
        return self.configuration.strategy is Strategy.BFS

    def _refreshed(self, node: Node) -> Node | None:
        """Return a taken node as it is now, None if it died or had to be put back (lazy)."""
        if node.known == len(self.active):
            return node
        now = self._reevaluated(node)
        if now is None:
            return None
        if self.open.is_worse(now.values, node.values):
            self._insert(now)
            return None
        self.open.note(now.key)
        return now

    def _expand(self, parent: Any) -> Any:
        """Evaluate the children of a program; return one that solves everything."""
        runs = [self._run_from_start(parent, position) for position in self.active]
        for child in self.language.children(parent):
            self._poll()
            self.counters.evaluated += 1
            if any(map(self.language.is_dead, runs)) or not self.language.is_new(child):
                # The parent is dead on an instance activated just now, or it is a repetition.
                self.counters.dead += 1
                continue
            child_runs = self._resume_all(child, runs)
            if child_runs is None:  # Line 13: dead on an active instance
                self.counters.dead += 1
                continue
            self.counters.states += len(self.active)
            if not _all_solved(child_runs):  # Line 7
                self._insert(self._node(child, child_runs))  # Line 14
                continue
            failed = self._first_failed(child)  # Lines 8 and 10
            if failed is None:
                self.counters.states += len(self.active)
                return child  # Line 9
            self._activate(failed)  # Line 11
            self.counters.states += len(self.active)
            self._reevaluate()  # Line 12
            if self.language.every_program_is_complete:
                self._keep(child)
            runs.append(self._run_from_start(parent, failed))
        return None

    def _resume_all(self, child: Any, parents: Sequence[Run]) -> list[Run] | None:
        """Return the child's runs on the active instances, None if one of them fails."""
        runs = []
        for parent in parents:
            run = self.language.resume(child, parent)
            if self.language.is_dead(run):
                return None
            runs.append(run)
        return runs

    def _first_failed(self, code: Any) -> int | None:
        """Return the first instance that a program does not solve."""
        for position, instance in enumerate(self.problem.instances):
            if position not in self.active and not self.language.solves(code, instance):
                return position
        return None

    def _reevaluate(self) -> None:
        """Run the whole open list on the new active set; what dies now leaves it."""
        self.open.forget_machines()
        if not self.configuration.lazy:
            self.open.reevaluate(self._reevaluated)

    def _reevaluated(self, node: Node) -> Node | None:
        """Return a node with its values on the active instances, None if it is dead there."""
        now = self._evaluated(node.code)
        if now is not None:
            self.counters.states += len(self.active)
        return now

    def _evaluated(self, code: Any) -> Node | None:
        self._poll()
        runs = self._resume_all(code, self._start_runs())
        return None if runs is None else self._node(code, runs)

    def _keep(self, child: Any) -> None:
        """Keep a child that solved the active instances, but not the one activated now."""
        node = self._evaluated(child)
        if node is None:
            self.counters.dead += 1
        else:
            self._insert(node)

    def _activate(self, position: int) -> None:
        self.active.append(position)
        self.activated_at.append(self.counters.evaluated)
        self.progress[position] = self._discover(self.problem.instances[position])

    def _discover(self, instance: CompiledInstance) -> LandmarkProgress | None:
        if not self.configuration.needs_landmarks:
            return None
        before = process_time()
        try:
            table = discover(
                instance,
                self.configuration.landmarks,
                pointers=self.language.counts_pointers,
                poll=self._poll,
            )
        finally:
            self.counters.landmark_seconds += process_time() - before
        return LandmarkProgress(instance, table)

    def _start_runs(self) -> list[Run]:
        return [
            self.language.start(self.problem.instances[position], self.progress[position])
            for position in self.active
        ]

    def _run_from_start(self, code: Any, position: int) -> Run:
        begin = self.language.start(self.problem.instances[position], self.progress[position])
        return self.language.resume(code, begin)

    def _node(self, code: Any, runs: Sequence[Run]) -> Node:
        evaluations = self.configuration.evaluations
        values = tuple(self.language.value(e, code, runs) for e in evaluations)
        wanted = runs if self.open.wants_keys else ()
        key = tuple(self.language.key(code, run) for run in wanted)
        return Node(values, len(self.active), key, code)

    def _insert(self, node: Node) -> None:
        memory = self.open.bytes_with(node)
        if memory > self.configuration.memory_limit:
            raise _StopError(SearchOutcome.OUT_OF_MEMORY)
        self.counters.memory = max(self.counters.memory, memory)
        self.open.insert(node)

    def _remember(self, node: Node) -> None:
        """Keep the best program taken so far, and tell the observer at a bounded rate."""
        c = self.counters
        self.history.note(c.expanded, c.evaluated, len(self.open), len(self.active), node.values)
        if self.best is None or node.values < self.best.values:
            self.best = node
        now = monotonic()
        if self.observer and now - self.last_told >= self.configuration.progress_interval:
            self.last_told = now
            self.observer(self._progress_report(node, self.best))

    def _progress_report(self, node: Node, best: Node) -> Progress:
        return Progress(
            self.counters.expanded,
            self.counters.evaluated,
            self.counters.dead,
            len(self.open),
            self.counters.memory,
            node.values,
            best.values,
            tuple(self.active),
            self.language.program(node.code),
            self.language.program(best.code),
        )

    def _poll(self) -> None:
        """Stop if a limit is reached or the search was cancelled."""
        self.polls += 1
        if self.polls % 64:
            return
        if self.cancel.cancelled:
            self._ask_to_stop(SearchOutcome.INTERRUPTED)
        limit = self.configuration.time_limit
        if limit is not None and monotonic() - self.began_on_clock > limit:
            self._ask_to_stop(SearchOutcome.OUT_OF_TIME)

    def _ask_to_stop(self, outcome: SearchOutcome) -> None:
        """Stop now, or at the next boundary where the search is saved, if that comes soon."""
        if self.pending is None:
            self.pending, self.pending_since = outcome, monotonic()
        if self.saving.writer is None or monotonic() - self.pending_since > _GRACE:
            raise _StopError(self.pending)

    def _result(self, outcome: SearchOutcome, found: Any) -> SearchResult:
        c = self.counters
        seconds = process_time() - self.began - c.landmark_seconds
        statistics = Statistics(
            c.expanded, c.evaluated, c.dead, c.states, c.landmark_seconds, seconds, c.memory
        )
        return SearchResult(
            outcome,
            None if found is None else self.language.program(found),
            statistics,
            tuple(self.active),
            self.language.program(self.best.code) if self.best else None,
            self.best.values if self.best else (),
            tuple(self.activated_at),
            tuple(self.history.samples),
        )


def _language(
    problem: CompiledProblem, configuration: Configuration, poll: Callable[[], None]
) -> Language:
    if configuration.language is ProgramLanguage.STRUCTURED:
        return StructuredLanguage(problem, configuration, poll)
    return GotoLanguage(problem, configuration.lines, poll)


def _all_solved(runs: Sequence[Run]) -> bool:
    return all(run.outcome is ExecutionOutcome.SOLVED for run in runs)


@contextmanager
def _interrupts_to(call: Callable[[], None], wanted: bool) -> Iterator[None]:
    """Call instead of raising KeyboardInterrupt, which could come in the midst of an expansion."""
    if not wanted or threading.current_thread() is not threading.main_thread():
        yield
        return

    def handle(number: int, frame: FrameType | None) -> None:
        del number, frame
        call()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
