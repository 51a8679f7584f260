"""Zung Jung 3.3 (Alan Kwan), as printed in the Italian edition.

References are paragraphs of that edition: 3.2.1 is a pattern of its list, a title in quotes is a
chapter. C-1 ... are the places where the text contradicts itself or is silent.
"""

from __future__ import annotations

from itertools import combinations

from ..decompose import seven_pairs, thirteen_orphans
from ..payments import DISCARDED, OTHER, ROBBED, SELF_DRAWN, Payment, other_seats
from ..prefilter import (
    A_KONG,
    A_PUNG,
    CHOWS_IN_A_ROW,
    CLOSED,
    FLOWERS,
    FOUR_CHOWS,
    FOUR_CONCEALED,
    FOUR_PUNGS,
    FOUR_SETS,
    LIKE_CHOWS,
    NO_CENTRE,
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
    TWO_WIND_PUNGS,
    WITH_HONOURS,
)
from ..reading import SEVEN_PAIRS, THIRTEEN_ORPHANS, Finds, Reading
from ..rulebook import Dropped, Found, Item, Rulebook, Tally
from ..sets import DRAGONS, ENDS, HONOURS, SAME_RANK, SIMPLES, TERMINALS, WIND_TILES
from ..text import Texts, phrase
from ..tiles import Tile, Wind
from ..win import Win

LIMIT = 320  # "Limite massimo"
SHARE = 25  # what all pay of a hand won on a discard, "Schema di pagamento", 4

zung_jung = Rulebook(
    "zung-jung",
    names={"en": "Zung Jung", "it": "Zung Jung", "zh": "中庸"},
    ref="Zung Jung v3.3",
    shapes=(seven_pairs, thirteen_orphans),
    each_completion=False,  # no pattern asks for the wait
)
zung_jung.limit = LIMIT

zung_jung.option(
    "flowers",
    "full",
    "half",
    "none",
    names={"en": "flowers and seasons", "it": "fiori e stagioni"},
    en="flowers and seasons laid aside count in full, for half, or not at all",
    it="fiori e stagioni contano per intero, per metà o per nulla",
    ref="11.0",
    labels={
        "full": {"en": "in full", "it": "per intero"},
        "half": {"en": "for half", "it": "per metà"},
        "none": {"en": "not at all", "it": "per nulla"},
    },
)
zung_jung.option(
    "robbed_kong",
    "discard",
    "self_drawn",
    names={"en": "robbed kong", "it": "pezzo rubato"},
    en="a robbed kong is paid like a discard by the player who declared the kong",
    it="il pezzo rubato si paga come uno scarto di chi ha dichiarato il kong",
    ref='C-1: 9.3 / "Rubare un kong è considerato una vincita su scarto"',
    labels={
        "discard": {"en": "like a discard", "it": "come uno scarto"},
        "self_drawn": {"en": "like a self-drawn tile", "it": "come una tessera pescata"},
    },
)
zung_jung.option(
    "next_east",
    "north",
    "south",
    names={"en": "next East", "it": "prossimo Est"},
    en="who is East next: the former North, as printed, or the former South",
    it="chi sarà Est: chi era Nord, come stampato, o chi era Sud",
    ref='C-2: "Rotazione dei venti", "Patta"',
    labels={
        "north": {"en": "the former North", "it": "chi era Nord"},
        "south": {"en": "the former South", "it": "chi era Sud"},
    },
)
zung_jung.ruling(
    en="a robbed kong is no Final Discard: beside 9.3 the pattern 9.1.2 does not count",
    it="il pezzo rubato non è un Ultimo scarto: con la 9.3 la 9.1.2 non conta",
    ref="9.1.2, 9.3",
)
zung_jung.ruling(
    en="40 and 130 are the values of the dragon patterns; 40+20 and 130+30 add 3.1",
    it="40 e 130 sono i valori delle combinazioni di draghi; 40+20 e 130+30 comprendono 3.1",
    ref="C-20: 3.2.1, 3.2.2",
)
zung_jung.ruling(
    en="the compass of the book has two signs changed round: South is 南, West is 西",
    it="la rosa dei venti del libro ha due segni scambiati: Sud è 南, Ovest è 西",
    ref="C-21",
)
zung_jung.ruling(
    en="pung and kong are claimed with equal right: two players cannot claim them at once",
    it="pung e kong si chiamano con pari diritto: due giocatori non possono chiamarli insieme",
    ref="C-26",
)
zung_jung.ruling(
    en="flowers are patterns: with one a hand is no chicken hand, and a listed limit swallows them",
    it="i fiori sono combinazioni: con uno la mano non è del pollo, e un limite li assorbe",
    ref='C-25: 11.0, "Limite massimo"',
)
zung_jung.ruling(
    en="flower patterns count per tile and group: category 11 has no series",
    it="i fiori contano per tessera e per gruppo: la categoria 11 non ha serie",
    ref="11.1, 11.2",
)

