"""Pictures of made hands, with their ground truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from scoring.hand import Hand
from scoring.tiles import BACK, Wind
from vision.arrays import Floats, Pixels
from vision.training.rendering.camera_effects import apply_camera_effects
from vision.training.rendering.scenes import render
from vision.training.rendering.solids import Body, Piece, PinholeCamera, VisibleTile

from ...situation import Situation
from ..ground_truth import HandTruth
from .backs import draw_back
from .dealing import HandShape, deal_made_hand
from .designs import Design, PhysicalSet
from .families import FAMILIES, Family, View
from .framing import aim_at, owner_edge
from .poor_photos import is_washed_out, spoil
from .surroundings import Ground, box, die, draw_arm, draw_cup, score_sheet, stick
from .table_top import MadeDiscard, TableTop

_SIZES = ((20, 26, 16), (22, 30, 18), (26, 35, 21), (29, 39, 22), (21, 28, 16), (24, 33, 20))
_BACKS = (
    (20, 120, 70),
    (30, 80, 170),
    (215, 160, 60),
    (225, 190, 130),
    (25, 25, 28),
    (150, 30, 40),
    (240, 240, 238),
    (120, 85, 50),
    (230, 120, 150),
)
_TABLE = 750.0  # half of a table's side, mm
_MOST_PICTURES = 25  # pictures drawn until every tile of the hand can be seen
_LEAST_VISIBLE = 0.6  # share of a tile of the hand that nothing covers
_LEAST_SIDE = 20.0  # pixels of a tile's shorter side
_MOST_COVERED = 0.04  # share of a tile that an arm may cover
_BLANK_SHARE = 0.45  # of sets whose white dragon has no print
_ALIKE = 45  # difference of two colours, 0 to 255, that a person can miss
_WHITES = 0.35  # share of hands that have white dragons for certain


@dataclass(frozen=True, slots=True)
class MadePicture:
    """A picture of a made hand.

    Attributes:
        pixels: uint8 RGB, shape (H, W, 3).
        truth: the ground truth.
        tiles: the visible tiles, quads in pixels.
        design: name of the faces' design.
        hand: number of the hand's tiles, the first pieces.
        discards: by piece.
    """

    pixels: Pixels
    truth: HandTruth
    tiles: tuple[VisibleTile, ...]
    design: str
    hand: int = 0
    discards: Mapping[int, MadeDiscard] = field(default_factory=dict)


def make_picture(name: str, number: int, designs: Sequence[Design], seed: int) -> MadePicture:
    """Make a picture of a family; the same arguments give the same picture.

    Args:
        name: of the family.
        number: of the picture in its family.
        designs: faces to choose from.
        seed: of all chance.
    """
    family = FAMILIES[name]
    index = list(FAMILIES).index(name)
    for attempt in range(_MOST_PICTURES):
        rng = np.random.default_rng([seed, index, number, attempt])
        rules = family.rules[(index + number) % len(family.rules)]
        made = _try_picture(name, family, rules, designs, rng)
        if made is not None:
            return replace(
                made, truth=replace(made.truth, name=f"{name.replace(' ', '-')}-{number}")
            )
    raise RuntimeError(f"no picture of the family {name!r} shows its whole hand: seed {seed}")


def _try_picture(
    name: str, family: Family, rules: str, designs: Sequence[Design], rng: np.random.Generator
) -> MadePicture | None:
    most_flowers = family.flowers[1]
    usable = [d for d in designs if not most_flowers or any(k.endswith("f") for k in d.kinds)]
    design = usable[int(rng.integers(len(usable)))]
    tiles = PhysicalSet(design, rng, bool(rng.random() < _BLANK_SHARE))
    hand, situation = _deal(family, rules, tiles, rng)
    table = TableTop(tiles, _body(tiles, rng), family.care, rng)
    if name == "printed":
        return _print_picture(name, rules, tiles, hand, table, rng)
    turns = family.turns(rules, rng)
    if not turns:
        hand = replace(hand, melds=tuple(replace(meld, source=None) for meld in hand.melds))
    laid = family.lay(table, hand, turns)
    framed = table.pieces[: laid.framed or laid.pieces]
    scene = _photograph(table, framed, family.view, rng, hides=name == "cut")
    if scene is None:
        return None
    pixels, seen, camera = scene
    seen = [tile for tile in seen if tile.piece not in table.covered]
    whole = {tile.piece for tile in seen if _is_readable(tile, pixels)}
    missing = set(range(laid.pieces)) - whole - table.covered
    if family.has_hand and missing:
        return None
    if name == "cut" and not 2 <= len(missing) <= laid.pieces // 2:
        return None
    needed = laid.needed
    if _has_unclear_blanks(table, tiles, seen):
        needed |= {"back_or_white"}
    truth = HandTruth(
        rules,
        name,
        hand if family.has_hand else None,
        indicators=laid.indicators,
        situation=situation,
        kinds=tuple(tile.kind for tile in seen),
        edge=owner_edge(camera),
        needed=needed,
    )
    return MadePicture(pixels, truth, tuple(seen), design.name, laid.pieces, table.discards)


def _has_unclear_blanks(table: TableTop, tiles: PhysicalSet, seen: Sequence[VisibleTile]) -> bool:
    """Return whether backs and white dragons in view look the same: backs of the faces' colour."""
    kinds = {tile.kind for tile in seen}
    unlike = np.abs(np.subtract(table.body.back, table.body.colour)).max()
    return unlike < _ALIKE and (BACK in kinds or ("5z" in kinds and tiles.has_blank))


