"""`genplan validate`: tables, reasons, formats and exit codes."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from time import process_time
from typing import Any, Final

import pytest

from cli.command import PAPER_DOMAINS, Here, unwrapped
from genplan.benchmarks import BENCHMARKS

LOOP: Final = """; domain lock   pointers z1 z2 - object
0. inc(z1)
1. clear(z1)
2. goto(0,y)
3. end
"""


@pytest.mark.parametrize("domain", PAPER_DOMAINS)
def test_the_bundled_programs_solve_the_validation_sets_in_seconds(
    here: Here, tmp_path: Path, domain: str
) -> None:
    program = tmp_path / "program.gp"
    program.write_text(BENCHMARKS[domain].program_text or "")
    before = process_time()
    done = here("validate", program, domain, "--json")
    assert process_time() - before < 10
    report = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert report["valid"] is True
    assert [row["name"] for row in report["instances"]] == [
        instance.name for instance in BENCHMARKS[domain].validation()
    ]
    assert len(report["instances"]) == 50
    for row in report["instances"]:
        assert row["outcome"] == "solved"
        assert 0 < row["plan_length"] <= row["steps"]
        assert row["seconds"] >= 0


def test_the_table(here: Here, files: Path) -> None:
    done = here("validate", files / "lock.gp", files / "lock" / "domain.pddl", files / "lock")
    assert done.returncode == 0
    rows = [unwrapped(line).split() for line in done.stdout.splitlines() if "│" in line]
    assert [row[:2] for row in rows] == [[f"lock-{n}", "solved"] for n in range(5, 15)]
    assert rows[0][2:4] == ["10", "119"]
    assert done.stdout.splitlines()[-1].startswith("10 of 10 instances solved, plans checked, ")


def test_quiet_prints_the_summary_only(here: Here, files: Path) -> None:
    done = here("validate", files / "lock.gp", "lock", "--split", "train", "--quiet")
    assert done.stdout.startswith("10 of 10 instances solved")
    assert len(done.stdout.splitlines()) == 1


def test_goals_that_are_not_reached_are_named(here: Here, files: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.gp"
    program.write_text((files / "gripper.gp").read_text().replace("drop(", "pick("))
    arguments = ("validate", program, "gripper", files / "gripper" / "p2.pddl")
    done = here(*arguments)
    assert done.returncode == 1
    assert "goal not reached" in done.stdout
    goals = "(at ball1 roomb), (at ball2 roomb), (at ball3 roomb)"
    assert f"gripper-3: goal not reached: {goals}" in done.stdout
    assert "0 of 1 instances solved" in done.stdout
    row = json.loads(here(*arguments, "--json").stdout)["instances"][0]
    assert row["outcome"] == "incorrect"
    assert row["detail"] == f"goal not reached: {goals}"


def test_an_infinite_loop_is_shown_with_its_lines_and_state(
    here: Here, files: Path, tmp_path: Path
) -> None:
    program = tmp_path / "loop.gp"
    program.write_text(LOOP)
    done = here("validate", program, "lock", files / "lock" / "p1.pddl")
    assert done.returncode == 1
    out = unwrapped(done.stdout)
    assert "lock-5 infinite loop 0 " in out
    assert "lock-5: infinite loop over lines 0, 1, 2; the state that repeats: " in out
    assert "z2 at c1, " in out
    assert "(at-key c5)" in out
    assert "adjacent" not in out


def test_one_failure_among_many_makes_it_invalid(here: Here, files: Path, tmp_path: Path) -> None:
    """Three moves and an `open` are enough for one instance only."""
    program = tmp_path / "one.gp"
    steps = ("inc(z1)", "goto(0,!y)", "pickup(z1)", "clear(z1)", "open(z1)", "end")
    lines = "\n".join(f"{number}. {step}" for number, step in enumerate(steps))
    program.write_text(f"; domain lock   pointers z1 - object\n{lines}\n")
    instance = tmp_path / "easy.pddl"
    instance.write_text(
        "(define (problem easy) (:domain lock) (:objects c1)\n"
        "  (:init (at-agent c1) (at-key c1) (at-lock c1)) (:goal (unlocked)))\n"
    )
    easy = here("validate", program, "lock", instance)
    both = here("validate", program, "lock", instance, files / "lock" / "p1.pddl")
    assert (easy.returncode, both.returncode) == (0, 1)
    assert "1 of 2 instances solved" in both.stdout


def test_csv(here: Here, files: Path) -> None:
    done = here("validate", files / "lock.gp", "lock", "--split", "train", "--csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert list(rows[0]) == ["name", "outcome", "plan_length", "steps", "seconds", "detail"]
    assert [row["name"] for row in rows] == [f"lock-{size}" for size in range(5, 15)]
    assert {row["outcome"] for row in rows} == {"solved"}
    assert rows[0]["plan_length"] == "10"


def test_workers_change_nothing_but_the_time(here: Here, files: Path) -> None:
    def rows(*options: str) -> list[dict[str, Any]]:
        done = here("validate", files / "lock.gp", "lock", "--json", *options)
        found: list[dict[str, Any]] = json.loads(done.stdout)["instances"]
        return [{**row, "seconds": None} for row in found]

    assert rows("--jobs", "2") == rows()


def test_both_engines_agree(here: Here, files: Path) -> None:
    def lengths(engine: str) -> list[tuple[int, int]]:
        done = here(
            "validate", files / "lock.gp", "lock", "--split", "train", "--json", "--engine", engine
        )
        return [(r["plan_length"], r["steps"]) for r in json.loads(done.stdout)["instances"]]

    assert lengths("core") == lengths("python")


def test_a_time_limit_stops_an_instance(here: Here, tmp_path: Path) -> None:
    big = tmp_path / "big"
    assert here("generate", "visitall", big, "--from", "90", "--to", "90").returncode == 0
    program = tmp_path / "program.gp"
    program.write_text(BENCHMARKS["visitall"].program_text or "")
    done = here(
        "validate", program, big / "domain.pddl", big, "--time-limit", "1ms", "--engine", "python"
    )
    assert done.returncode == 1
    assert "out of time" in done.stdout
