"""Sdist and wheel, an empty environment, and the files around a release."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parent.parent


def project() -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib

        found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        return found
    pytest.skip("tomllib came with Python 3.11")


def test_sdist_and_wheel_work_in_an_empty_environment() -> None:
    """Without compiling, which takes long; `make package` and the wheels' workflow do that."""
    run = subprocess.run(
        [sys.executable, "release/check.py", "--pure"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "works in" in run.stdout


def test_the_citation_names_the_paper_and_this_version() -> None:
    yaml = pytest.importorskip("yaml")
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    version = re.search(r'"([\d.]+)"', (ROOT / "src/genplan/version.py").read_text("utf-8"))
    assert version is not None
    assert citation["version"] == version.group(1)
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    paper = citation["preferred-citation"]
    assert paper["title"] == "Scaling-up Generalized Planning as Heuristic Search with Landmarks"
    names = [author["family-names"] for author in paper["authors"]]
    assert names == ["Segovia-Aguas", "Jiménez", "Jonsson", "Sebastiá"]


def test_the_constraints_fit_what_the_project_requires() -> None:
    packaging = pytest.importorskip("packaging.requirements")
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert not any("://" in line or line.startswith("-") for line in lines)
    metadata = project()["project"]
    wanted = [*metadata["dependencies"], *metadata["optional-dependencies"]["test"]]
    for text in wanted:
        requirement = packaging.Requirement(text)
        if requirement.name == metadata["name"]:  # one extra that takes in another
            continue
        name = requirement.name.lower().replace("_", "-")
        assert pinned[name] in requirement.specifier, f"{text}: run make constraints"


def test_the_workflow_tries_every_wheel() -> None:
    yaml = pytest.importorskip("yaml")
    workflow = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text("utf-8"))
    systems = workflow["jobs"]["wheels"]["strategy"]["matrix"]["os"]
    assert {name.partition("-")[0] for name in systems} == {"ubuntu", "macos", "windows"}
    assert "release/smoke.py --native" in project()["tool"]["cibuildwheel"]["test-command"]
