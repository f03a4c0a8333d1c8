"""A long run is never lost: limits, Ctrl-C, closed pipes."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
from pathlib import Path
from subprocess import Popen
from typing import Any, Final

import pytest

from cli.command import COMMAND, Here, environment, genplan
from genplan.benchmarks import BENCHMARKS
from genplan.program.program import Program
from genplan.program.text import read_program

OUT_OF_TIME, OUT_OF_MEMORY, INTERRUPTED = 4, 5, 130
ENDLESS: Final = ("solve", "baking", "--search", "bfs")


def check_partial(out: str, saved: Path, outcome: str) -> None:
    """Check what is left of a search that was stopped."""
    assert f"baking: {outcome.replace('_', ' ')}, no program found (13 lines, 6 pointers)" in out
    assert "best partial program so far:\n\n; domain baking" in out
    expanded = re.search(r"expanded +([\d,]+)", out)
    assert expanded is not None
    assert int(expanded.group(1).replace(",", "")) > 0
    assert "10 of 10 instances became active" in out
    assert f"; PARTIAL: the search ended {outcome}\n" in saved.read_text()
    program = read_program(saved, BENCHMARKS["baking"].domain)
    assert isinstance(program, Program)
    assert program.first_undefined is not None
    assert str(program) in out


def test_out_of_time(here: Here, tmp_path: Path) -> None:
    saved = tmp_path / "part.gp"
    done = here(*ENDLESS, "--time-limit", "300ms", "-o", saved)
    assert done.returncode == OUT_OF_TIME
    check_partial(done.stdout, saved, "out_of_time")
    assert f"the partial program saved to {saved}" in done.stderr


def test_out_of_time_in_the_python_engine(here: Here, tmp_path: Path) -> None:
    saved = tmp_path / "part.gp"
    done = here(*ENDLESS, "--time-limit", "1s", "--engine", "python", "-o", saved)
    assert done.returncode == OUT_OF_TIME
    check_partial(done.stdout, saved, "out_of_time")


def test_out_of_memory(tmp_path: Path) -> None:
    saved = tmp_path / "part.gp"
    done = genplan(*ENDLESS, "--memory-limit", "50M", "--time-limit", "50s", "-o", saved)
    assert done.returncode == OUT_OF_MEMORY
    check_partial(done.stdout, saved, "out_of_memory")


def test_json_when_stopped(tmp_path: Path) -> None:
    done = genplan(*ENDLESS, "--memory-limit", "50M", "--time-limit", "50s", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["outcome"]) == (OUT_OF_MEMORY, "out_of_memory")
    assert found["program"] is None
    assert found["best_partial"][-1] == "12. end"
    limit = 50 * 1024**2
    assert 0.7 * limit < found["statistics"]["peak_memory_bytes"] < 1.4 * limit


def started(*arguments: str | Path) -> Popen[str]:
    """Return a running search, once it has shown its first line of progress."""
    process = Popen(
        [*COMMAND, *map(str, (*ENDLESS, "--time-limit", "50s", "--verbose", *arguments))],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(),
    )
    assert process.stderr is not None
    line = process.stderr.readline()
    assert re.search(
        r"s  expanded \S+  evaluated \S+ \(\S+/s\)  open \S+  memory \S+ .?B  best \d+  "
        r"active 10 of 10",
        line,
    )
    return process


@pytest.mark.parametrize("engine", ["core", "python"])
def test_interrupted(tmp_path: Path, engine: str) -> None:
    saved = tmp_path / "part.gp"
    with started("-o", saved, "--engine", engine) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == INTERRUPTED
    assert "Traceback" not in err
    check_partial(out, saved, "interrupted")
    assert list(tmp_path.iterdir()) == [saved]


def test_interrupted_with_json() -> None:
    with started("--json") as process:
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
    found: dict[str, Any] = json.loads(out)
    assert (process.returncode, found["outcome"]) == (INTERRUPTED, "interrupted")
    assert found["statistics"]["expanded"] > 10
    assert found["best_partial"]


@pytest.mark.parametrize(
    "arguments",
    [
        "benchmarks",
        "evaluations --json",
        "solve lock --search pgp",
        "inspect visitall",
        "validate {files}/lock.gp lock --csv",
        "run {files}/lock.gp {files}/lock/domain.pddl {files}/lock/p10.pddl --trace",
        "landmarks lock --format dot",
    ],
)
def test_a_closed_pipe_is_no_error(arguments: str, files: Path) -> None:
    command = " ".join(map(shlex.quote, COMMAND))
    script = f'{command} {arguments.format(files=files)} | head -1; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, env=environment(), check=True
    )
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 2
    assert done.stdout.endswith("\n0\n")


def test_a_reader_that_is_gone_before_anything_is_written(files: Path) -> None:
    """Python would complain when it closes its output; a pipe without reader shows that."""
    process = Popen(
        [*COMMAND, "run", files / "lock.gp", "lock"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")


def test_a_program_is_saved_even_if_nobody_reads_what_is_printed(tmp_path: Path) -> None:
    process = Popen(
        [*COMMAND, "solve", "lock", "--search", "pgp", "-o", tmp_path / "lock.gp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait(timeout=20) == 0
    assert (tmp_path / "lock.gp").read_text().endswith("11. end\n")


def test_the_memory_of_the_process_that_started_the_command_does_not_count() -> None:
    script = f"""
import subprocess
ballast = bytearray(200 * 1024**2)
ballast[::4096] = bytes(len(ballast[::4096]))
subprocess.run({[*COMMAND, "solve", "visitall", "--search", "pgp", "--json"]!r}, check=True)
"""
    done = subprocess.run(
        [COMMAND[0], "-c", script], capture_output=True, text=True, env=environment(), check=True
    )
    assert json.loads(done.stdout)["statistics"]["peak_memory_bytes"] < 100 * 1024**2
