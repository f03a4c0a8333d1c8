"""What domains and instances have in common: sections, names, typed lists, atoms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from genplan.errors import did_you_mean
from genplan.pddl.model import OBJECT, Domain, Notice, Predicate, fold
from genplan.pddl.syntax import Form, Node, Source, shorten

__all__ = ["COST_NOTICE", "Declarations", "Sections", "TypedName", "define"]

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

COST_NOTICE: Final = (
    "action costs (numeric functions, increase, :metric) are read and ignored: "
    "they do not change which plans are valid"
)


@dataclass(frozen=True, slots=True)
class TypedName:
    """An entry of a typed list: the number of its token, and the type given to it, if any."""

    node: int
    type: int | None


class Sections:
    """The sections of a (define …), by keyword; `:action` may occur more than once."""

    def __init__(self, source: Source, forms: Sequence[Node], known: Mapping[str, str]) -> None:
        """Sort the sections; `known` maps each keyword to "" or to why it is unsupported."""
        self.single: dict[str, Form] = {}
        self.actions: list[Form] = []
        for form in forms:
            keyword = _section_keyword(source, form)
            assert isinstance(form, Form)
            folded = fold(keyword)
            if folded not in known:
                hint = did_you_mean(keyword, known)
                expected = ", ".join(k for k, why in known.items() if not why)
                source.fail(
                    f'unknown section "({shorten(keyword)}"', form, hint or f"expected: {expected}"
                )
            if known[folded]:
                source.unsupported(f'{known[folded]} "({keyword} …)"', form)
            if folded == ":action":
                self.actions.append(form)
            elif folded in self.single:
                first = source.location(self.single[folded]).line
                source.fail(
                    f'duplicate section "({keyword}"', form, f"the first is in line {first}"
                )
            else:
                self.single[folded] = form

    def children(self, keyword: str) -> list[Node]:
        """Return what stands in a section, nothing if it is absent."""
        form = self.single.get(keyword)
        return form.children[1:] if form else []


def _section_keyword(source: Source, form: Node) -> str:
    if isinstance(form, int):
        source.fail(f'expected a section "(:…", found {source.show(form)}', form)
    first = form.children[0] if form.children else None
    if first is None or not isinstance(first, int) or not source.tokens[first].startswith(":"):
        source.fail(f'expected a section "(:…", found {source.show(form)}', form)
    return source.tokens[first]


def define(source: Source, kind: str) -> tuple[str, list[Node]]:
    """Return the name and the sections of a `(define (kind name) …)`."""
    root = source.parse()
    other = {"domain": "problem", "problem": "domain"}[kind]
    what = {"domain": "a domain", "problem": "an instance"}
    expected = f'expected "(define ({kind} NAME) …"'
    if _head(source, root) != "define" or len(root.children) < 2:
        source.fail(f"{expected}, found {source.show(root)}", root)
    header = root.children[1]
    found = _head(source, header)
    if found == other:
        source.fail(
            f"this file is {what[other]}, but {what[kind]} was expected here",
            header,
            f"{expected}; were the files given in the wrong order?",
        )
    if found != kind or not isinstance(header, Form):
        source.fail(f"{expected}, found {source.show(header)}", header)
    if len(header.children) != 2:
        source.fail(f"{expected}: exactly one name belongs here", header)
    return Declarations(source).name(header.children[1], f"the name of the {kind}"), root.children[
        2:
    ]


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
            self.source.fail(f"expected {what}, found {self.source.show(node)}", node)
        token = self.source.tokens[node]
        if _NAME.fullmatch(token):
            return token
        if token.startswith(":"):
            self.source.fail(f'expected {what}, found the keyword "{shorten(token)}"', node)
        if token.startswith("?"):
            self.source.fail(f'expected {what}, found the variable "{shorten(token)}"', node)
        hint = "names start with a letter, a digit or _"
        if token.startswith("-"):
            hint = 'write a space on both sides of the "-" before a type'
        self.source.fail(f'expected {what}, found "{shorten(token)}"', node, hint)

    def variable(self, node: Node) -> str:
        """Return a token that is a variable, or fail."""
        if isinstance(node, Form):
            self.source.fail(f"expected a variable, found {self.source.show(node)}", node)
        token = self.source.tokens[node]
        if token.startswith("?") and _NAME.fullmatch(token, 1):
            return token
        self.source.fail(
            f'expected a variable, found "{shorten(token)}"', node, 'variables start with "?"'
        )

    def is_number(self, node: Node) -> bool:
        """Return whether the node is a numeric token."""
        return isinstance(node, int) and bool(_NUMBER.fullmatch(self.source.tokens[node]))

    def head(self, node: Node, what: str) -> tuple[str, Form]:
        """Return the folded first token of a form, and the form."""
        if isinstance(node, int):
            self.source.fail(f"expected {what}, found {self.source.show(node)}", node)
        if not node.children or not isinstance(node.children[0], int):
            self.source.fail(f"expected {what}, found {self.source.show(node)}", node)
        return fold(self.source.tokens[node.children[0]]), node

    def requirements(self, nodes: Iterable[Node]) -> tuple[str, ...]:
        """Return the requirement flags as written; unknown flags are refused."""
        flags = []
        for node in nodes:
            if isinstance(node, Form):
                self.source.fail(f"expected a requirement, found {self.source.show(node)}", node)
            flag = self.source.tokens[node]
            if fold(flag) not in REQUIREMENTS:
                hint = did_you_mean(flag, sorted(REQUIREMENTS))
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
                self.source.fail(f"expected {what}, found {self.source.show(node)}", node)
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
            self.source.fail(f'expected {what} before the "-"', dash_node)
        if dash + 1 == len(nodes):
            self.source.fail('expected a type after the "-"', dash_node)
        node = nodes[dash + 1]
        if isinstance(node, Form):
            if _head(self.source, node) == "either":
                self.source.unsupported('union of types "(either …)"', node)
            self.source.fail(f"expected a type, found {self.source.show(node)}", node)
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
        self, folded: str, form: Form, predicates: Mapping[str, Predicate]
    ) -> Predicate:
        """Return the declared predicate of an atom, its number of arguments checked."""
        predicate = predicates.get(folded)
        if predicate is None:
            self.unknown_predicate(form, predicates)
        if len(form.children) - 1 != predicate.arity:
            count = "1 argument" if predicate.arity == 1 else f"{predicate.arity} arguments"
            self.source.fail(
                f'"{predicate.name}" takes {count}, found {len(form.children) - 1}',
                form,
                f"it is declared as {predicate}",
            )
        return predicate

    def unknown_predicate(self, form: Form, predicates: Mapping[str, Predicate]) -> NoReturn:
        """Fail because the first token of an atom is no declared predicate."""
        first = form.children[0]
        self.name(first, "the name of a predicate")
        assert isinstance(first, int)
        written = self.source.tokens[first]
        known = [p.name for p in predicates.values()]
        hint = did_you_mean(written, known) or (
            f"declared are: {shorten(', '.join(known), 200)}" if known else "none is declared"
        )
        self.source.fail(f'unknown predicate "{shorten(written)}"', first, hint)
