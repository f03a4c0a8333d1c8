"""What the search without knobs finds for bundled domains: structured programs and counts.

After a change of the search that is meant to change them, `make golden` (from this folder's
parent: `python -m engine.structured_solutions`) writes the file anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from genplan.benchmarks import BENCHMARKS, PAPER_BENCHMARKS
from genplan.planner import solve
from genplan.problem import make_problem
from genplan.program.text import format_program

FILE: Final = Path(__file__).parents[1] / "golden" / "solutions" / "structured.json"
NAMES: Final = (
    *PAPER_BENCHMARKS,
    "blocks-clear",
    "blocks-on",
    "corridor-plain",
    "delivery",
    "ferry",
    "miconic",
    "reward",
    "satellite",
    "transport",
    "visitall-moves",
)
COUNTS: Final = ("expanded", "evaluated", "dead", "states")


def found(name: str, engine: str) -> dict[str, Any]:
    """Return what is found for training set and pool of a benchmark, as plain values."""
    benchmark = BENCHMARKS[name]
    problem = make_problem(benchmark.domain, (*benchmark.training(), *benchmark.pool()))
    solution = solve(problem, engine=engine)
    counts = {name: getattr(solution.statistics, name) for name in COUNTS}
    text = format_program(solution.program) if solution.program else ""
    return {
        "outcome": solution.outcome.value,
        **counts,
        "active": list(solution.active),
        "program": text.splitlines(),
    }


def main() -> None:
    """Write down what the compiled core finds."""
    text = json.dumps({name: found(name, "core") for name in NAMES}, indent=2)
    FILE.write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    main()
