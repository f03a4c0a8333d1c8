"""Values of options: durations, sizes, pointers; and options that commands share."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from genplan.errors import did_you_mean

__all__ = [
    "AUTO",
    "BYTES",
    "COUNT",
    "DURATION",
    "LINES",
    "LINES_OR_AUTO",
    "POINTERS",
    "POINTERS_OR_AUTO",
    "SuggestingChoice",
    "cluster_option",
    "domain_argument",
    "engine_option",
    "instances_argument",
    "jobs_option",
    "json_option",
    "split_option",
]

if TYPE_CHECKING:  # the classes are generic in newer versions of click only
    FloatParameter = click.ParamType[float]
    IntParameter = click.ParamType[int]
    CountsParameter = click.ParamType[dict[str, int]]
    LineParameter = click.ParamType[int | range | str]
    PointersOrAutoParameter = click.ParamType[dict[str, int] | str]
    TextChoice = click.Choice[str]
else:
    FloatParameter = IntParameter = CountsParameter = click.ParamType
    LineParameter = PointersOrAutoParameter = click.ParamType
    TextChoice = click.Choice

Command = TypeVar("Command", bound=Callable[..., Any])

AUTO: Final = "auto"
LEAST_LINES: Final = 2
MOST_LINES: Final = 10_000

_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*(ms|s|m|min|h|d)?", re.IGNORECASE)
_SECONDS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86400.0}
_MOST_SECONDS: Final = 100 * 365.25 * 86400
_MOST_BYTES: Final = 1 << 60
_BYTES: Final = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt])?i?b?", re.IGNORECASE)


class Duration(FloatParameter):
    """A time such as 90, 90s, 5m or 1.5h, as seconds."""

    name = "time"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the seconds."""
        if isinstance(value, float):
            return value
        match = _DURATION.fullmatch(str(value).strip())
        if match is None:
            self.fail(f'"{value}" is not a time; write 90, 90s, 5m or 1.5h', param, ctx)
        seconds = float(match.group(1)) * _SECONDS[(match.group(2) or "s").lower()]
        if seconds <= 0:
            self.fail("the time must be more than 0", param, ctx)
        if seconds > _MOST_SECONDS:
            self.fail(f"{value} is more than a hundred years; write less", param, ctx)
        return seconds


class Bytes(IntParameter):
    """A size such as 500M or 4G, as bytes."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the bytes."""
        if isinstance(value, int):
            return value
        match = _BYTES.fullmatch(str(value).strip())
        if match is None:
            self.fail(f'"{value}" is not a size; write 500M or 4G', param, ctx)
        unit = (match.group(2) or "").lower()
        size = float(match.group(1)) * 1024 ** " kmgt".index(unit or " ")
        if size < 1:
            self.fail("the size must be more than 0", param, ctx)
        if size > _MOST_BYTES:
            self.fail(f"{value} is more than any machine has; write less", param, ctx)
        return int(size)


class Pointers(CountsParameter):
    """How many pointers of which type, such as location=3,ball=1."""

    name = "type=n,…"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> dict[str, int]:
        """Return the numbers by type."""
        if isinstance(value, dict):
            return value
        counts: dict[str, int] = {}
        for part in str(value).split(","):
            name, equals, count = (piece.strip() for piece in part.partition("="))
            if not equals or not name or not count.isdecimal():
                self.fail(f'"{part}" is not TYPE=NUMBER, as in location=3,ball=1', param, ctx)
            if len(count) > 9:
                self.fail(f"{count} pointers are too many", param, ctx)
            if name.lower() in (known.lower() for known in counts):
                self.fail(f'the type "{name}" is given twice', param, ctx)
            counts[name] = int(count)
        return counts


class LineCount(LineParameter):
    """A number of lines such as 12, a range such as 5..14, or auto, which is None here."""

    name = "n|a..b|auto"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | range | str:
        """Return the number, the range with its last number included, or `auto`."""
        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]
        if value.strip().lower() == AUTO:
            return AUTO
        first, dots, last = (part.strip() for part in value.partition(".."))
        ends = [first, last] if dots else [first]
        if not all(end.isdecimal() for end in ends):
            self.fail(f'"{value}" is not a number of lines; write 12, 5..14 or auto', param, ctx)
        if any(len(end) > 9 or not LEAST_LINES <= int(end) <= MOST_LINES for end in ends):
            self.fail(f"{value} is not in the range {LEAST_LINES}<=x<={MOST_LINES}.", param, ctx)
        if not dots:
            return int(first)
        if int(first) > int(last):
            self.fail(f"{value}: the first number must not be larger than the last", param, ctx)
        return range(int(first), int(last) + 1)


class PointersOrAuto(PointersOrAutoParameter):
    """How many pointers of which type, or auto."""

    name = "type=n,…|auto"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> dict[str, int] | str:
        """Return the numbers by type, or `auto`."""
        if isinstance(value, str) and value.strip().lower() == AUTO:
            return AUTO
        return POINTERS.convert(value, param, ctx)


class SuggestingChoice(TextChoice):
    """A choice that says which value was meant."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the choice in its spelling."""
        known = [str(choice) for choice in self.choices]
        found = {choice.lower(): choice for choice in known}.get(str(value).lower())
        if found is None:
            hint = did_you_mean(str(value), known) or f"there are: {', '.join(known)}"
            self.fail(f'"{value}" is not one of them; {hint}', param, ctx)
        return found


DURATION: Final = Duration()
BYTES: Final = Bytes()
POINTERS: Final = Pointers()
COUNT: Final = click.IntRange(min=1)
LINES: Final = click.IntRange(min=LEAST_LINES, max=MOST_LINES)
LINES_OR_AUTO: Final = LineCount()
POINTERS_OR_AUTO: Final = PointersOrAuto()


def domain_argument(command: Command) -> Command:
    """Add the argument DOMAIN."""
    return click.argument("domain", metavar="DOMAIN")(command)


def instances_argument(command: Command) -> Command:
    """Add the arguments INSTANCE…, which a bundled benchmark does not need."""
    return click.argument("instances", metavar="[INSTANCE]…", nargs=-1)(command)


def split_option(default: str) -> Callable[[Command], Command]:
    """Add the option that chooses a set of a bundled benchmark."""
    return click.option(
        "--split",
        type=SuggestingChoice(["train", "validation"]),
        default=default,
        show_default=True,
        help="Which instances of a bundled benchmark.",
    )


def engine_option(command: Command) -> Command:
    """Add the option that chooses the engine."""
    return click.option(
        "--engine",
        type=SuggestingChoice(["core", "python"]),
        help="The compiled core, or its plain-Python twin.  [default: core where it is there]",
    )(command)


def jobs_option(help_text: str) -> Callable[[Command], Command]:
    """Add the option that says how many processes share the work."""
    return click.option(
        "-j", "--jobs", type=click.IntRange(min=1), default=1, show_default=True, help=help_text
    )


def cluster_option(command: Command) -> Command:
    """Add the option that has the work done on a cluster."""
    return click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Have the work done on a Dask cluster: the address of its scheduler, or local.",
    )(command)


def json_option(command: Command) -> Command:
    """Add the option for one JSON object instead of text."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Print one JSON object and nothing else."
    )(command)
