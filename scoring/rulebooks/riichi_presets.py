"""Riichi as it is played outside the EMA rules of 2008: presets of `riichi_ema`.

Every setting names its source, which `rules` prints; what a preset leaves out is a ruling of it.
The sources, as far as their texts could be had:

EMA 2016: the association's announcement of the rules in force from 1 April 2016, "The main changes
since the 2012 edition" and "Differences from World Championship Rules 2015" (mahjongnews.com).

EMA 2025 (edition of August 2025, in force from 1 January 2026): two programs that follow it sum it
up by paragraph, senegrom/mahjong ("Rules card") and one with a page "EMA Riichi 2025: scoring,
settlement and progression contract". They agree; the paragraphs are theirs.

WRC 2015: World Riichi Championship Rules 2015 (S. Malbec), 6.1 and 6.5 (ooyamaneko.net);
the differences that the EMA's announcement lists, with all else as in EMA 2016; the wiki ("World
Riichi Championship rules"); the table in "Our Variant Rules" of sgriichimahjong.com.

WRC 2025 (edition of 26 May 2025): a preset "verified against the official WRC Rules 2025 rulebook"
that cites its paragraphs, and the table of presets of a program that follows it with the
clarification of 29 June 2025. They agree. A chombo: mahjongbelgium.be on the edition of 2022, which
differs besides in that 13 fan without a yakuman are a sanbaiman.

Tenhou: the wiki ("Tenhou.net rules", a translation of the site's manual); K. Kobayashi, "Rules of
Majiang" (a gist that lists where they differ from Tenhou's); notes of ronin 0.19.0, which aligned
its scoring with Tenhou's; RiichiEnv, "Game Rules Configuration", column `default_tenhou`.

Mahjong Soul: RiichiEnv, the same page, column `default_mjsoul`, and the tests of its game with
three players, and `default_mjsoul_sanma`; RiichiCalc 1.0 ("uses the Mahjong Soul ruleset"); the
table `RiichiRuleset::MajSoul` of a calculator in Rust, whose line on the rounded mangan is marked
as unverified and not used.

M.League: summaries of the league's rules, k-bys.work, majannavi.com, mahjong-space.com and
majyan-item.com; the wiki ("M.League").

Three players: the wiki ("Sanma"); the rules of mjstars.net ("Rules for 3-player Ranking Match");
RiichiEnv, column `default_tenhou_sanma`, and its tests; McGill University's club rules of 2015.
"""

from __future__ import annotations

from ..rulebook import Ruling
from ..text import Texts
from .riichi_ema import MANGAN_FAN, riichi_ema

_OPEN_SIMPLES: Texts = {
    "en": "A hand without terminals or honours, open or concealed.",
    "it": "Mano, coperta o scoperta, senza onori né tessere di testa.",
}
_MANGAN_OF_MAN: Texts = {
    "en": "A mangan by itself: won on a discard before one's first draw in the first uninterrupted "
    "go-around.",
    "it": "Di per sé un mangan: vincita su scarto prima della propria prima pescata, nel primo "
    "giro ininterrotto.",
}
_ONE_YAKUMAN: Texts = {
    "en": "Yakuman: four pungs or kongs of winds.",
    "it": "Yakuman: quattro pung o kong di venti.",
}
_SIMPLES = {"tanyao": (1, _OPEN_SIMPLES)}
_WINDS = {"daisuushii": (1, _ONE_YAKUMAN)}
_MAN = {"renhou": (MANGAN_FAN, _MANGAN_OF_MAN)}


def _omission(ref: str, en: str, it: str) -> Ruling:
    """Return the ruling that names what a preset does not have."""
    return Ruling({"en": f"left out: {en}", "it": f"non compresi: {it}"}, ref)


_OF_EMA = {ruling.ref: ruling for ruling in riichi_ema.rulings}
_PLAY = tuple(_OF_EMA[ref] for ref in ("C-3: 3.3.12", "C-17: 3.3.1 / 3.3.4", "4.2.1"))
"""Rulings of the book of 2008 that hold everywhere."""

