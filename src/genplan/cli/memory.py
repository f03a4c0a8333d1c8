"""How much memory the process takes, and how much is left."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from genplan.cli.display import human_bytes

__all__ = ["memory_left", "peak_memory"]


def peak_memory() -> int:
    """Return the largest resident size of the process so far, in bytes; 0 if nobody knows."""
    status = Path("/proc/self/status")
    if status.is_file():
        # Linux's `getrusage` counts what the process was before it became this program: started
        # by a large process, it would look large itself.
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    try:
        import resource
    except ImportError:  # not on Windows
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak if sys.platform == "darwin" else peak * 1024)


def memory_left(limit: int) -> int:
    """Return what the search may use if the whole process is to stay within the limit."""
    used = peak_memory()
    if used >= limit:
        raise click.BadParameter(
            f"{human_bytes(limit)} is less than what is in use already ({human_bytes(used)})",
            param_hint="--memory-limit",
        )
    return limit - used
