"""A program as a stand-alone file of C++20 without dependencies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from genplan.pddl.model import OBJECT, Domain
from genplan.program.export.block_writer import BlockWriter
from genplan.program.export.blocks import (
    AgainBlock,
    LoopBlock,
    keeps_flag,
    readable_blocks,
    walk_blocks,
)
from genplan.program.export.cpp_domain import CppNames, action_lines, table_lines
from genplan.program.export.source_text import comment_text, filled, template
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


class _BlocksInCpp(BlockWriter):
    end = ";"
    no = "!"
    constants = ("false", "true")

    def __init__(self, names: CppNames, domain: Domain) -> None:
        super().__init__(names.pointers)
        self.names = names
        self.domain = domain

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

    def do(self, action: str, pointers: Sequence[str]) -> str:
        listed = ", ".join(f"{self.z[z]}.object()" for z in pointers)
        return f"do_{self.names.actions[action]}({listed});"

    def holds(self, predicate: str, pointers: Sequence[str], wanted: bool) -> str:
        listed = ", ".join(f"{self.z[z]}.object()" for z in pointers)
        no = "" if wanted else self.no
        return f"{no}is_true({{{self.names.predicates[predicate]}, {{{listed}}}}})"

    @contextmanager
    def branch(self, condition: str) -> Iterator[None]:
        with self.out.indented(f"if ({condition}) {{"):
            yield
        self.out.add("}")

    def loop(self, loop: LoopBlock, around: str | None) -> None:
        inner = [block for block in walk_blocks(loop.body) if isinstance(block, LoopBlock)]
        nested = {
            b.label for block in inner for b in walk_blocks(block.body) if isinstance(b, AgainBlock)
        }
        if loop.label in nested:
            self.out.add(f"{loop.label}:")
        with self.out.indented("while (true) {"):
            self.add(loop.body, loop.label)
            self.end_of(loop)
        self.out.add("}")

    def again(self, block: AgainBlock, around: str | None) -> None:
        with self.branch(self.when(block)):
            self.out.add("continue;" if block.label == around else f"goto {block.label};")
