"""How much memory the process takes."""

from __future__ import annotations

import sys

__all__ = ["peak_memory"]


def peak_memory() -> int:
    """Return the largest resident size of the process so far, in bytes; 0 if nobody knows."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak if sys.platform == "darwin" else peak * 1024)
