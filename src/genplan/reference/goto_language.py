"""Goto programs as a search space: the children of a program, and running it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from genplan.compiled import (
    CompiledInstance,
    CompiledInstruction,
    CompiledProblem,
    Kind,
    compile_instruction,
)
from genplan.evaluations import Evaluation, PythonEvaluation
from genplan.outcomes import ExecutionOutcome
from genplan.program.instruction_set import InstructionSet
from genplan.program.instructions import End, Goto, Instruction
from genplan.program.program import Program
from genplan.reference.evaluation import Run, evaluate
from genplan.reference.language import MachineKey
from genplan.reference.machine import Machine, run, start
from genplan.reference.progress import LandmarkProgress

__all__ = ["Code", "GotoLanguage"]

Code = tuple[CompiledInstruction | None, ...]


class GotoLanguage:
    """Programs of a fixed number of lines, filled from the first line on."""

    every_program_is_complete = False
    counts_pointers = True

    def __init__(
        self, problem: CompiledProblem, lines: int, poll: Callable[[], None] = lambda: None
    ) -> None:
        """Compile the instruction set; `poll` is called now and then while programs run."""
        self.domain = problem.domain
        self.lines = lines
        self.poll = poll
        self.instructions = InstructionSet.build(
            problem.domain.domain, problem.domain.pointers, lines
        )
        self.compiled: dict[Instruction, CompiledInstruction] = {}
        self.source: dict[CompiledInstruction, Instruction] = {}
        self.numbered: list[CompiledInstruction] = []
        self._compile(End())

    def root(self) -> Code:
        """Return the empty program: only the last line is programmed."""
        return (*(None,) * (self.lines - 1), CompiledInstruction(Kind.END))

    def length(self, code: Code) -> int:
        """Return how many lines are programmed, without the last one."""
        return len(code) - 1 - code.count(None)

    def children(self, code: Code) -> Iterator[Code]:
        """Yield the programs with one more line, in the order that decides ties."""
        line = code.index(None)
        before = self.source[previous] if line and (previous := code[line - 1]) else None
        for instruction in self.instructions.candidates(line, before):
            yield (*code[:line], self._compile(instruction), *code[line + 1 :])

    def is_new(self, code: Code) -> bool:
        """Return True: every program has one parent only."""
        del code
        return True

    def _compile(self, instruction: Instruction) -> CompiledInstruction:
        if instruction not in self.compiled:
            compiled = compile_instruction(instruction, self.domain)
            self.compiled[instruction] = compiled
            self.source[compiled] = instruction
        return self.compiled[instruction]

    def start(self, instance: CompiledInstance, progress: LandmarkProgress | None) -> Run:
        """Return the empty program's run: nothing executed yet."""
        machine = start(instance)
        reached = progress.at_start(machine) if progress else frozenset()
        return Run(instance, machine, ExecutionOutcome.UNDEFINED, 0, progress, reached)

    def resume(self, code: Code, before: Run) -> Run:
        """Return the run of a program that goes on where an earlier run halted.

        A child's run is its parent's up to the line that the child adds, which is where the
        parent halted; so only what follows needs to be executed.
        """
        reached = before.reached
        progress = before.progress

        def after_step(machine: Machine, following: Machine) -> None:
            nonlocal reached
            del machine
            self.poll()
            if progress is not None:
                reached = progress.after_step(reached, following)

        halt = run(code, before.instance, before.machine, after_step)
        steps = before.steps + halt.steps
        return Run(before.instance, halt.machine, halt.outcome, steps, progress, reached)

    def solves(self, code: Code, instance: CompiledInstance) -> bool:
        """Return whether a program solves an instance that is not active."""
        run = self.resume(code, self.start(instance, None))
        return run.outcome is ExecutionOutcome.SOLVED

    def is_dead(self, run: Run) -> bool:
        """Return whether neither the program nor a descendant of it solves the instance."""
        return run.outcome in (ExecutionOutcome.INCORRECT, ExecutionOutcome.INFINITE)

    def key(self, code: Code, run: Run) -> MachineKey:
        """Return state, pointers and y of a run's machine."""
        del code
        machine = run.machine
        return tuple(sorted(machine.state)), machine.pointers, machine.y

    def value(
        self, evaluation: Evaluation | PythonEvaluation, code: Code, runs: Sequence[Run]
    ) -> int:
        """Return the value of a program that has these runs on the active instances."""
        return evaluate(evaluation, code, runs, lambda: self.program(code))

    def encoded(self, code: Code) -> list[int | None]:
        """Return the number of each line's instruction, None where there is none yet."""
        numbers = {compiled: number for number, compiled in enumerate(self._all())}
        return [None if line is None else numbers[line] for line in code]

    def decoded(self, plain: Sequence[int | None]) -> Code:
        """Return the code of instruction numbers."""
        numbered = self._all()
        return tuple(None if number is None else numbered[number] for number in plain)

    def remembered(self) -> Iterator[Code]:
        """Yield nothing: no program has two parents, so none is generated twice."""
        return iter(())

    def remember(self, codes: Iterable[Code]) -> None:
        """Remember nothing."""
        del codes

    def _all(self) -> list[CompiledInstruction]:
        """Return all instructions in a fixed order."""
        if not self.numbered:
            instructions = self.instructions
            gotos = (Goto(t, when) for t in range(self.lines - 1) for when in (False, True))
            groups = (
                instructions.actions,
                instructions.pointer_instructions,
                instructions.tests,
                gotos,
                (End(),),
            )
            self.numbered = [self._compile(i) for group in groups for i in group]
        return self.numbered

    def program(self, code: Code) -> Program:
        """Return a program with names instead of numbers."""
        lines = [None if line is None else self.source[line] for line in code]
        return Program(self.domain.domain.name, self.domain.pointers, tuple(lines))
