"""Speed, memory and growth: `python -m bench`, or without growth `python -m bench --quick`."""

from __future__ import annotations

import argparse
import time

from bench import environment, growth, jobs, targets
from genplan.engine import core_version


def main() -> int:
    """Print the tables and write the plots; return 1 if a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="skip the growth series")
    options = parser.parse_args()
    if core_version() is None:
        raise SystemExit("the benchmarks measure the compiled core, which is not installed here")
    start = time.perf_counter()
    print(environment.describe())
    met = targets.show_targets()
    jobs.show_auto()
    if not options.quick:
        growth.show_growth()
    print(f"\n{time.perf_counter() - start:.0f} s in all")
    return 0 if met else 1


raise SystemExit(main())
