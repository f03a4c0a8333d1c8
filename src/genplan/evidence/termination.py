"""Whether a program ends on every instance, and after how many steps at most.

The analysis reads the program and its domain only, so what it proves holds on every instance,
whatever the objects, the initial state and the goal.
"""

from __future__ import annotations

from genplan.evidence.jumps import goto_termination
from genplan.evidence.loops import Termination
from genplan.evidence.repeats import structured_termination
from genplan.pddl.model import Domain
from genplan.program import AnyProgram, StructuredProgram

__all__ = ["prove_termination"]


def prove_termination(program: AnyProgram, domain: Domain) -> Termination:
    """Return what can be proven about the loops of a program, and about the whole of it."""
    if isinstance(program, StructuredProgram):
        return structured_termination(program, domain)
    return goto_termination(program)
