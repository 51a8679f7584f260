"""Two sets of weights compared hand by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from handreader.evaluation.beside import compare_trials
from tests.handreader.evaluation.outcomes import trial_of


def test_hands_that_became_right_or_wrong_are_named() -> None:
    now = [
        trial_of(is_right, name=name)
        for name, is_right in zip("abcd", (True, True, False, False), strict=True)
    ]
    was = [
        trial_of(is_right, name=name)
        for name, is_right in zip("abcd", (True, False, True, False), strict=True)
    ]
    compared = compare_trials(Path("old"), now, was)
    assert compared is not None
    assert (compared.became_right, compared.became_wrong) == (["b"], ["c"])
    text = "\n".join(compared.lines())
    assert "hands right: 2 of 4, 2 beside with old" in text
    assert "became right: 1\n      b" in text and "became wrong: 1\n      c" in text
    assert compared.table()["became_wrong"] == ["c"]


def test_nothing_is_compared_without_weights_beside() -> None:
    assert compare_trials(None, [trial_of(True)], []) is None


def test_both_must_have_read_the_same_hands() -> None:
    with pytest.raises(ValueError):
        compare_trials(Path("old"), [trial_of(True)], [])
