"""Measure beside Fast Downward: `python -m bench.peers plans` or `… landmarks`."""

from __future__ import annotations

import argparse

from bench import environment
from bench.peers.landmarks import show_landmarks
from bench.peers.plans import show_plans


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description=__doc__)
    parser.add_argument("what", choices=["plans", "landmarks"])
    what = parser.parse_args().what
    print(environment.describe())
    (show_plans if what == "plans" else show_landmarks)()


if __name__ == "__main__":
    main()
