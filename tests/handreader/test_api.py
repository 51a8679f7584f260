"""The Python API: typed hands and photos to scores."""

from __future__ import annotations

import inspect
import io
import json
import pickle
import pydoc
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from PIL import Image
from referencing import Registry, Resource

import handreader as hr
from handreader import api
from scoring.tiles import Wind
from tests.handreader.conftest import WIN, FakeNets, Lay
from vision import inference
from vision.photo import Photo, PhotoInput, Pixels, open_photo
from vision.recognition import classifier, detector, recognizer
from vision.recognition.recognizer import TileRecognizer
from vision.relations import network
from vision.seen_tile import SeenTile

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "datasets/examples/images/hand.jpg"
TYPED = "123m 456p 789s 11z 678s"


def test_an_editor_offers_the_names_of_the_api_alone() -> None:
    assert {name for name in dir(hr) if not name.startswith("_")} == set(hr.__all__)


def python(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", f"import sys; sys.path.insert(1, {str(ROOT)!r}); {code}"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


@pytest.fixture(scope="module")
def example() -> hr.ScoredHand:
    return hr.score(EXAMPLE, seat="S", round="E", discarder="W")


def test_a_photo_is_scored(example: hr.ScoredHand) -> None:
    assert example.total == 45
    assert str(example.hand) == "234m 234p 3499s [^777z] +2s"
    assert example.payments is not None
    paid = {(payment.payer, payment.amount) for payment in example.payments}
    assert paid == {(Wind.WEST, 85), (Wind.NORTH, 25), (Wind.EAST, 25)}


def test_a_notebook_shows_picture_and_explanation(example: hr.ScoredHand) -> None:
    picture = example.picture()
    assert picture is not None and example.photo is not None
    assert picture.width == example.photo.width and picture.height > example.photo.height
    shown = example._repr_html_()
    assert shown.startswith('<img src="data:image/jpeg;base64,') and "total 45" in shown


def test_outside_a_notebook_the_explanation_is_printed(
    example: hr.ScoredHand, capsys: pytest.CaptureFixture[str]
) -> None:
    example.show("it")
    assert "totale 45" in capsys.readouterr().out


@pytest.mark.usefixtures("boxes_once")
def test_a_winning_tile_that_is_not_held() -> None:
    with pytest.raises(hr.HandReaderError, match="9m is not in the hand"):
        hr.Reader().score(EXAMPLE, winning_tile="9m")


def test_many_photos_keep_their_order_and_their_errors(tmp_path: Path) -> None:
    missing = tmp_path / "missing.jpg"
    reader = hr.Reader("mcr")
    found = list(reader.score_all([EXAMPLE, missing, EXAMPLE], threads=2, discarder="W"))
    assert [type(one).__name__ for one in found] == ["ScoredHand", "PhotoError", "ScoredHand"]


@pytest.mark.usefixtures("boxes_once")
@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_names_its_photo_and_the_others_are_scored(threads: int) -> None:
    entries: list[Any] = [
        (EXAMPLE, {"seat": "Q"}),
        (EXAMPLE, {"photo": "b.jpg"}),
        (EXAMPLE, {3: "S"}),
        (EXAMPLE, {"riichi": True}),
        (EXAMPLE, {"self_drawn": True, "discarder": "W"}),
        (EXAMPLE, {"answers": {"tile:99": "5m"}}),
        (EXAMPLE, {"hand_from": "north"}),
        (EXAMPLE, None),
        (EXAMPLE,),
        "\0.jpg",
        None,
        EXAMPLE,
    ]
    *errors, last = hr.Reader().score_all(entries, threads=threads, discarder="W")
    assert isinstance(last, hr.ScoredHand) and len(errors) == len(entries) - 1
    for error in errors:
        assert isinstance(error, hr.HandReaderError)
    english = list(map(str, errors))
    assert [one.split(": ")[0] for one in english[:7]] == ["hand.jpg"] * 7
    assert english[0] == "hand.jpg: seat is 'Q': expected E, S, W or N"
    assert errors[0].localize("it") == "hand.jpg: seat è 'Q': serve E, S, W o N"  # type: ignore[union-attr]
    assert "expected a photo, or a pair" in english[7] and "expected a photo, or" in english[8]
    assert "cannot be opened" in english[9] and "type NoneType" in english[10]


@pytest.mark.parametrize("photos", ["hand.jpg", b"", 5, None, {}])
def test_what_is_no_list_of_photos(photos: Any) -> None:
    with pytest.raises(hr.HandReaderError, match="expected a list of photos"):
        hr.Reader().score_all(photos)


@pytest.mark.parametrize("threads", [0, "2", None])
def test_what_is_no_number_of_threads(threads: Any) -> None:
    with pytest.raises(hr.HandReaderError, match="threads is"):
        hr.Reader().score_all([EXAMPLE], threads=threads)


@pytest.mark.usefixtures("boxes_once")
@pytest.mark.parametrize("threads", [1, 2])
def test_many_photos_are_opened_only_as_the_results_are_taken(
    monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    opened = 0

    def count(source: PhotoInput) -> Photo:
        nonlocal opened
        opened += 1
        return open_photo(source)

    monkeypatch.setattr(api, "open_photo", count)
    results = hr.Reader().score_all([EXAMPLE] * 9, threads=threads, seat="S", discarder="W")
    first = next(results)
    del results
    assert isinstance(first, hr.ScoredHand) and first.total == 45
    assert opened <= 2 * threads


@pytest.mark.usefixtures("boxes_once")
def test_the_results_of_many_photos_hold_no_pixels() -> None:
    [found] = hr.Reader().score_all([EXAMPLE], seat="S", discarder="W")
    assert isinstance(found, hr.ScoredHand) and found.photo is None
    picture = found.picture()
    assert picture is not None and picture.width >= 1200  # opened again


@pytest.mark.usefixtures("boxes_once")
def test_questions_are_in_the_reading() -> None:
    reading = hr.Reader().read(EXAMPLE, region=(0, 0, 1, 1), hand_from="bottom")
    assert len(reading.tiles) == 14 and not reading.questions


@pytest.mark.parametrize(
    ("rules", "total"), [("mcr", 13), ("zung-jung", 10), ("mcr:even_pairs=no", 13)]
)
def test_a_typed_hand_is_scored(rules: str, total: int) -> None:
    assert hr.score_hand(TYPED, rules, self_drawn=True).total == total


def test_words_and_arguments_mean_the_same() -> None:
    payments = hr.score_hand(f"{TYPED} | seat S, from W", "mcr").payments
    assert payments == hr.score_hand(TYPED, "mcr", seat="S", discarder="W").payments is not None


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"set": "S"}, "set is no fact of a win: expected some of answers"),
        ({"seat": "X"}, "seat is 'X': expected E, S, W or N"),
        ({"winning_tile": "9m"}, "9 characters is not in the hand"),
        ({"self_drawn": True, "discarder": "W"}, "discarded by"),
    ],
)
def test_wrong_facts(facts: dict[str, object], message: str) -> None:
    with pytest.raises(hr.HandReaderError, match=message):
        hr.score_hand(TYPED, "mcr", **facts)  # type: ignore[arg-type]