# One pattern a block, in the order of the list; laid out by hand to read like it.
# fmt: off

# 1.0 Combinazioni semplici

@zung_jung.pattern("1.1", 5, en="All Sequences", it="Tutte scale", zh="平和",
    needs=FOUR_CHOWS,
    rule_it="Quattro scale e una coppia qualsiasi.",
    yes="123m 567p 789s E [<345m] +E", no="123m 567p 789s E [^333m] +E")
def _(r: Reading) -> Found:
    """Four chows and any pair."""
    return r.is_regular and len(r.chows) == 4

@zung_jung.pattern("1.2", 5, en="Concealed Hand", it="Tutto pescato", zh="門前清",
    needs=CLOSED,
    rule_it="Nessun insieme esposto prima della vincita; i kong coperti sono ammessi.",
    yes="123m 567p 9s CCC (1111s) +9s | from W", no="123m 567p 9s CCC [<123s] +9s")
def _(r: Reading) -> Found:
    """No set was exposed before the win; concealed kongs are allowed."""
    return r.closed

@zung_jung.pattern("1.3", 5, en="No Terminals", it="Senza Teste", zh="斷么九",
    needs=NO_ENDS,
    rule_it="Solo tessere dal 2 all'8.",
    yes="234m 567p 8s 456s [^333m] +8s", no="123m 567p 8s 456s [^333m] +8s")
def _(r: Reading) -> Found:
    """Only tiles from 2 to 8."""
    return r.only(SIMPLES)

# 2.0 Combinazioni con un solo seme

@zung_jung.pattern("2.1.1", 40, en="Mixed One-Suit", it="Mano pura", zh="混一色",
    needs=ONE_SUIT | WITH_HONOURS,
    rule_it="Tessere di un solo seme e Onori.",
    yes="123m 234m 888m E CCC +E", no="123m 234m 8m [<678p] CCC +8m")
def _(r: Reading) -> Found:
    """Tiles of one suit, and honours."""
    return r.suits == 1 and r.has(HONOURS)

@zung_jung.pattern("2.1.2", 80, en="Pure One-Suit", it="Mano purissima", zh="清一色",
    needs=ONE_SUIT | NO_HONOURS,
    rule_it="Tessere di un solo seme.",
    yes="123m 234m 555m 888m 1m +1m", no="123m 234m 555m 888m E +E")
def _(r: Reading) -> Found:
    """Tiles of one suit alone."""
    return r.suits == 1 and not r.has(HONOURS)

@zung_jung.pattern("2.2", 480, en="Nine Gates", it="Casa piena di nove pezzi", zh="九蓮寶燈",
    needs=ONE_SUIT | NO_HONOURS | CLOSED,
    rule_it="1112345678999 di un seme in mano, vinta con una qualsiasi tessera dello stesso seme.",
    yes="1112345678999m +5m | from W", no="1112355678999m +4m | from W")
def _(r: Reading) -> Found:
    """1112345678999 of one suit in the hand, won with any tile of that suit."""
    return r.completes_nine_gates()

# 3.0 Onori

@zung_jung.pattern("3.1", 10, en="Value Honor", it="Onori con valore", zh="番牌",
    each=True, needs=A_PUNG | WITH_HONOURS,
    rule_it="Pung o kong di draghi o del proprio vento, ciascuno.",
    yes="123m 5p [<FFF] SSS 789s +5p | seat S", no="123m 5p [<EEE] SSS 789s +5p | seat W round E")
def _(r: Reading) -> Found:
    """Each pung or kong of a dragon or of the seat wind."""
    return r.triplets_of(DRAGONS | r.facts.own_wind)

@zung_jung.pattern("3.2.1", 40, en="Small Three Dragons", it="Piccolo raduno dei Draghi",
    zh="小三元", needs=TWO_DRAGON_PUNGS,
    rule_it="Due pung o kong di draghi e la coppia del terzo.",
    yes="CCC PPP F 123m 456p +F", no="CCC PPP 5m 123m 456p +5m")
def _(r: Reading) -> Found:
    """Pungs or kongs of two dragons and the pair of the third."""
    return r.triplets_with_pair(2, DRAGONS)

@zung_jung.pattern("3.2.2", 130, en="Big Three Dragons", it="Grande raduno dei Dragoni",
    zh="大三元", needs=THREE_PUNGS | TWO_DRAGON_PUNGS,
    rule_it="Tre pung o kong di draghi.",
    yes="CCC PPP FFF 123m 4p +4p", no="CCC PPP FF 123m 44p +4p")
