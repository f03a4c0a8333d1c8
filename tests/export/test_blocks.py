"""The readable form does what the goto program does."""

from __future__ import annotations

import os
from typing import Final

import pytest
from hypothesis import given

from engine.strategies import ProgramCase, made, program_case, share
from export.blocks_machine import events_of_blocks, events_of_program
from genplan.benchmarks import PAPER_BENCHMARKS, Benchmark
from genplan.compiled import CompiledInstance, compile_domain, compile_instance
from genplan.engine import execute
from genplan.errors import ProblemError
from genplan.program.export.blocks import (
    AgainBlock,
    FlagBlock,
    LoopBlock,
    readable_blocks,
    walk_blocks,
)
from genplan.program.export.readable import format_readable
from genplan.program.program import Program
from genplan.program.text import parse_goto_program

MOST_STEPS: Final = int(os.environ.get("GENPLAN_MOST_STEPS", "60000"))
"""Of runs with more steps, which only ontable has, the exports check the plan. (Without a limit
all of them were compared; it takes two minutes.)"""


def same_events(program: Program, instance: CompiledInstance, most: int) -> None:
    readable = events_of_blocks(readable_blocks(program), instance, 20 * most)
    last = ""
    for expected in events_of_program(program, instance, most):
        assert next(readable, None) == expected
        last = expected[0]
    if last == "end":
        assert next(readable, None) is None


def program_of(benchmark: Benchmark) -> Program:
    assert benchmark.program is not None
    return benchmark.program


@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_blocks_do_what_the_papers_programs_do(name: str) -> None:
    benchmark = PAPER_BENCHMARKS[name]
    program = program_of(benchmark)
    domain = compile_domain(benchmark.domain, program.pointers)
    for instance in (*benchmark.training(), *benchmark.validation()):
        steps = execute(program, instance).steps
        if steps <= MOST_STEPS:
            same_events(program, compile_instance(domain, instance), 2 * steps)
        else:
            assert name == "ontable"


@share(0.15)
@given(made(program_case))
def test_blocks_do_what_random_programs_do(case: ProgramCase) -> None:
    domain = compile_domain(case.problem.domain, case.problem.pointers)
    instance = compile_instance(domain, case.problem.instances[0])
    for program in case.programs:
        same_events(program, instance, 300)


@share(0.02)
@given(made(program_case))
def test_every_continue_stands_in_the_loop_that_it_starts_again(case: ProgramCase) -> None:
    for program in case.programs:
        blocks = readable_blocks(program)
        loops = [block for block in walk_blocks(blocks) if isinstance(block, LoopBlock)]
        labels = [loop.label for loop in loops if loop.label]
        assert len(set(labels)) == len(labels)
        every = sum(isinstance(block, AgainBlock) for block in walk_blocks(blocks))
        inside = sum(
            isinstance(block, AgainBlock) and block.label == loop.label
            for loop in loops
            for block in walk_blocks(loop.body)
        )
        assert inside == every


def gripper(*lines: str) -> Program:
    text = "; domain gripper   pointers room1 room2 - room ball1 - ball gripper1 - gripper\n"
    numbered = "\n".join(f"{number}. {line}" for number, line in enumerate(lines))
    return parse_goto_program(f"{text}{numbered}\n", PAPER_BENCHMARKS["gripper"].domain)


def readable(*lines: str) -> list[str]:
    return format_readable(gripper(*lines)).splitlines()[1:]


def test_every_way_to_close_a_loop_has_its_words() -> None:
    test = "test(at-robby(room1))"
    assert readable("inc(room1)", "goto(0,!y)", "end") == [
        "repeat for room1",
        "until room1 is the last",
    ]
    assert readable("move(room1,room2)", "inc(room1)", "goto(0,y)", "end") == [
        "repeat",
        "    move(room1, room2)",
        "while room1 is the last",
        "room1 := next room",
    ]
    assert readable("dec(room1)", "goto(0,!y)", "end") == [
        "repeat",
        "    room1 := previous room",
        "until room1 is the first",
    ]
    assert readable("dec(room1)", test, "goto(0,y)", "end")[-1] == "until at-robby(room1)"
    assert readable("dec(room1)", test, "goto(0,!y)", "end")[-1] == "while at-robby(room1)"
    assert readable("set(room1,room2)", "goto(0,y)", "end")[-1] == "while room1 is the first"


def test_what_cannot_be_reached_or_has_no_effect_is_left_out() -> None:
    assert readable("clear(room1)", "goto(0,y)", "inc(room2)", "end") == [
        "repeat for ever",
        "    room1 := first room",
    ]
    assert readable("clear(room1)", "goto(0,!y)", "inc(room2)", "end") == [
        "room1 := first room",
        "room2 := next room",
    ]
    assert readable("inc(room1)", "end", "inc(room2)", "end") == ["room1 := next room"]
    assert readable("test(at-robby(room1))", "inc(room1)", "end") == ["room1 := next room"]


def test_jumps_to_jumps_are_followed() -> None:
    lines = ("inc(room1)", "goto(0,!y)", "test(at-robby(room1))", "goto(1,y)", "end")
    assert readable(*lines) == [
        "repeat for room1",
        "until room1 is the last",
        "repeat",
        "until at-robby(room1)",
    ]


def test_overlapping_loops_need_a_labelled_continue() -> None:
    lines = ("inc(room1)", "dec(room2)", "goto(0,y)", "inc(ball1)", "goto(1,!y)", "end")
    assert readable(*lines) == [
        "A: repeat",
        "    room1 := next room",
        "    repeat for ball1",
        "        room2 := previous room",
        "        if room2 is the first: continue A",
        "    until ball1 is the last",
        "    break A",
    ]


def test_where_y_was_set_elsewhere_it_stays_a_flag() -> None:
    program = gripper("inc(ball1)", "move(room1,room2)", "goto(0,!y)", "end")
    assert any(isinstance(block, FlagBlock) for block in walk_blocks(readable_blocks(program)))
    assert format_readable(program).splitlines()[1:] == [
        "repeat",
        "    y := ball1 is the last",
        "    ball1 := next ball",
        "    move(room1, room2)",
        "until y",
    ]


def test_a_program_that_is_not_complete_is_refused() -> None:
    with pytest.raises(ProblemError, match="line 1 of the program is not programmed yet"):
        readable_blocks(gripper("inc(ball1)", "?", "end"))
