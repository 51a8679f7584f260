"""Proposal of a win from a shown hand: its record, score, missing facts and uncertainties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring import Score, rulebook
from scoring.errors import HandReaderError
from scoring.record import FLAGS, Record
from scoring.tiles import Tile
from scoring.win import Win
from vision import Reading
from vision.layout.layout import Layout, layout
from vision.layout.melds import Origin
from vision.seen_tile import SeenTile

from ... import pipeline
from ...situation import Situation
from ..log.table_state import Table
from . import win_facts
from .win_statement import Said

SURE = 0.9
"""Probability below which the kind of a tile is uncertain."""
FEWEST = 10
"""Face-up tiles that must be visible before they can be a winner's hand."""


@dataclass(frozen=True, slots=True)
class Proposal:
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
    reading: Reading
    record: Record | None
    score: Score | None
    needs: tuple[str, ...]
    doubts: tuple[tuple[str, str], ...]

    @property
    def sure(self) -> bool:
        """Return whether the win needs no confirmation."""
        return self.score is not None and not self.needs and not self.doubts


def proposal(
    table: Table,
    place: int | None,
    tiles: Sequence[SeenTile],
    size: tuple[int, int],
    missing: set[int],
    said: Said,
    name: str = "camera",
) -> Proposal | None:
    """Decode tiles as a win; None if they are no winning hand.

    Args:
        table: state of the game.
        place: of the tiles; None if unknown.
        tiles: confirmed tiles of the area.
        size: width and height of the area's picture.
        missing: as in `play_tracker.PlayTracker`.
        said: statement of the win so far.
        name: of the reading.
    """
    seen = tuple(replace(tile, id=number) for number, tile in enumerate(tiles))
    if sum(tile.face_up for tile in seen) < FEWEST:
        return None
    answers = dict(said.answers)
    if place is not None:
        answers.setdefault("owner_edge", "bottom")
    laid = pipeline.laid_as(table.rules)
    found = layout(seen, laid, answers)
    got = win_facts.Taken()
    if place is not None:
        got = _taken(table, place, found, seen, missing)
        kind = got.tile
        if kind is not None and (found.winning_kind or kind.value) != kind.value:
            kind = kind if found.winning is None else None
        if kind is not None and found.winning is None:
            answers.setdefault("winning_tile", kind.value)
        win = win_facts.win_facts(table, place, got)
    else:
        win = replace(table.game.win(table.seat(table.east)), riichi=False)
    win = said.win(win)

    def settle(answers: Mapping[str, str]) -> tuple[Reading, Situation]:
        reading = Reading(name, *size, 0.0, seen, layout(seen, laid, answers))
        situation = _situation(win, answers)
        return pipeline.settled(reading, situation, table.rules), situation

    reading, situation = settle(answers)
    for option in _as_laid(table, place, reading):
        reading, situation = settle({**answers, "reading": option})
    if not _may_win(reading):
        return None
    needs = _needs(place, win, said, got)
    needs += [q.id for q in reading.questions if q.default is None]
    try:
        record = _record(reading, situation, win, table, place)
        score = pipeline.scored(record)
    except HandReaderError:
        if not [q for q in reading.questions if q.default is None]:
            return None
        record, score = None, None
    doubts = tuple(_doubts(table, place, reading, record, got))
    return Proposal(place, reading, record, score, tuple(needs), doubts)


def _taken(
    table: Table, place: int, found: Layout, tiles: Sequence[SeenTile], missing: set[int]
) -> win_facts.Taken:
    won = [] if found.winning is None else [found.winning]
    in_hand = [*found.concealed, *won]
    held = len(in_hand) + 3 * len(found.melds)
    kinds = {Tile(tiles[i].kind).plain for i in in_hand if tiles[i].names and tiles[i].face_up}
    return win_facts.taken(table, place, held, kinds, missing)


def _as_laid(table: Table, place: int | None, reading: Reading) -> tuple[str, ...]:
    """Return the one reading's option whose sets match the deal's sets in the log; () for none."""
    asked = [q for q in reading.questions if q.code == "reading" and q.default is None]
    if place is None or not asked or not table.deal.whole:
        return ()
    before = _sets_before(table, place)
    readings = {option: replace(reading, layout=_answered(reading, option)) for option in
                asked[0].options}  # fmt: skip
    same = [option for option, one in readings.items() if _sets_of(one.layout) == before]
    return tuple(same) if len(same) == 1 else ()


