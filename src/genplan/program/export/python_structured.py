"""A structured program as a stand-alone Python module without dependencies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

from genplan.pddl.model import ActionSchema, Atom, Domain
from genplan.program.export.python_code import ARGUMENTS, IMPORTS, PythonNames, docstring
from genplan.program.export.python_domain import (
    RESERVED,
    action_lines,
    atom_text,
    conditions,
    quoted,
    table_lines,
)
from genplan.program.export.source_text import (
    Identifiers,
    SourceLines,
    comment_text,
    filled,
    template,
)
from genplan.program.export.statements import StatementWriter, Walk, asks_about_goal, routes
from genplan.program.structured.moving import Moving
from genplan.program.structured.program import StructuredProgram
from genplan.program.structured.statements import (
    Argument,
    Condition,
    Go,
    Mode,
    Perform,
    Statement,
    marked,
)

__all__ = ["python_module_of_statements"]

_GOAL: Final = "`goal` has the atoms that the goal wants true, and `goal_not` those it wants false."


def python_module_of_statements(program: StructuredProgram, domain: Domain) -> str:
    """Return the text of a module with a generator of plans and a small command."""
    names = PythonNames.of(domain, program.pointers)
    goal = ", instance.goal, instance.goal_not" if asks_about_goal(program) else ""
    actions = action_lines(domain, names.actions)
    found = routes(program, domain)
    for action, moves in found:
        actions += _route_lines(action, moves, names)
    text = _StatementsInPython(names, domain, program).plan()
    imports = [*IMPORTS]
    if any("product(" in line for line in text):
        imports.insert(-1, "from itertools import product")
    if found:
        imports.insert(3, "from collections import deque")
        imports[imports.index(IMPORTS[3])] = IMPORTS[3].replace("import ", "import Callable, ")
    parts = {
        "docstring": docstring(domain, str(program)),
        "imports": imports,
        "tables": table_lines(domain),
        "actions": actions,
        "plan": text,
        "call": [f"actions = list(plan(instance.objects, atoms{goal}))"],
    }
    return filled(template("standalone.py.in"), parts, ["Pointer", *([] if found else ["ways"])])


def batched_names(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the names, a few at a time."""
    for start in range(0, len(names), 5):
        yield names[start : start + 5]


def _route_lines(action: ActionSchema, moves: Moving, names: PythonNames) -> list[str]:
    """Return two functions: where one can get by an action, and how to walk there."""
    own = Identifiers(RESERVED | {"linked", "nodes", "places", "way", "ways_from", "zip"})
    terms = own.all([p.name for p in action.parameters])
    f, t = (action.parameters[place].name for place in (moves.f, moves.t))
    name, shown = names.actions[action.name], comment_text(action.name)
    others = [terms[p.name] for p in action.parameters if p.name not in (f, t)]
    listed = "".join(f", {other}: str" for other in others)
    lines = SourceLines()
    head = f"def ways_{name}(atoms: set[Atom], nodes: Sequence[str]{listed})"
    with lines.indented(f"{head} -> dict[str, str]:"):
        lines.add(f'"""Return what {shown} can reach now, each with what is before it."""')
        if others:
            comma = "," if len(others) == 1 else ""
            with lines.indented(f'if "" in ({", ".join(others)}{comma}):'):
                lines.add("return {}")
        lines.add(
            f"places = [{terms[f]} for {terms[f]} in nodes "
            f"if {atom_text(moves.q, terms)} in atoms]",
            "",
        )
        with lines.indented(f"def linked({terms[f]}: str, {terms[t]}: str) -> bool:"):
            _add_conjunction(lines, list(conditions(action, terms, moves.q)))
        lines.add("", "return ways_from(places[0], nodes, linked) if places else {}", "", "")
    head = f"def walk_{name}(atoms: set[Atom], way: Sequence[str]{listed})"
    arguments = ", ".join(["atoms", *terms.values()])
    with lines.indented(f"{head} -> Iterator[Action]:"):
        lines.add(f'"""Do {shown} along a way, as long as it is possible."""')
        with lines.indented(f"for {terms[f]}, {terms[t]} in zip(way, way[1:]):"):
            with lines.indented(f"if not can_{name}({arguments}):"):
                lines.add("return")
            lines.add(f"yield from do_{name}({arguments})")
    return [*lines.lines, "", ""]


def _add_conjunction(lines: SourceLines, terms: Sequence[str]) -> None:
    lines.add(f"return {' and '.join(terms) or True}")


