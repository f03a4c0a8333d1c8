"""PDDL: the model, its reader and its writer."""

from genplan.pddl.model import (
    EQUALITY,
    OBJECT,
    ActionSchema,
    Atom,
    Domain,
    Instance,
    Literal,
    Notice,
    Object,
    Parameter,
    Predicate,
    Type,
)
from genplan.pddl.reader import parse_domain, parse_instance, read_domain, read_instance
from genplan.pddl.writer import write_domain, write_instance

__all__ = [
    "EQUALITY",
    "OBJECT",
    "ActionSchema",
    "Atom",
    "Domain",
    "Instance",
    "Literal",
    "Notice",
    "Object",
    "Parameter",
    "Predicate",
    "Type",
    "parse_domain",
    "parse_instance",
    "read_domain",
    "read_instance",
    "write_domain",
    "write_instance",
]
