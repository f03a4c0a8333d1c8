"""Tasks on many machines: an executor on Dask distributed (`pip install "genplan[cluster]"`).

Scheduling, transport and lost workers are Dask's business. What a worker does for us runs in a
process of its own there, since Dask cannot stop a call that runs: when a task is cancelled here,
or when we are gone, that process is stopped.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar

from genplan.errors import ClusterError, MissingExtraError, WorkerError
from genplan.executor import Executor, LocalProcesses, Task, make_executor

if TYPE_CHECKING:
    from distributed import Client, Future, Worker

__all__ = ["LOCAL", "DaskCluster", "open_executor", "run_here"]

T = TypeVar("T")

LOCAL: Final = "local"
"""Instead of an address: workers on this machine, for as long as they are needed."""

_SECONDS_TO_CONNECT: Final = 5.0
_LOOK_SECONDS: Final = 0.1
_COUNT_AGAIN_AFTER: Final = 1.0


def open_executor(jobs: int = 1, cluster: str | None = None) -> Executor:
    """Return an executor on a cluster where one is named, otherwise on this machine.

    `cluster` is the address of a Dask scheduler, or `local`, with `jobs` workers or, for one
    job, as many as there are processors.
    """
    return make_executor(jobs) if cluster is None else DaskCluster(cluster, jobs)


class DaskCluster(Executor):
    """Runs tasks on the workers of a Dask scheduler."""

    def __init__(self, address: str, jobs: int = 1) -> None:
        """Connect to the scheduler at the address, or start workers on this machine."""
        try:
            import logging

            import distributed
        except ImportError:
            raise MissingExtraError("--cluster", "distributed", "cluster") from None
        # What it says of lost workers is told by what becomes of the tasks.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self._local: Any = None
        if address == LOCAL:
            self._local = distributed.LocalCluster(
                n_workers=jobs if jobs > 1 else os.cpu_count() or 1,
                threads_per_worker=1,
                dashboard_address=":0",  # any port: it must not matter who else has one
                silence_logs=logging.CRITICAL,
            )
        self._client = _connect(self._local or address, address)
        self._address = address
        self._futures: dict[int, tuple[Task[Any], Future[Any]]] = {}
        self._done: SimpleQueue[int] = SimpleQueue()
        self._next = 0
        self._counted = (0, -_COUNT_AGAIN_AFTER)

    @property
    def workers(self) -> int:
        """Return how many tasks the workers that are there now run at the same time."""
        count, when = self._counted
        if monotonic() - when > _COUNT_AGAIN_AFTER:
            count = sum(self._client.nthreads().values())
            self._counted = (count, monotonic())
        return max(1, count)

    def submit(self, call: Callable[[], T]) -> Task[T]:
        """Return a task for the next worker that is free."""
        task = Task(self, call)
        number = self._next
        self._next += 1
        future = self._client.submit(run_here, call, pure=False)
        self._futures[number] = (task, future)
        future.add_done_callback(lambda _: self._done.put(number))
        return task

    def wait(self, seconds: float | None = None) -> None:
        """Return when a further task is done, or when the time has passed."""
        if not self._futures:
            return
        with suppress(Empty):
            self._settle(self._done.get(timeout=seconds))

    def _settle(self, number: int) -> None:
        task, future = self._futures.pop(number, (None, None))
        if task is None or future is None:  # cancelled meanwhile
            return
        if future.status == "finished":
            task.succeed(future.result())
        elif future.status == "error":
            task.fail(_as_ours(future.exception()))
        else:
            where = f"the connection to the cluster at {self._address} was lost"
            task.fail(ClusterError(f"{where}; see whether its scheduler still runs"))
        future.release()

    def drop(self, task: Task[Any]) -> None:
        """Stop a cancelled task, wherever it runs."""
        for number, (known, future) in list(self._futures.items()):
            if known is task:
                del self._futures[number]
                future.cancel(force=True)

    def close(self) -> None:
        """Stop all tasks, and the workers if they are ours."""
        futures = [future for _, future in self._futures.values()]
        self._futures.clear()
        with suppress(Exception):  # where the scheduler is gone, there is nothing to cancel
            self._client.cancel(futures, force=True)
        self._client.close()
        if self._local is not None:
            self._local.close()


def _connect(target: Any, address: str) -> Client:
    from distributed import Client

    try:
        if address != LOCAL:
            _greet(address)
        return Client(target, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except Exception as error:  # whatever it is that answers there, if anything
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise ClusterError(
            f"no Dask scheduler answers at {address} ({reason}); start one with `dask scheduler` "
            'and give its address, such as tcp://host:8786, or "local" for workers on this machine'
        ) from None


def _greet(address: str) -> None:
    """Raise an error unless a scheduler answers soon; a Client that fails makes noise for long."""
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    from distributed import rpc

    async def identity() -> str:
        remote = rpc(address)
        try:
            answer = await asyncio.wait_for(remote.identity(), _SECONDS_TO_CONNECT)
            return str(answer["type"])
        finally:
            await remote.close_rpc()

    with ThreadPoolExecutor(1) as pool:  # this thread may have an event loop of its own
        kind = pool.submit(asyncio.run, identity()).result()
    if kind != "Scheduler":
        raise ValueError(f"it is a {kind}")


def _as_ours(error: BaseException | None) -> BaseException:
    from distributed import KilledWorker

    if isinstance(error, KilledWorker):
        return WorkerError(
            "workers of the cluster ended again and again while they did the same task; perhaps "
            "their machines are short of memory: use a lower memory limit"
        )
    return error or WorkerError("a task failed on the cluster without saying why")


def run_here(call: Callable[[], T]) -> T:
    """Return the result of a call, made in a process beside a Dask worker; stopped when unwanted.

    A process that has done its task is kept for the next one.
    """
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()
    idle: deque[LocalProcesses] = worker.__dict__.setdefault("genplan_processes", deque())
    processes = idle.pop() if idle else LocalProcesses(1)
    task = processes.submit(call)
    while not task.done:
        processes.wait(_LOOK_SECONDS)
        if _is_unwanted(worker, key):
            processes.close()
            raise WorkerError("the task was cancelled, so it has no result")
    idle.append(processes)
    return task.result()


def _is_unwanted(worker: Worker, key: Any) -> bool:
    """Return whether nobody waits for a task any more: it was cancelled, or its client is gone."""
    known = worker.state.tasks.get(key)
    return known is None or known.state == "cancelled"
