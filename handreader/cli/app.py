"""The command `handreader`: read, score, evaluate. Heavy imports wait until a command runs."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from .. import check_packages
from ..option_marks import CliArgument, CliOption
from .program import Program

if TYPE_CHECKING:  # `program` resolves the options when it builds a command
    from scoring.quiz.questions import QuizQuestion
    from vision import Reader

    from ..options import (
        Answers,
        AsJson,
        CollectionOptions,
        ExaminedOptions,
        FlagOptions,
        GameOptions,
        HandOptions,
        LabelFormat,
        Lang,
        LocationOptions,
        OutputOptions,
        PageOptions,
        ReaderOptions,
        RiichiOptions,
        RuleOptions,
        Rules,
        SeenTiles,
        SetupOptions,
        TableOptions,
        Weights,
        WinningTile,
        WinOptions,
        complete_rules,
        rules_help,
    )
    from .inputs import StatedFacts

app = Program("A photo of a Mahjong hand becomes its score.")

Photos = Annotated[list[Path], CliArgument(metavar="PHOTO...")]
MaybePhotos = Annotated[list[Path] | None, CliArgument(metavar="[PHOTO...]")]
HandInPlay = Annotated[
    str,
    CliArgument(metavar="HAND", help="13 or 14 tiles, like '123m 456p 99s EE [222z]'; a photo."),
]
Verbose = Annotated[bool, CliOption("--verbose", help="Show where an error comes from.")]
Players = Annotated[
    str,
    CliOption(metavar="NAMES", help="Four names, from the first East on.", setting="players"),
]
KeepDays = Annotated[int, CliOption(least=1, help="Days after which pictures are deleted.")]


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
    app(argument_words())


def argument_words() -> list[str]:
    """Return the words after the program's name."""
    words = sys.argv[1:]
    if os.name == "nt":  # where no shell turns *.jpg into the names of files
        from glob import glob

        words = [name for word in words for name in glob(word) or [word]]  # noqa: PTH207
    return words


@app.declare
def read(
    photos: Photos,
    *,
    rules: Rules = "zung-jung",
    option: RuleOptions = None,
    winning_tile: WinningTile = None,
    answer: Answers = None,
    location: LocationOptions,
    output: OutputOptions,
    reading: ReaderOptions,
    form: Annotated[
        LabelFormat | None,
        CliOption("--format", help="Write photos and labels for another program into --out."),
    ] = None,
    verbose: Verbose = False,
) -> None:
    """Read the tiles of photos and their layout."""
    from ..errors import report_errors

    with report_errors(verbose, output.lang) as report:
        from ..tile_sets import open_reader

        reader = open_reader(reading, output.lang)
        from ..house_rules import choose_rules
        from ..situation import parse_answers, parse_location
        from .photos import read_photos

        rules, where = choose_rules(rules, option or ()), parse_location(location)
        answers = parse_answers(answer or [], winning_tile)
        if form is not None:
            from .labels import export_readings

            out, lang = output.out, output.lang
            export_readings(photos, rules, where, reader, answers, form, out, lang, report)
            return
        read_photos(photos, rules, where, reader, answers, output, report)


@app.declare
def labels(
    source: Annotated[
        Path,
        CliArgument(metavar="LABELS", help="JSON of COCO or Label Studio, or a folder of YOLO."),
    ],
    to: Annotated[Path | None, CliOption(metavar="FOLDER", help="Folder to write.")] = None,
    photos: Annotated[
        Path | None,
        CliOption(metavar="FOLDER", help="Folder of the pictures; default: beside the labels."),
    ] = None,
    lang: Lang = "en",
    verbose: Verbose = False,
) -> None:
    """Turn labels of another program into a folder that `evaluate` and training take."""
    from ..errors import report_errors

    with report_errors(verbose, lang):
        from .labels import import_labels

        import_labels(source, to, photos, lang)


