"""Riichi by the rules of the European Mahjong Association of 2008.

References are paragraphs of those rules. C-3 ... are the places where the text we have
contradicts itself or lacks a page (4.2.4 and the beginning of 4.2.5). Minipoints are in
`riichi_fu.py`, limits and payments in `riichi_points.py`, other rule sets in `riichi_presets.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from ..counts import how_many
from ..decompose import seven_different_pairs, thirteen_orphans
from ..hand import Hand
from ..meld import SetKind
from ..payments import Payment
from ..prefilter import (
    CHOWS_IN_A_ROW,
    CLOSED,
    DRAGON_PUNG,
    DRAWN,
    FOUR_CHOWS,
    FOUR_CONCEALED,
    FOUR_PUNGS,
    FOUR_SETS,
    LAST_IN_CHOW,
    LIKE_CHOWS,
    NO_CENTRE,
    NO_CHARACTERS,
    NO_ENDS,
    NO_HONOURS,
    NO_SIMPLES,
    ODD_WIN,
    ONE_SUIT,
    OTHER_SHAPE,
    RIICHI,
    THREE_CHOWS,
    THREE_CONCEALED,
    THREE_PUNGS,
    THREE_SUITS,
    TWIN_CHOWS,
    TWO_DRAGON_PUNGS,
    TWO_KONGS,
    TWO_WIND_PUNGS,
    WIND_PUNG,
    WITH_HONOURS,
)
from ..reading import SEVEN_PAIRS, THIRTEEN_ORPHANS, Option, Reading
from ..rulebook import Dropped, Found, Item, Rulebook, Tally
from ..sets import DRAGONS, ENDS, HONOURS, SIMPLES, TERMINALS, WIND_TILES, mask
from ..text import Phrase, Texts, phrase
from ..tiles import Tile, Wind, sort_tiles
from ..win import Win
from .riichi_fu import Minipoints, minipoints, pair_points, wait_of
from .riichi_points import (
    YAKUMAN,
    Liability,
    basic_points,
    count_dora,
    counter_price,
    riichi_payments,
    worth,
)

GREEN = mask("23468sF")
WHITE, GREEN_DRAGON, RED = mask("P"), mask("F"), mask("C")
NORTH = mask("N")
MANGAN_FAN = 5  # renhou, where it is a mangan

riichi_ema = Rulebook(
    "riichi-ema",
    names={"en": "Riichi (EMA 2008)", "it": "Riichi (EMA 2008)", "ja": "立直麻雀"},
    ref="EMA Riichi Rules for Japanese Mahjong, 14 May 2008",
    shapes=(seven_different_pairs, thirteen_orphans),
    each_completion=True,
)

_WHETHER_IT_COUNTS: Mapping[Option, Texts] = {
    "yes": {"en": "counts", "it": "conta"},
    "no": {"en": "does not count", "it": "non conta"},
}
_HOW_MANY_YAKUMAN: Mapping[Option, Texts] = {
    "single": {"en": "one yakuman", "it": "uno yakuman"},
    "double": {"en": "two yakuman", "it": "due yakuman"},
}
riichi_ema.option(
    "all_simples",
    "concealed",
    "open",
    names={"en": "All Simples", "it": "Tutti Semplici"},
    en="All Simples counts in a concealed hand only, or in an open one too",
    it="Tutti Semplici conta solo a mano coperta, o anche a mano scoperta",
    ref="4.2.1; C-23",
    labels={
        "concealed": {"en": "concealed only", "it": "solo coperta"},
        "open": {"en": "open, too", "it": "anche scoperta"},
    },
)
riichi_ema.option(
    "red_fives",
    "fan",
    "none",
    names={"en": "red fives", "it": "cinque rossi"},
    en="a red five is worth a fan, or nothing",
    it="un cinque rosso vale un fan, o nulla",
    ref="1.1, 4.1",
    labels={
        "fan": {"en": "one fan", "it": "un fan"},
        "none": {"en": "nothing", "it": "nulla"},
    },
)
riichi_ema.option(
    "ippatsu",
    "yes",
    "no",
    names={"en": "ippatsu after riichi", "it": "ippatsu dopo il riichi"},
    en="whether ippatsu counts",
    it="se l'ippatsu conta",
    ref="4.2.1",
    labels=_WHETHER_IT_COUNTS,
)
riichi_ema.option(
    "ura_dora",
    "yes",
    "no",
    names={"en": "ura dora", "it": "ura dora"},
    en="whether the indicators below the dora indicators count after riichi",
    it="se dopo il riichi contano gli indicatori sotto quelli di dora",
    ref="3.3.12",
    labels=_WHETHER_IT_COUNTS,
)
riichi_ema.option(
    "counter",
    100,
    500,
    names={"en": "price of a counter", "it": "prezzo di un contatore"},
    en="what a counter costs each player: 100 points (300 in all), or 500 (1500 in all)",
    it="quanto costa un contatore a ciascuno: 100 punti (300 in tutto), o 500 (1500 in tutto)",
    ref="3.4.10",
)
riichi_ema.option(
    "five_counters",
    "two_yaku",
    "one_yaku",
    names={"en": "with five counters", "it": "con cinque contatori"},
    en="with five or more counters on the table a win needs two yaku, or one as always",
    it="con cinque o più contatori servono due yaku per chiudere, o uno come sempre",
    ref="3.4.11",
    labels={
        "two_yaku": {"en": "two yaku", "it": "due yaku"},
        "one_yaku": {"en": "one yaku", "it": "uno yaku"},
    },
)
riichi_ema.option(
    "thirteen_fan",
    "yakuman",
    "sanbaiman",
    names={"en": "13 fan or more", "it": "13 fan o più"},
    en="the limit of a hand of 13 fan or more",
    it="il limite di una mano da 13 fan o più",
    ref="A",
    labels={
        "yakuman": {"en": "a yakuman", "it": "uno yakuman"},
        "sanbaiman": {"en": "a sanbaiman", "it": "un sanbaiman"},
    },
)
riichi_ema.option(
    "renhou",
    "yakuman",
    "mangan",
    "none",
    names={"en": "Blessing of Man", "it": "Benedizione dell'Uomo"},
    en="what Blessing of Man is worth",
    it="quanto vale la Benedizione dell'Uomo",
    ref="C-4: 4.2.5",
    labels={
        "yakuman": {"en": "a yakuman", "it": "uno yakuman"},
        "mangan": {"en": "a mangan", "it": "un mangan"},
        "none": {"en": "nothing", "it": "nulla"},
    },
)
riichi_ema.option(
    "thirteen_sided_orphans",
    "single",
    "double",
    names={"en": "Thirteen Orphans on thirteen tiles", "it": "Tredici Orfani su tredici tessere"},
    en="Thirteen Orphans that waited for all thirteen: one yakuman or two",
    it="Tredici Orfani in attesa di tutte e tredici: uno yakuman o due",
    ref="C-4: 4.2.5",
    labels=_HOW_MANY_YAKUMAN,
)
riichi_ema.option(
    "nine_sided_gates",
    "single",
    "double",
    names={"en": "Nine Gates on nine tiles", "it": "Nove Porte su nove tessere"},
    en="Nine Gates that waited for all nine: one yakuman or two",
    it="Nove Porte in attesa di tutte e nove: uno yakuman o due",
    ref="C-4: 4.2.5",
    labels=_HOW_MANY_YAKUMAN,
)
riichi_ema.option(
    "pungs_waiting_for_pair",
    "single",
    "double",
    names={"en": "Four Concealed Pungs on the pair", "it": "Quattro Pung Coperti sulla coppia"},
    en="Four Concealed Pungs that waited for the pair: one yakuman or two",
    it="Quattro Pung Coperti in attesa della coppia: uno yakuman o due",
    ref="C-4: 4.2.5",
    labels=_HOW_MANY_YAKUMAN,
)
riichi_ema.option(
    "dealt_hand",
    "as_won",
    "best",
    names={"en": "wait of a dealt hand", "it": "attesa di una mano distribuita"},
    en="what yakuman of Blessing of Heaven waited for: for the tile that is named as the winning "
    "one, or for what doubles them, since no tile was drawn last",
    it="che cosa attendevano gli yakuman della Benedizione del Cielo: la tessera indicata come "
    "vincente, o quella che li raddoppia, perché nessuna è stata pescata per ultima",
    ref="C-4: 4.2.5",
    labels={
        "as_won": {"en": "the winning tile", "it": "la tessera vincente"},
        "best": {"en": "what doubles them", "it": "quella che li raddoppia"},
    },
)
riichi_ema.option(
    "big_four_winds",
    "double",
    "single",
    names={"en": "Big Four Winds", "it": "Quattro Grandi Venti"},
    en="Big Four Winds is two yakuman, or one",
    it="Quattro Grandi Venti vale due yakuman, o uno",
    ref="4.2.5",
    labels=_HOW_MANY_YAKUMAN,
)
riichi_ema.option(
    "several_yakuman",
    "highest",
    "added",
    names={"en": "several yakuman", "it": "più yakuman"},
    en="of several yakuman the highest counts alone, or they are added",
    it="di più yakuman conta solo il più alto, o si sommano",
    ref="4.2",
    labels={
        "highest": {"en": "the highest alone", "it": "solo il più alto"},
        "added": {"en": "added up", "it": "si sommano"},
    },
)
riichi_ema.option(
    "last_replacement",
    "both",
    "after_a_kong",
    names={"en": "replacement of the last kong", "it": "rimpiazzo dell'ultimo kong"},
    en="the last kong's replacement tile: After a Kong and Under the Sea, or After a Kong alone",
    it="il rimpiazzo dell'ultimo kong: Dopo un Kong e Sotto il Mare, o solo Dopo un Kong",
    ref="3.4.1",
    labels={
        "both": {"en": "both yaku", "it": "entrambi"},
        "after_a_kong": {"en": "After a Kong alone", "it": "solo Dopo un Kong"},
    },
)
riichi_ema.option(
    "rounded_mangan",
    "no",
    "yes",
    names={"en": "4 fan with 30 minipoints", "it": "4 fan con 30 minipoint"},
    en="whether 4 fan with 30 minipoints and 3 fan with 60 are rounded to a mangan",
    it="se 4 fan con 30 minipoint e 3 fan con 60 si arrotondano a mangan",
    ref="A",
    labels={
        "no": {"en": "not rounded", "it": "non si arrotondano"},
        "yes": {"en": "rounded", "it": "si arrotondano"},
    },
)
riichi_ema.option(
    "double_wind_pair",
    4,
    2,
    names={"en": "minipoints of a double wind", "it": "minipoint di un doppio vento"},
    en="minipoints of a pair of the wind that is both the seat's and the round's",
    it="minipoint della coppia del vento che è sia proprio sia di giro",
    ref="4.1.1",
)
riichi_ema.option(
    "liable_for_four_kongs",
    "no",
    "yes",
    names={"en": "liability", "it": "responsabilità"},
    en="whether a player is liable for Four Kongs, too",
    it="se si è responsabili anche di Quattro Kong",
    ref="3.3.6",
    labels={
        "no": {"en": "not for Four Kongs", "it": "non di Quattro Kong"},
        "yes": {"en": "for Four Kongs, too", "it": "anche di Quattro Kong"},
    },
)
riichi_ema.option(
    "liable_for",
    "hand",
    "yakuman",
    names={"en": "liable for", "it": "responsabile di"},
    en="of several yakuman a liable player pays for the whole hand, or for those that he fed",
    it="di più yakuman il responsabile paga tutta la mano, o solo quelli che ha dato",
    ref="3.3.6",
    labels={
        "hand": {"en": "the whole hand", "it": "tutta la mano"},
        "yakuman": {"en": "those that he fed", "it": "solo quelli che ha dato"},
    },
)
riichi_ema.option(
    "counters_paid_by",
    "discarder",
    "liable",
    names={"en": "counters paid by", "it": "contatori pagati da"},
    en="who pays the counters if another player than the discarder is liable",
    it="chi paga i contatori se il responsabile non è chi ha scartato",
    ref="3.3.6",
    labels={
        "discarder": {"en": "the discarder", "it": "chi ha scartato"},
        "liable": {"en": "the liable player", "it": "il responsabile"},
    },
)
riichi_ema.option(
    "after_abortive_draw",
    "east_stays",
    "east_passes",
    names={"en": "after an abortive draw", "it": "dopo un pareggio forzato"},
    en="whether East keeps the deal after an abortive draw",
    it="se Est resta Est dopo un pareggio forzato",
    ref="C-18: 3.4.12",
    labels={
        "east_stays": {"en": "East stays", "it": "Est resta"},
        "east_passes": {"en": "the deal passes", "it": "la mano passa"},
    },
)
riichi_ema.ruling(
    en="riichi asks for a concealed waiting hand, whatever the number of tiles it waits for",
    it="il riichi richiede una mano coperta in attesa, di quante tessere non importa",
    ref="C-3: 3.3.12",
)
riichi_ema.ruling(
    en="All Terminals and Honours Discard (nagashi mangan) is no hand: it pays a concealed player "
    "a mangan after an exhaustive draw",
    it="lo scarto di sole teste e onori (nagashi mangan) non è una mano: paga un mangan a chi ha "
    "la mano coperta dopo un pareggio completo",
    ref="C-4: 4.2.4",
)
riichi_ema.ruling(
    en="the page with the first yakuman is lost: Blessing of Man is a yakuman, and of all yakuman "
    "Big Four Winds alone is double",
    it="la pagina con i primi yakuman manca: la Benedizione dell'Uomo è uno yakuman, e fra tutti "
    "solo Quattro Grandi Venti è doppio",
    ref="C-4: 4.2.5",
)
riichi_ema.ruling(
    en="a discard is claimed for a chow by the next player, to the right",
    it="il chow è del giocatore successivo, a destra di chi scarta",
    ref="C-17: 3.3.1 / 3.3.4",
)
riichi_ema.ruling(
    en="nine different terminals and honours are declared on one's first turn, before discarding",
    it="le nove teste e onori diversi si dichiarano nel proprio primo turno, prima di scartare",
    ref="C-24: 3.4.3",
)
riichi_ema.ruling(
    en="the replacement tile of the last kong is the last tile: After a Kong and Under the Sea",
    it="il rimpiazzo dell'ultimo kong è l'ultima tessera: Dopo un Kong e Sotto il Mare",
    ref="3.4.1",
)
riichi_ema.ruling(
    en="Robbing the Kong is no win on the last discard: Under the Sea does not count beside it",
    it="il Kong Rubato non è una vincita sull'ultimo scarto: Sotto il Mare non conta insieme",
    ref="4.2.1",
)


def _less_open(closed: int) -> Callable[[Reading], int]:
    """Return a function that gives one fan less if the hand is open."""
    return lambda r: closed if r.closed else closed - 1


def _double_if(option: str, waited: Callable[[Reading], bool]) -> Callable[[Reading], int]:
    """Return a function that gives two yakuman if the option and the wait allow it, else one."""

    def worth(r: Reading) -> int:
        is_dealt = r.win.blessing_heaven and _first_turn(r)
        doubles = waited(r) or (is_dealt and r.options["dealt_hand"] == "best")
        return 2 if r.options[option] == "double" and doubles else 1

    return worth


def _first_turn(r: Reading) -> bool:
    """Return whether the winner claimed no tile, declared no kong and set no north aside."""
    return not r.hand.melds and not r.win.norths


# One pattern a block, in the order of the list; laid out by hand to read like it.
# fmt: off

# 4.2.1 Uno yaku

@riichi_ema.pattern("riichi", 1, en="Riichi", it="Riichi", ja="立直 riichi",
    ref="4.2.1, 3.3.12", needs=RIICHI,
    rule_it="Mano coperta dichiarata in attesa, pagando 1000 punti.",
    yes="123m 456p 789s EE 67s +8s | riichi sticks 1", no="123m 456p 789s EE 67s +8s | drawn")
def _(r: Reading) -> Found:
    """A concealed waiting hand, declared at a stake of 1000 points."""
    return r.win.riichi and not r.win.double_riichi

@riichi_ema.pattern("double_riichi", 2, en="Double Riichi (Riichi + Daburu)",
    it="Daburu Riichi", ja="ダブル立直 daburu riichi",
    ref="4.2.1", needs=RIICHI,
    rule_it="Riichi dichiarato nel primo giro ininterrotto; comprende il riichi.",
    yes="123m 456p 789s EE 67s +8s | double_riichi sticks 1",
    no="123m 456p 789s EE 67s +8s | riichi sticks 1")
def _(r: Reading) -> Found:
    """Riichi declared in the first uninterrupted go-around; riichi itself is included."""
    return r.win.double_riichi

@riichi_ema.pattern("ippatsu", 1,
    about="winning tile", en="Ippatsu", it="Ippatsu", ja="一発 ippatsu",
    ref="4.2.1, 3.3.12", needs=RIICHI,
    rule_it="Vincita nel primo giro ininterrotto dopo il riichi.",
    yes="123m 456p 789s EE 67s +8s | riichi ippatsu sticks 1",
    no="123m 456p 789s EE 67s +8s | riichi sticks 1")
def _(r: Reading) -> Found:
    """Won within the first uninterrupted go-around after riichi."""
    return r.win.ippatsu and r.options["ippatsu"] != "no"

@riichi_ema.pattern("menzen_tsumo", 1, en="Fully Concealed Hand",
    it="Mano Completamente Coperta", ja="門前清自摸和 menzen tsumo",
    ref="4.2.1", needs=CLOSED | DRAWN,
    rule_it="Mano coperta che vince su tsumo.",
    yes="123m 456p 79s EE (1111s) +8s | drawn", no="123m 456p 79s EE (1111s) +8s | from W")
def _(r: Reading) -> Found:
    """A concealed hand that wins by self-draw."""
    return r.closed and r.win.self_drawn

@riichi_ema.pattern("tanyao", 1, en="All Simples", it="Tutti Semplici", ja="断幺九 tanyao chuu",
    ref="4.2.1", needs=NO_ENDS,
    rule_it="Mano coperta senza onori né tessere di testa.",
    yes="234m 456p 67s 555s 22s +8s", no="234m 456p 678s 55s 78s +9s")
def _(r: Reading) -> Found:
    """A concealed hand without terminals or honours."""
    return r.only(SIMPLES) and (r.closed or r.options["all_simples"] == "open")

@riichi_ema.pattern("pinfu", 1, en="Pinfu", it="Pinfu", ja="平和 pinfu",
    ref="4.2.1", needs=CLOSED | FOUR_CHOWS | LAST_IN_CHOW,
    rule_it="Mano coperta di quattro chow e una coppia senza valore, chiusa su due lati.",
    yes="123m 456p 789s SS 67s +8s", no="123m 456p 789s EE 67s +8s")
def _(r: Reading) -> Found:
    """A concealed hand of four chows and a valueless pair, won on a two-sided wait."""
    return (r.closed and len(r.chows) == 4 and not pair_points(r)
            and wait_of(r) == "two-sided")

@riichi_ema.pattern("iipeikou", 1, en="Pure Double Chow", it="Doppio Chow Puro",
    ja="一盃口 iipeikou",
    ref="4.2.1", needs=CLOSED | TWIN_CHOWS,
    rule_it="Mano coperta con due chow identici.",
    yes="123m 123m 789s EE 67s +8s", no="123m 123p 789s EE 67s +8s")
def _(r: Reading) -> Found:
    """A concealed hand with two identical chows."""
    return r.closed and r.chows_in_one_suit(0, 0)

@riichi_ema.pattern("sanshoku_doujun", 2, en="Mixed Triple Chow", it="Triplo Chow Misto",
    ja="三色同順 sanshoku doujun", worth=_less_open(2),
    ref="4.2.1", needs=THREE_CHOWS | LIKE_CHOWS,
    rule_it="Tre chow degli stessi numeri nei tre semi; uno a mano scoperta.",
    yes="345m 345p [<345s] 99m 78m +9m", no="345m 345p [<456s] 99m 78m +9m")
def _(r: Reading) -> Found:
    """Three chows of the same numbers in the three suits; worth one in an open hand."""
    return r.chows_across_suits(0, 0, 0)

@riichi_ema.pattern("ittsu", 2, en="Pure Straight", it="Scala Pura", ja="一気通貫 ittsu",
    worth=_less_open(2),
    ref="4.2.1", needs=THREE_CHOWS | CHOWS_IN_A_ROW,
    rule_it="123, 456 e 789 dello stesso seme; uno a mano scoperta.",
    yes="123p [<456p] 789p 55s 23m +4m", no="123p [<345p] 789p 55s 23m +4m")
def _(r: Reading) -> Found:
    """123, 456 and 789 of the same suit; worth one in an open hand."""
    return r.chows_in_one_suit(0, 3, 6)

@riichi_ema.pattern("yakuhai_haku", 1, en="Dragon Pung (White)", it="Pung di Drago (Bianco)",
    ja="役牌 白 yakuhai haku",
    ref="4.2.1", needs=DRAGON_PUNG,
    rule_it="Pung o kong di draghi bianchi.",
    yes="123m 456p [<PPP] 99s 78s +9s", no="123m 456p [<FFF] PP 78s +9s")
def _(r: Reading) -> Found:
    """A pung or kong of white dragons."""
    return r.triplets_of(WHITE)

@riichi_ema.pattern("yakuhai_hatsu", 1, en="Dragon Pung (Green)", it="Pung di Drago (Verde)",
    ja="役牌 發 yakuhai hatsu",
    ref="4.2.1", needs=DRAGON_PUNG,
    rule_it="Pung o kong di draghi verdi.",
    yes="123m 456p (FFFF) 99s 78s +9s", no="123m 456p [<CCC] FF 78s +9s")
def _(r: Reading) -> Found:
    """A pung or kong of green dragons."""
    return r.triplets_of(GREEN_DRAGON)

@riichi_ema.pattern("yakuhai_chun", 1, en="Dragon Pung (Red)", it="Pung di Drago (Rosso)",
    ja="役牌 中 yakuhai chun",
    ref="4.2.1", needs=DRAGON_PUNG,
    rule_it="Pung o kong di draghi rossi.",
    yes="123m 456p 99s 678s CC +C", no="123m 456p 999s 666s C +C")
def _(r: Reading) -> Found:
    """A pung or kong of red dragons."""
    return r.triplets_of(RED)

@riichi_ema.pattern("seat_wind", 1, en="Seat Wind", it="Proprio Vento", ja="自風 yakuhai",
    ref="4.2.1", needs=WIND_PUNG,
    rule_it="Pung o kong del proprio vento.",
    yes="123m 456p [<WWW] 99s 78s +9s | seat W", no="123m 456p [<WWW] 99s 78s +9s | round W")
def _(r: Reading) -> Found:
    """A pung or kong of the seat wind."""
    return r.triplets_of(r.facts.own_wind)

@riichi_ema.pattern("round_wind", 1, en="Prevalent Wind", it="Vento di Giro", ja="場風 yakuhai",
    ref="4.2.1", needs=WIND_PUNG,
    rule_it="Pung o kong del vento di giro.",
    yes="123m 456p [<SSS] 99s 78s +9s | round S", no="123m 456p [<SSS] 99s 78s +9s | seat S")
def _(r: Reading) -> Found:
    """A pung or kong of the prevalent wind."""
    return r.triplets_of(r.facts.round_wind)

@riichi_ema.pattern("chanta", 2, en="Outside Hand", it="Onori Ovunque",
    ja="混全帯幺九 chanta", worth=_less_open(2),
    ref="4.2.1", needs=FOUR_SETS | NO_CENTRE,
    rule_it="Testa o onore in ogni combinazione e nella coppia, con almeno un chow; "
            "uno a mano scoperta.",
    yes="123m 999p [<CCC] 99m 78s +9s", no="234m 999p [<CCC] 99m 78s +9s")
def _(r: Reading) -> Found:
    """A terminal or honour in each set and the pair, at least one chow; worth one if open."""
    return bool(r.chows) and r.every_set_has(ENDS)

@riichi_ema.pattern("rinshan", 1,
    about="winning tile", en="After a Kong", it="Dopo un Kong",
    ja="嶺上開花 rinshan kaihou",
    ref="4.2.1", needs=ODD_WIN,
    rule_it="Vincita sulla tessera di rimpiazzo di un kong; è uno tsumo.",
    yes="123m 456p 99s 78s [^4444m] +9s | drawn kong_replacement",
    no="123m 456p 99s 78s [^4444m] +9s | drawn")
def _(r: Reading) -> Found:
    """Won on the replacement tile of a kong, which is a self-draw."""
    return r.win.kong_replacement

@riichi_ema.pattern("chankan", 1,
    about="winning tile", en="Robbing the Kong", it="Kong Rubato",
    ja="槍槓 chankan",
    ref="4.2.1, 3.3.7", needs=ODD_WIN,
    rule_it="Vincita sulla tessera che estende un pung a kong; è un ron.",
    yes="123m 456p 22s 78s [<456m] +9s | from W robbing_kong",
    no="123m 456p 22s 78s [<456m] +9s | from W")
def _(r: Reading) -> Found:
    """Won on the tile that another player added to a pung; it is a win on a discard."""
    return r.win.robbing_kong

@riichi_ema.pattern("haitei", 1,
    about="winning tile", en="Under the Sea (draw)", it="Sotto il Mare (haitei)",
    ja="海底 haitei",
    ref="4.2.1", needs=ODD_WIN,
    rule_it="Vincita su tsumo con l'ultima tessera del muro.",
    yes="123m 456p 99s 78s [<456m] +9s | drawn last_tile",
    no="123m 456p 99s 78s [<456m] +9s | from W last_tile")
def _(r: Reading) -> Found:
    """Won by self-draw on the last tile of the wall."""
    win = r.win
    alone = win.kong_replacement and r.options["last_replacement"] == "after_a_kong"
    return win.last_tile and win.self_drawn and not alone

@riichi_ema.pattern("houtei", 1,
    about="winning tile", en="Under the Sea (discard)", it="Sotto il Mare (houtei)",
    ja="河底 houtei",
    ref="4.2.1", needs=ODD_WIN,
    rule_it="Vincita sull'ultimo scarto.",
    yes="123m 456p 99s 78s [<456m] +9s | from W last_tile",
    no="123m 456p 99s 78s [<456m] +9s | drawn last_tile")
def _(r: Reading) -> Found:
    """Won on the discard after the last tile of the wall."""
    win = r.win
    return win.last_tile and not win.self_drawn and not win.robbing_kong

# 4.2.2 Due yaku

@riichi_ema.pattern("chiitoitsu", 2, en="Seven Pairs", it="Sette Coppie",
    ja="七対子 chiitoitsu",
    ref="4.2.2", needs=OTHER_SHAPE,
    rule_it="Mano coperta di sette coppie diverse.",
    yes="22m 66p 88p 33s 77s EE C +C", no="3333m 44m 55m 66778p +8p")
def _(r: Reading) -> Found:
    """A concealed hand of seven different pairs."""
    return r.shape == SEVEN_PAIRS

@riichi_ema.pattern("sanshoku_doukou", 2, en="Triple Pung", it="Triplo Pung",
    ja="三色同刻 sanshoku doukou",
    ref="4.2.2", needs=THREE_PUNGS | THREE_SUITS,
    rule_it="Tre pung o kong dello stesso numero nei tre semi.",
    yes="[<444m] 444p 44s 123m 99p +4s", no="[<444m] 444p 55s 123m 99p +5s")
def _(r: Reading) -> Found:
    """Three pungs or kongs of the same number in the three suits."""
    return r.triplets_across_suits(0, 0, 0)

@riichi_ema.pattern("sanankou", 2, en="Three Concealed Pungs", it="Tre Pung Coperti",
    ja="三暗刻 sanankou",
    ref="4.2.2", needs=THREE_CONCEALED,
    rule_it="Tre pung o kong coperti; la mano può essere scoperta.",
    yes="444m 777p (3333m) 9s [<123s] +9s | from W",
    no="444m 77p 99s (3333m) [<123s] +9s | from W")
def _(r: Reading) -> Found:
    """Three concealed pungs or kongs; the hand may be open."""
    return r.group(r.concealed_triplets, at_least=3)

@riichi_ema.pattern("sankantsu", 2, en="Three Kongs", it="Tre Kong", ja="三槓子 sankantsu",
    ref="4.2.2", needs=TWO_KONGS,
    rule_it="Tre kong.",
    yes="123m 9s [^2222p] (4444p) [^9999p] +9s", no="123m 9s [^2222p] (4444p) [^999p] +9s")
def _(r: Reading) -> Found:
    """Three kongs."""
    return r.group(r.kongs, at_least=3)

@riichi_ema.pattern("toitoi", 2, en="All Pungs", it="Tutti Pung", ja="対々和 toitoi hou",
    ref="4.2.2", needs=FOUR_PUNGS,
    rule_it="Quattro pung o kong e una coppia.",
    yes="222m [^4444m] 666s FFF 3p +3p", no="222m [^4444m] 666s 567s 3p +3p")
def _(r: Reading) -> Found:
    """Four pungs or kongs and a pair."""
    return r.group(r.triplets, at_least=4)

@riichi_ema.pattern("honitsu", 3, en="Half Flush", it="Mano Pura", ja="混一色 honitsu",
    worth=_less_open(3),
    ref="4.2.2", needs=ONE_SUIT | WITH_HONOURS,
    rule_it="Tessere di un solo seme e onori; due a mano scoperta.",
    yes="123m 23m 888m EE CCC +4m", no="123m 234m 8m [<678p] CCC +8m")
def _(r: Reading) -> Found:
    """Tiles of one suit, and honours; worth two in an open hand."""
    return r.suits == 1 and r.has(HONOURS)

@riichi_ema.pattern("shousangen", 2, en="Little Three Dragons", it="Tre Piccoli Draghi",
    ja="小三元 shousangen",
    ref="4.2.2", needs=TWO_DRAGON_PUNGS,
    rule_it="Due pung o kong di draghi e la coppia del terzo; i due pung si contano a parte.",
    yes="CCC PPP F 123m 456p +F", no="CCC PPP 5m 123m 456p +5m")
def _(r: Reading) -> Found:
    """Two pungs or kongs of dragons and the pair of the third; the pungs count besides."""
    return r.triplets_with_pair(2, DRAGONS)

@riichi_ema.pattern("honroutou", 2, en="All Terminals and Honours",
    it="Solo Tessere di Testa e Onori", ja="混老頭 honroutou",
    ref="4.2.2", needs=NO_SIMPLES,
    rule_it="Solo tessere di testa e onori; Tutti Pung o Sette Coppie si contano a parte.",
    yes="111m [<999p] EEE 99s CC +9s", no="111m [<999p] EEE 88s CC +8s")
def _(r: Reading) -> Found:
    """Only terminals and honours; All Pungs or Seven Pairs count besides."""
    return r.only(ENDS) and r.shape != THIRTEEN_ORPHANS

@riichi_ema.pattern("junchan", 3, en="Terminals in All Sets", it="Teste Ovunque",
    ja="純全帯幺九 junchan taiyao", worth=_less_open(3),
    ref="4.2.2", needs=FOUR_SETS | NO_CENTRE | NO_HONOURS,
    rule_it="Tessera di testa in ogni combinazione e nella coppia, con almeno un chow; "
            "due a mano scoperta.",
    yes="123m 999p [<111p] 99m 78s +9s", no="123m 999p [<CCC] 99m 78s +9s")
def _(r: Reading) -> Found:
    """A terminal in each set and the pair, at least one chow; worth two if open."""
    return bool(r.chows) and r.every_set_has(TERMINALS)

# 4.2.3 Tre yaku

@riichi_ema.pattern("ryanpeikou", 3, en="Twice Pure Double Chow", it="Doppio Puro Chow Gemello",
    ja="二盃口 ryanpeikou",
    ref="4.2.3", needs=CLOSED | FOUR_CHOWS | TWIN_CHOWS,
    rule_it="Mano coperta con due volte due chow identici.",
    yes="112233m 778899s 5p +5p", no="112233m 77889s 55p +6s")
def _(r: Reading) -> Found:
    """A concealed hand with twice two identical chows."""
    a, b, c, d = r.chows if len(r.chows) == 4 else (None,) * 4
    return ((0, 1, 2, 3),) if a is b and c is d and a is not None and r.closed else ()

# 4.2.4 Cinque yaku

@riichi_ema.pattern("chinitsu", 6, en="Full Flush", it="Mano Purissima", ja="清一色 chinitsu",
    worth=_less_open(6),
    ref="C-4: 4.2.4", needs=ONE_SUIT | NO_HONOURS,
    rule_it="Tessere di un solo seme; cinque a mano scoperta.",
    yes="123m 234m 555m 888m 1m +1m", no="123m 234m 555m 888m E +E")
def _(r: Reading) -> Found:
    """Tiles of one suit alone; worth five in an open hand."""
    return r.suits == 1 and not r.has(HONOURS)

# 4.2.5 Yakuman; their points are yakuman

@riichi_ema.pattern("kokushi", 1, en="Thirteen Orphans", it="Tredici Orfani",
    ja="国士無双 kokushi musou",
    worth=_double_if(
        "thirteen_sided_orphans", lambda r: how_many(r.facts.held, r.facts.winning) == 2),
    ref="C-4: 4.2.5, 3.2", needs=OTHER_SHAPE | NO_SIMPLES,
    rule_it="Yakuman: una tessera per ogni testa e onore, e una seconda di una di esse.",
    yes="19m 19p 19s ESWNPFC +E", no="11m 99p 11s EE SS WW N +N")
def _(r: Reading) -> Found:
    """Yakuman: one tile of each terminal and honour, and a second of one of them."""
    return r.shape == THIRTEEN_ORPHANS

@riichi_ema.pattern("chuuren", 1, en="Nine Gates", it="Nove Porte", ja="九蓮宝燈 chuuren poutou",
    worth=_double_if("nine_sided_gates", lambda r: r.completes_nine_gates()),
    ref="C-4: 4.2.5", needs=ONE_SUIT | NO_HONOURS | CLOSED,
    rule_it="Yakuman: 1112345678999 di un seme e un'altra tessera di quel seme, mano coperta.",
    yes="1112355678999m +4m", no="1112345567999m +5m")
def _(r: Reading) -> Found:
    """Yakuman: concealed 1112345678999 of one suit, and one more tile of that suit."""
    return r.ends_as_nine_gates()

@riichi_ema.pattern("tenhou", 1, en="Blessing of Heaven", it="Benedizione del Cielo",
    ja="天和 tenhou",
    ref="C-4: 4.2.5", needs=ODD_WIN,
    rule_it="Yakuman: Est vince con le tessere distribuite.",
    yes="123m 456p 789s EE 67s +8s | drawn blessing_heaven",
    no="123m 456p 789s EE 67s +8s | drawn")
def _(r: Reading) -> Found:
    """Yakuman: East wins with the tiles dealt."""
    return r.win.blessing_heaven and _first_turn(r)

@riichi_ema.pattern("chiihou", 1, en="Blessing of Earth", it="Benedizione della Terra",
    ja="地和 chiihou",
    ref="C-4: 4.2.5", needs=ODD_WIN,
    rule_it="Yakuman: vincita con la prima pescata, nel primo giro ininterrotto.",
    yes="123m 456p 789s EE 67s +8s | seat S drawn blessing_earth",
    no="123m 456p 789s EE 67s +8s | seat S from E blessing_earth")
def _(r: Reading) -> Found:
    """Yakuman: won on one's first draw in the first uninterrupted go-around."""
    return r.win.blessing_earth and r.win.self_drawn and _first_turn(r)

