"""JSON of a watched game for the page, in the page's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from scoring import Score, rulebook, score
from scoring.explain import rules_title
from scoring.game import GameRules
from scoring.hand import HandError
from scoring.record import Record
from scoring.text import Texts, in_language, phrase
from scoring.tiles import WINDS
from vision import PhotoReading

from ...watch.live.options import PLACES
from ...watch.live.snapshot import LogLine, TableSnapshot, WatchView, sentence
from ...watch.log.events import (
    AnyCorrection,
    DealEndProposalEvent,
    PauseEvent,
    RefusalEvent,
    RiichiEvent,
    SetEvent,
    TileEvent,
    UndoEvent,
    WinEvent,
    WinProposalEvent,
)
from ...watch.session.session import bounding_box
from ..forms.watch_form import FinalEvent, last_undoable_event
from . import game as game_view
from . import hand as hand_view
from .table_setup import rules_json

if TYPE_CHECKING:
    from ...watch.live.background import BackgroundWatch
    from ...watch.play.win_proposal import WinProposal

_Removable = TileEvent | SetEvent | RiichiEvent | AnyCorrection
_DOUBTS: Mapping[str, Texts] = {
    "tile": {
        "en": "Not sure of every tile: look at those that are marked.",
        "it": "Non tutte le tessere sono certe: guarda quelle segnate.",
    },
    "last_tile": {
        "en": "About {what} tiles are left in the wall: was this the last one?",
        "it": "Nel muro restano circa {what} tessere: era l'ultima?",
    },
    "ura": {
        "en": "Riichi: were there hidden indicators?",
        "it": "Riichi: c'erano indicatori nascosti?",
    },
    "turn": {
        "en": "By the log it was the turn of {what} to draw: if this tile was a discard, choose "
        "the discarder.",
        "it": "Da quanto si è visto toccava a {what} pescare: se la tessera è d'altri, indica di "
        "chi.",
    },
    "also_too": {
        "en": "Wins on the same discard as {what}: record it only if it was declared, too; both "
        "are paid.",
        "it": "Vince sullo stesso scarto di {what}: registrala solo se fu dichiarata; si pagano "
        "entrambe.",
    },
    "also_instead": {
        "en": "Comes before {what} in turn on the same discard: record it if it was declared; it "
        "wins alone.",
        "it": "Viene prima di {what} sullo stesso scarto: registrala se fu dichiarata; vince da "
        "sola.",
    },
}
_NEEDS: Mapping[str, Texts] = {
    "seat": {"en": "Choose who won.", "it": "Indica chi ha vinto."},
    "how": {
        "en": "Choose who discarded, or self-drawn.",
        "it": "Indica su tessera di chi, o che è pescata.",
    },
}
_WON: Texts = {"en": "{who} wins: {changes}", "it": "{who} vince: {changes}"}
_WON_TOO: Texts = {"en": "{who} win: {changes}", "it": "{who} vincono: {changes}"}
_CORRECT: Texts = {
    "en": "This hand lacks facts: enter them under “Correct the hand”.",
    "it": "Di questa mano non si è detto tutto: dillo con «Correggi la mano».",
}
_GONE: Texts = {
    "en": "This hand was proposed before but not fully read: show it again.",
    "it": "Questa mano era già stata chiesta e non letta del tutto: deponila di nuovo.",
}
_UNDONE: Texts = {"en": "Undone: {what}", "it": "Annullato: {what}"}
_EARLIER: Texts = {"en": "an earlier entry", "it": "una riga precedente"}
_REFUSED_WIN: Texts = {
    "en": "Refused: the proposed win",
    "it": "Rifiutata: la vincita proposta",
}
_REFUSED_END: Texts = {"en": "The deal goes on", "it": "La mano continua"}
_PAUSED: Texts = {"en": "Paused by a player.", "it": "In pausa, per volere di un giocatore."}
_ANSWER: Texts = {"en": "Answer the questions.", "it": "Rispondi alle domande."}


def watch_json(watch: BackgroundWatch, seen: WatchView, lang: str) -> dict[str, object]:
    """Return the state of a watched game.

    Returns:
        `camera`, `days`, `whole` (whether the picture is the whole frame: no table was
        set up), `game` (its id in the store), `rules`; `state` ("watching", "paused", "over") and
        its reason `text`; `resumes` (whether a person ends the pause); `table` (see `_table_json`);
        `events`, the latest last; `warnings`;
        `proposal`, null if nothing waits for an answer; `log`, different for each game; `next`
        (see `_next_game`), null while the game is watched.
    """
    state, text = _state(seen)
    standing = seen.snapshot
    return {
        "log": watch.folder.name,
        "camera": watch.camera,
        "days": watch.keep_days,
        "whole": not watch.areas,
        "game": watch.game_id,
        "rules": watch.rules,
        "name": rules_title(rulebook(watch.rules), lang),
        "state": state,
        "text": None if text is None else in_language(text, lang),
        "resumes": state == "paused" and _may_resume(seen),
        "table": None if standing is None else _table_json(standing, watch.game_rules, lang),
        "events": [_event(line, seen, lang) for line in seen.lines],
        "warnings": [in_language(warning, lang) for warning in seen.warnings],
        "proposal": None if standing is None else _proposal(standing, seen.proposal, lang),
        "next": _next_game(watch, seen, lang) if seen.end_reason is not None else None,
    }


def _next_game(watch: BackgroundWatch, seen: WatchView, lang: str) -> dict[str, object]:
    """Return the options after the watch ended: the same players' next game, or this one."""
    table = watch.table
    return {
        "players": list(table.players),
        **rules_json(table.rules, lang),
        "east": PLACES[table.first_east],
        "go_on": not table.ended,
    }


