"""The early Chinese official list of 1998, as the Italian page "Variante cinese ufficiale" has it.

References are chapters of that page: "Punteggio", 12 is the twelfth entry of its scoring list,
"Mani limite", 3 the third of its special hands, [4] a footnote, "principio 1" the first of the
three at its end. C-7 ... are the places where the text contradicts itself or is silent. Where it
leaves out what its successor spells out, the international rules of 2006 (MCR) are followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy, deepcopy

from ..counts import ONES, UNITS, fours, how_many
from ..decompose import Shape, lacks_one_pair, seven_different_pairs, seven_pairs, thirteen_orphans
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
    TWO_CHOWS,
    TWO_CONCEALED,
    TWO_DRAGON_PUNGS,
    TWO_KONGS,
    TWO_PUNGS,
    TWO_SUITS,
    TWO_WIND_PUNGS,
    WIND_PUNG,
    WITH_HONOURS,
)
from ..reading import INDEPENDENT, SEVEN_PAIRS, THIRTEEN_ORPHANS, Finds, HandFacts, Reading
from ..rulebook import Dropped, Found, Item, Rulebook, Tally, exclusion
from ..sets import (
    DRAGONS,
    ENDS,
    HONOURS,
    SAME_RANK,
    SIMPLES,
    SUIT_MASKS,
    TERMINALS,
    WIND_TILES,
    TileSet,
    mask,
)
from ..splits import NOTHING, Split
from ..text import Texts, phrase
from ..wait_masks import regular_waits, seven_pairs_waits
from ..win import Win
from .knitted import KNITTED_STRAIGHT, are_different, knitted_straight, knitted_waits
from .principles import account_once, apply_non_repeat

MINIMUM = 8  # to win, flowers left aside; also what each opponent pays besides
CAP = 88


def _independent(facts: HandFacts) -> Sequence[Split]:
    """Match fourteen different tiles, three winds and two dragons among them, no two in a run."""
    kinds = facts.kinds
    if kinds.bit_count() < 14:
        return ()
    if (kinds & WIND_TILES).bit_count() < 3 or (kinds & DRAGONS).bit_count() < 2:
        return ()
    near = 2 if facts.options["independent_gap"] == 3 else 1  # C-15
    for suit in SUIT_MASKS:
        if any(kinds & suit & (kinds & suit) << 5 * step for step in range(1, near + 1)):
            return ()
    return (NOTHING,)


def _pairs(facts: HandFacts) -> Sequence[Split]:
    if facts.options["identical_pairs"] == "terminals_only" and facts.kinds & ~TERMINALS:
        return seven_different_pairs.splits(facts)
    return seven_pairs.splits(facts)


chinese_official = Rulebook(
    "chinese-official",
    names={"en": "Chinese official list of 1998", "it": "Variante cinese ufficiale"},
    ref="1998",
    shapes=(
        Shape(SEVEN_PAIRS, _pairs, is_near=lacks_one_pair),
        thirteen_orphans,
        knitted_straight,
        Shape(INDEPENDENT, _independent, is_near=are_different),
    ),
    each_completion=False,  # the one wait that counts does not ask which set it completes
)
chinese_official.minimum = MINIMUM

chinese_official.option(
    "cap",
    "none",
    CAP,
    names={"en": "most points of a hand", "it": "massimo di una mano"},
    en="most that a hand can be worth: no limit, or 88",
    it="quanto può valere al massimo una mano: nessun limite, oppure 88",
    ref='C-7: "Punteggio" / "Mani limite"',
    labels={
        "none": {"en": "no limit", "it": "nessun limite"},
    },
)
chinese_official.option(
    "discarder_pays",
    "points_and_8",
    "points",
    names={"en": "the discarder pays", "it": "chi scarta paga"},
    en="who discards the winning tile pays the points and 8, or the points alone",
    it="chi scarta la tessera vincente paga i punti più 8, oppure i soli punti",
    ref='C-8: "Saldo dei debiti tra giocatori"',
    labels={
        "points_and_8": {"en": "the points and 8", "it": "i punti più 8"},
        "points": {"en": "the points alone", "it": "i soli punti"},
    },
)
chinese_official.option(
    "six_in_two_suits",
    True,
    False,
    names={"en": "six in two suits", "it": "sei pezzi di due semi"},
    en="six consecutive tiles in two suits (3 points) count",
    it="sei pezzi consecutivi di due semi (3 punti) contano",
    ref='C-9: "Punteggio", 18',
)
chinese_official.option(
    "two_suits",
    "any",
    "with_honours",
    names={"en": "hand of two suits", "it": "mano di due semi"},
    en="a hand of two suits counts with or without honours, or only with honours",
    it="la mano di due semi conta con o senza Onori, oppure solo con Onori",
    ref='C-10: "Punteggio", 58',
    labels={
        "any": {"en": "with or without honours", "it": "con o senza Onori"},
        "with_honours": {"en": "only with honours", "it": "solo con Onori"},
    },
)
chinese_official.option(
    "mixed_kongs",
    4,
    6,
    names={"en": "melded and concealed kong", "it": "poker scoperto e coperto"},
    en="points of one melded and one concealed kong: two kongs alone, or the concealed one as well",
    it="punti di un poker scoperto e uno coperto: i soli due poker, oppure anche quello coperto",
    ref='C-11: "Punteggio", 34',
)
chinese_official.option(
    "terminals_and_honours",
    "alone",
    "with_others",
    names={"en": "beside terminals and honours", "it": "con la mano di teste"},
    en="beside terminals and honours (32) no other item on the whole hand's tiles counts, or any",
    it="con la mano di teste (32) non si contano altre voci sui pezzi dell'intera mano, oppure sì",
    ref='C-12: "Punteggio", [4]',
    labels={
        "alone": {"en": "no other item", "it": "nessun'altra voce"},
        "with_others": {"en": "any other item", "it": "anche altre voci"},
    },
)
chinese_official.option(
    "nine_tiles",
    "nine_sided",
    "any",
    names={"en": "nine gates", "it": "chiamata di nove pezzi"},
    en="nine gates: the hand waits for nine tiles before it wins, or only ends so",
    it="chiamata di nove pezzi: la mano ne attende nove, oppure basta che finisca così",
    ref='C-13: "Mani limite", 8',
    labels={
        "nine_sided": {"en": "waits for nine tiles", "it": "ne attende nove"},
        "any": {"en": "only ends so", "it": "basta che finisca così"},
    },
)
chinese_official.option(
    "identical_pairs",
    "allowed",
    "terminals_only",
    names={"en": "four alike in seven pairs", "it": "quattro uguali nelle sette coppie"},
    en="four alike are two of seven pairs in any such hand, or in one of terminals alone",
    it="quattro pezzi uguali sono due delle sette coppie sempre, o solo se tutte di terminali",
    ref='C-14: "Mani limite", [2]',
    labels={
        "allowed": {"en": "in any such hand", "it": "sempre"},
        "terminals_only": {"en": "in terminals alone", "it": "solo se di terminali"},
    },
)
chinese_official.option(
    "independent_gap",
    3,
    2,
    names={"en": "gap of independent tiles", "it": "distanza tra pezzi indipendenti"},
    en="independent tiles of one suit are at least so far apart",
    it="distanza minima tra i pezzi indipendenti di un seme",
    ref='C-15: "Mani limite", 16',
)
chinese_official.ruling(
    en="a kong of four face-down tiles is the concealed one",
    it="il poker le cui quattro tessere stanno tutte coperte è quello coperto",
    ref='C-16: "Fase di gioco"',
)
chinese_official.ruling(
    en="a run is said of a chow and of numbers in a row alike: the terminal runs of two suits are "
    "four chows, 123 and 789 in each, though one chow of each could be meant",
    it="«serie» vale sia per la combinazione sia per numeri di fila: le serie terminali di due "
    "semi sono quattro serie, 123 e 789 in ognuno, anche se si può intendere una per seme",
    ref='"Punteggio", 16',
)
chinese_official.ruling(
    en="unable to be in one run means three numbers apart, as 1-4-7; at least two apart, which "
    "stands there as well, would let 1-3-5 pass",
    it="non poter far parte di una serie vuol dire tre numeri di distanza, come 1-4-7; «almeno 2», "
    "che il testo dice pure, ammetterebbe 1-3-5",
    ref='C-15: "Mani limite", 16',
)
chinese_official.ruling(
    en="a robbed kong is no last discard: beside it that item does not count",
    it="il furto di poker non è una vittoria con l'ultimo scarto, che non si conta insieme",
    ref='"Punteggio", 69, 71',
)
chinese_official.ruling(
    en="fives in every set means fives; that another number could do is a variant",
    it="5 in ogni combinazione vuol dire 5; un altro valore comune è una variante",
    ref='"Punteggio", [5]',
)
chinese_official.ruling(
    en="all green needs no green dragon; a knitted straight with a chow is a hand of chows",
    it="la mano tutta verde non richiede il drago verde; il drago intrecciato con una serie è una "
    "mano di sole serie",
    ref='"Mani limite", 2, 10; MCR',
)
chinese_official.ruling(
    en="what seven pairs, independent tiles and the like cannot lack (a concealed hand, the wait "
    "for a pair) is contained in them; a self-drawn tile still counts",
    it="ciò che sette coppie, pezzi indipendenti e simili hanno sempre (la mano coperta, l'attesa "
    "della coppia) vi è compreso; il pezzo preso dal muro conta",
    ref='"principio 1"',
)
chinese_official.ruling(
    en="each set is combined once with one of those already combined, and two counts of one "
    "pattern share no set",
    it="ogni combinazione si abbina una volta a una di quelle già abbinate, e due conteggi della "
    "stessa voce non hanno combinazioni in comune",
    ref='"principio 3"; MCR',
)
chinese_official.ruling(
    en="a tile is the only possible one if no tile of another kind completes the hand, whether or "
    "not one is left",
    it="un pezzo è l'unico possibile se nessun altro tipo completa la mano, che ne restino o no",
    ref='"Punteggio", 67',
)

# Words of this list alone.

_REVERSIBLE = mask("1234589p245689sP")
_EVEN = mask("2468m2468p2468s")
_GREEN = mask("23468sF")
_1_TO_4, _6_TO_9 = sum(SAME_RANK[:4]), sum(SAME_RANK[5:])
_1_TO_3, _4_TO_6, _7_TO_9 = sum(SAME_RANK[:3]), sum(SAME_RANK[3:6]), sum(SAME_RANK[6:])


def _each(r: Reading, sets: Iterable[TileSet]) -> Finds:
    """Return each of these sets of the reading as a find."""
    return tuple([(r.sets.index(part),) for part in sets])


def _with_fives(r: Reading, finds: Finds, suits: int) -> Finds:
    """Add the pair to each find, if it is of fives and the hand has so many suits."""
    if r.pair is None or r.pair.rank != 5 or r.pair.suit == 3 or r.suits != suits:
        return ()
    return tuple([(*find, len(r.sets) - 1) for find in finds])


def _kongs_worth(r: Reading) -> int:
    mixed = len({kong.concealed for kong in r.kongs}) == 2
    return 6 if mixed and r.options["mixed_kongs"] == 6 else 4


def _hogs(r: Reading) -> Finds:
    """Find the sets that share all four of a kind, for each such kind that is not a kong."""
    kongs = sum([kong.bit for kong in r.kongs])
    four = r.facts.counts >> 2 & ONES & ~kongs
    kinds = [unit for unit in UNITS if four & unit]
    return tuple(
        [tuple([place for place, part in enumerate(r.sets) if part.mask & kind]) for kind in kinds]
    )


def _only_tile(r: Reading) -> bool:
    """Return whether no other kind of tile completes the hand."""
    facts = r.facts
    for chow in r.chows:  # the other end of an open chow would do as well
        place = facts.winning - chow.first
        if ((place == 0 and chow.rank < 7) or (place == 2 and chow.rank > 1)) and chow.concealed:
            return False
    # two pairs waited: that of the hand would have become the pung as well
    if r.triplet_kinds & UNITS[facts.winning] and how_many(facts.held, facts.winning) == 3:
        return False
    held = facts.held - UNITS[facts.winning]
    kinds = regular_waits(held)
    if kinds & (kinds - 1):
        return False
    if not kinds:  # eight knitted tiles can never be in four sets and a pair
        kinds = knitted_waits(held, len(facts.melded))
    return kinds | seven_pairs_waits(held) == UNITS[facts.winning]


# One entry a block, in the order of the page; laid out by hand to read like it. The list has
# terminals and winds in two entries of one point each; they count as one pattern.
# fmt: off

# "Punteggio": sets and flowers

@chinese_official.pattern("poker_scoperto", 1, en="Melded Kong", it="Poker scoperto", zh="明杠",
    ref='"Punteggio", 1', each=True, needs=A_KONG,
    rule_it="Un poker scoperto.",
    yes="123m 456p 9s 789s [^2222p] +9s", no="123m 456p 9s 789s (2222p) +9s")
def _(r: Reading) -> Found:
    """A claimed or promoted kong."""
    return _each(r, [kong for kong in r.kongs if not kong.concealed])

@chinese_official.pattern("poker_coperto", 2, en="Concealed Kong", it="Poker coperto", zh="暗杠",
    ref='"Punteggio", 2', each=True, needs=A_KONG,
    rule_it="Un poker coperto.",
    yes="123m 456p 9s 789s (2222p) +9s", no="123m 456p 9s 789s [^2222p] +9s")
def _(r: Reading) -> Found:
    """A kong declared from the hand."""
    return _each(r, [kong for kong in r.kongs if kong.concealed])

@chinese_official.pattern("tris_1_9_venti", 1,
    en="Pung of Terminals or Winds", it="Tris di 1, di 9 o di Venti generici", zh="幺九刻",
    ref='"Punteggio", 3-4', each=True, needs=A_PUNG,
    rule_it="Ogni tris o poker di 1 o di 9, o di un vento che non è né del giocatore né del giro.",
    yes="123m 456p 9s 789s [^NNN] +9s | seat E round S",
    no="123m 456p 9s 789s [^SSS] +9s | seat E round S")
def _(r: Reading) -> Found:
    """Each pung or kong of a 1, a 9, or a wind that is neither the seat's nor the round's."""
    kinds = TERMINALS
    if len(r.triplets_of(WIND_TILES)) < 3:  # three winds contain each of them
        kinds |= WIND_TILES & ~(r.facts.own_wind | r.facts.round_wind)
    return r.triplets_of(kinds)

@chinese_official.pattern("tris_vento_giocatore", 2,
    en="Seat Wind", it="Tris del Vento del giocatore", zh="门风刻",
    ref='"Punteggio", 5', needs=WIND_PUNG,
    rule_it="Tris o poker del vento del giocatore.",
    yes="123m 456p 9s 789s [^SSS] +9s | seat S", no="123m 456p 9s 789s [^SSS] +9s | seat W")
def _(r: Reading) -> Found:
    """A pung or kong of the seat wind."""
    return r.triplets_of(r.facts.own_wind)

@chinese_official.pattern("tris_vento_giro", 2, en="Prevalent Wind", it="Tris del Vento del giro",
    zh="圈风刻", ref='"Punteggio", 6',
    needs=WIND_PUNG,
    rule_it="Tris o poker del vento del giro.",
    yes="123m 456p 9s 789s [^SSS] +9s | round S",
    no="123m 456p 9s 789s [^SSS] +9s | seat S round W")
def _(r: Reading) -> Found:
    """A pung or kong of the round wind."""
    return r.triplets_of(r.facts.round_wind)

@chinese_official.pattern("tris_draghi", 2, en="Dragon Pung", it="Tris di Draghi", zh="箭刻",
    ref='"Punteggio", 7', each=True, needs=DRAGON_PUNG,
    rule_it="Tris o poker di draghi.",
    yes="123m 456p 9s 789s [^CCC] +9s", no="123m 456p C 789s [^222p] +C")
def _(r: Reading) -> Found:
    """A pung or kong of dragons."""
    return r.triplets_of(DRAGONS)

@chinese_official.pattern("fiori", 1,
    about="flowers", en="Flower Tiles", it="Stagioni e Fiori", zh="花牌",
    ref='"Punteggio", 8', bonus=True,
    needs=FLOWERS,
    rule_it="Ogni stagione e ogni fiore; non contano per il minimo.",
    yes="123m 456p 9s 789s [^222p] 3f7f +9s", no="123m 456p 9s 789s [^222p] +9s")
def _(r: Reading) -> Found:
    """Each season and each flower; they do not count for the minimum."""
    return len(r.hand.flowers)

# "Punteggio": series

@chinese_official.pattern("due_serie_uguali_semi_diversi", 1,
    en="Mixed Double Chow", it="Due serie uguali di semi differenti", zh="喜相逢",
    ref='"Punteggio", 9', each=True, needs=LIKE_CHOWS,
    rule_it="Due serie con gli stessi numeri in due semi.",
    yes="345m 345p 9s 789s [^222p] +9s", no="345m 456p 9s 789s [^222p] +9s")
def _(r: Reading) -> Found:
    """Two chows of the same numbers in two suits."""
    return r.chows_across_suits(0, 0)

@chinese_official.pattern("tre_serie_uguali", 8,
    en="Mixed Triple Chow", it="Tre serie uguali di ciascun seme", zh="三色三同顺",
    ref='"Punteggio", 10', each=True, needs=THREE_CHOWS | LIKE_CHOWS,
    rule_it="Tre serie con gli stessi numeri nei tre semi.",
    yes="345m 345p 9s 345s [^222p] +9s", no="345m 345p 9s 456s [^222p] +9s")
def _(r: Reading) -> Found:
    """Three chows of the same numbers in the three suits."""
    return r.chows_across_suits(0, 0, 0)

@chinese_official.pattern("due_serie_identiche", 1, en="Pure Double Chow", it="Due serie identiche",
    zh="一般高", ref='"Punteggio", 11', each=True,
    needs=TWIN_CHOWS,
    rule_it="Due serie uguali dello stesso seme.",
    yes="345m 345m 9s 789s [^222p] +9s", no="345m 345p 9s 789s [^222p] +9s")
def _(r: Reading) -> Found:
    """Two equal chows of one suit."""
    return r.chows_in_one_suit(0, 0)

@chinese_official.pattern("tre_serie_identiche", 24,
    en="Pure Triple Chow", it="Tre serie identiche", zh="一色三同顺",
    ref='"Punteggio", 12', each=True, needs=THREE_CHOWS | TWIN_CHOWS,
    rule_it="Tre serie uguali dello stesso seme.",
    yes="345m 345m 345m 9s [^222p] +9s", no="345m 345m 456m 9s [^222p] +9s")
def _(r: Reading) -> Found:
    """Three equal chows of one suit."""
    return r.chows_in_one_suit(0, 0, 0)

@chinese_official.pattern("quattro_serie_identiche", 48,
    en="Quadruple Chow", it="Quattro serie identiche", zh="一色四同顺",
    ref='"Punteggio", 13', each=True, needs=FOUR_CHOWS | TWIN_CHOWS,
    rule_it="Quattro serie uguali dello stesso seme.",
    yes="345m 345m 345m 9s [<345m] +9s", no="345m 345m 345m 9s [<345p] +9s")
def _(r: Reading) -> Found:
    """Four equal chows of one suit."""
    return r.chows_in_one_suit(0, 0, 0, 0)

@chinese_official.pattern("serie_terminali", 1, en="Two Terminal Chows", it="Serie terminali",
    zh="老少副", ref='"Punteggio", 14', each=True,
    needs=END_CHOWS,
    rule_it="123 e 789 dello stesso seme.",
    yes="123m 789m 9s 456s [^222p] +9s", no="123m 789p 9s 456s [^222p] +9s")
def _(r: Reading) -> Found:
    """123 and 789 of one suit."""
    return r.chows_in_one_suit(0, 6)

@chinese_official.pattern("doppie_serie_terminali", 64,
    en="Pure Terminal Chows", it="Doppie serie terminali", zh="一色双龙会",
    ref='"Punteggio", 15', each=True, needs=FOUR_CHOWS | TWIN_CHOWS | ONE_SUIT,
    rule_it="123 123 789 789 e la coppia di 5, tutto di un seme.",
    yes="123m 123m 789m 5m [<789m] +5m", no="123m 123m 789m 5p [<789m] +5p")
def _(r: Reading) -> Found:
    """123, 123, 789, 789 and the pair of fives, all of one suit."""
    return _with_fives(r, r.chows_in_one_suit(0, 0, 6, 6), suits=1)

@chinese_official.pattern("serie_terminali_due_semi", 16,
    en="Three-Suited Terminal Chows", it="Serie terminali di due semi", zh="三色双龙会",
    ref='"Punteggio", 16', each=True, needs=FOUR_CHOWS | LIKE_CHOWS,
    rule_it="123 e 789 in due semi, e la coppia di 5 del terzo.",
    yes="123m 789m 123p 5s [<789p] +5s", no="123m 789m 123p 5p [<789p] +5p")
def _(r: Reading) -> Found:
    """123 and 789 in two suits, and the pair of fives of the third."""
    ends = r.chows_in_one_suit(0, 6)
    apart = len(ends) == 2 and not set(ends[0]) & set(ends[1])  # 123m 789m 789m is no two of them
    return _with_fives(r, r.together(ends, 2) if apart else (), suits=3)

@chinese_official.pattern("sei_consecutivi", 1, en="Short Straight", it="Sei pezzi consecutivi",
    zh="连六", ref='"Punteggio", 17', each=True,
    needs=CHOWS_IN_A_ROW,
    rule_it="Due serie di un seme, una di seguito all'altra.",
    yes="234m 567m 9s 789s [^222p] +9s", no="234m 456m 9s 789s [^222p] +9s")
def _(r: Reading) -> Found:
    """Two chows of one suit, one right after the other."""
    return r.chows_in_one_suit(0, 3)

@chinese_official.pattern("sei_consecutivi_due_semi", 3,
    en="Mixed Short Straight", it="Sei pezzi consecutivi di due semi",
    ref='"Punteggio", 18', each=True, needs=TWO_CHOWS,
    rule_it="Due serie di due semi, una di seguito all'altra.",
    yes="234m 567p 9s 789s [^222p] +9s", no="234m 567m 9s 789s [^222p] +9s")
def _(r: Reading) -> Found:
    """Two chows of two suits, one right after the other."""
    return r.options["six_in_two_suits"] is True and r.chows_across_suits(0, 3)

@chinese_official.pattern("scarto1_tre_semi", 6,
    en="Mixed Shifted Chows", it="Tre serie con scarto +1 di tre semi", zh="三色三步高",
    ref='"Punteggio", 19', each=True, needs=THREE_CHOWS | THREE_SUITS,
    rule_it="Tre serie dei tre semi, ognuna un numero sopra l'altra.",
    yes="234m 345p 456s 9s [^222p] +9s", no="234m 345p 456p 9s [^222p] +9s")
def _(r: Reading) -> Found:
    """Three chows of the three suits, each a number above the other."""
    return r.chows_across_suits(0, 1, 2)

@chinese_official.pattern("scarto1_stesso", 16,
    en="Pure Shifted Chows", it="Tre serie con scarto +1 dello stesso seme", zh="一色三步高",
    ref='"Punteggio", 20', each=True, needs=THREE_CHOWS,
    rule_it="Tre serie di un seme, ognuna un numero sopra l'altra.",
    yes="234m 345m 456m 9s [^222p] +9s", no="234m 345m 456p 9s [^222p] +9s")
def _(r: Reading) -> Found:
    """Three chows of one suit, each a number above the other."""
    return r.chows_in_one_suit(0, 1, 2)

@chinese_official.pattern("scarto2_stesso", 16,
    en="Pure Shifted Chows", it="Tre serie con scarto +2 dello stesso seme", zh="一色三步高",
    ref='"Punteggio", 21', each=True, needs=THREE_CHOWS,
    rule_it="Tre serie di un seme, ognuna due numeri sopra l'altra.",
    yes="234m 456m 678m 9s [^222p] +9s", no="234m 456m 789m 9s [^222p] +9s")
def _(r: Reading) -> Found:
    """Three chows of one suit, each two numbers above the other."""
    return r.chows_in_one_suit(0, 2, 4)

@chinese_official.pattern("scarto3_tre_semi", 8,
    en="Mixed Straight", it="Tre serie con scarto +3 di tre semi", zh="花龙",
    ref='"Punteggio", 22', each=True, needs=THREE_CHOWS | THREE_SUITS,
    rule_it="123, 456 e 789, una per seme.",
    yes="123m 456p 789s 9s [^222p] +9s", no="123m 456p 789p 9s [^222p] +9s")
def _(r: Reading) -> Found:
    """123, 456 and 789, one of each suit."""
    return r.chows_across_suits(0, 3, 6)

@chinese_official.pattern("scarto3_stesso", 16,
    en="Pure Straight", it="Tre serie con scarto +3 dello stesso seme", zh="清龙",
    ref='"Punteggio", 23', each=True, needs=THREE_CHOWS | CHOWS_IN_A_ROW,
    rule_it="123, 456 e 789 dello stesso seme.",
    yes="123m 456m 789m 9s [^222p] +9s", no="123m 456m 789p 9s [^222p] +9s")
def _(r: Reading) -> Found:
    """123, 456 and 789 of one suit."""
    return r.chows_in_one_suit(0, 3, 6)

@chinese_official.pattern("quattro_scarto1", 32,
    en="Four Pure Shifted Chows", it="Quattro serie con scarto +1", zh="一色四步高",
    ref='"Punteggio", 24', each=True, needs=FOUR_CHOWS,
    rule_it="Quattro serie di un seme, ognuna un numero sopra l'altra.",
    yes="123m 234m 345m 9s [<456m] +9s", no="123m 234m 345m 9s [<567m] +9s")
def _(r: Reading) -> Found:
    """Four chows of one suit, each a number above the other."""
    return r.chows_in_one_suit(0, 1, 2, 3)

@chinese_official.pattern("quattro_scarto2", 32,
    en="Four Pure Shifted Chows", it="Quattro serie con scarto +2", zh="一色四步高",
    ref='"Punteggio", 25', each=True, needs=FOUR_CHOWS,
    rule_it="Quattro serie di un seme, ognuna due numeri sopra l'altra.",
    yes="123m 345m 567m 9s [<789m] +9s", no="123m 345m 567m 9s [<567m] +9s")
def _(r: Reading) -> Found:
    """Four chows of one suit, each two numbers above the other."""
    return r.chows_in_one_suit(0, 2, 4, 6)

# "Punteggio": pungs and kongs together

@chinese_official.pattern("due_tris_valore", 2, en="Double Pung", it="Due tris dello stesso valore",
    zh="双同刻", ref='"Punteggio", 26', each=True,
    needs=TWO_PUNGS,
    rule_it="Due tris o poker dello stesso numero.",
    yes="444m 444p 9s 789s [<123m] +9s", no="444m 555p 9s 789s [<123m] +9s")
def _(r: Reading) -> Found:
    """Two pungs or kongs of the same number."""
    return r.triplets_across_suits(0, 0)

@chinese_official.pattern("tre_tris_valore", 16,
    en="Triple Pung", it="Tre tris dello stesso valore", zh="三同刻",
    ref='"Punteggio", 27', each=True, needs=THREE_PUNGS | THREE_SUITS,
    rule_it="Tre tris o poker dello stesso numero.",
    yes="444m 444p 9s [^444s] [<123m] +9s", no="444m 444p 9s [^555s] [<123m] +9s")
def _(r: Reading) -> Found:
    """Three pungs or kongs of the same number."""
    return r.triplets_across_suits(0, 0, 0)

@chinese_official.pattern("tris_consec_tre_semi", 8,
    en="Mixed Shifted Pungs", it="Tre tris consecutivi di tre semi", zh="三色三节高",
    ref='"Punteggio", 28', each=True, needs=THREE_PUNGS | THREE_SUITS,
    rule_it="Tre tris o poker di numeri consecutivi dei tre semi.",
    yes="444m 555p 9s [^666s] [<123m] +9s", no="444m 555p 9s [^666p] [<123m] +9s")
def _(r: Reading) -> Found:
    """Three pungs or kongs of consecutive numbers in the three suits."""
    return r.triplets_across_suits(0, 1, 2)

@chinese_official.pattern("tris_consec", 24,
    en="Pure Shifted Pungs", it="Tre tris consecutivi dello stesso seme", zh="一色三节高",
    ref='"Punteggio", 29', each=True, needs=THREE_PUNGS,
    rule_it="Tre tris o poker di numeri consecutivi di un seme.",
    yes="444m 555m 9s [^666m] [<123p] +9s", no="444m 555m 9s [^777m] [<123p] +9s")
def _(r: Reading) -> Found:
    """Three pungs or kongs of consecutive numbers of one suit."""
    return r.triplets_in_one_suit(0, 1, 2)

@chinese_official.pattern("quattro_tris_consec", 48,
    en="Four Pure Shifted Pungs", it="Quattro tris consecutivi dello stesso seme", zh="一色四节高",
    ref='"Punteggio", 30', each=True, needs=FOUR_PUNGS,
    rule_it="Quattro tris o poker di numeri consecutivi di un seme.",
    yes="444m 555m 9s [^666m] [<777m] +9s", no="444m 555m 9s [^666m] [<888m] +9s")
def _(r: Reading) -> Found:
    """Four pungs or kongs of consecutive numbers of one suit."""
    return r.triplets_in_one_suit(0, 1, 2, 3)

@chinese_official.pattern("due_tris_coperti", 2, en="Two Concealed Pungs", it="Due tris coperti",
    zh="双暗刻", ref='"Punteggio", 31',
    needs=TWO_CONCEALED,
    rule_it="Due tris o poker coperti.",
    yes="444m 55p EE 789s [<123m] +5p | drawn", no="444m 55p EE 789s [<123m] +5p | from W")
def _(r: Reading) -> Found:
    """Two concealed pungs or kongs."""
    return r.group(r.concealed_triplets, at_least=2)

@chinese_official.pattern("tre_tris_coperti", 16, en="Three Concealed Pungs", it="Tre tris coperti",
    zh="三暗刻", ref='"Punteggio", 32',
    needs=THREE_CONCEALED,
    rule_it="Tre tris o poker coperti.",
    yes="444m 555p (2222s) E [<123m] +E", no="444m 55p (2222s) EE [<123m] +5p")
def _(r: Reading) -> Found:
    """Three concealed pungs or kongs."""
    return r.group(r.concealed_triplets, at_least=3)

@chinese_official.pattern("quattro_tris_coperti", 64,
    en="Four Concealed Pungs", it="Quattro tris coperti", zh="四暗刻",
    ref='"Punteggio", 33', needs=FOUR_CONCEALED,
    rule_it="Quattro tris o poker coperti.",
    yes="444m 555p (2222s) EEE N +N", no="444m 555p (2222s) EE NN +N")
def _(r: Reading) -> Found:
    """Four concealed pungs or kongs."""
    return r.group(r.concealed_triplets, at_least=4)

@chinese_official.pattern("due_poker", 4, en="Two Kongs", it="Due poker", zh="双明杠",
    ref='"Punteggio", 34', worth=_kongs_worth,
    needs=TWO_KONGS,
    rule_it="Due poker qualsiasi.",
    yes="123m 9s 789s [^4444p] (2222p) +9s", no="123m 9s 789s [^444p] (2222p) +9s")
def _(r: Reading) -> Found:
    """Any two kongs."""
    return r.group(r.kongs, at_least=2)

@chinese_official.pattern("due_poker_coperti", 6, en="Two Concealed Kongs", it="Due poker coperti",
    zh="双暗杠", ref='"Punteggio", 35',
    needs=TWO_KONGS,
    rule_it="Due poker coperti.",
    yes="123m 9s 789s (4444p) (2222p) +9s", no="123m 9s 789s [^4444p] (2222p) +9s")
def _(r: Reading) -> Found:
    """Two concealed kongs."""
    return r.group(tuple([kong for kong in r.kongs if kong.concealed]), at_least=2)

@chinese_official.pattern("tre_poker", 32, en="Three Kongs", it="Tre poker", zh="三杠",
    ref='"Punteggio", 36', needs=TWO_KONGS,
    rule_it="Tre poker qualsiasi.",
    yes="123m 9s [^4444p] (2222p) (1111s) +9s", no="123m 9s [^4444p] (2222p) [^111s] +9s")
def _(r: Reading) -> Found:
    """Any three kongs."""
    return r.group(r.kongs, at_least=3)

@chinese_official.pattern("due_draghi", 6, en="Two Dragon Pungs", it="Tris di due Draghi",
    zh="双箭刻", ref='"Punteggio", 37',
    needs=TWO_DRAGON_PUNGS,
    rule_it="Tris o poker di due draghi.",
    yes="123m 9s 456s [^CCC] [<FFF] +9s", no="123m C 456s [^444p] [<FFF] +C")
def _(r: Reading) -> Found:
    """Pungs or kongs of two dragons."""
    return r.together(r.triplets_of(DRAGONS), 2)

@chinese_official.pattern("tre_draghi_piccolo", 64,
    en="Little Three Dragons", it="Tre Draghi piccolo", zh="小三元",
    ref='"Punteggio", 38', needs=TWO_DRAGON_PUNGS,
    rule_it="Tris o poker di due draghi e la coppia del terzo.",
    yes="123m P 456s [^CCC] [<FFF] +P", no="123m 9s 456s [^CCC] [<FFF] +9s")
def _(r: Reading) -> Found:
    """Pungs or kongs of two dragons and the pair of the third."""
    return r.triplets_with_pair(2, DRAGONS)

@chinese_official.pattern("tre_venti_grande", 12, en="Big Three Winds", it="Tre Venti grande",
    zh="三风刻", ref='"Punteggio", 39',
    needs=THREE_PUNGS | TWO_WIND_PUNGS,
    rule_it="Tris o poker di tre venti.",
    yes="123m 9s [^EEE] [^SSS] [<WWW] +9s", no="123m W [^EEE] [^SSS] [<444p] +W")
def _(r: Reading) -> Found:
    """Pungs or kongs of three winds."""
    return r.together(r.triplets_of(WIND_TILES), 3)

# "Punteggio": the hand as a whole

@chinese_official.pattern("mano_coperta", 2, en="Concealed Hand", it="Mano coperta", zh="门前清",
    ref='"Punteggio", 40', needs=CLOSED | CLAIMED,
    rule_it="Nessuna combinazione esposta, e l'ultimo pezzo da un avversario.",
    yes="123m 456p 9s 789s (2222p) +9s | from W", no="123m 456p 9s 789s (2222p) +9s | drawn")
def _(r: Reading) -> Found:
    """No set exposed, and won on a tile of another player."""
    return r.closed and not r.win.self_drawn

@chinese_official.pattern("mano_interamente_coperta", 4,
    en="Fully Concealed Hand", it="Mano interamente coperta", zh="不求人",
    ref='"Punteggio", 41', needs=CLOSED | DRAWN,
    rule_it="Nessuna combinazione esposta, e l'ultimo pezzo preso dal muro.",
    yes="123m 456p 9s 789s (2222p) +9s | drawn", no="123m 456p 9s 789s [<222p] +9s | drawn")
def _(r: Reading) -> Found:
    """No set exposed, and won on a tile from the wall."""
    return r.closed and r.win.self_drawn

chinese_official.chicken(
    "mano_del_pollo", 8, en="Chicken Hand", it="Mano del pollo", zh="无番和", ref='"Punteggio", 42'
)

@chinese_official.pattern("sole_serie", 2, en="All Chows", it="Mano di sole serie", zh="平和",
    ref='"Punteggio", 43', needs=NO_HONOURS,
    rule_it="Solo serie, e una coppia che non è di Onori.",
    yes="123m 456p 9s 789s [<345s] +9s", no="123m 456p E 789s [<345s] +E")
def _(r: Reading) -> Found:
    """Only chows, and a pair that is not of honours."""
    pair = r.pair
    if pair is None or pair.suit == 3 or r.triplets:
        return False
    return r.is_regular or r.shape == KNITTED_STRAIGHT

@chinese_official.pattern("mano_di_tris", 6, en="All Pungs", it="Mano di tris", zh="碰碰和",
    ref='"Punteggio", 44', needs=FOUR_PUNGS,
    rule_it="Quattro tris o poker.",
    yes="222m 444p 6s [^FFF] [<8888s] +6s", no="222m 456p 6s [^FFF] [<8888s] +6s")
def _(r: Reading) -> Found:
    """Four pungs or kongs."""
    return r.group(r.triplets, at_least=4)

@chinese_official.pattern("capovolti", 8, en="Reversible Tiles", it="Tutti uguali capovolti",
    zh="推不倒", ref='"Punteggio", 45',
    needs=NO_CHARACTERS,
    rule_it="Solo pezzi uguali anche capovolti: 1 2 3 4 5 8 9 di Cerchi, 2 4 5 6 8 9 di "
    "Bambù, Drago Bianco.",
    yes="123p 345p 8s PPP [^666s] +8s", no="123p 345p 8s FFF [^666s] +8s")
def _(r: Reading) -> Found:
    """Only tiles that look the same upside down: 1234589 dots, 245689 bamboo, the white
    dragon.
    """
    return r.only(_REVERSIBLE)

@chinese_official.pattern("tutti_pari", 24, en="All Even", it="Tutti pari", zh="全双刻",
    ref='"Punteggio", 46', needs=NO_HONOURS,
    rule_it="Solo 2, 4, 6 e 8.",
    yes="222p 444p 8s 666s [^666m] +8s", no="222p 444p 9s 666s [^666m] +9s")
def _(r: Reading) -> Found:
    """Only 2, 4, 6 and 8."""
    return r.only(_EVEN)

@chinese_official.pattern("pezzi_minori", 2, en="All Simples", it="Mano di pezzi minori", zh="断幺",
    ref='"Punteggio", 47', needs=NO_ENDS,
    rule_it="Solo pezzi dal 2 all'8.",
    yes="234m 456p 8s 678s [^222p] +8s", no="234m 456p 8s 789s [^222p] +8s")
def _(r: Reading) -> Found:
    """Only tiles from 2 to 8."""
    return r.only(SIMPLES)

@chinese_official.pattern("teste_ogni", 4, en="Outside Hand", it="Teste in ogni combinazione",
    zh="全带幺", ref='"Punteggio", 48',
    needs=FOUR_SETS | NO_CENTRE,
    rule_it="Un 1, un 9 o un Onore in ogni combinazione e nella coppia.",
    yes="123m 789p E 789s [^111p] +E", no="234m 789p E 789s [^111p] +E")
def _(r: Reading) -> Found:
    """A 1, a 9 or an honour in every set and in the pair."""
    return r.is_regular and r.every_set_has(ENDS)

@chinese_official.pattern("mano_di_teste", 32, en="All Terminals and Honors", it="Mano di teste",
    zh="混幺九", ref='"Punteggio", 49',
    needs=FOUR_PUNGS | NO_SIMPLES,
    rule_it="Quattro tris o poker e la coppia, tutti di 1, di 9 o di Onori.",
    yes="111m 999p E 999s [^FFF] +E", no="111m 888p E 999s [^FFF] +E")
def _(r: Reading) -> Found:
    """Four pungs or kongs and the pair, all of 1s, 9s or honours."""
    return r.is_regular and r.only(ENDS)

@chinese_official.pattern("cinque_ogni", 16, en="All Fives", it="5 in ogni combinazione",
    zh="全带五", ref='"Punteggio", 50',
    needs=FOUR_SETS | NO_HONOURS,
    rule_it="Un 5 in ogni combinazione e nella coppia.",
    yes="345m 567p 5s 456s [^555m] +5s", no="345m 567p 6s 456s [^555m] +6s")
def _(r: Reading) -> Found:
    """A 5 in every set and in the pair."""
    return r.is_regular and r.every_set_has(SAME_RANK[4])

@chinese_official.pattern("mano_1234", 12, en="Lower Four", it="Mano di 1, 2, 3, 4", zh="小于五",
    ref='"Punteggio", 51', needs=NO_HONOURS,
    rule_it="Solo 1, 2, 3 e 4.",
    yes="123m 234p 1s 222s [^444m] +1s", no="123m 345p 1s 222s [^444m] +1s")
def _(r: Reading) -> Found:
    """Only 1, 2, 3 and 4."""
    return r.only(_1_TO_4)

@chinese_official.pattern("mano_6789", 12, en="Upper Four", it="Mano di 6, 7, 8, 9", zh="大于五",
    ref='"Punteggio", 52', needs=NO_HONOURS,
    rule_it="Solo 6, 7, 8 e 9.",
    yes="678m 789p 6s 888s [^999m] +6s", no="567m 789p 6s 888s [^999m] +6s")
def _(r: Reading) -> Found:
    """Only 6, 7, 8 and 9."""
    return r.only(_6_TO_9)

@chinese_official.pattern("mano_123", 24, en="Lower Tiles", it="Mano di 1, 2, 3", zh="全小",
    ref='"Punteggio", 53', needs=NO_CENTRE | NO_HONOURS,
    rule_it="Solo 1, 2 e 3.",
    yes="123m 123p 1s 222s [^333m] +1s", no="123m 234p 1s 222s [^333m] +1s")
def _(r: Reading) -> Found:
    """Only 1, 2 and 3."""
    return r.only(_1_TO_3)

@chinese_official.pattern("mano_456", 24, en="Middle Tiles", it="Mano di 4, 5, 6", zh="全中",
    ref='"Punteggio", 54', needs=NO_ENDS,
    rule_it="Solo 4, 5 e 6.",
    yes="456m 456p 4s 555s [^666m] +4s", no="456m 567p 4s 555s [^666m] +4s")
def _(r: Reading) -> Found:
    """Only 4, 5 and 6."""
    return r.only(_4_TO_6)

@chinese_official.pattern("mano_789", 24, en="Upper Tiles", it="Mano di 7, 8, 9", zh="全大",
    ref='"Punteggio", 55', needs=NO_CENTRE | NO_HONOURS,
    rule_it="Solo 7, 8 e 9.",
    yes="789m 789p 7s 888s [^999m] +7s", no="678m 789p 7s 888s [^999m] +7s")
def _(r: Reading) -> Found:
    """Only 7, 8 and 9."""
    return r.only(_7_TO_9)

@chinese_official.pattern("senza_onori", 1, en="No Honors", it="Mano senza Onori", zh="无字",
    ref='"Punteggio", 56', needs=NO_HONOURS,
    rule_it="Nessun Onore.",
    yes="123m 456p 9s 789s [^222p] +9s", no="123m 456p E 789s [^222p] +E")
def _(r: Reading) -> Found:
    """No honour."""
    return not r.has(HONOURS)

@chinese_official.pattern("tutti_i_semi", 6, en="All Types", it="Tutti i semi più Draghi e Venti",
    zh="五门齐", ref='"Punteggio", 57',
    needs=THREE_SUITS | WITH_HONOURS,
    rule_it="Le combinazioni e la coppia sono di tre semi, di un vento e di un drago.",
    yes="123m 456p E 789s [^FFF] +E", no="123m 456p E 789s [^SSS] +E")
def _(r: Reading) -> Found:
    """The sets and the pair are of the three suits, a wind and a dragon."""
    parts = r.is_regular or r.shape == KNITTED_STRAIGHT
    return parts and r.suits == 3 and r.has(WIND_TILES) and r.has(DRAGONS)

@chinese_official.pattern("due_semi", 1,
    en="One Voided Suit", it="Mano di due semi più Draghi e/o Venti", zh="缺一门",
    ref='"Punteggio", 58', needs=TWO_SUITS,
    rule_it="Pezzi di due semi, con o senza Onori.",
    yes="123m 456p E 789m [^222p] +E", no="123m 456p E 789m [^222s] +E")
def _(r: Reading) -> Found:
    """Tiles of two suits, with or without honours."""
    needed = r.options["two_suits"] == "with_honours"
    return r.suits == 2 and (r.has(HONOURS) or not needed)

@chinese_official.pattern("un_seme_onori", 6,
    en="Half Flush", it="Mano di un unico seme più Draghi e/o Venti", zh="混一色",
    ref='"Punteggio", 59', needs=ONE_SUIT | WITH_HONOURS,
    rule_it="Pezzi di un solo seme e Onori.",
    yes="123m 456m E 789m [^FFF] +E", no="123m 456m E 789m [^222p] +E")
def _(r: Reading) -> Found:
    """Tiles of one suit, and honours."""
    return r.suits == 1 and r.has(HONOURS)

@chinese_official.pattern("un_seme", 24, en="Full Flush", it="Mano di un unico seme", zh="清一色",
    ref='"Punteggio", 60', needs=ONE_SUIT | NO_HONOURS,
    rule_it="Pezzi di un solo seme.",
    yes="123m 456m 9m 678m [^222m] +9m", no="123m 456m E 789m [^222m] +E")
def _(r: Reading) -> Found:
    """Tiles of one suit alone."""
    return r.suits == 1 and not r.has(HONOURS)

@chinese_official.pattern("quattro_in_uno", 2, en="Tile Hog", it="Quattro in uno", zh="四归一",
    ref='"Punteggio", 61-63', each=True, needs=FOUR_ALIKE,
    rule_it="Quattro pezzi identici, non in un poker, in due, tre o quattro combinazioni, "
    "ogni volta.",
    yes="123m 456p 9s 789s [^111m] +9s", no="123m 456p 9s 789s [^2222p] +9s")
def _(r: Reading) -> Found:
    """All four of a tile, not as a kong, in two, three or four sets, each time."""
    return _hogs(r) if fours(r.facts.counts) > len(r.kongs) else ()

@chinese_official.pattern("tutte_esposte", 6,
    en="Melded Hand", it="Mano di tutte combinazioni esposte", zh="全求人",
    ref='"Punteggio", 64', needs=FOUR_MELDS | CLAIMED,
    rule_it="Quattro combinazioni esposte, e la coppia chiusa con uno scarto.",
    yes="9s [<123m] [<456p] [<789s] [^222p] +9s | from W",
    no="9s [<123m] [<456p] [<789s] (2222p) +9s | from W")
def _(r: Reading) -> Found:
    """Four exposed sets, and the pair completed by another player's tile."""
    claimed = [meld for meld in r.facts.melded if not meld.concealed]
    return len(claimed) == 4 and not r.win.self_drawn

