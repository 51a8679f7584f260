"""Messages of the commands, in English and Italian."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.text import Texts, phrase

_WORDS: Mapping[str, Texts] = {
    "doctor_well": {
        "en": "+ works, - optional and not there: photos can be read and scored.",
        "it": "+ funziona, - facoltativo e assente: le foto si leggono e si contano.",
    },
    "doctor_faults": {
        "en": "+ works, - optional and not there, ! needs mending.",
        "it": "+ funziona, - facoltativo e assente, ! da rimediare.",
    },
    "hand": {"en": "Hand", "it": "Mano"},
    "won_on": {"en": "won on {tile}", "it": "vinta con {tile}"},
    "flowers": {"en": "flowers {tiles}", "it": "fiori {tiles}"},
    "read_as": {"en": "Read as", "it": "Letta come"},
    "points": {"en": "Points", "it": "Punti"},
    "pattern": {"en": "Pattern", "it": "Combinazione"},
    "tiles": {"en": "Tiles", "it": "Tessere"},
    "rule": {"en": "Rule", "it": "Regola"},
    "total": {"en": "Total", "it": "Totale"},
    "not_counted": {"en": "Not counted", "it": "Non contano"},
    "otherwise": {
        "en": "Another reading ({sets}) would score {total}.",
        "it": "Letta altrimenti ({sets}) varrebbe {total}.",
    },
    "payments": {"en": "Payments", "it": "Pagamenti"},
    "payer_unknown": {
        "en": "The payer is not known: add --discarder {seats} or {last}, or --self-drawn.",
        "it": "Non si sa chi paga: aggiungi --discarder {seats} o {last}, oppure --self-drawn.",
    },
    "payer_open": {"en": "The payer is not known.", "it": "Non si sa chi paga."},
    "card": {"en": "Card in {path}", "it": "Cartolina in {path}"},
    "indicators": {"en": "Dora indicators: {tiles}", "it": "Indicatori di dora: {tiles}"},
    "indicators_seen": {
        "en": "Dora indicators in the photo: {indicators} (--dora TILES names others, "
        "--answer indicators=no none)",
        "it": "Indicatori di dora nella foto: {indicators} (--dora TESSERE ne indica altri, "
        "--answer indicators=no nessuno)",
    },
    "dora_seen": {
        "en": "Dora indicators in the photo: {indicators}; dora: {dora} (--dora TILES names "
        "others, --answer indicators=no none)",
        "it": "Indicatori di dora nella foto: {indicators}; dora: {dora} (--dora TESSERE ne indica "
        "altri, --answer indicators=no nessuno)",
    },
    "assumed": {"en": "Assumed: {facts}.", "it": "Supposto: {facts}."},
    "if_not": {"en": "Otherwise: {options}.", "it": "Altrimenti: {options}."},
    "idle": {
        "en": "Without effect on this score: {options}.",
        "it": "Senza effetto su questo punteggio: {options}.",
    },
    "assumed_seat": {"en": "the winner is East", "it": "chi vince è Est"},
    "assumed_round": {"en": "East round", "it": "giro di Est"},
    "assumed_discard": {
        "en": "won on a discard",
        "it": "vinta su scarto",
    },
    "assumed_flags": {
        "en": "nothing special about the win",
        "it": "nessuna circostanza particolare",
    },
    "other_payments": {"en": "other payments", "it": "altri pagamenti"},
    "no_win": {"en": "no win", "it": "nessuna vincita"},
    "seen": {
        "en": "{photo}: {count} tiles in {seconds} s",
        "it": "{photo}: {count} tessere in {seconds} s",
    },
    "seen_one": {
        "en": "{photo}: 1 tile in {seconds} s",
        "it": "{photo}: 1 tessera in {seconds} s",
    },
    "row": {"en": "row {number}", "it": "fila {number}"},
    "numbered": {
        "en": "Tiles of the hand as number:tile: {tiles}. --answer tile:{first}=5m corrects one.",
        "it": "Tessere della mano come numero:tessera: {tiles}. --answer tile:{first}=5m ne "
        "corregge una.",
    },
    "near": {
        "en": "One tile misread? It would win with {changes}.",
        "it": "Una tessera letta male? Vincerebbe con {changes}.",
    },
    "near_change": {
        "en": "--answer tile:{id}={new} (read as {old}; it scores {total})",
        "it": "--answer tile:{id}={new} (letta come {old}; varrebbe {total})",
    },
    "doubtful": {"en": "Not sure", "it": "Incerte"},
    "doubt": {
        "en": "tile:{id} {kind} {share} (or {others})",
        "it": "tile:{id} {kind} {share} (o {others})",
    },
    "problem": {"en": "Problem", "it": "Problema"},
    "remark": {"en": "Note", "it": "Nota"},
    "taken": {
        "en": "{question} Taken as {default} ({answer})",
        "it": "{question} Inteso come {default} ({answer})",
    },
    "question": {"en": "Question", "it": "Domanda"},
    "ours": {"en": "It scores {total}: {parts}", "it": "Vale {total}: {parts}"},
    "counted": {"en": "It counts: {parts}", "it": "Conta: {parts}"},
    "agrees": {"en": "The claim is right.", "it": "È giusto."},
    "tile": {"en": "Tile", "it": "Tessera"},
    "left": {"en": "Left", "it": "Restano"},
    "drawn": {"en": "Self-drawn", "it": "Pescata"},
    "discarded": {"en": "On a discard", "it": "Su scarto"},
    "no_wait": {
        "en": "This hand waits for no tile: it needs at least two more.",
        "it": "Questa mano non è a punto: le mancano almeno due tessere.",
    },
    "no_discard": {
        "en": "No discard makes this hand ready; `handreader advise` lists what brings it nearer.",
        "it": "Nessuno scarto mette a punto questa mano; `handreader advise` elenca che cosa la "
        "avvicina.",
    },
    "after_discard": {"en": "Discard {tile}, wait for", "it": "Scartando {tile} si aspetta"},
    "discard": {"en": "Discard", "it": "Scarto"},
    "distance": {"en": "Distance", "it": "Distanza"},
    "nearer": {"en": "Tiles that help", "it": "Tessere utili"},
    "ready": {"en": "ready", "it": "a punto"},
    "is_complete": {"en": "This hand is complete.", "it": "Questa mano è completa."},
    "is_ready": {
        "en": "Ready: one tile from a win.",
        "it": "A punto: manca una tessera alla vincita.",
    },
    "is_one_away": {
        "en": "1 tile to exchange until the hand is ready.",
        "it": "Una tessera da cambiare perché la mano sia a punto.",
    },
    "is_away": {
        "en": "{count} tiles to exchange until the hand is ready.",
        "it": "{count} tessere da cambiare perché la mano sia a punto.",
    },
    "accepted": {
        "en": "Tiles that help: {tiles} ({count} left)",
        "it": "Tessere utili: {tiles} (ne restano {count})",
    },
    "none_left": {"en": "no tile left", "it": "non ne restano"},
    "share_wins": {"en": "{points}; {share} % win", "it": "{points}; vince il {share} %"},
    "worth_note": {
        "en": "Points are those of the wins that need the fewest tiles, all tiles that are not "
        "seen equally likely.",
        "it": "I punti sono delle vincite cui mancano meno tessere, ugualmente probabili tutte "
        "le tessere che non si vedono.",
    },
    "worth_far": {
        "en": "Points are calculated up to a distance of {farthest}.",
        "it": "I punti si calcolano fino a una distanza di {farthest}.",
    },
    "picture": {"en": "Tiles outlined in {path}", "it": "Tessere contornate in {path}"},
    "left_out": {
        "en": "{path} is left out: it is the outlined picture of another photo",
        "it": "{path} non viene letta: è la copia contornata di un'altra foto",
    },
    "photos": {"en": "photos", "it": "foto"},
    "set_used": {
        "en": "tiles are read with the set {name} (--set none: without it)",
        "it": "le tessere sono lette come del set {name} (--set none: senza)",
    },
    "unmarked_alike": {
        "en": "The winning tile is not marked: {tile} is assumed. Any other scores the same.",
        "it": "La tessera vincente non è indicata: si suppone {tile}. Ogni altra varrebbe lo "
        "stesso.",
    },
    "unmarked": {
        "en": "The winning tile is not marked: {tile} is assumed. Others would score: {others} "
        "(+{tile}, --winning-tile).",
        "it": "La tessera vincente non è indicata: si suppone {tile}. Le altre varrebbero: "
        "{others} (+{tile}, --winning-tile).",
    },
    "rules_kept": {
        "en": "{name} is kept: {rules} with {options} (use it with --rules {name})",
        "it": "{name} è salvato: {rules} con {options} (si usa con --rules {name})",
    },
    "rules_absent": {
        "en": "Not among them, as their texts could not be had as exactly: Classical Chinese "
        "(British), the World Riichi Championship of 2022, the Italian federation's variant.",
        "it": "Mancano, perché il loro testo non si è potuto avere con la stessa esattezza: il "
        "cinese classico (britannico), il World Riichi Championship del 2022, la variante della "
        "federazione italiana.",
    },
    "rules_forgotten": {"en": "{name} is forgotten", "it": "{name} è dimenticato"},
    "renamed": {"en": "{name} is now {to}", "it": "{name} ora si chiama {to}"},
    "ask_forget": {
        "en": "Forget {name}? It cannot be brought back. [y/N]",
        "it": "Dimenticare {name}? Non si recupera. [s/N]",
    },
    "is_kept": {"en": "{name} is kept", "it": "{name} resta"},
    "set_listed": {
        "en": "{name}: {kinds} kinds from {tiles} tiles",
        "it": "{name}: {kinds} tipi da {tiles} tessere",
    },
    "set_in_use": {
        "en": "{name}: {kinds} kinds from {tiles} tiles; in use",
        "it": "{name}: {kinds} tipi da {tiles} tessere; in uso",
    },
    "no_sets": {
        "en": "No set is taught yet; `handreader teach` teaches one.",
        "it": "Nessun set è stato ancora imparato; `handreader teach` ne fa imparare uno.",
    },
    "table_listed": {
        "en": "{name}: pictures of {width}×{height}",
        "it": "{name}: immagini di {width}×{height}",
    },
    "no_tables": {
        "en": "No table is set up yet; `handreader watch --setup PHOTO` sets one up.",
        "it": "Nessun tavolo è ancora impostato; `handreader watch --setup FOTO` ne imposta uno.",
    },
    "game_listed": {"en": "{name}: {about} ({id})", "it": "{name}: {about} ({id})"},
    "game_archived": {
        "en": "{name}: {about} ({id}); archived",
        "it": "{name}: {about} ({id}); archiviata",
    },
    "game_deleted": {
        "en": "{name}: {about} ({id}); deleted, the page can restore it",
        "it": "{name}: {about} ({id}); eliminata, la pagina può ripristinarla",
    },
    "backed_up": {
        "en": "Games in {file}: {count}; `handreader restore {file}` brings them back.",
        "it": "Partite in {file}: {count}; `handreader restore {file}` le ripristina.",
    },
    "restored": {
        "en": "The games of {file} are back in {database}.",
        "it": "Le partite di {file} sono di nuovo in {database}.",
    },
    "kept_before": {
        "en": "What was there before is in {file}.",
        "it": "Quello che c'era prima è in {file}.",
    },
    "no_games": {
        "en": "No game is recorded yet; `handreader serve` has the page that records games.",
        "it": "Nessuna partita è ancora registrata; la pagina di `handreader serve` le registra.",
    },
    "tournament_listed": {
        "en": "{name}: players {players}, rounds begun {begun} of {rounds}, {rules} ({id})",
        "it": "{name}: giocatori {players}, turni cominciati {begun} di {rounds}, {rules} ({id})",
    },
    "no_tournaments": {
        "en": "There is no tournament yet; the page of `handreader serve` creates one.",
        "it": "Non c'è ancora nessun torneo; lo crea la pagina di `handreader serve`.",
    },
    "rating_head": {
        "en": "Rating of {day} (MERS), {rules}, over tournaments: {count}",
        "it": "Punteggio al {day} (MERS), {rules}, tornei: {count}",
    },
    "no_rating": {
        "en": "Nobody is rated on {day}: a player needs two tournaments within two years "
        "whose rounds are all over.",
        "it": "Nessuno ha un punteggio al {day}: servono due tornei negli ultimi due anni "
        "con tutti i turni finiti.",
    },
    "place": {"en": "Place", "it": "Posto"},
    "player": {"en": "Player", "it": "Giocatore"},
    "team": {"en": "Team", "it": "Squadra"},
    "country": {"en": "Country", "it": "Nazione"},
    "table_points": {"en": "Table points", "it": "Punti tavolo"},
    "score": {"en": "Score", "it": "Punteggio"},
    "rating": {"en": "Rating", "it": "Punteggio"},
    "tournaments": {"en": "Tournaments", "it": "Tornei"},
    "ask_winner": {
        "en": "The winning tile is not marked. Which tile won? {listed} [{tile}]",
        "it": "La tessera vincente non è indicata. Quale ha vinto? {listed} [{tile}]",
    },
    "ask_photo": {
        "en": "The photo does not show which tile won. Which one? {listed}",
        "it": "La foto non mostra quale tessera ha vinto. Quale? {listed}",
    },
    "ask_seat": {
        "en": "Who won? {seats} [E]",
        "it": "Chi ha vinto? {seats} (W è Ovest) [E]",
    },
    "ask_round": {
        "en": "The wind of the round? {winds} [E]",
        "it": "Il vento del giro? {winds} (W è Ovest) [E]",
    },
    "ask_source": {
        "en": "Who discarded the winning tile? {seats}; or drawn [not known]",
        "it": "Chi ha scartato la tessera vincente? {seats}; o pescata [non si sa]",
    },
    "quiz_reading": {"en": "Reading photos", "it": "Lettura delle foto"},
    "quiz_begin": {
        "en": "{rules}, level {level} of {most}: {about}. ? shows the answer, q ends the quiz.",
        "it": "{rules}, livello {level} di {most}: {about}. ? mostra la risposta, q finisce.",
    },
    "quiz_new": {"en": "Question {number}", "it": "Domanda {number}"},
    "quiz_again": {
        "en": "Question {number}, which you missed before",
        "it": "Domanda {number}, che avevi sbagliato",
    },
    "quiz_facts": {"en": "Win", "it": "Vincita"},
    "quiz_numbers": {
        "en": "(numbers, like 1 3)",
        "it": "(numeri, come 1 3)",
    },
    "quiz_no_number": {
        "en": "{text} is no number of the list: from 1 to {most} were expected",
        "it": "{text} non è un numero della lista: servono da 1 a {most}",
    },
    "quiz_right": {"en": "Right.", "it": "Giusto."},
    "quiz_partly": {
        "en": "Not right: {right} of {all} patterns are.",
        "it": "Non è giusto: lo sono {right} combinazioni su {all}.",
    },
    "quiz_wrong": {"en": "Not right.", "it": "Non è giusto."},
    "quiz_end": {
        "en": "{right} of {answered} right at this level so far; {cards} will come again.",
        "it": "Finora {right} giuste su {answered} a questo livello; {cards} torneranno.",
    },
    "my_set": {"en": "my set", "it": "il mio set"},
    "remember": {
        "en": "Remember this set of tiles as {name}, to read its next photos better? [y/N]",
        "it": "Ricordare questo set di tessere come {name}, per leggerne meglio le foto? [s/N]",
    },
    "remembered": {
        "en": "set {name}: learned from {tiles} tiles, knows {kinds} kinds, used from now on "
        "(--set none: without it)",
        "it": "set {name}: imparato da {tiles} tessere, conosce {kinds} tipi, usato da ora in poi "
        "(--set none: senza)",
    },
    "set_again": {
        "en": "the set {name} was taught with other weights: it is fitted again",
        "it": "il set {name} era stato imparato con altri pesi: imparato di nuovo",
    },
    "no_page": {
        "en": "This copy has no page for phones: {what}; then start it again.",
        "it": "Questa copia non ha la pagina per i telefoni: {what}; poi riavvia.",
    },
    "serving": {
        "en": "handreader is at {address} (stop it with Ctrl+C)",
        "it": "handreader è su {address} (si ferma con Ctrl+C)",
    },
    "serving_lan": {
        "en": "handreader is on the local network at {address} (stop it with Ctrl+C)",
        "it": "handreader è nella rete locale su {address} (si ferma con Ctrl+C)",
    },
    "certificate": {
        "en": "Phones trust the page after a visit to {address}, which installs the authority of "
        "this computer; else the browser warns. Its SHA-256 fingerprint: {fingerprint}",
        "it": "I telefoni si fidano della pagina dopo una visita a {address}, che installa "
        "l'autorità di questo computer; altrimenti il browser avvisa. La sua impronta SHA-256: "
        "{fingerprint}",
    },
    "plain_http": {
        "en": "Plain http: others on this network can read along and join with what they read; "
        "--https prevents it, and gives phones the live camera.",
        "it": "Http in chiaro: altri su questa rete possono leggere, ed entrare con ciò che "
        "leggono; --https lo evita, e dà ai telefoni la fotocamera dal vivo.",
    },
    "scan": {
        "en": "Scan the code or open {link} (it works once)",
        "it": "Inquadra il codice o apri {link} (vale una volta)",
    },
    "came_in": {
        "en": "A player has joined. For the next one:",
        "it": "È entrato un giocatore. Per il prossimo:",
    },
}


def localize(word: str, lang: str, **gaps: object) -> str:
    """Return a message in a language, its placeholders filled."""
    return phrase(_WORDS[word], **gaps).localize(lang)