@riichi_ema.pattern("renhou", 1, en="Blessing of Man", it="Benedizione dell'Uomo",
    ja="人和 renhou",
    worth=lambda r: MANGAN_FAN if r.options["renhou"] == "mangan" else 1,
    ref="C-4: 4.2.5", needs=ODD_WIN,
    rule_it="Yakuman: vincita su scarto prima della propria prima pescata, nel primo giro "
            "ininterrotto.",
    yes="123m 456p 789s EE 67s +8s | seat S from E blessing_earth",
    no="123m 456p 789s EE 67s +8s | seat S drawn blessing_earth")
def _(r: Reading) -> Found:
    """Yakuman: won on a discard before one's first draw in the first uninterrupted go-around."""
    early = r.win.blessing_earth and not r.win.self_drawn
    return early and _first_turn(r) and r.options["renhou"] != "none"

@riichi_ema.pattern("suuankou", 1, en="Four Concealed Pungs", it="Quattro Pung Coperti",
    ja="四暗刻 suuankou",
    worth=_double_if("pungs_waiting_for_pair", lambda r: r.completed is r.pair),
    ref="C-4: 4.2.5", needs=FOUR_CONCEALED,
    rule_it="Yakuman: quattro pung o kong coperti.",
    yes="222m 444p 555s 888s E +E | from W", no="222m 444p 555s 88s EE +8s | from W")
