"""Saved searches that go on: killed at random moments, they end as if nothing had happened."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import genplan as gp
from cli.command import COMMAND, Here, environment, genplan, unwrapped
from genplan.checkpoints import CheckpointPolicy
from genplan.errors import FileError
from genplan.problem import make_problem
from genplan.resuming import resume, solve_and_save

SEARCHES = {
    "plain": ("intrusion", "--search", "pgp", "--evaluate", "goal-count"),
    "bfs": ("intrusion", "--search", "bfs", "--evaluate", "goal-count"),
    "auto": ("baking", "--lines", "12..13", "--evaluate", "landmark-count"),
}
EVERY = ("--checkpoint-every", "0.05s", "--json", "-q")


def what_counts(text: str) -> dict[str, Any]:
    """Return what a search told, without the time and memory that it took."""
    told: dict[str, Any] = json.loads(text)
    for name in ("landmark_seconds", "search_seconds", "total_seconds", "peak_memory_bytes"):
        del told["statistics"][name]
    return told


def killed(arguments: tuple[str, ...], file: Path, seconds: float) -> bool:
    """Return whether the command was killed, a time after the file was there, before it ended."""
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment()
    ) as process:
        while not file.exists() and process.poll() is None:
            time.sleep(0.01)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            return True
    assert process.returncode == 0
    return False


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_that_is_killed_again_and_again_ends_the_same(name: str, tmp_path: Path) -> None:
    file = tmp_path / "search.checkpoint"
    arguments = SEARCHES[name]
    expected = genplan("solve", *arguments, "--json", "-q")
    random, kills = Random(name), 0
    kills += killed(("solve", *arguments, "--checkpoint", str(file), *EVERY), file, 0.02)
    for _ in range(3):
        kills += killed(("resume", str(file), *EVERY), file, random.uniform(0.2, 0.9))
    assert kills
    ended = genplan("resume", file, "--json", "-q", timeout=120)
    assert what_counts(ended.stdout) == what_counts(expected.stdout)


GOTO = ("--language", "goto")
"""Structured programs are found too fast to be stopped."""


def test_a_search_out_of_time_goes_on(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "search.checkpoint"
    done = here("solve", "ontable", *GOTO, "--time-limit", "0.2s", "--checkpoint", file, "-q")
    assert done.returncode == 4
    assert f"genplan resume {file}" in unwrapped(done.stderr)
    expected = what_counts(here("solve", "ontable", *GOTO, "--json", "-q").stdout)
    assert what_counts(here("resume", file, "--json", "-q").stdout) == expected


def test_a_schedule_may_go_on_with_more_workers(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "search.checkpoint"
    here("solve", "corridor", *GOTO, "--time-limit", "0.2s", "--checkpoint", file, "-q")
    expected = what_counts(here("solve", "corridor", *GOTO, "--json", "-q").stdout)
    ended = here("resume", file, "--jobs", "2", "--json", "-q")
    assert what_counts(ended.stdout) == expected


def test_everything_that_was_asked_is_saved(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "search.checkpoint"
    asked = ("corridor-plain", "--goal-facts", "--lines", "9..10", "--pointers", "location=2")
    here("solve", *asked, "--time-limit", "0.1s", "--checkpoint", file, "-q")
    told = json.loads(here("resume", file, "--time-limit", "0.3s", "--json", "-q").stdout)
    assert {row["lines"] for row in told["tried"]} <= {9, 10}
    assert told["pointers"] == {"location1": "location", "location2": "location"}


def test_the_library_saves_and_goes_on(tmp_path: Path) -> None:
    corridor = gp.BENCHMARKS["corridor"]
    problem = make_problem(corridor.domain, corridor.training())
    file = tmp_path / "search.checkpoint"
    policy = CheckpointPolicy(file, 0.01)
    stopped = solve_and_save(problem, None, policy, {"search": "auto"}, time_limit=0.1)
    ended = resume(file)
    expected = gp.solve(problem)
    assert ended.program == expected.program
    assert ended.statistics.evaluated == expected.statistics.evaluated
    assert not stopped or stopped.program == expected.program


def test_a_search_with_functions_of_ones_own_is_not_saved_with_its_request(tmp_path: Path) -> None:
    problem = gp.BENCHMARKS["visitall"].problem()
    policy = CheckpointPolicy(tmp_path / "search.checkpoint")
    with pytest.raises(gp.ProblemError, match="functions in Python"):
        solve_and_save(problem, 7, policy, {"evaluate": [lambda program, runs: 0]})


@pytest.mark.parametrize("content", [b"", b"genplan checkpoint 1\n{}", b"(define"])
def test_what_is_no_checkpoint_is_refused(here: Here, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    done = here("resume", file)
    assert done.returncode == 3
    assert "checkpoint" in done.stderr
    with pytest.raises(FileError):
        resume(tmp_path / "missing")
