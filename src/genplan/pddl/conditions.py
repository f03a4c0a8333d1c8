"""Preconditions, effects and goals: conjunctions of literals, everything else refused by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from genplan.pddl.declarations import COST_NOTICE, Declarations
from genplan.pddl.model import EQUALITY, Atom, Literal, Predicate
from genplan.pddl.syntax import Form, Node

__all__ = ["RESERVED", "TOTAL_COST", "ConditionReader"]

TOTAL_COST: Final = "total-cost"

_UNSUPPORTED: Final = {
    "or": "disjunction",
    "imply": "implication",
    "forall": "universal quantifier",
    "exists": "existential quantifier",
    "when": "conditional effect",
    "preference": "preference",
    "oneof": "non-deterministic effect",
    "probabilistic": "probabilistic effect",
    "increase": "numeric effect",
    "decrease": "numeric effect",
    "assign": "numeric effect",
    "scale-up": "numeric effect",
    "scale-down": "numeric effect",
    "<": "comparison of numbers",
    ">": "comparison of numbers",
    "<=": "comparison of numbers",
    ">=": "comparison of numbers",
}

RESERVED: Final = frozenset({"and", "not", EQUALITY, *_UNSUPPORTED})
"""Words that cannot be names of predicates."""

ResolveTerm = Callable[[Node, str, str, int], str]
"""(node, type, predicate, position) → the term, or an error."""


@dataclass(frozen=True)
class ConditionReader:
    """Reads literals over declared predicates; `term` resolves and checks their arguments."""

    reader: Declarations
    predicates: Mapping[str, Predicate]
    functions: Mapping[str, Predicate]
    term: ResolveTerm

    def condition(self, node: Node, *, equality: bool) -> Iterator[Literal]:
        """Yield the literals of a precondition or goal; `()` is the empty conjunction."""
        if isinstance(node, Form) and not node.children:
            return
        yield from self._condition(node, True, equality)

    def _condition(self, node: Node, positive: bool, equality: bool) -> Iterator[Literal]:
        head, form = self.reader.head(node, "a condition")
        if head == "and":
            if not positive:
                self.reader.source.unsupported('negated conjunction "(not (and …))"', form)
            for child in form.children[1:]:
                yield from self._condition(child, positive, equality)
        elif head == "not":
            yield from self._condition(self._only_child(form), not positive, equality)
        elif head == EQUALITY:
            yield Literal(self._equality(form, equality), positive)
        else:
            self._refuse(head, form)
            yield Literal(self.atom(head, form), positive)

    def effect(self, node: Node) -> Iterator[Literal]:
        """Yield the literals of an effect in order; costs are ignored with a notice."""
        if isinstance(node, Form) and not node.children:
            return
        head, form = self.reader.head(node, "an effect")
        if head == "and":
            for child in form.children[1:]:
                yield from self.effect(child)
        elif head == "not":
            inner, inner_form = self.reader.head(self._only_child(form), "an atom")
            if inner in RESERVED:
                self.reader.source.fail(
                    f"expected an atom after not, found {self.reader.source.show(inner_form)}",
                    inner_form,
                )
            yield Literal(self.atom(inner, inner_form), False)
        elif head == "increase" and self._is_total_cost(form):
            self.reader.notice("action-costs", COST_NOTICE, form)
        elif head == EQUALITY:
            self.reader.source.fail('"=" cannot stand in an effect', form)
        else:
            self._refuse(head, form)
            yield Literal(self.atom(head, form), True)

    def atom(self, head: str, form: Form) -> Atom:
        """Return an atom over declared predicates and checked terms."""
        predicate = self.reader.predicate_of(head, form, self.predicates)
        terms = zip(form.children[1:], predicate.parameters, strict=True)
        arguments = tuple(
            self.term(node, parameter.type, predicate.name, position)
            for position, (node, parameter) in enumerate(terms, 1)
        )
        return Atom(predicate.name, arguments)

    def _equality(self, form: Form, allowed: bool) -> Atom:
        sides = form.children[1:]
        if any(isinstance(side, Form) or self.reader.is_number(side) for side in sides):
            self.reader.source.unsupported('comparison of numbers "(= …)"', form)
        if not allowed:
            self.reader.source.unsupported('equality "(= …)" in a goal', form)
        if len(sides) != 2:
            self.reader.source.fail(f'"=" takes 2 arguments, found {len(sides)}', form)
        left, right = (self.term(s, "", EQUALITY, i) for i, s in enumerate(sides, 1))
        return Atom(EQUALITY, (left, right))

    def _only_child(self, form: Form) -> Node:
        if len(form.children) != 2:
            self.reader.source.fail(f'"not" takes 1 argument, found {len(form.children) - 1}', form)
        return form.children[1]

    def _refuse(self, head: str, form: Form) -> None:
        if head in _UNSUPPORTED and head not in self.predicates:
            self.reader.source.unsupported(f'{_UNSUPPORTED[head]} "({head} …)"', form)

    def _is_total_cost(self, form: Form) -> bool:
        if len(form.children) != 3:
            return False
        target, amount = form.children[1:]
        if not isinstance(target, Form) or self.reader.head(target, "a function")[0] != TOTAL_COST:
            return False
        if isinstance(amount, Form):
            head, inner = self.reader.head(amount, "a number or a function")
            if head in ("+", "-", "*", "/"):
                return False
            self._check_function(head, inner)
            return True
        return self.reader.is_number(amount)

    def _check_function(self, head: str, form: Form) -> None:
        """Fail if a numeric function is undeclared or its arguments do not fit."""
        function = self.reader.predicate_of(head, form, self.functions)
        for position, node in enumerate(form.children[1:], 1):
            self.term(node, function.parameters[position - 1].type, function.name, position)
