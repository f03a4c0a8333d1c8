"""Calls for the workers of a cluster: they must stand in a module that can be imported there."""

from __future__ import annotations

import os
import time
from pathlib import Path


def wait_and_tell(sign: Path) -> None:
    """Write the number of this process to a file, and wait for long."""
    write(sign, os.getpid())
    time.sleep(600)


def wait_once(sign: Path, number: int) -> int:
    """Write the number of the worker above this process and wait; answer at the second call."""
    if not sign.exists():
        write(sign, os.getppid())
        time.sleep(600)
    return number * number


def square_slowly(number: int) -> int:
    time.sleep(0.3)
    return number * number


def write(sign: Path, number: int) -> None:
    """Write a number so that a file that is there is complete."""
    other = sign.with_suffix(".new")
    other.write_text(str(number))
    other.rename(sign)
