"""What a store keeps, refuses and corrects; on every kind of database."""

from __future__ import annotations

import json
import threading
from datetime import UTC, datetime, timedelta

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra `web`")

from handreader.store import CAMERA, Origin, StaleError, StoreError, open_store
from handreader.store.store import Store
from scoring import RULEBOOKS, score
from scoring.game import (
    GAMES,
    DeadHand,
    Event,
    ExhaustiveDraw,
    FalseWin,
    GameState,
    Riichi,
    Winner,
    Won,
    game_rules,
    new_game,
    replay,
    win_from_scores,
)
from scoring.hand import Hand
from scoring.record import Record
from scoring.tiles import WINDS, Wind
from scoring.win import Win

E, S, W, N = WINDS
PLAYERS = ("Anna", "Bo", "Carla", "Dario")
DRAWN = ExhaustiveDraw()


def code(error: pytest.ExceptionInfo[StoreError]) -> str:
    return error.value.code


def win_by_discard(winner: Wind, payer: Wind, points: int) -> Won:
    changes = [0, 0, 0, 0]
    changes[winner.order], changes[payer.order] = points, -points
    a, b, c, d = changes
    return Won((Winner(winner, (a, b, c, d)),), payer)


def test_a_game_is_kept_from_the_first_hand_to_the_last(store: Store, url: str) -> None:
    game = store.new_game(PLAYERS, game_rules("mcr"))
    events: list[Event] = [win_by_discard(S, E, 24), DRAWN, FalseWin(N), win_by_discard(W, N, 40)]
    for number, event in enumerate(events, start=1):
        entry = store.append(game.id, number, event)
        assert (entry.number, entry.version, entry.events) == (number, 0, (event,))
    with open_store(url) as again:
        assert again.state(game.id) == replay(new_game(game_rules("mcr")), events)
        assert again.game(game.id) == game
        assert again.games() == (game,)
        assert [entry.events for entry in again.events(game.id)] == [(one,) for one in events]


@pytest.mark.parametrize("rules", GAMES)
def test_every_rule_set_and_its_options_come_back(store: Store, rules: str) -> None:
    game = store.new_game(PLAYERS, game_rules(rules))
    assert store.game(game.id).rules == game_rules(rules)
    store.append(game.id, 1, DRAWN)
    assert len(store.state(game.id).deals) == 1


def test_where_an_event_comes_from_is_kept(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("riichi-ema"))
    record = Record("a", "riichi-ema", Hand.parse("123m456p789s11z55m +5m"), Win(seat=S))
    reading = {"model": "finder-v1 namer-v1", "tiles": [{"id": 0, "kind": "5m"}], "corrected": {}}
    origin = Origin(CAMERA, 0.93, (record.to_json(),), reading, "sha256:0f")
    store.append(game.id, 1, [Riichi(S), win_by_discard(S, E, 2600)], origin)
    (entry,) = store.events(game.id)
    assert entry.origin.author == CAMERA
    assert entry.origin.confidence == 0.93
    assert Record.from_json(entry.origin.records[0]) == record
    assert entry.origin.reading == reading
    assert entry.origin.evidence == "sha256:0f"
    assert entry.events == (Riichi(S), win_by_discard(S, E, 2600))


def test_numbers_that_are_not_the_next_are_stale(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("mcr"))
    for number in (0, 2, -1):
        with pytest.raises(StaleError) as caught:
            store.append(game.id, number, DRAWN)
        assert caught.value.next == 1
    store.append(game.id, 1, DRAWN)
    with pytest.raises(StaleError, match="Entry 1"):
        store.append(game.id, 1, win_by_discard(S, E, 8))
    assert store.events(game.id)[0].events == (DRAWN,)
    assert "prossima" in StaleError(1, 2).localize("it")


def test_a_game_that_was_corrected_meanwhile_is_stale(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("mcr"))
    store.append(game.id, 1, DRAWN)
    seen = store.revision(game.id)
    store.correct(game.id, 1, win_by_discard(S, E, 8))
    with pytest.raises(StaleError):
        store.append(game.id, 2, DRAWN, expected_revision=seen)
    with pytest.raises(StaleError):
        store.correct(game.id, 1, DRAWN, expected_revision=seen)
    store.append(game.id, 2, DRAWN, expected_revision=seen + 1)


def test_what_cannot_happen_is_not_recorded(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("zung-jung"))
    attempts: list[Event | list[Event]] = [
        Riichi(E),
        [DRAWN, DRAWN],
        [],
        win_by_discard(S, S, 0),
        Won((Winner(S, (-1, 3, -1, 0)),)),
    ]
    for attempt in attempts:
        with pytest.raises(StoreError) as caught:
            store.append(game.id, 1, attempt)
        assert code(caught) == "impossible"
    for number in range(1, 17):
        store.append(game.id, number, DRAWN)
    with pytest.raises(StoreError, match="the game is over"):
        store.append(game.id, 17, DRAWN)
    assert store.revision(game.id) == 16


