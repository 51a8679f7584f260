"""The command `teach --any-order`: photos whose tiles a person confirms become a taught set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter

from scoring.text import Texts, phrase
from scoring.tiles import CLASSES, UNKNOWN
from vision import Reader
from vision.draw import ROLE_COLOURS, Mark, annotate
from vision.layout.melds import plain_kind
from vision.photo import Photo, open_photo
from vision.rows import edge_of_faces, rows_of
from vision.seen_tile import SeenTile
from vision.teaching.confirmed import ConfirmedPhoto

from .. import tile_sets
from ..answers import question_id, tile_notation
from ..errors import UsageError
from ..set_names import validate_set_name
from .asking import is_terminal
from .photos import picture_path, save_picture
from .teach import summary

NO_TILE = "no"
CLEAR = 0.99
"""Probability of a name from which on a correction is doubted.

Of 5,675 such names that models/metrics.toml counts, 18 are wrong.
"""
_TEXTS: Mapping[str, Texts] = {
    "read": {
        "en": "{photo}: tiles as number:tile, also in {picture}",
        "it": "{photo}: tessere come numero:tessera, anche in {picture}",
    },
    "correct": {
        "en": "Corrections, like 3=5m 4=no; Enter if all are right: ",
        "it": "Correzioni, come 3=5m 4=no; Invio se sono tutte giuste: ",
    },
    "stored": {
        "en": "stored: {file} ({size} kB), used from now on",
        "it": "salvato: {file} ({size} kB), usato da ora in poi",
    },
}


def teach_photos(
    name: str | None,
    photos: Sequence[Path],
    corrections: Sequence[str],
    is_confirmed: bool,
    weights: Path | None,
    lang: str,
) -> None:
    """Teach a set from photos of its tiles in any order, besides what it was taught before.

    Args:
        name: the set's name.
        photos: of tiles of this set alone.
        corrections: like `3=5m`; of a single photo.
        is_confirmed: whether the other tiles are right; else a person is asked.
        weights: folder of weights; None for the installed ones.
        lang: "en" or "it".

    Raises:
        UsageError: no name, no photos, tiles that nobody confirms, or a correction that is none.
        HandReaderError: faults of the photos; then nothing is stored.
    """
    if name is None or not photos:
        raise UsageError("no_set_name" if name is None else "no_photos")
    if corrections and len(photos) > 1:
        raise UsageError("one_photo", count=len(photos))
    name = validate_set_name(name)
    file = tile_sets.tile_set_file(name)
    known = tile_sets.resolve_tile_set(name, weights, lang=lang) if file.is_file() else None
    reader = Reader(weights).with_tile_set(known)
    confirmed = [_confirm(reader, path, corrections, is_confirmed, lang) for path in photos]
    start = perf_counter()
    taught, held = tile_sets.remember_tiles(name, confirmed, weights, lang)
    print("\n".join(summary(taught, held, perf_counter() - start, lang)))
    size = f"{file.stat().st_size / 1000:.0f}"
    print(_localize("stored", lang, file=file, size=size))


def _confirm(
    reader: Reader, path: Path, corrections: Sequence[str], is_confirmed: bool, lang: str
) -> ConfirmedPhoto:
    """Read a photo, show its tiles, and return them as a person confirms or corrects them."""
    photo = open_photo(path)
    tiles = reader.find_tiles(photo)
    kinds = {tile.id: tile.kind for tile in tiles if tile.kind != UNKNOWN}
    kinds = correct_kinds(kinds, corrections, tiles)
    while True:
        picture = picture_path(None, path, 1)
        _show(photo, tiles, kinds, picture, lang)
        if is_confirmed:
            break
        if not is_terminal():
            raise UsageError("unconfirmed", photo=photo.name)
        try:
            given = input(_localize("correct", lang)).split()
            if not given:
                break
            kinds = correct_kinds(kinds, given, tiles)
        except EOFError:
            raise UsageError("unconfirmed", photo=photo.name) from None
        except UsageError as error:
            print(error.localize(lang))
    return ConfirmedPhoto(photo, tiles, kinds)


def correct_kinds(
    kinds: Mapping[int, str], corrections: Sequence[str], tiles: Sequence[SeenTile]
) -> dict[int, str]:
    """Return the kinds by tile number with corrections.

    A correction of a clear tile is more often a wrong number: it needs an exclamation mark, as in
    `3=5m!`.

    Raises:
        UsageError: a correction that is none, of a tile that is not there, or of a clear one.
    """
    found = dict(kinds)
    for text in corrections:
        number, _, kind = (part.strip() for part in text.partition("="))
        number = question_id(number).removeprefix("tile:")
        is_meant, kind = kind.endswith("!"), tile_notation(kind.removesuffix("!"))
        if not (number.isascii() and number.isdigit() and int(number) < len(tiles)):
            raise UsageError("bad_correction", text=repr(text), last=len(tiles) - 1)
        tile = tiles[int(number)]
        if kind == NO_TILE:
            found.pop(tile.id, None)
        elif kind not in CLASSES:
            raise UsageError("bad_correction", text=repr(text), last=len(tiles) - 1)
        elif _is_clear(tile, kind) and not is_meant:
            gaps = {"number": number, "seen": tile.kind, "share": f"{tile.confidence:.1%}"}
            raise UsageError("doubted", correction=f"{number}={kind}!", **gaps)
        else:
            found[tile.id] = kind
    return found


def _is_clear(tile: SeenTile, kind: str) -> bool:
    """Return whether a tile clearly shows another kind; red fives look like the others."""
    return tile.confidence >= CLEAR and plain_kind(tile.kind) != plain_kind(kind)


def _show(
    photo: Photo, tiles: Sequence[SeenTile], kinds: Mapping[int, str], picture: Path, lang: str
) -> None:
    """Print the tiles with their numbers, row by row, and write the picture with both."""
    named = {tile.id: f"{tile.id}:{kinds.get(tile.id, NO_TILE)}" for tile in tiles}
    marks = [
        Mark(photo.to_pixels(tile.quad), named[tile.id], ROLE_COLOURS["concealed"])
        for tile in tiles
    ]
    save_picture(annotate(photo.pixels, marks), picture)
    print(_localize("read", lang, photo=photo.name, picture=picture))
    for row in rows_of(tiles, edge_of_faces(tiles)):
        print("  " + " ".join(named[tile.id] for tile in row))


def _localize(word: str, lang: str, **gaps: object) -> str:
    return phrase(_TEXTS[word], **gaps).localize(lang)
