"""Names for arrays. cv2's annotations are wider than what it gives, hence Any inside."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

Pixels = npt.NDArray[Any]
"""uint8; RGB of shape (H, W, 3) unless documented otherwise."""
Floats = npt.NDArray[Any]
"""Real numbers; each use documents shape and units."""
