"""The loop that watches: proposals, pauses, faults, a game that goes on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from handreader.watch.log.event_text import localize
from handreader.watch.log.events import (
    PauseEvent,
    WinEvent,
    WinProposalEvent,
)
from handreader.watch.log.journal import read_events
from handreader.watch.play.win_proposal import WinProposal
from handreader.watch.session import proposals
from handreader.watch.session.watcher import Watcher
from scoring.tiles import Wind
from tests.handreader.watch.log.entries import events_of
from tests.handreader.watch.session.scripted_watch import (
    SCENES,
    Run,
    by_width,
    execute_line,
    kinds,
    reopen,
)
from tests.vision.scenes import observe, scene
from vision.arrays import Pixels
from vision.seen_tile import SeenTile
from vision.tracking.observer import Observation

MAIN = ("pause", "resume", "win")


def test_a_win_that_an_earlier_run_left_open_is_asked_about_anew(run: Run) -> None:
    first, _ = run([(2, 0), (4, 1)])
    assert len(first.proposals) == 1
    second, watcher = run([(4, 1), (2, 0)], ["seat S from W", "y"])
    assert len(second.proposals) == 2  # with what was said
    assert [event.kind for event in watcher.journal.events].count("win") == 1


def test_a_hand_is_proposed_confirmed_and_entered(run: Run, tmp_path: Path) -> None:
    typist, watcher = run([(2, 0), (4, 1), (2, 0), (2, 0)], ["seat S from W", "y"])
    assert kinds(typist) == [
        "deal_start", "proposal", "proposal", "win", "totals", "deal_start",
    ]  # fmt: skip
    (win,) = events_of(typist.events, WinEvent)
    assert win.hands[0].record.win.seat is Wind.SOUTH and win.changes[Wind.SOUTH] > 0
    assert sum(watcher.table.game.points) == 0
    evidence = typist.events[3].evidence
    assert evidence and (tmp_path / "game" / evidence[0].file).exists()
    assert [e.kind for e in read_events(tmp_path / "game")][1:] == kinds(typist)


def test_a_refused_hand_is_not_proposed_again(run: Run) -> None:
    typist, _ = run([(1, 0), (8, 1)], ["n"])
    assert kinds(typist).count("proposal") == 1 and "win" not in kinds(typist)


@pytest.mark.parametrize("between", [[(3, 0)], []])
def test_the_next_hand_with_the_same_question_is_proposed(
    run: Run, between: list[tuple[float, int]]
) -> None:
    typist, _ = run([(1, 0), (5, 3), *between, (5, 4)], rules="mcr")
    first, second = events_of(typist.events, WinProposalEvent)
    assert first.record is None and second.record is None
    assert first.questions == second.questions
    shown = [[t.kind for t in found.reading.tiles] for found in typist.proposals]
    assert [kinds[:3] for kinds in shown] == [["1m", "2m", "3m"], ["2m"] * 3]


def test_a_hand_that_was_cleared_away_unanswered_stays_open_and_is_not_proposed_twice(
    run: Run,
) -> None:
    typist, watcher = run([(1, 0), (5, 3), (3, 0), (5, 3)], rules="mcr")
    assert kinds(typist).count("proposal") == 1
    assert watcher.table.open_proposal is not None


def test_a_statement_is_about_the_hand_that_it_was_made_for(run: Run) -> None:
    _, watcher = run([(1, 0), (5, 3)], rules="mcr")
    reopen(watcher)
    execute_line(watcher, "seat S from W")
    found = show(watcher, 4)
    watcher.journal.close()
    assert found is not None and found.needs[:2] == ("seat", "how")


def test_nothing_is_taken_unasked_while_something_is_open(run: Run) -> None:
    typist, _ = run([(1, 0), (6, 1)], auto=True)
    assert "proposal" in kinds(typist) and "win" not in kinds(typist)


def test_undo_takes_a_win_back(run: Run) -> None:
    _, watcher = run([(1, 0), (5, 1)], ["seat S from W", "y"])
    points = watcher.table.game.points
    reopen(watcher)
    execute_line(watcher, "undo")
    assert watcher.table.game.points == (0, 0, 0, 0) != points
    watcher.journal.close()


def show(watcher: Watcher, scene_number: int) -> WinProposal | None:
    """Has the watcher see a scene now; the proposal that is open then."""
    picture = np.zeros((1400, 2400, 3), np.uint8)
    tiles = observe(scene(SCENES[scene_number]))
    seen = Observation("all", 9.0, tiles, (), (), True, None, picture)
    proposals.track_hand(watcher.session, seen)
    return proposals.propose_now(watcher.session)


@pytest.mark.parametrize("rules", ["zung-jung", "mcr"])
def test_the_same_hand_keeps_its_statement_when_its_win_is_undone(run: Run, rules: str) -> None:
    _, watcher = run([(1, 0), (5, 1)], ["seat S from W", "y"], rules=rules)
    reopen(watcher)
    before = watcher.table.game.points
    execute_line(watcher, "undo")
    found = show(watcher, 1)
    assert found is not None and found.record is not None and found.needs == ()
    assert (found.record.win.seat, found.record.win.discarder) == (Wind.SOUTH, Wind.WEST)
    execute_line(watcher, "seat N from W")  # the statement can be changed
    execute_line(watcher, "y")
    assert watcher.table.game.points != before
    execute_line(watcher, "undo")
    again = show(watcher, 1)
    assert again is not None and again.record is not None
    assert again.record.win.seat is Wind.NORTH, "the last statement holds"
    watcher.journal.close()


def test_another_hand_after_an_undone_win_is_asked_about(run: Run) -> None:
    _, watcher = run([(1, 0), (5, 1)], ["seat S from W", "y"], rules="mcr")
    reopen(watcher)
    execute_line(watcher, "undo")
    found = show(watcher, 4)
    watcher.journal.close()
    assert found is not None and found.needs[:2] == ("seat", "how")


def test_a_lost_camera_pauses_and_loses_nothing(run: Run) -> None:
    typist, _ = run([(1, 0), (2, None), (5, 1)], ["seat E drawn", "y"])
    assert [k for k in kinds(typist) if k in MAIN] == list(MAIN)


def test_darkness_pauses_and_loses_nothing(run: Run) -> None:
    typist, _ = run([(2, 0), (2, -1), (5, 1)], ["seat E drawn", "y"])
    assert [k for k in kinds(typist) if k in MAIN] == list(MAIN)
    assert events_of(typist.events, PauseEvent) == [PauseEvent("dark")]


def test_what_covers_the_table_for_long_is_reported_once(run: Run) -> None:
    typist, _ = run([(2, 0), (5, -2), (2, 0)])
    assert typist.warnings == []
    typist, _ = run([(2, 0), (30, -2), (2, 0)])
    assert [warning.split()[0] for warning in typist.warnings] == ["covered_left"]
    assert "a sinistra" in localize("covered_left", "it")


def test_one_bad_frame_is_said_and_left_out(run: Run) -> None:
    calls = 0

    def fails_once(picture: Pixels) -> Sequence[SeenTile]:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise ValueError("torn picture")
        return by_width(picture)

    typist, _ = run([(2, 0), (5, 1)], ["seat E drawn", "y"], name=fails_once)
    assert "win" in kinds(typist)
    assert any("torn picture" in warning for warning in typist.warnings)


def test_a_game_goes_on_after_it_was_cut_off(run: Run) -> None:
    first, _ = run([(1, 0), (5, 1)], ["seat S from W", "y"])
    second, watcher = run([(1, 1), (2, 0), (5, 2)], ["seat W drawn", "y"])
    assert kinds(first).count("win") == kinds(second).count("win") == 1
    assert kinds(second)[0] == "deal_start"  # the hand that still lay there was not taken again
    assert len(watcher.table.game.deals) == 2


def test_what_is_no_answer_holds_nothing_up(run: Run) -> None:
    typist, _ = run([(1, 0), (5, 1)], ["n\ndrwa\ndraw\ny"])
    (drawn,) = [event for event in typist.events if event.kind == "draw"]
    assert drawn.time < 5.0  # not only when the film is over
    assert any("drwa" in warning for warning in typist.warnings)
    assert any(warning.startswith("nothing_open") for warning in typist.warnings)
