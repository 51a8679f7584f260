"""Options of the commands, in groups that belong together; each has its help text once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from .option_marks import CliOption

Seat = Literal["E", "S", "W", "N"]
Language = Literal["en", "it", "ja", "zh", "en+ja", "en+zh", "it+ja", "it+zh"]
"""Japanese and Chinese name the patterns and tiles, alone or beside English and Italian; other
texts without translation are English."""
Edge = Literal["bottom", "right", "top", "left"]
"""An edge of the camera's picture."""


def rules_help() -> str:
    """Return which rule sets there are."""
    from scoring.rule_sets import RULE_SETS

    *ids, last = RULE_SETS
    return f"{', '.join(ids)} or {last}, or house rules (`rules --save`)."


def complete_rules(start: str) -> list[str]:
    """Return the rule sets and house rules that begin so: the shell offers them."""
    from scoring import RULEBOOKS

    from .house_rules import house_names

    return [name for name in (*RULEBOOKS, *house_names()) if name.startswith(start)]


Rules = Annotated[
    str,
    CliOption(
        metavar="RULES",
        help=rules_help,
        complete=complete_rules,
        setting="rules",
    ),
]
RuleOptions = Annotated[
    list[str] | None,
    CliOption(
        "--option",
        metavar="NAME=VALUE",
        help="Option of the rule set, as `rules` prints them; repeatable.",
    ),
]
SeenTiles = Annotated[
    str,
    CliOption(
        "--seen",
        metavar="TILES",
        help="Tiles in view besides the hand, like 3m5z: ponds, others' sets; they are gone.",
    ),
]
AsJson = Annotated[bool, CliOption("--json", help="Print JSON lines and nothing else.")]
DEFAULT_PORT = 8460
LabelFormat = Literal["coco", "yolo", "label-studio"]
Lang = Annotated[Language, CliOption(help="Language of the explanation.", setting="lang")]
WinningTile = Annotated[
    str | None, CliOption(metavar="TILE", help="Like 5m, if the photo does not show it.")
]
Answers = Annotated[
    list[str] | None,
    CliOption(metavar="ID=ANSWER", help="Answer to a question, or tile:3=5m to correct."),
]
Weights = Annotated[
    Path | None, CliOption(metavar="FOLDER", help="Other weights, with their manifest.toml.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputOptions:
    """What `read` and `score` write for each photo."""

    as_json: AsJson = False
    out: Annotated[
        Path | None,
        CliOption(
            metavar="PATH",
            help="Picture with the tiles outlined; a folder for several; - for stdout.",
        ),
    ] = None
    lang: Lang = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOptions:
    """How the hand is scored, and the answer printed, by `waits`, `advise` and `check`."""

    rules: Rules = "zung-jung"
    option: RuleOptions = None
    won: Annotated[
        str,
        CliOption(
            metavar="FACTS",
            help="Facts of the win: drawn, from W, seat S, round E, last_tile, riichi, dora 3m ...",
        ),
    ] = ""
    as_json: AsJson = False
    lang: Lang = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderOptions:
    """What a photo's tiles are read with."""

    tile_set: Annotated[
        str | None,
        CliOption(
            "--set",
            metavar="NAME",
            help="Taught set in the photo; none: no set. Default: the one used last.",
            setting="set",
        ),
    ] = None
    weights: Weights = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LocationOptions:
    """Where the hand is in a photo."""

    region: Annotated[
        str | None,
        CliOption(
            metavar="X0,Y0,X1,Y1",
            help="Read only the tiles in this part of the photo; in pixels, or from 0 to 1.",
        ),
    ] = None
    hand_from: Annotated[
        Edge | None, CliOption(help="The picture's edge at which the hand's owner sits.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WinOptions:
    """How a hand was won, and answers to questions about its photo."""

    seat: Annotated[Seat | None, CliOption(help="Wind of the winner.")] = None
    round: Annotated[Seat | None, CliOption("--round", help="Wind of the round.")] = None
    self_drawn: Annotated[bool, CliOption("--self-drawn", help="Won on a tile from the wall.")] = (
        False
    )
    discarder: Annotated[Seat | None, CliOption(help="Who discarded the winning tile.")] = None
    winning_tile: WinningTile = None
    answer: Answers = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagOptions:
    """Facts of a win that are true or not, by their names in `scoring.win.Win`."""

    last_tile: Annotated[
        bool, CliOption("--last-tile", help="Last tile of the wall, or the last discard.")
    ] = False
    kong_replacement: Annotated[
        bool, CliOption("--kong-replacement", help="Won on a kong's replacement tile.")
    ] = False
    robbing_kong: Annotated[
        bool, CliOption("--robbing-kong", help="Won on the tile of another's added kong.")
    ] = False
    last_of_kind: Annotated[
        bool, CliOption("--last-of-kind", help="The other three copies were visible.")
    ] = False
    blessing_heaven: Annotated[
        bool, CliOption("--blessing-heaven", help="East wins before the first discard.")
    ] = False
    blessing_earth: Annotated[
        bool, CliOption("--blessing-earth", help="Won on the first discard or draw.")
    ] = False
    riichi: Annotated[bool, CliOption("--riichi", help="Riichi was declared.")] = False
    double_riichi: Annotated[
        bool, CliOption("--double-riichi", help="Riichi on the first discard.")
    ] = False
    ippatsu: Annotated[
        bool, CliOption("--ippatsu", help="Won within the first go-around after riichi.")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RiichiOptions:
    """Facts of a win that only riichi counts."""

    liable: Annotated[
        Seat | None, CliOption(help="Who fed the last set of big dragons or winds (riichi).")
    ] = None
    dora: Annotated[
        str | None, CliOption(metavar="TILES", help="Dora indicators, like 3m5z (riichi).")
    ] = None
    ura: Annotated[str | None, CliOption(metavar="TILES", help="Ura dora indicators (riichi).")] = (
        None
    )
    counters: Annotated[int, CliOption(least=0, help="Counters on the table (riichi).")] = 0
    riichi_sticks: Annotated[int, CliOption(least=0, help="Riichi sticks on the table.")] = 0
    norths: Annotated[
        int, CliOption(least=0, most=4, help="North tiles set aside (riichi for three).")
    ] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOptions:
    """Where the page is served."""

    lan: Annotated[
        bool, CliOption("--lan", help="For phones on the local network, with join codes.")
    ] = False
    https: Annotated[
        bool, CliOption("--https", help="With a certificate of this computer, for the live camera.")
    ] = False
    host: Annotated[
        list[str] | None,
        CliOption(
            "--host",
            metavar="NAME",
            help="Name of this computer in a private network, or https://NAME of a reverse proxy; "
            "repeatable.",
        ),
    ] = None
    port: Annotated[int, CliOption(least=1, most=65535, help="TCP port.")] = DEFAULT_PORT


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """Where the camera sees the table."""

    east: Annotated[Edge, CliOption(help="The picture's edge at which the first East sits.")] = (
        "bottom"
    )
    profile: Annotated[
        str | None,
        CliOption("--table", metavar="NAME", help="Table that was set up; none: one hand."),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """Which game is watched, and whether its wins are confirmed."""

    auto: Annotated[
        bool, CliOption("--auto", help="Confirm wins automatically if nothing is uncertain.")
    ] = False
    name: Annotated[
        str | None, CliOption("--game", metavar="NAME", help="Game to begin, resume or export.")
    ] = None
    new: Annotated[
        bool, CliOption("--new", help="Begin a new game, even if one was interrupted.")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionOptions:
    """What to do with kept things, in place of listing them."""

    rename: Annotated[str | None, CliOption(metavar="NAME", help="Rename this one, with --to.")] = (
        None
    )
    to: Annotated[str | None, CliOption(metavar="NAME", help="The new name.")] = None
    forget: Annotated[
        str | None, CliOption(metavar="NAME", help="Forget this one, after a question.")
    ] = None
    yes: Annotated[bool, CliOption("--yes", help="Forget without a question.")] = False
    as_json: AsJson = False
    lang: Lang = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExaminedOptions:
    """What `doctor` examines besides files and packages."""

    port: Annotated[
        int, CliOption(least=1, most=65535, help="TCP port at which the page would be served.")
    ] = DEFAULT_PORT
    camera: Annotated[
        int | None, CliOption(least=0, most=99, metavar="NUMBER", help="Open this webcam, too.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupOptions:
    """The photo from which `watch` sets a table up."""

    photo: Annotated[
        Path | None,
        CliOption(
            "--setup", metavar="PHOTO", help="Set up a table from a photo of its four walls."
        ),
    ] = None
    corners: Annotated[
        str | None,
        CliOption(metavar="'X,Y X,Y X,Y X,Y'", help="Outer corners of the walls, for --setup."),
    ] = None
