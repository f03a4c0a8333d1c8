"""Our landmarks beside Fast Downward's `lm_rhw`, on all training instances of the paper."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from bench.peers import fast_downward
from bench.peers.landmarks import LONG, UNEXPLAINED, Comparison, compare, holds_initially

from genplan.benchmarks import PAPER_BENCHMARKS
from genplan.fast_downward import driver

pytestmark = pytest.mark.skipif(driver() is None, reason=fast_downward.MISSING)

LATER: Final = {
    "baking": (95, 95),
    "corridor": (40, 40),
    "gripper": (140, 140),
    "intrusion": (330, 330),
    "lock": (105, 105),
    "ontable": (340, 340),
    "spanner": (165, 157),
    "visitall": (505, 505),
}
"""How many landmarks that do not hold initially we find, and Fast Downward: docs/peers.md."""


def compared(name: str) -> list[Comparison]:
    return [compare(instance) for instance in PAPER_BENCHMARKS[name].training()]


@pytest.mark.parametrize("name", PAPER_BENCHMARKS)
def test_landmarks_of_both(name: str) -> None:
    later = [0, 0]
    for comparison in compared(name):
        single = [facts for facts in comparison.theirs if len(facts) == 1]
        assert single
        assert comparison.uncertified() == []
        for who, why, facts in comparison.differences():
            assert why != UNEXPLAINED, f"{comparison.instance.name}: {who}: {set(facts)}"
            assert holds_initially(facts, comparison.instance) or why == LONG
        for place, landmarks in enumerate((comparison.ours, comparison.theirs)):
            later[place] += sum(not holds_initially(f, comparison.instance) for f in landmarks)
    assert tuple(later) == LATER[name]


def test_the_comparison_can_fail() -> None:
    """A landmark that is none is not certified; one taken away is a difference to explain."""
    comparison = compare(PAPER_BENCHMARKS["gripper"].training()[1])
    atoms = next(facts for facts in comparison.ours if len(facts) == 2)
    assert all("carry" in str(fact) for fact in atoms)
    wrong = frozenset([min(atoms, key=str)])
    assert replace(comparison, theirs=comparison.theirs | {wrong}).uncertified() == [wrong]
    fewer = replace(comparison, theirs=comparison.theirs - {atoms})
    assert [why for _, why, _ in fewer.differences()] == [UNEXPLAINED]
