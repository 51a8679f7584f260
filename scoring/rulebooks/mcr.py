"""MCR, the official international rules of 1998, as printed in the Italian edition: 81 hands.

Ids and references are numbers of that edition's list, which begins with the hands of one point; a
title in quotes is a chapter. C-5 ... are the places where the text contradicts itself or is silent.
The book states one counting principle, "Ogni combinazione comprende le combinazioni implicite per
poterla realizzare"; the other four are those of the World Mahjong Organization.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..counts import UNITS, fours, how_many
from ..decompose import seven_pairs, thirteen_orphans
from ..payments import DISCARDED, OTHER, ROBBED_POKER, SELF_DRAWN, Payment, other_seats
from ..prefilter import (
    A_KONG,
    A_PUNG,
    CHOWS_IN_A_ROW,
    CLAIMED,
    CLOSED,
    DRAGON_PUNG,
    DRAWN,
    END_CHOWS,
    FLOWERS,
    FOUR_ALIKE,
    FOUR_CHOWS,
    FOUR_CONCEALED,
    FOUR_MELDS,
    FOUR_PUNGS,
    FOUR_SETS,
    LAST_IN_CHOW,
    LAST_IN_PAIR,
    LIKE_CHOWS,
    NO_CENTRE,
    NO_CHARACTERS,
    NO_ENDS,
    NO_HONOURS,
    NO_SIMPLES,
    ODD_WIN,
    ONE_SUIT,
    OTHER_SHAPE,
    THREE_CHOWS,
    THREE_CONCEALED,
    THREE_PUNGS,
    THREE_SUITS,
    TWIN_CHOWS,
    TWO_CONCEALED,
    TWO_DRAGON_PUNGS,
    TWO_KONGS,
    TWO_PUNGS,
    TWO_SUITS,
    TWO_WIND_PUNGS,
    WIND_PUNG,
    WITH_HONOURS,
)
from ..reading import SEVEN_PAIRS, THIRTEEN_ORPHANS, Finds, Reading
from ..rulebook import Dropped, Found, Item, Rulebook, Ruling, Tally, exclusion
from ..sets import DRAGONS, ENDS, FIVES, HONOURS, SIMPLES, TERMINALS, WIND_TILES, TileSet, mask
from ..text import Texts, phrase
from ..tiles import Wind
from ..wait_masks import regular_waits, seven_pairs_waits
from ..win import Win
from .knitted import (
    HONOURS_AND_KNITTED,
    KNITTED_STRAIGHT,
    honours_and_knitted,
    knitted_kinds,
    knitted_straight,
    knitted_waits,
)
from .principles import account_once, apply_non_repeat, restrict_item

MINIMUM = 8  # "Sommario delle Regole", 2: points a hand must have, flowers left out
BONUS = 8  # "Conteggio dei punti": what each opponent pays beside the value
FALSE_WIN = 10  # "Scopo del gioco": what a false win costs, to each opponent

mcr = Rulebook(
    "mcr",
    names={"en": "MCR (81 hands)", "it": "Regolamento Internazionale Ufficiale", "zh": "国标麻将"},
    ref="MCR 1998",
    shapes=(seven_pairs, thirteen_orphans, knitted_straight, honours_and_knitted),
    each_completion=True,
)
mcr.minimum = MINIMUM

mcr.option(
    "knitted_waits",
    "book",
    "literal",
    "mil",
    names={"en": "waits of knitted tiles", "it": "attese delle tessere legate"},
    en="knitted tiles are an edge wait on 3 and 7 and a closed wait on 2, 5, 8 or 2, 5, 7, or only "
    "as part of the set and the pair beside them",
    it="le tessere legate sono A Punto su 3 o 7, e su Incastro su 2, 5, 8 o 2, 5, 7, oppure "
    "contano solo nella combinazione e nella coppia accanto",
    ref="C-5: 45",
    labels={
        "book": {"en": "closed on 2, 5, 8", "it": "Incastro su 2, 5, 8"},
        "literal": {"en": "closed on 2, 5, 7", "it": "Incastro su 2, 5, 7"},
        "mil": {"en": "set and pair alone", "it": "solo combinazione e coppia"},
    },
)
mcr.option(
    "even_pairs",
    True,
    False,
    names={"en": "All Even with seven pairs", "it": "Tutte Pari con sette coppie"},
    en="All Even counts with seven pairs, as 55 lists it, though 57 speaks of pungs",
    it="Tutte Pari conta con sette coppie, come elenca la 55, anche se la 57 parla di tris",
    ref="C-6: 55, 57",
)
mcr.option(
    "one_kong_of_each",
    "six",
    "five",
    names={"en": "melded and concealed kong", "it": "poker scoperto e coperto"},
    en="a melded and a concealed kong: 26 and 22, six points, or five as in later lists",
    it="un poker scoperto e uno coperto: 26 e 22, sei punti, o cinque come in elenchi successivi",
    ref="C-11: 26",
    labels={
        "six": {"en": "six points", "it": "sei punti"},
        "five": {"en": "five points", "it": "cinque punti"},
    },
)
mcr.option(
    "hog_in_terminal_pairs",
    True,
    False,
    names={"en": "Tile Hog in pairs of terminals", "it": "Tutte e Quattro nelle coppie di Estremi"},
    en="Tile Hog counts in seven pairs of terminals, as in the book's example",
    it="Tutte e Quattro conta nelle sette coppie di Estremi, come nell'esempio",
    ref="C-27: 69, Es. 2",
)
mcr.ruling(
    en="in Nine Gates no pung of terminals counts, not even a second one",
    it="in Casa Piena di Nove Pezzi non conta alcun Tris di Testa, nemmeno un secondo",
    ref="C-13: 78",
)
mcr.ruling(
    en="where the strategy chapter gives hand 37 another name or number, 37 is meant; for 55, 56",
    it="dove le strategie danno alla 37 altro nome o numero si intende la 37; per la 55, la 56",
    ref='C-22: "Strategie di Base"',
)
mcr.ruling(
    en="Reversible Tiles includes One Voided Suit, though the example of 68 lists both",
    it="Senza Verso include Senza un Seme, anche se l'esempio della 68 le elenca entrambe",
    ref="36; 68, Es.",
)
mcr.ruling(
    en="each set joins once, to one of those already joined, and none twice for the same hand",
    it="ogni insieme si unisce una volta sola, a uno già unito, e mai due volte per la stessa mano",
    ref="WMO: account-once, non-identical",
)
mcr.ruling(
    en="a kong robbed after the last tile was drawn is a last discard, too: 41 and 43 count",
    it="un poker rubato dopo l'ultima tessera è anche un ultimo scarto: contano la 41 e la 43",
    ref="41, 43",
)
mcr.ruling(
    en="a tile of which the hand holds all four still counts as a second wait",
    it="una tessera di cui si hanno già tutte e quattro vale come secondo punto di chiusura",
    ref="9, 10, 11",
)
mcr.ruling(
    en="who wins self-drawn with a hand that by itself does not combine with 25 counts 12",
    it="chi si pesca una mano che di suo non combina con la 25 conta la 12",
    ref="44, 55, 56, 73, 78, 80, 81",
)

# Tiles that some hands are made of.

REVERSIBLE = mask("1234589p 245689s P")
EVEN = mask("2468m 2468p 2468s")
GREEN = mask("23468sF")


def _ranks(digits: str) -> int:
    """Return the mask of these ranks in all three suits."""
    return mask(f"{digits}m {digits}p {digits}s")


# One hand a block, in the order of the list; laid out by hand to read like it.
# fmt: off

# Mani da 1 punto

@mcr.pattern("1", 1, en="Pure Double Chow", it="Due Scale Uguali di Colore", zh="一般高",
    each=True, needs=TWIN_CHOWS,
    rule_it="Due scale della stessa sequenza e dello stesso seme.",
    yes="345m 345m 789p 222s E +E", no="345m 345p 789p 222s E +E")
def _(r: Reading) -> Found:
    """Two chows of the same numbers and suit."""
    return r.chows_in_one_suit(0, 0)

@mcr.pattern("2", 1, en="Mixed Double Chow", it="Due Scale Uguali Miste", zh="喜相逢",
    each=True, needs=LIKE_CHOWS,
    rule_it="Due scale della stessa sequenza e di due semi diversi.",
    yes="345m 345p 789p 222s E +E", no="345m 345m 789p 222s E +E")
def _(r: Reading) -> Found:
    """Two chows of the same numbers and of different suits."""
    return r.chows_across_suits(0, 0)

@mcr.pattern("3", 1, en="Short Straight", it="Serpentino", zh="连六",
    each=True, needs=CHOWS_IN_A_ROW,
    rule_it="Due scale consecutive dello stesso seme.",
    yes="234m 567m 789p 222s E +E", no="234m 567p 789p 222s E +E")
def _(r: Reading) -> Found:
    """Two chows of one suit, six numbers in a row."""
    return r.chows_in_one_suit(0, 3)

@mcr.pattern("4", 1, en="Two Terminal Chows", it="Due Scale Laterali di Colore", zh="老少副",
    each=True, needs=END_CHOWS,
    rule_it="1-2-3 e 7-8-9 dello stesso seme.",
    yes="123m 789m 456p 222s E +E", no="123m 789p 456p 222s E +E")
def _(r: Reading) -> Found:
    """1-2-3 and 7-8-9 of one suit."""
    return r.chows_in_one_suit(0, 6)

@mcr.pattern("5", 1, en="Pung of Terminals or Honors", it="Tris di Testa", zh="幺九刻",
    each=True, needs=A_PUNG,
    rule_it="Ogni tris o poker di 1, di 9 o di un vento che non sia né il proprio né di giro, "
    "né uno di tre o quattro tris di venti.",
    yes="111m 456p 789s 234s 5s +5s", no="EEE 456p 789s 234s 5s +5s | seat E round S")
def _(r: Reading) -> Found:
    """Each pung or kong of 1, 9, or a wind that is neither the seat's nor the round's nor one of
    three or four pungs of winds."""
    return bool(r.triplets) and r.triplets_of(TERMINALS | _plain_winds(r))

@mcr.pattern("6", 1, en="Melded Kong", it="Poker Scoperto", zh="明杠",
    each=True, needs=A_KONG,
    rule_it="Ogni poker chiamato da uno scarto o fatto da un tris esposto.",
    yes="123m 456p 5s 789s [2222p] +5s", no="123m 456p 5s 789s (2222p) +5s")
def _(r: Reading) -> Found:
    """Each kong that was claimed from a discard or made from an exposed pung."""
    return bool(r.kongs) and _each(r, tuple([kong for kong in r.kongs if not kong.concealed]))

@mcr.pattern("7", 1, en="One Voided Suit", it="Senza un Seme", zh="缺一门",
    needs=TWO_SUITS,
    rule_it="Tessere di due soli semi, con o senza onori.",
    yes="123m 456p 789p 222m E +E", no="123m 456p 789s 222m E +E")
def _(r: Reading) -> Found:
    """Tiles of just two suits, with or without honours."""
    return r.suits == 2

@mcr.pattern("8", 1, en="No Honors", it="Senza Onori", zh="无字",
    needs=NO_HONOURS,
    rule_it="Nessun vento e nessun drago.",
    yes="123m 456p 789s 222m 5s +5s", no="123m 456p 789s 222m E +E")
def _(r: Reading) -> Found:
    """No wind and no dragon."""
    return not r.has(HONOURS)

@mcr.pattern("9", 1,
    about="completed set", en="Edge Wait", it="A Punto su 3 o 7", zh="边张",
    needs=LAST_IN_CHOW,
    rule_it="Chiudere con il 3 avendo 1-2 o con il 7 avendo 8-9, se nessun'altra tessera chiude.",
    yes="1233m [111p] [999s] [555p] +3m", no="23m 55m [111p] [999s] [555p] +1m")
def _(r: Reading) -> Found:
    """Won with the 3 to 1-2 or the 7 to 8-9, if no other tile wins."""
    return (_completes(r, edge=True) or _is_knitted_wait(r, _EDGE)) and _has_one_wait(r)

@mcr.pattern("10", 1,
    about="completed set", en="Closed Wait", it="A Punto su Incastro", zh="坎张",
    needs=LAST_IN_CHOW,
    rule_it="Chiudere con la tessera di mezzo di una scala, se nessun'altra tessera chiude.",
    yes="3445m [111p] [999s] [555p] +4m", no="2444m [111p] [999s] [555p] +3m")
def _(r: Reading) -> Found:
    """Won with the middle tile of a chow, if no other tile wins."""
    return (_completes(r, edge=False) or _is_knitted_wait(r, _CLOSED)) and _has_one_wait(r)

@mcr.pattern("11", 1,
    about="completed set", en="Single Wait", it="A Punto sulla Coppia", zh="单钓将",
    needs=LAST_IN_PAIR,
    rule_it="Chiudere con una tessera della coppia, se nessun'altra tessera chiude.",
    yes="4556m [111p] [999s] [555p] +5m", no="1234m [111p] [999s] [555p] +1m")
def _(r: Reading) -> Found:
    """Won with a tile of the pair, if no other tile wins."""
    part = r.completed
    return part is not None and part.is_pair and _has_one_wait(r)

@mcr.pattern("12", 1,
    about="winning tile", en="Self-Drawn", it="Chiusura Pescata", zh="自摸",
    needs=DRAWN,
    rule_it="Chiudere con una tessera pescata, anche al posto di un fiore.",
    yes="123m 456p 789s 222m E +E | drawn", no="123m 456p 789s 222m E +E | from W")
def _(r: Reading) -> Found:
    """Won with a tile from the wall, the replacement of a flower too."""
    return r.win.self_drawn

@mcr.pattern("13", 1,
    about="flowers", en="Flower Tiles", it="Fiori e Stagioni", zh="花牌",
    bonus=True, needs=FLOWERS,
    rule_it="Ogni fiore e ogni stagione; non servono a raggiungere il minimo.",
    yes="123m 456p 789s 222m E 3f +E", no="123m 456p 789s 222m E +E")
def _(r: Reading) -> Found:
    """Each flower and season; they do not help to reach the minimum."""
    return len(r.hand.flowers)

# Mani da 2 punti

@mcr.pattern("14", 2, en="Dragon Pung", it="Tris di Drago", zh="箭刻",
    each=True, needs=DRAGON_PUNG,
    rule_it="Ogni tris o poker di draghi.",
    yes="[FFF] 456p 789s 222m E +E", no="[WWW] 456p 789s 222m F +F")
def _(r: Reading) -> Found:
    """Each pung or kong of dragons."""
    return r.triplets_of(DRAGONS)

@mcr.pattern("15", 2, en="Prevalent Wind", it="Tris del Vento di Giro", zh="圈风刻",
    needs=WIND_PUNG,
    rule_it="Tris o poker del vento di giro.",
    yes="[WWW] 456p 789s 222m E +E | round W", no="[WWW] 456p 789s 222m E +E | seat W")
def _(r: Reading) -> Found:
    """A pung or kong of the round's wind."""
    return r.triplets_of(r.facts.round_wind)

