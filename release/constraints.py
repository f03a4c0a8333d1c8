"""Print the versions of all packages in this environment, genplan aside, as constraints."""

from __future__ import annotations

import sys
from importlib.metadata import distributions

NOT_OURS = frozenset({"genplan", "pip", "setuptools", "wheel"})


def main() -> None:
    """Print a line for each package, in alphabetical order."""
    found = {d.metadata["Name"].lower().replace("_", "-"): d.version for d in distributions()}
    version = ".".join(map(str, sys.version_info[:2]))
    print(f"# What the tests ran with on Python {version}; made by `make constraints`.")
    print("# Use it with PIP_CONSTRAINT=constraints.txt, which holds for building, too.")
    for name in sorted(found.keys() - NOT_OURS):
        print(f"{name}=={found[name]}")


if __name__ == "__main__":
    main()
