"""Programs as rows for the page; each row knows which line of the program it shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from genplan.program import AnyProgram
from genplan.program.structured import StructuredProgram

__all__ = ["Listing", "Row", "line_texts", "program_listing"]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a listing; `lines` are the numbers of the steps' lines that it stands for."""

    text: str
    depth: int = 0
    lines: tuple[int, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A form of a program."""

    title: str
    rows: tuple[Row, ...]


def program_listing(program: AnyProgram) -> Listing:
    """Return the program as its file has it, line by line."""
    if isinstance(program, StructuredProgram):
        return Listing("Program", tuple(_structured_rows(str(program))))
    rows = [
        Row("?" if line is None else str(line), 0, (number,), str(number))
        for number, line in enumerate(program.lines)
    ]
    return Listing("Program, as the paper prints it", tuple(rows))


def line_texts(listing: Listing) -> list[str]:
    """Return the text of each line by its number."""
    texts = {n: row.text.removesuffix(" {") for row in listing.rows for n in row.lines}
    return [texts.get(number, "") for number in range(max(texts, default=-1) + 1)]


def _structured_rows(text: str) -> Iterator[Row]:
    """Yield the rows of a program with blocks: statements are numbered, closing braces are not."""
    number = 0
    for line in text.splitlines():
        content = line.strip()
        depth = (len(line) - len(content)) // 2
        if content == "}":
            yield Row(content, depth)
        else:
            yield Row(content, depth, (number,), str(number))
            number += 1
