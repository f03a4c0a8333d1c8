"""Sound landmarks are landmarks; of the paper's construction, eight in spanner are not.

Two judges: the certificate of the engines (delete relaxation without the achievers), and a
search through all states that an instance really has.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from engine.naive import NaiveTask
from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.engine import is_certified_landmark, landmark_graph
from genplan.landmark_graph import Construction, Landmark
from genplan.pddl import Instance, Literal

ENGINES: Final = ("core", "python")
NOT_LANDMARKS: Final = {"spanner": 8}
SMALL: Final = {
    "baking": (1, 2),
    "corridor": (3, 5),
    "gripper": (1, 2, 3),
    "intrusion": (1, 2),
    "lock": (2, 4, 6),
    "ontable": (2, 3, 4),
    "spanner": (1, 2),
    "visitall": (1, 2, 3),
}


@cache
def training(name: str) -> tuple[Instance, ...]:
    return PAPER_BENCHMARKS[name].training()


def fact_landmarks(instance: Instance, construction: Construction) -> list[Landmark]:
    graph = landmark_graph(instance, construction, pointers=False, engine="core")
    return [landmark for landmark in graph.landmarks if not landmark.holds_initially]


def is_on_every_plan(task: NaiveTask, facts: tuple[Literal, ...]) -> bool:
    """Return whether the goal is out of reach once states with one of the facts are removed."""
    return not task.can_reach_goal(lambda state: task.any_holds(facts, state))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_sound_landmarks_are_certified(name: str, engine: str) -> None:
    seen = 0
    for instance in training(name)[: 10 if engine == "core" else 4]:
        for landmark in fact_landmarks(instance, Construction.SOUND):
            assert is_certified_landmark(instance, landmark.facts, engine), str(landmark)
            seen += 1
    assert seen > 0


@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_landmarks_of_the_paper_that_are_none(name: str) -> None:
    uncertified = [
        landmark
        for instance in training(name)
        for landmark in fact_landmarks(instance, Construction.PAPER)
        if not is_certified_landmark(instance, landmark.facts, "core")
    ]
    assert len(uncertified) == NOT_LANDMARKS.get(name, 0)


def test_both_engines_refuse_the_same_landmarks() -> None:
    for instance in training("spanner")[:4]:
        for landmark in fact_landmarks(instance, Construction.PAPER):
            by_core, by_twin = (is_certified_landmark(instance, landmark.facts, e) for e in ENGINES)
            assert by_core is by_twin


@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_sound_landmarks_are_on_every_plan(name: str) -> None:
    assert set(SMALL) == set(PAPER_BENCHMARKS)
    judged = 0
    for instance in PAPER_BENCHMARKS[name].generate(SMALL[name], 5):
        task = NaiveTask(instance)
        assert task.can_reach_goal(lambda _: False)
        for landmark in fact_landmarks(instance, Construction.SOUND):
            assert is_on_every_plan(task, landmark.facts), str(landmark)
            judged += 1
    assert judged > 0


def test_the_search_through_all_states_can_say_no() -> None:
    """A plan avoids one of two ways: what is on one of them only is no landmark."""
    (instance,) = PAPER_BENCHMARKS["gripper"].generate([2], 5)
    task = NaiveTask(instance)
    carried = [a for a in task.atoms if a.predicate == "carry"]
    assert carried
    assert not any(is_on_every_plan(task, (Literal(atom),)) for atom in carried)
    assert not any(is_certified_landmark(instance, (Literal(a),), "core") for a in carried)
