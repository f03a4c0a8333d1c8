"""Saved searches: files from which a search goes on where it stood.

A checkpoint file is

    genplan checkpoint 1        the first line: what it is
    {…}                         one line of JSON: see `Checkpoint`
    …                           the state, as the engine wrote it
    32 bytes                    the SHA-256 of everything before

It is written under another name and then renamed, so that at any moment, even if the process is
killed, the file is whole: either the previous state or the new one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO, Final

from genplan.compiled import CompiledProblem
from genplan.errors import FileError, ProblemError
from genplan.pddl.writer import write_domain, write_instance
from genplan.search import Configuration
from genplan.version import __version__

__all__ = [
    "Checkpoint",
    "CheckpointPolicy",
    "CheckpointWriter",
    "Saving",
    "StateReader",
    "fingerprint",
    "read_checkpoint",
]

_MAGIC: Final = b"genplan checkpoint 1\n"
_PIECE: Final = 1 << 20
_DIGEST_SIZE: Final = 32
_LONGEST_HEADER: Final = 1 << 26


@dataclass(frozen=True, slots=True)
class CheckpointPolicy:
    """Where a search saves itself, and every how many seconds of the clock.

    The first state is saved as soon as there is one, so that from then on the file is always of
    this search. `note` is the caller's: plain values for JSON, such as the request and where a
    schedule stands; `Checkpoint` gives them back.
    """

    path: Path
    interval: float = 60.0
    note: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        """Check the interval."""
        if self.interval < 0:
            raise ProblemError(f"the seconds between saves must not be negative: {self.interval}")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A saved search: which engine made it, for what, and where in the file its state is."""

    path: Path
    engine: str
    fingerprint: str
    note: Mapping[str, Any]
    state_begin: int
    state_end: int

    def check(self, engine: str, expected: str) -> None:
        """Raise a ProblemError if this is not a state of an engine's search for the same."""
        if self.engine != engine:
            raise ProblemError(
                f"{self.path} was saved by the engine {self.engine}; go on with that one, "
                f"not with {engine}"
            )
        if self.fingerprint != expected:
            raise ProblemError(
                f"{self.path} is of another search: the domain, the instances, the pointers or "
                "the options are not those it was saved with. Give the same ones, or search anew"
            )


def fingerprint(problem: CompiledProblem, configuration: Configuration) -> str:
    """Return a digest of what decides the course of a search; limits do not."""
    c = configuration
    parts = (
        write_domain(problem.domain.domain),
        *(f"{i.instance.name}\n{write_instance(i.instance)}" for i in problem.instances),
        ",".join(f"{z.name} {z.type}" for z in problem.domain.pointers),
        f"{c.lines} {c.strategy.value} {c.landmarks.value} {c.lazy} {c.open_limit}",
        f"{c.language.value} {c.structured!r}",
        ";".join(map(str, c.open_queues)),
    )
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


class CheckpointWriter:
    """Writes one state after the other to the same file."""

    def __init__(self, policy: CheckpointPolicy, engine: str, fingerprint: str) -> None:
        """Prepare the header, which is the same for all states."""
        self.path = policy.path
        self.partial = policy.path.with_name(f"{policy.path.name}.partial")
        header = {
            "genplan": __version__,
            "engine": engine,
            "fingerprint": fingerprint,
            "note": dict(policy.note),
        }
        self.header = _MAGIC + json.dumps(header).encode() + b"\n"
        self.file: BinaryIO | None = None
        self.digest = hashlib.sha256()

    def begin(self) -> None:
        """Begin a new state."""
        self._guarded(self._begin)

    def _begin(self) -> None:
        if self.file is not None:
            self.file.close()
        self.digest = hashlib.sha256()
        self.file = self.partial.open("wb")
        self._write(self.header)

    def write(self, piece: bytes) -> None:
        """Add a piece of the state."""
        self._guarded(lambda: self._write(piece))

    def _write(self, piece: bytes) -> None:
        assert self.file is not None
        self.digest.update(piece)
        self.file.write(piece)

    def commit(self) -> None:
        """End the state: from now on it is what the file holds."""
        self._guarded(self._commit)

    def _commit(self) -> None:
        assert self.file is not None
        self.file.write(self.digest.digest())
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()
        self.file = None
        self.partial.replace(self.path)

    def _guarded(self, action: Callable[[], None]) -> None:
        try:
            action()
        except OSError as error:
            if self.file is not None:
                self.file.close()
                self.file = None
            self.partial.unlink(missing_ok=True)
            raise FileError(
                f"{self.path}: the search cannot be saved: {error.strerror or error}. "
                "Make room, or save somewhere else"
            ) from None


def read_checkpoint(path: str | Path) -> Checkpoint:
    """Return what a file saved, without its state; raise a FileError if it is not whole."""
    target = Path(path)
    try:
        with target.open("rb") as file:
            return _read(target, file)
    except OSError as error:
        raise FileError(f"{target}: cannot be read: {error.strerror or error}") from None


def _read(path: Path, file: BinaryIO) -> Checkpoint:
    if file.readline(len(_MAGIC)) != _MAGIC:
        raise FileError(f"{path}: this is not a checkpoint of this version of genplan")
    header = file.readline(_LONGEST_HEADER)
    begin = file.tell()
    end = file.seek(0, os.SEEK_END) - _DIGEST_SIZE
    if end < begin or not _is_whole(file, end):
        raise FileError(f"{path}: this checkpoint is damaged or cut short; search anew")
    values = json.loads(header)
    if values["genplan"] != __version__:
        raise FileError(
            f"{path}: this checkpoint was saved by genplan {values['genplan']}, "
            f"this is {__version__}; go on with that version, or search anew"
        )
    return Checkpoint(path, values["engine"], values["fingerprint"], values["note"], begin, end)


def _is_whole(file: BinaryIO, end: int) -> bool:
    digest = hashlib.sha256()
    file.seek(0)
    left = end
    while left > 0 and (piece := file.read(min(_PIECE, left))):
        digest.update(piece)
        left -= len(piece)
    return left == 0 and file.read() == digest.digest()


class StateReader:
    """Reads a saved state piece by piece; a context that closes the file."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        """Open the file where the state begins."""
        try:
            self.file = checkpoint.path.open("rb")
        except OSError as error:
            raise FileError(
                f"{checkpoint.path}: cannot be read: {error.strerror or error}"
            ) from None
        self.file.seek(checkpoint.state_begin)
        self.left = checkpoint.state_end - checkpoint.state_begin

    def read(self, most: int) -> bytes:
        """Return the next bytes, none at the end."""
        piece = self.file.read(min(most, self.left))
        self.left -= len(piece)
        return piece

    def __enter__(self) -> StateReader:
        """Return the reader."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.file.close()


@dataclass(frozen=True, slots=True)
class Saving:
    """What an engine needs to save a search now and then, and to go on with a saved one."""

    writer: CheckpointWriter | None = None
    interval: float = 60.0
    state: StateReader | None = None
