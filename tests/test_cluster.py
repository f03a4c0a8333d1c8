"""The executor on a real Dask cluster: a scheduler and two worker processes on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

pytest.importorskip("distributed", reason='distributed is not installed (".[cluster]")')

import distributed

import genplan as gp
import remote_tasks
import tasks
from cli.command import COMMAND, Here, environment
from genplan.cluster import DaskCluster, open_executor
from genplan.errors import ClusterError, WorkerError
from genplan.executor import InProcess, LocalProcesses

pytestmark = [
    # Dask's own event loops and sockets, when workers are killed on purpose.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

PATIENCE: Final = 60.0
SMALL: Final = gp.BENCHMARKS["visitall"]
LOCK: Final = gp.BENCHMARKS["lock"]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a scheduler with two workers, each with one thread."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as cluster:
        yield str(cluster.scheduler_address)


@pytest.fixture
def executor(address: str) -> Iterator[DaskCluster]:
    with DaskCluster(address) as made:
        yield made


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str]) -> Here:
    return Here(capsys)


def until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("waited in vain")


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False


def number_in(sign: Path) -> int:
    """Return the number that a task writes to a file."""
    until(sign.exists)
    return int(sign.read_text())


def test_without_a_cluster_everything_stays_here() -> None:
    assert isinstance(open_executor(1), InProcess)
    with open_executor(2) as executor:
        assert isinstance(executor, LocalProcesses)


def test_results_come_in_order(executor: DaskCluster) -> None:
    until(lambda: executor.workers == 2)
    assert not executor.shares_memory
    assert list(executor.map(tasks.square_late, range(9))) == [n * n for n in range(9)]


def test_a_failure_is_raised_where_the_result_is_asked_for(executor: DaskCluster) -> None:
    bad = executor.submit(partial(tasks.fail, "broken"))
    good = executor.submit(partial(tasks.square, 3))
    assert good.result() == 9
    with pytest.raises(ValueError, match="broken"):
        bad.result()


def test_a_cancelled_task_is_stopped_where_it_runs(executor: DaskCluster, tmp_path: Path) -> None:
    task = executor.submit(partial(remote_tasks.wait_and_tell, tmp_path / "sign"))
    process = number_in(tmp_path / "sign")
    assert is_running(process)
    task.cancel()
    until(lambda: not is_running(process))
    with pytest.raises(WorkerError, match="cancelled"):
        task.result()
    assert executor.submit(partial(tasks.square, 5)).result() == 25


def test_closing_stops_what_runs_remotely(address: str, tmp_path: Path) -> None:
    with DaskCluster(address) as executor:
        executor.submit(partial(remote_tasks.wait_and_tell, tmp_path / "sign"))
        process = number_in(tmp_path / "sign")
    until(lambda: not is_running(process))


def test_a_lost_worker_costs_only_its_task(executor: DaskCluster, tmp_path: Path) -> None:
    """Kill one of the two workers, with a task on it; the other one takes over."""
    sign = tmp_path / "sign"
    lost = executor.submit(partial(remote_tasks.wait_once, sign, 7))
    others = [executor.submit(partial(remote_tasks.square_slowly, n)) for n in range(6)]
    os.kill(number_in(sign), signal.SIGKILL)
    assert [other.result() for other in others] == [n * n for n in range(6)]
    assert lost.result() == 49


def test_a_validation_is_the_same_with_a_worker_killed(address: str) -> None:
    program, instances = LOCK.program, LOCK.validation()[:30]
    assert program is not None
    killed: list[int] = []

    def kill_one(_: object) -> None:
        if not killed:
            with distributed.Client(address, set_as_default=False) as client:
                killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    here = gp.validate(program, instances)
    there = gp.validate(program, instances, cluster=address, on_result=kill_one)
    assert killed
    assert [comparable(row) for row in there.instances] == [
        comparable(row) for row in here.instances
    ]


def comparable(row: gp.InstanceReport) -> tuple[Any, ...]:
    return row.name, row.outcome, row.plan_length, row.steps, row.detail


@pytest.mark.parametrize("name", ["visitall", "gripper", "intrusion"])
def test_a_search_finds_the_same_as_here(name: str, address: str) -> None:
    problem = gp.BENCHMARKS[name].problem()
    here = gp.solve(problem)
    there = gp.solve(problem, cluster=address)
    assert there.outcome is here.outcome is gp.SearchOutcome.SOLVED
    assert there.program == here.program
    assert there.active == here.active
    assert [t.outcome for t in there.trials] == [t.outcome for t in here.trials]


def test_evidence_is_the_same_as_here(address: str) -> None:
    program, instances = LOCK.program, LOCK.training()[:4]
    assert program is not None
    here = gp.check(program, instances, shuffles=3)
    there = gp.check(program, instances, shuffles=3, cluster=address)
    assert [str(finding) for finding in there.findings] == [str(f) for f in here.findings]


def test_the_papers_tables_are_the_same_as_here(address: str, here: Here) -> None:
    arguments = ("reproduce", "table1", "--domains", "visitall,gripper", "--json")
    alone = json.loads(here(*arguments).stdout)
    shared = json.loads(here(*arguments, "--cluster", address).stdout)
    assert all(row.pop("seconds") >= 0 for row in (*alone, *shared))
    assert shared == alone


def test_workers_on_this_machine_for_as_long_as_needed() -> None:
    program = SMALL.program
    assert program is not None
    with open_executor(2, "local") as executor:
        assert isinstance(executor, DaskCluster)
        until(lambda: executor.workers == 2)
        processes = set(executor.map(get_parent, range(4)))
    assert processes
    until(lambda: not any(map(is_running, processes)))


def get_parent(_: int) -> int:
    return os.getppid()


@pytest.mark.parametrize("nobody", ["tcp://127.0.0.1:9", "127.0.0.1:9", "no address", "gpfs://x:1"])
def test_nobody_at_the_address_is_said_soon(nobody: str) -> None:
    before = time.monotonic()
    with pytest.raises(ClusterError, match="no Dask scheduler answers at"):
        DaskCluster(nobody)
    assert time.monotonic() - before < 10


def test_a_worker_is_no_scheduler(address: str) -> None:
    with distributed.Client(address, set_as_default=False) as client:
        worker = next(iter(client.nthreads()))
    with pytest.raises(ClusterError, match="it is a Worker"):
        DaskCluster(worker)


def test_the_command_says_so_too() -> None:
    command = [*COMMAND, "validate", "lock.gp", "lock", "--cluster", "tcp://127.0.0.1:9"]
    folder = Path(gp.__file__).parent / "benchmarks" / "lock"
    command[4] = str(folder / "program.gp")
    before = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    assert time.monotonic() - before < 15  # the start of Python and of Dask included
    assert done.returncode == 3
    assert "start one with `dask scheduler`" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_interruption_stops_the_work_on_the_cluster(
    address: str, how: signal.Signals, tmp_path: Path
) -> None:
    """Ctrl-C, and even the end of the client without notice."""
    script = (
        "import sys, remote_tasks\n"
        "from functools import partial\nfrom pathlib import Path\n"
        "from genplan.cluster import open_executor\n"
        "with open_executor(1, sys.argv[1]) as executor:\n"
        "    executor.submit(partial(remote_tasks.wait_and_tell, Path(sys.argv[2]))).result()\n"
    )
    sign = tmp_path / "sign"
    with subprocess.Popen(
        [sys.executable, "-c", script, address, str(sign)],
        cwd=Path(__file__).parent,
        stderr=subprocess.DEVNULL,
    ) as client:
        process = number_in(sign)
        client.send_signal(how)
        client.wait(PATIENCE)
    assert client.returncode != 0
    until(lambda: not is_running(process))


def test_ctrl_c_ends_the_command_with_its_code(address: str, tmp_path: Path) -> None:
    command = [*COMMAND, "solve", "barman", "--cluster", address, "--verbose"]
    with subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        process.stderr.readline()  # the first search has begun
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, out + err
    assert "Traceback" not in err
