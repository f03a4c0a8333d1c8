"""A page to look at: a program, its runs, its search and its evidence in one HTML file.

The file loads nothing from anywhere. Names from models are data: Jinja escapes them in the
markup, JSON carries them to the script, and the script sets them as text only.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from genplan.engine import landmark_graph
from genplan.errors import ProblemError
from genplan.evidence.finding import Finding
from genplan.landmark_graph import Construction, LandmarkGraph
from genplan.pddl.model import Instance
from genplan.planner import Solution, ValidationReport
from genplan.program import AnyProgram
from genplan.program.structured import StructuredProgram
from genplan.report.encoding import encode_recording
from genplan.report.listing import Listing, line_texts, program_listing, readable_listing
from genplan.report.names import shortened
from genplan.report.recording import Recording, record
from genplan.report.sections import (
    Attempt,
    Evidence,
    Section,
    evidence_rows,
    search_section,
    validation_section,
)
from genplan.version import __version__

__all__ = ["Report", "make_page"]

MOST_BYTES: Final = 2_000_000
"""A page that is larger is slow to open and cannot be sent by mail."""

_ROOM_FOR_THE_REST: Final = 500_000
_FEWEST_STEPS: Final = 50
_WORTH_SEEING: Final = 40
_MOST_OBJECTS_WITH_GRAPH: Final = 400
_ASSETS: Final = Path(__file__).parent / "assets"
_SCRIPTS: Final = ("run.js", "world.js", "graph.js", "player.js")


@dataclass(frozen=True)
class Report:
    """What a page is about; everything but program and instances can be left out.

    At most `steps` steps of at most `runs` instances can be stepped through.
    """

    program: AnyProgram
    instances: tuple[Instance, ...]
    validation: ValidationReport | None = None
    solution: Solution | None = None
    attempts: tuple[Attempt, ...] = ()
    findings: tuple[Finding, ...] = ()
    construction: Construction = Construction.PAPER
    steps: int = 2000
    runs: int = 10


@dataclass(frozen=True)
class _Page:
    """What the template reads."""

    title: str
    facts: tuple[tuple[str, str, str], ...]
    notices: tuple[str, ...]
    runs: tuple[str, ...]
    chosen: int
    listings: tuple[Listing, ...]
    run_note: str
    has_flag: bool
    has_graph: bool
    search: Section | None
    validation: Section | None
    findings: tuple[Evidence, ...]

    @property
    def sections(self) -> list[tuple[str, str]]:
        """Return the ids and names of the sections that are there."""
        there = [
            ("run", "Program", True),
            ("landmarks", "Landmarks", self.has_graph),
            ("search", "Search", self.search is not None),
            ("validation", "Validation", self.validation is not None),
            ("evidence", "Evidence", bool(self.findings)),
        ]
        return [(key, name) for key, name, shown in there if shown]


def make_page(report: Report) -> str:
    """Return the text of the HTML file; it is smaller than 2 MB."""
    room = MOST_BYTES - _ROOM_FOR_THE_REST
    while True:
        runs, notices = _runs(report, room)
        text = _render(_page(report, runs, notices), report, runs)
        if len(text.encode()) < MOST_BYTES or not runs:
            return text
        room //= 2


def _render(page: _Page, report: Report, runs: Sequence[dict[str, Any]]) -> str:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(_ASSETS),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["drawn"] = Markup
    data = {"runs": runs, "chosen": page.chosen, "lines": line_texts(page.listings[0])}
    return environment.get_template("page.html").render(
        page=page,
        version=__version__,
        style=Markup((_ASSETS / "style.css").read_text("utf-8")),
        script=Markup("\n".join((_ASSETS / name).read_text("utf-8") for name in _SCRIPTS)),
        data=Markup(_json(data)),
    )


def _json(value: Any) -> str:
    """Return JSON that can stand within a script element, whatever the texts in it are."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


