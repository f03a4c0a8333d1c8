"""`genplan landmarks`: the landmark graph of an instance, as text, data or picture."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable

import click

from genplan.cli.app import ExitCode
from genplan.cli.console import (
    check_writable,
    error_console,
    output_console,
    print_notices,
    write_file,
)
from genplan.cli.inputs import find_models
from genplan.cli.options import (
    BYTES,
    SuggestingChoice,
    domain_argument,
    engine_option,
    instances_argument,
    split_option,
)
from genplan.engine import landmark_graph
from genplan.errors import EngineError, did_you_mean
from genplan.landmark_graph import LandmarkGraph
from genplan.pddl.model import Domain
from genplan.problem import make_problem
from genplan.report.graph_drawing import landmarks_as_text

__all__ = ["command"]


@click.command(
    "landmarks",
    epilog="""\b
Examples:
  genplan landmarks lock
  genplan landmarks lock --no-pointers --format drawing
  genplan landmarks domain.pddl p1.pddl --no-pointers --format svg -o p1.svg
  genplan landmarks domain.pddl p1.pddl --hide adjacent --no-natural""",
)
@domain_argument
@instances_argument
@split_option("train")
@click.option(
    "--format",
    "form",
    type=SuggestingChoice(["text", "drawing", "json", "dot", "mermaid", "svg", "png"]),
    default="text",
    show_default=True,
    help="drawing is one in letters, for small graphs; svg and png need Graphviz.",
)
@click.option(
    "--landmarks",
    "construction",
    type=SuggestingChoice(["paper", "sound"]),
    default="paper",
    show_default=True,
    help="How landmarks are found.",
)
@click.option("--pointers/--no-pointers", default=True, help="Show pointer landmarks.")
@click.option("--natural/--no-natural", default=True, help="Show natural orderings.")
@click.option("--hide", metavar="PREDICATE", multiple=True, help="Leave out landmarks of it.")
@click.option("--memory-limit", type=BYTES, default="4G", show_default=True)
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
@engine_option
def command(
    domain: str,
    instances: tuple[str, ...],
    split: str,
    form: str,
    construction: str,
    pointers: bool,
    natural: bool,
    hide: tuple[str, ...],
    memory_limit: int,
    output: str | None,
    engine: str | None,
) -> int:
    """Show the landmark graph of one INSTANCE of a DOMAIN.

    For a bundled benchmark the instance can be left out; the first one is taken then.
    """
    check_writable(output)
    models = find_models(domain, instances, split)
    if instances and len(models.instances) != 1:
        raise click.UsageError(f"one instance was expected, {len(models.instances)} are given")
    instance = models.instances[0]
    _check_hidden(hide, models.domain)
    if form == "png" and output is None:
        raise click.UsageError("a picture in png needs a file: -o FILE")
    print_notices(make_problem(models.domain, [instance]).notices)
    graph = landmark_graph(instance, construction, memory_limit=memory_limit, engine=engine)
    graph = graph.without(pointers=not pointers, natural=not natural, hidden=hide)
    if form == "drawing":
        return _draw_in_letters(graph, output)
    if form in ("svg", "png"):
        return _draw(graph, form, output)
    texts = {
        "text": text_of,
        "json": lambda g: json.dumps(g.to_dict(), indent=2, ensure_ascii=False) + "\n",
        "dot": LandmarkGraph.to_dot,
        "mermaid": LandmarkGraph.to_mermaid,
    }
    write_file(output or "-", texts[form](graph))
    return ExitCode.SUCCESS


def _check_hidden(names: tuple[str, ...], domain: Domain) -> None:
    known = {predicate.name.lower(): predicate.name for predicate in domain.predicates}
    for name in names:
        if name.lower() not in known:
            hint = did_you_mean(name, known) or f"there are: {', '.join(known.values())}"
            message = f'the domain has no predicate "{name}"; {hint}'
            raise click.BadParameter(message, param_hint="'--hide'")


def _draw_in_letters(graph: LandmarkGraph, output: str | None) -> int:
    """Draw as text; where that is too large, say what to do, and list the landmarks."""
    drawing = _in_letters(graph)
    if drawing is None:
        error_console().print(
            f"the graph is too large to draw in letters ({len(graph)} landmarks, "
            f"{output_console().width} columns): leave some out with --hide PREDICATE or "
            "--no-pointers, or widen the terminal; here is the list:",
            style="yellow",
            markup=False,
        )
    write_file(output or "-", text_of(graph) if drawing is None else drawing)
    return ExitCode.SUCCESS if drawing is not None else ExitCode.FAILURE


def _in_letters(graph: LandmarkGraph) -> str | None:
    drawing = landmarks_as_text(graph, output_console().width)
    if drawing is None:
        return None
    signs = [
        ("* goal", any(m.is_goal for m in graph.landmarks)),
        ("[ ] pointers stand there", any(m.pointers_at for m in graph.landmarks)),
    ]
    legend = "   ".join(text for text, there in signs if there)
    return f"{drawing}\n{legend}\n" if legend else drawing


def _draw(graph: LandmarkGraph, form: str, output: str | None) -> int:
    """Draw with Graphviz; without it, say so and draw in letters, or give what it would draw."""
    program = shutil.which("dot")
    if program is None:
        drawing = _in_letters(graph)
        instead = "the text that it would draw" if drawing is None else "a drawing in letters"
        error_console().print(
            f"drawing {form} needs Graphviz (its program dot is not on the PATH): install it, for "
            f"instance by apt-get install graphviz; here is {instead}:",
            style="yellow",
        )
        click.echo(drawing or graph.to_dot(), nl=False)
        return ExitCode.FAILURE
    done = subprocess.run(
        [program, f"-T{form}"], input=graph.to_dot().encode(), capture_output=True, check=False
    )
    if done.returncode != 0:
        raise EngineError(f"Graphviz failed: {done.stderr.decode(errors='replace').strip()}")
    write_file(output or "-", done.stdout)
    return ExitCode.SUCCESS


def text_of(graph: LandmarkGraph) -> str:
    """Return counts and the ordered list as text."""
    facts = [m for m in graph.landmarks if m.facts]
    singles = sum(len(m.facts) == 1 for m in facts)
    lines = [
        f"{graph.instance.name}: {len(graph)} landmarks ({singles} facts, "
        f"{len(facts) - singles} disjunctions, {len(graph) - len(facts)} pointer landmarks), "
        f"{len(graph.greedy_necessary)} greedy-necessary and {len(graph.natural)} natural "
        "orderings",
        "",
    ]
    width = len(str(len(graph)))
    greedy, natural = _before(graph.greedy_necessary), _before(graph.natural)
    for m in graph.landmarks:
        marks = [w for w, on in (("goal", m.is_goal), ("initially", m.holds_initially)) if on]
        mark = f"  [{', '.join(marks)}]" if marks else ""
        after = f"  after {greedy[m.number]}" if m.number in greedy else ""
        after += f"  naturally after {natural[m.number]}" if m.number in natural else ""
        lines.append(f"{m.number:>{width}}  {m}{mark}{after}")
    return "\n".join(lines) + "\n"


def _before(orderings: Iterable[tuple[int, int]]) -> dict[int, str]:
    """Return for each landmark those ordered before it, as text."""
    found: dict[int, list[str]] = {}
    for p, q in orderings:
        found.setdefault(q, []).append(str(p))
    return {number: ", ".join(before) for number, before in found.items()}