def _answered(reading: Reading, option: str) -> Layout:
    return layout(reading.tiles, reading.layout.rules, {"owner_edge": "bottom", "reading": option})


def _may_win(reading: Reading) -> bool:
    """Return whether the hand may win: no fatal problem, and some tile completes it."""
    if any(problem.fatal for problem in reading.problems):
        return False
    told = all(tile.names for tile in reading.tiles if tile.face_up)
    nothing_wins = any(
        q.code == "winning_tile" and not q.options and not q.tiles for q in reading.questions
    )
    return not (told and nothing_wins)


def _needs(place: int | None, win: Win, said: Said, got: win_facts.Taken) -> list[str]:
    words = said.words.split()
    needs = [] if place is not None or "seat" in words else ["seat"]
    known = got.known or "drawn" in words or "from" in words
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
        answers=answers,
    )


def _record(
    reading: Reading, situation: Situation, win: Win, table: Table, place: int | None
) -> Record:
    """Return the record, completed with the facts that only the log has."""
    found = pipeline.record(reading, situation, table.rules)
    since = win.discards_since
    full = replace(found.win, discards_since=since)
    winning = found.hand.winning
    if place is not None and table.deal.whole and winning is not None:
        seen = win_facts.last_of_kind(table, place, winning, found.hand)
        full = replace(full, last_of_kind=full.last_of_kind or (seen and table.rules == "mcr"))
    return replace(found, win=full)


def _doubts(
    table: Table, place: int | None, reading: Reading, record: Record | None, got: win_facts.Taken
) -> list[tuple[str, str]]:
    answered = reading.layout.names
    found = [
        ("tile", f"{tile.id}={tile.kind}")
        for tile in reading.named
        if tile.confidence < SURE and tile.id not in answered
    ]
    found += [("taken", f"{q.id}={q.default}") for q in reading.questions if q.default is not None]
    if record is None or place is None:
        return found
    found += [("copies", tile.value) for tile in _too_many(table, place, record)]
    if table.deal.sets and _other_sets(table, place, record):
        found.append(("sets", " ".join(str(meld) for meld in record.hand.melds)))
    if got.self_drawn and table.deal.whole and (turn := win_facts.turn(table)) != place:
        found.append(("turn", table.seat(turn).value))
    if win_facts.near_the_end(table) and not record.win.last_tile:
        found.append(("last_tile", str(win_facts.left_in_wall(table))))
    if table.game.rules.bet and got.discarder is not None:
        furiten = win_facts.furiten(table, place, record.hand, rulebook(table.rules))
        if furiten is not None:
            why, tiles = furiten
            found.append((f"furiten_{why}", " ".join(tiles)))
    if not table.deal.whole:
        found.append(("partial", ""))
    if table.game.rules.bet and record.win.riichi and not record.win.ura_indicators:
        found.append(("ura", ""))
    return found


def _too_many(table: Table, place: int, record: Record) -> list[Tile]:
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


def _other_sets(table: Table, place: int, record: Record) -> bool:
    """Return whether the sets of the hand differ from those logged during the deal."""

    now = sorted(_set(meld.tiles, meld.concealed) for meld in record.hand.melds)
    return now != _sets_before(table, place)


_Set = tuple[tuple[str, ...], bool]


def _set(tiles: Sequence[Tile], concealed: bool) -> _Set:
    return tuple(sorted(tile.plain.value for tile in tiles)), concealed


def _sets_before(table: Table, place: int) -> list[_Set]:
    return sorted(_set(laid.tiles, laid.concealed) for laid in table.sets(place))


def _sets_of(found: Layout) -> list[_Set]:
    """Return the sets of a layout."""
    melds = [([Tile(kind) for kind in m.kinds if kind in tuple(Tile)], m) for m in found.melds]
    return sorted(_set(tiles, meld.origin is Origin.CONCEALED) for tiles, meld in melds)