def _deal(
    family: Family, rules: str, tiles: PhysicalSet, rng: np.random.Generator
) -> tuple[Hand, Situation]:
    least, most = family.melds
    few, many = family.flowers
    shape: HandShape = replace(
        family.shape,
        melds=int(rng.integers(least, most + 1)),
        flowers=int(rng.integers(few, many + 1)),
        has_whites=bool(rng.random() < _WHITES),
        wins=family.wins,
    )
    return deal_made_hand(rules, tiles.kinds, shape, rng)


def _body(tiles: PhysicalSet, rng: np.random.Generator) -> Body:
    width, height, thick = _SIZES[int(rng.integers(len(_SIZES)))]
    back = np.clip(np.array(_BACKS[int(rng.integers(len(_BACKS)))]) + rng.normal(0, 10, 3), 8, 250)
    red, green, blue = (int(c) for c in back)
    stretch = float(rng.uniform(0.96, 1.04))
    return Body(
        (width * stretch, float(height), thick * float(rng.uniform(0.9, 1.1))),
        tiles.colour,
        (red, green, blue),
        float(rng.choice([0.0, 0.3, 0.4, 0.5])),
        float(rng.uniform(0.05, 0.13)),
        draw_back(back, np.random.default_rng(rng.integers(2**32))),
    )


def _photograph(
    table: TableTop,
    framed: Sequence[Piece],
    view: View,
    rng: np.random.Generator,
    ground: Ground | None = None,
    hides: bool = False,
) -> tuple[Pixels, list[VisibleTile], PinholeCamera] | None:
    """Take a picture; None if an arm or a dazzling light covers a tile.

    Args:
        table: the tiles.
        framed: pieces that fill the frame.
        view: how the picture is taken.
        rng: source of chance.
        ground: the table; None for a random one.
        hides: whether the picture leaves out one end of the hand.
    """
    camera = aim_at(framed, view, rng, hides)
    ground = ground or Ground(_TABLE, rng)
    ground.scatter(view.things, 90, 420, table.is_free)
    if view.things and rng.random() < 0.5:
        x, y = float(rng.uniform(-250, 250)), float(rng.uniform(170, 330))
        if table.is_free(x, y, 140):
            ground.paste(score_sheet(rng), x, y, 230, float(rng.normal(0, 0.4)))
    picture = ground.project(camera)
    _draw_far_cup(picture, camera, table, view, rng)
    light = rng.normal(0, 0.4, 3) + np.array([0, 0, 1.3])
    others = _objects(table, view, rng)
    scene = render(
        [*table.pieces, *table.props, *others],
        camera,
        picture,
        light / np.linalg.norm(light),
        float(rng.uniform(0.15, 0.65)),
    )
    pixels, seen = scene.pixels, list(scene.tiles)
    for _ in range(view.arms):
        covered = _draw_arm(pixels, camera, framed, rng)
        if any(_share(covered, tile.quad) > _MOST_COVERED for tile in seen):
            return None
    taken = apply_camera_effects(pixels, rng, view.effects)
    taken = spoil(taken, rng) if view.is_poor else taken
    if any(is_washed_out(pixels, taken, tile.quad) for tile in seen):
        return None
    return taken, seen, camera


def _objects(table: TableTop, view: View, rng: np.random.Generator) -> list[Piece]:
    """Return solid objects beside the tiles: dice, sticks, phones, boxes."""
    found: list[Piece] = []
    for _ in range(view.objects):
        x, y = float(rng.uniform(-300, 300)), float(rng.uniform(-140, 330))
        kind = str(rng.choice(["die", "stick", "phone", "box"], p=[0.35, 0.35, 0.15, 0.15]))
        radius = {"die": 10.0, "stick": 44.0, "phone": 85.0, "box": 60.0}[kind]
        others = [other.centre[:2] for other in found]
        if not table.is_free(x, y, radius) or any(
            np.linalg.norm(at - [x, y]) < radius + 60 for at in others
        ):
            continue
        angle = float(rng.uniform(0, np.pi))
        if kind == "die":
            found += [die(x, y, rng), die(x + 19, y + float(rng.uniform(-9, 9)), rng)]
        elif kind == "stick":
            found += [stick(x, y, angle, rng)]
        elif kind == "phone":
            found.append(box(x, y, (74.0, 152.0, 8.0), np.array((24, 24, 28)), angle))
        else:
            size = (float(rng.uniform(50, 95)), float(rng.uniform(60, 110)), 22.0)
            found.append(box(x, y, size, rng.uniform(30, 200, 3) * [1, 0.8, 0.6], angle))
    return found


