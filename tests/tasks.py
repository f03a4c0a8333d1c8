"""Calls for worker processes: they must stand in a module that can be imported there."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def square(number: int) -> int:
    return number * number


def square_late(number: int) -> int:
    """Return the square, the sooner the larger the number is."""
    time.sleep(0.05 / (1 + number))
    return number * number


def wait_long(sign: Path | None = None) -> None:
    if sign is not None:
        sign.touch()
    time.sleep(600)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(sign: Path) -> str:
    """Return only when called again after the process was killed."""
    if not sign.exists():
        sign.touch()
        die()
    return "survived"


def fail(text: str) -> None:
    raise ValueError(text)


def print_something() -> str:
    print("this must not get between the answers", flush=True)
    return "printed"


class UnpicklableError(Exception):
    def __init__(self) -> None:
        super().__init__("no way")
        self.function = lambda: None


def fail_strangely() -> None:
    raise UnpicklableError
