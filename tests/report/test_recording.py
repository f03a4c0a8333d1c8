"""Recordings tell what the reference machine does, step by step, landmarks included."""

from __future__ import annotations

import pytest

from cli.command import PAPER_DOMAINS
from genplan.benchmarks import BENCHMARKS
from genplan.compiled import compile_domain, compile_instance, compile_program
from genplan.engine import landmark_graph
from genplan.landmark_graph import Construction
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import Instance
from genplan.program.program import Program
from genplan.reference.landmarks import discover
from genplan.reference.machine import Machine, start, step
from genplan.reference.progress import LandmarkProgress
from genplan.report.recording import record
from report.pages import program_of


def machines(program: Program, instance: Instance, count: int) -> list[Machine]:
    """Return the machine at the start and after each of so many steps."""
    domain = compile_domain(instance.domain, program.pointers)
    compiled = compile_instance(domain, instance)
    lines = compile_program(program, domain)
    found = [start(compiled)]
    for _ in range(count):
        line = lines[found[-1].line]
        assert line is not None
        found.append(step(line, compiled, found[-1]))
    return found


@pytest.mark.parametrize("construction", list(Construction))
@pytest.mark.parametrize("name", PAPER_DOMAINS)
def test_landmarks_are_reached_when_the_reference_says(
    name: str, construction: Construction
) -> None:
    program, instance = program_of(name), BENCHMARKS[name].training()[1]
    recording = record(program, instance, landmark_graph(instance, construction), 400)
    compiled = compile_instance(compile_domain(instance.domain, program.pointers), instance)
    progress = LandmarkProgress(compiled, discover(compiled, construction, pointers=True))
    passed = machines(program, instance, len(recording.moments))
    reached = progress.at_start(passed[0])
    assert set(recording.reached_at_start) == reached
    for moment, machine in zip(recording.moments, passed[1:], strict=True):
        after = progress.after_step(reached, machine)
        assert set(moment.reached) == after - reached
        reached = after


@pytest.mark.parametrize("name", PAPER_DOMAINS)
def test_pointers_flag_and_atoms_are_those_of_the_machine(name: str) -> None:
    program, instance = program_of(name), BENCHMARKS[name].training()[1]
    recording = record(program, instance, None, 400)
    compiled = compile_instance(compile_domain(instance.domain, program.pointers), instance)
    places = dict(recording.start)
    state = set(instance.initial_state)
    passed = machines(program, instance, len(recording.moments))
    for moment, before, after in zip(recording.moments, passed[:-1], passed[1:], strict=True):
        places.update(moment.pointers)
        state = (state - set(moment.deleted)) | set(moment.added)
        assert moment.line == before.line
        assert moment.y == after.y
        assert state == {compiled.atom(number) for number in after.state}
        types = compiled.domain.pointer_types
        objects = [
            compiled.objects[compiled.members[t][place]]
            for t, place in zip(types, after.pointers, strict=True)
        ]
        assert list(places.values()) == objects


def test_a_whole_run_ends_and_a_cut_one_does_not() -> None:
    program, instance = program_of("lock"), BENCHMARKS["lock"].training()[0]
    whole = record(program, instance, None, 119)
    assert (whole.outcome, len(whole.moments)) == (ExecutionOutcome.SOLVED, 119)
    assert (whole.next_line, whole.was_cut) == (11, False)
    cut = record(program, instance, None, 118)
    assert (cut.outcome, len(cut.moments), cut.was_cut) == (None, 118, True)
    assert cut.moments == whole.moments[:118]
    assert cut.next_line == whole.moments[118].line
