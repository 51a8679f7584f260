"""Hong Kong old style: hands of three faan and more, paid by a table of faan.

There is no official text, and many house rules. The sources by their titles, as `rules` prints
them:

`WIKIPEDIA`: "Hong Kong mahjong scoring rules" and "Old Hong Kong mahjong rules", and mirrors: the
criteria, three faan to win, bonus tiles apart from them, limit hands beside which winds, dragons
and flowers do not count, the simplified table of base points.
`LISTS`: two lists of faan in programs, of one value wherever both have it: GamblingKings (its
`HKHandPoints`), and the list of hands and conditions in a calculator in Python ("Type of Hand").
`FAAN_CALCULATOR`: the npm package hk-mahjong 3.2: what adds to what; flowers; a kong's replacement
in place of the self-pick; seven flowers are three faan, eight the limit.
`FOUR_WINDS`: "Chinese Old Style", 6: payments, with an example.
`CLUB`: mahjongclub.com, "Hong Kong": who is East, one winner, four concealed pungs self-drawn.
`SCORER`: mahjong-scorer (yawnoc), README: the half-spicy and the full-spicy table, who pays for
whom. The half-spicy table is the same in an answer of 2007 (ans.fyi, for chips of 20), in the Swift
program with the profile `hk_classic_v3` (`CLASSIC`), and in two more programs.
`TIERS`: bigproduction.com, "Points & Penalties": the table of four tiers, nine and twelve pieces.
`FOUR_PROGRAMS`: faan lists of four programs of Hong Kong mahjong, `CLASSIC` among them: seven pairs
are four faan; in two of them seven flowers are three faan and eight are eight.

The numbers are ours: 1 the whole hand, 2 single sets, 3 how it was won, 4 flowers, 5 limit hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..decompose import Shape, seven_different_pairs, thirteen_orphans
from ..payments import DISCARDED, OTHER, ROBBED, SELF_DRAWN, Payment, other_seats
from ..prefilter import (
    CLOSED,
    DRAGON_PUNG,
    DRAWN,
    FLOWERS,
    FOUR_CHOWS,
    FOUR_CONCEALED,
    FOUR_PUNGS,
    NO_HONOURS,
    NO_SIMPLES,
    ODD_WIN,
    ONE_SUIT,
    OTHER_SHAPE,
    THREE_PUNGS,
    TWO_DRAGON_PUNGS,
    TWO_KONGS,
    TWO_WIND_PUNGS,
    WIND_PUNG,
    WITH_HONOURS,
)
from ..reading import SEVEN_PAIRS, THIRTEEN_ORPHANS, HandFacts, Reading
from ..rulebook import Dropped, Found, Item, Rulebook, Tally
from ..sets import DRAGONS, ENDS, HONOURS, TERMINALS, WIND_TILES
from ..splits import Split
from ..text import Texts, phrase
from ..win import Win

WIKIPEDIA = "Hong Kong mahjong scoring rules (Wikipedia)"
LISTS = "HKHandPoints (GamblingKings) and Type of Hand"
FAAN_CALCULATOR = "FaanCalculator (hk-mahjong)"
FOUR_WINDS = "Chinese Old Style (Four Winds)"
CLUB = "Hong Kong (mahjongclub.com)"
SCORER = "mahjong-scorer (yawnoc)"
TIERS = "Points & Penalties (bigproduction.com)"
CLASSIC = "profile hk_classic_v3"
FOUR_PROGRAMS = "faan lists of four programs"

# Base points by the faan from which they hold.
TABLES: dict[str, tuple[tuple[int, int], ...]] = {
    "simplified": ((10, 8), (7, 4), (4, 2), (0, 1)),  # WIKIPEDIA
    "half_spicy": (
        *((13, 384), (12, 256), (11, 192), (10, 128), (9, 96), (8, 64), (7, 48), (6, 32)),
        *((5, 24), (4, 16), (3, 8), (2, 4), (1, 2), (0, 1)),
    ),  # SCORER, CLASSIC
    "full_spicy": tuple((faan, 2**faan) for faan in range(13, -1, -1)),  # SCORER
    "tiers": ((10, 64), (7, 32), (4, 16), (3, 8), (2, 4), (1, 2), (0, 1)),  # TIERS
}
FLOWER_HAND = "flower_hand"


def _optional_shape(option: str, shape: Shape) -> Shape:
    """Return a shape that wins only where an option allows it."""
    return Shape(
        shape.id,
        lambda facts: shape.splits(facts) if facts.options.get(option) != "no" else (),
        shape.melds,
        shape.is_near,
    )


def _seven_flowers(facts: HandFacts) -> Sequence[Split]:
    return (((), (), ()),) if len(facts.hand.flowers) >= 7 else ()


hong_kong = Rulebook(
    "hong-kong",
    names={"en": "Hong Kong old style", "it": "Hong Kong, vecchio stile", "zh": "香港麻雀"},
    ref="Hong Kong mahjong scoring rules (Wikipedia) and programs",
    shapes=(
        _optional_shape("thirteen_orphans", thirteen_orphans),
        _optional_shape("seven_pairs", seven_different_pairs),
        _optional_shape("flower_hand", Shape(FLOWER_HAND, _seven_flowers, melds=4)),
    ),
    each_completion=False,  # no pattern asks for the wait
)

hong_kong.option(
    "minimum",
    3,
    0,
    1,
    2,
    4,
    5,
    names={"en": "least faan", "it": "faan minimi"},
    en="faan that a hand needs, flowers left out",
    it="faan che servono per vincere, fiori esclusi",
    ref=WIKIPEDIA,
)
hong_kong.option(
    "limit",
    10,
    8,
    13,
    names={"en": "most faan", "it": "faan massimi"},
    en="the most faan that count",
    it="quanti faan contano al massimo",
    ref=f"{WIKIPEDIA}, 10 and more",
)
hong_kong.option(
    "table",
    "simplified",
    "half_spicy",
    "full_spicy",
    "tiers",
    names={"en": "base points", "it": "punti base"},
    en="base points: 1 for 3 faan, 2 for 4 to 6, 4 for 7 to 9, 8 for 10 (simplified); doubled with "
    "each faan up to 4 and then with every second one, 8 for 3 faan, 24 for 5, 128 for 10, 384 for "
    "13 (half spicy); doubled with each faan, 8 for 3, 1024 for 10 (full spicy, exponential); or 8 "
    "for 3 faan, 16 for 4 to 6, 32 for 7 to 9, 64 for 10 (tiers)",
    it="punti base: 1 per 3 faan, 2 da 4 a 6, 4 da 7 a 9, 8 per 10 (semplificata); raddoppiati a "
    "ogni faan fino a 4 e poi ogni due, 8 per 3 faan, 24 per 5, 128 per 10, 384 per 13 (half "
    "spicy); raddoppiati a ogni faan, 8 per 3, 1024 per 10 (full spicy, esponenziale); o 8 per 3 "
    "faan, 16 da 4 a 6, 32 da 7 a 9, 64 per 10 (a fasce)",
    ref=f"{WIKIPEDIA}; {SCORER}; {CLASSIC}; {TIERS}",
    labels={
        "simplified": {"en": "simplified table", "it": "tabella semplificata"},
        "half_spicy": {"en": "half-spicy table", "it": "tabella half-spicy"},
        "full_spicy": {"en": "full-spicy table", "it": "tabella full-spicy"},
        "tiers": {"en": "table of tiers", "it": "tabella a fasce"},
    },
)
hong_kong.option(
    "discarder_pays",
    "double",
    "all",
    names={"en": "the discarder pays", "it": "chi scarta paga"},
    en="who discards pays twice the base points and the others once, or pays for all of them",
    it="chi scarta paga il doppio dei punti base e gli altri una volta, o paga per tutti",
    ref=f"{FOUR_WINDS}, 6.1; {WIKIPEDIA}",
    labels={
        "double": {"en": "twice, the others once", "it": "il doppio, gli altri una volta"},
        "all": {"en": "for all of them", "it": "per tutti"},
    },
)
hong_kong.option(
    "no_flowers",
    "none",
    "faan",
    names={"en": "without flowers", "it": "senza fiori"},
    en="a hand without a flower or season is worth nothing for it, or a faan",
    it="una mano senza fiori né stagioni non vale nulla in più, o un faan",
    ref=f"{WIKIPEDIA}; {FAAN_CALCULATOR}",
    labels={
        "none": {"en": "nothing", "it": "nulla"},
        "faan": {"en": "one faan", "it": "un faan"},
    },
)
hong_kong.option(
    "flower_hand",
    "no",
    "yes",
    "limit",
    names={"en": "seven and eight flowers", "it": "sette e otto fiori"},
    en="whether seven flowers and seasons win at once, whatever the other tiles, with 3 faan, and "
    "eight with 8 faan, or eight with the limit",
    it="se sette fiori e stagioni vincono subito, quali che siano le altre tessere, con 3 faan, e "
    "otto con 8 faan, oppure otto con il limite",
    ref=f"{FAAN_CALCULATOR}, 3 faan and the limit; {FOUR_PROGRAMS}, 3 and 8",
    labels={
        "no": {"en": "they do not win", "it": "non vincono"},
        "yes": {"en": "3 and 8 faan", "it": "3 e 8 faan"},
        "limit": {"en": "3 faan and the limit", "it": "3 faan e il limite"},
    },
)
hong_kong.option(
    "seven_pairs",
    "no",
    "yes",
    names={"en": "seven pairs", "it": "sette coppie"},
    en="whether seven different pairs win, with 4 faan, the concealed hand included",
    it="se sette coppie diverse vincono, con 4 faan, la mano coperta compresa",
    ref=f"{FAAN_CALCULATOR}: no; {FOUR_PROGRAMS}: 4",
    labels={
        "no": {"en": "they do not win", "it": "non vincono"},
        "yes": {"en": "they win, 4 faan", "it": "vincono, 4 faan"},
    },
)
hong_kong.option(
    "thirteen_orphans",
    "yes",
    "no",
    names={"en": "thirteen orphans", "it": "tredici orfani"},
    en="whether thirteen orphans win",
    it="se i tredici orfani vincono",
    ref=f"{WIKIPEDIA}; {LISTS}: 13; {CLASSIC}: yes, an earlier profile: no",
    labels={
        "yes": {"en": "they win, 13 faan", "it": "vincono, 13 faan"},
        "no": {"en": "they do not win", "it": "non vincono"},
    },
)
hong_kong.option(
    "liability",
    "none",
    "twelve_tiles",
    names={"en": "liability for a hand", "it": "responsabilità di una mano"},
    en="whether a player whose discard lets another show twelve tiles of one suit, or the like, "
    "pays for all if that hand is won self-drawn (the fact `liable` names him)",
    it="se chi con uno scarto permette a un altro di esporre dodici tessere di un seme, o simili, "
    "paga per tutti quando quella mano si vince pescando (lo indica la circostanza `liable`)",
    ref=f"{TIERS}; {SCORER}, guaranteeing",
    labels={
        "none": {"en": "nobody is liable", "it": "nessuno è responsabile"},
        "twelve_tiles": {"en": "for twelve tiles shown", "it": "per dodici tessere esposte"},
    },
)
hong_kong.ruling(
    en="a robbed kong is no last discard, and is paid like a discard by the player who declared it",
    it="un kong rubato non è un ultimo scarto, e lo paga come uno scarto chi lo ha dichiarato",
    ref=f"{FAAN_CALCULATOR}; {FOUR_WINDS}",
)
hong_kong.ruling(
    en="beside a limit hand other patterns of the hand, winds, dragons and flowers do not count; "
    "how it was won does",
    it="con una mano limite non contano le altre combinazioni, i venti, i draghi e i fiori; conta "
    "il modo della vincita",
    ref=WIKIPEDIA,
)
hong_kong.ruling(
    en="left out: the second kong in a row",
    it="non compreso: il secondo kong di fila",
    ref=FAAN_CALCULATOR,
)
hong_kong.ruling(
    en="left out, as no text could be had: a table called 4-6-8; and, as one source alone has "
    "them, the penalties for nine tiles of a suit and for the last five tiles of the wall",
    it="non compresi, perché non se ne è trovato un testo: una tabella detta 4-6-8; e, perché le "
    "ha una sola fonte, le penalità per nove tessere di un seme e per le ultime cinque del muro",
    ref=TIERS,
)

# One pattern a block, in the order of the list; laid out by hand to read like it.
# fmt: off

# 1. The whole hand

hong_kong.chicken("1.0", 0, en="Chicken Hand", it="Mano del pollo", zh="雞糊", ref=CLUB)

@hong_kong.pattern("1.1", 1, en="Common Hand", it="Tutti chow", zh="平糊",
    ref=f"{WIKIPEDIA}; {LISTS}", needs=FOUR_CHOWS,
    rule_it="Quattro chow e una coppia qualsiasi.",
    yes="123m 456p 67s [<345m] EE +8s", no="123m 456p 67s [333m] EE +8s")
def _(r: Reading) -> Found:
    """Four chows and any pair."""
    return r.is_regular and len(r.chows) == 4

@hong_kong.pattern("1.2", 3, en="All in Triplets", it="Tutti pung", zh="對對糊",
    ref=f"{WIKIPEDIA}; {LISTS}", needs=FOUR_PUNGS,
    rule_it="Quattro pung o kong e una coppia.",
    yes="222m [444p] 555s [9999s] E +E", no="222m [444p] 555s [<789s] E +E")
def _(r: Reading) -> Found:
    """Four pungs or kongs and a pair."""
    return r.group(r.triplets, at_least=4)

@hong_kong.pattern("1.3", 3, en="Mixed One Suit", it="Un seme e onori", zh="混一色",
    ref=f"{WIKIPEDIA}; {LISTS}", needs=ONE_SUIT | WITH_HONOURS,
    rule_it="Tessere di un solo seme e onori.",
    yes="123m 456m 77m EEE CC +C", no="123m 456m 77p EEE CC +C")
def _(r: Reading) -> Found:
    """Tiles of one suit, and honours."""
    return r.suits == 1 and r.has(HONOURS)

@hong_kong.pattern("1.4", 7, en="All One Suit", it="Un solo seme", zh="清一色",
    ref=f"{WIKIPEDIA}; {LISTS}", needs=ONE_SUIT | NO_HONOURS,
    rule_it="Tessere di un solo seme.",
    yes="123m 456m 789m 555m 1m +1m", no="123m 456m 789m 555m E +E")
def _(r: Reading) -> Found:
    """Tiles of one suit alone."""
    return r.suits == 1 and not r.has(HONOURS)

@hong_kong.pattern("1.5", 1, en="Mixed Orphans", it="Teste e onori", zh="花么九",
    ref=LISTS, needs=FOUR_PUNGS | NO_SIMPLES | WITH_HONOURS,
    rule_it="Quattro pung o kong e la coppia, di 1, 9 e onori; Tutti pung si conta a parte.",
    yes="111m 999p [EEE] 999s C +C", no="111m 999p [999m] 999s 1s +1s")
def _(r: Reading) -> Found:
    """Pungs or kongs and the pair of 1s, 9s and honours; All in Triplets counts besides."""
    return len(r.triplets) == 4 and r.only(ENDS) and r.has(HONOURS) and r.has(TERMINALS)

@hong_kong.pattern("1.6", 5, en="Small Dragons", it="Piccoli draghi", zh="小三元",
    ref=f"{WIKIPEDIA}; {LISTS}", needs=TWO_DRAGON_PUNGS,
    rule_it="Pung o kong di due draghi e la coppia del terzo; i due pung vi sono compresi.",
    yes="CCC PPP 123m 456p F +F", no="CCC PPP 123m 456p 5s +5s")
def _(r: Reading) -> Found:
    """Pungs or kongs of two dragons and the pair of the third; the pungs are included."""
    return r.triplets_with_pair(2, DRAGONS)

@hong_kong.pattern("1.7", 8, en="Great Dragons", it="Grandi draghi", zh="大三元",
    ref=f"{WIKIPEDIA}; {LISTS}", needs=THREE_PUNGS | TWO_DRAGON_PUNGS,
    rule_it="Pung o kong dei tre draghi, che vi sono compresi.",
    yes="CCC PPP FFF 123m 5s +5s", no="CCC PPP FF 123m 55s +5s")
def _(r: Reading) -> Found:
    """Pungs or kongs of all three dragons, which are included."""
    return r.together(r.triplets_of(DRAGONS), 3)

@hong_kong.pattern("1.8", 4, en="Seven Pairs", it="Sette coppie", zh="七對子",
    ref=FOUR_PROGRAMS, needs=OTHER_SHAPE,
    rule_it="Sette coppie diverse, con l'opzione seven_pairs; la mano coperta vi è compresa.",
    yes="1133m 4466p 7799s E +E", no="123m 456m 789p 55s EE +E")
def _(r: Reading) -> Found:
    """Seven different pairs, with the option seven_pairs; the concealed hand is included."""
    return r.shape == SEVEN_PAIRS

# 2. Single sets

@hong_kong.pattern("2.1", 1, en="Dragon Pung", it="Pung di drago", zh="番子",
    ref=f"{WIKIPEDIA}; {LISTS}", each=True, needs=DRAGON_PUNG,
    rule_it="Ogni pung o kong di draghi.",
    yes="123m 456p [CCC] 99s 78s +9s", no="123m 456p [EEE] CC 78s +9s")
def _(r: Reading) -> Found:
    """Each pung or kong of dragons."""
    return r.triplets_of(DRAGONS)

@hong_kong.pattern("2.2", 1, en="Seat Wind", it="Pung del proprio vento", zh="門風",
    ref=f"{WIKIPEDIA}; {LISTS}", needs=WIND_PUNG,
    rule_it="Pung o kong del proprio vento.",
    yes="123m 456p [WWW] 99s 78s +9s | seat W", no="123m 456p [WWW] 99s 78s +9s | round W")
def _(r: Reading) -> Found:
    """A pung or kong of the seat wind."""
    return r.triplets_of(r.facts.own_wind)

@hong_kong.pattern("2.3", 1, en="Round Wind", it="Pung del vento di giro", zh="圈風",
    ref=f"{WIKIPEDIA}; {LISTS}", needs=WIND_PUNG,
    rule_it="Pung o kong del vento di giro.",
    yes="123m 456p [SSS] 99s 78s +9s | round S", no="123m 456p [SSS] 99s 78s +9s | seat S")
def _(r: Reading) -> Found:
    """A pung or kong of the round wind."""
    return r.triplets_of(r.facts.round_wind)

# 3. How the hand was won

@hong_kong.pattern("3.1", 1,
    about="winning tile", en="Self-Pick", it="Pescata", zh="自摸",
    ref=f"{WIKIPEDIA}; {LISTS}", needs=DRAWN,
    rule_it="Vincita con una tessera del muro.",
    yes="123m 456p [CCC] 99s 78s +9s | drawn", no="123m 456p [CCC] 99s 78s +9s | from W")
def _(r: Reading) -> Found:
    """Won with a tile from the wall."""
    return r.win.self_drawn

@hong_kong.pattern("3.2", 1, en="Fully Concealed Hand", it="Mano coperta", zh="門前清",
    ja="門前清",
    ref=f"{WIKIPEDIA}; {LISTS}; {FAAN_CALCULATOR}", needs=CLOSED,
    rule_it="Nessuna tessera chiamata prima dell'ultima; i kong coperti sono ammessi.",
    yes="123m 456p 99s 78s (CCCC) +9s | from W", no="123m 456p 99s 78s [CCC] +9s | from W")
def _(r: Reading) -> Found:
    """No tile was claimed before the last one; concealed kongs are allowed."""
    return r.closed

@hong_kong.pattern("3.3", 1,
    about="winning tile", en="Robbing the Kong", it="Kong rubato", zh="搶槓",
    ref=f"{WIKIPEDIA}; {LISTS}", needs=ODD_WIN,
    rule_it="Vincita sulla tessera che un altro aggiunge a un pung esposto.",
    yes="123m 456p 46s 99s [222p] +5s | from W robbing_kong",
    no="123m 456p 46s 99s [222p] +5s | from W")
def _(r: Reading) -> Found:
    """Won on the tile that another player adds to an exposed pung."""
    return r.win.robbing_kong

@hong_kong.pattern("3.4", 1,
    about="winning tile", en="Win by Last Catch", it="Ultima tessera", zh="海底撈月",
    ref=f"{WIKIPEDIA}; {LISTS}", needs=ODD_WIN,
    rule_it="Vincita con l'ultima tessera del muro, o sullo scarto che la segue.",
    yes="123m 456p 46s 99s [222p] +5s | from W last_tile",
    no="123m 456p 46s 99s [222p] +5s | from W robbing_kong last_tile")
def _(r: Reading) -> Found:
    """Won with the last tile of the wall, or on the discard after it."""
    return r.win.last_tile and not r.win.robbing_kong

@hong_kong.pattern("3.5", 2,
    about="winning tile", en="Win by Kong", it="Rimpiazzo del kong", zh="槓上自摸",
    ref=f"{LISTS}; {FAAN_CALCULATOR}", needs=ODD_WIN,
    rule_it="Vincita con la tessera di rimpiazzo di un kong; la Pescata vi è compresa.",
    yes="123m 456p 5s 789s [2222p] +5s | drawn kong_replacement",
    no="123m 456p 5s 789s [2222p] +5s | drawn")
def _(r: Reading) -> Found:
    """Won with the replacement tile of a kong; the Self-Pick is included."""
    return r.win.kong_replacement

# 4. Flowers and seasons

def _ranks(r: Reading) -> set[int]:
    return {tile.rank for tile in r.hand.flowers}

def _whole_groups(r: Reading) -> list[range]:
    """Return the ranks of the flowers, or the seasons, if the winner has all four."""
    ranks = _ranks(r)
    return [group for group in (range(1, 5), range(5, 9)) if ranks >= set(group)]

@hong_kong.pattern("4.1", 1,
    about="own flowers", en="Own Flower", it="Proprio fiore o stagione", zh="正花",
    ref=f"{WIKIPEDIA}; {FAAN_CALCULATOR}", bonus=True, needs=FLOWERS,
    rule_it="Ogni fiore o stagione del proprio vento, se non ne ha tutti e quattro.",
    yes="123m 456p [CCC] 99s 78s 1f +9s | seat E", no="123m 456p [CCC] 99s 78s 2f +9s | seat E")
def _(r: Reading) -> Found:
    """Each flower or season of the seat wind, unless the winner has all four of them."""
    own = r.win.seat.order + 1
    within = [rank for group in _whole_groups(r) for rank in group]
    return len([rank for rank in (own, own + 4) if rank in _ranks(r) and rank not in within])

@hong_kong.pattern("4.2", 2,
    about="whole groups", en="Four Flowers or Seasons", it="Quattro fiori o stagioni", zh="一台花",
    ref=FAAN_CALCULATOR, bonus=True, needs=FLOWERS,
    rule_it="Tutti e quattro i fiori, o tutte le stagioni; il proprio vi è compreso.",
    yes="123m 456p [CCC] 99s 78s 1234f +9s", no="123m 456p [CCC] 99s 78s 1235f +9s")
def _(r: Reading) -> Found:
    """All four flowers, or all four seasons, each time; the own one is included."""
    return len(_whole_groups(r))

@hong_kong.pattern("4.3", 1, en="No Flowers", it="Senza fiori", zh="無花",
    ref=WIKIPEDIA, bonus=True,
    rule_it="Né fiori né stagioni; conta solo con l'opzione no_flowers.",
    worth=lambda r: 1 if r.options["no_flowers"] == "faan" else 0,
    yes="123m 456p [CCC] 99s 78s +9s", no="123m 456p [CCC] 99s 78s 1f +9s")
def _(r: Reading) -> Found:
    """Neither a flower nor a season; it counts only with the option no_flowers."""
    return not r.hand.flowers

@hong_kong.pattern("4.4", 3,
    about="flowers", en="Seven Flowers", it="Sette fiori", zh="花糊",
    ref=f"{FAAN_CALCULATOR}; {FOUR_PROGRAMS}", needs=OTHER_SHAPE | FLOWERS,
    rule_it="Sette fiori e stagioni, quali che siano le altre tessere, con l'opzione flower_hand.",
    yes="147m 258p 369s ESWN 1234567f +P", no="123m 456p [CCC] 99s 78s 123456f +9s")
def _(r: Reading) -> Found:
    """Seven flowers and seasons, whatever the other tiles, with the option flower_hand."""
    return r.shape == FLOWER_HAND and len(r.hand.flowers) == 7

@hong_kong.pattern("4.5", 8,
    about="flowers", en="Eight Flowers", it="Otto fiori", zh="八仙過海",
    ref=f"{FAAN_CALCULATOR}; {FOUR_PROGRAMS}", needs=OTHER_SHAPE | FLOWERS,
    rule_it="Tutti gli otto fiori e stagioni, quali che siano le altre tessere, con l'opzione "
    "flower_hand.",
    worth=lambda r: 13 if r.options["flower_hand"] == "limit" else 8,
    yes="147m 258p 369s ESWN 12345678f +P", no="147m 258p 369s ESWN 1234567f +P")
def _(r: Reading) -> Found:
    """All eight flowers and seasons, whatever the other tiles, with the option flower_hand."""
    return r.shape == FLOWER_HAND and len(r.hand.flowers) == 8

# 5. Limit hands

@hong_kong.pattern("5.1", 10, en="All Honor Tiles", it="Tutti onori", zh="字一色",
    ref=f"{WIKIPEDIA}; {LISTS}", needs=NO_SIMPLES | WITH_HONOURS,
    rule_it="Quattro pung o kong e la coppia, o sette coppie, tutti di onori.",
    yes="EEE SSS [PPP] CCC F +F", no="EEE SSS [PPP] CCC 9s +9s")
def _(r: Reading) -> Found:
    """Pungs or kongs and the pair, or seven pairs, of honours alone."""
    return r.only(HONOURS)

@hong_kong.pattern("5.2", 10, en="Small Winds", it="Piccoli venti", zh="小四喜",
    ref=LISTS, needs=THREE_PUNGS | TWO_WIND_PUNGS,
    rule_it="Pung o kong di tre venti e la coppia del quarto.",
    yes="EEE SSS [WWW] 123m N +N", no="EEE SSS [WWW] 123m 5s +5s")
def _(r: Reading) -> Found:
    """Pungs or kongs of three winds and the pair of the fourth."""
    return r.triplets_with_pair(3, WIND_TILES)

@hong_kong.pattern("5.3", 13, en="Great Winds", it="Grandi venti", zh="大四喜",
    ref=f"{WIKIPEDIA}; {LISTS}", needs=FOUR_PUNGS | TWO_WIND_PUNGS,
    rule_it="Pung o kong dei quattro venti.",
    yes="EEE SSS [WWW] NNN 5s +5s", no="EEE SSS [WWW] 123m N +N")
def _(r: Reading) -> Found:
    """Pungs or kongs of all four winds."""
    return r.together(r.triplets_of(WIND_TILES), 4)

@hong_kong.pattern("5.4", 13, en="Thirteen Orphans", it="Tredici orfani", zh="十三么",
    ref=f"{WIKIPEDIA}; {LISTS}; {FAAN_CALCULATOR}", needs=OTHER_SHAPE,
    rule_it="Una tessera per ogni 1, 9 e onore, e una seconda di una di esse.",
    yes="19m 19p 19s ESWNPF C +C", no="111m 999m 999p EEE C +C")
def _(r: Reading) -> Found:
    """One tile of each 1, 9 and honour, and a second of one of them."""
    return r.shape == THIRTEEN_ORPHANS

@hong_kong.pattern("5.5", 13, en="All Kongs", it="Tutti kong", zh="十八羅漢",
    ref=f"{LISTS}; {FAAN_CALCULATOR}", needs=TWO_KONGS,
    rule_it="Quattro kong.",
    yes="[2222m] (4444p) [5555s] [9999s] E +E", no="[2222m] (4444p) [5555s] [999s] E +E")
def _(r: Reading) -> Found:
    """Four kongs."""
    return r.group(r.kongs, at_least=4)

@hong_kong.pattern("5.6", 13, en="Self Triplets", it="Quattro pung coperti", zh="坎坎糊",
    ref=f"{LISTS}; {CLUB}", needs=FOUR_CONCEALED | DRAWN,
    rule_it="Quattro pung o kong coperti, e la tessera vincente pescata.",
    yes="222m 444p 555s 999s E +E | drawn", no="222m 444p 555s 999s E +E | from W")
def _(r: Reading) -> Found:
    """Four concealed pungs or kongs, won by self-pick."""
    return r.win.self_drawn and r.group(r.concealed_triplets, at_least=4)

@hong_kong.pattern("5.7", 10, en="Orphans", it="Tutti 1 e 9", zh="清么九",
    ref=f"{LISTS}; {FAAN_CALCULATOR}", needs=FOUR_PUNGS | NO_SIMPLES | NO_HONOURS,
    rule_it="Quattro pung o kong e la coppia, tutti di 1 e 9.",
    yes="111m 999m [111p] 999s 1s +1s", no="111m 999m [111p] 999s E +E")
def _(r: Reading) -> Found:
    """Pungs or kongs and the pair of 1s and 9s alone."""
    return r.is_regular and r.only(TERMINALS)

@hong_kong.pattern("5.8", 10, en="Nine Gates", it="Nove porte", zh="九子連環",
    ref=f"{LISTS}; {CLUB}", needs=CLOSED | ONE_SUIT | NO_HONOURS,
    rule_it="1112345678999 di un seme, mano coperta, e un'altra tessera di quel seme.",
    yes="1112355678999m +4m", no="1112345567999m +5m")
def _(r: Reading) -> Found:
    """1112345678999 of one suit, concealed, and one more tile of that suit."""
    return r.ends_as_nine_gates()

@hong_kong.pattern("5.9", 13, en="Heavenly Hand", it="Mano del cielo", zh="天糊",
    ref=FAAN_CALCULATOR, needs=ODD_WIN,
    rule_it="Est vince con le tessere distribuite.",
    yes="123m 456p 789s EE 67s +8s | drawn blessing_heaven",
    no="123m 456p 789s EE 67s +8s | drawn")
def _(r: Reading) -> Found:
    """East wins with the tiles dealt."""
    return r.win.blessing_heaven

@hong_kong.pattern("5.10", 13, en="Earthly Hand", it="Mano della terra", zh="地糊",
    ref=FAAN_CALCULATOR, needs=ODD_WIN,
    rule_it="Vincita sul primo scarto di Est.",
    yes="123m 456p 789s EE 67s +8s | seat S from E blessing_earth",
    no="123m 456p 789s EE 67s +8s | seat S from E")
def _(r: Reading) -> Found:
    """Won on East's first discard."""
    return r.win.blessing_earth and not r.win.self_drawn

