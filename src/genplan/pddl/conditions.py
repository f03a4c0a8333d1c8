"""Preconditions, effects and goals: conjunctions of literals, everything else refused by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from genplan.pddl.declarations import COST_NOTICE, Declarations
from genplan.pddl.model import EQUALITY, Atom, Literal, Predicate
from genplan.pddl.syntax import Form, Node

__all__ = ["RESERVED", "TOTAL_COST", "UNSUPPORTED", "ConditionReader"]

TOTAL_COST: Final = "total-cost"

_WORDS: Final = {
    "or": "disjunction",
    "imply": "implication",
    "forall": "universal quantifier",
    "exists": "existential quantifier",
    "when": "conditional effect",
    "preference": "preference",
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

RESERVED: Final = frozenset({"and", "not", EQUALITY, *_WORDS})
"""Words that cannot be names of predicates."""

UNSUPPORTED: Final = {
    **_WORDS,
    "oneof": "non-deterministic choice",
    "unknown": "unknown value",
    "probabilistic": "probabilistic effect",
    "always": "trajectory constraint",
    "sometime": "trajectory constraint",
    "within": "trajectory constraint",
    "at-most-once": "trajectory constraint",
    "sometime-after": "trajectory constraint",
    "sometime-before": "trajectory constraint",
    "always-within": "trajectory constraint",
    "hold-during": "trajectory constraint",
    "hold-after": "trajectory constraint",
}
"""First words of constructs outside the fragment; a declared predicate can have the name of one
that is not reserved."""

_NUMERIC_HINT: Final = (
    "only (increase (total-cost) …) by a number or a function is read, and ignored: "
    "model it without this"
)

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
            self.refuse(head, form)
            yield Literal(self.atom(head, form), positive)

    def effect(self, node: Node) -> Iterator[Literal]:
        """Yield the literals of an effect in order; costs are ignored with a notice."""
        if isinstance(node, Form) and not node.children:
            return
        yield from self._effect(node)

    def _effect(self, node: Node) -> Iterator[Literal]:
        head, form = self.reader.head(node, "an effect")
        if head == "and":
            for child in form.children[1:]:
                yield from self._effect(child)
        elif head == "not":
            yield Literal(self.negated_atom(form), False)
        elif head == "increase" and self._is_total_cost(form):
            self.reader.notice("action-costs", COST_NOTICE, form)
        elif head == EQUALITY:
            hint = "an effect says which atoms become true or false"
            self.reader.source.fail('"=" cannot stand in an effect', form, hint)
        else:
            self.refuse(head, form)
            yield Literal(self.atom(head, form), True)

    def negated_atom(self, form: Form) -> Atom:
        """Return the atom of `(not (atom))`."""
        head, inner = self.reader.head(self._only_child(form), "an atom after not")
        if head in RESERVED:
            found = self.reader.source.show(inner)
            hint = "here only atoms can be negated"
            self.reader.source.fail(f"expected an atom after not, found {found}", inner, hint)
        return self.atom(head, inner)

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
            hint = "write (= ?x ?y)"
            self.reader.source.fail(f'"=" takes 2 arguments, found {len(sides)}', form, hint)
        left, right = (self.term(s, "", EQUALITY, i) for i, s in enumerate(sides, 1))
        return Atom(EQUALITY, (left, right))

    def _only_child(self, form: Form) -> Node:
        count = len(form.children) - 1
        if count != 1:
            hint = "write (not (p …)), one for each atom"
            self.reader.source.fail(f'"not" takes 1 argument, found {count}', form, hint)
        return form.children[1]

    def refuse(self, head: str, form: Form, where: str = "") -> None:
        """Fail if the head opens a construct outside the fragment."""
        if head in UNSUPPORTED and head not in self.predicates:
            kind = UNSUPPORTED[head]
            hint = _NUMERIC_HINT if kind == "numeric effect" else ""
            self.reader.source.unsupported(f'{kind} "({head} …)"{where}', form, hint)

    def _is_total_cost(self, form: Form) -> bool:
        """Return whether this is `(increase (total-cost) number)`, or with a function there."""
        if len(form.children) != 3 or not self.is_total_cost(form.children[1]):
            return False
        amount = form.children[2]
        if isinstance(amount, int):
            return self.reader.is_number(amount)
        head, inner = self.reader.head(amount, "a number or a function")
        if head in ("+", "-", "*", "/"):
            return False
        self.check_function(head, inner)
        return True

    def is_total_cost(self, node: Node) -> bool:
        """Return whether the node is `(total-cost)`; the domain need not declare it."""
        if isinstance(node, int) or len(node.children) != 1:
            return False
        return self.reader.head(node, "a function")[0] == TOTAL_COST

    def check_function(self, head: str, form: Form) -> None:
        """Fail if a numeric function is undeclared or its arguments do not fit."""
        function = self.reader.predicate_of(head, form, self.functions, "function")
        for position, node in enumerate(form.children[1:], 1):
            self.term(node, function.parameters[position - 1].type, function.name, position)
