"""Text of a domain → Domain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
}


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
        actions: dict[str, ActionSchema] = {}
        for form in sections.actions:
            action = self._action(form, domain)
            if fold(action.name) in actions:
                self.source.fail(f'duplicate action "{action.name}"', form.children[1])
            actions[fold(action.name)] = action
        return replace(domain, actions=tuple(actions.values()), notices=tuple(self.notices))

    def _types(self, nodes: Sequence[Node]) -> tuple[Type, ...]:
        """Return the types in the order in which the section first mentions them."""
        declared: dict[str, TypedName] = {}
        for entry in self.typed_list(nodes, "the name of a type"):
            folded = fold(self.name(entry.node, "the name of a type"))
            if folded in declared:
                self.source.fail(f'duplicate type "{self.source.tokens[entry.node]}"', entry.node)
            if folded == OBJECT and entry.type is not None:
                self.source.fail(
                    '"object" is above every type and cannot have a type above it', entry.node
                )
            declared[folded] = entry
        self._check_acyclic(declared)
        spelled = {OBJECT: OBJECT}
        spelled.update((f, self.source.tokens[e.node]) for f, e in declared.items() if f != OBJECT)
        mentioned: dict[str, Type] = {}
        for node in nodes:
            token = self.source.tokens[node] if isinstance(node, int) else ""
            folded = fold(token)
            if token in ("", "-") or folded == OBJECT or folded in mentioned:
                continue
            above = declared[folded].type if folded in declared else None
            parent = OBJECT if above is None else self.source.tokens[above]
            name = spelled.setdefault(folded, token)
            mentioned[folded] = Type(name, spelled.setdefault(fold(parent), parent))
        return tuple(mentioned.values())

    def _check_acyclic(self, declared: Mapping[str, TypedName]) -> None:
        safe: set[str] = set()
        for start in declared:
            path: dict[str, None] = {}
            name = start
            while name in declared and name not in safe:
                if name in path:
                    chain = [*list(path)[list(path).index(name) :], name]
                    self.source.fail(
                        f"cyclic types: {shorten(' - '.join(chain), 100)}", declared[name].node
                    )
                path[name] = None
                above = declared[name].type
                if above is None:
                    break
                name = fold(self.source.tokens[above])
            safe.update(path)

    def _parameters(self, nodes: Sequence[Node], domain: Domain) -> tuple[Parameter, ...]:
        parameters: dict[str, Parameter] = {}
        for entry in self.typed_list(nodes, "a variable"):
            name = self.variable(entry.node)
            if fold(name) in parameters:
                self.source.fail(f'duplicate parameter "{name}"', entry.node)
            parameters[fold(name)] = Parameter(name, self.resolve_type(entry.type, domain))
        return tuple(parameters.values())

    def _predicates(self, nodes: Sequence[Node], domain: Domain) -> tuple[Predicate, ...]:
        predicates: dict[str, Predicate] = {}
        for node in nodes:
            _, form = self.head(node, "a predicate (name ?parameter …)")
            first = form.children[0]
            assert isinstance(first, int)
            token = self.source.tokens[first]
            if fold(token) in RESERVED:
                hint = "equality is built in: delete this" if token == EQUALITY else ""
                self.source.fail(f'"{token}" cannot be the name of a predicate', first, hint)
            name = self.name(first, "the name of a predicate")
            if fold(name) in predicates:
                self.source.fail(f'duplicate predicate "{name}"', first)
            predicates[fold(name)] = Predicate(name, self._parameters(form.children[1:], domain))
        return tuple(predicates.values())

    def _functions(self, section: Form | None, domain: Domain) -> tuple[Predicate, ...]:
        if section is None:
            return ()
        self.notice("action-costs", COST_NOTICE, section)
        functions: dict[str, Predicate] = {}
        nodes = iter(section.children[1:])
        for node in nodes:
            if isinstance(node, int) and self.source.tokens[node] == "-":
                kind = next(nodes, node)
                if not isinstance(kind, int) or fold(self.source.tokens[kind]) != "number":
                    self.source.unsupported("function with values other than numbers", kind)
                continue
            _, form = self.head(node, "a function (name ?parameter …)")
            name = self.name(form.children[0], "the name of a function")
            if fold(name) in functions:
                self.source.fail(f'duplicate function "{name}"', form.children[0])
            functions[fold(name)] = Predicate(name, self._parameters(form.children[1:], domain))
        return tuple(functions.values())

    def _action(self, form: Form, domain: Domain) -> ActionSchema:
        if len(form.children) < 2:
            self.source.fail("expected the name of an action", form)
        name = self.name(form.children[1], "the name of an action")
        fields = self._action_fields(form)
        nodes = fields.get(":parameters", Form(0))
        if isinstance(nodes, int):
            self.source.fail(
                f'expected "(" after :parameters, found {self.source.show(nodes)}', nodes
            )
        parameters = self._parameters(nodes.children, domain)
        reader = self._conditions(parameters, domain)
        nothing = Form(0)
        preconditions = reader.condition(fields.get(":precondition", nothing), equality=True)
        effects = reader.effect(fields.get(":effect", nothing))
        return ActionSchema(name, parameters, tuple(preconditions), tuple(effects))

    def _action_fields(self, form: Form) -> dict[str, Node]:
        fields: dict[str, Node] = {}
        known = (":parameters", ":precondition", ":effect")
        nodes = iter(form.children[2:])
        for node in nodes:
            keyword = fold(self.source.tokens[node]) if isinstance(node, int) else ""
            if keyword not in known:
                hint = did_you_mean(keyword, known) if keyword else ""
                self.source.fail(
                    f"expected one of {', '.join(known)}, found {self.source.show(node)}",
                    node,
                    hint,
                )
            if keyword in fields:
                self.source.fail(f"duplicate {keyword}", node)
            value = next(nodes, None)
            if value is None or (isinstance(value, int) and self.source.tokens[value][0] == ":"):
                self.source.fail(f'expected "(" after {keyword}', node)
            fields[keyword] = value
        return fields

    def _conditions(self, parameters: tuple[Parameter, ...], domain: Domain) -> ConditionReader:
        terms: dict[str, Parameter | Object] = {fold(c.name): c for c in domain.constants}
        terms.update((fold(p.name), p) for p in parameters)

        def term(node: Node, required: str, predicate: str, position: int) -> str:
            if isinstance(node, Form):
                self.source.fail(f"expected a variable, found {self.source.show(node)}", node)
            written = self.source.tokens[node]
            found = terms.get(fold(written))
            if found is None:
                self._undeclared(node, list(terms.values()))
            if required and not domain.is_subtype(found.type, required):
                self.source.fail(
                    f'argument {position} of "{predicate}" must be of type "{required}", '
                    f'but "{found.name}" is of type "{found.type}"',
                    node,
                )
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
        if folded in objects or folded in taken:
            hint = "it is a constant of the domain already" if folded in taken else ""
            reader.source.fail(f'duplicate object "{shorten(name)}"', entry.node, hint)
        objects[folded] = Object(name, reader.resolve_type(entry.type, domain))
    return tuple(objects.values())
