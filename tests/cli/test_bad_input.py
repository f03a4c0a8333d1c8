"""Everything that a user can get wrong ends in a short message and an exit code."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from cli.command import genplan, unwrapped

USAGE, BAD_INPUT = 2, 3
SCREEN: Final = 24

PGP: Final = ("--search", "pgp")
FIVE: Final = ("--search", "pgp", "--lines", "5")
LOCK: Final = ("lock/domain.pddl", "lock/p1.pddl")


@dataclass(frozen=True)
class Case:
    name: str
    arguments: tuple[str, ...]
    code: int
    says: str


CASES: Final = (
    # Files that are not what they should be.
    Case("missing domain", ("solve", "no.pddl", "lock", *FIVE), BAD_INPUT, "no.pddl: no such"),
    Case("missing instance", ("solve", LOCK[0], "no.pddl", *FIVE), BAD_INPUT, "no.pddl: no such"),
    Case("missing program", ("validate", "no.gp", "lock"), BAD_INPUT, "no.gp: no such file"),
    Case("wrong order", ("solve", LOCK[1], LOCK[0], *FIVE), BAD_INPUT, "wrong order?"),
    Case("domain as instance", ("solve", LOCK[0], LOCK[0], *FIVE), BAD_INPUT, "an instance was"),
    Case(
        "instances of another domain",
        ("solve", *LOCK, "gripper/p1.pddl", *FIVE),
        BAD_INPUT,
        'for the domain "gripper", but the domain given is "lock"',
    ),
    Case("no instances", ("solve", LOCK[0], *FIVE), BAD_INPUT, "no instances are given"),
    Case("empty folder", ("solve", LOCK[0], "empty", *FIVE), BAD_INPUT, "no instances (*.pddl)"),
    Case("pattern without match", ("solve", LOCK[0], "lock/q*.pddl", *FIVE), BAD_INPUT, "no file"),
    Case("folder as domain", ("solve", "./lock", "lock", *FIVE), BAD_INPUT, "this is a folder"),
    Case("empty names", ("solve", "", "", *FIVE), BAD_INPUT, "the name of the domain is empty"),
    Case("binary file", ("solve", "binary.pddl", "lock", *FIVE), BAD_INPUT, "not a text file"),
    Case("empty file", ("inspect", "empty.pddl"), BAD_INPUT, "empty.pddl:1:1"),
    Case("broken PDDL", ("inspect", "broken.pddl"), BAD_INPUT, 'a ")" is missing'),
    Case("unsupported PDDL", ("inspect", "forall.pddl"), BAD_INPUT, "UNSUPPORTED: universal"),
    Case("unknown benchmark", ("solve", "lok", *PGP), BAD_INPUT, 'did you mean "lock"?'),
    Case("nothing like it", ("inspect", "xyz"), BAD_INPUT, "bundled are: baking, "),
    # Bounds and options.
    Case("one line", ("solve", *LOCK, *PGP, "--lines", "1"), USAGE, "1 is not in the range"),
    Case(
        "lines in words",
        ("solve", *LOCK, *PGP, "--lines", "two"),
        USAGE,
        '"two" is not a number of lines',
    ),
    Case("endless lines", ("solve", *LOCK, *PGP, "--lines", "99999999"), USAGE, "not in the range"),
    Case(
        "pointers of an unknown type",
        ("solve", *LOCK, *FIVE, "--pointers", "cell=2"),
        USAGE,
        'pointers of an unknown type "cell"; the types are: object',
    ),
    Case(
        "far too many pointers",
        ("solve", *LOCK, *FIVE, "--pointers", "object=500", "--engine", "python"),
        USAGE,
        '500 pointers of type "object" are too many',
    ),
    Case(
        "endless pointers",
        ("solve", *LOCK, *FIVE, "--pointers", "object=99999999999"),
        USAGE,
        "too many",
    ),
    Case(
        "too many instructions",
        ("solve", "baking", *PGP, "--pointers", "egg=90,pan=90,flour=90", "--engine", "python"),
        BAD_INPUT,
        "use fewer pointers or lines",
    ),
    Case("negative pointers", ("solve", *LOCK, *FIVE, "--pointers", "object=-1"), USAGE, "TYPE="),
    Case("pointers twice", ("inspect", "lock", "--pointers", "object=1,OBJECT=2"), USAGE, "twice"),
    Case("half a pointer", ("inspect", "lock", "--pointers", "object"), USAGE, "location=3,ball=1"),
    Case(
        "unknown evaluation function",
        ("solve", "lock", *PGP, "--evaluate", "goal-count,landmrk-count"),
        USAGE,
        'did you mean "landmark-count"?',
    ),
    Case("no evaluation function", ("solve", "lock", *PGP, "--evaluate", ""), USAGE, "known are:"),
    Case("weightless", ("solve", "lock", *PGP, "--evaluate", "steps:3"), USAGE, "takes a weight"),
    Case("no time", ("solve", "lock", *PGP, "--time-limit", "0"), USAGE, "more than 0"),
    Case("negative time", ("solve", "lock", *PGP, "--time-limit", "-5"), USAGE, "is not a time"),
    Case("nonsense time", ("solve", "lock", *PGP, "--time-limit", "soon"), USAGE, "90s, 5m or"),
    Case(
        "endless time", ("solve", "lock", *PGP, "--time-limit", "9" * 400), USAGE, "hundred years"
    ),
    Case("no memory", ("solve", "lock", *PGP, "--memory-limit", "0"), USAGE, "more than 0"),
    Case("too little memory", ("solve", "lock", *PGP, "--memory-limit", "1M"), USAGE, "in use"),
    Case("nonsense memory", ("solve", "lock", *PGP, "--memory-limit", "much"), USAGE, "500M or 4G"),
    Case("endless memory", ("solve", "lock", *PGP, "--memory-limit", f"{10**20}T"), USAGE, "less"),
    Case("unknown search", ("solve", "lock", "--search", "pgb"), USAGE, 'did you mean "pgp"?'),
    Case("unknown engine", ("solve", "lock", *PGP, "--engine", "pyton"), USAGE, '"python"?'),
    Case("unknown landmarks", ("solve", "lock", *PGP, "--landmarks", "soud"), USAGE, '"sound"?'),
    Case("unknown split", ("inspect", "lock", "--split", "trian"), USAGE, 'mean "train"?'),
    Case(
        "unknown command", ("sovle", "lock"), USAGE, 'no such command "sovle". Did you mean "solve"'
    ),
    Case("unknown option", ("solve", "lock", "--linse", "9"), USAGE, "'--lines'?"),
    Case("nothing at all", ("solve",), USAGE, "Missing argument 'DOMAIN'"),
    # Outputs.
    Case("output is a folder", ("solve", "lock", *PGP, "-o", "empty"), BAD_INPUT, "is a folder"),
    Case("output nowhere", ("solve", "lock", *PGP, "-o", "no/x.gp"), BAD_INPUT, "does not exist"),
    Case("output unwritable", ("solve", "lock", *PGP, "-o", "/proc/x.gp"), BAD_INPUT, "cannot be"),
    Case("two programs", ("solve", "lock", *PGP, "--json", "-o", "-"), USAGE, "leave out -o -"),
    Case(
        "json with csv", ("validate", "lock.gp", "lock", "--json", "--csv"), USAGE, "exclude each"
    ),
    Case("two forms", ("reproduce", "table1", "--csv", "--markdown"), USAGE, "exclude each other"),
    Case("no such table", ("reproduce", "table4"), USAGE, "Invalid value for 'TABLE'"),
    Case("unknown domain", ("reproduce", "table1", "--domains", "lok"), BAD_INPUT, '"lock"?'),
    Case("picture without file", ("landmarks", "lock", "--format", "png"), USAGE, "-o FILE"),
    Case("unknown format", ("landmarks", "lock", "--format", "pgn"), USAGE, 'did you mean "png"?'),
    Case("hide nothing", ("landmarks", "lock", "--hide", "adjacnt"), USAGE, 'mean "adjacent"?'),
    Case("unknown shell", ("completion", "tcsh"), USAGE, "there are: bash, zsh, fish"),
    Case(
        "too small", ("generate", "lock", "new", "--from", "1", "--to", "2"), BAD_INPUT, "size is 2"
    ),
    Case(
        "backwards", ("generate", "lock", "new", "--from", "7", "--to", "5"), USAGE, "is less than"
    ),
    Case(
        "generate into a file",
        ("generate", "lock", "lock.gp", "--from", "5", "--to", "5"),
        BAD_INPUT,
        "this is a file; a folder was expected",
    ),
    # Programs.
    Case(
        "program of another domain",
        ("validate", "lock.gp", "gripper"),
        BAD_INPUT,
        'this program is for the domain "lock", but the domain given is "gripper"',
    ),
    Case("empty program", ("run", "empty.gp", "lock"), BAD_INPUT, "the program is empty"),
    Case("half a program", ("run", "half.gp", "lock"), BAD_INPUT, 'add "3. end"'),
    Case(
        "partial program", ("validate", "partial.gp", "lock"), BAD_INPUT, "line 10 of the program"
    ),
    Case("partial program run", ("run", "partial.gp", "lock"), BAD_INPUT, "not programmed yet"),
    Case("a domain as program", ("run", LOCK[0], "lock"), BAD_INPUT, "a program was expected here"),
    Case(
        "the domain before the program",
        ("validate", LOCK[0], "lock.gp", LOCK[1]),
        BAD_INPUT,
        "the order is PROGRAM DOMAIN INSTANCE",
    ),
    Case("a text as program", ("run", "notes.txt", "lock"), BAD_INPUT, "the header of a program"),
    Case("many instances", ("run", "lock.gp", LOCK[0], "lock"), USAGE, "10 are given"),
    Case("no workers", ("validate", "lock.gp", "lock", "--jobs", "0"), USAGE, "not in the range"),
    Case("no trace", ("run", "lock.gp", "lock", "--trace-limit", "0"), USAGE, "not in the range"),
)


@pytest.fixture(scope="module")
def folder(files: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which everything is wrong that a case needs."""
    home = tmp_path_factory.mktemp("wrong") / "home"
    shutil.copytree(files, home)
    (home / "empty").mkdir()
    (home / "empty.pddl").write_text("")
    (home / "empty.gp").write_text("")
    (home / "notes.txt").write_text("first move, then open\n")
    (home / "binary.pddl").write_bytes(b"\x00\x01\xff\xfe binary")
    (home / "broken.pddl").write_text("(define (domain d) (:predicates (p ?x)")
    (home / "forall.pddl").write_text(
        "(define (domain d) (:predicates (p ?x))\n"
        "  (:action a :parameters () :effect (forall (?y) (p ?y))))\n"
    )
    program = (home / "lock.gp").read_text()
    (home / "half.gp").write_text(program.partition("3.")[0])
    (home / "partial.gp").write_text(program.replace("open(z1)", "?"))
    return home


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_mistake_ends_in_a_short_message(case: Case, folder: Path) -> None:
    done = genplan(*case.arguments, cwd=folder, timeout=20)
    assert "Traceback" not in done.stderr
    assert case.says in unwrapped(done.stderr)
    assert done.returncode == case.code
    assert done.stdout == ""
    assert 0 < len(done.stderr.splitlines()) <= SCREEN
    assert not (folder / "new").exists()


