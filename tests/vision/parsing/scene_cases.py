"""Scenes drawn as text, each with what reading its tiles must give."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scoring.hand import Hand
from scoring.tiles import Tile, parse_tiles
from tests.vision.scenes import LENGTH, THICKNESS, Camera, Laid, scene

EMA, ZJ, MCR = "riichi-ema", "zung-jung", "mcr"
TEN = "[2m][3m][4m][5p][6p][7p][6s][7s][9s][9s]"
OPEN = f"{TEN}_[8s]"  # ten in hand and the winning tile: room for one set


@dataclass(frozen=True, slots=True)
class Case:
    """A scene and what it must give.

    Attributes:
        id: its number.
        rules: rule set.
        laid: the tiles.
        told: the hand as `reads.layout_text` writes it; without "+" any of its tiles may have won.
        answers: answers to the questions, and
        then: what they make of the hand.
        cameras: of `CAMERAS`, under how many at least it is read so.
    """

    id: str
    rules: str
    laid: tuple[Laid, ...]
    told: str
    answers: dict[str, str] = field(default_factory=dict)
    then: str = ""
    cameras: int = 16


CAMERAS = {
    "above": Camera(),
    "from the seat, 45 degrees": Camera(elevation=45),
    "from the seat, 25 degrees": Camera(elevation=25),
    "across": Camera(azimuth=180, elevation=45),
    "left of the seat": Camera(azimuth=-90, elevation=45),
    "right of the seat": Camera(azimuth=90, elevation=45),
    "across, 25 degrees": Camera(azimuth=180, elevation=25),
    "row turned by 20": Camera(azimuth=20, elevation=45),
    "picture turned by 20": Camera(elevation=45, roll=20),
    "picture on its side": Camera(elevation=60, roll=90),
    "far away": Camera(elevation=45, distance=80),
    "boxes": Camera(elevation=45, boxes="boxes"),
    "boxes, 25 degrees": Camera(elevation=25, boxes="boxes"),
    "boxes, row turned by 20": Camera(azimuth=20, elevation=60, boxes="boxes"),
    "bodies": Camera(elevation=60, boxes="bodies"),
    "bodies, across": Camera(azimuth=180, elevation=60, boxes="bodies"),
}
"""The cameras from which scenes are read."""


def hand_of_case(case: Case) -> tuple[Hand, tuple[Tile, ...]] | None:
    """Return the hand of a scene, and its dora indicators; None if it shows no whole hand."""
    text = case.then or case.told
    held, plus, rest = text.partition("+")
    if not plus:
        return None
    for place, mark in (("left", "<"), ("across", "^"), ("right", ">")):
        held = re.sub(rf"\[(added )?{place} ", f"[{mark}", held)
    dora, flowers = (
        "".join(
            part for line in re.findall(rf"{name} ((?:\d\w ?)+)", rest) for part in line.split()
        )
        for name in ("dora", "flowers")
    )
    return Hand.parse(f"{held} {flowers} +{rest[:2]}"), parse_tiles(dora)


def _case(
    id: str, rules: str, text: str, told: str, *extra: Laid, cameras: int = 16, **kw: str
) -> Case:
    then = kw.pop("then", "")
    answers = {name.replace("__", ":"): answer for name, answer in kw.items()}
    return Case(id, rules, scene(text, *extra), told, answers, then, cameras)


def stack_last_tile(laid: tuple[Laid, ...]) -> tuple[Laid, ...]:
    """The last tile lies on the sideways one, which the camera then does not see."""
    hidden = next(tile for tile in laid if tile.angle)
    top = Laid(hidden.kind, hidden.u, hidden.v, hidden.angle, THICKNESS)
    return tuple(top if tile is hidden else tile for tile in laid)


def _pile(u: float, v: float, kinds: str) -> tuple[Laid, ...]:
    """Tiles thrown together around a place, none straight."""
    spots: tuple[tuple[float, float, float], ...] = (
        (0, 0, 40),
        (1.6, 0.4, -35),
        (0.5, 1.7, 52),
        (2.3, 1.9, 28),
        (1.2, 3.3, -48),
    )
    spots += ((3.4, 0.9, 60), (3.2, 3.0, 35))
    return tuple(
        Laid(kind, u + du, v + dv, angle)
        for kind, (du, dv, angle) in zip(kinds.split(), spots, strict=False)
    )


POND = "[1s][N ][9m]<3p>[E ][8s]\n[2m][F ][C ][1m][9p][S ]\n[2m][F ][C ]"
HAND = "234m 567p 6799s"

CASES = (
    _case("L01", EMA, f"{TEN}[E ][E ][E ]_[8s]", f"{HAND} 111z +8s"),
    _case("L02", EMA, f"{TEN}_<3s>[2s][4s]_[8s]", f"{HAND} [left 324s] +8s"),
    _case("L03", EMA, f"{OPEN}_[8p]<8p>[8p]", f"{HAND} [across 888p] +8s"),
    _case("L04", EMA, f"{OPEN}_[8p][8p]<8p>", f"{HAND} [right 888p] +8s"),
    _case(
        "L05",
        EMA,
        f"""
                                               <8p>
{OPEN}__<8p>[8p][8p]""",
        f"{HAND} [left 8888p] +8s",
        cameras=15,
    ),
    _case("L06", EMA, f"{OPEN}_[8p][##][##][8p]", f"{HAND} (8888p) +8s"),
    _case("L07", EMA, f"{OPEN}_[5s][##][##][5s]", f"{HAND} (5505s) +8s red_five_implied"),
    _case("L08", EMA, f"{OPEN}_[8p][8p]<8p>[8p]", f"{HAND} [across 8888p] +8s"),
    _case("L09", EMA, f"{OPEN}_[8p][8p][8p]<8p>", f"{HAND} [right 8888p] +8s"),
    # L10 and L11 are L02 seen from across, low, and turned: every case is seen so.
    _case(
        "L12",
        EMA,
        f"[##][##][5s][9m][##][##][##]\n\n\n{OPEN}_[8p]<8p>[8p]",
        f"{HAND} [across 888p] +8s dora 5s 9m ignored 5",
    ),
    _case(
        "L12 five",
        EMA,
        f"[##][##][5s][9m][E ][3p][7s]\n\n\n{OPEN}_[8p]<8p>[8p]",
        f"{HAND} [across 888p] +8s dora 5s 9m 1z 3p 7s ignored 2",
        cameras=10,
    ),
    _case(
        "L12 hidden",
        EMA,
        f"""
