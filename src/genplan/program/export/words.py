"""English for names: atoms as clauses, actions over objects, lists of things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import fill
from typing import Final

from genplan.pddl.model import Domain

__all__ = [
    "action_clauses",
    "atom_clause",
    "joined",
    "listed",
    "names_introduced",
    "over_objects",
    "paragraph",
    "sentence",
    "type_noun",
]

_WIDTH: Final = 80
_PLACES: Final = frozenset(
    {"at", "in", "on", "inside", "near", "under", "above", "below", "behind"}
)
_PREPOSITIONS: Final = _PLACES | {"from", "to", "into", "onto", "via", "by", "with", "off"}
_ADJECTIVES: Final = (
    "alive available awake boarded busy charged clean clear closed cold dirty done dry empty "
    "free full hot lit locked loose occupied open ready safe served tight unlocked usable useable "
    "visited wet"
)
_NO_PARTICIPLES: Final = frozenset({"need", "speed", "breed", "feed", "exceed", "proceed"})
_SPOTS: Final = frozenset(
    {"home", "base", "depot", "goal", "target", "end", "start", "top", "bottom"}
)
_VOWELS: Final = "aeiou"


def listed(items: Sequence[str]) -> str:
    """Return `a, b and c`."""
    return f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else "".join(items)


def sentence(clause: str) -> str:
    """Return a clause with a capital letter and a full stop."""
    return f"{clause[:1].upper()}{clause[1:]}{'' if clause.endswith((':', '.')) else '.'}"


def paragraph(text: str, first: str = "", other: str | None = None) -> str:
    """Return a text in lines of moderate length, with indentation."""
    return fill(
        text,
        _WIDTH,
        initial_indent=first,
        subsequent_indent=first if other is None else other,
        break_long_words=False,
        break_on_hyphens=False,
    )


def type_noun(name: str) -> str:
    """Return a type as a noun."""
    return re.sub(r"[-_]+", " ", name).strip().lower() or name


def with_article(noun: str) -> str:
    """Return `a ball` or `an object`."""
    return f"{'an' if noun[:1].lower() in _VOWELS else 'a'} {noun}"


def over_objects(domain: Domain, action: str, names: Sequence[str]) -> str:
    """Return ` from room1 to room2`, ` with ball1 and room1`, or nothing.

    The names of the parameters are said where the types alone do not tell which is which.
    """
    schema = domain.action(action)
    roles = [] if schema is None else [p.name.lstrip("?") for p in schema.parameters]
    types = [] if schema is None else [p.type for p in schema.parameters]
    if roles and all(role.lower() in _PREPOSITIONS for role in roles):
        return "".join(f" {role.lower()} {z}" for role, z in zip(roles, names, strict=True))
    shared = {t for t in types if types.count(t) > 1}
    rows = zip(roles, types, names, strict=True)
    said = [f'{name} as "{type_noun(role)}"' if t in shared else name for role, t, name in rows]
    return f" with {listed(said)}" if said else ""


def atom_clause(predicate: str, names: Sequence[str], holds: bool = True) -> str:
    """Return a clause that says that an atom is true, or that it is not."""
    no = "" if holds else "not "
    words = [word for word in re.split(r"[-_]+", predicate.lower()) if word]
    if len(names) == 1 and len(words) > 1:
        name = names[0]
        rest, front = " ".join(words[1:]), " ".join(words[:-1])
        if words[0] == "is":
            return f"{name} is {no}{rest}"
        if words[0] == "has":
            return f"{name} has {rest}" if holds else f"{name} does not have {rest}"
        if words[0] == "at" and rest.isalpha() and rest not in _SPOTS:
            return f"the {rest} is {no}at {name}"
        if words[-1] == "at" and front != "is":
            return f"the {front} is {no}at {name}"
    if len(names) == 1 and len(words) == 1 and _is_adjective(words[0]):
        return f"{names[0]} is {no}{words[0]}"
    if len(names) == 2 and len(words) == 1 and words[0] in _PLACES:
        return f"{names[0]} is {no}{words[0]} {names[1]}"
    if not names:
        return f'"{predicate}" is {no}true'
    return f'"{predicate}" is {no}true of {listed(list(names))}'


def _is_adjective(word: str) -> bool:
    participle = word.endswith("ed") and len(word) > 4 and word not in _NO_PARTICIPLES
    return participle or word in _ADJECTIVES.split()


def action_clauses(domain: Domain, actions: Iterable[tuple[str, Sequence[str]]]) -> Iterator[str]:
    """Yield clauses about actions in a row; those over the same objects share one."""
    pairs = [(action, over_objects(domain, action, names)) for action, names in actions]
    for over, group in groupby(pairs, key=lambda pair: pair[1]):
        done = [f'"{action}"' for action, _ in group]
        if len(done) == 1 or not over:
            yield from (f"do {action}{over}" for action in done)
        else:
            yield f"do {listed(done)}{over}, in this order"


def joined(clauses: Sequence[str]) -> str:
    """Return clauses as one sentence."""
    if len(clauses) < 3:
        return ", and ".join(clauses)
    return "; ".join([*clauses[:-1], f"and {clauses[-1]}"])


def names_introduced(types: Mapping[str, str]) -> str:
    """Return sentences about names with their types, and what they stand for at the start."""
    groups: dict[str, list[str]] = {}
    for name, type_ in types.items():
        groups.setdefault(type_noun(type_), []).append(name)
    parts = [
        f"{listed(names)} for {with_article(noun)}{' each' if len(names) > 1 else ''}"
        for noun, names in groups.items()
    ]
    if len(types) == 1:
        name, noun = next(iter(types)), next(iter(groups))
        return f"It uses the name {name}, which stands for {with_article(noun)}."
    joined = "; ".join([*parts[:-1], f"and {parts[-1]}"]) if len(parts) > 2 else listed(parts)
    return f"It uses names that stand for objects: {joined}."