@mcr.pattern("16", 2, en="Seat Wind", it="Tris del Proprio Vento", zh="门风刻",
    needs=WIND_PUNG,
    rule_it="Tris o poker del proprio vento.",
    yes="[WWW] 456p 789s 222m E +E | seat W", no="[WWW] 456p 789s 222m E +E | round W")
def _(r: Reading) -> Found:
    """A pung or kong of the winner's own wind."""
    return r.triplets_of(r.facts.own_wind)

@mcr.pattern("17", 2, en="Concealed Hand", it="Quasi Tutto Pescato", zh="门前清",
    needs=CLOSED | CLAIMED,
    rule_it="Chiudere con una tessera altrui senza insiemi esposti, salvo poker coperti.",
    yes="123m 456p 789s E (2222s) +E | from W", no="123m 456p 789s 222m E +E | drawn")
def _(r: Reading) -> Found:
    """Won with another player's tile, no set exposed before; concealed kongs are allowed."""
    return r.closed and not r.win.self_drawn

@mcr.pattern("18", 2, en="All Chows", it="Tutte Scale", zh="平和",
    needs=NO_HONOURS,
    rule_it="Solo scale, e una coppia non di onori.",
    yes="123m 456p 789s [<345m] 5s +5s", no="123m 456p 789s [<345m] E +E")
