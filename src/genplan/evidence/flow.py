"""The flow of a goto program: where it can go from a line, and how a pointer moves on the way.

A node is a line with a value of y, so jumps are decided by where they start. The flow has every
way that an execution can take on any instance, and perhaps more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from genplan.program.instructions import Act, Clear, Dec, End, Goto, Inc, Set, Test
from genplan.program.program import Program

__all__ = ["Edge", "Move", "Node", "flow"]

Node = tuple[int, bool]
"""A line, and the value of y there."""


class Move(Enum):
    """How a pointer moves on an edge."""

    NONE = auto()
    FORWARD = auto()
    BACKWARD = auto()
    TO_FIRST = auto()
    """Backward, or not at all."""
    ANYWHERE = auto()


@dataclass(frozen=True, slots=True)
class Edge:
    """A step from a node to a node, with the pointer that moves."""

    source: Node
    target: Node
    move: Move = Move.NONE
    pointer: str = ""


def flow(program: Program) -> tuple[Edge, ...]:
    """Return the steps that can be on the way from the start, in the order of the lines."""
    reached: set[Node] = set()
    waiting: list[Node] = [(0, False)]
    edges: list[Edge] = []
    while waiting:
        node = waiting.pop()
        if node not in reached:
            reached.add(node)
            leaving = list(_edges(program, node))
            edges += leaving
            waiting += [edge.target for edge in leaving]
    return tuple(sorted(edges, key=lambda edge: (edge.source, edge.target)))


def _edges(program: Program, node: Node) -> Iterator[Edge]:
    """Yield the steps from a node (Paper: the case table of y_z).

    A pointer instruction that is not applicable leaves its pointer where it is and y true. A
    `dec` after which y is true may have moved, or may have been at the first object already.
    """
    line, y = node
    instruction = program.lines[line]
    no, yes = (line + 1, False), (line + 1, True)
    match instruction:
        case Goto(target, when):
            yield Edge(node, (target, y) if y == when else (line + 1, y))
        case Act():
            yield Edge(node, (line + 1, y))
        case Test():
            yield from (Edge(node, no), Edge(node, yes))
        case Inc(pointer):
            yield from (Edge(node, no, Move.FORWARD, pointer), Edge(node, yes))
        case Dec(pointer):
            yield Edge(node, no, Move.BACKWARD, pointer)
            yield Edge(node, yes, Move.TO_FIRST, pointer)
        case Clear(pointer):
            yield Edge(node, yes, Move.TO_FIRST, pointer)
        case Set(pointer):
            yield Edge(node, no, Move.ANYWHERE, pointer)
            yield Edge(node, yes, Move.TO_FIRST, pointer)
        case End() | None:
            return
