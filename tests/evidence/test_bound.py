"""Bounds are polynomials: their arithmetic is that of the numbers they stand for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from genplan.benchmarks import BENCHMARKS
from genplan.evidence.bound import NOTHING, ONCE, Bound

VISITALL = BENCHMARKS["visitall"].training()[2]  # four rows and four columns


@st.composite
def bounds(draw: st.DrawFn) -> Bound:
    found = Bound.number(draw(st.integers(0, 3)))
    for _ in range(draw(st.integers(0, 3))):
        types = draw(st.lists(st.sampled_from(["row", "column"]), max_size=3))
        found += Bound.number(draw(st.integers(0, 3))) * Bound.objects(*types)
    return found


@given(bounds(), bounds())
def test_arithmetic(a: Bound, b: Bound) -> None:
    x, y = a.at(VISITALL), b.at(VISITALL)
    assert (a + b).at(VISITALL) == x + y
    assert (a * b).at(VISITALL) == x * y
    assert (a | b).at(VISITALL) >= max(x, y)
    assert a + b == b + a
    assert a * b == b * a


def test_text_and_degree() -> None:
    rows, columns = Bound.objects("row"), Bound.objects("column")
    bound = Bound.number(3) * rows * columns + rows * rows * rows + Bound.number(4)
    assert str(bound) == "|row|^3 + 3·|column|·|row| + 4"
    assert bound.degree == 3
    assert str(bound.leading) == "|row|^3 + |column|·|row|"
    assert [str(b) for b in (NOTHING, ONCE, rows)] == ["0", "1", "|row|"]


def test_a_type_without_objects_counts_as_one_object() -> None:
    assert Bound.objects("host").at(BENCHMARKS["intrusion"].training()[0]) == 1
    empty = BENCHMARKS["visitall"].generate([1], 1)[0]
    assert Bound.objects("row", "column").at(empty) == 1
