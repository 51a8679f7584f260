"""Proposal of a win from a shown hand: its record, score, missing facts and uncertainties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from scoring import Score, rulebook
from scoring.errors import HandReaderError
from scoring.record import FLAGS, Record
from scoring.tiles import Tile, Wind
from scoring.win import Win
from vision import PhotoReading
from vision.layout.layout import Layout
from vision.seen_tile import SeenTile

from ... import pipeline
from ...situation import Situation
from ..log.table_state import TableState
from . import win_facts
from .win_statement import WinStatement

SURE = 0.9
"""Probability below which the kind of a tile is uncertain."""
_TOLD_BY_SETS = ("reading", "pung_or_kong")
"""Questions that the sets of the log may answer."""
FEWEST = 10
"""Face-up tiles that must be visible before they can be a winner's hand."""


@dataclass(frozen=True, slots=True)
class WinProposal:
    """A win to be confirmed.

    Attributes:
        place: of the hand; None if the camera sees only one hand.
        reading: of the hand's tiles.
        record: of the win; None while a necessary fact is missing.
        score: of the record.
        needs: missing facts: "seat", "how" (self-drawn or from whom), and ids of the reading's
            questions.
        uncertainties: codes of `event_text`, each with its subject; empty if the camera is certain.
    """

    place: int | None
    reading: PhotoReading
    record: Record | None
    score: Score | None
    needs: tuple[str, ...]
    uncertainties: tuple[tuple[str, str], ...]

    @property
    def is_certain(self) -> bool:
        """Return whether the win needs no confirmation."""
        return self.score is not None and not self.needs and not self.uncertainties


def propose_win(
    table: TableState,
    place: int | None,
    tiles: Sequence[SeenTile],
    size: tuple[int, int],
    missing: set[int],
    statement: WinStatement,
    name: str = "camera",
) -> WinProposal | None:
    """Decode tiles as a win; None if they are no winning hand.

    Args:
        table: state of the game.
        place: of the tiles; None if unknown.
        tiles: confirmed tiles of the area.
        size: width and height of the area's picture.
        missing: as in `play_tracker.PlayTracker`.
        statement: statement of the win so far.
        name: of the reading.
    """
    seen = _seen_on_table(tiles)
    if sum(tile.face_up for tile in seen) < FEWEST:
        return None
    answers = dict(statement.answers)
    if place is not None:
        answers.setdefault("owner_edge", "bottom")
    relations = pipeline.find_relations(seen, table.rules)

    def decode(known: Situation) -> Layout:
        return pipeline.decode_tiles(seen, known, table.rules, relations=relations)

    found = decode(Situation(answers=answers))
    got = win_facts.TileOrigin()
    if place is not None:
        got = _tile_origin(table, place, found, seen, missing)
        kind = got.tile
        if kind is not None and (found.winning_kind or kind.value) != kind.value:
            kind = kind if found.winning is None else None
        if kind is not None and found.winning is None:
            answers.setdefault("winning_tile", kind.value)
        win = win_facts.derive_win(table, place, got)
    else:
        is_called = not all(meld.is_concealed for meld in found.melds)
        win = _win_without_place(table, statement, is_called)
    win = statement.apply_to(win)

    def decode_with(answers: Mapping[str, str]) -> tuple[PhotoReading, Situation]:
        situation = _situation(win, answers)
        return PhotoReading(name, *size, 0.0, seen, decode(situation)), situation

    reading, situation = decode_with(answers)
    if told := _answers_of_log(table, place, reading, decode):
        reading, situation = decode_with({**answers, **told})
    if not _is_possible_win(reading):
        return None
    needs = _missing_facts(place, win, statement, got)
    needs += [q.id for q in reading.questions if q.default is None]
    try:
        record = _record(reading, situation, win, table, place)
        score = pipeline.score_record(record)
    except HandReaderError:
        if not [q for q in reading.questions if q.default is None]:
            return None
        record, score = None, None
    doubts = tuple(_uncertainties(table, place, reading, record, got))
    return WinProposal(place, reading, record, score, tuple(needs), doubts)