def test_a_hand_that_does_not_win() -> None:
    with pytest.raises(hr.HandReaderError, match="does not win"):
        hr.score_hand("123m 456p 789s 12z 678s", "mcr")


def test_a_wrong_edge() -> None:
    with pytest.raises(hr.HandReaderError, match="hand_from is 'below'"):
        hr.Reader().read(EXAMPLE, hand_from="below")  # type: ignore[arg-type]


def test_the_package_loads_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import handreader as hr; heavy = {'numpy', 'cv2', 'PIL'} & set(sys.modules); print(heavy)"
    )
    assert python(code, tmp_path).stdout == "set()\n"


def test_the_interface_loads_late_what_the_nets_need_not_wait_for(tmp_path: Path) -> None:
    late = "{'scoring.game', 'PIL.ImageDraw', 'handreader.options', 'handreader.pipeline'}"
    code = f"import handreader as hr; hr.Reader(); print({late} & set(sys.modules))"
    assert python(code, tmp_path).stdout == "set()\n"


def test_the_nets_are_opened_while_the_photo_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = Event()
    load = TileRecognizer.load

    def load_nets(weights: Path | None = None) -> TileRecognizer:
        loaded.set()
        return load(weights)

    def decode(photo: PhotoInput) -> Photo:
        assert loaded.wait(30), "the nets wait for the photo"
        return open_photo(photo)

    monkeypatch.setattr(TileRecognizer, "load", load_nets)
    monkeypatch.setattr("handreader.api.open_photo", decode)
    assert hr.Reader().read(EXAMPLE).tiles


def test_each_net_is_opened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []

    def open_session(path: Path, *rest: int, **options: object) -> object:
        opened.append(path.stem.partition("-")[0])
        return inference.open_session(path, *rest, **options)  # type: ignore[arg-type]

    for module in (detector, classifier, network):
        monkeypatch.setattr(module, "open_session", open_session)
    network.open_network.cache_clear()
    recognizer._default_nets.cache_clear()
    for reader in (hr.Reader(), hr.Reader("mcr")):
        reader._tiles._nets.open_or_ignore()  # as the thread does that `read` starts
        assert reader.read(EXAMPLE).tiles
    assert sorted(opened) == ["finder", "namer", "relations"]


