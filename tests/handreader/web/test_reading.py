"""A posted photo becomes a hand, its questions are answered, its tiles corrected."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.pipeline import RULE_SETS, layout_rules
from handreader.web import uploads
from scoring import RULEBOOKS
from tests.handreader.conftest import NO_DIRECTION, NONE_APART, ONE_TOO_MANY, UNREADABLE, WIN, Lay
from tests.handreader.web.clients import (
    PHOTO,
    Make,
    Table,
    code,
    picture,
    post,
    send,
)
from vision import Reader


def test_a_photo_becomes_a_hand(table: Table, lay: Lay) -> None:
    lay(WIN)
    response = send(table, table.client(), picture(2400, 1400))
    assert response.status_code == 200
    told = response.json()
    assert told["preview"].startswith("data:image/jpeg;base64,")
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
    told = send(table, client, picture(2400, 1400), rules="mcr").json()  # holds the whole scene
    (question,) = [q for q in told["questions"] if q["id"] == "winning_tile"]
    assert {"value": "3m", "label": "3m"} in question["options"]
    first = told["hand"]["concealed"][0]
    answers = {"winning_tile": "3m", f"tile:{first['id']}": "4m"}
    asked = {"reading": told["id"], "rules": "mcr", "answers": answers}
    laid = post(table, client, "/api/layout", asked).json()
    assert laid["hand"]["winning"]["kind"] == "3m"
    assert {tile["id"]: tile["kind"] for tile in laid["tiles"]}[first["id"]] == "4m"


@pytest.mark.parametrize("scene", [ONE_TOO_MANY, UNREADABLE, ""])
def test_hands_that_are_not_whole_are_shown_as_they_are(table: Table, lay: Lay, scene: str) -> None:
    lay(scene)
    told = send(table, table.client(), picture()).json()
    assert [p for p in told["problems"] if p["fatal"]] or told["questions"]


def test_problems_are_said_in_italian(table: Table, lay: Lay) -> None:
    lay(ONE_TOO_MANY)
    told = send(table, table.client(), picture(2400, 1400), "&lang=it").json()
    assert any("di troppo" in problem["text"] for problem in told["problems"])


def test_another_client_has_no_part_in_a_reading(table: Table, lay: Lay) -> None:
    lay(WIN)
    told = send(table, table.client(), picture()).json()
    asked = {"reading": told["id"], "rules": "zung-jung", "answers": {}}
    response = post(table, table.client(), "/api/layout", asked)
    assert (response.status_code, code(response)) == (404, "no_reading")


def test_readings_are_bounded(table: Table, lay: Lay) -> None:
    lay(WIN)
    client = table.client()
    ids = [send(table, client, picture()).json()["id"] for _ in range(uploads.EACH + 1)]
    asked = [{"reading": id, "rules": "zung-jung", "answers": {}} for id in ids]
    status = [post(table, client, "/api/layout", one).status_code for one in asked]
    assert status == [404] + [200] * uploads.EACH


def test_the_preview_holds_nothing_of_the_files_own_data(table: Table, lay: Lay) -> None:
    lay(WIN)
    exif = Image.Exif()
    exif[0x010E] = "at home, 45.07 N"  # ImageDescription
    told = send(table, table.client(), picture(exif=exif)).json()
    import base64

    shown = base64.b64decode(told["preview"].partition(",")[2])
    with Image.open(io.BytesIO(shown)) as image:
        assert not image.getexif()
    assert b"at home" not in shown


@pytest.mark.parametrize("rules", ["", "nonsense", "../mcr", "zung-jung\x00"])
def test_unknown_rule_sets_are_refused(table: Table, rules: str) -> None:
    request = table.client().post(
        "/api/read", params={"rules": rules}, content=picture(), headers=PHOTO
    )
    assert table.run(request).status_code == 422


@pytest.mark.parametrize(
    "asked",
    [
        {"answers": {"tile:0": "x"}},
        {"answers": {"nothing": "1m"}},
        {"answers": {"tile:999": "1m"}},
        {"answers": {"tile:0": 5}},
        {"answers": [1]},
        {"answers": {"which_hand": "x" * 1000}},
        {"rules": "none"},
        {"rules": ["zung-jung"]},
    ],
)
def test_hostile_answers_are_refused(table: Table, lay: Lay, asked: dict[str, object]) -> None:
    lay(WIN)
    client = table.client()
    told = send(table, client, picture()).json()
    base = {"reading": told["id"], "rules": "zung-jung", "answers": {}}
    response = post(table, client, "/api/layout", {**base, **asked})
    assert (response.status_code, code(response)) == (422, "bad_request")


def test_what_the_reader_says_is_in_the_language_of_the_page(
    make: Make, table: Table, lay: Lay, tmp_path: Path
) -> None:
    broken = make(reader=Reader(tmp_path))
    response = send(broken, broken.client(), picture(), "&lang=it")
    assert (response.status_code, code(response)) == (500, "reader_fault")
    assert response.json()["error"]["message"] == (
        f"Il lettore non può funzionare: nessun peso trovato: serve manifest.toml in {tmp_path}; "
        "reinstalla handreader, o indica la cartella con --weights"
    )
    lay(WIN)
    client = table.client()
    told = send(table, client, picture()).json()
    asked = {"reading": told["id"], "rules": "zung-jung", "answers": {"tile:999": "1m"}}
    response = post(table, client, "/api/layout", asked, "it")
    assert (response.status_code, code(response)) == (422, "bad_request")
    said = response.json()["error"]["message"]
    assert "la risposta 'tile:999' riguarda la tessera 999, che nella foto non c'è" in said


def test_a_region_and_the_owners_edge_are_read(table: Table, lay: Lay) -> None:
    lay(NO_DIRECTION)
    client = table.client()
    where = "&region=0,0,1,1&hand_from=top"
    told = send(table, client, picture(2400, 1400), where).json()
    assert (told["region"], told["hand_from"]) == ([0, 0, 2400, 1400], "top")
    assert told["hand"]["melds"][0]["from"] == "right"
    asked = {"reading": told["id"], "rules": "mcr", "answers": {}}
    again = post(table, client, "/api/layout", asked).json()
    assert again["hand"]["melds"][0]["from"] == "right", "the location holds for answers, too"


@pytest.mark.parametrize("where", ["&region=1,2,3", "&region=5000,0,6000,900", "&hand_from=up"])
def test_a_location_that_is_none_is_refused(table: Table, lay: Lay, where: str) -> None:
    lay(WIN)
    response = send(table, table.client(), picture(2400, 1400), where)
    assert (response.status_code, code(response)) == (422, "bad_request")
