"""What a terminal shows: the live panel, colours, 80 columns."""

from __future__ import annotations

import os
import pty
import re
import struct
import subprocess
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pytest

from cli.command import COMMAND, environment
from genplan.cli.display import human_bytes, human_count

COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-7][0-9;]*m")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def on_terminal(*arguments: str | Path, columns: int = 80, **env: str) -> tuple[int, str]:
    """Return the exit code and everything that the command sends to its terminal."""
    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    with subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment({"TERM": "xterm-256color", **env}),
    ) as process:
        os.close(theirs)
        received = bytearray()
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux says so when the other side is closed
                break
            if not piece:
                break
            received += piece
        process.wait(20)
    os.close(ours)
    return process.returncode, received.decode()


def lines_of(screen: str) -> list[str]:
    """Return the lines that were drawn, one after the other, without control sequences."""
    return CONTROL.sub("", screen.replace("\x1b[2K", "\n")).replace("\r", "\n").split("\n")


def test_the_live_panel_shows_everything_and_goes_away() -> None:
    code, screen = on_terminal("solve", "baking", "--search", "bfs", "--time-limit", "1s")
    assert code == 4
    panel, _, summary = screen.rpartition("\x1b[2K")
    drawn = "\n".join(lines_of(panel))
    assert "solving baking" in drawn
    for label in (
        r"elapsed +[\d.]+ s",
        r"expanded +[\d.,kM]+",
        r"evaluated +[\d.,kM]+",
        r"per second +[\d.,kM]+",
        r"open list +[\d.,kM]+",
        r"memory +[\d.]+ .B",
        r"best values +100",
        r"active +10 of 10",
        r"best partial program",
        r"0\. putegginpan\(egg1,pan1\)",
        r"12\. end",
    ):
        assert re.search(label, drawn), label
    assert max(len(line) for line in lines_of(screen) if not line.startswith("; domain")) <= 80
    assert "\x1b[?25l" in panel  # the cursor is hidden, and comes back
    assert "\x1b[?25h" in panel
    assert "solving baking" not in summary
    assert "out of time" in summary


def test_quiet_shows_no_panel() -> None:
    code, screen = on_terminal(
        "solve", "baking", "--search", "bfs", "--time-limit", "300ms", "--quiet"
    )
    assert code == 4
    assert "solving" not in screen
    assert "out of time" in screen


def test_colours_are_used_unless_they_are_unwanted(files: Path) -> None:
    arguments = ("validate", files / "lock.gp", "lock", files / "lock" / "p1.pddl")
    _, colourful = on_terminal(*arguments)
    _, plain = on_terminal(*arguments, NO_COLOR="1")
    assert COLOUR.search(colourful)
    assert not COLOUR.search(plain)
    assert "1 of 1 instances solved" in plain


def test_errors_are_red_unless_colours_are_unwanted() -> None:
    _, colourful = on_terminal("inspect", "xyz")
    _, plain = on_terminal("inspect", "xyz", NO_COLOR="1")
    assert COLOUR.search(colourful)
    assert not COLOUR.search(plain)
    assert "xyz: no such file" in plain


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (99_999, "99,999"), (100_000, "100k"), (3_930_000, "3.93M"), (2.5e12, "2,500G")],
)
def test_counts_as_people_read_them(number: float, text: str) -> None:
    assert human_count(number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0 B"), (1023, "1023 B"), (1536, "1.5 kB"), (97 * 1024**2, "97 MB"), (2**42, "4096 GB")],
)
def test_sizes_as_people_read_them(number: float, text: str) -> None:
    assert human_bytes(number) == text