_DOUBLES = (
    "thirteen_sided_orphans",
    "nine_sided_gates",
    "pungs_waiting_for_pair",
    "big_four_winds",
)

# EMA 2016, and WRC 2015 by what differs from it.

_CHANGES = "EMA 2016: changes since the 2012 edition"
_EMA_2016 = dict.fromkeys(
    ("all_simples", "red_fives", "five_counters", "thirteen_fan", "renhou", "big_four_winds"),
    _CHANGES,
)
ema_2016 = riichi_ema.preset(
    "riichi-ema-2016",
    names={"en": "Riichi (EMA 2016)", "it": "Riichi (EMA 2016)", "ja": "立直麻雀"},
    ref="EMA Riichi Rules for Japanese Mahjong, 1 April 2016: changes since the edition of 2012",
    wording=_SIMPLES | _MAN | _WINDS,
    without=("after_abortive_draw",),
    rulings=(*_PLAY, _OF_EMA["3.4.1"]),
    refs=_EMA_2016,
    all_simples="open",
    red_fives="none",
    five_counters="one_yaku",
    thirteen_fan="sanbaiman",
    renhou="mangan",
    big_four_winds="single",
)

wrc_2015 = ema_2016.preset(
    "riichi-wrc-2015",
    names={"en": "Riichi (WRC 2015)", "it": "Riichi (WRC 2015)", "ja": "立直麻雀 世界選手権"},
    ref="World Riichi Championship Rules, 16 June 2015",
    refs={
        "all_simples": "WRC: wiki, Kuitan",
        "red_fives": "EMA 2016",
        "five_counters": "EMA 2016",
        "thirteen_fan": "WRC 6.1",
        "renhou": "WRC 6.5.4; EMA 2016",
        "big_four_winds": "WRC: wiki, Yakuman",
        "several_yakuman": "WRC 6.5",
        "rounded_mangan": "WRC 6.1",
        "liable_for_four_kongs": "sgriichimahjong.com: WRC",
        **dict.fromkeys(
            ("last_replacement", "liable_for", "counters_paid_by"),
            "EMA 2016, whose list of differences from WRC 2015 names none here",
        ),
    },
    rounded_mangan="yes",
    liable_for_four_kongs="yes",
)

# EMA 2025, which has come nearer to the WRC; and WRC 2025 by what differs from that of 2015.

ema_2025 = ema_2016.preset(
    "riichi-ema-2025",
    names={"en": "Riichi (EMA 2025)", "it": "Riichi (EMA 2025)", "ja": "立直麻雀"},
    ref="EMA Riichi Rules for Japanese Mahjong, edition of August 2025, as two programs sum it up",
    refs={
        "all_simples": "EMA 2025, 4.2.1",
        "red_fives": "EMA 2025, 4.1",
        "five_counters": _CHANGES,
        "thirteen_fan": "EMA 2025, 4.1.3",
        "renhou": "EMA 2025, 4.2.4",
        **dict.fromkeys((*_DOUBLES, "several_yakuman"), "EMA 2025, 4.2.6"),
        "last_replacement": _CHANGES,
        "rounded_mangan": "EMA 2025, 4.1.2",
        "double_wind_pair": "EMA 2025, 4.1.1",
        **dict.fromkeys(
            ("liable_for_four_kongs", "liable_for", "counters_paid_by"), "EMA 2025, 3.3.7"
        ),
    },
    rounded_mangan="yes",
    double_wind_pair=2,
)

