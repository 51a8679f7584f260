"""The reader of untrusted JSON: what it returns, and the faults that it reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import pytest

from scoring.game import AbortReason
from scoring.json_fields import JsonFault, JsonFields, short_repr
from scoring.tiles import Wind

Read = Callable[[JsonFields], object]


def faults_of(obj: dict[str, Any], read: Read) -> tuple[object, list[JsonFault]]:
    found: list[JsonFault] = []
    return read(JsonFields(obj, found.append)), found


# field                  how it is read                                            value
GOOD: list[tuple[object, Read, object]] = [
    (7, lambda f: f.integer("x", 0, 9), 7),
    (None, lambda f: f.integer("x", 0, 9, default=3), 3),
    (0.5, lambda f: f.optional_number("x", 0, 1), 0.5),
    (None, lambda f: f.optional_number("x", 0, 1), None),
    ("four_winds", lambda f: f.choice("x", tuple(AbortReason)), AbortReason.FOUR_WINDS),
    (None, lambda f: f.optional_choice("x", ("a", "b")), None),
    ("S", lambda f: f.seat("x"), Wind.SOUTH),
    (None, lambda f: f.optional_seat("x"), None),
    (["E", "N"], lambda f: f.seats("x"), [Wind.EAST, Wind.NORTH]),
    (None, lambda f: f.seats("x"), []),
    (["b", "a"], lambda f: f.choices("x", ("a", "b"), 2), ["b", "a"]),
    (None, lambda f: f.flag("x"), False),
    ("abc", lambda f: f.text("x", 3), "abc"),
    (["5m", "E"], lambda f: "".join(f.tiles("x")), "5m1z"),
    (None, lambda f: f.optional_tile("x"), None),
    ({"y": 2}, lambda f: f.sub("x").integer("y", 0, 9), 2),
    (None, lambda f: dict(f.optional_sub("x").obj), {}),
    ([{"y": 2}], lambda f: [one.integer("y", 0, 9) for one in f.sub_list("x", 3)], [2]),
    (None, lambda f: list(f.values("x", 3, optional=True)), []),
]


@pytest.mark.parametrize(("value", "read", "expected"), GOOD)
def test_a_valid_field_is_returned_without_a_fault(
    value: object, read: Read, expected: object
) -> None:
    assert faults_of({"x": value}, read) == (expected, [])


# field                   how it is read                          fault in English
BAD: list[tuple[object, Read, str]] = [
    (True, lambda f: f.integer("x", 0, 9), "x: a number from 0 to 9 was expected, not True"),
    (10, lambda f: f.integer("x", 0, 9), "x: a number from 0 to 9 was expected, not 10"),
    (None, lambda f: f.integer("x", 0, 9), "x: a number from 0 to 9 was expected, not None"),
    (
        10**5000,
        lambda f: f.integer("x", 0, 9),
        "x: a number from 0 to 9 was expected, not a number",
    ),
    (
        float("nan"),
        lambda f: f.optional_number("x", 0, 1),
        "x: a number from 0 to 1 was expected, not nan",
    ),
    ("c", lambda f: f.choice("x", ("a", "b")), "x: a, b was expected, not 'c'"),
    ([], lambda f: f.optional_choice("x", ("a", "b")), "x: a, b was expected, not []"),
    (None, lambda f: f.seat("x"), "x: E, S, W or N was expected, not None"),
    (["E", 1], lambda f: f.seats("x"), "x: E, S, W or N was expected, not 1"),
    (["E"] * 5, lambda f: f.seats("x"), "x: a list of seats was expected"),
    (["a", "c"], lambda f: f.choices("x", ("a", "b"), 2), "x: a, b was expected, not 'c'"),
    ("yes", lambda f: f.flag("x"), "x: true or false was expected, not text"),
    ("abcd", lambda f: f.text("x", 3), "x: text of at most 3 characters was expected, not 4"),
    ("5q", lambda f: f.tiles("x"), "x: '5q' in '5q' is"),
    ("5m" * 500, lambda f: f.tiles("x"), "x: tiles as text were expected, not 1000 characters"),
    ([], lambda f: f.sub("x"), "x: a JSON object was expected, not a list"),
    ({"y": 1, "z": 2}, lambda f: f.sub("x", 1), "x: a JSON object was expected, not an object"),
    ({"y": 99}, lambda f: f.sub("x").integer("y", 0, 9), "x.y: a number from 0 to 9"),
    ([{"y": 99}], lambda f: [o.flag("y") for o in f.sub_list("x", 3)], "x[0].y: true or false"),
    (["z"], lambda f: list(f.sub_list("x", 3)), "x[0]: a JSON object was expected, not text"),
    ([1, 2], lambda f: f.numbers("x", 3, 0, 9), "x: a list of at most 3 was expected, not [1, 2]"),
    ([1, 99], lambda f: f.numbers("x", 2, 0, 9), "x[1]: a number from 0 to 9 was expected, not 99"),
    ([1, 2], lambda f: f.values("x", 1), "x: a list of at most 1 was expected, not [1, 2]"),
]


@pytest.mark.parametrize(("value", "read", "english"), BAD, ids=range(len(BAD)))
def test_an_invalid_field_is_reported_with_its_path(
    value: object, read: Read, english: str
) -> None:
    (fault,) = faults_of({"x": value}, read)[1]
    assert str(fault).startswith(english)
    assert len(str(fault)) < 200
    assert fault.localize("it").startswith(fault.path)
    assert "expected" not in fault.localize("it")


def test_every_fault_is_reported_unless_the_caller_raises() -> None:
    obj = {"seat": "Q", "points": -1}

    def read(fields: JsonFields) -> object:
        return fields.optional_seat("seat"), fields.integer("points", 0, 9)

    values, found = faults_of(obj, read)
    assert values == (None, 0)
    assert [fault.path for fault in found] == ["seat", "points"]

    def reject(fault: JsonFault) -> NoReturn:
        raise ValueError(fault.path)

    with pytest.raises(ValueError, match="seat"):
        read(JsonFields(obj, reject))


def test_values_can_be_described_by_the_caller() -> None:
    found: list[JsonFault] = []
    JsonFields({"x": 5}, found.append, "a.", short_repr).sub("x")
    assert str(found[0]) == "a.x: a JSON object was expected, not 5"


def test_a_text_that_is_too_long_is_reported_by_its_length() -> None:
    faults: list[JsonFault] = []
    assert JsonFields({"text": "a" * 300}, faults.append).text("text", 200) == ""
    assert str(faults[0]) == "text: text of at most 200 characters was expected, not 300"
    assert "al massimo 200 caratteri, non 300" in faults[0].localize("it")
