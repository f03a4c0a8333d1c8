"""Why there is no program: each cause is named where it is there, and only there."""

from __future__ import annotations

import pytest

import genplan as gp
from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.diagnosis import Proof, diagnose
from genplan.pddl import Instance, parse_domain, parse_instance
from genplan.problem import make_problem
from genplan.search import ProgramLanguage, StructuredOptions

DOMAIN = parse_domain("""
(define (domain doors)
  (:types room key - object spare)
  (:predicates (in ?r - room) (have ?k - key) (open ?r - room))
  (:action walk :parameters (?a ?b - room)
   :precondition (and (in ?a) (open ?b)) :effect (and (in ?b) (not (in ?a))))
  (:action unlock :parameters (?r - room ?k - key)
   :precondition (have ?k) :effect (open ?r)))
""")


def instance(initial: str, goal: str) -> Instance:
    return parse_instance(
        "(define (problem p) (:domain doors) (:objects a b - room k - key)"
        f" (:init (in a) {initial}) (:goal (and {goal})))",
        DOMAIN,
    )


SOLVABLE = instance("(have k)", "(in b)")


def test_an_instance_without_a_plan_is_named_with_its_goal() -> None:
    found = diagnose(make_problem(DOMAIN, [SOLVABLE, instance("", "(in b) (in a)")]))
    assert [(name, list(map(str, goals))) for name, goals in found.unreachable] == [
        ("p", ["(in b)"])
    ]
    assert "nothing can achieve (in b)" in str(found)


def test_an_action_without_enough_pointers_is_named() -> None:
    assert diagnose(make_problem(DOMAIN, [SOLVABLE])).unwritable == ()
    assert diagnose(make_problem(DOMAIN, [SOLVABLE], {"room": 1})).unwritable == ("walk",)


def test_pointers_that_fit_nowhere_are_named() -> None:
    assert diagnose(make_problem(DOMAIN, [SOLVABLE], {"spare": 1})).idle_types == ("spare",)


@pytest.mark.parametrize("name", sorted(PAPER_BENCHMARKS))
def test_nothing_is_wrong_with_the_papers_models(name: str) -> None:
    found = diagnose(gp.BENCHMARKS[name].problem())
    assert found.unreachable == ()
    assert found.unwritable == ()
    assert found.idle_types == ()
    assert found.hidden_goals == ()


def test_goals_that_programs_cannot_see_are_named_until_they_are_shown() -> None:
    plain = gp.BENCHMARKS["corridor-plain"]
    problem = make_problem(plain.domain, plain.training())
    assert diagnose(problem).hidden_goals == ("at",)
    shown = gp.solve(problem, 4, goal_facts=True)
    assert shown.diagnosis.hidden_goals == ()


def test_an_exhausted_space_is_named_once_with_the_most_lines() -> None:
    lock = gp.BENCHMARKS["lock"]
    solution = gp.solve(lock.problem(), range(3, 6), more_pointers=False)
    (proof,) = solution.diagnosis.proofs
    assert (proof.lines, dict(proof.pointers)) == (5, {"object": 2})
    assert gp.solve(lock.problem(), 4).diagnosis.proofs[0].lines == 4


def test_exhausted_structured_programs_are_named_apart_with_what_they_consist_of() -> None:
    basic = StructuredOptions(go=False, find=False, each=False, goals=False)
    goto, small = Proof(5, {"room": 2}), Proof(4, {"room": 2}, basic)
    proofs = [goto, small, Proof(4, {"room": 2}, StructuredOptions(length_weight=500))]
    problem = make_problem(DOMAIN, [SOLVABLE])
    assert diagnose(problem, proofs=proofs).proofs == (goto, proofs[2])
    assert diagnose(problem, proofs=proofs[::-1]).proofs == (proofs[2], goto)
    assert "a search makes, without go, find, each, goals, with" in str(small)
    longer = Proof(5, {"room": 2}, basic)
    assert diagnose(problem, proofs=[longer, proofs[2]]).proofs == (longer, proofs[2])
    fewer_steps = Proof(4, {"room": 2}, StructuredOptions(step_limit=10))
    assert proofs[2].implies(fewer_steps)
    assert not fewer_steps.implies(proofs[2])
    assert "each within 10 steps" in str(fewer_steps)


def test_a_proof_implies_those_with_fewer_pointers() -> None:
    more = Proof(5, {"room": 2, "key": 1})
    assert more.implies(Proof(5, {"room": 1, "key": 1}))
    assert more.implies(Proof(4, {"key": 1}))
    assert not more.implies(Proof(5, {"room": 2, "key": 2}))
    assert not more.implies(Proof(5, {"room": 1, "spare": 1}))


def test_the_advice_names_a_few_proofs_and_counts_the_others() -> None:
    problem = make_problem(DOMAIN, [SOLVABLE])
    spaces = [Proof(n, {"room": 9 - n}) for n in range(2, 7)]
    found = diagnose(problem, proofs=spaces)
    assert len(found.proofs) == 5
    text = str(found)
    assert text.count("no goto program") == 3
    assert "2 more spaces" in text
    assert "more spaces" not in str(diagnose(problem, proofs=spaces[:3]))


def test_the_best_partial_program_of_a_schedule_is_the_one_that_solves_most() -> None:
    lock = gp.BENCHMARKS["lock"].problem()
    for solution in (
        gp.solve(lock, range(2, 4), language="auto"),
        gp.solve(lock, range(2, 5), language="goto"),
    ):
        assert solution.program is None
        assert solution.diagnosis.partial is not None
        assert solution.best_partial == solution.diagnosis.partial.program
        counts = []
        for trial in solution.trials:
            program = None if trial.result is None else trial.result.best_partial
            if isinstance(program, gp.Program) and program.first_undefined is not None:
                continue
            if program is not None:
                counts.append(gp.validate(program, solution.problem.instances).solved)
        assert len(solution.diagnosis.partial.solved) >= max(counts, default=0)


def test_a_move_with_go_needs_a_pointer_less() -> None:
    problem = make_problem(DOMAIN, [SOLVABLE], {"room": 1})
    structured = (ProgramLanguage.STRUCTURED,)
    assert diagnose(problem, languages=structured).unwritable == ()
    none = make_problem(DOMAIN, [SOLVABLE], {"room": 0})
    assert diagnose(none, languages=structured).unwritable == ("walk", "unlock")


def test_structured_programs_see_the_goal() -> None:
    plain = gp.BENCHMARKS["corridor-plain"]
    solution = gp.solve(
        make_problem(plain.domain, plain.training()), range(2, 4), language="structured"
    )
    assert solution.diagnosis.hidden_goals == ()


def test_the_best_partial_program_is_run_on_every_instance() -> None:
    gripper = gp.BENCHMARKS["gripper"]
    solution = gp.solve(gripper.problem(), 5)
    partial = solution.diagnosis.partial
    assert partial is not None
    report = gp.validate(partial.program, gripper.training())
    assert partial.solved == tuple(row.name for row in report.instances if row.valid)
    first = next(row for row in report.instances if not row.valid)
    assert (partial.failed, partial.missing) == (first.name, first.goals_missing)
    assert f"{len(partial.solved)} of 10 instances" in str(solution.diagnosis)
