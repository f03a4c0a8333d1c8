"""How the house is built: who may import whom, who may print, what may change."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

import genplan

PACKAGE: Final = Path(genplan.__file__).parent

# From top to bottom, in the order of the design: a room imports only from rooms above it.
ROOMS: Final = (
    "version",
    "errors",
    "executor",
    "cluster",
    "markup",
    "outcomes",
    "pddl",
    "goal_facts",
    "plan",
    "pool",
    "validation",
    "problem",
    "program",
    "compiled",
    "compiled_structured",
    "evaluations",
    "queues",
    "landmark_graph",
    "search",
    "checkpoints",
    "execution",
    "reference",
    "_core",
    "core_engine",
    "core_structured",
    "engine",
    "runs",
    "shortening",
    "lifting",
    "trace",
    "inspection",
    "portfolio",
    "diagnosis",
    "solution",
    "program_validation",
    "choice_of_search",
    "planner",
    "resuming",
    "benchmarks",
    "evidence",
    "up",
    "second_opinion",
    "fast_downward",
    "learning",
    "coverage",
    "report",
    "__init__",
    "cli",
    "__main__",
)

# Imports against the order, each with its reason. There are none.
ALLOWED: Final[frozenset[tuple[str, str]]] = frozenset()

# The validator shares nothing with these, not even by way of others.
ENGINES: Final = {
    "compiled",
    "engine",
    "core_engine",
    "core_structured",
    "reference",
    "execution",
    "_core",
    "search",
}

PRINTING_ROOMS: Final = {"cli"}
MUTATORS: Final = frozenset(
    {
        "add",
        "append",
        "appendleft",
        "clear",
        "discard",
        "extend",
        "insert",
        "pop",
        "popitem",
        "popleft",
        "remove",
        "reverse",
        "setdefault",
        "sort",
        "update",
    }
)
MUTABLE_MAKERS: Final = frozenset(
    {"Counter", "OrderedDict", "bytearray", "defaultdict", "deque", "dict", "list", "set"}
)
DISPLAYS: Final = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


@dataclass(frozen=True)
class Module:
    """A source file: its dotted name within the package, and its syntax."""

    name: str
    tree: ast.Module

    @property
    def room(self) -> str:
        return self.name.partition(".")[0]


def module_of(path: Path) -> Module:
    parts = list(path.relative_to(PACKAGE).with_suffix("").parts)
    if len(parts) > 1 and parts[-1] == "__init__":
        parts.pop()
    return Module(".".join(parts), ast.parse(path.read_text("utf-8"), str(path)))


MODULES: Final = tuple(module_of(path) for path in sorted(PACKAGE.rglob("*.py")))


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield the modules of genplan that a syntax tree imports, within functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name == "genplan" or name.startswith("genplan."):
                yield name.partition(".")[2] or "__init__"


def rooms_imported(tree: ast.AST) -> set[str]:
    """Return the rooms that a syntax tree imports from."""
    return {name.partition(".")[0] for name in imports(tree)}


def test_every_module_has_its_room() -> None:
    found = {module.room for module in MODULES}
    assert found - set(ROOMS) == set(), "add the new modules to the list of rooms"
    assert set(ROOMS) - found == {"_core"}, "remove what is gone from the list of rooms"


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_from_rooms_above_it(room: str) -> None:
    above = set(ROOMS[: ROOMS.index(room) + 1])
    wrong = {
        (module.name, imported)
        for module in MODULES
        if module.room == room
        for imported in rooms_imported(module.tree) - above
    }
    assert wrong - ALLOWED == set()


def test_every_exception_is_needed() -> None:
    made = {(m.name, imported) for m in MODULES for imported in rooms_imported(m.tree)}
    assert made >= ALLOWED


def test_no_import_is_relative() -> None:
    relative = [
        (module.name, node.lineno)
        for module in MODULES
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_the_validator_shares_nothing_with_the_engines() -> None:
    reached, waiting = set[str](), ["validation"]
    while waiting:
        room = waiting.pop()
        if room not in reached:
            reached.add(room)
            for module in MODULES:
                if module.room == room:
                    waiting += rooms_imported(module.tree)
    assert "pddl" in reached
    assert reached & ENGINES == set()


def prints_or_exits(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield where a module prints, exits or takes hold of the standard streams."""
    names = ("SystemExit", "exit", "input", "print", "quit")
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in names:
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = f"{node.value.id}.{node.attr}"
            if name in ("sys.exit", "os._exit", "sys.stdout", "sys.stderr", "os.abort"):
                yield node.lineno, name


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_only_the_command_line_prints_or_exits(module: Module) -> None:
    if module.room not in PRINTING_ROOMS:
        assert list(prints_or_exits(module.tree)) == []


def test_the_command_line_does_print() -> None:
    found = [module.name for module in MODULES if list(prints_or_exits(module.tree))]
    assert "cli" in found