# "Punteggio": how the hand was won

@chinese_official.pattern("pezzo_dal_muro", 1,
    about="winning tile",
    en="Self-Drawn", it="Vittoria con un pezzo preso dal muro", zh="自摸",
    ref='"Punteggio", 65', needs=DRAWN,
    rule_it="Vinta con un pezzo preso dal muro.",
    yes="123m 456p 9s 789s [^222p] +9s | drawn", no="123m 456p 9s 789s [^222p] +9s | from W")
def _(r: Reading) -> Found:
    """Won with a tile from the wall."""
    return r.win.self_drawn

@chinese_official.pattern("quarto_esemplare", 4,
    about="winning tile",
    en="Last Tile", it="Vittoria con il quarto esemplare", zh="和绝张",
    ref='"Punteggio", 66',
    rule_it="Vinta con un pezzo di cui gli altri tre esemplari sono in vista.",
    yes="23m 456p 99s 789s [^111m] +1m", no="23m 456p 99s 789s [^222m] +1m")
def _(r: Reading) -> Found:
    """Won with a tile of which the other three are in sight."""
    facts = r.facts
    in_own_sets = how_many(facts.counts, facts.winning) == 4
    return (r.win.last_of_kind or in_own_sets) and how_many(facts.held, facts.winning) == 1

