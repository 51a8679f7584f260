"""Sentences of `handreader watch` for the players, in English and Italian."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from scoring.game import AbortReason
from scoring.hand import SetKind
from scoring.text import Texts, in_language, in_words, phrase
from scoring.tile_names import tile_name
from scoring.tiles import Tile, Wind

from .events import (
    AbortEvent,
    CallEvent,
    CorrectionEvent,
    DealEndProposalEvent,
    DealStartEvent,
    DiscardEvent,
    DrawEvent,
    FlowerEvent,
    GameEndEvent,
    GameStartEvent,
    IndicatorEvent,
    KongEvent,
    LogEntry,
    LogEvent,
    PauseEvent,
    PenaltyEvent,
    RefusalEvent,
    ResumeEvent,
    RiichiEvent,
    SetCorrectionEvent,
    StoreImportEvent,
    TileEvent,
    TotalsEvent,
    UndoEvent,
    WinEvent,
    WinProposalEvent,
)
from .table_state import TableState

SURE = 0.9
"""Probability below which an entry is shown with its doubt."""
_WORDS: Mapping[str, Texts] = {
    "recording": {
        "en": "● RECORDING the table with {camera}. Nothing leaves this computer; pictures of the "
        "tiles are kept for {days} days in {folder}. Everybody at the table should know.",
        "it": "● SI REGISTRA il tavolo con {camera}. Nulla lascia questo computer; le immagini "
        "delle tessere restano {days} giorni in {folder}. Tutti al tavolo devono saperlo.",
    },
    "goes_on": {
        "en": "Resuming {game} ({rules}, table {table}): its log has {count} events; --new begins "
        "another game.",
        "it": "Si continua {game} ({rules}, tavolo {table}): il registro ha {count} eventi; --new "
        "ne inizia un'altra.",
    },
    "no_game": {
        "en": "No hand was read in {camera}: no game was begun.",
        "it": "Nessuna mano letta in {camera}: non inizia nessuna partita.",
    },
    "commands": {
        "en": "Commands: y, n, seat S from W, tile:3=5m, draw, undo, fix 12 5m (event 12), riichi "
        "S, false W, abort nine_terminals, win, deal, pause, resume, end",
        "it": "Comandi: y, n, seat S from W, tile:3=5m, draw, undo, fix 12 5m (evento 12), riichi "
        "S, false W, abort nine_terminals, win, deal, pause, resume, end",
    },
    "covered_left": {
        "en": "Something covers the table on the left of the picture: nothing is "
        "read there until it is gone, or still for a minute",
        "it": "Qualcosa copre il tavolo a sinistra nell'immagine: lì non si "
        "legge finché non c'è più, o è fermo da un minuto",
    },
    "covered_right": {
        "en": "Something covers the table on the right of the picture: nothing is "
        "read there until it is gone, or still for a minute",
        "it": "Qualcosa copre il tavolo a destra nell'immagine: lì non si "
        "legge finché non c'è più, o è fermo da un minuto",
    },
    "covered_top": {
        "en": "Something covers the table at the top of the picture: nothing is "
        "read there until it is gone, or still for a minute",
        "it": "Qualcosa copre il tavolo in alto nell'immagine: lì non si "
        "legge finché non c'è più, o è fermo da un minuto",
    },
    "covered_bottom": {
        "en": "Something covers the table at the bottom of the picture: nothing is "
        "read there until it is gone, or still for a minute",
        "it": "Qualcosa copre il tavolo in basso nell'immagine: lì non si "
        "legge finché non c'è più, o è fermo da un minuto",
    },
    "covered_middle": {
        "en": "Something covers the table in the middle of the picture: nothing is "
        "read there until it is gone, or still for a minute",
        "it": "Qualcosa copre il tavolo al centro nell'immagine: lì non si "
        "legge finché non c'è più, o è fermo da un minuto",
    },
    "deal_start": {
        "en": "Deal {deal}, {round} round, {dealer} is East{partly}",
        "it": "Mano {deal}, giro di {round}, Est è {dealer}{partly}",
    },
    "partly": {
        "en": " (not seen from its start)",
        "it": " (non vista dall'inizio)",
    },
    "discard": {"en": "{seat} discards {tile}", "it": "{seat} scarta {tile}"},
    "call": {
        "en": "{seat} calls a {kind}: {tiles}{source}",
        "it": "{seat} chiama {kind}: {tiles}{source}",
    },
    "source": {"en": ", from {seat}", "it": ", da {seat}"},
    "kong": {"en": "{seat} declares a kong: {tiles}", "it": "{seat} dichiara un kong: {tiles}"},
    "flower": {"en": "{seat} sets aside {tile}", "it": "{seat} mette da parte {tile}"},
    "riichi": {"en": "{seat} declares riichi", "it": "{seat} dichiara riichi"},
    "indicator": {"en": "Bonus indicator {tile}", "it": "Indicatore di dora {tile}"},
    "win": {"en": "WON by {who}, {points}: {changes}", "it": "VINCE {who}, {points}: {changes}"},
    "abort": {"en": "Abortive draw: {reason}", "it": "Interrotta: {reason}"},
    "penalty": {"en": "False win by {seat}", "it": "Falsa vincita di {seat}"},
    "draw": {"en": "Nobody won", "it": "Nessuno ha vinto"},
    "totals": {"en": "Totals: {points}{last}", "it": "Totali: {points}{last}"},
    "deal_end": {
        "en": "{gone} tiles are gone: is the deal over? `draw` if nobody won (draw E W: East and "
        "West were ready), n if it continues",
        "it": "{gone} tessere sono sparite: la mano è finita? `draw` se nessuno ha vinto (draw E "
        "W: a punto), n se continua",
    },
    "pause_lost": {
        "en": "The camera is lost; reconnecting. The log is safe.",
        "it": "La telecamera non risponde; si riprova da soli. Il registro è al sicuro.",
    },
    "pause_stalled": {
        "en": "The camera sends no new pictures; waiting.",
        "it": "Dalla telecamera non arrivano immagini nuove; si aspetta.",
    },
    "pause_phone": {
        "en": "The phone that is the camera sends no picture: unlock it, and open this page there.",
        "it": "Il telefono che fa da telecamera non invia immagini: sbloccalo, e apri lì questa "
        "pagina.",
    },
    "pause_size": {
        "en": "The size of the camera's picture has changed: restore the old size.",
        "it": "L'immagine della telecamera ha un'altra forma: rimettila com'era.",
    },
    "pause_unread": {
        "en": "The camera's pictures cannot be read; waiting for the next ones.",
        "it": "Ciò che la telecamera invia non si legge come immagini; si aspettano le prossime.",
    },
    "pause_dark": {
        "en": "Too dark to see the table; waiting for light.",
        "it": "Troppo buio per vedere il tavolo; si aspetta la luce.",
    },
    "pause_moved": {
        "en": "The camera was moved: the places follow it, and are read again once it stands "
        "still.",
        "it": "La telecamera è stata spostata: i posti la seguono, e si rileggono quando è ferma.",
    },
    "pause_moved_away": {
        "en": "The camera does not see the whole table any more: move it back, or set the table up "
        "again. If nothing was moved, resume.",
        "it": "La telecamera non vede più tutto il tavolo: rimettila com'era, o prepara di nuovo "
        "il tavolo. Se nulla è stato spostato, riprendi (resume).",
    },
    "partly_out": {
        "en": "An edge of the table is outside the picture of the moved camera: tiles there are "
        "not seen. Move it back a little.",
        "it": "Un bordo del tavolo è fuori dall'immagine della telecamera spostata: lì le tessere "
        "non si vedono. Rimettila un po' indietro.",
    },
    "pause_ended": {"en": "The video is over.", "it": "Il video è finito."},
    "pause_user": {"en": "Paused; `resume` continues.", "it": "In pausa; `resume` riprende."},
    "resume": {"en": "Watching again.", "it": "Si guarda di nuovo."},
    "correction": {
        "en": "Corrected: event {of}, {old} was {new}",
        "it": "Corretto: evento {of}, {old} era {new}",
    },
    "confirmed": {
        "en": "Confirmed: event {of} is {new}",
        "it": "Confermato: l'evento {of} è {new}",
    },
    "unsure": {
        "en": "{text} ({share} % sure; if it was another tile: fix {number} TILE)",
        "it": "{text} (certa al {share} %; se era un'altra tessera: fix {number} TESSERA)",
    },
    "entered": {
        "en": "Entered by hand on the page: now {round} round, {dealer} is East",
        "it": "Inserito a mano sulla pagina: ora giro di {round}, Est è {dealer}",
    },
    "undo": {"en": "Undone: event {of}", "it": "Annullato: evento {of}"},
    "refused": {"en": "Refused.", "it": "Rifiutata."},
    "game_end": {"en": "The game is over.", "it": "La partita è finita."},
    "last_hand": {
        "en": "That was the last hand: the game ends when the table is cleared.",
        "it": "Era l'ultima mano: la partita finisce quando il tavolo è sgombro.",
    },
    "new_or_quit": {
        "en": "`new` starts another game with the same players, or `new players A,B,C,D rules mcr "
        "east right`; `quit` ends the program.",
        "it": "`new` inizia un'altra partita con gli stessi giocatori, o `new players A,B,C,D "
        "rules mcr east right`; `quit` chiude.",
    },
    "ask": {
        "en": "Correct? y, n, or a change (seat S from W, drawn, tile:3=5m):",
        "it": "Giusto? y, n, o una modifica (seat S from W, drawn, tile:3=5m):",
    },
    "ask_first": {
        "en": "Missing: {needs}",
        "it": "Prima serve sapere: {needs}",
    },
    "need_seat": {
        "en": "whose hand it is (seat E, S, W or N)",
        "it": "di chi è la mano (seat E, S, W o N)",
    },
    "need_how": {
        "en": "self-drawn or from whom (drawn, or from W)",
        "it": "pescata o da chi (drawn, oppure from W)",
    },
    "need_other": {"en": "{id}=ANSWER", "it": "{id}=RISPOSTA"},
    "doubt_tile": {"en": "not sure of tile:{what}", "it": "incerta tile:{what}"},
    "doubt_taken": {"en": "taken as {what}", "it": "inteso come {what}"},
    "doubt_copies": {
        "en": "more than four {what} were seen in this deal",
        "it": "in questa mano si sono viste più di quattro {what}",
    },
    "doubt_sets": {
        "en": "the sets differ from those seen during the deal: {what}",
        "it": "i gruppi non sono quelli visti durante la mano: {what}",
    },
    "doubt_last_tile": {
        "en": "by our count {what} tiles are left in the wall: if this was the last one, enter "
        "last_tile",
        "it": "nel muro restano {what} tessere secondo il conto: se era l'ultima, scrivi last_tile",
    },
    "doubt_turn": {
        "en": "by the log it was the turn of {what} to draw: if this tile was a discard, enter "
        "from W",
        "it": "secondo il registro toccava a {what} pescare: se la tessera è uno scarto, scrivi "
        "from W",
    },
    "doubt_furiten_discarded": {
        "en": "furiten: the winner waited for {what} and had discarded it",
        "it": "furiten: chi vince aspettava {what} e l'aveva scartata",
    },
    "doubt_furiten_riichi": {
        "en": "furiten: the winner passed on {what} after declaring riichi",
        "it": "furiten: chi vince ha lasciato passare {what} dopo il riichi",
    },
    "doubt_furiten_passed": {
        "en": "furiten: the winner passed on {what} after the last turn",
        "it": "furiten: {what} è passata dopo l'ultimo turno di chi vince",
    },
    "doubt_also_too": {
        "en": "wins on the same discard as {what}: y only if it was declared, too; both are paid",
        "it": "vince sullo stesso scarto di {what}: y solo se fu dichiarata; si pagano entrambe",
    },
    "doubt_also_instead": {
        "en": "comes before {what} in turn on the same discard: y if it was declared; it wins "
        "alone",
        "it": "viene prima di {what} sullo stesso scarto: y se è stata dichiarata, vince da sola",
    },
    "doubt_partial": {
        "en": "the deal was not seen from its start",
        "it": "la mano non è stata vista dall'inizio",
    },
    "doubt_ura": {
        "en": "riichi: enter the ura dora indicators (ura 3m), or y without them",
        "it": "riichi: scrivi gli indicatori nascosti (ura 3m), o y senza",
    },
    "wins_later": {
        "en": "{seat} shows a winning hand, too: {first} comes first in turn and wins alone.",
        "it": "Anche {seat} mostra una mano vincente: {first} viene prima e vince da solo.",
    },
    "left_out": {
        "en": "The hand of {seat} on the same discard was not confirmed: it is left out.",
        "it": "La mano di {seat} sullo stesso scarto non è stata confermata: non è registrata.",
    },
    "nothing_open": {"en": "Nothing is waiting for an answer.", "it": "Niente attende risposta."},
    "no_hand": {"en": "No winning hand is seen now.", "it": "Ora non si vede una mano vincente."},
    "not_read": {"en": "Not read: {what}", "it": "Non letta: {what}"},
    "scene_not_read": {
        "en": "Not read (options are those of `handreader score`): {what}",
        "it": "Non letta (le opzioni sono quelle di `handreader score`): {what}",
    },
    "not_done": {"en": "Not done: {what}", "it": "Non fatto: {what}"},
    "bad_frame": {"en": "A picture was skipped: {what}", "it": "Un'immagine è saltata: {what}"},
    "book": {
        "en": "Not yet in the list of games ({what}); the log has it.",
        "it": "Non ancora nell'elenco delle partite ({what}); il registro ce l'ha.",
    },
    "book_anew": {
        "en": "This database does not have the game yet (it was kept in another one): it is "
        "entered here as a new one, with all its hands.",
        "it": "Questa base di dati non ha ancora la partita (stava in un'altra): viene inserita "
        "qui come nuova, con tutte le mani.",
    },
    "answered": {
        "en": "This question is already answered or out of date: look again.",
        "it": "Qualcuno ha già risposto, o non è più così: guarda di nuovo.",
    },
    "not_heard": {
        "en": "The table is being read right now: check whether it worked, otherwise try again.",
        "it": "Il tavolo è in lettura proprio ora: guarda se è fatto, altrimenti riprova.",
    },
    "no_picture": {
        "en": "No picture: {what}. Trying again.",
        "it": "Nessuna immagine: {what}. Si riprova da soli.",
    },
    "deal_gone": {
        "en": "{gone} tiles are gone: is the deal over?",
        "it": "{gone} tessere sono sparite: la mano è finita?",
    },
    "set_up_again": {
        "en": "The table is being set up.",
        "it": "Si sta preparando il tavolo.",
    },
    "set_up_on_page": {
        "en": "The table is set up on the page: open “Table” there.",
        "it": "Il tavolo si prepara nella pagina: apri «Tavolo».",
    },
    "closing": {"en": "The server is closing.", "it": "Il server si sta chiudendo."},
    "stopped": {
        "en": "Watching has ended: {what}",
        "it": "L'osservazione è terminata: {what}",
    },
    "setup": {
        "en": "Table {name!r} is stored for pictures of {width} × {height}; its areas are "
        "outlined in {picture}. If they are wrong, give the walls' outer corners: --corners "
        "{corners}",
        "it": "Tavolo {name!r} salvato per immagini di {width} × {height}; i posti sono segnati in "
        "{picture}. Se sono sbagliati, indica gli angoli esterni dei muri: --corners {corners}",
    },
    "written": {"en": "Written to {path}", "it": "Scritto in {path}"},
    "forgotten": {
        "en": "{count} pictures older than {days} days were deleted.",
        "it": "{count} immagini più vecchie di {days} giorni sono state cancellate.",
    },
    "evidence_title": {"en": "Win of deal {deal}", "it": "Vincita della mano {deal}"},
    "confirmed_by_user": {
        "en": "Confirmed by a player {at}",
        "it": "Confermata da un giocatore {at}",
    },
    "confirmed_by_camera": {
        "en": "Confirmed automatically {at}: no question was open and no tile was uncertain",
        "it": "Presa senza chiedere {at}: nessuna domanda aperta, nessuna tessera incerta",
    },
    "picture_gone": {
        "en": "The picture was deleted because of its age.",
        "it": "L'immagine è stata cancellata con le altre della sua età.",
    },
    "checksum": {"en": "SHA-256 of the picture", "it": "SHA-256 dell'immagine"},
    "play": {"en": "The deal as it was seen", "it": "Che cosa si è visto della mano"},
}
_REASONS: Mapping[AbortReason, Texts] = {
    AbortReason.NINE_TERMINALS: {
        "en": "nine different terminals and honours",
        "it": "nove terminali e onori diversi",
    },
    AbortReason.FOUR_KONGS: {"en": "four kongs", "it": "quattro kong"},
    AbortReason.FOUR_WINDS: {
        "en": "four times the same wind",
        "it": "quattro volte lo stesso vento",
    },
    AbortReason.FOUR_RIICHI: {"en": "four riichi", "it": "quattro riichi"},
}
_SETS: Mapping[SetKind, Texts] = {
    SetKind.CHOW: {"en": "chow", "it": "una scala"},
    SetKind.PUNG: {"en": "pung", "it": "un tris"},
    SetKind.KONG: {"en": "kong", "it": "un kong"},
}


def localize(word: str, lang: str, **gaps: object) -> str:
    """Return a word or sentence in a language, with its gaps filled."""
    return phrase(_WORDS[word], **gaps).localize(lang)


def event_sentence(
    event: LogEvent, table: TableState, lang: str, names: Mapping[Wind, str] | None = None
) -> str:
    """Return an event as one sentence; "" for an event that is shown otherwise.

    Args:
        event: of the log.
        table: state of the game.
        lang: the language.
        names: of the players by seat, in the place of winds.
    """

    def who(seat: Wind) -> str:
        return (names or {}).get(seat) or in_words(seat, lang)

    match event:
        case GameStartEvent() | WinProposalEvent():
            return ""
        case DealEndProposalEvent():
            return localize("deal_end", lang, gone=event.removed)
        case PauseEvent():
            return localize(f"pause_{event.reason}", lang)
        case DealStartEvent():
            partly = "" if event.observed_from_start else localize("partly", lang)
            gaps = {"round": in_words(event.round, lang), "dealer": _dealer(table)}
            return localize("deal_start", lang, deal=event.deal, partly=partly, **gaps)
        case StoreImportEvent():
            gaps = {"round": in_words(table.game.round, lang), "dealer": _dealer(table)}
            return localize("entered", lang, **gaps)
        case DiscardEvent() | FlowerEvent():
            gaps = {"seat": who(event.seat), "tile": tile_name(event.tile, lang)}
            return localize(event.kind, lang, **gaps)
        case IndicatorEvent():
            return localize("indicator", lang, tile=tile_name(event.tile, lang))
        case CallEvent():
            return _call_sentence(event, table, lang, who)
        case KongEvent():
            gaps = {"seat": who(event.seat), "tiles": _tile_codes(event.tiles)}
            return localize("kong", lang, **gaps)
        case RiichiEvent():
            return localize("riichi", lang, seat=who(event.seat))
        case WinEvent():
            return _win_sentence(event, lang)
        case AbortEvent():
            return localize("abort", lang, reason=in_language(_REASONS[event.game.reason], lang))
        case PenaltyEvent():
            return localize("penalty", lang, seat=who(event.game.seat))
        case TotalsEvent():
            pairs = zip(table.players, event.points, strict=True)
            points = ", ".join(f"{name} {number}" for name, number in pairs)
            last = f". {localize('last_hand', lang)}" if table.game.is_over else ""
            return localize("totals", lang, points=points, last=last)
        case CorrectionEvent():
            codes = {"old": event.old.value, "new": event.new.value}  # as `fix` expects them
            word = "confirmed" if event.old is event.new else "correction"
            return localize(word, lang, of=event.of, **codes)
        case SetCorrectionEvent():
            sets = {"old": _tile_codes(event.old), "new": _tile_codes(event.new)}
            return localize("correction", lang, of=event.of, **sets)
        case UndoEvent():
            return localize("undo", lang, of=event.of)
        case RefusalEvent() | DrawEvent() | ResumeEvent() | GameEndEvent():
            return localize(event.kind, lang)
        case _:
            assert_never(event)


def unsure_sentence(entry: LogEntry, table: TableState, lang: str) -> str:
    """Return an entry's event as a sentence; an uncertain tile with its doubt and its remedy."""
    text = event_sentence(entry.event, table, lang)
    if not is_unsure(entry) or not isinstance(entry.event, TileEvent) or entry.confidence is None:
        return text
    share = int(100 * entry.confidence)
    return localize("unsure", lang, text=text, share=share, number=entry.number)


def is_unsure(entry: LogEntry) -> bool:
    """Return whether the camera is not sure of an entry."""
    return entry.author == "camera" and entry.confidence is not None and entry.confidence < SURE


def _dealer(table: TableState) -> str:
    return table.players[table.game.seating[0]]


def _call_sentence(
    event: CallEvent, table: TableState, lang: str, who: Callable[[Wind], str]
) -> str:
    source = ""
    if event.source is not None:
        source = localize("source", lang, seat=who(table.seat(event.source)))
    return localize(
        "call",
        lang,
        seat=who(event.seat),
        kind=in_language(_SETS[event.set_kind], lang),
        tiles=_tile_codes(event.tiles),
        source=source,
    )


def _tile_codes(tiles: Sequence[Tile]) -> str:
    return " ".join(tile.value for tile in tiles)


def _win_sentence(event: WinEvent, lang: str) -> str:
    return localize(
        "win",
        lang,
        who=" + ".join(in_words(hand.record.win.seat, lang) for hand in event.hands),
        points=" + ".join(str(hand.result["total"]) for hand in event.hands),
        changes=", ".join(f"{seat} {change:+d}" for seat, change in event.changes.items()),
    )
