"""The server in the place of the page's workers: it reads photos and answers requests to score."""

from __future__ import annotations

import base64
import io
import json

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.house_rules import save_house_rules
from handreader.tile_sets import save_tile_set
from handreader.web import browser_worker
from scoring.tiles import CLASSES
from tests.handreader.conftest import WIN, Lay
from tests.handreader.web.clients import PHOTO, Make, Table, code, picture, post
from tests.handreader.web.game_phones import DRAWN, Phone, by_points
from vision.recognition.classifier import Adapter
from vision.recognition.weights import find_weights
from vision.teaching.adaptation import PATCH
from vision.teaching.tile_set import COLUMNS, TaughtSet


def test_it_answers_as_the_pages_own_python(table: Table) -> None:
    client = table.client()
    for asked in (
        {"do": "rulebooks", "lang": "it"},
        {"do": "evaluate_text", "text": "123m456p789s11z22p +2p", "rules": "mcr", "facts": {}},
        {"do": "evaluate_text", "text": "123x", "rules": "mcr", "facts": {}},
        {"do": "advise", "text": "123m456p237889s22z", "rules": "mcr", "facts": {}, "lang": "it"},
    ):
        answer = post(table, client, "/api/answer", asked)
        assert answer.status_code == 200
        assert answer.json() == json.loads(browser_worker.answer(json.dumps(asked)))
    assert code(table.run(client.post("/api/answer", content=b"[]"))) == "wrong_type"
    assert table.run(table.client(joined=False).post("/api/answer", json={})).status_code == 403


def test_its_tiles_are_those_that_the_pages_python_arranges(table: Table, lay: Lay) -> None:
    lay(WIN)
    client = table.client()
    answer = table.run(client.post("/api/tiles", content=picture(2400, 1400), headers=PHOTO))
    found = answer.json()
    assert (found["width"], found["height"]) == (2400, 1400)
    request = {"do": "evaluate", "photo": "hand", "rules": "zung-jung", "answers": {}, "facts": {}}
    scored = post(table, client, "/api/answer", {**request, **found}).json()
    assert scored["score"]["state"] == "won"
    kinds = [tile["kind"] for tile in scored["reading"]["tiles"]]
    query = f"reading={found['reading']}&consent=yes&kinds={','.join(kinds)}"
    labels = client.post(f"/api/labels?{query}", content=picture(2400, 1400), headers=PHOTO)
    assert table.run(labels).status_code == 200, "the server keeps the reading"
    assert table.run(client.get("/api/place")).json() == {"place": None}


def test_a_set_that_was_never_taught_is_refused(table: Table, lay: Lay) -> None:
    lay(WIN)
    client = table.client()
    sent = client.post("/api/tiles?set=nowhere", content=picture(), headers=PHOTO)
    assert code(table.run(sent)) == "no_set"
    plain = client.post("/api/tiles?set=none", content=picture(2400, 1400), headers=PHOTO)
    assert len(table.run(plain).json()["tiles"]) == 14


def test_a_taught_set_goes_to_a_phone(table: Table) -> None:
    rng = np.random.default_rng(0)
    patches = rng.integers(0, 255, (2, PATCH, PATCH, 3), np.uint8)
    adapter = Adapter(np.ones((128, 185), np.float32) / 8, np.arange(128, dtype=np.float32))
    namer = find_weights("namer", CLASSES)
    save_tile_set(TaughtSet("Club set", ("1m", "2m"), patches, adapter, namer.sha256))
    sent = table.run(table.client().get("/api/set?name=club%20SET")).json()
    assert (sent["name"], sent["kinds"]) == ("Club set", ["1m", "2m"])
    assert sent["namer"] == namer.path.stem
    middle = np.frombuffer(base64.b64decode(sent["middle"]), "<f4")
    assert middle.tolist() == list(range(128))
    assert len(base64.b64decode(sent["change"])) == 4 * 128 * 185
    with Image.open(io.BytesIO(base64.b64decode(sent["sheet"]))) as sheet:
        assert sheet.size == (COLUMNS * PATCH, PATCH)
    refused = table.run(table.client().get("/api/set?name=clob%20set&lang=it"))
    assert code(refused) == "no_set" and "Club set" in refused.text
    assert table.run(table.client(joined=False).get("/api/set?name=club%20set")).status_code == 403


