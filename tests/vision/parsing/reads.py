"""Drawn tiles read by the installed relation net and the search, and a layout as one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from handreader.pipeline import RulebookOracle, find_relations
from handreader.situation import Situation
from scoring import rulebook
from scoring.tiles import Tile, format_tiles, sort_tiles
from tests.vision.parsing.scene_cases import Case
from vision.layout.layout import Layout
from vision.layout.questions import Question
from vision.parsing.reading import RuleOracle, read_hand
from vision.picture_edge import PictureEdge
from vision.seen_tile import SeenTile


def read(
    tiles: Sequence[SeenTile],
    rules: str,
    answers: Mapping[str, str] | None = None,
    oracle: RuleOracle | None = None,
    hand_from: PictureEdge | None = None,
) -> Layout:
    """Read the hand of tiles by a rule set, of which nothing is known but answers."""
    rule_oracle = oracle or RulebookOracle(rulebook(rules), Situation())
    relations = find_relations(tiles, rules)
    return read_hand(tiles, relations, rules, rule_oracle, answers or {}, hand_from=hand_from)


def layout_text(found: Layout, tiles: Sequence[SeenTile]) -> str:
    """Return a layout in one line: hand, sets, winning tile, and all that is not plain."""
    kinds = {tile.id: tile.kind for tile in tiles} | dict(found.names)
    shown = [*(kinds[i] for i in found.concealed), *found.covered_kinds]
    held = sort_tiles(Tile(kind) for kind in shown if kind not in ("?", "back"))
    words = [format_tiles(t for t in held if t.suit == suit) for suit in "mpszf"]
    words += [kind for kind in sorted(shown) if kind in ("?", "back")]
    for meld in found.melds:
        text = "????" if "?" in meld.kinds else format_tiles(map(Tile, meld.kinds))
        inside = " ".join(word for word in (meld.source or "", text) if word)
        words.append(f"({inside})" if meld.is_concealed else f"[{inside}]")
    words.append(f"+{found.winning_kind}" if found.winning_kind else "")
    words += _field_words("flowers", [kinds[i] for i in found.flowers])
    words += _field_words("dora", [kinds[i] for i in found.indicators])
    words += _field_words("ura", [kinds[i] for i in found.hidden_indicators])
    words.append(f"ignored {len(found.ignored)}" if found.ignored else "")
    for problem in found.problems:
        words.append(f"!{problem.code}" if problem.fatal else problem.code)
    words += [f"?{asked.code}" for asked in open_questions(found)]
    return " ".join(word for word in words if word and word != "ignored")


def case_text(case: Case, found: Layout, tiles: Sequence[SeenTile]) -> str:
    """Return the layout of a case in one line, without a winning tile that it does not tell."""
    if "+" not in case.told and found.winning is not None:
        held = (*found.concealed, found.winning)
        found = replace(found, concealed=held, winning=None, winning_kind=None)
    return layout_text(found, tiles)


def open_questions(found: Layout) -> list[Question]:
    """Return the questions that must be answered."""
    return [q for q in found.questions if q.default is None]


def _field_words(name: str, kinds: list[str]) -> list[str]:
    return [name, *kinds] if kinds else []
