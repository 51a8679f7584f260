"""Necessary conditions of patterns as bits, which exclude most patterns without evaluation.

A hand without two pungs has no double pung. `Reading.lacks` has the bits that a reading does not
fulfil; a pattern declared with `needs=TWO_PUNGS` is evaluated only if that bit is not among them.
The bits save time and decide nothing: each predicate is complete by itself.
"""

from __future__ import annotations

_bits = [1 << place for place in range(48)]
TWO_CHOWS, THREE_CHOWS, FOUR_CHOWS, *_bits = _bits
A_PUNG, TWO_PUNGS, THREE_PUNGS, FOUR_PUNGS, *_bits = _bits  # a kong is a pung too
TWO_CONCEALED, THREE_CONCEALED, FOUR_CONCEALED, *_bits = _bits  # pungs
A_KONG, TWO_KONGS, *_bits = _bits
WIND_PUNG, TWO_WIND_PUNGS, DRAGON_PUNG, TWO_DRAGON_PUNGS, *_bits = _bits
FOUR_SETS, OTHER_SHAPE, FOUR_MELDS, FOUR_ALIKE, FLOWERS, *_bits = _bits
CLOSED, DRAWN, CLAIMED, RIICHI, *_bits = _bits  # the hand; how the winning tile came
ODD_WIN, *_bits = _bits  # on the last tile, after a kong, with a blessing ... (`Win.is_odd`)
ONE_SUIT, TWO_SUITS, THREE_SUITS, *_bits = _bits  # exactly so many
WITH_HONOURS, NO_HONOURS, NO_ENDS, NO_SIMPLES, *_bits = _bits
NO_CENTRE, NO_CHARACTERS, *_bits = _bits  # no 4, 5, 6; of the suits dots and bamboo at most
# Two chows that are equal, of equal ranks in two suits, three ranks apart in a suit, and the
# lowest and the highest of a suit.
TWIN_CHOWS, LIKE_CHOWS, CHOWS_IN_A_ROW, END_CHOWS, *_bits = _bits
LAST_IN_CHOW, LAST_IN_PAIR, *_bits = _bits  # what the winning tile completes; any other shape, too

JOINED_CHOWS = TWIN_CHOWS | LIKE_CHOWS | CHOWS_IN_A_ROW | END_CHOWS
# The other bits combine in few ways, some hundreds; with these there are many thousands.
VARIED = (
    JOINED_CHOWS
    | 7 * TWO_CONCEALED
    | (CLOSED | DRAWN | CLAIMED | RIICHI)
    | (LAST_IN_CHOW | LAST_IN_PAIR | FOUR_ALIKE | FOUR_MELDS)
)
SETTLED = ~VARIED


def _missing_bits(*steps: int) -> tuple[int, ...]:
    """Return the missing bits for none, one, two ... of something; each step needs one more."""
    return tuple([sum(steps[have:]) for have in range(len(steps) + 1)])


# The missing bits, by how many there are.
MISSING_CHOWS = _missing_bits(0, TWO_CHOWS, THREE_CHOWS, FOUR_CHOWS)
MISSING_PUNGS = _missing_bits(A_PUNG, TWO_PUNGS, THREE_PUNGS, FOUR_PUNGS)
MISSING_CONCEALED = _missing_bits(0, TWO_CONCEALED, THREE_CONCEALED, FOUR_CONCEALED)
MISSING_KONGS = _missing_bits(A_KONG, TWO_KONGS, 0, 0)
MISSING_WIND_PUNGS = _missing_bits(WIND_PUNG, TWO_WIND_PUNGS, 0, 0)
MISSING_DRAGON_PUNGS = _missing_bits(DRAGON_PUNG, TWO_DRAGON_PUNGS, 0)
NO_PUNGS = (
    MISSING_PUNGS[0]
    | MISSING_CONCEALED[0]
    | MISSING_KONGS[0]
    | MISSING_WIND_PUNGS[0]
    | MISSING_DRAGON_PUNGS[0]
)
MISSING_SUITS = (
    ONE_SUIT | TWO_SUITS | THREE_SUITS,
    TWO_SUITS | THREE_SUITS,
    ONE_SUIT | THREE_SUITS,
    ONE_SUIT | TWO_SUITS,
)
