"""`genplan landmarks`: the graph as text, data and picture; the paper's Figure 2."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any, Final

import pytest

import genplan as gp
from cli.command import Here

FIGURE: Final = Path(__file__).parents[1] / "golden" / "cli" / "figure2"
MODELS: Final = (FIGURE / "domain.pddl", FIGURE / "p1.pddl")
AS_PRINTED: Final = ("--no-pointers", "--no-natural", "--hide", "adjacent")

# Figure 2 of the paper: the arrows of the graph.
FIGURE_2: Final = {
    ("agent-at p2", "agent-at p1"),
    ("agent-at p2", "agent-at p3"),
    ("agent-at p0", "unlocked"),
    ("agent-at p1", "agent-at p0"),
    ("agent-has-key", "unlocked"),
    ("lock-at p0", "unlocked"),
    ("agent-at p3", "agent-at p4"),
    ("agent-at p4", "agent-at p5"),
    ("agent-at p5", "agent-has-key"),
    ("key-at p5", "agent-has-key"),
}


def data(here: Here, *options: str | Path) -> dict[str, Any]:
    """Return the graph of the figure's instance as the command prints it as JSON."""
    done = here("landmarks", *MODELS, "--format", "json", *options)
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("engine", ["core", "python"])
@pytest.mark.parametrize("construction", ["paper", "sound"])
def test_figure_2(here: Here, engine: str, construction: str) -> None:
    graph = data(here, *AS_PRINTED, "--engine", engine, "--landmarks", construction)
    names = [row["facts"] for row in graph["landmarks"]]
    assert all(len(facts) == 1 for facts in names)
    texts = [facts[0].strip("()") for facts in names]
    arrows = {(texts[p], texts[q]) for p, q in graph["greedy_necessary"]}
    assert arrows == FIGURE_2
    assert set(texts) == {name for arrow in FIGURE_2 for name in arrow}
    assert len(texts) == 10
    assert graph["natural"] == []
    holding = {t for t, row in zip(texts, graph["landmarks"], strict=True) if row["initially"]}
    assert holding == {"agent-at p2", "lock-at p0", "key-at p5"}
    assert [t for t, row in zip(texts, graph["landmarks"], strict=True) if row["goal"]] == [
        "unlocked"
    ]


@pytest.mark.parametrize("form", ["text", "dot", "mermaid", "json"])
def test_the_forms_of_figure_2(here: Here, form: str) -> None:
    done = here("landmarks", *MODELS, *AS_PRINTED, "--format", form)
    assert done.stdout == (FIGURE / f"graph.{form}").read_text()


def test_pointers_orderings_and_predicates_can_be_switched_off(here: Here) -> None:
    whole = data(here)
    kinds = [("facts" in row, "pointers_at" in row) for row in whole["landmarks"]]
    assert (True, False) in kinds
    assert (False, True) in kinds
    assert whole["natural"]
    bare = data(here, "--no-pointers")
    assert [row for row in whole["landmarks"] if "facts" in row] == bare["landmarks"]
    assert bare["natural"]
    assert data(here, "--no-natural")["natural"] == []
    assert data(here, "--no-natural")["greedy_necessary"] == whole["greedy_necessary"]
    hidden = data(here, "--hide", "ADJACENT", "--hide", "agent-at")
    facts = [fact for row in hidden["landmarks"] for fact in row.get("facts", ())]
    assert not any("adjacent" in fact or "agent-at" in fact for fact in facts)


def test_the_library_gives_the_same_graph(here: Here) -> None:
    instance = gp.load(MODELS[0], [MODELS[1]]).instances[0]
    graph = gp.landmark_graph(instance)
    assert json.loads(json.dumps(graph.to_dict())) == data(here)
    assert graph.to_dot() == here("landmarks", *MODELS, "--format", "dot").stdout
    assert graph.to_mermaid() == here("landmarks", *MODELS, "--format", "mermaid").stdout


