"""Options of a watched game, and of the game after it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from scoring.errors import HandReaderError

from ...house_rules import choose_rules
from ...options import Edge, GameOptions, TableOptions
from ...store.models import validate_names
from ..errors import WatchError
from ..log.table_state import TableState

PLACES: tuple[Edge, ...] = ("bottom", "right", "top", "left")
"""Edges of the camera's picture at which the first East can sit, in order of play."""
PHONE = "phone"
"""Source of a phone whose page sends the pictures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchOptions:
    """Options of `handreader watch`; see its help.

    Attributes:
        players: names from the first East on, in order of play.
        taught: file of the taught set in use; None for none.
        picture_seconds: for which each picture of a folder is shown; None for the usual time.
    """

    source: str
    rules: str = "zung-jung"
    players: Sequence[str]
    table: TableOptions = field(default_factory=TableOptions)
    game: GameOptions = field(default_factory=GameOptions)
    keep_days: int = 30
    lang: str = "en"
    taught: Path | None = None
    database: str | None = None
    picture_seconds: float | None = None


def is_live(source: str) -> bool:
    """Return whether a source is a webcam, a stream or a phone, not a file."""
    return source == PHONE or source.isdigit() or "://" in source


def shows_pictures(source: str) -> bool:
    """Return whether a source is a picture, or several, not a film."""
    from vision.cameras.pictures import is_picture_sequence

    return not is_live(source) and is_picture_sequence(Path(source))


def next_game_options(
    options: WatchOptions,
    over: TableState,
    players: Sequence[str] | None = None,
    rules: str | None = None,
    east: str | None = None,
) -> WatchOptions:
    """Return the options of a new game with its own log.

    Args:
        options: options of the finished game.
        over: state of the finished game.
        players: from the first East on, in order of play; None for the same players.
        rules: a rule set, or house rules; None for the same.
        east: position of the first East in the camera's picture; None for the same.

    Raises:
        StoreError: invalid names.
        WatchError: no such rules or position.
    """
    names = over.players if players is None else players
    first_east = east or PLACES[over.first_east]
    return new_game_options(options, names, rules or over.rules, first_east)


def new_game_options(
    options: WatchOptions, players: Sequence[str], rules: str, east: str
) -> WatchOptions:
    """Return the options with a new game in them; see `next_game_options`."""
    edge = next((edge for edge in PLACES if edge == east), None)
    if edge is None:
        raise WatchError("new_like")
    try:
        rules = choose_rules(rules)
    except HandReaderError:
        raise WatchError("new_like") from None
    table = replace(options.table, east=edge)
    game = replace(options.game, name=None, new=True)
    names = validate_names(players)
    return replace(options, players=names, rules=rules, table=table, game=game)


def override_options(rest: str, options: WatchOptions, over: TableState) -> WatchOptions:
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
    return next_game_options(options, over, players, told.get("rules"), told.get("east"))
