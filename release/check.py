"""Build sdist and wheel, check them, and try the wheel in an empty environment.

`python release/check.py [--pure] [--into FOLDER]`. The wheel is made from the sdist, as
installers without a ready wheel do. With `--pure` nothing is compiled.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
IN_SDIST = ("pyproject.toml", "CMakeLists.txt", "LICENSE", "CITATION.cff", "core/search.cpp")
IN_WHEEL = (
    "genplan/__init__.py",
    "genplan/py.typed",
    "genplan/benchmarks/lock/domain.pddl",
    "genplan/benchmarks/lock/program.gp",
)


def main() -> None:
    """Build, check, install, try."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pure", action="store_true", help="compile nothing")
    parser.add_argument("--into", type=Path, help="keep sdist and wheel in this folder")
    options = parser.parse_args()
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        dist = (options.into or folder / "dist").resolve()
        sdist, wheel = build(dist, pure=options.pure)
        check_contents(sdist, wheel, pure=options.pure)
        run(sys.executable, "-m", "twine", "check", "--strict", str(sdist), str(wheel))
        python = empty_environment(folder / "venv")
        run(python, "-m", "pip", "install", "--quiet", str(wheel), cwd=folder)
        wanted = "--pure" if options.pure else "--native"
        run(python, "-I", str(ROOT / "release" / "smoke.py"), wanted, cwd=folder)


def build(dist: Path, *, pure: bool) -> tuple[Path, Path]:
    """Return the paths of a fresh sdist and of the wheel made from it."""
    settings = {"GENPLAN_PURE": "1"} if pure else {"GENPLAN_REQUIRE_NATIVE": "1"}
    run(sys.executable, "-m", "build", "--outdir", str(dist), str(ROOT), settings=settings)
    return _only(dist.glob("genplan-*.tar.gz")), _only(dist.glob("genplan-*.whl"))


def check_contents(sdist: Path, wheel: Path, *, pure: bool) -> None:
    """Fail if something is missing or does not belong there."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    missing = [name for name in IN_SDIST if name not in names]
    odd = [n for n in names if n.startswith((".ci", ".github", "build/", "dist/", ".venv"))]
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    missing += [name for name in IN_WHEEL if name not in names]
    odd += [n for n in names if n.startswith(("tests", "bench", "core", "docs"))]
    compiled = [n for n in names if n.startswith("genplan/_core.") and not n.endswith(".pyi")]
    if missing or odd or bool(compiled) == pure:
        raise SystemExit(f"missing: {missing}; too much: {odd}; compiled: {compiled}")
    if pure != wheel.name.endswith("-py3-none-any.whl"):
        raise SystemExit(f"{wheel.name}: the tag does not fit the contents")


def empty_environment(folder: Path) -> str:
    """Return the Python of a new virtual environment."""
    venv.create(folder, with_pip=True)
    return str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def run(*command: str, cwd: Path = ROOT, settings: Mapping[str, str] | None = None) -> None:
    """Run a command, and end with its output if it fails."""
    environment = {**os.environ, **(settings or {})}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    print(done.stdout.strip().rpartition("\n")[2])


def _only(found: Iterable[Path]) -> Path:
    (path,) = found
    return path


if __name__ == "__main__":
    main()
