"""The training sets are the paper's, object for object and atom for atom."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.pddl import ActionSchema, Domain, Instance, Literal

GOLDEN = Path(__file__).parents[1] / "golden" / "training"


def golden(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))
    return data


def described_instance(instance: Instance) -> dict[str, str]:
    runs = groupby(instance.objects, key=lambda item: item.type)
    return {
        "objects": " ".join(f"{' '.join(o.name for o in run)} - {name}" for name, run in runs),
        "initial": " ".join(sorted(str(atom) for atom in instance.initial_state)),
        "goal": " ".join(str(literal) for literal in instance.goal),
    }


def described_domain(domain: Domain) -> dict[str, Any]:
    return {
        "name": domain.name,
        "types": [f"{t.name} - {t.parent}" for t in domain.types],
        "predicates": [
            " ".join((p.name, *(x.type for x in p.parameters))) for p in domain.predicates
        ],
        "actions": [described_action(action) for action in domain.actions],
    }


def described_action(action: ActionSchema) -> dict[str, str]:
    numbers = {p.name: f"?{number}" for number, p in enumerate(action.parameters)}
    return {
        "name": action.name,
        "parameters": " ".join(p.type for p in action.parameters),
        "preconditions": described_literals(action.preconditions, numbers),
        "effects": described_literals(action.effects, numbers),
    }


def described_literals(literals: tuple[Literal, ...], numbers: dict[str, str]) -> str:
    """Return the literals with parameters as numbers, since their names are free."""
    texts = []
    for literal in literals:
        terms = (numbers.get(term, term) for term in literal.atom.arguments)
        atom = f"({' '.join((literal.atom.predicate, *terms))})"
        texts.append(atom if literal.positive else f"(not {atom})")
    return " ".join(texts)


def test_golden_data_covers_all_benchmarks_of_the_paper() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.json")) == list(PAPER_BENCHMARKS)
    assert sum(len(golden(name)["instances"]) for name in PAPER_BENCHMARKS) == 82


@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_domain_is_the_papers(name: str) -> None:
    assert described_domain(PAPER_BENCHMARKS[name].domain) == golden(name)["domain"]


@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_training_set_is_the_papers(name: str) -> None:
    training = PAPER_BENCHMARKS[name].training()
    assert [described_instance(i) for i in training] == golden(name)["instances"]


@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_no_initial_atom_is_given_twice(name: str) -> None:
    for instance in PAPER_BENCHMARKS[name].training():
        assert len(instance.initial) == len(instance.initial_state)
