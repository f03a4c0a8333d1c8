"""What domains and instances have in common: sections, names, typed lists, atoms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, NoReturn

from genplan.errors import did_you_mean
from genplan.pddl.model import OBJECT, Domain, Notice, Object, Parameter, Predicate, fold
from genplan.pddl.syntax import SECTIONS, Form, Node, Source, shorten

__all__ = ["COST_NOTICE", "Declarations", "Sections", "TypedName", "define", "is_name"]

_NAME: Final = re.compile(r"\w[\w\-+.@#$%&*/<>=!'^~|\[\]{}]*")
_NUMBER: Final = re.compile(r"[+-]?\d+(\.\d*)?")

REQUIREMENTS: Final = frozenset(
    {
        *(":strips", ":typing", ":negative-preconditions", ":equality", ":action-costs"),
        *(":adl", ":disjunctive-preconditions", ":existential-preconditions"),
        *(":universal-preconditions", ":quantified-preconditions", ":conditional-effects"),
        *(":fluents", ":numeric-fluents", ":object-fluents", ":durative-actions"),
        *(":duration-inequalities", ":continuous-effects", ":derived-predicates"),
        *(":timed-initial-literals", ":preferences", ":constraints"),
    }
)
"""The flags of PDDL 3.1. A flag alone changes nothing: what is not supported is refused where
it is used. Flags that change the meaning of a file without a construct are not among them."""

_NO_FORM: Final = 'write it without parentheses; or is a ")" missing before it?'
_SPACES: Final = 'write a space on both sides of the "-" before a type'

COST_NOTICE: Final = (
    "action costs (numeric functions, increase, :metric) are read and ignored: "
    "they do not change which plans are valid"
)


def is_name(text: str) -> bool:
    """Return whether PDDL can write a text as a name."""
    return bool(_NAME.fullmatch(text))


class TypedName(NamedTuple):
    """An entry of a typed list: the number of its token, and the type given to it, if any."""

    node: int
    type: int | None


class Sections:
    """The sections of a (define …), by keyword; `:action` may occur more than once."""

    def __init__(self, source: Source, forms: Sequence[Node], known: Mapping[str, str]) -> None:
        """Sort the sections; `known` maps each keyword to "" or to why it is unsupported."""
        self.single: dict[str, Form] = {}
        self.actions: list[Form] = []
        for node in forms:
            keyword, form = _section_keyword(source, node, known)
            folded = fold(keyword)
            if known[folded]:
                source.unsupported(f'{known[folded]} "({keyword} …)"', form)
            if folded == ":action":
                self.actions.append(form)
            elif folded in self.single:
                first = source.location(self.single[folded]).line
                source.fail(
                    f'duplicate section "({keyword} …)"',
                    form,
                    f"the first is in line {first}: put both into one",
                )
            else:
                self.single[folded] = form

    def children(self, keyword: str) -> list[Node]:
        """Return what stands in a section, nothing if it is absent."""
        form = self.single.get(keyword)
        return form.children[1:] if form else []


def _section_keyword(source: Source, node: Node, known: Mapping[str, str]) -> tuple[str, Form]:
    sections = ", ".join(keyword for keyword, why in known.items() if not why)
    first = node.children[0] if isinstance(node, Form) and node.children else node
    word = source.tokens[first] if isinstance(first, int) else ""
    if isinstance(node, Form) and fold(word) in known:
        return word, node
    what = f"unknown section {source.show(node)}"
    if isinstance(node, int) or not word.startswith(":"):
        what = f'expected a section "(:…", found {source.show(node)}'
    hint = did_you_mean(f":{word.lstrip(':')}", known)
    if fold(word) in known:
        hint = f"write ({word} …)"
    elif fold(word) in SECTIONS:
        hint = f"this section belongs in {'a domain' if ':domain' in known else 'an instance'}"
    source.fail(what, first if word else node, hint or f"the sections are: {sections}")


def define(source: Source, kind: str) -> tuple[str, list[Node]]:
    """Return the name and the sections of a `(define (kind name) …)`."""
    root = source.parse()
    other = {"domain": "problem", "problem": "domain"}[kind]
    what = {"domain": "a domain", "problem": "an instance"}
    expected = f'expected "(define ({kind} NAME) …"'
    if _head(source, root) != "define" or len(root.children) < 2:
        source.fail(
            f"{expected}, found {source.show(root)}",
            root,
            f"put all into one (define ({kind} NAME) …)",
        )
    header = root.children[1]
    found = _head(source, header)
    if found == other:
        source.fail(
            f"this file is {what[other]}, but {what[kind]} was expected here",
            header,
            f"{expected}; were the files given in the wrong order?",
        )
    if found != kind or not isinstance(header, Form):
        hint = did_you_mean(found, (kind,)) or f"({kind} NAME) comes right after (define"
        source.fail(f"{expected}, found {source.show(header)}", header, hint)
    if len(header.children) != 2:
        count = len(header.children) - 1
        hint = "names have no spaces in them: write - or _ instead"
        if count == 0:
            hint = f"write ({kind} NAME)"
        source.fail(f"{expected}: one name belongs here, found {count}", header, hint)
    name = Declarations(source).name(header.children[1], f"the name of the {kind}")
    return name, root.children[2:]


def _head(source: Source, node: Node) -> str:
    if isinstance(node, Form) and node.children and isinstance(node.children[0], int):
        return fold(source.tokens[node.children[0]])
    return ""


class Declarations:
    """Reads names, typed lists and atoms of one source, and collects its notices."""

    def __init__(self, source: Source) -> None:
        """Start without notices."""
        self.source = source
        self.notices: list[Notice] = []

    def notice(self, kind: str, message: str, node: Node) -> None:
        """Say once per kind that something was read and ignored."""
        if all(n.kind != kind for n in self.notices):
            self.notices.append(Notice(kind, message, str(self.source.location(node))))

    def name(self, node: Node, what: str) -> str:
        """Return a token that is a name, or fail saying what was expected."""
        if isinstance(node, Form):
            self.source.fail(f"expected {what}, found {self.source.show(node)}", node, _NO_FORM)
        token = self.source.tokens[node]
        if _NAME.fullmatch(token):
            return token
        kind = {":": "the keyword ", "?": "the variable "}.get(token[0], "")
        hint = "names start with a letter, a digit or _, and have no ? : , or quotes in them"
        if kind:
            hint = f'here belongs a name, without "{token[0]}"'
        elif token[0] == "-":
            hint = _SPACES
        self.source.fail(f'expected {what}, found {kind}"{shorten(token)}"', node, hint)

    def duplicate(self, what: str, node: Node, first: Node) -> NoReturn:
        """Fail because something is declared twice; case does not tell names apart."""
        place = self.source.location(first)
        hint = f"the first is in line {place.line}, column {place.column}: rename or delete one"
        self.source.fail(f"duplicate {what} {self.source.show(node)}", node, hint)

    def variable(self, node: int) -> str:
        """Return a token that is a variable, or fail."""
        token = self.source.tokens[node]
        if token.startswith("?") and _NAME.fullmatch(token, 1):
            return token
        hint = 'variables start with "?" and a letter, a digit or _'
        if token.startswith("-"):
            hint = _SPACES
        self.source.fail(f'expected a variable, found "{shorten(token)}"', node, hint)

    def is_number(self, node: Node) -> bool:
        """Return whether the node is a numeric token."""
        return isinstance(node, int) and bool(_NUMBER.fullmatch(self.source.tokens[node]))

    def head(self, node: Node, what: str) -> tuple[str, Form]:
        """Return the folded first token of a form, and the form."""
        if isinstance(node, Form):
            if node.children and isinstance(node.children[0], int):
                return fold(self.source.tokens[node.children[0]]), node
            hint = 'a name belongs after the "("'
            self.source.fail(f"expected {what}, found {self.source.show(node)}", node, hint)
        hint = f"write ({shorten(self.source.tokens[node])} …), in parentheses"
        if not _NAME.fullmatch(self.source.tokens[node]):
            hint = "write (name …), in parentheses"
        self.source.fail(f"expected {what}, found {self.source.show(node)}", node, hint)

    def requirements(self, nodes: Iterable[Node]) -> tuple[str, ...]:
        """Return the requirement flags as written; unknown flags are refused."""
        flags = []
        for node in nodes:
            flag = "" if isinstance(node, Form) else self.source.tokens[node]
            hint = did_you_mean(f":{flag.lstrip(':')}", sorted(REQUIREMENTS))
            if not flag.startswith(":"):
                found = self.source.show(node)
                hint = hint or "write (:requirements :strips :typing …)"
                self.source.fail(f"expected a requirement, found {found}", node, hint)
            if fold(flag) not in REQUIREMENTS:
                self.source.unsupported(f'requirement "{shorten(flag)}"', node, hint)
            flags.append(flag)
        return tuple(flags)

    def typed_list(self, nodes: Sequence[Node], what: str) -> Iterator[TypedName]:
        """Yield the entries of `a b - t c …`; entries without a type have None."""
        pending: list[int] = []
        position = 0
        while position < len(nodes):
            node = nodes[position]
            if isinstance(node, Form):
                found = self.source.show(node)
                self.source.fail(f"expected {what}, found {found}", node, _NO_FORM)
            if self.source.tokens[node] == "-":
                type_node = self._type_after(nodes, position, bool(pending), what)
                yield from (TypedName(entry, type_node) for entry in pending)
                pending.clear()
                position += 2
            else:
                pending.append(node)
                position += 1
        yield from (TypedName(entry, None) for entry in pending)

    def _type_after(self, nodes: Sequence[Node], dash: int, names_before: bool, what: str) -> int:
        dash_node = nodes[dash]
        if not names_before:
            hint = 'write "name … - type"; a type is given once'
            self.source.fail(f'expected {what} before the "-"', dash_node, hint)
        if dash + 1 == len(nodes):
            self.source.fail('expected a type after the "-"', dash_node, 'write "name … - type"')
        node = nodes[dash + 1]
        if isinstance(node, Form):
            if _head(self.source, node) == "either":
                self.source.unsupported('union of types "(either …)"', node)
            found = self.source.show(node)
            self.source.fail(f"expected a type, found {found}", node, _NO_FORM)
        self.name(node, "the name of a type")
        return node

    def resolve_type(self, entry: int | None, domain: Domain) -> str:
        """Return the declared type that a token names; `object` if there is no token."""
        if entry is None:
            return OBJECT
        written = self.source.tokens[entry]
        declared = domain.type(written)
        if declared is None:
            known = [t.name for t in domain.types]
            hint = did_you_mean(written, known) or "declare it in (:types …) of the domain"
            self.source.fail(f'undeclared type "{shorten(written)}"', entry, hint)
        return declared.name

    def predicate_of(
        self, folded: str, form: Form, declared: Mapping[str, Predicate], kind: str = "predicate"
    ) -> Predicate:
        """Return the declared predicate (or function) of a form, its arguments counted."""
        predicate = declared.get(folded)
        if predicate is None:
            self._unknown(form, declared, kind)
        if len(form.children) - 1 != len(predicate.parameters):
            count = "1 argument" if predicate.arity == 1 else f"{predicate.arity} arguments"
            typed = "-" in self._tokens_of(form)
            self.source.fail(
                f'"{shorten(predicate.name)}" takes {count}, found {len(form.children) - 1}',
                form,
                f"it is declared as {shorten(str(predicate), 200)}"
                + ("; types stand in declarations only, leave them out here" if typed else ""),
            )
        return predicate

    def _tokens_of(self, form: Form) -> list[str]:
        return [self.source.tokens[node] for node in form.children if isinstance(node, int)]

    def _unknown(self, form: Form, declared: Mapping[str, Predicate], kind: str) -> NoReturn:
        first = form.children[0]
        written = self.name(first, f"the name of a {kind}")
        known = [p.name for p in declared.values()]
        hint = did_you_mean(written, known) or (
            f"declared are: {shorten(', '.join(known), 200)}"
            if known
            else f"the domain declares none: declare it in (:{kind}s …)"
        )
        self.source.fail(f'unknown {kind} "{shorten(written)}"', first, hint)

    def wrong_type(
        self, node: Node, required: str, found: Parameter | Object, of: str, position: int
    ) -> NoReturn:
        """Fail because an argument is not of the type that a predicate declares."""
        self.source.fail(
            f'argument {position} of "{shorten(of)}" must be of type "{shorten(required)}", '
            f'but "{shorten(found.name)}" is of type "{shorten(found.type)}"',
            node,
            f'give something of type "{shorten(required)}", or change a declaration',
        )