def test_a_correction_keeps_what_was_said_before(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("mcr"))
    store.append(game.id, 1, win_by_discard(S, E, 24))
    store.append(game.id, 2, win_by_discard(S, E, 8))
    corrected = store.correct(game.id, 1, win_by_discard(W, E, 30), Origin(evidence="the photo"))
    assert (corrected.number, corrected.version) == (1, 1)
    versions = store.versions(game.id, 1)
    assert [entry.events for entry in versions] == [
        (win_by_discard(S, E, 24),),
        (win_by_discard(W, E, 30),),
    ]
    assert versions[1].origin.evidence == "the photo"
    assert store.state(game.id) == replay(
        new_game(game_rules("mcr")), [win_by_discard(W, E, 30), win_by_discard(S, E, 8)]
    )
    store.correct(game.id, 1, ())  # struck out
    assert store.events(game.id)[0].events == ()
    assert len(store.state(game.id).deals) == 1
    with pytest.raises(StaleError):
        store.correct(game.id, 1, DRAWN, expected_version=1)
    store.correct(game.id, 1, DRAWN, expected_version=2)
    with pytest.raises(StoreError) as caught:
        store.correct(game.id, 3, DRAWN)
    assert code(caught) == "unknown_entry"


def test_a_correction_that_makes_a_later_deal_impossible_is_refused(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("riichi-ema"))
    store.append(game.id, 1, Riichi(S))
    store.append(game.id, 2, ExhaustiveDraw(frozenset({S})))
    with pytest.raises(StoreError) as caught:
        store.correct(game.id, 1, DeadHand(S))  # a dead hand is not ready in the next entry
    assert code(caught) == "breaks_later"
    assert "entry 2" in str(caught.value).lower()
    assert store.revision(game.id) == 2


def test_players_take_their_wins_along_when_their_seats_change(store: Store) -> None:
    """East was ready after all and stays: whoever won the next hand sat one seat further."""
    game = store.new_game(PLAYERS, game_rules("riichi-ema"))
    store.append(game.id, 1, ExhaustiveDraw(frozenset({S})))
    # Bo is East now; Carla wins 3900 as South from Anna, North; one counter
    store.append(game.id, 2, win_by_discard(S, N, 3900 + 300))
    store.correct(game.id, 1, ExhaustiveDraw(frozenset({E, S})))
    told = store.replay(game.id)
    assert told.events[1] == (win_by_discard(W, E, 4200),)
    assert told.uncertain_entries == (2,)
    assert told.state.points == (26500 - 4200, 26500, 23500 + 4200, 23500)
    # that there was a counter less is made good without a doubt
    store.correct(game.id, 1, win_by_discard(S, E, 1000))
    told = store.replay(game.id)
    assert told.events[1] == (win_by_discard(S, N, 3900),)
    assert told.uncertain_entries == ()


def test_a_known_hand_is_scored_anew_where_it_now_stands(store: Store) -> None:
    """A pung of South is worth a fan to South alone; East is paid half as much again."""
    rules = game_rules("riichi-ema")
    game = store.new_game(PLAYERS, rules)
    store.append(game.id, 1, ExhaustiveDraw(frozenset({S})))
    state = store.state(game.id)
    hand = Hand.parse("234m567p34s44p222z +5s")
    win = Win(self_drawn=True, seat=S, round=E, counters=1)
    first = score(hand, win, RULEBOOKS["riichi-ema"])
    record = Record("", "riichi-ema", hand, win).to_json()
    store.append(game.id, 2, win_from_scores(state, first), Origin(records=(record,)))
    carla = state.player(S)
    assert store.replay(game.id).uncertain_entries == ()
    store.correct(game.id, 1, ExhaustiveDraw(frozenset({E, S})))  # Carla sits West in that hand
    told = store.replay(game.id)
    assert told.uncertain_entries == ()
    (event,) = told.events[1]
    again = score(hand, Win(self_drawn=True, seat=W, counters=1), RULEBOOKS["riichi-ema"])
    assert again.total < first.total  # South's wind is no longer hers
    expected = win_from_scores(told.states_before[1], again)
    assert event == expected
    assert told.state.deals[1].winners == (carla,)


NAMES = [
    ("Robert'); DROP TABLE games;--", "<img src=x onerror=alert(1)>", "=1+1", "Zoë 🀄"),
    ("..", "/etc/passwd", "%s{}", "$(reboot)"),
]


