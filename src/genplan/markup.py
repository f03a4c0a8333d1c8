"""Small pieces of HTML, for notebooks; every text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["preformatted", "table"]


def preformatted(text: str, caption: str) -> str:
    """Return a text as it is, under a caption."""
    return f"<div><small>{escape(caption)}</small><pre>{escape(text)}</pre></div>"


def table(headings: Sequence[object], rows: Iterable[Sequence[object]], caption: str) -> str:
    """Return a table with a caption."""
    body = "".join(f"<tr>{_cells('td', row)}</tr>" for row in rows)
    head = f"<thead><tr>{_cells('th', headings)}</tr></thead>"
    return f"<table><caption>{escape(caption)}</caption>{head}<tbody>{body}</tbody></table>"


def _cells(tag: str, row: Sequence[object]) -> str:
    return "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in row)
