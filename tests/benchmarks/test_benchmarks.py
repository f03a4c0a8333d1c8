from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import FrozenInstanceError
from itertools import groupby
from pathlib import Path
from time import process_time

import pytest

from genplan.benchmarks import (
    BENCHMARKS,
    LITERATURE_BENCHMARKS,
    PAPER_BENCHMARKS,
    Benchmark,
    get_benchmark,
)
from genplan.errors import ProblemError
from genplan.pddl import (
    Instance,
    parse_domain,
    parse_instance,
    write_domain,
    write_instance,
)
from genplan.program.text import format_program

GOLDEN = Path(__file__).parents[1] / "golden" / "benchmarks"

DETERMINISTIC = ("baking", "gripper", "intrusion", "visitall")

TUNING = (
    "blocks-clear",
    "blocks-tower",
    "childsnack",
    "delivery",
    "ferry",
    "grid",
    "logistics",
    "satellite",
    "visitall-moves",
)

HELD_OUT = (
    "barman",
    "blocks-on",
    "blocksworld",
    "corridor-plain",
    "miconic",
    "reward",
    "rovers",
    "transport",
)

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


# What the size of an instance counts: the objects of a type.
COUNTED = {
    "baking": "cake",
    "blocks-clear": "object",
    "blocks-on": "object",
    "blocks-tower": "object",
    "blocksworld": "object",
    "childsnack": "child",
    "corridor": "location",
    "corridor-plain": "location",
    "ferry": "car",
    "gripper": "ball",
    "intrusion": "host",
    "lock": "object",
    "logistics": "package",
    "miconic": "passenger",
    "ontable": "object",
    "rovers": "waypoint",
    "satellite": "satellite",
    "spanner": "location",
    "transport": "package",
    "visitall": "row",
}

# The same for grids: the type of the cells, whose names begin with the row.
ROWS_COUNTED = {"delivery": "cell", "grid": "place", "reward": "cell", "visitall-moves": "cell"}


@pytest.fixture(params=BENCHMARKS)
def benchmark(request: pytest.FixtureRequest) -> Benchmark:
    return BENCHMARKS[request.param]


@pytest.fixture(params=PAPER_BENCHMARKS)
def paper(request: pytest.FixtureRequest) -> Benchmark:
    return PAPER_BENCHMARKS[request.param]


@pytest.fixture(params=LITERATURE_BENCHMARKS)
def literature(request: pytest.FixtureRequest) -> Benchmark:
    return LITERATURE_BENCHMARKS[request.param]


def size_of(instance: Instance) -> int:
    """Return the size, counted in the instance."""
    name = instance.domain.name
    if name == "barman":
        return len(instance.goal)
    if name in ROWS_COUNTED:
        cells = instance.objects_by_type[ROWS_COUNTED[name]]
        return len({cell.split("-")[0] for cell in cells})
    return len(instance.objects_by_type[COUNTED[name]])


def test_the_benchmarks_of_the_paper_come_first() -> None:
    assert list(PAPER_BENCHMARKS) == list(PAPER)
    assert list(LITERATURE_BENCHMARKS) == sorted(TUNING + HELD_OUT)
    assert list(BENCHMARKS) == [*PAPER_BENCHMARKS, *LITERATURE_BENCHMARKS]
    assert all(benchmark.name == name for name, benchmark in BENCHMARKS.items())


def test_roles_are_fixed() -> None:
    assert tuple(n for n, b in BENCHMARKS.items() if b.role == "paper") == tuple(PAPER)
    assert tuple(n for n, b in BENCHMARKS.items() if b.role == "tuning") == TUNING
    assert tuple(n for n, b in BENCHMARKS.items() if b.role == "held-out") == HELD_OUT


def test_suites_tell_where_benchmarks_are_from() -> None:
    assert {b.suite for b in PAPER_BENCHMARKS.values()} == {"paper"}
    assert {b.suite for b in LITERATURE_BENCHMARKS.values()} == {"literature"}


def test_nothing_can_be_changed() -> None:
    with pytest.raises(TypeError):
        BENCHMARKS["other"] = BENCHMARKS["lock"]  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        BENCHMARKS["lock"].lines = 5  # type: ignore[misc]
    with pytest.raises(TypeError):
        BENCHMARKS["lock"].pointers["object"] = 5  # type: ignore[index]


def test_benchmarks_can_be_hashed() -> None:
    assert len(set(BENCHMARKS.values())) == 25


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
        "baking, corridor, gripper, intrusion, lock, ontable, spanner, visitall, "
        "barman, blocks-clear, blocks-on, blocks-tower, blocksworld, childsnack, "
        "corridor-plain, delivery, ferry, grid, logistics, miconic, reward, rovers, satellite, "
        "transport, visitall-moves"
    )


