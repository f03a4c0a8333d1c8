"""Measures the table of coverage.md anew: python docs/make_coverage.py [OPTION…].

The options are those of `genplan reproduce coverage`, `--time-limit` and others. Only what stands
between the two markers of the page changes.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parent / "coverage.md"
BEGIN: Final = "<!-- measured: begin -->\n"
END: Final = "<!-- measured: end -->"
COMMAND: Final = ("-m", "genplan", "reproduce", "coverage", "--markdown")


def replaced(page: str, measured: str) -> str:
    """Return the page with other text between its markers."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE} needs the lines {BEGIN.strip()} and {END}")
    return f"{before}{BEGIN}\n{measured.strip()}\n\n{END}{after}"


def main(options: list[str]) -> int:
    """Run the command, and put what it prints into the page if it succeeds."""
    run = subprocess.run(
        [sys.executable, *COMMAND, *options],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if run.returncode == 0:
        words = " ".join(("genplan", *COMMAND[2:], *options))
        measured = f"Measured with `{words}`.\n\n{run.stdout}"
        PAGE.write_text(replaced(PAGE.read_text("utf-8"), measured), "utf-8")
    return run.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
