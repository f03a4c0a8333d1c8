"""What is shown while a search runs: a live panel on a terminal, plain lines elsewhere."""

from __future__ import annotations

from contextlib import AbstractContextManager
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from genplan.cli.console import error_console
from genplan.portfolio import Attempt, Trial
from genplan.problem import GPProblem
from genplan.search import Progress

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

__all__ = ["Display", "human_bytes", "human_count", "make_display"]

_SECONDS_BETWEEN_LINES = 2.0


class Display(AbstractContextManager["Display"], Protocol):
    """An observer of a search that shows what it is told."""

    def __call__(self, progress: Progress) -> None:
        """Show the progress."""

    def listen(self, event: Attempt | Trial) -> None:
        """Show what a schedule tries now, or what came of it."""


def make_display(problem: GPProblem, *, quiet: bool, verbose: bool) -> Display:
    """Return the display that fits where the output goes."""
    if quiet:
        return _Nothing()
    if error_console().is_terminal:
        return _LivePanel(problem)
    return _PlainLines(problem, 0.2 if verbose else _SECONDS_BETWEEN_LINES)


def human_count(number: float) -> str:
    """Return a count as people read it: 1,234 or 12.3M."""
    if number < 100_000:
        return f"{number:,.0f}"
    for unit in ("k", "M", "G"):
        number /= 1000
        if number < 1000:
            return f"{number:.3g}{unit}"
    return f"{number:,.0f}G"


def human_bytes(number: float) -> str:
    """Return a size as people read it."""
    for unit in ("B", "kB", "MB", "GB"):
        if number < 1024 or unit == "GB":
            return f"{number:.0f} {unit}" if number >= 10 or unit == "B" else f"{number:.1f} {unit}"
        number /= 1024
    raise AssertionError


class _Watch:
    """What all displays need: the clock, and the rate of evaluations."""

    def __init__(self, problem: GPProblem) -> None:
        self.problem = problem
        self.began = self.search_began = monotonic()
        self.trying = ""

    @property
    def elapsed(self) -> float:
        return monotonic() - self.began

    def rate(self, progress: Progress) -> float:
        return progress.evaluated / max(monotonic() - self.search_began, 1e-9)

    def listen(self, event: Attempt | Trial) -> None:
        """Remember what is tried now, and since when."""
        if isinstance(event, Attempt):
            self.search_began = monotonic()
            self.trying = f"round {event.round + 1}: {event} evaluated"

    def active(self, progress: Progress) -> str:
        return f"{len(progress.active)} of {len(self.problem.instances)}"

    def values(self, progress: Progress) -> str:
        return ", ".join(f"{value:,}" for value in progress.best_values)


class _Nothing:
    def __call__(self, progress: Progress) -> None:
        """Show nothing."""

    def listen(self, event: Attempt | Trial) -> None:
        """Show nothing."""

    def __enter__(self) -> _Nothing:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave nothing."""


class _PlainLines(_Nothing):
    def __init__(self, problem: GPProblem, seconds: float) -> None:
        self.watch = _Watch(problem)
        self.seconds = seconds
        self.last = self.watch.began

    def _is_due(self) -> bool:
        if monotonic() - self.last < self.seconds:
            return False
        self.last = monotonic()
        return True

    def listen(self, event: Attempt | Trial) -> None:
        self.watch.listen(event)
        if isinstance(event, Attempt) and self._is_due():
            error_console().print(f"{self.watch.elapsed:8.1f} s  {self.watch.trying}", markup=False)

    def __call__(self, progress: Progress) -> None:
        if not self._is_due():
            return
        watch = self.watch
        error_console().print(
            f"{watch.elapsed:8.1f} s  expanded {human_count(progress.expanded)}  "
            f"evaluated {human_count(progress.evaluated)} ({human_count(watch.rate(progress))}/s)  "
            f"open {human_count(progress.open)}  memory {human_bytes(progress.memory)}  "
            f"best {watch.values(progress)}  active {watch.active(progress)}"
        )


class _LivePanel(_Nothing):
    def __init__(self, problem: GPProblem) -> None:
        self.watch = _Watch(problem)
        self.live: Live | None = None

    def __enter__(self) -> _LivePanel:
        from rich.live import Live

        self.live = Live(console=error_console(), transient=True, refresh_per_second=8)
        self.live.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.live is not None:
            self.live.__exit__(kind, error, trace)

    def __call__(self, progress: Progress) -> None:
        if self.live is not None:
            self.live.update(self._panel(progress))

    def listen(self, event: Attempt | Trial) -> None:
        from rich.panel import Panel
        from rich.text import Text

        self.watch.listen(event)
        if self.live is not None and isinstance(event, Attempt):
            figures = Text(f"{self.watch.elapsed:.1f} s\n{self.watch.trying}")
            self.live.update(Panel(figures, title=f"solving {self.watch.problem.domain.name}"))

    def _panel(self, progress: Progress) -> RenderableType:
        from rich.columns import Columns
        from rich.console import Group
        from rich.panel import Panel
        from rich.table import Table
        from rich.text import Text

        figures = Table.grid(padding=(0, 2))
        figures.add_column(style="dim")
        figures.add_column(justify="right")
        names = [self.watch.problem.instances[i].name for i in progress.active]
        for label, value in (
            ("elapsed", f"{self.watch.elapsed:.1f} s"),
            ("expanded", human_count(progress.expanded)),
            ("evaluated", human_count(progress.evaluated)),
            ("per second", human_count(self.watch.rate(progress))),
            ("open list", human_count(progress.open)),
            ("memory", human_bytes(progress.memory)),
            ("best values", self.watch.values(progress)),
            ("active", self.watch.active(progress)),
            ("newest", names[-1] if names else ""),
        ):
            figures.add_row(label, Text(value))
        program = Text(str(progress.best_program), style="cyan")
        best = Panel(program, title="best partial program", border_style="dim")
        shown: list[RenderableType] = [Columns([figures, best])]
        if self.watch.trying:
            shown.append(Text(self.watch.trying, style="dim"))
        return Panel(Group(*shown), title=f"solving {self.watch.problem.domain.name}")
