"""Where instances to test with come from: a bundled benchmark, or any command that prints PDDL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from genplan.benchmarks import get_benchmark
from genplan.errors import InputError, ProblemError, printable
from genplan.pddl.model import Domain, Instance
from genplan.pddl.reader import parse_instance

__all__ = ["BenchmarkSource", "CommandSource", "Source"]

_MOST_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class BenchmarkSource:
    """The generator of a bundled benchmark."""

    name: str

    @staticmethod
    def of(name: str, domain: Domain) -> BenchmarkSource:
        """Return the source, if its instances are of the domain given."""
        benchmark = get_benchmark(name)
        if benchmark.domain != domain:
            raise ProblemError(
                f'the generator "{name}" makes instances of its own domain, which differs from '
                f'the domain "{domain.name}" given; use --generator-command with a generator of '
                "your own"
            )
        return BenchmarkSource(benchmark.name)

    @property
    def smallest_size(self) -> int:
        """Return the smallest size for which there is an instance."""
        return get_benchmark(self.name).smallest_size

    def instance(self, size: int, seed: int) -> Instance:
        """Return the instance of a size and a seed."""
        return get_benchmark(self.name).generate([size], seed)[0]


@dataclass(frozen=True, slots=True)
class CommandSource:
    """A command that prints an instance as PDDL; `{size}` and `{seed}` stand for numbers."""

    words: tuple[str, ...]
    domain: Domain

    @staticmethod
    def of(template: str, domain: Domain) -> CommandSource:
        """Return the source for a command as one writes it in a shell."""
        import shlex

        try:
            words = tuple(shlex.split(template))
        except ValueError as error:
            raise ProblemError(f"the generator command {template!r} is broken: {error}") from None
        if not words:
            raise ProblemError("the generator command is empty; write 'program {size} {seed}'")
        if not any("{size}" in word or "{seed}" in word for word in words):
            raise ProblemError(
                f"the generator command {template!r} always prints the same instance; use {{size}} "
                "and {seed} where the numbers are to stand"
            )
        return CommandSource(words, domain)

    @property
    def smallest_size(self) -> int:
        """Return 1: what a command can do is not known."""
        return 1

    def instance(self, size: int, seed: int) -> Instance:
        """Return what the command prints, read as an instance."""
        import shlex
        import subprocess

        words = [w.replace("{size}", str(size)).replace("{seed}", str(seed)) for w in self.words]
        shown = printable(shlex.join(words))
        try:
            done = subprocess.run(
                words,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_MOST_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise InputError(
                f"the generator `{shown}` took longer than {_MOST_SECONDS:.0f} s"
            ) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise InputError(f"the generator `{shown}` cannot be run: {reason}") from None
        if done.returncode:
            said = printable(done.stderr.decode(errors="replace").strip()[-300:])
            raise InputError(
                f"the generator `{shown}` failed with code {done.returncode}: "
                f"{said or 'no message'}; if there is no instance of that size, choose other sizes"
            )
        text = done.stdout.decode(errors="replace")
        return parse_instance(text, self.domain, f"output of `{shown}`")


Source: TypeAlias = BenchmarkSource | CommandSource
