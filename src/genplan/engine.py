"""The engines behind one small interface: search, execute, find landmarks.

`core` is the compiled one (`genplan._core`), `python` its plain-Python twin
(`genplan.reference`). Both give the same results. Where no compiled core could be built, the
twin runs. Each is imported when it is used.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from importlib import import_module
from pathlib import Path

from genplan.checkpoints import (
    Checkpoint,
    CheckpointPolicy,
    CheckpointWriter,
    Saving,
    StateReader,
    fingerprint,
    read_checkpoint,
)
from genplan.compiled import (
    DEFAULT_MEMORY_LIMIT,
    CompiledInstance,
    CompiledProblem,
    compile_domain,
    compile_instance,
    compile_problem,
    compile_program,
)
from genplan.compiled_structured import compile_structured
from genplan.errors import EngineError, FileError, ProblemError, did_you_mean
from genplan.execution import Execution
from genplan.goal_facts import show_goals
from genplan.landmark_graph import Construction, LandmarkGraph, LandmarkTable
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import Instance, Literal
from genplan.problem import GPProblem
from genplan.program import AnyProgram
from genplan.program.structured import StructuredProgram
from genplan.search import CancelToken, Configuration, Observer, ProgramLanguage, SearchResult

__all__ = [
    "Engine",
    "choose_engine",
    "core_version",
    "execute",
    "is_certified_landmark",
    "landmark_graph",
    "search",
]


class Engine(Enum):
    """Who does the work: the compiled core, or its plain-Python twin."""

    CORE = "core"
    PYTHON = "python"


def core_version() -> str | None:
    """Return the version of the compiled core, None where there is none."""
    try:
        return str(import_module("genplan._core").version)
    except ImportError:
        return None


def choose_engine(asked: Engine | str | None = None) -> Engine:
    """Return the engine asked for, or the best there is."""
    if isinstance(asked, str):
        asked = _engine_called(asked)
    if asked is Engine.CORE and core_version() is None:
        raise EngineError(
            "the compiled core is not installed here; use the engine python, or install genplan "
            "again on a machine with a C++ compiler"
        )
    if asked is None:
        return Engine.PYTHON if core_version() is None else Engine.CORE
    return asked


def _engine_called(name: str) -> Engine:
    try:
        return Engine(name.lower())
    except ValueError:
        names = [engine.value for engine in Engine]
        hint = did_you_mean(name, names) or f"there are: {', '.join(names)}"
        raise EngineError(f'unknown engine "{name}"; {hint}') from None


def search(
    problem: GPProblem,
    configuration: Configuration,
    observer: Observer | None = None,
    cancel: CancelToken | None = None,
    engine: Engine | str | None = None,
    checkpoint: CheckpointPolicy | None = None,
    resume: Checkpoint | str | Path | None = None,
) -> SearchResult:
    """Return how the search for a program that solves all instances ended.

    With `checkpoint`, the search saves its state to a file: as soon as there is one, then at
    intervals, and when it ends by its limits of time or evaluations or is interrupted. It then
    ends between two expansions, at most about a second later than otherwise; if an expansion
    takes longer than that, the state saved before stays. A search that ends with a program, or
    with no node left, leaves the file as it is, and so does one that runs out of memory.

    With `resume`, the search goes on from such a file and ends with the same program and counts
    as one that was never interrupted. Problem and configuration must be those of the saved
    search, apart from the limits of time, memory and evaluations, which count anew (time), or
    in all (evaluations): so a search that ended out of budget can go on with a larger one. The
    file says which engine made it; without `engine` that one goes on. `read_checkpoint` gives
    back the note that the policy came with. The times in the statistics are those of all runs.
    """
    compiled = compile_problem(problem, configuration.memory_limit)
    saved = read_checkpoint(resume) if isinstance(resume, str | Path) else resume
    chosen = choose_engine(saved.engine if saved is not None and engine is None else engine)
    if checkpoint is None and saved is None:
        return _search(compiled, configuration, observer, cancel, chosen, Saving())
    mark = fingerprint(compiled, configuration)
    writer, interval = None, 0.0
    if checkpoint is not None:
        writer = CheckpointWriter(checkpoint, chosen.value, mark)
        interval = checkpoint.interval
    if saved is None:
        saving = Saving(writer, interval)
        return _search(compiled, configuration, observer, cancel, chosen, saving)
    saved.check(chosen.value, mark)
    with StateReader(saved) as state:
        saving = Saving(writer, interval, state)
        return _search(compiled, configuration, observer, cancel, chosen, saving)


def _search(
    compiled: CompiledProblem,
    configuration: Configuration,
    observer: Observer | None,
    cancel: CancelToken | None,
    engine: Engine,
    saving: Saving,
) -> SearchResult:
    if engine is Engine.PYTHON:
        from genplan.reference import search as reference_search

        return reference_search.search(compiled, configuration, observer, cancel, saving)
    from genplan import core_engine, core_structured

    structured = configuration.language is ProgramLanguage.STRUCTURED
    search_in = core_structured.search_structured if structured else core_engine.search
    try:
        return search_in(compiled, configuration, observer, cancel, saving)
    except core_engine.StateError as error:
        raise FileError(f"the saved state cannot be used: {error}; search anew") from None


def execute(
    program: AnyProgram,
    instance: Instance,
    time_limit: float | None = None,
    cancel: CancelToken | None = None,
    engine: Engine | str | None = None,
) -> Execution:
    """Return how a complete program ends on an instance, with its plan."""
    if isinstance(program, StructuredProgram):
        return _execute_structured(program, instance, time_limit, cancel, engine)
    if program.first_undefined is not None:
        raise ProblemError(f"line {program.first_undefined} of the program is not programmed yet")
    instance = show_goals(instance, program.tested)
    domain = compile_domain(instance.domain, program.pointers)
    compiled = compile_instance(domain, instance)
    lines = [line for line in compile_program(program, domain) if line is not None]
    if choose_engine(engine) is Engine.CORE:
        from genplan import core_engine

        loaded = core_engine.load_instance(core_engine.load_domain(domain), compiled)
        execution = core_engine.execute(loaded, compiled, lines, time_limit, cancel)
    else:
        from genplan.reference import execution as reference

        execution = reference.execute(compiled, lines, time_limit, cancel)
    if execution.outcome is not ExecutionOutcome.INFINITE:
        return execution
    from genplan.reference.execution import loop_lines

    return replace(execution, loop_lines=loop_lines(compiled, lines, execution))


def _execute_structured(
    program: StructuredProgram,
    instance: Instance,
    time_limit: float | None,
    cancel: CancelToken | None,
    engine: Engine | str | None,
) -> Execution:
    domain = compile_domain(instance.domain, program.pointers)
    compiled = compile_instance(domain, instance)
    statements = compile_structured(program, domain)
    if choose_engine(engine) is Engine.CORE:
        from genplan import core_engine, core_structured

        loaded = core_engine.load_instance(core_engine.load_domain(domain), compiled)
        execution = core_structured.execute_structured(
            loaded, compiled, statements, time_limit, cancel
        )
    else:
        from genplan.reference import structured_execution as reference

        execution = reference.execute(compiled, statements, time_limit, cancel)
    if execution.outcome is not ExecutionOutcome.INFINITE:
        return execution
    begin = execution.line
    repeated = range(begin, begin + 1 + statements[begin].size)
    return replace(execution, loop_lines=tuple(repeated))


def landmark_graph(
    instance: Instance,
    construction: Construction | str = Construction.PAPER,
    *,
    pointers: bool = True,
    memory_limit: int = DEFAULT_MEMORY_LIMIT,
    engine: Engine | str | None = None,
) -> LandmarkGraph:
    """Return the landmark graph of an instance; pointer landmarks can be left out."""
    construction = Construction(construction)
    compiled = compile_instance(compile_domain(instance.domain, ()), instance, memory_limit)
    table = _discover(compiled, construction, pointers, memory_limit, choose_engine(engine))
    return LandmarkGraph.build(compiled, construction, table)


def _discover(
    compiled: CompiledInstance,
    construction: Construction,
    pointers: bool,
    memory_limit: int,
    engine: Engine,
) -> LandmarkTable:
    if engine is Engine.PYTHON:
        from genplan.reference import landmarks as reference

        return reference.discover(compiled, construction, pointers=pointers)
    from genplan import core_engine

    loaded = core_engine.load_instance(core_engine.load_domain(compiled.domain), compiled)
    return core_engine.discover(loaded, construction, pointers=pointers, memory_limit=memory_limit)


def is_certified_landmark(
    instance: Instance, facts: tuple[Literal, ...], engine: Engine | str | None = None
) -> bool:
    """Return whether a disjunction of facts is certainly a landmark.

    True if one of them holds initially, or if the goal is out of reach, even without delete
    effects, once every action that adds one of them is removed.
    """
    compiled = compile_instance(compile_domain(instance.domain, ()), instance)
    numbers = [compiled.fact_number(literal) for literal in facts]
    if choose_engine(engine) is Engine.PYTHON:
        from genplan.reference import landmarks as reference

        return reference.is_certified(compiled, numbers)
    from genplan import core_engine

    loaded = core_engine.load_instance(core_engine.load_domain(compiled.domain), compiled)
    return core_engine.is_certified(loaded, numbers)
