"""Case records: read back as written, and every fault of bad ones named at once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import score_record_json
from scoring.record import Record, RecordError
from scoring.text import in_words

GOOD: dict[str, Any] = {
    "id": "one",
    "rules": "zung-jung",
    "concealed": "99m33p",
    "winning_tile": "3p",
    "melds": [
        {"type": "pung", "tiles": "222m", "concealed": False, "from": "right"},
        {"type": "kong", "tiles": "5555p", "concealed": True, "from": None},
        {"type": "chow", "tiles": "312s", "from": "left"},
    ],
    "self_drawn": False,
    "discarder": "S",
    "seat": "E",
    "round": "N",
    "flags": {"last_tile": True},
    "flowers": ["3f"],
    "discards_since": [["E", "1m"], ["S", "3p"]],
}


def test_reads_every_field() -> None:
    record = Record.from_json(GOOD)
    assert str(record.hand) == "99m 33p [>222m] (5555p) [<123s] 3f +3p"
    assert (record.id, record.rules, record.win.round) == ("one", "zung-jung", "N")
    assert record.win.last_tile and record.win.discards_since is not None


def test_written_and_read_again_is_the_same() -> None:
    record = Record.from_json(GOOD)
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


def test_missing_keys_have_defaults_and_others_are_ignored() -> None:
    record = Record.from_json({"concealed": "123456789m123p1z", "winning_tile": "1z", "new": []})
    assert record.id is None and record.win.seat == "E" and not record.win.self_drawn


# changes to the good record                    fields that must be named, in order
FAULTS: list[tuple[dict[str, object], list[str]]] = [
    ({"concealed": "99m33x"}, ["concealed"]),
    ({"concealed": 7}, ["concealed"]),
    ({"concealed": "1m" * 5000}, ["concealed"]),
    ({"winning_tile": "33p"}, ["winning_tile"]),
    ({"winning_tile": "?"}, ["winning_tile"]),
    ({"melds": "222m"}, ["melds"]),
    ({"melds": [None]}, ["melds[0]"]),
    ({"melds": [{"tiles": "222m"}]}, ["melds[0].type"]),
    ({"melds": [{"type": "pair", "tiles": "222m"}]}, ["melds[0].type"]),
    ({"melds": [*GOOD["melds"][:2], {"type": "pung", "tiles": "123s"}]}, ["hand"]),
    ({"melds": GOOD["melds"][:2]}, ["hand"]),
    ({"self_drawn": 1}, ["self_drawn"]),
    ({"self_drawn": True}, ["discarder"]),
    ({"discarder": "east"}, ["discarder"]),
    ({"seat": "S"}, ["discarder"]),
    ({"seat": []}, ["seat"]),
    ({"flags": [1]}, ["flags"]),
    ({"flags": {"ippatsu": "yes"}}, ["flags.ippatsu"]),
    ({"flags": {"kong_replacement": True}}, ["kong_replacement"]),
    ({"flowers": ["3f", "3f"]}, ["hand"]),
    ({"flowers": ["3m"]}, ["hand"]),
    ({"counters": -1}, ["counters"]),
    ({"counters": True}, ["counters"]),
    ({"dora_indicators": ["2f"]}, ["dora_indicators"]),
    ({"dora_indicators": ["2m", "2m"]}, ["dora_indicators"]),
    ({"discards_since": [["W"]]}, ["discards_since"]),
    ({"discards_since": [["W", "9z"]]}, ["discards_since.tile"]),
    ({"id": {}}, ["id"]),
    ({"rules": 3}, ["rules"]),
    ({"concealed": "22m33p", "seat": "Q", "counters": 1.5}, ["seat", "counters", "hand"]),
]


@pytest.mark.parametrize(("changes", "fields"), FAULTS)
def test_every_fault_is_named(changes: dict[str, object], fields: list[str]) -> None:
    with pytest.raises(RecordError) as error:
        Record.from_json({**GOOD, **changes})
    named = [fault.split(":")[0] for fault in error.value.faults]
    assert list(dict.fromkeys(named)) == fields
    assert len(str(error.value)) < 1000
    for part, english in zip(error.value.parts, error.value.faults, strict=True):
        italian = in_words(part, "it")
        assert italian.split(":")[0] in (english.split(":")[0], "mano")
        assert italian != english
        assert "expected" not in italian


@pytest.mark.parametrize("obj", [None, 3, "x", [], [1], True, float("nan")])
def test_what_is_no_object_is_an_error_line(obj: object) -> None:
    result = score_record_json(obj)
    assert result["id"] is None and str(result["error"]).startswith("record:")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text("1mE?", max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "from"]), inner)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(sorted(GOOD)), json_values))
def test_nothing_breaks_the_scorer(changes: dict[str, object]) -> None:
    result = score_record_json({**GOOD, **changes})
    assert ("error" in result) != ("valid_win" in result)
    json.dumps(result)


# changes                                   said in the error line
LINES: list[tuple[dict[str, object], str]] = [
    ({"rules": "bridge"}, "rules: 'bridge' is not known; expected one of zung-jung"),
    ({"rules": None}, "rules: missing"),
    ({"winning_tile": None}, "winning_tile: missing"),
]


@pytest.mark.parametrize(("changes", "message"), LINES)
def test_error_lines(changes: dict[str, object], message: str) -> None:
    result = score_record_json({**GOOD, **changes})
    assert set(result) == {"id", "error"} and result["id"] == "one"
    assert message in str(result["error"])


@pytest.mark.parametrize("flowers", ["F1", "f1", ["F1"], "1f"])
def test_flowers_with_their_letter_first(flowers: object) -> None:
    found = Record.from_json({"concealed": "1m", "flowers": flowers} | HELD)
    assert [tile.value for tile in found.hand.flowers] == ["1f"]


def test_several_flowers_with_their_letter_first() -> None:
    found = Record.from_json({"concealed": "1m", "flowers": "F1 F28"} | HELD)
    assert [tile.value for tile in found.hand.flowers] == ["1f", "2f", "8f"]


HELD = {"concealed": "123m456p78s11z777z", "winning_tile": "9s"}
