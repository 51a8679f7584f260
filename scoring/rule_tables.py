"""Tables of a rulebook by which a referee checks a payment, computed by the code that pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .calculator import FU, Calculation, calculate, counts_faan, least_worth, limit_of, minimum_of
from .game import FalseWin, apply, game_rules, new_game
from .game.events import ExhaustiveDraw
from .game_rules import FalseWinPenalty, GameRules
from .plausibility import is_riichi
from .rulebook import Rulebook
from .rulebooks.riichi_fu import fu_parts
from .rulebooks.riichi_points import LIMITS, counter_price
from .text import Phrase, Texts, in_language, phrase
from .tiles import Wind
from .win import Win
from .worth import WorthError

_SAMPLES = (8, 16, 24, 25, 26, 30, 48, 64, 88, 100, 320)
"""Points of hands whose payments are shown, where they are possible."""
_MOST_LISTED = 20
"""Limit up to which the payments of all points are shown."""


def payment_lines(book: Rulebook, lang: str = "en") -> Iterator[str]:
    """Yield the minimum, limits, payments, minipoints and penalties of a rulebook, line by line."""
    unit = "faan" if counts_faan(book) else phrase(_POINTS_UNIT)
    if minimum := minimum_of(book):
        yield _text("minimum", lang, points=minimum, unit=unit)
    if is_riichi(book):
        yield _text("one_yaku", lang)
        yield from _limits(book, lang)
        yield from _fan_and_fu(book, lang)
        yield from _minipoints(lang)
    else:
        if limit := limit_of(book):
            yield _text("limit", lang, points=limit, unit=unit)
        yield from _points(book, unit, lang)
    yield from _penalties(game_rules(book), lang)


def _limits(book: Rulebook, lang: str) -> Iterator[str]:
    thirteen = book.options.get("thirteen_fan")
    for least, name, _ in reversed(LIMITS):
        if least >= 13 and thirteen != name:
            fan = in_language(_TEXTS["listed"], lang)
        else:
            fan = _text("from_fan", lang, fan=least)
        yield f"{name} ({fan}): {_riichi_payments(book, name, lang)}"


def _fan_and_fu(book: Rulebook, lang: str) -> Iterator[str]:
    for han in range(1, 5):
        for fu in FU:
            if (found := _calculation(book, f"{han} han {fu} fu", Wind.EAST, True)) is None:
                continue
            if found.limit or fu > 110:
                break
            yield f"{han} han {fu} fu: {_riichi_payments(book, f'{han} han {fu} fu', lang)}"


def _riichi_payments(book: Rulebook, worth: str, lang: str) -> str:
    """Return what is paid for a worth: to East and to others, on a discard and self-drawn."""
    lines = []
    for seat, who in ((Wind.EAST, "to_east"), (Wind.SOUTH, "to_others")):
        claimed = _calculation(book, worth, seat, False)
        drawn = _calculation(book, worth, seat, True)
        parts = []
        if claimed is not None:
            parts.append(_text("on_discard", lang, sum=claimed.payments[0].amount))
        if drawn is not None:
            parts.append(_text("self_drawn", lang, sums=_shares(drawn)))
        lines.append(_text(who, lang, parts=", ".join(parts)))
    return "; ".join(lines)


def _shares(drawn: Calculation) -> str:
    """Return the payments of a self-drawn hand: "2600 each" as 2600, else 1300 / 2600."""
    amounts = sorted({payment.amount for payment in drawn.payments})
    return " / ".join(str(amount) for amount in amounts)


def _points(book: Rulebook, unit: Phrase | str, lang: str) -> Iterator[str]:
    least, most = least_worth(book), limit_of(book)
    few = 0 < most <= _MOST_LISTED
    for points in range(least, most + 1) if few else _SAMPLES:
        claimed = _calculation(book, str(points), Wind.EAST, False)
        drawn = _calculation(book, str(points), Wind.EAST, True)
        if claimed is None or drawn is None:
            continue
        win = claimed.win
        of_discarder = [one for one in claimed.payments if one.payer is win.discarder]
        of_others = [one for one in claimed.payments if one.payer is not win.discarder]
        yield _text(
            "paid",
            lang,
            points=points,
            unit=unit,
            discarder=_sum(of_discarder[0].parts),
            others=_sum(of_others[0].parts) if of_others else 0,
            drawn=_sum(drawn.payments[0].parts),
        )


def _sum(parts: tuple[int, ...]) -> str:
    total = str(sum(parts))
    return f"{total} = {' + '.join(map(str, parts))}" if len(parts) > 1 else total


def _calculation(book: Rulebook, worth: str, seat: Wind, drawn: bool) -> Calculation | None:
    """Return a calculation; None if no hand is worth that in this way."""
    try:
        return calculate(worth, Win(seat=seat, self_drawn=drawn), book)
    except WorthError:
        return None


def _minipoints(lang: str) -> Iterator[str]:
    parts = ", ".join(f"{part.points} {part.why.localize(lang)}" for part in fu_parts())
    yield _text("minipoints", lang, parts=parts)


def _penalties(rules: GameRules, lang: str) -> Iterator[str]:
    """Yield what riichi, counters, drawn hands and false wins cost, and what the places earn."""
    state = new_game(rules)
    if rules.bet:
        yield _text("bet", lang, bet=rules.bet)
    if rules.has_counters:
        yield _text("counter", lang, counter=counter_price(dict(rules.scoring)))
    if rules.noten:
        after = apply(state, ExhaustiveDraw(frozenset({Wind.EAST})))
        changes = [now - before for now, before in zip(after.points, state.points, strict=True)]
        yield _text("noten", lang, all=rules.noten, each=-min(changes))
    costs = []
    for seat in (Wind.EAST, Wind.SOUTH):
        after = apply(state, FalseWin(seat))
        player = state.player(seat)
        cost = state.points[player] - after.points[player] - after.fines[player]
        costs.append(abs(cost))
    kind = in_language(_FALSE_WINS[rules.false_win], lang)
    texts = _FALSE_WIN if any(costs) else _FREE_FALSE_WIN
    yield phrase(texts, kind=kind, east=costs[0], other=costs[1]).localize(lang)
    if any(rules.uma):
        earned = rules.uma[: rules.players]
        yield _text("uma", lang, uma=", ".join(f"{points:+d}" for points in earned))


def _text(key: str, lang: str, **gaps: object) -> str:
    return phrase(_TEXTS[key], **gaps).localize(lang)


_TEXTS: Mapping[str, Texts] = {
    "minimum": {
        "en": "minimum: {points} {unit}, without flowers",
        "it": "minimo: {points} {unit}, senza i fiori",
    },
    "one_yaku": {
        "en": "minimum: one yaku; dora are none",
        "it": "minimo: uno yaku; i dora non lo sono",
    },
    "limit": {
        "en": "limit: patterns add up to {points} {unit} at most",
        "it": "limite: le combinazioni si sommano fino a {points} {unit}",
    },
    "from_fan": {"en": "from {fan} fan", "it": "da {fan} fan"},
    "listed": {"en": "listed hands alone", "it": "solo le mani elencate"},
    "to_east": {"en": "East wins {parts}", "it": "Est vince {parts}"},
    "to_others": {"en": "others win {parts}", "it": "gli altri vincono {parts}"},
    "on_discard": {"en": "{sum} from the discarder", "it": "{sum} da chi ha scartato"},
    "self_drawn": {
        "en": "self-drawn {sums} from each",
        "it": "se pescata {sums} da ciascuno",
    },
    "paid": {
        "en": "{points} {unit}: the discarder pays {discarder}, the others {others}; self-drawn "
        "each pays {drawn}",
        "it": "{points} {unit}: chi ha scartato paga {discarder}, gli altri {others}; se "
        "pescata, ciascuno paga {drawn}",
    },
    "minipoints": {
        "en": "minipoints (fu), the sum rounded up to ten: {parts}",
        "it": "minipoint (fu), la somma arrotondata per eccesso alla decina: {parts}",
    },
    "bet": {
        "en": "riichi: a stick of {bet} on the table, for the next winner",
        "it": "riichi: una stecca da {bet} sul tavolo, per il prossimo che vince",
    },
    "counter": {
        "en": "each counter: {counter} from each who pays, all of them from the discarder",
        "it": "ogni contatore: {counter} da ciascuno che paga; su scarto paga tutto chi ha "
        "scartato",
    },
    "noten": {
        "en": "drawn hand: players who are not ready pay {all} in all, {each} each to one who is",
        "it": "pareggio: chi non è in tenpai paga {all} in tutto, {each} ciascuno se lo è uno solo",
    },
    "uma": {
        "en": "points by place at the end: {uma}",
        "it": "punti per piazzamento alla fine: {uma}",
    },
}
_POINTS_UNIT: Texts = {"en": "points", "it": "punti"}
_FALSE_WIN: Texts = {
    "en": "false win: {kind} (East {east}, another player {other})",
    "it": "falsa vincita: {kind} (Est {east}, un altro giocatore {other})",
}
_FREE_FALSE_WIN: Texts = {"en": "false win: {kind}", "it": "falsa vincita: {kind}"}
_FALSE_WINS: Mapping[FalseWinPenalty, Texts] = {
    FalseWinPenalty.SHOWN: {
        "en": "the tiles stay face up, no points are paid",
        "it": "le tessere restano scoperte, non si pagano punti",
    },
    FalseWinPenalty.TEN_EACH: {
        "en": "it costs points to each of the others, and play goes on",
        "it": "costa punti a favore degli altri, e si continua",
    },
    FalseWinPenalty.TEN_EACH_BARRED: {
        "en": "it costs points to each of the others, and the player may not win this hand",
        "it": "costa punti a favore degli altri, e chi sbaglia non può vincere questa mano",
    },
    FalseWinPenalty.CHOMBO: {
        "en": "chombo, a limit hand to the others, and the hand is dealt again",
        "it": "chombo, una mano limite agli altri, e si rigioca la mano",
    },
    FalseWinPenalty.CHOMBO_AT_END: {
        "en": "chombo, points off at the end after the uma, and the hand is dealt again",
        "it": "chombo, punti tolti alla fine dopo l'uma, e si rigioca la mano",
    },
}
