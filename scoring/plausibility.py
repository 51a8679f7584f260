"""Facts of a win that cannot be at a table, though the tiles can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .hand import Hand
from .meld import MeldSource, SetKind
from .rulebook import Rulebook
from .text import Phrase, Texts, phrase
from .win import Win

_RIICHI_FACTS = (
    "riichi",
    "double_riichi",
    "ippatsu",
    "liable",
    "dora_indicators",
    "ura_indicators",
    "counters",
    "riichi_sticks",
    "norths",
)
_PLAIN = Win()
RIICHI_PATTERN = "riichi"
"""Pattern of the rulebooks in which players bet sticks."""


def implausible_facts(
    hand: Hand, win: Win, book: Rulebook, states_sticks: bool = True
) -> tuple[Phrase, ...]:
    """Return the facts that a person who wrote a win down got wrong, each as `field: fault`.

    Reading a photo allows them: a chow may be laid in any way, and a game has sticks of its own.

    Args:
        hand, win, book: the win.
        states_sticks: whether the riichi sticks are stated; if not, the winner's own is there.
    """
    sticks = _sticks(win, book) if states_sticks else ()
    return (*_melds(hand), *_last_of_kind(hand, win), *sticks, *_discards(hand, win))


def foreign_facts(win: Win, book: Rulebook) -> tuple[Phrase, ...]:
    """Return the facts of a win that its rulebook does not have, each as `field: fault`."""
    given = [name for name in _RIICHI_FACTS if getattr(win, name) != getattr(_PLAIN, name)]
    if not given or is_riichi(book):  # most wins have none, and a rulebook has many patterns
        return ()
    if book.options.get("liability", "none") != "none":
        given = [name for name in given if name != "liable"]
    owners = {"norths": "riichi-three-players"}
    return tuple(
        phrase(_FOREIGN, name=name, rules=book.id, own=owners.get(name, "riichi-ema"))
        for name in given
    )


def is_riichi(book: Rulebook) -> bool:
    """Return whether a rulebook is one of riichi: hands have fan and minipoints, players bet."""
    return any(pattern.id == RIICHI_PATTERN for pattern in book.patterns)


def _melds(hand: Hand) -> Iterator[Phrase]:
    for place, meld in enumerate(hand.melds):
        if meld.kind is SetKind.CHOW and meld.source in (MeldSource.ACROSS, MeldSource.RIGHT):
            yield phrase(_CHOW, place=place, set=str(meld), source=meld.source.value)


def _last_of_kind(hand: Hand, win: Win) -> Iterator[Phrase]:
    last = hand.winning.plain if win.last_of_kind and hand.winning else None
    unseen = [*hand.concealed, *(t for meld in hand.melds if meld.concealed for t in meld.tiles)]
    if last is not None and last in [tile.plain for tile in unseen]:
        yield phrase(_HIDDEN, tile=last)


def _sticks(win: Win, book: Rulebook) -> Iterator[Phrase]:
    bets = (win.riichi or win.double_riichi) and win.riichi_sticks == 0
    if bets and is_riichi(book):
        yield phrase(_STICK)


def _discards(hand: Hand, win: Win) -> Iterator[Phrase]:
    since, winning = win.discards_since, hand.winning
    if not since or winning is None:
        return
    claimed = not win.self_drawn and not win.robbing_kong
    seat, last = since[-1]
    wrong_seat = win.discarder is not None and seat is not win.discarder
    if claimed and (last.plain is not winning.plain or wrong_seat):
        yield phrase(_LAST, seat=seat, last=last, tile=winning)
    seen = Counter(tile.plain for tile in (*hand.tiles, *(tile for _, tile in since)))
    if claimed and last.plain is winning.plain:
        seen[winning.plain] -= 1  # the winning tile is the last discard
    for tile, count in sorted(seen.items()):
        if count > 4 and not tile.is_flower:
            yield phrase(_FIVE_WITH_DISCARDS, tile=tile)
    if any(tile.is_flower for _, tile in since):
        yield phrase(_FLOWER_DISCARDED)


_FOREIGN: Texts = {
    "en": "{name}: does not count in {rules}, but in rule sets like {own}",
    "it": "{name}: in {rules} non conta, ma in regolamenti come {own} sì",
}
_CHOW: Texts = {
    "en": "melds[{place}].from: {set} is from {source}, but a chow is claimed from the left, the "
    "player before",
    "it": "melds[{place}].from: {set} viene da {source}, ma un chow si chiama da chi gioca prima, "
    "a sinistra (left)",
}
_HIDDEN: Texts = {
    "en": "last_of_kind: the winner holds another {tile}, which nobody could see",
    "it": "last_of_kind: chi vince ha anche {tile} in mano, che nessuno poteva vedere",
}
_STICK: Texts = {
    "en": "riichi_sticks: 0, but the winner declared riichi: his own stick is on the table, at "
    "least 1 was expected",
    "it": "riichi_sticks: 0, ma chi vince ha dichiarato riichi: la sua stecca è sul tavolo, "
    "serve almeno 1",
}
_LAST: Texts = {
    "en": "discards_since: ends with {last} of {seat}, but the last discard is the winning "
    "tile {tile} of its discarder",
    "it": "discards_since: finisce con {last} di {seat}, ma l'ultimo scarto è la tessera "
    "vincente {tile} di chi l'ha scartata",
}
_FIVE_WITH_DISCARDS: Texts = {
    "en": "discards_since: with them there are five or more {tile}",
    "it": "discards_since: con questi ci sono cinque o più {tile}",
}
_FLOWER_DISCARDED: Texts = {
    "en": "discards_since: has a flower, which nobody discards",
    "it": "discards_since: contiene un fiore, che nessuno scarta",
}
