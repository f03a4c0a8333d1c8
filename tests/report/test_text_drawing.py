"""Drawings in letters can be read back: following the lines gives the edges."""

from __future__ import annotations

from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from genplan.report.text_drawing import draw_text

DOWN: Final = "│┌┐├┤┬┼"
UP: Final = "│└┘├┤┴┼"
LEFT: Final = "─┐┘┤┬┴┼"
RIGHT: Final = "─┌└├┬┴┼"
LINES: Final = set(DOWN + UP + LEFT + RIGHT)


class Finger:
    """Follows the lines of a drawing downward, from label to label."""

    def __init__(self, drawing: str, labels: list[str]) -> None:
        self.rows = drawing.splitlines()
        self.at: dict[int, tuple[int, int, int]] = {}
        for number, label in enumerate(labels):
            (row,) = [r for r, text in enumerate(self.rows) if label in text.split()]
            column = self.rows[row].index(label)
            self.at[number] = (row, column, column + len(label))

    def letter(self, row: int, column: int) -> str:
        inside = row < len(self.rows) and 0 <= column < len(self.rows[row])
        return self.rows[row][column] if inside else " "

    def follow(self, row: int, column: int, step: int) -> set[int]:
        """Return the labels reached from a letter, coming from above (0), or sideways (1, -1)."""
        sign = self.letter(row, column)
        if step == 0 and sign not in LINES:
            ends = self.at.items()
            return {n for n, (r, low, high) in ends if r == row and low <= column < high}
        if step and sign == "│":  # a line that crosses
            return self.follow(row, column + step, step)
        found: set[int] = set()
        if sign in DOWN:
            found |= self.follow(row + 1, column, 0)
        if sign in RIGHT and step != -1:
            found |= self.follow(row, column + 1, 1)
        if sign in LEFT and step != 1:
            found |= self.follow(row, column - 1, -1)
        return found

    def edges(self) -> set[tuple[int, int]]:
        return {
            (number, other)
            for number, (row, low, high) in self.at.items()
            for column in range(low, high)
            if self.letter(row + 1, column) in UP
            for other in self.follow(row + 1, column, 0)
        }


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[str], list[tuple[int, int]]]:
    count = draw(st.integers(1, 9))
    pairs = [(a, b) for a in range(count) for b in range(a + 1, count)]
    edges = draw(st.lists(st.sampled_from(pairs), max_size=14, unique=True)) if pairs else []
    lengths = draw(st.lists(st.integers(13, 20), min_size=count, max_size=count))
    return [f"{n}{'=' * length}" for n, length in enumerate(lengths)], edges


@given(graphs())
def test_following_the_lines_gives_the_edges(
    graph: tuple[list[str], list[tuple[int, int]]],
) -> None:
    labels, edges = graph
    drawing = draw_text(labels, edges, 10_000)
    assert drawing is not None
    assert Finger(drawing, labels).edges() == set(edges)


def test_a_small_drawing() -> None:
    drawing = draw_text(["one", "two", "both"], [(0, 2), (1, 2)], 40)
    assert drawing == "one   two\n └─┐┌──┘\n  both\n"


def test_what_does_not_fit_is_not_drawn() -> None:
    assert draw_text(["a" * 30, "b" * 30], [], 50) is None
    assert draw_text(["a" * 30, "b" * 30], [], 80) is not None


def test_edges_that_close_a_cycle_are_left_out() -> None:
    labels = ["first", "second"]
    drawing = draw_text(labels, [(0, 1), (1, 0)], 80)
    assert drawing is not None
    assert Finger(drawing, labels).edges() == {(0, 1)}
