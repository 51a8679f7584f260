"""Commands of people to the watcher, from the page or typed at the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.errors import HandReaderError
from scoring.game import AbortiveDraw, AbortReason, ExhaustiveDraw, FalseWin
from scoring.record import Record
from scoring.tiles import Tile, Wind, parse_tiles

from ..errors import WatchError
from ..play.win_statement import WinStatement, parse_statement

# The open proposal.


@dataclass(frozen=True, slots=True)
class Confirm:
    """Confirm the win of the open proposal."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Refuse the open proposal: no win, or not the end of the deal."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the questions of the open proposal, or state facts of its win."""

    statement: WinStatement


@dataclass(frozen=True, slots=True)
class ProposeNow:
    """Propose the shown hand without waiting for the rest of the table."""


# Ends of a deal, and riichi, that are entered by hand.


@dataclass(frozen=True, slots=True)
class EnterWin:
    """Enter the complete wins that end the deal.

    Attributes:
        records: of the winners.
        riichi: seats that declared it; those of the winners may be missing.
        on_riichi_tile: whether they won on the tile of a riichi, if the camera did not see it.
        begins_deal: whether a deal may begin with it, since its start was not observed.
    """

    records: tuple[Record, ...]
    riichi: tuple[Wind, ...] = ()
    on_riichi_tile: bool = False
    begins_deal: bool = False


@dataclass(frozen=True, slots=True)
class EnterDeal:
    """Enter riichi and an end without a win, even if the start of the deal was not observed.

    Attributes:
        riichi: seats that declared it.
        ended: None if the deal continues.
    """

    riichi: tuple[Wind, ...]
    ended: ExhaustiveDraw | AbortiveDraw | FalseWin | None


@dataclass(frozen=True, slots=True)
class EnterDraw:
    """End the deal as an exhaustive draw.

    Attributes:
        ready: seats with a ready hand.
    """

    ready: frozenset[Wind]


@dataclass(frozen=True, slots=True)
class EnterAbort:
    """End the deal as an abortive draw."""

    reason: AbortReason


@dataclass(frozen=True, slots=True)
class EnterFalseWin:
    """Enter a false win and its penalty.

    Attributes:
        seat: of the player who declared it.
    """

    seat: Wind


@dataclass(frozen=True, slots=True)
class EnterRiichi:
    """Enter a riichi that the camera did not see."""

    seat: Wind


# The log and the watching.


@dataclass(frozen=True, slots=True)
class Fix:
    """Correct the tile of an event.

    Attributes:
        event: its number.
        tile: the right kind.
    """

    event: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class FixSet:
    """Correct the tiles of a call or kong.

    Attributes:
        event: its number.
        tiles: the right ones.
    """

    event: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo an event.

    Attributes:
        event: its number; None for the newest end of a deal.
    """

    event: int | None = None


@dataclass(frozen=True, slots=True)
class BeginDeal:
    """Begin the next deal."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """End the game."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Pause the watching."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Resume the watching."""


@dataclass(frozen=True, slots=True)
class ImportChanges:
    """Import the changes of the stored game now, as before every other command."""


@dataclass(frozen=True, slots=True)
class Invalid:
    """Report that a typed line is no command, in its turn among the others.

    Attributes:
        error: of the line.
        idle_error: the same while no proposal is open.
    """

    error: WatchError
    idle_error: WatchError


ProposalCommand = Confirm | Refuse | Answer
"""A command that only an open proposal gives a meaning."""

Command = (
    ProposalCommand
    | ProposeNow
    | EnterWin
    | EnterDeal
    | EnterDraw
    | EnterAbort
    | EnterFalseWin
    | EnterRiichi
    | Fix
    | FixSet
    | Undo
    | BeginDeal
    | EndGame
    | Pause
    | Resume
    | ImportChanges
    | Invalid
)


def parse_command(line: str) -> Command:
    """Parse a line that was typed at the terminal.

    >>> parse_command("fix 12 5m")
    Fix(event=12, tile=<Tile.M5: '5m'>)
    """
    line = line.strip()
    word, _, rest = line.partition(" ")
    try:
        if word in _SIMPLE:
            return _SIMPLE[word]
        if word in _PARSERS:
            return _PARSERS[word](rest)
    except WatchError as error:
        return Invalid(error, error)
    try:
        return Answer(parse_statement(line))
    except WatchError as error:
        return Invalid(error, unknown_command(line))


def unknown_command(text: str) -> WatchError:
    """Return the error for a text that is no command while no proposal is open."""
    return WatchError("no_command", text=text[:40])


def _parse_win(rest: str) -> EnterWin:
    """Parse the case record of a win, or a list for several on one tile."""
    try:
        value = json.loads(rest)
        records = [Record.from_json(one) for one in (value if isinstance(value, list) else [value])]
    except ValueError as error:
        raise WatchError("no_record", why=error) from None
    if not records:
        raise WatchError("no_record", why="[]")
    return EnterWin(tuple(records))


def _parse_draw(rest: str) -> EnterDraw:
    letters = rest.upper().replace(" ", "")
    if not set(letters) <= set(Wind):
        raise WatchError("draw_like")
    return EnterDraw(frozenset(map(Wind, letters)))


def _parse_abort(rest: str) -> EnterAbort:
    if rest not in tuple(AbortReason):
        raise abort_error()
    return EnterAbort(AbortReason(rest))


def abort_error() -> WatchError:
    """Return the error for an abortive draw without its reason, or while no deal is played."""
    return WatchError("abort_like", reasons=" | ".join(AbortReason))


def _parse_seat(rest: str, code: str) -> Wind:
    if rest not in tuple(Wind):
        raise WatchError(code)
    return Wind(rest)


def _parse_fix(rest: str) -> Fix | FixSet:
    """Parse the number of an event and its tile or its set: `12 5m`, `14 555m`."""
    number, _, words = rest.partition(" ")
    try:
        tiles = parse_tiles(words)
    except HandReaderError:
        tiles = ()
    if not (number.isascii() and number.isdecimal()) or not tiles:
        raise WatchError("fix_like")
    return Fix(int(number), tiles[0]) if len(tiles) == 1 else FixSet(int(number), tiles)


def _parse_undo(rest: str) -> Undo:
    return Undo(int(rest) if rest.strip().isdecimal() else None)


def _reject_new(rest: str) -> Command:
    raise WatchError("end_first")


_SIMPLE: Mapping[str, Command] = {
    "y": Confirm(),
    "n": Refuse(),
    "win": ProposeNow(),
    "deal": BeginDeal(),
    "end": EndGame(),
    "pause": Pause(),
    "resume": Resume(),
}
_PARSERS: Mapping[str, Callable[[str], Command]] = {
    "hand": _parse_win,
    "draw": _parse_draw,
    "abort": _parse_abort,
    "false": lambda rest: EnterFalseWin(_parse_seat(rest, "false_like")),
    "riichi": lambda rest: EnterRiichi(_parse_seat(rest, "riichi_like")),
    "fix": _parse_fix,
    "undo": _parse_undo,
    "new": _reject_new,  # a new game begins only after this one
}
