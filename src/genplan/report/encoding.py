"""Recordings as plain values for the page: names once, everything else small numbers.

The script of the page reads what `encode_recording` returns; the shape is told there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from genplan.pddl.model import Atom, Instance
from genplan.report.arrangement import find_arrangements
from genplan.report.graph_drawing import encode_graph
from genplan.report.names import shortened
from genplan.report.recording import Moment, Recording

__all__ = ["encode_recording"]

MOST_STATIC: Final = 600
"""Atoms that never change and are listed; there can be thousands."""

_FEW: Final = 1
"""So many atoms of a predicate about one object are told at the object, more in a matrix."""

_LARGEST_MATRIX: Final = 60


def encode_recording(recording: Recording, moments: int) -> dict[str, Any]:
    """Return a recording, cut after so many moments, as plain values.

    - `objects`: names; `lanes`: types with their objects and pointers, all by number;
    - `atoms`: [predicate, object, …]; `start` and the steps mention them by number;
    - `steps`: [line, y, [pointer, place among the objects of its type or -1, …], [added],
      [deleted], action counted from 1, [landmarks reached], note], without what is empty at
      the end; `actions`: [name, object, …]; `goal`: [atom, whether it is wanted true];
    - `static`: texts of what never changes, and [object, predicate] of what is about one object;
    - `next`: the line that follows the last step, -1 if there is none.
    """
    atoms = _Numbers(recording.instance)
    actions = _Actions(atoms.objects)
    kept = recording.moments[:moments]
    static = recording.instance.domain.static_predicates
    initial = [a for a in recording.instance.initial if a.predicate not in static]
    start = [atoms[a] for a in dict.fromkeys(initial)]
    steps = [_step(moment, recording, atoms, actions) for moment in kept]
    members = recording.instance.objects_by_type
    whole = len(kept) == len(recording.moments) and not recording.was_cut
    return {
        "name": shortened(recording.instance.name),
        "objects": [shortened(item.name) for item in recording.instance.all_objects],
        "predicates": [p.name for p in recording.instance.domain.predicates],
        "lanes": _lanes(recording, atoms),
        "matrices": _matrices(recording, kept),
        "pointers": [
            [z.name, z.type, _place(members[z.type], recording.start[z.name])]
            for z in recording.pointers
        ],
        "start": start,
        "goal": [[atoms[g.atom], int(g.positive)] for g in recording.instance.goal],
        "actions": actions.rows,
        "atoms": atoms.rows,
        "static": _static(recording.instance),
        "steps": steps,
        "graph": None if recording.graph is None else encode_graph(recording.graph),
        "reached": list(recording.reached_at_start),
        "outcome": recording.outcome.value if whole and recording.outcome else "cut",
        "note": recording.note if whole else "",
        "next": _next_line(recording, len(kept)),
    }


class _Numbers:
    """Atoms by number, numbered as they come."""

    def __init__(self, instance: Instance) -> None:
        self.objects = {item.name: n for n, item in enumerate(instance.all_objects)}
        self.predicates = {p.name: n for n, p in enumerate(instance.domain.predicates)}
        self.numbers: dict[Atom, int] = {}
        self.rows: list[list[int]] = []

    def __getitem__(self, atom: Atom) -> int:
        number = self.numbers.setdefault(atom, len(self.rows))
        if number == len(self.rows):
            objects = [self.objects[name] for name in atom.arguments]
            self.rows.append([self.predicates[atom.predicate], *objects])
        return number


class _Actions:
    """Ground actions by number from 1, numbered as they come; no action is 0."""

    def __init__(self, objects: Mapping[str, int]) -> None:
        self.objects = objects
        self.numbers: dict[str, int] = {"": 0}
        self.rows: list[list[Any]] = []

    def __getitem__(self, text: str) -> int:
        if text not in self.numbers:
            name, *arguments = text[1:-1].split(" ")
            if all(argument in self.objects for argument in arguments):
                self.rows.append([name, *(self.objects[argument] for argument in arguments)])
            else:  # names of a model that was not read from PDDL may have blanks in them
                self.rows.append([text[1:-1]])
            self.numbers[text] = len(self.rows)
        return self.numbers[text]


def _step(moment: Moment, recording: Recording, atoms: _Numbers, actions: _Actions) -> list[Any]:
    members = recording.instance.objects_by_type
    moved: list[int] = []
    for number, z in enumerate(recording.pointers):
        if z.name in moment.pointers:
            moved += (number, _place(members[z.type], moment.pointers[z.name]))
    row: list[Any] = [
        moment.line,
        int(bool(moment.y)),
        moved,
        [atoms[a] for a in moment.added],
        [atoms[a] for a in moment.deleted],
        actions[moment.action],
        list(moment.reached),
        moment.note,
    ]
    while len(row) > 2 and not row[-1]:
        row.pop()
    return row


def _place(members: tuple[str, ...], name: str | None) -> int:
    return -1 if name is None else members.index(name)


def _next_line(recording: Recording, kept: int) -> int:
    if kept < len(recording.moments):
        return recording.moments[kept].line
    return -1 if recording.next_line is None else recording.next_line


def _static(instance: Instance) -> dict[str, Any]:
    static = instance.domain.static_predicates
    found = list(
        dict.fromkeys(shortened(str(a)) for a in instance.initial if a.predicate in static)
    )
    order = {item.name: number for number, item in enumerate(instance.all_objects)}
    predicates = [p.name for p in instance.domain.predicates]
    about = [
        [order[a.arguments[0]], predicates.index(a.predicate)]
        for a in dict.fromkeys(instance.initial)
        if a.predicate in static and len(a.arguments) == 1
    ]
    more = max(0, len(found) - MOST_STATIC)
    return {"shown": found[:MOST_STATIC], "more": more, "about": about[:MOST_STATIC]}


def _lanes(recording: Recording, atoms: _Numbers) -> list[dict[str, Any]]:
    """Return the types of pointers, and of objects at which no pointer can stand.

    What a static predicate arranges in a line or a grid stands in a lane of its own.
    """
    instance = recording.instance
    members = instance.objects_by_type
    types = list(dict.fromkeys(z.type for z in recording.pointers))
    covered = {name for t in types for name in members[t]}
    for item in instance.all_objects:
        if item.name not in covered and item.type not in types:
            types.append(item.type)
    arrangements = find_arrangements(instance)
    lanes: list[dict[str, Any]] = []
    for name in types:
        rest = set(members[name])
        pointers = [n for n, z in enumerate(recording.pointers) if z.type == name]
        common = {"type": name, "pointers": pointers, "members": _numbers(members[name], atoms)}
        for found in arrangements:
            if found.objects <= rest:
                rest -= found.objects
                lanes.append(
                    {
                        **common,
                        "cells": [[atoms.objects[n], r, c] for n, r, c in found.places],
                        "predicate": found.predicate,
                        "rows": found.rows,
                        "columns": found.columns,
                        "directed": found.directed,
                    }
                )
        if rest:
            lanes.append(
                {**common, "cells": _numbers((n for n in members[name] if n in rest), atoms)}
            )
    return lanes


def _numbers(names: Iterable[str], atoms: _Numbers) -> list[int]:
    return [atoms.objects[name] for name in names]


def _matrices(recording: Recording, moments: Iterable[Moment]) -> list[dict[str, Any]]:
    """Return the changing binary predicates that relate some object to many others at a time.

    Those that relate every object to few are told at the objects themselves.
    """
    instance = recording.instance
    order = {item.name: n for n, item in enumerate(instance.all_objects)}
    most = _most_per_object(instance, moments)
    found: list[dict[str, Any]] = []
    for number, predicate in enumerate(instance.domain.predicates):
        if predicate.arity != 2 or most.get(predicate.name, 0) <= _FEW:
            continue
        types = [p.type for p in predicate.parameters]
        sides = [instance.objects_by_type[name] for name in types]
        if min(map(len, sides)) > 1 and max(map(len, sides)) <= _LARGEST_MATRIX:
            members = [[order[name] for name in side] for side in sides]
            found.append({"predicate": number, "types": types, "members": members})
    return found


def _most_per_object(instance: Instance, moments: Iterable[Moment]) -> Mapping[str, int]:
    """Return for each changing predicate the most atoms with one first argument at any time."""
    counts: dict[tuple[str, str], int] = {}
    most: dict[str, int] = {}

    def count(atom: Atom, by: int) -> None:
        if atom.arguments:
            key = (atom.predicate, atom.arguments[0])
            counts[key] = counts.get(key, 0) + by
            most[atom.predicate] = max(most.get(atom.predicate, 0), counts[key])

    static = instance.domain.static_predicates
    for atom in instance.initial_state:
        if atom.predicate not in static:
            count(atom, 1)
    for moment in moments:
        for atom in moment.deleted:
            count(atom, -1)
        for atom in moment.added:
            count(atom, 1)
    return most