def _page(report: Report, runs: Sequence[dict[str, Any]], notices: list[str]) -> _Page:
    readable = readable_listing(report.program)
    listings = [program_listing(report.program), *([readable] if readable else [])]
    return _Page(
        title=shortened(report.program.domain),
        facts=_facts(report),
        notices=tuple(notices),
        runs=tuple(run["name"] for run in runs),
        chosen=_chosen(runs),
        listings=tuple(listings),
        run_note=_run_note(report, runs),
        has_flag=not isinstance(report.program, StructuredProgram),
        has_graph=any(run["graph"] for run in runs),
        search=_search(report),
        validation=_validation(report),
        findings=evidence_rows(report.findings),
    )


def _chosen(runs: Sequence[dict[str, Any]]) -> int:
    """Return the run to show first: the first that is worth looking at."""
    lengths = [len(run["steps"]) for run in runs]
    if not lengths:
        return 0
    return next((n for n, length in enumerate(lengths) if length >= _WORTH_SEEING), len(runs) - 1)


def _run_note(report: Report, runs: Sequence[dict[str, Any]]) -> str:
    if not runs or len(runs) == len(report.instances):
        return ""
    return f"{len(runs)} of {len(report.instances)} instances can be stepped through here."


def _search(report: Report) -> Section | None:
    if report.solution is None:
        return None
    return search_section(report.solution, report.attempts)


def _validation(report: Report) -> Section | None:
    if report.validation is None or not report.validation.instances:
        return None
    return validation_section(report.validation)


def _facts(report: Report) -> tuple[tuple[str, str, str], ...]:
    pointers = ", ".join(f"{z.name} ({z.type})" for z in report.program.pointers)
    unit = "statements" if isinstance(report.program, StructuredProgram) else "lines"
    facts = [(unit, str(len(report.program)), ""), ("pointers", shortened(pointers, 300), "")]
    validation = report.validation
    if validation is not None and validation.instances:
        mood = "good" if validation.valid else "bad"
        facts.append(("solved", f"{validation.solved} of {len(validation.instances)}", mood))
        lengths = [row.plan_length for row in validation.instances if row.valid]
        if lengths:
            span = " to ".join(f"{n:,}" for n in dict.fromkeys((min(lengths), max(lengths))))
            facts.append(("plans of", f"{span} actions", ""))
    elif report.solution is not None and report.solution.program is None:
        facts.append(("no program:", report.solution.outcome.value.replace("_", " "), "bad"))
    return tuple(facts)


def _runs(report: Report, room: int) -> tuple[list[dict[str, Any]], list[str]]:
    """Return encoded runs that fit into so many bytes, and what had to be left out."""
    runs: list[dict[str, Any]] = []
    notices: list[str] = []
    for instance in report.instances[: report.runs]:
        recording = record(report.program, instance, _graph(report, instance), report.steps)
        run = _fitting(recording, room)
        if run is None:
            notices.append(f"{shortened(instance.name)} is too large to step through in this page.")
        else:
            room -= len(_json(run).encode())
            runs.append(run)
    return runs, notices


def _fitting(recording: Recording, room: int) -> dict[str, Any] | None:
    """Return the run with as many steps as fit, None if hardly any do."""
    moments = len(recording.moments)
    while True:
        run = encode_recording(recording, moments)
        size = len(_json(run).encode())
        if size <= room:
            return run
        if moments < _FEWEST_STEPS:
            return None
        moments = min(moments * 3 // 4, moments * room // size)


def _graph(report: Report, instance: Instance) -> LandmarkGraph | None:
    """Return the landmark graph, None if the instance is too large for one to be of use."""
    if len(instance.all_objects) > _MOST_OBJECTS_WITH_GRAPH:
        return None
    pointers = not isinstance(report.program, StructuredProgram)  # there they need not stand
    try:
        return landmark_graph(
            instance, report.construction, pointers=pointers, memory_limit=1 << 30
        )
    except ProblemError:
        return None
