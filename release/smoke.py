"""A first look at an installed genplan, from anywhere: `python smoke.py [--native | --pure]`.

Fails if something that belongs to the package is not there, or if a program cannot be found,
run and checked.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import genplan as gp
from genplan.engine import core_version


def main() -> None:
    """Solve, validate and plan, in this process and through the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--native", action="store_true", help="the compiled core must be there")
    parser.add_argument("--pure", action="store_true", help="there must be no compiled core")
    options = parser.parse_args()
    place = Path(gp.__file__).parent
    assert (place / "py.typed").is_file(), "py.typed is missing"
    assert gp.__version__ == version("genplan"), (gp.__version__, version("genplan"))
    assert not (options.native and core_version() is None), "the compiled core is missing"
    assert not (options.pure and core_version() is not None), "there is a compiled core"
    for benchmark in gp.BENCHMARKS.values():
        assert benchmark.training(), benchmark.name
    visitall = gp.get_benchmark("visitall")
    solution = gp.solve(visitall.problem(), lines=visitall.lines or 0)
    assert solution.program == visitall.program, solution
    through_the_command()
    print(f"genplan {gp.__version__} works in {place} (core: {core_version()})")


def through_the_command() -> None:
    """Solve and validate as a user does."""
    with TemporaryDirectory() as folder:
        for command in (
            ["--version"],
            ["generate", "visitall", "problems", "--from", "3", "--to", "4"],
            ["solve", "visitall", "-o", "found.gp", "--quiet"],
            ["validate", "found.gp", "visitall", "--split", "train", "--quiet"],
            ["landmarks", "visitall", "--format", "mermaid"],
        ):
            run = subprocess.run(
                [sys.executable, "-m", "genplan", *command],
                cwd=folder,
                capture_output=True,
                text=True,
                check=False,
            )
            assert run.returncode == 0, f"genplan {' '.join(command)}: {run.stdout}{run.stderr}"


if __name__ == "__main__":
    main()
