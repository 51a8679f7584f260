"""Batches that are seen again: making a picture costs more than learning from it.

A batch is a tuple of tensors of equal length. The last pictures are kept on the training device,
and changed there each time they are drawn: moved, turned, lit otherwise, smeared, noisy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

LIGHT = 0.25
"""Largest change of a picture's brightness, as a share; a channel's is a third of it."""
NOISE = 0.03
"""Largest standard deviation of the added noise, of values from 0 to 1."""
SMEARED = 0.3
"""Share of pictures that are smeared, as if they had that much fewer pixels in each axis."""
SMEAR = 3.0
"""Largest ratio by which a smeared picture's pixels are fewer in an axis."""


def repeat_batches(
    batches: Iterable[tuple[Any, ...]],
    again: int,
    change: Callable[..., tuple[Any, ...]],
    kept: int,
    device: str,
) -> Iterator[tuple[Any, ...]]:
    """Yield each batch on `device`, then `again` batches of kept pictures, changed.

    Args:
        batches: tuples of tensors with equal first dimensions.
        again: batches drawn from the kept ones after each new one.
        change: takes a batch's tensors and returns those of a changed copy.
        kept: the last pictures from which they are drawn.
    """
    import torch

    store: list[Any] = []
    seen = 0
    for batch in batches:
        there = tuple(part.to(device, non_blocking=True) for part in batch)
        yield there
        if not again:
            continue
        if not store:
            store = [torch.empty((kept, *p.shape[1:]), dtype=p.dtype, device=device) for p in there]
        count = len(there[0])
        rows = torch.arange(seen, seen + count, device=device) % kept
        for whole, part in zip(store, there, strict=True):
            whole[rows] = part
        seen += count
        for _ in range(again):
            drawn = torch.randint(min(seen, kept), (count,), device=device)
            yield change(*(whole[drawn] for whole in store))


def move_pictures(pictures: Any, turn: Any, scale: Any, shift: Any, is_mirrored: Any) -> Any:
    """Move each picture: mirrored at its vertical axis, turned, scaled, shifted.

    Args:
        pictures: uint8 (n, 3, side, side).
        turn: radians (n,), clockwise as seen.
        scale: (n,).
        shift: (n, 2), x and y in half sides.
        is_mirrored: bool (n,).

    Returns:
        uint8 pictures; what was outside has one colour in each.
    """
    import torch
    from torch.nn import functional

    forward = move_matrices(turn, scale, is_mirrored)
    back = torch.linalg.inv(forward)
    places = torch.cat([back, -(back @ shift[:, :, None])], dim=2)
    grid = functional.affine_grid(places, list(pictures.shape), align_corners=False)
    fill = torch.rand(len(pictures), 3, 1, 1, device=pictures.device)
    moved = functional.grid_sample(pictures.float() / 255 - fill, grid, align_corners=False) + fill
    return _as_bytes(moved)


def move_matrices(turn: Any, scale: Any, is_mirrored: Any) -> Any:
    """Return the matrices (n, 2, 2) that move a place, from the picture's centre, with it."""
    import torch

    cos, sin = turn.cos() * scale, turn.sin() * scale
    side = torch.where(is_mirrored, -1.0, 1.0)
    return torch.stack([torch.stack([cos * side, -sin], 1), torch.stack([sin * side, cos], 1)], 1)


def relight(pictures: Any) -> Any:
    """Change light, colour and sharpness of uint8 pictures (n, 3, h, w), each by chance."""
    import torch
    from torch.nn import functional

    count, device = len(pictures), pictures.device

    def draw(*shape: int) -> Any:
        return torch.rand(count, *shape, device=device)

    lit = pictures.float() / 255
    gain = 1 + LIGHT * (2 * draw(1, 1, 1) - 1) + LIGHT / 3 * (2 * draw(3, 1, 1) - 1)
    lit = lit.clamp(min=1e-4) ** torch.exp(0.5 * (draw(1, 1, 1) - 0.5)) * gain
    smeared = (draw() < SMEARED).nonzero(as_tuple=True)[0]
    if len(smeared):  # a batch has one ratio: the cost is that of two resizes
        high, wide = lit.shape[2:]
        ratios = (1 + (SMEAR - 1) * torch.rand(2)).tolist()
        fewer = [round(side / ratio) for side, ratio in zip((high, wide), ratios, strict=True)]
        small = functional.interpolate(lit[smeared], fewer, mode="area")
        lit[smeared] = functional.interpolate(small, (high, wide), mode="bilinear")
    return _as_bytes(lit + NOISE * draw(1, 1, 1) ** 2 * torch.randn_like(lit))


def quarter_turns(quarters: Any) -> Any:
    """Return quarter turns as radians."""
    return quarters * (math.pi / 2)


def _as_bytes(pictures: Any) -> Any:
    import torch

    return (pictures * 255).round_().clamp_(0, 255).to(torch.uint8)
