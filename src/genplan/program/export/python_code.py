"""A program as a stand-alone Python module without dependencies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final

from genplan.pddl.model import Domain
from genplan.problem import Pointer
from genplan.program.export.block_writer import BlockWriter
from genplan.program.export.blocks import (
    AgainBlock,
    LoopBlock,
    StepBlock,
    keeps_flag,
    readable_blocks,
    walk_blocks,
)
from genplan.program.export.python_domain import RESERVED, action_lines, quoted, table_lines
from genplan.program.export.source_text import (
    Identifiers,
    comment_text,
    filled,
    function_names,
    json_example,
    template,
)
from genplan.program.instructions import Act
from genplan.program.program import Program

__all__ = ["PythonNames", "python_module"]

_LOCAL: Final = frozenset(
    {"Pointer", "again", "goal", "goal_not", "objects", "product", "reversed", "set", "y"}
    | {"before", "way", "way_to", "ways", "ways_from"}
)
"""What the generator of plans refers to."""

IMPORTS: Final = (
    "import json",
    "import re",
    "import sys",
    "from collections.abc import Iterable, Iterator, Mapping, Sequence",
    "from typing import Any, Optional",
)

ARGUMENTS: Final = """\
`objects` has for every type its objects in order, those of its subtypes included.
`atoms` has what is true, as in {("at", "ball1", "rooma")}. It is changed together with
the plan, so that it is always the state after the last action."""


@dataclass(frozen=True, slots=True)
class PythonNames:
    """The identifiers of actions and pointers."""

    actions: dict[str, str]
    pointers: dict[str, str]
    others: Identifiers

    @classmethod
    def of(cls, domain: Domain, pointers: Iterable[Pointer]) -> PythonNames:
        """Return identifiers, different ones for everything."""
        actions = Identifiers().all([a.name for a in domain.actions])
        others = Identifiers(RESERVED | _LOCAL | function_names(actions.values()))
        return cls(actions, others.all([z.name for z in pointers]), others)


def python_module(program: Program, domain: Domain) -> str:
    """Return the text of a module with a generator of plans and a small command."""
    names = PythonNames.of(domain, program.pointers)
    parts = {
        "docstring": docstring(domain, str(program)),
        "imports": IMPORTS,
        "tables": table_lines(domain),
        "actions": action_lines(domain, names.actions),
        "plan": _BlocksInPython(names).plan(program),
        "call": ["actions = list(plan(instance.objects, atoms))"],
    }
    return filled(template("standalone.py.in"), parts, ["ways"])


def docstring(domain: Domain, program: str) -> list[str]:
    """Return the docstring of a module, which is its help text too."""
    return [
        f'"""Plans for the domain {comment_text(domain.name)}, as a generator of actions.',
        "",
        "Usage: python THIS_FILE INSTANCE",
        "",
        "prints the plan for a PDDL problem, or for JSON of this kind:",
        *(f"    {line}" for line in json_example(domain)),
        '"-" reads the standard input. From Python, call plan().',
        "",
        "genplan made this file from the program",
        "",
        *(f"    {comment_text(line)}" for line in program.splitlines()),
        '"""',
        "",
    ]


class _BlocksInPython(BlockWriter):
    def __init__(self, names: PythonNames) -> None:
        super().__init__(names.pointers)
        self.names = names

    def plan(self, program: Program) -> list[str]:
        """Return the generator function."""
        blocks = readable_blocks(program)
        every = list(walk_blocks(blocks))
        head = "def plan(objects: Mapping[str, Sequence[str]], atoms: set[Atom])"
        with self.out.indented(f"{head} -> Iterator[Action]:"):
            self.out.add('"""Yield the actions of the plan, one after the other.', "")
            self.out.add(*ARGUMENTS.splitlines(), '"""')
            for pointer in program.pointers:
                self.out.add(f"{self.z[pointer.name]} = Pointer(objects[{quoted(pointer.type)}])")
            if keeps_flag(blocks):
                self.out.add("y = False")
            self.add(blocks, "")
            if not any(isinstance(b, StepBlock) and isinstance(b.instruction, Act) for b in every):
                self.out.add("yield from ()")
        self.out.add("", "")
        return self.out.lines

    def do(self, action: str, pointers: Sequence[str]) -> str:
        listed = ", ".join(["atoms", *(f"{self.z[z]}.object" for z in pointers)])
        return f"yield from do_{self.names.actions[action]}({listed})"

    def holds(self, predicate: str, pointers: Sequence[str], wanted: bool) -> str:
        listed = ", ".join([quoted(predicate), *(f"{self.z[z]}.object" for z in pointers)])
        comma = "" if pointers else ","
        return f"({listed}{comma}) {'' if wanted else self.no}in atoms"

    def branch(self, condition: str) -> AbstractContextManager[None]:
        return self.out.indented(f"if {condition}:")

    def loop(self, loop: LoopBlock, around: str | None) -> None:
        """Add a loop, and behind it what starts the loops around it again."""
        inside = list(walk_blocks([loop]))
        labels = {block.label for block in inside if isinstance(block, LoopBlock)}
        leaving = {b.label for b in inside if isinstance(b, AgainBlock)} - labels
        if leaving:
            self.out.add('again = ""')
        comment = f"  # {loop.label}" if loop.label else ""
        with self.out.indented(f"while True:{comment}"):
            self.add(loop.body, loop.label)
            self.end_of(loop)
        if around in leaving:
            with self.out.indented(f'if again == "{around}":'):
                self.out.add("continue")
        if leaving - {around}:
            self.leave("again")

    def again(self, block: AgainBlock, around: str | None) -> None:
        with self.branch(self.when(block)):
            if block.label == around:
                self.out.add("continue")
            else:
                self.out.add(f'again = "{block.label}"', "break")
