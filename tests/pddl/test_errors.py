"""Every error of the reader, compared as a whole message.

The cases stand in tests/golden/errors/*.txt: the name of the case after `###`, the text that is
read, a line `---`, and the message. `python tests/pddl/test_errors.py` writes the messages anew;
read the difference before keeping it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

import genplan.pddl
from genplan.errors import FileError, GenplanError, PDDLError, UnsupportedError
from genplan.pddl import Domain, parse_domain, parse_instance, read_domain, read_instance

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "errors"
OF_INSTANCES: Final = frozenset({"instances", "init", "goals"})


class Case(NamedTuple):
    group: str
    name: str
    text: str
    message: str


def read_cases(path: Path) -> Iterator[Case]:
    for block in path.read_text(encoding="utf-8").split("### ")[1:]:
        name, body = block.split("\n", 1)
        text, _, message = f"\n{body}".partition("\n---\n")
        yield Case(path.stem, name, text.strip("\n") + "\n", message.strip("\n"))


CASES: Final = [case for path in sorted(GOLDEN.glob("*.txt")) for case in read_cases(path)]

CHAIN: Final = " ".join(f"t{number} - t{number + 1}" for number in range(300))
LARGE: Final = [
    Case("large", "deep", "(define\n" + "(" * 300 + ")" * 301, ""),
    Case("large", "types", f"(define (domain d) (:types {CHAIN}))", ""),
]
"""Cases that are too long for a file."""


@pytest.fixture(scope="module")
def errands() -> Domain:
    return read_domain(GOLDEN / "domain.pddl")


def error_of(case: Case, errands: Domain) -> GenplanError:
    with pytest.raises(GenplanError) as caught:
        if case.group in OF_INSTANCES:
            parse_instance(case.text, errands, "instance.pddl")
        else:
            parse_domain(case.text, "domain.pddl")
    return caught.value


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.group}: {case.name}")
def test_message(case: Case, errands: Domain) -> None:
    assert str(error_of(case, errands)) == case.message


def test_names_of_cases_are_unique() -> None:
    names = [(case.group, case.name) for case in CASES]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.group}: {case.name}")
def test_shape(case: Case, errands: Domain) -> None:
    """The place is right, and the caret stands under what the place names."""
    error = error_of(case, errands)
    assert isinstance(error, PDDLError)
    first, line, caret, *_ = str(error).split("\n")
    place = error.location
    assert first.startswith(f"{place.source}:{place.line}:{place.column}: {error.label}: ")
    assert error.label == ("UNSUPPORTED" if isinstance(error, UnsupportedError) else "error")
    assert line == f"  {place.line} | {case.text.splitlines()[place.line - 1]}".rstrip()
    assert caret.index("^") == line.index("|") + 1 + place.column
    assert case.text.splitlines()[place.line - 1][place.column - 1 :].strip() or case.text == "\n"
    assert error.hint


def calls_that_fail() -> dict[tuple[str, int], str]:
    """Return where the reader's own code raises errors, by file and line."""
    folder = Path(genplan.pddl.__file__).parent
    names = {"fail", "unsupported", "duplicate", "wrong_type", "_never_closed", "_cyclic"}
    found: dict[tuple[str, int], str] = {}
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr in names:
                lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                found.update(((path.name, line), f"{path.name}:{lines[0]}") for line in lines)
    return found


def test_every_error_has_a_case(errands: Domain) -> None:
    """No call that fails is left out: the tracebacks of the cases pass through all of them."""
    calls = calls_that_fail()
    seen = set()
    for case in (*CASES, *LARGE):
        step = error_of(case, errands).__traceback__
        while step is not None:
            place = (Path(step.tb_frame.f_code.co_filename).name, step.tb_lineno)
            seen.add(calls.get(place, ""))
            step = step.tb_next
    assert set(calls.values()) - seen == set()


def test_too_deep() -> None:
    with pytest.raises(PDDLError) as caught:
        parse_domain("(define\n" + "(" * 300 + ")" * 301, "domain.pddl")
    assert str(caught.value) == (
        "domain.pddl:2:200: error: parentheses are nested more than 200 deep\n"
        f"  2 | {'(' * 100}\n"
        f"    | {' ' * 50}^\n"
        "  delete needless parentheses; conditions need a few levels only"
    )


@pytest.mark.parametrize("order", [1, -1])
def test_too_many_types_above_each_other(order: int) -> None:
    lines = [f"    t{number} - t{number + 1}" for number in range(1, 201)]
    accepted = "\n".join(["(define (domain d) (:types", *lines[1:][::order], "))"])
    assert len(parse_domain(accepted).types) == 200
    text = "\n".join(["(define (domain d) (:types", *lines[::order], "    t201 ))"])
    with pytest.raises(PDDLError) as caught:
        parse_domain(text, "domain.pddl")
    line = 2 if order == 1 else 201
    assert str(caught.value) == (
        f"domain.pddl:{line}:5: error: more than 200 types above each other\n"
        f"  {line} |     t1 - t2\n"
        f"  {' ' * len(str(line))} |     ^^\n"
        "  make the hierarchy of types flatter"
    )


