"""A structured program as a stand-alone Python module without dependencies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import combinations
from types import MappingProxyType
from typing import Final

from genplan.errors import ProblemError
from genplan.pddl.model import ActionSchema, Atom, Domain
from genplan.program.export.python_code import IMPORTS, PythonNames, docstring
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
from genplan.program.structured.moving import Moving, moving
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
)

__all__ = ["asks_about_goal", "may_meet", "python_module_of_statements", "routes"]

_ARGUMENTS: Final = """\
`objects` has for every type its objects in order, those of its subtypes included.
`atoms` has what is true, as in {("at", "ball1", "rooma")}. It is changed together with
the plan, so that it is always the state after the last action."""

NOBODY: Final[Mapping[str, str]] = MappingProxyType({})

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


def asks_about_goal(program: StructuredProgram) -> bool:
    """Return whether a condition of the program is about the goal."""
    return any(
        isinstance(s, Find | If | Each) and s.condition.mode is not Mode.NOW
        for _, _, s in program.statements()
    )


def batched_names(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the names, a few at a time."""
    for start in range(0, len(names), 5):
        yield names[start : start + 5]


def may_meet(program: StructuredProgram, domain: Domain, first: Argument, second: Argument) -> bool:
    """Return whether there can be objects at which both pointers can stand."""
    types = {z.name: z.type for z in program.pointers}
    one, other = types[first.pointer or ""], types[second.pointer or ""]
    return domain.is_subtype(one, other) or domain.is_subtype(other, one)


def routes(program: StructuredProgram, domain: Domain) -> list[tuple[ActionSchema, Moving]]:
    """Return the actions that the program repeats along a path, each once."""
    names = dict.fromkeys(s.action for _, _, s in program.statements() if isinstance(s, Go))
    found = [action for name in names if (action := domain.action(name)) is not None]
    return [(a, moves) for a in found if (moves := moving(a)) is not None]


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


