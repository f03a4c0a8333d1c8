"""`genplan optimize` and `genplan solve --optimize`: what they say and what they write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

import genplan as gp
from cli.command import Here

FERRY: Final = """; domain ferry   structured   pointers port1 port2 - port car1 - car
for port1 {
  each goal-at(?car1,?port2) {
    go sail(_,port1)
    board(car1,port1)
    sail(port1,port2)
    debark(car1,port2)
  }
}
"""


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    file = tmp_path / "ferry.gp"
    file.write_text(FERRY, encoding="utf-8")
    return file


def test_a_better_program_is_written_and_told(here: Here, ferry: Path, tmp_path: Path) -> None:
    better = tmp_path / "better.gp"
    done = here("optimize", ferry, "ferry", "--for", "steps", "--json", "-o", better)
    assert done.returncode == 0
    told = json.loads(done.stdout)
    assert told["changed"]
    assert told["now"]["actions"] * 4 < told["before"]["actions"]
    assert told["ending"] == "complete"
    program = gp.read_program(better, gp.BENCHMARKS["ferry"].domain)
    assert str(program).split("\n") == told["program"]
    assert len(program) == told["now"]["length"]
    assert here("validate", better, "ferry", "--split", "train", "-q").returncode == 0


def test_the_costs_are_printed(here: Here, ferry: Path) -> None:
    done = here("optimize", ferry, "ferry", "--for", "steps")
    assert done.returncode == 0
    assert "actions in all plans: " in done.stdout
    assert "no edit makes it better" in done.stdout
    assert "structured   pointers port1" in done.stdout


def test_the_program_alone_can_be_printed(here: Here, ferry: Path) -> None:
    done = here("optimize", ferry, "ferry", "-o", "-")
    assert done.stdout.startswith("; domain ferry")
    assert gp.parse_program(done.stdout, gp.BENCHMARKS["ferry"].domain)


def test_out_of_time_keeps_the_program(here: Here, ferry: Path) -> None:
    done = here("optimize", ferry, "ferry", "--time-limit", "0.000001", "--json")
    assert done.returncode == 0
    told = json.loads(done.stdout)
    assert (told["ending"], told["changed"]) == ("out_of_time", False)
    assert told["program"] == FERRY.split("\n")[1:-1]


def test_what_does_not_solve_everything_is_refused(here: Here, tmp_path: Path) -> None:
    empty = tmp_path / "empty.gp"
    empty.write_text("; domain ferry   structured   pointers car1 - car\n", encoding="utf-8")
    done = here("optimize", empty, "ferry")
    assert done.returncode == 3
    assert 'does not solve "ferry' in done.stderr.replace("\n", " ")


def test_json_and_a_program_on_the_same_output_exclude_each_other(here: Here, ferry: Path) -> None:
    assert here("optimize", ferry, "ferry", "--json", "-o", "-").returncode == 2


def test_solve_tells_what_it_made_of_the_program(here: Here) -> None:
    done = here("solve", "lock", "--optimize", "lines", "--language", "structured", "--json", "-q")
    told = json.loads(done.stdout)
    before, now = told["shortened"]["before"], told["shortened"]["now"]
    key = ("length", "actions", "steps")
    assert [now[name] for name in key] <= [before[name] for name in key]
    assert len(told["program"]) >= now["length"]
    assert json.loads(here("solve", "lock", "--json", "-q").stdout)["shortened"] is None
