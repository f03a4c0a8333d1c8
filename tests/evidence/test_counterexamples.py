"""Counterexamples: found, made small, still failing, and still solvable."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from genplan.benchmarks import BENCHMARKS
from genplan.engine import execute, search
from genplan.errors import GenplanError, InputError, ProblemError
from genplan.evidence.counterexamples import find_counterexample
from genplan.evidence.finding import Status
from genplan.evidence.shrinking import shrink
from genplan.evidence.solvability import Solvability, solvability
from genplan.evidence.sources import BenchmarkSource, CommandSource
from genplan.pddl import Instance, parse_instance, write_instance
from genplan.problem import make_problem
from genplan.program.program import Program
from genplan.program.text import parse_program
from genplan.search import Configuration

LOCK: Final = BENCHMARKS["lock"]
SPANNER: Final = BENCHMARKS["spanner"]

# Picks the key up where the agent happens to stand, and goes left.
HASTY: Final = """; domain lock   pointers z1 z2 - object
0. inc(z1)
1. move(z2,z1)
2. inc(z1)
3. inc(z2)
4. goto(1,!y)
5. pickup(z1)
6. move(z1,z2)
7. dec(z2)
8. dec(z1)
9. goto(6,!y)
10. open(z1)
11. end
"""


def hasty() -> Program:
    program = parse_program(HASTY, LOCK.domain)
    assert isinstance(program, Program)
    return program


def test_a_failing_instance_is_found_and_made_small() -> None:
    source = BenchmarkSource.of("lock", LOCK.domain)
    found = find_counterexample(hasty(), source, range(6, 12), range(1, 4)).found
    assert found is not None
    assert found.solvable is Solvability.SOLVABLE
    read = parse_instance(write_instance(found.instance), LOCK.domain)
    assert execute(hasty(), read).outcome.value == found.outcome
    assert solvability(read) is Solvability.SOLVABLE
    assert len(read.all_objects) <= len(found.original.all_objects)
    assert len(read.initial) < len(found.original.initial)
    for position in range(len(read.initial)):
        fewer = replace(read, initial=(*read.initial[:position], *read.initial[position + 1 :]))
        same = execute(hasty(), fewer).outcome.value == found.outcome
        assert not (same and solvability(fewer) is Solvability.SOLVABLE)


def test_without_shrinking_it_stays_as_generated() -> None:
    source = BenchmarkSource.of("lock", LOCK.domain)
    found = find_counterexample(hasty(), source, range(2, 12), [1], shrunk=False).found
    assert found is not None
    assert replace(found.instance, name=found.original.name) == found.original
    assert source.instance(found.size, found.seed) == found.original


def test_a_good_program_has_none() -> None:
    assert isinstance(LOCK.program, Program)
    source = BenchmarkSource.of("lock", LOCK.domain)
    done = find_counterexample(LOCK.program, source, range(2, 8), range(5))
    assert (done.found, done.tested, done.unsolvable) == (None, 30, 0)
    assert done.finding.status is Status.TESTED
    assert "none among 30 generated instances of sizes 2 to 7" in done.finding.detail


def test_jobs_do_not_change_what_is_found() -> None:
    source = BenchmarkSource.of("lock", LOCK.domain)
    one, two = (
        find_counterexample(hasty(), source, range(2, 6), range(1, 3), jobs=jobs) for jobs in (1, 2)
    )
    assert one == two


def test_the_circle_closes() -> None:
    """A counterexample that is added to the training set leads to a program that solves it."""
    gripper = BENCHMARKS["gripper"]
    few = gripper.generate([1], 1)
    source = BenchmarkSource.of("gripper", gripper.domain)
    instances: list[Instance] = list(few)
    for _ in range(4):
        problem = make_problem(gripper.domain, instances)
        program = search(problem, Configuration(8)).program
        assert isinstance(program, Program)
        done = find_counterexample(program, source, range(1, 6), [1], shrunk=False)
        if done.found is None:
            break
        instances.append(done.found.instance)
    assert done.found is None
    assert len(instances) > 1


# --- Solvability -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", BENCHMARKS)
def test_the_smallest_instances_are_solvable(name: str) -> None:
    benchmark = BENCHMARKS[name]
    size = max(benchmark.smallest_size, 2)
    assert solvability(benchmark.generate([size], 1)[0]) is Solvability.SOLVABLE


def test_what_the_relaxation_cannot_see() -> None:
    """One spanner for two nuts: reachable without delete effects, but a spanner wears out."""
    instance = SPANNER.generate([2], 1)[0]
    names = {item.name for item in instance.objects if item.name.startswith("spanner")}
    gone = sorted(names)[1:]
    objects = tuple(item for item in instance.objects if item.name not in gone)
    initial = tuple(a for a in instance.initial if not {*gone} & {*a.arguments})
    short = replace(instance, objects=objects, initial=initial)
    assert solvability(short) is Solvability.UNSOLVABLE
    assert solvability(short, most_checks=10) is Solvability.UNDECIDED


def test_a_goal_out_of_reach() -> None:
    instance = replace(LOCK.generate([3], 1)[0], initial=())
    assert solvability(instance) is Solvability.UNSOLVABLE


def test_unsolvable_instances_are_no_counterexamples(tmp_path: Path) -> None:
    empty = "(define (problem p) (:domain lock) (:objects a b) (:init) (:goal (unlocked)))"
    command = printing(tmp_path, f"print({empty!r})")
    source = CommandSource.of(command, LOCK.domain)
    done = find_counterexample(hasty(), source, range(1, 3), range(2))
    assert (done.found, done.tested, done.unsolvable) == (None, 4, 4)
    assert "4 of them unsolvable" in done.finding.detail


# --- Shrinking -------------------------------------------------------------------------------


def test_shrinking_finds_what_matters() -> None:
    instance = LOCK.generate([9], 1)[0]
    small = shrink(instance, lambda i: any(a.predicate == "at-key" for a in i.initial))
    assert [str(a).partition(" ")[0] for a in small.initial] == ["(at-key"]
    assert len(small.objects) == 1
    assert small.goal == instance.goal


def test_shrinking_leaves_what_cannot_be_smaller() -> None:
    instance = LOCK.generate([4], 1)[0]
    assert shrink(instance, lambda i: False) == instance
    assert shrink(instance, lambda i: True, most_work=0) == instance


def test_merging_shortens_chains() -> None:
    """No cell in the middle can go, but two can become one."""
    instance = LOCK.generate([8], 1)[0]
    small = shrink(instance, lambda i: solvability(i) is Solvability.SOLVABLE)
    assert len(small.objects) == 1


# --- Commands --------------------------------------------------------------------------------


def printing(folder: Path, code: str) -> str:
    """Return a command that runs a piece of Python with size and seed as arguments."""
    script = folder / "a generator.py"
    script.write_text(f"import sys\nsize, seed = map(int, sys.argv[1:])\n{code}\n")
    return f"'{sys.executable}' '{script}' {{size}} {{seed}}"


def test_a_command_prints_instances(tmp_path: Path) -> None:
    code = (
        "from genplan import get_benchmark, write_instance\n"
        "print(write_instance(get_benchmark('lock').generate([size], seed)[0]))"
    )
    source = CommandSource.of(printing(tmp_path, code), LOCK.domain)
    assert source.instance(5, 7) == BenchmarkSource.of("lock", LOCK.domain).instance(5, 7)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("sys.exit('no such size')", "failed with code 1: no such size"),
        ("", "output of"),
        ("print('(define (problem p) (:domain')", "output of"),
        ("sys.stdout.buffer.write(bytes(range(256)))", "output of"),
        ("sys.stderr.write('\\x1b[31m'); sys.exit(3)", "failed with code 3"),
    ],
)
def test_broken_commands_end_as_messages(tmp_path: Path, code: str, message: str) -> None:
    source = CommandSource.of(printing(tmp_path, code), LOCK.domain)
    with pytest.raises(GenplanError) as raised:
        source.instance(2, 1)
    assert message in str(raised.value)
    assert "\x1b" not in str(raised.value)


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("", "is empty"),
        ("'unclosed {size}", "is broken"),
        ("true", "always prints the same instance"),
    ],
)
def test_broken_templates_are_refused(template: str, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        CommandSource.of(template, LOCK.domain)


def test_a_command_that_is_not_there() -> None:
    with pytest.raises(InputError, match="cannot be run: No such file"):
        CommandSource.of("/no/such/generator {size}", LOCK.domain).instance(1, 1)


def test_a_generator_of_another_domain_is_refused() -> None:
    with pytest.raises(ProblemError, match="differs from the domain"):
        BenchmarkSource.of("gripper", LOCK.domain)
    with pytest.raises(ProblemError, match='did you mean "lock"'):
        BenchmarkSource.of("lokc", LOCK.domain)
