"""What a task costs on each executor, and what workers bring: `python -m bench.cluster`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bench import environment
from bench.table import number, show
from genplan.benchmarks import BENCHMARKS
from genplan.cluster import open_executor
from genplan.executor import Executor, LocalProcesses
from genplan.planner import solve

SMALL_TASKS, LARGE_TASKS, SEARCH_LINES = 200, 8, 8


def nothing(item: int) -> int:
    """Return the item: all that is measured is the way there and back."""
    return item


def search(_: int) -> str:
    """Exhaust the programs of nine lines for baking: a second of work."""
    return solve(BENCHMARKS["baking"].problem(), SEARCH_LINES, evaluate="goal-count").outcome.value


@contextmanager
def opened(make: Callable[[], Executor]) -> Iterator[Executor]:
    """Yield an executor whose workers are all there and have done something."""
    with make() as executor:
        deadline = time.monotonic() + 30
        while executor.workers < 2 and "workers" in make.__name__ and time.monotonic() < deadline:
            time.sleep(0.1)
        list(executor.map(nothing, range(8)))
        yield executor


def one_process() -> Executor:
    return LocalProcesses(1)


def two_processes() -> Executor:
    return LocalProcesses(2)


def one_dask_worker() -> Executor:
    os.environ["DASK_DISTRIBUTED__DASHBOARD__LINK"] = ""
    return open_executor(1, "local") if (os.cpu_count() or 1) == 1 else _dask(1)


def two_dask_workers() -> Executor:
    return open_executor(2, "local")


def _dask(workers: int) -> Executor:
    from distributed import LocalCluster

    cluster = LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    )
    return open_executor(1, cluster.scheduler_address)


def seconds(executor: Executor, function: Callable[[int], object], count: int) -> float:
    """Return the wall-clock seconds for so many tasks."""
    start = time.perf_counter()
    list(executor.map(function, range(count)))
    return time.perf_counter() - start


def main() -> None:
    """Print the table."""
    print(environment.describe())
    start = time.perf_counter()
    for item in range(LARGE_TASKS):
        search(item)
    alone = time.perf_counter() - start
    rows = [["here, one after the other", "", number(alone / LARGE_TASKS), "1"]]
    for make in (one_process, two_processes, one_dask_worker, two_dask_workers):
        with opened(make) as executor:
            overhead = min(seconds(executor, nothing, SMALL_TASKS) for _ in range(3)) / SMALL_TASKS
            large = seconds(executor, search, LARGE_TASKS)
        name = make.__name__.replace("_", " ")
        rows.append(
            [name, f"{1000 * overhead:.2f}", number(large / LARGE_TASKS), f"{alone / large:.2f}"]
        )
    head = ["", "ms per empty task", "s per search", "speed-up"]
    show(f"{SMALL_TASKS} empty tasks, then {LARGE_TASKS} searches; wall clock", head, rows)


if __name__ == "__main__":
    main()
