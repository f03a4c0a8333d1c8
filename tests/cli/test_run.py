"""`genplan run`: plans in the planners' format, and traces."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from cli.command import Here
from cli.test_validate import LOOP
from genplan.benchmarks import BENCHMARKS
from genplan.plan import parse_plan
from genplan.validation import validate_plan

PLAN: Final = """(move c1 c2)
(move c2 c3)
(move c3 c4)
(move c4 c5)
(pickup c5)
(move c5 c4)
(move c4 c3)
(move c3 c2)
(move c2 c1)
(open c1)
; cost = 10 (unit cost)
"""


def test_the_plan_is_in_the_planners_format(here: Here, files: Path) -> None:
    done = here("run", files / "lock.gp", files / "lock" / "domain.pddl", files / "lock/p1.pddl")
    assert (done.returncode, done.stdout, done.stderr) == (0, PLAN, "")


def test_of_a_bundled_benchmark_the_first_instance_is_taken(here: Here, files: Path) -> None:
    assert here("run", files / "lock.gp", "lock").stdout == PLAN
    larger = here("run", files / "lock.gp", "lock", "--split", "validation").stdout
    assert validate_plan(BENCHMARKS["lock"].validation()[0], parse_plan(larger))


@pytest.mark.parametrize("engine", ["core", "python"])
def test_a_plan_can_be_saved(here: Here, files: Path, tmp_path: Path, engine: str) -> None:
    plan = tmp_path / "plan.txt"
    done = here("run", files / "lock.gp", "lock", "-o", plan, "--engine", engine)
    assert (done.returncode, done.stdout) == (0, "")
    assert plan.read_text() == PLAN


def test_without_a_plan_it_says_why(here: Here, files: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.gp"
    wrong.write_text((files / "lock.gp").read_text().replace("open(z1)", "drop(z1)"))
    done = here("run", wrong, "lock", "-o", tmp_path / "plan.txt")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "lock-5: no plan: goal not reached: (unlocked)\n"
    assert not (tmp_path / "plan.txt").exists()
    wrong.write_text(LOOP)
    done = here("run", wrong, "lock")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "lock-5: no plan: infinite loop over lines 0, 1, 2\n"


def test_a_trace_shows_line_instruction_pointers_flag_and_changes(here: Here, files: Path) -> None:
    done = here("run", files / "lock.gp", "lock", "--trace")
    assert done.returncode == 0
    rows = [line.split() for line in done.stdout.splitlines()]
    assert rows[0] == ["1", "0.", "inc(z1)", "z1=c2", "z2=c1", "y=false"]
    moved = ["2", "1.", "move(z2,z1)", "z1=c2", "z2=c1", "y=false"]
    assert rows[1] == [*moved, "+(at-agent", "c2)", "-(at-agent", "c1)"]
    assert done.stdout.endswith("the goal holds\n")
    actions = [row for row in rows if any(word.startswith(("+", "-")) for word in row)]
    assert len(actions) == 10
    assert {row[5] for row in rows[:-1] if len(row) > 5} == {"y=false", "y=true"}


def test_the_steps_of_a_trace_are_those_of_the_run(here: Here, files: Path) -> None:
    done = here("run", files / "lock.gp", "lock", "--trace")
    numbers = [line.split()[0] for line in done.stdout.splitlines() if line.split()[0].isdigit()]
    assert numbers == [str(number) for number in range(1, 121)]  # 119 steps, then `end`


def test_a_trace_can_be_cut(here: Here, files: Path) -> None:
    done = here("run", files / "lock.gp", "lock", "--trace", "--trace-limit", "8")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 8
    assert done.stderr == "stopped after 8 steps; more with --trace-limit\n"


def test_a_trace_can_be_saved(here: Here, files: Path, tmp_path: Path) -> None:
    target = tmp_path / "trace.txt"
    shown = here("run", files / "lock.gp", "lock", "--trace")
    saved = here("run", files / "lock.gp", "lock", "--trace", "-o", target)
    assert (saved.returncode, saved.stdout) == (0, "")
    assert target.read_text() == shown.stdout


@pytest.mark.parametrize(
    ("program", "note"),
    [
        (LOOP, "this program state occurred before: an infinite loop"),
        (LOOP.replace("goto(0,y)", "goto(0,!y)"), "goal facts that do not hold: 1"),
        (LOOP.replace("goto(0,y)", "?"), "the line is not programmed yet"),
        (LOOP.replace("clear(z1)", "open(z1)"), "not applicable"),
    ],
)
def test_a_trace_says_how_it_ends(here: Here, tmp_path: Path, program: str, note: str) -> None:
    path = tmp_path / "program.gp"
    path.write_text(program)
    done = here("run", path, "lock", "--trace")
    assert note in done.stdout
    assert done.returncode == 1


def test_the_flag_and_pointers_of_the_trace_are_those_after_the_step(
    here: Here, tmp_path: Path
) -> None:
    path = tmp_path / "program.gp"
    path.write_text(LOOP)
    rows = [line.split() for line in here("run", path, "lock", "--trace").stdout.splitlines()]
    assert [row[2:] for row in rows[:4]] == [
        ["inc(z1)", "z1=c2", "z2=c1", "y=false"],
        ["clear(z1)", "z1=c1", "z2=c1", "y=true"],
        ["goto(0,y)", "z1=c1", "z2=c1", "y=true"],
        ["inc(z1)", "z1=c2", "z2=c1", "y=false"],
    ]


def test_a_time_limit_stops_a_run(here: Here, tmp_path: Path) -> None:
    big = tmp_path / "big"
    here("generate", "visitall", big, "--from", "90", "--to", "90")
    program = tmp_path / "program.gp"
    program.write_text(BENCHMARKS["visitall"].program_text or "")
    options = ("--time-limit", "1ms", "--engine", "python")
    done = here("run", program, big / "domain.pddl", big / "p1.pddl", *options)
    assert (done.returncode, done.stdout) == (4, "")
    assert "no plan: out of time" in done.stderr


def test_a_trace_can_draw_the_pointers(here: Here, files: Path) -> None:
    done = here("run", files / "lock.gp", "lock", "--trace", "--draw")
    assert done.returncode == 0
    plain = here("run", files / "lock.gp", "lock", "--trace").stdout.splitlines()
    steps = [line.split()[:3] for line in plain if line.split()[0].isdigit()]
    drawn = done.stdout.splitlines()
    assert [line.split()[:3] for line in drawn if line.split()[0].isdigit()] == steps
    assert drawn[0] == "at the start"
    assert drawn[1].split() == ["object", "c1", "c2", "c3", "c4", "c5"]
    place = drawn[5].index("z1")
    assert drawn[4][place : place + 2] == "c2", "z1 has moved on to c2"


def test_without_a_terminal_a_trace_is_not_drawn(here: Here, files: Path) -> None:
    shown = here("run", files / "lock.gp", "lock", "--trace").stdout
    assert "object" not in shown
    assert here("run", files / "lock.gp", "lock", "--trace", "--no-draw").stdout == shown


def test_a_trace_of_a_structured_program_is_drawn(here: Here, tmp_path: Path) -> None:
    program = tmp_path / "s.gp"
    text = "; domain lock   structured   pointers z1 z2 - object\nfor z2 {\n  move(?z1,z2)\n}\n"
    program.write_text(text)
    done = here("run", program, "lock", "--trace", "--draw", "--trace-limit", "4")
    rows = done.stdout.splitlines()
    assert rows[:2] == ["at the start", "             object  c1  c2  c3  c4  c5"]
    assert rows[2].split() == ["1", "0.", "for", "z2"]
    assert rows[4].split() == ["z2"]