def test_a_bundled_benchmark_and_a_file(here: Here, tmp_path: Path) -> None:
    target = tmp_path / "graph.json"
    done = here("landmarks", "gripper", "--format", "json", "-o", target)
    assert (done.returncode, done.stdout) == (0, "")
    assert json.loads(target.read_text())["instance"] == "gripper-2"


@pytest.fixture
def graphviz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `dot` that draws nothing, but echoes its option and what it was given."""
    program = tmp_path / "bin" / "dot"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\necho "drawn with $1"\nexec /bin/cat\n')
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("PATH", str(program.parent))
    return program


@pytest.mark.parametrize("form", ["svg", "png"])
def test_pictures_are_drawn_by_graphviz(
    here: Here, graphviz: Path, tmp_path: Path, form: str
) -> None:
    target = tmp_path / f"graph.{form}"
    done = here("landmarks", *MODELS, *AS_PRINTED, "--format", form, "-o", target)
    assert (done.returncode, done.stdout) == (0, "")
    dot = (FIGURE / "graph.dot").read_text()
    assert target.read_text() == f"drawn with -T{form}\n{dot}"


def test_without_graphviz_it_says_so_and_draws_in_letters(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    target = tmp_path / "graph.svg"
    done = here("landmarks", *MODELS, *AS_PRINTED, "--format", "svg", "-o", target)
    assert done.returncode == 1
    assert "needs Graphviz" in done.stderr
    assert "apt-get install graphviz" in done.stderr
    assert done.stdout == here("landmarks", *MODELS, *AS_PRINTED, "--format", "drawing").stdout
    assert not target.exists()
    large = ("landmarks", "visitall", "--split", "validation", "--no-pointers")
    done = here(*large, "--format", "svg", "-o", target)
    assert done.returncode == 1
    assert done.stdout.startswith("digraph landmarks {")


def test_a_small_graph_is_drawn_in_letters(here: Here, tmp_path: Path) -> None:
    done = here("landmarks", "lock", "--no-pointers", "--format", "drawing")
    assert (done.returncode, done.stderr) == (0, "")
    rows = done.stdout.splitlines()
    assert rows[0].split("  ")[-1].strip() == "not at-agent c2"
    assert rows[-3].strip() == "unlocked *"
    assert rows[-1] == "* goal"
    assert "adjacent" not in done.stdout, "what never changes is left out"
    target = tmp_path / "lock.txt"
    saved = here("landmarks", "lock", "--no-pointers", "--format", "drawing", "-o", target)
    assert (saved.stdout, target.read_text()) == ("", done.stdout)
    assert "[c1 c2]" in here("landmarks", "lock", "--format", "drawing").stdout


def test_a_graph_that_does_not_fit_is_listed(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = here("landmarks", "lock").stdout
    monkeypatch.setenv("COLUMNS", "20")
    done = here("landmarks", "lock", "--format", "drawing")
    assert (done.returncode, done.stdout) == (1, listed)
    assert "--no-pointers" in done.stderr


def test_a_failing_graphviz_is_reported(here: Here, graphviz: Path, tmp_path: Path) -> None:
    graphviz.write_text("#!/bin/sh\necho 'no such format' >&2\nexit 1\n")
    done = here("landmarks", "lock", "--format", "svg", "-o", tmp_path / "x.svg")
    assert (done.returncode, done.stdout) == (3, "")
    assert "Graphviz failed: no such format" in done.stderr


def test_names_are_escaped_in_every_form() -> None:
    literal = gp.Literal(gp.Atom("p", ('a"b<c>\\',)))
    instance = gp.BENCHMARKS["lock"].training()[0]
    graph = gp.LandmarkGraph(instance, gp.Construction.PAPER, (gp.Landmark(0, (literal,)),), (), ())
    assert 'label="(p a\\"b<c>\\\\)"' in graph.to_dot()
    assert '["(p a#quot;b#lt;c#gt;\\)"]' in graph.to_mermaid()
