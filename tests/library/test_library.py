"""The library as a user meets it: load, solve, validate, execute, landmarks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from threading import Timer

import pytest

import genplan as gp


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the domain and the training set of lock."""
    home = tmp_path_factory.mktemp("lock")
    benchmark = gp.BENCHMARKS["lock"]
    (home / "domain.pddl").write_text(gp.write_domain(benchmark.domain))
    for number, instance in enumerate(benchmark.training(), 1):
        (home / f"p{number}.pddl").write_text(gp.write_instance(instance))
    return home


@pytest.fixture(scope="module")
def problem(folder: Path) -> gp.GPProblem:
    return gp.load(folder / "domain.pddl", [folder / f"p{n}.pddl" for n in range(1, 11)])


@pytest.fixture(scope="module")
def endless() -> gp.GPProblem:
    """A problem that a search does not solve within minutes."""
    return gp.BENCHMARKS["baking"].problem()


def test_from_files_to_a_validated_program(problem: gp.GPProblem) -> None:
    solution = gp.solve(problem, lines=12, search_strategy="pgp")
    assert solution
    assert solution.outcome is gp.SearchOutcome.SOLVED
    assert solution.program is not None
    report = gp.validate(solution.program, problem.instances)
    assert report.valid
    assert report.solved == 10
    execution = gp.execute(solution.program, problem.instances[0])
    assert gp.validate_plan(problem.instances[0], execution.plan)
    assert gp.format_plan(execution.plan).startswith("(move c1 c2)\n")
    assert gp.landmark_graph(problem.instances[0]).to_dot().startswith("digraph landmarks {")


def test_a_program_that_ends_before_its_last_line_runs() -> None:
    """One ball needs fewer lines than there are; what is left is never reached."""
    gripper = gp.BENCHMARKS["gripper"]
    problem = gp.make_problem(gripper.domain, gripper.generate([1], 1))
    program = gp.solve(problem, lines=8).program
    assert isinstance(program, gp.Program) and None in program.lines
    for engine in ("core", "python"):
        assert gp.validate(program, problem.instances, engine=engine)


def test_paths_may_be_text_and_pointers_may_be_chosen(folder: Path) -> None:
    loaded = gp.load(str(folder / "domain.pddl"), [str(folder / "p1.pddl")], {"object": 3})
    assert [z.name for z in loaded.pointers] == ["z1", "z2", "z3"]


def test_everything_public_can_be_imported_from_the_top() -> None:
    assert len(set(gp.__all__)) == len(gp.__all__)
    for name in gp.__all__:
        assert getattr(gp, name) is not None
    assert {"load", "solve", "validate", "execute", "landmark_graph"} <= set(gp.__all__)


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(gp.__file__).parent / "py.typed").is_file()


def test_no_program_within_the_bounds(problem: gp.GPProblem) -> None:
    solution = gp.solve(problem, lines=3, search_strategy="pgp")
    assert not solution
    assert solution.outcome is gp.SearchOutcome.UNSOLVABLE_WITHIN_BOUNDS
    assert solution.program is None
    assert solution.best_partial is not None


@pytest.mark.parametrize("engine", ["core", "python"])
def test_an_observer_is_told_how_the_search_goes(endless: gp.GPProblem, engine: str) -> None:
    seen: list[gp.Progress] = []
    gp.solve(
        endless, 13, search_strategy="bfs", time_limit=0.8, observer=seen.append, engine=engine
    )
    assert len(seen) >= 2
    assert [p.evaluated for p in seen] == sorted(p.evaluated for p in seen)
    last = seen[-1]
    assert last.expanded > 0
    assert last.open > 0
    assert last.memory > 0
    assert last.active == tuple(range(10))
    assert last.best_values <= last.values
    assert len(last.best_program) == len(last.program) == 13


@pytest.mark.parametrize("engine", ["core", "python"])
def test_an_observer_can_stop_the_search(endless: gp.GPProblem, engine: str) -> None:
    token = gp.CancelToken()
    assert not token.cancelled

    def observer(progress: gp.Progress) -> None:
        token.cancel()

    solution = gp.solve(
        endless,
        13,
        search_strategy="bfs",
        time_limit=30,
        observer=observer,
        cancel=token,
        engine=engine,
    )
    assert solution.outcome is gp.SearchOutcome.INTERRUPTED
    assert solution.statistics.search_seconds < 20
    assert solution.best_partial is not None
    assert token.cancelled


@pytest.mark.parametrize("engine", ["core", "python"])
def test_another_thread_can_stop_the_search(endless: gp.GPProblem, engine: str) -> None:
    token = gp.CancelToken()
    timer = Timer(0.3, token.cancel)
    timer.start()
    solution = gp.solve(
        endless, 13, search_strategy="bfs", time_limit=30, cancel=token, engine=engine
    )
    timer.join()
    assert solution.outcome is gp.SearchOutcome.INTERRUPTED
    assert solution.statistics.expanded > 0


