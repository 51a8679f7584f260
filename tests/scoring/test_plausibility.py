"""Facts in a record that no table has are refused, with the reason; unknown fields are named."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import score_record_json

ON_A_DISCARD: dict[str, Any] = {
    "id": 1,
    "rules": "zung-jung",
    "concealed": "123m456p78s11z",
    "melds": [{"type": "pung", "tiles": "777z", "from": "across"}],
    "winning_tile": "9s",
    "seat": "S",
    "discarder": "W",
}
RIICHI = {
    **ON_A_DISCARD,
    "rules": "riichi-ema",
    "concealed": "123m456p78s11z777z",
    "melds": [],
    "flags": {"riichi": True},
}

# changes to a good record, and what the error says
REFUSED: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (RIICHI, {"riichi_sticks": 0}, "riichi_sticks: 0, but the winner declared riichi"),
    (RIICHI, {"riichi_sticks": 0}, "at least 1 was expected"),
    (RIICHI, {"flags": {"double_riichi": True}, "riichi_sticks": 0}, "his own stick"),
    (
        ON_A_DISCARD,
        {
            "concealed": "123m456p11z78s"[:-3] + "78s",
            "melds": [{"type": "chow", "tiles": "345p", "from": "across"}],
        },
        "melds[0].from: [^345p] is from across, but a chow is claimed from the left",
    ),
    (
        ON_A_DISCARD,
        {"melds": [{"type": "chow", "tiles": "345p", "from": "right"}]},
        "a chow is claimed from the left",
    ),
    (
        ON_A_DISCARD,
        {"concealed": "123m456p11z99s", "flags": {"last_of_kind": True}},
        "last_of_kind: the winner holds another 9 bamboo, which nobody could see",
    ),
    (
        ON_A_DISCARD,
        {"discards_since": [["S", "1m"], ["W", "3s"]]},
        "discards_since: ends with 3 bamboo of West",
    ),
    (ON_A_DISCARD, {"discards_since": [["S", "1m"], ["N", "9s"]]}, "of North"),
    (
        ON_A_DISCARD,
        {"discards_since": [["S", "7z"], ["N", "7z"], ["W", "9s"]]},
        "five or more red dragon",
    ),
    (ON_A_DISCARD, {"discards_since": [["S", "1f"], ["W", "9s"]]}, "a flower"),
]


@pytest.mark.parametrize(("good", "change", "message"), REFUSED)
def test_it_is_refused_with_the_reason(
    good: dict[str, Any], change: dict[str, Any], message: str
) -> None:
    result = score_record_json({**good, **change})
    assert message in str(result.get("error")) and result["id"] == 1


ALLOWED: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (ON_A_DISCARD, {}),
    (RIICHI, {"riichi_sticks": 1}),
    (RIICHI, {}),  # as on the command line
    (RIICHI, {"riichi_sticks": None}),
    (ON_A_DISCARD, {"discards_since": [["S", "9s"], ["W", "9s"]]}),
    (ON_A_DISCARD, {"discards_since": []}),
    (ON_A_DISCARD, {"discarder": None, "discards_since": [["N", "9s"]]}),
    (
        ON_A_DISCARD,
        {
            "concealed": "123m456p78s11z",
            "melds": [{"type": "chow", "tiles": "345p", "from": "left"}],
        },
    ),
    (ON_A_DISCARD, {"flags": {"last_of_kind": True}}),
]


@pytest.mark.parametrize(("good", "change"), ALLOWED)
def test_what_can_be_is_scored(good: dict[str, Any], change: dict[str, Any]) -> None:
    result = score_record_json({**good, **change})
    assert "error" not in result and "warnings" not in result


def test_facts_of_another_game_are_a_warning_or_an_error() -> None:
    record = {**RIICHI, "rules": "mcr"}
    usual = score_record_json(record)
    assert usual["warnings"] == ["riichi: does not count in mcr, but in rule sets like riichi-ema"]
    assert usual["valid_win"] is True
    assert score_record_json(record, strict=True)["error"] == usual["warnings"][0]


# unknown fields of a record, and what the warning says
UNKNOWN: list[tuple[dict[str, Any], str]] = [
    ({"rond": "E"}, "'rond': no field of a case record, ignored; did you mean round?"),
    ({"riichi": True}, "did you mean flags.riichi?"),
    ({"flags": {"last_tle": True}}, "did you mean flags.last_tile?"),
    ({"flags": {"self_drawn": True}}, "did you mean self_drawn?"),
    (
        {"melds": [{"type": "pung", "tiles": "777z", "form": "across"}]},
        "'melds[0].form': no field of a case record, ignored; did you mean melds[0].from?",
    ),
    ({"qqqqqqqq": 1}, "ignored"),
    ({"x" * 500: 1}, "ignored"),
]


@pytest.mark.parametrize(("change", "message"), UNKNOWN)
def test_an_unknown_field_is_a_warning_or_an_error(change: dict[str, Any], message: str) -> None:
    record = {**ON_A_DISCARD, **change}
    usual = score_record_json(record)
    warnings = usual["warnings"]
    assert isinstance(warnings, list) and len(warnings) == 1
    assert warnings[0].endswith(message) and len(warnings[0]) < 200
    assert usual["valid_win"] is True
    strict = score_record_json(record, strict=True)
    assert strict["error"] == warnings[0].replace(", ignored", "") and "warnings" not in strict


def test_labels_of_a_case_are_known() -> None:
    labels = {
        "expected": {},
        "dora": 1,
        "source": "",
        "note": "",
        "kind": "",
        "seed": 1,
        "input": {},
    }
    assert "warnings" not in score_record_json({**ON_A_DISCARD, **labels}, strict=True)


def test_options_of_a_record_are_used_and_named_in_the_result() -> None:
    flowery = {**ON_A_DISCARD, "flowers": ["2f"]}
    usual = score_record_json(flowery)
    off = score_record_json({**flowery, "options": {"flowers": "off"}})
    assert "options" not in usual
    assert off["options"] == {"flowers": "none"} and off["rules"] == "zung-jung"
    assert isinstance(usual["total"], int) and isinstance(off["total"], int)
    assert usual["total"] > off["total"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"flower": "off"}, "options: zung-jung has no option 'flower'"),
        ({"flowers": "ful"}, "did you mean full?"),
        ({"flowers": None}, "options.'flowers'"),
        ("flowers=off", "options: a JSON object was expected"),
        ({"flowers": [1]}, "text, a number, true or false was expected"),
    ],
)
def test_wrong_options_are_refused(options: object, message: str) -> None:
    result = score_record_json({**ON_A_DISCARD, "options": options})
    assert message in str(result["error"])
