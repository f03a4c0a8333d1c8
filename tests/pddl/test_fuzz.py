"""Damaged files: each ends in a model or in a GenplanError, quickly and with a short message."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import pytest

from domains.corpus import DOMAINS, INSTANCES, domain, domain_path, instance_path
from genplan.benchmarks import BENCHMARKS
from genplan.errors import GenplanError, PDDLError
from genplan.pddl import (
    Domain,
    Instance,
    parse_domain,
    parse_instance,
    read_domain,
    read_instance,
    write_domain,
    write_instance,
)

CASES: Final = 20_000
CHUNKS: Final = 8
SEED: Final = 20_240_229

TOKENS: Final = (
    *(
        "(",
        ")",
        "-",
        "=",
        "?x",
        ":",
        "?",
        ";",
        "and",
        "not",
        "or",
        "when",
        "forall",
        "(and",
        "(not",
    ),
    *("()", "(:action", "(:init", "(:goal", ":parameters", ":precondition", ":effect", "object"),
    *("(either", "(increase (total-cost)", "0", "-1", "1.5", "(define", "(domain", "(problem"),
)
BYTES: Final = (
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xe2\x82\xac",
    b"\r",
    b"\t",
    b"\x0b",
    b"\x1b",
    b'"',
    b"\n",
)


@dataclass(frozen=True)
class Sample:
    """A file to damage, and the domain it is an instance of, if it is one."""

    text: str
    domain: Domain | None


def samples() -> list[Sample]:
    files = [Sample(domain_path(name).read_text("utf-8"), None) for name in DOMAINS]
    files += [
        Sample(instance_path(name).read_text("utf-8"), domain(name.split("/")[0]))
        for name in INSTANCES
    ]
    for benchmark in BENCHMARKS.values():
        files.append(Sample(benchmark.domain_text, None))
        small = write_instance(benchmark.training()[0])
        files.append(Sample(small, benchmark.domain))
    return files


Damage = Callable[[bytes, Random], bytes]


def truncate(data: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def delete_bytes(data: bytes, random: Random) -> bytes:
    start = random.randrange(len(data) + 1)
    return data[:start] + data[start + random.choice((1, 1, 2, 10, 100)) :]


def swap_bytes(data: bytes, random: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(random.randint(1, 4)):
        one, two = random.randrange(len(data)), random.randrange(len(data))
        changed[one], changed[two] = changed[two], changed[one]
    return bytes(changed)


def insert_bytes(data: bytes, random: Random) -> bytes:
    place = random.randrange(len(data) + 1)
    inserted = random.choice((*BYTES, bytes([random.randrange(256)])))
    return data[:place] + inserted + data[place:]


def split(data: bytes) -> list[bytes]:
    return re.findall(rb"\s+|[()]|[^\s()]+", data)


def delete_token(data: bytes, random: Random) -> bytes:
    parts = split(data)
    del parts[random.randrange(len(parts))]
    return b"".join(parts)


def swap_tokens(data: bytes, random: Random) -> bytes:
    parts = split(data)
    one, two = random.randrange(len(parts)), random.randrange(len(parts))
    parts[one], parts[two] = parts[two], parts[one]
    return b"".join(parts)


def insert_token(data: bytes, random: Random) -> bytes:
    parts = split(data)
    inserted = random.choice((*TOKENS, random.choice(parts).decode("utf-8", "replace")))
    parts.insert(random.randrange(len(parts) + 1), f" {inserted} ".encode())
    return b"".join(parts)


def repeat_part(data: bytes, random: Random) -> bytes:
    start = random.randrange(len(data) + 1)
    part = data[start : start + random.choice((5, 50, 500))]
    return data[:start] + part * random.randint(2, 5) + data[start:]


DAMAGES: Final[tuple[Damage, ...]] = (
    *(truncate, delete_bytes, swap_bytes, insert_bytes),
    *(delete_token, swap_tokens, insert_token, repeat_part),
)


def damage(sample: Sample, random: Random) -> bytes:
    data = sample.text.encode()
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        if data:
            data = random.choice(DAMAGES)(data, random)
    return data


def read(path: Path, of: Domain | None) -> Domain | Instance:
    return read_domain(path) if of is None else read_instance(path, of)


def check_model(model: Domain | Instance) -> None:
    """What is read can be written and read again."""
    if isinstance(model, Domain):
        assert parse_domain(write_domain(model)) == model
    else:
        assert parse_instance(write_instance(model), model.domain) == model


def check_message(error: GenplanError) -> None:
    message = str(error)
    assert len(message.split("\n")) <= 5
    assert len(message) <= 25 * 120
    if isinstance(error, PDDLError):
        lines = message.split("\n")
        assert lines[0].startswith(str(error.location))
        assert "^" in lines[2]
        assert error.hint


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_damaged_files(chunk: int, tmp_path: Path) -> None:
    random = Random(SEED + chunk)
    files = samples()
    path = tmp_path / "damaged.pddl"
    accepted = 0
    for _ in range(CASES // CHUNKS):
        sample = random.choice(files)
        path.write_bytes(damage(sample, random))
        start = time.process_time()
        try:
            model = read(path, sample.domain)
        except GenplanError as error:
            check_message(error)
        else:
            accepted += 1
            check_model(model)
        assert time.process_time() - start < 1, path.read_bytes()
    assert 0 < accepted < CASES // CHUNKS


# ---------------------------------------------------------------- extremes

DEEP: Final = 100_000


@pytest.mark.parametrize(
    "text",
    [
        "(" * DEEP,
        "(" * DEEP + ")" * DEEP,
        ")" * DEEP,
        "(define " * DEEP,
        "(define (domain d) " + "(" * DEEP,
        "(define (domain d) (:types " + "(a" * DEEP + ")" * DEEP + "))",
        "(define (domain d) (:predicates (p)) (:action a :precondition "
        + "(and " * DEEP
        + "(p)"
        + ")" * (DEEP + 2),
        "(define (domain d) (:predicates (p)) (:action a :precondition "
        + "(not " * DEEP
        + "(p)"
        + ")" * (DEEP + 2),
        "(define (domain d) (:predicates (p)) (:action a :effect "
        + "(and " * DEEP
        + "(p)"
        + ")" * (DEEP + 2),
        "(define (domain d) (:types " + " ".join(f"t{i} - t{i + 1}" for i in range(DEEP)) + "))",
        "(define (domain d) (:types t0 " + " ".join(f"t{i + 1} - t{i}" for i in range(DEEP)) + "))",
        "(define (domain d) (:types "
        + " ".join(f"t{i} - t{(i + 1) % DEEP}" for i in range(DEEP))
        + "))",
    ],
    ids=range(12),
)
def test_deep_nesting(text: str) -> None:
    start = time.process_time()
    with pytest.raises(PDDLError) as caught:
        parse_domain(text)
    check_message(caught.value)
    assert time.process_time() - start < 2


@pytest.mark.parametrize("goal", ["(and " * DEEP, "(not " * DEEP, "(and (not " * (DEEP // 2)])
def test_deep_nesting_in_an_instance(goal: str) -> None:
    text = f"(define (problem i) (:domain d) (:init) (:goal {goal}(p){')' * DEEP}))"
    with pytest.raises(PDDLError, match="nested more than 200 deep"):
        parse_instance(text, parse_domain("(define (domain d) (:predicates (p)))"))


def test_nesting_as_deep_as_allowed() -> None:
    depth = 195
    text = "(define (domain d) (:predicates (p)) (:action a :precondition {}(p){} :effect {}(p){}))"
    read = parse_domain(text.format("(not " * depth, ")" * depth, "(and " * depth, ")" * depth))
    assert not read.actions[0].preconditions[0].positive
    assert len(read.actions[0].effects) == 1


LONG: Final = "x" * 1_000_000

OF_DOMAINS: Final = (
    "LONG",
    "(LONG",
    "(LONG)",
    "(define LONG)",
    "(define (LONG d))",
    "(define (domain d LONG))",
    "(define (domain :LONG))",
    "(define (domain d) LONG)",
    "(define (domain d) (LONG))",
    "(define (domain d) (:LONG))",
    "(define (domain d) (:requirements LONG))",
    "(define (domain d) (:requirements :LONG))",
    "(define (domain d) (:types LONG LONG))",
    "(define (domain d) (:types LONG - LONG))",
    "(define (domain d) (:types LONGa - LONGb LONGb - LONGa))",
    "(define (domain d) (:types -LONG))",
    "(define (domain d) (:constants LONG - LONG))",
    "(define (domain d) (:constants LONG LONG))",
    "(define (domain d) (:predicates (LONG) (LONG)))",
    "(define (domain d) (:predicates (p LONG)))",
    "(define (domain d) (:predicates (p ?LONG ?LONG)))",
    "(define (domain d) (:functions (LONG) (LONG)))",
    "(define (domain d) (:predicates (p)) (:action LONG) (:action LONG))",
    "(define (domain d) (:predicates (p)) (:action a :LONG))",
    "(define (domain d) (:predicates (p)) (:action a :parameters LONG))",
    "(define (domain d) (:predicates (p)) (:action a :precondition LONG))",
    "(define (domain d) (:predicates (p)) (:action a :precondition (LONG)))",
    "(define (domain d) (:predicates (LONG ?LONG)) (:action a :precondition (LONG)))",
    "(define (domain d) (:predicates (LONGa)) (:action a :precondition (LONG)))",
    "(define (domain d) (:predicates (p ?x)) (:action a :precondition (p ?LONG)))",
    "(define (domain d) (:predicates (p ?x)) (:action a :precondition (p LONG)))",
    "(define (domain d) (:types LONGa LONGb) (:constants LONG - LONGb)"
    " (:predicates (LONG ?x - LONGa)) (:action a :effect (LONG LONG)))",
    "(define (domain d)) LONG",
    "(define (domain d)) (LONG",
    "(define (domain d) (:predicates (p ?x" + " ?x" * 100_000,
    "(define (domain d) (:predicates " + "(p)" * 100_000 + "))",
    "(define (domain d) (:constants " + "\x0b\x1c\u2028 ? " * 1000,
    "(define (domain d) (:constants \u2028\x85?))" + " " * 100_000,
)
OF_INSTANCES: Final = (
    "(define (problem i) (:domain LONG) (:init) (:goal (and)))",
    "(define (problem i) (:domain LONGd) (:objects LONG LONG) (:init) (:goal (and)))",
    "(define (problem i) (:domain LONGd) (:init (LONG)) (:goal (and)))",
    "(define (problem i) (:domain LONGd) (:init (LONGp LONG)) (:goal (and)))",
    "(define (problem i) (:domain LONGd) (:init (= (LONG) 1)) (:goal (and)))",
    "(define (problem i) (:domain LONGd) (:init (= (total-cost) LONG)) (:goal (and)))",
    "(define (problem i) (:domain LONGd) (:objects LONG - LONGt)"
    " (:init (LONGp LONG) (not (LONGp LONG))) (:goal (and)))",
    "(define (problem i) (:domain LONGd) (:objects LONG) (:init (LONGp LONG)) (:goal (and)))",
    "(define (problem i) (:init) (:goal (and)))",
)


@pytest.mark.parametrize("text", OF_DOMAINS, ids=range(len(OF_DOMAINS)))
def test_long_tokens_and_lines(text: str) -> None:
    start = time.process_time()
    with pytest.raises(PDDLError) as caught:
        parse_domain(text.replace("LONG", LONG))
    check_message(caught.value)
    assert time.process_time() - start < 1


@pytest.mark.parametrize("text", OF_INSTANCES, ids=range(len(OF_INSTANCES)))
def test_long_tokens_in_instances(text: str) -> None:
    of = "(define (domain LONGd) (:types LONGt) (:predicates (LONGp ?LONG - LONGt)))"
    long_domain = parse_domain(of.replace("LONG", LONG))
    start = time.process_time()
    with pytest.raises(PDDLError) as caught:
        parse_instance(text.replace("LONG", LONG), long_domain)
    check_message(caught.value)
    assert time.process_time() - start < 1
