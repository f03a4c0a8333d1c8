"""Names as pages show them: models can have names of any length."""

from __future__ import annotations

__all__ = ["shortened"]


def shortened(name: str, most: int = 160) -> str:
    """Return a name, without its middle if it is longer than anybody reads."""
    return name if len(name) <= most else f"{name[: most // 2]}…{name[-most // 4 :]}"
