"""The rules of the game around the hands, one table for all rule sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from .reading import Option
from .rule_sets import RULE_SETS
from .rulebook import OptionRule, Rulebook, RulebookError, option_faults
from .text import Texts, phrase


class NextEast(StrEnum):
    """The player who is East in the next hand, if East changes."""

    SOUTH = "south"
    NORTH = "north"


class DrawnHand(StrEnum):
    """The consequence of a hand with no winner."""

    NEXT = "next"  # East passes on as after a win
    REPLAY = "replay"  # the hand is played again, seats as they are
    READY = "ready"  # East stays if East is ready


class FalseWinPenalty(StrEnum):
    """The consequence of a false win."""

    SHOWN = "shown"  # his tiles stay face up; no points
    TEN_EACH = "ten_each"  # he pays 10 to each and play continues
    TEN_EACH_BARRED = "ten_each_barred"  # the same, and he may not win this hand
    CHOMBO = "chombo"  # he pays a limit hand to the others; the hand is dealt again
    CHOMBO_AT_END = "chombo_at_end"  # it costs him points after the uma; dealt again


class AfterAbortiveDraw(StrEnum):
    """The player who is East after an abortive draw."""

    EAST_STAYS = "east_stays"
    EAST_PASSES = "east_passes"
    NONE = "none"  # there are no abortive draws


@dataclass(frozen=True, slots=True)
class GameRules:
    """The game of one rule set.

    Attributes:
        id: of the rule set.
        start: points of each player at the start.
        rounds: how many rounds of four Easts.
        next_east, drawn_hand, false_win, after_abortive_draw: see their types.
        east_stays: whether East is East again after winning.
        swaps_seats: whether the players change seats between the rounds.
        max_winners: how many can win on one discard.
        three_wins_abort: whether three winners on one discard abort the hand instead.
        counters_once: whether of several winners only the first in turn is paid the counters.
        has_counters: whether wins of East and draws add a counter.
        noten: sum of the points that players who are not ready pay for a drawn hand.
        bet: price of a riichi; 0 if there is none.
        nagashi: whether discards of terminals and honours alone win a drawn hand.
        uma: points by place at the end, best first; with the oka, if there is one.
        chombo_at_end: what `FalseWinPenalty.CHOMBO_AT_END` costs.
        awards_bets: whether bets left on the table at the end go to the first; else to nobody.
        players: four, or three: then the fourth player has no seat wind but North, no points and
            no part in anything.
        scoring: changed answers to the options of its rulebook; see `registry.game_rulebook`.
    """

    id: str
    start: int = 0
    rounds: int = 4
    next_east: NextEast = NextEast.SOUTH
    drawn_hand: DrawnHand = DrawnHand.NEXT
    false_win: FalseWinPenalty = FalseWinPenalty.TEN_EACH
    after_abortive_draw: AfterAbortiveDraw = AfterAbortiveDraw.NONE
    east_stays: bool = False
    swaps_seats: bool = False
    max_winners: int = 1
    three_wins_abort: bool = False
    counters_once: bool = False
    has_counters: bool = False
    noten: int = 0
    bet: int = 0
    nagashi: bool = False
    uma: tuple[int, int, int, int] = (0, 0, 0, 0)
    chombo_at_end: int = 20000
    awards_bets: bool = True
    players: int = 4
    scoring: tuple[tuple[str, Option], ...] = ()


_RIICHI = GameRules(
    "riichi-ema",
    start=25000,  # not in the book: 25 000 and 30 000 are usual
    rounds=2,  # "Rotazione dell'Est", 3.4.12; 3.5
    drawn_hand=DrawnHand.READY,  # 3.4.12
    false_win=FalseWinPenalty.CHOMBO,  # 3.4.6
    after_abortive_draw=AfterAbortiveDraw.EAST_STAYS,  # C-18
    east_stays=True,  # 3.4.12
    max_winners=3,  # 3.4.4, 4.1
    has_counters=True,  # 3.4.10
    noten=3000,  # 3.4.2
    bet=1000,  # 3.3.12
    nagashi=True,  # C-4: 4.2.4
    uma=(9000, 3000, -3000, -9000),  # 3.6.1
)
# "Main changes since the 2012 edition", European Mahjong Association, in force 1 April 2016
_EMA_2016 = replace(
    _RIICHI,
    id="riichi-ema-2016",
    after_abortive_draw=AfterAbortiveDraw.NONE,
    false_win=FalseWinPenalty.CHOMBO_AT_END,
    nagashi=False,
    uma=(15000, 5000, -5000, -15000),
)
# riichi.wiki, "Tenhou.net rules"; uma 20 / 10 and a start 5000 below the return, which the first
# receives (Rules of Majiang; ronin)
_TENHOU = replace(
    _RIICHI,
    id="riichi-tenhou",
    max_winners=3,
    three_wins_abort=True,
    counters_once=True,
    nagashi=False,
    uma=(35000, 5000, -15000, -25000),
)
_OWN_GAMES: Mapping[str, GameRules] = {
    "zung-jung": GameRules(
        "zung-jung",
        next_east=NextEast.NORTH,  # C-2: "Rotazione dei venti", "Patta"
        false_win=FalseWinPenalty.SHOWN,  # "Tessere con penalità"
    ),
    "chinese-official": GameRules(
        "chinese-official",
        start=500,  # "Posizioni al tavolo e preliminari"
        drawn_hand=DrawnHand.REPLAY,  # C-19
        false_win=FalseWinPenalty.TEN_EACH_BARRED,  # "Penalità"
        swaps_seats=True,
    ),
    # mahjongclub.com: East stays East after a win of his and a draw; Four Winds: 2000 points. What
    # a false win costs is left to the table.
    "hong-kong": GameRules(
        "hong-kong",
        start=2000,
        drawn_hand=DrawnHand.REPLAY,
        false_win=FalseWinPenalty.SHOWN,
        east_stays=True,
    ),
    "riichi-ema": _RIICHI,
    "riichi-ema-2016": _EMA_2016,
    # the EMA's "Differences from World Championship Rules 2015"; 30,000 points: wiki
    "riichi-wrc-2015": replace(
        _EMA_2016, id="riichi-wrc-2015", start=30000, max_winners=1, awards_bets=False
    ),
    # EMA 2025, 3.7: a start of 30,000 points, which are subtracted at the end
    "riichi-ema-2025": replace(_EMA_2016, id="riichi-ema-2025", start=30000),
    # mahjongbelgium.be, on the edition of 2022: a chombo costs 30,000 points
    "riichi-wrc-2025": replace(
        _EMA_2016,
        id="riichi-wrc-2025",
        start=30000,
        max_winners=1,
        awards_bets=False,
        chombo_at_end=30000,
    ),
    "riichi-tenhou": _TENHOU,
    # mjstars.net: 35,000 points, returning to 40,000; uma 20 / 0 / -20; the payments of players
    # who are not ready: 1000 from each, or to each (RiichiEnv)
    "riichi-three-players": replace(
        _TENHOU,
        id="riichi-three-players",
        start=35000,
        noten=2000,
        max_winners=2,
        three_wins_abort=False,
        uma=(30000, -5000, -25000, 0),
        players=3,
    ),
    "riichi-mahjong-soul": replace(
        _RIICHI,
        id="riichi-mahjong-soul",
        counters_once=True,  # RiichiEnv, tests
        nagashi=False,
        uma=(0, 0, 0, 0),  # no source
    ),
    # RiichiEnv, default_mjsoul_sanma; start and payments of a drawn hand as for Tenhou's three
    "riichi-mahjong-soul-three": replace(
        _RIICHI,
        id="riichi-mahjong-soul-three",
        start=35000,
        noten=2000,
        max_winners=2,
        counters_once=True,
        nagashi=False,
        uma=(0, 0, 0, 0),  # no source
        players=3,
    ),
    # majannavi.com, k-bys.work; a chombo: majyan-item.com
    "riichi-m-league": replace(
        _RIICHI,
        id="riichi-m-league",
        after_abortive_draw=AfterAbortiveDraw.NONE,
        false_win=FalseWinPenalty.CHOMBO_AT_END,
        max_winners=1,
        nagashi=False,
        uma=(45000, 5000, -15000, -35000),  # 50 / 10 / -10 / -30 on 30,000
    ),
}
GAMES: Mapping[str, GameRules] = {id: _OWN_GAMES.get(id, GameRules(id)) for id in RULE_SETS}
"""The game of each rule set; that of MCR where none is written.

