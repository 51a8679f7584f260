"""Facts of a win that the log has and the hand does not show; only observed ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.decompose import winning_tiles
from scoring.game import Furiten
from scoring.game import furiten as furiten_of
from scoring.hand import Hand, SetKind
from scoring.rulebook import Rulebook
from scoring.tiles import KINDS, Tile, Wind
from scoring.win import Win

from ..log.events import ActionEvent, CallEvent, DiscardEvent, KongEvent
from ..log.table_state import DiscardedTile, TableState

_DRAGONS = frozenset((Tile.WHITE, Tile.GREEN, Tile.RED))
_WINDS = frozenset((Tile.EAST, Tile.SOUTH, Tile.WEST, Tile.NORTH))
_ORPHANS = frozenset(tile for tile in KINDS if tile.is_honour or tile.rank in (1, 9))
_NEAR_END = 3
"""Tiles left in the wall below which an unobserved discard may matter."""


@dataclass(frozen=True, slots=True)
class TileOrigin:
    """Origin of the winning tile.

    Attributes:
        self_drawn: from the wall.
        discarder: seat of its discarder; None if self-drawn or unknown.
        tile: the winning tile, if its discard was observed.
        robbing_kong: it was declared for a kong.
        known: whether the origin was observed.
    """

    self_drawn: bool = False
    discarder: Wind | None = None
    tile: Tile | None = None
    robbing_kong: bool = False
    known: bool = False


def winning_tile_origin(
    table: TableState, place: int, held: int, kinds: set[Tile], missing: set[int]
) -> TileOrigin:
    """Return the origin of a hand's winning tile.

    Args:
        table: state of the game.
        place: of the winner.
        held: tiles of the hand, sets as three: 14, or 13 if the winning tile is not in the hand.
        kinds: plain kinds of the hand's own tiles (not of its sets).
        missing: events of discards that have left their ponds, and of kongs without their fourth
            tile.
    """
    if not table.deal.is_fully_observed:
        return TileOrigin()
    last, action = table.last_discard, table.last_action
    robbed = _kong_robbery(table, place, kinds)
    if action is not None and robbed is not None and robbed.tile is not None:
        if held == 13 or (action.number in missing and robbed.tile in kinds):
            return robbed
        if robbed.tile in kinds:  # the declarer must discard first: was a discard missed?
            return TileOrigin()
    other = last is not None and last.place != place and not last.claimed
    if other and last is not None:
        given = TileOrigin(False, table.seat(last.place), last.tile, False, True)
        if held == 13:
            return given
        if last.event in missing and last.tile.plain in kinds:
            return given
        if missing == {last.event}:  # taken, but not in the hand: one of the two is misread
            return TileOrigin()
    return TileOrigin(self_drawn=True, known=True) if held == 14 else TileOrigin()


def _kong_robbery(table: TableState, place: int, kinds: set[Tile]) -> TileOrigin | None:
    """Return the origin of a tile that this player may rob from a kong just declared by another.

    Only thirteen orphans rob a concealed kong, in riichi.
    """
    action = table.last_action
    kong = None if action is None else action.event
    if not isinstance(kong, KongEvent) or kong.place == place:
        return None
    if not kong.is_added and not (table.game.rules.bet and kinds <= _ORPHANS):
        return None
    return TileOrigin(False, table.seat(kong.place), kong.tiles[-1].plain, True, True)


def place_to_draw(table: TableState) -> int:
    """Return the place whose turn it is to draw by the log; after a set its player's own."""
    action = table.last_action
    if action is None:
        return table.east
    place = action.event.place
    return (place + 1) % 4 if isinstance(action.event, DiscardEvent) else place


def derive_win(table: TableState, place: int, got: TileOrigin) -> Win:
    """Derive the win from the log; facts that are not in the log are false."""
    seat = table.seat(place)
    win = table.game.partial_win(seat)
    if not got.known:
        return win
    deal = table.deal
    first = not deal.actions
    return replace(
        win,
        self_drawn=got.self_drawn,
        discarder=got.discarder,
        robbing_kong=got.robbing_kong,
        kong_replacement=got.self_drawn and _is_kong_replacement(table, place),
        double_riichi=_is_double_riichi(table, place),
        ippatsu=_is_ippatsu(table, place, got),
        liable=_liable_seat(table, place),
        dora_indicators=tuple(deal.indicators),
        blessing_heaven=first and got.self_drawn and seat is Wind.EAST,
        blessing_earth=_is_blessing_of_earth(table, place, got),
        discards_since=_discards_since(table, place, got),
    )


def is_last_of_kind(table: TableState, place: int, tile: Tile, hand: Hand) -> bool:
    """Return whether the other three copies of a winning tile were visible to all."""
    in_ponds = [d.tile.plain for d in table.deal.discards if not d.claimed]
    in_sets = [t.plain for laid in table.deal.sets if not laid.concealed for t in laid.tiles]
    return [*in_ponds, *in_sets].count(tile.plain) >= 3


