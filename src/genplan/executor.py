"""Independent tasks behind one small interface: one after the other here, or by worker processes.

A task is a call without arguments that depends on nothing but what it holds, so that it may run
anywhere and, if its worker is lost, once more. Who hands in tasks looks at their results in an
order of its own; nothing may depend on which task is done first.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import IO, Any, BinaryIO, Final, Generic, TypeAlias, TypeVar

from genplan.errors import ProblemError, WorkerError

__all__ = ["Executor", "InProcess", "LocalProcesses", "Task", "make_executor", "serve"]

T = TypeVar("T")
S = TypeVar("S")
E = TypeVar("E", bound="Executor")
_Answer: TypeAlias = tuple[bool, Any, str]

MOST_LOSSES: Final = 3
"""A task whose workers were lost so many times is not tried again."""

_HOW: Final = "use one job, or only functions that can be imported from a module"


class Task(Generic[T]):
    """A call that was handed in; done when it has a result, failed, or was cancelled."""

    def __init__(self, executor: Executor, call: Callable[[], T]) -> None:
        """Keep the call for the executor."""
        self.call = call
        self.done = False
        self.cancelled = False
        self._executor = executor
        self._value: T | None = None
        self._error: BaseException | None = None

    def result(self) -> T:
        """Return the result of the call, or raise what it raised; waits until it is done."""
        while not self.done:
            self._executor.wait()
        if self._error is not None:
            raise self._error
        if self.cancelled:
            raise WorkerError("the task was cancelled, so it has no result")
        return self._value  # type: ignore[return-value]

    def cancel(self) -> None:
        """Stop the task, or never start it; nothing happens if it is done."""
        if not self.done:
            self.done = self.cancelled = True
            self._executor.drop(self)

    def succeed(self, value: T) -> None:
        """Set the result; for executors."""
        self.done, self._value = True, value

    def fail(self, error: BaseException) -> None:
        """Set what the call raised; for executors."""
        self.done, self._error = True, error


class Executor(ABC):
    """Runs tasks. Used as a context, it is closed at the end, however that comes."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """Return how many tasks run at the same time."""

    @property
    def shares_memory(self) -> bool:
        """Return whether tasks run in this process, where observers can be called."""
        return False

    @abstractmethod
    def submit(self, call: Callable[[], T]) -> Task[T]:
        """Return a task for the call."""

    @abstractmethod
    def wait(self, seconds: float | None = None) -> None:
        """Return when a further task is done, or when so many seconds have passed."""

    @abstractmethod
    def drop(self, task: Task[Any]) -> None:
        """Stop a cancelled task."""

    @abstractmethod
    def close(self) -> None:
        """Stop everything."""

    def map(self, function: Callable[[S], T], items: Iterable[S]) -> Iterator[T]:
        """Yield the results for items in their order; all run as workers are free."""
        tasks = [self.submit(partial(function, item)) for item in items]
        for task in tasks:
            yield task.result()

    def __enter__(self: E) -> E:
        """Return the executor."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop everything."""
        self.close()


def make_executor(jobs: int = 1) -> Executor:
    """Return an executor in this process for one job, one with so many processes for more."""
    if jobs < 1:
        raise ProblemError(f"the number of jobs must be at least 1, not {jobs}")
    return InProcess() if jobs == 1 else LocalProcesses(jobs)


class InProcess(Executor):
    """Runs tasks in this process, in the order handed in, when somebody waits for them."""

    def __init__(self) -> None:
        """Start with nothing to do."""
        self._waiting: deque[Task[Any]] = deque()

    @property
    def workers(self) -> int:
        """Return 1."""
        return 1

    @property
    def shares_memory(self) -> bool:
        """Return True."""
        return True

    def submit(self, call: Callable[[], T]) -> Task[T]:
        """Return a task that runs when it is waited for."""
        task = Task(self, call)
        self._waiting.append(task)
        return task

    def wait(self, seconds: float | None = None) -> None:
        """Run the next task; it takes as long as it takes."""
        if self._waiting:
            task = self._waiting.popleft()
            try:
                task.succeed(task.call())
            except Exception as error:
                task.fail(error)

    def drop(self, task: Task[Any]) -> None:
        """Never run a task."""
        if task in self._waiting:
            self._waiting.remove(task)

    def close(self) -> None:
        """Run no more tasks."""
        self._waiting.clear()


class _Job:
    """A task as processes see it: its bytes, and how often a worker was lost over it."""

    def __init__(self, task: Task[Any]) -> None:
        self.task = task
        self.losses = 0
        try:
            self.data = pickle.dumps(task.call)
        except Exception as error:
            raise ProblemError(f"this cannot be sent to another process: {error}; {_HOW}") from None


class _Worker:
    """A process of our own, and the job that it has.

    A program of its own with two pipes, neither a fork nor a copy of the main module: a fork of a
    process with threads may wait for ever for a lock, and a main module need not bear to be
    imported again.
    """

    def __init__(self, answers: SimpleQueue[tuple[_Worker, _Answer | None]]) -> None:
        self.job: _Job | None = None
        self.stopped = False
        path = os.pathsep.join(folder or str(Path.cwd()) for folder in sys.path)
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from genplan.executor import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,  # out of the reach of Ctrl-C, which is for the one who waits
        )
        Thread(target=self._listen, args=(answers,), daemon=True).start()

    def _listen(self, answers: SimpleQueue[tuple[_Worker, _Answer | None]]) -> None:
        """Pass on the answers; None when the process has ended."""
        assert self.process.stdout is not None
        while (data := _receive(self.process.stdout)) is not None:
            answers.put((self, pickle.loads(data)))
        self.process.stdout.close()
        answers.put((self, None))

    def give(self, job: _Job) -> None:
        self.job = job
        assert self.process.stdin is not None
        with suppress(OSError):  # a worker that is gone already is noticed by who listens
            _send(self.process.stdin, job.data)

    def stop(self) -> None:
        self.stopped = True
        self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None
        with suppress(OSError):  # what was not sent yet need not be
            self.process.stdin.close()


