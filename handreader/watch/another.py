"""Options of the next game at the same table: the last game's, with overrides."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import replace

from scoring import RULEBOOKS
from scoring.game import GAMES

from ..store.errors import StoreError
from ..store.kept import checked_names
from .command import PLACES, Wanted
from .errors import WatchError
from .table import Table
from .terminal import Terminal

_ASKED = 0.1  # seconds between checks for typed lines


def another(
    wanted: Wanted,
    over: Table,
    players: Sequence[str] | None = None,
    rules: str | None = None,
    east: str | None = None,
) -> Wanted:
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
    names = checked_names(over.players if players is None else players)
    return replace(wanted, players=names, rules=rules, east=east, game=None, new=True)


def said(rest: str, wanted: Wanted, over: Table) -> Wanted:
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
    return another(wanted, over, players, told.get("rules"), told.get("east"))


def asked(terminal: Terminal, wanted: Wanted, over: Table) -> Wanted | None:
    """Wait for the command `new` at the terminal; None if the input ends or `quit` is typed."""
    if terminal.listening:
        terminal.say("new_or_quit")
    while terminal.listening:
        lines = list(terminal.lines())
        while lines:
            word, _, rest = lines.pop(0).strip().partition(" ")
            try:
                if word == "new":
                    wanted = said(rest, wanted, over)
                    terminal.put_back(lines)
                    return wanted
                if word == "quit":
                    return None
                if word:
                    raise WatchError("game_over")
            except (WatchError, StoreError) as error:
                terminal.warn("not_done", what=error)
        time.sleep(_ASKED)
    return None
