"""The command `handreader`: read, score, evaluate. Heavy imports wait until a command runs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from .. import __version__

Seat = Literal["E", "S", "W", "N"]
Language = Literal["en", "it"]

app = typer.Typer(
    name="handreader",
    help="A photo of a Mahjong hand becomes its score.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # help in colour takes rich, and rich 0.1 s to load
)

# written out: importing `scoring` for the names would slow down every `--help`
_RULE_SETS = "zung-jung, chinese-official, mcr, riichi-ema, riichi-ema-2016 or riichi-tenhou."
Photos = Annotated[list[Path], typer.Argument(metavar="PHOTO...", show_default=False)]
Rules = Annotated[
    str,
    typer.Option(metavar="RULES", help=_RULE_SETS),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON lines and nothing else.")]
Weights = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Other weights, with their manifest.toml.")
]
TileSet = Annotated[
    str | None,
    typer.Option(
        "--set",
        metavar="NAME",
        help="Taught set of the photo; none: without. If left out, the one used last.",
    ),
]
Verbose = Annotated[bool, typer.Option("--verbose", help="Show where an error comes from.")]
Out = Annotated[
    Path | None,
    typer.Option(metavar="PATH", help="Picture with the tiles outlined; a folder for several."),
]
Won = Annotated[
    str,
    typer.Option(
        metavar="FACTS",
        help="How it was won: drawn, from W, seat S, round E, last_tile, riichi, dora 3m ...",
    ),
]
Lang = Annotated[Language, typer.Option(help="Language of the explanation.")]
Players = Annotated[str, typer.Option(metavar="NAMES", help="Four names, from the first East on.")]
FirstEast = Annotated[
    Literal["bottom", "right", "top", "left"],
    typer.Option(help="The picture's edge at which the first East sits."),
]
Table = Annotated[
    str | None, typer.Option(metavar="NAME", help="Table that was set up; else one hand.")
]
Unasked = Annotated[
    bool, typer.Option("--auto", help="Take wins without question or doubt unasked.")
]
GameName = Annotated[
    str | None, typer.Option(metavar="NAME", help="Game to begin, go on with or export.")
]
NewGame = Annotated[bool, typer.Option("--new", help="Begin a game, whatever was cut off.")]
KeepDays = Annotated[int, typer.Option(min=1, help="Days after which pictures are deleted.")]


def main() -> None:
    """Entry point of the command."""
    # numpy's threads spin while they wait: on a busy machine one alone is ten times faster
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a terminal of another encoding must not stop the output
            reconfigure(encoding="utf-8", errors="replace")
    app()


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"handreader {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """A photo of a Mahjong hand becomes its score."""


@app.command()
def read(
    photos: Photos,
    rules: Rules = "zung-jung",
    as_json: AsJson = False,
    out: Out = None,
    lang: Lang = "en",
    tile_set: TileSet = None,
    weights: Weights = None,
    verbose: Verbose = False,
) -> None:
    """Read the tiles of photos and how they lie."""
    from ..errors import report_errors

    with report_errors(verbose, lang) as report:
        from vision import Reader

        reader = Reader(weights)
        reader.prepare()
        from .. import tile_sets
        from .photos import PhotoOptions, read_photos

        taught = tile_sets.resolve_tile_set(tile_set, weights, lang=lang)
        wanted = PhotoOptions(rules, as_json, out, lang)
        read_photos(photos, wanted, reader.with_tile_set(taught), report)


@app.command()
def score(
    photos: Annotated[
        list[Path] | None, typer.Argument(metavar="[PHOTO...]", show_default=False)
    ] = None,
    cases: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Score case records, one JSON a line; - for stdin."),
    ] = None,
    rules: Rules = "zung-jung",
    seat: Annotated[Seat | None, typer.Option(help="Wind of the winner.")] = None,
    round_: Annotated[Seat | None, typer.Option("--round", help="Wind of the round.")] = None,
    self_drawn: Annotated[
        bool, typer.Option("--self-drawn", help="Won on a tile from the wall.")
    ] = False,
    discarder: Annotated[Seat | None, typer.Option(help="Who gave the winning tile.")] = None,
    winning_tile: Annotated[
        str | None, typer.Option(metavar="TILE", help="Like 5m, where the photo does not tell.")
    ] = None,
    answer: Annotated[
        list[str] | None,
        typer.Option(metavar="ID=ANSWER", help="Answer to a question, or tile:3=5m to correct."),
    ] = None,
    last_tile: Annotated[
        bool, typer.Option("--last-tile", help="Last tile of the wall, or the last discard.")
    ] = False,
    kong_replacement: Annotated[
        bool, typer.Option("--kong-replacement", help="Won on a kong's replacement tile.")
    ] = False,
    robbing_kong: Annotated[
        bool, typer.Option("--robbing-kong", help="Won on the tile of another's added kong.")
    ] = False,
    last_of_kind: Annotated[
        bool, typer.Option("--last-of-kind", help="The other three copies were visible.")
    ] = False,
    blessing_heaven: Annotated[
        bool, typer.Option("--blessing-heaven", help="East wins before the first discard.")
    ] = False,
    blessing_earth: Annotated[
        bool, typer.Option("--blessing-earth", help="Won on the first discard or draw.")
    ] = False,
    riichi: Annotated[bool, typer.Option("--riichi", help="Riichi was declared.")] = False,
    double_riichi: Annotated[
        bool, typer.Option("--double-riichi", help="Riichi on the first discard.")
    ] = False,
    ippatsu: Annotated[
        bool, typer.Option("--ippatsu", help="Won within the first go-around after riichi.")
    ] = False,
    liable: Annotated[
        Seat | None, typer.Option(help="Who fed the last set of big dragons or winds (riichi).")
    ] = None,
    dora: Annotated[
        str | None, typer.Option(metavar="TILES", help="Dora indicators, like 3m5z (riichi).")
    ] = None,
    ura: Annotated[
        str | None, typer.Option(metavar="TILES", help="Ura dora indicators (riichi).")
    ] = None,
    counters: Annotated[int, typer.Option(min=0, help="Counters on the table (riichi).")] = 0,
    riichi_sticks: Annotated[int, typer.Option(min=0, help="Riichi sticks on the table.")] = 0,
    as_json: AsJson = False,
    out: Out = None,
    lang: Lang = "en",
    tile_set: TileSet = None,
    weights: Weights = None,
    verbose: Verbose = False,
) -> None:
    """Score the hand of a photo, or case records."""
    from ..errors import UsageError, report_errors

    if bool(photos) == (cases is not None):
        raise typer.BadParameter(UsageError("photos_or_cases").localize(lang))
    with report_errors(verbose, lang) as report:
        if cases is not None:
            from .cases import score_cases

            score_cases(cases, rules, report)
            return
        from vision import Reader

        reader = Reader(weights)
        reader.prepare()
        from scoring.tiles import Wind, parse_tiles

        from .. import tile_sets
        from ..situation import Situation, parse_answers
        from .photos import PhotoOptions, score_photos

        flags = {
            "last_tile": last_tile,
            "kong_replacement": kong_replacement,
            "robbing_kong": robbing_kong,
            "last_of_kind": last_of_kind,
            "blessing_heaven": blessing_heaven,
            "blessing_earth": blessing_earth,
            "riichi": riichi,
            "double_riichi": double_riichi,
            "ippatsu": ippatsu,
        }
        situation = Situation(
            seat=Wind(seat) if seat else None,
            round=Wind(round_) if round_ else None,
            self_drawn=self_drawn,
            discarder=Wind(discarder) if discarder else None,
            flags=frozenset(name for name, holds in flags.items() if holds),
            liable=Wind(liable) if liable else None,
            dora=parse_tiles(dora or ""),
            ura=parse_tiles(ura or ""),
            counters=counters,
            riichi_sticks=riichi_sticks,
            answers=parse_answers(answer or [], winning_tile),
        )
        taught = tile_sets.resolve_tile_set(tile_set, weights, lang=lang)
        wanted = PhotoOptions(rules, as_json, out, lang)
        score_photos(photos or [], situation, wanted, reader.with_tile_set(taught), report)


@app.command()
def waits(
    hand: Annotated[
        str,
        typer.Argument(metavar="HAND", help="13 tiles, like '123m 456p 99s EE [222z]'; a photo."),
    ],
    rules: Rules = "zung-jung",
    won: Won = "",
    as_json: AsJson = False,
    lang: Lang = "en",
    tile_set: TileSet = None,
    weights: Weights = None,
    verbose: Verbose = False,
) -> None:
    """Say what a hand of 13 tiles waits for and what each tile would score."""
    from ..errors import report_errors

    with report_errors(verbose, lang):
        from .inputs import ReaderOptions
        from .waits import show_waits

        show_waits(hand, won, rules, as_json, lang, ReaderOptions(weights, tile_set, lang))


@app.command()
def check(
    hand: Annotated[
        str,
        typer.Argument(
            metavar="HAND", help="Like '123m 456p 99s EEE [222z] +9s'; a photo; case records."
        ),
    ],
    claim: Annotated[
        str, typer.Argument(metavar="CLAIM", help="Like 18, or '18: all chows, tile hog x2'.")
    ],
    rules: Rules = "zung-jung",
    won: Won = "",
    as_json: AsJson = False,
    lang: Lang = "en",
    tile_set: TileSet = None,
    weights: Weights = None,
    verbose: Verbose = False,
) -> None:
    """Compare what somebody says a hand scores with what it does score."""
    from ..errors import report_errors

    with report_errors(verbose, lang) as report:
        from .check import check as check_claim
        from .inputs import ReaderOptions

        eyes = ReaderOptions(weights, tile_set, lang)
        check_claim(hand, claim, won, rules, as_json, lang, eyes, report)


@app.command()
def rules(
    ruleset: Annotated[
        str,
        typer.Argument(metavar="RULESET", help=_RULE_SETS),
    ],
    lang: Lang = "en",
    verbose: Verbose = False,
) -> None:
    """Print a rulebook as it is applied: patterns, exclusions, options, rulings."""
    from ..errors import report_errors

    with report_errors(verbose, lang):
        from .rules import show_rules

        show_rules(ruleset, lang)


@app.command()
def serve(
    lan: Annotated[
        bool, typer.Option("--lan", help="For phones on the local network, by join codes.")
    ] = False,
    https: Annotated[
        bool, typer.Option("--https", help="With a certificate of our own: live camera.")
    ] = False,
    port: Annotated[int, typer.Option(min=1, max=65535, help="TCP port.")] = 8460,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where games are kept: sqlite:///FILE or postgresql://...; or your own file.",
        ),
    ] = None,
    watched: Annotated[
        str | None,
        typer.Option(
            "--watch",
            metavar="CAMERA",
            help="Watch a game meanwhile, as `watch` does; the page shows it and asks.",
        ),
    ] = None,
    rules: Rules = "zung-jung",
    players: Players = "East,South,West,North",
    east: FirstEast = "bottom",
    table: Table = None,
    auto: Unasked = False,
    game: GameName = None,
    new: NewGame = False,
    keep_days: KeepDays = 30,
    lang: Lang = "en",
    tile_set: TileSet = None,
    weights: Weights = None,
    verbose: Verbose = False,
) -> None:
    """Serve the page at the table (takes the extra `web`); --watch keeps a game's log meanwhile."""
    from ..errors import UsageError, report_errors

    with report_errors(verbose, lang):
        try:
            from ..web.server import serve as serve_page
        except ModuleNotFoundError as error:
            raise UsageError("no_extra", what=error.name) from error
        if watched is None:
            if table or auto or game or new:
                raise UsageError("not_watched")
            serve_page(lan, https, port, weights, database=database, lang=lang)
            return
        from .. import tile_sets
        from ..watch.live.options import WatchOptions

        wanted = WatchOptions(
            watched, rules, players, east, table, game, new, auto, keep_days, lang, weights,
            tile_sets.resolve_tile_set(tile_set, weights, lang=lang),
        )  # fmt: skip
        serve_page(lan, https, port, weights, database=database, watched=wanted, lang=lang)