@chinese_official.pattern("unico_pezzo", 1,
    about="winning tile",
    en="Only Possible Tile", it="Vittoria con l'unico pezzo possibile",
    ref='"Punteggio", 67',
    rule_it="Nessun pezzo di altro tipo avrebbe completato la mano.",
    yes="123m 456p E 789s [^222p] +E", no="123m 45p 99s 789s [^222p] +3p")
def _(r: Reading) -> Found:
    """No tile of another kind would have completed the hand."""
    return _only_tile(r)

@chinese_official.pattern("ultimo_pezzo_muro", 8,
    about="winning tile",
    en="Last Tile Draw", it="Vittoria con l'ultimo pezzo del muro", zh="妙手回春",
    ref='"Punteggio", 68', needs=ODD_WIN,
    rule_it="Vinta con l'ultimo pezzo del muro.",
    yes="123m 456p 9s 789s [^222p] +9s | drawn last_tile",
    no="123m 456p 9s 789s [^222p] +9s | from W last_tile")
def _(r: Reading) -> Found:
    """Won with the last tile of the wall."""
    return r.win.last_tile and r.win.self_drawn

@chinese_official.pattern("ultimo_scarto", 8,
    about="winning tile",
    en="Last Tile Claim", it="Vittoria con l'ultimo scarto della mano", zh="海底捞月",
    ref='"Punteggio", 69', needs=ODD_WIN,
    rule_it="Vinta con l'ultimo scarto.",
    yes="123m 456p 9s 789s [^222p] +9s | from W last_tile",
    no="123m 456p 9s 789s [^222p] +9s | drawn last_tile")
