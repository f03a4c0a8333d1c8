from __future__ import annotations

import subprocess
import sys
from dataclasses import FrozenInstanceError
from time import process_time

import pytest

from genplan.benchmarks import BENCHMARKS, Benchmark, get_benchmark
from genplan.errors import ProblemError
from genplan.pddl import (
    Instance,
    parse_domain,
    parse_instance,
    write_domain,
    write_instance,
)
from genplan.program.text import format_program

RANDOM = ("corridor", "lock", "ontable", "spanner")

# Paper: "Experimental Setup": n, |Z|, smallest and largest size of training and validation.
PAPER = {
    "baking": (13, 6, (1, 10), (11, 60)),
    "corridor": (11, 2, (5, 14), (12, 61)),
    "gripper": (8, 4, (2, 11), (12, 61)),
    "intrusion": (9, 1, (1, 10), (11, 60)),
    "lock": (12, 2, (5, 14), (12, 61)),
    "ontable": (11, 3, (10, 15), (16, 65)),
    "spanner": (12, 5, (1, 10), (12, 61)),
    "visitall": (7, 2, (2, 11), (12, 61)),
}


@pytest.fixture(params=BENCHMARKS)
def benchmark(request: pytest.FixtureRequest) -> Benchmark:
    return BENCHMARKS[request.param]


def size_of(instance: Instance) -> int:
    """Return the size, counted in the objects."""
    counted = {
        "baking": "cake",
        "corridor": "location",
        "gripper": "ball",
        "intrusion": "host",
        "lock": "object",
        "ontable": "object",
        "spanner": "location",
        "visitall": "row",
    }
    return len(instance.objects_by_type[counted[instance.domain.name]])


def test_the_benchmarks_are_the_eight_of_the_paper() -> None:
    assert list(BENCHMARKS) == list(PAPER)
    assert all(BENCHMARKS[name].name == name for name in PAPER)


def test_nothing_can_be_changed() -> None:
    with pytest.raises(TypeError):
        BENCHMARKS["other"] = BENCHMARKS["lock"]  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        BENCHMARKS["lock"].lines = 5  # type: ignore[misc]
    with pytest.raises(TypeError):
        BENCHMARKS["lock"].pointers["object"] = 5  # type: ignore[index]


def test_benchmarks_can_be_hashed() -> None:
    assert len(set(BENCHMARKS.values())) == 8


def test_get_benchmark_returns_the_one_of_that_name() -> None:
    assert get_benchmark("lock") is BENCHMARKS["lock"]
    assert get_benchmark("Lock") is BENCHMARKS["lock"]


def test_get_benchmark_suggests_a_close_name() -> None:
    with pytest.raises(ProblemError) as caught:
        get_benchmark("griper")
    assert str(caught.value) == 'unknown benchmark "griper"; did you mean "gripper"?'


def test_get_benchmark_lists_all_names_if_none_is_close() -> None:
    with pytest.raises(ProblemError) as caught:
        get_benchmark("sokoban")
    assert str(caught.value) == (
        'unknown benchmark "sokoban"; the benchmarks are: '
        "baking, corridor, gripper, intrusion, lock, ontable, spanner, visitall"
    )


def test_every_benchmark_has_a_description(benchmark: Benchmark) -> None:
    assert benchmark.description[0].isupper()
    assert benchmark.description.endswith(".")
    assert benchmark.description.count(".") == 1
    assert benchmark.unit


def test_lines_and_pointers_are_the_papers(benchmark: Benchmark) -> None:
    lines, pointers, _, _ = PAPER[benchmark.name]
    assert benchmark.lines == lines
    assert len(benchmark.problem().pointers) == pointers


def test_only_ontable_has_other_pointers_than_the_default(benchmark: Benchmark) -> None:
    assert dict(benchmark.pointers) == ({"object": 3} if benchmark.name == "ontable" else {})


def test_problem_holds_the_training_set(benchmark: Benchmark) -> None:
    problem = benchmark.problem()
    assert problem.domain is benchmark.domain
    assert problem.instances == benchmark.training()
    assert not problem.notices


def test_training_sizes_are_the_papers(benchmark: Benchmark) -> None:
    first, last = PAPER[benchmark.name][2]
    per_size = 2 if benchmark.name == "ontable" else 1
    expected = [size for size in range(first, last + 1) for _ in range(per_size)]
    assert [size_of(i) for i in benchmark.training()] == expected
    assert len(benchmark.training_set) == len(expected)


def test_validation_sizes_are_the_papers(benchmark: Benchmark) -> None:
    first, last = PAPER[benchmark.name][3]
    validation = benchmark.validation()
    assert len(validation) == len(benchmark.validation_set) == 50
    assert [size_of(i) for i in validation] == list(range(first, last + 1))


