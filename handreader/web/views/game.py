"""JSON of a game for the page, in the page's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring import RULEBOOKS
from scoring.calculator import counts_faan
from scoring.explain import rules_title
from scoring.game import (
    GAMES,
    AbortiveDraw,
    AbortReason,
    Adjustment,
    DeadHand,
    EarlyEnd,
    Event,
    ExhaustiveDraw,
    FalseWin,
    GameRules,
    GameState,
    NameEvent,
    Renaming,
    Riichi,
    Won,
    game_options,
    game_rules,
    score_sheet,
    standings,
)
from scoring.game.serialization import event_to_json, rules_to_json, state_to_json
from scoring.registry import game_rulebook
from scoring.rulebook import OptionRule, Rulebook
from scoring.text import Texts, in_language, phrase
from scoring.tiles import WINDS

from ...store import Entry, Game, GameHistory
from ...store.models import RETENTION, GameList
from ..forms.entry_form import entry_form, least_worth

_SAID: Mapping[str, Texts] = {
    "drawn": {"en": "{who} wins, self-drawn: {points}", "it": "{who} vince pescando: {points}"},
    "discarded": {
        "en": "{who} wins on {payer}’s tile: {points}",
        "it": "{who} vince su scarto di {payer}: {points}",
    },
    "nobody": {"en": "Nobody wins", "it": "Nessuno vince"},
    "ready": {"en": "Nobody wins; ready: {who}", "it": "Nessuno vince; in tenpai: {who}"},
    "aborted": {"en": "Abortive draw: {why}", "it": "Mano interrotta: {why}"},
    "false_win": {"en": "False win by {who}", "it": "Falsa vincita di {who}"},
    "dead_hand": {"en": "Dead hand: {who}", "it": "Mano vuota: {who}"},
    "riichi": {"en": "Riichi: {who}", "it": "Riichi: {who}"},
    "adjusted": {"en": "{reason}: {who}", "it": "{reason}: {who}"},
    "ended": {"en": "The game was ended", "it": "La partita è stata chiusa"},
    "renamed": {"en": "{who} is called {name}", "it": "{who} si chiama {name}"},
    "substituted": {"en": "{name} plays for {who}", "it": "{name} gioca al posto di {who}"},
    "struck": {"en": "struck out", "it": "annullata"},
}
_ABORTIONS: Mapping[AbortReason, Texts] = {
    AbortReason.NINE_TERMINALS: {
        "en": "nine terminals and honours",
        "it": "nove teste e onori diversi",
    },
    AbortReason.FOUR_KONGS: {"en": "four kongs", "it": "quattro kong"},
    AbortReason.FOUR_WINDS: {"en": "four same winds", "it": "quattro venti uguali"},
    AbortReason.FOUR_RIICHI: {"en": "four riichi", "it": "quattro riichi"},
}


def all_options(book: Rulebook) -> list[OptionRule]:
    """Return the options of a rulebook, then those of its game alone."""
    own = book.option_rules
    return [*own.values(), *(rule for rule in game_options(book.id) if rule.name not in own)]


def rule_sets(lang: str) -> list[dict[str, object]]:
    """Return the rule sets that a game can use, with their options."""
    return [
        {
            "id": id,
            "name": in_language(RULEBOOKS[id].names, lang),
            "options": [
                {
                    "name": option.name,
                    "default": option.default,
                    "choices": list(option.choices),
                    "labels": [option.label(choice, lang) for choice in option.choices],
                    "rule": in_language(option.rule, lang),
                    "ref": option.ref,
                }
                for option in all_options(RULEBOOKS[id])
            ],
        }
        for id in GAMES
        if id in RULEBOOKS
    ]


def game_json(game: Game) -> dict[str, object]:
    """Return a game's entry in the list of games."""
    return {
        "id": game.id,
        "players": list(game.players),
        "started": game.started.isoformat(),
        "rules": rules_to_json(game.rules),
        "archived": game.archived,
        "title": game.title,
        "deleted": None if game.deleted is None else game.deleted.isoformat(),
        "kept_until": None if game.deleted is None else (game.deleted + RETENTION).isoformat(),
    }


def game_list_json(found: GameList) -> dict[str, object]:
    """Return a part of the list of games, with the number of all of them and known names."""
    return {
        "games": [game_json(game) for game in found.games],
        "total": found.total,
        "players": list(found.players),
    }


def game_history_json(history: GameHistory, lang: str, is_final: bool = False) -> dict[str, object]:
    """Return a game with its history, state and score sheet.

    Args:
        history: of the game.
        lang: the language of texts.
        is_final: whether its standings are a result, though it has not ended: its round has.

    Returns:
        the fields of `game_json`; `revision`; `next`, the number of the next entry; `state` (see
        `scoring.game.serialization`); `measure`, "points", "faan" or "fan", of which a hand needs
        at `least` so many; `players`, who sit there now, and `names`, all who have played as each
        of them; `aborts`, the reasons for an abortive draw; `standings`, null while riichi sticks
        of the current hand are on the table; `entries`; `sheet`.
    """
    after = (*history.states_before[1:], history.state) if history.states_before else ()
    rules = history.game.rules
    return {
        **game_json(history.game),
        "players": list(history.players),
        "names": [list(history.names_in_turn(player)) for player in range(4)],
        "revision": history.revision,
        "next": len(history.entries) + 1,
        "name": rules_title(game_rulebook(rules), lang),
        "start": rules.start,
        "riichi": bool(rules.bet),
        "measure": worth_measure(rules),
        "least": least_worth(game_rulebook(rules)),
        "noten": bool(rules.noten),
        "winners": rules.max_winners,
        "uma": any(rules.uma),
        "aborts": abort_reasons(rules.id, lang),
        "state": state_to_json(history.state),
        "standings": None if history.state.riichi else _standings(history.state, is_final),
        "entries": [
            _entry(history, place, after[place], lang) for place in range(len(history.entries))
        ],
        "sheet": _sheet(history.state),
    }