class LocalProcesses(Executor):
    """Runs tasks in worker processes; if one is lost, its task goes to another.

    Ctrl-C reaches the process that waits, and only it; when that closes the executor, the
    workers are stopped. When that is killed, they end by themselves.
    """

    def __init__(self, jobs: int) -> None:
        """Prepare for so many processes; they start when there is something to do."""
        self._jobs = jobs
        self._idle: list[_Worker] = []
        self._busy: list[_Worker] = []
        self._waiting: deque[_Job] = deque()
        self._answers: SimpleQueue[tuple[_Worker, _Answer | None]] = SimpleQueue()

    @property
    def workers(self) -> int:
        """Return how many processes there are at most."""
        return self._jobs

    @property
    def processes(self) -> tuple[int, ...]:
        """Return the numbers of the worker processes."""
        return tuple(worker.process.pid for worker in (*self._busy, *self._idle))

    def submit(self, call: Callable[[], T]) -> Task[T]:
        """Return a task for the next process that is free."""
        task = Task(self, call)
        self._waiting.append(_Job(task))
        self._hand_out()
        return task

    def _hand_out(self) -> None:
        while self._waiting and len(self._busy) < self._jobs:
            worker = self._idle.pop() if self._idle else _Worker(self._answers)
            worker.give(self._waiting.popleft())
            self._busy.append(worker)

    def wait(self, seconds: float | None = None) -> None:
        """Return when a task is done or a worker was lost, or when the time has passed."""
        if not self._busy:
            return
        try:
            worker, answer = self._answers.get(timeout=seconds)
        except Empty:
            return
        if worker in self._idle and answer is None:
            self._idle.remove(worker)
            worker.stop()
        elif not worker.stopped:
            self._settle(worker, answer)
        self._hand_out()

    def _settle(self, worker: _Worker, answer: _Answer | None) -> None:
        job = worker.job
        assert job is not None
        worker.job = None
        self._busy.remove(worker)
        if answer is None:
            worker.stop()
            self._lost(job, worker.process.returncode)
            return
        self._idle.append(worker)
        succeeded, value, text = answer
        if succeeded:
            job.task.succeed(value)
        else:
            value.__cause__ = WorkerError(f"in a worker process:\n{text}")
            job.task.fail(value)

    def _lost(self, job: _Job, code: int) -> None:
        job.losses += 1
        if job.losses < MOST_LOSSES:
            self._waiting.appendleft(job)
            return
        job.task.fail(
            WorkerError(
                f"{MOST_LOSSES} worker processes ended, the last with code {code}, while they did "
                "the same task; perhaps the machine is short of memory: use fewer jobs, or a lower "
                "memory limit"
            )
        )

    def drop(self, task: Task[Any]) -> None:
        """Stop the worker that has the task, or forget the task."""
        self._waiting = deque(job for job in self._waiting if job.task is not task)
        for worker in self._busy:
            if worker.job is not None and worker.job.task is task:
                self._busy.remove(worker)
                worker.stop()
                break
        self._hand_out()

    def close(self) -> None:
        """Stop all workers."""
        self._waiting.clear()
        for worker in (*self._busy, *self._idle):
            worker.stop()
        self._busy, self._idle = [], []


def serve() -> None:
    """Do tasks until there is nobody to do them for: the main program of a worker process."""
    incoming = os.fdopen(0, "rb", closefd=False)
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a task prints must not get between the answers
    calls: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen_for_calls, args=(incoming, calls), daemon=True).start()
    while True:
        _send(outgoing, _answer(calls.get()))


def _listen_for_calls(incoming: BinaryIO, calls: SimpleQueue[bytes]) -> None:
    """Pass on the calls; end the process when the one that started it has ended."""
    while (data := _receive(incoming)) is not None:
        calls.put(data)
    signal.raise_signal(signal.SIGTERM)


def _answer(data: bytes) -> bytes:
    try:
        call = pickle.loads(data)
    except Exception as error:
        problem = ProblemError(f"this cannot be used in another process: {error}; {_HOW}")
        return pickle.dumps((False, problem, ""))
    try:
        return pickle.dumps((True, call(), ""))
    except Exception as error:
        text = traceback.format_exc()
        try:
            answer = pickle.dumps((False, error, text))
            pickle.loads(answer)
        except Exception:
            return pickle.dumps((False, WorkerError(f"{type(error).__name__}: {error}"), text))
        return answer


def _send(stream: IO[bytes], data: bytes) -> None:
    stream.write(len(data).to_bytes(8, "big") + data)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes | None:
    """Return what was sent, None at the end of the stream."""
    head = stream.read(8)
    size = int.from_bytes(head, "big")
    data = stream.read(size) if len(head) == 8 else b""
    return data if len(head) == 8 and len(data) == size else None
