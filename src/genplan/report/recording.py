"""The run of a program on an instance, kept step by step as small numbers for the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from genplan.landmark_graph import LandmarkGraph
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import Atom, Instance
from genplan.problem import Pointer
from genplan.program import AnyProgram
from genplan.program.structured import StructuredProgram
from genplan.report.landmark_watch import LandmarkWatch
from genplan.trace import TraceStep, pointers_at_start, trace

__all__ = ["Moment", "Recording", "record"]


@dataclass(frozen=True, slots=True)
class Moment:
    """One executed step and what is different after it.

    `pointers` maps only those that moved, to None if they are free; `reached` are the landmarks
    that the step reached.
    """

    line: int
    action: str
    pointers: Mapping[str, str | None]
    y: bool | None
    added: tuple[Atom, ...]
    deleted: tuple[Atom, ...]
    reached: tuple[int, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Recording:
    """A run from its start: where everything stands, and the moments that follow.

    Without an outcome the recording was cut. `next_line` is the line that follows the last
    moment, be it the end; None if the run repeats itself from there on.
    """

    instance: Instance
    pointers: tuple[Pointer, ...]
    start: Mapping[str, str | None]
    moments: tuple[Moment, ...]
    graph: LandmarkGraph | None
    reached_at_start: tuple[int, ...]
    outcome: ExecutionOutcome | None
    note: str
    next_line: int | None

    @property
    def was_cut(self) -> bool:
        """Return whether the run goes on after the last moment."""
        return self.outcome is None


def record(
    program: AnyProgram, instance: Instance, graph: LandmarkGraph | None, limit: int
) -> Recording:
    """Return the recording of at most `limit` steps of a program on an instance."""
    start = pointers_at_start(program, instance)
    members = {name: frozenset(found) for name, found in instance.objects_by_type.items()}
    watch = None if graph is None else LandmarkWatch(graph, program.pointers)
    state = set(instance.initial_state)
    places = dict(start)
    reached_at_start = watch.start(state, places) if watch else ()
    moments: list[Moment] = []
    outcome, note, next_line = None, "", None
    for step in trace(program, instance, limit + 1):
        executed = step.outcome is None or _closes_a_loop(step, program)
        if len(moments) == limit and executed:
            next_line = step.line
            break
        outcome, note = step.outcome, step.note
        if not executed:
            next_line = step.line
            break
        state.difference_update(step.deleted)
        state.update(step.added)
        moved = _moved(step, places, members, program.pointers)
        places.update(moved)
        changed = (*step.added, *step.deleted)
        reached = watch.step(state, places, changed, moved) if watch else ()
        moments.append(_moment(step, moved, reached))
    return Recording(
        instance,
        program.pointers,
        start,
        tuple(moments),
        graph,
        reached_at_start,
        outcome,
        note if outcome else "",
        next_line,
    )


def _closes_a_loop(step: TraceStep, program: AnyProgram) -> bool:
    """Return whether the last step of a trace was done, rather than told how it ended.

    So it is with an infinite goto program: the step leads to where the program was before.
    """
    goes_on = step.outcome is ExecutionOutcome.INFINITE
    return goes_on and not isinstance(program, StructuredProgram)


def _moved(
    step: TraceStep,
    before: Mapping[str, str | None],
    members: Mapping[str, frozenset[str]],
    pointers: Iterable[Pointer],
) -> dict[str, str | None]:
    moved: dict[str, str | None] = {}
    for z in pointers:
        name = step.pointers[z.name]
        item = name if name in members[z.type] else None
        if item != before[z.name]:
            moved[z.name] = item
    return moved


def _moment(step: TraceStep, moved: Mapping[str, str | None], reached: tuple[int, ...]) -> Moment:
    return Moment(
        step.line, step.action, moved, step.y, step.added, step.deleted, reached, step.note
    )
