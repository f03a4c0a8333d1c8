"""A search that is stopped, killed or crashes goes on to the same end."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import given

from engine import strategies as make
from engine.strategies import SearchCase, made, share
from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.checkpoints import CheckpointPolicy, read_checkpoint
from genplan.engine import search
from genplan.errors import FileError, ProblemError
from genplan.evaluations import parse_evaluations
from genplan.outcomes import SearchOutcome
from genplan.problem import GPProblem
from genplan.queues import parse_queues
from genplan.search import (
    CancelToken,
    Configuration,
    ProgramLanguage,
    Progress,
    SearchResult,
    Statistics,
    Strategy,
)

ENGINES: Final = ("core", "python")
engines = pytest.mark.parametrize("engine", ENGINES)


def without_cost(result: SearchResult) -> SearchResult:
    """Return a result without its times and memory, in which alone a resumed search differs."""
    s = result.statistics
    return replace(result, statistics=Statistics(s.expanded, s.evaluated, s.dead, s.states))


def in_pieces(case: SearchCase, engine: str, path: Path, budgets: list[int]) -> SearchResult:
    """Return the result of a search that ends out of budget several times and goes on."""
    whole = case.configuration.evaluation_limit
    policy = CheckpointPolicy(path)
    saved: Path | None = None
    for budget in [*budgets, None]:
        limit = whole if budget is None else min(budget, whole or budget)
        configuration = replace(case.configuration, evaluation_limit=limit)
        result = search(case.problem, configuration, None, None, engine, policy, saved)
        if result.outcome is not SearchOutcome.OUT_OF_BUDGET:
            return result
        saved = path
    return result


@engines
def test_random_searches_go_on_where_they_stopped(engine: str, tmp_path: Path) -> None:
    ends: Counter[str] = Counter()
    random = Random(5)

    @given(case=made(partial(make.queued_case, most_programs=300)))
    @share(0.03)
    def compare(case: SearchCase) -> None:
        whole = search(case.problem, case.configuration, engine=engine)
        most = max(1, whole.statistics.evaluated)
        budgets = sorted(random.randint(1, most) for _ in range(3))
        found = in_pieces(case, engine, tmp_path / "search", budgets)
        assert without_cost(found) == without_cost(whole)
        ends[whole.outcome.value] += 1
        ends["activated"] += len(whole.active) > 1 and whole.activated_at[-1] > budgets[0]
        ends["lazy"] += case.configuration.lazy

    compare()
    names = ("solved", "unsolvable_within_bounds", "not_complete", "activated", "lazy")
    assert min(ends[name] for name in names) >= 3, ends


# --- Killed processes ------------------------------------------------------------------------

RUN: Final = """
import signal
import sys
from pathlib import Path
from engine.test_checkpoints import long_case
from genplan.checkpoints import CheckpointPolicy
from genplan.engine import search

