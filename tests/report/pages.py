"""Pages to test, their data, and a browser's view of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from genplan.benchmarks import BENCHMARKS
from genplan.pddl.model import (
    ActionSchema,
    Atom,
    Domain,
    Instance,
    Literal,
    Object,
    Parameter,
    Predicate,
)
from genplan.planner import validate
from genplan.problem import Pointer
from genplan.program.instructions import Act, End, Goto, Inc
from genplan.program.program import Program
from genplan.program.text import parse_program
from genplan.report.page import Report, make_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def benchmark_report(name: str, instances: int = 3, **options: Any) -> Report:
    """Return the report on a benchmark's program, validated on its first instances."""
    benchmark = BENCHMARKS[name]
    assert benchmark.program is not None
    chosen = benchmark.training()[:instances]
    return Report(benchmark.program, chosen, validate(benchmark.program, chosen), **options)


STRUCTURED_LOCK: Final = """; domain lock   structured   pointers z1 z2 - object
for z2 {
  move(?z1,z2)
}
fordown z1 {
  pickup(z1)
  move(?z2,z1)
  open(z1)
}
"""


def structured_report(instances: int = 2) -> Report:
    """Return the report on a structured program."""
    lock = BENCHMARKS["lock"]
    program = parse_program(STRUCTURED_LOCK, lock.domain)
    chosen = lock.training()[:instances]
    return Report(program, chosen, validate(program, chosen))


HOSTILE_NAMES: Final = (
    "</script><script>alert(1)</script>",
    "\"'><img/src=x/onerror=alert(2)>",
    "<!--",
    "{{7*7}}",
    "&lt;b&gt;&amp;&#60;",
    "\u2028\u202edesrever",
    "__proto__",
    "constructor",
    "x" * 3000,
)
"""Names that the reader of PDDL would refuse in part; models can be built without it."""


def hostile_report() -> Report:
    """Return the report on a model in which everything has a name that is not harmless."""
    bad = HOSTILE_NAMES[0]
    x, y = Parameter("?x", "object"), Parameter("?y", "object")
    seen, near = f"seen{bad}", f"near{bad}"
    domain = Domain(
        bad,
        predicates=(Predicate(seen, (x,)), Predicate(near, (x, y))),
        actions=(ActionSchema(f"visit{bad}", (x,), (), (Literal(Atom(seen, ("?x",))),)),),
    )
    instance = Instance(
        bad,
        domain,
        tuple(Object(name, "object") for name in HOSTILE_NAMES),
        tuple(Atom(near, pair) for pair in pairwise(HOSTILE_NAMES)),
        tuple(Literal(Atom(seen, (name,))) for name in HOSTILE_NAMES),
    )
    lines = (Act(f"visit{bad}", ("z1",)), Inc("z1"), Goto(0, False), End())
    program = Program(bad, (Pointer("z1", "object"),), lines)
    return Report(program, (instance,), validate(program, [instance]))


class PageParser(HTMLParser):
    """What a browser would find in the markup: elements, ids, the data, the text shown."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[str] = []
        self.data = ""
        self.shown: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self.inside.append("json" if dict(attrs).get("type") == "application/json" else tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if self.inside and self.inside[-1] == "json":
            self.data += data
        elif not self.inside:
            self.shown.append(data)

    @property
    def json(self) -> Any:
        """The data that the script reads."""
        return json.loads(self.data)

    @property
    def text(self) -> str:
        """The text that is shown without the script."""
        return " ".join(" ".join(self.shown).split())


def parse(report: Report) -> PageParser:
    return PageParser(make_page(report))


@contextmanager
def opened(browser: Browser, report: Report, folder: Path, **context: Any) -> Iterator[Page]:
    """Yield the page in the browser; fail if it complained or asked for anything."""
    file = folder / "report.html"
    file.write_text(make_page(report), "utf-8")
    complaints: list[str] = []
    with browser.new_context(offline=True, **context) as surroundings:
        page = surroundings.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda message: complaints.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("dialog", lambda dialog: complaints.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: complaints.append(f"request: {request.url[:200]}"))
        page.goto(file.as_uri())
        assert complaints.pop(0) == f"request: {file.as_uri()}"
        yield page
        assert complaints == []


def program_of(name: str) -> Program:
    program = BENCHMARKS[name].program
    assert program is not None
    return program