def _draw_far_cup(
    picture: Pixels, camera: PinholeCamera, table: TableTop, view: View, rng: np.random.Generator
) -> None:
    """Draw a cup beyond the tiles as the camera sees them, so that it covers none."""
    if not view.objects or rng.random() < 0.4:
        return
    places = np.array([piece.centre[:2] for piece in table.pieces])
    away = -camera.turn[1][:2]
    away = away / max(float(np.linalg.norm(away)), 1e-6)
    far = float((places @ away).max()) + float(rng.uniform(90, 160))
    aside = np.array([away[1], -away[0]]) * float(rng.uniform(-160, 160))
    at = places.mean(axis=0) + aside
    at = at + away * (far - float(at @ away))
    draw_cup(picture, camera, float(at[0]), float(at[1]), rng)


def _draw_arm(
    pixels: Pixels, camera: PinholeCamera, framed: Sequence[Piece], rng: np.random.Generator
) -> Pixels:
    """Draw an arm that reaches in from a side of the hand."""
    places = np.array([piece.centre[:2] for piece in framed])
    low, high = places.min(axis=0), places.max(axis=0)
    side = str(rng.choice(["left", "right", "far", "near"]))
    along = float(rng.uniform(low[0], high[0]))
    gap = float(rng.uniform(28, 80))
    aside = float(rng.uniform(-40, 40))
    y = float(rng.uniform(low[1] - 20, high[1] + 60))
    tip, start = {
        "left": ((low[0] - gap - 15, y), (low[0] - 430, y - 160)),
        "right": ((high[0] + gap + 15, y), (high[0] + 430, y - 160)),
        "far": ((along, high[1] + gap + 15), (along + aside * 4, high[1] + 500)),
        "near": ((along, low[1] - gap - 15), (along + aside * 4, low[1] - 400)),
    }[side]
    return draw_arm(pixels, camera, start, tip, rng)


def _is_readable(tile: VisibleTile, pixels: Pixels) -> bool:
    """Return whether a tile is in the frame, large enough, and not covered."""
    height, width = pixels.shape[:2]
    low, high = tile.quad.min(axis=0), tile.quad.max(axis=0)
    if (low < 3).any() or high[0] > width - 3 or high[1] > height - 3:
        return False
    sides = np.linalg.norm(tile.quad - np.roll(tile.quad, 1, axis=0), axis=1)
    return tile.visible >= _LEAST_VISIBLE and float(sides.min()) >= _LEAST_SIDE


def _share(mask: Pixels, quad: Floats) -> float:
    """Return the share of a quad that a mask covers."""
    inside = np.zeros(mask.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), 1)
    area = int(inside.sum())
    return float(np.count_nonzero(mask[inside > 0] > 128)) / area if area else 0.0


def _print_picture(
    name: str, rules: str, tiles: PhysicalSet, hand: Hand, table: TableTop, rng: np.random.Generator
) -> MadePicture:
    """Return the picture of a printed sheet or a screen with a hand, or with many tiles."""
    is_screen = rng.random() < 0.5
    rows = 1 if rng.random() < 0.5 else int(rng.integers(2, 5))
    paper = np.array((20, 70, 60) if is_screen else (248, 247, 242), np.float64)
    wide, tall, pitch = 60, 78, 62 if is_screen else 66
    sheet = np.zeros((160 + rows * 110, 120 + 14 * pitch, 4), np.uint8)
    sheet[:, :, :3], sheet[:, :, 3] = paper, 255
    kinds = [tile.value for tile in (*hand.concealed, hand.winning) if tile is not None]
    for row in range(rows):
        shown = kinds if row == 0 else [str(k) for k in rng.choice(sorted(tiles.kinds), 14)]
        for i, kind in enumerate(shown):
            face = tiles.face(kind)
            under = np.array(tiles.colour if is_screen else paper)
            alpha = face.ink[:, :, 3:].astype(np.float32) / 255
            drawn = face.ink[:, :, :3] * alpha + under * (1 - alpha)
            small = cv2.resize(drawn.astype(np.uint8), (wide, tall), interpolation=cv2.INTER_AREA)
            y, x = 80 + row * 110, 60 + i * pitch
            sheet[y : y + tall, x : x + wide, :3] = small
            if not is_screen:
                cv2.rectangle(sheet, (x, y), (x + wide, y + tall), (120, 120, 120, 255), 1)
    if is_screen:
        cv2.rectangle(
            sheet, (0, 0), (sheet.shape[1] - 1, sheet.shape[0] - 1), (12, 12, 14, 255), 34
        )
    ground = Ground(_TABLE, rng)
    ground.paste(sheet, 0.0, 0.0, 330.0, float(rng.normal(0, 0.06)))
    half = np.array([165.0, 165.0 * sheet.shape[0] / sheet.shape[1], 1.0])
    frame = Piece(
        np.zeros(3),
        np.eye(3),
        Body((2 * half[0], 2 * half[1], 2.0), (0,) * 3, (0,) * 3, 0, 0),
        None,
    )
    scene = _photograph(table, [frame], View(), rng, ground)
    assert scene is not None, "without arms every picture counts"
    truth = HandTruth(rules, name, None, None, Situation(discarder=Wind.SOUTH))
    return MadePicture(scene[0], truth, (), name)
