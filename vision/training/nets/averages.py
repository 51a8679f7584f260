"""The exponential moving average of a net's weights over the last steps of its training."""

from __future__ import annotations

from typing import Any


def update_average(average: dict[str, Any], state: dict[str, Any], kept: float) -> None:
    """Move the average towards a net's state, in place.

    Args:
        average: by name, as `state`; counters take the state's values.
        state: the net's own tensors.
        kept: share of the average that stays.
    """
    import torch
    from torch.optim.swa_utils import get_ema_multi_avg_fn

    moved, towards = [], []
    with torch.no_grad():
        for name, value in state.items():
            if value.dtype.is_floating_point:
                moved.append(average[name])
                towards.append(value)
            else:
                average[name].copy_(value)
        get_ema_multi_avg_fn(kept)(moved, towards, None)  # one call, not one for each tensor