def _(r: Reading) -> Found:
    """Chows alone, and a pair that is not of honours."""
    chows = 1 if r.shape == KNITTED_STRAIGHT else 4
    return len(r.chows) == chows and not r.has(HONOURS)

@mcr.pattern("19", 2,
    about="fours", en="Tile Hog", it="Tutte e Quattro", zh="四归一",
    needs=FOUR_ALIKE,
    rule_it="Ogni tessera di cui si hanno tutte e quattro, non in un poker.",
    yes="345m 555m 789p 222s E +E", no="234m 789p 222s E [5555m] +E")
def _(r: Reading) -> Found:
    """Each tile of which the hand has all four and no kong."""
    return fours(r.facts.counts) - len(r.kongs) if _hog_counts(r) else False

@mcr.pattern("20", 2, en="Double Pung", it="Due Tris Uguali", zh="双同刻",
    each=True, needs=TWO_PUNGS,
    rule_it="Due tris o poker dello stesso numero.",
    yes="333m [^333p] 789p 456s E +E", no="333m [^444p] 789p 456s E +E")
def _(r: Reading) -> Found:
    """Two pungs or kongs of the same number."""
    return r.triplets_across_suits(0, 0)

@mcr.pattern("21", 2, en="Two Concealed Pungs", it="Due Tris Coperti", zh="双暗刻",
    needs=TWO_CONCEALED,
    rule_it="Due tris o poker fatti senza tessere altrui.",
    yes="333m 55p EE 789s [<123s] +5p | drawn", no="333m 55p EE 789s [<123s] +5p | from W")
def _(r: Reading) -> Found:
    """Two pungs or kongs made without another player's tile."""
    return r.group(r.concealed_triplets, at_least=2)

@mcr.pattern("22", 2, en="Concealed Kong", it="Poker Coperto", zh="暗杠",
    each=True, needs=A_KONG,
    rule_it="Ogni poker di quattro tessere pescate.",
    yes="123m 456p 5s 789s (2222p) +5s", no="123m 456p 5s 789s [2222p] +5s")
def _(r: Reading) -> Found:
    """Each kong of four tiles from the wall."""
    if not r.kongs or (_kong_of_each(r) and r.options["one_kong_of_each"] == "five"):
        return False
    return _each(r, _concealed_kongs(r))

@mcr.pattern("23", 2, en="All Simples", it="Senza Teste", zh="断幺",
    needs=NO_ENDS,
    rule_it="Solo tessere dal 2 all'8.",
    yes="234m 567p 678s [333m] 8s +8s", no="234m 567p 789s [333m] 8s +8s")
def _(r: Reading) -> Found:
    """Only tiles from 2 to 8."""
    return r.only(SIMPLES)

# Mani da 4 punti

@mcr.pattern("24", 4, en="Outside Hand", it="Teste Ovunque", zh="全带幺",
    needs=FOUR_SETS | NO_CENTRE,
    rule_it="Un estremo o un onore in ogni combinazione e nella coppia.",
    yes="123m 999p [CCC] 789s 9m +9m", no="234m 999p [CCC] 789s 9m +9m")
def _(r: Reading) -> Found:
    """A terminal or an honour in every set and in the pair."""
    return r.is_regular and r.every_set_has(ENDS)

@mcr.pattern("25", 4, en="Fully Concealed Hand", it="Tutto Pescato", zh="不求人",
    needs=CLOSED | DRAWN,
    rule_it="Nessuna tessera altrui, nemmeno quella di chiusura; i poker coperti sono ammessi.",
    yes="123m 456p 789s E (2222s) +E | drawn", no="123m 456p 789s E (2222s) +E | from W")
def _(r: Reading) -> Found:
    """No tile of another player, the last one included; concealed kongs are allowed."""
    return r.closed and r.win.self_drawn

@mcr.pattern("26", 4, en="Two Melded Kongs", it="Due Poker", zh="双明杠",
    worth=lambda r: 5 if _kong_of_each(r) and r.options["one_kong_of_each"] == "five" else 4,
    needs=TWO_KONGS,
    rule_it="Due poker, dei quali almeno uno scoperto.",
    yes="123m 456p 9s (7777s) [^CCCC] +9s", no="123m 456p 9s (7777s) (CCCC) +9s")
def _(r: Reading) -> Found:
    """Two kongs, at least one of them melded."""
    kongs = r.group(r.kongs, at_least=2)
    return kongs if len(_concealed_kongs(r)) < len(r.kongs) else False

@mcr.pattern("27", 4,
    about="winning tile", en="Last Tile", it="Quarto Pezzo", zh="和绝张",
    rule_it="Chiudere con la quarta tessera di un tipo, le altre tre visibili a tutti: scartate o "
    "in combinazioni esposte.",
    yes="13m 456p 789p EE [^222s] +2m | last_of_kind", no="13m 456p 789p EE [^222s] +2m")
def _(r: Reading) -> Found:
    """Won with the fourth tile of its kind, the other three seen by all: discarded or in exposed
    sets."""
    facts = r.facts
    in_own_sets = how_many(facts.counts, facts.winning) == 4
    return (r.win.last_of_kind or in_own_sets) and how_many(facts.held, facts.winning) == 1

# Mani da 6 punti

@mcr.pattern("28", 6, en="All Pungs", it="Tutti Tris", zh="碰碰和",
    needs=FOUR_PUNGS,
    rule_it="Quattro tris o poker.",
    yes="222m [^4444m] 666s FFF 3p +3p", no="222m [^4444m] 666s 567s 3p +3p")
def _(r: Reading) -> Found:
    """Four pungs or kongs."""
    return r.group(r.triplets, at_least=4)

@mcr.pattern("29", 6, en="Half Flush", it="Mano Pura", zh="混一色",
    needs=ONE_SUIT | WITH_HONOURS,
    rule_it="Tessere di un solo seme e onori.",
    yes="123m 234m 888m E CCC +E", no="123m 234m 8m [<678p] CCC +8m")
def _(r: Reading) -> Found:
    """Tiles of one suit, and honours."""
    return r.suits == 1 and r.has(HONOURS)

@mcr.pattern("30", 6, en="Mixed Shifted Chows", it="Tre Scale Incatenate nei Tre Semi",
    zh="三色三步高", each=True, needs=THREE_CHOWS | THREE_SUITS,
    rule_it="Tre scale dei tre semi, ciascuna spostata di un numero dalla precedente.",
    yes="234m 345p [<456s] 222m E +E", no="234m 345p [<567s] 222m E +E")
def _(r: Reading) -> Found:
    """Three chows of the three suits, each one number above the one before."""
    return r.chows_across_suits(0, 1, 2)

@mcr.pattern("31", 6, en="All Types", it="Tutti i Tipi", zh="五门齐",
    needs=THREE_SUITS | WITH_HONOURS,
    rule_it="Caratteri, palle, canne, venti e draghi, uno per combinazione.",
    yes="123m 456p [^222s] WWW C +C", no="123m 456p [^222s] WWW N +N")