class _StatementsInPython(StatementWriter):
    def __init__(self, names: PythonNames, domain: Domain, program: StructuredProgram) -> None:
        candidates = names.others.all([z.name for z in program.pointers], "some_")
        super().__init__(domain, program, names.actions, names.pointers, candidates)
        self.names = names
        self.objects = {z.name: f"objects[{quoted(z.type)}]" for z in program.pointers}

    def plan(self) -> list[str]:
        """Return the generator function."""
        goal = asks_about_goal(self.program)
        listed = ["objects: Mapping[str, Sequence[str]]", "atoms: set[Atom]"]
        listed += ["goal: set[Atom]", "goal_not: set[Atom]"] if goal else []
        head = f"def plan({', '.join(listed)}) -> Iterator[Action]:"
        if goal:
            self.out.add("def plan(", f"    {', '.join(listed)}")
            head = ") -> Iterator[Action]:"
        with self.out.indented(head):
            self.out.add('"""Yield the actions of the plan, one after the other.', "")
            self.out.add(*ARGUMENTS.splitlines(), *([_GOAL] if goal else []), '"""')
            if self.z:
                self.out.add("# An empty text stands for no object.")
            for few in batched_names(list(self.z.values())):
                self.out.add(" = ".join([*few, '""']))
            self.block(self.program.body)
            if not any(isinstance(s, Perform | Go) for _, _, s in self.program.statements()):
                self.out.add("yield from ()")
        self.out.add("", "")
        return self.out.lines

    def block(self, body: Sequence[Statement]) -> None:
        """Add statements; `pass` where there are none."""
        before = len(self.out.lines)
        for statement in body:
            self.statement(statement)
        if len(self.out.lines) == before:
            self.out.add("pass")

    def do(self, name: str, texts: Sequence[str]) -> str:
        return f"yield from do_{name}({', '.join(['atoms', *texts])})"

    def can(self, name: str, texts: Sequence[str]) -> str:
        return f"can_{name}({', '.join(['atoms', *texts])})"

    def go(self, walk: Walk) -> None:
        nodes = f"objects[{quoted(walk.type)}]"
        rest = "".join(f", {text}" for text in self.texts(walk.others, True))
        found = f"ways_{walk.action}(atoms, {nodes}{rest})"
        done = f"yield from walk_{walk.action}(atoms, way{rest})"
        goal = self.texts([walk.target], True)[0]
        if not marked(walk.arguments):
            self.out.add(f"way = way_to({goal}, {found})", done)
            return
        if walk.has_one_start:
            self.out.add(f"ways = {found}")
        with self.candidates_for(walk.arguments):
            different = self.tests(walk.arguments)
            with self.out.indented(f"if {different}:") if different else nullcontext():
                if not walk.has_one_start:
                    self.out.add(f"ways = {found}")
                self.out.add(f"way = way_to({goal}, ways)")
                with self.out.indented("if way:"):
                    self.bind(walk.arguments)
                    self.out.add(done, "break")

    def loop(self, pointer: str, body: Sequence[Statement], down: bool) -> None:
        objects = self.objects[pointer]
        objects = f"reversed({objects})" if down else objects
        with self.out.indented(f"for {self.z[pointer]} in {objects}:"):
            self.block(body)
        self.out.add(f'{self.z[pointer]} = ""')

    def repeat(self, body: Sequence[Statement]) -> None:
        before = self.names.others.new("before")
        with self.out.indented("while True:"):
            self.out.add(f"{before} = set(atoms)")
            for statement in body:
                self.statement(statement)
            with self.out.indented(f"if atoms == {before}:"):
                self.out.add("break")

    def branch(self, condition: Condition, body: Sequence[Statement], negated: bool) -> None:
        text = self.negation(condition) if negated else self.text(condition, False)
        with self.out.indented(f"if {text}:"):
            self.block(body)

    def each(self, condition: Condition, chosen: Sequence[str], body: Sequence[Statement]) -> None:
        tests = [*self.different(condition.arguments), self.text(condition, True)]
        found = ", ".join(self.candidates[z] for z in chosen)
        found = f"({found})" if len(chosen) > 1 else found
        with self.out.indented(f"for {', '.join(self.z[z] for z in chosen)} in ["):
            self.out.add(found, f"{self.over(chosen)}")
            self.out.add(f"if {tests[0]}", *(f"and {test}" for test in tests[1:]))
        with self.out.indented("]:"):
            self.block(body)
        self.out.add(" = ".join([*(self.z[z] for z in chosen), '""']))

    @contextmanager
    def choosing(self, arguments: Sequence[Argument], test: str) -> Iterator[None]:
        tests = self.tests(arguments, test)
        with self.candidates_for(arguments), self.out.indented(f"if {tests}:"):
            self.bind(arguments)
            yield
            self.out.add("break")

    def candidates_for(self, arguments: Sequence[Argument]) -> AbstractContextManager[None]:
        return self.out.indented(f"{self.over(marked(arguments))}:")

    def over(self, chosen: Sequence[str]) -> str:
        """Return `for a, b in product(…)`, over the objects of pointers."""
        objects = ", ".join(self.objects[z] for z in chosen)
        objects = f"product({objects})" if len(chosen) > 1 else objects
        return f"for {', '.join(self.candidates[z] for z in chosen)} in {objects}"

    def text(self, condition: Condition, choosing: bool) -> str:
        return self.expression(condition, self.texts(condition.arguments, choosing), True)

    def negation(self, condition: Condition) -> str:
        return self.expression(condition, self.texts(condition.arguments, False), False)

    def expression(self, condition: Condition, names: Sequence[str], holds: bool) -> str:
        """Return a condition about variables, or its negation."""
        terms = {name: name for name in names}
        atom = atom_text(Atom(condition.predicate, tuple(names)), terms)
        no = "" if holds else "not "
        match condition.mode:
            case Mode.NOW:
                return f"{atom} {no}in atoms"
            case Mode.GOAL:
                return f"{atom} {no}in goal"
            case Mode.GOAL_NOT:
                return f"{atom} {no}in goal_not"
            case Mode.TODO:
                text = f"{atom} in goal and {atom} not in atoms"
            case Mode.TODO_NOT:
                text = f"{atom} in goal_not and {atom} in atoms"
        return text if holds else f"not ({text})"