def _(r: Reading) -> Found:
    """Won on the last discard."""
    return r.win.last_tile and not r.win.self_drawn and not r.win.robbing_kong

@chinese_official.pattern("coda_muro", 8,
    about="winning tile",
    en="Out with Replacement Tile", it="Vittoria con una tessera presa dalla coda del muro",
    zh="杠上开花", ref='"Punteggio", 70',
    needs=ODD_WIN,
    rule_it="Vinta con la tessera che sostituisce un poker, non un fiore.",
    yes="123m 456p 9s 789s [^2222p] +9s | drawn kong_replacement",
    no="123m 456p 9s 789s [^2222p] +9s | drawn")
def _(r: Reading) -> Found:
    """Won with the tile that replaces a kong, not a flower."""
    return r.win.kong_replacement

@chinese_official.pattern("furto_poker", 8,
    about="winning tile",
    en="Robbing the Kong", it="Vittoria con furto di poker scoperto", zh="抢杠和",
    ref='"Punteggio", 71', needs=ODD_WIN,
    rule_it="Vinta con la tessera che un altro aggiunge a un tris esposto.",
    yes="123m 46p 99s 789s [^222p] +5p | from W robbing_kong",
    no="123m 46p 99s 789s [^222p] +5p | from W")
def _(r: Reading) -> Found:
    """Won on the tile that another player adds to an exposed pung."""
    return r.win.robbing_kong

