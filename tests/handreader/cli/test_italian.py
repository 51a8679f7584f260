"""The commands with `--lang it`: no line of theirs is English."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

import pytest
from PIL import Image

from handreader import tile_sets
from handreader.errors import UsageError, one_line
from tests.handreader.cli import calling
from tests.handreader.cli.calling import Called
from tests.handreader.cli.test_teach import a_set
from tests.handreader.conftest import WIN, Lay
from vision.teaching.teach import HoldoutAccuracy
from vision.teaching.tile_set import TaughtSet


def call(*arguments: object) -> Called:
    return calling.call(*arguments, "--lang", "it")


def error_line(*arguments: object) -> str:
    """The one line that a command says instead of a result."""
    result = call(*arguments)
    assert (result.exit_code, result.stdout) == (2 if arguments[0] == "check" else 1, "")
    assert result.stderr.startswith("handreader: ") and result.stderr.count("\n") == 1
    return result.stderr.removeprefix("handreader: ").strip()


# photos


@pytest.mark.parametrize("command", ["read", "score"])
def test_a_photo_that_is_none(lay: Lay, photo: Path, command: str) -> None:
    lay(WIN)
    photo.write_bytes(b"nothing")
    assert error_line(command, photo) == (
        "hand.jpg non è una foto leggibile: serve JPEG, PNG, WebP, TIFF, BMP, GIF o HEIC"
    )
    assert error_line(command, "gone.jpg") == "gone.jpg non esiste: controlla il percorso"
    empty = photo.parent / "empty"
    empty.mkdir()
    assert error_line(command, empty).startswith(f"{empty} è una cartella senza foto")


def test_a_photo_that_the_system_does_not_open(lay: Lay, photo: Path) -> None:
    lay(WIN)
    name = f"{'a' * 300}.jpg"
    assert error_line("read", name) == f"{name!r} non si può aprire: nome troppo lungo"


def test_an_empty_table(lay: Lay, photo: Path) -> None:
    lay("")
    assert "nessuna tessera trovata in hand.jpg (2400×1400): la mano" in call("read", photo).stderr


def test_weights_that_are_none(photo: Path) -> None:
    folder = photo.with_name("weights")
    text = f"nessun peso trovato: serve manifest.toml in {folder}; reinstalla handreader"
    for command in (("read", photo), ("score", photo), ("waits", photo)):
        assert error_line(*command, "--weights", folder).startswith(text)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--answer", "5m"), "--answer 5m: serve ID=RISPOSTA, come winning_tile=5m"),
        (("--answer", "which=5m"), "non c'è la domanda which: `handreader read` elenca"),
        (("--answer", "tile:99=5m"), "la risposta 'tile:99' riguarda la tessera 99, che nella"),
        (
            ("--answer", "tile:3=banana"),
            "'banana' non risponde a 'tile:3': serve una tessera, come",
        ),
        (("--answer", "pung_or_kong:11=chow"), "'chow' non risponde a 'pung_or_kong:11': serve"),
        (("--set", "club"), "il set 'club' non è fra quelli imparati: ancora nessuno; `hand"),
        (("--rules", "bridge"), "non c'è il regolamento 'bridge'; serve uno fra zung-jung"),
    ],
)
def test_options(lay: Lay, photo: Path, options: tuple[str, ...], message: str) -> None:
    lay(WIN)
    assert error_line("score", photo, *options).startswith(message)


def test_one_file_for_two_photos(lay: Lay, photo: Path) -> None:
    lay(WIN)
    result = call("read", photo, photo, "--out", "one.jpg")
    assert result.stderr.splitlines() == [
        "handreader: --out one.jpg è un solo file, ma le foto sono 2: indica una cartella"
    ]


def test_neither_photos_nor_cases() -> None:
    assert "servono delle foto, una mano scritta, o --cases FILE" in call("score").stderr


def test_a_claim() -> None:
    hand = "234789m11z [567m] [444z] | drawn"
    assert error_line("check", hand, "50: riichi") == (
        "zung-jung non ha la combinazione 'riichi'; la più vicina che ha è Tutto pescato"
    )
    like = error_line("check", hand, "50: all triplet")
    assert like.startswith("zung-jung non ha la combinazione 'all triplet'; intendi ")
    assert "All Triplets" not in like


def test_a_line_of_case_records(tmp_path: Path) -> None:
    file = tmp_path / "wins.jsonl"
    file.write_text('[1]\n{"concealed": 5}\n{oops\n')
    first, second, third = call("check", file, "1").stderr.splitlines()
    assert first == "handreader: riga 1: record: serve un oggetto JSON, non un elenco"
    assert second.startswith("handreader: riga 2: concealed: servono tessere come testo")
    assert third.startswith("handreader: riga 3: non è JSON: ")


# sets


def test_the_set_that_is_used_is_said(
    lay: Lay, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(WIN)
    tile_sets.save_tile_set(a_set("home"))
    monkeypatch.setattr("vision.teaching.tile_set.is_current", lambda file, weights: True)
    assert "le tessere sono lette come del set 'home' (--set none: senza)" in (
        call("waits", photo).stderr
    )
    assert error_line("read", photo, "--set", "club") == (
        "il set 'club' non è fra quelli imparati: home"
    )


def test_how_to_lay_a_set() -> None:
    shown = call("teach", "--flowers", "--back").stdout
    assert "  fila 4: E S W N Bianco Verde Rosso back\n  fila 5: 1f 2f 3f" in shown
    assert "row" not in shown and "PHOTO" not in shown
    assert all(len(line) <= 100 for line in shown.splitlines())


def test_what_was_taught(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def teach(name: str, *_: object) -> tuple[TaughtSet, HoldoutAccuracy]:
        return a_set(name), HoldoutAccuracy(68, 60, 67, 2)

    monkeypatch.setattr("handreader.cli.teach.teach", teach)
    first, second, last = call("teach", "--name", "club", photo).stdout.splitlines()
    assert first.startswith("club: 1 tipi da 2 foto, ")
    assert second == (
        "lette bene prima: 60 su 68; dopo: 67 (tessere dell'ultima foto, imparate dalle altre; "
        "non usate per imparare)"
    )
    assert last.startswith("salvato: ") and last.endswith(" kB), usato da ora in poi")
    assert "sostituito: " in call("teach", "--name", "club", photo).stdout
    assert error_line("teach", photo).startswith("il set non ha nome: ")
    assert error_line("teach", *[photo] * 5, "--name", "x").startswith("5 foto: al massimo 4")


# serving and watching


def test_a_port_that_is_taken() -> None:
    pytest.importorskip("uvicorn", reason="needs the extra `web`")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert error_line("serve", "--port", port) == (
            f"non si può ascoltare su 127.0.0.1:{port} (indirizzo già in uso): prova un altro "
            "--port"
        )


def test_what_the_page_says_at_the_terminal() -> None:
    pytest.importorskip("segno", reason="needs the extra `web`")
    from handreader.web.server import JoinLinks

    messages: list[str] = []
    host = JoinLinks("http://192.168.1.5:8460", messages.append, "it")
    host.print_link()
    assert "Inquadra il codice o apri http://192.168.1.5:8460/join?t=" in messages[0]
    host.door.join(messages[0].split("?t=")[1].split()[0])
    assert messages[1] == "È entrato un giocatore. Per il prossimo:"


def test_options_of_a_watched_game() -> None:
    pytest.importorskip("uvicorn", reason="needs the extra `web`")
    assert error_line("serve", "--auto").startswith("--table, --auto, --game e --new valgono")


def test_no_game_to_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handreader.watch.export.export_game.games_folder", lambda: tmp_path)
    assert error_line("watch", "--export", "csv") == (
        "la partita '' non è stata osservata; ancora nessuna: `handreader watch` ne comincia una"
    )


def test_a_picture_that_shows_no_walls(lay: Lay, photo: Path) -> None:
    lay(WIN)
    Image.new("RGB", (640, 480)).save(photo)
    assert error_line("watch", "--setup", photo).startswith(
        "0 tessere coperte, ne servono almeno 24"
    )


# errors that are none of ours


def test_a_missing_library() -> None:
    error = ImportError("libGL.so.1: cannot open shared object file")
    assert one_line(error, "it").startswith("manca una libreria di sistema (libGL.so.1: ")
    assert one_line(error).startswith("a library of the system is missing (libGL.so.1: ")


def test_what_the_system_refused() -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "out.jpg")
    assert one_line(full, "it") == "out.jpg: il disco è pieno"
    assert one_line(full) == "out.jpg: No space left on device"
    odd = OSError(errno.EXDEV, "Invalid cross-device link", "out.jpg")
    assert one_line(odd, "it") == "out.jpg: Invalid cross-device link"


def test_what_nobody_expected() -> None:
    assert one_line(RuntimeError("a {b}\nc"), "it") == (
        "errore imprevisto RuntimeError: a {b} c; --verbose mostra dove è successo"
    )


def test_a_language_that_there_is_not() -> None:
    assert UsageError("no_set_name").localize("fr") == str(UsageError("no_set_name"))