def test_every_benchmark_has_a_description(benchmark: Benchmark) -> None:
    assert benchmark.description[0].isupper()
    assert benchmark.description.endswith(".")
    assert benchmark.description.count(".") == 1
    assert benchmark.unit


def test_lines_and_pointers_are_the_papers(paper: Benchmark) -> None:
    lines, pointers, _, _ = PAPER[paper.name]
    assert paper.lines == lines
    assert len(paper.problem().pointers) == pointers


def test_only_ontable_has_other_pointers_than_the_default(benchmark: Benchmark) -> None:
    assert dict(benchmark.pointers) == ({"object": 3} if benchmark.name == "ontable" else {})


def test_problem_holds_the_training_set(benchmark: Benchmark) -> None:
    problem = benchmark.problem()
    assert problem.domain is benchmark.domain
    assert problem.instances == benchmark.training()
    assert not problem.notices


def test_training_sizes_are_the_papers(paper: Benchmark) -> None:
    first, last = PAPER[paper.name][2]
    per_size = 2 if paper.name == "ontable" else 1
    expected = [size for size in range(first, last + 1) for _ in range(per_size)]
    assert [size_of(i) for i in paper.training()] == expected
    assert len(paper.training_set) == len(expected)


def test_validation_sizes_are_the_papers(paper: Benchmark) -> None:
    first, last = PAPER[paper.name][3]
    validation = paper.validation()
    assert len(validation) == len(paper.validation_set) == 50
    assert [size_of(i) for i in validation] == list(range(first, last + 1))


def test_sizes_are_those_of_the_sets(benchmark: Benchmark) -> None:
    for chosen, instances in (
        (benchmark.training_set, benchmark.training()),
        (benchmark.pool_set, benchmark.pool()),
        (benchmark.validation_set, benchmark.validation()),
    ):
        expected = [size for size in chosen.sizes for _ in range(chosen.per_size)]
        assert [size_of(instance) for instance in instances] == expected
        assert len(chosen) == len(expected)


def test_sets_from_the_literature_grow(literature: Benchmark) -> None:
    training, pool = literature.training_set, literature.pool_set
    validation = literature.validation_set
    assert training.sizes[0] == literature.smallest_size
    assert 10 <= len(training) <= 16
    assert len(pool) == 60
    assert len(validation) == 30
    assert training.sizes[-1] < pool.sizes[-1] < validation.sizes[0]
    assert max(len(i.all_objects) for i in literature.validation()) > 100


def test_sets_have_seeds_of_their_own(benchmark: Benchmark) -> None:
    sets = (benchmark.training_set, benchmark.pool_set, benchmark.validation_set)
    assert len({chosen.seed for chosen in sets}) == 3


def test_pools_share_no_instance_with_validation_sets(benchmark: Benchmark) -> None:
    validation = {(i.objects, i.initial_state, i.goal) for i in benchmark.validation()}
    assert not any((i.objects, i.initial_state, i.goal) in validation for i in benchmark.pool())


def test_pools_of_the_paper_have_no_size_of_the_validation_set(paper: Benchmark) -> None:
    """Where there is no choice, the sizes are larger, since the paper takes all smaller ones."""
    sizes = paper.pool_set.sizes
    assert set(sizes).isdisjoint(paper.validation_set.sizes)
    assert (sizes[0] > paper.validation_set.sizes[-1]) is (paper.name in DETERMINISTIC)
    assert len(paper.pool_set) == (5 if paper.name in DETERMINISTIC else 60)


def digest(instances: Iterable[Instance]) -> str:
    text = "".join(map(write_instance, instances))
    return hashlib.sha256(text.encode()).hexdigest()


def test_sets_stay_as_they_are(benchmark: Benchmark) -> None:
    """Results can be compared only if nobody changes the instances."""
    golden = json.loads((GOLDEN / "digests.json").read_text("utf-8"))
    assert golden[benchmark.name] == {
        "training": digest(benchmark.training()),
        "pool": digest(benchmark.pool()),
        "validation": digest(benchmark.validation()),
    }


def test_names_tell_domain_and_size() -> None:
    lock = [i.name for i in BENCHMARKS["lock"].training()]
    ontable = [i.name for i in BENCHMARKS["ontable"].training()]
    assert lock[:2] == ["lock-5", "lock-6"]
    assert ontable[:3] == ["ontable-10-1", "ontable-10-2", "ontable-11-1"]


def test_domains_round_trip(benchmark: Benchmark) -> None:
    assert parse_domain(write_domain(benchmark.domain)) == benchmark.domain


def test_instances_round_trip(benchmark: Benchmark) -> None:
    for instance in (*benchmark.training(), *benchmark.pool(), *benchmark.validation()):
        again = parse_instance(write_instance(instance), benchmark.domain)
        assert again == instance
        assert again.initial == instance.initial
        assert len(instance.initial) == len(instance.initial_state)
        assert len(instance.goal) == len(set(instance.goal))


