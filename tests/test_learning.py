"""Learning from tasks: which ones the search gets, what is kept, and the text that it becomes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

import genplan as gp
from genplan.benchmarks import BENCHMARKS
from genplan.errors import ProblemError
from genplan.learning import (
    Knowledge,
    NoPlanError,
    is_for_domain,
    learn,
    make_plan,
    read_knowledge,
)
from genplan.validation import validate_plan

GRIPPER: Final = BENCHMARKS["gripper"]
STRUCTURED: Final = """; domain lock   structured   pointers z1 z2 - object
for z2 {
  move(?z1,z2)
}
fordown z1 {
  pickup(z1)
  move(?z2,z1)
  open(z1)
}
"""


class Recorder:
    """A search that remembers which instances it was given."""

    def __init__(self, *outcomes: gp.SearchOutcome) -> None:
        self.outcomes = list(outcomes)
        self.seen: list[tuple[str, ...]] = []
        self.limits: list[float | None] = []

    def __call__(
        self, problem: gp.GPProblem, *, time_limit: float | None, memory_limit: int
    ) -> gp.Solution:
        self.seen.append(tuple(instance.name for instance in problem.instances))
        self.limits.append(time_limit)
        found = gp.solve(problem, time_limit=time_limit, memory_limit=memory_limit)
        if not self.outcomes:
            return found
        failed = replace(found.result, program=None, outcome=self.outcomes.pop(0))
        return replace(found, result=failed)


def test_tasks_that_are_not_solved_join_the_search() -> None:
    """Ten tasks with one ball need no loop; what comes after them does."""
    tasks = (*GRIPPER.generate([1] * 10, 3), *GRIPPER.generate([3, 6], 3))
    tasks = tuple(replace(task, name=f"t{n}") for n, task in enumerate(tasks))
    search, told = Recorder(), list[int]()
    found = learn(
        GRIPPER.domain,
        tasks,
        search=search,
        on_better=lambda better: told.append(better.validation.solved),
    )
    first = tuple(task.name for task in tasks[:10])
    assert search.seen == [first, (*first, "t10")]
    assert told == [10, 12]
    assert found.is_complete
    assert [task.name for task in found.learned_from] == [*first, "t10"]


def test_where_no_program_is_found_fewer_tasks_are_tried_in_half_of_the_time() -> None:
    tasks = GRIPPER.training()
    search = Recorder(gp.SearchOutcome.OUT_OF_TIME)
    found = learn(GRIPPER.domain, tasks, time_limit=100, search=search)
    assert [len(names) for names in search.seen] == [10, 3]
    assert search.limits[0] == pytest.approx(50, abs=1)
    assert search.limits[1] == pytest.approx(50, abs=2)
    assert found.program is not None


def test_what_was_learned_can_be_read_again(tmp_path: Path) -> None:
    found = learn(GRIPPER.domain, GRIPPER.training())
    file = tmp_path / "gripper.dk"
    file.write_text(str(found))
    assert read_knowledge(file, GRIPPER.domain) == found.program
    assert is_for_domain(file, GRIPPER.domain)
    assert not is_for_domain(file, replace(GRIPPER.domain, actions=GRIPPER.domain.actions[:2]))
    text = file.read_text()
    assert "found with 10 of 10 tasks, solves 10 of them, every plan checked" in text
    assert ";   gripper-2: 6 objects, plan of 8 actions, sha256 " in text
    assert "; evidence: termination: not proven" in text  # its repeat carries balls to and fro


def test_nothing_learned_is_said_in_the_file(tmp_path: Path) -> None:
    search = Recorder(*[gp.SearchOutcome.OUT_OF_MEMORY] * 3)
    found = learn(GRIPPER.domain, GRIPPER.training(), search=search)
    assert (found.program, found.is_complete) == (None, False)
    file = tmp_path / "gripper.dk"
    file.write_text(str(found))
    with pytest.raises(NoPlanError, match=r"the search ended out of memory; learn again"):
        read_knowledge(file, GRIPPER.domain)


def test_an_interrupted_search_ends_the_learning() -> None:
    search = Recorder(gp.SearchOutcome.INTERRUPTED)
    found = learn(GRIPPER.domain, GRIPPER.training(), search=search)
    assert (found.program, found.outcome) == (None, gp.SearchOutcome.INTERRUPTED)
    assert len(search.seen) == 1


def test_an_interruption_later_keeps_what_was_found() -> None:
    def interrupt(_: Knowledge) -> None:
        raise KeyboardInterrupt

    found = learn(GRIPPER.domain, GRIPPER.training(), on_better=interrupt)
    assert found.program is not None
    assert found.evidence == ()


def test_without_tasks_nothing_can_be_learned() -> None:
    with pytest.raises(ProblemError, match="at least one task"):
        learn(GRIPPER.domain, [])


def test_programs_of_the_structured_language_are_knowledge_too(tmp_path: Path) -> None:
    lock = BENCHMARKS["lock"]
    file = tmp_path / "lock.dk"
    file.write_text(STRUCTURED)
    program = read_knowledge(file, lock.domain)
    validation = gp.validate(program, lock.training())
    assert validation.valid
    tasks = lock.training()
    made = Knowledge(
        lock.domain, tasks, program, tasks[:3], validation, gp.SearchOutcome.SOLVED, 0.5
    )
    file.write_text(str(made))
    assert read_knowledge(file, lock.domain) == program
    assert validate_plan(tasks[4], make_plan(program, tasks[4]))


def test_a_program_that_fails_gives_no_plan() -> None:
    program = gp.parse_program("; domain gripper   pointers room1 - room\n0. end\n", GRIPPER.domain)
    with pytest.raises(NoPlanError, match="no plan: the program ended incorrect"):
        make_plan(program, GRIPPER.training()[0])