def _(r: Reading) -> Found:
    """Pungs or kongs of all three dragons."""
    return r.together(r.triplets_of(DRAGONS), 3)

@zung_jung.pattern("3.3.1", 30, en="Small Three Winds", it="Tre piccole benedizioni della Casa",
    zh="小三風", needs=TWO_WIND_PUNGS,
    rule_it="Due pung o kong di venti e una coppia di venti.",
    yes="EEE SSS N 345m 678p +N", no="EEE N 345m 678p 999s +N")
def _(r: Reading) -> Found:
    """Pungs or kongs of two winds and the pair of a third."""
    return r.triplets_with_pair(2, WIND_TILES)

@zung_jung.pattern("3.3.2", 120, en="Big Three Winds", it="Tre grandi benedizioni della Casa",
    zh="大三風", needs=THREE_PUNGS | TWO_WIND_PUNGS,
    rule_it="Tre pung o kong di venti.",
    yes="NNN EEE SSS 345m 9p +9p", no="NN EEE SSS 345m 99p +9p")
def _(r: Reading) -> Found:
    """Pungs or kongs of three winds."""
    return r.together(r.triplets_of(WIND_TILES), 3)

@zung_jung.pattern("3.3.3", 320, en="Small Four Winds", it="Quattro piccole benedizioni della Casa",
    zh="小四喜", needs=THREE_PUNGS | TWO_WIND_PUNGS,
    rule_it="Tre pung o kong di venti e la coppia del quarto.",
    yes="SSS NNN WWW E 345m +E", no="SSS NNN WWW 33m 45m +3m")
def _(r: Reading) -> Found:
    """Pungs or kongs of three winds and the pair of the fourth."""
    return r.triplets_with_pair(3, WIND_TILES)

@zung_jung.pattern("3.3.4", 400, en="Big Four Winds", it="Quattro grandi benedizioni della Casa",
    zh="大四喜", needs=FOUR_PUNGS | TWO_WIND_PUNGS,
    rule_it="Quattro pung o kong di venti.",
    yes="SSS NNN WWW EEE 3m +3m", no="SSS NNN WWW EE 33m +3m")
def _(r: Reading) -> Found:
    """Pungs or kongs of all four winds."""
    return r.together(r.triplets_of(WIND_TILES), 4)

@zung_jung.pattern("3.4", 320, en="All Honors", it="Tutti Onori", zh="字一色",
    needs=NO_SIMPLES | WITH_HONOURS,
    rule_it="Solo Onori.",
    yes="EE SS WW NN PP FF C +C", no="EEE SSS [<PPP] C 999m +C")
def _(r: Reading) -> Found:
    """Only honours."""
    return r.only(HONOURS)

# 4.0 Pung e kong

@zung_jung.pattern("4.1", 30, en="All Triplets", it="Tutti tris", zh="對對和",
    needs=FOUR_PUNGS,
    rule_it="Quattro pung o kong.",
    yes="222m [^4444m] 666s FFF 3p +3p", no="222m [^4444m] 666s 567s 3p +3p")
def _(r: Reading) -> Found:
    """Four pungs or kongs."""
    return r.group(r.triplets, at_least=4)

@zung_jung.pattern("4.2.1", 5, en="Two Concealed Triplets", it="Due tris coperti", zh="二暗刻",
    needs=TWO_CONCEALED,
    rule_it="Due pung o kong coperti.",
    yes="333m 55p EE 789s [<123s] +5p | drawn", no="333m 55p EE 789s [<123s] +5p | from W")
def _(r: Reading) -> Found:
    """Two concealed pungs or kongs."""
    return r.group(r.concealed_triplets, at_least=2)

@zung_jung.pattern("4.2.2", 30, en="Three Concealed Triplets", it="Tre tris coperti", zh="三暗刻",
    needs=THREE_CONCEALED,
    rule_it="Tre pung o kong coperti.",
    yes="444m 777p (3333m) 9s [<123s] +9s | from W",
    no="444m 77p 99s (3333m) [<123s] +9s | from W")
def _(r: Reading) -> Found:
    """Three concealed pungs or kongs."""
    return r.group(r.concealed_triplets, at_least=3)

@zung_jung.pattern("4.2.3", 125, en="Four Concealed Triplets", it="Quattro tris coperti",
    zh="四暗刻", needs=FOUR_CONCEALED,
    rule_it="Quattro pung o kong coperti.",
    yes="222m 444p 555s 888s E +E | from W", no="222m 444p 555s 88s EE +8s | from W")
def _(r: Reading) -> Found:
    """Four concealed pungs or kongs."""
    return r.group(r.concealed_triplets, at_least=4)

