"""Every command and Python block of the pages that say so does what the page shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import click
import pytest

import genplan
from genplan.cli.app import group
from pages.reader import Block, Reader, blocks_of, commands_of, matches

ROOT: Final = Path(__file__).parents[2]
TESTED: Final = "<!-- every command and Python block of this page is run by the tests -->"
PAGES: Final = sorted(
    path.relative_to(ROOT).as_posix()
    for path in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]
    if TESTED in path.read_text("utf-8")
)


def _demo() -> list[str]:
    """Return what `make demo` runs, once genplan is installed."""
    recipe = (ROOT / "Makefile").read_text("utf-8").partition("\ndemo:")[2].partition("\n\n")[0]
    return re.findall(r"^\t@\$\(BIN\)/(genplan .*)$", recipe, re.MULTILINE)


def _as_run(block: Block) -> Block:
    """Return a block without what sets genplan up; the installation is under test already."""
    if block.language != "console":
        return block
    text = block.text.replace("$ make demo\n", f"$ mkdir -p build && {' && '.join(_demo())}\n")
    kept = [
        f"$ {command}\n{output}"
        for command, output in commands_of(text)
        if not command.startswith(("make ", "pip ", "git "))
    ]
    return Block(block.language, block.title, "".join(kept), block.line)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_does_what_it_says(page: str, tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    for block in blocks_of((ROOT / page).read_text("utf-8")):
        reader.follow(_as_run(block))


def test_the_pages_for_beginners_are_among_them() -> None:
    assert {"README.md", "docs/tutorial.md", "docs/modelling.md"} <= set(PAGES)
    assert sum(page.startswith("docs/how-to/") for page in PAGES) >= 5


def test_make_demo_solves_and_validates() -> None:
    assert [words.split()[1] for words in _demo()] == ["solve", "validate"]


def test_outputs_are_compared_with_gaps() -> None:
    assert matches("a … c\n…\nend\n", "a b c\nx\ny\nend   \n")
    assert matches("a\n…\n", "a\n")
    assert not matches("a … c\n", "a b d\n")
    assert not matches("a\n", "a\nb\n")
    assert commands_of("$ one\nx\n$ two \\\n> three\ny\n") == [
        ("one", "x\n"),
        ("two \\\nthree", "y\n"),
    ]


def test_a_wrong_page_fails(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    with pytest.raises(AssertionError):
        reader.follow(Block("console", "", "$ genplan --version\nsomething else\n", 1))
    with pytest.raises(AssertionError):
        reader.follow(Block("console", "", "$ genplan solve nothing\n", 1))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation, built; a warning would be an error."""
    pytest.importorskip("material")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_every_public_name_is_documented(site: Path) -> None:
    page = (site / "reference/python.html").read_text("utf-8")
    missing = [
        name for name in genplan.__all__ if not re.search(rf'id="genplan\.(?:\w+\.)?{name}"', page)
    ]
    assert missing in ([], ["__version__"])


def test_every_command_is_documented(site: Path) -> None:
    page = (site / "reference/commands.html").read_text("utf-8")
    for name in group.list_commands(click.Context(group)):
        assert f"Usage: genplan {name}" in page


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    """Links may lead to other sites; scripts, styles, fonts and pictures may not."""
    for path in site.rglob("*.html"):
        page = path.read_text("utf-8")
        for tag in re.findall(r"<(?:script|img|link|iframe|source)\b[^>]*>", page):
            if 'rel="canonical"' not in tag:
                assert not re.search(r'(?:src|href)="(?:https?:)?//', tag), (path.name, tag)
    for path in (*site.rglob("*.css"), *site.rglob("*.svg")):
        assert not re.search(r"""url\(["']?(?:https?:)?//""", path.read_text("utf-8")), path.name
