"""Termination of goto programs, by pointers that only move one way.

A part of the flow in which one can go round is called a component. If all that moves a pointer
there moves it forward, the steps that really do can be taken once less often than the pointer has
objects. Without these steps the component falls apart into smaller ones, and so on. If no
component is left, every execution ends. The same for backward. Which pointer is taken first
decides the bound only: taking steps away never makes a pointer move where it did not.

A level takes two passes over its part of the flow for each pointer that moves one way there, and
a pointer serves at one level only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add, or_
from typing import Final, TypeAlias

from genplan.evidence.bound import NOTHING, ONCE, Bound
from genplan.evidence.components import components
from genplan.evidence.flow import Edge, Move, Node, flow
from genplan.evidence.loops import Loop, Termination
from genplan.program.instructions import End, Goto, Test
from genplan.program.program import Program

__all__ = ["goto_termination"]

_ONE_WAY: Final = {
    Move.FORWARD: (Move.NONE, Move.FORWARD),
    Move.BACKWARD: (Move.NONE, Move.BACKWARD, Move.TO_FIRST),
}
_WORDS: Final = {
    Move.FORWARD: "forward",
    Move.BACKWARD: "backward",
    Move.TO_FIRST: "to the first object",
    Move.ANYWHERE: "to where another pointer is",
}

_OneWay: TypeAlias = tuple[str, Move]
"""A pointer, and the direction in which it can move."""

_DEEPEST: Final = 30
"""So many loops within each other are looked at; nobody writes more."""


def goto_termination(program: Program) -> Termination:
    """Return what can be proven about the loops of a goto program."""
    analysis = _Analysis(program)
    gotos = [(n, line) for n, line in program.instructions() if isinstance(line, Goto)]
    whole = analysis.ways(analysis.edges, None)
    steps = whole.visits if isinstance(whole, _Ways) else None
    return Termination(tuple(analysis.loop(n, goto) for n, goto in gotos), steps)


@dataclass(frozen=True, slots=True)
class _Ways:
    """What bounds the ways through a part of the flow.

    How many instructions they execute, how often they take the jump looked at, and the pointers
    that show it, outermost first.
    """

    visits: Bound
    jumps: Bound
    pointers: tuple[tuple[_OneWay, ...], ...] = ()


_Stuck = tuple[Edge, ...]
"""The edges of a component for which no pointer was found."""


class _Analysis:
    """The flow of a program, and bounds of its parts."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.types = {z.name: z.type for z in program.pointers}
        self.edges = flow(program)

    def loop(self, number: int, goto: Goto) -> Loop:
        """Return what is known about the loop of a goto: all that can repeat up to its line.

        An infinite execution takes the jump on the last of the lines that it repeats for ever
        infinitely often. So if all these loops end, the program does.
        """
        jump = next((e for e in self.edges if e.source == (number, goto.when)), None)
        if jump is None:
            return Loop(goto.target, number, NOTHING, "the jump is never taken")
        own = _around(jump, [e for e in self.edges if max(e.source[0], e.target[0]) <= number])
        if not own:
            return Loop(goto.target, number, ONCE, "after the jump there is no way back to it")
        first = min(edge.target[0] for edge in own)
        found = self.ways(own, jump)
        if isinstance(found, _Ways):
            return Loop(first, number, found.jumps, _why_it_ends(found.pointers))
        return Loop(first, number, None, self._what_is_missing(found))

    def ways(self, edges: Sequence[Edge], jump: Edge | None, depth: int = 0) -> _Ways | _Stuck:
        """Return what bounds the ways over these edges, or a component that has no bound."""
        leaving: dict[Node, list[Edge]] = {}
        for edge in edges:
            leaving.setdefault(edge.source, []).append(edge)
        onward: dict[Node, Bound] = {}
        longest, jumps = NOTHING, ONCE if jump in edges else NOTHING
        pointers: list[tuple[_OneWay, ...]] = []
        for nodes in _components(edges):
            inside = frozenset(nodes)
            own = [edge for node in nodes for edge in leaving.get(node, ())]
            inner = [edge for edge in own if edge.target in inside]
            visits = NOTHING if self._stops(nodes[0]) else ONCE
            if inner:
                found = self._component(inner, jump, depth)
                if not isinstance(found, _Ways):
                    return found
                visits = found.visits
                jumps = found.jumps if jump in inner else jumps
                pointers += found.pointers
            after = [onward[edge.target] for edge in own if edge.target not in inside]
            way = visits + reduce(or_, after, NOTHING)
            onward.update(dict.fromkeys(nodes, way))
            longest |= way
        return _Ways(longest, jumps, tuple(dict.fromkeys(pointers)))

    def _component(self, edges: Sequence[Edge], jump: Edge | None, depth: int) -> _Ways | _Stuck:
        """Return what bounds a stay in a component, with the pointers that leave least to do."""
        choices = [(_goes_round(_without(edges, [c])), c) for c in _one_way(edges)]
        if not choices or depth == _DEEPEST:
            return tuple(edges)
        choices.sort(key=lambda choice: choice[0])
        left, chosen = choices[0][0], [choices[0][1]]
        for _, choice in choices[1:]:
            fewer = _goes_round(_without(edges, [*chosen, choice])) if left else left
            if fewer < left:
                left, chosen = fewer, [*chosen, choice]
        inner = self.ways(_without(edges, chosen), jump, depth + 1)
        if not isinstance(inner, _Ways):
            return inner
        # n objects allow n - 1 moves, and so n ways over the other edges, of one node at least.
        # With several pointers the moves add up, since all of them only move one way here.
        size = reduce(add, (Bound.objects(self.types[pointer]) for pointer, _ in chosen))
        visits = size * (inner.visits | ONCE)
        return _Ways(visits, size * inner.jumps, (tuple(chosen), *inner.pointers))

    def _stops(self, node: Node) -> bool:
        """Return whether the program stops there without executing anything."""
        return isinstance(self.program.lines[node[0]], End | None)

    def _what_is_missing(self, edges: _Stuck) -> str:
        lines = sorted({line for edge in edges for line, _ in (edge.source, edge.target)})
        moves: dict[str, list[str]] = {}
        for edge in edges:
            if edge.move is not Move.NONE:
                words = moves.setdefault(edge.pointer, [])
                words += [_WORDS[edge.move]] if _WORDS[edge.move] not in words else []
        moved = "; ".join(f"{z} can move {' and '.join(ways)}" for z, ways in moves.items())
        tests = [f"line {n}" for n in lines if isinstance(self.program.lines[n], Test)]
        decided = f"; whether it ends is up to the test on {', '.join(tests)}" if tests else ""
        return (
            f"on some way round lines {lines[0]} to {lines[-1]} no pointer has to move on "
            f"({moved or 'none moves at all'}){decided}"
        )


