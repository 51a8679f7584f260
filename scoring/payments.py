"""Payments between the players after a win, part by part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .text import Phrase, Texts, phrase
from .tiles import WINDS, Wind

_ONE = {"en": "{who} pays {winner} {sum}: {why}", "it": "{who} paga a {winner} {sum}: {why}"}
_FROM_TABLE = {"en": "{winner} takes {sum}: {why}", "it": "{winner} prende {sum}: {why}"}
_WINNER: Texts = {"en": "the winner", "it": "chi vince"}
SELF_DRAWN: Texts = {"en": "the win is self-drawn", "it": "la tessera vincente è pescata"}
DISCARDED: Texts = {"en": "{who} discarded", "it": "{who} ha scartato"}
ROBBED: Texts = {"en": "{who} declared the kong", "it": "{who} ha dichiarato il kong"}
ROBBED_POKER: Texts = {"en": "{who} declared the kong", "it": "{who} ha dichiarato il poker"}
"""The same in the words of the Italian books that call a kong a poker."""
OTHER: Texts = {"en": "{who} did not discard", "it": "{who} non ha scartato"}


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment of one player to another.

    Attributes:
        payer, payee: seats; payer None is the table (riichi sticks on it).
        parts: the amounts that it sums, in the order of the rulebook.
        why: the reason, printed after the amount.
    """

    payer: Wind | None
    payee: Wind
    parts: tuple[int, ...]
    why: Phrase

    @property
    def amount(self) -> int:
        """Return the sum of the parts."""
        return sum(self.parts)

    def __str__(self) -> str:
        return self.localize()

    def localize(self, lang: str = "en", is_winner_stated: bool = True) -> str:
        """Return the payment as a sentence: "West pays East 160 = 25 + 135: West discarded".

        Args:
            lang: the language.
            is_winner_stated: whether somebody stated who won; else "West pays the winner 160".
        """
        winner = self.payee if is_winner_stated else phrase(_WINNER)
        parts = " + ".join(str(part) for part in self.parts)
        total = f"{self.amount} = {parts}" if len(self.parts) > 1 else parts
        texts = _FROM_TABLE if self.payer is None else _ONE
        sentence = phrase(texts, who=self.payer, winner=winner, sum=total, why=self.why)
        return sentence.localize(lang)


def other_seats(seat: Wind, players: int = 4) -> tuple[Wind, ...]:
    """Return the other seats, in order of play from the one after `seat`.

    Args:
        players: four, or three: then no player is North.
    """
    others = (seat.after(1), seat.after(2), seat.after(3))
    return others if players == 4 else tuple([one for one in others if one is not Wind.NORTH])


def net_changes(payments: Iterable[Payment]) -> dict[Wind, int]:
    """Return the net gain or loss of each seat; a payment by the table is no player's loss."""
    change = dict.fromkeys(WINDS, 0)
    for payment in payments:
        amount = payment.amount
        if payment.payer is not None:
            change[payment.payer] -= amount
        change[payment.payee] += amount
    return change
