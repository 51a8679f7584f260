"""Claims compared with the score: Zung Jung hands, and what each wrong claim is told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from scoring import RULEBOOKS, rulebook, score
from scoring.claim import ClaimedItem, ClaimedScore, ClaimError, parse_claim
from scoring.dispute import RemarkKind, differences
from scoring.hand import Hand
from scoring.notation import parse_win
from scoring.rulebooks.mcr import mcr
from scoring.rulebooks.zung_jung import zung_jung
from scoring.win import Win
from tests.scoring.test_properties import wins

# 40 mixed one-suit + 10 own wind: the pung of North counts for nobody else
HALF_FLUSH = "23478m 11z [<567m] [^444z] +9m | from W seat N"


def remarks(hand: str, claim: str) -> list[tuple[str, str, str]]:
    """Kind, English sentence and paragraph of each remark."""
    result = score(*parse_win(hand), zung_jung)
    found = differences(result, parse_claim(claim, zung_jung))
    return [(remark.kind.value, remark.text.localize("en"), remark.ref) for remark in found]


@pytest.mark.parametrize(
    "claim",
    [
        "50",
        "50: 2.1.1, 3.1",
        "mixed one-suit, value honor",
        "mano pura = 40, onori con valore = 10",
        "50: 混一色, Value honor x1 = 10",
        "Mixed One-Suit 40 + Value Honor 10",
    ],
)
def test_right_claims(claim: str) -> None:
    assert remarks(HALF_FLUSH, claim) == []


# claim, kinds, a part of the sentences, paragraphs
WRONG = [
    ("80", "total", "you claim 80 in total; it is 50", ""),
    ("40: 2.1.1", "total missed", "you left out Value Honor, 10", "3.1"),
    ("130: 2.1.2, 2.1.1, 3.1", "total absent", "Pure One-Suit is not in this hand", "2.1.2"),
    ("60: 2.1.1, 3.1 x2", "total count", "Value Honor counts x1, you claim x2", "3.1"),
    (
        "50: 2.1.1 = 30, 3.1 = 20",
        "points points",
        "Mixed One-Suit is worth 40, you claim 30",
        "2.1.1",
    ),
    ("50: 2.1.1", "missed sum", "adds up to 40, not to 50", ""),
]


@pytest.mark.parametrize(("claim", "kinds", "message", "ref"), WRONG)
def test_wrong_claims(claim: str, kinds: str, message: str, ref: str) -> None:
    found = remarks(HALF_FLUSH, claim)
    assert " ".join(kind for kind, _, _ in found if kind != "fact") == kinds
    assert message in " ".join(text for _, text, _ in found)
    assert ref in [paragraph for _, _, paragraph in found]


def test_what_does_not_count_is_told_by_which_rule() -> None:
    """4.2.3 is there and 4.2.2 with it: the additive rule lets only the higher one count."""
    hand = "222m 555p 777s 999s E +E | drawn"
    found = remarks(hand, "190: 4.2.3, 4.2.2, 4.1, 1.2")
    assert ("dropped", '"Regola additiva"') in [(kind, ref) for kind, _, ref in found]


def test_a_fact_that_would_make_the_claim_right() -> None:
    found = remarks("23478m 11z [<567m] [^444z] +9m | from W seat E", "50")
    assert ("fact", "50 would be right with last tile or discard = yes", "") in found
    [fact] = [text for kind, text, _ in remarks(HALF_FLUSH, "60") if kind == "fact"][:1]
    assert "last tile" in fact


def test_no_win() -> None:
    [(kind, text, _)] = remarks("123m 456p 789s EE SC +C", "10")
    assert kind == "no_win"
    assert "not a complete hand" in text


def test_a_hand_worth_too_little_is_compared_item_by_item() -> None:
    """MCR, "Sommario delle Regole", 2: "Minimo di 8 punti richiesto per chiudere, esclusi i fiori".
    Whoever counted 8 is told what he counted wrongly, not only that it is no win."""
    hand, win = parse_win("35m 345p [<678m] [<567s] 88p +4m | from W")
    claim = parse_claim("8: 2, 10, 12, 18, 23, 8", mcr)
    found = [(r.kind.value, r.pattern, r.ref) for r in differences(score(hand, win, mcr), claim)]
    assert found == [
        ("no_win", None, ""),
        ("absent", "12", "12"),
        ("dropped", "8", "18"),
        ("missed", "3", "3"),
    ]


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("", "the claim is empty"),
        ("many: 2.1.1", "'many' is not a total"),
        ("50: mixd one-suit, flush", "did you mean Mixed One-Suit"),
        ("50: mixed one-suit, riichi", "no pattern 'riichi'"),
    ],
)
def test_errors(claim: str, message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        parse_claim(claim, zung_jung)


def test_a_pattern_listed_twice_counts_twice() -> None:
    claim = parse_claim("3.1 = 10, 3.1 = 10", zung_jung)
    assert claim == ClaimedScore(None, (ClaimedItem(zung_jung["3.1"], 2, 20),))


@settings(max_examples=40)
@given(wins())
def test_our_own_score_is_never_contradicted(case: tuple[Hand, Win]) -> None:
    result = score(*case, zung_jung)
    assert result.best is not None
    patterns = [f"{i.pattern.id} x{i.count} = {i.points}" for i in result.best.items]
    claim = parse_claim(f"{result.total}: {', '.join(patterns)}", zung_jung)
    assert differences(result, claim) == ()
    other = ClaimedScore(result.total + 1, claim.items)
    assert differences(result, other)[0].kind is RemarkKind.TOTAL


RIICHI_TSUMO_PINFU = "234m 345p 567s 66s 78p +9p | drawn riichi sticks 1"  # 3 fan, 20 minipoints
LAST_DRAW = "123m 456p 78s 55p [999p] +9s | drawn last_tile"  # MCR, 18 points


def kinds(hand: str, claim: str, rules: str) -> list[str]:
    book = rulebook(rules)
    found = differences(score(*parse_win(hand), book), parse_claim(claim, book))
    return [remark.kind.value for remark in found]


# a hand, its rule set, claims that are right
UNDERSTOOD = [
    (RIICHI_TSUMO_PINFU, "riichi-ema", "3 han 20 fu"),
    (RIICHI_TSUMO_PINFU, "riichi-ema", "3 fan, 20 fu"),
    (RIICHI_TSUMO_PINFU, "riichi-ema", "3翻20符"),
    (RIICHI_TSUMO_PINFU, "riichi-ema", "３ハン２０フ"),
    (RIICHI_TSUMO_PINFU, "riichi-ema", "3 han: riichi, menzen tsumo, pinfu"),
    (RIICHI_TSUMO_PINFU, "riichi-ema", "reach, tsumo, Pinfu"),
    (RIICHI_TSUMO_PINFU, "riichi-ema", "リーチ、ツモ、ピンフ"),
    (RIICHI_TSUMO_PINFU, "riichi-ema", "りーち, つも, ぴんふ"),
    (RIICHI_TSUMO_PINFU, "riichi-ema", "立直, 門前清自摸和, 平和"),
    (RIICHI_TSUMO_PINFU, "riichi-ema", "Riichi, Mano completamente coperta, pinfu"),
    (LAST_DRAW, "mcr", "18 fan"),
    (LAST_DRAW, "mcr", "18番"),
    (LAST_DRAW, "mcr", "18 punti: 花龙, 妙手回春, 幺九刻, 无字"),
    (LAST_DRAW, "mcr", "18: 花龍, 妙手回春, 么九刻, 無字"),
    (LAST_DRAW, "mcr", "18: hua long, miào shǒu huí chūn, yaojiuke, wu zi"),
    (LAST_DRAW, "mcr", "18: Mixed Straight, Last tile draw, 5, no honors"),
    (LAST_DRAW, "mcr", "18: Serpente nei tre semi, 40, Tris di Testa, Senza Onori"),
]


@pytest.mark.parametrize(("hand", "rules", "claim"), UNDERSTOOD)
def test_a_claim_in_any_language_is_understood(hand: str, rules: str, claim: str) -> None:
    assert kinds(hand, claim, rules) == []


# claims that are wrong, and by what
MISTAKEN = [
    ("5 han 30 fu", ["han"]),
    ("3 han 30 fu", ["fu"]),
    ("2 han 40 fu", ["han", "fu"]),
    ("mangan", ["limit"]),
    ("満貫", ["limit"]),
    ("3 han: riichi, tsumo", ["missed"]),
    ("Double Riichi (Riichi + Daburu) + tsumo + pinfu", ["absent", "missed"]),
]


@pytest.mark.parametrize(("claim", "expected"), MISTAKEN)
def test_fan_minipoints_and_limits_are_compared(claim: str, expected: list[str]) -> None:
    assert kinds(RIICHI_TSUMO_PINFU, claim, "riichi-ema") == expected


def test_minipoints_do_not_matter_from_five_fan_on() -> None:
    hand = "234m 345p 567s 66s 78p +9p | drawn riichi ippatsu dora 5s sticks 1"
    assert kinds(hand, "7 han 30 fu", "riichi-ema") == []
    assert kinds(hand, "haneman", "riichi-ema") == []


@pytest.mark.parametrize(
    ("claim", "rules", "message"),
    [
        ("3 fan 40 fu", "mcr", "mcr has no minipoints"),
        ("mangan", "mcr", "mcr has no pattern 'mangan'"),
        ("yakuhai", "riichi-ema", "did you mean"),
        ("riichi, pinf", "riichi-ema", "did you mean Pinfu?"),
        ("3 han 40", "riichi-ema", "'3 han 40'"),
        ("x han: riichi", "riichi-ema", "not a total"),
        ("30 fu", "riichi-ema", "'30 fu' is not a total"),
        ("1000/2000", "riichi-ema", "'1000/2000' is not a total"),
    ],
)
def test_what_is_no_claim_is_one_line(claim: str, rules: str, message: str) -> None:
    with pytest.raises(ClaimError) as caught:
        parse_claim(claim, rulebook(rules))
    assert message in str(caught.value)


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_every_name_of_a_pattern_is_understood(rules: str) -> None:
    book = rulebook(rules)
    for pattern in book.all_patterns:
        for lang, name in pattern.names.items():
            if "," in name or "+" in name:
                continue
            items = parse_claim(name, book).items
            assert items is not None and len(items) == 1, name
            assert items[0].pattern.names[lang] == name or lang not in ("en", "it")


def test_a_claim_of_many_unknown_patterns_names_a_few_once() -> None:
    book = RULEBOOKS["mcr"]
    with pytest.raises(ClaimError) as same:
        parse_claim("qqq, qqq, qqq", book)
    assert len(same.value.parts) == 1
    with pytest.raises(ClaimError) as many:
        parse_claim(", ".join(f"q{number}q" for number in range(3000)), book)
    assert 1 < len(many.value.parts) < 10


def sentences(hand: str, claim: str, rules: str, lang: str = "en") -> list[tuple[str, str]]:
    """Kind and sentence of each remark."""
    book = rulebook(rules)
    found = differences(score(*parse_win(hand), book), parse_claim(claim, book))
    return [(remark.kind.value, remark.text.localize(lang)) for remark in found]


FOUR_CONCEALED = "222m 333p 444s 66s 77z +7z | drawn"
ON_THE_PAIR = "222m 333p 444s 777z 6s +6s | drawn"
# big winds, all honours and four concealed pungs on the pair: 2 + 1 + 2 at Mahjong Soul
FIVE_TIMES = "EEE SSS WWW NNN C +C | drawn"


@pytest.mark.parametrize(
    ("hand", "claim", "rules"),
    [
        (FOUR_CONCEALED, "yakuman", "riichi-ema"),
        (FOUR_CONCEALED, "1 yakuman", "riichi-ema"),
        (ON_THE_PAIR, "double yakuman", "riichi-mahjong-soul"),
        (ON_THE_PAIR, "doppio yakuman", "riichi-mahjong-soul"),
        (ON_THE_PAIR, "yakuman x2", "riichi-mahjong-soul"),
        (ON_THE_PAIR, "ダブル役満", "riichi-mahjong-soul"),
        (ON_THE_PAIR, "二倍役満", "riichi-mahjong-soul"),
        (FIVE_TIMES, "quintuple yakuman", "riichi-mahjong-soul"),
        (FIVE_TIMES, "5 yakuman", "riichi-mahjong-soul"),
        (FIVE_TIMES, "yakuman quintuplo", "riichi-mahjong-soul"),
    ],
)
def test_a_right_number_of_yakuman(hand: str, claim: str, rules: str) -> None:
    assert sentences(hand, claim, rules) == []


def test_a_wrong_number_of_yakuman() -> None:
    assert sentences(FOUR_CONCEALED, "double yakuman", "riichi-ema") == [
        ("limit", "you claim double yakuman; it is yakuman")
    ]
    assert sentences(FOUR_CONCEALED, "triplo yakuman", "riichi-ema", "it") == [
        ("limit", "dici triplo yakuman, è yakuman")
    ]
    assert sentences(FIVE_TIMES, "sextuple yakuman", "riichi-mahjong-soul") == [
        ("limit", "you claim sextuple yakuman; it is quintuple yakuman")
    ]
    assert sentences(FIVE_TIMES, "12 yakuman", "riichi-mahjong-soul")[0] == (
        "limit",
        "you claim 12 yakuman; it is quintuple yakuman",
    )


def test_a_number_of_yakuman_that_another_table_counts() -> None:
    """The option on which it depends is named, as this book answers it and otherwise."""
    assert sentences(ON_THE_PAIR, "2 yakuman", "riichi-ema") == [
        ("limit", "you claim double yakuman; it is yakuman"),
        (
            "option",
            "it would be right with another table rule: Four Concealed Pungs on the pair = two "
            "yakuman; here it is one yakuman",
        ),
    ]


# riichi, pinfu, all simples; three dora of bamboo, one of them a red five
WITH_DORA = "234m 345p 067s 55s 67p +8p | from W riichi dora 4s"


@pytest.mark.parametrize(
    "claim",
    [
        "7 han: riichi, pinfu, tanyao, dora 3, red five",
        "riichi, pinfu, tanyao, 3 dora, aka dora",
        "haneman: riichi, pinfu, tutti semplici, dora x3, cinque rosso",
        "リーチ、平和、タンヤオ、ドラ3、赤ドラ",
    ],
)
def test_dora_and_red_fives_can_be_claimed(claim: str) -> None:
    assert sentences(WITH_DORA, claim, "riichi-ema") == []


def test_a_claimed_dora_is_counted() -> None:
    assert sentences(WITH_DORA, "riichi, pinfu, tanyao, dora, aka", "riichi-ema") == [
        ("count", "dora: 3 fan, you claim 1: 055s (indicator 4s)")
    ]


def test_dora_that_were_missed_are_shown_tile_by_tile() -> None:
    assert sentences(WITH_DORA, "riichi, pinfu, tanyao", "riichi-ema") == [
        ("missed", "you left out 3 fan of dora: 055s (indicator 4s)"),
        ("missed", "you left out 1 fan of red fives: 0s"),
    ]
    assert sentences(WITH_DORA, "6 han", "riichi-ema", "it") == [
        ("han", "dici 6 fan, è 7"),
        ("missed", "hai tralasciato 1 fan di cinque rossi: 0s"),
        (
            "option",
            "sarebbe giusto con un'altra regola del tavolo: cinque rossi = nulla; qui è un fan",
        ),
    ]
    # 3 fan with 30 minipoints: all dora are missing
    assert [kind for kind, _ in sentences(WITH_DORA, "5800", "riichi-ema")] == [
        "total",
        "missed",
        "missed",
    ]


@pytest.mark.parametrize(
    ("claim", "rules", "said"),
    [
        ("ura", "riichi-ema", "they count only after riichi"),
        ("aka", "riichi-ema-2016", "in riichi-ema-2016 they are worth nothing"),
        ("aka", "riichi-ema", "it has no red five"),
        ("dora 2", "riichi-ema", "no indicator is stated"),
    ],
)
def test_dora_that_are_not_there(claim: str, rules: str, said: str) -> None:
    found = sentences("234m 345p 678s 55s 67p +8p | drawn", f"tsumo, pinfu, tanyao, {claim}", rules)
    assert [kind for kind, _ in found] == ["absent"]
    assert found[0][1].endswith(said)


def test_minipoints_are_shown_as_their_sum() -> None:
    hand = "(1111m) 234p 345p 678s 9s +9s | from W riichi"
    assert sentences(hand, "1 han 60 fu", "riichi-ema") == [
        (
            "fu",
            "you claim 60 minipoints (fu); it is 70: 30 concealed, on a discard + 32 concealed "
            "1111m + 2 single wait = 64, rounded to 70",
        )
    ]


def test_the_rule_that_decides_the_minipoints_is_named() -> None:
    hand = "234m 345p [<678s] 55s 67p +8p | from W"
    [(kind, text)] = sentences(hand, "1 han 20 fu", "riichi-ema-2016")
    assert kind == "fu"
    assert "2 open hand without other minipoints (open pinfu) = 22, rounded to 30" in text


def test_the_limit_that_cuts_a_sum_is_named() -> None:
    # great dragons 8 and mixed one suit 3
    hand = "CCC PPP FFF 123m 5m +5m | from W"
    found = sentences(hand, "12", "hong-kong")
    assert ("limit", "the patterns add up to 12 faan; the limit is 10") in found


# claim, rule set, the pattern that is meant
SAME_PATTERN = [
    ("all simples", "zung-jung", "1.3"),
    ("tanyao", "zung-jung", "1.3"),
    ("tanyao", "mcr", "23"),
    ("all inside", "mcr-wmo", "23"),
    ("all inside", "riichi-tenhou", "tanyao"),
    ("senza teste", "riichi-ema", "tanyao"),
    ("Half Flush", "zung-jung", "2.1.1"),
    ("honitsu", "hong-kong", "1.3"),
    ("toitoi", "chinese-official", "mano_di_tris"),
    ("混一色", "riichi-ema", "honitsu"),
    ("All in Triplets", "mcr", "28"),
    ("yakuhai", "zung-jung", "3.1"),
    ("kokushi musou", "hong-kong", "5.4"),
]


@pytest.mark.parametrize(("claim", "rules", "id"), SAME_PATTERN)
def test_a_pattern_is_understood_by_its_name_in_another_book(
    claim: str, rules: str, id: str
) -> None:
    items = parse_claim(f"{claim} x2 = 4", rulebook(rules)).items
    assert items == (ClaimedItem(rulebook(rules)[id], 2, 4),)


@pytest.mark.parametrize(
    ("claim", "rules", "lang", "said"),
    [
        ("all simples", "hong-kong", "en", "the nearest that it has is Common Hand"),
        (
            "riichi",
            "mcr",
            "en",
            "mcr has no pattern 'riichi'; the nearest that it has is Concealed",
        ),
        ("chanta", "hong-kong", "it", "la più vicina che ha è Teste e onori"),
        ("mixed triple chow", "riichi-three-players", "en", "the nearest that it has is Pinfu"),
        ("yakuhai", "riichi-ema", "en", "did you mean Dragon Pung (White) or Dragon Pung (Green)"),
        ("yakuhai", "mcr", "en", "did you mean Dragon Pung or Prevalent Wind or Seat Wind?"),
    ],
)
def test_what_a_book_lacks_is_said_with_the_nearest(
    claim: str, rules: str, lang: str, said: str
) -> None:
    with pytest.raises(ClaimError) as caught:
        parse_claim(claim, rulebook(rules))
    assert said in caught.value.localize(lang)


@pytest.mark.parametrize(
    ("claim", "rules", "lang", "said"),
    [
        (
            "all simpels",
            "zung-jung",
            "en",
            "did you mean All Simples of chinese-official, which is No Terminals here?",
        ),
        ("tanyoa", "zung-jung", "en", "All Simples of riichi-ema, which is No Terminals here?"),
        ("tanyoa", "mcr", "en", "did you mean All Simples?"),
        ("tanyoa", "hong-kong", "it", "se intendi Tutti Semplici di riichi-ema, qui la più vicina"),
        ("yakuhia", "hong-kong", "en", "which is Dragon Pung or Round Wind or Seat Wind here?"),
        ("yakuhia", "zung-jung", "en", "did you mean Value Honor?"),
        ("chicken hnad", "riichi-ema", "en", "nor one like Chicken Hand of zung-jung"),
        ("all simpels", "riichi-ema", "en", "did you mean All Simples?"),
        ("18: 9", "riichi-ema", "en", "'9': expected one that its rules list"),
    ],
)
def test_a_misspelt_name_of_another_book_is_said_with_its_book(
    claim: str, rules: str, lang: str, said: str
) -> None:
    with pytest.raises(ClaimError) as caught:
        parse_claim(claim, rulebook(rules))
    message = caught.value.localize(lang)
    assert said in message
    assert "mean 9" not in message


def test_the_equivalents_are_patterns_of_their_books() -> None:
    from scoring.equivalents import SEVERAL, all_equivalents

    keys = {one.names[0] for one in all_equivalents()}
    for one in all_equivalents():
        assert set(one.near) <= keys, one.names[0]
        for book, id in one.ids.items():
            assert id == SEVERAL or RULEBOOKS[book][id]
