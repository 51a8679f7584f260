"""handreader: a photo of a Mahjong hand becomes its score.

The app; the work is done in `vision` and `scoring`.
"""

from __future__ import annotations

__version__ = "0.1.0"
