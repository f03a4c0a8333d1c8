"""`genplan run`: run a program on an instance and print the plan, or every step."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

import click

from genplan.cli.app import ExitCode
from genplan.cli.console import (
    check_writable,
    error_console,
    output_console,
    print_notices,
    write_file,
)
from genplan.cli.inputs import check_program_file, find_models
from genplan.cli.options import (
    DURATION,
    domain_argument,
    engine_option,
    instances_argument,
    split_option,
)
from genplan.engine import execute
from genplan.execution import Execution
from genplan.outcomes import ExecutionOutcome
from genplan.pddl.model import Instance
from genplan.plan import format_plan
from genplan.planner import describe_loop
from genplan.problem import make_problem
from genplan.program import AnyProgram
from genplan.program.text import read_program
from genplan.report.strip import Strips
from genplan.trace import TraceStep, pointers_at_start, trace
from genplan.validation import validate_plan

__all__ = ["command"]


@click.command(
    "run",
    epilog="""\b
Examples:
  genplan run lock.gp domain.pddl p1.pddl
  genplan run lock.gp domain.pddl p1.pddl -o plan.txt
  genplan run lock.gp lock --trace --trace-limit 20
  genplan run lock.gp lock --trace --draw | less""",
)
@click.argument("program", metavar="PROGRAM")
@domain_argument
@instances_argument
@split_option("train")
@click.option("-o", "--output", metavar="FILE", help="Write the plan, or the trace, to a file.")
@click.option("--trace", "with_trace", is_flag=True, help="Show every step instead of the plan.")
@click.option(
    "--trace-limit",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Show at most so many steps.",
)
@click.option(
    "--draw/--no-draw",
    default=None,
    help="Draw pointers over objects in a trace.  [default: on a terminal]",
)
@click.option("--time-limit", type=DURATION, help="Stop after this time.")
@engine_option
def command(
    program: str,
    domain: str,
    instances: tuple[str, ...],
    split: str,
    output: str | None,
    with_trace: bool,
    trace_limit: int,
    draw: bool | None,
    time_limit: float | None,
    engine: str | None,
) -> int:
    """Run a PROGRAM on one INSTANCE of a DOMAIN and print the plan.

    The plan is in the format of planners: an action a line. For a bundled benchmark the
    instance can be left out; the first one is taken then.
    """
    check_writable(output)
    check_program_file(program)
    models = find_models(domain, instances, split)
    if instances and len(models.instances) != 1:
        raise click.UsageError(f"one instance was expected, {len(models.instances)} are given")
    instance = models.instances[0]
    read = read_program(program, models.domain)
    print_notices(make_problem(models.domain, [instance]).notices)
    if with_trace:
        if draw is None:
            draw = not output and sys.stdout.isatty()
        return _trace(read, instance, trace_limit, output, draw)
    execution = execute(read, instance, time_limit, engine=engine)
    if not execution.solved:
        _say_why(read, execution)
        if execution.outcome is ExecutionOutcome.OUT_OF_TIME:
            return ExitCode.OUT_OF_TIME
        return ExitCode.FAILURE
    verdict = validate_plan(instance, execution.plan)
    if not verdict:
        raise click.ClickException(f"the independent check refuses the plan: {verdict.reason}")
    write_file(output or "-", format_plan(execution.plan))
    return ExitCode.SUCCESS


def _say_why(program: AnyProgram, execution: Execution) -> None:
    if execution.outcome is ExecutionOutcome.INFINITE:
        why = describe_loop(program, execution.loop_lines)
    elif execution.outcome is ExecutionOutcome.INCORRECT:
        missing = [str(literal) for literal in execution.goals_missing[:5]]
        more = len(execution.goals_missing) - len(missing)
        why = f"goal not reached: {', '.join(missing)}" + (f" and {more} more" if more > 0 else "")
    else:
        why = execution.outcome.value.replace("_", " ")
    error_console().print(f"{execution.instance.name}: no plan: {why}", style="red", markup=False)


def _trace(
    program: AnyProgram, instance: Instance, limit: int, output: str | None, draw: bool
) -> int:
    steps: list[TraceStep] = []

    def kept() -> Iterator[TraceStep]:
        for step in trace(program, instance, limit):
            steps[:] = [step]
            yield step

    lines = _drawn_lines(kept(), program, instance) if draw else _trace_lines(kept())
    if output:
        write_file(output, "".join(f"{line}\n" for line in lines))
    else:
        for line in lines:
            click.echo(line)
    ended = steps[-1].outcome
    if ended is None:
        error_console().print(f"stopped after {limit} steps; more with --trace-limit")
    return ExitCode.SUCCESS if ended in (None, ExecutionOutcome.SOLVED) else ExitCode.FAILURE


def _trace_lines(steps: Iterator[TraceStep]) -> Iterator[str]:
    for step in steps:
        pointers = " ".join(f"{name}={item}" for name, item in step.pointers.items())
        changes = " ".join([*(f"+{a}" for a in step.added), *(f"-{a}" for a in step.deleted)])
        flag = "" if step.y is None else f"  y={str(step.y).lower()}"
        text = f"{step.number:>6}  {step.line:>3}. {step.instruction:<32} {pointers}{flag}"
        yield f"{text}  {changes}".rstrip()
        if step.note:
            yield f"        {step.note}"


def _drawn_lines(
    steps: Iterator[TraceStep], program: AnyProgram, instance: Instance
) -> Iterator[str]:
    """Yield the steps with a drawing of every type of which a pointer has moved."""
    indent = " " * 13
    strips = Strips(instance, program.pointers, output_console().width - len(indent))
    before: Mapping[str, str | None] = pointers_at_start(program, instance)
    yield "at the start"
    yield from (indent + line for line in strips.draw(before, strips.types))
    for step in steps:
        changes = " ".join([*(f"+{a}" for a in step.added), *(f"-{a}" for a in step.deleted)])
        flag = "" if step.y is None else f"  y={str(step.y).lower()}"
        text = f"{step.number:>6}  {step.line:>3}. {step.instruction:<32}{flag}"
        yield f"{text}  {changes}".rstrip()
        moved = strips.moved(before, step.pointers)
        yield from (indent + line for line in strips.draw(step.pointers, moved))
        before = step.pointers
        if step.note:
            yield f"{indent}{step.note}"