def _(r: Reading) -> Found:
    """Yakuman: four concealed pungs or kongs."""
    return r.group(r.concealed_triplets, at_least=4)

@riichi_ema.pattern("suukantsu", 1, en="Four Kongs", it="Quattro Kong", ja="四槓子 suukantsu",
    ref="C-4: 4.2.5", needs=TWO_KONGS,
    rule_it="Yakuman: quattro kong.",
    yes="9s [^1111m] (3333p) [^6666p] [^4444s] +9s", no="9s [^1111m] (3333p) [^6666p] [^444s] +9s")
def _(r: Reading) -> Found:
    """Yakuman: four kongs."""
    return r.group(r.kongs, at_least=4)

@riichi_ema.pattern("ryuuiisou", 1, en="All Green", it="Tutto Verde", ja="緑一色 ryuuiisou",
    ref="4.2.5",
    needs=NO_CHARACTERS,
    rule_it="Yakuman: solo draghi verdi e 2, 3, 4, 6, 8 di bambù.",
    yes="234s 234s 666s 88s FF +8s", no="234s 345s 666s 88s FF +8s")
def _(r: Reading) -> Found:
    """Yakuman: only green dragons and 2, 3, 4, 6, 8 of bamboo."""
    return r.only(GREEN)

@riichi_ema.pattern("chinroutou", 1, en="All Terminals", it="Tutte Teste",
    ja="清老頭 chinroutou",
    ref="4.2.5", needs=NO_SIMPLES | NO_HONOURS,
    rule_it="Yakuman: solo tessere di testa.",
    yes="111m 999m [<111p] 999s 1s +1s", no="111m 999m [<111p] 999s C +C")
