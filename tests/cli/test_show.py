"""`genplan show`: programs in five forms, to the terminal and to files."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from cli.command import PAPER_DOMAINS, Here
from genplan.benchmarks import BENCHMARKS
from genplan.program.export import Form, show_program
from genplan.program.text import read_program

FORMS: Final = [form.value for form in Form]
PAGE: Final = Path(__file__).parent.parent.parent / "docs" / "show.md"


@pytest.mark.parametrize("form", FORMS)
def test_it_prints_what_the_library_returns(here: Here, files: Path, form: str) -> None:
    lock = BENCHMARKS["lock"]
    assert lock.program is not None
    expected = show_program(lock.program, lock.domain, form)
    for domain in ("lock", files / "lock" / "domain.pddl"):
        done = here("show", files / "lock.gp", domain, "--as", form)
        assert (done.returncode, done.stdout, done.stderr) == (0, expected, "")
    assert here("show", files / "lock.gp", "--as", form).stdout == expected


@pytest.mark.parametrize("name", PAPER_DOMAINS)
def test_it_shows_every_program_of_the_paper(here: Here, tmp_path: Path, name: str) -> None:
    program = tmp_path / "program.gp"
    program.write_text(BENCHMARKS[name].program_text or "")
    for form in FORMS:
        target = tmp_path / form
        done = here("show", program, name, "--as", form, "-o", target)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert target.stat().st_size > 50


def test_the_structured_form_is_the_default(here: Here, files: Path) -> None:
    shown = here("show", files / "lock.gp").stdout
    assert shown == here("show", files / "lock.gp", "--as", "structured").stdout


def test_without_a_domain_the_program_must_name_a_bundled_one(here: Here, tmp_path: Path) -> None:
    program = tmp_path / "program.gp"
    program.write_text("; domain house   pointers z1 - object\n0. end\n")
    done = here("show", program)
    assert (done.returncode, done.stdout) == (3, "")
    assert 'the domain "house" is not a bundled one; give the file of the domain' in done.stderr
    program.write_text("0. end\n")
    assert "no domain is named in it; give the file of the domain" in here("show", program).stderr


def test_wrong_arguments_end_in_a_message(here: Here, files: Path, tmp_path: Path) -> None:
    done = here("show", files / "lock.gp", "--as", "pyton")
    assert done.returncode == 2
    assert 'did you mean "python"?' in done.stderr
    done = here("show", files / "lock.gp", "gripper")
    assert done.returncode == 3
    assert 'this program is for the domain "lock"' in done.stderr
    done = here("show", tmp_path / "none.gp")
    assert (done.returncode, done.stdout) == (3, "")
    assert "no such file" in done.stderr
    done = here("show", files / "lock.gp", "-o", tmp_path / "none" / "lock.py")
    assert done.returncode == 3
    assert "does not exist" in done.stderr


def test_the_examples_of_the_help_work(here: Here, files: Path, tmp_path: Path) -> None:
    target = tmp_path / "lock.py"
    assert here("show", files / "lock.gp", "--as", "python", "-o", target).returncode == 0
    instance = files / "lock" / "p1.pddl"
    done = subprocess.run(
        [sys.executable, target, instance], capture_output=True, text=True, check=True
    )
    assert done.stdout == here("run", files / "lock.gp", "lock", instance).stdout


STRUCTURED: Final = PAGE.parent.parent / "tests" / "golden" / "structured" / "lock.gp"


@pytest.mark.parametrize("form", FORMS)
def test_it_shows_programs_of_the_structured_language(here: Here, form: str) -> None:
    domain = BENCHMARKS["lock"].domain
    expected = show_program(read_program(STRUCTURED, domain), domain, form)
    done = here("show", STRUCTURED, "--as", form)
    assert (done.returncode, done.stdout, done.stderr) == (0, expected, "")


def test_the_page_about_it_is_current(here: Here, files: Path) -> None:
    """Check every excerpt that the page shows after a command."""
    page = PAGE.read_text("utf-8")
    command_line = r"```console\n\$ genplan (show [^\n]*)\n```\n+"
    blocks = re.findall(command_line + r"```\w*\n(.*?)```", page, re.DOTALL)
    programs = {"lock.gp": files / "lock.gp", "lock2.gp": STRUCTURED}
    shown = set()
    for command, excerpt in blocks:
        words = [str(programs.get(word, word)) for word in command.split()]
        full = here(*words).stdout
        assert excerpt in full, f"{command} prints something else now"
        shown.add((command.split()[1], words[-1]))
    assert shown >= {("lock.gp", form) for form in FORMS}
    assert shown >= {("lock2.gp", form) for form in ("structured", "english", "python")}
