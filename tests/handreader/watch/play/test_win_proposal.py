"""Wins that are proposed from the tiles that lie there, and their doubts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handreader.watch.errors import WatchError
from handreader.watch.log.events import RiichiEvent
from handreader.watch.play.win_proposal import WinProposal, propose_win
from handreader.watch.play.win_statement import WinStatement, parse_statement
from scoring.hand import SetKind
from scoring.tiles import Tile, Wind
from scoring.win import Win
from tests.handreader.conftest import WIN as CALLED
from tests.handreader.watch.log_of_a_game import Log, call_event
from tests.handreader.watch.session.scripted_watch import (
    WIN,
)
from tests.vision.scenes import observe, scene


def proposal_of(
    log: Log, text: str, place: int | None, statement: WinStatement | None = None
) -> WinProposal | None:
    tiles = observe(scene(text))
    return propose_win(
        log.table, place, tiles, (2400, 2400), log.play.missing, statement or WinStatement()
    )


def test_thirteen_tiles_win_with_the_last_discard() -> None:
    log = Log("zung-jung")
    for place, tile in ((0, "1p"), (1, "2p"), (2, "9s")):
        log.discard(place, tile)
    found = proposal_of(log, WIN, 0)
    assert found is not None and found.record is not None and found.score is not None
    assert (found.record.hand.winning, found.record.win.discarder) == (Tile.S9, Wind.WEST)
    assert found.needs == () and found.is_certain and found.score.valid_win


def test_fourteen_tiles_are_self_drawn_while_the_last_discard_lies() -> None:
    log = Log("zung-jung")
    last = [log.discard(place, tile) for place, tile in ((0, "1p"), (1, "2p"), (2, "9s"))][-1]
    text = f"{WIN}___[9s]"
    drawn = proposal_of(log, text, 0)
    assert drawn is not None and drawn.record is not None and drawn.record.win.self_drawn
    log.play.missing.add(last.number)
    taken = proposal_of(log, text, 0)
    assert taken is not None and taken.record is not None
    assert taken.record.win.discarder is Wind.WEST


def test_tiles_that_win_nothing_are_no_proposal() -> None:
    log = Log("zung-jung")
    log.discard(2, "5z")
    assert proposal_of(log, WIN, 0) is None
    assert proposal_of(log, "[1m][2m][3m]", 0) is None


def test_thirteen_tiles_that_nothing_completes_are_no_proposal() -> None:
    log = Log("zung-jung")
    log.discard(0, "5z")  # his own: nobody gave him a tile
    ready = proposal_of(log, WIN, 0)
    assert ready is not None and "winning_tile" in ready.needs
    assert proposal_of(log, "[1m][4m][7m][2p][5p][8p][3s][6s][9s][E ][S ][2m][3p]", 0) is None


def test_how_the_tiles_lie_is_answered_by_the_sets_that_were_seen() -> None:
    """A tile beside a pung of its kind is in the hand, or was called with it."""
    text = "[3p][3p][4p][5p]_[E ][E ]<E >[E ]___<7z>[7z][7z]___<6p>[7p][8p]"
    log = Log("zung-jung")
    for called, source, tiles in (
        (SetKind.KONG, 2, (Tile.EAST,) * 4),
        (SetKind.PUNG, 3, (Tile.RED,) * 3),
        (SetKind.CHOW, 3, (Tile.P6, Tile.P7, Tile.P8)),
    ):
        log.add(call_event(called, source, tiles))
    log.discard(2, "3p")
    found = proposal_of(log, text, 0)
    assert found is not None and found.record is not None and found.needs == ()
    assert [str(meld.kind) for meld in found.record.hand.melds] == ["kong", "pung", "chow"]
    log.table.deal.observed_from_start = False  # some may have been laid before we came
    before = proposal_of(log, text, 0)
    assert before is not None and before.record is None
    assert "winning_tile" in before.needs


@pytest.mark.parametrize("laid", [SetKind.PUNG, SetKind.KONG])
@pytest.mark.parametrize("raised", [0.3, 0.6, 0.97])
def test_a_fourth_tile_on_a_pung_is_known_by_the_sets_that_were_seen(
    raised: float, laid: SetKind
) -> None:
    """Whatever the camera thinks of the turned tile's body."""
    log = Log("zung-jung")
    log.add(call_event(laid, 3, (Tile.RED,) * (3 if laid is SetKind.PUNG else 4)))
    log.discard(2, "2p")
    seen = observe(scene("[2p][3p][4p][5p][5p][6s][7s][8s][3p][4p]___<7z>[7z][7z]"))
    (turned, *_) = (tile.id for tile in seen if tile.kind == "7z")
    tiles = [replace(tile, raised=raised if tile.id == turned else 0.02) for tile in seen]

    def propose() -> WinProposal | None:
        return propose_win(log.table, 0, tiles, (2400, 2400), log.play.missing, WinStatement())

    found = propose()
    assert found is not None and found.record is not None and found.is_certain
    assert [meld.kind for meld in found.record.hand.melds] == [laid]
    log.table.deal.observed_from_start = False
    before = propose()
    assert before is not None and before.record is None