engine, path = sys.argv[1], Path(sys.argv[2])
case = long_case(engine)
policy = CheckpointPolicy(path, 0.05, {"engine": engine})
print("begins", flush=True)
resume = path if path.exists() else None
result = search(case.problem, case.configuration, None, None, engine, policy, resume)
signal.signal(signal.SIGINT, signal.SIG_IGN)
print(result.outcome.value)
"""


def long_case(engine: str) -> SearchCase:
    """Return a search that takes a while, with novelty, and in the core with an activation."""
    if engine == "python":
        lock = PAPER_BENCHMARKS["lock"]
        queues = parse_queues("landmark-count;novel:goal-count")
        return SearchCase(lock.problem(), Configuration(12, queues=queues, lazy=True))
    ontable = PAPER_BENCHMARKS["ontable"]
    queues = parse_queues("landmark-count;novel:goal-count")
    configuration = Configuration(10, queues=queues, evaluation_limit=8_000_000)
    return SearchCase(ontable.problem(), configuration)


@cache
def whole_search(engine: str) -> SearchResult:
    """Return how the long search ends if nothing comes between."""
    case = long_case(engine)
    return without_cost(search(case.problem, case.configuration, engine=engine))


def start(engine: str, path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", RUN, engine, str(path)],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@engines
def test_a_killed_search_goes_on_from_its_file(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "search"
    case = long_case(engine)
    random = Random(7)
    for _ in range(4):
        process = start(engine, path)
        assert process.stdout is not None
        assert process.stdout.readline() == "begins\n"
        time.sleep(random.uniform(0.02, 0.3))
        process.kill()
        process.communicate()
        if path.exists():
            assert read_checkpoint(path).note == {"engine": engine}
    resumed = path if path.exists() else None
    found = search(case.problem, case.configuration, engine=engine, resume=resumed)
    assert without_cost(found) == whole_search(engine)


@engines
@pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl-C for one process there")
def test_an_interrupted_search_saves_itself(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "search"
    process = start(engine, path)
    assert process.stdout is not None
    assert process.stdout.readline() == "begins\n"
    while not path.exists() and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    # On a busy machine the search may have ended before it is interrupted.
    assert output.endswith(("interrupted\n", "solved\n", "out_of_budget\n"))
    case = long_case(engine)
    found = search(case.problem, case.configuration, engine=engine, resume=path)
    assert without_cost(found) == whole_search(engine)


# --- Limits, cancelling, observers -----------------------------------------------------------


@engines
def test_a_cancelled_search_stops_between_two_expansions(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "search"
    case = long_case(engine)
    configuration = replace(case.configuration, progress_interval=0.05)
    cancel = CancelToken()

    def observer(progress: Progress) -> None:
        if progress.expanded > 20:
            cancel.cancel()

    policy = CheckpointPolicy(path, 1000.0)
    stopped = search(case.problem, configuration, observer, cancel, engine, policy)
    assert stopped.outcome is SearchOutcome.INTERRUPTED
    ended = search(case.problem, case.configuration, engine=engine, resume=path)
    assert ended.statistics.expanded > stopped.statistics.expanded
    assert without_cost(ended) == whole_search(engine)
    assert ended.statistics.search_seconds > stopped.statistics.search_seconds


@engines
def test_a_search_out_of_time_goes_on_with_more(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "search"
    case = long_case(engine)
    short = replace(case.configuration, time_limit=0.15)
    began = time.monotonic()
    stopped = search(case.problem, short, None, None, engine, CheckpointPolicy(path))
    assert stopped.outcome is SearchOutcome.OUT_OF_TIME
    assert time.monotonic() - began < 3
    ended = search(case.problem, case.configuration, engine=engine, resume=path)
    assert without_cost(ended) == whole_search(engine)


@pytest.mark.parametrize("domain", ["baking", "ontable", "gripper"])
def test_a_search_for_structured_programs_goes_on(domain: str, tmp_path: Path) -> None:
    queues = parse_queues("goal-count;novel:landmark-count")
    whole = Configuration(
        14, queues=queues, language=ProgramLanguage.STRUCTURED, evaluation_limit=30_000
    )
    case = SearchCase(PAPER_BENCHMARKS[domain].problem(), whole)
    found = in_pieces(case, "core", tmp_path / "search", [1, 200, 3_000, 10_000])
    assert without_cost(found) == without_cost(search(case.problem, whole, engine="core"))


# --- Files -----------------------------------------------------------------------------------


def lock() -> GPProblem:
    return PAPER_BENCHMARKS["lock"].problem()


def configuration(limit: int | None = 500) -> Configuration:
    evaluations = parse_evaluations("goal-count")
    return Configuration(12, evaluations=evaluations, evaluation_limit=limit)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "search"
    policy = CheckpointPolicy(path, note={"file": "ü.pddl", "round": 3})
    assert search(lock(), configuration(), checkpoint=policy).outcome is SearchOutcome.OUT_OF_BUDGET
    return path


def test_the_note_comes_back_and_nothing_else_is_left(saved: Path) -> None:
    assert read_checkpoint(saved).note == {"file": "ü.pddl", "round": 3}
    assert [path.name for path in saved.parent.iterdir()] == ["search"]


def test_every_damage_is_noticed(saved: Path) -> None:
    data = saved.read_bytes()
    random = Random(3)
    for _ in range(60):
        position = random.randrange(len(data))
        changed = bytes([data[position] ^ 1 << random.randrange(8)])
        saved.write_bytes(data[:position] + changed + data[position + 1 :])
        with pytest.raises(FileError, match=r"not a checkpoint|damaged"):
            search(lock(), configuration(), resume=saved)
        saved.write_bytes(data[:position])
        with pytest.raises(FileError, match=r"not a checkpoint|damaged"):
            search(lock(), configuration(), resume=saved)
    saved.write_bytes(data + b"\n")
    with pytest.raises(FileError, match="damaged"):
        read_checkpoint(saved)


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        read_checkpoint(tmp_path / "missing")
    with pytest.raises(FileError, match="cannot be read"):
        read_checkpoint(tmp_path)
    (tmp_path / "text").write_text("(define (domain lock))", "utf-8")
    with pytest.raises(FileError, match="not a checkpoint"):
        read_checkpoint(tmp_path / "text")


def test_another_search_is_refused(saved: Path) -> None:
    changes = (
        replace(configuration(), lines=11),
        replace(configuration(), strategy=Strategy.BFS),
        replace(configuration(), evaluations=parse_evaluations("landmark-count")),
        replace(configuration(), lazy=True),
        replace(configuration(), open_limit=7),
    )
    for other in changes:
        with pytest.raises(ProblemError, match="of another search"):
            search(lock(), other, resume=saved)
    fewer = replace(lock(), instances=lock().instances[:-1])
    with pytest.raises(ProblemError, match="of another search"):
        search(fewer, configuration(), resume=saved)
    with pytest.raises(ProblemError, match="go on with that one"):
        search(lock(), configuration(), engine="python", resume=saved)


def test_limits_may_change(saved: Path) -> None:
    changed = replace(configuration(20_000), time_limit=60.0, memory_limit=1 << 30)
    found = search(lock(), changed, resume=saved)
    whole = search(lock(), configuration(20_000))
    assert without_cost(found) == without_cost(whole)


@engines
def test_a_state_that_cannot_be_written_is_said_so(engine: str, tmp_path: Path) -> None:
    policy = CheckpointPolicy(tmp_path / "missing" / "search")
    with pytest.raises(FileError, match="cannot be saved"):
        search(lock(), configuration(), None, None, engine, policy)


def test_resuming_with_too_little_memory_says_so(saved: Path) -> None:
    small = replace(configuration(20_000), memory_limit=300_000)
    assert search(lock(), small, resume=saved).outcome is SearchOutcome.OUT_OF_MEMORY
