"""What exports to programming languages share: identifiers, indented lines, templates."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Final

from genplan.pddl.model import Domain

__all__ = [
    "Identifiers",
    "SourceLines",
    "comment_text",
    "filled",
    "function_names",
    "json_example",
    "template",
]

_MARKER: Final = re.compile(r"^( *)(?:#|//) @(\w+)(?: (\w+))?\n", re.MULTILINE)


class Identifiers:
    """Makes identifiers of names that PDDL allows: each different, none reserved."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        """Start with identifiers that must not be used."""
        self.taken = set(reserved)

    def new(self, name: str, prefix: str = "") -> str:
        """Return an identifier that was not returned before, as similar to the name as can be."""
        stem = prefix + re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")
        if not stem or stem[0].isdigit():
            stem = f"n{stem}"
        numbered = (f"{stem}_{number}" for number in count(2))
        found = stem if stem not in self.taken else next(n for n in numbered if n not in self.taken)
        self.taken.add(found)
        return found

    def all(self, names: Iterable[str], prefix: str = "") -> dict[str, str]:
        """Return for each name a new identifier."""
        return {name: self.new(name, prefix) for name in names}


class SourceLines:
    """Lines of source text that is indented by four blanks a level."""

    def __init__(self) -> None:
        """Start without lines."""
        self.lines: list[str] = []
        self.depth = 0

    def add(self, *lines: str) -> None:
        """Add lines at the current depth; an empty one stays empty."""
        self.lines += [f"{'    ' * self.depth}{line}".rstrip() for line in lines]

    @contextmanager
    def indented(self, *opening: str) -> Iterator[None]:
        """Add lines, and what is added meanwhile a level deeper."""
        self.add(*opening)
        self.depth += 1
        yield
        self.depth -= 1


def function_names(actions: Iterable[str]) -> frozenset[str]:
    """Return the names of the functions that exports have for actions."""
    words = ("do", "can", "ways", "walk")
    return frozenset(f"{word}_{action}" for action in actions for word in words)


def comment_text(text: str) -> str:
    """Return a text that is safe within a comment or docstring of Python or C++."""
    shown = "".join(c if c.isprintable() else " " for c in text)
    return shown.replace("\\", "/").replace('"', "'").replace("*/", "* /").replace("??", "? ?")


def json_example(domain: Domain) -> list[str]:
    """Return lines that show an instance in JSON, with names of the domain."""
    predicate = next((p for p in domain.predicates if p.arity), None)
    if predicate is None:
        return ['{"objects": {}, "init": [], "goal": []}']
    types = dict.fromkeys(p.type for p in predicate.parameters)
    objects = json.dumps({name: [f"{name}1", f"{name}2"] for name in types})
    atom = json.dumps([predicate.name, *(f"{p.type}1" for p in predicate.parameters)])
    other = atom.replace('1"]', '2"]')
    lines = [f'{{"objects": {objects},', f' "init": [{atom}],', f' "goal": [{other}]}}']
    return [comment_text(line).replace("'", '"') for line in lines]


def template(name: str) -> str:
    """Return the text of a template in this package."""
    from importlib import resources  # slow to import, and only needed here

    return resources.files(__package__).joinpath(name).read_text("utf-8")


def filled(text: str, parts: Mapping[str, Sequence[str]], without: Iterable[str] = ()) -> str:
    """Return a template with lines in the place of its markers.

    A marker is a comment line `@name`. What stands before `@end section`, up to the marker
    before it (which `@section` is for), is left out if the section is not wanted.
    """
    pieces: list[str] = []
    position, dropped = 0, set(without)
    for match in _MARKER.finditer(text):
        indent, name, section = match.groups()
        if not (name == "end" and section in dropped):
            pieces.append(text[position : match.start()])
        if name not in ("end", "section"):
            pieces += [f"{indent}{line}".rstrip() + "\n" for line in parts[name]]
        position = match.end()
    return "".join(pieces) + text[position:]