def _(r: Reading) -> Found:
    """Characters, dots, bamboo, winds and dragons, one for each set and the pair."""
    return r.suits == 3 and r.has(WIND_TILES) and r.has(DRAGONS)

@mcr.pattern("32", 6, en="Melded Hand", it="Tutto Chiamato", zh="全求人",
    needs=FOUR_MELDS | CLAIMED,
    rule_it="Quattro insiemi chiamati, e la coppia chiusa con una tessera altrui.",
    yes="[<123m] [456p] [^222s] [WWW] C +C | from W",
    no="[<123m] [456p] [^222s] [WWW] C +C | drawn")
def _(r: Reading) -> Found:
    """Four claimed sets, and the pair won with another player's tile."""
    melds = r.facts.melded
    all_claimed = len(melds) == 4 and not any(meld.concealed for meld in melds)
    return all_claimed and not r.win.self_drawn

@mcr.pattern("33", 6, en="Two Concealed Kongs", it="Due Poker Coperti", zh="双暗杠",
    needs=TWO_KONGS,
    rule_it="Due poker coperti.",
    yes="123m 456p 9s (7777s) (CCCC) +9s", no="123m 456p 9s (7777s) [^CCCC] +9s")
def _(r: Reading) -> Found:
    """Two concealed kongs."""
    return r.group(_concealed_kongs(r), at_least=2)

@mcr.pattern("34", 6, en="Two Dragon Pungs", it="Due Tris di Drago", zh="双箭刻",
    needs=TWO_DRAGON_PUNGS,
    rule_it="Due tris o poker di draghi.",
    yes="[FFF] [CCC] 789s 222m E +E", no="[FFF] [WWW] 789s 222m C +C")
def _(r: Reading) -> Found:
    """Two pungs or kongs of dragons."""
    return r.together(r.triplets_of(DRAGONS), 2)

# Mani da 8 punti

@mcr.pattern("35", 8, en="Mixed Straight", it="Serpente nei Tre Semi", zh="花龙",
    each=True, needs=THREE_CHOWS | THREE_SUITS,
    rule_it="1-2-3, 4-5-6 e 7-8-9, ciascuna di un seme diverso.",
    yes="123s 456m [<789p] 222m E +E", no="123s 456m [<789s] 222m E +E")
def _(r: Reading) -> Found:
    """1-2-3, 4-5-6 and 7-8-9, each of another suit."""
    return r.chows_across_suits(0, 3, 6)

@mcr.pattern("36", 8, en="Reversible Tiles", it="Senza Verso", zh="推不倒",
    needs=NO_CHARACTERS,
    rule_it="Solo tessere uguali se capovolte: 1 2 3 4 5 8 9 palle, 2 4 5 6 8 9 canne, drago "
    "bianco.",
    yes="123p 345p 456s 888s P +P", no="123p 345p 456s 888s F +F")
def _(r: Reading) -> Found:
    """Only tiles that look alike upside down: 1 2 3 4 5 8 9 dots, 2 4 5 6 8 9 bamboo, white."""
    return r.only(REVERSIBLE)

@mcr.pattern("37", 8, en="Mixed Triple Chow", it="Tre Scale Uguali nei Tre Semi", zh="三色三同顺",
    each=True, needs=THREE_CHOWS | LIKE_CHOWS,
    rule_it="Tre scale della stessa sequenza nei tre semi.",
    yes="345m 345p [<345s] 789m 2p +2p", no="345m 345p [<456s] 789m 2p +2p")
def _(r: Reading) -> Found:
    """Three chows of the same numbers in the three suits."""
    return r.chows_across_suits(0, 0, 0)

@mcr.pattern("38", 8, en="Mixed Shifted Pungs", it="Tre Tris Consecutivi nei Tre Semi",
    zh="三色三节高", each=True, needs=THREE_PUNGS | THREE_SUITS,
    rule_it="Tre tris o poker dei tre semi, ciascuno spostato di un numero dal precedente.",
    yes="333m 444p [^555s] 789m E +E", no="333m 444p [^555p] 789m E +E")
def _(r: Reading) -> Found:
    """Three pungs or kongs of the three suits, each one number above the one before."""
    return r.triplets_across_suits(0, 1, 2)

mcr.chicken("39", 8, en="Chicken Hand", it="Mano del Pollo", zh="无番和", ref="39")

@mcr.pattern("40", 8,
    about="winning tile", en="Last Tile Draw", it="Ultima Pedina", zh="妙手回春",
    needs=ODD_WIN,
    rule_it="Chiudere pescando l'ultima tessera.",
    yes="123m 456p 789s 5s [222p] +5s | drawn last_tile",
    no="123m 456p 789s 5s [222p] +5s | from W last_tile")
def _(r: Reading) -> Found:
    """Won by drawing the last tile of the wall."""
    return r.win.last_tile and r.win.self_drawn

@mcr.pattern("41", 8,
    about="winning tile", en="Last Tile Claim", it="Ultimo Scarto", zh="海底捞月",
    needs=ODD_WIN,
    rule_it="Chiudere con l'ultimo scarto possibile.",
    yes="123m 456p 789s 5s [222p] +5s | from W last_tile",
    no="123m 456p 789s 5s [222p] +5s | drawn last_tile")
def _(r: Reading) -> Found:
    """Won on the last discard."""
    return r.win.last_tile and not r.win.self_drawn

@mcr.pattern("42", 8,
    about="winning tile", en="Out with Replacement Tile", it="Chiuso col Rimpiazzo del Poker",
    zh="杠上开花", needs=ODD_WIN,
    rule_it="Chiudere con la tessera di rimpiazzo di un poker, non di un fiore.",
    yes="123m 456p 5s 789s [2222p] +5s | drawn kong_replacement",
    no="123m 456p 5s 789s [2222p] +5s | drawn")
def _(r: Reading) -> Found:
    """Won with the replacement tile of a kong, not of a flower."""
    return r.win.kong_replacement

@mcr.pattern("43", 8,
    about="winning tile", en="Robbing the Kong", it="Pezzo Rubato", zh="抢杠和",
    needs=ODD_WIN,
    rule_it="Chiudere con la tessera che un altro aggiunge a un tris esposto.",
    yes="123m 456p 46s 99s [222p] +5s | from W robbing_kong",
    no="123m 456p 46s 99s [222p] +5s | from W")
def _(r: Reading) -> Found:
    """Won on the tile that another player adds to an exposed pung."""
    return r.win.robbing_kong

# Mani da 12 punti

@mcr.pattern("44", 12, en="Lesser Honors and Knitted Tiles", it="Piccolo Raduno degli Onori",
    zh="全不靠", needs=OTHER_SHAPE,
    rule_it="14 tessere diverse: cinque o sei onori, e tessere di 1-4-7 di un seme, 2-5-8 di un "
    "altro e 3-6-9 del terzo.",
    yes="147m 58p 369s ESWNP +F", no="147m 58p 69s ESWNPF +C")
def _(r: Reading) -> Found:
    """14 different tiles: five or six honours, and tiles of 1-4-7 of one suit, 2-5-8 of another
    and 3-6-9 of the third."""
    return r.shape == HONOURS_AND_KNITTED and bool(HONOURS & ~r.kinds)

@mcr.pattern("45", 12, en="Knitted Straight", it="Serpente Legato", zh="组合龙",
    needs=OTHER_SHAPE,
    rule_it="1-4-7 di un seme, 2-5-8 di un altro e 3-6-9 del terzo; tessere altrui solo per "
    "chiudere.",
    yes="147m 258p 369s [234s] E +E", no="147m 58p 369s ESWNP +F")
def _(r: Reading) -> Found:
    """1-4-7 of one suit, 2-5-8 of another and 3-6-9 of the third; none claimed but the last
    tile."""
    return r.shape in (KNITTED_STRAIGHT, HONOURS_AND_KNITTED) and knitted_kinds(r.kinds) > 0