# fmt: on

hong_kong.excludes("1.6", "2.1", ref=WIKIPEDIA)
hong_kong.excludes("1.8", "3.2", ref=FOUR_PROGRAMS)
hong_kong.excludes("1.7", "2.1", ref=WIKIPEDIA)
hong_kong.excludes("3.5", "3.1", ref=FAAN_CALCULATOR)
hong_kong.excludes("5.9", "3.1", ref=FAAN_CALCULATOR)

_BESIDE_LIMIT: Texts = {
    "en": "not beside the limit hand {top}",
    "it": "non insieme alla mano limite {top}",
}
_LIMIT: Texts = {
    "en": "the patterns add up to {raw} faan; the limit is {limit}",
    "it": "le combinazioni sommano {raw} faan; il limite è {limit}",
}
_LIABLE_FOR_TWELVE: Texts = {
    "en": "{who} is liable for the twelve tiles shown",
    "it": "{who} è responsabile delle dodici tessere esposte",
}
_BASE_POINTS: Texts = {"en": "base points: {points}", "it": "punti base: {points}"}
_TOO_FEW: Texts = {
    "en": "{faan} faan, flowers left out; {needed} are needed",
    "it": "{faan} faan, fiori esclusi; ne servono {needed}",
}


@hong_kong.settles
def _settle(book: Rulebook, reading: Reading, found: list[Item]) -> Tally:
    """Add the faan up to the limit; beside a limit hand only how it was won counts."""
    if reading.shape == FLOWER_HAND:  # whatever the other tiles are
        found = [item for item in found if item.pattern.id in ("4.4", "4.5")]
    found = [item for item in found if item.points or item.pattern is book.fallback]
    kept, dropped = book.apply_exclusions(found)
    limit_hands = [item for item in kept if item.pattern.id.startswith("5.")]
    if limit_hands:
        top = max(limit_hands, key=lambda item: item.value)
        won = [item for item in kept if item is top or item.pattern.id.startswith("3.")]
        why = phrase(_BESIDE_LIMIT, top=top.pattern)
        dropped += [Dropped(item, why, WIKIPEDIA) for item in kept if item not in won]
        kept = won
    raw = sum([item.points for item in kept])
    limit = int(book.options["limit"])
    faan = min(raw, limit)
    needed = int(book.options["minimum"])
    without = sum([item.points for item in kept if not item.pattern.bonus])
    base = base_points(faan, str(book.options["table"]))
    notes = [phrase(_LIMIT, raw=raw, limit=limit)] if raw > limit else []
    notes.append(phrase(_BASE_POINTS, points=base))
    short = phrase(_TOO_FEW, faan=without, needed=needed) if without < needed else None
    return Tally(
        reading,
        tuple(kept),
        tuple(dropped),
        faan,
        rank=(without >= needed, faan, raw),
        more={"faan": raw, "limit": f"{limit} faan" if raw > limit else "", "base_points": base},
        note_factory=lambda: tuple(notes),
        shortfall=short,
    )


