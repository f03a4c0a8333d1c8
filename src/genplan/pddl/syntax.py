"""From text to nested forms: tokens, parentheses, and where each stands.

A form keeps *numbers* of tokens. Lines and columns are worked out only when an error needs
them, which keeps reading large instances cheap.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NoReturn, TypeAlias

from genplan.errors import FileError, Location, PDDLError, UnsupportedError

__all__ = ["Form", "Node", "Source", "read_text"]

DEEPEST: Final = 200
"""How deep parentheses may nest; the fragment needs a tenth of it."""

_TOKEN: Final = re.compile(r"[()]|[^\s();]+")
_COMMENT: Final = re.compile(r";[^\n]*")


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
    except FileNotFoundError:
        raise FileError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise FileError(f"{path}: this is a folder; a PDDL file was expected") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FileError(f"{path}: cannot be read: {reason}") from None
    if b"\0" in data:
        raise FileError(f"{path}: this is not a text file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileError(
            f"{path}: this is not a text file in UTF-8 (byte {error.start + 1}, line {line})"
        ) from None


class Source:
    """A text with its name and its tokens; the maker of located errors."""

    __slots__ = ("name", "text", "tokens")

    def __init__(self, text: str, name: str) -> None:
        """Split the text into tokens."""
        self.name = name
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
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
            "genplan reads STRIPS with types, constants, negative preconditions and goals, "
            "and equality; reformulate the model without this construct"
        )
        raise UnsupportedError(construct, self.location(node), hint)

    def show(self, node: Node) -> str:
        """Return a node as a message names it: the token, or the start of the form."""
        if isinstance(node, int):
            return f'"{shorten(self.tokens[node])}"'
        first = node.children[0] if node.children else None
        return f'"({shorten(self.tokens[first])} …"' if isinstance(first, int) else '"("'

    def parse(self) -> Form:
        """Return the one form that the text holds."""
        tokens = self.tokens
        if not tokens:
            place = Location(self.name, 1, 1, self.text.split("\n", 1)[0])
            raise PDDLError("the file is empty", place, 'expected "(define …"')
        if tokens[0] != "(":
            self.fail(f'expected "(define …", found {self.show(0)}', 0)
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
        self.fail(
            'a ")" is missing: this "(" is never closed',
            stack[-1],
            "every ( needs a ); the file ends before this one is closed",
        )

    def _open(self, stack: list[Form], number: int) -> Form:
        if len(stack) >= DEEPEST:
            self.fail(f"parentheses are nested more than {DEEPEST} deep", number)
        following = self.tokens[number + 1] if number + 1 < len(self.tokens) else ""
        if following.startswith(":") and len(stack) > 1:
            place = self.location(stack[-1])
            self.fail(
                f'a ")" is missing: the section "({shorten(following)}" starts inside the '
                f"{self.show(stack[-1])} of line {place.line}",
                number,
                f"close what line {place.line} opens before this section",
            )
        form = Form(number)
        stack[-1].children.append(form)
        stack.append(form)
        return form

    def _check_nothing_after(self, end: int) -> None:
        after = end + 1
        if after == len(self.tokens):
            return
        if self.tokens[after] == ")":
            self.fail('extra ")"', after, "it closes nothing: delete it, or add the missing (")
        place = self.location(end)
        self.fail(
            f"unexpected {self.show(after)} after the end of the file's one (define …)",
            after,
            f'the ")" in line {place.line}, column {place.column} already closes (define: '
            'is there one ")" too many before it?',
        )


def shorten(text: str, longest: int = 60) -> str:
    """Return the text, cut if it is too long for a message."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