def _one_way(edges: Iterable[Edge]) -> list[_OneWay]:
    """Return the pointers that can move in one direction only, with that direction."""
    moves: dict[str, set[Move]] = {}
    for edge in edges:
        moves.setdefault(edge.pointer, set()).add(edge.move)
    return [
        (pointer, way)
        for pointer, found in moves.items()
        for way, allowed in _ONE_WAY.items()
        if way in found and found.issubset(allowed)
    ]


def _without(edges: Iterable[Edge], moves: Sequence[_OneWay]) -> list[Edge]:
    return [edge for edge in edges if (edge.pointer, edge.move) not in moves]


def _goes_round(edges: Iterable[Edge]) -> int:
    """Return on how many nodes one can go round for ever."""
    return sum(len(nodes) for nodes in _components(edges) if len(nodes) > 1)


def _around(jump: Edge, edges: Sequence[Edge]) -> list[Edge]:
    """Return the edges of the component in which the jump is, none if it is in none."""
    for nodes in _components(edges):
        if jump.source in nodes:
            return _within(edges, nodes) if jump.target in nodes else []
    return []


def _within(edges: Iterable[Edge], nodes: Iterable[Node]) -> list[Edge]:
    inside = frozenset(nodes)
    return [e for e in edges if e.source in inside and e.target in inside]


def _components(edges: Iterable[Edge]) -> list[tuple[Node, ...]]:
    """Return the components of the nodes on these edges, each after those it leads to."""
    following: dict[Node, list[Node]] = {}
    for edge in edges:
        following.setdefault(edge.source, []).append(edge.target)
    return components(following, following)


def _why_it_ends(levels: Sequence[Sequence[_OneWay]]) -> str:
    words = [
        " and ".join(f"{pointer} only moves {_WORDS[way]}" for pointer, way in level)
        for level in levels
    ]
    return "; between two such moves ".join(words)