def _(r: Reading) -> Found:
    """Yakuman: only terminals."""
    return r.only(TERMINALS)

@riichi_ema.pattern("tsuuiisou", 1, en="All Honours", it="Tutti Onori", ja="字一色 tsuuiisou",
    ref="4.2.5", needs=NO_SIMPLES | WITH_HONOURS,
    rule_it="Yakuman: solo onori.",
    yes="EE SS WW NN PP FF C +C", no="EEE SSS [<PPP] C 999m +C")
def _(r: Reading) -> Found:
    """Yakuman: only honours."""
    return r.only(HONOURS)

@riichi_ema.pattern("daisangen", 1, en="Big Three Dragons", it="Tre Grandi Dragoni",
    ja="大三元 daisangen",
    ref="4.2.5", needs=THREE_PUNGS | TWO_DRAGON_PUNGS,
    rule_it="Yakuman: tre pung o kong di draghi.",
    yes="CCC PPP FFF 123m 4p +4p", no="CCC PPP FF 123m 44p +4p")
def _(r: Reading) -> Found:
    """Yakuman: three pungs or kongs of dragons."""
    return r.together(r.triplets_of(DRAGONS), 3)

@riichi_ema.pattern("shousuushii", 1, en="Little Four Winds", it="Quattro Piccoli Venti",
    ja="小四喜 shousuushii",
    ref="4.2.5", needs=THREE_PUNGS | TWO_WIND_PUNGS,
    rule_it="Yakuman: tre pung o kong di venti e la coppia del quarto.",
    yes="SSS NNN WWW E 345m +E", no="SSS NNN WWW 33m 45m +3m")
