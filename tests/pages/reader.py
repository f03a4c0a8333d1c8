"""The pages with commands and Python: what stands in their fenced blocks, and running it.

    ```pddl title="domain.pddl"      is written to the file of that name
    ```console                       `$ command` lines are run, what follows each is its output
    ```python                        is executed; the blocks of a page share their names
    ```text title="output"           is what the Python block before it prints

In an output, `…` stands for any text within a line, and a line of it for any number of lines.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

__all__ = ["Block", "Reader", "blocks_of", "commands_of", "matches"]

_FENCE: Final = re.compile(
    r'^```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?[^\n]*\n(?P<text>.*?)^```$',
    re.MULTILINE | re.DOTALL,
)
_ECHO: Final = "echo $?"


@dataclass(frozen=True)
class Block:
    """A fenced block; `line` is where it begins in its page."""

    language: str
    title: str
    text: str
    line: int


def blocks_of(page: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    for match in _FENCE.finditer(page):
        line = page.count("\n", 0, match.start()) + 1
        yield Block(match["language"], match["title"] or "", match["text"], line)


def commands_of(console: str) -> list[tuple[str, str]]:
    """Return the commands of a console block, each with its output."""
    found: list[tuple[str, str]] = []
    for line in console.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        elif line.startswith("> "):
            found[-1] = (f"{found[-1][0]}\n{line[2:]}", "")
        else:
            found[-1] = (found[-1][0], f"{found[-1][1]}{line}\n")
    return found


def matches(expected: str, printed: str) -> bool:
    """Return whether a text is what a page shows of it."""
    pattern = [
        r"(?:.*\n)*?" if line == "…" else ".*?".join(map(re.escape, line.split("…"))) + r"[ ]*\n"
        for line in expected.rstrip().splitlines()
    ]
    return re.fullmatch("".join(pattern), f"{printed.rstrip()}\n") is not None


@dataclass
class Reader:
    """Someone who works through a page in a folder of their own."""

    folder: Path
    names: dict[str, Any] = field(default_factory=dict)
    printed: str = ""
    exit_code: int = 0

    def follow(self, block: Block) -> None:
        """Do what a block says; an AssertionError if something else happens."""
        match block:
            case Block(language="console"):
                self._run(block)
            case Block(language="python"):
                self._execute(block)
            case Block(language="text", title="output"):
                assert matches(block.text, self.printed), f"line {block.line}:\n{self.printed}"
            case Block(title=title) if title:
                path = self.folder / title
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text)

    def _run(self, block: Block) -> None:
        commands = commands_of(block.text)
        following = [*(command for command, _ in commands[1:]), ""]
        for (command, expected), after in zip(commands, following, strict=False):
            done = subprocess.run(
                ["bash", "-c", f"(exit {self.exit_code}); {command}"],
                cwd=self.folder,
                env=_environment(),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                timeout=120,
                check=False,
            )
            self.exit_code = done.returncode
            where = f"line {block.line}: $ {command}\n{done.stdout}"
            assert done.returncode == 0 or after == _ECHO, where
            if expected:
                assert matches(expected, done.stdout), where

    def _execute(self, block: Block) -> None:
        code = compile("\n" * block.line + block.text, "<page>", "exec", dont_inherit=True)
        output = io.StringIO()
        with _inside(self.folder), contextlib.redirect_stdout(output):
            exec(code, self.names)
        self.printed = output.getvalue()


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        os.chdir(before)


def _environment() -> dict[str, str]:
    """Return the environment of a user without a terminal who has genplan installed."""
    about_terminals = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE")
    kept = {name: text for name, text in os.environ.items() if name not in about_terminals}
    return {**kept, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
