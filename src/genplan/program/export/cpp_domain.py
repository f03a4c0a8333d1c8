"""The part of a C++ export that depends on the domain only: tables and actions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from genplan.pddl.model import EQUALITY, OBJECT, ActionSchema, Atom, Domain, Literal
from genplan.problem import Pointer
from genplan.program.export.python_domain import needs_object
from genplan.program.export.source_text import (
    Identifiers,
    SourceLines,
    json_example,
)

__all__ = ["CppNames", "action_lines", "atom_text", "conditions", "quoted", "table_lines"]

_WORDS: Final = (
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t "
    "char16_t char32_t class compl concept const consteval constexpr constinit const_cast "
    "continue co_await co_return co_yield decltype default delete do double dynamic_cast else "
    "enum explicit export extern false float for friend goto if inline int long mutable "
    "namespace new noexcept not not_eq nullptr operator or or_eq private protected public "
    "register reinterpret_cast requires return short signed sizeof static static_assert "
    "static_cast struct switch template this thread_local throw true try typedef typeid "
    "typename union unsigned using virtual void volatile wchar_t while xor xor_eq final override "
    "import module std stdin stdout stderr errno assert linux unix i386 major minor "
    "objects atoms goal goal_not act run is_true nothing y most_arguments types constants "
    "predicates actions usage domain_name ways_from way_to way ways main"
)
"""Keywords of C++, macros in lower case, and what the functions of an export use."""

RESERVED: Final = frozenset(_WORDS.split())


@dataclass(frozen=True, slots=True)
class CppNames:
    """The identifiers of actions, predicates, constants and pointers, all in lower case."""

    actions: Mapping[str, str]
    predicates: Mapping[str, str]
    constants: Mapping[str, str]
    pointers: Mapping[str, str]
    others: Identifiers

    @classmethod
    def of(cls, domain: Domain, pointers: Iterable[Pointer]) -> CppNames:
        """Return identifiers, different ones for everything."""
        own = Identifiers()
        actions = {a.name: own.new(a.name.lower()) for a in domain.actions}
        functions = {
            f"{word}_{name}" for name in actions.values() for word in ("do", "can", "ways", "walk")
        }
        others = Identifiers(RESERVED | functions)
        predicates = {p.name: others.new(p.name.lower(), "p_") for p in domain.predicates}
        constants = {c.name: others.new(c.name.lower(), "c_") for c in domain.constants}
        named = {z.name: others.new(z.name.lower()) for z in pointers}
        return cls(actions, predicates, constants, named, others)


def quoted(text: str) -> str:
    """Return a text as a literal of C++."""
    pieces = []
    for letter in text:
        if letter in '"\\':
            pieces.append(f"\\{letter}")
        elif letter.isprintable():
            pieces.append(letter)
        else:
            pieces += [f"\\{byte:03o}" for byte in letter.encode("utf-8", "surrogatepass")]
    return '"' + "".join(pieces).replace("??", '?""?') + '"'


def table_lines(domain: Domain, names: CppNames, program: Iterable[str]) -> list[str]:
    """Return what a reader of instances has to know about the domain, and the help text."""
    lines = SourceLines()
    types = {name: i for i, name in enumerate((OBJECT, *(t.name for t in domain.types)))}
    with lines.indented("constexpr const char* usage ="):
        rows = list(_usage(domain, program))
        lines.add(*(quoted(f"{row}\n").replace("\\012", "\\n") for row in rows[:-1]))
        lines.add(f"{quoted(rows[-1])};")
    most = max([1, *(p.arity for p in domain.predicates)])
    lines.add(f"constexpr const char* domain_name = {quoted(domain.name)};")
    lines.add(f"constexpr std::size_t most_arguments = {most};", "")
    with lines.indented("struct TypeRow {"):
        lines.add("const char* name;", "int above;  // the type directly above, or -1")
    lines.add("};")
    rows = [f"{{{quoted(OBJECT)}, -1}}"]
    rows += [f"{{{quoted(t.name)}, {types[t.parent or OBJECT]}}}" for t in domain.types]
    _table(lines, "TypeRow", "types", rows)
    with lines.indented("struct ConstantRow {"):
        lines.add("const char* name;", "const char* type;")
    lines.add("};")
    rows = [f"{{{quoted(c.name)}, {quoted(c.type)}}}" for c in domain.constants]
    _table(lines, "ConstantRow", "constants", rows)
    with lines.indented("struct PredicateRow {"):
        lines.add("const char* name;", "std::vector<int> types;")
    lines.add("};")
    rows = []
    for predicate in domain.predicates:
        numbers = ", ".join(str(types[p.type]) for p in predicate.parameters)
        rows.append(f"{{{quoted(predicate.name)}, {{{numbers}}}}}")
    _table(lines, "PredicateRow", "predicates", rows)
    _table(lines, "char*", "actions", [quoted(a.name) for a in domain.actions])
    for kind, found in (("Predicate", names.predicates), ("Constant", names.constants)):
        with lines.indented(f"enum {kind} : int {{"):
            lines.add(*(f"{name} = {number}," for number, name in enumerate(found.values())))
        lines.add("};")
    return lines.lines


def _usage(domain: Domain, program: Iterable[str]) -> Iterator[str]:
    yield f"Plans for the domain {domain.name}."
    yield ""
    yield "Usage: THIS_PROGRAM INSTANCE"
    yield ""
    yield "prints the plan for a PDDL problem, or for JSON of this kind:"
    yield from (f"    {line}" for line in json_example(domain))
    yield '"-" reads the standard input.'
    yield ""
    yield "genplan made this from the program"
    yield ""
    yield from (f"    {line}" for line in program)


def _table(lines: SourceLines, type_: str, name: str, rows: Sequence[str]) -> None:
    kind = f"const {type_}" if type_.endswith("*") else type_
    lines.add(f"const std::vector<{kind}> {name} = {{", *(f"    {row}," for row in rows), "};")


def action_lines(domain: Domain, names: CppNames) -> list[str]:
    """Return two functions for each action: whether it is possible, and doing it."""
    lines = SourceLines()
    for number, action in enumerate(domain.actions):
        name = names.actions[action.name]
        taken = {*RESERVED, *names.predicates.values(), *names.constants.values()}
        own = Identifiers(taken)
        parameters = {p.name: own.new(p.name.lower()) for p in action.parameters}
        terms = {**names.constants, **parameters}
        used = list(conditions(action, terms, names))
        words = set(re.findall(r"\w+", " ".join(used)))
        listed = ", ".join(
            f"{'' if p in words else '[[maybe_unused]] '}Object {p}" for p in parameters.values()
        )
        with lines.indented(f"bool can_{name}({listed}) const {{"):
            _add_return(lines, used)
        lines.add("}", "")
        listed = ", ".join(f"Object {p}" for p in parameters.values())
        with lines.indented(f"void do_{name}({listed}) {{"):
            with lines.indented(f"if (can_{name}({', '.join(parameters.values())})) {{"):
                for positive, change in ((False, "erase"), (True, "insert")):
                    for effect in action.effects:
                        if effect.positive is positive:
                            lines.add(f"atoms.{change}({atom_text(effect.atom, terms, names)});")
                lines.add(f"act({{{number}, {{{', '.join(parameters.values())}}}}});")
            lines.add("}")
        lines.add("}", "")
    return lines.lines[:-1]


def conditions(
    action: ActionSchema, terms: Mapping[str, str], names: CppNames, but: Atom | None = None
) -> Iterator[str]:
    """Yield the preconditions of an action as expressions, apart from one atom's."""
    if but is None:
        yield from (f"{terms[name]} != nothing" for name in needs_object(action))
    for literal in action.preconditions:
        if but is None or literal != Literal(but):
            yield _condition(literal, terms, names)


def _condition(literal: Literal, terms: Mapping[str, str], names: CppNames) -> str:
    if literal.atom.predicate == EQUALITY:
        left, right = (terms[term] for term in literal.atom.arguments)
        return f"{left} {'==' if literal.positive else '!='} {right}"
    no = "" if literal.positive else "!"
    return f"{no}is_true({atom_text(literal.atom, terms, names)})"


def atom_text(atom: Atom, terms: Mapping[str, str], names: CppNames) -> str:
    """Return the expression of an atom."""
    listed = ", ".join(terms[term] for term in atom.arguments)
    return f"{{{names.predicates[atom.predicate]}, {{{listed}}}}}"


def _add_return(lines: SourceLines, conditions: Sequence[str]) -> None:
    if len(conditions) < 2:
        lines.add(f"return {''.join(conditions) or 'true'};")
        return
    lines.add(f"return {conditions[0]} &&")
    rest = [*(f"{condition} &&" for condition in conditions[1:-1]), f"{conditions[-1]};"]
    lines.add(*(f"       {condition}" for condition in rest))
