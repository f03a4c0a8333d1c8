"""Why there is no program: what is known after a search that found none, and what may help."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from genplan.engine import Engine, execute
from genplan.inspection import unreachable_goals, ways_to_write
from genplan.pddl.model import Instance, Literal
from genplan.problem import GPProblem
from genplan.program import AnyProgram
from genplan.program.instructions import End
from genplan.program.program import Program
from genplan.program.structured.moving import moving
from genplan.search import ProgramLanguage, StructuredOptions

__all__ = ["Diagnosis", "PartialProgram", "Proof", "diagnose"]

MOST_PROGRAMS: Final = 12
"""So many partial programs of each language are run to find the best one, the latest first."""
MOST_PROOFS: Final = 3
"""The advice names no more proofs in full."""

_SECONDS_PER_RUN: Final = 1.0
_WORD: Final = re.compile(r"[^\s(),?]+")


@dataclass(frozen=True, slots=True)
class Proof:
    """No program of so many lines, with so many pointers of each type, solves all instances.

    With `structured`, which says what they may consist of, the structured programs of so many
    statements are meant that a search can make, and so many steps on an instance.
    """

    lines: int
    pointers: Mapping[str, int] = field(hash=False)
    structured: StructuredOptions | None = None

    def __str__(self) -> str:
        """Return the proof in words."""
        counts = ", ".join(f"{name}={count}" for name, count in self.pointers.items())
        if self.structured is None:
            return (
                f"no goto program of {self.lines} lines or fewer exists with the pointers "
                f"{counts}; allow more lines or more pointers"
            )
        left_out = [name for name in StructuredOptions().used if name not in self.structured.used]
        without = f", without {', '.join(left_out)}," if left_out else ""
        return (
            f"none of the structured programs of {self.lines} statements or fewer that a search "
            f"makes{without} with the pointers {counts} solves all instances, each within "
            f"{self.structured.step_limit:,} steps; allow more statements or more pointers"
        )

    def implies(self, other: Proof) -> bool:
        """Return whether the programs of another proof are among these.

        Programs may be shorter than they could be, and need not use all pointers.
        """
        mine, others = self.structured, other.structured
        has_pointers = all(self.pointers.get(t, 0) >= n for t, n in other.pointers.items())
        if not has_pointers or self.lines < other.lines:
            return False
        return mine is others if mine is None or others is None else mine.contains(others)


@dataclass(frozen=True, slots=True)
class PartialProgram:
    """The program that came closest, ended where it is not programmed yet.

    `missing` are the goal facts that do not hold at its end on the first instance, `failed`,
    that it does not solve.
    """

    program: AnyProgram
    solved: tuple[str, ...]
    failed: str
    missing: tuple[Literal, ...]
    unused_types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is known after a search without a program."""

    instances: int
    unreachable: tuple[tuple[str, tuple[Literal, ...]], ...]
    """Instances that cannot be solved even without delete effects, and which goal facts."""
    unwritable: tuple[str, ...]
    """Actions that no program can contain: there are too few pointers for their parameters."""
    idle_types: tuple[str, ...]
    """Types of pointers that no action and no predicate takes."""
    hidden_goals: tuple[str, ...]
    """Predicates whose goal facts depend on the instance, which goto programs cannot test."""
    proofs: tuple[Proof, ...]
    partial: PartialProgram | None

    @property
    def advice(self) -> tuple[str, ...]:
        """Return in sentences what is wrong and what to try, the surest first."""
        return tuple(_advice(self))

    def __str__(self) -> str:
        """Return the advice, a line each."""
        return "\n".join(self.advice)


def diagnose(
    problem: GPProblem,
    partial: Iterable[AnyProgram] = (),
    proofs: Iterable[Proof] = (),
    engine: Engine | str | None = None,
    *,
    languages: Container[ProgramLanguage] = (ProgramLanguage.GOTO,),
) -> Diagnosis:
    """Return why a search may have found nothing; `partial` are programs that it looked at."""
    has_go = ProgramLanguage.STRUCTURED in languages
    return Diagnosis(
        len(problem.instances),
        tuple(_unreachable(problem)),
        tuple(_unwritable(problem, has_go=has_go)),
        tuple(_idle_types(problem)),
        tuple(_hidden_goals(problem)) if ProgramLanguage.GOTO in languages else (),
        _strongest(proofs),
        _best(problem, partial, engine),
    )


def _advice(found: Diagnosis) -> Iterator[str]:
    for name, goals in found.unreachable:
        listed = ", ".join(map(str, goals[:3])) + (" and more" if goals[3:] else "")
        yield f'the instance "{name}" has no plan at all: nothing can achieve {listed}'
    for name in found.unwritable:
        yield f'no program can contain the action "{name}": it needs more pointers (--pointers)'
    for name in found.idle_types:
        yield f'no action or predicate takes pointers of type "{name}"; use --pointers {name}=0'
    for predicate in found.hidden_goals:
        yield (
            f'goto programs cannot see which facts "{predicate}" the goal wants, and that differs '
            "between instances; try --goal-facts"
        )
    yield from map(str, found.proofs[:MOST_PROOFS])
    more = len(found.proofs) - MOST_PROOFS
    if more > 0:
        yield f"{more} more spaces of other pointers or lengths were searched in vain as well"
    if found.partial is not None:
        yield from _advice_from(found.partial, found.instances)


