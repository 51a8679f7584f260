"""The attacks of benchmarks/adversary.py, with few of each and a seed of their own."""

from __future__ import annotations

import pytest

from tests.test_benchmarks import script

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize(("attack", "count"), [("pictures", 300), ("records", 500)])
def test_broken_input_is_answered_in_one_line(attack: str, count: int) -> None:
    run, _ = script("adversary").ATTACKS[attack]
    assert list(run(count, seed=20)) == []


def test_a_slide_show_loses_no_hand() -> None:
    pytest.importorskip("resvg_py", reason="the extra `train` draws the tiles")
    assert list(script("adversary").attack_slides(2, seed=20)) == []