@zung_jung.pattern("4.3.1", 5, en="One Kong", it="Un Kong", zh="一槓",
    needs=A_KONG,
    rule_it="Un kong, coperto o esposto.",
    yes="123m 456p 78s 99s [^4444s] +9s", no="123m 456p 789s 9s [^444s] +9s")
def _(r: Reading) -> Found:
    """A kong, concealed or exposed."""
    return r.group(r.kongs, at_least=1)

@zung_jung.pattern("4.3.2", 20, en="Two Kong", it="Due Kong", zh="二槓",
    needs=TWO_KONGS,
    rule_it="Due kong, coperti o esposti.",
    yes="123m 456p 9s (7777s) [^CCCC] +9s", no="123m 456p 9s (7777s) [^CCC] +9s")
def _(r: Reading) -> Found:
    """Two kongs, concealed or exposed."""
    return r.group(r.kongs, at_least=2)

@zung_jung.pattern("4.3.3", 120, en="Three Kong", it="Tre Kong", zh="三槓",
    needs=TWO_KONGS,
    rule_it="Tre kong, coperti o esposti.",
    yes="123m 9s [2222p] (4444p) [9999p] +9s", no="123m 9s [2222p] (4444p) [999p] +9s")
def _(r: Reading) -> Found:
    """Three kongs, concealed or exposed."""
    return r.group(r.kongs, at_least=3)

@zung_jung.pattern("4.3.4", 480, en="Four Kong", it="Quattro Kong", zh="四槓",
    needs=TWO_KONGS,
    rule_it="Quattro kong, coperti o esposti.",
    yes="9s [1111m] (3333p) [6666p] [4444s] +9s", no="9s [1111m] (3333p) [6666p] [444s] +9s")
def _(r: Reading) -> Found:
    """Four kongs, concealed or exposed."""
    return r.group(r.kongs, at_least=4)

# 5.0 Insiemi identici

@zung_jung.pattern("5.1.1", 10, en="Two Identical Sequences", it="Due scale identiche", zh="一般高",
    needs=TWIN_CHOWS,
    rule_it="Due scale dello stesso seme con gli stessi numeri.",
    yes="123m 456p 789s 5s [<123m] +5s", no="123m 456p 789s 5s [<123p] +5s")
def _(r: Reading) -> Found:
    """Two chows of the same suit and numbers."""
    return r.chows_in_one_suit(0, 0)

@zung_jung.pattern("5.1.2", 60, en="Two Identical Sequences Twice",
    it="Due volte due scale identiche", zh="兩般高", needs=FOUR_CHOWS | TWIN_CHOWS,
    rule_it="Due volte due scale identiche, anche di semi diversi.",
    yes="345m 345m 789p 2s [<789p] +2s", no="345m 345m 789p 2s [<678p] +2s")
def _(r: Reading) -> Found:
    """Twice two identical chows; the suits may differ."""
    return _two_apart(r.chows_in_one_suit(0, 0))

@zung_jung.pattern("5.1.3", 120, en="Three Identical Sequences", it="Tre scale identiche",
    zh="一色三同順", needs=THREE_CHOWS | TWIN_CHOWS,
    rule_it="Tre scale dello stesso seme con gli stessi numeri.",
    yes="567m 567m [<567m] 123p 9s +9s", no="567m 567m [<567p] 123p 9s +9s")
def _(r: Reading) -> Found:
    """Three chows of the same suit and numbers."""
    return r.chows_in_one_suit(0, 0, 0)

@zung_jung.pattern("5.1.4", 480, en="Four Identical Sequences", it="Quattro scale identiche",
    zh="一色四同順", needs=FOUR_CHOWS | TWIN_CHOWS,
    rule_it="Quattro scale dello stesso seme con gli stessi numeri.",
    yes="789s 789s [<789s] [<789s] 5p +5p", no="789s 789s [<789s] [<678s] 5p +5p")
def _(r: Reading) -> Found:
    """Four chows of the same suit and numbers."""
    return r.chows_in_one_suit(0, 0, 0, 0)

# 6.0 Insiemi simili

@zung_jung.pattern("6.1", 35, en="Three Similar Sequences", it="Tre scale simili", zh="三色同順",
    needs=THREE_CHOWS | LIKE_CHOWS,
    rule_it="Tre scale con gli stessi numeri nei tre semi.",
    yes="345m 345p [<345s] 789m 2p +2p", no="345m 345p [<456s] 789m 2p +2p")
def _(r: Reading) -> Found:
    """Three chows of the same numbers in the three suits."""
    return r.chows_across_suits(0, 0, 0)