def test_without_places_people_state_who_won() -> None:
    log = Log("zung-jung")
    text = f"{WIN}___[9s]"
    found = proposal_of(log, text, None)
    assert found is not None and found.needs == ("seat", "how") and not found.is_certain
    statement = parse_statement("seat S from W")
    told = proposal_of(log, text, None, statement)
    assert told is not None and told.record is not None and told.needs == ()
    assert (told.record.win.seat, told.record.win.discarder) == (Wind.SOUTH, Wind.WEST)
    with pytest.raises(WatchError, match="write it like"):
        parse_statement("from nowhere")


def test_the_stated_winners_riichi_is_counted() -> None:
    log = Log("riichi-ema")
    log.add(RiichiEvent(1, Wind.SOUTH, 0))
    closed, called = f"{WIN}___[9s]", CALLED
    for text, seat, is_counted in ((closed, "S", True), (closed, "W", False), (called, "S", False)):
        found = proposal_of(log, text, None, parse_statement(f"seat {seat} from N"))
        assert found is not None and found.record is not None and found.score is not None
        assert found.record.win.riichi is is_counted
        assert (("ura", "") in found.uncertainties) is is_counted
    assert proposal_of(log, closed, None).record.win.riichi is False  # type: ignore[union-attr]


def test_what_was_said_goes_before_what_was_seen() -> None:
    statement = parse_statement("from N last_tile tile:3=5m")
    win = statement.apply_to(Win(self_drawn=True, seat=Wind.WEST, riichi=True))
    assert (win.self_drawn, win.discarder, win.seat) == (False, Wind.NORTH, Wind.WEST)
    assert win.last_tile and win.riichi
    assert statement.answers == {"tile:3": "5m"}


def test_a_fifth_copy_is_a_doubt() -> None:
    log = Log("zung-jung")
    for tile in ("E", "7z", "9s"):
        log.discard(2, {"E": "1z"}.get(tile, tile))
    log.discard(1, "7z")
    log.discard(2, "9s")
    found = proposal_of(log, WIN, 0)
    assert found is not None and ("copies", "7z") in found.uncertainties and not found.is_certain


def test_a_doubtful_tile_is_a_doubt() -> None:
    log = Log("zung-jung")
    log.discard(2, "9s")
    tiles = list(observe(scene(WIN)))
    tiles[0] = replace(tiles[0], names=(("1m", 0.7), ("9p", 0.2)))
    found = propose_win(log.table, 0, tiles, (2400, 2400), set(), WinStatement())
    assert found is not None and found.uncertainties[0][0] == "tile"


def test_furiten_is_warned_of() -> None:
    log = Log("riichi-ema")
    log.discard(0, "9s")
    log.discard(2, "9s")
    found = proposal_of(log, WIN, 0)
    assert found is not None and ("furiten_discarded", "9s") in found.uncertainties


def test_furiten_by_what_went_by() -> None:
    log = Log("riichi-ema")
    log.discard(0, "1p")
    log.discard(1, "9s")  # let go
    log.discard(2, "9s")
    found = proposal_of(log, WIN, 0)
    assert found is not None and ("furiten_passed", "9s") in found.uncertainties
    after = Log("riichi-ema")
    for place, tile in ((1, "9s"), (0, "1p"), (2, "9s")):  # his own turn was in between
        after.discard(place, tile)
    found = proposal_of(after, WIN, 0)
    assert found is not None and not [d for d in found.uncertainties if d[0].startswith("furiten")]
