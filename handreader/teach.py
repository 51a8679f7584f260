"""The command `teach`: photos of all faces of a set, in the order said, become a taught set."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

from vision.photo import open_photo
from vision.taught import TaughtSet
from vision.teach import Held, Order, order, teach

from . import sets
from .errors import UsageError

MOST_PHOTOS = 4
"""More teach nothing new, and take longer."""
_LETTERS = dict(zip((f"{n}z" for n in range(1, 8)), "E S W N White Green Red".split(), strict=True))


def teach_set(
    name: str | None,
    photos: Sequence[Path],
    wanted: Order,
    weights: Path | None,
    trust_order: bool,
) -> None:
    """Teaches a set, or without photos says how to lay and photograph it.

    Raises:
        UsageError: no name, or too many photos.
        HandReaderError: what is wrong with the photos; then nothing is stored.
    """
    if not photos:
        print("\n".join(instructions(wanted)))
        return
    if name is None:
        raise UsageError('no name for the set: add --name "club set"')
    if len(photos) > MOST_PHOTOS:
        raise UsageError(f"{len(photos)} photos: at most {MOST_PHOTOS} of one set, two are enough")
    name = sets.checked_name(name)
    with ThreadPoolExecutor(2) as pool:
        opened = list(pool.map(open_photo, photos))
    replaced = sets.file_of(name).is_file()
    start = perf_counter()
    taught, held = teach(name, opened, wanted, weights, trust_order)
    seconds = perf_counter() - start
    file = sets.keep(taught)
    print("\n".join(summary(taught, held, seconds)))
    size = file.stat().st_size / 1000
    print(f"{'replaced' if replaced else 'stored'}: {file} ({size:.0f} kB), used from now on")


def instructions(wanted: Order) -> list[str]:
    """How to lay the tiles, one line a row, and how to photograph them."""
    lines = ["Lay one tile of each kind face up, in straight rows a finger apart:"]
    for number, row in enumerate(wanted, start=1):
        kinds = " ".join(_LETTERS.get(kind, kind) for kind in row)
        lines.append(f"  row {number}: {kinds}")
    lines += [
        "1m-9m characters, 1p-9p dots, 1s-9s bamboo, E S W N winds, 0m 0p 0s red fives,",
        "1f-4f plum orchid chrysanthemum bamboo, 5f-8f spring to winter, back: face down.",
        "Fill the picture with them, from 50-70° above the table, without flash, nothing else on",
        "it; a second photo in other light or from another side helps. Then:",
        '  handreader teach --name "club set" PHOTO [PHOTO]   (with the same options)',
    ]
    return lines


def summary(taught: TaughtSet, held: Held, seconds: float) -> list[str]:
    """What was taught and what it changes, one fact a line."""
    kinds = len(set(taught.kinds))
    kept = "tiles of the last photo, taught from the others" if held.photos > 1 else "other views"
    lines = [
        f"{taught.name}: {kinds} kinds from {held.photos} photo(s), {seconds:.1f} s",
        f"named rightly before: {held.before} of {held.tiles}; after: {held.after} "
        f"({kept}; kept apart from teaching)",
        f"white dragon: {'blank' if taught.blank_white else 'marked'}",
    ]
    colour = taught.back_colour
    if colour is not None:
        lines.append("back: #{:02x}{:02x}{:02x}".format(*colour))
    return lines


__all__ = ["instructions", "order", "summary", "teach_set"]
