"""Files as a user has them, and the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Here
from genplan.benchmarks import BENCHMARKS
from genplan.pddl import write_domain, write_instance


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    """The command within this process, without a terminal."""
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    return Here(capsys)


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with lock/ (ten instances) and gripper/ (three), and their programs."""
    folder = tmp_path_factory.mktemp("files")
    for name, count in (("lock", 10), ("gripper", 3)):
        benchmark = BENCHMARKS[name]
        home = folder / name
        home.mkdir()
        (home / "domain.pddl").write_text(write_domain(benchmark.domain))
        for number, instance in enumerate(benchmark.training()[:count], 1):
            (home / f"p{number}.pddl").write_text(write_instance(instance))
        (folder / f"{name}.gp").write_text(benchmark.program_text or "")
    return folder
