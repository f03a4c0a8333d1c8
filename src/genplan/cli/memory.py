"""How much memory the process takes."""

from __future__ import annotations

import sys
from pathlib import Path

__all__ = ["peak_memory"]


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