def base_points(faan: int, table: str = "simplified") -> int:
    """Return the base points of a hand; a hand above the table is worth its last line."""
    return next(points for least, points in TABLES[table] if faan >= least)


@hong_kong.pays
def _shares(book: Rulebook, tally: Tally, win: Win) -> tuple[Payment, ...] | None:
    """Charge all twice the base points if self-drawn; else the discarder twice, others once."""
    faan = min(tally.total, int(book.options["limit"]))
    base = base_points(faan, str(book.options["table"]))
    others = other_seats(win.seat)
    if tally.reading.shape == FLOWER_HAND:  # the eighth comes from no discard
        win = replace(win, self_drawn=True, discarder=None)
    if win.self_drawn and win.liable is not None and book.options["liability"] != "none":
        why = phrase(_LIABLE_FOR_TWELVE, who=win.liable)
        return (Payment(win.liable, win.seat, (base, base) * len(others), why),)
    if win.self_drawn:
        return tuple([Payment(seat, win.seat, (base, base), phrase(SELF_DRAWN)) for seat in others])
    if win.discarder is None:
        return None
    why = phrase(ROBBED if win.robbing_kong else DISCARDED, who=win.discarder)
    if book.options["discarder_pays"] == "all":
        return (Payment(win.discarder, win.seat, (base, base, base, base), why),)
    return tuple(
        Payment(seat, win.seat, (base, base), why)
        if seat is win.discarder
        else Payment(seat, win.seat, (base,), phrase(OTHER, who=seat))
        for seat in others
    )