_WRC_ABSTRACT = "WRC 2025, Abstract"
wrc_2025 = wrc_2015.preset(
    "riichi-wrc-2025",
    names={"en": "Riichi (WRC 2025)", "it": "Riichi (WRC 2025)", "ja": "立直麻雀 世界選手権"},
    ref="World Riichi Championship Rules, 26 May 2025, as two programs cite them",
    rulings=(
        *wrc_2015.rulings,
        Ruling(
            {
                "en": "no text could be had for these points, which are as in WRC 2015, and there "
                "as in EMA 2016 (3.4.1, 3.3.6): the last kong's replacement tile is After a Kong "
                "and Under the Sea; a liable player pays the whole hand, and the discarder the "
                "counters. That there is liability for Four Kongs is 9.1.1",
                "it": "non si è trovato un testo per questi punti, che sono come in WRC 2015, e là "
                "come in EMA 2016 (3.4.1, 3.3.6): il rimpiazzo dell'ultimo kong è Dopo un Kong e "
                "Sotto il Mare; il responsabile paga tutta la mano, e chi scarta i contatori. Che "
                "si sia responsabili di Quattro Kong è in 9.1.1",
            },
            "WRC 2025, 9.1.1; EMA 2016",
        ),
    ),
    refs={
        "all_simples": _WRC_ABSTRACT,
        "red_fives": _WRC_ABSTRACT,
        "five_counters": "EMA 2016",
        "thirteen_fan": "WRC 2025, 11.2",
        "renhou": "WRC 2025, 11.5.4",
        **dict.fromkeys(_DOUBLES, _WRC_ABSTRACT),
        "several_yakuman": "WRC 2025, 9.1",
        "rounded_mangan": "WRC 2025, 13.4",
        "double_wind_pair": "WRC 2025, 11.3",
        "liable_for_four_kongs": "WRC 2025, 9.1.1",
        **dict.fromkeys(
            ("last_replacement", "liable_for", "counters_paid_by"), "no text; as in WRC 2015"
        ),
    },
    thirteen_fan="yakuman",
    several_yakuman="added",
    double_wind_pair=2,
)

# Tenhou's common table, with red fives and open simples.

_TENHOU = "Tenhou: wiki, Tenhou.net rules"
_AS_MAJIANG = "Tenhou: Rules of Majiang"
_RONIN = "Tenhou: ronin 0.19.0"
_RIICHI_ENV = "RiichiEnv, Game Rules Configuration"
tenhou = riichi_ema.preset(
    "riichi-tenhou",
    names={"en": "Riichi (Tenhou)", "it": "Riichi (Tenhou)", "ja": "立直麻雀 天鳳"},
    ref="Tenhou.net rules (Japanese Mahjong Wiki): kuitan ari, red dora ari",
    wording=_SIMPLES | _WINDS,
    without=("renhou",),
    rulings=(
        *_PLAY,
        _omission(
            _TENHOU,
            "the west round if nobody has 30000 points; the end as soon as a player has less than "
            "none; East's right to end the last hand as the first; nagashi mangan, which replaces "
            "the payments of a drawn hand",
            "il giro di Ovest se nessuno ha 30000 punti; la fine appena qualcuno scende sotto "
            "zero; la facoltà di Est di finire all'ultima mano se è primo; il nagashi mangan, che "
            "sostituisce i pagamenti di un pareggio",
        ),
        Ruling(
            {
                "en": "three winners on one discard abort the deal, and East stays",
                "it": "tre vincitori su uno scarto annullano la mano, ed Est resta Est",
            },
            _TENHOU,
        ),
        Ruling(
            {
                "en": "of two winners the nearer one in turn is paid the counters",
                "it": "di due vincitori i contatori vanno al primo di turno",
            },
            _TENHOU,
        ),
        Ruling(
            {
                "en": "the uma includes the difference of the start to 30000 (oka), which the "
                "first receives",
                "it": "l'uma comprende la differenza fra partenza e 30000 (oka), che va al primo",
            },
            _TENHOU,
        ),
    ),
    refs={
        "all_simples": _AS_MAJIANG,
        "red_fives": _TENHOU,
        "five_counters": _AS_MAJIANG,
        "thirteen_fan": "PyPI mahjong (Tenhou)",
        **dict.fromkeys(_DOUBLES, _RIICHI_ENV),
        "several_yakuman": _TENHOU,
        "last_replacement": _RONIN,
        "rounded_mangan": _RONIN,
        "double_wind_pair": _TENHOU,
        "liable_for_four_kongs": _AS_MAJIANG,
        "liable_for": f"{_AS_MAJIANG}; ronin 0.19.0",
        "counters_paid_by": _TENHOU,
        "after_abortive_draw": _TENHOU,
    },
    all_simples="open",
    five_counters="one_yaku",
    big_four_winds="single",
    several_yakuman="added",
    last_replacement="after_a_kong",
    counters_paid_by="liable",
)

