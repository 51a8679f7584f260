"""The relation net: a small set transformer over the boxes of one photo, in torch.

Attention alone cannot count ("nobody near"), so that each box also gets counts of what is around
it, and messages over pairs that are summed, not averaged.
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

from ...relations.inputs import FACTS, KINDS, RULE_SETS
from ...relations.roles import FLAGS, Edge, Role

WIDTH, LAYERS, HEADS, PAIR_WIDTH = 80, 4, 4, 32
FAR = 20.0
"""Gap to a neighbour that is not there, tile sizes."""
_PAIR_FEATURES = 24
_LOCAL_FEATURES = 31
_TILE_FEATURES = len(KINDS) + FACTS + 18
"""What the net says of each box besides its role, as logits."""


class RelationNet(nn.Module):
    """Boxes to roles, flags, pairs of one set and the owner's edge; all results are logits."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("likeness", _likeness(), persistent=False)
        self.tile = nn.Sequential(
            nn.Linear(_TILE_FEATURES, WIDTH), nn.GELU(), nn.Linear(WIDTH, WIDTH)
        )
        self.rules = nn.Linear(len(RULE_SETS) + 1, WIDTH)
        self.local = nn.Sequential(nn.Linear(_LOCAL_FEATURES, 64), nn.GELU(), nn.Linear(64, WIDTH))
        self.pair = nn.Linear(_PAIR_FEATURES, PAIR_WIDTH)
        self.near = nn.Linear(_PAIR_FEATURES, PAIR_WIDTH)
        self.bias = nn.Linear(PAIR_WIDTH, HEADS * LAYERS)
        self.blocks = nn.ModuleList(_Block() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)
        self.role = nn.Linear(WIDTH, len(Role))
        self.flags = nn.Linear(WIDTH, len(FLAGS))
        self.edge = nn.Linear(WIDTH, len(Edge))
        self.weight = nn.Linear(WIDTH, 1)
        self.ends = nn.Linear(WIDTH, PAIR_WIDTH)
        self.keys = nn.Linear(WIDTH, 2 * PAIR_WIDTH)
        self.same_set = nn.Sequential(
            nn.Linear(2 * PAIR_WIDTH, PAIR_WIDTH), nn.GELU(), nn.Linear(PAIR_WIDTH, 1)
        )

    def forward(
        self, corners: Any, names: Any, facts: Any, rules: Any, mask: Any
    ) -> tuple[Any, ...]:
        """Return logits: roles (b, n, 8), flags (b, n, 4), same set (b, n, n), edge (b, 4).

        Args:
            corners: (b, n, 4, 2).
            names: (b, n, 46).
            facts: (b, n, 5).
            rules: (b, 4).
            mask: 1 for a box, 0 for padding; (b, n).
        """
        tiles, pairs, near, local = self._features(corners, names, facts, mask)
        count = mask.sum(1, keepdim=True)
        whole = self.rules(torch.cat([rules, torch.log(count) / 4], -1))
        x = self.tile(tiles) + self.local(local) + whole[:, None]
        pair = F.gelu(self.pair(pairs))
        bias = self.bias(pair).permute(0, 3, 1, 2) - 1e4 * (1 - mask)[:, None, None]
        gate = F.gelu(self.near(pairs)) * near[..., None]
        for i, block in enumerate(self.blocks):
            x = block(x, bias[:, i * HEADS : (i + 1) * HEADS], gate)
        x = self.norm(x)
        ends = self.ends(x)
        joint = torch.cat([ends[:, :, None] * ends[:, None], pair + pair.transpose(1, 2)], -1)
        first, second = self.keys(x).chunk(2, -1)
        match = first @ second.transpose(1, 2)
        same = self.same_set(joint)[..., 0] + 0.1 * (match + match.transpose(1, 2))
        share = torch.softmax(self.weight(x) - 1e4 * (1 - mask)[..., None], 1)
        edge = (share * self.edge(x)).sum(1)
        return self.role(x), self.flags(x), same, edge

    def _features(self, corners: Any, names: Any, facts: Any, mask: Any) -> tuple[Any, ...]:
        """Return features of tiles and pairs, weights of near pairs, and counts around tiles."""
        middle = corners.mean(2)
        across = (corners[:, :, 1] - corners[:, :, 0] + corners[:, :, 2] - corners[:, :, 3]) / 2
        down = (corners[:, :, 3] - corners[:, :, 0] + corners[:, :, 2] - corners[:, :, 1]) / 2
        wide, tall = _length(across), _length(down)
        along, below = across / wide, down / tall
        double = _double_angle(along)
        aspect = torch.log(tall / wide)
        oriented = facts[..., :1]
        step = middle[:, None] - middle[:, :, None]  # (b, i, j, 2): from i to j
        x = _dot(step, along[:, :, None]) / wide
        y = _dot(step, below[:, :, None]) / tall
        half_wide = _extent(across, down, along) / wide / 2
        half_tall = _extent(across, down, below) / tall / 2
        gap_x, gap_y = x.abs() - 0.5 - half_wide, y.abs() - 0.5 - half_tall
        size = torch.sqrt(wide * tall)[..., 0]
        away = torch.sqrt((step * step).sum(-1) + 1e-9)
        own = away / torch.sqrt(size[:, :, None] * size[:, None])
        parallel = _dot(double[:, :, None], double[:, None])
        askew = (
            double[:, :, None, 0] * double[:, None, :, 1]
            - double[:, :, None, 1] * double[:, None, :, 0]
        )
        up = below * oriented
        upright = _dot(up[:, :, None], up[:, None])
        alike = (names[:, None] @ self.likeness[None]) @ names[:, None].transpose(2, 3)
        blank = names[..., _BACK] + 0.5 * names[..., _WHITE]
        pairs = torch.stack(
            [
                torch.tanh(x / 1.5), torch.tanh(x / 5), torch.tanh(y / 1.5), torch.tanh(y / 5),
                torch.tanh(2 * gap_x), torch.tanh(gap_x / 2),
                torch.tanh(2 * gap_y), torch.tanh(gap_y / 2),
                torch.exp(-own), torch.exp(-own / 3),
                (torch.log(wide) - torch.log(wide).transpose(1, 2)).clamp(-2, 2),
                (torch.log(tall) - torch.log(tall).transpose(1, 2)).clamp(-2, 2),
                parallel, askew, upright,
                torch.tanh(step[..., 0] / 3), torch.tanh(step[..., 1] / 3),
                alike[:, 0], alike[:, 1], alike[:, 2], alike[:, 3],
                blank[:, :, None] * blank[:, None],
                torch.log(half_wide * 2).clamp(-1, 1), torch.log(half_tall * 2).clamp(-1, 1),
            ],
            -1,
        )  # fmt: skip
        number = torch.arange(corners.shape[1], device=corners.device)
        other = (number[:, None] != number[None]).to(mask.dtype)[None] * mask[:, None]
        near = torch.exp(-own / 2) * other
        tiles = torch.cat(
            [
                names, facts, middle / 8, torch.tanh(middle / 3), torch.log(wide), torch.log(tall),
                aspect, double, double * aspect, below * oriented,
                _heights(across, down, near, mask),
            ],
            -1,
        )  # fmt: skip
        local = _surroundings(x, y, gap_x, gap_y, own, half_wide, alike, other)
        return tiles, pairs, near, local


