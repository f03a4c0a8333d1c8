"""Models from the command line: bundled names, files, folders and patterns."""

from __future__ import annotations

import glob
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from genplan.benchmarks import BENCHMARKS, Benchmark, get_benchmark
from genplan.cli.console import error_console
from genplan.errors import FileError, ProblemError, did_you_mean
from genplan.pddl.model import Domain, Instance
from genplan.pddl.reader import read_domain, read_instance
from genplan.pool import with_shuffled_copies

__all__ = [
    "Models",
    "check_program_file",
    "find_domain",
    "find_instance_files",
    "find_models",
    "natural_key",
    "with_added",
]


@dataclass(frozen=True, slots=True)
class Models:
    """A domain with instances; `benchmark` if they are bundled ones."""

    domain: Domain
    instances: tuple[Instance, ...]
    benchmark: Benchmark | None


def find_models(
    domain: str,
    instances: Sequence[str],
    split: str,
    *,
    needed: bool = True,
    quiet: bool = False,
) -> Models:
    """Return the models that the arguments of a command name, and say which if two are meant."""
    benchmark, path = find_domain(domain)
    if not quiet:
        _say_which(domain, benchmark)
    read = benchmark.domain if benchmark else read_domain(path)
    if instances:
        files = find_instance_files(instances, path if benchmark is None else None)
        return Models(read, tuple(read_instance(file, read) for file in files), benchmark)
    if benchmark:
        found = benchmark.training() if split == "train" else benchmark.validation()
        return Models(read, found, benchmark)
    if needed:
        raise FileError(
            f'no instances are given for the domain "{read.name}"; name files, folders or patterns'
        )
    return Models(read, (), None)


def with_added(models: Models, files: Sequence[str]) -> Models:
    """Return the models with the instances in these files, or folders or patterns, as well."""
    found = find_instance_files(files, None)
    added = tuple(read_instance(file, models.domain) for file in found)
    return replace(models, instances=(*models.instances, *added))


def with_pool(models: Models, files: Sequence[str], generator: str | None, shuffles: int) -> Models:
    """Return the models with a pool of further instances, and shuffled copies of all."""
    models = with_added(models, files)
    if generator is not None:
        benchmark = get_benchmark(generator)
        if benchmark.domain != models.domain:
            raise ProblemError(
                f'the pool of "{benchmark.name}" is for its own domain, which is not '
                f'"{models.domain.name}" as it is given; use a benchmark of the same domain'
            )
        models = replace(models, instances=(*models.instances, *benchmark.pool()))
    return replace(models, instances=with_shuffled_copies(models.instances, shuffles))


def check_program_file(path: str) -> None:
    """Refuse a PDDL file where a program belongs, before the other files are read."""
    file = Path(path)
    if file.is_file() and _beginning(file).lstrip()[:1] == b"(":
        raise FileError(
            f"{path}: this is a PDDL file, but a program was expected here; "
            "the order is PROGRAM DOMAIN INSTANCE…"
        )


def _beginning(file: Path) -> bytes:
    with file.open("rb") as stream:
        return stream.read(4096)


def find_domain(argument: str) -> tuple[Benchmark | None, Path]:
    """Return the bundled benchmark of that name, or the path of a file."""
    if not argument.strip():
        raise FileError("the name of the domain is empty; give a file or a bundled benchmark")
    path = Path(argument)
    benchmark = BENCHMARKS.get(argument.lower())
    if benchmark is not None and not path.is_file():
        return benchmark, path
    if not path.exists() and "/" not in argument and "." not in argument:
        hint = did_you_mean(argument, BENCHMARKS) or f"bundled are: {', '.join(BENCHMARKS)}"
        raise FileError(f"{argument}: no such file, and no bundled benchmark of that name; {hint}")
    return None, path


def _say_which(argument: str, benchmark: Benchmark | None) -> None:
    """Say what is taken where a bundled benchmark and something here have the same name."""
    path = Path(argument)
    if argument.lower() not in BENCHMARKS:
        return
    if benchmark is None:
        told = (
            f'"{argument}" is the file here, not the bundled benchmark of that name; '
            "for the benchmark, rename the file or go to another folder"
        )
    elif next(path.glob("*.pddl"), None) is not None:
        told = (
            f'"{argument}" is the bundled benchmark, not the folder here of that name; '
            f"for the folder, name its domain file, such as {path / 'domain.pddl'}"
        )
    else:
        return
    error_console().print(told, style="yellow", markup=False)


def find_instance_files(arguments: Iterable[str], domain: Path | None) -> tuple[Path, ...]:
    """Return the files that arguments name; folders and patterns in natural order."""
    return tuple(file for argument in arguments for file in _files(argument, domain))


def _files(argument: str, domain: Path | None) -> Iterator[Path]:
    if not argument.strip():
        raise FileError("the name of an instance is empty; give files, folders or patterns")
    path = Path(argument)
    if path.is_dir():
        found = sorted(path.glob("*.pddl"), key=natural_key)
        found = [file for file in found if not _is_domain(file, domain)]
        if not found:
            raise FileError(f"{argument}: there are no instances (*.pddl) in this folder")
        yield from found
    elif not path.exists() and glob.has_magic(argument):
        matches = [Path(match) for match in glob.glob(argument, recursive=True)]  # noqa: PTH207
        found = sorted((m for m in matches if not _is_domain(m, domain)), key=natural_key)
        if not found:
            raise FileError(f"{argument}: no file matches this pattern")
        yield from found
    else:
        yield path


def _is_domain(file: Path, domain: Path | None) -> bool:
    if domain is not None and domain.exists() and file.samefile(domain):
        return True
    return file.name.lower() == "domain.pddl"


def natural_key(path: Path) -> list[tuple[int, int, str]]:
    """Return a key that sorts p2 before p10."""
    pieces = re.split(r"(\d+)", str(path))
    return [(0, int(p), "") if p.isdecimal() else (1, 0, p) for p in pieces]
