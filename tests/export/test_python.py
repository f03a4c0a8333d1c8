"""Exports to Python give the engine's plans, and read instances by themselves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given

from engine.strategies import ProgramCase, made, program_case, share
from export.exported import as_json, load_python, run_python, same_in_python, words
from export.hostile import HOSTILE, HOSTILE_INSTANCE, HOSTILE_PROGRAMS
from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.engine import execute
from genplan.outcomes import ExecutionOutcome
from genplan.pddl import Instance, write_instance
from genplan.plan import format_plan
from genplan.program.export import show_program
from genplan.program.program import Program


@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_the_plans_are_the_engines(name: str) -> None:
    benchmark = PAPER_BENCHMARKS[name]
    program = benchmark.program
    assert program is not None
    module = load_python(show_program(program, benchmark.domain, "python"))
    for instance in (*benchmark.training(), *benchmark.validation()):
        same_in_python(program, module, instance)
        assert_read_back(module, instance)


def assert_read_back(module: dict[str, object], instance: Instance) -> None:
    """Check that the module reads an instance from PDDL and JSON as genplan does."""
    for text in (write_instance(instance), as_json(instance)):
        read = module["read_instance"](text)  # type: ignore[operator]
        assert {name: tuple(found) for name, found in read.objects.items()} == dict(
            instance.objects_by_type
        )
        assert read.atoms == {words(atom) for atom in instance.initial}
        assert read.goal == {words(g.atom) for g in instance.goal if g.positive}
        assert read.goal_not == {words(g.atom) for g in instance.goal if not g.positive}


def ends(program: Program, instance: Instance) -> bool:
    return execute(program, instance).outcome is not ExecutionOutcome.INFINITE


@share(0.02)
@given(made(program_case))
def test_plans_of_random_programs_are_the_engines(case: ProgramCase) -> None:
    instance = case.problem.instances[0]
    for program in case.programs:
        module = load_python(show_program(program, case.problem.domain, "python"))
        assert_read_back(module, instance)
        if ends(program, instance):
            same_in_python(program, module, instance)


@pytest.mark.parametrize("program", HOSTILE_PROGRAMS, ids=("actions", "loops", "case"))
def test_any_name_of_pddl_can_be_exported(program: Program) -> None:
    module = load_python(show_program(program, HOSTILE, "python"))
    assert run_python(module, HOSTILE_INSTANCE)[0], "the program should do something"
    same_in_python(program, module, HOSTILE_INSTANCE)
    assert_read_back(module, HOSTILE_INSTANCE)


@pytest.fixture(scope="module")
def gripper_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    benchmark = PAPER_BENCHMARKS["gripper"]
    assert benchmark.program is not None
    path = tmp_path_factory.mktemp("python") / "gripper.py"
    path.write_text(show_program(benchmark.program, benchmark.domain, "python"))
    return path


def command(file: Path, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a module without this environment: no genplan, no installed packages."""
    return subprocess.run(
        [sys.executable, "-I", "-S", "-W", "error", str(file), *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_module_is_a_command(gripper_file: Path) -> None:
    benchmark = PAPER_BENCHMARKS["gripper"]
    assert benchmark.program is not None
    instance = benchmark.training()[0]
    plan = format_plan(execute(benchmark.program, instance).plan)
    file = gripper_file.parent / "p1.pddl"
    file.write_text(write_instance(instance))
    for done in (
        command(gripper_file, str(file)),
        command(gripper_file, "-", text=as_json(instance)),
    ):
        assert (done.returncode, done.stdout, done.stderr) == (0, plan, "")
    shown = command(gripper_file, "--help")
    assert shown.returncode == 0
    assert "Usage: python THIS_FILE INSTANCE" in shown.stdout


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ('{"objects": {"ball": ["b"]}, "init": [["at", "b"]]}', 3, '"at" takes 2 objects'),
        ('{"objects": {"ball": ["b", "B"]}}', 3, 'two objects are called "B"'),
        ('{"objects": {"bal": ["b"]}}', 3, 'of an unknown type "bal"'),
        ('{"goals": []}', 3, 'unknown key "goals"'),
        ('{"init": [["free", "x"]]}', 3, 'unknown object "x"'),
        ('{"objects": {"ball": ["b"]}, "init": [["free", "b"]]}', 3, "not of the type"),
        ('{"init": [["fre", "x"]]}', 3, "known predicate"),
        ("{", 3, "this is no JSON"),
        ('{"objects": {"ball": "abc"}}', 3, "expected a list"),
        ('{"objects": "abc"}', 3, "expected a list"),
        ('{"goal": "free"}', 3, "expected a list"),
        ('{"init": {"free": "g"}}', 3, "expected a list"),
        ("(define)", 3, 'expected "(define (problem NAME)'),
        ("(define ())", 3, "this is not an instance"),
        ('{"init": ' + "[" * 100_000, 3, "this is no JSON"),
        ("(" * 100_000 + ")" * 100_000, 3, "expected"),
        ("(define (problem x) (:domain lock))", 3, 'instances with "(:domain gripper)"'),
        ("(define (problem x)", 3, 'is a ")" missing?'),
        ("", 3, 'expected one "(define'),
        ("(define (domain gripper))", 3, "this is not an instance"),
        ('{"objects": {"gripper": ["g"]}, "goal": [["free", "g"]]}', 1, "the goal is not reached"),
    ],
)
def test_a_wrong_instance_ends_in_a_message(
    gripper_file: Path, text: str, code: int, message: str
) -> None:
    done = command(gripper_file, "-", text=text)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
