"""Hands as input of commands: text, case records, or a photo."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.errors import HandReaderError
from scoring.hand import Hand, HandError
from scoring.notation import parse_win
from scoring.record import Record
from scoring.text import Texts, phrase
from scoring.tiles import sort_tiles
from scoring.win import Win

from ..errors import UsageError
from ..options import HandOptions, ReaderOptions

if TYPE_CHECKING:
    from vision import PhotoReading

_NO_TILES: Texts = {
    "en": "{text} has no tiles; write them like '{like}'",
    "it": "{text} non contiene tessere; scrivi come '{like}'",
}
PICTURES = frozenset(
    ".jpg .jpeg .png .webp .heic .heif .avif .bmp .gif .tif .tiff .jp2 .mpo".split()
)


def winning_hands(
    source: str, wanted: HandOptions, reading: ReaderOptions
) -> Iterator[Record | HandReaderError]:
    """Yield the winning hands of `source`: a text, a photo or a file of records.

    Args:
        source: notation of a hand and its win (`scoring.notation`), a photo, or a file of case
            records, one JSON a line (`-` for standard input).
        wanted: how a hand was won, if `source` does not state it, in words of the same notation;
            the rule set for hands that name none.
        reading: for photos.

    Yields:
        the hands in order; in place of a record that cannot be read, its error.

    Raises:
        HandReaderError: text that is no hand, or a photo that shows none.
    """
    if _is_photo(source):
        from vision.photo import open_photo

        from ..pipeline import read_photo, record
        from ..situation import Situation
        from ..tile_sets import open_reader

        reader = open_reader(reading, wanted.lang)
        photo = read_photo(reader, open_photo(source), Situation(), wanted.rules)
        found = record(photo, Situation(), wanted.rules)
        win = _parse_win(wanted.won)
        win = replace(
            win,
            dora_indicators=win.dora_indicators or found.win.dora_indicators,
            ura_indicators=win.ura_indicators or found.win.ura_indicators,
        )
        yield replace(found, win=win)
    elif source == "-" or Path(source).suffix in (".json", ".jsonl"):
        yield from _records(source, wanted.rules)
    else:
        tiles, _, words = source.partition("|")
        hand, _ = parse_win(tiles)
        win = _parse_win(f"{words} {wanted.won}")
        if hand.winning is None:
            raise HandError(phrase(_NO_TILES, text=repr(source), like="123m 456p 99s EEE +9s"))
        yield Record(None, wanted.rules, hand, win)


def waiting_hand(source: str, wanted: HandOptions, reading: ReaderOptions) -> tuple[Hand, Win]:
    """Return a hand of 13 tiles from a text or a photo, and the facts of its possible win.

    Args:
        source, wanted, reading: as for `winning_hands`, without case records.

    Raises:
        HandReaderError: text that is no hand, or a photo that shows none.
    """
    won = wanted.won
    if _is_photo(source):
        from vision.photo import open_photo

        from ..pipeline import layout_rules
        from ..tile_sets import open_reader

        reader = open_reader(reading, wanted.lang)
        hand = _hand_in_photo(reader.read(open_photo(source), layout_rules(wanted.rules)))
    else:
        tiles, _, words = source.partition("|")
        hand, won = Hand.parse(tiles), f"{words} {won}"
        if not hand.tiles:
            raise HandError(phrase(_NO_TILES, text=repr(source), like="123m 456p 99s EEE 9s"))
    return hand, _parse_win(won)


def expand_folders(paths: Sequence[Path]) -> list[Path]:
    """Return the photos, with the pictures in a folder in its place.

    Pictures that an earlier call outlined are left out.

    Raises:
        UsageError: a folder without pictures.
    """
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        inside = sorted(one for one in path.iterdir() if _is_photo(one.name) and one.is_file())
        if not inside:
            raise UsageError("empty_folder", path=path)
        outlined = set(earlier_pictures(inside))
        found += [one for one in inside if one not in outlined]
    return found


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


def _is_photo(source: str) -> bool:
    return Path(source).suffix.lower() in PICTURES


def _parse_win(words: str) -> Win:
    """Parse a win from words of the notation; without "from" the discarder is unknown."""
    _, win = parse_win(f"| {words}")
    return win if "from" in words.split() else replace(win, discarder=None)


def _hand_in_photo(reading: PhotoReading) -> Hand:
    """Return the hand of a photo; a tile that is placed apart counts as one of the 13."""
    from vision.layout.layout import layout_to_hand

    from ..pipeline import no_tiles_error

    if not reading.tiles:
        raise no_tiles_error(reading)
    asked = tuple(q for q in reading.questions if q.id not in ("winning_tile", "covered"))
    hand = layout_to_hand(replace(reading.layout, questions=asked), reading.tiles).hand
    if hand.winning is not None:
        held = sort_tiles((*hand.concealed, hand.winning))
        hand = replace(hand, concealed=held, winning=None)
    return Record(None, None, hand, Win()).check().hand


def _records(source: str, rules: str) -> Iterator[Record | HandReaderError]:
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
                obj = {**obj, "rules": rules}
            yield Record.from_json(obj)
        except (ValueError, RecursionError) as error:
            code = "line" if isinstance(error, HandReaderError) else "line_no_json"
            yield UsageError(code, number=number, why=error)