def mutable_state(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the state at the level of a module that could change while it runs.

    That is a list, dictionary or set whose name is neither ALL_CAPS nor declared Final; one that
    is, but is changed somewhere in the module; a cached function; and every `global`.
    """
    constants: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(map(_is_cache, node.decorator_list)):
            yield node.lineno, node.name
        target, value = _assigned(node)
        if target is None or not _is_mutable(value) or target == "__all__":
            continue
        if target.isupper() or _is_final(node):
            constants.add(target)
        else:
            yield node.lineno, target
    for inner in ast.walk(tree):
        if isinstance(inner, ast.Global):
            yield inner.lineno, f"global {', '.join(inner.names)}"
        changed = _changed(inner)
        if changed in constants:
            yield getattr(inner, "lineno", 0), f"{changed} is changed"


def _assigned(node: ast.stmt) -> tuple[str | None, ast.expr | None]:
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id, node.value
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id, node.value
    return None, None


def _is_mutable(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Call):
        function = value.func
        name = function.attr if isinstance(function, ast.Attribute) else ""
        return (function.id if isinstance(function, ast.Name) else name) in MUTABLE_MAKERS
    return isinstance(value, DISPLAYS)


def _is_final(node: ast.stmt) -> bool:
    return isinstance(node, ast.AnnAssign) and "Final" in ast.unparse(node.annotation)


def _is_cache(decorator: ast.expr) -> bool:
    text = ast.unparse(decorator).partition("(")[0]
    return text.rpartition(".")[2] in ("cache", "lru_cache")


def _changed(node: ast.AST) -> str:
    """Return the name of what a piece of syntax changes in place, or an empty text."""
    place: ast.expr | None = None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        place = node.func.value if node.func.attr in MUTATORS else None
    elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        place = node.value
    elif isinstance(node, ast.AugAssign):
        place = node.target
    return place.id if isinstance(place, ast.Name) else ""


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_no_module_keeps_state_that_changes(module: Module) -> None:
    assert list(mutable_state(module.tree)) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("x = []", "x"),
        ("x: dict[str, int] = {}", "x"),
        ("seen = set()", "seen"),
        ("from collections import defaultdict\nfound = defaultdict(list)", "found"),
        ("X = {}\ndef f(): X['a'] = 1", "X is changed"),
        ("X = []\ndef f(): X.append(1)", "X is changed"),
        ("x: Final = {1}\ndef f(): x.add(2)", "x is changed"),
        ("n = 0\ndef f():\n  global n\n  n += 1", "global n"),
        ("@cache\ndef f(): return 1", "f"),
        ("@functools.lru_cache(maxsize=None)\ndef f(): return 1", "f"),
    ],
)
def test_the_rule_about_state_can_fail(source: str, found: str) -> None:
    assert [name for _, name in mutable_state(ast.parse(source))] == [found]


@pytest.mark.parametrize(
    "source",
    [
        "X = {'a': 1}",
        "x: Final = ['a']",
        "__all__ = ['f']",
        "x = (1, 2)",
        "def f():\n  x = []\n  x.append(1)",
    ],
)
def test_the_rule_about_state_lets_constants_pass(source: str) -> None:
    assert list(mutable_state(ast.parse(source))) == []


def test_the_rules_about_imports_and_printing_can_fail() -> None:
    sneaky = ast.parse("def f():\n  from genplan import engine\n  import genplan.cli.app")
    assert rooms_imported(sneaky) == {"engine", "cli"}
    loud = ast.parse("import sys\nprint(1)\nsys.exit(2)\nraise SystemExit")
    assert sorted(name for _, name in prints_or_exits(loud)) == ["SystemExit", "print", "sys.exit"]


def test_importing_genplan_imports_no_dependency() -> None:
    heavy = (
        "click",
        "rich",
        "jinja2",
        "numpy",
        "unified_planning",
        "concurrent",
        "asyncio",
        "multiprocessing",
    )
    script = f"import sys, genplan; print([n for n in {heavy!r} if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def run_python(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_rooms_that_not_everybody_enters_are_imported_when_they_are_used() -> None:
    rooms = ("benchmarks", "cli", "evidence", "program.export", "reference", "report", "up")
    names = [f"genplan.{room}" for room in rooms]
    script = f"import sys, genplan; print([n for n in {names!r} if n in sys.modules])"
    assert run_python(script) == "[]\n"
    assert run_python(script.replace("'genplan.cli'", "'genplan.planner'")) == "[]\n"
    solved = "genplan.load_instances, genplan.solve, genplan.GPProblem"
    assert run_python(f"{script.replace('; print', f'; {solved}; print')}") == "[]\n"
    benchmarks = script.replace("; print", "; genplan.BENCHMARKS; print")
    assert run_python(benchmarks) == "['genplan.benchmarks']\n"


def test_all_names_are_there_however_late_they_are_imported() -> None:
    script = "import genplan; n = genplan.__all__; print(set(n) <= set(dir(genplan)), end=' ')"
    assert run_python(f"{script}; print([x for x in n if not hasattr(genplan, x)])") == "True []\n"
    assert run_python("from genplan import *; print(check, Form, search)").count("function") == 2
    assert run_python("import genplan; print(genplan.evidence.check is genplan.check)") == "True\n"
    assert not hasattr(genplan, "no_such_name")


def test_names_say_what_they_are_for() -> None:
    words = {part for module in MODULES for part in module.name.split(".")}
    assert words & {"utils", "util", "misc", "helpers", "common", "manager"} == set()