def worth_measure(rules: GameRules) -> str:
    """Return by what a hand of these rules is worth something: fan and fu, faan, or points."""
    if rules.bet:
        return "fan"
    return "faan" if counts_faan(game_rulebook(rules)) else "points"


def abort_reasons(rules: str, lang: str) -> list[dict[str, object]]:
    """Return the reasons for an abortive draw under these rules."""
    if game_rules(rules).after_abortive_draw == "none":
        return []
    return [
        {"reason": one.value, "name": in_language(_ABORTIONS[one], lang)} for one in AbortReason
    ]


def _standings(state: GameState, is_final: bool) -> list[dict[str, object]]:
    """Return the standings; the sticks on the table are the first one's once the game is over."""
    reached = state if state.is_over or is_final else replace(state, sticks=0)
    return [
        {
            "player": one.player,
            "place": one.place,
            "points": one.points,
            "uma": one.uma,
            "fine": one.fine,
            "total": one.total,
        }
        for one in standings(reached)
    ]


def _entry(history: GameHistory, place: int, after: GameState, lang: str) -> dict[str, object]:
    entry, before, events = (
        history.entries[place],
        history.states_before[place],
        history.events[place],
    )
    changes = [b - a for a, b in zip(before.points, after.points, strict=True)]
    return {
        "number": entry.number,
        "version": entry.version,
        "time": entry.time.isoformat(),
        "author": entry.origin.author,
        "confidence": entry.origin.confidence,
        "doubtful": entry.number in history.uncertain_entries,
        "struck": not entry.events,
        "events": [event_to_json(event) for event in events],
        "records": [dict(record) for record in entry.origin.records],
        "text": events_text(events, before, history.names[place], lang),
        "seats": state_to_json(before)["seats"],
        "round": before.round.value,
        "turn": before.turn,
        "counters": before.counters,
        "sticks": before.sticks,
        "riichi": list(before.riichi),
        "barred": sorted(before.barred),
        "changes": changes,
        "points": list(after.points),
        "ends": len(after.deals) > len(before.deals),
    }


def events_text(
    events: Sequence[Event], before: GameState, players: Sequence[str], lang: str
) -> str:
    """Return the events of an entry as sentences, with the players' names."""
    if not events:
        return in_language(_SAID["struck"], lang)
    return ". ".join(_event_text(event, before, players, lang) for event in events)


def _event_text(event: Event, before: GameState, players: Sequence[str], lang: str) -> str:
    def fill(key: str, **gaps: object) -> str:
        return phrase(_SAID[key], **gaps).localize(lang)

    names = {seat: players[before.player(seat)] for seat in WINDS}
    if isinstance(event, Adjustment):
        moved = [f"{names[w]} {event.changes[w.order]:+d}" for w in WINDS if event.changes[w.order]]
        return fill("adjusted", reason=event.reason, who=", ".join(moved))
    if isinstance(event, EarlyEnd):
        return fill("ended")
    if isinstance(event, NameEvent):
        key = "renamed" if isinstance(event, Renaming) else "substituted"
        return fill(key, who=names[event.seat], name=event.name)
    if isinstance(event, Won):
        payer = "" if event.discarder is None else names[event.discarder]
        key = "discarded" if payer else "drawn"
        return "; ".join(
            fill(key, who=names[one.seat], payer=payer, points=f"{one.changes[one.seat.order]:+d}")
            for one in event.winners
        )
    if isinstance(event, ExhaustiveDraw):
        ready = [names[seat] for seat in WINDS if seat in event.ready]
        return fill("ready", who=", ".join(ready)) if ready else fill("nobody")
    if isinstance(event, AbortiveDraw):
        return fill("aborted", why=in_language(_ABORTIONS[event.reason], lang))
    kind = {FalseWin: "false_win", DeadHand: "dead_hand", Riichi: "riichi"}[type(event)]
    return fill(kind, who=names[event.seat])


def versions_json(history: GameHistory, versions: Sequence[Entry], lang: str) -> dict[str, object]:
    """Return every version of an entry, the first one first, and the form of the one that holds."""
    place = versions[0].number - 1
    before = history.states_before[place]
    return {
        "versions": [
            {
                "version": entry.version,
                "time": entry.time.isoformat(),
                "author": entry.origin.author,
                "text": version_text(history, entry, lang),
            }
            for entry in versions
        ],
        "form": entry_form(history.events[place], before),
    }


def version_text(history: GameHistory, entry: Entry, lang: str) -> str:
    """Return a version of an entry as text, with the names and seats of its time."""
    before, names = history.states_before[entry.number - 1], history.names[entry.number - 1]
    return events_text(entry.events, _with_seating(before, entry), names, lang)


def _with_seating(before: GameState, entry: Entry) -> GameState:
    """Return the state with the seating to which a version refers."""
    return replace(before, seating=entry.seating.players)


def _sheet(state: GameState) -> dict[str, object]:
    sheet = score_sheet(state)
    return {
        "turns": [
            {
                "hands": [
                    {
                        "changes": list(deal.changes),
                        "east": deal.seating[0],
                        "turn": deal.turn,
                        "table": deal.table,
                        "ending": deal.ending.value,
                        "winners": list(deal.winners),
                    }
                    for deal in turn.hands
                ],
                "totals": list(turn.totals),
            }
            for turn in sheet.rounds
        ],
        "penalties": [
            {"after": one.after, "changes": list(one.changes), "reason": one.reason}
            for one in sheet.penalties
        ],
        "totals": list(sheet.totals),
    }
