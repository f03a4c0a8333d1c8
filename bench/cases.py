"""What is measured: searches on the bundled problems, executions of their programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from bench.measure import best_of, once
from genplan import _core, core_engine
from genplan.benchmarks import BENCHMARKS
from genplan.compiled import (
    CompiledInstance,
    CompiledInstruction,
    compile_domain,
    compile_instance,
    compile_program,
)
from genplan.engine import Engine, search
from genplan.evaluations import parse_evaluations
from genplan.execution import Execution
from genplan.pddl.model import Instance
from genplan.problem import GPProblem
from genplan.search import Configuration, SearchResult, Strategy

PAPER = ("baking", "corridor", "gripper", "intrusion", "lock", "ontable", "spanner", "visitall")
"""The eight domains of the paper."""


def lines_of(domain: str) -> int:
    """Return the number of lines with which the paper searches."""
    lines = BENCHMARKS[domain].lines
    assert lines is not None
    return lines


@dataclass(frozen=True)
class Cell:
    """A cell of the paper's tables: a domain, a strategy and an evaluation function."""

    domain: str
    strategy: Strategy
    evaluation: str

    def configuration(self, lines: int | None = None) -> Configuration:
        return Configuration(
            lines or lines_of(self.domain),
            self.strategy,
            parse_evaluations(self.evaluation),
        )

    def search(self, problem: GPProblem, lines: int | None = None) -> SearchResult:
        return search(problem, self.configuration(lines), engine=Engine.CORE)

    def measure(self) -> tuple[float, SearchResult]:
        """Return the CPU seconds of the whole search, landmarks included, and its result."""
        problem = BENCHMARKS[self.domain].problem()
        seconds, result = best_of(lambda: self.search(problem))
        if not result:
            raise SystemExit(f"{self.domain}: no program was found, but {result.outcome.value}")
        return seconds, result


@dataclass(frozen=True)
class Loaded:
    """A program and an instance, ready to be run by the core."""

    instance: CompiledInstance
    core: core_engine.CoreInstance
    lines: Sequence[CompiledInstruction]

    def execute(self) -> Execution:
        execution = core_engine.execute(self.core, self.instance, self.lines)
        if not execution.solved:
            raise SystemExit(f"{self.instance.instance.name}: {execution.outcome.value}")
        return execution

    def steps_per_second(self) -> float:
        """Return the speed of the core alone; the plan is not recorded."""
        rows = [(int(x.kind), x.operand, x.pointers, x.when) for x in self.lines]
        seconds, run = best_of(lambda: _core.execute(self.core, rows, False, 0, inf, None))
        return run.steps / seconds


def load(domain: str, instance: Instance) -> Loaded:
    """Return the bundled program of a domain and an instance of it, ready to be run."""
    program = BENCHMARKS[domain].program
    assert program is not None
    tables = compile_domain(instance.domain, program.pointers)
    compiled = compile_instance(tables, instance)
    lines = [line for line in compile_program(program, tables) if line is not None]
    return Loaded(
        compiled, core_engine.load_instance(core_engine.load_domain(tables), compiled), lines
    )


def instance_of(domain: str, size: int) -> Instance:
    return BENCHMARKS[domain].generate([size], seed=1)[0]


def run_bundled(domain: str, size: int) -> tuple[float, float, Execution]:
    """Return the CPU seconds to load an instance and to run the program on it; its execution."""
    instance = instance_of(domain, size)
    loading, loaded = once(lambda: load(domain, instance))
    running, execution = best_of(loaded.execute)
    return loading, running, execution
