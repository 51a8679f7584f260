"""Hands as input of commands: text, case records, or a photo."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.errors import HandReaderError
from scoring.hand import Hand, HandError
from scoring.notation import parse_facts, replace_facts
from scoring.plausibility import foreign_facts, implausible_facts
from scoring.record import Record, RecordError, unknown_fields
from scoring.text import Phrase, Texts, phrase
from scoring.tiles import parse_tile, parse_tiles
from scoring.win import Win
from vision.picture_names import address_of, is_picture_name

from ..errors import UsageError, to_stderr
from ..hand_in_play import HandInPlay, hand_in_photo
from ..house_rules import with_house_rules
from ..options import HandOptions, ReaderOptions
from ..pipeline import UnscorableError, no_tiles_error, read_photo, record
from .asking import ask_about_photo, is_terminal
from .foreign_facts import warn_of_foreign_facts

if TYPE_CHECKING:
    from vision import PhotoReading
    from vision.hand_location import HandLocation

    from ..situation import Situation

_NO_TILES: Texts = {
    "en": "{text} has no tiles; write them like '{like}'",
    "it": "{text} non contiene tessere; scrivi come '{like}'",
}
_NOT_HELD: Texts = {
    "en": "winning tile {tile} is not in the hand {hand}",
    "it": "la tessera vincente {tile} non è nella mano {hand}",
}


@dataclass(frozen=True, slots=True)
class StatedFacts:
    """What a person states about a hand besides its tiles.

    Attributes:
        situation: given by options.
        location: of the hand in a photo.
    """

    situation: Situation
    location: HandLocation


def winning_hands(
    source: str, options: HandOptions, reading: ReaderOptions, given: StatedFacts
) -> Iterator[Record | HandReaderError]:
    """Yield the winning hands of `source`: a text, a photo or a file of records.

    Args:
        source: notation of a hand and its win (`scoring.notation`), a photo, or a file of case
            records, one JSON a line (`-` for standard input).
        options: how a hand was won, if `source` does not state it, in words of the same notation;
            the rule set for hands that name none.
        reading: for photos.
        given: facts that override the words; records state their own.

    Yields:
        the hands in order; in place of a record that cannot be read, its error.

    Raises:
        HandReaderError: text that is no hand, or a photo that shows none.
    """
    if _is_photo(source):
        seen, situation = _read(source, options, reading, given), given.situation
        if not options.as_json and is_terminal():
            seen, situation = ask_about_photo(seen, situation, options.rules, options.lang)
        found = record(seen, situation, options.rules)
        win = _parse_win(options.won, given)
        warn_of_foreign_facts(win, options.rules, options.lang)
        win = replace(
            win,
            dora_indicators=win.dora_indicators or found.win.dora_indicators,
            ura_indicators=win.ura_indicators or found.win.ura_indicators,
        )
        yield replace(found, win=win)
    elif source == "-" or Path(source).suffix in (".json", ".jsonl"):
        yield from _records(source, options)
    else:
        hand, win = parse_typed_win(source, options.won, given)
        warn_of_foreign_facts(win, options.rules, options.lang)
        yield plausible_record(Record(None, options.rules, hand, win), states_sticks=False)


def _is_photo(source: str) -> bool:
    """Return whether a text names a picture; of an address the error says that it is no file."""
    return is_picture_name(source) or address_of(source) is not None


def parse_typed_win(source: str, won: str, given: StatedFacts) -> tuple[Hand, Win]:
    """Return a winning hand in notation, and its win.

    Args:
        source: a hand, perhaps with the words of its win after `|`.
        won: more of these words.
        given: facts that override the words; `winning_tile` marks the winner.

    Raises:
        HandError: text that is no hand, or a winning tile that is not in it.
        UnscorableError: an answer to a question that only a photo leaves open.
    """
    if unasked := [id for id in given.situation.answers if id != "winning_tile"]:
        raise UnscorableError("no_question", id=", ".join(unasked), meant="")
    tiles, _, words = source.partition("|")
    hand = Hand.parse(tiles)
    kind = given.situation.answers.get("winning_tile")
    held = (*hand.concealed, *([hand.winning] if hand.winning is not None else []))
    if kind is not None:
        winner = parse_tile(kind)
        if winner not in held:
            raise HandError(phrase(_NOT_HELD, tile=winner, hand=hand))
        place = held.index(winner)
        hand = replace(hand, concealed=held[:place] + held[place + 1 :], winning=winner)
    elif hand.winning is None and held:
        hand = replace(hand, concealed=held[:-1], winning=held[-1])
    if hand.winning is None:
        raise HandError(phrase(_NO_TILES, text=repr(source), like="123m 456p 99s EEE 22z +9s"))
    return hand, _parse_win(f"{words} {won}", given)


def hand_in_play(
    source: str, options: HandOptions, reading: ReaderOptions, given: StatedFacts, seen: str = ""
) -> HandInPlay:
    """Return a hand during play from a text or a photo.

    Args:
        source, options, reading, given: as for `winning_hands`, without case records.
        seen: tiles in view besides it; a photo shows more of them.

    Raises:
        HandReaderError: text that is no hand, or a photo that shows none.
    """
    won, shown = options.won, parse_tiles(seen)
    if _is_photo(source):
        photo = _read(source, options, reading, given)
        if not photo.tiles:
            raise no_tiles_error(photo)
        found = hand_in_photo(photo, given.situation, shown)
    else:
        tiles, _, words = source.partition("|")
        found, won = HandInPlay(Hand.parse(tiles), seen=shown), f"{words} {won}"
        if not found.hand.tiles:
            raise HandError(phrase(_NO_TILES, text=repr(source), like="123m 456p 99s EEE 22z"))
    win = _parse_win(won, given)
    warn_of_foreign_facts(win, options.rules, options.lang)
    dora = win.dora_indicators or found.win.dora_indicators
    return replace(found, win=replace(win, dora_indicators=dora))


def _read(
    source: str,
    options: HandOptions,
    reading: ReaderOptions,
    given: StatedFacts,
) -> PhotoReading:
    """Read a photo."""
    from vision.photo import open_photo

    from ..tile_sets import open_reader

    reader = open_reader(reading, options.lang)
    photo = open_photo(source)
    return read_photo(reader, photo, given.situation, options.rules, given.location)


def expand_folders(paths: Sequence[Path]) -> list[Path]:
    """Return the photos, with the pictures in a folder in its place.

    Pictures that an earlier call outlined are left out. A folder without pictures stays, to be
    reported in its turn: every input has its line.
    """
    found: list[Path] = []
    for path in paths:
        inside = _pictures_in(path) if is_folder(path) else []
        outlined = set(earlier_pictures(inside))
        found += [one for one in inside if one not in outlined] or [path]
    return found


def _pictures_in(folder: Path) -> list[Path]:
    """Return the pictures in a folder; none where it cannot be read."""
    try:
        return sorted(
            one for one in folder.iterdir() if is_picture_name(one.name) and one.is_file()
        )
    except OSError:
        return []


def is_folder(path: Path) -> bool:
    """Return whether there is such a folder; opening the photo reports a name that cannot be."""
    try:
        return path.is_dir()
    except OSError:
        return False


def earlier_pictures(photos: Sequence[Path]) -> list[Path]:
    """Return the outlined pictures of an earlier call, next to the photos that they outline.

    >>> [str(path) for path in earlier_pictures([Path("a.jpg"), Path("a-read.jpg")])]
    ['a-read.jpg']
    """
    outlined = {path.stem for path in photos}

    def is_picture(path: Path) -> bool:
        found = _PICTURE.fullmatch(path.name)
        return found is not None and not outlined.isdisjoint(found.groups())

    return [path for path in photos if is_picture(path)]


_PICTURE = re.compile(r"((.+?)(?:-\d+)?)-read\.jpg")  # the name of a photo, with or without number


def _parse_win(words: str, given: StatedFacts) -> Win:
    """Return the win of words of the notation and given facts; the discarder is not assumed."""
    return replace_facts(Win(), {**parse_facts(words), **given.situation.facts()})


def _records(source: str, options: HandOptions) -> Iterator[Record | HandReaderError]:
    if source == "-":
        text = sys.stdin.read()
    else:
        text = Path(source).read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            obj = json.loads(line)
            if isinstance(obj, Mapping) and obj.get("rules") is None:
                obj = {**obj, "rules": options.rules}
            _warn(number, unknown_fields(obj), options.lang)
            found = Record.from_json(with_house_rules(obj, options.rules, options.option or ()))
            _warn(number, foreign_facts(found.win, found.book()), options.lang)
            states_sticks = isinstance(obj, Mapping) and obj.get("riichi_sticks") is not None
            yield plausible_record(found, states_sticks)
        except (HandReaderError, ValueError, RecursionError) as error:
            code = "line" if isinstance(error, HandReaderError) else "line_no_json"
            yield UsageError(code, number=number, why=error)


def _warn(line: int, warnings: Iterable[Phrase], lang: str) -> None:
    for warning in warnings:
        to_stderr(UsageError("line", number=line, why=warning).localize(lang))


def plausible_record(record: Record, states_sticks: bool = True) -> Record:
    """Return the record itself.

    Args:
        record: a win.
        states_sticks: whether it states the riichi sticks; neither a hand in notation nor a case
            record need.

    Raises:
        HandReaderError: facts that cannot be at a table, or an unknown rule set or option.
    """
    faults = implausible_facts(record.hand, record.win, record.book(), states_sticks)
    if faults:
        raise RecordError(faults)
    return record
