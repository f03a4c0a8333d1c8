"""Where text goes: results to standard output, everything else to standard error."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any

import click

from genplan.errors import FileError

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "check_writable",
    "error_console",
    "output_console",
    "print_json",
    "print_notices",
    "write_file",
]


def output_console() -> Console:
    """Return the console for results; wide enough for tables where there is no terminal."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = Console(highlight=False, width=120)
    return console


def error_console() -> Console:
    """Return the console for progress, notices and errors."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, soft_wrap=True)


def print_json(value: Any) -> None:
    """Print one JSON object to standard output."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def print_notices(notices: Any, quiet: bool = False) -> None:
    """Print what the readers ignored."""
    if not quiet:
        for notice in notices:
            error_console().print(str(notice), style="yellow", markup=False)


def check_writable(path: str | Path | None) -> None:
    """Fail now rather than after a long run if a file cannot be written."""
    if path is None or str(path) == "-":
        return
    target = Path(path)
    if target.is_dir():
        raise FileError(f"{target}: this is a folder; a file to write was expected")
    folder = target.resolve().parent
    if not folder.is_dir():
        raise FileError(f"{target}: cannot be written: the folder {folder} does not exist")
    if target.exists() and not os.access(target, os.W_OK):
        raise FileError(f"{target}: cannot be written: no permission for this file")
    if _is_device(target):
        return
    try:
        NamedTemporaryFile(dir=folder).close()
    except OSError as error:
        raise _not_written(target, error) from None


def _is_device(target: Path) -> bool:
    """Return whether it is there but no file that could be replaced, such as /dev/null."""
    return target.exists() and not target.is_file()


def write_file(path: str | Path, data: str | bytes) -> None:
    """Write a file under a temporary name and rename it, so that it is whole or not there."""
    target = Path(path)
    content = data.encode() if isinstance(data, str) else data
    if str(path) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    check_writable(target)
    temporary: Path | None = None
    try:
        if _is_device(target):
            target.write_bytes(content)
            return
        place = target.resolve()  # what a link points to is replaced, not the link
        with NamedTemporaryFile(dir=place.parent, delete=False) as file:
            temporary = Path(file.name)
            file.write(content)
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(place)
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise _not_written(target, error) from None


def _not_written(target: Path, error: OSError) -> FileError:
    return FileError(f"{target}: cannot be written: {error.strerror or error}")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