@app.command()
def watch(
    source: Annotated[
        str, typer.Argument(metavar="[CAMERA]", help="A webcam's number, a video, a stream's URL.")
    ] = "0",
    rules: Rules = "zung-jung",
    players: Players = "East,South,West,North",
    east: FirstEast = "bottom",
    table: Table = None,
    setup: Annotated[
        Path | None, typer.Option(metavar="PHOTO", help="Set a table up: the four walls are up.")
    ] = None,
    corners: Annotated[
        str | None,
        typer.Option(metavar="'X,Y X,Y X,Y X,Y'", help="Outer corners of the walls, for --setup."),
    ] = None,
    auto: Unasked = False,
    game: GameName = None,
    new: NewGame = False,
    export: Annotated[
        Literal["jsonl", "csv", "mjai", "tenhou", "sheet", "evidence"] | None,
        typer.Option(help="Write a watched game out instead."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH", help="File of --export (evidence: folder), or picture of --setup."
        ),
    ] = None,
    keep_days: KeepDays = 30,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="Where games are kept, as for `serve`.")
    ] = None,
    lang: Lang = "en",
    tile_set: TileSet = None,
    weights: Weights = None,
    verbose: Verbose = False,
) -> None:
    """Watch a table through a camera and keep the log of the game."""
    from ..errors import report_errors

    with report_errors(verbose, lang):
        from vision import Reader

        from .. import tile_sets
        from ..watch.export.export_game import export_game
        from ..watch.live.options import WatchOptions
        from ..watch.live.run import watch as watch_game
        from ..watch.table_profile import set_up

        if export is not None:
            export_game(game, export, out, lang)
            return
        if setup is not None:
            set_up(setup, table or "table", corners, out, lang, Reader(weights))
            return
        taught = tile_sets.resolve_tile_set(tile_set, weights, lang=lang)
        watch_game(
            WatchOptions(
                source,
                rules,
                players,
                east,
                table,
                game,
                new,
                auto,
                keep_days,
                lang,
                weights,
                taught,
                database,
            )
        )


