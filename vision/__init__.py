"""Photo to tiles, layout and hand.

`Reader.find_tiles` finds the tiles in a photo, the net of `relations` tells what each is to the
hand, and `parsing.reading.read_hand` finds the hand by the rules, and asks what is open.

Importing this package loads no net and no picture library; the first photo does.
"""

import os

# Read as numpy and OpenCV are loaded: their idle threads would spin for 0.1 s each, and take a
# processor from the thread that opens the nets. 4 is the least, 16 cycles.
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")

from .reader import PhotoReading, Reader

__all__ = ["PhotoReading", "Reader"]
