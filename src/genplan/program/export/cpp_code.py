"""A program as a stand-alone file of C++20 without dependencies."""

from __future__ import annotations

from collections.abc import Sequence

from genplan.pddl.model import OBJECT, Domain
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
from genplan.program.export.cpp_domain import CppNames, action_lines, table_lines
from genplan.program.export.source_text import SourceLines, comment_text, filled, template
from genplan.program.instructions import Act, Clear, Dec, Inc, PointerInstruction, Set
from genplan.program.program import Program

__all__ = ["cpp_file", "docstring", "type_number"]


def cpp_file(program: Program, domain: Domain) -> str:
    """Return the text of a file with a class that makes plans and a small command."""
    names = CppNames.of(domain, program.pointers)
    parts = {
        "docstring": docstring(domain),
        "tables": table_lines(domain, names, str(program).splitlines()),
        "actions": action_lines(domain, names),
        "run": _BlocksInCpp(names, domain).run(program),
    }
    return filled(template("standalone.cpp.in"), parts, ["ways"])


def docstring(domain: Domain) -> list[str]:
    """Return the first lines of a file."""
    return [
        f"// Plans for the domain {comment_text(domain.name)}, in C++20. Compile it with",
        "//     c++ -std=c++20 -O2 -Wall -Wextra THIS_FILE -o plan",
    ]


def type_number(domain: Domain, name: str) -> int:
    """Return the place of a type in the table of types."""
    return [OBJECT, *(t.name for t in domain.types)].index(name)


class _BlocksInCpp:
    def __init__(self, names: CppNames, domain: Domain) -> None:
        self.names = names
        self.domain = domain
        self.z = names.pointers
        self.out = SourceLines()

    def run(self, program: Program) -> list[str]:
        """Return the member function that runs the program."""
        blocks = readable_blocks(program)
        with self.out.indented("void run() {"):
            for pointer in program.pointers:
                place = type_number(self.domain, pointer.type)
                name = self.z[pointer.name]
                self.out.add(f"[[maybe_unused]] Pointer {name}(objects[{place}]);")
            if keeps_flag(blocks):
                self.out.add("[[maybe_unused]] bool y = false;")
            self.add(blocks, "")
        self.out.add("}")
        return self.out.lines

    def add(self, blocks: Sequence[Block], around: str) -> None:
        """Add blocks within a loop of that label, if it has one."""
        for block in blocks:
            match block:
                case StepBlock(Act(action, pointers)):
                    listed = ", ".join(f"{self.z[z]}.object()" for z in pointers)
                    self.out.add(f"do_{self.names.actions[action]}({listed});")
                case StepBlock(instruction):
                    self.out.add(self.move(instruction))
                case FlagBlock(condition):
                    self.out.add(f"y = {self.text(condition)};")
                case LoopBlock():
                    self.loop(block)
                case AgainBlock():
                    self.again(block, around)

    def move(self, instruction: Act | PointerInstruction) -> str:
        match instruction:
            case Inc(z):
                return f"{self.z[z]}.next();"
            case Dec(z):
                return f"{self.z[z]}.previous();"
            case Clear(z):
                return f"{self.z[z]}.first();"
            case Set(z, source):
                return f"{self.z[z]}.join({self.z[source]});"
        raise AssertionError(f"{instruction} moves no pointer")

    def loop(self, loop: LoopBlock) -> None:
        inner = [block for block in walk_blocks(loop.body) if isinstance(block, LoopBlock)]
        nested = {
            b.label for block in inner for b in walk_blocks(block.body) if isinstance(b, AgainBlock)
        }
        if loop.label in nested:
            self.out.add(f"{loop.label}:")
        with self.out.indented("while (true) {"):
            self.add(loop.body, loop.label)
            if loop.advance is not None:
                self.leave(f"!{self.z[loop.advance]}.next()")
            elif loop.until is None:
                self.out.add("break;")
            elif loop.until != Condition(Never()):
                self.leave(self.text(loop.until))
        self.out.add("}")

    def leave(self, condition: str) -> None:
        with self.out.indented(f"if ({condition}) {{"):
            self.out.add("break;")
        self.out.add("}")

    def again(self, block: AgainBlock, around: str) -> None:
        condition = self.text(block.when)
        if block.advance is not None:
            condition = f"{self.z[block.advance]}.next()"
        with self.out.indented(f"if ({condition}) {{"):
            self.out.add("continue;" if block.label == around else f"goto {block.label};")
        self.out.add("}")

    def text(self, condition: Condition) -> str:
        """Return a condition as an expression."""
        no = "" if condition.wanted else "!"
        match condition.question:
            case Holds(predicate, pointers):
                listed = ", ".join(f"{self.z[z]}.object()" for z in pointers)
                return f"{no}is_true({{{self.names.predicates[predicate]}, {{{listed}}}}})"
            case IsFirst(z):
                return f"{no}{self.z[z]}.is_first()"
            case IsLast(z):
                return f"{no}{self.z[z]}.is_last()"
            case Flag():
                return f"{no}y"
            case Never():
                return "true" if not condition.wanted else "false"
