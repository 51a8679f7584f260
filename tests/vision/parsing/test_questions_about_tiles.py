"""Questions in the place of refusals: a missing tile, one too many, blanks, backs in hand."""

from __future__ import annotations

from dataclasses import replace

from scoring.hand import Hand
from tests.vision.parsing.reads import read
from tests.vision.parsing.scene_cases import MCR, TEN
from tests.vision.scenes import Camera, observe, scene
from vision.layout.layout import Layout, layout_to_hand
from vision.layout.questions import expand_blanks
from vision.seen_tile import SeenTile


def _see(text: str, **names: tuple[tuple[str, float], ...]) -> tuple[SeenTile, ...]:
    """Observe a scene in which every tile is certain but those named (`t3=...`)."""
    tiles = observe(scene(text), Camera(elevation=60))
    sure = (replace(t, names=tuple((kind, 0.99) for kind, _ in t.names[:1])) for t in tiles)
    return tuple(replace(t, names=names[f"t{t.id}"]) if f"t{t.id}" in names else t for t in sure)


def _decode(tiles: tuple[SeenTile, ...], rules: str, answers: dict[str, str]) -> Layout:
    return read(tiles, rules, answers)


def _open_ids(found: Layout) -> list[str]:
    return [question.id for question in found.questions if question.default is None]


HALF_COVERED = "[4m]__[5m][5m][6m]<6m>__[7m][7m][8m][8m][9m][9m][8s][8s]"
"""The second 4m is below a finger; the 6m won."""


def test_a_hand_of_twelve_tiles_asks_which_one_is_missing() -> None:
    tiles = _see(f"{TEN}[E ][E ]")
    found = _decode(tiles, MCR, {})
    (asked,) = found.questions
    assert (asked.id, asked.options) == ("missing", ("5s", "8s", "9s", "1z", "none"))
    assert _open_ids(_decode(tiles, MCR, {"missing": "1z"})) == ["winning_tile"]
    won = _decode(tiles, MCR, {"missing": "1z", "winning_tile": "8s"})
    assert layout_to_hand(won, tiles).hand == Hand.parse("234m567p6799s111z +8s")
    assert not _decode(tiles, MCR, {"missing": "none"}).is_complete


def test_every_kind_with_which_thirteen_orphans_wait_may_be_missing() -> None:
    tiles = observe(scene("[1m][9m][1p][9p][1s][9s][E ][S ][W ][N ][F ][C ]"))
    (asked,) = _decode(tiles, MCR, {}).questions
    orphans = {"1m", "9m", "1p", "9p", "1s", "9s", *(f"{number}z" for number in range(1, 8))}
    assert orphans <= set(asked.options)


def test_a_hand_of_fifteen_tiles_asks_which_one_does_not_belong() -> None:
    tiles = _see(f"{TEN}[E ][E ][E ][C ]_[8s]")
    (asked,) = _decode(tiles, MCR, {}).questions
    assert (asked.id, asked.options) == ("extra", ("7z", "none"))
    found = _decode(tiles, MCR, {"extra": "7z", "winning_tile": "8s", "called_sets": "none"})
    assert layout_to_hand(found, tiles).hand == Hand.parse("234m567p6799s111z +8s")
    assert len(found.ignored) == 1
    assert not _decode(tiles, MCR, {"extra": "none"}).is_complete


def test_fifteen_tiles_that_never_win_offer_every_kind_in_hand() -> None:
    tiles = _see(f"{TEN}[E ][S ][W ][C ]_[8s]")
    (asked,) = _decode(tiles, MCR, {}).questions
    assert len(asked.options) == 15 and asked.options[-1] == "none"


def test_an_answer_about_one_blank_overrules_that_about_all() -> None:
    answers = {"blanks:3,7": "5z", "back_or_white:7": "back", "seat": "E"}
    expected = {"back_or_white:3": "5z", "back_or_white:7": "back", "seat": "E"}
    assert expand_blanks(answers) == expected


def test_thirteen_tiles_that_wait_for_none_are_remarked_on() -> None:
    found = _decode(_see("[2m][5m][8m][2p][5p][8p][2s][5s][8s][E ][S ][W ][C ]"), MCR, {})
    assert [(p.code, p.fatal) for p in found.problems] == [("no_wait", False)]
    assert not found.questions and not found.is_complete


def test_sure_backs_are_no_white_dragons_though_the_hand_would_win_with_them() -> None:
    """The last back of a face-down kong is doubtful: without it three blank tiles are left."""
    kongs = "__".join(f"[##][{kind}][{kind}][##]" for kind in ("1m", "4s", "6p"))
    tiles = list(_see(f"[1s]__[1s]___{kongs}__[##][##][##][##]"))
    tiles[-1] = replace(tiles[-1], existence=0.75)
    found = _decode(tuple(tiles), MCR, {})
    assert "kong_face" in {question.code for question in found.questions}
    assert all("5z" not in meld.kinds for meld in found.melds)
