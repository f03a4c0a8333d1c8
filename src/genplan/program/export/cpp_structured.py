"""A structured program as a stand-alone file of C++20 without dependencies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations

from genplan.errors import ProblemError
from genplan.pddl.model import ActionSchema, Domain
from genplan.program.export.cpp_code import docstring, type_number
from genplan.program.export.cpp_domain import (
    RESERVED,
    CppNames,
    action_lines,
    atom_text,
    conditions,
    table_lines,
)
from genplan.program.export.python_structured import may_meet, routes
from genplan.program.export.source_text import Identifiers, SourceLines, filled, template
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

__all__ = ["cpp_file_of_statements"]


def cpp_file_of_statements(program: StructuredProgram, domain: Domain) -> str:
    """Return the text of a file with a class that makes plans and a small command."""
    names = CppNames.of(domain, program.pointers)
    actions = action_lines(domain, names)
    found = routes(program, domain)
    for action, moves in found:
        actions += ["", *_route_lines(action, moves, names)]
    parts = {
        "docstring": docstring(domain),
        "tables": table_lines(domain, names, str(program).splitlines()),
        "actions": actions,
        "run": _StatementsInCpp(names, domain, program).run(),
    }
    return filled(template("standalone.cpp.in"), parts, ["Pointer", *([] if found else ["ways"])])


def _route_lines(action: ActionSchema, moves: Moving, names: CppNames) -> list[str]:
    """Return two functions: where one can get by an action, and how to walk there."""
    own = Identifiers(
        {*RESERVED, *names.predicates.values(), *names.constants.values()}
        | {"nodes", "place", "start", "way"}
    )
    parameters = {p.name: own.new(p.name.lower()) for p in action.parameters}
    terms = {**names.constants, **parameters}
    f, t = (action.parameters[place].name for place in (moves.f, moves.t))
    name = names.actions[action.name]
    others = [parameters[p.name] for p in action.parameters if p.name not in (f, t)]
    rest = "".join(f", Object {other}" for other in others)
    lines = SourceLines()
    lines.add("// What can be reached by the action now, each with what is before it.")
    with lines.indented(f"Ways ways_{name}(const std::vector<Object>& nodes{rest}) const {{"):
        if others:
            with lines.indented(f"if ({' || '.join(f'{o} == nothing' for o in others)}) {{"):
                lines.add("return {};")
            lines.add("}")
        linked = " && ".join(conditions(action, terms, names, moves.q)) or "true"
        unused = "[[maybe_unused]] Object"
        with lines.indented("for (Object start : nodes) {"):
            start = atom_text(moves.q, {**terms, f: "start"}, names)
            with lines.indented(f"if (is_true({start})) {{"):
                with lines.indented(
                    f"return ways_from(start, nodes, [&]({unused} {terms[f]}, "
                    f"{unused} {terms[t]}) {{"
                ):
                    lines.add(f"return {linked};")
                lines.add("});")
            lines.add("}")
        lines.add("}", "return {};")
    lines.add("}", "")
    lines.add("// Does the action along a way, as long as it is possible.")
    with lines.indented(f"void walk_{name}(const std::vector<Object>& way{rest}) {{"):
        listed = ", ".join(
            {f: "way[place]", t: "way[place + 1]"}.get(p.name, parameters[p.name])
            for p in action.parameters
        )
        with lines.indented("for (std::size_t place = 0; place + 1 < way.size(); ++place) {"):
            with lines.indented(f"if (!can_{name}({listed})) {{"):
                lines.add("return;")
            lines.add("}", f"do_{name}({listed});")
        lines.add("}")
    lines.add("}")
    return lines.lines


class _StatementsInCpp:
    def __init__(self, names: CppNames, domain: Domain, program: StructuredProgram) -> None:
        self.names = names
        self.domain = domain
        self.program = program
        self.z = names.pointers
        self.objects = {z.name: f"objects[{type_number(domain, z.type)}]" for z in program.pointers}
        self.out = SourceLines()
        self.candidates = {z: names.others.new(name, "some_") for z, name in self.z.items()}

    def run(self) -> list[str]:
        """Return the member function that runs the program."""
        with self.out.indented("void run() {"):
            for name in self.z.values():
                self.out.add(f"[[maybe_unused]] Object {name} = nothing;")
            self.block(self.program.body)
        self.out.add("}")
        return self.out.lines

    def block(self, body: Sequence[Statement]) -> None:
        for statement in body:
            self.statement(statement)

    @contextmanager
    def braces(self, opening: str, closing: str = "}") -> Iterator[None]:
        """Add lines between braces."""
        with self.out.indented(f"{opening} {{"):
            yield
        self.out.add(closing)

    def statement(self, statement: Statement) -> None:
        match statement:
            case Perform(action, arguments):
                self.perform(action, arguments)
            case Go(action, arguments):
                self.go(action, arguments)
            case Find(condition):
                if any(argument.choose for argument in condition.arguments):
                    with self.choosing(condition.arguments, [self.text(condition, True)]):
                        pass
            case For(pointer, body, down):
                self.loop(pointer, body, down)
            case Repeat(body):
                before = self.names.others.new("before")
                with self.braces("while (true)"):
                    self.out.add(f"const Atoms {before} = atoms;")
                    self.block(body)
                    with self.braces(f"if (atoms == {before})"):
                        self.out.add("break;")
            case If(condition, body, negated):
                text = self.text(condition, False)
                with self.braces(f"if ({f'!({text})' if negated else text})"):
                    self.block(body)
            case Each(condition, body):
                self.each(condition, body)

    def perform(self, action: str, arguments: Sequence[Argument]) -> None:
        name = self.names.actions[action]
        done = f"do_{name}({', '.join(self.texts(arguments, False))});"
        if not any(argument.choose for argument in arguments):
            self.out.add(done)
            return
        possible = f"can_{name}({', '.join(self.texts(arguments, True))})"
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
        nodes = f"objects[{type_number(self.domain, schema.parameters[moves.f].type)}]"
        rest = "".join(f", {text}" for text in self.texts(others, True))
        ways = f"ways_{name}({nodes}{rest})"
        goal = self.texts([target], True)[0]
        walk = f"walk_{name}(way{rest});"
        if not any(argument.choose for argument in arguments):
            self.out.add(f"walk_{name}(way_to({goal}, {ways}){rest});")
            return
        early = not any(argument.choose for argument in others)
        with self.braces("[&]", "}();"):
            if early:
                self.out.add(f"const Ways ways = {ways};")
            with self.over(arguments):
                if not early:
                    self.out.add(f"const Ways ways = {ways};")
                self.out.add(f"const std::vector<Object> way = way_to({goal}, ways);")
                different = self.different(arguments)
                with self.braces(f"if ({' && '.join([*different, '!way.empty()'])})"):
                    self.bind(arguments)
                    self.out.add(walk, "return;")

    def loop(self, pointer: str, body: Sequence[Statement], down: bool) -> None:
        objects, name = self.objects[pointer], self.z[pointer]
        place = self.names.others.new("place")
        at = f"{objects}.size() - 1 - {place}" if down else place
        with self.braces(f"for (std::size_t {place} = 0; {place} < {objects}.size(); ++{place})"):
            self.out.add(f"{name} = {objects}[{at}];")
            self.block(body)
        self.out.add(f"{name} = nothing;")

    def each(self, condition: Condition, body: Sequence[Statement]) -> None:
        """Add a loop over choices that are collected when it begins."""
        marked = [a.pointer for a in condition.arguments if a.choose and a.pointer is not None]
        if not marked:
            with self.braces(f"if ({self.text(condition, False)})"):
                self.block(body)
            return
        choices, choice = self.names.others.new("choices"), self.names.others.new("choice")
        self.out.add(f"std::vector<std::array<Object, {len(marked)}>> {choices};")
        with self.over(condition.arguments):
            tests = [*self.different(condition.arguments), self.text(condition, True)]
            with self.braces(f"if ({' && '.join(tests)})"):
                found = ", ".join(self.candidates[z] for z in marked)
                self.out.add(f"{choices}.push_back({{{found}}});")
        with self.braces(f"for (const auto& {choice} : {choices})"):
            for place, pointer in enumerate(marked):
                self.out.add(f"{self.z[pointer]} = {choice}[{place}];")
            self.block(body)
        self.out.add(*(f"{self.z[pointer]} = nothing;" for pointer in marked))

    @contextmanager
    def choosing(self, arguments: Sequence[Argument], tests: Sequence[str]) -> Iterator[None]:
        """Add the choice of the first objects that pass tests; what is added then follows it."""
        conditions = " && ".join([*self.different(arguments), *tests])
        test = self.braces(f"if ({conditions})")
        with self.braces("[&]", "}();"), self.over(arguments), test:
            self.bind(arguments)
            yield
            self.out.add("return;")

    @contextmanager
    def over(self, arguments: Sequence[Argument]) -> Iterator[None]:
        """Add nested loops over the objects of the marked pointers."""
        marked = [a.pointer for a in arguments if a.choose and a.pointer is not None]
        for pointer in marked:
            opening = f"for (Object {self.candidates[pointer]} : {self.objects[pointer]}) {{"
            self.out.add(opening)
            self.out.depth += 1
        yield
        for _ in marked:
            self.out.depth -= 1
            self.out.add("}")

    def bind(self, arguments: Sequence[Argument]) -> None:
        for argument in arguments:
            if argument.choose and argument.pointer is not None:
                name = argument.pointer
                self.out.add(f"{self.z[name]} = {self.candidates[name]};")

    def different(self, arguments: Sequence[Argument]) -> list[str]:
        """Return that the objects that are chosen are different from the others."""
        known = [a for a in arguments if a.pointer is not None]
        texts = self.texts(known, True)
        pairs = combinations(zip(known, texts, strict=True), 2)
        return [
            f"{x} != {y}"
            for (a, x), (b, y) in pairs
            if (a.choose or b.choose) and may_meet(self.program, self.domain, a, b)
        ]

    def texts(self, arguments: Sequence[Argument], choosing: bool) -> list[str]:
        """Return pointers, and what stands for those that are being chosen."""
        names = [(a.pointer, a.choose) for a in arguments if a.pointer is not None]
        return [self.candidates[z] if choose and choosing else self.z[z] for z, choose in names]

    def text(self, condition: Condition, choosing: bool) -> str:
        """Return a condition as an expression."""
        listed = ", ".join(self.texts(condition.arguments, choosing))
        atom = f"{{{self.names.predicates[condition.predicate]}, {{{listed}}}}}"
        match condition.mode:
            case Mode.NOW:
                return f"is_true({atom})"
            case Mode.GOAL:
                return f"goal.contains({atom})"
            case Mode.GOAL_NOT:
                return f"goal_not.contains({atom})"
            case Mode.TODO:
                return f"goal.contains({atom}) && !is_true({atom})"
            case Mode.TODO_NOT:
                return f"goal_not.contains({atom}) && is_true({atom})"