# "Mani limite": special hands, to which the other entries add

@chinese_official.pattern("quattro_poker", 88, en="Four Kongs", it="Quattro poker", zh="四杠",
    ref='"Mani limite", 1', needs=TWO_KONGS,
    rule_it="Quattro poker qualsiasi.",
    yes="9s [^4444p] (2222p) (1111s) [<EEEE] +9s", no="9s [^4444p] (2222p) (1111s) [<EEE] +9s")
def _(r: Reading) -> Found:
    """Any four kongs."""
    return r.group(r.kongs, at_least=4)

@chinese_official.pattern("tutta_verde", 88,
    en="All Green", it="Mano tutta verde o giada imperiale", zh="绿一色",
    ref='"Mani limite", 2',
    needs=NO_CHARACTERS,
    rule_it="Solo 2, 3, 4, 6 e 8 di Bambù e Draghi Verdi.",
    yes="234s 234s 8s FFF [^666s] +8s", no="234s 345s 8s FFF [^666s] +8s")
def _(r: Reading) -> Found:
    """Only 2, 3, 4, 6 and 8 of bamboo and green dragons."""
    return r.only(_GREEN)

@chinese_official.pattern("tre_sapienti", 88, en="Big Three Dragons", it="I Tre Grandi Sapienti",
    zh="大三元", ref='"Mani limite", 3',
    needs=THREE_PUNGS | TWO_DRAGON_PUNGS,
    rule_it="Tris o poker di tutti e tre i draghi.",
    yes="123m 9s PPP [^CCC] [<FFF] +9s", no="123m P 456s [^CCC] [<FFF] +P")