@app.declare
def score(
    photos: MaybePhotos = None,
    *,
    cases: Annotated[
        Path | None,
        CliOption(metavar="FILE", help="Score case records, one JSON a line; - for stdin."),
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
        CliOption(
            metavar="PATH",
            help="Card to share, as PNG: tiles, points, payments; a folder for several.",
        ),
    ] = None,
    strict: Annotated[
        bool, CliOption("--strict", help="With --cases: refuse records that give warnings.")
    ] = False,
    remember: Annotated[
        str | None,
        CliOption(
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
            from .typed_hands import is_typed_hand, join_words, score_typed_hand

            if is_typed_hand(photos):
                if card is not None:
                    raise UsageError("card_of_photo")
                given = _parse_stated_facts(win, flags, riichi, location)
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


def _with_rules(options: HandOptions) -> HandOptions:
    """Return the options with the rule set that `--rules` and `--option` name together."""
    from ..house_rules import choose_rules

    return replace(options, rules=choose_rules(options.rules, options.option or ()))


def _parse_stated_facts(
    win: WinOptions, flags: FlagOptions, riichi: RiichiOptions, location: LocationOptions
) -> StatedFacts:
    """Parse what the options state of a win, and where its hand lies."""
    from ..situation import parse_location, parse_situation
    from .inputs import StatedFacts

    return StatedFacts(parse_situation(win, flags, riichi), parse_location(location))


def _may_be_notation(photos: list[Path]) -> bool:
    """Return whether the arguments may be a hand in notation: checked before heavy imports."""
    return not any(photo.suffix[1:].isalpha() for photo in photos)


@app.declare
def waits(
    hand: HandInPlay,
    options: HandOptions,
    win: WinOptions,
    flags: FlagOptions,
    riichi: RiichiOptions,
    location: LocationOptions,
    reading: ReaderOptions,
    seen: SeenTiles = "",
    verbose: Verbose = False,
) -> None:
    """List the waits of a hand of 13 tiles or of each discard of 14, and the score of each."""
    from ..errors import report_errors

    with report_errors(verbose, options.lang):
        from .waits import show_waits

        options = _with_rules(options)
        given = _parse_stated_facts(win, flags, riichi, location)
        show_waits(hand, options, reading, given, seen)


@app.declare
def advise(
    hand: HandInPlay,
    options: HandOptions,
    win: WinOptions,
    flags: FlagOptions,
    riichi: RiichiOptions,
    location: LocationOptions,
    reading: ReaderOptions,
    seen: SeenTiles = "",
    verbose: Verbose = False,
) -> None:
    """Say what each discard leaves: how far from a win, with which tiles, and its likely points."""
    from ..errors import report_errors

    with report_errors(verbose, options.lang):
        from .advise import show_advice

        options = _with_rules(options)
        given = _parse_stated_facts(win, flags, riichi, location)
        show_advice(hand, options, reading, given, seen)


@app.declare
def check(
    hand: Annotated[
        str,
        CliArgument(
            metavar="HAND", help="Like '123m 456p 99s EE [222z] +9s'; a photo; case records."
        ),
    ],
    claim: Annotated[
        str, CliArgument(metavar="CLAIM", help="Like 18, or '18: all chows, tile hog x2'.")
    ],
    options: HandOptions,
    win: WinOptions,
    flags: FlagOptions,
    riichi: RiichiOptions,
    location: LocationOptions,
    reading: ReaderOptions,
    verbose: Verbose = False,
) -> None:
    """Compare a claimed score with the real score of the hand."""
    from ..errors import report_errors

    with report_errors(verbose, options.lang, error_status=2) as report:
        from .check import check as check_claim

        options = _with_rules(options)
        given = _parse_stated_facts(win, flags, riichi, location)
        check_claim(hand, claim, options, reading, given, report)


@app.declare
def points(
    worth: Annotated[
        list[str],
        CliArgument(metavar="WORTH", help="Like 3 han 40 fu, mangan, 2 yakuman; 24 for points."),
    ],
    rules: Annotated[
        str | None,
        CliOption(
            metavar="RULES", help="Rule set; default: riichi-ema for han and fu, else zung-jung."
        ),
    ] = None,
    option: RuleOptions = None,
    dealer: Annotated[bool, CliOption("--dealer", help="The winner is East.")] = False,
    drawn: Annotated[bool, CliOption("--drawn", help="Self-drawn, not on a discard.")] = False,
    counters: Annotated[int, CliOption(least=0, most=1000, help="Counters (riichi).")] = 0,
    riichi_sticks: Annotated[
        int, CliOption(least=0, most=1000, help="Riichi sticks on the table.")
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


@app.declare
def quiz(
    *,
    rules: Rules = "zung-jung",
    option: RuleOptions = None,
    level: Annotated[
        int, CliOption(metavar="NUMBER", help="What is asked: 1 patterns, the last everything.")
    ] = 1,
    photos: Annotated[
        Path | None,
        CliOption(metavar="FOLDER", help="Ask about the wins in these photos of yours."),
    ] = None,
    seed: Annotated[
        int | None,
        CliOption(least=0, most=10**9, help="The same questions each time, from the first on."),
    ] = None,
    count: Annotated[
        int | None, CliOption(least=1, most=10_000, help="Questions; with --json 10.")
    ] = None,
    as_json: AsJson = False,
    lang: Lang = "en",
    reading: ReaderOptions,
    verbose: Verbose = False,
) -> None:
    """Ask about hands: their patterns, fan, minipoints, points; what is missed comes again."""
    from ..errors import report_errors
    from .asking import is_terminal

    if not as_json and not is_terminal():
        from .command_line import CommandLineError

        raise CommandLineError("quiz_terminal")
    with report_errors(verbose, lang):
        from scoring import rulebook
        from scoring.quiz.levels import level_of

        from ..house_rules import choose_rules

        chosen = choose_rules(rules, option or ())
        book = rulebook(chosen)
        wanted = level_of(book, level)
        from .quiz import Quiz, ask_questions, print_questions

        found: list[QuizQuestion] = []
        if photos is not None:
            from ..tile_sets import open_reader
            from .quiz_photos import photo_questions

            found = photo_questions(photos, open_reader(reading, lang), chosen, wanted, lang)
        run = Quiz(book, wanted, tuple(found), seed, count, lang)
        if as_json:
            print_questions(run)
        else:
            ask_questions(run)


@app.declare
def rules(
    ruleset: Annotated[
        str | None,
        CliArgument(
            metavar="[RULESET]",
            help=rules_help,
            complete=complete_rules,
        ),
    ] = None,
    option: RuleOptions = None,
    save: Annotated[
        str | None, CliOption(metavar="NAME", help="Keep --from and its options as house rules.")
    ] = None,
    base: Annotated[
        str | None,
        CliOption("--from", metavar="RULES", help="Rule set of --save; default: zung-jung."),
    ] = None,
    forget: Annotated[
        str | None, CliOption(metavar="NAME", help="Forget these house rules.")
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


@app.declare
def sets(*, options: CollectionOptions, verbose: Verbose = False) -> None:
    """List the taught sets of tiles; rename or forget one."""
    from ..errors import report_errors

    with report_errors(verbose, options.lang) as report:
        from .collection import manage
        from .sets import SETS

        manage(SETS, options, report)


@app.declare
def tables(*, options: CollectionOptions, verbose: Verbose = False) -> None:
    """List the tables that were set up for the webcam; rename or forget one."""
    from ..errors import report_errors

    with report_errors(verbose, options.lang) as report:
        from .collection import manage
        from .tables import TABLES

        manage(TABLES, options, report)


@app.declare
def games(
    *,
    options: CollectionOptions,
    database: Annotated[
        str | None, CliOption(metavar="URL", help="Database of games, as for `serve`.")
    ] = None,
    verbose: Verbose = False,
) -> None:
    """List the recorded games; rename or forget one."""
    from ..errors import report_errors

    with report_errors(verbose, options.lang) as report:
        from .games import manage_games

        manage_games(database, options, report)


@app.declare
def tournament(
    name: Annotated[
        str | None, CliArgument(metavar="[NAME]", help="Name or number of one of them.")
    ] = None,
    *,
    files: Annotated[
        Path | None, CliOption(metavar="FOLDER", help="Folder for its files: CSV and JSON.")
    ] = None,
    database: Annotated[
        str | None, CliOption(metavar="URL", help="Database of games, as for `serve`.")
    ] = None,
    as_json: AsJson = False,
    lang: Lang = "en",
    verbose: Verbose = False,
) -> None:
    """List the tournaments; print the standings of one, or write its files."""
    from ..errors import report_errors

    with report_errors(verbose, lang):
        from .tournaments import show_tournaments

        show_tournaments(database, name, files, as_json, lang)


@app.declare
def rating(
    rules: Annotated[
        str | None, CliArgument(metavar="[RULES]", help="mcr, riichi, or another rule set.")
    ] = None,
    *,
    day: Annotated[
        str | None, CliOption(metavar="DATE", help="Day of the rating, as 2026-11-28.")
    ] = None,
    database: Annotated[
        str | None, CliOption(metavar="URL", help="Database of games, as for `serve`.")
    ] = None,
    as_json: AsJson = False,
    lang: Lang = "en",
    verbose: Verbose = False,
) -> None:
    """Rate the players over all tournaments that are over, as the European association does."""
    from ..errors import report_errors

    with report_errors(verbose, lang):
        from .tournaments import show_rating

        show_rating(database, rules, day, as_json, lang)


@app.declare
def backup(
    file: Annotated[Path, CliArgument(metavar="FILE")],
    *,
    database: Annotated[
        str | None, CliOption(metavar="URL", help="Database of games, as for `serve`.")
    ] = None,
    lang: Lang = "en",
    verbose: Verbose = False,
) -> None:
    """Copy the recorded games into one file, also while `serve` runs."""
    from ..errors import report_errors

    with report_errors(verbose, lang):
        from .backups import make_backup

        make_backup(file, database, lang)


@app.declare
def restore(
    file: Annotated[Path, CliArgument(metavar="FILE")],
    *,
    database: Annotated[
        str | None, CliOption(metavar="URL", help="Database of games, as for `serve`.")
    ] = None,
    lang: Lang = "en",
    verbose: Verbose = False,
) -> None:
    """Bring the games of a backup back, also while `serve` runs; what was there is kept."""
    from ..errors import report_errors

    with report_errors(verbose, lang):
        from .backups import bring_back

        bring_back(file, database, lang)


@app.declare
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


@app.declare
def serve(
    *,
    page: PageOptions,
    database: Annotated[
        str | None,
        CliOption(
            metavar="URL",
            help="Database of games: sqlite:///FILE or postgresql://...; default: your own file.",
        ),
    ] = None,
    watched: Annotated[
        str | None,
        CliOption(
            "--watch",
            metavar="CAMERA",
            help="Also watch a table, which the page sets up and shows; a camera as of `watch`, or "
            "phone.",
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
            from scoring.installation import this_installation

            command = this_installation().add_extra("web")
            raise UsageError("no_extra", what=error.name, command=command) from error
        watch_options = None
        if watched is not None:
            from ..house_rules import choose_rules
            from ..tile_sets import resolve_tile_set
            from ..watch.live.options import WatchOptions

            taught = resolve_tile_set(reading.tile_set, reading.weights, lang=lang)
            watch_options = WatchOptions(
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

        serve_page(page, load_reader, database=database, watched=watch_options, lang=lang)


@app.declare
def watch(
    source: Annotated[
        str,
        CliArgument(
            metavar="[CAMERA]",
            help="A webcam's number, a stream's URL, a video, a picture, a folder or img%03d.png.",
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
        CliOption(help="Export a watched game instead."),
    ] = None,
    out: Annotated[
        Path | None,
        CliOption(
            metavar="PATH", help="File of --export (evidence: folder), or picture of --setup."
        ),
    ] = None,
    picture_seconds: Annotated[
        float | None,
        CliOption(
            least=0.01, metavar="SECONDS", help="For which each picture of a folder is shown (8)."
        ),
    ] = None,
    keep_days: KeepDays = 30,
    database: Annotated[
        str | None, CliOption(metavar="URL", help="Database of games, as for `serve`.")
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
        options = WatchOptions(
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
        watch_game(options, reader)


@app.declare
def evaluate(
    folders: Annotated[list[Path] | None, CliArgument(metavar="[FOLDER...]")] = None,
    hands: Annotated[
        bool, CliOption("--hands", help="Measure whole hands: made ones and labelled rows.")
    ] = False,
    layings: Annotated[
        bool, CliOption("--layings", help="Measure whole hands on simulated boxes, in seconds.")
    ] = False,
    family: Annotated[
        list[str] | None,
        CliOption(metavar="NAME", help="Family of hands or layings; repeatable; default: all."),
    ] = None,
    count: Annotated[
        int | None,
        CliOption(least=0, help="Made hands of each family (5), or layings in all (1000)."),
    ] = None,
    seed: Annotated[
        int | None, CliOption(least=0, help="Seed of hands and layings; default: a new one.")
    ] = None,
    faces: Annotated[
        Path | None,
        CliOption(metavar="FOLDER", help="Pictures of sets never trained on, for --hands."),
    ] = None,
    as_json: AsJson = False,
    write: Annotated[
        Path | None, CliOption(metavar="FILE", help="Write the figures to this TOML file.")
    ] = None,
    draw: Annotated[
        Path | None,
        CliOption(
            metavar="FOLDER", help="Write pictures of the mistakes and plots of reliability here."
        ),
    ] = None,
    beside: Annotated[
        Path | None,
        CliOption(metavar="FOLDER", help="Weights to compare with, picture by picture."),
    ] = None,
    tile_set: Annotated[
        str | None, CliOption("--set", metavar="NAME", help="Taught set in the pictures.")
    ] = None,
    weights: Weights = None,
    lang: Lang = "en",
    verbose: Verbose = False,
) -> None:
    """Measure the reader on labelled pictures."""
    if not (folders or hands or layings) or (layings and (folders or hands)):
        from .command_line import CommandLineError

        raise CommandLineError("layings_alone" if layings else "folders_or_hands")
    from ..errors import report_errors

    with report_errors(verbose, lang):
        import secrets

        if seed is None:
            seed = secrets.randbelow(1_000_000)
        if layings:
            from ..evaluation.layings import LayingTrialOptions, evaluate_layings

            lists = LayingTrialOptions(
                families=family or [],
                count=1000 if count is None else count,
                seed=seed,
                keep=draw,
                weights=weights,
                beside=beside,
            )
            evaluate_layings(lists, as_json, write)
            return
        if hands:
            from ..evaluation.hands import HandTrialOptions, evaluate_hands

            trials = HandTrialOptions(
                folders=folders or [],
                families=family or [],
                count=5 if count is None else count,
                seed=seed,
                faces=faces,
                keep=draw,
                weights=weights,
                beside=beside,
            )
            evaluate_hands(trials, as_json, write)
            return
        from .. import tile_sets
        from .evaluate import evaluate_folders

        # figures never depend on the set used last
        taught = tile_sets.resolve_tile_set(tile_set, weights, last=False)
        evaluate_folders(folders or [], as_json, write, draw, weights, taught, beside)


@app.declare
def teach(
    photos: MaybePhotos = None,
    name: Annotated[
        str | None, CliOption(metavar="NAME", help='Name of the set, like "club set".')
    ] = None,
    flowers: Annotated[bool, CliOption("--flowers", help="The set has flowers.")] = False,
    red_fives: Annotated[bool, CliOption("--red-fives", help="The set has red fives.")] = False,
    back: Annotated[bool, CliOption("--back", help="The photo has a face-down tile, too.")] = False,
    trust_order: Annotated[
        bool,
        CliOption("--trust-order", help="The order is right, although it was reported as wrong."),
    ] = False,
    any_order: Annotated[
        bool,
        CliOption("--any-order", help="Any photos of the set: confirm or correct its tiles."),
    ] = False,
    correct: Annotated[
        list[str] | None,
        CliOption(metavar="NUMBER=TILE", help="With --any-order: like 3=5m, or 3=no."),
    ] = None,
    yes: Annotated[
        bool, CliOption("--yes", help="With --any-order: all other tiles are right.")
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

        rows = order(flowers, red_fives, back)
        teach_set(name, photos or [], rows, weights, trust_order, lang)
