"""Plans judged by others: unified-planning's validator, and VAL.

What they read is the model as PDDL, or a problem of unified-planning made from it, so that a
mistake of ours in the meaning of a model cannot hide either.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final

from genplan.errors import EngineError
from genplan.pddl.model import Instance
from genplan.pddl.writer import write_domain, write_instance
from genplan.plan import GroundAction, format_plan
from genplan.validation import PlanCheck, PlanVerdict

__all__ = ["SECOND_OPINIONS", "ask_up", "ask_val", "second_opinions"]

_VAL: Final = ("Validate", "validate")
_GET_VAL: Final = (
    "VAL's program Validate is not on the PATH; build it from its sources (the repository "
    "KCL-Planning/VAL) and add the folder of Validate to PATH, or use --with up"
)


def second_opinions(names: Iterable[str]) -> tuple[PlanCheck, ...]:
    """Return the checks of these names; an error says how to get what is missing."""
    chosen = tuple(dict.fromkeys(names))
    for name in chosen:
        _ensure_there(name)
    return tuple(SECOND_OPINIONS[name] for name in chosen)


def _ensure_there(name: str) -> None:
    if name == "val":
        _val()
    else:
        import genplan.up  # noqa: F401  (says what is missing)


def ask_up(instance: Instance, plan: Sequence[GroundAction]) -> PlanVerdict:
    """Return what the sequential plan validator of unified-planning says of a plan."""
    from unified_planning.engines.plan_validator import SequentialPlanValidator
    from unified_planning.environment import get_environment

    from genplan.up import plan_to_up, to_up

    # The validator of version 1.3 works in the global environment only. Names that two things
    # share must not keep it from judging.
    environment = get_environment()
    strict, environment.error_used_name = environment.error_used_name, False
    try:
        problem = to_up(instance, environment)
    finally:
        environment.error_used_name = strict
    with SequentialPlanValidator() as validator:
        result = validator.validate(problem, plan_to_up(plan, problem))
    if result:
        return PlanVerdict(True)
    reasons = " ".join(str(message.message) for message in result.log_messages or ())
    return PlanVerdict(False, f"unified-planning: {reasons or result.reason}")


def ask_val(instance: Instance, plan: Sequence[GroundAction]) -> PlanVerdict:
    """Return what VAL's program Validate says of a plan."""
    texts = {
        "domain.pddl": write_domain(instance.domain),
        "problem.pddl": write_instance(instance),
        "plan.txt": format_plan(plan),
    }
    with TemporaryDirectory() as folder:
        for name, text in texts.items():
            (Path(folder) / name).write_text(text, "utf-8")
        run = subprocess.run(
            [_val(), "-v", *texts],
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    lines = [line.strip() for line in run.stdout.splitlines() if line.strip()]
    if "Plan valid" in lines:
        return PlanVerdict(True)
    said = [*lines, *run.stderr.splitlines()]
    return PlanVerdict(False, f"VAL: {_what_counts(said) or f'ended with {run.returncode}'}")


def _val() -> str:
    """Return the path of VAL, as an absolute one since it runs in another folder."""
    for name in _VAL:
        found = shutil.which(name)
        if found:
            return str(Path(found).absolute())
    raise EngineError(_GET_VAL)


def _what_counts(lines: Sequence[str]) -> str:
    """Return the lines that tell why a plan was refused, cut to a size that can be read."""
    words = ("fail", "unsatisfied", "not satisfied", "bad ", "error", "advice", "invalid", "goal")
    telling = [line for line in lines if any(word in line.lower() for word in words)]
    return "; ".join((telling or list(lines))[-4:])[:400]


SECOND_OPINIONS: Final[Mapping[str, PlanCheck]] = MappingProxyType({"up": ask_up, "val": ask_val})
"""Who can be asked, by the name that the command line uses."""