MCR, "Durata di una partita" and "Dichiarare hu": four rounds, a false win pays 10 to each.
"""

_OPTIONS: Mapping[str, OptionRule] = {
    rule.name: rule
    for rule in (
        OptionRule(
            "next_east",
            "south",
            ("south", "north"),
            names={"en": "next East", "it": "prossimo Est"},
            rule={
                "en": "who is East next: the former South, or the former North",
                "it": "chi sarà Est: chi era Sud, o chi era Nord",
            },
            ref="C-2",
            labels={
                "south": {"en": "the former South", "it": "chi era Sud"},
                "north": {"en": "the former North", "it": "chi era Nord"},
            },
        ),
        OptionRule(
            "drawn_hand",
            "next",
            ("next", "replay"),
            names={"en": "after a drawn hand", "it": "dopo una patta"},
            rule={
                "en": "after a drawn hand the deal passes on, or the same seats play it again",
                "it": "dopo una patta si passa alla mano seguente, o si rigioca ai posti di prima",
            },
            ref="C-19",
            labels={
                "next": {"en": "the deal passes on", "it": "mano seguente"},
                "replay": {"en": "played again", "it": "si rigioca"},
            },
        ),
        OptionRule(
            "after_abortive_draw",
            "east_stays",
            ("east_stays", "east_passes"),
            names={"en": "after an abortive draw", "it": "dopo un pareggio forzato"},
            rule={
                "en": "whether East keeps the deal after an abortive draw",
                "it": "se Est resta Est dopo un pareggio forzato",
            },
            ref="C-18: 3.4.12",
            labels={
                "east_stays": {"en": "East stays", "it": "Est resta"},
                "east_passes": {"en": "the deal passes", "it": "la mano passa"},
            },
        ),
        OptionRule(
            "max_winners",
            3,
            (3, 2, 1),
            names={"en": "winners on one discard", "it": "vincitori su uno scarto"},
            rule={
                "en": "how many can win on one discard; one is the first in turn (head bump)",
                "it": "quanti possono vincere su uno scarto; uno solo è il primo di turno",
            },
            ref="3.4.4, 4.1",
        ),
        OptionRule(
            "false_win",
            "chombo",
            ("chombo", "chombo_at_end"),
            names={"en": "false win", "it": "vincita falsa"},
            rule={
                "en": "a chombo: a limit hand to the others, or points off at the end",
                "it": "un chombo: una mano limite agli altri, o punti tolti alla fine",
            },
            ref="3.4.6; EMA 2016",
            labels={
                "chombo": {"en": "a limit hand to the others", "it": "una mano limite agli altri"},
                "chombo_at_end": {"en": "points off at the end", "it": "punti tolti alla fine"},
            },
        ),
        OptionRule(
            "chombo_at_end",
            20000,
            (20000, 30000, 40000, 10000),
            names={"en": "size of a chombo", "it": "entità di un chombo"},
            rule={
                "en": "what a chombo costs, where it is points off at the end",
                "it": "quanto costa un chombo, dove sono punti tolti alla fine",
            },
            ref="EMA 2016: 20000; mahjongbelgium.be: 30000",
        ),
        OptionRule(
            "start",
            25000,
            (25000, 30000, 35000, 0),
            names={"en": "points at the start", "it": "punti all'inizio"},
            rule={
                "en": "points of each player at the start",
                "it": "punti di ciascun giocatore all'inizio",
            },
            ref="-",
        ),
    )
}
_OF_RIICHI = ("max_winners", "false_win", "chombo_at_end", "start")
_OPEN_EVERYWHERE = ("drawn_hand",)
_OPEN: Mapping[str, tuple[str, ...]] = {  # options of the games that leave others open
    "zung-jung": ("next_east",),
    "riichi-ema": ("after_abortive_draw", *_OF_RIICHI),
    "riichi-ema-2016": _OF_RIICHI,
    "riichi-ema-2025": _OF_RIICHI,
    "riichi-wrc-2015": _OF_RIICHI,
    "riichi-wrc-2025": _OF_RIICHI,
    "riichi-tenhou": ("after_abortive_draw", *_OF_RIICHI),
    "riichi-three-players": ("after_abortive_draw", *_OF_RIICHI),
    "riichi-mahjong-soul-three": ("after_abortive_draw", *_OF_RIICHI),
    "riichi-mahjong-soul": ("after_abortive_draw", *_OF_RIICHI),
    "riichi-m-league": _OF_RIICHI,
}


def game_options(id: str) -> tuple[OptionRule, ...]:
    """Return the table rulings of a rule set's game, with the rule set's defaults.

    Raises:
        RulebookError: an unknown rule set.
    """
    rules = _game(id)
    found = []
    for name in _OPEN.get(id, _OPEN_EVERYWHERE):
        value = getattr(rules, name)
        found.append(replace(_OPTIONS[name], default=getattr(value, "value", value)))
    return tuple(found)


def game_rules(rulebook: Rulebook | str, **changed: Option) -> GameRules:
    """Return the game rules of a rule set.

    Args:
        rulebook: the rulebook, whose own answers to the game's options apply; or its id.
        changed: options (`game_options`) with other answers.

    Raises:
        RulebookError: an unknown rule set, option or answer; names all of them.
    """
    id = rulebook if isinstance(rulebook, str) else rulebook.id
    rules = _game(id)
    open_ = {rule.name: rule for rule in game_options(id)}
    answers: dict[str, Option] = {}
    scoring: dict[str, Option] = {}
    if isinstance(rulebook, Rulebook):
        answers = {name: rulebook.options[name] for name in open_ if name in rulebook.options}
        changes = rulebook.custom_options.items()
        scoring = {name: value for name, value in changes if name not in open_}
    faults = option_faults(phrase(_OF, id=id), open_, changed)
    if faults:
        raise RulebookError(*faults)
    chosen = {name: open_[name].choice(value) for name, value in changed.items()}
    typed = {name: _option_value(name, value) for name, value in {**answers, **chosen}.items()}
    rules = replace(rules, scoring=tuple(scoring.items()))
    return replace(rules, **typed)  # type: ignore[arg-type]  # _typed gives each its own


def _game(id: str) -> GameRules:
    if id not in GAMES:
        raise RulebookError(phrase(_NO_GAME, id=repr(id[:40]), games=", ".join(GAMES)))
    return GAMES[id]


_NO_GAME: Texts = {
    "en": "no game of {id}; expected one of {games}",
    "it": "nessuna partita di {id}; esistono {games}",
}
_OF: Texts = {"en": "the game of {id}", "it": "la partita di {id}"}
_ENUMS: Mapping[str, type[StrEnum]] = {
    "next_east": NextEast,
    "drawn_hand": DrawnHand,
    "after_abortive_draw": AfterAbortiveDraw,
    "false_win": FalseWinPenalty,
}


def _option_value(name: str, value: Option | None) -> object:
    return _ENUMS[name](str(value)) if name in _ENUMS else value
