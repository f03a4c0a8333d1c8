"""Two other readers of PDDL, tarski and plado, agree with ours on every file.

Both fold case, so names are compared in lower case. plado reads all files as they are. tarski
cannot read two things, so what it is given is changed in exactly these places:

* a type that is used before it is declared (`UndefinedSort`): the declarations in (:types …) are
  put in another order;
* action costs, which need the package numpy: numeric functions, `increase`, `:metric` and the
  values in (:init …) are deleted, which our model leaves out as well.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import pytest

from domains.corpus import INSTANCES, domain_path, instance_path
from genplan.benchmarks import BENCHMARKS
from genplan.pddl import Domain, Instance, Literal, parse_domain, parse_instance, write_instance

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from plado import pddl as plado
    from plado.parser import LookaheadStreamer, tokenize
    from plado.parser import parse_domain as plado_domain
    from plado.parser import parse_problem as plado_problem
    from tarski import fstrips
    from tarski import syntax as tarski
    from tarski.io import FstripsReader
    from tarski.syntax.sorts import parent

Fact: TypeAlias = tuple[str, ...]
"""A predicate and its arguments."""

Signed: TypeAlias = tuple[bool, Fact]
Typed: TypeAlias = tuple[str, str]


@dataclass(frozen=True)
class Action:
    name: str
    parameters: tuple[Typed, ...]
    preconditions: tuple[Signed, ...]
    effects: tuple[Signed, ...]


@dataclass(frozen=True)
class Summary:
    """What all three readers can say about a domain with an instance."""

    names: tuple[str, str]
    types: frozenset[tuple[str, str]]
    objects: tuple[Typed, ...]
    predicates: tuple[tuple[str, tuple[str, ...]], ...]
    initial: frozenset[Fact]
    goal: tuple[Signed, ...]
    actions: tuple[Action, ...]


# ---------------------------------------------------------------- ours


def ours(domain_text: str, instance_text: str) -> Summary:
    domain = parse_domain(domain_text)
    return of_model(domain, parse_instance(instance_text, domain))


def of_model(domain: Domain, instance: Instance) -> Summary:
    return Summary(
        (lower(domain.name), lower(instance.name)),
        frozenset((lower(t.name), lower(str(t.parent))) for t in domain.types),
        typed((o.name, o.type) for o in instance.all_objects),
        tuple((lower(p.name), kinds(q.type for q in p.parameters)) for p in domain.predicates),
        frozenset(fact(a.predicate, a.arguments) for a in instance.initial),
        signed(instance.goal),
        tuple(
            Action(
                lower(a.name),
                typed((p.name, p.type) for p in a.parameters),
                signed(a.preconditions),
                signed(a.effects),
            )
            for a in domain.actions
        ),
    )


def lower(name: str) -> str:
    return name.lower()


def kinds(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(lower, names))


def typed(pairs: Iterable[tuple[str, str]]) -> tuple[Typed, ...]:
    return tuple((lower(name), lower(kind)) for name, kind in pairs)


def fact(predicate: str, arguments: Iterable[str]) -> Fact:
    return (lower(predicate), *map(lower, arguments))


def signed(literals: Sequence[Literal]) -> tuple[Signed, ...]:
    return tuple((x.positive, fact(x.atom.predicate, x.atom.arguments)) for x in literals)


# ---------------------------------------------------------------- plado


def of_plado(domain_text: str, instance_text: str) -> Summary:
    domain = plado_domain(LookaheadStreamer(tokenize(domain_text)))
    problem = plado_problem(LookaheadStreamer(tokenize(instance_text)))
    return Summary(
        (domain.name, problem.name),
        plado_types(domain.types),
        typed((o.name, o.type_name) for o in (*domain.constants, *problem.objects)),
        tuple((p.name, kinds(q.type_name for q in p.parameters)) for p in domain.predicates),
        frozenset(plado_fact(a) for a in problem.initial if isinstance(a, plado.Atom)),
        tuple(plado_condition(problem.goal)),
        tuple(
            Action(
                a.name,
                typed((p.name, p.type_name) for p in a.parameters),
                tuple(plado_condition(a.precondition)),
                tuple(plado_effect(a.effect)),
            )
            for a in domain.actions
        ),
    )


def plado_types(types: Sequence[Any]) -> frozenset[tuple[str, str]]:
    """Return the types; plado does not list those that only stand above others."""
    declared = {t.name: t.parent_type_name for t in types}
    above = {name: "object" for name in declared.values() if name not in declared}
    return frozenset((n, p) for n, p in {**above, **declared}.items() if n != "object")


def plado_fact(atom: Any) -> Fact:
    return fact(atom.name, (argument.name for argument in atom.arguments))


def plado_condition(formula: Any) -> Iterator[Signed]:
    if isinstance(formula, plado.Conjunction):
        for part in formula.sub_formulas:
            yield from plado_condition(part)
    elif isinstance(formula, plado.Negation):
        yield False, plado_fact(formula.sub_formula)
    elif isinstance(formula, plado.Atom):
        yield True, plado_fact(formula)
    else:
        assert formula is None


def plado_effect(effect: Any) -> Iterator[Signed]:
    if isinstance(effect, plado.ConjunctiveEffect):
        for part in effect.effects:
            yield from plado_effect(part)
    elif isinstance(effect, plado.NegativeEffect):
        yield False, plado_fact(effect.atom)
    elif isinstance(effect, plado.AtomEffect):
        yield True, plado_fact(effect)
    else:
        assert isinstance(effect, plado.IncreaseEffect)


# ---------------------------------------------------------------- tarski


def of_tarski(domain_text: str, instance_text: str) -> Summary:
    reader = FstripsReader(raise_on_error=True)
    reader.parse_domain_string(parents_first(without_costs(domain_text.lower())))
    problem = reader.parse_instance_string(without_costs(instance_text.lower()))
    language = problem.language
    return Summary(
        (problem.domain_name, problem.name),
        frozenset((s.name, parent(s).name) for s in language.sorts if s.name != "object"),
        typed((c.name, c.sort.name) for c in language.constants()),
        tuple(
            (p.name, kinds(sort.name for sort in p.sort))
            for p in language.predicates
            if not p.builtin
        ),
        frozenset(tarski_fact(atom) for atom in problem.init.as_atoms()),
        tuple(tarski_condition(problem.goal)),
        tuple(
            Action(
                a.name,
                typed((p.symbol, p.sort.name) for p in a.parameters),
                tuple(tarski_condition(a.precondition)),
                tuple(tarski_effect(effect) for effect in a.effects),
            )
            for a in problem.actions.values()
        ),
    )


def tarski_fact(atom: Any) -> Fact:
    arguments = (t.symbol if isinstance(t, tarski.Variable) else t.name for t in atom.subterms)
    return fact(str(getattr(atom.predicate.name, "value", atom.predicate.name)), arguments)


def tarski_condition(formula: Any) -> Iterator[Signed]:
    if isinstance(formula, tarski.Tautology):
        return
    if isinstance(formula, tarski.CompoundFormula):
        if formula.connective == tarski.Connective.And:
            for part in formula.subformulas:
                yield from tarski_condition(part)
        else:
            assert formula.connective == tarski.Connective.Not
            yield False, tarski_fact(formula.subformulas[0])
    else:
        yield True, tarski_fact(formula)


def tarski_effect(effect: Any) -> Signed:
    assert isinstance(effect, (fstrips.AddEffect, fstrips.DelEffect))
    return isinstance(effect, fstrips.AddEffect), tarski_fact(effect.atom)


def without_costs(text: str) -> str:
    form = r"\([^()]*\)"
    text = re.sub(r";[^\n]*", "", text).replace(":action-costs", "")
    text = re.sub(rf"\(:functions([^()]|{form})*\)", "", text)
    text = re.sub(rf"\(increase \(total-cost\) ({form}|[\d.]+)\)", "", text)
    return re.sub(rf"\(= {form} [\d.]+\)|\(:metric minimize {form}\)", "", text)


def parents_first(text: str) -> str:
    """Return the text with each type declared after the one above it."""
    section = re.search(r"\(:types([^()]*)\)", text)
    if section is None:
        return text
    pending: dict[str, str] = {}
    for names, above in re.findall(r"([^-]+?)(?:\s-\s+(\S+)|$)", spaced_dashes(section[1])):
        pending.update((name, above or "object") for name in names.split())
    ordered: list[str] = []
    while pending:
        ready = [name for name, above in pending.items() if above not in pending]
        ordered.extend(f"{name} - {pending.pop(name)}" for name in ready)
    shown = " ".join(part.replace("\0", "-") for part in ordered)
    return text.replace(section[0], f"(:types {shown})")


def spaced_dashes(text: str) -> str:
    """Return the text with a mark in place of each "-" inside a name."""
    return re.sub(r"(?<=\S)-(?=\S)", "\0", text)


# ---------------------------------------------------------------- the tests


def check(domain_text: str, instance_text: str) -> None:
    expected = ours(domain_text, instance_text)
    assert of_plado(domain_text, instance_text) == expected
    assert of_tarski(domain_text, instance_text) == expected


@pytest.mark.parametrize("name", INSTANCES)
def test_files_of_the_tests(name: str) -> None:
    domain = domain_path(name.split("/", maxsplit=1)[0]).read_text("utf-8")
    check(domain, instance_path(name).read_text("utf-8"))


@pytest.mark.parametrize("name", BENCHMARKS)
def test_training_sets(name: str) -> None:
    benchmark = BENCHMARKS[name]
    for instance in benchmark.training():
        text = write_instance(instance)
        check(benchmark.domain_text, text)
        assert ours(benchmark.domain_text, text) == of_model(benchmark.domain, instance)


@pytest.mark.parametrize("name", BENCHMARKS)
def test_validation_sets(name: str) -> None:
    """These instances are larger, and tarski is slow: plado alone reads them."""
    benchmark = BENCHMARKS[name]
    for instance in benchmark.validation():
        expected = of_model(benchmark.domain, instance)
        assert of_plado(benchmark.domain_text, write_instance(instance)) == expected


def test_oracles_see_differences() -> None:
    """The comparison would notice: one atom, one type, one order changed."""
    domain = domain_path("logistics").read_text("utf-8")
    instance = instance_path("logistics/one-city").read_text("utf-8")
    expected = ours(domain, instance)
    for old, new in (
        ("(at van north)", "(at van south)"),
        ("letter - package", "letter - truck"),
        ("north south - office", "south north - office"),
        ("(:goal (at letter north))", "(:goal (not (at letter north)))"),
    ):
        assert old in instance
        changed = instance.replace(old, new)
        assert of_plado(domain, changed) != expected
        assert of_tarski(domain, changed) != expected
