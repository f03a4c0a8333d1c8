"""Programs of the structured language, exported: the engine's plans, and English to read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given

from engine.strategies import made, share
from engine.structured_strategies import StructuredCase, structured_case
from export.exported import (
    as_json,
    compile_cpp,
    expected,
    load_python,
    needs_compiler,
    run_cpp,
    words,
)
from export.hostile import HOSTILE, HOSTILE_INSTANCE, HOSTILE_STRUCTURED
from genplan.benchmarks import BENCHMARKS, PAPER_BENCHMARKS
from genplan.engine import execute
from genplan.outcomes import ExecutionOutcome
from genplan.pddl import Instance, write_instance
from genplan.plan import GroundAction, format_plan
from genplan.program.export import Form, show_program
from genplan.program.export.statements import asks_about_goal
from genplan.program.structured import StructuredProgram
from genplan.program.text import format_program, read_program

PROGRAMS: Final = Path(__file__).parents[1] / "golden" / "structured"
ENGLISH: Final = Path(__file__).parents[1] / "golden" / "show"
NAMES: Final = sorted(path.stem for path in PROGRAMS.glob("*.gp"))
COMPILED: Final = ("blocksworld", "lock", "logistics", "satellite", "spanner", "visitall-moves")


def program_for(name: str) -> StructuredProgram:
    program = read_program(PROGRAMS / f"{name}.gp", BENCHMARKS[name].domain)
    assert isinstance(program, StructuredProgram)
    return program


def instances_for(name: str) -> tuple[Instance, ...]:
    """Return the training set, and of the validation set what the plain-Python engine can run."""
    most = 15 if name in PAPER_BENCHMARKS else 3
    return (*BENCHMARKS[name].training(), *BENCHMARKS[name].validation()[:most])


def same_in_python(
    program: StructuredProgram, module: Mapping[str, Any], instance: Instance
) -> None:
    execution = execute(program, instance)
    if execution.outcome is ExecutionOutcome.INFINITE:
        return
    atoms = {words(atom) for atom in instance.initial}
    arguments: list[object] = [instance.objects_by_type, atoms]
    if asks_about_goal(program):
        arguments.append({words(g.atom) for g in instance.goal if g.positive})
        arguments.append({words(g.atom) for g in instance.goal if not g.positive})
    plan = [GroundAction(name, tuple(objects)) for name, *objects in module["plan"](*arguments)]
    assert (plan, frozenset(atoms)) == expected(execution)


@pytest.mark.parametrize("name", NAMES)
def test_plans_in_python_are_the_engines(name: str) -> None:
    program = program_for(name)
    module = load_python(show_program(program, BENCHMARKS[name].domain, "python"))
    for instance in instances_for(name):
        same_in_python(program, module, instance)


@share(0.02)
@given(made(structured_case))
def test_plans_of_random_programs_are_the_engines(case: StructuredCase) -> None:
    instance = case.problem.instances[0]
    for program in case.programs:
        module = load_python(show_program(program, case.problem.domain, "python"))
        same_in_python(program, module, instance)
        for form in Form:
            assert show_program(program, case.problem.domain, form).endswith("\n")


def same_in_cpp(program: StructuredProgram, executable: Path, instance: Instance) -> None:
    execution = execute(program, instance)
    assert execution.outcome is not ExecutionOutcome.INFINITE
    for text in (write_instance(instance), as_json(instance)):
        done = run_cpp(executable, text)
        if execution.solved:
            assert (done.returncode, done.stdout) == (0, format_plan(execution.plan))
        else:
            assert (done.returncode, done.stdout) == (1, "")


@needs_compiler
@pytest.mark.parametrize("name", COMPILED)
def test_plans_in_cpp_are_the_engines(name: str, tmp_path: Path) -> None:
    program = program_for(name)
    executable = compile_cpp(show_program(program, BENCHMARKS[name].domain, "cpp"), tmp_path)
    for instance in instances_for(name):
        same_in_cpp(program, executable, instance)


def test_hostile_names_in_python() -> None:
    module = load_python(show_program(HOSTILE_STRUCTURED, HOSTILE, "python"))
    assert execute(HOSTILE_STRUCTURED, HOSTILE_INSTANCE).plan_length > 5
    same_in_python(HOSTILE_STRUCTURED, module, HOSTILE_INSTANCE)


@needs_compiler
def test_hostile_names_in_cpp(tmp_path: Path) -> None:
    executable = compile_cpp(show_program(HOSTILE_STRUCTURED, HOSTILE, "cpp"), tmp_path)
    same_in_cpp(HOSTILE_STRUCTURED, executable, HOSTILE_INSTANCE)


def test_the_command_hands_on_the_goal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = program_for("gripper")
    assert asks_about_goal(program)
    instance = BENCHMARKS["gripper"].training()[0]
    file = tmp_path / "p1.json"
    file.write_text(as_json(instance))
    assert json.loads(file.read_text())["goal"]
    module = load_python(show_program(program, instance.domain, "python"))
    monkeypatch.setattr("sys.argv", ["gripper.py", str(file)])
    assert module["main"]() == 0
    assert capsys.readouterr().out == format_plan(execute(program, instance).plan)


@pytest.mark.parametrize("name", NAMES)
def test_the_english_is_what_it_was_when_it_was_read(name: str) -> None:
    golden = (ENGLISH / f"{name}.structured-english.txt").read_text("utf-8")
    assert show_program(program_for(name), BENCHMARKS[name].domain, "english") == golden


@pytest.mark.parametrize("form", ["paper", "structured"])
def test_the_text_is_the_form_to_read(form: str) -> None:
    program = program_for("lock")
    assert show_program(program, BENCHMARKS["lock"].domain, form) == format_program(program)
