"""The page as a file: complete, small, safe, and true to what was asked."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from cli.command import PAPER_DOMAINS
from genplan.benchmarks import BENCHMARKS
from genplan.engine import search
from genplan.evidence.finding import Finding, Status
from genplan.planner import Solution, ValidationReport, solve, validate
from genplan.program.program import Program
from genplan.report.page import MOST_BYTES, Report, make_page
from genplan.report.sections import MOST_ROWS, Attempt
from genplan.search import Configuration, ProgramLanguage
from report.pages import (
    HOSTILE_NAMES,
    PageParser,
    benchmark_report,
    hostile_report,
    parse,
    program_of,
)


@pytest.mark.parametrize("name", PAPER_DOMAINS)
def test_the_page_needs_nothing_else(name: str) -> None:
    text = make_page(benchmark_report(name))
    page = PageParser(text)
    loading = ("src", "srcset", "action", "poster", "background")
    for tag, attributes in page.elements:
        assert not set(attributes) & set(loading), tag
        assert (attributes.get("href") or "#").startswith(("#", "data:,")), tag
    style = text[text.index("<style>") : text.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    (policy,) = [a["content"] for _, a in page.elements if a.get("http-equiv")]
    assert policy is not None
    assert policy.startswith("default-src 'none'")


def test_it_is_the_same_page_every_time() -> None:
    report = benchmark_report("gripper")
    assert make_page(report) == make_page(report)


def test_ids_are_unique_and_references_lead_somewhere() -> None:
    page = parse(benchmark_report("spanner"))
    ids = [a["id"] for _, a in page.elements if "id" in a]
    assert len(ids) == len(set(ids))
    for _, attributes in page.elements:
        target = (attributes.get("href") or "").removeprefix("#")
        labels = [attributes.get("aria-labelledby"), attributes.get("for"), target or None]
        for reference in labels:
            assert reference in (None, "data:,", *ids)


@pytest.mark.parametrize("name", PAPER_DOMAINS)
def test_large_instances_are_cut_with_a_notice(name: str) -> None:
    benchmark = BENCHMARKS[name]
    large = benchmark.validation()[-2:]
    report = Report(program_of(name), large, steps=8_000)
    text = make_page(report)
    assert len(text.encode()) < MOST_BYTES
    runs = PageParser(text).json["runs"]
    told = "too large to step through" in text
    assert len(runs) == len(large) or told
    for run in runs:
        if run["outcome"] == "cut":
            assert run["next"] >= 0, "the line that would have followed"
            assert run["note"] == ""


def test_steps_and_runs_are_bounded_as_asked() -> None:
    page = parse(benchmark_report("lock", 4, steps=7, runs=2))
    assert [len(run["steps"]) for run in page.json["runs"]] == [7, 7]
    assert {run["outcome"] for run in page.json["runs"]} == {"cut"}
    assert "2 of 4 instances can be stepped through here." in page.text


def test_names_stay_what_they_are() -> None:
    text = make_page(hostile_report())
    page = PageParser(text)
    (run,) = page.json["runs"]
    assert run["objects"][:-1] == list(HOSTILE_NAMES[:-1])
    assert [tag for tag, _ in page.elements].count("script") == 2
    assert "img" not in {tag for tag, _ in page.elements}
    assert HOSTILE_NAMES[0] in page.text
    assert "49" not in page.text, "a template within a name is not filled in"
    assert len(text) < 200_000, "a long name does not come again and again"
    assert "<" not in page.data


def test_failures_are_shown_first_where_there_are_many() -> None:
    report = benchmark_report("lock", 1)
    assert report.validation is not None
    (row,) = report.validation.instances
    failed = replace(row, name="the-failed-one", outcome="infinite", detail="infinite loop")
    many = ValidationReport((*(row,) * (MOST_ROWS + 5), failed))
    page = parse(replace(report, validation=many))
    assert page.text.index("the-failed-one") < page.text.index("lock-5 5 solved")
    assert "6 more are not shown." in page.text
    assert f"{MOST_ROWS + 5} of {MOST_ROWS + 6}" in page.text


def test_the_validation_table_has_every_figure() -> None:
    report = benchmark_report("gripper", 5)
    page = parse(report)
    assert report.validation is not None
    for row in report.validation.instances:
        told = f"{row.name} {row.objects} solved {row.plan_length} {row.steps}"
        assert told in page.text
    assert "5 of 5 instances are solved" in page.text
    labels = [a.get("aria-label") or "" for tag, a in page.elements if tag == "svg"]
    assert any(label.startswith("Executed steps and plan length") for label in labels)


def solved(name: str, **options: Any) -> Report:
    problem = BENCHMARKS[name].problem()
    solution = solve(problem, BENCHMARKS[name].lines or 0, **options)
    program = solution.program or solution.best_partial
    assert program is not None
    instances = problem.instances[:2]
    checked = validate(program, instances) if solution.program else None
    return Report(program, instances, checked, solution)


def test_a_search_is_told_with_its_counters() -> None:
    report = solved("spanner")
    page = parse(report)
    assert "The search pgp(landmark-count) over programs of 12 lines found a program" in page.text
    assert "evaluated 704,664" in page.text
    assert "spanner-2 975" in page.text
    assert "2 of 10 instances became active" in page.text


def test_values_over_evaluations_are_drawn_with_the_activations() -> None:
    attempts = (Attempt("9 lines, pgp(goal-count)", "no program", 1234, 0.5),)
    page = parse(replace(solved("spanner"), attempts=attempts))
    labels = [a.get("aria-label") or "" for tag, a in page.elements if tag == "svg"]
    assert any(label.startswith("Best values, against programs evaluated") for label in labels)
    assert any(label.startswith("Open list") for label in labels)
    assert "active: spanner-2" in page.text
    assert "9 lines, pgp(goal-count) no program 1,234 0.50" in page.text


def test_without_a_program_the_partial_one_is_shown() -> None:
    problem = BENCHMARKS["gripper"].problem()
    solution = solve(problem, 5)
    assert solution.best_partial is not None
    page = parse(Report(solution.best_partial, problem.instances[:2], None, solution))
    assert "proved that no program exists within these bounds" in page.text
    assert {run["outcome"] for run in page.json["runs"]} == {"undefined"}
    empty = Program.empty("gripper", problem.pointers, 4)
    runs = parse(Report(empty, problem.instances[:1])).json["runs"]
    assert [(run["steps"], run["next"]) for run in runs] == [([], 0)]


def test_evidence_is_told_as_it_is() -> None:
    report = benchmark_report("lock", 1)
    findings = (
        Finding("termination", Status.PROVEN, "ends after at most |object|³ steps"),
        Finding("order of <b>", Status.FAILS, "depends on it", report.instances[0]),
    )
    page = parse(replace(report, findings=findings))
    assert "proven termination ends after at most |object|³ steps" in page.text
    assert "fails order of <b> depends on it (define (problem lock-5)" in page.text


def test_a_search_for_structured_programs_is_told() -> None:
    problem = BENCHMARKS["lock"].problem()
    configuration = Configuration(8, language=ProgramLanguage.STRUCTURED)
    result = search(problem, configuration)
    assert result.program is not None
    instances = problem.instances[:2]
    checked = validate(result.program, instances)
    solution = Solution(problem, configuration, result)
    page = parse(Report(result.program, instances, checked, solution))
    assert "over programs of 8 statements found a program" in page.text
    assert f"statements {len(result.program)}" in page.text
    assert {run["outcome"] for run in page.json["runs"]} == {"solved"}
    assert {place for run in page.json["runs"] for _, _, place in run["pointers"]} == {-1}


def test_evaluations_have_a_curve_each() -> None:
    page = parse(solved("visitall", evaluate="landmark-count,goto-count"))
    curves = [a for tag, a in page.elements if tag == "path" and "curve" in (a.get("class") or "")]
    assert len(curves) == 2 * (2 + 1 + 2), "each with its sign in the legend"