def _state(seen: WatchView) -> tuple[str, Texts | None]:
    paused = seen.snapshot.pause_reason if seen.snapshot else ""
    if seen.end_reason is not None:
        return "over", seen.end_reason
    if paused == "user":
        return "paused", None
    if seen.camera_fault is not None:
        return "paused", seen.camera_fault
    return ("paused", sentence(f"pause_{paused}")) if paused else ("watching", None)


def _may_resume(seen: WatchView) -> bool:
    """Return whether a person ends the pause: his own, or by accepting the camera's new view."""
    reason = seen.snapshot.pause_reason if seen.snapshot else ""
    return reason == "user" or (reason == "moved_away" and seen.camera_fault is None)


def _table_json(standing: TableSnapshot, rules: GameRules, lang: str) -> dict[str, object]:
    return {
        "deal": standing.deal,
        "over": standing.over,
        "last": standing.last,
        "ended": standing.ended,
        "round": standing.round.value,
        "turn": standing.turn,
        "counters": standing.counters,
        "seats": {seat.value: standing.seats[seat] for seat in WINDS},
        "points": {seat.value: standing.points_by_seat[seat] for seat in WINDS},
        "riichi": bool(rules.bet),
        "noten": bool(rules.noten),
        "aborts": game_view.abort_reasons(rules.id, lang),
    }


def _event(line: LogLine, seen: WatchView, lang: str) -> dict[str, object]:
    entry, event = line.entry, line.entry.event
    undone = entry.number in seen.undone
    ends = (x.entry.number for x in seen.lines if isinstance(x.entry.event, FinalEvent))
    last = max((number for number in ends if number not in seen.undone), default=0)
    return {
        "number": entry.number,
        "kind": event.kind,
        "at": entry.at,
        "text": _line_text(line, seen, lang),
        "author": entry.author,
        "confidence": entry.confidence,
        "undone": undone,
        "tile": event.tile.value if isinstance(event, TileEvent) else None,
        "can_undo": entry.number == last_undoable_event(seen),
        "can_fix": isinstance(event, TileEvent) and not undone and entry.number > last,
        "can_remove": isinstance(event, _Removable) and not undone and entry.number > last,
        "picture": bool(entry.evidence),
    }


def _line_text(line: LogLine, seen: WatchView, lang: str) -> str:
    """Return the text of a log line without terminal commands and numbers of other lines; a win
    by players' names.
    """
    match line.entry.event:
        case PauseEvent(reason="user"):
            return in_language(_PAUSED, lang)
        case DealEndProposalEvent(removed=removed):
            return in_language(sentence("deal_gone", gone=removed), lang)
        case WinEvent() as win if line.seats:
            paid = ", ".join(
                f"{line.seats[seat]} {format_points(number)}"
                for seat, number in win.changes.items()
                if number
            )
            who = [line.seats[hand.record.win.seat] for hand in win.hands]
            text = _WON if len(who) == 1 else _WON_TOO
            return phrase(text, who=", ".join(who), changes=paid).localize(lang)
        case UndoEvent(of=number):
            undone = _line_with(number, seen)
            # the undone lines of an earlier run are not shown
            what = _line_text(undone, seen, lang) if undone else in_language(_EARLIER, lang)
            return phrase(_UNDONE, what=what).localize(lang)
        case RefusalEvent(proposal=number):
            # of proposals, those that a deal is over have a line of their own
            is_end = _line_with(number, seen) is not None
            return in_language(_REFUSED_END if is_end else _REFUSED_WIN, lang)
        case _:
            return in_language(line.text, lang)


