"""The command `handreader`: read, score, evaluate. Heavy imports wait until a command runs."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .. import check_packages
from .program import declare, new_program

if TYPE_CHECKING:  # `program` resolves the options when it builds a command
    from vision import Reader

    from ..options import (
        RULE_SETS_HELP,
        AsJson,
        CollectionOptions,
        ExaminedOptions,
        FlagOptions,
        GameOptions,
        HandOptions,
        Lang,
        LocationOptions,
        OutputOptions,
        PageOptions,
        ReaderOptions,
        RiichiOptions,
        RuleOptions,
        Rules,
        SetupOptions,
        TableOptions,
        Weights,
        WinOptions,
        complete_rules,
    )

app = new_program("A photo of a Mahjong hand becomes its score.")


def _path(text: str) -> Path:
    """Return a path; an empty text is none, though `Path` takes it for the current folder."""
    if not text.strip():
        raise ValueError(text)
    return Path(text)


Photos = Annotated[list[Path], typer.Argument(metavar="PHOTO...", show_default=False, parser=_path)]
MaybePhotos = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[PHOTO...]", show_default=False, parser=_path),
]
Verbose = Annotated[bool, typer.Option("--verbose", help="Show where an error comes from.")]
Players = Annotated[str, typer.Option(metavar="NAMES", help="Four names, from the first East on.")]
KeepDays = Annotated[int, typer.Option(min=1, help="Days after which pictures are deleted.")]


def main() -> None:
    """Entry point of the command."""
    # numpy's threads spin while they wait: on a busy machine one alone is ten times faster
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a terminal of another encoding must not stop the output
            reconfigure(encoding="utf-8", errors="replace")
    try:
        check_packages()
    except ImportError as error:
        raise SystemExit(f"handreader: {error}") from None
    app()


def _show_version(wanted: bool) -> None:
    if wanted:
        from ..doctor import versions

        typer.echo(versions())
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """A photo of a Mahjong hand becomes its score."""


@declare
def read(
    photos: Photos,
    *,
    rules: Rules = "zung-jung",
    option: RuleOptions = None,
    location: LocationOptions,
    output: OutputOptions,
    reading: ReaderOptions,
    verbose: Verbose = False,
) -> None:
    """Read the tiles of photos and their layout."""
    from ..errors import report_errors

    with report_errors(verbose, output.lang) as report:
        from ..tile_sets import open_reader

        reader = open_reader(reading, output.lang)
        from ..house_rules import choose_rules
        from ..situation import parse_location
        from .photos import read_photos

        rules = choose_rules(rules, option or ())
        read_photos(photos, rules, parse_location(location), reader, output, report)


@declare
def score(
    photos: MaybePhotos = None,
    *,
    cases: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Score case records, one JSON a line; - for stdin."),
    ] = None,
    rules: Rules = "zung-jung",
    option: RuleOptions = None,
    win: WinOptions,
    flags: FlagOptions,
    riichi: RiichiOptions,
    location: LocationOptions,
    output: OutputOptions,
    reading: ReaderOptions,
    card: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="Card to share, as PNG: tiles, points, payments; a folder for several.",
        ),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="With --cases: refuse records that give warnings.")
    ] = False,
    remember: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Remember the photo's set of tiles by this name, to read it better from now on.",
        ),
    ] = None,
    verbose: Verbose = False,
) -> None:
    """Score the hand of a photo, a hand in notation, or case records."""
    from ..errors import UsageError, report_errors

    if bool(photos) == (cases is not None):
        from .command_line import CommandLineError

        raise CommandLineError("photos_and_cases" if photos else "photos_or_cases")
    with report_errors(verbose, output.lang) as report:
        from ..house_rules import choose_rules

        rules = choose_rules(rules, option or ())
        if cases is not None:
            from .cases import score_cases

            if card is not None:
                raise UsageError("card_of_photo")
            score_cases(cases, rules, option or (), strict, output.lang, report)
            return
        if photos is not None and _may_be_notation(photos):
            from ..situation import parse_location, parse_situation
            from .inputs import StatedFacts
            from .typed_hands import is_typed_hand, join_words, score_typed_hand

            if is_typed_hand(photos):
                if card is not None:
                    raise UsageError("card_of_photo")
                given = StatedFacts(parse_situation(win, flags, riichi), parse_location(location))
                score_typed_hand(join_words(photos), given, rules, output, report)
                return
        from ..tile_sets import open_reader

        reader = open_reader(reading, output.lang)
        from ..situation import parse_location, parse_situation
        from .photos import score_photos
        from .remember import MemoryOptions

        situation, where = parse_situation(win, flags, riichi), parse_location(location)
        memory = MemoryOptions(remember, reading.tile_set, reading.weights, output.lang)
        score_photos(photos or [], situation, rules, where, reader, output, card, memory, report)


def _with_rules(wanted: HandOptions) -> HandOptions:
    """Return the options with the rule set that `--rules` and `--option` name together."""
    from ..house_rules import choose_rules

    return replace(wanted, rules=choose_rules(wanted.rules, wanted.option or ()))


def _may_be_notation(photos: list[Path]) -> bool:
    """Return whether the arguments may be a hand in notation: checked before heavy imports."""
    return not any(photo.suffix[1:].isalpha() for photo in photos)


@declare
def waits(
    hand: Annotated[
        str,
        typer.Argument(metavar="HAND", help="13 tiles, like '123m 456p 99s EE [222z]'; a photo."),
    ],
    wanted: HandOptions,
    win: WinOptions,
    flags: FlagOptions,
    riichi: RiichiOptions,
    location: LocationOptions,
    reading: ReaderOptions,
    verbose: Verbose = False,
) -> None:
    """List the waits of a hand of 13 tiles, and the score of each."""
    from ..errors import report_errors

    with report_errors(verbose, wanted.lang):
        from ..situation import parse_location, parse_situation
        from .inputs import StatedFacts
        from .waits import show_waits

        wanted = _with_rules(wanted)
        given = StatedFacts(parse_situation(win, flags, riichi), parse_location(location))
        show_waits(hand, wanted, reading, given)


@declare
def check(
    hand: Annotated[
        str,
        typer.Argument(
            metavar="HAND", help="Like '123m 456p 99s EE [222z] +9s'; a photo; case records."
        ),
    ],
    claim: Annotated[
        str, typer.Argument(metavar="CLAIM", help="Like 18, or '18: all chows, tile hog x2'.")
    ],
    wanted: HandOptions,
    win: WinOptions,
    flags: FlagOptions,
    riichi: RiichiOptions,
    location: LocationOptions,
    reading: ReaderOptions,
    verbose: Verbose = False,
) -> None:
    """Compare a claimed score with the real score of the hand."""
    from ..errors import report_errors

    with report_errors(verbose, wanted.lang, error_status=2) as report:
        from ..situation import parse_location, parse_situation
        from .check import check as check_claim
        from .inputs import StatedFacts

        wanted = _with_rules(wanted)
        given = StatedFacts(parse_situation(win, flags, riichi), parse_location(location))
        check_claim(hand, claim, wanted, reading, given, report)


@declare
def points(
    worth: Annotated[
        list[str],
        typer.Argument(metavar="WORTH", help="Like 3 han 40 fu, mangan, 2 yakuman; 24 for points."),
    ],
    rules: Annotated[
        str | None,
        typer.Option(
            metavar="RULES", help="Rule set; default: riichi-ema for han and fu, else zung-jung."
        ),
    ] = None,
    option: RuleOptions = None,
    dealer: Annotated[bool, typer.Option("--dealer", help="The winner is East.")] = False,
    drawn: Annotated[bool, typer.Option("--drawn", help="Self-drawn, not on a discard.")] = False,
    counters: Annotated[int, typer.Option(min=0, max=1000, help="Counters (riichi).")] = 0,
    riichi_sticks: Annotated[
        int, typer.Option(min=0, max=1000, help="Riichi sticks on the table.")
    ] = 0,
    as_json: AsJson = False,
    lang: Lang = "en",
    verbose: Verbose = False,
) -> None:
    """Calculate who pays what for a hand of known worth, without its tiles."""
    from ..errors import report_errors

    with report_errors(verbose, lang):
        from scoring.win import Win

        from .points import show_points, winner_seat

        win = Win(
            self_drawn=drawn,
            seat=winner_seat(dealer),
            counters=counters,
            riichi_sticks=riichi_sticks,
        )
        show_points(" ".join(worth), rules, option or [], win, as_json, lang)


@declare
def rules(
    ruleset: Annotated[
        str | None,
        typer.Argument(
            metavar="[RULESET]",
            help=f"{RULE_SETS_HELP[:-1]}, or house rules.",
            autocompletion=complete_rules,
        ),
    ] = None,
    option: RuleOptions = None,
    save: Annotated[
        str | None, typer.Option(metavar="NAME", help="Keep --from and its options as house rules.")
    ] = None,
    base: Annotated[
        str | None,
        typer.Option("--from", metavar="RULES", help="Rule set of --save; default: zung-jung."),
    ] = None,
    forget: Annotated[
        str | None, typer.Option(metavar="NAME", help="Forget these house rules.")
    ] = None,
    as_json: AsJson = False,
    lang: Lang = "en",
    verbose: Verbose = False,
) -> None:
    """Print a rulebook as it is applied; list, keep or forget house rules."""
    from ..errors import UsageError, report_errors

    with report_errors(verbose, lang):
        from . import rules as command

        if sum(one is not None for one in (ruleset, save, forget)) > 1:
            raise UsageError("one_of_rules")
        if base is not None and save is None:
            raise UsageError("from_without_save", rules=base)
        if option and ruleset is None and save is None:
            raise UsageError("option_of_no_rules", option=option[0])
        if save is not None:
            command.keep_rules(save, base or "zung-jung", option or [], lang)
        elif forget is not None:
            command.forget_rules(forget, lang)
        elif as_json and ruleset is None:
            command.list_rules_json()
        elif as_json and ruleset is not None:
            command.print_rules_json(ruleset, option or [])
        elif ruleset is None:
            command.list_rules(lang)
        else:
            command.show_rules(ruleset, option or [], lang)


@declare
def sets(*, wanted: CollectionOptions, verbose: Verbose = False) -> None:
    """List the taught sets of tiles; rename or forget one."""
    from ..errors import report_errors

    with report_errors(verbose, wanted.lang) as report:
        from .collection import manage
        from .sets import SETS

        manage(SETS, wanted, report)


@declare
def tables(*, wanted: CollectionOptions, verbose: Verbose = False) -> None:
    """List the tables that were set up for the webcam; rename or forget one."""
    from ..errors import report_errors

    with report_errors(verbose, wanted.lang) as report:
        from .collection import manage
        from .tables import TABLES

        manage(TABLES, wanted, report)


@declare
def games(
    *,
    wanted: CollectionOptions,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="Database of games, as for `serve`.")
    ] = None,
    verbose: Verbose = False,
) -> None:
    """List the recorded games; rename or forget one."""
    from ..errors import report_errors

    with report_errors(verbose, wanted.lang) as report:
        from .games import manage_games

        manage_games(database, wanted, report)


@declare
def doctor(
    *,
    examined: ExaminedOptions,
    as_json: AsJson = False,
    lang: Lang = "en",
    verbose: Verbose = False,
) -> None:
    """Examine the installation: versions, weights, files, port, webcam."""
    from ..errors import report_errors

    with report_errors(verbose, lang) as report:
        from .doctor import show_findings

        show_findings(examined.port, examined.camera, as_json, report, lang)


@declare
def serve(
    *,
    page: PageOptions,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Database of games: sqlite:///FILE or postgresql://...; default: your own file.",
        ),
    ] = None,
    watched: Annotated[
        str | None,
        typer.Option(
            "--watch",
            metavar="CAMERA",
            help="Also watch a game, as `watch` does; the page shows it and asks.",
        ),
    ] = None,
    rules: Rules = "zung-jung",
    option: RuleOptions = None,
    players: Players = "East,South,West,North",
    table: TableOptions,
    game: GameOptions,
    keep_days: KeepDays = 30,
    lang: Lang = "en",
    reading: ReaderOptions,
    verbose: Verbose = False,
) -> None:
    """Serve the page at the table (needs the extra `web`); --watch also keeps the log of a game."""
    from ..errors import UsageError, report_errors

    with report_errors(verbose, lang):
        try:
            from ..web.server import serve as serve_page
        except ModuleNotFoundError as error:
            raise UsageError("no_extra", what=error.name) from error
        wanted = None
        if watched is not None:
            from ..house_rules import choose_rules
            from ..tile_sets import resolve_tile_set
            from ..watch.live.options import WatchOptions

            taught = resolve_tile_set(reading.tile_set, reading.weights, lang=lang)
            wanted = WatchOptions(
                source=watched,
                rules=choose_rules(rules, option or ()),
                players=players.split(","),
                table=table,
                game=game,
                keep_days=keep_days,
                lang=lang,
                taught=taught,
            )
        elif table.profile or game.auto or game.name or game.new:
            raise UsageError("not_watched")

        def load_reader() -> Reader:
            import vision

            from ..tile_sets import resolve_tile_set

            taught = resolve_tile_set(reading.tile_set, reading.weights, lang=lang)
            return vision.Reader(reading.weights).with_tile_set(taught)

        serve_page(page, load_reader, database=database, watched=wanted, lang=lang)


@declare
def watch(
    source: Annotated[
        str,
        typer.Argument(
            metavar="[CAMERA]",
            help="A webcam's number, a stream's URL, a video, a folder of pictures or img%03d.png.",
        ),
    ] = "0",
    *,
    rules: Rules = "zung-jung",
    option: RuleOptions = None,
    players: Players = "East,South,West,North",
    table: TableOptions,
    setup: SetupOptions,
    game: GameOptions,
    export: Annotated[
        Literal["jsonl", "csv", "mjai", "tenhou", "sheet", "evidence"] | None,
        typer.Option(help="Export a watched game instead."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH", help="File of --export (evidence: folder), or picture of --setup."
        ),
    ] = None,
    picture_seconds: Annotated[
        float | None,
        typer.Option(
            min=0.01, metavar="SECONDS", help="For which each picture of a folder is shown (8)."
        ),
    ] = None,
    keep_days: KeepDays = 30,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="Database of games, as for `serve`.")
    ] = None,
    lang: Lang = "en",
    reading: ReaderOptions,
    verbose: Verbose = False,
) -> None:
    """Watch a table through a camera and keep the log of the game."""
    from ..errors import report_errors

    with report_errors(verbose, lang):
        from vision import Reader

        from ..house_rules import choose_rules
        from ..tile_sets import resolve_tile_set
        from ..watch.export.export_game import export_game
        from ..watch.live.options import WatchOptions
        from ..watch.live.run import watch as watch_game
        from ..watch.table_profile import set_up

        if export is not None:
            export_game(game.name, export, out, lang)
            return
        reader = Reader(reading.weights)
        if setup.photo is not None:
            set_up(setup.photo, table.profile or "table", setup.corners, out, lang, reader)
            return
        wanted = WatchOptions(
            source=source,
            rules=choose_rules(rules, option or ()),
            players=players.split(","),
            table=table,
            game=game,
            keep_days=keep_days,
            lang=lang,
            taught=resolve_tile_set(reading.tile_set, reading.weights, lang=lang),
            database=database,
            picture_seconds=picture_seconds,
        )
        watch_game(wanted, reader)


@declare
def evaluate(
    folders: Annotated[
        list[Path] | None, typer.Argument(metavar="[FOLDER...]", show_default=False)
    ] = None,
    hands: Annotated[
        bool, typer.Option("--hands", help="Measure whole hands: made ones and labelled rows.")
    ] = False,
    family: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Family of made hands; repeatable; default: all."),
    ] = None,
    count: Annotated[int, typer.Option(min=0, help="Made hands of each family.")] = 5,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of the made hands; default: a new one.")
    ] = None,
    faces: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Pictures of sets never trained on, for --hands."),
    ] = None,
    as_json: AsJson = False,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the figures to this TOML file.")
    ] = None,
    draw: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write pictures of the mistakes to this folder."),
    ] = None,
    tile_set: Annotated[
        str | None, typer.Option("--set", metavar="NAME", help="Taught set in the pictures.")
    ] = None,
    weights: Weights = None,
    verbose: Verbose = False,
) -> None:
    """Measure the reader on labelled pictures."""
    if not folders and not hands:
        from .command_line import CommandLineError

        raise CommandLineError("folders_or_hands")
    from ..errors import report_errors

    with report_errors(verbose):
        if hands:
            import secrets

            from ..evaluation.hands import HandTrialOptions, evaluate_hands

            trials = HandTrialOptions(
                folders=folders or [],
                families=family or [],
                count=count,
                seed=secrets.randbelow(1_000_000) if seed is None else seed,
                faces=faces,
                keep=draw,
                weights=weights,
            )
            evaluate_hands(trials, as_json, write)
            return
        from .. import tile_sets
        from .evaluate import evaluate_folders

        # figures never depend on the set used last
        taught = tile_sets.resolve_tile_set(tile_set, weights, last=False)
        evaluate_folders(folders or [], as_json, write, draw, weights, taught)


@declare
def teach(
    photos: MaybePhotos = None,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help='Name of the set, like "club set".')
    ] = None,
    flowers: Annotated[bool, typer.Option("--flowers", help="The set has flowers.")] = False,
    red_fives: Annotated[bool, typer.Option("--red-fives", help="The set has red fives.")] = False,
    back: Annotated[
        bool, typer.Option("--back", help="The photo has a face-down tile, too.")
    ] = False,
    trust_order: Annotated[
        bool,
        typer.Option(
            "--trust-order", help="The order is right, although it was reported as wrong."
        ),
    ] = False,
    any_order: Annotated[
        bool,
        typer.Option("--any-order", help="Any photos of the set: confirm or correct its tiles."),
    ] = False,
    correct: Annotated[
        list[str] | None,
        typer.Option(metavar="NUMBER=TILE", help="With --any-order: like 3=5m, or 3=no."),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="With --any-order: all other tiles are right.")
    ] = False,
    lang: Lang = "en",
    weights: Weights = None,
    verbose: Verbose = False,
) -> None:
    """Teach a set of tiles; without photos, print the order in which to lay them."""
    from ..errors import UsageError, report_errors

    with report_errors(verbose, lang):
        if any_order:
            from .teach_photos import teach_photos

            teach_photos(name, photos or [], correct or [], yes, weights, lang)
            return
        if correct or yes:
            raise UsageError("not_any_order")
        from .teach import order, teach_set

        wanted = order(flowers, red_fives, back)
        teach_set(name, photos or [], wanted, weights, trust_order, lang)