@zung_jung.pattern("6.2.1", 30, en="Small Three Similar Triplets",
    it="Due pung e coppia nei tre semi", zh="三色小同刻", needs=TWO_PUNGS | THREE_SUITS,
    rule_it="Due pung o kong e la coppia dello stesso numero nei tre semi.",
    yes="[555m] 555p 5s 123m 789p +5s", no="[555m] 555p 6s 123m 789p +6s")
def _(r: Reading) -> Found:
    """Two pungs or kongs and the pair of the same number in the three suits."""
    pair = r.pair
    if pair is None or pair.suit == 3:
        return False
    return r.triplets_with_pair(2, SAME_RANK[pair.rank - 1])

@zung_jung.pattern("6.2.2", 120, en="Three Similar Triplets", it="Tre pung simili", zh="三色同刻",
    needs=THREE_PUNGS | THREE_SUITS,
    rule_it="Tre pung o kong dello stesso numero nei tre semi.",
    yes="[444m] 444p 44s 123m 99p +4s", no="[444m] 444p 55s 123m 99p +5s")
def _(r: Reading) -> Found:
    """Three pungs or kongs of the same number in the three suits."""
    return r.triplets_across_suits(0, 0, 0)

# 7.0 Insiemi consecutivi

@zung_jung.pattern("7.1", 40, en="Nine-Tile Straight", it="Serpente di colore", zh="一氣通貫",
    needs=THREE_CHOWS | CHOWS_IN_A_ROW,
    rule_it="123, 456 e 789 dello stesso seme.",
    yes="123p [<456p] 789p 234m 5s +5s", no="123p [<345p] 789p 234m 5s +5s")
def _(r: Reading) -> Found:
    """123, 456 and 789 of the same suit."""
    return r.chows_in_one_suit(0, 3, 6)

@zung_jung.pattern("7.2.1", 100, en="Three Consecutive Triplets", it="Tre pung consecutivi",
    zh="三連刻", needs=THREE_PUNGS,
    rule_it="Tre pung o kong di numeri consecutivi dello stesso seme.",
    yes="[333p] 444p 55p 123m 99s +5p", no="[333p] 444p 66p 123m 99s +6p")
def _(r: Reading) -> Found:
    """Three pungs or kongs of consecutive numbers of the same suit."""
    return r.triplets_in_one_suit(0, 1, 2)

@zung_jung.pattern("7.2.2", 200, en="Four Consecutive Triplets", it="Quattro pung consecutivi",
    zh="四連刻", needs=FOUR_PUNGS,
    rule_it="Quattro pung o kong di numeri consecutivi dello stesso seme.",
    yes="[666p] 777p [888p] 99p 33m +9p", no="[555p] 777p [888p] 99p 33m +9p")
def _(r: Reading) -> Found:
    """Four pungs or kongs of consecutive numbers of the same suit."""
    return r.triplets_in_one_suit(0, 1, 2, 3)

# 8.0 Estremi e Teste

@zung_jung.pattern("8.1.1", 40, en="Mixed Lesser Terminals", it="Tutte Teste minore", zh="混全帶么",
    needs=FOUR_SETS | NO_CENTRE,
    rule_it="Un Estremo o un Onore in ogni insieme e nella coppia.",
    yes="123m 999p [CCC] 789s 9m +9m", no="234m 999p [CCC] 789s 9m +9m")
def _(r: Reading) -> Found:
    """A terminal or an honour in every set and in the pair."""
    return r.is_regular and r.every_set_has(ENDS)

@zung_jung.pattern("8.1.2", 50, en="Pure Lesser Terminals", it="Tutti Estremi minore",
    zh="純全帶么", needs=FOUR_SETS | NO_CENTRE | NO_HONOURS,
    rule_it="Un Estremo in ogni insieme e nella coppia.",
    yes="123m 999p [111p] 999s 9m +9m", no="123m 999p [111p] 999s C +C")
def _(r: Reading) -> Found:
    """A terminal in every set and in the pair."""
    return r.is_regular and r.every_set_has(TERMINALS)

@zung_jung.pattern("8.1.3", 100, en="Mixed Greater Terminals", it="Tutte Teste maggiore",
    zh="混么九", needs=NO_SIMPLES,
    rule_it="Solo Estremi e Onori, in quattro tris o sette coppie.",
    yes="11m 99m 11p 99p EE WW C +C", no="999m [111p] WWW 222s 1s +1s")
def _(r: Reading) -> Found:
    """Only terminals and honours, as four triplets or seven pairs."""
    return r.only(ENDS)

@zung_jung.pattern("8.1.4", 400, en="Pure Greater Terminals", it="Tutti Estremi maggiore",
    zh="清么九", needs=NO_SIMPLES | NO_HONOURS,
    rule_it="Solo Estremi.",
    yes="111m [999m] 111p 999p 9s +9s", no="111m [999m] 111p 999p E +E")
