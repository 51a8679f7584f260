"""Photo to tiles, layout and hand.

`Reader.find_tiles` finds the tiles in a photo, `layout.layout.arrange` sorts them into the parts of
a hand, and `decoding.decoder.decode` decides by the rules what the picture leaves open.

Importing this package loads no net and no picture library; the first photo does.
"""

from .reader import PhotoReading, Reader

__all__ = ["PhotoReading", "Reader"]
