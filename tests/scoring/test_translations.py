"""A language beyond English and Italian: one file has all of its texts."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from runpy import run_path

import pytest

from scoring import RULEBOOKS, rulebook, score, translations
from scoring.explain import explain
from scoring.hand import Hand
from scoring.text import in_language, in_words, is_language, name_in_language, phrase
from scoring.tile_names import short_tile_name, tile_name, wind_name
from scoring.tiles import Wind
from scoring.win import Win
from vision.layout.questions import SENTENCES, sentence

ROOT = Path(__file__).parents[2]


def _write_language(folder: Path) -> Path:
    """Write the file of "xx" to a folder, or bring it up to date."""
    program: list[str | Path] = [
        sys.executable,
        ROOT / "page" / "language.py",
        "xx",
        "--folder",
        folder,
    ]
    subprocess.run(program, check=True, env={"PYTHONPATH": str(ROOT)}, capture_output=True)
    return folder / "xx.json"


@pytest.fixture(scope="module")
def pseudo_language(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of "xx", whose texts are the English ones between marks."""
    file = _write_language(tmp_path_factory.mktemp("languages"))
    content = json.loads(file.read_text("utf-8"))
    content["texts"] = {english: f"«{english}»" for english in content["texts"]}
    return json.dumps(content)


@pytest.fixture
def folder(pseudo_language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the file of "xx"."""
    (tmp_path / "xx.json").write_text(pseudo_language, "utf-8")
    monkeypatch.setattr(translations, "_FOLDER", str(tmp_path))
    _forget()
    yield tmp_path
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    translations.languages.cache_clear()
    translations._texts.cache_clear()


def _words_outside_marks(text: str) -> str:
    """The words of a text that are not between marks, without tiles and numbers."""
    left, before = text, ""
    while left != before:
        left, before = re.sub("«[^«»]*»", " ", left), left
    return re.sub(r"[^\W\d_]*\d[\w]*|[^\w]+|\d+", " ", left).strip()


def test_texts_come_from_the_file(folder: Path) -> None:
    assert translations.languages() == ("xx",)
    assert in_language({"en": "self-drawn", "it": "tsumo"}, "xx") == "«self-drawn»"
    assert tile_name("1p", "xx") == "«1 dot»" and short_tile_name("7z", "xx") == "«Red»"
    assert wind_name("E", "xx") == "«East»"
    assert in_words(FileNotFoundError(2, "No such file or directory"), "xx")[0] == "«"
    assert phrase({"en": "no such text {a}", "it": "-"}, a=1).localize("xx") == "no such text 1"
    assert in_language({"en": "self-drawn", "it": "tsumo"}, "it") == "tsumo"
    assert tile_name("1p", "fr") == "1 dot"


def test_questions_and_problems_come_from_the_file(folder: Path) -> None:
    for code in SENTENCES:
        data = {"held": 12, "sets": 1} if code == "wrong_count" else dict.fromkeys(GAPS, 2)
        assert not _words_outside_marks(sentence(code, data, "xx")), code


GAPS = ("count", "kind", "kinds", "groups", "readings", "hands", "tile", "total", "tiles", "who")


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_a_score_is_explained_in_the_language(folder: Path, rules: str) -> None:
    hand = Hand.parse("123p 456p 789s 5z [111z] +5z")
    found = score(hand, Win(discarder=Wind.SOUTH), rules)
    lines = explain(found, "xx")
    assert lines and all("«" in line for line in lines[1:])
    text = "\n".join(lines)
    assert not re.findall(r"[a-z]{3,}", _words_outside_marks(text)), text
    for pattern in rulebook(rules).patterns:
        for texts in (pattern.names, pattern.rule):
            assert in_language(texts, "xx") == f"«{texts['en']}»"


def test_a_file_keeps_what_is_translated(folder: Path) -> None:
    file = folder / "xx.json"
    content = json.loads(file.read_text("utf-8"))
    content["texts"]["gone"] = "partie"
    del content["texts"]["self-drawn"]
    file.write_text(json.dumps(content), "utf-8")
    _write_language(folder)
    again = json.loads(file.read_text("utf-8"))["texts"]
    assert again["self-drawn"] == "" and "gone" not in again
    assert again["East"] == "«East»"
    _forget()
    assert in_language({"en": "self-drawn", "it": "tsumo"}, "xx") == "self-drawn"


OWN = sorted((ROOT / "scoring" / "languages").glob("*.json"))


@cache
def texts_of_the_program() -> set[str]:
    return set(run_path(str(ROOT / "page" / "language.py"))["english_texts"]())


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.stem)
def test_a_file_translates_texts_of_the_program(file: Path) -> None:
    content = json.loads(file.read_text("utf-8"))
    known = texts_of_the_program()  # names of patterns are words of a declaration, so among them
    assert content["texts"].keys() <= known, content["texts"].keys() - known
    gaps = re.compile(r"{\w+}")
    for english, text in content["texts"].items():
        assert sorted(gaps.findall(english)) == sorted(gaps.findall(text)), english


@pytest.mark.parametrize("rules", RULEBOOKS)
@pytest.mark.parametrize("lang", ["ja", "zh"])
def test_patterns_have_chinese_and_japanese_names(rules: str, lang: str) -> None:
    for pattern in rulebook(rules).all_patterns:
        name = in_language(pattern.names, lang)
        assert not name.isascii(), (pattern.id, name)


def test_names_stand_beside_those_of_another_language() -> None:
    hand = Hand.parse("234m 345p 567s 66s 78p +9p")
    found = score(hand, Win(self_drawn=True), "riichi-ema")
    both, alone = explain(found, "it+zh"), explain(found, "it")
    assert any("Mano Completamente Coperta 门前清自摸和" in line for line in both)
    assert len(both) == len(alone)
    assert both[-1] == alone[-1]  # payments have no names
    assert tile_name("3s", "it+ja") == "3 di bambù 三索"
    assert short_tile_name("3s", "it+ja") == short_tile_name("3s", "it")
    assert in_words(found.rulebook, "it+zh") == in_words(found.rulebook, "it")


def test_a_name_without_a_translation_is_there_once(folder: Path) -> None:
    names = {"en": "Gone", "it": "Sparito"}
    assert name_in_language(names, "it+xx") == "Sparito"
    assert name_in_language(names, "en+xx") == "Gone"
    assert name_in_language({"en": "Pinfu", "it": "Pinfu"}, "it+it") == "Pinfu"
    assert tile_name("3s", "en+fr") == "3 bamboo"


@pytest.mark.parametrize(
    ("code", "is_one"),
    [
        *[(code, True) for code in ("en", "it", "zh", "it+zh", "en+ja", "zh+ja")],
        *[(code, False) for code in ("", "IT", "it+", "+zh", "it+it", "it+zh+ja")],
    ],
)
def test_codes_of_languages(code: str, is_one: bool) -> None:
    assert is_language(code) is is_one


def test_a_score_names_patterns_and_tiles_in_chinese_and_japanese() -> None:
    hand = Hand.parse("234m 345p 567s 66s 78p +9p")
    found = score(hand, Win(self_drawn=True), "riichi-ema")
    assert any("门前清自摸和" in line for line in explain(found, "zh"))
    assert any("門前清自摸和" in line for line in explain(found, "ja"))
    assert (tile_name("7z", "zh"), tile_name("3s", "ja")) == ("中", "三索")
    assert in_language(rulebook("mcr")["29"].names, "ja") == "混一色"
