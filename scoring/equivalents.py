"""Patterns that several books have under different names, and the nearest one of a book without."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

from .pattern_names import claim_keys, fold_name, pattern_keys
from .plausibility import is_riichi
from .registry import RULEBOOKS
from .rulebook import Pattern, Rulebook, RulebookError

SEVERAL = "*"
_BOOKS = ("zung-jung", "chinese-official", "mcr", "hong-kong", "riichi-ema")
# names that people use; behind = the id in each of these books, - for none, * for several; behind
# ~ those, or the nearest others, best first
_TABLE = """
all simples, all inside, inside hand, tan yao, tanyao chuu, no terminals or honors, senza teste e
  onori
    = 1.3 | pezzi_minori | 23 | - | tanyao
    ~ all chows
all chows, all sequences, all runs, all straights, pinfu, ping hu, ping wu, ping woo, tutti chow,
  tutte scale
    = 1.1 | sole_serie | 18 | 1.1 | pinfu
concealed hand, closed hand, menzen, menzenchin, mano coperta
    = 1.2 | mano_coperta | 17 | 3.2 | -
    ~ self-drawn
fully concealed, fully concealed and self-drawn, tutto pescato
    = - | mano_interamente_coperta | 25 | - | menzen_tsumo
    ~ concealed hand
self-drawn, self drawn, self-pick, self pick, tsumo, zimo, pescata
    = - | pezzo_dal_muro | 12 | 3.1 | menzen_tsumo
    ~ concealed hand
half flush, mixed one suit, semi-pure, honitsu, hon itsu, mano pura
    = 2.1.1 | un_seme_onori | 29 | 1.3 | honitsu
full flush, pure one suit, all one suit, chinitsu, chin itsu, mano purissima
    = 2.1.2 | un_seme | 58 | 1.4 | chinitsu
nine gates, nine lanterns, chuuren poutou, nove porte
    = 2.2 | nove_pezzi | 78 | 5.8 | chuuren
value honor, value honors, yakuhai, fanpai, onori con valore
    = 3.1 | * | * | * | *
    ~ white dragon, green dragon, red dragon, dragon pung, prevalent wind, seat wind
dragon pung, dragons, pung of dragons, pung di drago
    = 3.1 | tris_draghi | 14 | 2.1 | *
    ~ white dragon, green dragon, red dragon
white dragon, haku
    = - | - | - | - | yakuhai_haku
    ~ dragon pung
green dragon, hatsu
    = - | - | - | - | yakuhai_hatsu
    ~ dragon pung
red dragon, chun
    = - | - | - | - | yakuhai_chun
    ~ dragon pung
seat wind, own wind, jikaze, proprio vento
    = 3.1 | tris_vento_giocatore | 16 | 2.2 | seat_wind
prevalent wind, round wind, bakaze, vento di giro
    = 3.1 | tris_vento_giro | 15 | 2.3 | round_wind
small three dragons, little three dragons, small dragons, shousangen, piccoli draghi
    = 3.2.1 | tre_draghi_piccolo | 71 | 1.6 | shousangen
big three dragons, great dragons, daisangen, grandi draghi
    = 3.2.2 | tre_sapienti | 76 | 1.7 | daisangen
small three winds
    = 3.3.1 | - | - | - | -
    ~ big three winds, small four winds
big three winds
    = 3.3.2 | tre_venti_grande | 48 | - | -
    ~ small four winds
small four winds, little four winds, small winds, shousuushii, piccoli venti
    = 3.3.3 | quattro_venti_piccolo | 70 | 5.2 | shousuushii
big four winds, great winds, daisuushii, grandi venti
    = 3.3.4 | quattro_venti_grande | 75 | 5.3 | daisuushii
all honors, all honours, tsuuiisou, tutti onori
    = 3.4 | tutti_onori | 72 | 5.1 | tsuuiisou
all pungs, all triplets, all pongs, toitoi, toi toi, tutti pung, tutti tris
    = 4.1 | mano_di_tris | 28 | 1.2 | toitoi
two concealed pungs
    = 4.2.1 | due_tris_coperti | 21 | - | -
    ~ three concealed pungs, all pungs
three concealed pungs, sanankou, san ankou, tre pung coperti
    = 4.2.2 | tre_tris_coperti | 54 | - | sanankou
    ~ four concealed pungs
four concealed pungs, suuankou, suu ankou, quattro pung coperti
    = 4.2.3 | quattro_tris_coperti | 73 | 5.6 | suuankou
two kongs
    = 4.3.2 | due_poker | 26 | - | -
    ~ three kongs, four kongs
three kongs, sankantsu, tre kong
    = 4.3.3 | tre_poker | 65 | - | sankantsu
    ~ four kongs