_SANMA = "wiki, Sanma; mjstars.net"
_OF_THREE = (
    Ruling(
        {
            "en": "there are no 2-8 of characters, no claimed chow and no North; 1 of "
            "characters as indicator makes 9 dora",
            "it": "non ci sono i caratteri da 2 a 8, né chow chiamati, né Nord; l'1 di "
            "caratteri come indicatore rende dora il 9",
        },
        _SANMA,
    ),
    Ruling(
        {
            "en": "each north tile set aside is one fan and no yaku, and dora if an indicator "
            "points at it; a win on its replacement is After a Kong, and it ends the first "
            "uninterrupted go-around",
            "it": "ogni tessera nord messa da parte è un fan ma non uno yaku, e dora se un "
            "indicatore la indica; vincere sul rimpiazzo è Dopo un Kong, e interrompe il "
            "primo giro",
        },
        _SANMA,
    ),
    Ruling(
        {
            "en": "a win on a north tile that another sets aside is a win on a discard, and "
            "not Robbing the Kong",
            "it": "vincere su una tessera nord messa da parte da altri è una vincita su "
            "scarto, e non un Kong Rubato",
        },
        "McGill 2015",
    ),
    Ruling(
        {
            "en": "of a self-drawn win the share of the missing player is not paid (tsumo "
            "loss); a counter is 100 from each",
            "it": "di una vincita su tsumo la quota del giocatore assente non si paga (tsumo "
            "loss); un contatore vale 100 da ciascuno",
        },
        "RiichiEnv (3P)",
    ),
)
"""Rulings that hold wherever three play."""
tenhou_three = tenhou.preset(
    "riichi-three-players",
    names={
        "en": "Riichi for three (Tenhou)",
        "it": "Riichi in tre (Tenhou)",
        "ja": "三人麻雀 天鳳",
    },
    ref="Sanma (Japanese Mahjong Wiki); rules for 3-player ranking matches, mjstars.net",
    without=("sanshoku_doujun",),
    rulings=(
        *_PLAY,
        *_OF_THREE,
        _omission(
            _SANMA,
            "the west round, the end below no points, and nagashi mangan, as for four",
            "il giro di Ovest, la fine sotto zero e il nagashi mangan, come in quattro",
        ),
    ),
    players=3,
)

# Mahjong Soul's ranked table.

