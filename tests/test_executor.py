"""Executors: results in order, errors, cancelling, lost workers, interruption."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

import tasks
from genplan.errors import ProblemError, WorkerError
from genplan.executor import Executor, InProcess, LocalProcesses, make_executor


@pytest.fixture(params=[1, 3])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    with make_executor(request.param) as made:
        yield made


@pytest.fixture
def processes() -> Iterator[LocalProcesses]:
    with LocalProcesses(2) as made:
        yield made


def until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    for _ in range(500):
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError("waited in vain")


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False


def test_one_job_stays_in_this_process() -> None:
    assert isinstance(make_executor(1), InProcess)
    assert isinstance(make_executor(2), LocalProcesses)


@pytest.mark.parametrize("jobs", [0, -1])
def test_no_workers_are_refused(jobs: int) -> None:
    with pytest.raises(ProblemError, match="at least 1"):
        make_executor(jobs)


def test_results_come_in_order(executor: Executor) -> None:
    assert list(executor.map(tasks.square_late, range(9))) == [n * n for n in range(9)]


def test_a_failure_is_raised_where_the_result_is_asked_for(executor: Executor) -> None:
    bad = executor.submit(partial(tasks.fail, "broken"))
    good = executor.submit(partial(tasks.square, 3))
    assert good.result() == 9
    with pytest.raises(ValueError, match="broken"):
        bad.result()


def test_a_cancelled_task_has_no_result(executor: Executor) -> None:
    first = executor.submit(partial(tasks.square, 2))
    second = executor.submit(tasks.wait_long)
    second.cancel()
    assert first.result() == 4
    assert second.done
    with pytest.raises(WorkerError, match="cancelled"):
        second.result()


def test_the_trace_of_a_worker_is_kept(processes: LocalProcesses) -> None:
    with pytest.raises(ValueError, match="broken") as caught:
        processes.submit(partial(tasks.fail, "broken")).result()
    assert "tasks.py" in str(caught.value.__cause__)


def test_an_error_that_cannot_travel_is_described(processes: LocalProcesses) -> None:
    with pytest.raises(WorkerError, match="UnpicklableError: no way"):
        processes.submit(tasks.fail_strangely).result()


def test_what_cannot_be_sent_is_refused(processes: LocalProcesses) -> None:
    with pytest.raises(ProblemError, match="use one job"):
        processes.submit(lambda: 1)


def test_what_a_task_prints_does_no_harm(processes: LocalProcesses) -> None:
    assert processes.submit(tasks.print_something).result() == "printed"


def test_a_running_task_is_cancelled_at_once(processes: LocalProcesses, tmp_path: Path) -> None:
    sign = tmp_path / "running"
    task = processes.submit(partial(tasks.wait_long, sign))
    until(sign.exists)
    task.cancel()
    until(lambda: not processes.processes)
    assert processes.submit(partial(tasks.square, 5)).result() == 25


def test_the_share_of_a_killed_worker_is_taken_over(
    processes: LocalProcesses, tmp_path: Path
) -> None:
    task = processes.submit(partial(tasks.die_once, tmp_path / "sign"))
    others = [processes.submit(partial(tasks.square, n)) for n in range(5)]
    assert [other.result() for other in others] == [0, 1, 4, 9, 16]
    assert task.result() == "survived"


def test_a_worker_that_is_killed_while_idle_is_replaced(processes: LocalProcesses) -> None:
    assert processes.submit(partial(tasks.square, 2)).result() == 4
    os.kill(processes.processes[0], signal.SIGKILL)
    assert processes.submit(partial(tasks.square, 3)).result() == 9


def test_a_task_that_always_kills_its_worker_fails(processes: LocalProcesses) -> None:
    with pytest.raises(WorkerError, match="3 worker processes ended, the last with code -9"):
        processes.submit(tasks.die).result()
    assert processes.submit(partial(tasks.square, 6)).result() == 36


def test_closing_stops_the_workers(tmp_path: Path) -> None:
    with LocalProcesses(2) as made:
        sign = tmp_path / "running"
        made.submit(partial(tasks.wait_long, sign))
        until(sign.exists)
        workers = made.processes
        assert workers
    assert not any(map(is_running, workers))


SCRIPT = """
import pathlib, sys, tasks
from functools import partial
from genplan.executor import LocalProcesses
with LocalProcesses(2) as executor:
    running = [executor.submit(partial(tasks.wait_long, pathlib.Path(s))) for s in sys.argv[2:]]
    while not all(pathlib.Path(s).exists() for s in sys.argv[2:]):
        executor.wait(0.05)
    pathlib.Path(sys.argv[1]).write_text(" ".join(map(str, executor.processes)))
    running[0].result()
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_the_process_that_started_them(
    how: signal.Signals, tmp_path: Path
) -> None:
    told, signs = tmp_path / "workers", [tmp_path / "a", tmp_path / "b"]
    command = [sys.executable, "-c", SCRIPT, *map(str, (told, *signs))]
    with subprocess.Popen(command, cwd=Path(__file__).parent, stderr=subprocess.PIPE) as process:
        until(lambda: told.exists() and len(told.read_text().split()) == 2)
        workers = [int(word) for word in told.read_text().split()]
        process.send_signal(how)
        process.wait(20)
        until(lambda: not any(map(is_running, workers)))