@mcr.pattern("46", 12, en="Upper Four", it="Sopra il Cinque", zh="大于五",
    needs=NO_HONOURS,
    rule_it="Solo 6, 7, 8 e 9.",
    yes="678m 789p 666s [^999m] 7s +7s", no="567m 789p 666s [^999m] 7s +7s")
def _(r: Reading) -> Found:
    """Only 6, 7, 8 and 9."""
    return r.only(_FROM_SIX)

@mcr.pattern("47", 12, en="Lower Four", it="Sotto il Cinque", zh="小于五",
    needs=NO_HONOURS,
    rule_it="Solo 1, 2, 3 e 4.",
    yes="123m 234p 444s [^111m] 3s +3s", no="345m 234p 444s [^111m] 3s +3s")
def _(r: Reading) -> Found:
    """Only 1, 2, 3 and 4."""
    return r.only(_UP_TO_FOUR)

@mcr.pattern("48", 12, en="Big Three Winds", it="Tre Benedizioni della Casa", zh="三风刻",
    needs=THREE_PUNGS | TWO_WIND_PUNGS,
    rule_it="Tre tris o poker di venti.",
    yes="NNN EEE SSS 345m 9p +9p", no="NN EEE SSS 345m 99p +9p")
def _(r: Reading) -> Found:
    """Three pungs or kongs of winds."""
    return r.together(r.triplets_of(WIND_TILES), 3)

# Mani da 16 punti

@mcr.pattern("49", 16, en="Pure Straight", it="Serpente di Colore", zh="清龙",
    each=True, needs=THREE_CHOWS | CHOWS_IN_A_ROW,
    rule_it="1-2-3, 4-5-6 e 7-8-9 dello stesso seme.",
    yes="123p [<456p] 789p 234m 5s +5s", no="123p [<345p] 789p 234m 5s +5s")
def _(r: Reading) -> Found:
    """1-2-3, 4-5-6 and 7-8-9 of one suit."""
    return r.chows_in_one_suit(0, 3, 6)

@mcr.pattern("50", 16, en="Three-Suited Terminal Chows",
    it="Doppie Scale Laterali con Tutti i Semi", zh="三色双龙会", needs=FOUR_CHOWS | LIKE_CHOWS,
    rule_it="1-2-3 e 7-8-9 di due semi e la coppia di 5 del terzo.",
    yes="123m 789m 123p [<789p] 5s +5s", no="123m 789m 123p [<789p] 5p +5p")
def _(r: Reading) -> Found:
    """1-2-3 and 7-8-9 of two suits and the pair of 5 of the third."""
    return _terminal_chows(r, suits=2)

@mcr.pattern("51", 16, en="Pure Shifted Chows", it="Tre Scale Incatenate di Colore",
    zh="一色三步高", each=True, needs=THREE_CHOWS,
    rule_it="Tre scale di un seme, ciascuna spostata di uno, o ciascuna di due numeri.",
    yes="123p [<345p] 567p 234m E +E", no="123p [<234p] 456p 234m E +E")
def _(r: Reading) -> Found:
    """Three chows of one suit, each one, or each two numbers above the one before."""
    if len(r.chows) < 3:
        return False
    return r.chows_in_one_suit(0, 1, 2) + r.chows_in_one_suit(0, 2, 4)

@mcr.pattern("52", 16, en="All Fives", it="Cinque Ovunque", zh="全带五",
    needs=FOUR_SETS | NO_HONOURS,
    rule_it="Un 5 in ogni combinazione e nella coppia.",
    yes="345m 456p 567s [555m] 5s +5s", no="345m 456p 678s [555m] 5s +5s")
def _(r: Reading) -> Found:
    """A 5 in every set and in the pair."""
    return r.is_regular and r.every_set_has(FIVES)

@mcr.pattern("53", 16, en="Triple Pung", it="Tre Tris Uguali", zh="三同刻",
    each=True, needs=THREE_PUNGS | THREE_SUITS,
    rule_it="Tre tris o poker dello stesso numero nei tre semi.",
    yes="[444m] 444p 44s 123m 99p +4s", no="[444m] 444p 55s 123m 99p +5s")
def _(r: Reading) -> Found:
    """Three pungs or kongs of the same number in the three suits."""
    return r.triplets_across_suits(0, 0, 0)

@mcr.pattern("54", 16, en="Three Concealed Pungs", it="Tre Tris Coperti", zh="三暗刻",
    needs=THREE_CONCEALED,
    rule_it="Tre tris o poker fatti senza tessere altrui.",
    yes="444m 777p (3333m) 9s [<123s] +9s | from W",
    no="444m 77p 99s (3333m) [<123s] +9s | from W")
def _(r: Reading) -> Found:
    """Three pungs or kongs made without another player's tile."""
    return r.group(r.concealed_triplets, at_least=3)

# Mani da 24 punti

@mcr.pattern("55", 24, en="Seven Pairs", it="Tutte Coppie", zh="七对",
    needs=OTHER_SHAPE,
    rule_it="Sette coppie; quattro tessere uguali sono due coppie.",
    yes="2222m 66p 88p 33s EE C +C", no="222m 666p 88p 333s CC +C")
def _(r: Reading) -> Found:
    """Seven pairs; four alike are two pairs."""
    return r.shape == SEVEN_PAIRS

@mcr.pattern("56", 24, en="Greater Honors and Knitted Tiles", it="Grande Raduno degli Onori",
    zh="七星不靠", needs=OTHER_SHAPE,
    rule_it="I sette onori e sette tessere diverse di 1-4-7 di un seme, 2-5-8 di un altro e 3-6-9 "
    "del terzo.",
    yes="147m 58p 69s ESWNPF +C", no="147m 58p 369s ESWNP +F")
def _(r: Reading) -> Found:
    """The seven honours and seven different tiles of 1-4-7 of one suit, 2-5-8 of another and
    3-6-9 of the third."""
    return r.shape == HONOURS_AND_KNITTED and not HONOURS & ~r.kinds

@mcr.pattern("57", 24, en="All Even", it="Tutte Pari", zh="全双刻",
    needs=NO_HONOURS,
    rule_it="Tris o poker di 2, 4, 6 e 8 e la coppia, oppure sette coppie.",
    yes="222m [444p] 666s 888s 4m +4m", no="222m [444p] 666s 888s 5m +5m")
def _(r: Reading) -> Found:
    """Pungs or kongs of 2, 4, 6 and 8 and the pair, or seven pairs of them."""
    return r.only(EVEN) and (r.is_regular or r.options["even_pairs"] is True)

@mcr.pattern("58", 24, en="Full Flush", it="Mano Purissima", zh="清一色",
    needs=ONE_SUIT | NO_HONOURS,
    rule_it="Tessere di un solo seme.",
    yes="123m 234m 555m 888m 1m +1m", no="123m 234m 555m 888m E +E")
def _(r: Reading) -> Found:
    """Tiles of one suit alone."""
    return r.suits == 1 and not r.has(HONOURS)

@mcr.pattern("59", 24, en="Pure Triple Chow", it="Tre Scale Uguali di Colore", zh="一色三同顺",
    each=True, needs=THREE_CHOWS | TWIN_CHOWS,
    rule_it="Tre scale della stessa sequenza e dello stesso seme.",
    yes="567m 567m [<567m] 123p 9s +9s", no="567m 567m [<567p] 123p 9s +9s")
def _(r: Reading) -> Found:
    """Three chows of the same numbers and suit."""
    return r.chows_in_one_suit(0, 0, 0)

@mcr.pattern("60", 24, en="Pure Shifted Pungs", it="Tre Tris Consecutivi di Colore",
    zh="一色三节高", each=True, needs=THREE_PUNGS,
    rule_it="Tre tris o poker di un seme, ciascuno spostato di un numero dal precedente.",
    yes="[333p] 444p 55p 123m 99s +5p", no="[333p] 444p 66p 123m 99s +6p")
