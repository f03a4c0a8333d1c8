"""What `--search auto` tries, and in which order.

Round by round: a round tries every number of lines from the smallest, with the pointers given
and with one more, in every setting, each within a budget of evaluated programs. The next round
has four times the budget and looks at longer programs. So the total effort is at most a small
multiple of what the setting takes that solves the problem, whichever that is, and small programs
are found before large ones.

Structured programs come first in each round, in the first one with three budgets: they need no
number of lines, and are found with far less effort. Their settings differ in what statements may
be used, in the weight of the length, and in the number of pointers. In two of them programs are
composed of rules that are lifted from plans (`genplan.lifting`).

The order of the schedule alone decides which program is found: budgets are counts, not times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count, product
from math import isqrt
from typing import Final

from genplan.errors import ProblemError
from genplan.evaluations import Evaluation, PythonEvaluation
from genplan.landmark_graph import Construction
from genplan.lifting import Composition, pointers_for_rules
from genplan.problem import MOST_POINTERS_PER_TYPE, GPProblem, Pointer
from genplan.queues import Queue, all_evaluations, check_queues, parse_queues
from genplan.search import Configuration, ProgramLanguage, StructuredOptions

__all__ = ["SHORTEST", "Attempt", "Schedule", "Setting", "make_schedule"]

FIRST_BUDGET: Final = 1 << 15
GROWTH: Final = 4
SHORTEST: Final = 3
FIRST_LONGEST: Final = 14
LONGER_PER_ROUND: Final = 2
FIRST_STRUCTURED_BUDGETS: Final = (1 << 13, 1 << 15, 1 << 17)
"""Structured programs are tried this far before the first goto programs are."""
MOST_STATEMENTS: Final = 30
MOST_STATEMENTS_OF_RULES: Final = 100
EVALUATIONS_PER_COMPOSED: Final = 16
"""A program composed of rules is run on all instances, and counts like so many of others."""

SETTINGS: Final = (
    "landmark-count",
    "goal-count;novel:goal-count",
    "landmark-count;novel:landmark-count",
)


STRUCTURED_QUEUES: Final = "novel:landmark-count,goal-count*4;landmark-count,goal-count"
STEPS_OF_RULES: Final = 500
"""The limit on steps of the first programs composed of rules; it doubles with each budget."""
FEW_STEPS: Final = 2_000
"""Programs that may use more than the basic statements need not try everything."""
BASIC: Final = StructuredOptions(go=False, find=False, each=False, goals=False)
# What may be used, with the usual weight of a statement or a higher one, and whether there is one
# more pointer of each type; or how programs are composed of rules.
STRUCTURED_SETTINGS: Final[tuple[tuple[StructuredOptions, bool] | Composition, ...]] = (
    (BASIC, False),
    Composition(),
    Composition(weakened=True),
    (StructuredOptions(length_weight=500, step_limit=FEW_STEPS), False),
    (StructuredOptions(length_weight=800, step_limit=FEW_STEPS), True),
    (StructuredOptions(step_limit=FEW_STEPS), False),
    (StructuredOptions(step_limit=FEW_STEPS), True),
)


@dataclass(frozen=True, slots=True)
class Setting:
    """How to search, apart from lines, pointers and budget: a column of the schedule."""

    queues: tuple[Queue, ...]
    structured: StructuredOptions | None = None
    """What structured programs may consist of; None for goto programs."""
    composition: Composition | None = None
    """How programs are composed of rules, instead of searched for statement by statement."""

    def __str__(self) -> str:
        """Return the setting as text."""
        if self.composition is not None:
            return str(self.composition)
        queues = ";".join(map(str, self.queues))
        if self.structured is None:
            return queues
        return str(self.structured) + ("" if queues == STRUCTURED_QUEUES else f", {queues}")

    @property
    def language(self) -> ProgramLanguage:
        """Return the language of the programs."""
        return ProgramLanguage.GOTO if self.structured is None else ProgramLanguage.STRUCTURED

    def then(self, evaluation: Evaluation) -> Setting:
        """Return the setting in which one more function decides between equals."""
        return Setting(
            tuple(replace(q, evaluations=(*q.evaluations, evaluation)) for q in self.queues)
        )


@dataclass(frozen=True, slots=True)
class Attempt:
    """One search of the schedule; `number` is its place, from 0."""

    number: int
    round: int
    problem: GPProblem
    configuration: Configuration
    setting: Setting

    @property
    def lines(self) -> int:
        """Return how many lines or statements its programs have at most."""
        return self.configuration.lines

    @property
    def budget(self) -> int:
        """Return how many programs it may evaluate."""
        limit = self.configuration.evaluation_limit
        assert limit is not None
        return limit

    @property
    def pointer_counts(self) -> dict[str, int]:
        """Return how many pointers of which type its programs have."""
        return dict(Counter(z.type for z in self.problem.pointers))

    def __str__(self) -> str:
        """Return what is tried, in a line."""
        pointers = len(self.problem.pointers)
        length = f"{self.lines} {self.setting.language.unit}"
        return f"{length}, {pointers} pointers, {self.setting}, up to {self.budget:,}"


@dataclass(frozen=True)
class Schedule:
    """Everything that will be tried, as values; `longest` is None where there is no end."""

    problems: tuple[GPProblem, ...]
    settings: tuple[Setting, ...]
    shortest: int
    longest: int | None
    base: Configuration
    structured: tuple[tuple[GPProblem, Setting], ...] = ()

    def rounds(self) -> Iterator[tuple[Attempt, ...]]:
        """Yield the attempts of each round, without end."""
        place = 0
        for number in count():
            attempts = tuple(self._round(number, place))
            place += len(attempts)
            yield attempts

    def _round(self, number: int, place: int) -> Iterator[Attempt]:
        for budget, (problem, setting) in product(self._budgets(number), self.structured):
            yield Attempt(place, number, problem, self._structured(setting, budget), setting)
            place += 1
        budget = FIRST_BUDGET * GROWTH**number
        tried = product(self._lines(number), self.problems, self.settings)
        for lines, problem, setting in tried:
            configuration = self._configuration(lines, setting, budget)
            yield Attempt(place, number, problem, configuration, setting)
            place += 1

    def _lines(self, number: int) -> range:
        """Return how long the programs of a round are."""
        if self.longest is not None:
            return range(self.shortest, self.longest + 1)
        longest = FIRST_LONGEST + LONGER_PER_ROUND * number
        return range(self.shortest, max(self.shortest, longest) + 1)

    def last_of_round(self, number: int) -> int:
        """Return the place of the last attempt of a round."""
        each = len(self.problems) * len(self.settings)
        of_goto = sum(len(self._lines(n)) for n in range(number + 1)) * each
        of_structured = sum(len(self._budgets(n)) for n in range(number + 1))
        return of_goto + of_structured * len(self.structured) - 1

    def _budgets(self, number: int) -> tuple[int, ...]:
        """Return the budgets of structured programs in a round."""
        if number == 0:
            return FIRST_STRUCTURED_BUDGETS
        return (FIRST_STRUCTURED_BUDGETS[-1] * GROWTH**number,)

    def _structured(self, setting: Setting, budget: int) -> Configuration:
        assert setting.structured is not None
        most, structured = MOST_STATEMENTS, setting.structured
        if setting.composition is not None:
            growth = isqrt(budget // FIRST_STRUCTURED_BUDGETS[0])
            structured = replace(structured, step_limit=STEPS_OF_RULES * growth)
            most, budget = MOST_STATEMENTS_OF_RULES, budget // EVALUATIONS_PER_COMPOSED
        elif setting.structured == BASIC and budget > FIRST_STRUCTURED_BUDGETS[0]:
            budget *= GROWTH  # there are far fewer programs of this kind, and they run faster
        return replace(
            self._configuration(self.longest or most, setting, budget),
            language=ProgramLanguage.STRUCTURED,
            structured=structured,
            landmarks=Construction.SOUND,
        )

    def _configuration(self, lines: int, setting: Setting, budget: int) -> Configuration:
        return replace(
            self.base,
            lines=lines,
            evaluations=all_evaluations(setting.queues),
            queues=setting.queues,
            evaluation_limit=budget,
        )


def make_schedule(
    problem: GPProblem,
    lines: range | None = None,
    *,
    more_pointers: bool = True,
    queues: Iterable[tuple[Queue, ...]] = (),
    evaluations: tuple[Evaluation | PythonEvaluation, ...] | None = None,
    tie_breaker: Evaluation | None = None,
    languages: Iterable[ProgramLanguage] = (ProgramLanguage.GOTO,),
    base: Configuration,
) -> Schedule:
    """Return the schedule for a problem.

    `lines` bounds the length of programs; without it, rounds go on to longer and longer ones.
    With `more_pointers`, one more pointer of each type is tried too. `evaluations` replace those
    of the usual settings. With a `tie_breaker`, every setting is tried a second time, with this
    function deciding between equals. `languages` says which programs are searched for. `base`
    holds what all attempts share.
    """
    languages = tuple(languages)
    if lines is not None and (len(lines) == 0 or lines.start < 2 or lines.step != 1):
        raise ProblemError(f"the lines must be a range of numbers from 2 on, not {lines}")
    asked = tuple(queues)
    settings = tuple(map(Setting, asked)) or _usual_settings(evaluations)
    for setting in settings:
        check_queues(setting.queues)
    if tie_breaker is not None:
        settings += tuple(setting.then(tie_breaker) for setting in settings)
    structured: tuple[tuple[GPProblem, Setting], ...] = ()
    if ProgramLanguage.STRUCTURED in languages:
        structured = tuple(_structured(problem, asked, evaluations, more_pointers))
    if ProgramLanguage.GOTO not in languages:
        settings = ()
    return Schedule(
        (problem, *_with_one_more_pointer(problem)) if more_pointers else (problem,),
        settings,
        SHORTEST if lines is None else lines.start,
        None if lines is None else lines[-1],
        base,
        structured,
    )


def _structured(
    problem: GPProblem,
    queues: tuple[tuple[Queue, ...], ...],
    evaluations: tuple[Evaluation | PythonEvaluation, ...] | None,
    more_pointers: bool,
) -> Iterator[tuple[GPProblem, Setting]]:
    """Yield the settings of structured programs, with the pointers that they have."""
    if evaluations is not None and not queues:
        queues = ((Queue(evaluations, novel=True, ratio=4), Queue(evaluations)),)
    larger = problem
    for name in dict.fromkeys(z.type for z in problem.pointers):
        if sum(z.type == name for z in problem.pointers) < MOST_POINTERS_PER_TYPE:
            larger = _with_pointer(larger, name)
    for chosen in queues or (parse_queues(STRUCTURED_QUEUES),):
        for entry in STRUCTURED_SETTINGS:
            if isinstance(entry, Composition):
                if not queues:
                    pointers = problem.pointers
                    if more_pointers:
                        pointers = pointers_for_rules(problem.domain, pointers)
                    yield (
                        replace(problem, pointers=pointers),
                        Setting(chosen, StructuredOptions(), entry),
                    )
                continue
            options, with_more = entry
            if more_pointers or not with_more:
                yield larger if with_more else problem, Setting(chosen, options)


def _usual_settings(
    evaluations: tuple[Evaluation | PythonEvaluation, ...] | None,
) -> tuple[Setting, ...]:
    if evaluations is None:
        return tuple(Setting(parse_queues(text)) for text in SETTINGS)
    everything, novel = Queue(evaluations), Queue(evaluations, novel=True)
    return Setting((everything,)), Setting((everything, novel))


def _with_one_more_pointer(problem: GPProblem) -> Iterator[GPProblem]:
    """Yield the problem with one more pointer of each type in turn that has any."""
    counts = Counter(z.type for z in problem.pointers)
    for name in dict.fromkeys(z.type for z in problem.pointers):
        if counts[name] < MOST_POINTERS_PER_TYPE:
            yield _with_pointer(problem, name)


def _with_pointer(problem: GPProblem, type_name: str) -> GPProblem:
    """Return the problem with one more pointer of a type that has some, behind them."""
    more = _fresh(type_name, problem.pointers)
    at = max(i for i, z in enumerate(problem.pointers) if z.type == type_name) + 1
    pointers = (*problem.pointers[:at], more, *problem.pointers[at:])
    return replace(problem, pointers=pointers)


def _fresh(type_name: str, pointers: Iterable[Pointer]) -> Pointer:
    """Return one more pointer of a type, named like the last one of it."""
    named = [z.name for z in pointers]
    last = [z.name for z in pointers if z.type == type_name][-1]
    stem = last.rstrip("0123456789")
    taken = {name.lower() for name in named}
    number = next(n for n in count(1) if f"{stem}{n}".lower() not in taken)
    return Pointer(f"{stem}{number}", type_name)