def message_of_file(path: Path) -> str:
    with pytest.raises(GenplanError) as caught:
        read_domain(path)
    assert isinstance(caught.value, FileError)
    return str(caught.value).replace(str(path), "PATH")


def test_missing_file(tmp_path: Path) -> None:
    assert message_of_file(tmp_path / "domain.pddl") == (
        "PATH: no such file; check the name and the folder"
    )


def test_missing_instance(tmp_path: Path, errands: Domain) -> None:
    with pytest.raises(FileError, match="no such file; check the name and the folder"):
        read_instance(tmp_path / "instance.pddl", errands)


def test_folder(tmp_path: Path) -> None:
    assert message_of_file(tmp_path) == "PATH: this is a folder; give the file in it"


def test_file_inside_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert message_of_file(tmp_path / "file" / "domain.pddl") == (
        "PATH: this file cannot be read: Not a directory"
    )


def test_name_that_is_too_long(tmp_path: Path) -> None:
    assert message_of_file(tmp_path / ("x" * 5000)) == (
        "PATH: this file cannot be read: File name too long"
    )


def test_name_with_a_zero_byte() -> None:
    with pytest.raises(FileError) as caught:
        read_domain("domain\0.pddl")
    assert str(caught.value) == "domain\ufffd.pddl: this file cannot be read: embedded null byte"


def test_binary_file(tmp_path: Path) -> None:
    path = tmp_path / "domain.pddl"
    path.write_bytes(b"\x7fELF\x02\x01\x01\0\0\0")
    assert message_of_file(path) == (
        "PATH: this is not a text file (byte 8 is zero); give a text file"
    )


def test_file_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "domain.pddl"
    path.write_bytes("(define (domain d)\n  ; für\n)".encode("latin-1"))
    assert message_of_file(path) == (
        "PATH: this is not a text file in UTF-8 (byte 25, line 2); save it as UTF-8"
    )


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_file_in_utf_16(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "domain.pddl"
    path.write_bytes("\ufeff(define (domain d))".encode(encoding))
    assert message_of_file(path) == "PATH: this file is in UTF-16; save it as UTF-8"


def test_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "domain.pddl"
    path.write_text("(define (domain d)\n\t(:predicats))", encoding="utf-8")
    with pytest.raises(PDDLError) as caught:
        read_domain(path)
    assert str(caught.value) == (
        f'{path}:2:3: error: unknown section "(:predicats)"\n'
        "  2 |  (:predicats))\n"
        "    |   ^^^^^^^^^^\n"
        '  did you mean ":predicates"?'
    )


def test_blank_file() -> None:
    with pytest.raises(PDDLError, match="the file is empty"):
        parse_domain("\n \n\t\n")


def test_characters_that_would_disturb_a_terminal() -> None:
    with pytest.raises(PDDLError) as caught:
        parse_domain("(define (domain d) (:types \x1b[31mred ball))", "domain.pddl")
    assert str(caught.value) == (
        'domain.pddl:1:28: error: expected the name of a type, found "\ufffd[31mred"\n'
        "  1 | (define (domain d) (:types \ufffd[31mred ball))\n"
        "    |                            ^^^^^^^^\n"
        "  names start with a letter, a digit or _, and have no ? : , or quotes in them"
    )


def test_place_after_comments_and_windows_line_ends() -> None:
    text = "; one (\r\n(define (domain d) ; two )\r\n  ; three\r\n  (:types a a))"
    with pytest.raises(PDDLError) as caught:
        parse_domain(text, "domain.pddl")
    assert str(caught.value) == (
        'domain.pddl:4:13: error: duplicate type "a"\n'
        "  4 |   (:types a a))\n"
        "    |             ^\n"
        "  the first is in line 4, column 11: rename or delete one"
    )


def test_long_line_is_cut_around_the_place() -> None:
    many = " ".join(f"t{number}" for number in range(1000))
    with pytest.raises(PDDLError) as caught:
        parse_domain(f"(define (domain d) (:types {many} t500 {many}))", "domain.pddl")
    _, line, caret, _ = str(caught.value).split("\n")
    assert len(line) <= 110
    assert line[caret.index("^") :].startswith("t500 ")
    assert caret.count("^") == 4


def write_messages() -> None:
    errands = read_domain(GOLDEN / "domain.pddl")
    for path in sorted(GOLDEN.glob("*.txt")):
        blocks = [
            f"### {case.name}\n{case.text}---\n{error_of(case, errands)}\n"
            for case in read_cases(path)
        ]
        path.write_text("\n".join(blocks), encoding="utf-8")


if __name__ == "__main__":
    write_messages()
