"""The command `genplan`. The only place that prints or exits."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command with the arguments of the process, and exit."""
    from genplan.cli.app import run

    sys.exit(run(sys.argv[1:]))