[##][##][5s][##][##][##][##]
[##][##][9m][##][##][##][##]


{TEN}[E ][E ][E ]_[8s]""",
        f"{HAND} 111z +8s dora 5s ura 9m ignored 12",
    ),
    _case(
        "L12 alone", EMA, "[##][##][5s][##][##][##][##]", "dora 5s ignored 6 !no_hand", cameras=2
    ),
    _case(
        "L13",
        EMA,
        f"{POND}\n\n\n{OPEN}_[8p]<8p>[8p]",
        f"{HAND} [across 888p] +8s ignored 15",
    ),
    _case(
        "L13 alone",
        EMA,
        POND,
        "ignored 15 !no_hand",
    ),
    _case(
        "L14",
        EMA,
        f"{TEN}[1p][1p]_<3s>[2s][4s]",
        "234m 11567p 6799s [left 324s] !wrong_count ?extra",
    ),
    _case(
        "L15",
        EMA,
        f"{TEN}[E ][E ][E ]",
        f"{HAND} 111z ?winning_tile",
        winning_tile="8s",
        then=f"{HAND} 111z +8s",
    ),
    _case("L16", ZJ, f"{OPEN}_[##][8p][8p][##]", f"{HAND} (8888p) +8s"),
    _case(
        "L17",
        ZJ,
        f"{OPEN}_[8p][8p][8p][8p]",
        f"{HAND} [8888p] +8s ?four_equal",
        four_equal__11="concealed kong",
        then=f"{HAND} (8888p) +8s",
        cameras=10,
    ),
    Case(
        "L18",
        ZJ,
        stack_last_tile(scene(f"{OPEN}_[8p]<8p>[8p]")),
        f"{HAND} [across 8888p] +8s",
        {"pung_or_kong:11": "kong"},
        f"{HAND} [across 8888p] +8s",
        cameras=10,
    ),
    _case(
        "L19",
        ZJ,
        "[f3][f7]\n\n[W ]_[2m][3m][4m][5p][6p][7p][6s][7s][8s][W ][W ][9p][9p]",
        "234m 56799p 678s 33z +3z flowers 3f 7f",
    ),
    _case(
        "L20",
        ZJ,
        "[2m][2m][4m][4m][5p][5p][5p][5p][6s][6s][E ][E ][9p]_[9p]",
        "2244m 55559p 66s 11z +9p",
    ),
    _case(
        "L21",
        ZJ,
        f"{TEN}[E ][E ][E ]_[8s]",
        f"{HAND} 111z +8s ignored 1",
        Laid("3m", 5.0, 3.4, 20),
    ),
    _case(
        "L22",
        MCR,
        "[##][##][##][##]_[2m][3m][4m][5p][6p][7p][6s][7s][8s][W ]_[W ]",
        "234m 567p 678s 3z (????) +3z ?kong_face",
        kong_face__0="9m",
        then="234m 567p 678s 3z (9999m) +3z",
    ),
    _case(
        "L23",
        MCR,
        "[2m][3m][4m]_[5p][6p][7p]_[6s][7s][8s]_[E ][E ][E ]_[9s][9s]",
        "",  # every set may have been called: what is asked first depends on the camera
        called_sets="6s7s8s,1z1z1z",
        winning_tile="9s",
        then="234m 567p 9s [left 678s] [111z] +9s",
        cameras=0,
    ),
    _case(
        "L24",
        MCR,
        f"[f1][f2][f3][f4][f5][f6][f7][f8]\n\n{TEN}[E ][E ][E ]_[8s]",
        f"{HAND} 111z +8s flowers 1f 2f 3f 4f 5f 6f 7f 8f",
    ),
    _case(
        "L25",
        MCR,
        f"{TEN}[E ][E ][E ]_[8s]",
        f"{HAND} 111z +8s ignored 7",
        *_pile(18.5, 1.2, "1m back 9p 3z back 7s 4m"),
        cameras=15,
    ),
    _case("L26", MCR, f"{OPEN}_[8p]<8p>[8p]", f"{HAND} [across 888p] +8s"),
    _case(
        "L26 group",
        MCR,
        "[2m][3m][4m]_[6s][7s][9s][9s]_[8s]_[8p]<8p>[8p]_<5m>[4m][6m]",
        "234m 6799s [across 888p] [left 546m] +8s",
    ),
    _case(
        "L27",
        MCR,
        "[1m][4m][7m][2p][5p][8p][3s][6s][9s][E ][S ][W ][F ][C ]",
        "147m 258p 369s 12367z",
        winning_tile="7z",
        then="147m 258p 369s 1236z +7z",
    ),
    _case(
        "L28",
        EMA,
        f"{TEN}[E ][E ]_[8s]",
        f"{HAND} 115z +8s",
        Laid("back", -0.5, LENGTH / 2, names=(("back", 0.6), ("5z", 0.38))),
        cameras=9,
    ),
    _case(
        "L29",
        EMA,
        "[2m][??][4m][5p][6p][7p][6s][7s][9s][9s][E ][E ][E ]_[8s]",
        f"{HAND} 111z +8s",
    ),
    _case(
        "L30",
        EMA,
        f"{TEN}[E ][E ][E ]_[8s]",
        f"{HAND} 111z +8s ignored 13",
        *(Laid("123456789"[i % 9] + "mps"[i // 9], 13 - i, 14.0, 180) for i in range(13)),
        cameras=13,
    ),
    _case(
        "L31",
        EMA,
        f"{TEN}[9s][9s]_[8s]",
        "234m 567p 6679999s +8s",
        Laid("9s", -0.5, LENGTH / 2, names=(("9s", 0.55), ("6s", 0.4))),
    ),
    _case(
        "L29 covered",
        EMA,
        "[2m]__[4m][5p][6p][7p][6s][7s][9s][9s][E ][E ][E ]_[8s]",
        "24m 567p 67899s 111z ?covered",
        covered="3m",
        then=f"{HAND} 111z +8s",
    ),
    _case(
        "L32",
        EMA,
        "[1m][9m][1p][9p][1s][9s][E ][S ][W ][N ][P ][F ][C ]_[9m]",
        "19m 19p 19s 1234567z +9m",
    ),
    _case(
        "L32 none apart",
        EMA,
        "[1m][9m][1p][9p][1s][9s][E ][S ][9m][W ][N ][P ][F ][C ]",
        "199m 19p 19s 1234567z",
        winning_tile="9m",
        then="19m 19p 19s 1234567z +9m",
    ),
)
