"""The odds of stacked kongs are fitted to a share of them (needs torch)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="training is not installed here")
pytest.importorskip("onnx", reason="training is not installed here")


def draw_odds(count: int, share: float, rng: np.random.Generator) -> tuple[Any, Any]:
    """Return logits that are exact for sets of which a share are kongs, and whether each is."""
    stacked = rng.random(count) < share
    evidence = rng.normal(np.where(stacked, 1.5, -1.5), np.sqrt(3))  # is its own log ratio
    return evidence + np.log(share / (1 - share)), stacked


def test_exact_odds_move_by_the_ratio_of_the_shares() -> None:
    from vision.training.relation_odds import fit_odds

    logits, stacked = draw_odds(60_000, 0.03, np.random.default_rng(5))
    slope, offset = fit_odds(logits, stacked, 0.1)
    wanted = np.log(0.1 / 0.9) - np.log(0.03 / 0.97)
    assert slope == pytest.approx(1, abs=0.06)
    assert offset == pytest.approx(wanted, abs=0.15)


def test_odds_that_are_too_sure_are_made_less_so() -> None:
    from vision.training.relation_odds import fit_odds

    logits, stacked = draw_odds(60_000, 0.1, np.random.default_rng(6))
    slope, offset = fit_odds(2 * logits - 3, stacked, 0.1)
    assert slope == pytest.approx(0.5, abs=0.03)
    assert offset == pytest.approx(1.5, abs=0.15)


def test_only_called_sets_of_three_like_tiles_in_view_are_counted(tmp_path: Path) -> None:
    from simulation.layings.lists import make_list
    from vision.training.data.box_lists import save_chunk
    from vision.training.relation_odds import sets_of

    boxes, truths = make_list(np.random.default_rng(2), "kongs")
    count = len(boxes)
    assert count >= 13
    groups, kinds = np.full(count, -1, np.int8), np.arange(count, dtype=np.int8)
    stacked, concealed = np.zeros(count, bool), np.zeros(count, bool)
    groups[:13] = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3]
    kinds[:3] = kinds[3:6] = 5  # a pung, a kong with its fourth tile on top
    stacked[4] = True
    kinds[6:10] = 8  # four tiles side by side
    kinds[10:13] = [10, 11, 12]  # a chow
    roles = np.full(count, 3, np.int8)
    truths = replace(truths, roles=roles, groups=groups, kinds=kinds, stacked=stacked,
                     concealed=concealed)  # fmt: skip
    save_chunk(tmp_path / "00000.npz", [(boxes, truths)], ["kongs"])

    def rising_logits(*given: Any) -> tuple[Any, ...]:
        rows = torch.arange(count).float()[None, :, None]
        return None, rows.expand(1, count, 4), None, None

    assert list(sets_of(rising_logits, tmp_path / "00000.npz")) == [(2.0, False), (5.0, True)]
