"""Layout and decoding of the corpus: of made and real hands no fewer may be right."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from handreader.evaluation.corpus import (
    CorpusError,
    CorpusHand,
    count_outcomes,
    hand_from_json,
    hand_to_json,
    load_corpus,
    load_hand,
)
from handreader.pipeline import RULE_SETS
from vision import Reader

CORPUS = Path(__file__).parents[2] / "data" / "corpus"
FOLDERS = [folder.name for folder in sorted(CORPUS.iterdir()) if folder.is_dir()]
COUNTS = tomllib.loads((CORPUS / "counts.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def corpora() -> dict[str, list[CorpusHand]]:
    nets = Reader().model_id()
    return {name: load_corpus(CORPUS / name, nets) for name in FOLDERS}


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_as_many_hands_are_right_as_before(
    folder: str, rules: str, corpora: dict[str, list[CorpusHand]]
) -> None:
    """After a change that is meant, `python benchmarks/corpus.py --counts` writes the counts."""
    least, found = COUNTS[folder][rules], count_outcomes(corpora[folder], rules)
    assert sum(found.values()) == sum(least.values())
    assert found["right"] >= least["right"]
    assert found["right"] + found["asked"] >= least["right"] + least["asked"]
    assert found["wrong unasked"] <= least["wrong unasked"]


def test_a_hand_is_the_same_after_it_was_written(corpora: dict[str, list[CorpusHand]]) -> None:
    for hand in (hand for hands in corpora.values() for hand in hands):
        assert hand_from_json(json.loads(json.dumps(hand_to_json(hand)))) == hand


def _copy(folder: Path, **changes: object) -> Path:
    """Write a hand of the corpus with other fields, and return the file."""
    source = next(iter(sorted((CORPUS / FOLDERS[0]).glob("*.json"))))
    content = json.loads(source.read_text("utf-8")) | changes
    file = folder / source.name
    file.write_text(json.dumps(content), "utf-8")
    return file


@pytest.mark.parametrize(
    "changes",
    [
        {"tiles": None},
        {"tiles": [["ten"]]},
        {"rules": ["no-book"]},
        {"hand": {"concealed": "9x"}},
        {"situation": {"seat": "Q"}},
    ],
)
def test_a_damaged_hand_is_named_with_the_remedy(tmp_path: Path, changes: object) -> None:
    assert isinstance(changes, dict)
    file = _copy(tmp_path, **changes)
    with pytest.raises(CorpusError, match=r"python benchmarks/corpus.py") as caught:
        load_hand(file)
    assert str(file) in str(caught.value) and "\n" not in str(caught.value)


def test_a_hand_that_ends_early_is_named_with_the_remedy(tmp_path: Path) -> None:
    file = _copy(tmp_path)
    file.write_text(file.read_text("utf-8")[:200], "utf-8")
    with pytest.raises(CorpusError, match=r"make it again: python benchmarks/corpus.py"):
        load_corpus(tmp_path)


def test_hands_of_other_nets_are_named_with_the_remedy(tmp_path: Path) -> None:
    file = _copy(tmp_path, nets="tiles-n-0 faces-n-0")
    assert len(load_corpus(tmp_path)) == 1
    with pytest.raises(CorpusError, match=r"recognised with tiles-n-0 faces-n-0") as caught:
        load_corpus(tmp_path, "others")
    assert str(file) in str(caught.value)


def test_a_folder_without_hands_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no hands of a corpus"):
        load_corpus(tmp_path)
