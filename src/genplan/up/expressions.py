"""Conditions and effects of unified-planning as literals of our model."""

from __future__ import annotations

from collections.abc import Iterator

from unified_planning.model import Effect, FNode

from genplan.errors import ProblemError
from genplan.pddl.model import EQUALITY, Atom, Literal

__all__ = ["conjuncts", "effect_literal", "variable", "without_constants"]

_COMPILERS = 'unified-planning\'s compilers can remove some of these: see "Compiler" there'


def variable(name: str) -> str:
    """Return the name of a parameter as our model spells it."""
    return f"?{name}"


def conjuncts(expression: FNode, place: str, positive: bool = True) -> Iterator[Literal]:
    """Yield the literals of a conjunction; everything else is refused by name.

    A constant that says nothing is left out; one that is never true is refused.
    """
    if expression.is_bool_constant():
        if expression.bool_constant_value() != positive:
            raise ProblemError(f"{place}: the condition is never true; delete what has it")
    elif expression.is_not():
        yield from conjuncts(expression.arg(0), place, not positive)
    elif expression.is_and() and positive:
        for part in expression.args:
            yield from conjuncts(part, place)
    elif expression.is_fluent_exp():
        yield Literal(_atom(expression, place), positive)
    elif expression.is_equals():
        terms = (_term(expression.arg(0), place), _term(expression.arg(1), place))
        yield Literal(Atom(EQUALITY, terms), positive)
    else:
        raise _unsupported(_kind(expression, positive), expression, place)


def effect_literal(effect: Effect, place: str) -> Literal:
    """Return the literal that an unconditional assignment of true or false makes true."""
    if effect.is_forall():
        raise _unsupported("effect with a quantifier", effect, place)
    if effect.is_conditional():
        raise _unsupported("conditional effect", effect, place)
    if not effect.is_assignment():
        raise _unsupported("effect that increases or decreases", effect, place)
    if not effect.value.is_bool_constant():
        raise _unsupported("assignment of anything but true or false", effect, place)
    return Literal(_atom(effect.fluent, place), effect.value.bool_constant_value())


def without_constants(literals: Iterator[Literal], place: str) -> Iterator[Literal]:
    """Yield the literals of a goal; whether two objects are the same is decided here."""
    for literal in literals:
        first, second = (*literal.atom.arguments, "", "")[:2]
        if literal.atom.predicate != EQUALITY:
            yield literal
        elif (first == second) != literal.positive:
            raise ProblemError(f"{place}: {literal} is never true; delete it")


def _atom(expression: FNode, place: str) -> Atom:
    if not expression.is_fluent_exp():
        raise _unsupported("fluent of an agent", expression, place)
    fluent = expression.fluent()
    if not fluent.type.is_bool_type():
        raise _unsupported(f"fluent of the type {fluent.type}", expression, place)
    return Atom(fluent.name, tuple(_term(argument, place) for argument in expression.args))


def _term(expression: FNode, place: str) -> str:
    if expression.is_parameter_exp():
        return variable(expression.parameter().name)
    if expression.is_object_exp():
        return str(expression.object().name)
    what = "term that is neither a parameter nor an object"
    raise _unsupported(what, expression, place)


def _kind(expression: FNode, positive: bool) -> str:
    if expression.is_exists() or expression.is_forall():
        return "quantifier"
    if expression.is_or() or expression.is_implies() or expression.is_iff() or not positive:
        return "disjunction"
    return "comparison of numbers" if expression.is_lt() or expression.is_le() else "condition"


def _unsupported(what: str, found: object, place: str) -> ProblemError:
    return ProblemError(f"{place}: UNSUPPORTED: {what}: {found}; {_COMPILERS}")
