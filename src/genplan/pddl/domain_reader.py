"""Text of a domain → Domain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NoReturn

from genplan.errors import did_you_mean
from genplan.pddl.conditions import RESERVED, ConditionReader
from genplan.pddl.declarations import COST_NOTICE, Declarations, Sections, TypedName, define
from genplan.pddl.model import (
    EQUALITY,
    OBJECT,
    ActionSchema,
    Domain,
    Object,
    Parameter,
    Predicate,
    Type,
    fold,
    is_variable,
)
from genplan.pddl.syntax import Form, Node, Source, shorten

__all__ = ["domain_from"]

_SECTIONS: Final = {
    ":requirements": "",
    ":types": "",
    ":constants": "",
    ":predicates": "",
    ":functions": "",
    ":action": "",
    ":derived": "derived predicate",
    ":axiom": "axiom",
    ":durative-action": "durative action",
    ":constraints": "constraints",
    ":process": "process",
    ":event": "event",
    ":task": "hierarchical task",
    ":method": "hierarchical method",
    ":timeless": "timeless facts",
    ":extends": "domain that extends another",
}

_FIELDS: Final = (":parameters", ":precondition", ":effect")
_UNSUPPORTED_FIELDS: Final = {
    ":vars": "variables outside of :parameters",
    ":duration": "duration of an action",
    ":condition": "condition of a durative action",
    ":observe": "observation",
}

_ACTION_HINT: Final = "write (:action NAME :parameters (…) :precondition (…) :effect (…))"

_DEEPEST_TYPES: Final = 200
"""How many types may stand above each other; real domains have less than ten."""


def domain_from(source: Source) -> Domain:
    """Return the domain that the source describes."""
    name, forms = define(source, "domain")
    return _DomainReader(source).read(name, Sections(source, forms, _SECTIONS))


class _DomainReader(Declarations):
    def read(self, name: str, sections: Sections) -> Domain:
        requirements = self.requirements(sections.children(":requirements"))
        domain = Domain(name, requirements, self._types(sections.children(":types")))
        domain = replace(
            domain, constants=read_objects(self, sections.children(":constants"), domain, {})
        )
        domain = replace(
            domain,
            predicates=self._predicates(sections.children(":predicates"), domain),
            functions=self._functions(sections.single.get(":functions"), domain),
        )
        actions = self._actions(sections.actions, domain)
        return replace(domain, actions=actions, notices=tuple(self.notices))

    def _types(self, nodes: Sequence[Node]) -> tuple[Type, ...]:
        """Return the types in the order in which the section first mentions them."""
        declared: dict[str, TypedName] = {}
        for entry in self.typed_list(nodes, "the name of a type"):
            folded = fold(self.name(entry.node, "the name of a type"))
            if folded in declared:
                self.duplicate("type", entry.node, declared[folded].node)
            if folded == OBJECT and entry.type is not None:
                self.source.fail(
                    '"object" is above every type and cannot have a type above it',
                    entry.node,
                    'delete this "object", or give the type another name',
                )
            declared[folded] = entry
        self._check_hierarchy(declared)
        mentioned = dict.fromkeys(fold(self.source.tokens[n]) for n in nodes if isinstance(n, int))
        types = self._spelled(declared)
        return tuple(types[folded] for folded in mentioned if folded in types)

    def _spelled(self, declared: Mapping[str, TypedName]) -> dict[str, Type]:
        """Return the types with the spelling of their declaration, `object` left out."""
        tokens = self.source.tokens
        spelled = {folded: tokens[entry.node] for folded, entry in declared.items()}
        spelled[OBJECT] = OBJECT
        parents: dict[str, str] = {}
        for folded, entry in declared.items():
            above = OBJECT if entry.type is None else tokens[entry.type]
            parents[folded] = spelled.setdefault(fold(above), above)
        return {
            folded: Type(name, parents.get(folded, OBJECT))
            for folded, name in spelled.items()
            if folded != OBJECT
        }

    def _check_hierarchy(self, declared: Mapping[str, TypedName]) -> None:
        """Fail if types stand above themselves, or too many above each other."""
        depths: dict[str, int] = {}
        for start in declared:
            path: dict[str, None] = {}
            name = start
            while name in declared and name not in depths:
                if name in path:
                    self._cyclic(list(path)[list(path).index(name) :], declared)
                path[name] = None
                above = declared[name].type
                name = "" if above is None else fold(self.source.tokens[above])
            depth = depths.get(name, 0)
            depths.update((n, depth + i) for i, n in enumerate(reversed(path), 1))
            if depths[start] > _DEEPEST_TYPES:
                self.source.fail(
                    f"more than {_DEEPEST_TYPES} types above each other",
                    declared[start].node,
                    "make the hierarchy of types flatter",
                )

    def _cyclic(self, cycle: Sequence[str], declared: Mapping[str, TypedName]) -> NoReturn:
        spelled = [self.source.tokens[declared[name].node] for name in cycle]
        chain_of_types = shorten(" - ".join([*spelled, spelled[0]]), 100)
        hint = "a type cannot be above itself: change one of these declarations"
        self.source.fail(f"cyclic types: {chain_of_types}", declared[cycle[0]].node, hint)

    def _parameters(self, nodes: Sequence[Node], domain: Domain) -> tuple[Parameter, ...]:
        parameters: list[Parameter] = []
        first: dict[str, int] = {}
        for entry in self.typed_list(nodes, "a variable"):
            name = self.variable(entry.node)
            if first.setdefault(fold(name), entry.node) != entry.node:
                self.duplicate("parameter", entry.node, first[fold(name)])
            parameters.append(Parameter(name, self.resolve_type(entry.type, domain)))
        return tuple(parameters)

    def _predicates(self, nodes: Sequence[Node], domain: Domain) -> tuple[Predicate, ...]:
        predicates: list[Predicate] = []
        first: dict[str, Node] = {}
        for node in nodes:
            head, form = self.head(node, "a predicate (name ?parameter …)")
            symbol = form.children[0]
            if head in RESERVED:
                hint = "equality is built in: delete this" if head == EQUALITY else "rename it"
                self.source.fail(f'"{head}" cannot be the name of a predicate', symbol, hint)
            name = self.name(symbol, "the name of a predicate")
            if first.setdefault(head, symbol) != symbol:
                self.duplicate("predicate", symbol, first[head])
            predicates.append(Predicate(name, self._parameters(form.children[1:], domain)))
        return tuple(predicates)

    def _functions(self, section: Form | None, domain: Domain) -> tuple[Predicate, ...]:
        if section is None:
            return ()
        self.notice("action-costs", COST_NOTICE, section)
        functions: list[Predicate] = []
        first: dict[str, Node] = {}
        for form in self._numeric(section.children[1:]):
            symbol = form.children[0]
            name = self.name(symbol, "the name of a function")
            if first.setdefault(fold(name), symbol) != symbol:
                self.duplicate("function", symbol, first[fold(name)])
            functions.append(Predicate(name, self._parameters(form.children[1:], domain)))
        return tuple(functions)

    def _numeric(self, nodes: Sequence[Node]) -> Iterator[Form]:
        """Yield the declarations of functions; `- number` may stand after some of them."""
        pending = False
        following = iter(nodes)
        for node in following:
            if isinstance(node, int) and self.source.tokens[node] == "-":
                kind = next(following, None)
                if not pending or kind is None:
                    hint = 'write "(name ?parameter …) - number"'
                    self.source.fail('this "-" stands alone', node, hint)
                if isinstance(kind, Form) or fold(self.source.tokens[kind]) != "number":
                    self.source.unsupported("function with values other than numbers", kind)
                pending = False
            else:
                yield self.head(node, "a function (name ?parameter …)")[1]
                pending = True

    def _actions(self, forms: Sequence[Form], domain: Domain) -> tuple[ActionSchema, ...]:
        actions: list[ActionSchema] = []
        first: dict[str, Node] = {}
        for form in forms:
            action = self._action(form, domain)
            symbol = form.children[1]
            if first.setdefault(fold(action.name), symbol) != symbol:
                self.duplicate("action", symbol, first[fold(action.name)])
            actions.append(action)
        return tuple(actions)

    def _action(self, form: Form, domain: Domain) -> ActionSchema:
        if len(form.children) < 2:
            self.source.fail("expected the name of an action", form, _ACTION_HINT)
        name = self.name(form.children[1], "the name of an action")
        fields = self._action_fields(form)
        nodes = fields.get(":parameters", Form(0))
        if isinstance(nodes, int):
            found = self.source.show(nodes)
            hint = "write :parameters (?name - type …)"
            self.source.fail(f'expected "(" after :parameters, found {found}', nodes, hint)
        parameters = self._parameters(nodes.children, domain)
        reader = self._conditions(parameters, domain)
        nothing = Form(0)
        preconditions = reader.condition(fields.get(":precondition", nothing), equality=True)
        effects = reader.effect(fields.get(":effect", nothing))
        return ActionSchema(name, parameters, tuple(preconditions), tuple(effects))

    def _action_fields(self, form: Form) -> dict[str, Node]:
        fields: dict[str, Node] = {}
        first: dict[str, Node] = {}
        nodes = iter(form.children[2:])
        for node in nodes:
            keyword = self._action_keyword(node)
            if first.setdefault(keyword, node) != node:
                line = self.source.location(first[keyword]).line
                hint = f"the first is in line {line}: put both into one (and …)"
                self.source.fail(f"duplicate {keyword}", node, hint)
            value = next(nodes, None)
            if value is None or (isinstance(value, int) and self.source.tokens[value][0] == ":"):
                hint = f"write {keyword} (…), or leave {keyword} out"
                self.source.fail(f'expected "(" after {keyword}', node, hint)
            fields[keyword] = value
        return fields

    def _action_keyword(self, node: Node) -> str:
        keyword = fold(self.source.tokens[node]) if isinstance(node, int) else ""
        if keyword in _UNSUPPORTED_FIELDS:
            self.source.unsupported(f'{_UNSUPPORTED_FIELDS[keyword]} "{keyword}"', node)
        if keyword not in _FIELDS:
            what = f"expected one of {', '.join(_FIELDS)}, found {self.source.show(node)}"
            hint = "put several conditions or effects into one (and …)"
            if keyword:
                hint = did_you_mean(f":{keyword.lstrip(':')}", _FIELDS) or _ACTION_HINT
            self.source.fail(what, node, hint)
        return keyword

    def _conditions(self, parameters: tuple[Parameter, ...], domain: Domain) -> ConditionReader:
        terms: dict[str, Parameter | Object] = {fold(c.name): c for c in domain.constants}
        terms.update((fold(p.name), p) for p in parameters)

        def term(node: Node, required: str, predicate: str, position: int) -> str:
            if isinstance(node, Form):
                what = f"expected a variable or a constant, found {self.source.show(node)}"
                self.source.fail(what, node, 'is there a ")" missing before it?')
            written = self.source.tokens[node]
            found = terms.get(fold(written))
            if found is None:
                self._undeclared(node, list(terms.values()))
            if required and not domain.is_subtype(found.type, required):
                self.wrong_type(node, required, found, predicate, position)
            return found.name

        predicates = {fold(p.name): p for p in domain.predicates}
        functions = {fold(f.name): f for f in domain.functions}
        return ConditionReader(self, predicates, functions, term)

    def _undeclared(self, node: int, terms: list[Parameter | Object]) -> NoReturn:
        written = self.source.tokens[node]
        hint = did_you_mean(written, [t.name for t in terms])
        if is_variable(written):
            self.variable(node)
            hint = hint or "declare it in :parameters"
            self.source.fail(f'undeclared variable "{shorten(written)}"', node, hint)
        self.name(node, "a variable or a constant")
        hint = hint or 'in an action, variables start with "?" and objects are (:constants …)'
        self.source.fail(f'undeclared object "{shorten(written)}"', node, hint)


def read_objects(
    reader: Declarations, nodes: Sequence[Node], domain: Domain, taken: Mapping[str, Object]
) -> tuple[Object, ...]:
    """Return the objects of a typed list; `taken` are those that exist already."""
    objects: dict[str, Object] = {}
    for entry in reader.typed_list(nodes, "the name of an object"):
        name = reader.name(entry.node, "the name of an object")
        folded = fold(name)
        if folded in taken:
            hint = "it is a constant of the domain already: delete it here"
            reader.source.fail(f'duplicate object "{shorten(name)}"', entry.node, hint)
        if folded in objects:
            spelled = (n for n in nodes if isinstance(n, int))
            first = next(n for n in spelled if fold(reader.source.tokens[n]) == folded)
            reader.duplicate("object", entry.node, first)
        objects[folded] = Object(name, reader.resolve_type(entry.type, domain))
    return tuple(objects.values())
