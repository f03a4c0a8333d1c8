"""`genplan solve` without knobs: what it tries, what it says, and the options for it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

import genplan as gp
from cli.command import COMMAND, PAPER_DOMAINS, Here, environment, unwrapped
from genplan.shortening import Cost


@pytest.mark.parametrize("domain", PAPER_DOMAINS)
def test_the_papers_domains_are_solved_without_being_told_anything(
    here: Here, domain: str, tmp_path: Path
) -> None:
    program = tmp_path / "program.gp"
    done = here("solve", domain, "--json", "-q", "-o", program)
    assert done.returncode == 0
    assert json.loads(done.stdout)["search"] == "auto"
    assert "structured" in program.read_text("utf-8").partition("\n")[0]
    done = here("validate", program, domain, "--split", "validation", "-q")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("domain", PAPER_DOMAINS)
def test_goto_programs_are_found_without_lines(here: Here, domain: str, tmp_path: Path) -> None:
    benchmark = gp.BENCHMARKS[domain]
    program = tmp_path / "program.gp"
    done = here("solve", domain, "--language", "goto", "--json", "-q", "-o", program)
    assert done.returncode == 0
    told = json.loads(done.stdout)
    assert benchmark.lines is not None
    assert len(told["program"]) <= benchmark.lines
    assert here("validate", program, domain).returncode == 0


def test_a_pool_and_shuffled_copies_are_instances_too(here: Here) -> None:
    asked = ("solve", "gripper", "--pool-generator", "gripper", "--shuffle-objects", "2")
    told = json.loads(here(*asked, "--json", "-q").stdout)
    gripper = gp.BENCHMARKS["gripper"]
    assert len(told["instances"]) == 3 * (len(gripper.training_set) + len(gripper.pool_set))
    wrong = here("solve", "gripper", "--pool-generator", "lock")
    assert wrong.returncode == 3
    assert "use a benchmark of the same domain" in unwrapped(wrong.stderr)


def test_json_lists_what_was_tried_in_order(here: Here) -> None:
    told = json.loads(here("solve", "visitall", "--json", "-q").stdout)
    tried = told["tried"]
    assert tried[-1]["outcome"] == "solved"
    assert [row["outcome"] for row in tried].count("solved") == 1
    assert sum(row["evaluated"] for row in tried) == told["statistics"]["evaluated"]
    assert {row["round"] for row in tried} == {1}
    assert [row["lines"] for row in tried] == sorted(row["lines"] for row in tried)
    assert {row["language"] for row in tried} == {"structured"}


def test_the_table_has_a_line_for_each_round_or_for_each_search(here: Here) -> None:
    short = here("solve", "baking", "-q").stdout
    assert "how the searches ended" in short
    assert "1 solved" in short
    full = here("solve", "baking", "-q", "-v").stdout
    assert "structured (basic, weight 300): solved" in unwrapped(full)
    assert len(full.splitlines()) > len(short.splitlines())


@pytest.mark.parametrize("jobs", ["2", "4"])
def test_jobs_change_nothing_but_the_time(here: Here, jobs: str) -> None:
    rows = []
    for count in ("1", jobs):
        told = json.loads(here("solve", "gripper", "--json", "-q", "--jobs", count).stdout)
        for name in ("landmark_seconds", "search_seconds", "total_seconds", "peak_memory_bytes"):
            del told["statistics"][name]
        rows.append(told)
    assert rows[0] == rows[1]


def test_a_range_of_lines(here: Here) -> None:
    done = here("solve", "lock", "--lines", "3..5", "--json", "-q")
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert {row["lines"] for row in told["tried"]} == {3, 4, 5}
    assert any("5 lines or fewer" in sentence for sentence in told["diagnosis"])


def test_pointers_that_are_given_are_not_changed(here: Here) -> None:
    told = json.loads(here("solve", "visitall", "--pointers", "row=1", "--json", "-q").stdout)
    assert {str(row["pointers"]) for row in told["tried"]} == {"{'row': 1, 'column': 1}"}
    told = json.loads(here("solve", "lock", "--pointers", "auto", "-n", "3..4", "--json").stdout)
    assert {row["pointers"]["object"] for row in told["tried"]} == {2, 3}


def test_evaluation_functions_and_queues_can_be_chosen(here: Here) -> None:
    told = json.loads(here("solve", "visitall", "--evaluate", "goal-count", "--json", "-q").stdout)
    assert {row["queues"] for row in told["tried"]} == {
        "goal-count",
        "goal-count;novel:goal-count",
    }
    told = json.loads(
        here("solve", "visitall", "--queues", "goal-count;novel:steps", "--json", "-q").stdout
    )
    assert {row["queues"] for row in told["tried"]} == {"goal-count;novel:steps"}


@pytest.mark.parametrize("aim", ["lines", "steps"])
def test_optimizing_is_no_worse(here: Here, tmp_path: Path, aim: str) -> None:
    first, better = tmp_path / "first.gp", tmp_path / "better.gp"
    assert here("solve", "lock", "-q", "-o", first).returncode == 0
    optimized = here(
        "solve", "lock", "-q", "-o", better, "--optimize", aim, "--language", "structured"
    )
    assert optimized.returncode == 0

    def cost(file: Path) -> tuple[int, ...]:
        lock = gp.BENCHMARKS["lock"]
        program = gp.read_program(file, lock.domain)
        runs = [gp.execute(program, i) for i in (*lock.training(), *lock.pool())]
        actions, steps = sum(run.plan_length for run in runs), sum(run.steps for run in runs)
        return Cost(len(program), actions, steps).key(gp.Optimize(aim))

    assert cost(better) <= cost(first)


def test_why_there_is_no_program_is_said(here: Here) -> None:
    done = here("solve", "corridor-plain", "--lines", "3..4", "-q")
    text = unwrapped(done.stdout)
    assert done.returncode == 1
    assert "Why no program?" in text
    assert "try --goal-facts" in text
    assert "no goto program of 4 lines or fewer exists" in text


def test_exhausted_structured_programs_are_no_proof_that_none_exists(here: Here) -> None:
    asked = ("solve", "lock", "--lines", "2..3", "--pointers", "object=1", "-q")
    done = here(*asked, "--language", "structured")
    text = unwrapped(done.stdout)
    assert done.returncode == 1
    assert text.startswith(
        "lock: no program found among all that the searches make within these bounds "
        "(up to 3 statements); try more statements or more pointers"
    )
    assert "exists" not in text
    assert "unsolvable" not in text
    assert "solves all instances, each within 20,000 steps" in text
    assert "3 all tried" in text
    assert headings(done.stdout) == ["round", "statements", "pointers", "evaluated"]
    both = here(*asked, "--language", "auto").stdout
    assert "(up to 3 statements, up to 3 lines)" in unwrapped(both)
    assert headings(both) == ["round", "statements", "lines", "pointers", "evaluated"]


def headings(table: str) -> list[str]:
    """Return the headings of the table of searches but the last."""
    line = next(line for line in table.splitlines() if "round" in line)
    return [cell.strip() for cell in line.strip("┃").split("┃")][:-1]


def test_a_domain_whose_goal_cannot_be_seen_is_solved_with_goal_facts(
    here: Here, tmp_path: Path
) -> None:
    program = tmp_path / "program.gp"
    done = here("solve", "corridor-plain", "--goal-facts", "-q", "-o", program)
    assert done.returncode == 0
    assert "goal-at" in program.read_text()
    assert here("validate", program, "corridor-plain").returncode == 0
    assert here("run", program, "corridor-plain", "-o", tmp_path / "plan").returncode == 0


def test_the_search_ends_with_its_time(here: Here) -> None:
    done = here("solve", "barman", "--time-limit", "1s", "-q")
    assert done.returncode == 4
    assert "out of time" in done.stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_stops_the_search_and_reports(jobs: str) -> None:
    command = [*COMMAND, "solve", "barman", "--jobs", jobs, "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), text=True
    ) as process:
        assert process.stderr is not None
        process.stderr.readline()  # it is at work
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert json.loads(out)["outcome"] == "interrupted"
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--search", "pgp", "--jobs", "2"), "--jobs is for the search auto"),
        (("--lines", "9", "--optimize", "lines"), "--optimize is for the search auto"),
        (("--search", "bfs", "--lines", "5..9"), "--lines with a range"),
        (("--search", "pgp", "--pointers", "auto"), "--pointers auto"),
        (("--lines", "9..5"), "must not be larger"),
        (("--lines", "1..5"), "not in the range"),
        (("--lines", "5..x"), "not a number of lines"),
        (("--evaluation-limit", "5"), "sets its own limits"),
        (("--search", "atuo"), 'did you mean "auto"'),
    ],
)
def test_what_does_not_go_together_is_refused(
    here: Here, options: tuple[str, ...], says: str
) -> None:
    done = here("solve", "lock", *options)
    assert done.returncode == 2
    assert says in unwrapped(done.stderr)


def test_a_domain_of_ones_own_needs_a_number_of_lines_for_the_papers_search(
    here: Here, files: Path
) -> None:
    done = here("solve", files / "lock/domain.pddl", files / "lock/p1.pddl", "--search", "pgp")
    assert done.returncode == 2
    assert "--search auto" in unwrapped(done.stderr)
