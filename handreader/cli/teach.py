"""The command `teach`: photos of all faces of a set, in a given order, become a taught set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

from scoring.text import Texts, phrase
from scoring.translations import sentence_language
from vision.photo import open_photo
from vision.teaching.teach import HoldoutAccuracy, Order, order, teach
from vision.teaching.tile_set import TaughtSet

from .. import tile_sets
from ..errors import UsageError
from ..set_names import validate_set_name

MOST_PHOTOS = 4
"""More teach nothing new, and take longer."""
_HONOURS = {"en": "E S W N White Green Red".split(), "it": "E S W N Bianco Verde Rosso".split()}
_TEXTS: Mapping[str, Texts] = {
    "lay": {
        "en": "Lay one tile of each kind face up, in straight rows a finger apart:",
        "it": "Disponi scoperta una tessera per tipo, in file dritte a un dito l'una dall'altra:",
    },
    "row": {"en": "  row {number}: {kinds}", "it": "  fila {number}: {kinds}"},
    "then": {
        "en": """\
1m-9m characters, 1p-9p dots, 1s-9s bamboo, E S W N winds, 0m 0p 0s red fives,
1f-4f plum orchid chrysanthemum bamboo, 5f-8f spring to winter, back: face down.
Fill the picture with them, from 50-70° above the table, without flash, nothing else on
it; a second photo in other light or from another side helps. Then:
  handreader teach --name "club set" PHOTO [PHOTO]   (with the same options)""",
        "it": """\
1m-9m caratteri, 1p-9p palle, 1s-9s bambù, E S W N venti (Est Sud Ovest Nord), 0m 0p 0s cinque
rossi, 1f-4f pruno giglio crisantemo bambù, 5f-8f da primavera a inverno, back: coperta.
Riempi la foto di tessere, da 50-70° sopra il tavolo, senza flash, con nient'altro sul tavolo; una
seconda foto con altra luce o da un altro lato aiuta. Poi:
  handreader teach --name "set del circolo" FOTO [FOTO]   (con le stesse opzioni)""",
    },
    "taught": {
        "en": "{name}: {kinds} kinds from {photos}, {seconds} s",
        "it": "{name}: {kinds} tipi da {photos}, {seconds} s",
    },
    "one_photo": {"en": "1 photo", "it": "1 foto"},
    "photos": {"en": "{count} photos", "it": "{count} foto"},
    "named": {
        "en": "named rightly before: {before} of {tiles}; after: {after} ({kept}; kept apart from "
        "teaching)",
        "it": "lette bene prima: {before} su {tiles}; dopo: {after} ({kept}; non usate per "
        "imparare)",
    },
    "last_photo": {
        "en": "tiles of the last photo, taught from the others",
        "it": "tessere dell'ultima foto, imparate dalle altre",
    },
    "other_views": {"en": "other views", "it": "altre viste"},
    "blank": {"en": "white dragon: blank", "it": "drago bianco: liscio"},
    "marked": {"en": "white dragon: marked", "it": "drago bianco: con disegno"},
    "back": {"en": "back: {colour}", "it": "dorso: {colour}"},
    "stored": {
        "en": "stored: {file} ({size} kB), used from now on",
        "it": "salvato: {file} ({size} kB), usato da ora in poi",
    },
    "replaced": {
        "en": "replaced: {file} ({size} kB), used from now on",
        "it": "sostituito: {file} ({size} kB), usato da ora in poi",
    },
}


def teach_set(
    name: str | None,
    photos: Sequence[Path],
    rows: Order,
    weights: Path | None,
    trust_order: bool,
    lang: str,
) -> None:
    """Teach a set; without photos print how to photograph it; `lang` is "en" or "it".

    Raises:
        UsageError: no name, or too many photos.
        HandReaderError: faults of the photos; then nothing is stored.
    """
    if not photos:
        print("\n".join(instructions(rows, lang)))
        return
    if name is None:
        raise UsageError("no_set_name")
    if len(photos) > MOST_PHOTOS:
        raise UsageError("too_many_photos", count=len(photos), most=MOST_PHOTOS)
    name = validate_set_name(name)
    with ThreadPoolExecutor(2) as pool:
        opened = list(pool.map(open_photo, photos))
    replaced = tile_sets.tile_set_file(name).is_file()
    start = perf_counter()
    taught, held = teach(name, opened, rows, weights, trust_order)
    seconds = perf_counter() - start
    file = tile_sets.save_tile_set(taught)
    print("\n".join(summary(taught, held, seconds, lang)))
    size = f"{file.stat().st_size / 1000:.0f}"
    print(_localize("replaced" if replaced else "stored", lang, file=file, size=size))


def instructions(rows: Order, lang: str) -> list[str]:
    """Return the instructions: the tiles' order, one line a row, and how to photograph them."""
    names = _HONOURS.get(sentence_language(lang), _HONOURS["en"])
    honours = {f"{rank}z": name for rank, name in enumerate(names, start=1)}
    lines = [_localize("lay", lang)]
    for number, row in enumerate(rows, start=1):
        kinds = " ".join(honours.get(kind, kind) for kind in row)
        lines.append(_localize("row", lang, number=number, kinds=kinds))
    return [*lines, *_localize("then", lang).splitlines()]


def summary(taught: TaughtSet, held: HoldoutAccuracy, seconds: float, lang: str) -> list[str]:
    """Summarise the taught set and its effect, one fact a line."""
    kinds = len(set(taught.kinds))
    kept = _localize("last_photo" if held.photos > 1 else "other_views", lang)
    counts = {"before": held.before, "tiles": held.tiles, "after": held.after}
    took = f"{seconds:.1f}"
    photos = _localize("one_photo" if held.photos == 1 else "photos", lang, count=held.photos)
    lines = [
        _localize("taught", lang, name=taught.name, kinds=kinds, photos=photos, seconds=took),
        _localize("named", lang, kept=kept, **counts),
    ]
    if taught.has_blank_white is not None:
        lines.append(_localize("blank" if taught.has_blank_white else "marked", lang))
    colour = taught.back_colour
    if colour is not None:
        lines.append(_localize("back", lang, colour="#{:02x}{:02x}{:02x}".format(*colour)))
    return lines


def _localize(word: str, lang: str, **gaps: object) -> str:
    return phrase(_TEXTS[word], **gaps).localize(lang)


__all__ = ["instructions", "order", "summary", "teach_set"]
