"""Strips show every pointer below its object, and fit into the width."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from genplan.pddl.model import Domain, Instance, Object, Type
from genplan.problem import Pointer
from genplan.report.strip import Strips

DOMAIN = Domain("d", types=(Type("room", "object"), Type("ball", "object")))
POINTERS = (Pointer("r1", "room"), Pointer("r2", "room"), Pointer("b1", "ball"))


def instance(rooms: int, balls: int = 2) -> Instance:
    objects = [Object(f"room{n}", "room") for n in range(rooms)]
    objects += [Object(f"ball{n}", "ball") for n in range(balls)]
    return Instance("i", DOMAIN, tuple(objects), (), ())


def test_pointers_stand_below_their_objects() -> None:
    strips = Strips(instance(3), POINTERS, 80)
    places = {"r1": "room0", "r2": "room2", "b1": "ball1"}
    assert strips.draw(places, strips.types) == [
        "room  room0  room1  room2",
        "      r1            r2",
        "ball  ball0  ball1",
        "             b1",
    ]
    together = strips.draw({**places, "r2": "room0"}, ["room"])
    assert together == ["room  room0  room1  room2", "      r1,r2"]


def test_a_free_pointer_stands_nowhere() -> None:
    strips = Strips(instance(2), POINTERS, 80)
    places = {"r1": None, "r2": "none", "b1": None}
    assert strips.draw(places, ["room"]) == ["room  room0  room1"]


def test_only_types_with_a_pointer_that_moved() -> None:
    strips = Strips(instance(2), POINTERS, 80)
    before = {"r1": "room0", "r2": "room1", "b1": "ball0"}
    assert strips.moved(before, before) == []
    assert strips.moved(before, {**before, "b1": "ball1"}) == ["ball"]
    assert strips.moved(before, {**before, "b1": "ball1", "r2": "room0"}) == ["room", "ball"]


@given(st.integers(1, 300), st.data(), st.integers(40, 120))
def test_a_long_strip_fits_and_has_every_pointer(
    count: int, data: st.DataObject, width: int
) -> None:
    strips = Strips(instance(count), POINTERS, width)
    one, other = (data.draw(st.integers(0, count - 1)) for _ in range(2))
    places = {"r1": f"room{one}", "r2": f"room{other}", "b1": None}
    above, below = strips.draw(places, ["room"])
    assert max(len(above), len(below)) <= width
    for name, number in (("r1", one), ("r2", other)):
        start = min(n for n in (below.find(name), below.find(f"r1,{name}")) if n >= 0)
        column = start if one != other else below.index("r1")
        assert above[column:].split()[0] == f"room{number}"
    shown = [int(word[4:]) for word in above.split()[1:] if word != "…"]
    assert shown == sorted(shown)
    whole = 4 + sum(2 + len(f"room{n}") for n in range(count))
    assert ("…" in above) == (len(shown) < count)
    if whole <= width and one != other:
        assert len(shown) == count
