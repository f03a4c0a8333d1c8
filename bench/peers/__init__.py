"""Beside Fast Downward: time to a plan, and landmarks. `python -m bench.peers`."""