@pytest.mark.parametrize("engine", ["core", "python"])
def test_what_an_observer_raises_comes_out(endless: gp.GPProblem, engine: str) -> None:
    def observer(progress: gp.Progress) -> None:
        raise LookupError("from the observer")

    with pytest.raises(LookupError, match="from the observer"):
        gp.solve(
            endless, 13, search_strategy="bfs", time_limit=30, observer=observer, engine=engine
        )


@pytest.mark.parametrize("engine", ["core", "python"])
def test_a_function_in_python_evaluates(engine: str) -> None:
    def missing(program: gp.Program, runs: Sequence[gp.HaltedRun]) -> int:
        return sum(run.goals_missing for run in runs)

    problem = gp.BENCHMARKS["visitall"].problem()
    own = gp.solve(problem, 7, search_strategy="bfs", evaluate=[missing], engine=engine)
    known = gp.solve(problem, 7, search_strategy="bfs", evaluate="goal-count", engine=engine)
    assert own.program == known.program
    assert own.statistics.evaluated == known.statistics.evaluated == 511


def test_validation_reports_every_instance_in_order(problem: gp.GPProblem) -> None:
    program = gp.BENCHMARKS["lock"].program
    assert program is not None
    heard: list[str] = []
    report = gp.validate(
        program, problem.instances, jobs=2, on_result=lambda row: heard.append(row.name)
    )
    assert heard == [row.name for row in report.instances] == [i.name for i in problem.instances]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"lines": 1}, "at least 2 lines, not 1"),
        ({"lines": 12, "time_limit": 0}, "the time limit must be positive"),
        ({"lines": 12, "memory_limit": -1}, "the memory limit must be positive"),
        ({"lines": 12, "evaluate": "goals"}, 'unknown evaluation function "goals"'),
        ({"lines": 12, "evaluate": []}, "at least one evaluation function"),
        ({"lines": 12, "engine": "cor"}, 'unknown engine "cor"; did you mean "core"?'),
    ],
)
def test_wrong_arguments_raise_errors_of_the_family(
    problem: gp.GPProblem, options: dict[str, object], message: str
) -> None:
    with pytest.raises(gp.GenplanError) as caught:
        gp.solve(problem, **{"search_strategy": "pgp", **options})  # type: ignore[arg-type]
    assert message in str(caught.value)


@pytest.mark.parametrize("engine", ["core", "python"])
def test_a_space_that_is_too_large_is_refused_at_once(engine: str) -> None:
    baking = gp.BENCHMARKS["baking"]
    counts = {"egg": 90, "pan": 90, "flour": 90}
    problem = gp.make_problem(baking.domain, baking.training()[:1], counts)
    with pytest.raises(gp.ProblemError, match=r"[\d,]+ instructions for 273 pointers and 13 lines"):
        gp.solve(problem, 13, search_strategy="pgp", engine=engine)


@pytest.mark.parametrize("count", [101, 10**12])
def test_too_many_pointers_of_a_type_are_refused(count: int) -> None:
    with pytest.raises(gp.ProblemError, match='pointers of type "object" are too many'):
        gp.make_pointers(gp.BENCHMARKS["lock"].domain, {"object": count})


def test_no_workers_are_refused(problem: gp.GPProblem) -> None:
    program = gp.BENCHMARKS["lock"].program
    assert program is not None
    with pytest.raises(gp.ProblemError, match="0"):
        gp.validate(program, problem.instances, jobs=0)


def test_an_infinite_loop_is_described(problem: gp.GPProblem) -> None:
    text = "; domain lock pointers z1 - object\n0. inc(z1)\n1. clear(z1)\n2. goto(0,y)\n3. end\n"
    program = gp.parse_program(text, problem.domain)
    row = gp.validate(program, problem.instances[:1]).instances[0]
    assert (row.outcome, row.valid, row.loop_lines) == ("infinite", False, (0, 1, 2))
    execution = gp.execute(program, problem.instances[0])
    for name, item in execution.pointed_at.items():
        assert f"{name} at {item}" in row.detail


def test_a_landmark_graph_as_plain_values(problem: gp.GPProblem) -> None:
    graph = gp.landmark_graph(problem.instances[0], "sound", pointers=False)
    values = json.loads(json.dumps(graph.to_dict()))
    assert values["construction"] == "sound"
    assert len(values["landmarks"]) == len(graph)
    assert graph.before(0) == tuple(
        sorted({p for p, q in (*graph.greedy_necessary, *graph.natural) if q == 0})
    )