def test_a_file_that_hides_a_package_is_named(tmp_path: Path) -> None:
    (tmp_path / "scoring.py").write_text("points = 3\n")
    done = python("import handreader as hr; hr.score_hand('11m')", tmp_path)
    last = done.stderr.splitlines()[-1]
    assert "scoring.py was found where handreader's package scoring was expected" in last


def test_a_scored_hand_is_represented_by_its_tiles_and_total() -> None:
    found = repr(hr.score_hand(TYPED, "mcr", self_drawn=True))
    assert found.startswith("ScoredHand('123m") and found.endswith("rules='mcr', total=13)")


@pytest.mark.usefixtures("boxes_once")
def test_advice_for_a_typed_hand_and_a_photo() -> None:
    found = hr.advise("123m 456p 237889s 22z", "riichi-ema", seen="1s", seat="S", riichi=True)
    assert (found.distance, found.choices[0].discard) == (0, "8s")
    assert found.choices[0].efficiency.acceptance == 7
    shown = hr.Reader("mcr").advise(EXAMPLE)
    assert shown.distance == -1 and len(shown.hand.melds) == 1


def test_advice_for_what_is_no_hand() -> None:
    with pytest.raises(hr.HandReaderError, match=r"12 tiles, .* expected 13 or 14"):
        hr.advise("123m 456p 789s 234p")
    with pytest.raises(hr.HandReaderError, match="riichi"):
        hr.advise("123m 456p 237889s 22z", "mcr", riichi=True)


SCHEMAS = ROOT / "docs" / "schemas"


def check_against(schema: str, value: object) -> None:
    files = {path.name: json.loads(path.read_text("utf-8")) for path in SCHEMAS.iterdir()}
    known = [(name, Resource.from_contents(one)) for name, one in files.items()]
    registry: Registry[object] = Registry().with_resources(known)
    Draft202012Validator(files[schema], registry=registry).validate(json.loads(json.dumps(value)))


def test_a_scored_photo_is_a_dictionary_of_the_documented_form(example: hr.ScoredHand) -> None:
    found = example.to_dict()
    check_against("scored-photo.json", found)
    assert isinstance(found["reading"], dict) and isinstance(found["result"], dict)
    assert found["result"]["total"] == 45 and len(found["reading"]["tiles"]) == 14
    assert found["reading"]["win"]["winning_tile"] == "2s"


def test_a_typed_hand_is_a_dictionary_of_the_documented_form() -> None:
    found = hr.score_hand(TYPED, "mcr:even_pairs=no", seat="S", discarder="W").to_dict()
    check_against("scored-photo.json", found)
    check_against("case-record.json", found["win"])
    assert isinstance(found["win"], dict) and found["win"]["options"] == {"even_pairs": False}


@pytest.mark.usefixtures("boxes_once")
def test_readings_and_advice_are_dictionaries_of_the_documented_form() -> None:
    reading = hr.Reader().read(EXAMPLE).to_dict()
    check_against("reading.json", reading)
    assert reading["win"] is not None
    check_against("advice.json", hr.advise("123m 456p 237889s 22z", "riichi-ema").to_dict())


def test_results_are_pickled(example: hr.ScoredHand) -> None:
    advice = hr.advise("123m 456p 237889s 22z", "riichi-ema:red_fives=no")
    for result in (example, hr.score_hand(TYPED, "mcr:even_pairs=no", self_drawn=True), advice):
        again = pickle.loads(pickle.dumps(result))
        assert again.to_dict() == result.to_dict()


@pytest.mark.parametrize(
    "call", [lambda: hr.score("nofile.jpg"), lambda: hr.score_hand("x"), lambda: hr.Reader("x")]
)
def test_errors_are_pickled(call: Callable[[], object]) -> None:
    with pytest.raises(hr.HandReaderError) as caught:
        call()
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is caught.type and str(again) == str(caught.value)
    assert again.localize("it") == caught.value.localize("it")


def test_a_payment_is_a_sentence(example: hr.ScoredHand) -> None:
    assert example.payments is not None
    assert "West pays South 85 = 25 + 60: West discarded" in map(str, example.payments)


def test_hands_are_rows_of_a_table(example: hr.ScoredHand) -> None:
    typed = hr.score_hand(TYPED, "mcr")
    assert example.row()["photo"] == "hand.jpg" and example.row()["S"] == 135
    assert typed.row()["photo"] is None and typed.row()["E"] is None
    assert list(example.row()) == list(typed.row())
    assert all(isinstance(one, str | int) for one in example.row().values())


