"""The options of `genplan solve`, as one value, and what must not be said together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from genplan.cli.console import check_writable
from genplan.cli.options import (
    AUTO,
    BYTES,
    COUNT,
    DURATION,
    LINES_OR_AUTO,
    POINTERS_OR_AUTO,
    SuggestingChoice,
    cluster_option,
    domain_argument,
    engine_option,
    instances_argument,
    jobs_option,
    json_option,
    split_option,
)
from genplan.errors import ProblemError
from genplan.evaluations import Evaluation, PythonEvaluation, parse_evaluations
from genplan.queues import Queue, parse_queues

__all__ = ["SolveOptions", "solve_options"]

Decorator: TypeAlias = Callable[[Any], Any]

if TYPE_CHECKING:  # generic in newer versions of click only
    EvaluationsParameter = click.ParamType[tuple[Evaluation | PythonEvaluation, ...]]
else:
    EvaluationsParameter = click.ParamType


class _Evaluations(EvaluationsParameter):
    name = "name,…"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Evaluation | PythonEvaluation, ...]:
        if isinstance(value, tuple):
            return value
        try:
            return parse_evaluations(str(value))
        except ProblemError as error:
            self.fail(str(error), param, ctx)


if TYPE_CHECKING:
    QueuesParameter = click.ParamType[tuple[Queue, ...]]
else:
    QueuesParameter = click.ParamType


class _Queues(QueuesParameter):
    name = "queue;…"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Queue, ...]:
        if isinstance(value, tuple):
            return value
        try:
            return parse_queues(str(value))
        except ProblemError as error:
            self.fail(str(error), param, ctx)


_OPTIONS: Final[tuple[Decorator, ...]] = (
    domain_argument,
    instances_argument,
    split_option("train"),
    click.option(
        "--add",
        multiple=True,
        metavar="FILE",
        help="A further instance, such as a counterexample; can be repeated.",
    ),
    click.option(
        "--pool",
        multiple=True,
        metavar="FILE",
        help="Further instances, or folders or patterns of them, that a program must solve too; "
        "only those on which one fails cost effort. Can be repeated.",
    ),
    click.option(
        "--pool-generator",
        metavar="BENCHMARK",
        help="Use the pool of a bundled benchmark of the same domain.  [default in the search "
        "auto: its own, where DOMAIN is a bundled benchmark]",
    ),
    click.option(
        "--shuffle-objects",
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        help="Add so many copies of every instance with the objects in other orders, so that the "
        "program does not depend on their order.",
    ),
    click.option(
        "-n",
        "--lines",
        type=LINES_OR_AUTO,
        help="Lines, the last one included, or statements of structured programs: a number, or for "
        "the search auto a range or auto.",
    ),
    click.option(
        "--pointers",
        type=POINTERS_OR_AUTO,
        help="Pointers per type.  [default: as schemas need, and in the search auto one more]",
    ),
    click.option(
        "--search",
        "strategy",
        type=SuggestingChoice(["auto", "pgp", "bfs"]),
        help="A schedule of searches that needs to be told nothing; or progressive search, or all "
        "instances active from the start.  [default: auto, or pgp where --lines is a number]",
    ),
    click.option(
        "--language",
        type=SuggestingChoice(["auto", "structured", "goto"]),
        help="Programs with loops and conditions, with gotos as in the paper, or both in turn "
        "(search auto).  [default: auto; goto where lines, evaluation functions or queues are "
        "given]",
    ),
    click.option(
        "--evaluate",
        type=_Evaluations(),
        help="Evaluation functions, compared in this order (see: genplan evaluations).  "
        "[default: landmark-count; in the search auto several]",
    ),
    click.option(
        "--queues",
        type=_Queues(),
        help="Queues of open nodes that take turns, instead of --evaluate: functions each, novel: "
        "for new machines only, by-length: for every length of program in turn, *N for N turns.",
    ),
    click.option(
        "--lazy",
        is_flag=True,
        help="Re-evaluate an open node only when it is taken after an instance became active.",
    ),
    click.option(
        "--landmarks",
        type=SuggestingChoice(["paper", "sound"]),
        default="paper",
        show_default=True,
        help="How landmarks are found.",
    ),
    click.option("--goal-facts", is_flag=True, help="Let programs test what the goal is."),
    click.option(
        "--optimize",
        type=SuggestingChoice(["lines", "steps"]),
        help="Shorten the program that is found, or its plans, and go on (search auto): for fewer "
        "lines, or for fewer actions and steps; until the time limit, or for one more round.",
    ),
    jobs_option("Searches of the search auto that run at the same time; the result is the same."),
    cluster_option,
    click.option("--time-limit", type=DURATION, help="Stop after this time, such as 90s or 5m."),
    click.option(
        "--memory-limit",
        type=BYTES,
        default="4G",
        show_default=True,
        help="Stop before using more memory than this, in each process.",
    ),
    click.option(
        "--evaluation-limit",
        type=COUNT,
        help="Stop after so many evaluated nodes (looked at between expansions).",
    ),
    click.option(
        "--open-limit",
        type=COUNT,
        help="Keep so many open nodes and drop the worst: the search is not complete then.",
    ),
    click.option(
        "--checkpoint",
        metavar="FILE",
        help="Save the search now and then, and when it is stopped; go on with: "
        "genplan resume FILE.",
    ),
    click.option(
        "--checkpoint-every",
        type=DURATION,
        default="60s",
        show_default=True,
        help="How often the search is saved.",
    ),
    engine_option,
    click.option("-o", "--output", metavar="FILE", help="Write the program to a file."),
    click.option("--report", "page", metavar="FILE", help="Write a page about search and program."),
    json_option,
    click.option("-q", "--quiet", is_flag=True, help="Show no progress and no notices."),
    click.option("-v", "--verbose", is_flag=True, help="Show progress more often."),
)


def solve_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the arguments and options; they make a `SolveOptions`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveOptions:
    """What the command line says."""

    domain: str
    instances: tuple[str, ...]
    split: str
    add: tuple[str, ...]
    pool: tuple[str, ...]
    pool_generator: str | None
    shuffle_objects: int
    lines: int | range | str | None
    pointers: Mapping[str, int] | str | None
    strategy: str | None
    language: str | None
    evaluate: tuple[Evaluation | PythonEvaluation, ...] | None
    queues: tuple[Queue, ...] | None
    lazy: bool
    landmarks: str
    goal_facts: bool
    optimize: str | None
    jobs: int
    cluster: str | None
    time_limit: float | None
    memory_limit: int
    evaluation_limit: int | None
    open_limit: int | None
    checkpoint: str | None
    checkpoint_every: float
    engine: str | None
    output: str | None
    page: str | None
    as_json: bool
    quiet: bool
    verbose: bool

    @property
    def search(self) -> str:
        """Return which search is meant."""
        if self.strategy is not None:
            return self.strategy
        is_plain = isinstance(self.lines, int) and self.language in (None, "goto")
        return "pgp" if is_plain else AUTO

    @property
    def is_auto(self) -> bool:
        """Return whether a schedule of searches is meant."""
        return self.search == AUTO

    @property
    def for_search(self) -> dict[str, Any]:
        """Return what decides the course of the search, as arguments of `genplan.solve`."""
        return {
            "search": self.search,
            "language": self.language,
            "evaluate": self.evaluate,
            "landmarks": self.landmarks,
            "more_pointers": not isinstance(self.pointers, dict),
            "goal_facts": self.goal_facts,
            "optimize": self.optimize,
            "jobs": self.jobs,
            "queues": self.queues or (),
            "lazy": self.lazy,
            "evaluation_limit": self.evaluation_limit,
            "open_limit": self.open_limit,
            "engine": self.engine,
        }

    def check(self) -> None:
        """Refuse what must not be said together, and files that cannot be written."""
        if self.as_json and self.output == "-":
            raise click.UsageError("--json prints the program too; leave out -o -")
        if self.evaluate and self.queues:
            raise click.UsageError("--queues name their evaluation functions; leave out --evaluate")
        for file in (self.output, self.page, self.checkpoint):
            check_writable(file)
        if self.is_auto:
            self._check_auto()
        else:
            self._check_plain()

    def _check_auto(self) -> None:
        """Refuse what only a single search can do."""
        if self.evaluation_limit or self.open_limit:
            raise click.UsageError(
                "the search auto sets its own limits; leave out --evaluation-limit and --open-limit"
            )

    def _check_plain(self) -> None:
        """Refuse what only a schedule of searches can do."""
        has_other_lines = self.lines is not None and not isinstance(self.lines, int)
        for given, option in (
            (has_other_lines, "--lines with a range or auto"),
            (self.pointers == AUTO, "--pointers auto"),
            (self.optimize is not None, "--optimize"),
            (self.jobs > 1, "--jobs"),
            (self.cluster is not None, "--cluster"),
        ):
            if given:
                raise click.UsageError(
                    f"{option} is for the search auto, not for {self.search}; use --search auto"
                )