def test_equal_seeds_give_equal_instances(benchmark: Benchmark) -> None:
    sizes = range(benchmark.smallest_size, benchmark.smallest_size + 8)
    assert benchmark.generate(sizes, 3) == benchmark.generate(sizes, 3)


def test_other_seeds_give_other_instances_where_there_is_a_choice(benchmark: Benchmark) -> None:
    sizes = range(10, 20)
    same = benchmark.generate(sizes, 3) == benchmark.generate(sizes, 4)
    assert same is (benchmark.name in DETERMINISTIC)


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
    [
        ("gripper", 10_000),
        ("visitall", 61),
        ("corridor", 2_000),
        ("ontable", 500),
        ("barman", 500),
        ("blocks-clear", 2_000),
        ("blocks-on", 2_000),
        ("blocks-tower", 2_000),
        ("blocksworld", 2_000),
        ("childsnack", 1_000),
        ("corridor-plain", 2_000),
        ("delivery", 50),
        ("ferry", 2_000),
        ("grid", 50),
        ("logistics", 1_000),
        ("miconic", 2_000),
        ("reward", 50),
        ("rovers", 200),
        ("satellite", 300),
        ("transport", 1_000),
        ("visitall-moves", 50),
    ],
)
def test_large_instances_are_generated_fast(name: str, size: int) -> None:
    start = process_time()
    (instance,) = BENCHMARKS[name].generate([size], 3)
    assert process_time() - start < 1
    assert size_of(instance) == size


def test_programs_fit_the_problem(paper: Benchmark) -> None:
    program = paper.program
    assert program is not None
    assert len(program) == paper.lines
    assert program.pointers == paper.problem().pointers
    assert program.domain == paper.domain.name
    assert program.first_undefined is None
    assert format_program(program) == paper.program_text


def test_there_are_no_programs_for_the_literature(literature: Benchmark) -> None:
    assert literature.program is None
    assert literature.program_text is None
    assert literature.lines is None


def test_domains_are_named_like_their_benchmarks(benchmark: Benchmark) -> None:
    assert benchmark.domain.name == benchmark.name


def test_domains_use_no_more_than_they_require(benchmark: Benchmark) -> None:
    allowed = {":strips", ":typing", ":negative-preconditions"}
    assert set(benchmark.domain.requirements) <= allowed
    assert not benchmark.domain.notices
    negated = any(not p.positive for a in benchmark.domain.actions for p in a.preconditions)
    assert (":negative-preconditions" in benchmark.domain.requirements) >= negated


def test_domains_of_blocks_differ_only_in_their_names() -> None:
    ontable = BENCHMARKS["ontable"].domain
    for name in ("blocks-clear", "blocks-on", "blocks-tower", "blocksworld"):
        domain = BENCHMARKS[name].domain
        assert (domain.predicates, domain.actions) == (ontable.predicates, ontable.actions)


def test_training_sets_have_no_instance_twice(literature: Benchmark) -> None:
    """The largest instances of a training set all differ; there is little choice in small ones."""
    groups = [list(group) for _, group in groupby(literature.training(), key=size_of)]
    for group in groups[len(groups) // 2 :]:
        assert len({(i.objects, i.initial_state, i.goal) for i in group}) == len(group)


def test_corridors_for_training_lead_both_ways() -> None:
    ways = set()
    for instance in BENCHMARKS["corridor-plain"].training():
        (start,) = (a.arguments[0] for a in instance.initial if a.predicate == "at")
        (goal,) = (literal.atom.arguments[0] for literal in instance.goal)
        locations = instance.objects_by_type["location"]
        ways.add(locations.index(start) < locations.index(goal))
    assert ways == {True, False}


def test_blocks_for_training_are_in_every_relation() -> None:
    """The block to be moved is above the other, below it, or in another tower."""
    relations = set()
    for instance in BENCHMARKS["blocks-on"].training():
        pairs = [atom.arguments for atom in instance.initial if atom.predicate == "on"]
        below = {pair[0]: pair[1] for pair in pairs}
        ((block, other),) = (literal.atom.arguments for literal in instance.goal)
        relations.add((other in under(block, below), block in under(other, below)))
    assert relations == {(True, False), (False, True), (False, False)}


def under(block: str, below: dict[str, str]) -> list[str]:
    found = []
    while block in below:
        block = below[block]
        found.append(block)
    return found


def test_files_are_read_once_and_only_when_used() -> None:
    code = (
        "import sys; from genplan.benchmarks import BENCHMARKS as b; "
        "assert 'importlib.resources' not in sys.modules; "
        "assert not any('domain' in vars(x) for x in b.values()); "
        "assert b['lock'].domain is b['lock'].domain"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