def _seen_on_table(tiles: Sequence[SeenTile]) -> tuple[SeenTile, ...]:
    """Return the tiles of an area by number: on a table in play none is a picture of a tile."""
    return tuple(replace(tile, id=number, printed=None) for number, tile in enumerate(tiles))


def win_obstacle(
    table: TableState, tiles: Sequence[SeenTile], size: tuple[int, int], name: str
) -> HandReaderError | None:
    """Return why the tiles of a picture are not proposed as a win; None if they are one.

    Args:
        table: state of the game.
        tiles: confirmed tiles of the picture.
        size: its width and height.
        name: of the picture.
    """
    seen = _seen_on_table(tiles)
    situation = _situation(_win_without_place(table, WinStatement(), False), {})
    layout = pipeline.decode_tiles(seen, situation, table.rules)
    reading = PhotoReading(name, *size, 0.0, seen, layout)
    try:
        pipeline.score_record(pipeline.record(reading, situation, table.rules))
    except HandReaderError as error:
        return error
    return None


def _win_without_place(table: TableState, statement: WinStatement, is_called: bool) -> Win:
    """Return what the log implies of a win where no place shows who won; East until it is stated.

    Args:
        table: state of the game.
        statement: statement of the win so far.
        is_called: whether the hand has a called set: then it did not declare the riichi of the log.
    """
    winner = statement.facts.get("seat")
    win = table.game.partial_win(winner if isinstance(winner, Wind) else table.seat(table.east))
    return win if isinstance(winner, Wind) and not is_called else replace(win, riichi=False)


def _tile_origin(
    table: TableState, place: int, found: Layout, tiles: Sequence[SeenTile], missing: set[int]
) -> win_facts.TileOrigin:
    won = [] if found.winning is None else [found.winning]
    in_hand = [*found.concealed, *won]
    held = len(in_hand) + 3 * len(found.melds)
    kinds = {Tile(tiles[i].kind).plain for i in in_hand if tiles[i].names and tiles[i].face_up}
    return win_facts.winning_tile_origin(table, place, held, kinds, missing)


def _answers_of_log(
    table: TableState,
    place: int | None,
    reading: PhotoReading,
    decode: Callable[[Situation], Layout],
) -> dict[str, str]:
    """Return the one way to answer what is asked of sets with which they match the log's; or {}."""
    asked = [q for q in reading.questions if q.code in _TOLD_BY_SETS]
    if place is None or not asked or not table.deal.is_fully_observed:
        return {}
    before = _log_sets(table, place)
    same = []
    for options in product(*(q.options for q in asked)):
        told = dict(zip((q.id for q in asked), options, strict=True))
        if _layout_sets(decode(Situation(answers={"owner_edge": "bottom", **told}))) == before:
            same.append(told)
    return same[0] if len(same) == 1 else {}


def _is_possible_win(reading: PhotoReading) -> bool:
    """Return whether the hand may win: no fatal problem, and some tile completes it."""
    if any(problem.fatal for problem in reading.problems):
        return False
    told = all(tile.names for tile in reading.tiles if tile.face_up)
    nothing_wins = any(
        q.code == "winning_tile" and not q.options and not q.tiles for q in reading.questions
    )
    return not (told and nothing_wins)


def _missing_facts(
    place: int | None, win: Win, statement: WinStatement, got: win_facts.TileOrigin
) -> list[str]:
    needs = [] if place is not None or "seat" in statement.facts else ["seat"]
    known = got.known or statement.has_source
    return needs if known and (win.self_drawn or win.discarder) else [*needs, "how"]


def _situation(win: Win, answers: Mapping[str, str]) -> Situation:
    return Situation(
        seat=win.seat,
        round=win.round,
        self_drawn=win.self_drawn,
        discarder=win.discarder,
        flags=frozenset(name for name in FLAGS if getattr(win, name)),
        liable=win.liable,
        dora=win.dora_indicators,
        ura=win.ura_indicators,
        counters=win.counters,
        riichi_sticks=win.riichi_sticks,
        norths=win.norths,
        answers=answers,
    )


