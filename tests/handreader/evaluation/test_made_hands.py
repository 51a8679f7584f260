"""Made hands, with our own drawings as faces."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handreader.evaluation.made.backs import draw_back
from handreader.evaluation.made.dealing import HandShape, deal_made_hand
from handreader.evaluation.made.designs import (
    Design,
    PhysicalSet,
    designs_of_drawings,
    find_designs,
)
from handreader.evaluation.made.families import FAMILIES
from handreader.evaluation.made.pictures import MadePicture, make_picture
from handreader.evaluation.made.placing import Extent, _lay_apart
from handreader.evaluation.made.table_top import KONG_BACKS, Laid, lay_meld
from scoring.hand import Hand
from vision.training.rendering.face_designs import FACE_HEIGHT, FACE_WIDTH, Face

FACES = Path(__file__).parents[3] / "datasets" / "faces"


@cache
def designs() -> list[Design]:
    return designs_of_drawings(FACES)


@cache
def first(name: str) -> MadePicture:
    return make_picture(name, 0, designs(), seed=3)


def plain_design(kinds: str = "mpsz") -> Design:
    """Return a design without drawings, as dealing needs none."""
    ink = np.zeros((4, 3, 4), np.uint8)
    names = [f"{n}{s}" for s in kinds for n in range(1, 8 if s == "z" else 10)]
    return Design("plain", {}, {name: (Face(name, "plain", ink, None),) for name in names})


def hand_kinds(made: MadePicture) -> Counter[str]:
    """Count the kinds of the hand that a picture shows, without those face down."""
    hand = made.truth.hand
    assert hand is not None
    return Counter(tile.value for tile in (*hand.tiles, *hand.flowers))


class Noted:
    """A table that notes where tiles are laid."""

    width, height = 24.0, 32.0

    def __init__(self) -> None:
        self.rng = np.random.default_rng(1)
        self.places: list[tuple[float, float]] = []

    def lay(self, kind: str, x: float, y: float, turn: float, push: object = None) -> None:
        """Note the place."""
        self.places.append((x, y))


@pytest.mark.parametrize(("right", "least", "most"), [(15.0, 0.0, 15.0), (250.0, 10.0, 240.0)])
def test_a_winning_tile_above_is_within_the_line_even_of_one_tile(
    right: float, least: float, most: float
) -> None:
    table: Any = Noted()
    for _ in range(50):
        _lay_apart(table, "1m", "above", Extent(0.0, right, 0.0, 32.0))
    assert all(least <= x <= most and y > 32 for x, y in table.places)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["neat", "two rows", "side"])
def test_a_picture_shows_every_tile_of_its_hand(name: str) -> None:
    made = make_picture(name, 1, designs(), seed=3)
    seen = Counter(tile.kind for tile in made.tiles)
    down = seen.pop("back", 0)
    assert (hand_kinds(made) - seen).total() == down
    assert not seen - hand_kinds(made)


@pytest.mark.thorough
@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_makes_pictures(name: str) -> None:
    made = make_picture(name, 2, designs(), seed=5)
    assert (made.truth.hand is not None) == FAMILIES[name].has_hand
    assert made.pixels.std() > 5
    height, width = made.pixels.shape[:2]
    if made.truth.hand is not None:
        seen = Counter(tile.kind for tile in made.tiles)
        below = sum(tile.level > 0 for tile in made.tiles)
        assert (hand_kinds(made) - seen).total() <= seen["back"] + below
        assert all((tile.quad < [width, height]).all() for tile in made.tiles[:1])


@pytest.mark.thorough
def test_the_same_seed_makes_the_same_picture() -> None:
    one, other = (make_picture("kongs", 0, designs(), seed=8) for _ in range(2))
    assert one.truth == other.truth and (one.pixels == other.pixels).all()


def test_half_of_the_backs_are_printed_on_each_in_its_own_way() -> None:
    rng = np.random.default_rng(3)
    inks = [draw_back(np.array([30.0, 90.0, 160.0]), rng) for _ in range(60)]
    printed = [ink for ink in inks if ink is not None]
    assert 15 < len(printed) < 45
    assert len({ink.tobytes() for ink in printed}) == len(printed)
    assert all(ink.shape == (FACE_HEIGHT, FACE_WIDTH, 4) and ink[:, :, 3].any() for ink in printed)


def test_the_first_pictures_of_families_are_of_different_rules() -> None:
    assert [first(name).truth.rules for name in ("neat", "sloppy")] == [
        "zung-jung",
        "chinese-official",
    ]


def test_the_owner_sits_where_the_picture_was_not_taken() -> None:
    assert [first(name).truth.edge for name in ("neat", "across")] == ["bottom", "top"]


@pytest.mark.parametrize("seed", range(6))
def test_dealt_hands_are_of_the_shape_and_the_kinds(seed: int) -> None:
    kinds = plain_design("mps").kinds
    shape = HandShape(melds=2, kong_share=1.0)
    hand, _ = deal_made_hand("zung-jung", kinds, shape, np.random.default_rng(seed))
    assert not hand.problems()
    assert [len(meld.tiles) for meld in hand.melds] == [4, 4]
    assert {tile.value for tile in hand.tiles} <= kinds


@pytest.mark.parametrize("reds", [(), ("0m",), ("0m", "0p", "0s")])
def test_red_fives_are_dealt_from_sets_that_have_all_of_them(reds: tuple[str, ...]) -> None:
    kinds = plain_design("mps").kinds | set(reds)
    shape = HandShape(melds=3, kong_share=1.0, concealed_share=1.0)
    for seed in range(12):
        hand, _ = deal_made_hand("riichi-ema", kinds, shape, np.random.default_rng(seed))
        found = {tile.value for tile in hand.tiles if tile.is_red}
        assert found <= (set(reds) if len(reds) == 3 else set())
        for meld in hand.melds:
            assert meld.tiles[-1].value[0] != "5" or any(tile.is_red for tile in meld.tiles)


def test_a_set_without_print_on_its_white_dragon() -> None:
    rng = np.random.default_rng(1)
    without = plain_design()
    without = Design("x", {}, {k: f for k, f in without.drawn.items() if k != "5z"})
    assert "5z" in PhysicalSet(without, rng, blank=False).kinds
    assert not PhysicalSet(without, rng, blank=False).face("5z").ink.any()
    assert "5z" not in PhysicalSet(plain_design("mps"), rng, blank=True).kinds


def face_pattern(line: list[Laid]) -> str:
    return "".join("#" if laid.is_down else "X" for laid in line)


@pytest.mark.parametrize(
    ("backs", "expected"),
    [("outside", {"#XX#"}), ("inside", {"X##X"}), ("four", {"####"})],
)
def test_concealed_kongs(backs: str, expected: set[str]) -> None:
    (meld,) = Hand.parse("(1111m)").melds
    assert {face_pattern(lay_meld(meld, True, np.random.default_rng(1), backs))} == expected


def test_three_backs_leave_one_face() -> None:
    (meld,) = Hand.parse("(0555p)").melds
    for seed in range(4):
        line = lay_meld(meld, True, np.random.default_rng(seed), KONG_BACKS[2])
        assert face_pattern(line).count("X") == 1
        assert {laid.kind for laid in line if not laid.is_down} == {"5p"}


@pytest.mark.parametrize(
    ("text", "places"), [("[<123s]", {0}), ("[>777z]", {2}), ("[^777z]", {1}), ("[777z]", {0})]
)
def test_the_turned_tile_shows_the_discarder(text: str, places: set[int]) -> None:
    (meld,) = Hand.parse(text).melds
    for seed in range(4):
        line = lay_meld(meld, True, np.random.default_rng(seed))
        assert {i for i, laid in enumerate(line) if laid.turned} == places
        assert not any(laid.turned for laid in lay_meld(meld, False, np.random.default_rng(seed)))


def test_designs_are_found_in_crops(tmp_path: Path) -> None:
    from PIL import Image

    for suit in "mps":
        for n in range(1, 10):
            folder = tmp_path / "crops" / "club" / f"{n}{suit}"
            folder.mkdir(parents=True)
            Image.new("RGB", (60, 80), (240, 240, 230)).save(folder / f"one_{n}{suit}.png")
    for name in ("hands", "singles", "tables"):
        (tmp_path / name / "images").mkdir(parents=True)
        (tmp_path / name / "labels").mkdir()
    (design,) = find_designs(tmp_path)
    assert design.name == "club-one" and len(design.kinds) == 27
    assert design.faces("1m")[0].ink.shape[2] == 4