def _(r: Reading) -> Found:
    """Pungs or kongs of all three dragons."""
    return r.together(r.triplets_of(DRAGONS), 3)

@chinese_official.pattern("quattro_venti_piccolo", 64,
    en="Little Four Winds", it="Quattro Venti piccolo", zh="小四喜",
    ref='"Mani limite", 4', needs=THREE_PUNGS | TWO_WIND_PUNGS,
    rule_it="Tris o poker di tre venti e la coppia del quarto.",
    yes="123m N [^EEE] [^SSS] [<WWW] +N", no="123m 9s [^EEE] [^SSS] [<WWW] +9s")
def _(r: Reading) -> Found:
    """Pungs or kongs of three winds and the pair of the fourth."""
    return r.triplets_with_pair(3, WIND_TILES)

@chinese_official.pattern("quattro_venti_grande", 88,
    en="Big Four Winds", it="Quattro Venti grande", zh="大四喜",
    ref='"Mani limite", 5', needs=FOUR_PUNGS | TWO_WIND_PUNGS,
    rule_it="Tris o poker di tutti e quattro i venti.",
    yes="NNN 9s [^EEE] [^SSS] [<WWW] +9s", no="123m N [^EEE] [^SSS] [<WWW] +N")
def _(r: Reading) -> Found:
    """Pungs or kongs of all four winds."""
    return r.together(r.triplets_of(WIND_TILES), 4)

