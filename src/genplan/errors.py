"""The errors that genplan raises on purpose, all of one family.

    GenplanError
    ├── InputError                 something that the user gave is wrong
    │   ├── FileError              a file is missing, a folder, not text, …
    │   ├── LocatedError           … at a place in a file
    │   │   ├── PDDLError          a domain or an instance
    │   │   │   └── UnsupportedError   legal PDDL, but outside the fragment
    │   │   └── ProgramError       the text of a planning program
    │   └── ProblemError           a problem, pointers or options that do not fit
    └── EngineError                the engine asked for is not there

Every message says where, what was expected, what was found and what to do.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = [
    "EngineError",
    "FileError",
    "GenplanError",
    "InputError",
    "LocatedError",
    "Location",
    "PDDLError",
    "ProblemError",
    "ProgramError",
    "UnsupportedError",
    "did_you_mean",
]

_WIDEST_EXCERPT = 100


class GenplanError(Exception):
    """The root of all errors that genplan raises on purpose."""


class InputError(GenplanError):
    """Something that the user gave is wrong."""


class FileError(InputError):
    """A file cannot be used at all."""


class ProblemError(InputError):
    """A problem, its pointers or the options of a run do not fit together."""


class EngineError(GenplanError):
    """The engine asked for is not there."""


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a text: where it came from, line and column from 1, and the line itself."""

    source: str
    line: int
    column: int
    text: str
    width: int = 1

    def __str__(self) -> str:
        """Return `source:line:column`, which editors turn into a link."""
        return f"{self.source}:{self.line}:{self.column}"

    def excerpt(self) -> str:
        """Return the line with a caret under the place, cut to fit a screen."""
        text, column = self.text.replace("\t", " "), self.column - 1
        start = max(0, column - _WIDEST_EXCERPT // 2) if len(text) > _WIDEST_EXCERPT else 0
        shown = text[start : start + _WIDEST_EXCERPT].rstrip()
        gutter = f"{self.line} | "
        carets = "^" * max(1, min(self.width, _WIDEST_EXCERPT - (column - start)))
        return f"  {gutter}{shown}\n  {' ' * (len(gutter) - 2)}| {' ' * (column - start)}{carets}"


class LocatedError(InputError):
    """Something is wrong at a place in a file."""

    label = "error"

    def __init__(self, problem: str, location: Location, hint: str = "") -> None:
        """Keep what is wrong, where, and what to do about it."""
        super().__init__(problem, location, hint)
        self.problem = problem
        self.location = location
        self.hint = hint

    def __str__(self) -> str:
        """Return the whole message: place, problem, excerpt with caret, hint."""
        parts = [f"{self.location}: {self.label}: {self.problem}", self.location.excerpt()]
        if self.hint:
            parts.append(f"  {self.hint}")
        return "\n".join(parts)


class PDDLError(LocatedError):
    """A PDDL file is not what the language allows."""


class UnsupportedError(PDDLError):
    """A PDDL file uses a construct that is legal PDDL but outside the supported fragment."""

    label = "UNSUPPORTED"


class ProgramError(LocatedError):
    """The text of a planning program is malformed or does not fit its domain."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `did you mean "…"?` for the closest known name, or an empty text."""
    folded: dict[str, str] = {}
    for candidate in known:
        if abs(len(candidate) - len(name)) <= 1 + len(name) // 3:
            folded.setdefault(candidate.lower(), candidate)
        if len(folded) >= 2000:
            break
    close = difflib.get_close_matches(name.lower(), folded, n=1, cutoff=0.6)
    return f'did you mean "{folded[close[0]]}"?' if close else ""