_SOUL = "RiichiEnv, Game Rules Configuration: Mahjong Soul"
_SOUL_DEALT = "InjusticeJudge, issue 19: Mahjong Soul's tenhou"
_CALC = "RiichiCalc 1.0: Mahjong Soul"
_RUST = "RiichiRuleset::MajSoul"
_HEAVENLY = Ruling(
    {
        "en": "Blessing of Heaven and of Earth are one yakuman: the sources list four double "
        "yakuman (Thirteen Orphans on thirteen tiles, Nine Gates on nine, Four Concealed Pungs on "
        "the pair, Big Four Winds), and these are not among them; beside Blessing of Heaven the "
        "first three of them count double",
        "it": "Benedizione del Cielo e della Terra sono uno yakuman: le fonti elencano quattro "
        "yakuman doppi (Tredici Orfani su tredici tessere, Nove Porte su nove, Quattro Pung "
        "Coperti sulla coppia, Quattro Grandi Venti), e queste non sono fra loro; con la "
        "Benedizione del Cielo i primi tre valgono doppio",
    },
    f"{_SOUL}; riichienv-core, rule.rs; {_SOUL_DEALT}",
)
mahjong_soul = riichi_ema.preset(
    "riichi-mahjong-soul",
    names={
        "en": "Riichi (Mahjong Soul)",
        "it": "Riichi (Mahjong Soul)",
        "ja": "立直麻雀 雀魂",
    },
    ref="Mahjong Soul's ranked table as RiichiEnv, RiichiCalc and others document it",
    wording={
        **_SIMPLES,
        "kokushi": (
            1,
            {
                "en": "Yakuman: one tile of each terminal and honour, and a second of one of "
                "them; two yakuman if it waited for all thirteen.",
                "it": "Yakuman: una tessera per ogni testa e onore, e una seconda di una di esse; "
                "due yakuman se le attendeva tutte e tredici.",
            },
        ),
        "chuuren": (
            1,
            {
                "en": "Yakuman: concealed 1112345678999 of one suit, and one more tile of that "
                "suit; two yakuman if it waited for all nine.",
                "it": "Yakuman: 1112345678999 di un seme e un'altra tessera di quel seme, mano "
                "coperta; due yakuman se le attendeva tutte e nove.",
            },
        ),
        "suuankou": (
            1,
            {
                "en": "Yakuman: four concealed pungs or kongs; two yakuman if it waited for the "
                "pair.",
                "it": "Yakuman: quattro pung o kong coperti; due yakuman se attendeva la coppia.",
            },
        ),
    },
    without=("renhou",),
    rulings=(
        *_PLAY,
        _omission(
            "–",
            "the uma; the west round; nagashi mangan, which replaces the payments of a drawn hand",
            "l'uma; il giro di Ovest; il nagashi mangan, che sostituisce i pagamenti di un "
            "pareggio",
        ),
        Ruling(
            {
                "en": "of several winners the nearest in turn is paid the counters",
                "it": "di più vincitori i contatori vanno al primo di turno",
            },
            "RiichiEnv (3P)",
        ),
        Ruling(
            {
                "en": "no source decides these, which are as on Tenhou: the replacement tile of "
                "the last kong, and 4 fan with 30 minipoints, which are not rounded",
                "it": "nessuna fonte decide questi punti, che sono come su Tenhou: il rimpiazzo "
                "dell'ultimo kong, e 4 fan con 30 minipoint, che non si arrotondano",
            },
            _TENHOU,
        ),
        _HEAVENLY,
    ),
    refs={
        "all_simples": "drelatgithub/mahjong-calc: Mahjong Soul",
        "red_fives": _CALC,
        "five_counters": _AS_MAJIANG,
        "thirteen_fan": _RUST,
        **dict.fromkeys(_DOUBLES, _SOUL),
        "dealt_hand": _SOUL_DEALT,
        "several_yakuman": _SOUL,
        "last_replacement": _RONIN,
        "rounded_mangan": _RONIN,
        "double_wind_pair": _RUST,
        "liable_for_four_kongs": _SOUL,
        "liable_for": _SOUL,
        "counters_paid_by": "RiichiEnv (3P)",
        "after_abortive_draw": _TENHOU,
    },
    all_simples="open",
    five_counters="one_yaku",
    thirteen_sided_orphans="double",
    nine_sided_gates="double",
    pungs_waiting_for_pair="double",
    dealt_hand="best",
    several_yakuman="added",
    last_replacement="after_a_kong",
    liable_for="yakuman",
    counters_paid_by="liable",
)

