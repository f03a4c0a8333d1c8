"""Plans judged by unified-planning and by VAL: the real ones, or a stand-in for VAL."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pytest

import genplan as gp
from cli.command import Here
from genplan.benchmarks import BENCHMARKS
from genplan.errors import EngineError
from genplan.plan import GroundAction, format_plan
from genplan.second_opinion import SECOND_OPINIONS, ask_up, ask_val, second_opinions

LOCK: Final = BENCHMARKS["lock"].training()[0]
needs_val = pytest.mark.skipif(
    shutil.which("Validate") is None, reason="VAL's Validate is not on the PATH"
)

# Reads the files that it is given with another parser, and judges the plan that is expected.
STAND_IN: Final = """#!{python}
import sys
flag, domain, problem, plan = sys.argv[1:]
from plado.parser import parse_and_normalize
assert flag == "-v", flag
parse_and_normalize(domain, problem)
text = open(plan).read()
lines = [line for line in text.splitlines() if not line.startswith(";")]
assert all(line[0] == "(" and line[-1] == ")" for line in lines), text
expected = open({expected!r}).read()
print("Checking plan: " + plan)
if text == expected:
    print("Plan executed successfully - checking goal")
    print("Plan valid")
    print("Final value: %d" % len(lines))
else:
    print("Plan failed to execute")
    print("Failed plans:")
    print(" " + plan)
"""


def plan_of(instance: gp.Instance) -> tuple[GroundAction, ...]:
    program = BENCHMARKS["lock"].program
    assert program is not None
    return gp.execute(program, instance).plan


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a program called Validate on the PATH that accepts only one plan."""
    folder = tmp_path / "bin"
    folder.mkdir()

    def install(plan: str) -> None:
        expected = tmp_path / "expected.txt"
        expected.write_text(plan)
        program = folder / "Validate"
        program.write_text(STAND_IN.format(python=sys.executable, expected=str(expected)))
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))

    return install


def broken(plan: Sequence[GroundAction]) -> list[tuple[GroundAction, ...]]:
    """Return a plan that ends too early, and one with a step that cannot be done."""
    return [tuple(plan[:-1]), (plan[-1], *plan)]


def test_unified_planning_accepts_and_refuses() -> None:
    pytest.importorskip("unified_planning", reason='unified-planning is not installed (".[up]")')
    plan = plan_of(LOCK)
    assert ask_up(LOCK, plan)
    for wrong in broken(plan):
        verdict = ask_up(LOCK, wrong)
        assert not verdict
        assert verdict.reason.startswith("unified-planning: ")


def test_val_is_given_the_model_and_the_plan(stand_in: Callable[[str], None]) -> None:
    plan = plan_of(LOCK)
    stand_in(format_plan(plan))
    assert ask_val(LOCK, plan)
    for wrong in broken(plan):
        verdict = ask_val(LOCK, wrong)
        assert not verdict
        assert "VAL: Plan failed to execute" in verdict.reason


def test_a_val_that_breaks_down_accepts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "Validate"
    program.write_text("#!/bin/sh\necho 'Bad problem file!' >&2\nexit 3\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    verdict = ask_val(LOCK, plan_of(LOCK))
    assert (bool(verdict), verdict.reason) == (False, "VAL: Bad problem file!")


@needs_val
def test_the_real_val() -> None:
    plan = plan_of(LOCK)
    assert ask_val(LOCK, plan)
    for wrong in broken(plan):
        assert not ask_val(LOCK, wrong)


def test_a_missing_val_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineError, match="add the folder of Validate to PATH"):
        second_opinions(["val"])


def test_each_judge_is_asked_once() -> None:
    pytest.importorskip("unified_planning", reason='unified-planning is not installed (".[up]")')
    assert second_opinions(["up", "up"]) == (SECOND_OPINIONS["up"],)


def test_the_command_says_who_judged(
    here: Here, stand_in: Callable[[str], None], tmp_path: Path
) -> None:
    pytest.importorskip("unified_planning", reason='unified-planning is not installed (".[up]")')
    stand_in(format_plan(plan_of(LOCK)))
    program = tmp_path / "lock.gp"
    program.write_text(BENCHMARKS["lock"].program_text or "")
    instance = tmp_path / "p.pddl"
    instance.write_text(gp.write_instance(LOCK))
    other = tmp_path / "q.pddl"
    other.write_text(gp.write_instance(BENCHMARKS["lock"].training()[1]))
    done = here("validate", program, "lock", instance, "--with", "up", "--with", "val")
    assert done.returncode == 0
    assert "plans checked and by unified-planning and by VAL" in done.stdout
    done = here("validate", program, "lock", instance, other, "--with", "val", "--jobs", "2")
    assert done.returncode == 1
    assert "the plan is refused by the check: VAL: Plan failed to execute" in done.stdout
    assert "1 of 2 instances solved" in done.stdout


def test_the_command_says_how_to_get_val(
    here: Here, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "lock.gp"
    program.write_text(BENCHMARKS["lock"].program_text or "")
    monkeypatch.setenv("PATH", str(tmp_path))
    done = here("validate", program, "lock", "--with", "val")
    assert done.returncode == 3
    assert "VAL's program Validate is not on the PATH" in done.stderr
    done = here("validate", program, "lock", "--with", "vall")
    assert done.returncode == 2
    assert 'did you mean "val"?' in done.stderr