class _Block(nn.Module):
    """Attention with biases from pairs, summed messages from pairs, and a hidden layer."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.after = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.message = nn.Linear(WIDTH, PAIR_WIDTH)
        self.received = nn.Linear(PAIR_WIDTH, WIDTH)
        self.hidden = nn.Sequential(
            nn.Linear(WIDTH, 2 * WIDTH), nn.GELU(), nn.Linear(2 * WIDTH, WIDTH)
        )

    def forward(self, x: Any, bias: Any, gate: Any) -> Any:
        batch, count = x.shape[0], x.shape[1]
        parts = self.qkv(self.before(x)).reshape(batch, count, 3, HEADS, WIDTH // HEADS)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        weight = torch.softmax(query @ key.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5 + bias, -1)
        attended = (weight @ value).transpose(1, 2).reshape(batch, count, WIDTH)
        sent = 1 + self.message(x)
        received = (gate * sent[:, None]).sum(2) * 0.5
        x = x + self.out(attended) + self.received(received)
        return x + self.hidden(self.after(x))


_BACK, _WHITE = KINDS.index("back"), KINDS.index("5z")


def _likeness() -> Any:
    """Return which kinds are equal, neighbours, one apart, of one suit; (4, 46, 46)."""
    plain = {"0m": "5m", "0p": "5p", "0s": "5s"}
    result = torch.zeros(4, len(KINDS), len(KINDS))
    for i, one in enumerate(KINDS):
        for j, two in enumerate(KINDS):
            a, b = plain.get(one, one), plain.get(two, two)
            result[0, i, j] = float(a == b)
            if a[1] == b[1] and a[1] in "mps":
                far = abs(int(a[0]) - int(b[0]))
                result[1, i, j], result[2, i, j] = float(far == 1), float(far == 2)
                result[3, i, j] = 1.0
            elif a[1] == b[1] == "f":
                result[3, i, j] = 1.0
    return result


def _length(vectors: Any) -> Any:
    return torch.sqrt((vectors * vectors).sum(-1, keepdim=True) + 1e-6)


def _dot(one: Any, other: Any) -> Any:
    return (one * other).sum(-1)


def _double_angle(along: Any) -> Any:
    """Return directions whose angle is doubled, so that opposite ones are equal."""
    x, y = along[..., 0], along[..., 1]
    return torch.stack([x * x - y * y, 2 * x * y], -1)


def _heights(across: Any, down: Any, near: Any, mask: Any) -> Any:
    """Return how tall boxes are in the picture for their width, against others; (b, n, 5).

    From a low camera upright tiles look as flat as sideways ones from above: only beside each
    other they differ.
    """
    sides = across.abs() + down.abs()
    height = torch.log((sides[..., 1] + 1e-3) / (sides[..., 0] + 1e-3)).clamp(-2, 2)
    mean = _mean(height, mask)
    taller = mask * (height > mean).to(mask.dtype)
    upper, lower = _mean(height, taller), _mean(height, mask - taller)
    around = (near * height[:, None]).sum(-1) / (near.sum(-1) + 1e-6)
    return torch.stack([height, height - mean, height - upper, height - lower, height - around], -1)


def _mean(values: Any, mask: Any) -> Any:
    """Return the mean over the boxes of a mask; (b, 1)."""
    return (values * mask).sum(-1, keepdim=True) / (mask.sum(-1, keepdim=True) + 1e-6)


def _extent(across: Any, down: Any, axis: Any) -> Any:
    """Return how long boxes j are along the axis of boxes i; (b, i, j)."""
    return (axis @ across.transpose(1, 2)).abs() + (axis @ down.transpose(1, 2)).abs()


def _surroundings(
    x: Any, y: Any, gap_x: Any, gap_y: Any, own: Any, half_wide: Any, alike: Any, other: Any
) -> Any:
    """Return gaps and counts around each box; (b, n, 31)."""
    alongside = (half_wide < 0.58).to(other.dtype)
    found = []
    for place, gap, aside in ((x, gap_x, y), (y, gap_y, x)):
        for sign in (1.0, -1.0):
            beside = (
                (aside.abs() < 0.6).to(other.dtype) * (place * sign > 0).to(other.dtype) * other
            )
            for kept in (beside, beside * alongside):
                nearest = (gap.clamp(-1, FAR) * kept + FAR * (1 - kept)).amin(-1)
                found += [torch.tanh(nearest), torch.tanh(nearest * 4)]
    box_gap = torch.maximum(gap_x, gap_y).clamp(-1, FAR)
    nearest = (box_gap * other + FAR * (1 - other)).amin(-1)
    found += [torch.tanh(nearest / 2), torch.tanh(3 * nearest)]
    found += [((own < far).to(other.dtype) * other).sum(-1) / 4 for far in (1.15, 1.5, 2.5, 4.0)]
    in_row = (y.abs() < 0.5).to(other.dtype) * other
    in_column = (x.abs() < 0.5).to(other.dtype) * other
    found += [in_row.sum(-1) / 14, in_column.sum(-1) / 14]
    touching = (box_gap < 0.25).to(other.dtype) * other
    found += [touching.sum(-1) / 4]
    near = (own < 4.0).to(other.dtype) * other
    found += [(alike[:, 0] * other).sum(-1) / 3, (alike[:, 0] * near).sum(-1) / 3]
    found += [(alike[:, 1] * near).sum(-1) / 3, (alike[:, 0] * touching).sum(-1) / 3]
    found += [(alike[:, 1] * touching).sum(-1) / 3, torch.log(1 + other.sum(-1)) / 4]
    return torch.stack(found, -1)
