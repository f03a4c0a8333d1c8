"""`genplan report` and `genplan solve --report`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Here
from report.pages import PageParser


def page_in(file: Path) -> PageParser:
    return PageParser(file.read_text("utf-8"))


def test_a_report_on_files(here: Here, files: Path, tmp_path: Path) -> None:
    home, target = files / "lock", tmp_path / "lock.html"
    done = here("report", files / "lock.gp", home / "domain.pddl", home, "-o", target)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith(f"report saved to {target} (")
    page = page_in(target)
    assert [run["name"] for run in page.json["runs"]] == [f"lock-{n}" for n in range(5, 15)]
    assert "10 of 10 instances are solved" in page.text


def test_the_default_is_report_html_and_a_benchmark_needs_no_instances(
    here: Here, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = here("report", files / "gripper.gp", "gripper", "-q")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "gripper-2" in page_in(tmp_path / "report.html").text


def test_a_page_can_go_to_standard_output(here: Here, files: Path) -> None:
    done = here("report", files / "lock.gp", "lock", "--runs", "1", "--steps", "5", "-o", "-")
    assert done.returncode == 0
    assert done.stdout.startswith("<!DOCTYPE html>")
    assert done.stdout.rstrip().endswith("</html>")


def test_a_program_that_fails_is_shown_all_the_same(
    here: Here, files: Path, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.gp"
    wrong.write_text((files / "lock.gp").read_text().replace("open(z1)", "drop(z1)"))
    done = here("report", wrong, "lock", "-o", tmp_path / "r.html")
    assert done.returncode == 0
    page = page_in(tmp_path / "r.html")
    assert "0 of 10 instances are solved" in page.text
    assert "goal not reached: (unlocked)" in page.text
    assert {run["outcome"] for run in page.json["runs"]} == {"incorrect"}


def test_a_partial_program_is_shown_up_to_its_gap(here: Here, files: Path, tmp_path: Path) -> None:
    partial = tmp_path / "partial.gp"
    partial.write_text((files / "lock.gp").read_text().replace("open(z1)", "?"))
    assert here("report", partial, "lock", "-o", tmp_path / "r.html").returncode == 0
    page = page_in(tmp_path / "r.html")
    assert {run["outcome"] for run in page.json["runs"]} == {"undefined"}
    assert "Does it hold?" not in page.text


def test_a_target_that_cannot_be_written_is_told_before_the_work(
    here: Here, files: Path, tmp_path: Path
) -> None:
    done = here("report", files / "lock.gp", "lock", "-o", tmp_path / "none" / "r.html")
    assert done.returncode == 3
    assert "does not exist" in done.stderr
    done = here("solve", "lock", "--report", tmp_path)
    assert done.returncode == 3
    assert "a file to write was expected" in done.stderr


def test_solve_writes_a_report_with_the_search(here: Here, tmp_path: Path) -> None:
    target = tmp_path / "r.html"
    done = here("solve", "gripper", "-n", "8", "--report", target)
    assert done.returncode == 0
    assert f"report saved to {target}" in done.stderr
    page = page_in(target)
    assert "The search pgp(landmark-count) over programs of 8 lines found a program" in page.text
    assert "10 of 10 instances are solved" in page.text


def test_solve_without_a_program_reports_the_search(here: Here, tmp_path: Path) -> None:
    target = tmp_path / "r.html"
    done = here("solve", "gripper", "-n", "4", "--report", target, "-q")
    assert (done.returncode, done.stderr) == (1, "")
    assert "proved that no program exists within these bounds" in page_in(target).text


def test_what_a_schedule_tried_is_listed(here: Here, tmp_path: Path) -> None:
    target = tmp_path / "r.html"
    assert here("solve", "visitall", "--search", "auto", "--report", target, "-q").returncode == 0
    text = page_in(target).text
    assert "Configurations tried" in text
    assert "pointers, " in text[text.index("Configurations tried") :]
