"""The drawn tile faces: complete, self-contained, small, and what the script draws."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.tiles import CLASSES
from vision.training import draw_faces
from vision.training.faces.glyphs import FontMissingError, FontSource, Glyphs
from vision.training.faces.pen import Pen

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {SVG + name for name in ("svg", "g", "path")}


def _files() -> Iterator[Path]:
    for style in draw_faces.STYLES:
        yield from (draw_faces.FACES / style).glob("*.svg")


@pytest.mark.parametrize("style", draw_faces.STYLES)
def test_every_kind_is_drawn_and_every_file_is_of_a_kind(style: str) -> None:
    names = [path.stem for path in (draw_faces.FACES / style).glob("*.svg")]
    assert set(CLASSES) <= set(names)
    assert {name.split("-")[0] for name in names} == set(CLASSES)


@pytest.mark.parametrize("style", draw_faces.STYLES)
def test_one_bamboo_and_white_dragon_come_in_several_designs(style: str) -> None:
    folder = draw_faces.FACES / style
    for kind in ("1s", "5z"):
        drawings = {path.read_text(encoding="utf-8") for path in folder.glob(f"{kind}*.svg")}
        assert len(drawings) >= 3


@pytest.mark.parametrize("style", draw_faces.STYLES)
def test_no_two_kinds_look_alike(style: str) -> None:
    seen: dict[str, str] = {}
    for path in (draw_faces.FACES / style).glob("*.svg"):
        assert seen.setdefault(path.read_text(encoding="utf-8"), path.stem) == path.stem


def test_faces_are_paths_alone() -> None:
    """No text (which would need a font), nothing fetched, nothing run: shapes and numbers."""
    for path in _files():
        root = ElementTree.fromstring(path.read_bytes())
        assert root.get("viewBox") == "0 0 200 260", path
        for element in root.iter():
            assert element.tag in SHAPES, path
            for name, value in element.attrib.items():
                assert "href" not in name and "url(" not in value, path
                assert not name.startswith("on"), path


def test_only_the_blank_white_dragon_is_empty() -> None:
    empty = {
        path.stem for path in _files() if ElementTree.parse(path).find(f".//{SVG}path") is None
    }
    assert empty == {"5z-blank"}


def test_the_folder_stays_under_a_megabyte() -> None:
    assert sum(path.stat().st_size for path in _files()) < 1_000_000


@pytest.mark.parametrize("style", draw_faces.STYLES)
def test_files_are_what_the_script_draws(style: str) -> None:
    """In the plain run without fonts this skips; with another version of a font it says which."""
    try:
        glyphs = Glyphs(draw_faces.STYLES[style].font)
    except FontMissingError as error:
        pytest.skip(str(error))
    readme = (draw_faces.FACES / "README.md").read_text(encoding="utf-8")
    version = glyphs.version.split(";")[0]
    if version not in readme:
        pytest.skip(f"the files were drawn with another version of the font than {version}")
    drawings = draw_faces.draw_style(draw_faces.STYLES[style])
    assert draw_faces.differences(drawings, draw_faces.FACES / style) == []


def test_check_names_a_changed_a_missing_and_a_spare_file(tmp_path: Path) -> None:
    drawings = {"1m": Pen(), "2m": Pen(), "3m": Pen()}
    draw_faces.write_drawings(drawings, tmp_path)
    assert draw_faces.differences(drawings, tmp_path) == []
    (tmp_path / "1m.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "2m.svg").unlink()
    (tmp_path / "9m.svg").write_text("<svg/>", encoding="utf-8")
    assert draw_faces.differences(drawings, tmp_path) == ["1m", "2m", "9m"]
    draw_faces.write_drawings(drawings, tmp_path)
    assert sorted(path.stem for path in tmp_path.glob("*.svg")) == ["1m", "2m", "3m"]


def test_a_missing_font_names_its_debian_package() -> None:
    with pytest.raises(FontMissingError, match="Debian package fonts-none"):
        Glyphs(FontSource("no-such-font.ttf", "No Such Font", "fonts-none"))


def test_a_font_path_that_is_wrong_ends_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = draw_faces.main(["--out", str(tmp_path), "--classic-font", str(tmp_path / "x.ttf")])
    assert code == 1
    message = capsys.readouterr().err
    assert "LXGWWenKai-Bold.ttf" in message and message.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_no_font_ends_in_one_line(tmp_path: Path) -> None:
    pytest.importorskip("fontTools", reason="fonttools comes with the extra `train`")
    wrong = tmp_path / "wrong.ttf"
    wrong.write_bytes(b"not a font at all")
    with pytest.raises(FontMissingError, match="no font"):
        Glyphs(draw_faces.STYLES["classic"].font, wrong)