def _(r: Reading) -> Found:
    """Yakuman: three pungs or kongs of winds and the pair of the fourth."""
    return r.triplets_with_pair(3, WIND_TILES)

@riichi_ema.pattern("daisuushii", 2, en="Big Four Winds", it="Quattro Grandi Venti",
    ja="大四喜 daisuushii",
    worth=lambda r: 2 if r.options["big_four_winds"] == "double" else 1,
    ref="4.2.5", needs=FOUR_PUNGS | TWO_WIND_PUNGS,
    rule_it="Due yakuman: quattro pung o kong di venti.",
    yes="SSS NNN WWW EEE 3m +3m", no="SSS NNN WWW EE 33m +3m")
def _(r: Reading) -> Found:
    """Two yakuman: four pungs or kongs of winds."""
    return r.together(r.triplets_of(WIND_TILES), 4)

# fmt: on

riichi_ema.excludes("junchan", "chanta", ref="4.2.2")
riichi_ema.excludes("ryanpeikou", "iipeikou", ref="4.2.3")

YAKUMAN_IDS = frozenset(
    "kokushi chuuren tenhou chiihou renhou suuankou suukantsu ryuuiisou chinroutou tsuuiisou "
    "daisangen shousuushii daisuushii".split()
)
LIABLE_FOR = ("daisangen", "daisuushii")  # 3.3.6

