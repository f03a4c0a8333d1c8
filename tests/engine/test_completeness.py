"""The search finds a program exactly where one exists: all complete programs are tried.

The enumeration is written from the rules of the instruction set alone, and the programs are run
by the naive executor, so nothing of the engines is taken for granted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import permutations

import pytest
from hypothesis import given

from engine import strategies as make
from engine.naive import NaiveExecutor, NaiveTask
from engine.strategies import SearchCase, made, share
from genplan.engine import search
from genplan.evaluations import EVALUATIONS
from genplan.outcomes import SearchOutcome
from genplan.pddl import Parameter, parse_domain, parse_instance
from genplan.problem import GPProblem, make_problem
from genplan.program.instructions import Act, Clear, Dec, End, Goto, Inc, Instruction, Set, Test
from genplan.program.program import Program
from genplan.search import Configuration, Strategy

Lines = tuple[Instruction | None, ...]


class Enumeration:
    """All complete programs of a number of lines, by the rules of the instruction set."""

    def __init__(self, problem: GPProblem, lines: int) -> None:
        domain, self.pointers, self.lines = problem.domain, problem.pointers, lines
        self.actions = [
            Act(a.name, t) for a in domain.actions for t in self.tuples(problem, a.parameters)
        ]
        self.tests = [
            Test(p.name, t) for p in domain.predicates for t in self.tuples(problem, p.parameters)
        ]
        self.moves: list[Instruction] = []
        for z in self.pointers:
            self.moves += [Inc(z.name), Dec(z.name), Clear(z.name)]
            others = [o for o in self.pointers if o.type == z.type and o is not z]
            self.moves += [Set(z.name, other.name) for other in others]

    def tuples(
        self, problem: GPProblem, parameters: tuple[Parameter, ...]
    ) -> Iterator[tuple[str, ...]]:
        above = problem.domain.supertypes
        for chosen in permutations(self.pointers, len(parameters)):
            if all(p.type in above(z.type) for z, p in zip(chosen, parameters, strict=True)):
                yield tuple(z.name for z in chosen)

    def candidates(self, line: int, before: Instruction | None) -> Iterator[Instruction]:
        after_test = isinstance(before, Test)
        if not after_test:
            yield from self.actions
            yield from self.tests
            yield End()
        if not after_test and line <= self.lines - 3:
            yield from self.moves
        if after_test or isinstance(before, Inc | Dec | Clear | Set):
            yield from (Goto(target, when) for target in range(line) for when in (False, True))

    def programs(self, begun: tuple[Instruction, ...] = ()) -> Iterator[Lines]:
        """Yield the programs that go on from some lines; nothing follows an `end`."""
        line = len(begun)
        if line == self.lines - 1 or End() in begun:
            yield (*begun, *(None,) * (self.lines - 1 - line), End())
            return
        for instruction in self.candidates(line, begun[-1] if begun else None):
            yield from self.programs((*begun, instruction))


def solutions(problem: GPProblem, lines: int) -> set[Lines]:
    executors = [NaiveExecutor(NaiveTask(i), problem.pointers) for i in problem.instances]
    return {
        program
        for program in Enumeration(problem, lines).programs()
        if all(executor.run(program).outcome == "solved" for executor in executors)
    }


def check(problem: GPProblem, configuration: Configuration, engine: str, known: set[Lines]) -> None:
    found = search(problem, configuration, engine=engine)
    if known:
        assert found.outcome is SearchOutcome.SOLVED
        assert isinstance(found.program, Program)
        assert found.program.lines in known
    else:
        assert found.outcome is SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS
        assert found.program is None


@pytest.mark.parametrize("most_programs", [80, 120])
def test_searches_find_a_program_exactly_where_one_exists(most_programs: int) -> None:
    ends: Counter[str] = Counter()

    @given(case=made(partial(make.search_case, most_programs=most_programs)))
    @share(0.02)
    def compare(case: SearchCase) -> None:
        known = solutions(case.problem, case.configuration.lines)
        check(case.problem, case.configuration, "python", known)
        for evaluation in EVALUATIONS.values():
            changed = replace(case.configuration, evaluations=(evaluation,))
            check(case.problem, changed, "core", known)
        ends["solved" if known else "unsolvable"] += 1
        ends["with gotos"] += any(isinstance(x, Goto) for program in known for x in program)

    compare()
    assert min(ends.values()) >= 10, ends
    assert len(ends) == 3, ends


LAMPS = """
(define (domain lamps)
  (:predicates (on ?x) (broken ?x))
  (:action light :parameters (?x) :precondition (not (broken ?x)) :effect (on ?x)))
"""


def lamps(*counts: int, broken: int = 0) -> GPProblem:
    domain = parse_domain(LAMPS)
    instances = []
    for count in counts:
        names = [f"l{i}" for i in range(count)]
        goal = " ".join(f"(on {name})" for name in names)
        init = " ".join(f"(broken {name})" for name in names[:broken])
        text = (
            f"(define (problem p{count}) (:domain lamps) (:objects {' '.join(names)}) "
            f"(:init {init}) (:goal (and {goal})))"
        )
        instances.append(parse_instance(text, domain))
    return make_problem(domain, instances)


@pytest.mark.parametrize("strategy", Strategy, ids=lambda s: s.value)
@pytest.mark.parametrize("name", EVALUATIONS)
@pytest.mark.parametrize("engine", ["core", "python"])
def test_a_loop_is_found_with_every_evaluation_function(
    engine: str, name: str, strategy: Strategy
) -> None:
    """light, inc, goto 0 unless y, end: four lines, of which three do not do."""
    for lines, problem in ((4, lamps(1, 3, 4)), (3, lamps(3, 4)), (4, lamps(2, 3, broken=1))):
        configuration = Configuration(lines, strategy, (EVALUATIONS[name],))
        known = solutions(problem, lines)
        assert bool(known) is (lines == 4 and problem.instances[0].initial == ())
        check(problem, configuration, engine, known)
