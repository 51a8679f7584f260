"""Photo to tiles, layout and hand.

`Reader.find_tiles` finds the tiles in a photo, the net of `relations` tells what each is to the
hand, and `parsing.reading.read_hand` finds the hand by the rules, and asks what is open.

Importing this package loads no net and no picture library; the first photo does.
"""

from .reader import PhotoReading, Reader

__all__ = ["PhotoReading", "Reader"]