def _(r: Reading) -> Found:
    """Only terminals."""
    return r.only(TERMINALS)

# 9.0 Bonus fortuiti

@zung_jung.pattern("9.1.1", 10,
    about="winning tile", en="Final Draw", it="Ultima tessera", zh="海底撈月",
    needs=ODD_WIN,
    rule_it="Vinta pescando l'ultima tessera del muro.",
    yes="123m 456p 789s 5s [222p] +5s | drawn last_tile",
    no="123m 456p 789s 5s [222p] +5s | from W last_tile")
def _(r: Reading) -> Found:
    """Won by drawing the last tile of the wall."""
    return r.win.last_tile and r.win.self_drawn

@zung_jung.pattern("9.1.2", 10,
    about="winning tile", en="Final Discard", it="Ultimo scarto", zh="河底撈魚",
    needs=ODD_WIN,
    rule_it="Vinta con lo scarto che segue l'ultima tessera del muro.",
    yes="123m 456p 789s 5s [222p] +5s | from W last_tile",
    no="123m 456p 789s 5s [222p] +5s | drawn last_tile")
def _(r: Reading) -> Found:
    """Won on the discard after the last tile of the wall was drawn."""
    return r.win.last_tile and not r.win.self_drawn and not r.win.robbing_kong

@zung_jung.pattern("9.2", 10,
    about="winning tile", en="Win on Kong", it="Chiudere col rimpiazzo del Kong", zh="嶺上開花",
    needs=ODD_WIN,
    rule_it="Vinta con la tessera di rimpiazzo di un kong, non di un fiore.",
    yes="123m 456p 5s 789s [2222p] +5s | drawn kong_replacement",
    no="123m 456p 5s 789s [2222p] +5s | drawn")
def _(r: Reading) -> Found:
    """Won with the replacement tile of a kong, not of a flower."""
    return r.win.kong_replacement

@zung_jung.pattern("9.3", 10,
    about="winning tile", en="Robbing a Kong", it="Pezzo rubato", zh="搶槓",
    needs=ODD_WIN,
    rule_it="Vinta con la tessera che un altro aggiunge a un pung esposto.",
    yes="123m 456p 46s 99s [222p] +5s | from W robbing_kong",
    no="123m 456p 46s 99s [222p] +5s | from W")
def _(r: Reading) -> Found:
    """Won on the tile that another player adds to an exposed pung."""
    return r.win.robbing_kong

@zung_jung.pattern("9.4.1", 155, en="Blessing of Heaven", it="Benedizione del Cielo", zh="天和",
    needs=ODD_WIN,
    rule_it="Est vince con le 14 tessere iniziali, senza aver fatto un kong.",
    yes="123m 456p 5s 789s 222p +5s | drawn blessing_heaven",
    no="123m 456p 5s 789s (2222p) +5s | drawn blessing_heaven")
def _(r: Reading) -> Found:
    """East wins with the 14 tiles dealt, without having declared a kong."""
    win = r.win
    dealt = win.self_drawn and not r.facts.melded
    return win.blessing_heaven and win.seat is Wind.EAST and dealt

@zung_jung.pattern("9.4.2", 155, en="Blessing of Earth", it="Benedizione della Terra", zh="地和",
    needs=ODD_WIN,
    rule_it="Chi non è Est vince con le 13 tessere iniziali sul primo scarto di Est, che non ha "
    "fatto un kong.",
    yes="123m 456p 5s 789s 222p +5s | from E seat W blessing_earth",
    no="123m 456p 5s 789s 222p +5s | from E seat W")
def _(r: Reading) -> Found:
    """Another player wins with the 13 tiles dealt on East's first discard; East has declared
    no kong.
    """
    win = r.win
    dealt = not win.self_drawn and not r.facts.melded
    by_east = win.discarder in (None, Wind.EAST)
    return win.blessing_earth and win.seat is not Wind.EAST and dealt and by_east

# 10.0 Mani irregolari

@zung_jung.pattern("10.1", 160, en="Thirteen Terminals", it="Tredici lanterne meravigliose",
    zh="十三么九", needs=OTHER_SHAPE | NO_SIMPLES,
    rule_it="Una tessera per ogni Estremo e Onore, e una seconda di uno di essi.",
    yes="19m 19p 19s ESWNPFC +C", no="11m 99m 11p 99p EE WW C +C")
def _(r: Reading) -> Found:
    """One tile of each terminal and honour, and a second of one of them."""
    return r.shape == THIRTEEN_ORPHANS

