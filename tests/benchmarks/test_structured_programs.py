"""Programs written by hand in the structured language solve the bundled benchmarks.

Among them are goals that no planning program with gotos of the same pointers reaches: arbitrary
towers, logistics, satellites. Plans are checked by the independent validator.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from genplan.benchmarks import BENCHMARKS, PAPER_BENCHMARKS
from genplan.engine import execute
from genplan.planner import validate
from genplan.program.structured import StructuredProgram
from genplan.program.text import format_program, read_program

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "structured"
NAMES: Final = sorted(path.stem for path in GOLDEN.glob("*.gp"))

FEW: Final = 3
"""The validation sets are large for plain Python; it runs so many of their instances."""


def program_for(name: str) -> StructuredProgram:
    program = read_program(GOLDEN / f"{name}.gp", BENCHMARKS[name].domain)
    assert isinstance(program, StructuredProgram)
    return program


def test_there_are_programs_for_the_paper_and_beyond() -> None:
    assert set(PAPER_BENCHMARKS) < set(NAMES) <= set(BENCHMARKS)
    assert len(NAMES) >= 20


@pytest.mark.parametrize("name", NAMES)
def test_text_is_as_it_is_written(name: str) -> None:
    text = (GOLDEN / f"{name}.gp").read_text(encoding="utf-8")
    assert format_program(program_for(name)) == text


@pytest.mark.parametrize("name", NAMES)
def test_instances_are_solved(name: str) -> None:
    benchmark = BENCHMARKS[name]
    for instances in (benchmark.training(), benchmark.validation()):
        report = validate(program_for(name), instances, engine="core")
        assert report.valid, report.instances


@pytest.mark.parametrize("name", NAMES)
def test_the_twin_does_the_same(name: str) -> None:
    instances = (*BENCHMARKS[name].training(), *BENCHMARKS[name].validation()[:FEW])
    program = program_for(name)
    for instance in instances:
        assert execute(program, instance, engine="python") == execute(program, instance)
