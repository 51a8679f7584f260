"""The command `check`: a hand's claimed score, compared with its real score."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scoring import Score, score
from scoring.claim import ClaimedScore, parse_claim
from scoring.dispute import Remark, differences
from scoring.errors import HandReaderError
from scoring.explain import items_text, rules_title
from scoring.record import Record
from scoring.scorer import rules_to_json

from ..errors import Report, to_stderr
from ..json_output import print_json
from ..messages import localize
from ..options import HandOptions, ReaderOptions
from .asking import ask_winning_tile, is_terminal
from .inputs import StatedFacts, winning_hands
from .typed_hands import (
    is_typed_hand,
    is_winner_stated,
    other_winning_tiles,
    total_of,
    winning_tile_note,
)


def check(
    source: str,
    claimed: str,
    options: HandOptions,
    reading: ReaderOptions,
    given: StatedFacts,
    report: Report,
) -> None:
    """Compare each hand of `source` with the claim; the report fails if one differs.

    Args:
        source, options, reading, given: see `inputs.winning_hands`.
        claimed: see `scoring.claim.parse_claim`.
    """
    for found in winning_hands(source, options, reading, given):
        with report.errors(_print_error if options.as_json else to_stderr):
            if isinstance(found, HandReaderError):
                raise found
            book = found.book(options.rules)
            claim = parse_claim(claimed, book)
            is_typed = found.id is None and is_typed_hand([Path(source)])
            is_assumed = is_typed and not is_winner_stated(source, given)
            others = other_winning_tiles(found) if is_assumed else {}
            if others and not options.as_json and is_terminal():
                found = ask_winning_tile(found, total_of(found), others, options.lang)
                is_assumed = False
            result = score(found.hand, found.win, book)
            remarks = differences(result, claim)
            report.failed |= bool(remarks)
            if options.as_json:
                print_json(_as_json(found, result, claim, remarks, options.lang))
            else:
                print("\n".join(_lines(found, result, remarks, options.lang)))
            if is_assumed:
                to_stderr(winning_tile_note(result, others, options.lang))


def _print_error(message: str) -> None:
    print_json({"error": message})


def _as_json(
    record: Record, result: Score, claim: ClaimedScore, remarks: tuple[Remark, ...], lang: str
) -> dict[str, object]:
    differences = [
        {"kind": r.kind.value, "item": r.pattern, "text": r.text.localize(lang), "ref": r.ref}
        for r in remarks
    ]
    best, why = result.best, result.rejection_reason()
    return {
        "id": record.id,
        **rules_to_json(result.rulebook),
        "agrees": not remarks,
        "valid_win": result.valid_win,
        **({} if why is None else {"reason": why.localize(lang)}),
        "total": result.total,
        **_ours(result),
        "notes": [] if best is None else [note.localize(lang) for note in best.notes],
        "claimed_total": claim.total,
        **({"claimed_han": claim.han, "claimed_fu": claim.fu} if claim.han is not None else {}),
        **({"claimed_limit": claim.limit} if claim.limit is not None else {}),
        **({"claimed_yakuman": claim.yakuman} if claim.yakuman else {}),
        "differences": differences,
    }


def _ours(result: Score) -> dict[str, object]:
    """Return what counts in our score, with its fan, minipoints and limits."""
    if result.best is None:
        return {}
    items = [
        {"id": item.pattern.id, "name": item.pattern.names["en"], "points": item.points}
        for item in result.best.items
    ]
    return {"items": items, **(result.best.more if result.valid_win else {})}


def _lines(record: Record, result: Score, remarks: tuple[Remark, ...], lang: str) -> Iterator[str]:
    title = rules_title(result.rulebook, lang)
    named = "" if record.id is None else f"{record.id}: "
    yield f"{named}{title}: {result.hand}"
    best = result.best
    if best is not None:
        parts = items_text(best).localize(lang)
        if result.valid_win:
            yield localize("ours", lang, total=result.total, parts=parts)
        else:
            yield localize("counted", lang, parts=parts)
        yield from (note.localize(lang) for note in best.notes)
    if not remarks:
        yield localize("agrees", lang)
    for remark in remarks:
        ref = f" [{remark.ref}]" if remark.ref else ""
        yield f"- {remark.text.localize(lang)}{ref}"