def test_it_names_what_it_offers(table: Table) -> None:
    save_house_rules("club", "mcr", ["even_pairs=no"])
    offered = table.run(table.client().get("/api/home")).json()
    assert (offered["games"], offered["invite"], offered["watching"]) == (False, False, False)
    (house,) = offered["house_rules"]
    assert house["name"] == "club" and house["rules"].startswith("mcr:")
    assert offered["sets"] == []


@pytest.mark.parametrize(
    ("is_open", "site", "status"),
    [(True, "same-origin", 200), (True, "cross-site", 403), (False, "same-origin", 403)],
)
def test_a_page_without_a_session_gets_one_where_the_door_is_open(
    make: Make, is_open: bool, site: str, status: int
) -> None:
    table = make(open=is_open)
    client = table.client(joined=False)
    answer = table.run(client.get("/api/home", headers={"sec-fetch-site": site}))
    assert answer.status_code == status
    assert ("set-cookie" in answer.headers) == (status == 200)


def test_an_earlier_version_of_a_deal_holds_again(phone: Phone) -> None:
    game = phone.begin()
    game = phone.record(game, by_points("S", "E", points=24)).json()
    won = game["state"]["points"]
    game = phone.correct(game, 1, 0, DRAWN).json()
    asked = {"number": 1, "version": 1, "restore": 0}
    game = phone.post(f"/api/games/{game['id']}/corrections", asked).json()
    assert game["state"]["points"] == won
    assert [entry["version"] for entry in game["entries"]] == [2]
    again = phone.post(f"/api/games/{game['id']}/corrections", asked)
    assert again.status_code == 409, "somebody corrected it meanwhile"
    unknown = {"number": 1, "version": 2, "restore": 7}
    assert phone.post(f"/api/games/{game['id']}/corrections", unknown).status_code == 422


_TILE = {"quad": [[0, 0], [9, 0], [9, 9], [0, 9]], "names": [["1m", 1.0]], "oriented": True}
_HUGE = "9" * 400


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"photo": "hand"', '"photo": "hand\\ud800"'),
        ('"photo": "hand"', '"photo": "\\udc00"'),
        ("[9, 9]", f"[{_HUGE}, 9]"),
        ("[9, 9]", f"[-{_HUGE}, 9]"),
        ("1.0", _HUGE),
        ('"width": 60', f'"width": {_HUGE}'),
        ('"oriented": true', f'"oriented": {_HUGE}'),
    ],
)
def test_what_nothing_can_hold_is_refused_in_one_sentence(
    table: Table, caplog: pytest.LogCaptureFixture, old: str, new: str
) -> None:
    asked = {"do": "evaluate", "photo": "hand", "rules": "mcr", "width": 60, "height": 40}
    body = json.dumps({**asked, "answers": {}, "facts": {}, "tiles": [_TILE]})
    assert old in body
    content = body.replace(old, new).encode()
    headers = {"content-type": "application/json"}
    client = table.client()
    whole = table.run(client.post("/api/answer", content=body, headers=headers))
    assert whole.status_code == 200
    answer = table.run(client.post("/api/answer?lang=it", content=content, headers=headers))
    assert (answer.status_code, code(answer)) == (422, "bad_request")
    message = answer.json()["error"]["message"]
    assert message.startswith("La pagina ha inviato") and "\n" not in message
    assert len(message) < 200
    assert not caplog.records, "a traceback"


@pytest.mark.parametrize("odd", ["\\ud800", "x\\udfff"])
def test_half_a_pair_is_not_recorded(phone: Phone, odd: str) -> None:
    """It could be stored, and then no phone would get the game any more."""
    game = phone.begin()
    change = {"E": 0, "S": 0, "W": 0, "N": 0}
    ended = {"type": "adjusted", "changes": change, "reason": "REASON"}
    body = json.dumps({"number": 1, "happened": {"ended": ended}}).replace("REASON", odd)
    headers = {"content-type": "application/json"}
    path = f"/api/games/{game['id']}/entries"
    refused = phone.run(phone.client.post(path, content=body, headers=headers))
    assert (refused.status_code, code(refused)) == (422, "bad_request")
    assert phone.get(f"/api/games/{game['id']}").json()["next"] == 1
