"""`genplan learn` and `genplan plan`: files, exit codes, signals, limits."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import genplan as gp
from cli.command import COMMAND, Here, environment, genplan
from genplan.benchmarks import BENCHMARKS

NOTHING: Final = "; domain gripper   pointers room1 - room\n0. end\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the domain gripper, five tasks, and a larger one."""
    home = tmp_path_factory.mktemp("track")
    gripper = BENCHMARKS["gripper"]
    (home / "domain.pddl").write_text(gripper.domain_text)
    (home / "tasks").mkdir()
    for number, task in enumerate(gripper.training()[:5], 1):
        (home / "tasks" / f"p{number}.pddl").write_text(gp.write_instance(task))
    (home / "large.pddl").write_text(gp.write_instance(gripper.generate([40], 1)[0]))
    yield home


def plan_is_valid(folder: Path, plan: Path) -> bool:
    domain = gp.read_domain(folder / "domain.pddl")
    task = gp.read_instance(folder / "large.pddl", domain)
    return bool(gp.validate_plan(task, gp.parse_plan(plan.read_text())))


def test_learn_and_plan(here: Here, folder: Path, tmp_path: Path) -> None:
    knowledge, plan = tmp_path / "gripper.dk", tmp_path / "plan.txt"
    done = here("learn", knowledge, folder / "domain.pddl", folder / "tasks")
    assert done.returncode == 0, done.stderr
    assert "a program that solves 5 of 5 tasks" in done.stderr
    done = here("plan", knowledge, folder / "domain.pddl", folder / "large.pddl", plan)
    assert (done.returncode, done.stderr) == (0, "")
    assert plan_is_valid(folder, plan)
    done = here("validate", knowledge, folder / "domain.pddl", folder / "tasks", "--quiet")
    assert done.returncode == 0


def test_no_plan_is_said_and_nothing_is_written(here: Here, folder: Path, tmp_path: Path) -> None:
    knowledge, plan = tmp_path / "nothing.dk", tmp_path / "plan.txt"
    knowledge.write_text(NOTHING)
    done = here("plan", knowledge, folder / "domain.pddl", folder / "large.pddl", plan)
    assert done.returncode == 1
    assert "gripper-40: no plan: the program ended incorrect" in done.stderr
    assert not plan.exists()


def test_time_runs_out(here: Here, folder: Path, tmp_path: Path) -> None:
    plan = tmp_path / "plan.txt"
    program = tmp_path / "gripper.gp"
    program.write_text(BENCHMARKS["gripper"].program_text or "")
    large = tmp_path / "p.pddl"
    large.write_text(gp.write_instance(BENCHMARKS["gripper"].generate([2000], 1)[0]))
    arguments = ("plan", program, folder / "domain.pddl", large, plan)
    done = here(*arguments, "--time-limit", "0.00001ms")
    assert done.returncode == 4
    assert not plan.exists()


def test_another_domain_is_noted(here: Here, folder: Path, tmp_path: Path) -> None:
    knowledge, plan = tmp_path / "gripper.dk", tmp_path / "plan.txt"
    here("learn", knowledge, folder / "domain.pddl", folder / "tasks" / "p2.pddl", "--quiet")
    other = tmp_path / "domain.pddl"
    text = (folder / "domain.pddl").read_text()
    other.write_text(text.replace("(at-robby ?room - room)", "(at-robby ?room - room) (lit)"))
    done = here("plan", knowledge, other, folder / "tasks" / "p2.pddl", plan)
    assert done.returncode == 0, done.stderr
    assert "was learned with a domain that is not exactly this one" in done.stderr


def test_bad_files_are_said_to_be_bad(here: Here, folder: Path, tmp_path: Path) -> None:
    domain, task = folder / "domain.pddl", folder / "large.pddl"
    missing = here("plan", tmp_path / "none.dk", domain, task, tmp_path / "plan.txt")
    assert missing.returncode == 3
    assert "none.dk" in missing.stderr
    assert here("learn", tmp_path / "x.dk", domain).returncode == 2
    nowhere = here("learn", tmp_path / "no" / "x.dk", domain, folder / "tasks")
    assert nowhere.returncode == 3


def test_too_little_memory(folder: Path, tmp_path: Path) -> None:
    """In a process of its own, since what it has taken before counts, too."""
    program, plan = tmp_path / "gripper.gp", tmp_path / "plan.txt"
    program.write_text(BENCHMARKS["gripper"].program_text or "")
    large = tmp_path / "p.pddl"
    large.write_text(gp.write_instance(BENCHMARKS["gripper"].generate([30_000], 1)[0]))
    arguments = ("plan", program, folder / "domain.pddl", large, plan)
    done = genplan(*map(str, arguments), "--memory-limit", "60M")
    assert (done.returncode, plan.exists()) == (5, False), done.stderr
    assert "not enough memory" in done.stderr
    assert genplan(*map(str, arguments)).returncode == 0


def test_the_signal_of_the_competition_ends_the_search(tmp_path: Path) -> None:
    knowledge = tmp_path / "barman.dk"
    benchmark = BENCHMARKS["barman"]
    (tmp_path / "domain.pddl").write_text(benchmark.domain_text)
    for number, task in enumerate(benchmark.training()[:3], 1):
        (tmp_path / f"p{number}.pddl").write_text(gp.write_instance(task))
    command = [*COMMAND, "learn", str(knowledge), "domain.pddl", "p1.pddl", "p2.pddl", "p3.pddl"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment(), stderr=subprocess.PIPE, text=True
    ) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(3)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "no program was learned: the search ended interrupted" in errors
    done = genplan("plan", str(knowledge), "domain.pddl", "p1.pddl", "plan.txt", cwd=tmp_path)
    assert done.returncode == 1
    assert "there is no program in this knowledge file" in done.stderr
