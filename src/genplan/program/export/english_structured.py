"""A structured program in English: one sentence a block, for readers who know no programming."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from genplan.pddl.model import Domain
from genplan.program.export.words import (
    action_clauses,
    atom_clause,
    joined,
    listed,
    names_introduced,
    over_objects,
    paragraph,
    sentence,
    type_noun,
)
from genplan.program.structured.moving import moving
from genplan.program.structured.program import StructuredProgram
from genplan.program.structured.statements import (
    Argument,
    Condition,
    Each,
    Find,
    For,
    Go,
    If,
    Mode,
    Perform,
    Repeat,
    Statement,
    marked,
)

__all__ = ["english_of_statements"]


def english_of_statements(program: StructuredProgram, domain: Domain) -> str:
    """Return a description of a structured program."""
    writer = _StatementsInEnglish(program, domain)
    steps = list(writer.steps(program.body, "")) or ["Do nothing."]
    return "\n".join([paragraph(writer.introduction()), "", *steps, ""])


class _StatementsInEnglish:
    def __init__(self, program: StructuredProgram, domain: Domain) -> None:
        self.program = program
        self.domain = domain
        self.types = {z.name: type_noun(z.type) for z in program.pointers}

    def introduction(self) -> str:
        """Return what a reader has to know before the first step."""
        text = f'This program solves problems of the domain "{self.domain.name}".'
        if self.types:
            text += f" {names_introduced({z.name: z.type for z in self.program.pointers})}"
        statements = [s for _, _, s in self.program.statements()]
        if any(marked(_arguments(s)) for s in statements if not isinstance(s, Each)):
            text += (
                " To choose means to take the first object that fits, in the order in which the "
                "problem lists them, and only one that no other name in the same sentence "
                "stands for; if nothing fits, the rest of the sentence is left out, and the names "
                "stay as they are."
            )
        return f"{text} An action that is not possible when its turn comes is left out."

    def steps(self, body: Sequence[Statement], above: str) -> Iterator[str]:
        """Yield numbered steps; statements in a row are one step if nothing is chosen."""
        number = 0
        for plain, group in groupby(body, key=self.is_plain):
            for run in [list(group)] if plain else [[statement] for statement in group]:
                number += 1
                yield from self.step(run, f"{above}{number}")

    def is_plain(self, statement: Statement) -> bool:
        return isinstance(statement, Perform | Go) and not marked(statement.arguments)

    def step(self, run: Sequence[Statement], number: str) -> Iterator[str]:
        indent = "   " * number.count(".")
        label = f"{number}. " if "." not in number else f"{number} "
        inner: Sequence[Statement] = ()
        first = run[0]
        if isinstance(first, For) and not first.body:
            text = f"let {first.pointer} stand for nothing"
        elif isinstance(first, For | Repeat | If | Each):
            text = self.opening(first)
            if all(map(self.is_plain, first.body)) or self.is_short(first.body):
                text = f"{text} {self.row(first.body) or 'do nothing'}"
            else:
                inner = first.body
        else:
            text = self.row(run)
        yield paragraph(sentence(text), indent + label, indent + " " * len(label))
        yield from self.steps(inner, f"{number}.")

    def is_short(self, body: Sequence[Statement]) -> bool:
        return len(body) == 1 and isinstance(body[0], Perform | Go | Find)

    def row(self, run: Sequence[Statement]) -> str:
        """Return clauses for statements in a row."""
        clauses: list[str] = []
        for simple, group in groupby(
            run, key=lambda s: isinstance(s, Perform) and self.is_plain(s)
        ):
            members = list(group)
            if simple:
                acts = [s for s in members if isinstance(s, Perform)]
                names = [(s.action, [a.pointer or "" for a in s.arguments]) for s in acts]
                clauses += action_clauses(self.domain, names)
            else:
                clauses += map(self.clause, members)
        return joined(clauses)

    def opening(self, block: For | Repeat | If | Each) -> str:
        """Return the beginning of a sentence about a block, up to the colon or comma."""
        match block:
            case For(pointer, _, down):
                order = ", from the last to the first" if down else ", in order"
                return f"for each {self.types[pointer]}, called {pointer}{order}:"
            case Repeat():
                return "do the following again and again until it changes nothing any more:"
            case If(condition, _, negated):
                return f"{'unless' if negated else 'if'} {self.asked(condition)}:"
            case Each(condition):
                chosen = marked(condition.arguments)
                if not chosen:
                    return f"if {self.asked(condition)}:"
                every = f"every choice of {listed(chosen)}"
                if len(chosen) == 1:
                    every = f"every {self.types[chosen[0]]}, called {chosen[0]},"
                return f"find {every} such that {self.asked(condition)}; for each one in turn:"

    def clause(self, statement: Statement) -> str:
        match statement:
            case Perform(action, arguments):
                return self.perform(action, arguments)
            case Go(action, arguments):
                return self.go(action, arguments)
            case Find(condition):
                chosen = marked(condition.arguments)
                if not chosen:
                    return f"look whether {self.asked(condition)}"
                return f"choose {listed(chosen)} such that {self.asked(condition)}"
        raise AssertionError(f"{statement} has a sentence of its own")

    def perform(self, action: str, arguments: Sequence[Argument]) -> str:
        names = [a.pointer for a in arguments if a.pointer is not None]
        done = f'"{action}"{over_objects(self.domain, action, names)}'
        chosen = marked(arguments)
        if not chosen:
            return f"do {done}"
        return f"choose {listed(chosen)} such that {done} is possible, and do it"

    def go(self, action: str, arguments: Sequence[Argument]) -> str:
        schema = self.domain.action(action)
        moves = moving(schema) if schema is not None else None
        target = arguments[moves.t].pointer if moves is not None else None
        others = [a.pointer for a in arguments if a.pointer not in (None, target)]
        means = f'"{action}"{f" with {listed([z for z in others if z])}" if others else ""}'
        chosen = marked(arguments)
        if not chosen:
            return f"go to {target}, on a shortest way, by doing {means} as often as it takes"
        return (
            f"choose {listed(chosen)} such that doing {means} again and again can lead to "
            f"{target}, and go there on a shortest way"
        )

    def asked(self, condition: Condition) -> str:
        """Return a condition as a clause."""
        names = [a.pointer for a in condition.arguments if a.pointer is not None]
        yes = atom_clause(condition.predicate, names)
        no = atom_clause(condition.predicate, names, holds=False)
        match condition.mode:
            case Mode.NOW:
                return yes
            case Mode.GOAL:
                return f"the goal says that {yes}"
            case Mode.GOAL_NOT:
                return f"the goal says that {no}"
            case Mode.TODO:
                return f"the goal says that {yes}, which is not so yet"
            case Mode.TODO_NOT:
                return f"the goal says that {no}, which is not so yet"


def _arguments(statement: Statement) -> Sequence[Argument]:
    match statement:
        case Perform(_, arguments) | Go(_, arguments):
            return arguments
        case Find(condition) | If(condition) | Each(condition):
            return condition.arguments
    return ()
