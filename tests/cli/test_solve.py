"""`genplan solve`: what it takes, what it prints, what it saves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.command import PAPER_DOMAINS, Here, genplan
from genplan.benchmarks import BENCHMARKS
from genplan.program.text import read_program

STATISTICS = {
    "expanded": int,
    "evaluated": int,
    "dead": int,
    "states": int,
    "landmark_seconds": float,
    "search_seconds": float,
    "total_seconds": float,
    "peak_memory_bytes": int,
}


def solved(here: Here, *arguments: str | Path) -> dict[str, Any]:
    """Return the JSON object of a search that must succeed."""
    done = here("solve", *arguments, "--json", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_json_is_one_object_with_everything(here: Here) -> None:
    found = solved(here, "lock", "--search", "pgp")
    assert found["outcome"] == "solved"
    assert found["program"][0].startswith("0. ")
    assert found["program"][-1] == "11. end"
    assert found["lines"] == len(found["program"]) == 12
    assert found["pointers"] == {"z1": "object", "z2": "object"}
    assert found["active"][0] == found["instances"][0] == "lock-5"
    assert {name: type(value) for name, value in found["statistics"].items()} == STATISTICS
    assert found["statistics"]["evaluated"] == 30391
    assert found["statistics"]["peak_memory_bytes"] > 1_000_000
    times = found["statistics"]
    assert times["total_seconds"] > times["search_seconds"] > 0


def test_json_of_the_real_command_leaves_nothing_else_on_standard_output() -> None:
    done = genplan("solve", "ontable", "--search", "pgp", "--verbose", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["outcome"] == "solved"


def test_json_without_a_program_has_null(here: Here) -> None:
    done = here("solve", "lock", "--search", "pgp", "--lines", "3", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["program"]) == (1, None)
    assert found["outcome"] == "unsolvable_within_bounds"
    assert found["best_partial"][-1] == "2. end"


def test_the_text_has_program_statistics_and_active_instances(here: Here) -> None:
    out = here("solve", "corridor", "--search", "pgp").stdout
    header = "; domain corridor   pointers "
    assert out.startswith("corridor: solved (11 lines, 2 pointers)\n\n" + header)
    for word in ("expanded", "evaluated", "dead ends", "states", "CPU s", "MB"):
        assert word in out
    named = [name for name in BENCHMARKS["corridor"].training() if f"│ {name.name} " in out]
    assert 1 < len(named) < 10
    assert f"{len(named)} of 10 instances became active" in out


@pytest.mark.parametrize("columns", [80, 120])
def test_the_text_fits_the_screen(
    here: Here, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = here("solve", "ontable", "--search", "pgp").stdout
    assert max(map(len, out.splitlines())) <= columns
    assert "…" not in out


def test_nothing_exists_within_too_narrow_bounds(here: Here) -> None:
    done = here("solve", "lock", "--search", "pgp", "--lines", "3")
    assert done.returncode == 1
    assert "no program exists within these bounds (3 lines, 2 pointers)" in done.stdout
    assert "try more lines or more pointers" in done.stdout


def test_bundled_names_files_folders_and_patterns_mean_the_same(here: Here, files: Path) -> None:
    lock = files / "lock"
    bundled = solved(here, "lock", "--search", "pgp")
    listed = [lock / f"p{number}.pddl" for number in range(1, 11)]
    common = ("--search", "pgp", "--lines", "12")
    for arguments in (
        (lock / "domain.pddl", *listed),
        (lock / "domain.pddl", lock),
        (lock / "domain.pddl", f"{lock}/p*.pddl"),
        ("LOCK", f"{lock}/p?.pddl", lock / "p10.pddl"),
    ):
        found = solved(here, *arguments, *common)
        assert found["instances"] == bundled["instances"]  # lock-14 is p10: after p9
        assert found["program"] == bundled["program"]
        assert found["statistics"]["evaluated"] == 30391


def test_the_split_chooses_the_instances(here: Here) -> None:
    found = solved(here, "visitall", "--search", "pgp", "--split", "validation")
    assert len(found["instances"]) == 50
    assert found["instances"][0] == "visitall-12"


def test_a_file_of_the_same_name_wins_over_a_bundled_benchmark(
    here: Here, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lock").write_text((files / "gripper" / "domain.pddl").read_text())
    monkeypatch.chdir(tmp_path)
    assert here("inspect", "lock").stdout.split()[:2] == ["domain", "gripper"]


def test_pointers_can_be_chosen(here: Here) -> None:
    found = solved(here, "lock", "--search", "pgp", "--pointers", "Object=3")
    assert found["pointers"] == {"z1": "object", "z2": "object", "z3": "object"}


def test_bundled_bounds_are_the_papers(here: Here) -> None:
    found = solved(here, "gripper", "--search", "pgp")
    assert found["lines"] == 8
    assert sorted(found["pointers"].values()) == ["ball", "gripper", "room", "room"]


@pytest.mark.parametrize(
    ("options", "search", "evaluate", "evaluated"),
    [
        (("--search", "pgp"), "pgp", ["landmark-count"], 446),
        (("--search", "bfs"), "bfs", ["landmark-count"], 249),
        (("--search", "BFS", "--evaluate", "goal-count"), "bfs", ["goal-count"], 511),
        (
            ("--search", "pgp", "--evaluate", "landmark-count,goto-count"),
            "pgp",
            ["landmark-count", "goto-count"],
            458,
        ),
    ],
)
def test_search_and_evaluation_functions_can_be_chosen(
    here: Here, options: tuple[str, ...], search: str, evaluate: list[str], evaluated: int
) -> None:
    found = solved(here, "visitall", *options)
    assert (found["search"], found["evaluate"]) == (search, evaluate)
    assert found["statistics"]["evaluated"] == evaluated


def test_sound_landmarks_can_be_chosen(here: Here) -> None:
    """Spanner is the one domain of the paper where it makes a difference to the search."""
    found = solved(here, "spanner", "--search", "pgp", "--landmarks", "sound")
    assert found["outcome"] == "solved"
    assert found["statistics"]["evaluated"] == 488_620


@pytest.mark.parametrize("domain", ["intrusion", "visitall"])
def test_both_engines_print_the_same_program_and_counts(here: Here, domain: str) -> None:
    one, other = (
        solved(here, domain, "--search", "pgp", "--engine", engine) for engine in ("core", "python")
    )
    for counter in ("expanded", "evaluated", "dead", "states"):
        assert one["statistics"][counter] == other["statistics"][counter]
    assert one["program"] == other["program"]


@pytest.mark.parametrize("domain", PAPER_DOMAINS)
def test_a_saved_program_is_the_bundled_one_and_says_how_it_was_made(
    here: Here, tmp_path: Path, domain: str
) -> None:
    if domain in ("baking", "spanner"):
        pytest.skip("a second or more of search; the counts are tested elsewhere")
    target = tmp_path / "program.gp"
    done = here("solve", domain, "--search", "pgp", "-o", target)
    assert done.returncode == 0
    assert f"saved to {target}" in done.stderr
    benchmark = BENCHMARKS[domain]
    assert read_program(target, benchmark.domain) == benchmark.program
    assert "; genplan " in target.read_text()
    assert "pgp(landmark-count)" in target.read_text()


def test_a_program_can_go_to_standard_output(here: Here) -> None:
    done = here("solve", "visitall", "--search", "pgp", "-o", "-")
    assert done.stdout.startswith("; domain visitall")
    assert done.stdout.endswith("6. end\n")


def test_saving_replaces_the_whole_file_and_leaves_no_other(here: Here, tmp_path: Path) -> None:
    target = tmp_path / "program.gp"
    target.write_text("old " * 10_000)
    link = tmp_path / "link.gp"
    link.symlink_to(target)
    assert here("solve", "visitall", "--search", "pgp", "-o", link).returncode == 0
    assert "old" not in target.read_text()
    assert link.is_symlink()
    assert sorted(tmp_path.iterdir()) == [link, target]


def test_a_device_is_written_to_and_not_replaced(here: Here) -> None:
    assert here("solve", "visitall", "--search", "pgp", "-o", "/dev/null").returncode == 0
    assert Path("/dev/null").is_char_device()


def test_what_was_found_is_printed_even_if_it_cannot_be_saved(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    done = here("solve", "visitall", "--search", "pgp", "-o", tmp_path / "x.gp")
    assert done.returncode == 3
    assert "6. end" in done.stdout
    assert "x.gp: cannot be written: No space left on device" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_notices_are_shown_unless_quiet(here: Here, files: Path, tmp_path: Path) -> None:
    text = (files / "lock" / "domain.pddl").read_text()
    domain = tmp_path / "domain.pddl"
    domain.write_text(
        text.replace("(:predicates", "(:functions (total-cost) - number)\n(:predicates")
    )
    arguments = (domain, files / "lock" / "p1.pddl", "--search", "pgp", "--lines", "12")
    assert "domain.pddl:3:3: note: action costs" in here("solve", *arguments).stderr
    assert here("solve", *arguments, "--quiet").stderr == ""


# --- Queues, budgets, bounds -----------------------------------------------------------------


def test_queues_solve_what_one_function_does_not_solve_soon(here: Here) -> None:
    found = solved(here, "spanner", "--search", "pgp", "--queues", "goal-count;NOVEL: goal-count*2")
    assert found["queues"] == ["goal-count", "novel:goal-count*2"]
    assert found["evaluate"] == ["goal-count"]
    assert found["statistics"]["expanded"] < 1000


def test_a_queue_by_length_passes_a_plateau(here: Here) -> None:
    """All instances count from the start here: a cell that the paper's search does not solve."""
    queues = "by-length:landmark-count;novel:By-Length:landmark-count"
    found = solved(here, "spanner", "--search", "bfs", "--queues", queues)
    assert found["queues"] == ["by-length:landmark-count", "novel:by-length:landmark-count"]
    counts = found["statistics"]
    assert (counts["expanded"], counts["evaluated"]) == (78_335, 2_647_494)


