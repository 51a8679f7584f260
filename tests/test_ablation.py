"""The ablation: rules switched off, numbers scaled, and everything as before afterwards."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from handreader.evaluation.corpus import load_corpus
from vision.parsing import owners, reading, search
from vision.parsing.settings import SearchSettings

ROOT = Path(__file__).parents[1]
HANDS = 6


@pytest.fixture(scope="module")
def ablation() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ablation", ROOT / "benchmarks" / "ablation.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["ablation"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def laboratory(ablation: ModuleType) -> Any:
    hands = load_corpus(ROOT / "tests" / "data" / "corpus" / "made")[:HANDS]
    found = ablation.Laboratory(hands, enough=HANDS)
    found.prepare()
    return found


def test_a_rule_that_all_rests_on_changes_every_hand(ablation: ModuleType, laboratory: Any) -> None:
    before = search.search
    variant = ablation.Variant("no search", tuple(laboratory.find("search.search")))
    found = laboratory.measure(variant)
    assert (found.changed, found.is_whole) == (HANDS, True)
    assert search.search is before and vars(reading)["search"] is before


def test_a_rule_without_effect_on_a_hand_is_not_run_on_it(
    ablation: ModuleType, laboratory: Any
) -> None:
    """Nobody says where the owner of a hand sits."""
    variant = ablation.Variant("no owner", tuple(laboratory.find("find_party_at")))
    found = laboratory.measure(variant)
    assert (found.hands, found.changed) == (0, 0)


def test_a_number_is_scaling_wherever_it_is_used_and_only_meanwhile(ablation: ModuleType) -> None:
    numbers = {one.name: one for one in ablation._numbers(ablation.PACKAGES)}
    with ablation._scaling(numbers["parsing.owners._FACING"], 1.5):
        assert round(owners._FACING, 3) == 1.05
    with ablation._scaling(numbers["parsing.settings.SearchSettings.doubt"], 0.5):
        assert SearchSettings().doubt == 0.1
    assert (owners._FACING, SearchSettings().doubt) == (0.7, 0.2)


@pytest.mark.parametrize(
    ("name", "near"), [("surplus_copie", "surplus_copies"), ("xyzxyz", "none")]
)
def test_an_unknown_rule_is_answered_by_the_nearest(laboratory: Any, name: str, near: str) -> None:
    with pytest.raises(SystemExit, match=f"no rule {name}: .*{near}"):
        laboratory.find(name)


def test_the_table_of_a_document_is_written_between_its_marks(
    ablation: ModuleType, tmp_path: Path
) -> None:
    document = tmp_path / "page.md"
    document.write_text("above\n<!-- ablation -->\nold\n<!-- end -->\nbelow\n", "utf-8")
    row = ablation.Earning("rule = False", 9, 3, 2, 1, 1, 0, 0, True, ())
    ablation.write_table([row], 10, document)
    text = document.read_text("utf-8")
    assert "| `rule = False` | 9 | 2 | 1 | 0 |" in text and "old" not in text
    assert text.startswith("above\n") and text.endswith("\nbelow\n")