_SOUL_THREE = "RiichiEnv, Game Rules Configuration: default_mjsoul_sanma"
_NO_TEXT_FOR_THREE = (
    "the start of 35000 points and the payments of a drawn hand, which are as for three on Tenhou; "
    "the uma; the west round; nagashi mangan"
)
mahjong_soul_three = mahjong_soul.preset(
    "riichi-mahjong-soul-three",
    names={
        "en": "Riichi for three (Mahjong Soul)",
        "it": "Riichi in tre (Mahjong Soul)",
        "ja": "三人麻雀 雀魂",
    },
    ref="Mahjong Soul's table for three as RiichiEnv documents it",
    without=("sanshoku_doujun",),
    rulings=(
        *_PLAY,
        *_OF_THREE,
        _HEAVENLY,
        Ruling(
            {
                "en": f"no text could be had for {_NO_TEXT_FOR_THREE}",
                "it": "non si è trovato un testo per la partenza da 35000 punti e i pagamenti di "
                "un pareggio, che sono come in tre su Tenhou; per l'uma; il giro di Ovest; il "
                "nagashi mangan",
            },
            "–",
        ),
    ),
    refs={
        **{name: rule.ref for name, rule in mahjong_soul.option_rules.items()},
        **dict.fromkeys((*_DOUBLES, "liable_for"), _SOUL_THREE),
    },
    players=3,
)

# The professional league of Japan.

_KBYS, _NAVI = "M.League: k-bys.work", "M.League: majannavi.com"
_SPACE, _WIKI = "M.League: mahjong-space.com", "M.League: wiki"
m_league = riichi_ema.preset(
    "riichi-m-league",
    names={"en": "Riichi (M.League)", "it": "Riichi (M.League)", "ja": "立直麻雀 Mリーグ"},
    ref="M.League rules, as k-bys.work, majannavi.com and the Japanese Mahjong Wiki sum them up",
    wording=_SIMPLES | _WINDS,
    without=("renhou", "after_abortive_draw"),
    rulings=(
        *_PLAY,
        Ruling(
            {
                "en": "no text could be had for these points, which are as in EMA 2008 (3.4.1, "
                "3.3.6): the last kong's replacement tile is After a Kong and Under the Sea; a "
                "liable player pays the whole hand, and the discarder the counters. That there is "
                "liability for Four Kongs is the wiki's",
                "it": "non si è trovato un testo per questi punti, che sono come in EMA 2008 "
                "(3.4.1, 3.3.6): il rimpiazzo dell'ultimo kong è Dopo un Kong e Sotto il Mare; il "
                "responsabile paga tutta la mano, e chi scarta i contatori. Che si sia "
                "responsabili di Quattro Kong è della wiki",
            },
            _WIKI,
        ),
        _omission(
            "–",
            "Blessing of Man and nagashi mangan, which no summary of the rules names",
            "la Benedizione dell'Uomo e il nagashi mangan, che nessun riassunto delle regole "
            "nomina",
        ),
        Ruling(
            {
                "en": "one player wins on a discard, the first in turn",
                "it": "su uno scarto vince un solo giocatore, il primo di turno",
            },
            _NAVI,
        ),
        Ruling(
            {
                "en": "the uma includes the difference of the start to 30000 (oka), which the "
                "first receives",
                "it": "l'uma comprende la differenza fra partenza e 30000 (oka), che va al primo",
            },
            _KBYS,
        ),
    ),
    refs={
        "all_simples": _NAVI,
        "red_fives": _KBYS,
        "five_counters": _NAVI,
        "thirteen_fan": _KBYS,
        **dict.fromkeys(_DOUBLES, _KBYS),
        "several_yakuman": _KBYS,
        **dict.fromkeys(
            ("last_replacement", "liable_for", "counters_paid_by"), "no text; as in EMA 2008"
        ),
        **dict.fromkeys(("ippatsu", "ura_dora", "counter"), _SPACE),
        "rounded_mangan": _KBYS,
        "double_wind_pair": _WIKI,
        "liable_for_four_kongs": _WIKI,
    },
    all_simples="open",
    five_counters="one_yaku",
    thirteen_fan="sanbaiman",
    big_four_winds="single",
    several_yakuman="added",
    rounded_mangan="yes",
    double_wind_pair=2,
    liable_for_four_kongs="yes",
)
