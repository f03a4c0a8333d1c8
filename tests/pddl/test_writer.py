"""Writing and reading back gives an equal model, for files and for random models."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.corpus import DOMAINS, INSTANCES, domain, instance
from genplan.benchmarks import BENCHMARKS
from genplan.pddl import (
    ActionSchema,
    Atom,
    Domain,
    Instance,
    Literal,
    Object,
    Parameter,
    Predicate,
    Type,
    parse_domain,
    parse_instance,
    write_domain,
    write_instance,
)

WORDS = ("on", "at", "Block", "room-a", "x_1", "2nd", "thing", "Go", "unknown", "number", "either")
FLAGS = (":strips", ":typing", ":Equality", ":negative-preconditions", ":adl")


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("name", DOMAINS)
def test_domains_of_the_tests(name: str) -> None:
    text = write_domain(domain(name))
    assert parse_domain(text) == domain(name)
    assert write_domain(parse_domain(text)) == text


@pytest.mark.parametrize("name", INSTANCES)
def test_instances_of_the_tests(name: str) -> None:
    expected = instance(name)
    text = write_instance(expected)
    read = parse_instance(text, expected.domain)
    assert read == expected
    assert read.initial == expected.initial
    assert write_instance(read) == text


@pytest.mark.parametrize("name", BENCHMARKS)
def test_bundled_benchmarks(name: str) -> None:
    benchmark = BENCHMARKS[name]
    assert parse_domain(write_domain(benchmark.domain)) == benchmark.domain
    for expected in (*benchmark.training(), *benchmark.validation()[:3]):
        read = parse_instance(write_instance(expected), benchmark.domain)
        assert read == expected
        assert read.initial == expected.initial


def test_text_of_a_domain() -> None:
    assert write_domain(domain("ferry")).startswith(
        "(define (domain ferry)\n"
        "  (:requirements :strips)\n"
        "  (:predicates\n"
        "    (not-eq ?x ?y)\n"
        "    (car ?c)\n"
    )
    assert write_domain(domain("childsnack")).startswith(
        "(define (domain child-snack)\n"
        "  (:requirements :typing)\n"
        "  (:types\n"
        "    child bread-portion content-portion sandwich tray place - object)\n"
        "  (:constants\n"
        "    kitchen - place)\n"
        "  (:predicates\n"
        "    (at-kitchen-bread ?b - bread-portion)\n"
    )


def test_text_of_an_instance() -> None:
    assert write_instance(instance("courier/first")) == (
        "(define (problem first)\n"
        "  (:domain Courier)\n"
        "  (:objects\n"
        "    Bakery - shop\n"
        "    note - letter)\n"
        "  (:init\n"
        "    (at Anna Centre)\n"
        "    (lies note Centre)\n"
        "    (path Centre Bakery)\n"
        "    (path Bakery Centre))\n"
        "  (:goal (and\n"
        "    (lies note Bakery)\n"
        "    (at Anna Centre)\n"
        "    (not (alarm)))))\n"
    )


def test_parameter_without_type_before_one_with_a_type() -> None:
    model = parse_domain(
        "(define (domain d) (:types t) (:predicates (p ?x - object ?y - t))"
        " (:action a :parameters (?x - object ?y - t) :precondition (p ?x ?y)))"
    )
    assert parse_domain(write_domain(model)) == model


# ---------------------------------------------------------------- random models


@dataclass(frozen=True)
class Model:
    """A random model, and a text of its (:types …)."""

    domain: Domain
    instance: Instance
    types_text: str


def names(count: int, draw: Callable[[st.SearchStrategy[str]], str]) -> list[str]:
    """Return so many names that differ in more than case."""
    found: dict[str, str] = {}
    while len(found) < count:
        name = f"{draw(st.sampled_from(WORDS))}{len(found) or ''}"
        found.setdefault(name.lower(), name)
    return list(found.values())


def random_types(draw: st.DrawFn) -> tuple[tuple[Type, ...], str]:
    """Return types in the order in which a text first mentions them, and the text."""
    spelled = names(draw(st.integers(0, 6)), draw)
    parents = {
        name: draw(st.sampled_from(["object", *spelled[:position]]))
        for position, name in enumerate(spelled)
    }
    above = {parent for parent in parents.values() if parent != "object"}
    candidates = sorted(name for name in above if parents[name] == "object")
    undeclared = draw(st.frozensets(st.sampled_from(candidates))) if candidates else frozenset()
    declared = draw(st.permutations([name for name in spelled if name not in undeclared]))
    words: list[str] = []
    for position, name in enumerate(declared):
        words.append(name)
        following = declared[position + 1 :]
        if following and parents[following[0]] == parents[name] and draw(st.booleans()):
            continue
        words += ["-", parents[name]]
    mentioned = dict.fromkeys(word for word in words if word not in ("-", "object"))
    return tuple(Type(name, parents[name]) for name in mentioned), " ".join(words)


def fitting(draw: st.DrawFn, domain: Domain, wanted: str, terms: Sequence[Object]) -> str | None:
    found = [term.name for term in terms if domain.is_subtype(term.type, wanted)]
    return draw(st.sampled_from(found)) if found else None


def random_atom(draw: st.DrawFn, domain: Domain, terms: Sequence[Object]) -> Atom | None:
    if not domain.predicates:
        return None
    predicate = draw(st.sampled_from(domain.predicates))
    chosen = [fitting(draw, domain, p.type, terms) for p in predicate.parameters]
    if None in chosen:
        return None
    return Atom(predicate.name, tuple(term for term in chosen if term is not None))


def random_atoms(draw: st.DrawFn, domain: Domain, terms: Sequence[Object]) -> list[Atom]:
    found = (random_atom(draw, domain, terms) for _ in range(draw(st.integers(0, 4))))
    return [atom for atom in found if atom is not None]


def literals(draw: st.DrawFn, atoms: Sequence[Atom]) -> tuple[Literal, ...]:
    return tuple(Literal(atom, draw(st.booleans())) for atom in atoms)


def random_action(draw: st.DrawFn, name: str, domain: Domain) -> ActionSchema:
    parameters = random_parameters(draw, domain)
    terms = [*domain.constants, *(Object(p.name, p.type) for p in parameters)]
    conditions = random_atoms(draw, domain, terms)
    if terms:
        pair = (draw(st.sampled_from(terms)).name, draw(st.sampled_from(terms)).name)
        conditions.insert(draw(st.integers(0, len(conditions))), Atom("=", pair))
    effects = random_atoms(draw, domain, terms)
    return ActionSchema(name, parameters, literals(draw, conditions), literals(draw, effects))


def random_parameters(draw: st.DrawFn, domain: Domain) -> tuple[Parameter, ...]:
    types = ["object", *(t.name for t in domain.types)]
    spelled = names(draw(st.integers(0, 3)), draw)
    return tuple(Parameter(f"?{name}", draw(st.sampled_from(types))) for name in spelled)


@st.composite
def models(draw: st.DrawFn) -> Model:
    types, types_text = random_types(draw)
    flags = tuple(draw(st.lists(st.sampled_from(FLAGS), max_size=3)))
    empty = Domain(draw(st.sampled_from(WORDS)), flags, types)
    kinds = ["object", *(t.name for t in types)]
    items = [Object(n, draw(st.sampled_from(kinds))) for n in names(draw(st.integers(0, 7)), draw)]
    cut = draw(st.integers(0, len(items)))
    predicates = tuple(
        Predicate(name, random_parameters(draw, empty))
        for name in names(draw(st.integers(0, 4)), draw)
    )
    bare = Domain(empty.name, flags, types, tuple(items[:cut]), predicates)
    actions = tuple(
        random_action(draw, name, bare) for name in names(draw(st.integers(0, 3)), draw)
    )
    domain = Domain(bare.name, flags, types, bare.constants, predicates, actions)
    initial = tuple(dict.fromkeys(random_atoms(draw, domain, items)))
    goal = literals(draw, random_atoms(draw, domain, items))
    return Model(
        domain,
        Instance("I-1", domain, tuple(items[cut:]), initial, goal, requirements=flags),
        types_text,
    )


@given(models())
@settings(max_examples=400, deadline=None, derandomize=True)
def test_random_models(model: Model) -> None:
    text = write_domain(model.domain)
    assert parse_domain(text) == model.domain
    assert write_domain(parse_domain(text)) == text
    text = write_instance(model.instance)
    read = parse_instance(text, model.domain)
    assert read == model.instance
    assert read.initial == model.instance.initial
    assert write_instance(read) == text


@given(models(), st.randoms(use_true_random=False))
@settings(max_examples=400, deadline=None, derandomize=True)
def test_random_models_in_untidy_text(model: Model, random: random.Random) -> None:
    untidy = Untidy(random)
    domain = parse_domain(untidy.domain(model))
    assert domain == model.domain
    instance = parse_instance(untidy.instance(model.instance), domain)
    assert instance == model.instance
    assert instance.initial == model.instance.initial
    assert parse_domain(write_domain(domain)) == domain
    assert parse_instance(write_instance(instance), domain) == instance


# ---------------------------------------------------------------- untidy text


class Untidy:
    """Writes models as people do: comments, any case, needless nesting, types given or not."""

    def __init__(self, random: random.Random) -> None:
        self.random = random

    def domain(self, model: Model) -> str:
        domain = model.domain
        sections = [
            self.section(":types", model.types_text),
            self.section(":requirements", " ".join(domain.requirements)),
            self.section(":constants", self.typed([(c.name, c.type) for c in domain.constants])),
            self.section(":predicates", " ".join(map(self.predicate, domain.predicates))),
        ]
        self.random.shuffle(sections)
        sections.extend(map(self.action, domain.actions))
        return self.spaced(f"({self.case('define')} (domain {domain.name}) {' '.join(sections)})")

    def instance(self, instance: Instance) -> str:
        objects = self.typed([(o.name, o.type) for o in instance.objects])
        sections = [
            self.section(":domain", self.case(instance.domain.name)),
            self.section(":requirements", " ".join(instance.requirements)),
            self.section(":objects", objects),
            self.section(":init", " ".join(map(self.atom, instance.initial))),
            self.section(":goal", self.conjunction(instance.goal)),
        ]
        self.random.shuffle(sections)
        return self.spaced(f"(define (problem {instance.name}) {' '.join(sections)})")

    def section(self, keyword: str, text: str) -> str:
        return f"({self.case(keyword)} {text})"

    def case(self, word: str) -> str:
        return self.random.choice((word, word.upper(), word.lower(), word.swapcase()))

    def typed(self, entries: Sequence[tuple[str, str]]) -> str:
        """Group entries of the same type, or not; at the end, `object` can be left out."""
        parts: list[str] = []
        for position, (name, kind) in enumerate(entries):
            parts.append(name)
            following = entries[position + 1 :]
            grouped = bool(following) and following[0][1] == kind and self.random.random() < 0.7
            last = kind == "object" and not following and self.random.random() < 0.5
            if not grouped and not last:
                parts.append(f"- {self.case(kind)}")
        return " ".join(parts)

    def predicate(self, predicate: Predicate) -> str:
        entries = [(p.name, p.type) for p in predicate.parameters]
        return f"({predicate.name} {self.typed(entries)})"

    def action(self, action: ActionSchema) -> str:
        fields = [
            f":parameters ({self.typed([(p.name, p.type) for p in action.parameters])})",
            f":precondition {self.conjunction(action.preconditions, double=True)}",
            f":effect {self.conjunction(action.effects)}",
        ]
        self.random.shuffle(fields)
        return self.section(":action", f"{action.name} {' '.join(fields)}")

    def conjunction(self, literals: Sequence[Literal], double: bool = False) -> str:
        if not literals and self.random.random() < 0.5:
            return "()"
        if len(literals) == 1 and self.random.random() < 0.5:
            return self.literal(literals[0], double)
        cut = self.random.randint(0, len(literals))
        parts = [self.literal(literal, double) for literal in literals]
        return f"(and {' '.join(parts[:cut])} (and {' '.join(parts[cut:])}))"

    def literal(self, literal: Literal, double: bool) -> str:
        text = self.atom(literal.atom)
        if double and self.random.random() < 0.2:
            text = f"(not (not {text}))"
        return text if literal.positive else f"({self.case('not')} {text})"

    def atom(self, atom: Atom) -> str:
        return f"({' '.join(map(self.case, (atom.predicate, *atom.arguments)))})"

    def spaced(self, text: str) -> str:
        blanks = (" ", "  ", "\n", "\t", "\r\n", " ; (a comment)\n", "\n;)\n")
        return "".join(self.random.choice(blanks) if c == " " else c for c in text)