@pytest.mark.parametrize(
    "source",
    [
        str,
        lambda path: path.read_bytes(),
        lambda path: bytearray(path.read_bytes()),
        lambda path: io.BytesIO(path.read_bytes()),
        lambda path: Image.open(path),
        lambda path: Image.open(path).convert("RGBA"),
        lambda path: open_photo(path).pixels,
    ],
    ids=["text", "bytes", "bytearray", "file", "opened picture", "RGBA", "pixels"],
)
def test_a_photo_comes_in_every_form(
    source: Callable[[Path], PhotoInput], lay: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The nets get the same pixels, whatever they come in."""
    got: list[Pixels] = []

    def recognize(nets: FakeNets, pixels: Pixels, **_: object) -> tuple[SeenTile, ...]:
        got.append(pixels)
        return nets.seen

    lay(WIN)
    monkeypatch.setattr(FakeNets, "recognize", recognize)
    found = hr.Reader().score(source(EXAMPLE), seat="S", discarder="W")
    assert found.total > 0 and found.picture() is not None
    assert len(got) == 1 and np.array_equal(got[0], open_photo(EXAMPLE).pixels)


@pytest.mark.usefixtures("boxes_once")
def test_an_open_file_is_named_and_stays_open() -> None:
    with EXAMPLE.open("rb") as file:
        file.read(100)
        reading = hr.Reader().read(file)
        assert reading.photo_name == "hand.jpg" and not file.closed


def test_a_turned_picture_of_pillow_is_put_upright(tmp_path: Path) -> None:
    picture = Image.new("RGB", (40, 20))
    exif = picture.getexif()
    exif[0x112] = 6
    picture.save(tmp_path / "a.jpg", exif=exif)
    with Image.open(tmp_path / "a.jpg") as opened:
        found = open_photo(opened)
    assert (found.width, found.height, found.name) == (20, 40, "a.jpg")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: hr.score(None), "NoneType: expected a path, bytes"),  # type: ignore[arg-type]
        (lambda: hr.score(3), "type int: expected a path"),  # type: ignore[arg-type]
        (lambda: hr.Reader().read(io.StringIO("a")), 'open it with mode "rb"'),  # type: ignore[arg-type]
        (lambda: hr.score_hand(5), "text is 5"),  # type: ignore[arg-type]
        (lambda: hr.score_hand(TYPED, None), "rules is None"),  # type: ignore[arg-type]
        (lambda: hr.advise(TYPED, seen=5), "seen is 5"),  # type: ignore[arg-type]
        (lambda: hr.advise(5), "text is 5"),  # type: ignore[arg-type]
        (lambda: hr.score_hand(TYPED, counters="x"), "counters is 'x'"),  # type: ignore[arg-type]
        (lambda: hr.score_hand(TYPED, dora=5), "dora is 5"),  # type: ignore[arg-type]
        (lambda: hr.score_hand(TYPED, answers=5), "answers is 5"),  # type: ignore[arg-type]
        (lambda: hr.score_hand(TYPED, answers={"a": 5}), "answers is"),  # type: ignore[dict-item]
        (lambda: hr.score_hand(TYPED, winning_tile=5), "winning_tile is 5"),  # type: ignore[arg-type]
        (lambda: hr.Reader(tile_set=5), "tile_set is 5"),  # type: ignore[arg-type]
        (lambda: hr.Reader().read(EXAMPLE, region=(1, 2)), "region"),  # type: ignore[arg-type]
        (lambda: hr.Reader().read(EXAMPLE, region="x"), "region 'x'"),  # type: ignore[arg-type]
    ],
)
def test_every_wrong_argument_is_an_error_of_ours(call: Callable[[], object], message: str) -> None:
    with pytest.raises(hr.HandReaderError, match=message):
        call()


@pytest.mark.parametrize("function", [hr.score, hr.score_hand, hr.advise, hr.Reader.score_all])
def test_help_names_every_fact(function: Callable[..., object]) -> None:
    shown = pydoc.plain(pydoc.render_doc(function))
    names = hr.FactArguments.__annotations__
    assert not [name for name in names if f"{name}:" not in shown]
    assert not [name for name in names if f" {name}: " not in (hr.FactArguments.__doc__ or "")]
    assert "facts" not in inspect.signature(function).parameters


@pytest.mark.usefixtures("boxes_once")
def test_each_photo_may_have_its_own_facts(capsys: pytest.CaptureFixture[str]) -> None:
    photos: list[api.PhotoWithFacts | PhotoInput] = [(EXAMPLE, {"discarder": "N"}), EXAMPLE]
    found = list(hr.Reader().score_all(photos, seat="S", discarder="W", progress=True))
    paid = [one.row() for one in found if isinstance(one, hr.ScoredHand)]
    assert [(row["N"], row["W"]) for row in paid] == [(-85, -25), (-25, -85)]
    assert capsys.readouterr().out == ""
