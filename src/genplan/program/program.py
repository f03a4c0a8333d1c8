"""Planning programs as immutable values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from genplan.errors import ProblemError
from genplan.markup import preformatted
from genplan.problem import Pointer
from genplan.program.instructions import End, Goto, Instruction, Test

__all__ = ["Program"]


@dataclass(frozen=True)
class Program:
    """Lines of instructions over pointers; `None` is a line that is not programmed yet.

    The last line is always `end` (Paper: "Generalized Planning with Planning Programs").
    """

    domain: str
    pointers: tuple[Pointer, ...]
    lines: tuple[Instruction | None, ...]

    def __post_init__(self) -> None:
        """Check what every program must satisfy."""
        if not self.lines or self.lines[-1] != End():
            raise ProblemError("the last line of a program must be end")
        for number, instruction in self.instructions():
            if isinstance(instruction, Goto) and not 0 <= instruction.target < number:
                raise ProblemError(
                    f"line {number}: a goto jumps backward, not to line {instruction.target}"
                )

    @classmethod
    def empty(cls, domain: str, pointers: tuple[Pointer, ...], lines: int) -> Program:
        """Return the program in which only the last line is programmed."""
        if lines < 2:
            raise ProblemError(f"a program needs at least 2 lines, not {lines}")
        return cls(domain, pointers, (None,) * (lines - 1) + (End(),))

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self.lines)

    def __str__(self) -> str:
        """Return the numbered lines, without the header that names domain and pointers."""
        return "\n".join(
            f"{number}. {'?' if line is None else line}" for number, line in enumerate(self.lines)
        )

    def __repr__(self) -> str:
        """Return a summary."""
        names = " ".join(p.name for p in self.pointers)
        return f"<Program for {self.domain}: {len(self)} lines, pointers {names}>"

    def _repr_html_(self) -> str:
        pointers = ", ".join(f"{z.name} - {z.type}" for z in self.pointers)
        return preformatted(str(self), f"program for {self.domain}; pointers {pointers}")

    def instructions(self) -> Iterator[tuple[int, Instruction]]:
        """Yield the programmed lines with their numbers."""
        for number, line in enumerate(self.lines):
            if line is not None:
                yield number, line

    @property
    def first_undefined(self) -> int | None:
        """Return the number of the first line that is not programmed, None if none matters.

        Jumps lead backward only, so what stands after the first `end` is never reached.
        """
        reached = self.lines[: self.lines.index(End())]
        return reached.index(None) if None in reached else None

    @property
    def until_end(self) -> Program:
        """Return the program without what follows its first `end`, which is never reached."""
        end = self.lines.index(End())
        return Program(self.domain, self.pointers, self.lines[: end + 1])

    @property
    def tested(self) -> tuple[str, ...]:
        """Return the predicates that are tested, each once."""
        tests = (line.predicate for _, line in self.instructions() if isinstance(line, Test))
        return tuple(dict.fromkeys(tests))

    def with_line(self, number: int, instruction: Instruction) -> Program:
        """Return the program with one more line programmed."""
        if not 0 <= number < len(self):
            raise ProblemError(f"there is no line {number} in a program of {len(self)} lines")
        lines = (*self.lines[:number], instruction, *self.lines[number + 1 :])
        return Program(self.domain, self.pointers, lines)