def test_there_are_enough_cases_and_no_two_are_called_the_same() -> None:
    assert len({case.name for case in CASES}) == len(CASES) >= 30


def test_a_message_about_a_place_does_not_say_error_twice(folder: Path) -> None:
    done = genplan("inspect", "broken.pddl", cwd=folder)
    assert done.stderr.startswith("broken.pddl:1:20: error: ")
    assert done.stderr.count("error") == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    secret = tmp_path / "secret.pddl"
    secret.write_text("(define (domain d))")
    secret.chmod(0)
    done = genplan("inspect", secret)
    assert (done.returncode, "Traceback" in done.stderr) == (BAD_INPUT, False)
    assert "secret.pddl" in done.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    done = genplan("solve", "lock", *PGP, "-o", tmp_path / "x.gp")
    assert (done.returncode, done.stdout) == (BAD_INPUT, "")
    assert "cannot be written" in done.stderr


def test_an_instance_without_objects_of_a_pointers_type(folder: Path) -> None:
    """Its pointers point at nothing, so nothing that needs them can be done; no crash."""
    path = folder / "bare.pddl"
    path.write_text(
        "(define (problem bare) (:domain gripper) (:objects left - gripper rooma roomb - room)\n"
        "  (:init (at-robby rooma) (free left)) (:goal (and (at-robby roomb))))\n"
    )
    warned = genplan("inspect", "gripper", path)
    assert warned.returncode == 0, warned.stderr
    assert 'has no object of type "ball"' in warned.stdout
    solved = genplan("solve", "gripper", path, "--search", "pgp", "--lines", "3")
    assert solved.returncode == 0, solved.stderr
    assert "move(" in solved.stdout


def test_names_with_spaces_and_other_alphabets(files: Path, tmp_path: Path) -> None:
    home = tmp_path / "zwei Wörter 計画"
    shutil.copytree(files / "lock", home)
    done = genplan(
        "solve", home / "domain.pddl", home, "--search", "pgp", "-n", "12", "-o", home / "ü b.gp"
    )
    assert done.returncode == 0, done.stderr
    assert (home / "ü b.gp").is_file()
    checked = genplan("validate", home / "ü b.gp", home / "domain.pddl", home / "p[12].pddl")
    assert checked.returncode == 0
    assert "2 of 2 instances solved" in checked.stdout