four kongs, all kongs, suukantsu, quattro kong
    = 4.3.4 | quattro_poker | 79 | 5.5 | suukantsu
pure double chow, two identical chows, iipeikou, iipeiko
    = 5.1.1 | due_serie_identiche | 1 | - | iipeikou
    ~ all chows
twice pure double chow, two identical sequences twice, ryanpeikou, ryanpeiko
    = 5.1.2 | - | - | - | ryanpeikou
    ~ pure double chow, seven pairs
pure triple chow, three identical chows
    = 5.1.3 | tre_serie_identiche | 59 | - | -
    ~ pure double chow, all chows
quadruple chow, four identical chows
    = 5.1.4 | quattro_serie_identiche | 67 | - | -
    ~ twice pure double chow, pure double chow, all chows
mixed double chow
    = - | due_serie_uguali_semi_diversi | 2 | - | -
    ~ mixed triple chow, all chows
mixed triple chow, three-colour straight, three colour straight, sanshoku, sanshoku doujun
    = 6.1 | tre_serie_uguali | 37 | - | sanshoku_doujun
    ~ all chows
triple pung, three similar triplets, sanshoku doukou
    = 6.2.2 | tre_tris_valore | 53 | - | sanshoku_doukou
    ~ all pungs
pure straight, straight, nine-tile straight, ittsu, itsu, ikkitsuukan
    = 7.1 | scarto3_stesso | 49 | - | ittsu
    ~ full flush
mixed straight
    = - | scarto3_tre_semi | 35 | - | -
    ~ pure straight, all chows
three consecutive triplets, pure shifted pungs, sanrenkou
    = 7.2.1 | tris_consec | 60 | - | -
    ~ all pungs
four consecutive triplets, four pure shifted pungs
    = 7.2.2 | quattro_tris_consec | 68 | - | -
    ~ three consecutive triplets, all pungs
outside hand, half outside hand, chanta, terminals or honors in all sets
    = 8.1.1 | teste_ogni | 24 | - | chanta
    ~ all terminals and honors
terminals in all sets, full outside hand, junchan
    = 8.1.2 | - | - | - | junchan
    ~ outside hand, all terminals
all terminals and honors, all terminals and honours, mixed terminals, mixed orphans, honroutou
    = 8.1.3 | mano_di_teste | 66 | 1.5 | honroutou
all terminals, pure terminals, orphans, chinroutou
    = 8.1.4 | tutti_1_9 | 69 | 5.7 | chinroutou
last tile draw, last tile of the wall, haitei, moon from the bottom of the sea, ultima tessera
    = 9.1.1 | ultimo_pezzo_muro | 40 | 3.4 | haitei
last tile claim, last discard, houtei, ultimo scarto
    = 9.1.2 | ultimo_scarto | 41 | 3.4 | houtei
out with replacement tile, win on kong, after a kong, rinshan, rinshan kaihou, dead wall draw
    = 9.2 | coda_muro | 42 | 3.5 | rinshan
robbing the kong, robbing a kong, chankan, kong rubato
    = 9.3 | furto_poker | 43 | 3.3 | chankan
blessing of heaven, heavenly hand, tenhou
    = 9.4.1 | - | - | 5.9 | tenhou
    ~ self-drawn
blessing of earth, earthly hand, chiihou
    = 9.4.2 | - | - | 5.10 | chiihou
    ~ self-drawn
blessing of man, renhou
    = - | - | - | - | renhou
    ~ blessing of earth, concealed hand
thirteen orphans, thirteen terminals, kokushi, kokushi musou, tredici orfani
    = 10.1 | tredici_meraviglie | 81 | 5.4 | kokushi
seven pairs, chiitoitsu, chiitoi, sette coppie
    = 10.2 | sette_coppie | 55 | 1.8 | chiitoitsu
    ~ all pungs
all green, ryuuiisou
    = - | tutta_verde | 77 | - | ryuuiisou
    ~ full flush, half flush
chicken hand
    = chicken | mano_del_pollo | 39 | 1.0 | -
no honors
    = - | senza_onori | 8 | - | -
    ~ all simples
all types
    = - | tutti_i_semi | 31 | - | -
    ~ half flush
flower tiles, flowers
    = 11.1.1 | fiori | 13 | - | -
    ~ own flower
own flower, seat flower
    = 11.1.2 | - | - | 4.1 | -
    ~ flower tiles
riichi, reach
    = - | - | - | - | riichi
    ~ concealed hand
ippatsu
    = - | - | - | - | ippatsu
    ~ concealed hand