_NOT_BESIDE: Texts = {
    "en": "beside {top} nothing else counts",
    "it": "con {top} non si conta altro",
}
_FU: Texts = {"en": "minipoints: {parts}", "it": "minipoint: {parts}"}
_FAN: Texts = {
    "en": "fan: {yaku} yaku{rest} = {fan}{limit}",
    "it": "fan: {yaku} yaku{rest} = {fan}{limit}",
}
_DORA: dict[str, Texts] = {
    "dora": {"en": "{rest} + {count} dora", "it": "{rest} + {count} dora"},
    "red": {"en": "{rest} + {count} red", "it": "{rest} + {count} da cinque rossi"},
    "ura": {"en": "{rest} + {count} ura dora", "it": "{rest} + {count} ura dora"},
    "north": {"en": "{rest} + {count} north", "it": "{rest} + {count} nord"},
}
_YAKUMAN: Texts = {"en": "yakuman: {count}", "it": "yakuman: {count}"}
_NO_YAKU: Texts = {
    "en": "no yaku: at least one is needed",
    "it": "nessuno yaku: ne serve almeno uno",
}
_ONLY_DORA: Texts = {
    "en": "no yaku: dora and red fives are none",
    "it": "nessuno yaku: dora e cinque rossi non lo sono",
}
_CONCEALED_ONLY: Texts = {
    "en": "no yaku: {yaku} counts only in a concealed hand",
    "it": "nessuno yaku: {yaku} conta solo a mano coperta",
}
_TWO_YAKU: Texts = {
    "en": "{yaku} yaku, {needed} needed with {counters} counters on the table",
    "it": "{yaku} yaku, ne servono {needed} con {counters} contatori sul tavolo",
}


