"""The programs that the paper prints solve their training sets; its misprints do not."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pytest

from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.engine import execute
from genplan.pddl import Atom, Instance, Literal, Object
from genplan.program.instructions import Act, Inc
from genplan.program.program import Program
from genplan.program.text import parse_goto_program

ENGINES: Final = ("core", "python")

# Figure 4, as corrected: printed is move(z1,z2) on line 7.
FIGURE_4: Final = """; domain lock   pointers z1 z2 - object
0. inc(z1)
1. move(z2,z1)
2. inc(z1)
3. inc(z2)
4. goto(1,!y)
5. pickup(z1)
6. dec(z1)
7. move(z2,z1)
8. dec(z2)
9. goto(5,!y)
10. open(z1)
11. end
"""

# Figure 1: length of the corridor, where the agent stands; the lock is first, the key last.
FIGURE_1: Final = ((6, 2), (8, 1), (5, 3))


def lock_program() -> Program:
    return parse_goto_program(FIGURE_4, PAPER_BENCHMARKS["lock"].domain)


def figure_1(length: int, agent: int) -> Instance:
    cells = [f"p{i}" for i in range(length)]
    pairs = list(pairwise(cells))
    initial = (
        Atom("at-lock", (cells[0],)),
        Atom("at-key", (cells[-1],)),
        Atom("at-agent", (cells[agent],)),
        *(Atom("adjacent", pair) for pair in pairs),
        *(Atom("adjacent", pair[::-1]) for pair in pairs),
    )
    return Instance(
        f"figure-1-{length}",
        PAPER_BENCHMARKS["lock"].domain,
        tuple(Object(cell, "object") for cell in cells),
        initial,
        (Literal(Atom("unlocked")),),
    )


def solved(program: Program, instances: tuple[Instance, ...], engine: str) -> list[bool]:
    return [execute(program, instance, engine=engine).solved for instance in instances]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_programs_solve_their_training_sets(name: str, engine: str) -> None:
    benchmark = PAPER_BENCHMARKS[name]
    assert benchmark.program is not None
    assert all(solved(benchmark.program, benchmark.training(), engine))


@pytest.mark.parametrize("engine", ENGINES)
def test_figure_4_corrected_solves_figure_1_and_the_training_set(engine: str) -> None:
    program = lock_program()
    instances = tuple(figure_1(*row) for row in FIGURE_1)
    assert solved(program, instances, engine) == [True, True, True]
    assert all(solved(program, PAPER_BENCHMARKS["lock"].training(), engine))


@pytest.mark.parametrize("engine", ENGINES)
def test_figure_4_as_printed_fails_all_of_figure_1(engine: str) -> None:
    program = lock_program().with_line(7, Act("move", ("z1", "z2")))
    instances = tuple(figure_1(*row) for row in FIGURE_1)
    assert solved(program, instances, engine) == [False, False, False]


@pytest.mark.parametrize("engine", ENGINES)
def test_spanner_as_printed_fails_training_instances_2_to_10(engine: str) -> None:
    spanner = PAPER_BENCHMARKS["spanner"]
    assert spanner.program is not None
    assert spanner.program.lines[9] == Inc("location2")
    printed = spanner.program.with_line(9, Inc("location1"))
    assert solved(printed, spanner.training(), engine) == [True, *(False,) * 9]
