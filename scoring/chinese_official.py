"""The early Chinese official list of 1998, as the Italian page "Variante cinese ufficiale" has it.

References are chapters of that page: "Punteggio", 12 is the twelfth entry of its scoring list,
"Mani limite", 3 the third of its special hands, [4] a footnote, "principio 1" the first of the
three at its end. C-7 ... are the places where the text contradicts itself or is silent. Where it
leaves out what its successor spells out, the international rules of 2006 (MCR) are followed.
"""

from __future__ import annotations

from collections.abc import Sequence

from .names import Texts, phrase
from .payments import DISCARDED, OTHER, SELF_DRAWN, Payment, others
from .readings import Shape, Split, seven_pairs, thirteen_orphans
from .rulebook import Found, Item, Rulebook, Tally
from .sets import DRAGONS, ENDS, HONOURS, SIMPLES, SUIT_MASKS, TERMINALS, WINDS, mask
from .shapes import SEVEN_PAIRS, THIRTEEN_ORPHANS, HandFacts, Reading
from .win import Win

MINIMUM = 8  # to win, flowers left aside; also what each opponent pays besides
CAP = 88

INDEPENDENT = "independent_tiles"


def _independent(facts: HandFacts) -> Sequence[Split]:
    """Fourteen different tiles, at least three winds, two dragons, no two that fit in one run."""
    kinds = facts.kinds
    if facts.melded or max(facts.held) > 1:
        return ()
    if (kinds & WINDS).bit_count() < 3 or (kinds & DRAGONS).bit_count() < 2:
        return ()
    for suit in SUIT_MASKS:
        tiles = kinds & suit
        if tiles & (tiles << 1) or tiles & (tiles << 2):  # C-15
            return ()
    return ((),)


independent_tiles = Shape(INDEPENDENT, _independent)

chinese_official = Rulebook(
    "chinese-official",
    names={"en": "Chinese official list", "it": "Variante cinese ufficiale", "zh": "国标麻将"},
    ref="Variante cinese ufficiale, 1998",
    shapes=(seven_pairs, thirteen_orphans, knitted_straight, independent_tiles),
    each_completion=False,  # the one wait that counts does not ask which set it completes
)

chinese_official.option(
    "cap",
    "none",
    CAP,
    en="most that a hand can be worth: no limit, or 88",
    it="quanto può valere al massimo una mano: nessun limite, oppure 88",
    ref='C-7: "Punteggio" against "Mani limite"',
)
chinese_official.option(
    "discarder_pays",
    "points_and_8",
    "points",
    en="who discards the winning tile pays the points and 8, or the points alone",
    it="chi scarta la tessera vincente paga i punti più 8, oppure i soli punti",
    ref='C-8: "Saldo dei debiti tra giocatori"',
)
chinese_official.option(
    "six_in_two_suits",
    True,
    False,
    en="six consecutive tiles in two suits (3 points) count",
    it="sei pezzi consecutivi di due semi (3 punti) contano",
    ref='C-9: "Punteggio", 18',
)
chinese_official.option(
    "two_suits",
    "any",
    "with_honours",
    en="a hand of two suits counts with or without honours, or only with honours",
    it="la mano di due semi conta con o senza Onori, oppure solo con Onori",
    ref='C-10: "Punteggio", 58',
)
chinese_official.option(
    "mixed_kongs",
    4,
    6,
    en="points of one melded and one concealed kong: two kongs alone, or the concealed one as well",
    it="punti di un poker scoperto e uno coperto: i soli due poker, oppure anche quello coperto",
    ref='C-11: "Punteggio", 34',
)
chinese_official.option(
    "nine_tiles",
    "nine_sided",
    "any",
    en="nine gates: the hand waits for nine tiles before it wins, or only ends so",
    it="chiamata di nove pezzi: la mano ne attende nove, oppure basta che finisca così",
    ref='C-13: "Mani limite", 8',
)
chinese_official.option(
    "independent_gap",
    3,
    2,
    en="independent tiles of one suit are at least so far apart",
    it="distanza minima tra i pezzi indipendenti di un seme",
    ref='C-15: "Mani limite", 16',
)
chinese_official.option(
    "terminals_and_honours",
    "alone",
    "with_others",
    en="beside terminals and honours (32) other items on the whole hand's tiles count, or not",
    it="con la mano di teste (32) si contano altre voci sui pezzi dell'intera mano, oppure no",
    ref='C-12: "Punteggio", [4]',
)
chinese_official.option(
    "identical_pairs",
    "allowed",
    "terminals_only",
    en="four alike are two of seven pairs in any such hand, or in one of terminals alone",
    it="quattro pezzi uguali sono due delle sette coppie sempre, o solo se tutte di terminali",
    ref='C-14: "Mani limite", [2]',
)
chinese_official.ruling(
    en="a kong whose four tiles lie face down is the concealed one",
    it="il poker le cui quattro tessere stanno tutte coperte è quello coperto",
    ref='C-16: "Fase di gioco"',
)
chinese_official.ruling(
    en="fives in every set means fives; that another number could do is a variant",
    it="5 in ogni combinazione vuol dire 5; un altro valore comune è una variante",
    ref='"Punteggio", [5]',
)
chinese_official.ruling(
    en="all green needs no green dragon; one tile of each run of the knitted dragon may be claimed "
    "to win, and with a chow it is a hand of chows",
    it="la mano tutta verde non richiede il drago verde; il drago intrecciato con una serie è una "
    "mano di sole serie",
    ref='"Mani limite", 2 and 10, as in MCR',
)
chinese_official.ruling(
    en="what seven pairs, independent tiles and the like cannot lack (a concealed hand, the wait "
    "for a pair) is contained in them; a self-drawn tile still counts",
    it="ciò che sette coppie, pezzi indipendenti e simili hanno sempre (la mano coperta, l'attesa "
    "della coppia) vi è compreso; il pezzo preso dal muro conta",
    ref='"principio 1"',
)
chinese_official.ruling(
    en="a tile is the only possible one if no tile of another kind completes the hand, whether or "
    "not one is left",
    it="un pezzo è l'unico possibile se nessun altro tipo completa la mano, che ne restino o no",
    ref='"Punteggio", 67',
)

# One entry a block, in the order of the page; laid out by hand to read like it. The list speaks
# of terminals and winds in two entries of one point each; here they are one pattern.
# fmt: off

# Punteggio: sets

@chinese_official.pattern("poker_scoperto", 1, en="Melded Kong", it="Poker scoperto", zh="明杠",
    ref='"Punteggio", 1', each=True,
    rule_it="Un poker scoperto.",
    yes="123m 456p 9s 789s [^2222p] +9s", no="123m 456p 9s 789s (2222p) +9s")
def _(r: Reading) -> Found:
    """A claimed or promoted kong."""
    return r.places([kong for kong in r.kongs if not kong.concealed])
