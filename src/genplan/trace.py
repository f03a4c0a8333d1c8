"""The execution of a program step by step, for people to follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from genplan.compiled import (
    CompiledInstance,
    Kind,
    compile_domain,
    compile_instance,
    compile_program,
)
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import Atom, Instance
from genplan.program.program import Program
from genplan.reference.machine import (
    Machine,
    applied_action,
    goal_facts_missing,
    pointed_at,
    start,
    step,
)

__all__ = ["TraceStep", "trace"]


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One executed instruction and the machine after it."""

    number: int
    line: int
    instruction: str
    action: str
    pointers: Mapping[str, str]
    y: bool
    added: tuple[Atom, ...]
    deleted: tuple[Atom, ...]
    note: str = ""
    outcome: ExecutionOutcome | None = None
    """How the execution ended with this step; None if it goes on."""


def trace(program: Program, instance: Instance, limit: int) -> Iterator[TraceStep]:
    """Yield at most `limit` steps of an execution; the last one says how it ended."""
    domain = compile_domain(instance.domain, program.pointers)
    compiled = compile_instance(domain, instance)
    lines = compile_program(program, domain)
    machine = start(compiled)
    seen: set[Machine] = set()
    for number in range(1, limit + 1):
        line = lines[machine.line]
        text = str(program.lines[machine.line] or "?")
        if line is None or line.kind is Kind.END:
            missing = goal_facts_missing(compiled, machine.state)
            ended = ExecutionOutcome.INCORRECT if missing else ExecutionOutcome.SOLVED
            note = "the goal holds"
            if line is None:
                ended, note = ExecutionOutcome.UNDEFINED, "the line is not programmed yet"
            elif missing:
                note = f"goal facts that do not hold: {missing}"
            yield _step(number, machine.line, text, "", machine, machine, compiled, note, ended)
            return
        seen.add(machine)
        following = step(line, compiled, machine)
        applied = applied_action(line, compiled, machine)
        note = "not applicable" if line.kind is Kind.ACT and applied is None else ""
        action = ""
        if applied is not None:
            names = [compiled.objects[item] for item in applied[1]]
            action = f"({' '.join((domain.actions[applied[0]].name, *names))})"
        again = ExecutionOutcome.INFINITE if following in seen else None
        if again:
            note = "this program state occurred before: an infinite loop"
        yield _step(number, machine.line, text, action, machine, following, compiled, note, again)
        if again:
            return
        machine = following


def _step(
    number: int,
    line: int,
    text: str,
    action: str,
    before: Machine,
    after: Machine,
    compiled: CompiledInstance,
    note: str,
    outcome: ExecutionOutcome | None,
) -> TraceStep:
    names = [z.name for z in compiled.domain.pointers]
    pointers = {}
    for position, name in enumerate(names):
        objects = pointed_at((position,), compiled, after.pointers)
        pointers[name] = compiled.objects[objects[0]] if objects else "none"
    return TraceStep(
        number,
        line,
        text,
        action,
        pointers,
        after.y,
        tuple(compiled.atom(atom) for atom in sorted(after.state - before.state)),
        tuple(compiled.atom(atom) for atom in sorted(before.state - after.state)),
        note,
        outcome,
    )
