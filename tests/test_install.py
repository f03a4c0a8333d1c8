"""genplan installs without a compiler, unless that is forbidden."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from subprocess import CompletedProcess
from typing import Final

ROOT: Final = Path(__file__).parents[1]
NO_COMPILER: Final = {"CC": "/bin/false", "CXX": "/bin/false"}


def wheel(folder: Path, **environment: str) -> CompletedProcess[str]:
    """Return what pip says when it builds a wheel as it does for an installation."""
    kept = {n: v for n, v in os.environ.items() if not n.startswith(("GENPLAN_", "CMAKE_"))}
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(folder), str(ROOT)]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        env={**kept, **environment},
        timeout=300,
        check=False,
    )


def test_without_a_compiler_there_is_the_python_engine(tmp_path: Path) -> None:
    done = wheel(tmp_path, **NO_COMPILER)
    assert done.returncode == 0, done.stderr
    (built,) = tmp_path.glob("genplan-*-py3-none-any.whl")
    home = tmp_path / "installed"
    with zipfile.ZipFile(built) as archive:
        archive.extractall(home)
    assert not list(home.rglob("_core*.so"))
    for arguments, says in (
        (["--version"], "(pure Python, no compiled core)"),
        (["solve", "visitall", "--search", "pgp"], "visitall: solved"),
        (["solve", "visitall", "--engine", "core"], "compiled core"),
    ):
        run = subprocess.run(
            [sys.executable, "-m", "genplan", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(home)},
            cwd=tmp_path,
            timeout=60,
            check=False,
        )
        assert says in run.stdout + run.stderr
        assert "Traceback" not in run.stderr


def test_a_core_that_must_be_there_is_an_error_without_a_compiler(tmp_path: Path) -> None:
    done = wheel(tmp_path, **NO_COMPILER, GENPLAN_REQUIRE_NATIVE="1")
    assert done.returncode != 0
    assert not list(tmp_path.glob("*.whl"))
