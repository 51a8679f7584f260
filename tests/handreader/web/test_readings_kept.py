"""What was read is kept with the win; corrected tiles can be given away."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")


from handreader.tile_sets import tile_set_file
from scoring.tiles import CLASSES
from tests.handreader.conftest import WIN, FakeNets, Lay
from tests.handreader.web.game_phones import HAND, Phone, Server, code
from vision.evaluation.labels import load_labelled_photos
from vision.teaching.tile_set import load


def photo() -> bytes:
    exif = Image.Exif()
    exif[0x010E] = "at home, 45.07 N"  # ImageDescription
    file = io.BytesIO()
    Image.new("RGB", (2400, 1400), (20, 90, 60)).save(file, "JPEG", exif=exif)
    return file.getvalue()


def post_photo(phone: Phone, path: str, content: bytes) -> Any:
    headers = {"content-type": "application/octet-stream"}
    return phone.run(phone.client.post(path, content=content, headers=headers))


def test_the_reading_of_a_win_is_kept_with_its_model(
    server: Server, phone: Phone, lay: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(WIN)
    read = post_photo(phone, "/api/tiles", photo()).json()
    game = phone.begin("mcr")
    body = {
        "number": 1,
        "happened": {"ended": {"type": "won", "winners": [{"record": HAND}]}},
        "reading": {**read, "answers": {"tile:3": "4p"}},
    }
    assert phone.post(f"/api/games/{game['id']}/entries", body).status_code == 200
    exported = phone.get(f"/api/games/{game['id']}/game.json").json()
    reading = exported["entries"][0]["origin"]["reading"]
    assert "namer" in reading["model"]
    assert len(reading["tiles"]) == len(read["tiles"])
    assert reading["corrected"] == {"tile:3": "4p"}


def test_corrected_tiles_are_given_only_with_consent_and_without_a_place(
    phone: Phone, lay: Lay, tmp_path: Path
) -> None:
    lay(WIN)
    read = post_photo(phone, "/api/tiles", photo()).json()
    kinds = [tile["names"][0][0] for tile in read["tiles"]]
    kinds[0] = "?"
    path = f"/api/labels?reading={read['reading']}&kinds={','.join(kinds)}"
    assert code(post_photo(phone, path, photo())) == (422, "no_consent")
    packed = post_photo(phone, f"{path}&consent=yes", photo()).content
    assert b"at home" not in packed
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(tmp_path)
    (picture,) = (tmp_path / "images").iterdir()
    with Image.open(picture) as image:
        assert not image.getexif()
        assert image.size == (2400, 1400)
    (labelled,) = load_labelled_photos(tmp_path)
    assert [label.kind for label in labelled.labels] == kinds[1:]
    assert (tmp_path / "classes.txt").read_text().split() == list(CLASSES)
    smaller = io.BytesIO()
    Image.new("RGB", (60, 40)).save(smaller, "PNG")
    assert code(post_photo(phone, f"{path}&consent=yes", smaller.getvalue())) == (
        422,
        "other_photo",
    )
    assert code(post_photo(phone, f"{path},1m&consent=yes", photo())) == (422, "bad_request")
    bad = path.replace("1z", "<script>", 1)
    assert code(post_photo(phone, f"{bad}&consent=yes", photo())) == (422, "bad_request")


def test_a_corrected_photo_teaches_its_set(phone: Phone, lay: Lay) -> None:
    lay(WIN)
    read = post_photo(phone, "/api/tiles", photo()).json()
    kinds = [tile["names"][0][0] for tile in read["tiles"]]
    kinds[0], kinds[4] = "?", "9p"
    path = f"/api/remember?reading={read['reading']}&name=Club%20set&kinds={','.join(kinds)}"
    told = post_photo(phone, path, photo())
    assert told.json() == {"set": "Club set", "tiles": 13, "kinds": 10}
    taught = load(tile_set_file("club set"))
    assert "9p" in taught.kinds and "1m" not in taught.kinds
    few = f"/api/remember?reading={read['reading']}&name=club&kinds={','.join(['?'] * 13)},7z"
    refused = post_photo(phone, few, photo())
    assert code(refused) == (422, "not_remembered")
    assert "confirmed tiles: 1, expected 8 or more" in refused.json()["error"]["message"]
    assert code(post_photo(phone, path.replace("Club%20set", "none"), photo())) == (
        422,
        "not_remembered",
    )
    assert code(post_photo(phone, f"{path},1m", photo())) == (422, "bad_request")


def test_the_page_adds_no_more_than_its_sets(
    phone: Phone, lay: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handreader.web.set_memory.MOST_SETS", 1)
    lay(WIN)
    read = post_photo(phone, "/api/tiles", photo()).json()
    kinds = ",".join(tile["names"][0][0] for tile in read["tiles"])
    path = f"/api/remember?reading={read['reading']}&kinds={kinds}&name="
    assert post_photo(phone, f"{path}one", photo()).status_code == 200
    assert code(post_photo(phone, f"{path}two", photo())) == (422, "too_many_sets")
    assert post_photo(phone, f"{path}ONE", photo()).status_code == 200


def test_photos_are_read_with_the_set_that_was_remembered(
    phone: Phone, lay: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(WIN)
    used: list[object] = []

    def with_adapter(nets: FakeNets, adapter: object) -> FakeNets:
        used.append(adapter)
        return nets

    monkeypatch.setattr(FakeNets, "with_adapter", with_adapter)
    read = post_photo(phone, "/api/tiles", photo()).json()
    assert used == []
    kinds = ",".join(tile["names"][0][0] for tile in read["tiles"])
    post_photo(phone, f"/api/remember?reading={read['reading']}&name=club&kinds={kinds}", photo())
    post_photo(phone, "/api/tiles", photo())
    assert len(used) == 1