@chinese_official.pattern("tutti_onori", 64, en="All Honors", it="Tutti Onori", zh="字一色",
    ref='"Mani limite", 6', needs=FOUR_PUNGS | NO_SIMPLES | WITH_HONOURS,
    rule_it="Combinazioni e coppia di soli Onori.",
    yes="EEE [^WWW] PPP C [^FFF] +C", no="EEE 9s [^WWW] PPP [^FFF] +9s")
def _(r: Reading) -> Found:
    """Sets and pair of honours alone."""
    return r.is_regular and r.only(HONOURS)

@chinese_official.pattern("tutti_1_9", 64, en="All Terminals", it="Tutti 1 e/o 9", zh="清幺九",
    ref='"Mani limite", 7', needs=FOUR_PUNGS | NO_SIMPLES | NO_HONOURS,
    rule_it="Combinazioni e coppia di soli 1 e 9.",
    yes="111m 999m 1p [^999p] [^111s] +1p", no="111m 999m E [^999p] [^111s] +E")
def _(r: Reading) -> Found:
    """Sets and pair of 1s and 9s alone."""
    return r.is_regular and r.only(TERMINALS)

@chinese_official.pattern("nove_pezzi", 88, en="Nine Gates", it="Chiamata di nove pezzi",
    zh="九莲宝灯", ref='"Mani limite", 8',
    needs=ONE_SUIT | NO_HONOURS,
    rule_it="1112345678999 di un seme in mano, e una qualsiasi tessera dello stesso seme.",
    yes="1112345678999m +5m | from W", no="1112355678999m +4m | from W")
def _(r: Reading) -> Found:
    """1112345678999 of one suit in the hand, won with any tile of that suit."""
    if r.options["nine_tiles"] == "any":
        return r.ends_as_nine_gates()
    return r.completes_nine_gates()

@chinese_official.pattern("tredici_meraviglie", 88,
    en="Thirteen Orphans", it="Le Tredici Meraviglie", zh="十三幺",
    ref='"Mani limite", 9', needs=OTHER_SHAPE | NO_SIMPLES,
    rule_it="Un 1 e un 9 di ciascun seme, uno di ciascun Onore, e un secondo di uno di essi.",
    yes="19m 19p 19s ESWNPFC +C", no="11m 99m 11p 99p EE WW C +C")
def _(r: Reading) -> Found:
    """A 1 and a 9 of each suit, one of each honour, and a second of one of them."""
    return r.shape == THIRTEEN_ORPHANS

@chinese_official.pattern("drago_intrecciato", 12, en="Knitted Straight", it="Drago intrecciato",
    zh="组合龙", ref='"Mani limite", 10',
    needs=OTHER_SHAPE,
    rule_it="147, 258 e 369 in tre semi, una combinazione e la coppia.",
    yes="147m 258p 36s CCC E E +9s", no="123m 456p 78s CCC EE +9s")
def _(r: Reading) -> Found:
    """147, 258 and 369 in three suits, a set and a pair."""
    return r.shape == KNITTED_STRAIGHT

@chinese_official.pattern("sette_coppie", 24, en="Seven Pairs", it="Sette coppie", zh="七对",
    ref='"Mani limite", 11', needs=OTHER_SHAPE,
    rule_it="Sette coppie qualsiasi.",
    yes="22m 66p 88p 33s EE NN C +C", no="222m 666p 888p 333s C +C")
def _(r: Reading) -> Found:
    """Any seven pairs."""
    return r.shape == SEVEN_PAIRS

@chinese_official.pattern("sette_coppie_onori", 88,
    en="Seven Pairs of Honors", it="Sette coppie di Onori",
    ref='"Mani limite", 12', needs=OTHER_SHAPE | NO_SIMPLES,
    rule_it="Sette coppie di Onori.",
    yes="EE SS WW NN PP FF C +C", no="EE SS WW NN PP FF 1s +1s")
def _(r: Reading) -> Found:
    """Seven pairs of honours."""
    return r.shape == SEVEN_PAIRS and r.only(HONOURS)

@chinese_official.pattern("sette_coppie_terminali", 88,
    en="Seven Pairs of Terminals", it="Sette coppie di soli pezzi terminali",
    ref='"Mani limite", 13', needs=OTHER_SHAPE | NO_SIMPLES,
    rule_it="Sette coppie di 1 e di 9.",
    yes="1111m 99m 11p 99p 11s 9s +9s", no="11m 99m 11p 99p 11s 99s C +C")
def _(r: Reading) -> Found:
    """Seven pairs of 1s and 9s."""
    return r.shape == SEVEN_PAIRS and r.only(TERMINALS)

@chinese_official.pattern("sette_coppie_teste", 56,
    en="Seven Pairs of Terminals and Honors", it="Sette coppie di sole Teste",
    ref='"Mani limite", 14', needs=OTHER_SHAPE | NO_SIMPLES,
    rule_it="Sette coppie di 1, di 9 e di Onori.",
    yes="11m 99m 11p 99p 11s 99s C +C", no="11m 99m 11p 99p 11s 88s C +C")
def _(r: Reading) -> Found:
    """Seven pairs of 1s, 9s and honours."""
    return r.shape == SEVEN_PAIRS and r.only(ENDS)

@chinese_official.pattern("sette_coppie_consec", 88,
    en="Seven Shifted Pairs", it="Sette coppie consecutive dello stesso seme", zh="连七对",
    ref='"Mani limite", 15', needs=OTHER_SHAPE | ONE_SUIT,
    rule_it="Sette coppie di numeri consecutivi di un seme.",
    yes="1122334455667m +7m", no="1122334455668m +8m")
def _(r: Reading) -> Found:
    """Seven pairs of consecutive numbers of one suit."""
    if r.shape != SEVEN_PAIRS or r.suits != 1 or r.has(HONOURS):
        return False
    lowest = r.kinds & -r.kinds
    return r.kinds == sum(UNITS[:7]) * lowest

@chinese_official.pattern("pezzi_indipendenti", 12, en="Independent Tiles", it="Pezzi indipendenti",
    ref='"Mani limite", 16', needs=OTHER_SHAPE,
    rule_it="Quattordici pezzi diversi, con almeno tre Venti e due Draghi; di un seme "
    "nessuno è vicino a un altro tanto da stare in una serie.",
    yes="147m 258p 36s ESW PF +N", no="19m 19p 19s ESWNPFC +C")
def _(r: Reading) -> Found:
    """Fourteen different tiles, at least three winds and two dragons among them, and of each
    suit no two so near that a run could hold both.
    """
    return r.shape == INDEPENDENT

@chinese_official.pattern("sette_stelle", 24,
    en="Independent Tiles with Seven Stars", it="Pezzi indipendenti con sette stelle",
    ref='"Mani limite", 17', needs=OTHER_SHAPE | WITH_HONOURS,
    rule_it="Pezzi indipendenti, con tutti e sette gli Onori.",
    yes="147m 25p 36s ESWNPF +C", no="147m 258p 36s ESWPF +N")
