"""A goto program in English: one sentence a block, for readers who know no programming."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from genplan.pddl.model import Domain
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
from genplan.program.export.words import (
    action_clauses,
    atom_clause,
    joined,
    listed,
    names_introduced,
    paragraph,
    sentence,
    type_noun,
)
from genplan.program.instructions import Act, Clear, Dec, Inc, PointerInstruction, Set
from genplan.program.program import Program

__all__ = ["english_of_blocks"]


def english_of_blocks(program: Program, domain: Domain) -> str:
    """Return a description of a goto program."""
    blocks = readable_blocks(program)
    writer = _EnglishWriter(program, domain)
    rows = [paragraph(text) for text in writer.introduction(blocks)]
    steps = list(writer.steps(blocks, "")) or ["Do nothing."]
    return "\n".join([*rows, "", *steps, ""])


class _EnglishWriter:
    def __init__(self, program: Program, domain: Domain) -> None:
        self.domain = domain
        self.types = {z.name: type_noun(z.type) for z in program.pointers}
        self.pointer_types = {z.name: z.type for z in program.pointers}
        self.numbers: dict[str, str] = {}

    def introduction(self, blocks: Sequence[Block]) -> Iterator[str]:
        """Yield what a reader has to know before the first step."""
        every = list(walk_blocks(blocks))
        text = f'This program solves problems of the domain "{self.domain.name}".'
        if self.types:
            one = next(iter(self.types.values())) if len(self.types) == 1 else ""
            text += f" {names_introduced(self.pointer_types)} At the start, "
            text += (
                f"it stands for the first {one}"
                if one
                else ("each name stands for the first object of its kind")
            )
            text += ", in the order in which the problem lists them."
        moves = {type(b.instruction) for b in every if isinstance(b, StepBlock)} & {Inc, Dec}
        if moves:
            missing = " or ".join(
                word for kind, word in ((Inc, "next"), (Dec, "previous")) if kind in moves
            )
            text += f" If there is no {missing} object, the name stays as it is."
        yield f"{text} An action that is not possible when its turn comes is left out."
        if keeps_flag(blocks):
            yield "The program also keeps a note, which says yes or no. At the start it says no."

    def steps(self, blocks: Sequence[Block], above: str) -> Iterator[str]:
        """Yield numbered steps; instructions in a row are one step."""
        number = 0
        for plain, group in groupby(blocks, key=lambda b: isinstance(b, StepBlock | FlagBlock)):
            for run in [list(group)] if plain else [[block] for block in group]:
                number += 1
                yield from self.step(run, f"{above}{number}")

    def step(self, run: Sequence[Block], number: str) -> Iterator[str]:
        indent = "   " * number.count(".")
        first = run[0]
        label = f"{number}. " if "." not in number else f"{number} "
        inner: Sequence[Block] = ()
        if isinstance(first, LoopBlock):
            self.numbers[first.label] = number
            text = self.opening(first)
            if all(isinstance(block, StepBlock | FlagBlock) for block in first.body):
                text = f"{text} {self.run(first.body) or 'do nothing'}"
            else:
                inner = first.body
        elif isinstance(first, AgainBlock):
            text = self.again(first)
        else:
            text = self.run(run)
        yield paragraph(sentence(text), indent + label, indent + " " * len(label))
        yield from self.steps(inner, f"{number}.")

    def opening(self, loop: LoopBlock) -> str:
        """Return the beginning of a sentence about a loop, up to the colon."""
        if loop.until is None:
            return "do the following, and start again here whenever a step below says so:"
        if loop.until == Condition(Never()):
            return "do the following again and again, without an end:"
        if loop.advance is None:
            if loop.until.wanted:
                return f"do the following again and again until {self.clause(loop.until)}:"
            clause = self.clause(loop.until.negated())
            return f"do the following, and again as long as {clause} afterwards:"
        noun = self.types[loop.advance]
        if self.moves_alone(loop):
            return f"for {loop.advance} and every {noun} after it, one at a time:"
        return (
            f"do the following, each time with the next {noun} as {loop.advance}, "
            f"until {loop.advance} is the last {noun}:"
        )

    def moves_alone(self, loop: LoopBlock) -> bool:
        """Return whether nothing within a loop moves its pointer or starts it again."""
        for block in walk_blocks(loop.body):
            match block:
                case StepBlock(Inc(z) | Dec(z) | Clear(z) | Set(z, _)) if z == loop.advance:
                    return False
                case LoopBlock() if block.advance == loop.advance:
                    return False
                case AgainBlock():
                    if loop.advance == block.advance or loop.label == block.label:
                        return False
        return True

    def again(self, block: AgainBlock) -> str:
        start = f"start again with step {self.numbers[block.label]}"
        if block.advance is None:
            return f"if {self.clause(block.when)}, {start}"
        noun = self.types[block.advance]
        return f"unless {block.advance} is the last {noun}, let it be the next one and {start}"

    def run(self, blocks: Sequence[Block]) -> str:
        """Return clauses for instructions in a row."""
        return joined(list(self.clauses(blocks)))

    def clauses(self, blocks: Sequence[Block]) -> Iterator[str]:
        """Yield the clauses; neighbours of the same kind may share one."""
        for _, group in groupby(blocks, key=_kind):
            members = list(group)
            steps = [m.instruction for m in members if isinstance(m, StepBlock)]
            acts = [(a.action, a.pointers) for a in steps if isinstance(a, Act)]
            if acts:
                yield from action_clauses(self.domain, acts)
            elif steps:
                yield self.let(steps)
            for block in members:
                if isinstance(block, FlagBlock):
                    yield f"note whether {self.clause(block.condition)}"

    def let(self, steps: Sequence[Act | PointerInstruction]) -> str:
        """Return `let egg1 be the next egg and flour1 the next flour`."""
        texts: list[tuple[str, str]] = []
        for step in steps:
            match step:
                case Inc(z):
                    texts.append((z, f"the next {self.types[z]}"))
                case Dec(z):
                    texts.append((z, f"the previous {self.types[z]}"))
                case Clear(z):
                    texts.append((z, f"the first {self.types[z]} again"))
                case Set(z, source):
                    texts.append((z, f"the same {self.types[z]} as {source}"))
        names, whats = [z for z, _ in texts], {what for _, what in texts}
        if len(names) > 1 and len(whats) == 1 and len(set(names)) == len(names):
            return f"let {listed(names)} each be {texts[0][1]}"
        (z, what), *others = texts
        return f"let {listed([f'{z} be {what}', *(f'{name} {text}' for name, text in others)])}"

    def clause(self, condition: Condition) -> str:
        """Return a condition as a clause."""
        no = "" if condition.wanted else "not "
        match condition.question:
            case Holds(predicate, pointers):
                return atom_clause(predicate, pointers, condition.wanted)
            case IsFirst(z):
                return f"{z} is {no}the first {self.types[z]}"
            case IsLast(z):
                return f"{z} is {no}the last {self.types[z]}"
            case Flag():
                return f"the note says {'yes' if condition.wanted else 'no'}"
        raise AssertionError("an endless loop has a sentence of its own")


def _kind(block: Block) -> str:
    match block:
        case StepBlock(Act()):
            return "act"
        case StepBlock():
            return "move"
    return "note"
