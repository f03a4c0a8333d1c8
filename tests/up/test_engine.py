"""Synthesis and planning with stock unified-planning, on the eight domains of the paper."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final

import pytest

import genplan as gp
from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.pddl import Instance, write_domain, write_instance

pytest.importorskip("unified_planning", reason='unified-planning is not installed (".[up]")')

from unified_planning.engines import OptimalityGuarantee, PlanGenerationResultStatus
from unified_planning.engines.plan_validator import SequentialPlanValidator
from unified_planning.environment import Environment
from unified_planning.exceptions import UPUsageError
from unified_planning.io import PDDLReader
from unified_planning.shortcuts import OneshotPlanner, get_environment
from unified_planning.test.examples import get_example_problems

from genplan.up import GenplanEngine, register, synthesize

SIZES: Final = {
    "baking": (3, 4),
    "corridor": (7, 12),
    "gripper": (5, 9),
    "intrusion": (4, 6),
    "lock": (9, 15),
    "ontable": (5, 6),
    "spanner": (4, 6),
    "visitall": (4, 5),
}
"""Larger than the training instances that matter, small enough for a validator in Python."""


def read(instance: Instance, environment: Environment | None = None) -> Any:
    """Return the instance as unified-planning reads it from PDDL, without our help."""
    texts = write_domain(instance.domain), write_instance(instance)
    return PDDLReader(environment).parse_problem_string(*texts)


def planned(program: Any, problem: Any, **options: Any) -> Any:
    with GenplanEngine(program) as engine:
        return engine.solve(problem, **options)


@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_synthesize_plan_and_let_unified_planning_validate(name: str) -> None:
    benchmark = PAPER_BENCHMARKS[name]
    problems = [read(instance) for instance in benchmark.training()]
    solution = synthesize(
        problems, lines=benchmark.lines, pointers=benchmark.pointers, domain_name=name
    )
    assert solution.outcome is gp.SearchOutcome.SOLVED
    assert solution.program is not None
    assert str(solution.program) == str(benchmark.program)
    for instance in benchmark.generate(SIZES[name], 71):
        problem = read(instance)
        result = planned(solution.program, problem)
        assert result.status is PlanGenerationResultStatus.SOLVED_SATISFICING
        with SequentialPlanValidator() as validator:
            assert validator.validate(problem, result.plan)


@pytest.fixture
def gripper() -> Any:
    return read(PAPER_BENCHMARKS["gripper"].training()[2])


GRIPPER: Final = PAPER_BENCHMARKS["gripper"].program
NOTHING: Final = """; domain gripper   pointers room1 - room
0. end
"""


def test_by_name_after_registering(gripper: Any, tmp_path: Path) -> None:
    get_environment().credits_stream = None
    register()
    register()
    file = tmp_path / "gripper.gp"
    file.write_text(gp.format_program(GRIPPER) if GRIPPER else "")
    for program in (GRIPPER, file, str(file), file.read_text()):
        with OneshotPlanner(name="genplan", params={"program": program}) as planner:
            result = planner.solve(gripper)
        assert result.status is PlanGenerationResultStatus.SOLVED_SATISFICING
        assert len(result.plan.actions) >= 3 * 4 - 1
    assert get_environment().factory.engines.count("genplan") == 1


def test_by_a_configuration_file(gripper: Any, tmp_path: Path) -> None:
    file = tmp_path / "up.ini"
    file.write_text("[engine pointers]\nmodule_name: genplan.up\nclass_name: GenplanEngine\n")
    env = Environment()
    env.credits_stream = None
    env.factory.configure_from_file(str(file))
    assert "pointers" in env.factory.engines
    with env.factory.OneshotPlanner(name="pointers", params={"program": GRIPPER}) as planner:
        assert planner.solve(gripper).status is PlanGenerationResultStatus.SOLVED_SATISFICING


def test_a_program_that_fails_proves_nothing(gripper: Any) -> None:
    result = planned(NOTHING, gripper)
    assert result.status is PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY
    assert result.plan is None
    assert "does not solve this problem: incorrect" in result.log_messages[0].message


def test_time_is_kept() -> None:
    loops = (
        "; domain visitall   pointers row1 - row column1 - column\n0. visit(row1,column1)\n"
        "1. inc(column1)\n2. goto(0,!y)\n3. clear(column1)\n4. inc(row1)\n5. goto(0,!y)\n6. end\n"
    )
    problem = read(PAPER_BENCHMARKS["visitall"].generate([12], 1)[0])
    result = planned(loops, problem, timeout=1e-9)
    assert result.status is PlanGenerationResultStatus.TIMEOUT
    assert planned(loops, problem).status is PlanGenerationResultStatus.SOLVED_SATISFICING


def test_a_program_for_another_domain_is_said_to_be_one(gripper: Any) -> None:
    result = planned(PAPER_BENCHMARKS["lock"].program, gripper)
    assert result.status is PlanGenerationResultStatus.UNSUPPORTED_PROBLEM
    assert "<text>:3:9: error" in result.log_messages[0].message


def test_what_cannot_be_converted_is_unsupported() -> None:
    problem = get_example_problems()["basic_conditional"].problem
    with GenplanEngine(NOTHING) as engine:
        with pytest.raises(UPUsageError):
            engine.solve(problem)
        engine.skip_checks = True
        result = engine.solve(problem)
    assert result.status is PlanGenerationResultStatus.UNSUPPORTED_PROBLEM
    assert "conditional effect" in result.log_messages[0].message


def test_without_a_program_it_says_what_is_missing(gripper: Any) -> None:
    with pytest.raises(UPUsageError, match="needs the program"):
        planned(None, gripper)


def test_what_is_ignored_is_warned_of(gripper: Any) -> None:
    with pytest.warns(UserWarning, match="ignored"):
        planned(GRIPPER, gripper, heuristic=lambda _: 0.0)


def test_what_happened_is_written_where_asked(gripper: Any) -> None:
    stream = io.StringIO()
    planned(GRIPPER, gripper, output_stream=stream)
    assert stream.getvalue().startswith("a plan of ")


def test_plans_are_satisficing_and_never_called_optimal(gripper: Any) -> None:
    assert GenplanEngine.satisfies(OptimalityGuarantee.SATISFICING)
    assert not GenplanEngine.satisfies(OptimalityGuarantee.SOLVED_OPTIMALLY)
    assert GenplanEngine.is_oneshot_planner()
