"""`genplan check`: answers, files, formats, exit codes; and what closes the circle."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from cli.command import PAPER_DOMAINS, Here, genplan, unwrapped
from genplan.benchmarks import BENCHMARKS

HASTY: Final = """; domain lock   pointers z1 z2 - object
0. inc(z1)
1. goto(0,!y)
2. pickup(z1)
3. clear(z1)
4. open(z1)
5. end
"""

# What fails for the paper's programs; nothing does for those that are not named.
EXPECTED: Final = {
    "corridor": {"order", "termination"},
    "gripper": {"order"},
    "lock": {"order", "termination"},
    "spanner": {"order"},
}


def report_on(here: Here, *arguments: str | Path) -> tuple[int, dict[str, Any]]:
    done = here("check", *arguments, "--json")
    assert done.stderr == ""
    return done.returncode, json.loads(done.stdout)


@pytest.mark.parametrize("domain", PAPER_DOMAINS)
def test_the_papers_programs(here: Here, tmp_path: Path, domain: str) -> None:
    program = tmp_path / "program.gp"
    program.write_text(BENCHMARKS[domain].program_text or "")
    code, report = report_on(here, program, domain, "--shuffles", "5")
    fails = domain in EXPECTED
    assert (code, report["fails"]) == (int(fails), fails)
    failing = [f for f in report["findings"] if f["status"] == "fails"]
    kinds = {f["subject"].partition(" of ")[0] for f in failing}
    assert kinds == EXPECTED.get(domain, set())
    assert all(f["instance"].startswith("(define (problem ") for f in failing)
    assert report["termination"]["proven"] == (domain not in ("corridor", "lock"))
    assert {row["steps"] > 0 for row in report["cost"]["instances"]} == {True}
    assert report["counterexample"] is None


def test_the_table_says_how_sure_each_answer_is(here: Here, files: Path) -> None:
    done = here("check", files / "lock.gp", files / "lock" / "domain.pddl", files / "lock")
    assert (done.returncode, done.stderr) == (1, "")
    out = unwrapped(done.stdout)
    assert "given instances tested 10 instances, all solved, every plan checked" in out
    assert "termination fails on the instance lock-5-endless it never ends" in out
    assert "loop over lines 1-4 proven it ends, and starts again at most |object| times" in out
    assert "order of object fails 20 of 20 other orders of lock-5 fail" in out
    assert "it is the chain of adjacent" in out
    assert "steps grow like n^1.9" in out
    assert "; order of object (define (problem lock-5-order)" in out
    assert out.endswith("2 of 6 answers fail ")


def test_nothing_fails(here: Here, tmp_path: Path) -> None:
    program = tmp_path / "program.gp"
    program.write_text(BENCHMARKS["visitall"].program_text or "")
    done = here("check", program, "visitall", "--shuffles", "2")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "nothing fails"


def test_failing_instances_are_written_and_fail(here: Here, files: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "failing"
    done = here("check", files / "lock.gp", "lock", "-o", folder)
    written = folder / "order-of-object.pddl"
    assert f"order of object: written to {written}" in done.stdout.splitlines()
    names = {file.name for file in folder.iterdir()}
    assert names == {written.name, "termination.pddl"}
    assert here("validate", files / "lock.gp", "lock", written).returncode == 1


def test_instances_that_are_not_solved_fail(here: Here, tmp_path: Path) -> None:
    program = tmp_path / "hasty.gp"
    program.write_text(HASTY)
    code, report = report_on(here, program, "lock")
    assert code == 1
    first = report["findings"][0]
    assert (first["subject"], first["status"]) == ("given instances", "fails")
    assert (
        "10 of 10 are not solved; the smallest that fails, lock-5: goal not reached"
        in first["detail"]
    )
    assert report["cost"]["instances"] == []


def test_an_infinite_program_is_no_proof_of_anything(here: Here, tmp_path: Path) -> None:
    program = tmp_path / "loop.gp"
    program.write_text("; domain lock   pointers z1 - object\n0. clear(z1)\n1. goto(0,y)\n2. end\n")
    _, report = report_on(here, program, "lock")
    ends = report["findings"][1]
    assert (ends["subject"], ends["status"]) == ("termination", "fails")
    assert "on the instance lock-5-endless it never ends" in ends["detail"]
    assert report["termination"]["steps"] is None


def test_the_circle_closes(here: Here, tmp_path: Path) -> None:
    """Few instances, a hasty program, a counterexample, and a program that is right."""
    train, failing = tmp_path / "train", tmp_path / "failing"
    assert here("generate", "gripper", train, "--from", "1", "--to", "1").returncode == 0
    program = tmp_path / "program.gp"
    solve = ("solve", train / "domain.pddl", train / "p1.pddl", "--lines", "8", "-o", program)
    assert here(*solve).returncode == 0
    check = ("check", program, train / "domain.pddl", train / "p1.pddl", "-o", failing)
    search = ("--generator", "gripper", "--sizes", "1:6", "--per-size", "1", "--no-shrink")
    done = here(*check, *search)
    hint = f"to train with the counterexample: genplan solve … --add {failing}/counterexample.pddl"
    assert hint in done.stdout.splitlines()
    done = here(*check, *search, "--json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert report["counterexample"]["found"]["size"] == 2
    added = failing / "counterexample.pddl"
    assert added.read_text() == report["counterexample"]["found"]["instance"]
    assert here(*solve, "--add", added).returncode == 0
    found = json.loads(here(*check, *search, "--json").stdout)["counterexample"]
    assert (found["found"], found["tested"]) == (None, 6)


def test_a_generator_command(here: Here, files: Path, tmp_path: Path) -> None:
    script = tmp_path / "make.py"
    script.write_text(
        "import sys\nfrom genplan import get_benchmark, write_instance\n"
        "size, seed = map(int, sys.argv[1:])\n"
        "print(write_instance(get_benchmark('lock').generate([size], seed)[0]))\n"
    )
    arguments = (files / "lock.gp", "lock", "--sizes", "2:3", "--per-size", "2")
    command = f"{sys.executable} {script} {{size}} {{seed}}"
    code, report = report_on(here, *arguments, "--generator-command", command)
    assert code == 1  # the order of the objects
    assert report["counterexample"] == {
        "tested": 4,
        "unsolvable": 0,
        "stopped": 0,
        "found": None,
    }


def test_worker_processes_change_nothing(here: Here, files: Path) -> None:
    arguments = (files / "gripper.gp", "gripper", "--generator", "gripper", "--sizes", "1:4")
    assert report_on(here, *arguments) == report_on(here, *arguments, "--jobs", "2")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--shuffles", "0"), 2, "--shuffles"),
        (("--jobs", "0"), 2, "--jobs"),
        (("--sizes", "2:4"), 2, "--sizes needs --generator"),
        (("--generator", "lock", "--sizes", "4:2"), 2, "2 is less than 4"),
        (("--generator", "lock", "--sizes", "many"), 2, '"many" is not a range of sizes'),
        (("--generator", "lock", "--sizes", "1:99999"), 2, "more than 10,000 sizes"),
        (("--generator", "lock", "--sizes", "1"), 3, "there is no instance of size 1"),
        (("--generator", "lokc"), 3, 'did you mean "lock"?'),
        (("--generator", "gripper"), 3, "differs from the domain"),
        (("--generator", "lock", "--generator-command", "x {size}"), 2, "exclude each other"),
        (("--generator-command", "false {size}"), 3, "failed with code 1"),
        (("--generator-command", "/no/such {size}"), 3, "cannot be run"),
        (("--generator-command", "echo {size}"), 3, "output of `echo 1`"),
        (("--generator-command", "true"), 3, "always prints the same instance"),
        (("--generator-command", ""), 3, "is empty"),
        (("--time-limit", "soon"), 2, "not a time"),
        (("--engine", "steam"), 2, "steam"),
    ],
)
def test_bad_options_end_as_messages(
    here: Here, files: Path, arguments: tuple[str, ...], code: int, message: str
) -> None:
    done = here("check", files / "lock.gp", "lock", *arguments)
    assert done.returncode == code
    assert message in unwrapped(done.stderr)
    assert "Traceback" not in done.stderr


def test_a_file_is_no_folder(here: Here, files: Path) -> None:
    done = here("check", files / "lock.gp", "lock", "-o", files / "gripper.gp")
    assert (done.returncode, "a folder was expected" in done.stderr) == (3, True)


def test_a_program_of_another_domain_and_an_unfinished_one(
    here: Here, files: Path, tmp_path: Path
) -> None:
    done = here("check", files / "gripper.gp", "lock")
    assert (done.returncode, 'the domain given is "lock"' in done.stderr) == (3, True)
    program = tmp_path / "unfinished.gp"
    program.write_text("; domain lock   pointers z1 - object\n0. ?\n1. end\n")
    done = here("check", program, "lock")
    assert (done.returncode, "line 0 of the program is not" in done.stderr) == (3, True)


def test_time_limits_leave_questions_open(here: Here, tmp_path: Path) -> None:
    program = tmp_path / "program.gp"
    program.write_text(BENCHMARKS["visitall"].program_text or "")
    big = tmp_path / "big"
    assert here("generate", "visitall", big, "--from", "40", "--to", "40").returncode == 0
    arguments = ("--time-limit", "0.001ms", "--engine", "python", "--shuffles", "1")
    code, report = report_on(here, program, "visitall", big, *arguments)
    assert code == 0
    status = {f["subject"]: f["status"] for f in report["findings"]}
    assert status["termination"] == "proven"
    assert status["order of row"] == "not tested"


def test_the_real_command(files: Path) -> None:
    done = genplan("check", files / "lock.gp", "lock", "--shuffles", "2", cwd=files)
    assert done.returncode == 1
    assert done.stderr.startswith('"lock" is the bundled benchmark, not the folder here')
    assert done.stderr.count("\n") == 1
    assert "it is the chain of adjacent" in unwrapped(done.stdout)


# --- Pictures of validations -----------------------------------------------------------------


def test_a_plot_of_steps_against_size(here: Here, files: Path, tmp_path: Path) -> None:
    plot = tmp_path / "growth.svg"
    done = here("validate", files / "lock.gp", "lock", "--plot", plot, "--quiet")
    assert done.returncode == 0
    root = ElementTree.fromstring(plot.read_text())
    circles = [e for e in root.iter() if e.tag.endswith("circle")]
    assert len(circles) == 2 * 50 + 2  # two lines, and the legend
    words = [e.text for e in root.iter() if e.tag.endswith("text")]
    assert {"executed steps", "plan length", "objects"} <= {*words}


def test_a_plot_of_few_points(here: Here, files: Path, tmp_path: Path) -> None:
    plot = tmp_path / "one.svg"
    one = files / "gripper" / "p1.pddl"
    assert here("validate", files / "gripper.gp", "gripper", one, "--plot", plot).returncode == 0
    ElementTree.fromstring(plot.read_text())


def test_a_plot_of_nothing_is_refused(here: Here, tmp_path: Path) -> None:
    program, plot = tmp_path / "hasty.gp", tmp_path / "none.svg"
    program.write_text(HASTY)
    done = here("validate", program, "lock", "--plot", plot)
    assert (done.returncode, "nothing to plot" in done.stderr) == (3, True)
    assert "0 of 50 instances solved" in done.stdout
    assert not plot.exists()


def test_a_plot_goes_to_a_file_that_can_be_written(here: Here, files: Path) -> None:
    done = here("validate", files / "lock.gp", "lock", "--plot", "/no/such/folder/a.svg")
    assert (done.returncode, done.stdout) == (3, "")
    assert "does not exist" in done.stderr


def test_the_instances_to_add_must_be_there(here: Here) -> None:
    done = here("solve", "lock", "--add", "missing.pddl")
    assert done.returncode == 3
    assert "missing.pddl" in done.stderr


def test_structured_programs_are_checked_too(here: Here, tmp_path: Path) -> None:
    program = tmp_path / "ontable.gp"
    program.write_text(
        "; domain ontable   structured   pointers z1 z2 - object\n"
        "repeat {\n  unstack(?z1,?z2)\n  put-down(z1)\n}\n"
    )
    code, report = report_on(here, program, "ontable", "--shuffles", "2")
    assert (code, report["fails"]) == (0, False)
    (loop,) = report["termination"]["loops"]
    assert (loop["first"], loop["last"], loop["proven"]) == (0, 2, True)
    search = ("--generator", "ontable", "--sizes", "1:6", "--per-size", "2", "--jobs", "2")
    _, report = report_on(here, program, "ontable", "--shuffles", "1", *search)
    assert report["counterexample"]["found"] is None