def _advice_from(partial: PartialProgram, instances: int) -> Iterator[str]:
    solved = f"{len(partial.solved)} of {instances} instances"
    names = f" ({', '.join(partial.solved[:5])}{', …' if partial.solved[5:] else ''})"
    missing = ", ".join(map(str, partial.missing[:3])) + (
        " and more" if partial.missing[3:] else ""
    )
    lacks = f"; on {partial.failed} it misses {missing}" if missing else ""
    yield f"the best partial program solves {solved}{names if partial.solved else ''}{lacks}"
    if partial.unused_types:
        types = ", ".join(partial.unused_types)
        yield f"it uses no pointer of the types: {types}; with fewer of them the space is smaller"


def _unreachable(problem: GPProblem) -> Iterator[tuple[str, tuple[Literal, ...]]]:
    for instance in problem.instances:
        goals = unreachable_goals(instance)
        if goals:
            yield instance.name, goals


def _unwritable(problem: GPProblem, *, has_go: bool) -> Iterator[str]:
    for action in problem.domain.actions:
        moves = moving(action) if has_go else None
        asked = [p for at, p in enumerate(action.parameters) if moves is None or at != moves.f]
        if not ways_to_write(problem.domain, problem.pointers, asked):
            yield action.name


def _idle_types(problem: GPProblem) -> Iterator[str]:
    domain = problem.domain
    asked = {parameter.type for action in domain.actions for parameter in action.parameters}
    asked |= {parameter.type for p in domain.predicates for parameter in p.parameters}
    for name in dict.fromkeys(z.type for z in problem.pointers):
        if not any(domain.is_subtype(name, wanted) for wanted in asked):
            yield name


def _hidden_goals(problem: GPProblem) -> Iterator[str]:
    """Yield the goal predicates for which neither object order nor a static fact tells the way."""
    named = dict.fromkeys(g.atom.predicate for i in problem.instances for g in i.goal)
    for name in named:
        predicate = problem.domain.predicate(name)
        assert predicate is not None
        if all(_is_mirrored(instance, name) for instance in problem.instances):
            continue
        types = [parameter.type for parameter in predicate.parameters]
        if any(_is_hidden(problem, name, at, type_) for at, type_ in enumerate(types)):
            yield name


def _is_mirrored(instance: Instance, name: str) -> bool:
    """Return whether a static predicate holds for exactly the arguments in the goal."""
    wanted = {g.atom.arguments for g in instance.goal if g.atom.predicate == name}
    known: dict[str, set[tuple[str, ...]]] = {}
    for atom in instance.initial:
        if atom.predicate in instance.domain.static_predicates:
            known.setdefault(atom.predicate, set()).add(atom.arguments)
    return wanted in known.values()


def _is_hidden(problem: GPProblem, name: str, at: int, type_: str) -> bool:
    """Return whether the objects at a place in the goal are neither all nor always the same one."""
    places: set[tuple[int, int]] = set()
    for instance in problem.instances:
        objects = instance.objects_by_type[type_]
        used = {g.atom.arguments[at] for g in instance.goal if g.atom.predicate == name}
        if used == set(objects):
            continue
        if len(used) != 1:
            return True
        place = objects.index(next(iter(used)))
        places.add((place, place - len(objects)))
    return len({first for first, _ in places}) > 1 and len({last for _, last in places}) > 1


def _strongest(proofs: Iterable[Proof]) -> tuple[Proof, ...]:
    """Return the proofs that no other implies, in their order."""
    best: list[Proof] = []
    for proof in proofs:
        if not any(known.implies(proof) for known in best):
            best = [*(known for known in best if not proof.implies(known)), proof]
    return tuple(best)


def _best(
    problem: GPProblem, partial: Iterable[AnyProgram], engine: Engine | str | None
) -> PartialProgram | None:
    """Return the program that solves most instances, or else misses fewest goal facts."""
    latest = list(dict.fromkeys(map(_completed, partial)))[::-1]
    goto = [program for program in latest if isinstance(program, Program)]
    structured = [program for program in latest if not isinstance(program, Program)]
    tried: tuple[AnyProgram, ...] = (*structured[:MOST_PROGRAMS], *goto[:MOST_PROGRAMS])
    ranked = [(_run(problem, program, engine), program) for program in tried]
    if not ranked:
        return None
    runs, program = min(ranked, key=lambda row: (-len(row[0].solved), row[0].missed))
    return PartialProgram(
        program, tuple(runs.solved), runs.failed, runs.missing, _unused(program, problem)
    )


def _completed(program: AnyProgram) -> AnyProgram:
    """Return the program ended where it is not programmed yet."""
    if not isinstance(program, Program):
        return program
    undefined = program.first_undefined
    if undefined is None:
        return program
    return Program(program.domain, program.pointers, (*program.lines[:undefined], End()))


@dataclass(slots=True)
class _Runs:
    solved: list[str] = field(default_factory=list)
    missed: int = 0
    failed: str = ""
    missing: tuple[Literal, ...] = ()


def _run(problem: GPProblem, program: AnyProgram, engine: Engine | str | None) -> _Runs:
    runs = _Runs()
    for instance in problem.instances:
        execution = execute(program, instance, _SECONDS_PER_RUN, engine=engine)
        missing = execution.goals_missing
        runs.missed += len(missing)
        if execution.solved:
            runs.solved.append(instance.name)
        elif not runs.failed:
            runs.failed, runs.missing = instance.name, missing
    return runs


def _unused(program: AnyProgram, problem: GPProblem) -> tuple[str, ...]:
    words = set(_WORD.findall(str(program)))
    used = {z.type for z in program.pointers if z.name in words}
    return tuple(dict.fromkeys(z.type for z in problem.pointers if z.type not in used))
