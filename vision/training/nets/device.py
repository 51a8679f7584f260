"""Where a net is trained: on the processor, or on a CUDA device if one is there."""

from __future__ import annotations

from typing import Any


def has_bfloat16(device: str) -> bool:
    """Check that `device` calculates in bfloat16; emulated, it is ten times slower than float32."""
    import torch

    if device == "cpu":
        return bool(torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported())
    return bool(torch.cuda.is_bf16_supported())


def prepare_pictures(pictures: Any, device: str) -> Any:
    """Return a batch of uint8 pictures (n, 3, h, w) as float32, 0 to 1, on `device`."""
    import torch

    there = pictures.to(device, non_blocking=True)
    return there.float().div_(255).contiguous(memory_format=torch.channels_last)
