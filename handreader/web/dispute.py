"""Dispute of a score: compare a claimed score with ours, pattern by pattern."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.claim import ClaimedItem, ClaimedScore
from scoring.dispute import Remark, differences
from scoring.rulebook import Rulebook, RulebookError
from scoring.rulebooks.riichi_dora import NAMES
from scoring.text import in_language, name_in_language

from .errors import ApiError
from .forms.form_fields import json_fields
from .hand_scoring import score_if_complete

MOST = 100_000  # points: more than any rulebook awards
PATTERNS = 40  # more than any hand has


def compare_claim(record: Mapping[str, object], claimed: object, lang: str) -> dict[str, object]:
    """Compare a claimed score with the score of a case record.

    Args:
        record: a case record of a known rule set.
        claimed: `{"total": points or null, "items": {pattern id: count} or null, "bonus": {name:
            fan} or null}`; the names are those of `riichi_dora.NAMES`.
        lang: "en" or "it".

    Returns:
        `agrees`; `valid_win`, and `reason` if it is none; `lines`, one for each pattern and bonus
        of either side; `remarks` that concern no single one; `notes`, our sums in words; `total`,
        `claimed_total`.

    Raises:
        ApiError: an invalid claim, or a record that is no complete hand.
    """
    score = score_if_complete(record)
    if score is None:
        raise ApiError(422, "bad_request", what="record")
    claim = _parse_claim(claimed, score.rulebook)
    remarks = differences(score, claim)
    by_pattern: dict[str, list[Remark]] = {}
    for remark in remarks:
        if remark.pattern is not None:
            by_pattern.setdefault(remark.pattern, []).append(remark)
    counted = {item.pattern.id: item for item in score.best.items} if score.best else {}
    stated = {item.pattern.id: item for item in claim.items or ()}
    lines = []
    for id in [*counted, *(id for id in stated if id not in counted)]:
        pattern = score.rulebook[id]
        ours = counted.get(id)
        about = by_pattern.get(id, [])
        lines.append(
            {
                "id": id,
                "name": name_in_language(pattern.names, lang),
                "ours": ours.points if ours else 0,
                "claimed": None if claim.items is None else stated[id].count if id in stated else 0,
                "agrees": not about,
                "texts": [remark.text.localize(lang) for remark in about],
                "ref": next((remark.ref for remark in about if remark.ref), pattern.ref),
            }
        )
    for name, texts in NAMES.items():
        ours_fan = (score.best.more.get(name) or 0) if score.best else 0
        said_fan = (claim.bonus or {}).get(name, 0)
        if ours_fan or said_fan:
            about = by_pattern.get(name, [])
            lines.append(
                {
                    "id": name,
                    "name": in_language(texts, lang),
                    "ours": ours_fan,
                    "claimed": None if claim.bonus is None else said_fan,
                    "agrees": not about,
                    "texts": [remark.text.localize(lang) for remark in about],
                    "ref": next((remark.ref for remark in about), ""),
                }
            )
    why = score.rejection_reason()
    return {
        "agrees": not remarks,
        "valid_win": why is None,
        "reason": None if why is None else why.localize(lang),
        "notes": [note.localize(lang) for note in score.best.notes] if score.best else [],
        "total": score.total,
        "claimed_total": claim.total,
        "lines": lines,
        "remarks": [r.text.localize(lang) for r in remarks if r.pattern is None],
    }


def _parse_claim(value: object, book: Rulebook) -> ClaimedScore:
    claim = json_fields({"claim": value}).sub("claim")
    total = None if claim.value("total") is None else claim.integer("total", 0, MOST)
    if claim.value("items") is None:
        if total is None:
            raise ApiError(422, "bad_request", what="claim")
        return ClaimedScore(total, None)
    counts = json_fields(claim.obj, "claim.items").sub("items", PATTERNS)
    items = []
    for id in counts.obj:
        count = counts.integer(id, 1, 99)
        try:
            items.append(ClaimedItem(book[id], count))
        except RulebookError:
            raise ApiError(422, "bad_request", what="claim.items") from None
    if claim.value("bonus") is None:
        return ClaimedScore(total, tuple(items))
    given = json_fields(claim.obj, "claim.bonus").sub("bonus", len(NAMES))
    bonus = {name: given.integer(name, 0, 99, default=0) for name in NAMES}
    return ClaimedScore(total, tuple(items), bonus=bonus)
