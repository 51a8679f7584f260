"""Count the bonus indicators that are shown on photos of real tables, by the riichi rules.

    python benchmarks/indicators.py ../shared/data/dev/tables

The labels of these photos name no indicators; those below were found by looking at each photo.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from handreader.pipeline import decode_tiles
from handreader.situation import Situation
from vision import Reader
from vision.evaluation.labels import load_labelled_photos
from vision.photo import open_photo

IN_VIEW = {
    "charm__omni2": "3p",
    "charm__omni3": "",
    "charm__open_baiman": "9m 1m 4z",  # askew at the end of the wall
    "charm__yakuman": "6s",
    "chombo__2mame": "2p 6s",  # taken out of the wall
    "chombo__home-splash-1": "3p",
    "chombo__ml-stadium": "6p 3p",
    "philly__IMG_1999": "8m",
    "powrpii__banner": "",
    "reki__ryanpeikou": "3s 3p",  # taken out of the wall
    "reki__suuankou-tanki": "1p 7z",
}
"""Faces of the indicators in each photo with a riichi hand, those below others included."""


def main() -> None:
    """Run the command line; see the module's first lines."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    reader = Reader()
    right = missed = false = photos = 0
    for photo in load_labelled_photos(asked.folder):
        if photo.path.stem not in IN_VIEW:
            continue
        photos += 1
        tiles = reader.find_tiles(open_photo(photo.path))
        found = decode_tiles(tiles, Situation(), "riichi-ema")
        kinds = {tile.id: tile.kind for tile in tiles} | dict(found.names)
        shown = Counter(kinds[i] for i in (*found.indicators, *found.hidden_indicators))
        true = Counter(IN_VIEW[photo.path.stem].split())
        right += (shown & true).total()
        missed += (true - shown).total()
        false += (shown - true).total()
        asks = (q for q in found.questions if q.code == "indicators")
        told = [f"{q.text} ({q.default})" for q in asks]
        print(f"{photo.path.stem}: shown {list(shown)}, in view {list(true)}", *told)
    print(f"{photos} photos: {right} indicators right, {missed} missed, {false} false")


if __name__ == "__main__":
    main()