@riichi_ema.settles
def _settle(book: Rulebook, reading: Reading, found: list[Item]) -> Tally:
    """Score yakuman alone; or yaku, dora and minipoints up to the limits (4.1)."""
    limit_hands = [item for item in found if item.pattern.id in YAKUMAN_IDS]
    if not limit_hands:
        return _tally_yaku(book, reading, found)
    mangan = book.options.get("renhou") == "mangan"
    renhou = [item for item in limit_hands if mangan and item.pattern.id == "renhou"]
    limit_hands = [item for item in limit_hands if item not in renhou]
    if limit_hands:
        return _yakuman(book, reading, limit_hands, found)
    # renhou as a mangan replaces the score of the hand without it, if that is lower
    plain = _tally_yaku(book, reading, [item for item in found if item not in renhou])
    tally = _tally_yaku(book, reading, renhou, dora=False)
    return max(tally, plain, key=lambda tally: tally.rank)


def _has_liable_player(book: Rulebook, item: Item, win: Win) -> bool:
    """Return whether a player is liable for this yakuman."""
    kongs = item.pattern.id == "suukantsu" and book.options["liable_for_four_kongs"] == "yes"
    return win.liable is not None and (kongs or item.pattern.id in LIABLE_FOR)


def _yakuman(book: Rulebook, reading: Reading, limit_hands: list[Item], found: list[Item]) -> Tally:
    """Score yakuman and nothing else: the highest (4.2), or by an option their sum."""
    if book.options["several_yakuman"] == "added":
        counted = limit_hands
    else:
        liable = partial(_has_liable_player, book, win=reading.win)
        counted = [max(limit_hands, key=lambda item: (item.value, liable(item)))]
    why = phrase(_NOT_BESIDE, top=counted[0].pattern)
    rest = tuple([Dropped(item, why, "4.2") for item in found if item not in counted])
    count = sum([item.value for item in counted])
    points = worth(YAKUMAN * count, reading.win, book.players)
    limit = f"{_TIMES.get(count, str(count))} yakuman".lstrip()
    more = _more(None, None, limit, count)
    return Tally(
        reading,
        tuple(counted),
        rest,
        points,
        (True, points, True, 0, 0),
        more,
        note_factory=lambda: (phrase(_YAKUMAN, count=count),),
    )


_TIMES = {1: "", 2: "double", 3: "triple", 4: "quadruple", 5: "quintuple", 6: "sextuple"}


