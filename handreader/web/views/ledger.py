"""JSON of the ledger: which phone changed what, in the page's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from scoring.text import Texts, phrase

from ...store.ledger import LedgerAction, LedgerLine
from ...store.models import Entry, GameHistory, Phone
from ...store.stored_tournaments import StoredTournament
from ...tournament.events import (
    Attendance,
    ClockExtension,
    ClockPause,
    ClockStart,
    EntrantAddition,
    EntrantRenaming,
    FinalsRevocation,
    FinalsStart,
    OrganiserAddition,
    OrganiserInvitation,
    OrganiserRemoval,
    PaperResult,
    PenaltyRevocation,
    PenaltyRuling,
    PlanChange,
    RegistrationChange,
    RoundEnd,
    RoundRevocation,
    RoundsDraw,
    RoundStart,
    SeatChange,
    TournamentEvent,
    TournamentRenaming,
)
from .game import version_text

_CHANGES: Mapping[str, Texts] = {
    "begun": {"en": "The game begins", "it": "La partita comincia"},
    "imported": {"en": "Imported from a file", "it": "Importata da un file"},
    "recorded": {"en": "Deal {number}: {after}", "it": "Mano {number}: {after}"},
    "corrected": {
        "en": "Deal {number} corrected: {before} → {after}",
        "it": "Mano {number} corretta: {before} → {after}",
    },
    "archived": {"en": "Moved to the archive", "it": "Messa in archivio"},
    "unarchived": {"en": "Back from the archive", "it": "Tolta dall'archivio"},
    "titled": {"en": "Called “{title}”", "it": "Chiamata «{title}»"},
    "untitled": {"en": "Without a name of its own", "it": "Senza un nome proprio"},
    "deleted": {"en": "Deleted", "it": "Eliminata"},
    "restored": {"en": "Restored", "it": "Ripristinata"},
    "signed": {"en": "{name} signs: {points}", "it": "{name} firma: {points}"},
    "commanded": {
        "en": "At the watched table: {command}",
        "it": "Al tavolo osservato: {command}",
    },
    "created": {"en": "The tournament is created", "it": "Il torneo è creato"},
    "cup_deleted": {"en": "The tournament is deleted", "it": "Il torneo è eliminato"},
    "cup_restored": {"en": "The tournament is restored", "it": "Il torneo è ripristinato"},
    "gone": {"en": "Deal {number} of a removed game", "it": "Mano {number} di una partita rimossa"},
}
_EVENTS: Mapping[str, Texts] = {
    "plan": {
        "en": "Plan: rounds {rounds}, minutes {minutes}",
        "it": "Programma: turni {rounds}, minuti {minutes}",
    },
    "enters": {"en": "{name} enters", "it": "{name} si iscrive"},
    "renamed": {
        "en": "Player {number} is called {name}",
        "it": "Il giocatore {number} si chiama {name}",
    },
    "registration": {
        "en": "{name} is registered as {stated}",
        "it": "{name} è iscritto come {stated}",
    },
    "comes": {"en": "{name} is back", "it": "{name} è di nuovo presente"},
    "leaves": {"en": "{name} leaves", "it": "{name} se ne va"},
    "draw": {"en": "Drawn from round {round} on", "it": "Sorteggio dal turno {round}"},
    "by_rank": {
        "en": "Round {round} is seated by the standings",
        "it": "I posti del turno {round} sono secondo la classifica",
    },
    "finals": {
        "en": "Finals of {count} in {rounds} rounds, carried over: {carry}: {names}",
        "it": "Finale a {count} in {rounds} turni, punti riportati: {carry}: {names}",
    },
    "finals_revoked": {"en": "The finals are taken back", "it": "Annullata la finale"},
    "start": {"en": "Round {round} begins", "it": "Comincia il turno {round}"},
    "start_revoked": {
        "en": "The start of round {round} is taken back",
        "it": "Annullato l'inizio del turno {round}",
    },
    "end": {"en": "Round {round} ends", "it": "Finisce il turno {round}"},
    "reopened": {"en": "Round {round} goes on", "it": "Il turno {round} continua"},
    "clock_start": {
        "en": "The time of round {round} runs",
        "it": "Parte il tempo del turno {round}",
    },
    "clock_pause": {
        "en": "The time of round {round} stands",
        "it": "Il tempo del turno {round} è fermo",
    },
    "clock_extension": {
        "en": "Round {round}: {minutes} minutes",
        "it": "Turno {round}: {minutes} minuti",
    },
    "seat": {
        "en": "Round {round}, table {table}: {name} sits down",
        "it": "Turno {round}, tavolo {table}: si siede {name}",
    },
    "result": {
        "en": "Round {round}, table {table}: result by hand {points}",
        "it": "Turno {round}, tavolo {table}: risultato a mano {points}",
    },
    "result_revoked": {
        "en": "Round {round}, table {table}: the game counts again",
        "it": "Turno {round}, tavolo {table}: vale di nuovo la partita",
    },
    "penalty": {
        "en": "Penalty for {name} (table points: {table_points}, points: {points}): {reason}",
        "it": "Penalità a {name} (punti tavolo: {table_points}, punti: {points}): {reason}",
    },
    "penalty_revoked": {
        "en": "Penalty {number} is struck out",
        "it": "Annullata la penalità {number}",
    },
    "name": {"en": "The tournament is called {name}", "it": "Il torneo si chiama {name}"},
    "invited": {
        "en": "A code for one more organiser",
        "it": "Un codice per un altro organizzatore",
    },
    "organiser": {"en": "One more phone organises: {name}", "it": "Organizza anche: {name}"},
    "organiser_removed": {
        "en": "An organiser is removed",
        "it": "Tolto un organizzatore",
    },
}


@dataclass(frozen=True, slots=True)
class LedgerGame:
    """A game of which the ledger has lines.

    Attributes:
        history: of the game.
        versions: every version of its entries.
    """

    history: GameHistory
    versions: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class LedgerTournament:
    """A tournament of which the ledger has lines.

    Attributes:
        found: the tournament.
        events: all of them with their times.
    """

    found: StoredTournament
    events: Sequence[tuple[datetime, TournamentEvent]]
    places: Mapping[str, tuple[int, int]] = field(init=False)

    def __post_init__(self) -> None:
        places = {
            game: (number, table)
            for number, one in enumerate(self.found.state.rounds, 1)
            for table, game in enumerate(one.games, 1)
        }
        object.__setattr__(self, "places", places)


def ledger_json(
    lines: Sequence[LedgerLine],
    games: Mapping[str, LedgerGame],
    tournament: LedgerTournament | None,
    lang: str,
) -> dict[str, object]:
    """Return lines of the ledger for the page.

    Args:
        lines: the newest first.
        games: those that are still there, by id.
        tournament: None for the ledger of one game.
        lang: of the texts.

    Returns:
        `lines`: `time`, `action`, `text`, `phone` (`name` and `code`, or null for the computer),
        `camera`, and `round` and `table`, or null.
    """
    return {"lines": [_line_json(line, games, tournament, lang) for line in lines]}


def phone_json(by: Phone) -> dict[str, object] | None:
    """Return a phone by its name and the first letters of its session's hash; None: the computer.

    >>> phone_json(Phone("3fa2c0de", "Anna"))
    {'name': 'Anna', 'code': '3FA2'}
    """
    return {"name": by.name, "code": by.session[:4].upper()} if by.session else None


def _line_json(
    line: LedgerLine,
    games: Mapping[str, LedgerGame],
    tournament: LedgerTournament | None,
    lang: str,
) -> dict[str, object]:
    game = games.get(line.game)
    entry = None if game is None else _version(game, line.number, line.version)
    place = None if tournament is None else tournament.places.get(line.game)
    return {
        "time": line.time.isoformat(),
        "action": line.action.value,
        "text": _text(line, game, tournament, lang),
        "phone": phone_json(line.by),
        "camera": entry is not None and entry.origin.author == "camera",
        "round": None if place is None else place[0],
        "table": None if place is None else place[1],
    }


def _text(
    line: LedgerLine, game: LedgerGame | None, tournament: LedgerTournament | None, lang: str
) -> str:
    def fill(key: str, **gaps: object) -> str:
        return phrase(_CHANGES[key], **gaps).localize(lang)

    action = line.action
    if action is LedgerAction.TOURNAMENT_CHANGED:
        assert tournament is not None, "a game's ledger has no events of its tournament"
        key, gaps = _event(tournament.events[line.number - 1][1], tournament)
        return phrase(_EVENTS[key], **gaps).localize(lang)
    if action is LedgerAction.TITLED:
        return fill("titled", title=line.detail) if line.detail else fill("untitled")
    if action is LedgerAction.COMMANDED:
        return fill("commanded", command=line.detail)
    if action is LedgerAction.SIGNED:
        names = (
            ("1", "2", "3", "4") if game is None else game.history.players
        )  # the game is gone for good
        points = line.detail if isinstance(line.detail, list) else []
        return fill("signed", name=names[line.number], points=_points(points))
    if action not in (LedgerAction.RECORDED, LedgerAction.CORRECTED):
        return fill(action.value)
    if game is None:
        return fill("gone", number=line.number)
    after = _version_text(game, line.number, line.version, lang)
    if action is LedgerAction.RECORDED:
        return fill("recorded", number=line.number, after=after)
    before = _version_text(game, line.number, line.version - 1, lang)
    return fill("corrected", number=line.number, before=before, after=after)


def _version(game: LedgerGame, number: int, version: int) -> Entry | None:
    wanted = (number, version)
    return next((one for one in game.versions if (one.number, one.version) == wanted), None)


def _version_text(game: LedgerGame, number: int, version: int, lang: str) -> str:
    entry = _version(game, number, version)
    return "" if entry is None else version_text(game.history, entry, lang)


def _points(points: Sequence[object]) -> str:
    return " ".join(str(one) for one in points).replace("-", "\u2212")


def _event(
    event: TournamentEvent, tournament: LedgerTournament
) -> tuple[str, Mapping[str, object]]:
    """Return the key of an event's text, and its gaps."""
    entrants = tournament.found.state.entrants
    match event:
        case PlanChange():
            return "plan", {"rounds": event.rounds, "minutes": event.minutes}
        case EntrantAddition():
            return "enters", {"name": event.name}
        case EntrantRenaming():
            return "renamed", {"number": event.entrant + 1, "name": event.name}
        case RegistrationChange():
            stated = event.registration
            values = (stated.player_number, stated.country, stated.team, stated.last_name)
            shown = ", ".join(filter(None, values)) or "\u2013"
            return "registration", {"name": entrants[event.entrant].name, "stated": shown}
        case Attendance():
            name = entrants[event.entrant].name
            return "comes" if event.present else "leaves", {"name": name}
        case RoundsDraw():
            return "by_rank" if event.by_rank else "draw", {"round": event.first}
        case FinalsStart():
            names = ", ".join(entrants[number].name for number in event.finalists)
            share = f"{float(event.carry.share):.0%}".replace("%", "\u00a0%")
            cut = {"count": len(event.finalists), "rounds": event.rounds, "carry": share}
            return "finals", {**cut, "names": names}
        case FinalsRevocation():
            return "finals_revoked", {}
        case RoundStart():
            return "start", {"round": event.round}
        case RoundRevocation():
            return "start_revoked", {"round": event.round}
        case RoundEnd():
            return "end" if event.ended else "reopened", {"round": event.round}
        case ClockStart():
            return "clock_start", {"round": event.round}
        case ClockPause():
            return "clock_pause", {"round": event.round}
        case ClockExtension():
            return "clock_extension", {"round": event.round, "minutes": f"{event.minutes:+d}"}
        case SeatChange():
            place: dict[str, object] = {"round": event.round, "table": event.table}
            return "seat", {**place, "name": entrants[event.entrant].name}
        case PaperResult():
            place = {"round": event.round, "table": event.table}
            if not event.points:
                return "result_revoked", place
            return "result", {**place, "points": _points(event.points)}
        case PenaltyRuling():
            name = entrants[event.entrant].name
            lost = {"table_points": event.table_points, "points": event.points}
            return "penalty", {"name": name, "reason": event.reason, **lost}
        case PenaltyRevocation():
            return "penalty_revoked", {"number": event.penalty}
        case TournamentRenaming():
            return "name", {"name": event.name}
        case OrganiserInvitation():
            return "invited", {}
        case OrganiserAddition():
            return "organiser", {"name": event.name}
        case OrganiserRemoval():
            return "organiser_removed", {}