def furiten(
    table: TableState, place: int, hand: Hand, book: Rulebook
) -> tuple[Furiten, tuple[Tile, ...]] | None:
    """Return the kind of furiten of a winner and its tiles; None if he may win on a discard.

    Only observed tiles count: the players may have seen more.
    """
    waits = winning_tiles(replace(hand, winning=None), book.shapes, book.options)
    own = [d.tile for d in table.deal.discards if d.place == place]
    passed = list(_furiten_candidates(table, place))
    why = furiten_of(waits, own, passed, place in table.deal.riichi)
    if why is None:
        return None
    let_go = own if why is Furiten.DISCARDED else passed
    return why, tuple(sorted({t.plain for t in let_go} & {t.plain for t in waits}))


def _furiten_candidates(table: TableState, place: int) -> Iterator[Tile]:
    """Yield tiles that others discarded or added to a pung and that this player did not win on.

    Counted since his last draw or call, after riichi since its declaration; without the winning
    tile.
    """
    seen = table.deal.actions[:-1]  # the last is the winning tile
    declared = table.deal.riichi.get(place)
    own = [action.number for action in seen if action.event.place == place]
    since = declared if declared is not None else max(own, default=0)
    for action in seen:
        if action.number <= since or action.event.place == place:
            continue
        match action.event:
            case DiscardEvent(tile=tile):
                yield tile
            case KongEvent(is_added=True, tiles=tiles):
                yield tiles[-1]


def tiles_left_in_wall(table: TableState) -> int | None:
    """Return the number of tiles left to draw; None if the deal was not observed from its start.

    Every discard follows a draw, or a claimed chow or pung; a kong adds one draw. An unobserved
    discard is not counted.
    """
    if not table.deal.is_fully_observed:
        return None
    flowers = table.game.rules.id in ("mcr", "chinese-official")
    dead = 0 if table.game.rules.id == "mcr" else 14
    total = 144 if flowers else 136
    draws = len(table.deal.discards) + len(table.deal.flowers)
    for laid in table.deal.sets:
        draws += 1 if laid.kind is SetKind.KONG else 0
        draws -= 1 if laid.source is not None else 0
    return total - dead - 53 - draws


def is_near_wall_end(table: TableState) -> bool:
    """Return whether the wall may be exhausted: a person states if this was the last tile."""
    left = tiles_left_in_wall(table)
    return left is not None and left < _NEAR_END


def _discards_since(
    table: TableState, place: int, got: TileOrigin
) -> tuple[tuple[Wind, Tile], ...] | None:
    """Return the discards since the winner's own latest one (Zung Jung: same-round immunity)."""
    if table.game.rules.id != "zung-jung" or got.self_drawn or got.robbing_kong:
        return None
    since: list[DiscardedTile] = []
    for discard in reversed(table.deal.discards):
        since.insert(0, discard)
        if discard.place == place:
            break
    return tuple((table.seat(d.place), d.tile.plain) for d in since)


def _is_ippatsu(table: TableState, place: int, got: TileOrigin) -> bool:
    """Return whether no set was called since the riichi, and the winner has not discarded again.

    A robbed kong was not completed and breaks nothing (EMA 3.3.12: it ends at a tile's being
    called, here it is called for the win).
    """
    number = table.deal.riichi.get(place)
    if number is None:
        return False
    where = {discard.event: discard.place for discard in table.deal.discards}
    since = [action.event for action in table.deal.actions if action.number > number]
    return not any(
        not isinstance(event, DiscardEvent) or event.place == where.get(number)
        for event in (since[:-1] if got.robbing_kong else since)
    )


def _is_double_riichi(table: TableState, place: int) -> bool:
    """Return whether riichi was declared with the first discard, before any set."""
    number = table.deal.riichi.get(place)
    if number is None:
        return False
    before = [action.event for action in table.deal.actions if action.number < number]
    return all(isinstance(event, DiscardEvent) and event.place != place for event in before)


def _is_blessing_of_earth(table: TableState, place: int, got: TileOrigin) -> bool:
    """Return whether the win precedes any set or own discard (Zung Jung: on East's first)."""
    own = any(discard.place == place for discard in table.deal.discards)
    if table.seat(place) is Wind.EAST or own or table.deal.sets:
        return False
    if table.game.rules.id == "zung-jung":
        return len(table.deal.discards) == 1 and got.discarder is Wind.EAST
    return bool(table.game.rules.bet)


def _is_kong_replacement(table: TableState, place: int) -> bool:
    """Return whether the last action was the winner's kong: his tile is its replacement."""
    action = table.last_action
    return action is not None and action.event.place == place and _is_any_kong(action.event)


def _is_any_kong(event: ActionEvent) -> bool:
    called = isinstance(event, CallEvent) and event.set_kind is SetKind.KONG
    return called or isinstance(event, KongEvent)


def _liable_seat(table: TableState, place: int) -> Wind | None:
    """Return the seat that discarded for the third set of dragons or the fourth of winds."""
    if not table.game.rules.bet:
        return None
    for kinds, size in ((_DRAGONS, 3), (_WINDS, 4)):
        sets = [laid for laid in table.sets(place) if laid.tiles[0].plain in kinds]
        if len(sets) == size and sets[-1].source is not None:
            return table.seat(sets[-1].source)
    return None
