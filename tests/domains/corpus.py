"""The PDDL files of the tests: one folder per domain, with its instances next to it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from genplan.pddl import Domain, Instance, read_domain, read_instance

FOLDER: Final = Path(__file__).parent

DOMAINS: Final = tuple(sorted(path.parent.name for path in FOLDER.glob("*/domain.pddl")))
"""The names of the folders."""

INSTANCES: Final = tuple(
    sorted(
        f"{path.parent.name}/{path.stem}"
        for path in FOLDER.glob("*/*.pddl")
        if path.stem != "domain"
    )
)
"""All instances, as folder/name."""


def domain_path(name: str) -> Path:
    """Return the file of a domain."""
    return FOLDER / name / "domain.pddl"


def instance_path(name: str) -> Path:
    """Return the file of an instance folder/name."""
    return FOLDER / f"{name}.pddl"


@cache
def domain(name: str) -> Domain:
    """Return a domain."""
    return read_domain(domain_path(name))


@cache
def instance(name: str) -> Instance:
    """Return an instance folder/name."""
    return read_instance(instance_path(name), domain(name.split("/", maxsplit=1)[0]))
