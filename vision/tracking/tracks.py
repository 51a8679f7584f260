"""Tracks: tiles of an area followed over its readings; one bad frame never removes one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..seen_tile import SeenTile

SURE = 0.9
"""Mean probability from which a tile is named for good."""
VOTES = 2
"""Pictures in which a tile must have been seen before it counts."""
MOST_VOTES = 6
"""Pictures after which the likeliest name is accepted, however likely."""
MISSED = 2
"""Readings in a row without a tile before it counts as gone."""
UNLIKELY = 0.03
"""Probability of a kind below which the tile is another one."""
_LIKELIER = 2.0  # times the probability of a doubtful name from which another one replaces it
_NEAR = 0.5  # centres nearer than this share of a tile's size are the same tile
_LARGER = (
    2.0  # times the area of a tile from which a box at its centre is another: of several tiles
)


@dataclass(frozen=True, slots=True)
class Track:
    """A tile that stays in its place.

    Attributes:
        tile: as last seen, its names averaged over all pictures; its id is the track's own.
            Another name replaces a doubtful one when it is clearly likelier.
        votes: pictures in which it was seen.
        confirmed: its kind is final.
        missed: readings in a row in which it was not seen.
        contrary: readings in a row in which another tile was in its place.
        mean: names averaged over all pictures, if they are not yet those of the tile.
    """

    tile: SeenTile
    votes: int
    confirmed: bool
    missed: int = 0
    contrary: int = 0
    mean: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """The effect of one reading: tracks confirmed by it, removed since, or with another name."""

    confirmed: tuple[Track, ...]
    removed: tuple[Track, ...]
    renamed: tuple[Track, ...] = ()


class Tracks:
    """The tracked tiles of one area."""

    def __init__(self) -> None:
        self._tracks: list[Track] = []
        self._next = 0

    @property
    def tiles(self) -> tuple[SeenTile, ...]:
        """Return the confirmed tiles that are present."""
        return tuple(track.tile for track in self._tracks if track.confirmed and not track.missed)

    @property
    def is_unsure(self) -> bool:
        """Return whether another reading is needed: a tile is unconfirmed or missing."""
        return any(not track.confirmed or track.missed or track.contrary for track in self._tracks)

    def update(self, looks: Sequence[Sequence[SeenTile]]) -> Change:
        """Process the tiles of one reading: of several pictures of the same still period."""
        heard: dict[int, list[SeenTile]] = defaultdict(list)
        new: list[list[SeenTile]] = []
        for tiles in looks:
            for tile in tiles:
                number = _nearest(tile, [track.tile for track in self._tracks])
                if number is not None:
                    heard[number].append(tile)
                    continue
                other = _nearest(tile, [group[0] for group in new])
                if other is None:
                    new.append([tile])
                else:
                    new[other].append(tile)
        settled, gone, kept, renamed = [], [], [], []
        for number, track in enumerate(self._tracks):
            now = _update_track(track, heard[number])
            if now.confirmed and not track.confirmed:
                settled.append(now)
            if now.missed >= MISSED or now.contrary >= MISSED:
                if track.confirmed:
                    gone.append(now)
                if now.contrary >= MISSED:  # another tile was placed there
                    new.append(heard[number])
                continue
            if track.confirmed and now.tile.kind != track.tile.kind:
                renamed.append(now)
            kept.append(now)
        for group in new:
            track = self._start(group)
            kept.append(track)
            if track.confirmed:
                settled.append(track)
        self._tracks = kept
        return Change(tuple(settled), tuple(gone), tuple(renamed))

    def _start(self, group: Sequence[SeenTile]) -> Track:
        number, self._next = self._next, self._next + 1
        first = Track(replace(group[0], id=number), 0, False)
        return _update_track(first, group)


def _update_track(track: Track, tiles: Sequence[SeenTile]) -> Track:
    """Update the track with the tiles that a reading found in its place."""
    if not tiles:
        # one that was never confirmed was a shadow or a finger
        return replace(track, missed=track.missed + (1 if track.confirmed else MISSED))
    if track.confirmed:
        other = all(_is_other(t, track.tile.kind) for t in tiles)
        track = replace(track, missed=0, contrary=track.contrary + 1 if other else 0)
        return track if other or track.tile.kind_probability >= SURE else _refine(track, tiles)
    return _vote(track, tiles)


def _refine(track: Track, tiles: Sequence[SeenTile]) -> Track:
    """Update a confirmed track whose kind was in doubt; another one must be clearly likelier."""
    now = _vote(track, tiles)
    names = dict(now.tile.names)
    least = _LIKELIER * names.get(track.tile.kind, 0.0)
    if now.tile.kind != track.tile.kind and now.tile.kind_probability < least:
        return replace(track, votes=now.votes, mean=now.tile.names)
    return replace(track, tile=now.tile, votes=now.votes, mean=())


def _vote(track: Track, tiles: Sequence[SeenTile]) -> Track:
    """Average the names of a track and of these tiles."""
    votes = track.votes + len(tiles)
    before = track.mean or track.tile.names
    names: Counter[str] = Counter({k: p * track.votes for k, p in before})
    for tile in tiles:
        names.update(dict(tile.names))
    means = sorted(((k, p / votes) for k, p in names.items()), key=lambda pair: -pair[1])[:5]
    likest = next((t for t in reversed(tiles) if means and t.kind == means[0][0]), tiles[-1])
    now = replace(likest, id=track.tile.id, names=tuple(means))
    sure = votes >= VOTES and (now.kind_probability >= SURE or votes >= MOST_VOTES)
    return Track(now, votes, sure)


def _is_other(tile: SeenTile, kind: str) -> bool:
    """Return whether a tile is surely not of a kind, even if its own kind is in doubt."""
    if tile.kind == kind or not tile.names:
        return False
    return tile.kind_probability >= SURE or dict(tile.names).get(kind, 0.0) < UNLIKELY


def _nearest(tile: SeenTile, others: Sequence[SeenTile]) -> int | None:
    """Return the index of the tile in the same place; None if there is none."""
    if not others:
        return None
    centre = np.mean(tile.quad, axis=0)
    apart = np.linalg.norm(np.mean([o.quad for o in others], axis=1) - centre, axis=1)
    sizes = np.array([_size(other) for other in others]) / _size(tile)
    apart[(sizes**2 > _LARGER) | (sizes**-2 > _LARGER)] = np.inf
    number = int(apart.argmin())
    return number if apart[number] < _NEAR * _size(tile) else None


def _size(tile: SeenTile) -> float:
    quad = np.asarray(tile.quad)
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