class _StatementsInPython:
    def __init__(self, names: PythonNames, domain: Domain, program: StructuredProgram) -> None:
        self.names = names
        self.domain = domain
        self.program = program
        self.z = names.pointers
        self.objects = {z.name: f"objects[{quoted(z.type)}]" for z in program.pointers}
        self.out = SourceLines()
        self.candidates = names.others.all([z.name for z in program.pointers], "some_")

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
            self.out.add(*_ARGUMENTS.splitlines(), *([_GOAL] if goal else []), '"""')
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

    def statement(self, statement: Statement) -> None:
        match statement:
            case Perform(action, arguments):
                self.perform(action, arguments)
            case Go(action, arguments):
                self.go(action, arguments)
            case Find(condition):
                if any(argument.choose for argument in condition.arguments):
                    with self.choosing(condition.arguments, [self.asked(condition)]):
                        pass
            case For(pointer, body, down):
                self.loop(pointer, body, down)
            case Repeat(body):
                self.repeat(body)
            case If(condition, body, negated):
                text = self.text(condition, NOBODY, not negated)
                with self.out.indented(f"if {text}:"):
                    self.block(body)
            case Each(condition, body):
                self.each(condition, body)

    def perform(self, action: str, arguments: Sequence[Argument]) -> None:
        name = self.names.actions[action]
        done = f"yield from do_{name}({self.listed(arguments)})"
        if not any(argument.choose for argument in arguments):
            self.out.add(done)
            return
        possible = f"can_{name}({self.listed(arguments, self.candidates)})"
        with self.choosing(arguments, [possible]):
            self.out.add(done)

    def go(self, action: str, arguments: Sequence[Argument]) -> None:
        """Add a walk along a path to an object, which may have to be chosen."""
        schema = self.domain.action(action)
        moves = moving(schema) if schema is not None else None
        if schema is None or moves is None:
            raise ProblemError(f'the action "{action}" does not move anything')
        name = self.names.actions[action]
        places = [i for i in range(schema.arity) if i not in (moves.f, moves.t)]
        others, target = [arguments[i] for i in places], arguments[moves.t]
        nodes = f"objects[{quoted(schema.parameters[moves.f].type)}]"
        chosen = self.candidates
        rest = "".join(f", {text}" for text in self.texts(others, chosen))
        ways = f"ways = ways_{name}(atoms, {nodes}{rest})"
        walk = f"yield from walk_{name}(atoms, way{rest})"
        goal = self.texts([target], chosen)[0]
        if not any(argument.choose for argument in arguments):
            self.out.add(f"way = way_to({goal}, ways_{name}(atoms, {nodes}{rest}))", walk)
            return
        early = not any(argument.choose for argument in others)
        if early:
            self.out.add(ways)
        with self.candidates_for(arguments):
            different = " and ".join(self.different(arguments))
            with self.out.indented(f"if {different}:") if different else nullcontext():
                if not early:
                    self.out.add(ways)
                self.out.add(f"way = way_to({goal}, ways)")
                with self.out.indented("if way:"):
                    self.bind(arguments)
                    self.out.add(walk, "break")

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

    def each(self, condition: Condition, body: Sequence[Statement]) -> None:
        """Add a loop over choices that are collected when it begins."""
        marked = [a.pointer for a in condition.arguments if a.choose and a.pointer is not None]
        if not marked:
            with self.out.indented(f"if {self.text(condition, NOBODY)}:"):
                self.block(body)
            return
        tests = [*self.different(condition.arguments), self.asked(condition)]
        found = ", ".join(self.candidates[z] for z in marked)
        found = f"({found})" if len(marked) > 1 else found
        with self.out.indented(f"for {', '.join(self.z[z] for z in marked)} in ["):
            self.out.add(found, f"{self.over(marked)}")
            self.out.add(f"if {tests[0]}", *(f"and {test}" for test in tests[1:]))
        with self.out.indented("]:"):
            self.block(body)
        self.out.add(" = ".join([*(self.z[z] for z in marked), '""']))

    @contextmanager
    def choosing(self, arguments: Sequence[Argument], tests: Sequence[str]) -> Iterator[None]:
        """Add the choice of the first objects that pass tests; what is added then follows it."""
        conditions = " and ".join([*self.different(arguments), *tests])
        with self.candidates_for(arguments), self.out.indented(f"if {conditions}:"):
            self.bind(arguments)
            yield
            self.out.add("break")

    def candidates_for(self, arguments: Sequence[Argument]) -> AbstractContextManager[None]:
        marked = [a.pointer for a in arguments if a.choose and a.pointer is not None]
        return self.out.indented(f"{self.over(marked)}:")

    def over(self, marked: Sequence[str]) -> str:
        """Return `for a, b in product(…)`, over the objects of pointers."""
        objects = ", ".join(self.objects[z] for z in marked)
        objects = f"product({objects})" if len(marked) > 1 else objects
        return f"for {', '.join(self.candidates[z] for z in marked)} in {objects}"

    def bind(self, arguments: Sequence[Argument]) -> None:
        for argument in arguments:
            if argument.choose and argument.pointer is not None:
                name = argument.pointer
                self.out.add(f"{self.z[name]} = {self.candidates[name]}")

    def different(self, arguments: Sequence[Argument]) -> Iterator[str]:
        """Yield that the objects that are chosen are different from the others."""
        known = [a for a in arguments if a.pointer is not None]
        texts = self.texts(known, self.candidates)
        for (i, first), (j, second) in combinations(enumerate(known), 2):
            if (first.choose or second.choose) and may_meet(
                self.program, self.domain, first, second
            ):
                yield f"{texts[i]} != {texts[j]}"

    def texts(self, arguments: Sequence[Argument], chosen: Mapping[str, str]) -> list[str]:
        """Return pointers, and what stands for those that are being chosen."""
        names = [(a.pointer, a.choose) for a in arguments if a.pointer is not None]
        return [chosen.get(z, self.z[z]) if choose else self.z[z] for z, choose in names]

    def listed(self, arguments: Sequence[Argument], chosen: Mapping[str, str] = NOBODY) -> str:
        return ", ".join(["atoms", *self.texts(arguments, chosen)])

    def asked(self, condition: Condition) -> str:
        """Return a condition as an expression about candidates."""
        return self.text(condition, self.candidates)

    def text(self, condition: Condition, chosen: Mapping[str, str], holds: bool = True) -> str:
        """Return a condition, or its negation, as an expression."""
        names = self.texts(condition.arguments, chosen)
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
