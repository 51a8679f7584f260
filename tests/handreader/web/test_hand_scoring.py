"""Hands that are scored, claims that are compared, and records that are hostile."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.web import hand_scoring
from handreader.web.dispute import compare_claim
from handreader.web.errors import ApiError
from handreader.web.routes.worker import ANSWER_BYTES
from tests.handreader.web.clients import RECORD, Table, ask, code


def score_hand(record: Mapping[str, object], lang: str) -> Any:
    """The score of a record as the page gets it."""
    return json.loads(json.dumps(hand_scoring.score_hand(record, lang)))


def compare(record: Mapping[str, object], claim: object, lang: str) -> Any:
    """A claim beside our score as the page gets them."""
    return json.loads(json.dumps(compare_claim(record, claim, lang)))


def test_a_hand_is_scored_and_explained() -> None:
    told = score_hand(RECORD, "en")
    assert told["state"] == "won"
    score = told["score"]
    assert score["total"] == sum(item["points"] for item in score["items"])
    assert sum(change["points"] for change in score["changes"]) == 0
    assert all(item["rule"] and item["ref"] for item in score["items"])
    italian = score_hand(RECORD, "it")["score"]
    assert italian["total"] == score["total"]
    assert italian["payments"] != score["payments"]


def test_what_can_be_true_is_offered_and_what_matters_is_marked() -> None:
    told = score_hand(RECORD, "en")
    facts = {fact["name"]: fact for fact in told["facts"]}
    assert "riichi" not in facts  # Zung Jung knows none
    assert "kong_replacement" not in facts  # there is no kong
    assert not facts["seat"]["matters"]  # its wind is no set of this hand
    pung = {**RECORD, "concealed": "1234567m111z", "winning_tile": "7m"}
    asked = {fact["name"]: fact["matters"] for fact in score_hand(pung, "en")["facts"]}
    assert asked["seat"]


LIMIT = {
    "rules": "riichi-tenhou",
    "concealed": "234m234p23s88p777z",
    "winning_tile": "4s",
    "seat": "S",
    "discarder": "W",
}


def test_facts_that_change_nothing_alone_are_offered() -> None:
    """Riichi, ippatsu and a dora: each alone is a mangan, the three are a haneman."""
    riichi = {**LIMIT, "flags": {"riichi": True}}
    assert score_hand(riichi, "en")["score"]["total"] == 8000
    facts = {fact["name"]: fact for fact in score_hand(riichi, "en")["facts"]}
    assert [option["total"] for option in facts["ippatsu"]["options"]] == [8000, 8000]
    assert facts["dora_indicators"]["most"] == 5
    all_three = {"flags": {"riichi": True, "ippatsu": True}, "dora_indicators": ["1m"]}
    assert score_hand({**LIMIT, **all_three}, "en")["score"]["total"] == 12000


def test_an_answer_names_what_changes_with_it() -> None:
    options = {
        fact["name"]: {str(one["value"]): one["implied"] for one in fact["options"]}
        for fact in score_hand(LIMIT, "en")["facts"]
    }
    assert options["ippatsu"]["True"] == {"riichi": True}
    assert options["self_drawn"]["True"] == {"discarder": None}
    heaven = options["blessing_heaven"]["True"]
    assert heaven == {"self_drawn": True, "discarder": None, "seat": "E"}


def test_facts_that_contradict_the_hand_can_be_taken_back() -> None:
    melds = [{"type": "pung", "tiles": "777z", "concealed": False, "from": "left"}]
    open_ = {**LIMIT, "concealed": "234m234p23s88p", "melds": melds, "flags": {"riichi": True}}
    told = score_hand(open_, "en")
    assert told["state"] == "faulty"
    riichi = next(fact for fact in told["facts"] if fact["name"] == "riichi")
    assert [option["value"] for option in riichi["options"]] == [False]


def test_no_tile_of_a_hand_that_is_no_win_is_asked_for() -> None:
    record = {**LIMIT, "concealed": "147m258p369s12345z", "winning_tile": None}
    assert score_hand(record, "en")["state"] == "no_win"


def test_thirteen_tiles_wait() -> None:
    record = {**RECORD, "winning_tile": None}
    told = score_hand(record, "en")
    assert told["state"] == "waiting"
    assert {"3m", "6m", "9m"} == {wait["tile"] for wait in told["waits"]}


def test_which_tile_won_is_asked_where_it_matters() -> None:
    # three concealed pungs if the 1 won, two if the 5 did on another player's discard
    record = {**RECORD, "concealed": "111m222p555s11z", "winning_tile": None}
    told = score_hand(record, "en")
    assert told["state"] == "open"
    assert told["facts"][0]["name"] == "winning_tile"
    assert len({option["total"] for option in told["facts"][0]["options"]}) > 1
    plain = {**RECORD, "concealed": "123456789m11z", "winning_tile": None}
    told = score_hand(plain, "en")
    assert told["state"] == "won"
    claim = {"total": told["score"]["total"], "items": None}
    assert compare(plain, claim, "en")["agrees"]


def test_what_is_no_win_says_why() -> None:
    record = {**RECORD, "winning_tile": "5p"}
    told = score_hand(record, "en")
    assert told["state"] == "no_win"
    assert told["why"]


def test_impossible_hands_say_every_fault_in_the_language() -> None:
    record = {**RECORD, "concealed": "11111m23456m", "flowers": ["1f", "1f"]}
    told = score_hand(record, "it")
    assert told["state"] == "faulty"
    assert any("solo quattro" in fault for fault in told["faults"])
    assert any("due volte" in fault for fault in told["faults"])


def test_a_typed_hand_is_read(table: Table) -> None:
    typed = {"rules": "zung-jung", "facts": {}}
    told = ask(
        table, table.client(), "evaluate_text", text="123m 456p 99s [<777z] +9s", **typed
    ).json()["hand"]
    assert told["winning"]["kind"] == "9s"
    assert told["melds"][0]["from"] == "left"
    told = ask(table, table.client(), "evaluate_text", "it", text="hello", **typed).json()
    assert "'h' in 'hello' non è una tessera" in told["error"]


def test_a_claim_is_compared() -> None:
    ours = score_hand(RECORD, "en")["score"]
    right = {"total": ours["total"], "items": {i["id"]: i["count"] for i in ours["items"]}}
    told = compare(RECORD, right, "en")
    assert told["agrees"], told
    wrong = {"total": 1, "items": None}
    told = compare(RECORD, wrong, "en")
    assert not told["agrees"]
    assert told["total"] == ours["total"]
    missing = {"total": None, "items": {ours["items"][0]["id"]: 1}}
    told = compare(RECORD, missing, "it")
    differing = [line for line in told["lines"] if not line["agrees"]]
    assert {line["id"] for line in differing} == {i["id"] for i in ours["items"][1:]}
    assert all(line["ref"] and line["texts"] for line in differing)


WITH_DORA = {
    "rules": "riichi-ema",
    "concealed": "234m345p055667s7s",
    "winning_tile": "8s",
    "seat": "S",
    "discarder": "W",
    "flags": {"riichi": True},
    "riichi_sticks": 1,
    "dora_indicators": ["4s"],
}


def test_dora_are_compared_as_the_command_compares_them() -> None:
    ours = score_hand(WITH_DORA, "en")["score"]
    items = {one["id"]: one["count"] for one in ours["items"]}
    claim = {"total": ours["total"], "items": items}
    assert compare(WITH_DORA, claim, "en")["agrees"]  # not claimed one by one
    right = {**claim, "bonus": {"dora": 3, "red_fives": 1}}
    told = compare(WITH_DORA, right, "en")
    assert told["agrees"] and told["valid_win"] and told["reason"] is None
    assert any(note.startswith("minipoints: ") for note in told["notes"])
    wrong = compare(WITH_DORA, {**claim, "bonus": {"dora": 1}}, "it")
    lines = {line["id"]: line for line in wrong["lines"] if not line["agrees"]}
    assert lines["dora"]["texts"] == ["dora: 3 fan, tu dici 1: 055s (indicatore 4s)"]
    assert lines["red_fives"]["texts"] == ["hai tralasciato 1 fan di cinque rossi: 0s"]


def test_a_claim_about_a_hand_below_the_minimum_says_why() -> None:
    record = {"rules": "mcr", "concealed": "234m34567p55s", "winning_tile": "8p", "discarder": "W"}
    chow = {"type": "chow", "tiles": "678s", "from": "left"}
    told = compare({**record, "melds": [chow]}, {"total": 8, "items": None}, "en")
    assert (told["valid_win"], told["agrees"]) == (False, False)
    assert told["reason"] == "6 points without flowers, 8 needed"


@pytest.mark.parametrize(
    "claim",
    [
        None,
        {},
        {"total": 1, "items": {}, "bonus": {"dora": -1}},
        {"total": "9", "items": None},
        {"total": True, "items": None},
        {"total": -1},
        {"total": 10**9},
        {"total": 1, "items": []},
        {"total": 1, "items": {"no such": 1}},
        {"total": 1, "items": {"1.1": 0}},
        {"total": 1, "items": {str(i): 1 for i in range(99)}},
    ],
)
def test_claims_that_cannot_be_are_refused(claim: object) -> None:
    with pytest.raises(ApiError) as refused:
        compare_claim(RECORD, claim, "en")
    assert (refused.value.status, refused.value.code) == (422, "bad_request")


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"1", b'"x"', b"[" * 20000, b"\xff\xfe"],
)
def test_hostile_json_is_refused(table: Table, content: bytes) -> None:
    headers = {"content-type": "application/json"}
    response = table.run(table.client().post("/api/answer", content=content, headers=headers))
    assert (response.status_code, code(response)) == (400, "bad_request")


HOSTILE_RECORDS: list[dict[str, object]] = [
    {"rules": "zung-jung"},
    {"rules": "zung-jung", "concealed": 7},
    {"rules": "zung-jung", "concealed": "9" * 5000 + "m"},
    {"rules": "zung-jung", "concealed": ["<img src=x onerror=alert(1)>"]},
    {"rules": "zung-jung", "concealed": ["1m"] * 5000},
    {"rules": "zung-jung", "concealed": "", "melds": [{"tiles": "]["}] * 4},
    {"rules": "zung-jung", "concealed": "", "winning_tile": "] [1m"},
    {"rules": "zung-jung", "concealed": "1m", "flags": {"liable": [1]}, "seat": {}},
]


@pytest.mark.parametrize("record", HOSTILE_RECORDS)
def test_hostile_records_are_faulty_and_no_more(record: dict[str, object]) -> None:
    told = score_hand(record, "it")
    assert told["state"] == "faulty"
    assert told["faults"]
    assert len(json.dumps(told)) < 5000


@pytest.mark.parametrize("record", [*HOSTILE_RECORDS, {"rules": "none"}, {}])
@pytest.mark.parametrize("do", ["books", "dispute"])
def test_what_is_asked_of_hostile_records_is_one_sentence(
    table: Table, do: str, record: dict[str, object]
) -> None:
    claimed = {"total": 1, "items": None}
    told = ask(table, table.client(), do, "it", record=record, claimed=claimed)
    assert told.status_code == 200
    found = told.json()
    assert "error" in found or all(book["score"] is None for book in found["books"])
    assert len(told.content) < 5000


@pytest.mark.parametrize("odd", ["\\ud800", "\\u0000", "\\u202e", "<script>"])
def test_odd_characters_break_no_answer(table: Table, odd: str) -> None:
    client = table.client()
    headers = {"content-type": "application/json"}
    for content in (
        f'{{"do": "evaluate_text", "text": "{odd}", "rules": "mcr", "facts": {{}}}}',
        f'{{"do": "evaluate_text", "text": "1m", "rules": "{odd}", "facts": {{}}}}',
        f'{{"do": "books", "record": {{"rules": "zung-jung", "concealed": ["{odd}"]}}}}',
        f'{{"do": "evaluate", "rules": "mcr", "answers": {{"{odd}": "{odd}"}}, "tiles": []}}',
        f'{{"do": "{odd}", "lang": "{odd}"}}',
        '{"do": "evaluate", "tiles": [{"quad": [[0, 0], [1, 0], [1, 1e999], [0, 1]], '
        '"names": [["1m", 1e999]], "oriented": true}]}',
    ):
        response = table.run(client.post("/api/answer", content=content, headers=headers))
        assert response.status_code == 200, content
        assert response.headers["content-type"] == "application/json"
        assert json.loads(response.content)


def test_json_too_large_is_refused(table: Table) -> None:
    response = ask(table, table.client(), "evaluate_text", text="x" * ANSWER_BYTES)
    assert (response.status_code, code(response)) == (413, "too_large")


def test_a_told_fact_can_be_taken_back() -> None:
    pung = {**RECORD, "concealed": "1234567m222z", "winning_tile": "7m", "seat": "S"}
    pung["discarder"] = "W"
    told = score_hand(pung, "en")
    facts = {fact["name"]: fact for fact in told["facts"]}
    assert {"E", "S"} <= {option["value"] for option in facts["seat"]["options"]}
    assert {True, False} == {option["value"] for option in facts["self_drawn"]["options"]}
