"""The smaller commands, help, version, completion and colours."""

from __future__ import annotations

import csv
import io
import json
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

import genplan as gp
from cli.command import COMMAND, PAPER_DOMAINS, Here, environment, genplan, unwrapped
from genplan.cli.app import ExitCode, exit_code_of, group
from genplan.inspection import instruction_counts, space_size
from genplan.program.instruction_set import InstructionSet
from genplan.report.paper import BEYOND

COMMANDS: Final = (
    "solve",
    "validate",
    "run",
    "report",
    "landmarks",
    "inspect",
    "generate",
    "reproduce",
    "benchmarks",
    "evaluations",
    "completion",
)


def test_the_group_lists_every_command_and_the_exit_codes(here: Here) -> None:
    done = here("--help")
    assert done.returncode == 0
    assert set(COMMANDS) <= set(group.commands or group.list_commands(None))  # type: ignore[arg-type]
    for command in COMMANDS:
        assert f"\n  {command} " in done.stdout
    meanings = (
        "0 solved or valid, 1 not, 2 wrong usage, 3 bad input, 4 out of time or evaluations, "
        "5 out of memory, 130 interrupted."
    )
    assert f"Exit codes: {meanings}" in unwrapped(done.stdout)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(
    here: Here, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = here(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    _, _, examples = done.stdout.partition("Example")
    assert "genplan " in examples
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert here(command, "-h").stdout == done.stdout


def test_every_outcome_has_its_exit_code() -> None:
    codes = {outcome.value: int(exit_code_of(outcome)) for outcome in gp.SearchOutcome}
    assert codes == {
        "solved": 0,
        "unsolvable_within_bounds": 1,
        "not_complete": 1,
        "out_of_time": 4,
        "out_of_memory": 5,
        "out_of_budget": 4,
        "interrupted": 130,
    }
    assert (ExitCode.USAGE, ExitCode.BAD_INPUT) == (2, 3)


def test_version_says_which_engine_is_there(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    text = here("--version").stdout
    assert text == f"genplan {gp.__version__} (compiled core {gp.__version__})\n"
    monkeypatch.setattr("genplan.engine.core_version", lambda: None)
    assert "pure Python, no compiled core" in here("--version").stdout


# inspect


def test_inspect_shows_what_a_model_offers(here: Here) -> None:
    out = here("inspect", "gripper").stdout
    for piece in (
        "domain      gripper",
        "ball - object",
        "(at-robby ?r - room)" if "?r - room" in out else "(at-robby ",
        "pick(",
        "room1 room2 - room",
        "10 instances",
        "programs of 8 lines",
    ):
        assert piece in out
    assert "│ gripper-2 " in out


@pytest.mark.parametrize("spelled", ["lock", "LOCK"])
def test_which_of_two_of_the_same_name_is_taken_is_said(
    here: Here, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spelled: str
) -> None:
    (tmp_path / spelled).mkdir()
    monkeypatch.chdir(tmp_path)
    assert here("inspect", spelled, "--json").stderr == ""  # no models there
    shutil.copy(files / "gripper" / "domain.pddl", tmp_path / spelled)
    done = here("inspect", spelled, "--json")
    assert json.loads(done.stdout)["domain"] == "lock"
    assert done.stderr == (
        f'"{spelled}" is the bundled benchmark, not the folder here of that name; '
        f"for the folder, name its domain file, such as {spelled}/domain.pddl\n"
    )
    done = here("inspect", f"{spelled}/domain.pddl", "--json")
    assert (json.loads(done.stdout)["domain"], done.stderr) == ("gripper", "")
    (tmp_path / spelled).rename(tmp_path / "elsewhere")
    shutil.copy(files / "gripper" / "domain.pddl", tmp_path / spelled)
    done = here("inspect", spelled, "--json")
    assert json.loads(done.stdout)["domain"] == "gripper"
    assert "is the file here, not the bundled benchmark" in done.stderr
    assert "rename the file or go to another folder" in done.stderr
    assert here("inspect", "spanner").stderr == ""
    quiet = here("solve", spelled, files / "gripper" / "p1.pddl", "-n", "2", "-q")
    assert (quiet.returncode, quiet.stderr) == (1, "")


def test_inspect_as_json(here: Here, files: Path) -> None:
    done = here("inspect", files / "lock" / "domain.pddl", files / "lock", "-n", "6", "--json")
    found = json.loads(done.stdout)
    assert found["domain"] == "lock"
    assert found["types"] == {}
    assert found["static"] == ["at-lock", "adjacent"]
    assert found["actions"]["move"] == ["?cell - object", "?next - object"]
    assert found["instances"]["lock-5"] == {"object": 5}
    assert list(found["instances"])[-1] == "lock-14"
    assert found["pointers"] == {"z1": "object", "z2": "object"}
    assert found["instructions"] == {"actions": 8, "pointer_instructions": 8, "tests": 10}
    problem = gp.BENCHMARKS["lock"].problem()
    assert found["programs"] == space_size(problem.domain, problem.pointers, 6).programs
    assert found["warnings"] == []


def test_inspect_without_instances(here: Here, files: Path) -> None:
    done = here("inspect", files / "lock" / "domain.pddl")
    assert done.returncode == 0
    assert "instances" not in done.stdout


def test_inspect_of_a_space_whose_size_is_too_long_to_print(here: Here) -> None:
    assert (
        "about 10^25722 programs of 10,000 lines" in here("inspect", "lock", "-n", "10000").stdout
    )
    found = json.loads(here("inspect", "lock", "-n", "10000", "--json").stdout)
    assert found["programs"] is None
    assert 25721 < found["programs_log10"] < 25723


@pytest.mark.parametrize("domain", PAPER_DOMAINS)
@pytest.mark.parametrize("more", [0, 1, 3])
def test_instructions_are_counted_as_they_are_made(domain: str, more: int) -> None:
    model = gp.BENCHMARKS[domain].domain
    counts = {"object": more, **{t.name: more for t in model.types}} if more else None
    pointers = gp.make_pointers(model, counts)
    made = InstructionSet.build(model, pointers, 9)
    assert instruction_counts(model, pointers) == (
        len(made.actions),
        len(made.pointer_instructions),
        len(made.tests),
    )


def test_inspect_warns_of_mistakes(here: Here, tmp_path: Path) -> None:
    domain = tmp_path / "d.pddl"
    domain.write_text(
        "(define (domain d) (:types room ball)\n"
        "  (:predicates (in ?r - room) (unused) (open) (hot ?x))\n"
        "  (:action enter :parameters (?r - room) :precondition (open) :effect (in ?r))\n"
        "  (:action look :parameters (?b - ball)))\n"
    )
    instance = tmp_path / "p.pddl"
    instance.write_text(
        "(define (problem p) (:domain d) (:objects r - room) (:init) (:goal (in r)))"
    )
    out = unwrapped(here("inspect", domain, instance).stdout)
    for warning in (
        'the predicate "unused" is not used by any action',
        'the parameter ?x of "hot" has no type but object',
        'the action "look" has no effect',
        'the instance "p" is unsolvable: nothing can achieve (in r)',
        'the instance "p" has no object of type "ball"',
        'the action "enter" is never applicable in any instance',
    ):
        assert f"warning: {warning}" in out
    assert out.count("warning:") == 8  # `hot` is unused, and `look` never applicable either


# generate


def test_generate_writes_what_the_library_generates(here: Here, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "problems"
    training = gp.BENCHMARKS["lock"].training_set
    seed = str(training.seed)
    done = here("generate", "lock", folder, "--from", "5", "--to", "14", "--seed", seed)
    assert done.returncode == 0
    assert done.stdout == f"domain.pddl and 10 instances written to {folder}\n"
    problem = gp.load(folder / "domain.pddl", [folder / f"p{n}.pddl" for n in range(1, 11)])
    assert problem == gp.BENCHMARKS["lock"].problem()
    assert len(list(folder.iterdir())) == 11


def test_generate_several_of_a_size(here: Here, tmp_path: Path) -> None:
    options = ("--from", "3", "--to", "4", "--per-size", "2", "--seed", "7")
    here("generate", "ontable", tmp_path, *options)
    made = gp.load_instances(
        tmp_path / "domain.pddl", [tmp_path / f"p{number}.pddl" for number in range(1, 5)]
    )
    assert [len(instance.objects) for instance in made] == [3, 3, 4, 4]
    assert [instance.name for instance in made] == [
        "ontable-3-1",
        "ontable-3-2",
        "ontable-4-1",
        "ontable-4-2",
    ]


# reproduce


def test_reproduce_as_text(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = here("reproduce", "table1", "--domains", "visitall,intrusion")
    assert done.returncode == 0
    assert "Table 1: expanded and evaluated nodes" in done.stdout
    assert "49 / 446" in done.stdout
    assert "8 of 8 cells equal" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "visitall   PGP(f_LM)" in done.stderr


def test_reproduce_as_json(here: Here) -> None:
    done = here("reproduce", "table3", "--domains", "visitall", "--json")
    rows = json.loads(done.stdout)
    assert [row["counts"] for row in rows] == [
        {"evaluated": 511, "dead": 380, "states": 1330},
        {"evaluated": 249, "dead": 154, "states": 970},
        {"evaluated": 900, "dead": 669, "states": 581},
        {"evaluated": 446, "dead": 294, "states": 335},
    ]
    assert all(row["equal"] for row in rows)
    assert rows[0]["paper"] == {"evaluated": "511", "dead": "380", "states": "1.3K"}


def test_reproduce_as_csv(here: Here) -> None:
    done = here("reproduce", "table2", "--domains", "lock", "--csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["search"], row["evaluate"]) for row in rows] == [
        ("pgp", "landmark-count,goto-count")
    ]
    assert (rows[0]["expanded"], rows[0]["paper_expanded"], rows[0]["mark"]) == ("1218", "1K", "=")


def test_reproduce_as_markdown(here: Here) -> None:
    done = here("reproduce", "table2", "--domains", "lock,visitall", "--markdown")
    lines = done.stdout.splitlines()
    assert lines[0] == "| | BFS(f_GC,f_1) | PGP(f_LM,f_1) |"
    assert lines[1] == "|---|---|---|"
    assert lines[2] == "| lock | paper: TE | 1,218 / 26,062 = 1K / 26K |"
    assert lines[3] == "| visitall | 45 / 496 = 45 / 496 | 53 / 458 = 53 / 458 |"
    assert "3 of 3 cells equal" in done.stdout


def test_reproduce_counts_a_cell_that_is_out_of_time_as_a_failure(here: Here) -> None:
    options = ("--domains", "ontable", "--time-limit", "1ms")
    done = here("reproduce", "table1", *options, "--json")
    rows = json.loads(done.stdout)
    assert done.returncode == 1
    assert {row["outcome"] for row in rows} == {"out_of_time"}
    assert {row["equal"] for row in rows} == {False}


def test_reproduce_beyond_the_papers_limits(here: Here) -> None:
    """The paper's own search of these cells goes on for very long; with more queues it does not."""
    done = here("reproduce", "table1", "--domains", "lock,visitall", "--beyond", "--json")
    rows = {(row["search"], row["evaluate"]): row for row in json.loads(done.stdout)[:4]}
    assert done.returncode == 0
    assert [row["domain"] for row in rows.values()] == ["lock"] * 4
    for key, row in rows.items():
        assert row["outcome"] == "solved"
        if key == ("pgp", "landmark-count"):
            assert (row["equal"], row["queues"]) == (True, None)
        else:
            assert row["paper"] in ("TE", "ME")
            assert row["queues"] == BEYOND.replace("f", key[1])
    assert [row["queues"] for row in json.loads(done.stdout)[4:]] == [None] * 4


def test_reproduce_beyond_solves_what_novelty_alone_does_not(here: Here) -> None:
    done = here("reproduce", "table1", "--domains", "ontable", "--beyond", "--json")
    assert done.returncode == 0
    assert [tuple(row["counts"].values()) for row in json.loads(done.stdout)] == [
        (15_284, 556_295),
        (16_691, 592_318),
        (9_634, 365_808),
        (2_933, 112_910),
    ]


def test_reproduce_beyond_says_how_far_an_open_cell_got(here: Here) -> None:
    options = ("--domains", "spanner", "--time-limit", "200ms", "--beyond")
    done = here("reproduce", "table1", *options, "--markdown")
    assert done.returncode in (0, 1)  # the paper's cell may be out of that time too
    assert "cells beyond the paper's limits solved; " in done.stdout
    assert " … out of time (0." in done.stdout
    assert "best f = " in done.stdout
    assert BEYOND in done.stdout


def test_reproduce_beyond_and_exactly_exclude_each_other(here: Here) -> None:
    done = here("reproduce", "table1", "--beyond", "--all-cells")
    assert done.returncode == 2
    assert "take one" in done.stderr


# benchmarks, evaluations


def test_benchmarks(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = here("benchmarks").stdout
    found = json.loads(here("benchmarks", "--json").stdout)
    assert set(PAPER_DOMAINS) <= {row["name"] for row in found} == set(gp.BENCHMARKS)
    assert next(row for row in found if row["name"] == "lock")["lines"] == 12
    for row in found:
        assert f"\n{row['name']} " in f"\n{out}"
    assert "12 lines, 2 pointers; cells: training 5 to 14, validation 12 to 61" in unwrapped(out)
    assert max(map(len, out.splitlines())) <= 80


def test_evaluations(here: Here) -> None:
    out = here("evaluations").stdout
    found = json.loads(here("evaluations", "--json").stdout)
    assert [row["name"] for row in found] == list(gp.EVALUATIONS)
    for row in found:
        assert f"│ {row['name']} " in out
        assert row["symbol"] in out


@pytest.mark.parametrize("name", gp.EVALUATIONS)
def test_every_evaluation_function_works_by_its_name(here: Here, name: str) -> None:
    done = here("solve", "intrusion", "--search", "pgp", "--evaluate", name, "--time-limit", "1s")
    assert done.returncode in (0, 4)


# completion


def test_bash_completes_commands_options_and_values(tmp_path: Path) -> None:
    command = tmp_path / "genplan"
    command.write_text(f'#!/bin/sh\nexec {" ".join(map(shlex.quote, COMMAND))} "$@"\n')
    command.chmod(0o755)
    script = f"""
source <({command} completion bash)
complete_words() {{ COMPREPLY=(); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
  _genplan_completion {command}; echo "${{COMPREPLY[@]}}"; }}
complete_words genplan so
complete_words genplan solve --landm
complete_words genplan solve lock --engine p
"""
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, env=environment(), check=True
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["solve", "--landmarks", "python"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_scripts(here: Here, shell: str) -> None:
    done = here("completion", shell)
    assert done.returncode == 0
    assert "_GENPLAN_COMPLETE" in done.stdout


def test_the_command_starts_fast_enough_to_complete() -> None:
    """What a key press waits for; generous, since the machine may be busy."""
    done = genplan(
        env={"_GENPLAN_COMPLETE": "bash_complete", "COMP_WORDS": "genplan so", "COMP_CWORD": "1"},
        timeout=10,
    )
    assert (done.returncode, done.stdout) == (0, "plain,solve\n")