def test_the_saved_program_names_its_queues(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "lock.gp"
    queues = "landmark-count;novel:landmark-count"
    done = here("solve", "lock", "--search", "pgp", "--queues", queues, "--lazy", "-o", path, "-q")
    assert done.returncode == 0
    assert f"pgp({queues})" in path.read_text("utf-8")
    assert here("validate", path, "lock", "--split", "validation", "-q").returncode == 0


def test_a_bounded_open_list_is_never_called_a_proof(here: Here) -> None:
    done = here("solve", "gripper", "--search", "pgp", "--lines", "5", "--open-limit", "20")
    assert done.returncode == 1
    assert "not complete" in done.stdout
    assert "no program exists" not in done.stdout
    text = here("solve", "gripper", "--search", "pgp", "-n", "5", "--open-limit", "20", "--json")
    assert json.loads(text.stdout)["outcome"] == "not_complete"


def test_a_budget_of_evaluations_ends_the_search(here: Here) -> None:
    arguments = ("solve", "baking", "--search", "pgp", "--evaluation-limit", "1000", "--json")
    done, again = here(*arguments), here(*arguments)
    found = json.loads(done.stdout)
    assert (done.returncode, found["outcome"]) == (4, "out_of_budget")
    assert 1000 <= found["statistics"]["evaluated"] < 1200
    assert json.loads(again.stdout)["statistics"]["dead"] == found["statistics"]["dead"]


@pytest.mark.parametrize(
    ("queues", "message"),
    [
        ("novel:goal-count", "at least one queue must hold all nodes"),
        ("goal-count*0", "whole number from 1"),
        ("goal-count*two", "whole number from 1"),
        ("goal-count;gaol-count", 'did you mean "goal-count"?'),
        (";", "unknown evaluation function"),
        ("by-length:novel:goal-count", "at least one queue must hold all nodes"),
        ("by-lenght:goal-count", 'did you mean "by-length"?'),
        ("novel:goal-count:2;goal-count", "only steps-plus-weighted-goals takes a weight"),
    ],
)
def test_queues_that_make_no_sense_are_refused(here: Here, queues: str, message: str) -> None:
    done = here("solve", "lock", "--queues", queues)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())


def test_queues_and_functions_exclude_each_other(here: Here) -> None:
    done = here("solve", "lock", "--queues", "goal-count", "--evaluate", "goal-count")
    assert done.returncode == 2
    assert "leave out --evaluate" in done.stderr
