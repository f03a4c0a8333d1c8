"""A program as a stand-alone Python module without dependencies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from genplan.pddl.model import Domain
from genplan.problem import Pointer
from genplan.program.export.blocks import (
    AgainBlock,
    Block,
    Condition,
    Flag,
    FlagBlock,
    Holds,
    IsFirst,
    IsLast,
    LoopBlock,
    Never,
    StepBlock,
    keeps_flag,
    readable_blocks,
    walk_blocks,
)
from genplan.program.export.python_domain import RESERVED, action_lines, quoted, table_lines
from genplan.program.export.source_text import (
    Identifiers,
    SourceLines,
    comment_text,
    filled,
    function_names,
    json_example,
    template,
)
from genplan.program.instructions import Act, Clear, Dec, Inc, PointerInstruction, Set
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

_ARGUMENTS: Final = """\
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


class _BlocksInPython:
    def __init__(self, names: PythonNames) -> None:
        self.names = names
        self.z = names.pointers
        self.out = SourceLines()

    def plan(self, program: Program) -> list[str]:
        """Return the generator function."""
        blocks = readable_blocks(program)
        every = list(walk_blocks(blocks))
        head = "def plan(objects: Mapping[str, Sequence[str]], atoms: set[Atom])"
        with self.out.indented(f"{head} -> Iterator[Action]:"):
            self.out.add('"""Yield the actions of the plan, one after the other.', "")
            self.out.add(*_ARGUMENTS.splitlines(), '"""')
            for pointer in program.pointers:
                self.out.add(f"{self.z[pointer.name]} = Pointer(objects[{quoted(pointer.type)}])")
            if keeps_flag(blocks):
                self.out.add("y = False")
            self.add(blocks, "")
            if not any(isinstance(b, StepBlock) and isinstance(b.instruction, Act) for b in every):
                self.out.add("yield from ()")
        self.out.add("", "")
        return self.out.lines

    def add(self, blocks: Sequence[Block], around: str | None) -> None:
        """Add blocks within a loop of that label; None is no loop."""
        for block in blocks:
            match block:
                case StepBlock(Act(action, pointers)):
                    listed = ", ".join(["atoms", *(f"{self.z[z]}.object" for z in pointers)])
                    self.out.add(f"yield from do_{self.names.actions[action]}({listed})")
                case StepBlock(instruction):
                    self.out.add(self.move(instruction))
                case FlagBlock(condition):
                    self.out.add(f"y = {self.text(condition)}")
                case LoopBlock():
                    self.loop(block, around)
                case AgainBlock():
                    self.again(block, around)

    def move(self, instruction: Act | PointerInstruction) -> str:
        match instruction:
            case Inc(z):
                return f"{self.z[z]}.next()"
            case Dec(z):
                return f"{self.z[z]}.previous()"
            case Clear(z):
                return f"{self.z[z]}.first()"
            case Set(z, source):
                return f"{self.z[z]}.join({self.z[source]})"
        raise AssertionError(f"{instruction} moves no pointer")

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
            if loop.advance is not None:
                self.leave(f"not {self.z[loop.advance]}.next()")
            elif loop.until is None:
                self.out.add("break")
            elif loop.until != Condition(Never()):
                self.leave(self.text(loop.until))
        if around in leaving:
            with self.out.indented(f'if again == "{around}":'):
                self.out.add("continue")
        if leaving - {around}:
            self.leave("again")

    def leave(self, condition: str) -> None:
        with self.out.indented(f"if {condition}:"):
            self.out.add("break")

    def again(self, block: AgainBlock, around: str | None) -> None:
        condition = self.text(block.when)
        if block.advance is not None:
            condition = f"{self.z[block.advance]}.next()"
        with self.out.indented(f"if {condition}:"):
            if block.label == around:
                self.out.add("continue")
            else:
                self.out.add(f'again = "{block.label}"', "break")

    def text(self, condition: Condition) -> str:
        """Return a condition as an expression."""
        no = "" if condition.wanted else "not "
        match condition.question:
            case Holds(predicate, pointers):
                listed = ", ".join([quoted(predicate), *(f"{self.z[z]}.object" for z in pointers)])
                comma = "" if pointers else ","
                return f"({listed}{comma}) {no}in atoms"
            case IsFirst(z):
                return f"{no}{self.z[z]}.is_first()"
            case IsLast(z):
                return f"{no}{self.z[z]}.is_last()"
            case Flag():
                return f"{no}y"
            case Never():
                return str(not condition.wanted)
