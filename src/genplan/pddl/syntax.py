"""From text to nested forms: tokens, parentheses, and where each stands.

A form keeps *numbers* of tokens. Lines and columns are worked out only when an error needs
them, which keeps reading large instances cheap.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final, NoReturn, TypeAlias

from genplan.errors import FileError, Location, PDDLError, UnsupportedError, printable

__all__ = ["SECTIONS", "Form", "Node", "Source", "read_text", "shorten"]

_START_HINT: Final = 'a PDDL file starts with "(define (domain NAME)" or "(define (problem NAME)"'

DEEPEST: Final = 200
"""How deep parentheses may nest; the fragment needs a tenth of it."""

_TOKEN: Final = re.compile(r"[()]|[^\s();]+")
_COMMENT: Final = re.compile(r";[^\n]*")

_FIELDS: Final = frozenset({":parameters", ":precondition", ":effect"})
SECTIONS: Final = frozenset(
    {
        *(":requirements", ":types", ":constants", ":predicates", ":functions", ":action"),
        *(":derived", ":durative-action", ":domain", ":objects", ":init", ":goal", ":metric"),
    }
)
"""Keywords that never stand after a "(" that is not a section of the (define …)."""


class Form:
    """A parenthesized list: the tokens and forms in it, and the numbers of its parentheses."""

    __slots__ = ("children", "end", "start")

    def __init__(self, start: int) -> None:
        """Open a form at the token with that number."""
        self.start = start
        self.end = start
        self.children: list[Node] = []


Node: TypeAlias = "int | Form"


def read_text(path: str | Path) -> str:
    """Return the text of a file, or raise a FileError that says why there is none."""
    path = Path(path)
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise FileError(f"{printable(str(path))}: {_why_unreadable(path, error)}") from None
    return _decode(path, data)


def _why_unreadable(path: Path, error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file; check the name and the folder"
    if os.path.isdir(path):  # noqa: PTH112 - Path.is_dir can raise
        return "this is a folder; give the file in it"
    return f"this file cannot be read: {getattr(error, 'strerror', None) or error}"


def _decode(path: Path, data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FileError(f"{path}: this file is in UTF-16; save it as UTF-8")
    if b"\0" in data:
        byte = data.index(b"\0") + 1
        raise FileError(f"{path}: this is not a text file (byte {byte} is zero); give a text file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileError(
            f"{path}: this is not a text file in UTF-8 (byte {error.start + 1}, line {line}); "
            "save it as UTF-8"
        ) from None


class Source:
    """A text with its name and its tokens; the maker of located errors."""

    __slots__ = ("name", "text", "tokens")

    def __init__(self, text: str, name: str) -> None:
        """Split the text into tokens."""
        self.name = name
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.tokens: list[str] = _TOKEN.findall(_COMMENT.sub("", self.text))

    def location(self, node: Node) -> Location:
        """Return the place of a token, or of the parenthesis that opens a form."""
        return self._locate(node if isinstance(node, int) else node.start)

    def _locate(self, number: int) -> Location:
        blanked = _COMMENT.sub(lambda match: " " * len(match.group()), self.text)
        begin, end = len(blanked.rstrip()), len(blanked.rstrip())
        for count, match in enumerate(_TOKEN.finditer(blanked)):
            if count == number:
                begin, end = match.span()
                break
        line_start = self.text.rfind("\n", 0, begin) + 1
        line_end = self.text.find("\n", begin)
        line = self.text[line_start : line_end if line_end >= 0 else len(self.text)]
        return Location(
            self.name,
            self.text.count("\n", 0, begin) + 1,
            begin - line_start + 1,
            line,
            max(1, end - begin),
        )

    def fail(self, problem: str, node: Node, hint: str = "") -> NoReturn:
        """Raise a PDDLError at a node."""
        raise PDDLError(problem, self.location(node), hint)

    def unsupported(self, construct: str, node: Node, hint: str = "") -> NoReturn:
        """Raise an UnsupportedError that names the construct."""
        hint = hint or (
            "genplan reads STRIPS with types, constants, equality, negative preconditions and "
            "goals: model it without this"
        )
        raise UnsupportedError(construct, self.location(node), hint)

    def show(self, node: Node) -> str:
        """Return a node as a message names it: the token, or the start of the form."""
        if isinstance(node, int):
            return f'"{shorten(self.tokens[node])}"'
        if not node.children:
            return '"()"' if node.end > node.start else '"("'
        first = node.children[0]
        if isinstance(first, Form):
            return '"((…"'
        rest = ")" if len(node.children) == 1 and node.end > node.start else " …"
        return f'"({shorten(self.tokens[first])}{rest}"'

    def parse(self) -> Form:
        """Return the one form that the text holds."""
        tokens = self.tokens
        if not tokens:
            place = Location(self.name, 1, 1, self.text.split("\n", 1)[0])
            nothing = "has only comments" if self.text.strip() else "is empty"
            raise PDDLError(f"the file {nothing}", place, _START_HINT)
        if tokens[0] != "(":
            self.fail(f'expected "(define …", found {self.show(0)}', 0, _START_HINT)
        root = Form(0)
        stack = [root]
        form = root
        for number in range(1, len(tokens)):
            token = tokens[number]
            if token == "(":
                form = self._open(stack, number)
            elif token == ")":
                form.end = number
                stack.pop()
                if not stack:
                    self._check_nothing_after(number)
                    return root
                form = stack[-1]
            else:
                form.children.append(number)
        self._never_closed(stack[-1])

    def _never_closed(self, form: Form) -> NoReturn:
        hint = 'the file ends before the ")" of this "("'
        last = form.children[-1] if form.start == 0 and form.children else None
        if isinstance(last, Form):
            line = self.location(last).line
            hint = f'add a ")" at the end of the file, or where it is missing after line {line}'
        self.fail('a ")" is missing: this "(" is never closed', form, hint)

    def _open(self, stack: list[Form], number: int) -> Form:
        if len(stack) >= DEEPEST:
            hint = "delete needless parentheses; conditions need a few levels only"
            self.fail(f"parentheses are nested more than {DEEPEST} deep", number, hint)
        following = self.tokens[number + 1] if number + 1 < len(self.tokens) else ""
        if following.startswith(":") and len(stack) > 1:
            self._check_keyword(following, number, stack[-1])
        form = Form(number)
        stack[-1].children.append(form)
        stack.append(form)
        return form

    def _check_keyword(self, keyword: str, number: int, inside: Form) -> None:
        """Fail if the keyword after a "(" shows that the form around it is wrong."""
        if keyword.lower() in _FIELDS:
            self.fail(f'"{keyword}" stands without a "(" before it', number, 'delete this "("')
        if keyword.lower() in SECTIONS:
            line = self.location(inside).line
            self.fail(
                f'a ")" is missing: the section "({keyword}" starts inside the '
                f"{self.show(inside)} of line {line}",
                number,
                f"close what line {line} opens before this section",
            )

    def _check_nothing_after(self, end: int) -> None:
        after = end + 1
        if after == len(self.tokens):
            return
        if self.tokens[after] == ")":
            self.fail('extra ")"', after, "it closes nothing: delete it, or add the missing (")
        following = self.tokens[after : after + 2]
        if "".join(following).lower() == "(define":
            self.fail(
                "a second (define …) starts here",
                after,
                "a file holds one domain or one instance: put this one into a file of its own",
            )
        place = self.location(end)
        found = "".join(following if following[0] == "(" else following[:1])
        self.fail(
            f'expected the end of the file, found "{shorten(found)}": the ")" in '
            f'line {place.line}, column {place.column} closes the first "("',
            after,
            'is there a ")" too many before this place?',
        )


def shorten(text: str, longest: int = 60) -> str:
    """Return the text fit for a message: printable, and cut if it is too long."""
    return printable(text if len(text) <= longest else text[: longest - 1] + "…")
