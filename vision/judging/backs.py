"""Backs, which look like white dragons without print: the other tiles in view tell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.tiles import BACK

from ..found_box import WHITE, Lab, colour_distance
from ..seen_tile import MOST_NAMES, SeenTile

_LEAST = 0.0005  # probability of a name that the namer gives


@dataclass(frozen=True, slots=True)
class BackSettings:
    """Parameters of the decision between a back and a blank white dragon.

    Log odds are those of a white dragon; they add up.

    Attributes:
        printless: a white dragon with this probability of a back from the classifier has no print;
            printed ones on the development pictures have less than 0.0005.
        rival: a tile with this probability of the other kind is decided by a known back colour,
        known_odds: by these log odds, either way.
        even_distance: distance between the colours of a tile and of the printed faces beside it at
            which both kinds are equally likely. Of 259 white dragons on photos 95 % have less than
            8, the median 2; backs of another colour have 25 and more.
        slope: log odds for a unit less of this distance.
        neighbours: of so many nearest printed faces the most similar counts: many are full of ink.
    """

    printless: float = 0.03
    rival: float = 0.05
    known_odds: float = 5.0
    even_distance: float = 10.0
    slope: float = 0.4
    neighbours: int = 9


def distinguish_backs(
    seen: Sequence[SeenTile],
    papers: Sequence[Lab],
    back: Lab | None = None,
    settings: BackSettings | None = None,
) -> list[SeenTile]:
    """Distinguish backs from blank white dragons; the other name keeps a probability.

    Args:
        seen: the tiles of a photo.
        papers: their colours.
        back: colour of the set's backs, where it is known. It is not estimated from backs in the
            picture: the pale sides of a wall's tiles would become white dragons.
        settings: thresholds.
    """
    settings = settings or BackSettings()
    blank = [k for k, tile in enumerate(seen) if _is_blank(tile, settings)]
    if not blank:
        return list(seen)
    odds = {k: _namer_log_odds(seen[k]) for k in blank}
    faces = [k for k, tile in enumerate(seen) if tile.names and tile.kind not in (BACK, WHITE)]
    if back is not None:
        odds = {k: v + _back_log_odds(seen[k], papers[k], back, settings) for k, v in odds.items()}
    elif faces:
        odds = {
            k: v + _paper_log_odds(_paper_distance(k, faces, seen, papers, settings), settings)
            for k, v in odds.items()
        }
    return [_with_white_odds(tile, odds[k]) if k in odds else tile for k, tile in enumerate(seen)]


def _is_blank(tile: SeenTile, settings: BackSettings) -> bool:
    """Return whether a tile is a back or a white dragon without print, as the classifier has it."""
    names = dict(tile.names)
    return tile.kind == BACK or (tile.kind == WHITE and names.get(BACK, 0.0) >= settings.printless)


def _namer_log_odds(tile: SeenTile) -> float:
    """Return the namer's log odds of a white dragon against a back."""
    names = dict(tile.names)
    return math.log(max(names.get(WHITE, 0.0), _LEAST) / max(names.get(BACK, 0.0), _LEAST))


def _back_log_odds(tile: SeenTile, paper: Lab, back: Lab, settings: BackSettings) -> float:
    """Return the log odds by the known colour of the backs, where the namer is uncertain."""
    names = dict(tile.names)
    if min(names.get(WHITE, 0.0), names.get(BACK, 0.0)) < settings.rival:
        return 0.0
    along = paper[1] * back[1] + paper[2] * back[2]
    coloured = along > 0.5 * (back[1] ** 2 + back[2] ** 2)  # of light and white balance free
    return -settings.known_odds if coloured else settings.known_odds


def _paper_distance(
    tile: int,
    faces: Sequence[int],
    seen: Sequence[SeenTile],
    papers: Sequence[Lab],
    settings: BackSettings,
) -> float:
    """Return the distance of a tile's colour from the most similar of the nearest printed faces."""
    middle = _middle(seen[tile])
    nearest = sorted(faces, key=lambda k: math.dist(_middle(seen[k]), middle))
    return min(colour_distance(papers[tile], papers[k]) for k in nearest[: settings.neighbours])


def _middle(tile: SeenTile) -> tuple[float, float]:
    return sum(x for x, _ in tile.quad) / 4, sum(y for _, y in tile.quad) / 4


def _paper_log_odds(apart: float, settings: BackSettings) -> float:
    """Return the log odds by the distance from the colour of the nearest printed faces."""
    return settings.slope * (settings.even_distance - apart)


def _with_white_odds(tile: SeenTile, log_odds: float) -> SeenTile:
    """Return the tile with these log odds of a white dragon against a back."""
    names = dict(tile.names)
    both = names.get(WHITE, 0.0) + names.get(BACK, 0.0)
    white = 1 / (1 + math.exp(-log_odds))
    names |= {WHITE: both * white, BACK: both * (1 - white)}
    ordered = sorted(names.items(), key=lambda pair: -pair[1])[:MOST_NAMES]
    return replace(tile, names=tuple(ordered), oriented=False)
