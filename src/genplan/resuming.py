"""Going on with a saved search: its request is in the checkpoint, domain and instances included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from genplan.checkpoints import Checkpoint, CheckpointPolicy, read_checkpoint
from genplan.errors import FileError, ProblemError
from genplan.evaluations import PythonEvaluation, parse_evaluations
from genplan.pddl.reader import parse_domain, parse_instance
from genplan.pddl.writer import write_domain, write_instance
from genplan.planner import solve
from genplan.problem import GPProblem, Pointer
from genplan.solution import Solution

__all__ = ["resume", "saved_problem", "solve_and_save"]


def solve_and_save(
    problem: GPProblem,
    lines: int | range | None,
    policy: CheckpointPolicy,
    options: Mapping[str, Any],
    **others: Any,
) -> Solution:
    """Return what `solve` finds, saving the search and its request to a file.

    `options` decide the course of the search and are plain values; `others`, such as observers
    and limits, are for this run only.
    """
    request = {
        "domain": write_domain(problem.domain),
        "instances": [[i.name, write_instance(i)] for i in problem.instances],
        "pointers": [[z.name, z.type] for z in problem.pointers],
        "lines": [lines.start, lines.stop] if isinstance(lines, range) else lines,
        "options": _plain(options),
    }
    policy = replace(policy, note={**policy.note, "request": request})
    return solve(problem, lines, **options, **others, checkpoint=policy)


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as JSON knows them."""
    found = dict(options)
    if found.get("evaluate") is not None:
        evaluations = parse_evaluations(found["evaluate"])
        if any(isinstance(e, PythonEvaluation) for e in evaluations):
            raise ProblemError("a search with functions in Python cannot be saved with its request")
        found["evaluate"] = [str(e) for e in evaluations]
    if found.get("queues"):
        queues = found["queues"]
        found["queues"] = queues if isinstance(queues, str) else ";".join(map(str, queues))
    return {name: value for name, value in found.items() if value not in (None, ())}


def saved_problem(checkpoint: Checkpoint) -> GPProblem:
    """Return the problem of a saved search."""
    request = _request(checkpoint)
    domain = parse_domain(request["domain"], str(checkpoint.path))
    instances = tuple(
        replace(parse_instance(text, domain, str(checkpoint.path)), name=name)
        for name, text in request["instances"]
    )
    return GPProblem(domain, instances, tuple(Pointer(*row) for row in request["pointers"]))


def _request(checkpoint: Checkpoint) -> Mapping[str, Any]:
    request = checkpoint.note.get("request")
    if not isinstance(request, Mapping):
        raise FileError(
            f"{checkpoint.path}: this checkpoint does not say what was asked; it was saved by a "
            "program of its own, which has to go on with it"
        )
    return request


def resume(
    path: str | Path, *, interval: float = 60.0, jobs: int | None = None, **others: Any
) -> Solution:
    """Return what a saved search finds when it goes on; it goes on saving itself to its file.

    The result has the same program and counts as that of a search that never was interrupted.
    `others` are limits, observers and the like, for this run only.
    """
    checkpoint = read_checkpoint(path)
    request = _request(checkpoint)
    options = dict(request["options"])
    if jobs is not None:
        options["jobs"] = jobs
    state = None if _is_empty(checkpoint) and options.get("search") != "auto" else checkpoint
    policy = CheckpointPolicy(Path(path), interval, {"request": request})
    return solve(
        saved_problem(checkpoint),
        _lines(request["lines"]),
        **options,
        **others,
        checkpoint=policy,
        resume=state,
    )


def _is_empty(checkpoint: Checkpoint) -> bool:
    return checkpoint.state_begin == checkpoint.state_end


def _lines(value: int | Sequence[int] | None) -> int | range | None:
    return value if value is None or isinstance(value, int) else range(*value)
