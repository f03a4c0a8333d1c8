"""Programs made shorter and cheaper: planted faults go, nothing that was solved gets lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import given

from engine import strategies as make
from engine.strategies import Roll, made, share
from engine.structured_strategies import structured_program
from genplan.benchmarks import BENCHMARKS
from genplan.engine import execute
from genplan.errors import ProblemError
from genplan.pddl.model import Instance, Literal
from genplan.planner import validate
from genplan.pool import with_shuffled_copies
from genplan.problem import make_pointers
from genplan.program import AnyProgram
from genplan.program.instructions import Clear, Goto
from genplan.program.program import Program
from genplan.program.structured import StructuredProgram
from genplan.program.structured.statements import Perform, Repeat
from genplan.program.text import parse_program, read_program
from genplan.search import CancelToken
from genplan.shortening import Cost, Ending, Optimize, Shortened, shorten
from genplan.shortening.bodies import edited, places
from genplan.shortening.climb import EFFORT

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "structured"
SOME: Final = ("ferry", "gripper", "lock", "miconic", "ontable", "blocks-clear")


def training(name: str) -> tuple[Instance, ...]:
    return BENCHMARKS[name].training()


def golden(name: str) -> StructuredProgram:
    program = read_program(GOLDEN / f"{name}.gp", BENCHMARKS[name].domain)
    assert isinstance(program, StructuredProgram)
    return program


def program_in(name: str, text: str) -> AnyProgram:
    return parse_program(text, BENCHMARKS[name].domain)


def cost_of(program: AnyProgram, instances: Sequence[Instance]) -> Cost:
    runs = [execute(program, instance) for instance in instances]
    assert all(run.solved for run in runs)
    return Cost(len(program), sum(run.plan_length for run in runs), sum(run.steps for run in runs))


def check(found: Shortened, program: AnyProgram, instances: Sequence[Instance]) -> None:
    """Check what is claimed, by other means than those of the local search."""
    assert validate(found.program, instances).valid
    assert found.before == cost_of(program, instances)
    assert found.cost == cost_of(found.program, instances)


# --- What is planted goes --------------------------------------------------------------------


@pytest.mark.parametrize("name", SOME)
def test_statements_that_do_nothing_go(name: str) -> None:
    program, random = golden(name), Random(name)
    copies = [p for p in places(program.body) if isinstance(p.statement, Perform)]
    for _ in range(3):
        place = random.choice(copies)
        assert isinstance(place.statement, Perform)
        # Twice the same action in a row: where it is still applicable, it changes nothing more.
        arguments = tuple(replace(a, choose=False) for a in place.statement.arguments)
        again = replace(place.statement, arguments=arguments)
        body = (Repeat(edited(program.body, place.path, (place.statement, again))),)
        planted = StructuredProgram(program.domain, program.pointers, body)
        if not validate(planted, training(name)).valid:
            continue
        found = shorten(planted, training(name), "lines")
        check(found, planted, training(name))
        assert len(found.program) <= len(program) < len(planted)
        assert found.ending is Ending.COMPLETE


@pytest.mark.parametrize("name", ["baking", "gripper", "lock", "ontable", "spanner", "visitall"])
def test_lines_that_do_nothing_go(name: str) -> None:
    benchmark = BENCHMARKS[name]
    program = benchmark.program
    assert program is not None
    first = Clear(program.pointers[0].name)  # all pointers stand at the first object anyway
    later = tuple(
        replace(i, target=i.target + 1) if isinstance(i, Goto) else i for i in program.lines
    )
    planted = Program(program.domain, program.pointers, (first, *later))
    found = shorten(planted, training(name), "lines")
    check(found, planted, training(name))
    assert len(found.program) <= len(program) < len(planted)


def test_what_follows_the_first_end_goes() -> None:
    program = BENCHMARKS["visitall"].program
    assert program is not None
    longer = replace(program, lines=(*program.lines, None, program.lines[-1]))
    found = shorten(longer, training("visitall"), effort=0)
    assert found.program == program


USELESS: Final = """; domain ferry   structured   pointers port1 port2 - port car1 - car
for port1 {
  each goal-at(?car1,?port2) {
    go sail(_,port1)
    board(car1,port1)
    sail(port1,port2)
    debark(car1,port2)
  }
}
"""


def test_a_ferry_that_sails_to_every_port_for_every_car_learns_better() -> None:
    benchmark = BENCHMARKS["ferry"]
    program = program_in("ferry", USELESS)
    instances = (*benchmark.training(), *benchmark.pool())
    found = shorten(program, instances, "steps")
    check(found, program, instances)
    assert found.cost.actions * 4 < found.before.actions
    few = benchmark.validation()[::10]
    better, worse = validate(found.program, few), validate(program, few)
    assert better.valid
    pairs = zip(better.instances, worse.instances, strict=True)
    assert all(a.plan_length * 4 < b.plan_length for a, b in pairs)


def test_conditions_are_put_around_what_is_not_always_needed() -> None:
    text = USELESS.replace("each goal-at(?car1,?port2)", "each at(?car1,?port2)")
    text = text.replace("go sail(_,port1)", "each goal-at(car1,?port2) {\ngo sail(_,port1)")
    text = text.replace("  }\n}", "  }\n}\n}").replace("each at(?car1,?port2)", "for car1")
    program = program_in("ferry", text)
    found = shorten(program, training("ferry"), "steps")
    check(found, program, training("ferry"))
    assert found.cost.actions < found.before.actions


# --- Nothing gets lost -----------------------------------------------------------------------


@pytest.mark.parametrize("optimize", Optimize)
@pytest.mark.parametrize("name", SOME)
def test_golden_programs_stay_valid_and_get_no_worse(name: str, optimize: Optimize) -> None:
    program, instances = golden(name), training(name)
    found = shorten(program, instances, optimize, effort=EFFORT >> 6)
    check(found, program, instances)
    assert found.cost.key(optimize) <= found.before.key(optimize)


def test_programs_do_not_come_to_depend_on_the_order_of_objects() -> None:
    # Here the second pick is of use only where the objects are in some other order.
    for name in ("gripper", "miconic"):
        program, instances = golden(name), training(name)
        found = shorten(program, instances, "lines")
        copies = with_shuffled_copies(instances, 1)
        assert validate(program, copies).valid
        assert validate(found.program, copies).valid


def random_case(roll: Roll) -> tuple[AnyProgram, Instance]:
    """Return a program and an instance; what the program makes of it is often the goal."""
    problem = make.problem(roll)
    (instance,) = problem.instances
    program: AnyProgram = make.program(roll, problem)
    if roll(0, 1):
        pointers = make_pointers(problem.domain)
        program = structured_program(roll, problem.domain, pointers)
    reached = sorted(execute(program, instance).state, key=str)
    goal = tuple(Literal(atom) for atom in make.subset(roll, reached)[:3])
    return program, replace(instance, goal=goal) if goal else instance


def test_random_programs() -> None:
    seen: Counter[str] = Counter()

    @given(case=made(random_case))
    @share(0.03)
    def compare(case: tuple[AnyProgram, Instance]) -> None:
        program, instance = case
        if isinstance(program, Program):
            program = program.until_end
        if not execute(program, instance).solved:
            return
        for optimize in Optimize:
            found = shorten(program, [instance], optimize, effort=60_000)
            check(found, program, [instance])
            assert found.cost.key(optimize) <= found.before.key(optimize)
            assert found.changed == (found.program != program)
            seen[f"{type(program).__name__} {found.changed} {found.cost.actions > 0}"] += 1

    compare()
    assert len(seen) >= 6, seen


@pytest.mark.parametrize("optimize", Optimize)
@pytest.mark.parametrize("name", ["ontable", "visitall"])
def test_the_engines_agree(name: str, optimize: Optimize) -> None:
    programs: list[AnyProgram] = [golden(name)]
    goto = BENCHMARKS[name].program
    assert goto is not None
    programs.append(goto)
    for program in programs:
        instances = training(name)[:2]
        by_core = shorten(program, instances, optimize, effort=300_000, engine="core")
        by_twin = shorten(program, instances, optimize, effort=300_000, engine="python")
        assert by_core == by_twin


def test_the_result_is_always_the_same() -> None:
    program = program_in("ferry", USELESS)
    assert shorten(program, training("ferry")) == shorten(program, training("ferry"))


# --- Limits and errors -----------------------------------------------------------------------


def test_no_time_leaves_the_program_as_it_is() -> None:
    program = program_in("ferry", USELESS)
    found = shorten(program, training("ferry"), time_limit=0)
    assert (found.program, found.ending) == (program, Ending.OUT_OF_TIME)
    assert found.cost == found.before
    assert not found.changed


def test_a_cancelled_search_gives_the_best_so_far() -> None:
    token = CancelToken()
    token.cancel()
    found = shorten(program_in("ferry", USELESS), training("ferry"), cancel=token)
    assert found.ending is Ending.INTERRUPTED


def test_effort_is_limited() -> None:
    found = shorten(program_in("ferry", USELESS), training("ferry"), "steps", effort=200_000)
    assert found.ending is Ending.OUT_OF_EFFORT
    assert found.cost.key(Optimize.STEPS) <= found.before.key(Optimize.STEPS)


def test_a_program_that_fails_is_refused() -> None:
    program = program_in("ferry", "; domain ferry   structured   pointers car1 - car\n")
    with pytest.raises(ProblemError, match='does not solve "ferry'):
        shorten(program, training("ferry"))


def test_instances_are_needed() -> None:
    with pytest.raises(ProblemError, match="at least one instance"):
        shorten(program_in("ferry", USELESS), [])


@pytest.mark.parametrize(
    ("before", "now", "optimize", "better"),
    [
        (Cost(5, 100, 100), Cost(4, 900, 900), Optimize.LINES, True),
        (Cost(5, 100, 100), Cost(5, 99, 900), Optimize.LINES, True),
        (Cost(5, 100, 100), Cost(6, 1, 1), Optimize.LINES, False),
        (Cost(5, 100, 100), Cost(5, 99, 900), Optimize.STEPS, True),
        (Cost(5, 100, 100), Cost(6, 95, 900), Optimize.STEPS, True),
        (Cost(5, 1000, 100), Cost(6, 951, 100), Optimize.STEPS, False),
        (Cost(5, 1000, 100), Cost(7, 901, 100), Optimize.STEPS, False),
        (Cost(5, 1000, 100), Cost(7, 900, 100), Optimize.STEPS, True),
        (Cost(5, 100, 1000), Cost(6, 100, 950), Optimize.STEPS, True),
        (Cost(5, 100, 1000), Cost(6, 100, 951), Optimize.STEPS, False),
        (Cost(5, 100, 1000), Cost(4, 100, 1000), Optimize.STEPS, True),
        (Cost(5, 100, 100), Cost(5, 100, 100), Optimize.STEPS, False),
    ],
)
def test_what_is_better(before: Cost, now: Cost, optimize: Optimize, better: bool) -> None:
    assert now.improves(before, optimize) is better
