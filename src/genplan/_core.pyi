"""The compiled core: tables in, plain values out."""

from collections.abc import Callable, Sequence
from typing import Any

version: str

_Literal = tuple[int, Sequence[int], bool]
_Action = tuple[
    Sequence[int], Sequence[_Literal], Sequence[tuple[int, int, bool]], Sequence[_Literal]
]
_Instruction = tuple[int, int, Sequence[int], bool]
_Graph = tuple[
    list[tuple[list[int], bool]],
    list[tuple[list[tuple[int, list[int]]], int]],
    list[tuple[int, int]],
    list[tuple[int, int]],
]

class StateError(ValueError): ...

class Domain:
    def __init__(
        self,
        subtypes: Sequence[Sequence[int]],
        predicate_types: Sequence[Sequence[int]],
        is_static: Sequence[bool],
        actions: Sequence[_Action],
        pointer_types: Sequence[int],
        /,
    ) -> None: ...

class Instance:
    def __init__(
        self,
        domain: Domain,
        objects: int,
        members: Sequence[Sequence[int]],
        initial: Sequence[int],
        goal: Sequence[int],
        /,
    ) -> None: ...
    @property
    def bytes(self) -> int: ...

class Execution:
    outcome: str
    line: int
    y: bool
    steps: int
    pointers: list[int]
    landmark_count: int
    plan_length: int
    goals_missing: int
    def true_atoms(self) -> list[int]: ...
    def plan(self) -> bytes: ...
    def reached_after_each_step(self) -> list[list[int]]: ...

class Planner:
    def __init__(
        self,
        instance: Instance,
        memory_limit: int,
        time_limit: float,
        cancelled: Callable[[], bool] | None,
        /,
    ) -> None: ...
    def reachable(self, atoms: Sequence[int], goals: Sequence[int], /) -> bool: ...
    def plan(
        self,
        atoms: Sequence[int],
        goals: Sequence[int],
        most_states: int,
        time_limit: float,
        cancelled: Callable[[], bool] | None,
        /,
    ) -> list[tuple[int, list[int]]] | None: ...

def execute(
    instance: Instance,
    lines: Sequence[_Instruction],
    with_plan: bool,
    landmark_mode: int,
    time_limit: float,
    cancelled: Callable[[], bool] | None,
    step_limit: int = ...,
    /,
) -> Execution: ...
def landmarks(
    instance: Instance,
    sound: bool,
    with_pointers: bool,
    time_limit: float,
    memory_limit: int,
    cancelled: Callable[[], bool] | None,
    /,
) -> _Graph: ...
def is_certified(instance: Instance, facts: Sequence[int], /) -> bool: ...
def search(
    instances: Sequence[Instance],
    instructions: Sequence[_Instruction],
    counts: tuple[int, int, int],
    lines: int,
    evaluations: Sequence[tuple[int, int]],
    customs: list[Callable[[list[int], list[Any]], int]],
    options: dict[str, Any],
    observer: Callable[[dict[str, Any]], None] | None,
    cancelled: Callable[[], bool] | None,
    /,
) -> dict[str, Any]: ...

_Statement = tuple[int, int, int, Sequence[int], Sequence[bool], int]

def execute_structured(
    instance: Instance,
    lines: Sequence[_Statement],
    step_limit: int,
    time_limit: float,
    cancelled: Callable[[], bool] | None,
    /,
) -> Execution: ...
def search_structured(
    instances: Sequence[Instance],
    structured: dict[str, Any],
    options: dict[str, Any],
    observer: Callable[[dict[str, Any]], None] | None,
    cancelled: Callable[[], bool] | None,
    /,
) -> dict[str, Any]: ...
