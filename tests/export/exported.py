"""Exported programs, run: Python within this process, C++ compiled."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from genplan.engine import execute
from genplan.execution import Execution
from genplan.pddl.model import Atom, Instance
from genplan.plan import GroundAction
from genplan.program.export import show_program
from genplan.program.program import Program

COMPILER: Final = shutil.which("c++") or shutil.which("g++")
STRICT: Final = ("-std=c++20", "-O1", "-Wall", "-Wextra", "-Wshadow", "-pedantic", "-Werror")

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler here")


def words(atom: Atom) -> tuple[str, ...]:
    return (atom.predicate, *atom.arguments)


def load_python(text: str) -> dict[str, Any]:
    """Return the names of an exported module."""
    names: dict[str, Any] = {"__name__": "exported"}
    exec(compile(text, "exported.py", "exec", dont_inherit=True), names)
    return names


def run_python(
    module: Mapping[str, Any], instance: Instance
) -> tuple[list[GroundAction], frozenset[tuple[str, ...]]]:
    """Return the plan of an exported module, and the atoms after it."""
    atoms = {words(atom) for atom in instance.initial}
    plan = [GroundAction(n, tuple(o)) for n, *o in module["plan"](instance.objects_by_type, atoms)]
    return plan, frozenset(atoms)


def expected(execution: Execution) -> tuple[list[GroundAction], frozenset[tuple[str, ...]]]:
    return list(execution.plan), frozenset(words(atom) for atom in execution.state)


def same_in_python(program: Program, module: Mapping[str, Any], instance: Instance) -> None:
    assert run_python(module, instance) == expected(execute(program, instance))


def compile_cpp(text: str, folder: Path) -> Path:
    """Return the executable of an exported file, compiled with warnings as errors."""
    assert COMPILER is not None
    source, target = folder / "exported.cpp", folder / "exported"
    source.write_text(text, "utf-8")
    command = [COMPILER, *STRICT, str(source), "-o", str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return target


def run_cpp(executable: Path, instance_text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(executable), "-"],
        input=instance_text,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def exported_cpp(program: Program, instance: Instance, folder: Path) -> Path:
    return compile_cpp(show_program(program, instance.domain, "cpp"), folder)


def as_json(instance: Instance) -> str:
    """Return an instance in the JSON that exported programs read."""
    goal = [
        list(words(literal.atom)) if literal.positive else ["not", list(words(literal.atom))]
        for literal in instance.goal
    ]
    return json.dumps(
        {
            "objects": [[item.name, item.type] for item in instance.objects],
            "init": [list(words(atom)) for atom in instance.initial],
            "goal": goal,
        }
    )
