"""Exports to C++ compile without warnings and give the engine's plans."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.strategies import program_case
from export.exported import as_json, exported_cpp, needs_compiler, run_cpp
from export.hostile import HOSTILE_INSTANCE, HOSTILE_PROGRAMS
from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.engine import execute
from genplan.outcomes import ExecutionOutcome
from genplan.pddl import Instance, write_instance
from genplan.plan import format_plan
from genplan.program.program import Program

pytestmark = needs_compiler


def same_in_cpp(program: Program, executable: Path, instance: Instance, text: str) -> None:
    execution = execute(program, instance)
    assert execution.outcome is not ExecutionOutcome.INFINITE
    done = run_cpp(executable, text)
    if execution.solved:
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == format_plan(execution.plan)
    else:
        assert (done.returncode, done.stdout) == (1, "")
        assert "the goal is not reached" in done.stderr


@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_the_plans_are_the_engines(name: str, tmp_path: Path) -> None:
    benchmark = PAPER_BENCHMARKS[name]
    program = benchmark.program
    assert program is not None
    training, validation = benchmark.training(), benchmark.validation()
    executable = exported_cpp(program, training[0], tmp_path)
    for instance in validation:
        same_in_cpp(program, executable, instance, write_instance(instance))
    for instance in training:
        same_in_cpp(program, executable, instance, as_json(instance))


def without_goal(instance: Instance) -> Instance:
    """Return an instance that every program solves, so that there is a plan to compare."""
    return Instance(instance.name, instance.domain, instance.objects, instance.initial, ())


@pytest.mark.parametrize("seed", range(4))
def test_plans_of_random_programs_are_the_engines(seed: int, tmp_path: Path) -> None:
    program, instance = longest_of_many(seed)
    executable = exported_cpp(program, instance, tmp_path)
    for found in (instance, without_goal(instance)):
        same_in_cpp(program, executable, found, write_instance(found))
        same_in_cpp(program, executable, found, as_json(found))


def longest_of_many(seed: int) -> tuple[Program, Instance]:
    """Return one of many random programs that ends, with a long plan, and its instance."""
    random = Random(seed)
    found: list[tuple[int, int, Program, Instance]] = []
    for number in range(200):
        case = program_case(random.randint)
        instance = case.problem.instances[0]
        for program in case.programs:
            execution = execute(program, instance)
            if execution.outcome is not ExecutionOutcome.INFINITE:
                found.append((execution.plan_length, -number, program, instance))
    _, _, program, instance = max(found, key=lambda row: row[:2])
    return program, instance


@pytest.mark.parametrize("program", HOSTILE_PROGRAMS, ids=("actions", "loops", "case"))
def test_any_name_of_pddl_can_be_exported(program: Program, tmp_path: Path) -> None:
    executable = exported_cpp(program, HOSTILE_INSTANCE, tmp_path)
    for instance in (HOSTILE_INSTANCE, without_goal(HOSTILE_INSTANCE)):
        same_in_cpp(program, executable, instance, write_instance(instance))
        same_in_cpp(program, executable, instance, as_json(instance))


def test_a_wrong_instance_ends_in_a_message(tmp_path: Path) -> None:
    gripper = PAPER_BENCHMARKS["gripper"]
    assert gripper.program is not None
    executable = exported_cpp(gripper.program, gripper.training()[0], tmp_path)
    for text, message in (
        ('{"objects": {"ball": ["b"]}, "init": [["at", "b"]]}', '"at" takes 2 objects'),
        ('{"objects": {"ball": ["b", "B"]}}', 'two objects are called "B"'),
        ('{"objects": {"bal": ["b"]}}', 'of an unknown type "bal"'),
        ('{"goals": []}', 'unknown key "goals"'),
        ('{"init": [["free", "x"]]}', 'unknown object "x"'),
        ('{"objects": {"ball": ["b"]}, "init": [["free", "b"]]}', "not of the type"),
        ('{"init": [["fre", "x"]]}', "known predicate"),
        ("{", "this is no JSON"),
        ('{"objects": {"ball": "abc"}}', "expected a list"),
        ('{"objects": "abc"}', "expected a list"),
        ('{"goal": "free"}', "expected a list"),
        ('{"init": {"free": "g"}}', "expected a list"),
        ("(define)", 'expected "(define (problem NAME)'),
        ("(define ())", "this is not an instance"),
        ('{"init": [["\\u12"]]}', "a wrong escape"),
        ("[" * 100_000, "this is not an instance"),
        ('{"init": ' + "[" * 100_000, "nested too deep"),
        ("(define (problem x) (:domain lock))", 'instances with "(:domain gripper)"'),
        ("(define (problem x)", 'is a ")" missing?'),
        ("", 'expected one "(define'),
        ("(define (domain gripper))", "this is not an instance"),
    ):
        done = run_cpp(executable, text)
        assert (done.returncode, done.stdout) == (3, ""), text
        assert message in done.stderr
    escaped = '{"objects": {"ball": ["b\\u00e4\\ud83d\\ude00"]}, "goal": []}'
    assert run_cpp(executable, escaped).returncode == 0
