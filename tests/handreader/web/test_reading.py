"""A photo that the server reads becomes a hand, its questions are answered, its tiles corrected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.pipeline import RULE_SETS, layout_rules
from handreader.web import uploads
from scoring import RULEBOOKS
from tests.handreader.conftest import NO_DIRECTION, NONE_APART, ONE_TOO_MANY, UNREADABLE, WIN, Lay
from tests.handreader.web.clients import PHOTO, Make, Table, ask, code, picture, send
from vision import Reader


def arrange(
    table: Table, client: Any, found: Any, lang: str = "en", /, **changed: object
) -> dict[str, Any]:
    """Arrange and score the tiles of a photo, as the page does with what the server found."""
    request = {"photo": "hand", "rules": "zung-jung", "answers": {}, "facts": {}, **found}
    answer = ask(table, client, "evaluate", lang, **{**request, **changed})
    assert answer.status_code == 200
    return dict(answer.json())


def read(table: Table, client: Any, lang: str = "en", /, **changed: object) -> dict[str, Any]:
    """Read a picture that holds a whole scene, and arrange its tiles."""
    found = send(table, client, picture(2400, 1400)).json()
    return dict(arrange(table, client, found, lang, **changed)["reading"])


def test_a_photo_becomes_a_hand(table: Table, lay: Lay) -> None:
    lay(WIN)
    told = read(table, table.client())
    assert (told["width"], told["height"]) == (2400, 1400)
    kinds = [tile["kind"] for tile in told["hand"]["concealed"]]
    assert kinds == ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "1z", "1z"]
    assert told["hand"]["winning"]["kind"] == "9s"
    (meld,) = told["hand"]["melds"]
    assert meld["type"] == "pung"
    assert [tile["kind"] for tile in meld["tiles"]] == ["7z"] * 3


def test_every_rulebook_has_a_way_of_laying_tiles() -> None:
    assert {layout_rules(rules) for rules in RULEBOOKS} == set(RULE_SETS)


def test_answers_and_corrections_change_the_hand(table: Table, lay: Lay) -> None:
    lay(NONE_APART)
    client = table.client()
    told = read(table, client, rules="mcr")
    (question,) = [q for q in told["questions"] if q["id"] == "winning_tile"]
    assert {"value": "3m", "label": "3m"} in question["options"]
    first = told["hand"]["concealed"][0]
    answers = {"winning_tile": "3m", f"tile:{first['id']}": "4m"}
    laid = read(table, client, rules="mcr", answers=answers)
    assert laid["hand"]["winning"]["kind"] == "3m"
    assert {tile["id"]: tile["kind"] for tile in laid["tiles"]}[first["id"]] == "4m"


@pytest.mark.parametrize("scene", [ONE_TOO_MANY, UNREADABLE, ""])
def test_hands_that_are_not_whole_are_shown_as_they_are(table: Table, lay: Lay, scene: str) -> None:
    lay(scene)
    told = read(table, table.client())
    # of a photo without tiles the page itself says that it has none
    assert [p for p in told["problems"] if p["fatal"]] or told["questions"] or not told["tiles"]


def test_problems_are_said_in_italian(table: Table, lay: Lay) -> None:
    lay(ONE_TOO_MANY)
    told = read(table, table.client(), "it")
    assert any("di troppo" in problem["text"] for problem in told["problems"])


def test_another_client_has_no_part_in_a_reading(table: Table, lay: Lay) -> None:
    lay(WIN)
    mine, other = table.client(), table.client()
    assert labels_of(table, mine, send(table, mine, picture()).json()).status_code == 200
    response = labels_of(table, other, send(table, mine, picture()).json())
    assert (response.status_code, code(response)) == (404, "no_reading")


def test_readings_are_bounded(table: Table, lay: Lay) -> None:
    lay(WIN)
    client = table.client()
    found = [send(table, client, picture()).json() for _ in range(uploads.EACH + 1)]
    status = [labels_of(table, client, one).status_code for one in found]
    assert status == [404] + [200] * uploads.EACH


def labels_of(table: Table, client: Any, found: Any) -> Any:
    """Ask for the labels of a reading."""
    kinds = ",".join("?" for _ in found["tiles"])
    query = f"reading={found['reading']}&consent=yes&kinds={kinds}"
    return table.run(client.post(f"/api/labels?{query}", content=picture(), headers=PHOTO))


@pytest.mark.parametrize(
    "changed",
    [
        {"answers": {"tile:0": "x"}},
        {"answers": {"nothing": "1m"}},
        {"answers": {"tile:999": "1m"}},
        {"answers": {"tile:0": 5}},
        {"answers": [1]},
        {"answers": {"which_hand": "x" * 1000}},
        {"rules": ""},
        {"rules": "none"},
        {"rules": "../mcr"},
        {"rules": "zung-jung\x00"},
        {"rules": ["zung-jung"]},
        {"hand_from": "up"},
        {"facts": [1]},
    ],
)
def test_hostile_answers_are_one_sentence(
    table: Table, lay: Lay, changed: dict[str, object]
) -> None:
    lay(WIN)
    client = table.client()
    found = send(table, client, picture(2400, 1400)).json()
    told = arrange(table, client, found, "it", **changed)
    assert list(told) == ["error", "code"]


def test_what_the_reader_says_is_in_the_language_of_the_page(
    make: Make, table: Table, lay: Lay, tmp_path: Path
) -> None:
    broken = make(reader=Reader(tmp_path))
    response = send(broken, broken.client(), picture(), "lang=it")
    assert (response.status_code, code(response)) == (500, "reader_fault")
    assert response.json()["error"]["message"] == (
        f"Il lettore non può funzionare: nessun peso trovato: serve manifest.toml in {tmp_path}; "
        "reinstalla handreader, o indica la cartella con --weights"
    )
    lay(WIN)
    client = table.client()
    found = send(table, client, picture(2400, 1400)).json()
    text = arrange(table, client, found, "it", answers={"tile:999": "1m"})["error"]
    assert "la risposta 'tile:999' riguarda la tessera 999, che nella foto non c'è" in text


def test_the_owners_edge_is_followed(table: Table, lay: Lay) -> None:
    lay(NO_DIRECTION)
    told = read(table, table.client(), hand_from="top")
    assert told["hand_from"] == "top"
    assert told["hand"]["melds"][0]["from"] == "right"
