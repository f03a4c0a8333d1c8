"""Text of an instance → Instance of a domain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NoReturn

from genplan.errors import did_you_mean
from genplan.pddl.conditions import ConditionReader
from genplan.pddl.declarations import COST_NOTICE, Declarations, Sections, define
from genplan.pddl.domain_reader import read_objects
from genplan.pddl.model import OBJECT, Atom, Domain, Instance, fold
from genplan.pddl.syntax import Form, Node, Source, shorten

__all__ = ["instance_from"]

_SECTIONS: Final = {
    ":domain": "",
    ":requirements": "",
    ":objects": "",
    ":init": "",
    ":goal": "",
    ":metric": "",
    ":constraints": "constraints",
    ":length": "length bound",
    ":htn": "hierarchical task network",
}


def instance_from(source: Source, domain: Domain) -> Instance:
    """Return the instance of the domain that the source describes."""
    name, forms = define(source, "problem")
    sections = Sections(source, forms, _SECTIONS)
    example = {
        ":domain": f"(:domain {shorten(domain.name)})",
        ":init": "(:init …)",
        ":goal": "(:goal (and …))",
    }
    for keyword, add in example.items():
        if keyword not in sections.single:
            source.fail(f"the section ({keyword} …) is missing", 0, f"add {add}")
    return _InstanceReader(source, domain, sections).read(name)


class _InstanceReader(Declarations):
    def __init__(self, source: Source, domain: Domain, sections: Sections) -> None:
        super().__init__(source)
        self.domain = domain
        self.sections = sections
        self._check_domain()
        self.flags = self.requirements(sections.children(":requirements"))
        constants = {fold(c.name): c for c in domain.constants}
        self.objects = read_objects(self, sections.children(":objects"), domain, constants)
        self.known = {**constants, **{fold(o.name): o for o in self.objects}}
        self.by_type = self._names_by_type()
        self.conditions = ConditionReader(
            self,
            {fold(p.name): p for p in domain.predicates},
            {fold(f.name): f for f in domain.functions},
            self._term,
        )

    def read(self, name: str) -> Instance:
        initial = self._initial(self.sections.children(":init"))
        goal_nodes = self.sections.children(":goal")
        if len(goal_nodes) != 1:
            self.source.fail(
                f"(:goal …) takes one condition, found {len(goal_nodes)}",
                self.sections.single[":goal"],
                "write (:goal (and …)), with all conditions in the (and …)",
            )
        goal = tuple(self.conditions.condition(goal_nodes[0], equality=False))
        self._metric(self.sections.single.get(":metric"))
        return Instance(
            name, self.domain, self.objects, initial, goal, tuple(self.notices), self.flags
        )

    def _check_domain(self) -> None:
        nodes = self.sections.children(":domain")
        if len(nodes) != 1:
            self.source.fail(
                f"(:domain …) takes one name, found {len(nodes)}",
                self.sections.single[":domain"],
                f"write (:domain {shorten(self.domain.name)})",
            )
        written = self.name(nodes[0], "the name of the domain")
        if fold(written) != fold(self.domain.name):
            self.source.fail(
                f'this instance is for the domain "{shorten(written)}", '
                f'but the domain given is "{shorten(self.domain.name)}"',
                nodes[0],
                "give the domain of this instance, or correct the name",
            )

    def _names_by_type(self) -> dict[str, dict[str, str]]:
        """Return for every type its objects: folded name → name as declared."""
        members: dict[str, dict[str, str]] = {OBJECT: {}}
        members.update((t.name, {}) for t in self.domain.types)
        ancestors = {name: self.domain.supertypes(name) for name in members}
        for folded, item in self.known.items():
            for ancestor in ancestors[item.type]:
                members[ancestor][folded] = item.name
        return members

    def _term(self, node: Node, required: str, predicate: str, position: int) -> str:
        written = self.source.tokens[node] if isinstance(node, int) else ""
        name = self.by_type[required].get(fold(written))
        if name is None:
            self._wrong_term(node, required, predicate, position)
        return name

    def _wrong_term(self, node: Node, required: str, predicate: str, position: int) -> NoReturn:
        written = self.name(node, "the name of an object")
        found = self.known.get(fold(written))
        if found is None:
            hint = did_you_mean(written, (o.name for o in self.known.values()))
            hint = hint or "declare it in (:objects …)"
            self.source.fail(f'undeclared object "{shorten(written)}"', node, hint)
        self.wrong_type(node, required, found, predicate, position)

    def _initial(self, nodes: Sequence[Node]) -> tuple[Atom, ...]:
        """Return the atoms that are true initially, in order, each once."""
        true: dict[Atom, None] = {}
        false: dict[Atom, Form] = {}
        for node in nodes:
            head, form = self.head(node, "an atom (predicate object …)")
            if head == "not":
                false.setdefault(self.conditions.negated_atom(form), form)
            elif head == "=":
                self._number(form)
            else:
                self._refuse(head, form)
                true[self.conditions.atom(head, form)] = None
        for atom, form in false.items():
            if atom in true:
                shown = shorten(str(atom), 200)
                hint = "delete one of the two; what (:init …) does not list is false"
                self.source.fail(f"{shown} is both true and false in (:init …)", form, hint)
        return tuple(true)

    def _refuse(self, head: str, form: Form) -> None:
        if head == "and":
            hint = "write the atoms one after the other, without (and …)"
            self.source.fail('"(and …" cannot stand in (:init …)', form, hint)
        if head == "at" and len(form.children) == 3 and isinstance(form.children[2], Form):
            self.source.unsupported('timed initial literal "(at …)"', form)
        self.conditions.refuse(head, form, " in the initial state")

    def _number(self, form: Form) -> None:
        """Check and ignore `(= (function …) number)`."""
        if len(form.children) != 3 or not isinstance(form.children[1], Form):
            hint = "objects with different names are different: equality needs no atoms"
            self.source.fail('expected "(= (function …) number)" or an atom', form, hint)
        target, value = form.children[1:]
        if not self.conditions.is_total_cost(target):
            self.conditions.check_function(*self.head(target, "a function"))
        if not self.is_number(value):
            found = self.source.show(value)
            self.source.fail(f"expected a number, found {found}", value, "write 3 or 2.5")
        self.notice("action-costs", COST_NOTICE, form)

    def _metric(self, form: Form | None) -> None:
        if form is None:
            return
        words = [fold(self.source.tokens[n]) for n in form.children[1:2] if isinstance(n, int)]
        costs = [self.conditions.is_total_cost(node) for node in form.children[2:]]
        if words != ["minimize"] or costs != [True]:
            self.source.unsupported(
                'metric other than "(:metric minimize (total-cost))"',
                form,
                "delete it: it does not change which plans are valid",
            )
        self.notice("action-costs", COST_NOTICE, form)
