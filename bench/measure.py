"""CPU seconds and bytes: in this process, and in a fresh one."""

from __future__ import annotations

import gc
import math
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

REPETITIONS = 3


def best_of(function: Callable[[], T], repetitions: int = REPETITIONS) -> tuple[float, T]:
    """Return the least CPU seconds of some calls, and what the last one returned."""
    best = math.inf
    for _ in range(repetitions):
        seconds, value = once(function)
        best = min(best, seconds)
    return best, value


def once(function: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU seconds of one call, and what it returned."""
    gc.collect()
    start = time.process_time()
    value = function()
    return time.process_time() - start, value


def in_fresh_process(code: str) -> tuple[float, str]:
    """Return the CPU seconds of a Python process, start included, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent.parent,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return seconds, run.stdout


def memory_now() -> int:
    """Return the bytes that this process has in memory."""
    return _status("VmRSS")


def memory_at_most() -> int:
    """Return the largest number of bytes that this process ever had in memory."""
    return _status("VmHWM")


def _status(field: str) -> int:
    # Not getrusage: its maximum is inherited from the process that started this one.
    lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(f"{field}:"))
