"""What is called proven to end does end, within its bound, whatever the program and instance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Final

import pytest
from hypothesis import given

from engine import strategies as make
from engine.strategies import Roll, made, share
from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.compiled import compile_domain, compile_instance, compile_program
from genplan.engine import execute
from genplan.evidence.endless import endless_instance
from genplan.evidence.loops import Loop, Termination
from genplan.evidence.termination import prove_termination
from genplan.outcomes import ExecutionOutcome
from genplan.pddl import Instance, parse_instance, write_instance
from genplan.problem import GPProblem, Pointer
from genplan.program.instructions import Clear, Dec, End, Goto, Inc, Instruction, Set
from genplan.program.program import Program
from genplan.program.text import parse_goto_program
from genplan.reference.machine import Machine, run, start

# For each goto: the first line of its loop, its own line, and how often it can jump.
GOLDEN: Final = {
    "baking": [(0, 11, "|soap|")],
    "corridor": [(1, 4, "|location|"), (4, 9, None)],
    "gripper": [(0, 6, "|ball|")],
    "intrusion": [(0, 7, "|host|")],
    "lock": [(1, 4, "|object|"), (1, 9, None)],
    "ontable": [(0, 2, "|object|"), (0, 6, "|object|"), (0, 9, "|object|")],
    "spanner": [(0, 4, "|spanner|"), (0, 10, "|location|")],
    "visitall": [(0, 2, "|row|"), (0, 5, "|column|")],
}

# The bound on all steps, as a product of numbers of objects.
GROWTH: Final = {
    "baking": "|soap|",
    "corridor": None,
    "gripper": "|ball|",
    "intrusion": "|host|",
    "lock": None,
    "ontable": "|object|^3",
    "spanner": "|location|·|spanner|",
    "visitall": "|column|·|row|",
}


def of_paper(name: str) -> tuple[Program, Termination]:
    benchmark = PAPER_BENCHMARKS[name]
    assert isinstance(benchmark.program, Program)
    return benchmark.program, prove_termination(benchmark.program, benchmark.domain)


@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_the_loops_of_the_papers_programs(name: str) -> None:
    _, found = of_paper(name)
    rounds = [None if loop.rounds is None else str(loop.rounds) for loop in found.loops]
    loops = [(loop.first, loop.last) for loop in found.loops]
    assert [(*lines, most) for lines, most in zip(loops, rounds, strict=True)] == GOLDEN[name]
    assert (None if found.steps is None else str(found.steps.leading)) == GROWTH[name]
    assert found.proven == all(loop.proven for loop in found.loops)


@pytest.mark.parametrize("name", [name for name, growth in GROWTH.items() if growth])
def test_the_bounds_of_the_papers_programs_are_close(name: str) -> None:
    program, found = of_paper(name)
    assert found.steps is not None
    for instance in PAPER_BENCHMARKS[name].training():
        steps = execute(program, instance).steps
        assert steps <= found.steps.at(instance) <= 1.1 * steps + 2


@pytest.mark.parametrize("name", ["corridor", "lock"])
def test_what_is_not_proven_does_go_on_for_ever_somewhere(name: str) -> None:
    program, _ = of_paper(name)
    found = endless_instance(program, PAPER_BENCHMARKS[name].training())
    assert found is not None
    read = parse_instance(write_instance(found), PAPER_BENCHMARKS[name].domain)
    assert execute(program, read).outcome is ExecutionOutcome.INFINITE
    assert len(read.all_objects) <= 2
    assert len(read.initial) <= 1


def test_no_endless_instance_is_found_where_there_is_none() -> None:
    for name in ("gripper", "spanner"):
        program, _ = of_paper(name)
        assert endless_instance(program, PAPER_BENCHMARKS[name].training()) is None


CASES: Final = {
    "forward until the last": ("inc(z1)\ngoto(0,!y)", True),
    "forward, and on at the last": ("inc(z1)\ngoto(0,y)", False),
    "backward until the first": ("inc(z1)\ngoto(0,!y)\ndec(z1)\ngoto(2,!y)", True),
    "backward, and on when it comes to the first": ("dec(z1)\ngoto(0,y)", False),
    "forward and back": ("inc(z1)\ndec(z1)\ngoto(0,!y)", False),
    "forward and reset": ("inc(z1)\nclear(z1)\ngoto(0,y)", False),
    "backward and reset": ("clear(z1)\ndec(z1)\ngoto(0,!y)", True),
    "the jump is decided by another pointer": ("inc(z1)\ninc(z2)\ngoto(0,!y)", True),
    "moved back in the inner loop": (
        "inc(z1)\ninc(z2)\ndec(z1)\ngoto(1,!y)\ninc(z1)\ngoto(0,!y)",
        False,
    ),
    "reset between, but the outer pointer goes on": (
        "inc(z2)\ngoto(0,!y)\nclear(z2)\ninc(z1)\ngoto(0,!y)",
        True,
    ),
    "set to another pointer": ("set(z1,z2)\ndec(z1)\ngoto(0,!y)", False),
    "a jump on itself": ("clear(z1)\ngoto(0,y)", False),
    "a jump that never comes": ("clear(z1)\ngoto(0,!y)", True),
    "y at the start is false": ("open(z1)\ngoto(0,y)", True),
    "y at the start, the other way": ("open(z1)\ngoto(0,!y)", False),
    "up to a test": ("inc(z1)\ntest(at-agent(z1))\ngoto(0,y)", False),
    "no loop": ("open(z1)", True),
}


@pytest.mark.parametrize("case", CASES)
def test_small_loops(case: str) -> None:
    text, ends = CASES[case]
    lines = "\n".join(f"{n}. {line}" for n, line in enumerate([*text.split("\n"), "end"]))
    domain = PAPER_BENCHMARKS["lock"].domain
    program = parse_goto_program(f"; domain lock   pointers z1 z2 - object\n{lines}\n", domain)
    found = prove_termination(program, domain)
    assert found.proven == ends, found
    instance = PAPER_BENCHMARKS["lock"].training()[0]
    if found.steps is not None:
        assert execute(program, instance).steps <= found.steps.at(instance)


def test_the_reason_names_what_moves_and_what_decides() -> None:
    _, found = of_paper("lock")
    assert found.loops[0].reason == "z2 only moves forward"
    assert "z1 can move forward and to the first object" in found.loops[1].reason
    assert "the test on line 8" in found.loops[1].reason
    _, found = of_paper("visitall")
    outer = "column1 only moves forward; between two such moves row1 only moves forward"
    assert found.loops[1].reason == outer


def test_a_program_that_is_not_finished_halts_where_it_ends() -> None:
    program = Program.empty("lock", PAPER_BENCHMARKS["lock"].problem().pointers, 5)
    found = prove_termination(program.with_line(0, Inc("z1")), PAPER_BENCHMARKS["lock"].domain)
    assert (found.loops, str(found.steps)) == ((), "1")


def nest(count: int, *, resets: bool) -> Termination:
    """Return what is found out about so many loops, each around the one before."""
    problem = PAPER_BENCHMARKS["lock"].problem()
    pointers = tuple(Pointer(f"z{n}", "object") for n in range(count))
    lines: list[Instruction] = []
    for z in pointers:
        lines += [Inc(z.name), Goto(0, False)]
        lines += [Clear(z.name)] if resets else []
    program = Program("lock", pointers, (*lines, End()))
    return prove_termination(program, problem.domain)


def test_nested_loops_multiply_only_if_pointers_are_reset() -> None:
    steps = nest(12, resets=True).steps
    assert steps is not None and steps.degree == 12
    steps = nest(20, resets=False).steps
    assert steps is not None and steps.degree == 1
    assert not nest(40, resets=True).proven  # deeper than anybody looks


def loopy_program(roll: Roll, problem: GPProblem) -> Program:
    """Return a program of pointer instructions and jumps, most of them useful ones."""
    names = [z.name for z in problem.pointers]
    groups = make.plain_groups(problem)
    lines: list[Instruction] = []
    for number in range(roll(2, 11)):
        before = lines[-1] if lines else None
        jumps = isinstance(before, Inc | Dec | Clear | Set) or roll(0, 5) == 0
        if number and jumps and roll(0, 3) > 0:
            lines.append(Goto(roll(0, number - 1), roll(0, 2) == 0))
        elif names and roll(0, 3) > 0:
            name = make.one_of(roll, names)
            kinds = (Inc(name), Inc(name), Inc(name), Dec(name), Dec(name), Clear(name))
            lines.append(kinds[roll(0, len(kinds) - 1)])
        else:
            plain = [instruction for group in groups for instruction in group]
            lines.append(plain[roll(0, len(plain) - 1)] if plain else End())
    return Program(problem.domain.name, problem.pointers, (*lines, End()))


def loopy_case(roll: Roll) -> tuple[Program, Instance]:
    problem = make.problem(roll)
    return loopy_program(roll, problem), problem.instances[0]


def any_case(roll: Roll) -> tuple[Program, Instance]:
    case = make.program_case(roll)
    return case.programs[0], case.problem.instances[0]


@pytest.mark.parametrize("kind", ["loopy", "any"])
def test_what_is_proven_to_end_never_meets_the_loop_detector(kind: str) -> None:
    counts: Counter[str] = Counter()

    @given(case=made(partial(loopy_case if kind == "loopy" else any_case)))
    @share(0.1)
    def compare(case: tuple[Program, Instance]) -> None:
        program, instance = case
        found = prove_termination(program, instance.domain)
        ended = execute(program, instance, engine="python")
        infinite = ended.outcome is ExecutionOutcome.INFINITE
        assert found.proven == all(loop.proven for loop in found.loops)
        if found.steps is not None:
            assert not infinite
            assert ended.steps <= found.steps.at(instance)
        looped = check_loops(program, instance, found.loops)
        counts["looped and proven"] += looped and found.proven
        counts["ended and not proven"] += not infinite and not found.proven
        counts["infinite"] += infinite

    compare()
    assert min(counts.values()) >= 5, counts


def check_loops(program: Program, instance: Instance, loops: Sequence[Loop]) -> bool:
    """Count the jumps of each loop between two times at which a later line is reached."""
    domain = compile_domain(instance.domain, program.pointers)
    compiled = compile_instance(domain, instance)
    jumps: Counter[int] = Counter()
    most = {loop.last: loop.rounds.at(instance) for loop in loops if loop.rounds is not None}
    looped = False

    def after_step(before: Machine, after: Machine) -> None:
        nonlocal looped
        for last in most:
            if after.line > last:
                jumps[last] = 0
        if after.line <= before.line and before.line in most:
            looped = True
            jumps[before.line] += 1
            assert jumps[before.line] <= most[before.line]

    run(compile_program(program, domain), compiled, start(compiled), after_step)
    return looped