def _(r: Reading) -> Found:
    """Three pungs or kongs of one suit, each one number above the one before."""
    return r.triplets_in_one_suit(0, 1, 2)

@mcr.pattern("61", 24, en="Upper Tiles", it="Tre Superiori", zh="全大",
    needs=NO_CENTRE | NO_HONOURS,
    rule_it="Solo 7, 8 e 9.",
    yes="789m 789p 888s [^999m] 7s +7s", no="678m 789p 888s [^999m] 7s +7s")
def _(r: Reading) -> Found:
    """Only 7, 8 and 9."""
    return r.only(_UPPER)

@mcr.pattern("62", 24, en="Middle Tiles", it="Tre Centrali", zh="全中",
    needs=NO_ENDS,
    rule_it="Solo 4, 5 e 6.",
    yes="456m 456p 555s [^666m] 4s +4s", no="456m 456p 555s [^777m] 4s +4s")
def _(r: Reading) -> Found:
    """Only 4, 5 and 6."""
    return r.only(_MIDDLE)

@mcr.pattern("63", 24, en="Lower Tiles", it="Tre Inferiori", zh="全小",
    needs=NO_CENTRE | NO_HONOURS,
    rule_it="Solo 1, 2 e 3.",
    yes="123m 123p 222s [^111m] 3s +3s", no="234m 123p 222s [^111m] 3s +3s")
def _(r: Reading) -> Found:
    """Only 1, 2 and 3."""
    return r.only(_LOWER)

# Mani da 32 punti

@mcr.pattern("64", 32, en="Four Pure Shifted Chows", it="Quattro Scale Incatenate di Colore",
    zh="一色四步高", each=True, needs=FOUR_CHOWS,
    rule_it="Quattro scale di un seme, ciascuna spostata di uno, o ciascuna di due numeri.",
    yes="123p [<345p] 567p 789p E +E", no="123p [<234p] 345p 567p E +E")
def _(r: Reading) -> Found:
    """Four chows of one suit, each one, or each two numbers above the one before."""
    if len(r.chows) < 4:
        return False
    return r.chows_in_one_suit(0, 1, 2, 3) + r.chows_in_one_suit(0, 2, 4, 6)

@mcr.pattern("65", 32, en="Three Kongs", it="Tre Poker", zh="三杠",
    needs=TWO_KONGS,
    rule_it="Tre poker, coperti o scoperti.",
    yes="123m 9s [2222p] (4444p) [9999p] +9s", no="123m 9s [2222p] (4444p) [999p] +9s")
def _(r: Reading) -> Found:
    """Three kongs, concealed or melded."""
    return r.group(r.kongs, at_least=3)

@mcr.pattern("66", 32, en="All Terminals and Honors", it="Tutte Teste", zh="混幺九",
    needs=NO_SIMPLES,
    rule_it="Solo 1, 9 e onori.",
    yes="11m 99m 11p 99p EE WW C +C", no="999m [111p] WWW 222s 1s +1s")
def _(r: Reading) -> Found:
    """Only 1, 9 and honours."""
    return r.only(ENDS)

# Mani da 48 punti

@mcr.pattern("67", 48, en="Quadruple Chow", it="Quattro Scale Uguali di Colore", zh="一色四同顺",
    each=True, needs=FOUR_CHOWS | TWIN_CHOWS,
    rule_it="Quattro scale della stessa sequenza e dello stesso seme.",
    yes="789s 789s [<789s] [<789s] 5p +5p", no="789s 789s [<789s] [<678s] 5p +5p")
def _(r: Reading) -> Found:
    """Four chows of the same numbers and suit."""
    return r.chows_in_one_suit(0, 0, 0, 0)

@mcr.pattern("68", 48, en="Four Pure Shifted Pungs", it="Quattro Tris Consecutivi di Colore",
    zh="一色四节高", each=True, needs=FOUR_PUNGS,
    rule_it="Quattro tris o poker di un seme, ciascuno spostato di un numero dal precedente.",
    yes="[666p] 777p [888p] 99p 33m +9p", no="[555p] 777p [888p] 99p 33m +9p")
def _(r: Reading) -> Found:
    """Four pungs or kongs of one suit, each one number above the one before."""
    return r.triplets_in_one_suit(0, 1, 2, 3)

# Mani da 64 punti

@mcr.pattern("69", 64, en="All Terminals", it="Tutti Estremi", zh="清幺九",
    needs=NO_SIMPLES | NO_HONOURS,
    rule_it="Solo 1 e 9.",
    yes="111m [999m] 111p 999p 9s +9s", no="111m [999m] 111p 999p E +E")
def _(r: Reading) -> Found:
    """Only 1 and 9."""
    return r.only(TERMINALS)

@mcr.pattern("70", 64, en="Little Four Winds", it="Quattro Piccole Benedizioni della Casa",
    zh="小四喜", needs=THREE_PUNGS | TWO_WIND_PUNGS,
    rule_it="Tre tris o poker di venti e la coppia del quarto.",
    yes="SSS NNN WWW E 345m +E", no="SSS NNN WWW 33m 45m +3m")
def _(r: Reading) -> Found:
    """Pungs or kongs of three winds and the pair of the fourth."""
    return r.triplets_with_pair(3, WIND_TILES)

@mcr.pattern("71", 64, en="Little Three Dragons", it="Piccolo Raduno dei Dragoni", zh="小三元",
    needs=TWO_DRAGON_PUNGS,
    rule_it="Due tris o poker di draghi e la coppia del terzo.",
    yes="CCC PPP F 123m 456p +F", no="CCC PPP 5m 123m 456p +5m")
def _(r: Reading) -> Found:
    """Pungs or kongs of two dragons and the pair of the third."""
    return r.triplets_with_pair(2, DRAGONS)

@mcr.pattern("72", 64, en="All Honors", it="Tutti Onori", zh="字一色",
    needs=NO_SIMPLES | WITH_HONOURS,
    rule_it="Solo onori.",
    yes="EE SS WW NN PP FF C +C", no="EEE SSS [<PPP] C 999m +C")
def _(r: Reading) -> Found:
    """Only honours."""
    return r.only(HONOURS)

@mcr.pattern("73", 64, en="Four Concealed Pungs", it="Quattro Tris Coperti", zh="四暗刻",
    needs=FOUR_CONCEALED,
    rule_it="Quattro tris o poker fatti senza tessere altrui.",
    yes="222m 444p 555s 888s E +E | from W", no="222m 444p 555s 88s EE +8s | from W")
def _(r: Reading) -> Found:
    """Four pungs or kongs made without another player's tile."""
    return r.group(r.concealed_triplets, at_least=4)

@mcr.pattern("74", 64, en="Pure Terminal Chows", it="Doppie Scale Laterali di Colore",
    zh="一色双龙会", needs=FOUR_CHOWS | TWIN_CHOWS | ONE_SUIT,
    rule_it="Due volte 1-2-3 e 7-8-9 e la coppia di 5, dello stesso seme.",
    yes="123m 123m 789m [<789m] 5m +5m", no="123m 123m 789m [<789m] 6m +6m")
def _(r: Reading) -> Found:
    """Twice 1-2-3 and 7-8-9 and the pair of 5, all of one suit."""
    return _terminal_chows(r, suits=1)

# Mani da 88 punti

@mcr.pattern("75", 88, en="Big Four Winds", it="Quattro Grandi Benedizioni della Casa",
    zh="大四喜", needs=FOUR_PUNGS | TWO_WIND_PUNGS,
    rule_it="Tris o poker di tutti e quattro i venti.",
    yes="SSS NNN WWW EEE 3m +3m", no="SSS NNN WWW EE 33m +3m")
def _(r: Reading) -> Found:
    """Pungs or kongs of all four winds."""
    return r.together(r.triplets_of(WIND_TILES), 4)

