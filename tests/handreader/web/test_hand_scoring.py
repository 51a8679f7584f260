"""Hands that are scored, claims that are compared, and records that are hostile."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.web import requests as web_asked
from tests.handreader.web.clients import RECORD, Table, code, post


def test_a_hand_is_scored_and_explained(table: Table) -> None:
    told = post(table, table.client(), "/api/score", {"record": RECORD}).json()
    assert told["state"] == "won"
    score = told["score"]
    assert score["total"] == sum(item["points"] for item in score["items"])
    assert sum(change["points"] for change in score["changes"]) == 0
    assert all(item["rule"] and item["ref"] for item in score["items"])
    italian = post(table, table.client(), "/api/score", {"record": RECORD}, "it").json()["score"]
    assert italian["total"] == score["total"]
    assert italian["payments"] != score["payments"]


def test_only_facts_that_matter_are_asked(table: Table) -> None:
    told = post(table, table.client(), "/api/score", {"record": RECORD}).json()
    names = {fact["name"] for fact in told["facts"]}
    assert "round" not in names  # neither wind is a set of this hand
    assert "riichi" not in names  # Zung Jung knows none
    pung = {**RECORD, "concealed": "1234567m111z", "winning_tile": "7m"}
    asked = post(table, table.client(), "/api/score", {"record": pung}).json()["facts"]
    assert "seat" in {fact["name"] for fact in asked}


def test_thirteen_tiles_wait(table: Table) -> None:
    record = {**RECORD, "winning_tile": None}
    told = post(table, table.client(), "/api/score", {"record": record}).json()
    assert told["state"] == "waiting"
    assert {"3m", "6m", "9m"} == {wait["tile"] for wait in told["waits"]}


def test_which_tile_won_is_asked_where_it_matters(table: Table) -> None:
    # three concealed pungs if the 1 won, two if the 5 did on another player's discard
    record = {**RECORD, "concealed": "111m222p555s11z", "winning_tile": None}
    told = post(table, table.client(), "/api/score", {"record": record}).json()
    assert told["state"] == "open"
    assert told["facts"][0]["name"] == "winning_tile"
    assert len({option["total"] for option in told["facts"][0]["options"]}) > 1
    plain = {**RECORD, "concealed": "123456789m11z", "winning_tile": None}
    told = post(table, table.client(), "/api/score", {"record": plain}).json()
    assert told["state"] == "won"
    claim = {"total": told["score"]["total"], "items": None}
    asked = {"record": plain, "claim": claim}
    assert post(table, table.client(), "/api/claim", asked).json()["agrees"]


def test_what_is_no_win_says_why(table: Table) -> None:
    record = {**RECORD, "winning_tile": "5p"}
    told = post(table, table.client(), "/api/score", {"record": record}).json()
    assert told["state"] == "no_win"
    assert told["why"]


def test_impossible_hands_say_every_fault_in_the_language(table: Table) -> None:
    record = {**RECORD, "concealed": "11111m23456m", "flowers": ["1f", "1f"]}
    told = post(table, table.client(), "/api/score", {"record": record}, "it").json()
    assert told["state"] == "faulty"
    assert any("solo quattro" in fault for fault in told["faults"])
    assert any("due volte" in fault for fault in told["faults"])


def test_a_typed_hand_is_read(table: Table) -> None:
    typed = {"text": "123m 456p 99s [<777z] +9s"}
    told = post(table, table.client(), "/api/parse", typed).json()
    assert told["winning"]["kind"] == "9s"
    assert told["melds"][0]["from"] == "left"
    response = post(table, table.client(), "/api/parse", {"text": "hello"}, "it")
    assert (response.status_code, code(response)) == (422, "bad_hand")
    assert "'h' in 'hello' non è una tessera" in response.json()["error"]["message"]


def test_a_claim_is_compared(table: Table) -> None:
    client = table.client()
    ours = post(table, client, "/api/score", {"record": RECORD}).json()["score"]
    right = {"total": ours["total"], "items": {i["id"]: i["count"] for i in ours["items"]}}
    told = post(table, client, "/api/claim", {"record": RECORD, "claim": right}).json()
    assert told["agrees"], told
    wrong = {"total": 1, "items": None}
    told = post(table, client, "/api/claim", {"record": RECORD, "claim": wrong}).json()
    assert not told["agrees"]
    assert told["total"] == ours["total"]
    missing = {"total": None, "items": {ours["items"][0]["id"]: 1}}
    told = post(table, client, "/api/claim", {"record": RECORD, "claim": missing}, "it").json()
    differing = [line for line in told["lines"] if not line["agrees"]]
    assert {line["id"] for line in differing} == {i["id"] for i in ours["items"][1:]}
    assert all(line["ref"] and line["texts"] for line in differing)


@pytest.mark.parametrize(
    "claim",
    [
        None,
        {},
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
def test_claims_that_cannot_be_are_refused(table: Table, claim: object) -> None:
    response = post(table, table.client(), "/api/claim", {"record": RECORD, "claim": claim})
    assert (response.status_code, code(response)) == (422, "bad_request")


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"1", b'"x"', b"[" * 20000, b"\xff\xfe", b'{"record": 1}'],
)
@pytest.mark.parametrize("path", ["/api/score", "/api/claim", "/api/layout", "/api/parse"])
def test_hostile_json_is_refused(table: Table, path: str, content: bytes) -> None:
    headers = {"content-type": "application/json"}
    response = table.run(table.client().post(path, content=content, headers=headers))
    assert response.status_code in (400, 404, 422)
    assert code(response) in ("bad_request", "no_reading")


@pytest.mark.parametrize(
    "record",
    [
        {"rules": "zung-jung"},
        {"rules": "zung-jung", "concealed": 7},
        {"rules": "zung-jung", "concealed": "9" * 5000 + "m"},
        {"rules": "zung-jung", "concealed": ["<img src=x onerror=alert(1)>"]},
        {"rules": "zung-jung", "concealed": ["1m"] * 5000},
        {"rules": "zung-jung", "concealed": "", "melds": [{"tiles": "]["}] * 4},
        {"rules": "zung-jung", "concealed": "", "winning_tile": "] [1m"},
        {"rules": "zung-jung", "concealed": "1m", "flags": {"liable": [1]}, "seat": {}},
    ],
)
def test_hostile_records_are_faulty_and_no_more(table: Table, record: object) -> None:
    response = post(table, table.client(), "/api/score", {"record": record}, "it")
    assert response.status_code == 200
    told = response.json()
    assert told["state"] == "faulty"
    assert told["faults"]
    assert len(json.dumps(told)) < 5000


@pytest.mark.parametrize("odd", ["\\ud800", "\\u0000", "\\u202e", "<script>"])
def test_odd_characters_break_no_answer(table: Table, odd: str) -> None:
    client = table.client()
    headers = {"content-type": "application/json"}
    for path, content in (
        ("/api/parse", f'{{"text": "{odd}"}}'),
        ("/api/score", f'{{"record": {{"rules": "zung-jung", "concealed": ["{odd}"]}}}}'),
        ("/api/score", f'{{"record": {{"rules": "{odd}", "concealed": "1m"}}}}'),
        ("/api/layout", f'{{"reading": "{odd}", "rules": "mcr", "answers": {{"{odd}": "{odd}"}}}}'),
    ):
        response = table.run(client.post(path, content=content, headers=headers))
        assert response.status_code in (200, 404, 422), path
        assert response.headers["content-type"] == "application/json"


def test_json_too_large_is_refused(table: Table) -> None:
    response = post(table, table.client(), "/api/parse", {"text": "x" * web_asked.JSON_BYTES})
    assert (response.status_code, code(response)) == (413, "too_large")


def test_a_told_fact_can_be_taken_back(table: Table) -> None:
    pung = {**RECORD, "concealed": "1234567m222z", "winning_tile": "7m", "seat": "S"}
    pung["discarder"] = "W"
    told = post(table, table.client(), "/api/score", {"record": pung}).json()
    facts = {fact["name"]: fact for fact in told["facts"]}
    assert {"E", "S"} <= {option["value"] for option in facts["seat"]["options"]}
    assert {True, False} == {option["value"] for option in facts["self_drawn"]["options"]}
