"""Files and texts in PDDL → models.

A file is understood exactly as written, or refused with an error that names the place.
"""

from __future__ import annotations

from pathlib import Path

from genplan.pddl.domain_reader import domain_from
from genplan.pddl.instance_reader import instance_from
from genplan.pddl.model import Domain, Instance
from genplan.pddl.syntax import Source, read_text

__all__ = ["parse_domain", "parse_instance", "read_domain", "read_instance"]


def read_domain(path: str | Path) -> Domain:
    """Return the domain in a file."""
    return parse_domain(read_text(path), str(path))


def read_instance(path: str | Path, domain: Domain) -> Instance:
    """Return the instance of the domain in a file."""
    return parse_instance(read_text(path), domain, str(path))


def parse_domain(text: str, source: str = "<text>") -> Domain:
    """Return the domain that a text describes; `source` names the text in messages."""
    return domain_from(Source(text, source))


def parse_instance(text: str, domain: Domain, source: str = "<text>") -> Instance:
    """Return the instance of the domain that a text describes."""
    return instance_from(Source(text, source), domain)