@mcr.pattern("76", 88, en="Big Three Dragons", it="Grande Raduno dei Dragoni", zh="大三元",
    needs=THREE_PUNGS | TWO_DRAGON_PUNGS,
    rule_it="Tris o poker di tutti e tre i draghi.",
    yes="CCC PPP FFF 123m 4p +4p", no="CCC PPP FF 123m 44p +4p")
def _(r: Reading) -> Found:
    """Pungs or kongs of all three dragons."""
    return r.together(r.triplets_of(DRAGONS), 3)

@mcr.pattern("77", 88, en="All Green", it="Tutto Verde", zh="绿一色",
    needs=NO_CHARACTERS,
    rule_it="Solo 2, 3, 4, 6 e 8 di canne e drago verde.",
    yes="234s 234s 666s 888s F +F", no="234s 345s 666s 888s F +F")
def _(r: Reading) -> Found:
    """Only 2, 3, 4, 6 and 8 of bamboo and the green dragon."""
    return r.only(GREEN)

@mcr.pattern("78", 88, en="Nine Gates", it="Casa Piena di Nove Pezzi", zh="九莲宝灯",
    needs=ONE_SUIT | NO_HONOURS | CLOSED,
    rule_it="1112345678999 di un seme in mano, chiuse con una tessera qualsiasi dello stesso seme.",
    yes="1112345678999m +5m | from W", no="1112355678999m +4m | from W")
def _(r: Reading) -> Found:
    """1112345678999 of one suit in the hand, won with any tile of that suit."""
    return r.completes_nine_gates()

@mcr.pattern("79", 88, en="Four Kongs", it="Tutti Poker", zh="四杠",
    needs=TWO_KONGS,
    rule_it="Quattro poker, coperti o scoperti.",
    yes="9s [1111m] (3333p) [6666p] [4444s] +9s", no="9s [1111m] (3333p) [6666p] [444s] +9s")
def _(r: Reading) -> Found:
    """Four kongs, concealed or melded."""
    return r.group(r.kongs, at_least=4)

@mcr.pattern("80", 88, en="Seven Shifted Pairs", it="Sette Coppie Consecutive di Colore",
    zh="连七对", needs=OTHER_SHAPE | ONE_SUIT,
    rule_it="Sette coppie di un seme, ciascuna spostata di un numero dalla precedente.",
    yes="22m 33m 44m 55m 66m 77m 8m +8m", no="11m 22m 33m 44m 55m 66m 8m +8m")
def _(r: Reading) -> Found:
    """Seven pairs of one suit, each one number above the one before."""
    run = r.shape == SEVEN_PAIRS and r.kinds == sum(UNITS[:7]) * r.sets[0].bit
    return run and r.suits == 1 and not r.has(HONOURS)

@mcr.pattern("81", 88, en="Thirteen Orphans", it="Tredici Lanterne Meravigliose", zh="十三幺",
    needs=OTHER_SHAPE | NO_SIMPLES,
    rule_it="Una tessera per ogni estremo e onore, e una seconda di uno di essi.",
    yes="19m 19p 19s ESWNPFC +C", no="11m 99m 11p 99p EE WW C +C")
def _(r: Reading) -> Found:
    """One tile of each terminal and honour, and a second of one of them."""
    return r.shape == THIRTEEN_ORPHANS

# fmt: on

# "Ogni combinazione comprende le combinazioni implicite": what each hand includes or does not
# combine with, as its entry states or implies.

for _id, _others in {
    "9": "10 11",
    "10": "11",
    "18": "8",
    "23": "8",
    "25": "12",
    "26": "6",
    "32": "11",
    "33": "21 22",
    "34": "14",
    "36": "7",
    "40": "12",
    "42": "12",
    "43": "25 27",
    "44": "9 10 11 17 25 31",
    "46": "8",
    "47": "8",
    "50": "2 4 8 18",
    "52": "8 23",
    "53": "20",
    "54": "21",
    "55": "11 17 25 31",
    "56": "11 17 25 31",
    "57": "8 23 28",
    "58": "8",
    "59": "1",
    "61": "8 46",
    "62": "8 23",
    "63": "8 47",
    "64": "51",
    "65": "6 22 26 33",
    "66": "5 24 28",
    "67": "1 19 59",
    "68": "28 60",
    "69": "5 8 20 24 28 66",
    "70": "48",
    "71": "14 34",
    "72": "5 24 28 66",
    "73": "17 21 25 28 54",
    "74": "1 4 8 18 58",
    "75": "5 15 16 28 48 70",
    "76": "14 34 71",
    "77": "29",
    "78": "5 8 17 25 58",
    "79": "6 11 22 26 28 33 65",
    "80": "8 11 17 25 55 58",
    "81": "11 17 24 25 31 66",
}.items():
    mcr.excludes(_id, *_others.split(), ref=_id)


# What the hands above ask for.

_FROM_SIX = _ranks("6789")
_UP_TO_FOUR = _ranks("1234")
_UPPER = _ranks("789")
_MIDDLE = _ranks("456")
_LOWER = _ranks("123")

# Ranks of knitted tiles that are an edge or a closed wait, by the option `knitted_waits`.
_EDGE = {"book": (3, 7), "literal": (3, 7), "mil": ()}
_CLOSED = {"book": (2, 5, 8), "literal": (2, 5, 7), "mil": ()}


def _each(r: Reading, sets: tuple[TileSet, ...]) -> Finds:
    """Return each of these sets as a find."""
    return tuple([(r.sets.index(part),) for part in sets])


def _plain_winds(r: Reading) -> int:
    """Return the winds that count as pungs of honours; three or four pungs are a hand (48)."""
    if (r.triplet_kinds & WIND_TILES).bit_count() >= 3:
        return 0
    return WIND_TILES & ~r.facts.own_wind & ~r.facts.round_wind


def _concealed_kongs(r: Reading) -> tuple[TileSet, ...]:
    return tuple([kong for kong in r.kongs if kong.concealed])


def _kong_of_each(r: Reading) -> bool:
    return len(r.kongs) == 2 and len(_concealed_kongs(r)) == 1


def _hog_counts(r: Reading) -> bool:
    if r.options["hog_in_terminal_pairs"] is True:
        return True
    return not (r.shape == SEVEN_PAIRS and r.only(TERMINALS))


def _terminal_chows(r: Reading, suits: int) -> Finds:
    """Find all chows, if they are twice 1-2-3 and 7-8-9 and the pair the right 5."""
    if len(r.chows) != 4 or r.pair is None or not r.pair.mask & FIVES:
        return ()
    if r.suits != {1: 1, 2: 3}[suits]:  # the pair is alone in its suit, or in the suit of all chows
        return ()
    firsts = [chow.first for chow in r.chows]  # lowest first
    low, high = (firsts[:2], firsts[2:]) if suits == 1 else (firsts[0::2], firsts[1::2])
    sides = all(first % 9 == 0 and last == first + 6 for first, last in zip(low, high, strict=True))
    return ((0, 1, 2, 3),) if sides else ()


def _completes(r: Reading, edge: bool) -> bool:
    """Return whether the winning tile makes a chow at its edge (3 or 7), or in its middle."""
    part = r.completed
    if part is None or not part.is_chow:
        return False
    place = r.facts.winning - part.first
    return (part.rank, place) in ((1, 2), (7, 0)) if edge else place == 1


def _is_knitted_wait(r: Reading, ranks: dict[str, tuple[int, ...]]) -> bool:
    """Return whether the winning tile is a knitted one of these ranks."""
    if r.shape != KNITTED_STRAIGHT:
        return False
    winning = r.facts.winning
    right = winning % 9 + 1 in ranks[str(r.options["knitted_waits"])]
    return right and knitted_kinds(r.kinds) & UNITS[winning] > 0


