"""What the figures were measured with."""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path

from genplan.engine import core_version
from genplan.version import __version__


def describe() -> str:
    """Return versions and the processor, a line each."""
    rows = {
        "genplan": f"{__version__}, core {core_version() or 'not installed'}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": f"{_compiler()} (the one found now)",
        "system": platform.platform(),
        "processor": _processor(),
    }
    return "\n".join(f"{name:<10} {value}" for name, value in rows.items())


def _compiler() -> str:
    for name in ("c++", "g++", "clang++"):
        path = shutil.which(name)
        if path is not None:
            run = subprocess.run([path, "--version"], check=False, capture_output=True, text=True)
            return run.stdout.splitlines()[0] if run.stdout else name
    return "none"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{models[0]}, {len(models)} cores" if models else platform.machine()
