"""Draws the pictures of README and documentation: python docs/make_pictures.py [FOLDER].

Needs Graphviz. The pictures contain text only; no fonts are fetched from anywhere.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import genplan
from genplan.pddl.model import Atom, Literal

MONOSPACE: Final = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
WIDTH: Final = 64
RECORDED: Final = "solve lock"
THEME: Final = TerminalTheme(
    (24, 28, 36),
    (214, 219, 229),
    [
        (122, 132, 152),
        (240, 113, 120),
        (160, 208, 120),
        (240, 190, 100),
        (100, 170, 240),
        (200, 140, 230),
        (90, 200, 200),
        (214, 219, 229),
    ],
)
_TERMINAL: Final = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" width="{width}"
 xmlns="http://www.w3.org/2000/svg" role="img" aria-label="genplan solve lock, in a terminal">
<style>
.{unique_id}-title {{ font: bold 16px sans-serif; }}
.{unique_id}-matrix {{ font-family: MONOSPACE; font-size: {char_height}px;
 line-height: {line_height}px; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g></g></svg>
""".replace("MONOSPACE", MONOSPACE)


def main() -> None:
    """Write all pictures to a folder."""
    home = Path(__file__).parent / "pictures" if len(sys.argv) < 2 else Path(sys.argv[1])
    home.mkdir(parents=True, exist_ok=True)
    (home / "solve-lock.svg").write_text(_terminal_picture(), "utf-8")
    (home / "corridor.svg").write_text(_corridors(), "utf-8")
    (home / "landmarks-lock.svg").write_text(_landmarks(), "utf-8")


def _terminal_picture() -> str:
    """Return a terminal in which `genplan solve lock` was run, as an SVG."""
    done = subprocess.run(
        [sys.executable, "-m", "genplan", *RECORDED.split()],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"FORCE_COLOR": "1", "COLUMNS": str(WIDTH), "TERM": "xterm-256color"},
        check=True,
    )
    console = Console(record=True, file=io.StringIO(), width=WIDTH, force_terminal=True)
    console.print(Text.assemble(("$ ", "green"), (f"genplan {RECORDED}", "bold")))
    for line in done.stdout.splitlines():
        console.print(_coloured(Text.from_ansi(line)))
    return console.export_svg(
        title="genplan", theme=THEME, code_format=_TERMINAL, unique_id="terminal"
    )


def _coloured(line: Text) -> Text:
    """Return a line with its comment or line number set off."""
    line.highlight_regex(r"^;.*$", "bright_black")
    line.highlight_regex(r"^\d+\. ", "bright_black")
    line.highlight_regex(r"(?<=\. )(?:goto|test|end)\b", "magenta")
    line.highlight_regex(r"(?<=\. )(?:inc|dec|clear|set)\b", "blue")
    return line


def _corridors() -> str:
    """Return the three instances of the paper's Figure 1 as an SVG of our own."""
    size, gap = 44, 26
    parts = []
    for row, (cells, agent) in enumerate(((6, 2), (8, 1), (5, 3))):
        y = 10 + row * (size + gap)
        for cell in range(cells):
            x = 10 + cell * size
            parts.append(f'<rect x="{x}" y="{y}" width="{size}" height="{size}" class="cell"/>')
            parts.append(
                f'<text x="{x + size // 2}" y="{y + size + 13}" class="name">p{cell}</text>'
            )
        parts.append(_lock(10 + size // 2, y + size // 2))
        parts.append(_key(10 + (cells - 1) * size + size // 2, y + size // 2))
        middle = 10 + agent * size + size // 2
        parts.append(f'<circle cx="{middle}" cy="{y + size // 2 - 2}" r="10" class="agent"/>')
    style = (
        ".cell{fill:#fff;stroke:#5a6472}.name{font:10px sans-serif;fill:#7a8594;text-anchor:middle}"
        ".agent{fill:#009688}.lock{fill:#e07a00}.shackle,.key{fill:none;stroke-width:3}"
        ".shackle{stroke:#e07a00}.key{stroke:#3f51b5}"
    )
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 372 214" width="520">'
    return "\n".join([head, f"<style>{style}</style>", *parts, "</svg>\n"])


def _lock(x: int, y: int) -> str:
    return (
        f'<path class="shackle" d="M{x - 6} {y - 2}v-5a6 6 0 0 1 12 0v5"/>'
        f'<rect class="lock" x="{x - 9}" y="{y - 3}" width="18" height="13" rx="2"/>'
    )


def _key(x: int, y: int) -> str:
    return (
        f'<circle class="key" cx="{x - 6}" cy="{y}" r="5"/>'
        f'<path class="key" d="M{x - 1} {y}h14m-4 0v5m-5 -5v4"/>'
    )


def _landmarks() -> str:
    """Return the landmark graph of the first corridor, without what is static."""
    lock = genplan.get_benchmark("lock")
    cells = tuple(genplan.Object(f"p{i}", "object") for i in range(6))
    names = [cell.name for cell in cells]
    steps = [pair for a, b in pairwise(names) for pair in ((a, b), (b, a))]
    initial = (
        Atom("at-lock", ("p0",)),
        Atom("at-key", ("p5",)),
        Atom("at-agent", ("p2",)),
        *(Atom("adjacent", pair) for pair in steps),
    )
    goal = (Literal(Atom("unlocked", ())),)
    instance = genplan.Instance("figure-1", lock.domain, cells, initial, goal)
    graph = genplan.landmark_graph(instance).without(
        pointers=True, natural=True, hidden=("adjacent", "at-lock")
    )
    drawn = subprocess.run(
        ["dot", "-Tsvg"], input=graph.to_dot(), capture_output=True, text=True, check=True
    ).stdout
    svg = drawn[drawn.index("<svg") :]
    return re.sub(r'font-family="[^"]*"', 'font-family="sans-serif"', svg)


if __name__ == "__main__":
    main()