@pytest.mark.parametrize("names", NAMES)
def test_names_are_text_and_no_more(store: Store, names: tuple[str, str, str, str]) -> None:
    game = store.new_game(names, game_rules("mcr"))
    assert store.game(game.id).players == names
    store.append(game.id, 1, DRAWN)
    assert store.import_json(json.loads(json.dumps(store.export_json(game.id)))) == game
    assert store.games() == (game,)


@pytest.mark.parametrize(
    "names",
    [
        (),
        ("A", "B", "C"),
        ("A", "B", "C", ""),
        ("A", "B", "C", "  "),
        ("A", "B", "C", "a"),
        ("A", "B", "C", "x" * 41),
        ("A", "B", "C", "D\x00"),
        ("A", "B", "C", "D\ud800"),
        ("A", "B", "C", "D\u202eC"),
        ("A", "B", "C", 4),
    ],
)
def test_names_that_can_be_none_are_refused(store: Store, names: tuple[str, ...]) -> None:
    with pytest.raises(StoreError) as caught:
        store.new_game(names, game_rules("mcr"))
    assert code(caught) == "bad_players"
    assert "quattro" in caught.value.localize("it")


@pytest.mark.parametrize(
    "origin",
    [
        Origin(evidence="\x00"),
        Origin(evidence="\ud800"),
        Origin(evidence="x" * 2001),
        Origin(reading={"model": float("nan")}),
        Origin(reading={"model": "x" * 70_000}),
        Origin(reading={"model": object()}),
    ],
)
def test_what_no_database_keeps_is_refused(store: Store, origin: Origin) -> None:
    game = store.new_game(PLAYERS, game_rules("mcr"))
    with pytest.raises(StoreError):
        store.append(game.id, 1, DRAWN, origin)
    assert store.revision(game.id) == 0


@pytest.mark.parametrize("id", ["", "x", "' OR 1=1 --", "\u20ac" * 400])
def test_no_such_game(store: Store, id: str) -> None:
    store.new_game(PLAYERS, game_rules("mcr"))
    for asked in (store.game, store.replay, store.state, store.events, store.revision):
        with pytest.raises(StoreError) as caught:
            asked(id)
        assert code(caught) == "unknown_game"
    with pytest.raises(StoreError):
        store.append(id, 1, DRAWN)


def test_the_clock_may_jump(url: str) -> None:
    now = [datetime(2026, 11, 22, 20, tzinfo=UTC)]
    with Store(url, clock=lambda: now[0]) as store:
        game = store.new_game(PLAYERS, game_rules("mcr"))
        for number, hours in enumerate((5, -9000, 0, 80000), start=1):
            now[0] += timedelta(hours=hours)
            store.append(game.id, number, win_by_discard(S, E, number))
        assert [entry.number for entry in store.events(game.id)] == [1, 2, 3, 4]
        assert [max(deal.changes) for deal in store.state(game.id).deals] == [1, 2, 3, 4]


def test_one_of_two_who_record_the_same_deal_is_told_so(url: str) -> None:
    """Two servers on one database, four phones on each, all at once."""
    with open_store(url, wait=60) as one, open_store(url, wait=60) as other:
        game = one.new_game(PLAYERS, game_rules("mcr"))
        taken: list[tuple[int, int]] = []
        stale: list[int] = []
        start = threading.Barrier(8)

        def play(store: Store, phone: int) -> None:
            for number in range(1, 6):
                start.wait()
                try:
                    store.append(game.id, number, win_by_discard(S, E, 8 + phone))
                    taken.append((number, phone))
                except StaleError:
                    stale.append(number)

        threads = [
            threading.Thread(target=play, args=((one, other)[phone % 2], phone))
            for phone in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert sorted(number for number, _ in taken) == [1, 2, 3, 4, 5]
        assert len(stale) == 35
        kept = [entry.events for entry in one.events(game.id)]
        assert kept == [(win_by_discard(S, E, 8 + phone),) for _, phone in sorted(taken)]


def test_corrections_and_new_deals_at_once_leave_a_game_that_can_be(url: str) -> None:
    with open_store(url, wait=60) as one, open_store(url, wait=60) as other:
        game = one.new_game(PLAYERS, game_rules("riichi-ema"))
        one.append(game.id, 1, DeadHand(S))

        def correct() -> None:
            for _ in range(10):
                other.correct(game.id, 1, DeadHand(N))
                other.correct(game.id, 1, DeadHand(W))

        thread = threading.Thread(target=correct)
        thread.start()
        for number in range(2, 7):
            one.append(game.id, number, DRAWN)
        thread.join(60)
        state: GameState = one.state(game.id)
        assert len(state.deals) == 5
        assert len(one.versions(game.id, 1)) == 21
