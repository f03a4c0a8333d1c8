"""The execution of a program step by step, for people to follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from genplan.compiled import (
    CompiledInstance,
    Kind,
    compile_domain,
    compile_instance,
    compile_program,
)
from genplan.compiled_structured import StatementKind, compile_structured
from genplan.goal_facts import show_goals
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import Atom, Instance
from genplan.program import AnyProgram
from genplan.program.program import Program
from genplan.program.structured import StructuredProgram
from genplan.reference.machine import (
    Machine,
    applied_action,
    goal_facts_missing,
    start,
    step,
)
from genplan.reference.structured_machine import (
    FREE,
    InfiniteLoopError,
    Situation,
    StructuredMachine,
)

__all__ = ["TraceStep", "pointers_at_start", "trace"]

_UNSATISFIED: Final = {
    StatementKind.DO: "not applicable",
    StatementKind.GO: "there is no way",
    StatementKind.FIND: "nothing found",
    StatementKind.IF: "does not hold: the block is passed over",
    StatementKind.IFNOT: "holds: the block is passed over",
}
"""What is said of a statement that did nothing, by its kind."""


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One executed instruction and the machine after it.

    Of a structured program it is a step as `docs/language.md` counts them, `line` is the number
    of the statement in the order of the text, and there is no y.
    """

    number: int
    line: int
    instruction: str
    action: str
    pointers: Mapping[str, str]
    y: bool | None
    added: tuple[Atom, ...]
    deleted: tuple[Atom, ...]
    note: str = ""
    outcome: ExecutionOutcome | None = None
    """How the execution ended with this step; None if it goes on."""


def trace(program: AnyProgram, instance: Instance, limit: int) -> Iterator[TraceStep]:
    """Yield at most `limit` steps of an execution; the last one says how it ended."""
    if isinstance(program, Program):
        instance = show_goals(instance, program.tested)
    domain = compile_domain(instance.domain, program.pointers)
    compiled = compile_instance(domain, instance)
    if isinstance(program, StructuredProgram):
        yield from islice(_trace_structured(program, compiled), limit)
    else:
        yield from _trace_lines(program, compiled, limit)


def pointers_at_start(program: AnyProgram, instance: Instance) -> dict[str, str | None]:
    """Return the objects at which pointers stand before the first step, None if at none.

    In a goto program they stand at the first objects of their types, in a structured one they
    are free.
    """
    members = instance.objects_by_type
    if isinstance(program, StructuredProgram):
        return dict.fromkeys(z.name for z in program.pointers)
    return {z.name: members[z.type][0] if members[z.type] else None for z in program.pointers}


def _trace_lines(program: Program, compiled: CompiledInstance, limit: int) -> Iterator[TraceStep]:
    domain = compiled.domain
    lines = compile_program(program, domain)
    machine = start(compiled)
    seen: set[Machine] = set()
    for number in range(1, limit + 1):
        line = lines[machine.line]
        text = str(program.lines[machine.line] or "?")
        if line is None or line.kind is Kind.END:
            missing = goal_facts_missing(compiled, machine.state)
            ended = ExecutionOutcome.INCORRECT if missing else ExecutionOutcome.SOLVED
            note = _end_note(missing)
            if line is None:
                ended, note = ExecutionOutcome.UNDEFINED, "the line is not programmed yet"
            yield _step(number, machine.line, text, "", machine, machine, compiled, note, ended)
            return
        seen.add(machine)
        following = step(line, compiled, machine)
        applied = applied_action(line, compiled, machine)
        note = "not applicable" if line.kind is Kind.ACT and applied is None else ""
        action = _action(applied, compiled)
        again = ExecutionOutcome.INFINITE if following in seen else None
        if again:
            note = "this program state occurred before: an infinite loop"
        yield _step(number, machine.line, text, action, machine, following, compiled, note, again)
        if again:
            return
        machine = following


def _trace_structured(
    program: StructuredProgram, compiled: CompiledInstance
) -> Iterator[TraceStep]:
    """Yield the steps, and one that says how the program ended, which is not counted as one."""
    statements = compile_structured(program, compiled.domain)
    texts = [str(statement) for _, _, statement in program.statements()]
    machine = StructuredMachine(statements, compiled)
    before = machine.situation
    number = 0
    try:
        for number, step in enumerate(machine.run(), 1):
            note = "" if step.satisfied else _UNSATISFIED[statements[step.statement].kind]
            action = _action(step.action, compiled)
            text = texts[step.statement]
            yield _step(
                number, step.statement, text, action, before, step.after, compiled, note, None
            )
            before = step.after
        missing = goal_facts_missing(compiled, machine.state)
        ended = ExecutionOutcome.INCORRECT if missing else ExecutionOutcome.SOLVED
        line, text, note = len(statements), "end", _end_note(missing)
    except InfiniteLoopError as loop:
        ended, line, text = ExecutionOutcome.INFINITE, loop.statement, texts[loop.statement]
        note = "state and pointers occurred before at this place: an infinite loop"
    after = machine.situation
    yield _step(number + 1, line, text, "", before, after, compiled, note, ended)


def _end_note(missing: int) -> str:
    return f"goal facts that do not hold: {missing}" if missing else "the goal holds"


def _action(applied: tuple[int, tuple[int, ...]] | None, compiled: CompiledInstance) -> str:
    if applied is None:
        return ""
    names = [compiled.objects[item] for item in applied[1]]
    return f"({' '.join((compiled.domain.actions[applied[0]].name, *names))})"


def _step(
    number: int,
    line: int,
    text: str,
    action: str,
    before: Machine | Situation,
    after: Machine | Situation,
    compiled: CompiledInstance,
    note: str,
    outcome: ExecutionOutcome | None,
) -> TraceStep:
    domain = compiled.domain
    pointers = {}
    for z, type_, place in zip(domain.pointers, domain.pointer_types, after.pointers, strict=True):
        members = compiled.members[type_]
        stands = bool(members) and place != FREE
        pointers[z.name] = compiled.objects[members[place]] if stands else "none"
    return TraceStep(
        number,
        line,
        text,
        action,
        pointers,
        after.y if isinstance(after, Machine) else None,
        tuple(compiled.atom(atom) for atom in sorted(after.state - before.state)),
        tuple(compiled.atom(atom) for atom in sorted(before.state - after.state)),
        note,
        outcome,
    )
