"""`handreader sets` and `tables`: list, rename, forget; `games` is in test_games.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from handreader.cli.collection import Collection, manage
from handreader.errors import Report
from handreader.options import CollectionOptions
from handreader.tile_sets import save_tile_set, tile_set_file
from handreader.watch import table_profile
from handreader.watch.table_profile import Profile, load_profile, parse_corners, save_profile
from tests.handreader.cli.calling import call, lines
from tests.handreader.cli.test_teach import a_set
from vision.teaching.tile_set import load_any

CORNERS = "120,80 1160,80 1180,650 100,650"


@pytest.fixture(autouse=True)
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "tables"
    monkeypatch.setattr(table_profile, "tables_folder", lambda: folder)
    return folder


def set_up(name: str, back: tuple[int, int, int] | None = None) -> Path:
    return save_profile(Profile(name, (1280, 720), parse_corners(CORNERS), back))


# sets


def test_sets_are_listed_with_the_one_in_use() -> None:
    assert "handreader teach" in call("sets").stdout
    assert "handreader teach" in call("sets", "--lang", "it").stdout
    assert call("sets", "--json").stdout == ""
    for name in ("home", "Club set"):
        save_tile_set(a_set(name))
    assert call("sets").stdout.splitlines() == [
        "Club set: 1 kinds from 1 tiles; in use",
        "home: 1 kinds from 1 tiles",
    ]
    assert "1 tipi da 1 tessere; in uso" in call("sets", "--lang", "it").stdout
    found = lines(call("sets", "--json"))
    assert [(one["set"], one["in_use"]) for one in found] == [("Club set", True), ("home", False)]


def test_a_set_is_renamed_and_stays_in_use() -> None:
    old = save_tile_set(a_set("club set"))
    before = load_any(old)
    done = call("sets", "--rename", "CLUB SET", "--to", "home")
    assert done.exit_code == 0 and done.stdout == "'club set' is now 'home'\n"
    assert [(one["set"], one["in_use"]) for one in lines(call("sets", "--json"))] == [
        ("home", True)
    ]
    after = load_any(tile_set_file("home"))
    assert not old.exists() and (after.patches == before.patches).all()
    assert after.classifier_sha256 == before.classifier_sha256
    assert call("sets", "--rename", "home", "--to", "HOME").exit_code == 0  # the same file
    assert call("sets").stdout.startswith("HOME: ")


def test_a_name_that_another_set_has_is_refused() -> None:
    for name in ("home", "club"):
        save_tile_set(a_set(name))
    done = call("sets", "--rename", "home", "--to", "Club")
    assert done.exit_code == 1 and "there is a set 'Club' already" in done.stderr
    assert len(lines(call("sets", "--json"))) == 2
    done = call("sets", "--rename", "home", "--to", "none")
    assert done.exit_code == 1 and "not a valid name" in done.stderr


def test_a_set_is_forgotten_and_no_longer_in_use() -> None:
    for name in ("home", "club"):
        save_tile_set(a_set(name))
    assert call("sets", "--forget", "club", "--yes").stdout == "'club' is forgotten\n"
    assert [(one["set"], one["in_use"]) for one in lines(call("sets", "--json"))] == [
        ("home", False)
    ]


def test_an_unknown_set_is_answered_with_the_nearest() -> None:
    save_tile_set(a_set("club set"))
    for action in (("--forget", "clubset", "--yes"), ("--rename", "clubset", "--to", "home")):
        done = call("sets", *action)
        assert done.exit_code == 1 and "did you mean club set?" in done.stderr
        assert "intendi club set?" in call("sets", *action, "--lang", "it").stderr


def test_a_damaged_set_is_reported_beside_the_others_and_can_be_forgotten() -> None:
    save_tile_set(a_set("home"))
    save_tile_set(a_set("club")).write_text("no archive")
    listed = call("sets")
    assert listed.exit_code == 1 and listed.stdout.startswith("home: ")
    assert "is not a taught set" in listed.stderr
    assert call("sets", "--forget", "club", "--yes").exit_code == 0
    assert call("sets").exit_code == 0


# tables


def test_tables_are_listed() -> None:
    assert "watch --setup" in call("tables").stdout
    set_up("club", (20, 90, 60))
    set_up("attic")
    assert call("tables").stdout.splitlines() == [
        "attic: pictures of 1280×720",
        "club: pictures of 1280×720",
    ]
    found = lines(call("tables", "--json"))
    assert [(one["table"], one["back"]) for one in found] == [
        ("attic", None),
        ("club", [20, 90, 60]),
    ]
    assert found[0]["walls"][0] == [120, 80]


def test_a_table_is_renamed_with_its_walls() -> None:
    old, before = set_up("club"), load_profile("club")
    assert call("tables", "--rename", "Club", "--to", "Back room").exit_code == 0
    after = load_profile("back room")
    assert not old.exists() and after.corners == before.corners and after.name == "Back room"
    set_up("club")
    taken = call("tables", "--rename", "club", "--to", "back-room")
    assert taken.exit_code == 1 and "already" in taken.stderr
    assert load_profile("club") and load_profile("back room") == after


def test_a_table_is_forgotten_and_an_unknown_one_is_answered_with_the_nearest() -> None:
    set_up("club").write_text("damaged = [")
    set_up("attic")
    listed = call("tables")
    assert (
        listed.exit_code == 1 and listed.stdout.startswith("attic") and "damaged" in listed.stderr
    )
    done = call("tables", "--forget", "clbu", "--yes")
    assert done.exit_code == 1 and "did you mean club?" in done.stderr
    assert call("tables", "--forget", "club", "--yes").stdout == "'club' is forgotten\n"
    assert call("tables").exit_code == 0


# both


def test_nothing_is_forgotten_without_a_question() -> None:
    save_tile_set(a_set("home"))
    done = call("sets", "--forget", "home")
    assert done.exit_code == 1 and "add --yes" in done.stderr
    assert lines(call("sets", "--json"))


@pytest.mark.parametrize(("answer", "forgotten"), [("y", ["home"]), ("sì", ["home"]), ("", [])])
def test_the_answer_decides(
    answer: str, forgotten: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handreader.cli.collection.is_terminal", lambda: True)
    gone: list[str] = []
    asked: list[str] = []

    def reply(question: str) -> str:
        asked.append(question)
        return answer

    kept = Collection(lambda *_: None, str, lambda *_: None, gone.append)
    manage(kept, CollectionOptions(forget="home"), Report(False), reply)
    assert gone == forgotten and "'home'" in asked[0]


@pytest.mark.parametrize(
    "options",
    [
        ("--rename", "a"),
        ("--to", "a"),
        ("--rename", "a", "--to", "b", "--forget", "c"),
        ("--forget", "a", "--json"),
    ],
)
def test_options_that_contradict_each_other(options: tuple[str, ...]) -> None:
    done = call("sets", *options)
    assert done.exit_code == 1 and "give one of --rename" in done.stderr
