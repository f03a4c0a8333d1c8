"""The command `genplan` as users run it, and faster within this process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from subprocess import CompletedProcess
from typing import Final

import pytest

from genplan.cli.app import run

COMMAND: Final = (sys.executable, "-m", "genplan")
PAPER_DOMAINS: Final = (
    "baking",
    "corridor",
    "gripper",
    "intrusion",
    "lock",
    "ontable",
    "spanner",
    "visitall",
)
_ABOUT_TERMINALS: Final = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE")


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment of a user without a terminal and without preferences."""
    kept = {name: text for name, text in os.environ.items() if name not in _ABOUT_TERMINALS}
    return {**kept, **(changes or {})}


def genplan(
    *arguments: str | Path,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float = 60,
) -> CompletedProcess[str]:
    """Return what the real command did, in a process of its own."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env=environment(env),
        timeout=timeout,
        check=False,
    )


class Here:
    """Runs the command within this process, which saves its start."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str | Path) -> CompletedProcess[str]:
        self.capsys.readouterr()
        words = list(map(str, arguments))
        code = int(run(words))
        captured = self.capsys.readouterr()
        return CompletedProcess(words, code, captured.out, captured.err)


def unwrapped(text: str) -> str:
    """Return a text without line breaks, boxes and runs of blanks."""
    return re.sub(r"[\s│┃]+", " ", text)