def _tally_yaku(book: Rulebook, reading: Reading, found: list[Item], dora: bool = True) -> Tally:
    """Score yaku, dora and minipoints."""
    kept, dropped = book.apply_exclusions(found)
    yaku = sum([item.points for item in kept])
    extra = _dora(book, reading) if dora else NO_DORA
    fan = yaku + sum(extra)
    fu = minipoints(reading)
    win = reading.win
    basic, limit = _basic_points(book, fan, fu.total)
    points = worth(basic, win, book.players)
    needed = 2 if win.counters >= 5 and reading.options["five_counters"] == "two_yaku" else 1
    shortfall = None if yaku >= needed else _shortfall(book, reading, yaku, needed, fan)
    return Tally(
        reading,
        tuple(kept),
        tuple(dropped),
        points,
        # of equal payments prefer a yakuman, else more fan and minipoints
        rank=(shortfall is None, points if yaku else 0, False, fan, fu.total),
        more=_more(fan, fu.total, limit, 0, extra) | {"fu_sum": fu.raw},
        note_factory=partial(_sums, yaku, extra, fu, fan, limit),
        shortfall=shortfall,
    )


def _basic_points(book: Rulebook, fan: int, fu: int) -> tuple[int, str]:
    """Return the basic points, and the name of the limit, under the options."""
    rounded = book.options["rounded_mangan"] == "yes"
    return basic_points(fan, fu, str(book.options["thirteen_fan"]), rounded)


def _sums(yaku: int, extra: Bonus, fu: Minipoints, fan: int, limit: str) -> tuple[Phrase, ...]:
    """Return minipoints and fan, each as a sum in words."""
    rest: Phrase | str = ""
    for name, count in zip(_DORA, extra, strict=True):
        if count:
            rest = phrase(_DORA[name], rest=rest, count=count)
    reached = f", {limit}" if limit else ""
    return (
        phrase(_FU, parts=fu.sum),
        phrase(_FAN, yaku=yaku, rest=rest, fan=fan, limit=reached),
    )


Bonus = tuple[int, int, int, int]
"""Fan for dora, red fives, ura dora and north tiles set aside."""
NO_DORA: Bonus = (0, 0, 0, 0)


def _dora(book: Rulebook, reading: Reading) -> Bonus:
    """Count dora, red fives, ura dora, norths; ura dora only for a riichi winner (3.3.12)."""
    win, facts = reading.win, reading.facts
    counts = facts.counts + win.norths * NORTH
    riichi = (win.riichi or win.double_riichi) and reading.options["ura_dora"] != "no"
    ura_indicators = win.ura_indicators if riichi else ()
    bonus = count_dora(win.dora_indicators, counts, book.players) if win.dora_indicators else 0
    ura = count_dora(ura_indicators, counts, book.players) if ura_indicators else 0
    red = facts.red_fives if reading.options["red_fives"] == "fan" else 0
    return bonus, red, ura, win.norths


def _more(
    fan: int | None, fu: int | None, limit: str, yakuman: int, extra: Bonus = NO_DORA
) -> dict[str, int | str | None]:
    dora, red_fives, ura_dora, norths = extra
    more: dict[str, int | str | None] = {
        "han": fan,
        "fu": fu,
        "yakuman": yakuman,
        "limit": limit,
        "dora": dora,
        "red_fives": red_fives,
        "ura_dora": ura_dora,
    }
    return more | {"norths": norths} if norths else more


def _shortfall(book: Rulebook, reading: Reading, yaku: int, needed: int, fan: int) -> Phrase:
    """Return why the hand may not win, with the yaku it would have if it were concealed."""
    if yaku:
        return phrase(_TWO_YAKU, yaku=yaku, needed=needed, counters=reading.win.counters)
    if not reading.closed and reading.only(SIMPLES):
        return phrase(_CONCEALED_ONLY, yaku=book["tanyao"])
    if not reading.closed and reading.chows_in_one_suit(0, 0):
        return phrase(_CONCEALED_ONLY, yaku=book["iipeikou"])
    return phrase(_ONLY_DORA if fan else _NO_YAKU)


@riichi_ema.pays
def _pays(book: Rulebook, tally: Tally, win: Win) -> tuple[Payment, ...] | None:
    """Return the payments: 3.3.6, 3.4.9, 3.4.10, 4.1.2."""
    if not tally.more["yakuman"]:
        fan, fu = tally.more["han"], tally.more["fu"]
        assert isinstance(fan, int) and isinstance(fu, int)  # only a yakuman has none
        basic, _ = _basic_points(book, fan, fu)
        return riichi_payments(basic, win, None, book.players, counter_price(book.options))
    whole = YAKUMAN * sum([item.value for item in tally.items])
    fed = [item for item in tally.items if _has_liable_player(book, item, win)]
    liability = None
    if fed:
        part = YAKUMAN * sum([item.value for item in fed])
        liability = Liability(
            fed[0].pattern,
            whole if book.options["liable_for"] == "hand" else part,
            counters=book.options["counters_paid_by"] == "liable",
        )
    return riichi_payments(whole, win, liability, book.players, counter_price(book.options))


@riichi_ema.checks
def _conflicts(book: Rulebook, hand: Hand, win: Win) -> tuple[Phrase, ...]:
    """Return what does not exist with so many players."""
    if book.players == 4:
        return (phrase(_FOUR_PLAYERS),) if win.norths else ()
    tiles = (*hand.tiles, *win.dora_indicators, *win.ura_indicators)
    strange = sort_tiles({tile for tile in tiles if tile.suit == "m" and tile.rank not in (1, 9)})
    norths = win.norths + sum(tile is Tile("4z") for tile in tiles)
    checks = (
        (Wind.NORTH in (win.seat, win.round, win.discarder, win.liable), phrase(_NO_NORTH_SEAT)),
        (any(meld.kind is SetKind.CHOW for meld in hand.melds), phrase(_NO_CHOW)),
        (strange, phrase(_NO_TILES, tiles=strange)),
        (norths > 4, phrase(_NORTHS, count=norths)),
    )
    return tuple([fault for wrong, fault in checks if wrong])


_FOUR_PLAYERS: Texts = {
    "en": "norths: north tiles are set aside with three players only",
    "it": "norths: le tessere nord si mettono da parte solo in tre",
}
_NO_NORTH_SEAT: Texts = {
    "en": "seat: with three players nobody is North, and there is no north round",
    "it": "seat: in tre nessuno è Nord, e non c'è il giro di Nord",
}
_NO_CHOW: Texts = {
    "en": "melds: with three players no chow is claimed",
    "it": "melds: in tre non si chiamano chow",
}
_NO_TILES: Texts = {
    "en": "{tiles}: with three players there are no 2-8 of characters",
    "it": "{tiles}: in tre non si gioca con i caratteri da 2 a 8",
}
_NORTHS: Texts = {
    "en": "norths: {count} north tiles with those set aside; there are four",
    "it": "norths: {count} tessere nord con quelle da parte; ce ne sono quattro",
}
