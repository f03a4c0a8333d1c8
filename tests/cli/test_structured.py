"""The command takes structured programs like any others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from cli.command import Here
from genplan.benchmarks import BENCHMARKS
from genplan.plan import parse_plan
from genplan.validation import validate_plan

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "structured"
LOOP: Final = """; domain lock   structured   pointers z1 z2 - object
repeat {
  move(?z1,?z2)
}
"""
ENGINES: Final = ("core", "python")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_plan_is_printed(here: Here, engine: str) -> None:
    done = here("run", GOLDEN / "lock.gp", "lock", "--engine", engine)
    assert (done.returncode, done.stderr) == (0, "")
    assert validate_plan(BENCHMARKS["lock"].training()[0], parse_plan(done.stdout))


def test_a_validation_is_reported(here: Here) -> None:
    done = here("validate", GOLDEN / "ferry.gp", "ferry", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["solved"]) == (0, 30)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_infinite_repeat_is_named(here: Here, tmp_path: Path, engine: str) -> None:
    program = tmp_path / "loop.gp"
    program.write_text(LOOP)
    done = here("run", program, "lock", "--engine", engine)
    loop = 'infinite loop: statement 0, "repeat { move(?z1,?z2) }"'
    assert (done.returncode, done.stderr) == (1, f"lock-5: no plan: {loop}\n")
    done = here("validate", program, "lock", "--json", "--engine", engine)
    detail = json.loads(done.stdout)["instances"][0]["detail"]
    assert detail.startswith(f"{loop}; the state that repeats: z1 at c")
    assert " y" not in detail


def test_a_trace_shows_every_step(here: Here, tmp_path: Path) -> None:
    done = here("run", GOLDEN / "corridor.gp", "corridor", "--trace")
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["1", "0.", "find", "goal-at(?location1)", "location1=l5"]
    assert lines[1].split()[:4] == ["2", "1.", "go", "move(_,location1)"]
    assert lines[-1].strip() == "the goal holds"
    assert done.returncode == 0
    program = tmp_path / "loop.gp"
    program.write_text(LOOP)
    done = here("run", program, "lock", "--trace")
    assert done.stdout.splitlines()[-1].strip().endswith("an infinite loop")
    assert done.returncode == 1


def test_mistakes_in_a_program_are_shown(here: Here, tmp_path: Path) -> None:
    program = tmp_path / "wrong.gp"
    program.write_text(LOOP.replace("?z1", "z1"))
    done = here("run", program, "lock")
    assert done.returncode == 3
    assert 'wrong.gp:3:8: error: the pointer "z1" is not bound here' in done.stderr
