"""`genplan reproduce coverage`: its rows and forms, and the planner beside it."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from cli.command import Here, unwrapped
from genplan import fast_downward
from genplan.benchmarks import BENCHMARKS
from genplan.cli import coverage as command
from genplan.coverage import cover
from genplan.engine import execute
from genplan.pddl.model import Instance
from genplan.plan import GroundAction

LOCK = BENCHMARKS["lock"]
ONE = ("reproduce", "coverage", "--time-limit", "30s", "--domains", "lock")


def test_the_coverage_keeps_tuned_on_and_held_out_apart(here: Here) -> None:
    domains = ("--domains", "corridor-plain,blocks-tower,lock")
    limited = ("coverage", "--time-limit", "0.3s", *domains, "--no-planner")
    done = here("reproduce", *limited)
    assert done.returncode == 0
    places = [done.stdout.index(name) for name in ("lock", "blocks-tower", "corridor-plain")]
    assert places == sorted(places)
    assert "tuning: " in done.stdout
    assert "held-out: " in done.stdout
    rows = json.loads(here("reproduce", *limited, "--json").stdout)
    assert [(row["domain"], row["role"]) for row in rows] == [
        ("lock", "paper"),
        ("blocks-tower", "tuning"),
        ("corridor-plain", "held-out"),
    ]
    assert rows[0]["language"] == "structured"
    assert rows[0]["validated"] == rows[0]["instances"] == 50
    assert here(*ONE, "--no-planner", "--csv").stdout.startswith("domain,role,")
    assert here(*ONE, "--no-planner", "--markdown").stdout.startswith("| domain |")
    assert here("reproduce", "table1", "--goal-facts").returncode == 2
    assert here("reproduce", "table1", "--language", "goto").returncode == 2
    assert here("reproduce", "table1", "--no-planner").returncode == 2
    assert here("reproduce", "table1", "--planner-limit", "1s").returncode == 2
    assert here(*ONE, "--no-planner", "--planner-limit", "1s").returncode == 2


def test_plans_are_compared_with_those_of_a_planner(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "obstacle", str)
    monkeypatch.setattr(command, "lama_first", by_program)
    known = cover(LOCK, {}, 60, by_program).comparison
    assert known is not None
    assert known.ratio is not None
    (row,) = json.loads(here(*ONE, "--json", "--planner-limit", "7s").stdout)
    assert (row["planner_validated"], row["planner_asked"], row["compared"]) == (10, 10, 20)
    assert row["actions_ratio"] == round(known.ratio, 3)
    done = here(*ONE, "--markdown")
    assert f"| 10 of 10 | {known.ratio:.2f} (20) |" in done.stdout
    assert "with 10 CPU seconds for each" in done.stdout
    assert "LAMA validated: " in unwrapped(here(*ONE).stdout)


def by_program(
    instance: Instance, *, time_limit: float = 7, memory_limit: int = 1
) -> Sequence[GroundAction]:
    """A planner that runs the program of the paper's search, which wastes steps."""
    assert time_limit in (7, 10)
    assert memory_limit
    assert LOCK.program is not None
    return execute(LOCK.program, instance).plan


def test_plans_that_are_not_valid_are_told(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "obstacle", str)
    monkeypatch.setattr(command, "lama_first", lambda instance, **limits: [])
    done = here(*ONE, "--json")
    assert json.loads(done.stdout)[0]["planner_validated"] == 0
    assert "a plan of LAMA-first is not valid: lock-" in done.stderr
    assert "goal not reached" in done.stderr


def test_without_a_planner_there_is_a_way_to_get_one(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast_downward, "driver", lambda: None)
    done = here(*ONE)
    assert done.returncode == 0
    assert "pip install 'genplan[peers]'" in unwrapped(done.stdout)
    assert "LAMA validated" not in done.stdout
    (row,) = json.loads(here(*ONE, "--json").stdout)
    assert row["validated"] == 50
    assert row["planner_validated"] is row["actions_ratio"] is None
