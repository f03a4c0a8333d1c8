"""A structured program as a stand-alone file of C++20 without dependencies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

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
from genplan.program.export.source_text import Identifiers, SourceLines, filled, template
from genplan.program.export.statements import StatementWriter, Walk, routes
from genplan.program.structured.moving import Moving
from genplan.program.structured.program import StructuredProgram
from genplan.program.structured.statements import (
    Argument,
    Condition,
    Mode,
    Statement,
    marked,
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


class _StatementsInCpp(StatementWriter):
    end = ";"
    conjunction = " && "

    def __init__(self, names: CppNames, domain: Domain, program: StructuredProgram) -> None:
        candidates = {z: names.others.new(name, "some_") for z, name in names.pointers.items()}
        super().__init__(domain, program, names.actions, names.pointers, candidates)
        self.names = names
        self.objects = {z.name: f"objects[{type_number(domain, z.type)}]" for z in program.pointers}

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

    def do(self, name: str, texts: Sequence[str]) -> str:
        return f"do_{name}({', '.join(texts)});"

    def can(self, name: str, texts: Sequence[str]) -> str:
        return f"can_{name}({', '.join(texts)})"

    def go(self, walk: Walk) -> None:
        nodes = f"objects[{type_number(self.domain, walk.type)}]"
        rest = "".join(f", {text}" for text in self.texts(walk.others, True))
        ways = f"ways_{walk.action}({nodes}{rest})"
        goal = self.texts([walk.target], True)[0]
        if not marked(walk.arguments):
            self.out.add(f"walk_{walk.action}(way_to({goal}, {ways}){rest});")
            return
        with self.braces("[&]", "}();"):
            if walk.has_one_start:
                self.out.add(f"const Ways ways = {ways};")
            with self.over(walk.arguments):
                if not walk.has_one_start:
                    self.out.add(f"const Ways ways = {ways};")
                self.out.add(f"const std::vector<Object> way = way_to({goal}, ways);")
                with self.braces(f"if ({self.tests(walk.arguments, '!way.empty()')})"):
                    self.bind(walk.arguments)
                    self.out.add(f"walk_{walk.action}(way{rest});", "return;")

    def repeat(self, body: Sequence[Statement]) -> None:
        before = self.names.others.new("before")
        with self.braces("while (true)"):
            self.out.add(f"const Atoms {before} = atoms;")
            self.block(body)
            with self.braces(f"if (atoms == {before})"):
                self.out.add("break;")

    def branch(self, condition: Condition, body: Sequence[Statement], negated: bool) -> None:
        text = self.text(condition, False)
        with self.braces(f"if ({f'!({text})' if negated else text})"):
            self.block(body)

    def loop(self, pointer: str, body: Sequence[Statement], down: bool) -> None:
        objects, name = self.objects[pointer], self.z[pointer]
        place = self.names.others.new("place")
        at = f"{objects}.size() - 1 - {place}" if down else place
        with self.braces(f"for (std::size_t {place} = 0; {place} < {objects}.size(); ++{place})"):
            self.out.add(f"{name} = {objects}[{at}];")
            self.block(body)
        self.out.add(f"{name} = nothing;")

    def each(self, condition: Condition, chosen: Sequence[str], body: Sequence[Statement]) -> None:
        choices, choice = self.names.others.new("choices"), self.names.others.new("choice")
        self.out.add(f"std::vector<std::array<Object, {len(chosen)}>> {choices};")
        with self.over(condition.arguments):
            tests = self.tests(condition.arguments, self.text(condition, True))
            with self.braces(f"if ({tests})"):
                found = ", ".join(self.candidates[z] for z in chosen)
                self.out.add(f"{choices}.push_back({{{found}}});")
        with self.braces(f"for (const auto& {choice} : {choices})"):
            for place, pointer in enumerate(chosen):
                self.out.add(f"{self.z[pointer]} = {choice}[{place}];")
            self.block(body)
        self.out.add(*(f"{self.z[pointer]} = nothing;" for pointer in chosen))

    @contextmanager
    def choosing(self, arguments: Sequence[Argument], test: str) -> Iterator[None]:
        tests = self.braces(f"if ({self.tests(arguments, test)})")
        with self.braces("[&]", "}();"), self.over(arguments), tests:
            self.bind(arguments)
            yield
            self.out.add("return;")

    @contextmanager
    def over(self, arguments: Sequence[Argument]) -> Iterator[None]:
        """Add nested loops over the objects of the marked pointers."""
        chosen = marked(arguments)
        for pointer in chosen:
            opening = f"for (Object {self.candidates[pointer]} : {self.objects[pointer]}) {{"
            self.out.add(opening)
            self.out.depth += 1
        yield
        for _ in chosen:
            self.out.depth -= 1
            self.out.add("}")

    def text(self, condition: Condition, choosing: bool) -> str:
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