@app.command()
def evaluate(
    folders: Annotated[
        list[Path] | None, typer.Argument(metavar="[FOLDER...]", show_default=False)
    ] = None,
    hands: Annotated[
        bool, typer.Option("--hands", help="Measure whole hands: drawn ones and labelled rows.")
    ] = False,
    pictures: Annotated[
        int, typer.Option(min=0, help="Hands to draw and read with --hands.")
    ] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Of the drawn hands.")] = 1,
    as_json: AsJson = False,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Put the figures into this TOML file.")
    ] = None,
    draw: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Pictures of what was read wrongly.")
    ] = None,
    tile_set: Annotated[
        str | None, typer.Option("--set", metavar="NAME", help="Read as of this taught set.")
    ] = None,
    weights: Weights = None,
    verbose: Verbose = False,
) -> None:
    """Measure the reader on labelled pictures."""
    if not folders and not hands:
        raise typer.BadParameter("give folders of labelled pictures, or --hands")
    from ..errors import report_errors

    with report_errors(verbose):
        if hands:
            from ..evaluation.hands import HandTrialOptions, evaluate_hands

            evaluate_hands(HandTrialOptions(folders or [], pictures, seed, weights), as_json, write)
            return
        from .. import tile_sets
        from .evaluate import evaluate_folders

        # figures never depend on which set somebody used last
        taught = tile_sets.resolve_tile_set(tile_set, weights, last=False)
        evaluate_folders(folders or [], as_json, write, draw, weights, taught)


@app.command()
def teach(
    photos: Annotated[
        list[Path] | None, typer.Argument(metavar="[PHOTO...]", show_default=False)
    ] = None,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help='What to call the set, like "club set".')
    ] = None,
    flowers: Annotated[bool, typer.Option("--flowers", help="The set has flowers.")] = False,
    red_fives: Annotated[bool, typer.Option("--red-fives", help="It has red fives.")] = False,
    back: Annotated[bool, typer.Option("--back", help="A tile face down lies there too.")] = False,
    trust_order: Annotated[
        bool, typer.Option("--trust-order", help="The tiles lie right although it says they don't.")
    ] = False,
    lang: Lang = "en",
    weights: Weights = None,
    verbose: Verbose = False,
) -> None:
    """Teach a set of tiles; without photos, say in which order to lay them."""
    from ..errors import report_errors

    with report_errors(verbose, lang):
        from .teach import order, teach_set

        wanted = order(flowers, red_fives, back)
        teach_set(name, photos or [], wanted, weights, trust_order, lang)
