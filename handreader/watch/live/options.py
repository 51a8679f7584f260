"""Options of a watched game, and of the game after it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scoring import RULEBOOKS
from scoring.game import GAMES

from ...store.models import validate_names
from ..errors import WatchError
from ..log.table_state import TableState

PLACES = ("bottom", "right", "top", "left")
"""Edges of the camera's picture at which the first East can sit, in order of play."""


@dataclass(frozen=True, slots=True)
class WatchOptions:
    """Options of `handreader watch`; see its help."""

    source: str
    rules: str
    players: str | Sequence[str]  # as typed, or by name
    east: str
    table: str | None
    game: str | None
    new: bool
    auto: bool
    keep_days: int
    lang: str
    weights: Path | None
    taught: Path | None
    database: str | None = None


def is_live(source: str) -> bool:
    """Return whether a source is a webcam or a stream, not a file."""
    return source.isdigit() or "://" in source


def next_game_options(
    wanted: WatchOptions,
    over: TableState,
    players: Sequence[str] | None = None,
    rules: str | None = None,
    east: str | None = None,
) -> WatchOptions:
    """Return the options of a new game with its own log.

    Args:
        wanted: options of the finished game.
        over: state of the finished game.
        players: from the first East on, in order of play; None for the same players.
        rules: id of a rule set; None for the same.
        east: position of the first East in the camera's picture; None for the same.

    Raises:
        StoreError: invalid names.
        WatchError: no such rules or position.
    """
    rules, east = rules or over.rules, east or PLACES[over.first_east]
    if rules not in RULEBOOKS or rules not in GAMES or east not in PLACES:
        raise WatchError("new_like")
    names = validate_names(over.players if players is None else players)
    return replace(wanted, players=names, rules=rules, east=east, game=None, new=True)


def override_options(rest: str, wanted: WatchOptions, over: TableState) -> WatchOptions:
    """Parse `new players A,B,C,D rules mcr east right`; an option that is missing stays the same.

    Raises:
        StoreError: invalid names.
        WatchError: any other fault of the line.
    """
    try:
        words = shlex.split(rest)
    except ValueError:
        raise WatchError("new_like") from None
    told = dict(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or not set(told) <= {"players", "rules", "east"}:
        raise WatchError("new_like")
    names = told.get("players")
    players = None if names is None else [name.strip() for name in names.split(",")]
    return next_game_options(wanted, over, players, told.get("rules"), told.get("east"))