def test_names_tell_domain_and_size() -> None:
    lock = [i.name for i in BENCHMARKS["lock"].training()]
    ontable = [i.name for i in BENCHMARKS["ontable"].training()]
    assert lock[:2] == ["lock-5", "lock-6"]
    assert ontable[:3] == ["ontable-10-1", "ontable-10-2", "ontable-11-1"]


def test_domains_round_trip(benchmark: Benchmark) -> None:
    assert parse_domain(write_domain(benchmark.domain)) == benchmark.domain


def test_instances_round_trip(benchmark: Benchmark) -> None:
    for instance in (*benchmark.training(), *benchmark.validation()):
        again = parse_instance(write_instance(instance), benchmark.domain)
        assert again == instance
        assert again.initial == instance.initial


def test_equal_seeds_give_equal_instances(benchmark: Benchmark) -> None:
    sizes = range(benchmark.smallest_size, benchmark.smallest_size + 8)
    assert benchmark.generate(sizes, 3) == benchmark.generate(sizes, 3)


def test_other_seeds_give_other_instances_where_there_is_a_choice(benchmark: Benchmark) -> None:
    sizes = range(10, 20)
    same = benchmark.generate(sizes, 3) == benchmark.generate(sizes, 4)
    assert same is (benchmark.name not in RANDOM)


def test_instances_do_not_depend_on_later_ones(benchmark: Benchmark) -> None:
    assert benchmark.generate(range(8, 14), 3)[:2] == benchmark.generate([8, 9], 3)


def test_several_instances_of_a_size_differ_where_there_is_a_choice() -> None:
    first, second = BENCHMARKS["ontable"].generate([30], 3, per_size=2)
    assert first.initial_state != second.initial_state
    assert (first.name, second.name) == ("ontable-30-1", "ontable-30-2")


def test_the_smallest_size_can_be_generated(benchmark: Benchmark) -> None:
    (instance,) = benchmark.generate([benchmark.smallest_size], 3)
    assert size_of(instance) == benchmark.smallest_size
    assert not all(literal.atom in instance.initial_state for literal in instance.goal) or (
        benchmark.name == "ontable"
    )


def test_smaller_sizes_are_refused(benchmark: Benchmark) -> None:
    for size in (benchmark.smallest_size - 1, -5):
        with pytest.raises(ProblemError, match=f"no instance of size {size}; the smallest size is"):
            benchmark.generate([10, size], 3)


def test_refusal_says_what_the_size_counts() -> None:
    with pytest.raises(ProblemError) as caught:
        BENCHMARKS["corridor"].generate([1], 3)
    assert str(caught.value) == (
        "corridor: there is no instance of size 1; the smallest size is 2 (locations)"
    )


def test_numbers_of_instances_below_one_are_refused(benchmark: Benchmark) -> None:
    with pytest.raises(ProblemError, match="the number of instances per size cannot be 0"):
        benchmark.generate([10], 3, per_size=0)


def test_no_sizes_give_no_instances(benchmark: Benchmark) -> None:
    assert benchmark.generate([], 3) == ()


def test_corridor_starts_away_from_its_goal() -> None:
    for instance in BENCHMARKS["corridor"].generate([2] * 50, 3):
        (goal,) = (literal.atom for literal in instance.goal)
        assert goal not in instance.initial_state


def test_ontable_builds_towers() -> None:
    for instance in BENCHMARKS["ontable"].generate(range(1, 60), 3):
        blocks = {item.name for item in instance.objects}
        placed = [a.arguments[0] for a in instance.initial if a.predicate in ("on", "ontable")]
        covered = {a.arguments[1] for a in instance.initial if a.predicate == "on"}
        clear = {a.arguments[0] for a in instance.initial if a.predicate == "clear"}
        assert sorted(placed) == sorted(blocks)
        assert clear == blocks - covered


@pytest.mark.parametrize(
    ("name", "size"),
    [("gripper", 10_000), ("visitall", 61), ("corridor", 2_000), ("ontable", 500)],
)
def test_large_instances_are_generated_fast(name: str, size: int) -> None:
    start = process_time()
    (instance,) = BENCHMARKS[name].generate([size], 3)
    assert process_time() - start < 1
    assert size_of(instance) == size


def test_programs_fit_the_problem(benchmark: Benchmark) -> None:
    assert len(benchmark.program) == benchmark.lines
    assert benchmark.program.pointers == benchmark.problem().pointers
    assert benchmark.program.domain == benchmark.domain.name
    assert benchmark.program.first_undefined is None
    assert format_program(benchmark.program) == benchmark.program_text


def test_files_are_read_once_and_only_when_used() -> None:
    code = (
        "import sys; from genplan.benchmarks import BENCHMARKS as b; "
        "assert 'importlib.resources' not in sys.modules; "
        "assert not any('domain' in vars(x) for x in b.values()); "
        "assert b['lock'].domain is b['lock'].domain"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