@zung_jung.pattern("10.2", 30, en="Seven Pairs", it="Tutte coppie", zh="七對子",
    needs=OTHER_SHAPE,
    rule_it="Sette coppie; quattro tessere uguali sono due coppie.",
    yes="2222m 66p 88p 33s EE C +C", no="222m 666p 88p 333s CC +C")
def _(r: Reading) -> Found:
    """Seven pairs; four alike are two pairs."""
    return r.shape == SEVEN_PAIRS

zung_jung.chicken(
    "chicken", 1, en="Chicken Hand", it="Mano del pollo", zh="雞和", ref='"Punteggio minimo"'
)

# 11.0 Fiori e stagioni

def _flower_points(r: Reading, points: int) -> int:
    return points // 2 if r.options["flowers"] == "half" else points

def _flowers(r: Reading, own: bool) -> int:
    """Count the flowers and seasons that are, or are not, of the seat."""
    if r.options["flowers"] == "none":
        return 0
    seat = r.win.seat.order
    return len([tile for tile in r.hand.flowers if ((tile.rank - 1) % 4 == seat) is own])

def _whole_group(r: Reading, first_rank: int) -> bool:
    ranks = {tile.rank for tile in r.hand.flowers}
    return r.options["flowers"] != "none" and ranks >= set(range(first_rank, first_rank + 4))

@zung_jung.pattern("11.1.1", 2,
    about="other flowers", en="Other Flower", it="Fiore o stagione non proprio", zh="花偏",
    ref="11.1.1", worth=lambda r: _flower_points(r, 2),
    needs=FLOWERS,
    rule_it="Ogni fiore o stagione di un altro vento.",
    yes="123m 456p 5s 789s [222p] 3f +5s | seat E", no="123m 456p 5s 789s [222p] 5f +5s | seat E")
def _(r: Reading) -> Found:
    """Each flower or season of another wind."""
    return bool(r.hand.flowers) and _flowers(r, own=False)

@zung_jung.pattern("11.1.2", 4,
    about="own flowers", en="Own Flower", it="Proprio fiore o stagione", zh="正花",
    ref="11.1.2", worth=lambda r: _flower_points(r, 4),
    needs=FLOWERS,
    rule_it="Ogni fiore o stagione del proprio vento.",
    yes="123m 456p 5s 789s [222p] 7f +5s | seat W", no="123m 456p 5s 789s [222p] 7f +5s | seat N")
def _(r: Reading) -> Found:
    """Each flower or season of the seat wind."""
    return bool(r.hand.flowers) and _flowers(r, own=True)

@zung_jung.pattern("11.2.1", 10,
    about="plants", en="Four Flowers", it="Quattro fiori", zh="齊四花",
    worth=lambda r: _flower_points(r, 10), needs=FLOWERS,
    rule_it="Tutti e quattro i fiori.",
    yes="123m 456p 5s 789s [222p] 1234f +5s", no="123m 456p 5s 789s [222p] 1235f +5s")
def _(r: Reading) -> Found:
    """All four flowers."""
    return bool(r.hand.flowers) and _whole_group(r, 1)

@zung_jung.pattern("11.2.2", 10,
    about="seasons", en="Four Seasons", it="Quattro stagioni", zh="齊四季",
    worth=lambda r: _flower_points(r, 10), needs=FLOWERS,
    rule_it="Tutte e quattro le stagioni.",
    yes="123m 456p 5s 789s [222p] 5678f +5s", no="123m 456p 5s 789s [222p] 1678f +5s")
def _(r: Reading) -> Found:
    """All four seasons."""
    return bool(r.hand.flowers) and _whole_group(r, 5)

# fmt: on

# "Regola additiva": of a series (the first two numbers of the id) only the highest counts.

for _series in (
    ("2.1.1", "2.1.2"),
    ("3.2.1", "3.2.2"),
    ("3.3.1", "3.3.2", "3.3.3", "3.3.4"),
    ("4.2.1", "4.2.2", "4.2.3"),
    ("4.3.1", "4.3.2", "4.3.3", "4.3.4"),
    ("5.1.1", "5.1.2", "5.1.3", "5.1.4"),
    ("6.2.1", "6.2.2"),
    ("7.2.1", "7.2.2"),
    ("8.1.1", "8.1.2", "8.1.3", "8.1.4"),
):
    for _lower, _higher in combinations(_series, 2):
        zung_jung.excludes(_higher, _lower, ref='"Regola additiva"')

zung_jung.excludes("10.1", "1.2", ref="10.0")  # irregular hands are no concealed hand
zung_jung.excludes("10.2", "1.2", ref="10.0")
zung_jung.excludes("10.1", "8.1.3", ref="8.1.3")


def _two_apart(finds: Finds) -> Finds:
    """Merge each two finds that share no set into one find."""
    return tuple([a + b for a, b in combinations(finds, 2) if not set(a) & set(b)])