def _has_one_wait(r: Reading) -> bool:
    """Return whether no other kind of tile would have completed the hand, in any shape.

    Thirteen orphans, honours and knitted tiles are left out: a hand one tile short of them has
    neither a pair nor a chow to wait for.
    """
    facts = r.facts
    before = facts.held - UNITS[facts.winning]
    waits, on_table = regular_waits(before), len(facts.melded)
    if waits & ~UNITS[facts.winning]:
        return False
    if not on_table:
        waits |= seven_pairs_waits(before)
    if facts.suits > 1:  # three, but for the last tile
        waits |= knitted_waits(before, on_table)
    return waits == UNITS[facts.winning]


# The five counting principles.

JOINING = frozenset(  # hands that join two, three or four sets
    "1 2 3 4 20 30 35 37 38 49 50 51 53 59 60 64 67 68 74".split()
)
_PRINCIPLES = "WMO: account-once, non-identical"
_TOO_LITTLE: Texts = {
    "en": "{points} points without flowers, {minimum} needed",
    "it": "punti senza i fiori: {points}, ne servono {minimum}",
}


@mcr.settles
def _sum(book: Rulebook, reading: Reading, found: list[Item]) -> Tally:
    """Sum the items that count; the sum must be 8 without flowers."""
    items, without = apply_non_repeat(book, found)
    items, unjoined = account_once(items, JOINING, _PRINCIPLES)
    total = sum([item.points for item in items])
    points = total - sum([item.points for item in items if item.pattern.bonus])
    short = None
    if points < MINIMUM:
        short = phrase(_TOO_LITTLE, points=points, minimum=MINIMUM)
    more = {"points_without_flowers": points}
    dropped = (*without, *[part for drop in unjoined for part in _attribute_drops(drop, items)])
    return Tally(reading, tuple(items), dropped, total, (points,), more, shortfall=short)


def _attribute_drops(drop: Dropped, counted: list[Item]) -> Iterator[Dropped]:
    """Attribute the counts inside a larger one to that one; yield the rest unchanged."""
    rest = drop.item.finds
    for item in counted:
        if item.pattern.id not in JOINING or len(item.finds[0]) <= len(rest[0]):
            continue
        within = tuple([one for one in rest if any(set(one) < set(more) for more in item.finds)])
        if within:
            yield exclusion(restrict_item(drop.item, within), item.pattern, item.pattern.id)
            rest = tuple([one for one in rest if one not in within])
            if not rest:
                return
    yield (
        drop
        if rest is drop.item.finds
        else Dropped(restrict_item(drop.item, rest), drop.why, drop.ref)
    )


# "Conteggio dei punti"


@mcr.pays
def _shares(_book: Rulebook, tally: Tally, win: Win) -> tuple[Payment, ...] | None:
    """Charge each opponent 8, and the value to the discarder, or to each if self-drawn."""
    value = tally.total
    if not win.self_drawn and win.discarder is None:
        return None
    given = ROBBED_POKER if win.robbing_kong else DISCARDED
    paid = []
    for seat in other_seats(win.seat):
        if win.self_drawn:
            paid.append(Payment(seat, win.seat, (BONUS, value), phrase(SELF_DRAWN)))
        elif seat is win.discarder:
            paid.append(Payment(seat, win.seat, (BONUS, value), phrase(given, who=seat)))
        else:
            paid.append(Payment(seat, win.seat, (BONUS,), phrase(OTHER, who=seat)))
    return tuple(paid)


_FALSE: Texts = {"en": "{who} declared a false win", "it": "{who} ha chiuso per errore"}


def false_win(offender: Wind) -> tuple[Payment, ...]:
    """Return the payments for declaring a false win ("Attenzione!!!")."""
    why = phrase(_FALSE, who=offender)
    return tuple(Payment(offender, seat, (FALSE_WIN,), why) for seat in other_seats(offender))


# Later readings of the list, beside the book's own: waits of knitted tiles as the Mahjong
# International League rules them, All Even with pungs alone, and the item of a melded and a
# concealed kong, which is five points in programs and Chinese lists and six in a European one.
_ALL_EVEN = {
    "57": (
        24,
        {
            "en": "Pungs or kongs of 2, 4, 6 and 8 and the pair.",
            "it": "Tris o poker di 2, 4, 6 e 8 e la coppia.",
        },
    ),
}
_PROGRAM, _EUROPE = "PyMahjongGB", "mahjong.nu, List of Scoring Elements"
_OPEN_TODAY = (
    Ruling(
        {
            "en": "open: a melded and a concealed kong are six points in the Italian edition and "
            "in a European list, and five in PyMahjongGB, GB-Mahjong and later Chinese lists; no "
            "text of the edition of the World Mahjong Organization now in force could be had",
            "it": "aperto: un poker scoperto e uno coperto valgono sei punti nell'edizione "
            "italiana e in un elenco europeo, cinque in PyMahjongGB, GB-Mahjong ed elenchi cinesi "
            "successivi; dell'edizione della World Mahjong Organization oggi in vigore non si è "
            "trovato il testo",
        },
        f"C-11: 26; {_EUROPE}; {_PROGRAM}",
    ),
    Ruling(
        {
            "en": "open among referees, and counted here as PyMahjongGB does: concealed kongs "
            "beside Three or Four Concealed Pungs, a second pung of terminals in Nine Gates, Two "
            "Terminal Chows beside Four Pure Shifted Chows, and waits of a Knitted Straight",
            "it": "aperto fra gli arbitri, e contato qui come fa PyMahjongGB: i poker coperti con "
            "Tre o Quattro Tris Coperti, un secondo Tris di Testa in Casa Piena di Nove Pezzi, Due "
            "Scale Laterali con Quattro Scale Incatenate, e le attese di un Serpente Legato",
        },
        "sloperama.com, columns 296 and 550",
    ),
)
mcr_today = mcr.preset(
    "mcr-wmo",
    names={
        "en": "MCR (as PyMahjongGB counts)",
        "it": "Regolamento Internazionale, come conta PyMahjongGB",
        "zh": "国标麻将",
    },
    ref="MCR 1998, with the rulings of MIL and PyMahjongGB",
    wording={
        "26": (
            4,
            {
                "en": "Two melded kongs; a melded and a concealed one are five points, with the "
                "concealed kong included.",
                "it": "Due poker scoperti; uno scoperto e uno coperto valgono cinque punti, "
                "Poker Coperto compreso.",
            },
        ),
        **_ALL_EVEN,
    },
    rulings=(*mcr.rulings, *_OPEN_TODAY),
    refs={
        "knitted_waits": f"C-5: MIL, {_PROGRAM}",
        "even_pairs": f"C-6: 57, {_PROGRAM}",
        "one_kong_of_each": f"C-11: {_PROGRAM}",
    },
    knitted_waits="mil",
    even_pairs=False,
    one_kong_of_each="five",
)
mcr_europe = mcr.preset(
    "mcr-europe",
    names={
        "en": "MCR (European list)",
        "it": "Regolamento Internazionale, elenco europeo",
        "zh": "国标麻将",
    },
    ref="MCR 1998, with a European list of scoring elements (mahjong.nu)",
    wording=_ALL_EVEN,
    rulings=(
        *mcr.rulings,
        *_OPEN_TODAY,
        Ruling(
            {
                "en": "no European text could be had for the waits of knitted tiles and for All "
                "Even with seven pairs, which are as in mcr-wmo",
                "it": "non si è trovato un testo europeo per le attese delle tessere legate e per "
                "Tutte Pari con sette coppie, che sono come in mcr-wmo",
            },
            f"C-5, C-6: {_PROGRAM}",
        ),
    ),
    refs={
        "knitted_waits": f"no text; as in {_PROGRAM}",
        "even_pairs": f"no text; as in {_PROGRAM}",
        "one_kong_of_each": _EUROPE,
    },
    knitted_waits="mil",
    even_pairs=False,
)
