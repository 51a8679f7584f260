"""Layers of the small residual nets, in torch."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn


def narrow(before: int, after: int) -> list[nn.Module]:
    """Return layers that halve the sides of a plane and change its channels."""
    return [
        nn.Conv2d(before, after, 3, stride=2, padding=1, bias=False),
        nn.BatchNorm2d(after),
        nn.ReLU(inplace=True),
    ]


class Block(nn.Module):
    """Two convolutions beside a short cut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(inplace=True),
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, x: Any) -> Any:
        """Return planes of the same shape."""
        return torch.relu(x + self.body(x))