# "Limite massimo"

_LISTED: Texts = {
    "en": "{top} is worth the limit by itself: nothing else counts",
    "it": "{top} vale da sola il limite: non si conta altro",
}
_COMPOUND: Texts = {
    "en": "the patterns add up to {raw}; the limit is {limit}",
    "it": "le combinazioni sommano {raw}; il limite è {limit}",
}


@zung_jung.settles
def _settle(book: Rulebook, reading: Reading, found: list[Item]) -> Tally:
    """Sum the items up to 320; or count the highest alone if it is worth 320 or more."""
    kept, dropped = book.apply_exclusions(found)
    raw = sum([item.points for item in kept])
    if raw < LIMIT:
        more: dict[str, int | str] = {"raw_sum": raw, "limit": "none"}
        return Tally(reading, tuple(kept), tuple(dropped), raw, (raw, raw), more)
    top = max(kept, key=lambda item: item.value)
    if top.value < LIMIT:
        more = {"raw_sum": raw, "limit": "compound"}
        notes = (phrase(_COMPOUND, raw=raw, limit=LIMIT),)
        told = lambda: notes  # noqa: E731
        return Tally(reading, tuple(kept), tuple(dropped), LIMIT, (LIMIT, raw), more, told)
    more = {"raw_sum": raw, "limit": "listed"}
    why = phrase(_LISTED, top=top.pattern)
    rest = [Dropped(item, why, '"Limite massimo"') for item in kept if item is not top]
    return Tally(reading, (top,), (*rest, *dropped), top.value, (top.value, raw), more)


# "Schema di pagamento"

_NOBODY: Texts = {
    "en": "{winner} discarded this tile in the same round: nobody is responsible",
    "it": "{winner} ha scartato questa tessera nello stesso round: nessuno è responsabile",
}
_FIRST: Texts = {
    "en": "{who} discarded this tile first in the same round",
    "it": "{who} ha scartato per primo questa tessera nello stesso round",
}
_LATER: Texts = {
    "en": "{who} discarded this tile in the same round, but not first",
    "it": "{who} ha scartato questa tessera nello stesso round, ma non per primo",
}
_SMALL: Texts = {
    "en": "up to {share} points all pay alike",
    "it": "fino a {share} punti tutti pagano lo stesso",
}


def answerable(win: Win, winning: Tile) -> Wind | None:
    """Return who is liable for a win on a discard ("Immunità nello stesso round"); None if unknown.

    The first copy of the winning tile in the same round decides. If it is the winner's own,
    no player is liable. Without the discards it is the discarder.
    """
    return next(iter(_with_copies(win, winning)), win.discarder)


def _with_copies(win: Win, winning: Tile) -> list[Wind]:
    """Return who discarded the winning tile in the same round, in that order.

    The round begins with the winner's own latest discard, that one included; earlier entries of
    the list are ignored.
    """
    since = win.discards_since or ()
    own = [place for place, (seat, _) in enumerate(since) if seat is win.seat]
    return [seat for seat, tile in since[max(own, default=0) :] if tile.plain is winning.plain]


@zung_jung.pays
def _shares(_book: Rulebook, tally: Tally, win: Win) -> tuple[Payment, ...] | None:
    """Pay three times the value in all: equal thirds, or 25 and 25 and the rest."""
    options, value = tally.reading.options, tally.total
    robbed_as_drawn = win.robbing_kong and options["robbed_kong"] == "self_drawn"
    if win.self_drawn or robbed_as_drawn:
        return _equal(win.seat, value, SELF_DRAWN)
    if value <= SHARE:
        return _equal(win.seat, value, _SMALL)
    winning = tally.reading.hand.winning
    assert winning is not None  # a hand that is scored has one
    payer = answerable(win, winning)
    if payer is None:
        return None
    if payer is win.seat:
        return _equal(win.seat, value, _NOBODY)
    given = ROBBED if win.robbing_kong else DISCARDED
    why = given if payer is win.discarder else _FIRST
    later = set(_with_copies(win, winning))
    if not win.robbing_kong and win.discarder:
        later.add(win.discarder)
    rest = 3 * value - 3 * SHARE
    return tuple(
        Payment(seat, win.seat, (SHARE, rest), phrase(why, who=seat))
        if seat is payer
        else Payment(seat, win.seat, (SHARE,), phrase(_LATER if seat in later else OTHER, who=seat))
        for seat in other_seats(win.seat)
    )


def _equal(winner: Wind, value: int, why: Texts) -> tuple[Payment, ...]:
    reason = phrase(why, winner=winner, share=SHARE)
    return tuple(Payment(seat, winner, (value,), reason) for seat in other_seats(winner))
