"""The errors that genplan raises on purpose, all of one family.

    GenplanError
    ├── InputError                 something that the user gave is wrong
    │   ├── FileError              a file is missing, a folder, not text, …
    │   ├── LocatedError           … at a place in a file
    │   │   ├── PDDLError          a domain or an instance
    │   │   │   └── UnsupportedError   legal PDDL, but outside the fragment
    │   │   ├── ProgramError       the text of a planning program
    │   │   └── PlanError          the text of a plan
    │   └── ProblemError           a problem, pointers or options that do not fit
    ├── EngineError                the engine asked for is not there
    ├── MissingExtraError          an optional package or program is not installed
    ├── WorkerError                a worker process was lost, or what it did failed
    └── ClusterError               a cluster cannot be reached, or was lost

Every message says where, what was expected, what was found and what to do.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

__all__ = [
    "ClusterError",
    "EngineError",
    "FileError",
    "GenplanError",
    "InputError",
    "LocatedError",
    "Location",
    "MissingExtraError",
    "PDDLError",
    "PlanError",
    "ProblemError",
    "ProgramError",
    "UnsupportedError",
    "WorkerError",
    "did_you_mean",
    "printable",
]

_WIDEST_EXCERPT = 100
_LONGEST_MISSPELLING = 80
_MOST_COMPARISONS = 2000


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


class ClusterError(GenplanError):
    """A cluster cannot be reached, or the connection to it was lost."""


class MissingExtraError(GenplanError, ImportError):
    """A package that only an extra of genplan brings is not installed."""

    def __init__(self, what: str, package: str, extra: str) -> None:
        """Say what needs which package, and how to get it."""
        super().__init__(what, package, extra)
        self.message = (
            f'{what} needs the package {package}; install it: pip install "genplan[{extra}]"'
        )

    def __str__(self) -> str:
        """Return the whole message."""
        return self.message


class WorkerError(GenplanError):
    """A worker process was lost again and again, or what it did failed."""


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
        column = self.column - 1
        cut = len(self.text) > _WIDEST_EXCERPT
        start = max(0, column - _WIDEST_EXCERPT // 2) if cut else 0
        shown = printable(self.text[start : start + _WIDEST_EXCERPT].replace("\t", " ")).rstrip()
        gutter = f"{self.line} | "
        carets = "^" * max(1, min(self.width, _WIDEST_EXCERPT - (column - start)))
        below = f"  {' ' * (len(gutter) - 2)}| {' ' * (column - start)}{carets}"
        return f"  {gutter}{shown}".rstrip() + f"\n{below}"


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


def printable(text: str) -> str:
    """Return the text with a "\ufffd" for each character that would disturb a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


class PlanError(LocatedError):
    """The text of a plan is malformed."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `did you mean "…"?` for the closest known name, or an empty text.

    Comparing is slow. Among very many names one that is a single edit away is looked up;
    if there is none, the first names of about the right length are compared.
    """
    if len(name) > _LONGEST_MISSPELLING:
        return ""
    wrong = name.lower()
    slack = 1 + len(wrong) // 3
    folded: dict[str, str] = {}
    for candidate in known:
        if abs(len(candidate) - len(wrong)) <= slack:
            folded.setdefault(candidate.lower(), candidate)
    close: list[str] = []
    if len(folded) > _MOST_COMPARISONS:
        close = [near for near in _one_edit_away(wrong) if near in folded]
    if not close:
        compared = islice(folded, _MOST_COMPARISONS)
        close = difflib.get_close_matches(wrong, compared, n=1, cutoff=0.6)
    return f'did you mean "{folded[close[0]]}"?' if close else ""


def _one_edit_away(name: str) -> Iterator[str]:
    """Yield the names with two letters swapped, or one more, less or different."""
    letters = sorted({*"abcdefghijklmnopqrstuvwxyz0123456789-_", *name})
    splits = [(name[:i], name[i:]) for i in range(len(name) + 1)]
    yield from (a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1)
    yield from (a + letter + b for a, b in splits for letter in letters)
    yield from (a + b[1:] for a, b in splits if b)
    yield from (a + letter + b[1:] for a, b in splits if b for letter in letters)