def _record(
    reading: PhotoReading, situation: Situation, win: Win, table: TableState, place: int | None
) -> Record:
    """Return the record, completed with the facts that only the log has."""
    found = pipeline.record(reading, situation, table.rules)
    since = win.discards_since
    full = replace(found.win, discards_since=since)
    winning = found.hand.winning
    if place is not None and table.deal.is_fully_observed and winning is not None:
        seen = win_facts.is_last_of_kind(table, place, winning, found.hand)
        full = replace(
            full, last_of_kind=full.last_of_kind or (seen and table.game.rules.id == "mcr")
        )
    return replace(found, win=full)


def _uncertainties(
    table: TableState,
    place: int | None,
    reading: PhotoReading,
    record: Record | None,
    got: win_facts.TileOrigin,
) -> list[tuple[str, str]]:
    answered = reading.layout.names
    found = [
        ("tile", f"{tile.id}={tile.kind}")
        for tile in reading.final_tiles
        if tile.confidence < SURE and tile.id not in answered
    ]
    found += [("taken", f"{q.id}={q.default}") for q in reading.questions if q.default is not None]
    if record is None:
        return found
    if place is not None:
        found += _log_uncertainties(table, place, record, got)
    if table.game.rules.bet and record.win.riichi and not record.win.ura_indicators:
        found.append(("ura", ""))
    return found


def _log_uncertainties(
    table: TableState, place: int, record: Record, got: win_facts.TileOrigin
) -> list[tuple[str, str]]:
    """Return what the deal's log makes doubtful in a hand."""
    found = [("copies", tile.value) for tile in _excess_kinds(table, place, record)]
    if table.deal.sets and _has_other_sets(table, place, record):
        found.append(("sets", " ".join(str(meld) for meld in record.hand.melds)))
    if (
        got.self_drawn
        and table.deal.is_fully_observed
        and (turn := win_facts.place_to_draw(table)) != place
    ):
        found.append(("turn", table.seat(turn).value))
    if win_facts.is_near_wall_end(table) and not record.win.last_tile:
        found.append(("last_tile", str(win_facts.tiles_left_in_wall(table))))
    if table.game.rules.bet and got.discarder is not None:
        furiten = win_facts.furiten(table, place, record.hand, rulebook(table.rules))
        if furiten is not None:
            why, tiles = furiten
            found.append((f"furiten_{why}", " ".join(tiles)))
    if not table.deal.is_fully_observed:
        found.append(("partial", ""))
    return found


def _excess_kinds(table: TableState, place: int, record: Record) -> list[Tile]:
    """Return the kinds with more than four copies in ponds, sets and the hand."""
    last, win = table.last_discard, record.win
    ponds = [d.tile.plain for d in table.deal.discards if not d.claimed]
    given = not win.self_drawn and not win.robbing_kong
    if last is not None and given and not last.claimed:
        ponds = [d.tile.plain for d in table.deal.discards[:-1] if not d.claimed]
    sets = [t.plain for laid in table.deal.sets if laid.place != place for t in laid.tiles]
    robbed = record.hand.winning
    if win.robbing_kong and robbed is not None and robbed.plain in sets:
        sets.remove(robbed.plain)  # it is counted in the kong, too
    every = [*ponds, *sets, *(tile.plain for tile in record.hand.tiles)]
    return sorted({tile for tile in every if every.count(tile) > 4})


def _has_other_sets(table: TableState, place: int, record: Record) -> bool:
    """Return whether the sets of the hand differ from those logged during the deal."""

    now = sorted(_set_key(meld.tiles, meld.concealed) for meld in record.hand.melds)
    return now != _log_sets(table, place)


_Set = tuple[tuple[str, ...], bool]


def _set_key(tiles: Sequence[Tile], concealed: bool) -> _Set:
    return tuple(sorted(tile.plain.value for tile in tiles)), concealed


def _log_sets(table: TableState, place: int) -> list[_Set]:
    return sorted(_set_key(laid.tiles, laid.concealed) for laid in table.sets(place))


def _layout_sets(found: Layout) -> list[_Set]:
    """Return the sets of a layout."""
    melds = [([Tile(kind) for kind in m.kinds if kind in tuple(Tile)], m) for m in found.melds]
    return sorted(_set_key(tiles, meld.is_concealed) for tiles, meld in melds)
