"""Edits of programs: each gives a valid program, and removals keep what they do not remove."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise

from hypothesis import given

from engine.strategies import ProgramCase, made, program_case, share
from engine.structured_strategies import StructuredCase, structured_case
from genplan.engine import execute
from genplan.outcomes import ExecutionOutcome
from genplan.program.instructions import End, Goto, Inc
from genplan.program.program import Program
from genplan.program.text import format_program, parse_program
from genplan.shortening import Optimize
from genplan.shortening.goto_edits import GotoEdits, without
from genplan.shortening.structured_edits import StructuredEdits, removals
from genplan.trace import trace

A_FEW = 20


@given(case=made(structured_case))
@share(0.005)
def test_edits_of_structured_programs_are_programs(case: StructuredCase) -> None:
    domain = case.problem.domain
    for program in case.programs:
        edits = StructuredEdits(program, domain, case.problem.instances)
        for group in edits.groups(program, Optimize.STEPS):
            for neighbour in islice(group, A_FEW):
                assert neighbour.pointers == program.pointers
                assert parse_program(format_program(neighbour), domain) == neighbour


@given(case=made(structured_case))
@share(0.02)
def test_removals_make_structured_programs_shorter(case: StructuredCase) -> None:
    for program in case.programs:
        found = list(removals(program.body))
        assert () in found or not program.body
        for body in found:
            assert sum(1 for _ in flat(body)) < len(program)


def flat(body: tuple[object, ...]) -> list[object]:
    return [s for one in body for s in (one, *flat(getattr(one, "body", ())))]


@given(case=made(program_case))
@share(0.005)
def test_edits_of_goto_programs_are_programs(case: ProgramCase) -> None:
    domain = case.problem.domain
    for program in case.programs:
        for group in GotoEdits(program, domain).groups(program, Optimize.STEPS):
            for neighbour in islice(group, A_FEW):
                assert neighbour.pointers == program.pointers
                assert parse_program(format_program(neighbour), domain) == neighbour


def test_a_jump_that_is_never_taken_can_go() -> None:
    seen: Counter[str] = Counter()

    @given(case=made(program_case))
    @share(0.04)
    def compare(case: ProgramCase) -> None:
        (instance,) = case.problem.instances
        for given_program in case.programs:
            program = given_program.until_end
            before = execute(program, instance)
            if before.outcome is ExecutionOutcome.INFINITE:
                continue
            executed = [step.line for step in trace(program, instance, 100_000)]
            jumps = {here for here, there in pairwise([*executed, before.line]) if there <= here}
            lines = tuple(line for _, line in program.instructions())
            for number, line in enumerate(lines):
                if not isinstance(line, Goto) or number in jumps:
                    continue
                if lines[number + 1] in (Goto(number, True), Goto(number, False)):
                    continue  # it would jump to itself then
                left = without(lines, number, number + 1)
                after = execute(Program(program.domain, program.pointers, left), instance)
                assert (after.outcome, after.plan) == (before.outcome, before.plan)
                assert after.state == before.state
                assert after.steps == before.steps - executed.count(number)
                seen["removed"] += 1
                seen["with a plan"] += bool(before.plan)
                seen["before a jump"] += any(there > number for there in jumps)

    compare()
    names = ("removed", "with a plan", "before a jump")
    assert min(seen[name] for name in names) >= 10, seen


def test_jumps_follow_their_targets() -> None:
    program = (Inc("z"), Inc("z"), Inc("z"), Goto(0, False), Goto(2, False), End())
    assert without(program, 0, 1) == (Inc("z"), Inc("z"), Goto(0, False), Goto(1, False), End())
    assert without(program, 1, 3) == (Inc("z"), Goto(0, False), Goto(1, False), End())
    assert without(program, 3, 4) == (*program[:3], Goto(2, False), End())