def _(r: Reading) -> Found:
    """Independent tiles with all seven honours."""
    return r.shape == INDEPENDENT and r.kinds & HONOURS == HONOURS

# fmt: on

# "principio 1": what a counted pattern contains does not count.

_IMPLIED = '"principio 1"'
_FOOTNOTE = '"Punteggio", [{}]'


def _contains(id: str, *others: str, ref: str = _IMPLIED) -> None:
    chinese_official.excludes(id, *others, ref=ref)


# sets
_contains("due_poker", "poker_scoperto", "poker_coperto")
_contains("due_poker_coperti", "poker_coperto", "due_poker", "due_tris_coperti")
_contains("tre_poker", "poker_scoperto", "poker_coperto", "due_poker", "due_poker_coperti")
_contains("quattro_poker", "poker_scoperto", "poker_coperto", "due_poker", "due_poker_coperti")
_contains("quattro_poker", "tre_poker", "mano_di_tris", "unico_pezzo")
_contains("tre_tris_coperti", "due_tris_coperti")
_contains("quattro_tris_coperti", "due_tris_coperti", "tre_tris_coperti", "mano_di_tris")
_contains("quattro_tris_coperti", "mano_coperta", "mano_interamente_coperta")
_contains("quattro_tris_consec", "mano_di_tris")
_contains("due_draghi", "tris_draghi")
_contains("tre_draghi_piccolo", "tris_draghi", "due_draghi")
_contains("tre_sapienti", "tris_draghi", "due_draghi", "tre_draghi_piccolo")
_contains("quattro_venti_piccolo", "tre_venti_grande")
_contains("quattro_venti_grande", "tre_venti_grande", "quattro_venti_piccolo", "mano_di_tris")
_contains("quattro_venti_grande", "tris_vento_giocatore", "tris_vento_giro")
_contains("quattro_serie_identiche", "quattro_in_uno")
_contains("doppie_serie_terminali", "un_seme", "sole_serie", "senza_onori")
_contains("serie_terminali_due_semi", "sole_serie", "senza_onori")

# the whole hand
_contains("mano_interamente_coperta", "pezzo_dal_muro", ref=_FOOTNOTE.format(6))
_contains("sole_serie", "senza_onori", ref=_FOOTNOTE.format(1))
_contains("capovolti", "due_semi", ref=_FOOTNOTE.format(2))
_contains("tutti_pari", "pezzi_minori", "senza_onori")  # and not mano_di_tris: "Punteggio", [3]
_contains("pezzi_minori", "senza_onori")
_contains("mano_di_teste", "mano_di_tris", "teste_ogni", "tris_1_9_venti", ref=_FOOTNOTE.format(4))
_contains("cinque_ogni", "pezzi_minori", "senza_onori")
_contains("mano_1234", "senza_onori")
_contains("mano_6789", "senza_onori")
_contains("mano_123", "mano_1234", "senza_onori")
_contains("mano_456", "pezzi_minori", "senza_onori")
_contains("mano_789", "mano_6789", "senza_onori")
_contains("un_seme", "senza_onori")
_contains("tutte_esposte", "unico_pezzo")
_contains("ultimo_pezzo_muro", "pezzo_dal_muro", ref=_FOOTNOTE.format(7))
_contains("coda_muro", "pezzo_dal_muro", ref=_FOOTNOTE.format(8))
_contains("furto_poker", "quarto_esemplare")

# special hands
_contains("tutta_verde", "un_seme_onori")
_contains("tutti_onori", "mano_di_tris", "mano_di_teste", "teste_ogni", "tris_1_9_venti")
_contains("tutti_1_9", "mano_di_tris", "mano_di_teste", "teste_ogni", "tris_1_9_venti")
_contains("tutti_1_9", "due_tris_valore", "senza_onori")
_contains("nove_pezzi", "un_seme", "senza_onori", "mano_coperta", "mano_interamente_coperta")
_contains("nove_pezzi", "tris_1_9_venti", ref="C-13")
for _special in ("tredici_meraviglie", "sette_coppie", "pezzi_indipendenti"):
    _contains(_special, "mano_coperta", "mano_interamente_coperta")
_contains("sette_coppie", "unico_pezzo")
for _of in ("onori", "terminali", "teste", "consec"):
    _contains(f"sette_coppie_{_of}", "sette_coppie", "unico_pezzo")
    _contains(f"sette_coppie_{_of}", "mano_coperta", "mano_interamente_coperta")
_contains("sette_coppie_onori", "sette_coppie_teste")
_contains("sette_coppie_terminali", "sette_coppie_teste", "senza_onori")
_contains("sette_coppie_terminali", "quattro_in_uno", ref="C-14")
_contains("sette_coppie_consec", "un_seme", "senza_onori")
_contains("sette_stelle", "pezzi_indipendenti", "mano_coperta", "mano_interamente_coperta")

_lenient = copy(chinese_official)  # what the other answer to C-12 leaves
_lenient.exclusions = deepcopy(chinese_official.exclusions)
_contains("mano_di_teste", "tutti_i_semi", "due_semi", "un_seme_onori", "capovolti", ref="C-12")


# "principio 3": sets are combined like links into a chain.

_JOINING = (
    *("due_serie_uguali_semi_diversi", "due_serie_identiche", "serie_terminali"),
    *("sei_consecutivi", "sei_consecutivi_due_semi"),
    *("tre_serie_uguali", "tre_serie_identiche", "scarto1_tre_semi", "scarto1_stesso"),
    *("scarto2_stesso", "scarto3_tre_semi", "scarto3_stesso"),
    *("quattro_serie_identiche", "quattro_scarto1", "quattro_scarto2"),
    *("doppie_serie_terminali", "serie_terminali_due_semi"),
    *("due_tris_valore", "tre_tris_valore", "tris_consec_tre_semi", "tris_consec"),
    "quattro_tris_consec",
)

_TOO_LOW: Texts = {
    "en": "{points} points without flowers, {minimum} needed",
    "it": "punti senza i fiori: {points}, ne servono {minimum}",
}
_CAPPED: Texts = {
    "en": "the patterns add up to {raw}; the limit is {limit}",
    "it": "le combinazioni sommano {raw}; il limite è {limit}",
}


@chinese_official.settles
def _settle(book: Rulebook, reading: Reading, found: list[Item]) -> Tally:
    """Sum the items contained in no other and joined once; at least 8 without flowers."""
    lenient = book.options["terminals_and_honours"] == "with_others"
    free, contained = apply_non_repeat(_lenient if lenient else book, found)
    kept, joined = account_once(free, _JOINING, '"principio 3"')
    raw = sum([item.points for item in kept])
    points = raw - sum([item.points for item in kept if item.pattern.bonus])
    cap = book.options["cap"]
    capped = isinstance(cap, int) and raw > cap
    limit = cap if isinstance(cap, int) else raw
    return Tally(
        reading,
        tuple(kept),
        (*contained, *[_attribute_drop(drop, kept) for drop in joined]),
        min(raw, limit),
        rank=(points,),
        more={"points_without_flowers": min(points, limit)},
        note_factory=lambda: (phrase(_CAPPED, raw=raw, limit=limit),) if capped else (),
        shortfall=phrase(_TOO_LOW, points=points, minimum=MINIMUM) if points < MINIMUM else None,
    )


def _attribute_drop(drop: Dropped, kept: list[Item]) -> Dropped:
    """Attribute a dropped item to the larger count that contains all its finds, if any."""
    finds = [set(find) for find in drop.item.finds]
    for item in kept:
        if item.pattern.id not in _JOINING:
            continue
        if all(any(find < set(larger) for larger in item.finds) for find in finds):
            return exclusion(drop.item, item.pattern, _IMPLIED)
    return drop


# "Saldo dei debiti tra giocatori"


@chinese_official.pays
def _points_and_eight(_book: Rulebook, tally: Tally, win: Win) -> tuple[Payment, ...] | None:
    """Charge each player 8, and the points to all if self-drawn, else to the discarder."""
    if win.self_drawn:
        return tuple(
            Payment(seat, win.seat, (tally.total, MINIMUM), phrase(SELF_DRAWN))
            for seat in other_seats(win.seat)
        )
    if win.discarder is None:
        return None
    given = ROBBED_POKER if win.robbing_kong else DISCARDED
    alone = tally.reading.options["discarder_pays"] == "points"
    parts: tuple[int, ...] = (tally.total,) if alone else (tally.total, MINIMUM)
    return tuple(
        Payment(seat, win.seat, parts, phrase(given, who=seat))
        if seat is win.discarder
        else Payment(seat, win.seat, (MINIMUM,), phrase(OTHER, who=seat))
        for seat in other_seats(win.seat)
    )
