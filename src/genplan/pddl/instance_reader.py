"""Text of an instance → Instance of a domain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NoReturn

from genplan.errors import did_you_mean
from genplan.pddl.conditions import TOTAL_COST, ConditionReader
from genplan.pddl.declarations import COST_NOTICE, Declarations, Sections, define
from genplan.pddl.domain_reader import read_objects
from genplan.pddl.model import OBJECT, Atom, Domain, Instance, Predicate, fold
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
    for keyword in (":domain", ":init", ":goal"):
        if keyword not in sections.single:
            source.fail(f"the section ({keyword} …) is missing", 0)
    return _InstanceReader(source, domain, sections).read(name)


class _InstanceReader(Declarations):
    def __init__(self, source: Source, domain: Domain, sections: Sections) -> None:
        super().__init__(source)
        self.domain = domain
        self.sections = sections
        self._check_domain()
        self.requirements(sections.children(":requirements"))
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
                "put several conditions into one (and …)",
            )
        goal = tuple(self.conditions.condition(goal_nodes[0], equality=False))
        self._metric(self.sections.single.get(":metric"))
        return Instance(name, self.domain, self.objects, initial, goal, tuple(self.notices))

    def _check_domain(self) -> None:
        nodes = self.sections.children(":domain")
        if len(nodes) != 1:
            self.source.fail("(:domain …) takes one name", self.sections.single[":domain"])
        written = self.name(nodes[0], "the name of the domain")
        if fold(written) != fold(self.domain.name):
            self.source.fail(
                f'this instance is for the domain "{shorten(written)}", '
                f'but the domain given is "{self.domain.name}"',
                nodes[0],
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
        self.source.fail(
            f'argument {position} of "{predicate}" must be of type "{required}", '
            f'but "{found.name}" is of type "{found.type}"',
            node,
        )

    def _initial(self, nodes: Sequence[Node]) -> tuple[Atom, ...]:
        """Return the atoms that are true initially, in order, each once."""
        true: dict[Atom, None] = {}
        false: dict[Atom, Form] = {}
        for node in nodes:
            head, form = self.head(node, "an atom (predicate object …)")
            if head == "not":
                false.setdefault(self._negated(form), form)
            elif head == "=":
                self._number(form)
            else:
                self._refuse(head, form)
                true[self.conditions.atom(head, form)] = None
        for atom, form in false.items():
            if atom in true:
                self.source.fail(f"{atom} is both true and false in (:init …)", form)
        return tuple(true)

    def _negated(self, form: Form) -> Atom:
        if len(form.children) != 2:
            self.source.fail(f'"not" takes 1 argument, found {len(form.children) - 1}', form)
        head, inner = self.head(form.children[1], "an atom (predicate object …)")
        return self.conditions.atom(head, inner)

    def _refuse(self, head: str, form: Form) -> None:
        if head == "at" and len(form.children) == 3 and isinstance(form.children[2], Form):
            self.source.unsupported('timed initial literal "(at …)"', form)
        if head in ("and", "or", "forall", "when", "oneof", "unknown"):
            if head == "and":
                self.source.fail("(:init …) is a list of atoms: write them without (and …)", form)
            self.source.unsupported(f'"({head} …)" in the initial state', form)

    def _number(self, form: Form) -> None:
        """Check and ignore `(= (function …) number)`."""
        if len(form.children) != 3 or not isinstance(form.children[1], Form):
            self.source.fail('expected "(= (function …) number)" or an atom', form)
        head, inner = self.head(form.children[1], "a function")
        functions: dict[str, Predicate] = {fold(f.name): f for f in self.domain.functions}
        if head != TOTAL_COST or head in functions:
            ConditionReader(self, functions, {}, self._term).atom(head, inner)
        if not self.is_number(form.children[2]):
            self.source.fail(
                f"expected a number, found {self.source.show(form.children[2])}", form.children[2]
            )
        self.notice("action-costs", COST_NOTICE, form)

    def _metric(self, form: Form | None) -> None:
        if form is None:
            return
        words = [n for n in form.children[1:] if isinstance(n, int)]
        forms = [n for n in form.children[1:] if isinstance(n, Form)]
        minimize = [fold(self.source.tokens[n]) for n in words] == ["minimize"]
        if not minimize or len(forms) != 1 or self.head(forms[0], "a function")[0] != TOTAL_COST:
            self.source.unsupported(
                'metric other than "(:metric minimize (total-cost))"',
                form,
                "delete it: it does not change which plans are valid",
            )
        self.notice("action-costs", COST_NOTICE, form)