"""


@dataclass(frozen=True, slots=True)
class Equivalent:
    """One pattern of several books.

    Attributes:
        names: that people use; the first one is its key.
        ids: in each book that has it; `SEVERAL` where it is several patterns there.
        near: keys of the nearest others, best first.
    """

    names: tuple[str, ...]
    ids: Mapping[str, str]
    near: tuple[str, ...]


def equivalent_pattern(name: str, rulebook: Rulebook) -> Pattern | None:
    """Return the pattern of a rulebook that has this name in another one, or among people."""
    found = _find(name)
    return None if found is None else _pattern_of(found, rulebook)


def is_several(name: str, rulebook: Rulebook) -> bool:
    """Return whether a name, as yakuhai, is of several patterns in a rulebook."""
    found = _find(name)
    return found is not None and found.ids.get(_book_of(rulebook)) == SEVERAL


def nearest_patterns(name: str, rulebook: Rulebook) -> tuple[Pattern, ...]:
    """Return the patterns that a name is of, or the nearest ones of a rulebook without it."""
    found = _find(name)
    if found is None:
        return ()
    near = [_pattern_of(_by_key()[key], rulebook) for key in found.near]
    return tuple(dict.fromkeys(one for one in near if one is not None))


@dataclass(frozen=True, slots=True)
class Namesake:
    """A pattern of another book, named much like a text.

    Attributes:
        book: id of the book.
        pattern: as that book has it.
        here: the patterns that it is in the own book, or the nearest ones there.
        is_here: whether they are that pattern, under other names.
    """

    book: str
    pattern: Pattern
    here: tuple[Pattern, ...]
    is_here: bool


def namesake_elsewhere(name: str, rulebook: Rulebook, least: float) -> Namesake | None:
    """Return the pattern of another book whose name is most like a text, and more than `least`.

    Args:
        name: as a person wrote it.
        rulebook: the own book.
        least: likeness of the own book's names, 0 to 1 (`likeness`).
    """
    names, folded = _by_name(), fold_name(name)
    key = max(names, key=lambda key: likeness(key, folded))
    if likeness(key, folded) <= least:
        return None
    found = names[key]
    known = [book for book, id in found.ids.items() if id != SEVERAL]
    book = next((book for book in known if key in pattern_keys(RULEBOOKS[book])), known[0])
    own = _pattern_of(found, rulebook)
    here = (own,) if own is not None else nearest_patterns(key, rulebook)
    is_here = own is not None or is_several(key, rulebook)
    return Namesake(book, RULEBOOKS[book][found.ids[book]], here, is_here)


def likeness(one: str, other: str) -> float:
    """Return how much alike two folded names are, from 0 to 1."""
    return SequenceMatcher(None, one, other).ratio()


def _find(name: str) -> Equivalent | None:
    names = _by_name()
    return next((names[key] for key in claim_keys(name) if key in names), None)


def _pattern_of(found: Equivalent, rulebook: Rulebook) -> Pattern | None:
    id = found.ids.get(_book_of(rulebook))
    if id is None or id == SEVERAL:
        return None
    try:
        return rulebook[id]
    except RulebookError:  # a preset without it
        return None


def _book_of(rulebook: Rulebook) -> str:
    if is_riichi(rulebook):
        return "riichi-ema"
    return "mcr" if rulebook.id.startswith("mcr") else rulebook.id


@cache
def _by_key() -> Mapping[str, Equivalent]:
    return {one.names[0]: one for one in all_equivalents()}


@cache
def all_equivalents() -> tuple[Equivalent, ...]:
    """Return every pattern that some book has under another name, or lacks."""
    found = []
    for block in re.split(r"\n(?! )", _TABLE.strip()):
        names, _, rest = block.partition("=")
        ids, _, near = rest.partition("~")
        by_book = dict(zip(_BOOKS, map(str.strip, ids.split("|")), strict=True))
        known = {book: id for book, id in by_book.items() if id != "-"}
        found.append(Equivalent(_parts(names), known, _parts(near)))
    return tuple(found)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split(",") if part.strip())


@cache
def _by_name() -> Mapping[str, Equivalent]:
    """Map folded names to what they mean: those that people use, then those of the books.

    A name of the books that means several patterns means none of them.
    """
    found = {fold_name(name): one for one in all_equivalents() for name in one.names}
    printed: dict[str, list[Equivalent]] = {}
    for one in all_equivalents():
        for key in dict.fromkeys(_book_keys(one)):
            printed.setdefault(key, []).append(one)
    for key, meant in printed.items():
        if len(meant) == 1:
            found.setdefault(key, meant[0])
    return found


def _book_keys(one: Equivalent) -> Iterator[str]:
    for book, id in one.ids.items():
        if id == SEVERAL:
            continue
        for name in RULEBOOKS[book][id].names.values():
            yield fold_name(name)
            yield from (fold_name(part) for part in name.split(" ") if not part.isascii())
