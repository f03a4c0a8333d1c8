"""What a task costs on each executor, and what workers bring: `python -m bench.cluster`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from distributed import LocalCluster

from bench import environment
from bench.cluster_tasks import nothing, search
from bench.table import number, show
from genplan.cluster import DaskCluster
from genplan.executor import Executor, LocalProcesses

SMALL_TASKS, LARGE_TASKS = 200, 24


@contextmanager
def dask(workers: int) -> Iterator[Executor]:
    """Yield an executor on a scheduler of its own with so many workers."""
    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=50
        ) as cluster,
        DaskCluster(cluster.scheduler_address) as executor,
    ):
        yield executor


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
    for kind, make in (("process", LocalProcesses), ("Dask worker", dask)):
        for workers in (1, 2):
            with make(workers) as executor:
                seconds(executor, nothing, SMALL_TASKS)
                overhead = min(seconds(executor, nothing, SMALL_TASKS) for _ in range(3))
                large = seconds(executor, search, LARGE_TASKS)
            each = f"{1000 * overhead / SMALL_TASKS:.2f}"
            name = f"{workers} {kind}" + (
                "" if workers == 1 else "s" if kind != "process" else "es"
            )
            rows.append([name, each, number(large / LARGE_TASKS), f"{alone / large:.2f}"])
    head = ["", "ms per empty task", "s per search", "speed-up"]
    show(f"{SMALL_TASKS} empty tasks, then {LARGE_TASKS} searches; wall clock", head, rows)


if __name__ == "__main__":
    main()
