"""Every total of the command line is reached on the page, in whatever order facts are stated."""

from __future__ import annotations

import random

import pytest

from benchmarks.page_totals import random_cases, tap_natively
from scoring import RULEBOOKS


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_every_total_is_reached(rules: str) -> None:
    chance = random.Random(f"totals of {rules}")
    cases = list(random_cases(rules, 6, chance))
    assert [fault for case in cases if (fault := tap_natively(case, chance))] == []
