"""The page in a real browser: what it shows is what the engine does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from genplan.engine import landmark_graph
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import Instance
from genplan.report.page import Report
from genplan.trace import TraceStep, trace
from report.pages import (
    HOSTILE_NAMES,
    benchmark_report,
    hostile_report,
    opened,
    program_of,
    structured_report,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MOST_PLAN: Final = 60
"""So many actions of a plan are shown, the last ones."""


def choose(page: Page, report: Report, number: int) -> list[TraceStep]:
    """Choose an instance; return the steps that the engine does there."""
    if page.locator("#instance").count():
        page.select_option("#instance", str(number))
    return list(trace(report.program, report.instances[number], 100_000))


# All that the page shows of a step, in one question to the browser.
SHOWN: Final = """
() => {
  const text = (selector) => document.querySelector(selector).innerText;
  const texts = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent);
  const current = document.querySelector(".listing [aria-current=step]");
  const pointers = {}, tags = {};
  for (const row of document.querySelectorAll("#pointers tr")) {
    pointers[row.dataset.pointer] = row.querySelector(".at").textContent;
  }
  for (const cell of document.querySelectorAll("#world .cell")) {
    for (const tag of cell.querySelectorAll(".tag")) {
      tags[tag.textContent] = cell.querySelector(".name .text").textContent;
    }
  }
  return {
    position: text("#counter").replaceAll(",", "").split(" / ").map(Number),
    pointers, tags, y: text("#y"), status: text("#status"),
    line: current && current.dataset.line,
    instruction: current && current.querySelector("code").textContent,
    added: texts("#changes .added .text"), deleted: texts("#changes .deleted .text"),
    plan: texts("#plan li"), planLength: text("#plan-length"),
    reached: [...document.querySelectorAll("#graph .node.reached")].map((n) => n.dataset.landmark),
    fresh: document.querySelectorAll("#graph .node.fresh").length,
  };
}
"""


def shown(page: Page) -> dict[str, Any]:
    return dict(page.evaluate(SHOWN))


def position(page: Page) -> tuple[int, int]:
    now, total = shown(page)["position"]
    return now, total


def texts(page: Page, selector: str) -> list[str]:
    return page.locator(selector).all_text_contents()


def assert_shows(page: Page, step: TraceStep, number: int, plan: list[str]) -> None:
    """Compare everything that the page shows of a step with what the engine did."""
    found = shown(page)
    assert found["position"][0] == number
    assert found["pointers"] == dict(step.pointers)
    assert found["tags"] == dict(step.pointers)
    assert found["y"] == str(step.y).lower()
    assert (found["line"], found["instruction"]) == (str(step.line), step.instruction)
    assert found["added"] == [str(atom) for atom in step.added]
    assert found["deleted"] == [str(atom) for atom in step.deleted]
    assert found["plan"] == plan[-MOST_PLAN:]
    assert found["planLength"] == str(len(plan))
    assert f"line {step.line}, {step.instruction}" in found["status"]


@pytest.mark.parametrize("name", ["lock", "gripper", "visitall", "spanner"])
def test_every_step_is_that_of_the_engine(browser: Browser, tmp_path: Path, name: str) -> None:
    report = benchmark_report(name, 2)
    with opened(browser, report, tmp_path) as page:
        *steps, end = choose(page, report, 0)
        assert position(page) == (0, len(steps))
        plan: list[str] = []
        for number, step in enumerate(steps[:60], 1):
            if number < 10:
                page.click("#step")
            else:
                page.keyboard.press("ArrowRight")
            plan += [step.action] if step.action else []
            assert_shows(page, step, number, plan)
        page.keyboard.press("End")
        plan = [step.action for step in steps if step.action]
        assert_shows(page, steps[-1], len(steps), plan)
        assert page.locator("#step").is_disabled()
        assert end.outcome is ExecutionOutcome.SOLVED
        assert "the goal holds" in page.inner_text("#status")
        missing = page.locator("#goal .open")
        assert missing.count() == 0


def test_every_step_of_a_structured_program(browser: Browser, tmp_path: Path) -> None:
    report = structured_report()
    with opened(browser, report, tmp_path) as page:
        *steps, _ = choose(page, report, 0)
        plan: list[str] = []
        assert set(shown(page)["pointers"].values()) == {"free"}
        for number, step in enumerate(steps, 1):
            page.keyboard.press("ArrowRight")
            plan += [step.action] if step.action else []
            found = shown(page)
            stands = {z: item for z, item in step.pointers.items() if item != "none"}
            assert found["position"] == [number, len(steps)]
            assert found["tags"] == stands
            assert found["pointers"] == {z: stands.get(z, "free") for z in step.pointers}
            assert found["line"] == str(step.line)
            assert found["instruction"] in (step.instruction, f"{step.instruction} {{")
            assert found["plan"] == plan
        assert "the goal holds" in found["status"]
        assert not page.locator("#y").is_visible()


def test_going_back_shows_what_was_there(browser: Browser, tmp_path: Path) -> None:
    report = benchmark_report("lock", 1)
    with opened(browser, report, tmp_path) as page:
        *steps, _ = choose(page, report, 0)
        page.click("#last")
        page.click("#state-box summary")
        for number in range(len(steps) - 1, len(steps) - 12, -1):
            page.click("#back")
            plan = [step.action for step in steps[:number] if step.action]
            assert_shows(page, steps[number - 1], number, plan)
        page.click("#first")
        assert position(page)[0] == 0
        assert shown(page)["pointers"] == {"z1": "c1", "z2": "c1"}
        told = set(texts(page, "#state .chip"))
        static = report.instances[0].domain.static_predicates
        initial = report.instances[0].initial_state
        assert told == {str(atom) for atom in initial if atom.predicate not in static}


def test_the_keyboard_and_the_slider(browser: Browser, tmp_path: Path) -> None:
    report = benchmark_report("lock", 1)
    with opened(browser, report, tmp_path) as page:
        total = position(page)[1]
        for key, expected in (
            ("ArrowRight", 1),
            ("ArrowRight", 2),
            ("ArrowLeft", 1),
            ("End", total),
            ("ArrowRight", total),
            ("Home", 0),
            ("ArrowLeft", 0),
        ):
            page.keyboard.press(key)
            assert position(page)[0] == expected
        page.locator("#slider").fill("17")
        assert position(page)[0] == 17
        page.locator("#slider").focus()
        page.keyboard.press("ArrowRight")
        assert position(page)[0] == 18, "the slider's own keys move by one step, not by two"
        page.locator("#step").focus()
        page.keyboard.press("Space")
        assert position(page)[0] == 19, "the blank presses the button that has the focus"


def test_playing_goes_on_until_it_is_paused(browser: Browser, tmp_path: Path) -> None:
    report = benchmark_report("gripper", 1)
    with opened(browser, report, tmp_path) as page:
        page.select_option("#speed", "40")
        page.locator("h1").click()
        page.keyboard.press("Space")
        assert page.get_attribute("#play", "aria-label") == "Pause"
        assert page.get_attribute("#status", "aria-live") == "off", "nobody can listen so fast"
        page.locator("#step:disabled").wait_for()
        assert page.get_attribute("#play", "aria-label") == "Play"
        page.click("#play")
        page.click("#play")
        now = position(page)[0]
        page.wait_for_timeout(120)
        assert position(page)[0] == now, "a pause is a pause"
        assert page.get_attribute("#status", "aria-live") == "polite"


def test_landmarks_are_coloured_along(browser: Browser, tmp_path: Path) -> None:
    report = benchmark_report("gripper", 1)
    instance = report.instances[0]
    graph = landmark_graph(instance)
    with opened(browser, report, tmp_path) as page:
        drawn = {str(n) for n in range(len(graph))}
        if not page.locator("#with-pointers").is_checked():
            page.check("#with-pointers")
        assert page.locator("#graph .node").count() == len(drawn)
        at_start = {str(m.number) for m in graph.landmarks if m.holds_initially}
        before = set(shown(page)["reached"])
        assert at_start <= before
        page.locator("h1").click()
        for _ in range(position(page)[1]):
            page.keyboard.press("ArrowRight")
            found = shown(page)
            now = set(found["reached"])
            assert before <= now, "what is reached stays so"
            assert found["fresh"] == len(now - before)
            before = now
        assert before == drawn, "a plan reaches every landmark"
        assert f"{len(drawn)} of {len(drawn)} reached" in page.inner_text("#landmarks-told")
        page.uncheck("#with-pointers")
        facts = sum(bool(m.facts) for m in graph.landmarks)
        assert page.locator("#graph .node").count() == facts


def test_another_instance_can_be_chosen(browser: Browser, tmp_path: Path) -> None:
    report = benchmark_report("visitall", 3)
    with opened(browser, report, tmp_path) as page:
        for number in (2, 0, 1):
            *steps, _ = choose(page, report, number)
            assert position(page) == (0, len(steps))
            page.click("#last")
            assert page.inner_text("#plan-length") == str(sum(bool(s.action) for s in steps))
            goal = len(report.instances[number].goal)
            assert page.inner_text("#goal-count") == f"{goal} of {goal}"


def test_names_are_text_whatever_is_in_them(browser: Browser, tmp_path: Path) -> None:
    report = hostile_report()
    with opened(browser, report, tmp_path, viewport={"width": 390, "height": 800}) as page:
        page.click("#last")
        page.click("#state-box summary")
        assert page.locator("img").count() == 0
        assert page.locator("script").count() == 2
        names = texts(page, "#world .cell .name .text")
        assert names[:-1] == list(HOSTILE_NAMES[:-1])
        assert len(names[-1]) < 200, "a name that is too long to read is cut"
        assert page.inner_text("h1") == HOSTILE_NAMES[0]
        assert page.inner_text("#goal-count") == f"{len(HOSTILE_NAMES)} of {len(HOSTILE_NAMES)}"
        assert_fits(page)


def assert_fits(page: Page) -> None:
    """Check that the page does not scroll sideways."""
    widths = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert widths[0] <= widths[1]


@pytest.mark.parametrize("name", ["lock", "visitall", "spanner", "baking"])
def test_a_phone_needs_no_scrolling_sideways(browser: Browser, tmp_path: Path, name: str) -> None:
    report = benchmark_report(name, 3)
    phone = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
    with opened(browser, report, tmp_path, **phone) as page:
        for details in page.locator("details:not([open]) > summary").all():
            if details.is_visible():
                details.tap()
        page.tap("#step")
        page.tap("#last")
        assert_fits(page)
        for button in page.locator(".buttons button").all():
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 36, "large enough for a thumb"


CONTRAST: Final = """
() => {
  const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (text) => {
    probe.clearRect(0, 0, 1, 1);
    probe.fillStyle = text;
    probe.fillRect(0, 0, 1, 1);
    return [...probe.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (node) => {
    for (let n = node; n; n = n.parentElement) {
      const style = getComputedStyle(n);
      if (n instanceof SVGElement && n.tagName === "g" && n.querySelector("rect:not(.outer)")) {
        return rgba(getComputedStyle(n.querySelector("rect:not(.outer)")).fill);
      }
      const color = rgba(style.backgroundColor);
      if (color[3] === 255) return color;
    }
    return [255, 255, 255, 255];
  };
  const bad = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    const box = node.getBoundingClientRect();
    const said = walker.currentNode.data.trim();
    const skipped = "script, noscript, button:disabled, .unseen";
    if (!said || !box.width || node.closest(skipped)) continue;
    const style = getComputedStyle(node);
    const ink = rgba(node instanceof SVGElement ? style.fill : style.color);
    const [a, b] = [light(ink), light(behind(node))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const kind = node.className.baseVal ?? node.className;
    if (ratio < 4.5) bad.push(`${ratio.toFixed(2)} ${kind} ${said.slice(0, 30)}`);
  }
  return bad;
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["gripper", "visitall"])
def test_every_text_has_contrast(browser: Browser, tmp_path: Path, scheme: str, name: str) -> None:
    report = benchmark_report(name, 2)
    with opened(browser, report, tmp_path, color_scheme=scheme, reduced_motion="reduce") as page:
        for _ in range(6):
            page.click("#step")
        page.click("#state-box summary")
        assert page.evaluate(CONTRAST) == []
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (background == "rgb(255, 255, 255)") == (scheme == "light")


def test_on_paper_everything_is_dark_on_white(browser: Browser, tmp_path: Path) -> None:
    report = benchmark_report("lock", 2)
    with opened(browser, report, tmp_path, color_scheme="dark") as page:
        page.emulate_media(media="print")
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert background == "rgb(255, 255, 255)"
        assert not page.locator(".controls").is_visible()
        assert page.locator("#pointers").is_visible()
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        assert page.locator("details:not([open])").count() == 0, "nothing is folded away on paper"


def test_who_asks_for_no_motion_gets_none(browser: Browser, tmp_path: Path) -> None:
    report = benchmark_report("lock", 1)
    for wish, expected in (("reduce", {"none"}), ("no-preference", {"arrive"})):
        with opened(browser, report, tmp_path, reduced_motion=wish) as page:
            page.click("#step")
            script = "tags => tags.map(tag => getComputedStyle(tag).animationName)"
            found = page.locator(".tag.moved").evaluate_all(script)
            assert set(found) == expected


def test_a_screen_reader_finds_its_way(browser: Browser, tmp_path: Path) -> None:
    report = benchmark_report("lock", 2)
    with opened(browser, report, tmp_path) as page:
        for role, name in (
            ("button", "One step"),
            ("button", "One step back"),
            ("button", "To the end"),
            ("button", "Play"),
            ("slider", "Step"),
            ("combobox", "Instance"),
            ("navigation", "Sections"),
            ("region", "Landmarks"),
            ("region", "Plan so far"),
            ("checkbox", "pointer landmarks"),
            ("heading", "The program at work"),
        ):
            assert page.get_by_role(role, name=name, exact=True).count() == 1, (role, name)  # type: ignore[arg-type]
        assert page.get_by_role("main").count() == 1
        assert page.get_attribute("#status", "role") == "status"
        page.click("#step")
        text = page.get_attribute("#slider", "aria-valuetext")
        assert text == f"step 1 of {position(page)[1]}"
        for picture in page.locator("svg[role=img]").all():
            assert picture.get_attribute("aria-label")


def test_a_run_that_fails_says_so(browser: Browser, tmp_path: Path) -> None:
    lock = program_of("lock")
    broken = type(lock)(
        lock.domain, lock.pointers, (*lock.lines[:10], lock.lines[5], lock.lines[11])
    )
    instance: Instance = benchmark_report("lock", 1).instances[0]
    with opened(browser, Report(broken, (instance,)), tmp_path) as page:
        page.click("#last")
        assert "the goal does not hold" in page.inner_text("#status")
        assert texts(page, "#goal .open .text") == ["(unlocked)"]


def test_a_page_without_a_run_is_quiet(browser: Browser, tmp_path: Path) -> None:
    report = benchmark_report("lock", 1)
    with opened(browser, Report(report.program, ()), tmp_path) as page:
        assert texts(page, ".listing code")[0] == "inc(z1)"
        page.keyboard.press("ArrowRight")
        assert page.locator("#step").count() == 0