def _line_with(number: int, seen: WatchView) -> LogLine | None:
    return next((line for line in seen.lines if line.entry.number == number), None)


def format_points(points: int) -> str:
    """Format points with their sign: +8 or −8."""
    return f"{points:+d}".replace("-", "−")


def _proposal(
    standing: TableSnapshot, found: WinProposal | None, lang: str
) -> dict[str, object] | None:
    shown = standing.open_proposal
    if shown is None:
        return None
    shared: dict[str, object] = {
        "number": shown.number,
        "what": "win" if isinstance(shown.event, WinProposalEvent) else "deal_end",
        "picture": bool(shown.evidence),
        "seats": {seat.value: name for seat, name in standing.proposal_seats.items()},
    }
    match shown.event:
        case DealEndProposalEvent(removed=removed):
            return {**shared, "text": in_language(sentence("deal_gone", gone=removed), lang)}
        case WinProposalEvent() as event:
            win = _win_from_log(event, lang) if found is None else _win_from_reading(found, lang)
            return {**shared, **win}


def _win_from_reading(found: WinProposal, lang: str) -> dict[str, object]:
    """Return a win from its reading: with the picture's tiles, questions and uncertainties."""
    reading = hand_view.reading_json(_crop_reading(found.reading), lang)
    record = found.record
    questions = [q for q in found.reading.questions if q.default is None]
    needs = [in_language(_NEEDS[need], lang) for need in found.needs if need in _NEEDS]
    if questions:
        needs.append(in_language(_ANSWER, lang))
    return {
        "reading": reading,
        "hand": reading["hand"],
        "score": _score(found.score, lang),
        "record": None if record is None else record.to_json(),
        "whose": found.place is not None,
        "seat": None if "seat" in found.needs or record is None else record.win.seat.value,
        "how": None if "how" in found.needs or record is None else _tile_source(record),
        "needs": needs,
        "doubts": _doubts(found, lang),
    }


def _win_from_log(event: WinProposalEvent, lang: str) -> dict[str, object]:
    """Return a win from the log: one that was proposed before this program began."""
    read, open_ = event.record, event.questions
    try:
        result = None if read is None else score(read.hand, read.win, read.book())
    except HandError:
        result = None
    if read is None or result is None:
        needs = [in_language(_GONE, lang)]
        return {"hand": None, "score": None, "record": None, "needs": needs, "doubts": []}
    return {
        "hand": hand_view.hand_json(read.hand),
        "score": _score(result, lang),
        "record": read.to_json(),
        "whose": True,
        "seat": None if "seat" in open_ else read.win.seat.value,
        "how": None if "how" in open_ else _tile_source(read),
        "needs": [in_language(_CORRECT, lang)] if open_ else [],
        "doubts": [],
    }


def _tile_source(record: Record) -> str | None:
    """Return the seat of the discarder; "wall" if the tile was drawn."""
    win = record.win
    return "wall" if win.self_drawn else None if win.discarder is None else win.discarder.value


def _score(result: Score | None, lang: str) -> dict[str, object] | None:
    if result is None or result.best is None:
        return None
    return hand_view.score_json(result, result.best, lang)


def _doubts(found: WinProposal, lang: str) -> list[dict[str, object]]:
    doubts: dict[str, dict[str, object]] = {}
    for code, what in found.uncertainties:
        if code == "taken":  # the question itself reports it
            continue
        text = phrase(_DOUBTS[code], what=what).localize(lang) if code in _DOUBTS else ""
        text = text or in_language(sentence(f"doubt_{code}", what=what), lang)
        tile = int(what.partition("=")[0]) if code == "tile" else None
        one = doubts.setdefault(text, {"code": code, "text": text, "tiles": []})
        tiles = one["tiles"]
        assert isinstance(tiles, list)
        if tile is not None:
            tiles.append(tile)
    return list(doubts.values())


def _crop_reading(reading: PhotoReading) -> PhotoReading:
    """Return the reading in pixels of the crop that the log keeps."""
    left, top, right, bottom = bounding_box(reading.tiles, reading.width, reading.height)
    tiles = tuple(
        replace(tile, quad=tuple((x - left, y - top) for x, y in tile.quad))  # type: ignore[arg-type]
        for tile in reading.tiles
    )
    return replace(reading, width=right - left, height=bottom - top, tiles=tiles)
