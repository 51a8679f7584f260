"""Payments of a hand whose tiles are not known: of its points, or of its fan and minipoints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .hand import Hand
from .near import suggestion
from .payments import Payment, net_changes
from .plausibility import is_riichi
from .reading import HandFacts, Reading
from .registry import RULEBOOKS
from .rulebook import Rulebook, Tally
from .rulebooks.riichi_points import LIMITS, YAKUMAN, basic_points, counter_price, riichi_payments
from .scorer import rules_to_json
from .text import Phrase, Texts, phrase
from .tiles import Tile, Wind
from .win import Win
from .worth import FAN_WITHOUT_FU, Worth, WorthError, nearest_worth, parse_worth

MOST_FAN = 200
MOST_POINTS = 100_000
MOST_YAKUMAN = 9
FU = (20, 25, *range(30, 150, 10))
_TILE = Tile.M1  # payments of no rulebook depend on which tile won


@dataclass(frozen=True, slots=True)
class Calculation:
    """The payments of a hand that is worth so much.

    Attributes:
        book: the rulebook.
        worth: as it was stated.
        win: the win; its discarder is the next seat where nobody was named.
        limit: name of the limit; "" for none.
        payments: between the players.
    """

    book: Rulebook
    worth: Worth
    win: Win
    limit: str
    payments: tuple[Payment, ...]

    @property
    def gain(self) -> int:
        """Return what the winner gains, riichi sticks included."""
        return net_changes(self.payments)[self.win.seat]

    def to_json(self) -> dict[str, object]:
        """Return the calculation as JSON: `payments` are the signed changes by seat."""
        worth, win = self.worth, self.win
        changes = net_changes(self.payments)
        return {
            **rules_to_json(self.book),
            "points": worth.points,
            "han": worth.han,
            "fu": worth.fu,
            "limit": self.limit,
            "yakuman": worth.yakuman,
            "seat": win.seat.value,
            "self_drawn": win.self_drawn,
            "discarder": None if win.discarder is None else win.discarder.value,
            "counters": win.counters,
            "riichi_sticks": win.riichi_sticks,
            "gain": self.gain,
            "payments": {seat.value: change for seat, change in changes.items()},
        }


def calculate(text: str, win: Win, book: Rulebook) -> Calculation:
    """Calculate the payments of a hand in words: `3 han 40 fu`, `mangan`, `24`.

    Args:
        text: see `worth.parse_worth`.
        win: who won and how; without a discarder it is the next seat.
        book: the rulebook.

    Raises:
        WorthError: it is none, or no hand of this rulebook is worth that.
    """
    worth = parse_worth(text, book)
    if worth is None:
        gaps = {"like": "3 han 40 fu, mangan" if is_riichi(book) else "24", "rules": book.id}
        near = suggestion(nearest_worth(text, book))
        raise WorthError(phrase(_NO_WORTH, text=repr(text.strip()[:40]), **gaps, meant=near))
    if not win.self_drawn and win.discarder is None:
        win = replace(win, discarder=win.seat.after(1))
    if is_riichi(book):
        limit, basic = _basic_points(worth, win, book)
        paid = riichi_payments(basic, win, None, book.players, counter_price(book.options))
    else:
        limit, paid = _faan_limit(worth, book), book.payments(_tally(worth, win, book), win)
    assert paid is not None  # the discarder is known
    return Calculation(book, worth, win, limit, paid)


def minimum_of(book: Rulebook) -> int:
    """Return the points that a hand needs to win: of the book, or of its option; 0 for none."""
    return book.minimum or _number(book, "minimum")


def counts_faan(book: Rulebook) -> bool:
    """Return whether hands of a rulebook are worth faan, which a table turns into points."""
    return book.id == "hong-kong"


def least_worth(book: Rulebook) -> int:
    """Return the fewest points of a hand that wins: a table of faan has a price for none, too."""
    return minimum_of(book) if counts_faan(book) else max(minimum_of(book), 1)


def limit_of(book: Rulebook) -> int:
    """Return the points above which patterns do not add up; 0 for none."""
    return book.limit or _number(book, "limit") or _number(book, "cap")


def _number(book: Rulebook, option: str) -> int:
    """Return the answer to an option that is a number; 0 for another answer."""
    answer = book.options.get(option)
    return answer if isinstance(answer, int) else 0


def _faan_limit(worth: Worth, book: Rulebook) -> str:
    """Return the limit that cuts a stated number of faan; "" if it is not above it."""
    most = _number(book, "limit")
    return f"{most} faan" if most and (worth.points or 0) > most else ""


def usual_rules(text: str) -> str:
    """Return the rule set that a worth without one is about: riichi for fan, and for a limit."""
    riichi = RULEBOOKS["riichi-ema"]
    worth = parse_worth(nearest_worth(text, riichi) or text, riichi)
    is_of_riichi = worth is not None and worth.points is None
    return "riichi-ema" if is_of_riichi else "zung-jung"


def _basic_points(worth: Worth, win: Win, book: Rulebook) -> tuple[str, int]:
    """Return the limit and the basic points of a hand of riichi."""
    if worth.points is not None:
        raise WorthError(phrase(_NO_FAN, rules=book.id, points=worth.points))
    if worth.limit is not None:
        if worth.limit != "yakuman":
            return worth.limit, next(points for _, name, points in LIMITS if name == worth.limit)
        _check_range("yakuman", worth.yakuman, 1, MOST_YAKUMAN)
        return "yakuman", YAKUMAN * worth.yakuman
    han, fu = worth.han or 0, worth.fu
    _check_range("han", han, 1, MOST_FAN)
    if fu is None and han < FAN_WITHOUT_FU:
        raise WorthError(phrase(_FU_MISSING, han=han))
    if fu is not None:
        _check_fu(han, fu, win.self_drawn)
    rounded = book.options.get("rounded_mangan") == "yes"
    thirteen = str(book.options["thirteen_fan"])
    points, limit = basic_points(han, fu or 30, thirteen, rounded)
    return limit, points


def _check_fu(han: int, fu: int, drawn: bool) -> None:
    if fu not in FU:
        near = next((most for most in FU if most >= fu and most != 25), FU[-1])
        raise WorthError(phrase(_ODD_FU, fu=fu, near=near))
    if fu == 20 and (han < 2 or not drawn):
        raise WorthError(phrase(_TWENTY))
    if fu == 25 and han < 2 + drawn:
        raise WorthError(phrase(_PAIRS))


def _check_range(what: str, count: int, least: int, most: int) -> None:
    if not least <= count <= most:
        raise WorthError(phrase(_RANGE, what=what, count=count, least=least, most=most))


def _tally(worth: Worth, win: Win, book: Rulebook) -> Tally:
    """Return the tally of a hand with these points, whatever its tiles."""
    points = worth.points or 0
    least = least_worth(book)
    if points < least:
        raise WorthError(phrase(_TOO_LITTLE, rules=book.id, points=points, least=least))
    _check_range("points", points, least, MOST_POINTS)
    facts = HandFacts(Hand((), _TILE), win, _TILE, book.options)
    return Tally(Reading(facts, "", (), (), ()), (), (), points, rank=())


def explain_calculation(found: Calculation, lang: str = "en") -> tuple[str, ...]:
    """Explain who pays what, by role and not by seat, and what the winner gains."""
    paid = [payment for payment in found.payments if payment.payer is not None]
    by_role = {_role(payment, found): payment for payment in paid}
    if len(paid) > 1 and len({payment.parts for payment in paid}) == 1:
        by_role = {"each": paid[0]}
    lines = [_line(role, payment).localize(lang) for role, payment in by_role.items()]
    if found.limit:
        lines.insert(0, phrase(_LIMIT, limit=found.limit).localize(lang))
    return (*lines, phrase(_GAIN, gain=found.gain).localize(lang))


def _role(payment: Payment, found: Calculation) -> str:
    win = found.win
    if not win.self_drawn and payment.payer is win.discarder:
        return "discarder"
    dealer_counts = is_riichi(found.book) and win.self_drawn and win.seat is not Wind.EAST
    return "dealer" if dealer_counts and payment.payer is Wind.EAST else "other"


def _line(role: str, payment: Payment) -> Phrase:
    parts = " + ".join(str(part) for part in payment.parts)
    amount = f"{payment.amount} = {parts}" if len(payment.parts) > 1 else parts
    return phrase(_ROLES[role], sum=amount)


_LIMIT: Texts = {"en": "limit: {limit}", "it": "limite: {limit}"}
_GAIN: Texts = {"en": "the winner gains {gain}", "it": "chi vince guadagna {gain}"}
_ROLES: Mapping[str, Texts] = {
    "each": {"en": "each other player pays {sum}", "it": "ciascuno degli altri paga {sum}"},
    "discarder": {"en": "the discarder pays {sum}", "it": "chi ha scartato paga {sum}"},
    "dealer": {"en": "the dealer (East) pays {sum}", "it": "Est paga {sum}"},
    "other": {"en": "each of the others pays {sum}", "it": "ciascuno degli altri paga {sum}"},
}
_NO_WORTH: Texts = {
    "en": "{text} is no worth of a hand in {rules}; write it like {like}{meant}",
    "it": "{text} non è il valore di una mano in {rules}; scrivi come {like}{meant}",
}
_NO_FAN: Texts = {
    "en": "{points} points: {rules} counts fan and minipoints; write 3 han 40 fu, or mangan",
    "it": "{points} punti: {rules} conta fan e minipoint; scrivi 3 han 40 fu, o mangan",
}
_FU_MISSING: Texts = {
    "en": "{han} han: minipoints are missing below 5; write {han} han 30 fu",
    "it": "{han} han: sotto 5 servono i minipoint; scrivi {han} han 30 fu",
}
_ODD_FU: Texts = {
    "en": "{fu} fu: they are 20, 25 or full tens from 30 to 140, rounded up; did you mean {near}?",
    "it": "{fu} fu: sono 20, 25 o decine da 30 a 140, arrotondati in su; intendi {near}?",
}
_TWENTY: Texts = {
    "en": "20 fu: only a self-drawn pinfu has them, of 2 han or more; add --drawn, or write 30 fu",
    "it": "20 fu: li ha solo un pinfu su tsumo, con almeno 2 han; aggiungi --drawn, o scrivi 30 fu",
}
_PAIRS: Texts = {
    "en": "25 fu: only seven pairs has them, with 2 han or more, 3 if self-drawn",
    "it": "25 fu: li hanno solo le sette coppie, con almeno 2 han, 3 su tsumo",
}
_RANGE: Texts = {
    "en": "{count} {what}: a number from {least} to {most} was expected",
    "it": "{count} {what}: serve un numero da {least} a {most}",
}
_TOO_LITTLE: Texts = {
    "en": "{points} points do not win in {rules}: {least} are needed",
    "it": "{points} punti non vincono in {rules}: ne servono {least}",
}
