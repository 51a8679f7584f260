"""What a player states about a hand of the quiz, and the verdict: `dispute` judges the claim."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..claim import ClaimedItem, ClaimedScore, parse_claim
from ..dispute import Remark, RemarkKind, differences
from ..errors import HandReaderError
from ..json_fields import short_repr
from ..plausibility import is_riichi
from ..rulebook import Rulebook, RulebookError
from ..text import Phrase, Texts, phrase
from ..worth import Worth, parse_worth
from .levels import ASK_NAMES, Ask, QuizError
from .questions import QuizPart, QuizQuestion

_MOST_STATED = 40  # patterns; no hand has so many
_LONGEST = 200  # characters of an answer


@dataclass(frozen=True, slots=True)
class QuizVerdict:
    """What is right and wrong in an answer.

    Attributes:
        is_right: whether all of it is right.
        remarks: every difference, with the paragraph that decides it; () if the player gave up.
        missed: ids of the patterns that count and were not stated.
        wrong: ids of the patterns that were stated and do not count.
    """

    is_right: bool
    remarks: tuple[Remark, ...]
    missed: tuple[str, ...]
    wrong: tuple[str, ...]


def judge(question: QuizQuestion, claim: ClaimedScore | None) -> QuizVerdict:
    """Judge what a player states; None for a player who gives up."""
    if claim is None:
        missed = [id for part in question.parts if part.is_multiple for id in part.right]
        return QuizVerdict(False, (), tuple(missed), ())
    remarks = differences(question.score, claim)
    missed = [r.pattern for r in remarks if r.kind is RemarkKind.MISSED and r.pattern]
    wrong = [r.pattern for r in remarks if r.kind in _NOT_COUNTED and r.pattern]
    return QuizVerdict(not remarks, remarks, tuple(missed), tuple(wrong))


_NOT_COUNTED = (RemarkKind.ABSENT, RemarkKind.DROPPED)


def claim_by_choices(question: QuizQuestion, chosen: Mapping[str, object]) -> ClaimedScore:
    """Return the claim that chosen answers make.

    Args:
        question: the question.
        chosen: untrusted: the values of choices, a list by the name of each `Ask`.

    Raises:
        QuizError: an answer is missing, or is none.
    """
    claim = ClaimedScore(None, None)
    for part in question.parts:
        values = chosen.get(part.ask.value)
        if not isinstance(values, list) or len(values) > _MOST_STATED:
            raise _no_answer(part)
        texts = [value for value in values if isinstance(value, str) and len(value) <= _LONGEST]
        if len(texts) < len(values) or (not part.is_multiple and len(texts) != 1):
            raise _no_answer(part)
        if part.is_multiple:
            claim = claim_by_ids(question, texts, claim)
        else:
            claim = claim_by_text(question, part, texts[0], claim)
    return claim


def claim_by_ids(question: QuizQuestion, ids: Sequence[str], claim: ClaimedScore) -> ClaimedScore:
    """Return a claim with chosen patterns, each as often as it counts: its label shows that.

    Args:
        question: the question.
        ids: of the patterns.
        claim: what was stated about the parts before.

    Raises:
        QuizError: an id is none of a pattern.
    """
    best, book = question.score.best, question.score.rulebook
    counts = {item.pattern.id: item.count for item in best.items} if best is not None else {}
    found = []
    for id in dict.fromkeys(ids):
        try:
            found.append(ClaimedItem(book[id], counts.get(id, 1)))
        except RulebookError as error:
            raise QuizError(
                "no_choice",
                ask=phrase(ASK_NAMES[Ask.PATTERNS]),
                text=short_repr(id),
                expected=_like(Ask.PATTERNS, book),
            ) from error
    return replace(claim, items=tuple(found))


def claim_by_text(
    question: QuizQuestion, part: QuizPart, text: str, claim: ClaimedScore
) -> ClaimedScore:
    """Return a claim with what a text states about one part of a question.

    Args:
        question: the question.
        part: the part: patterns as `parse_claim` reads them; a number of fan or a limit, of
            minipoints, of points.
        text: what the player typed or chose.
        claim: what was stated about the parts before.

    Raises:
        HandReaderError: the text is no answer to that.
    """
    book = question.score.rulebook
    stated = text.strip()[:_LONGEST]
    if part.is_multiple:
        found = parse_claim(f"1: {stated}" if stated else "", book)
        if found.items is None:
            raise _no_answer(part, text, book)
        return replace(claim, items=found.items, bonus=found.bonus if found.bonus else None)
    if part.ask is Ask.FU:
        fu = _FU_TEXT.fullmatch(stated)
        if fu is None:
            raise _no_answer(part, text, book)
        han = own_fan(question) if claim.han is None else claim.han
        return replace(claim, han=han, fu=int(fu[1]))
    worth = _worth(stated, part.ask, book)
    if part.ask is Ask.POINTS and worth.points is not None:
        return replace(claim, total=worth.points)
    if part.ask is Ask.FAN and (worth.han or worth.limit):
        return replace(claim, han=worth.han, limit=worth.limit, yakuman=worth.yakuman)
    raise _no_answer(part, text, book)


def own_fan(question: QuizQuestion) -> int | None:
    """Return the fan of a question's hand, which it states where it asks for minipoints alone."""
    best = question.score.best
    han = None if best is None else best.more.get("han")
    return han if isinstance(han, int) else None


_FU_TEXT = re.compile(r"(\d{1,3})\s*(?:fu|符|minipoints?|minipunti)?", re.IGNORECASE)


def _worth(text: str, ask: Ask, book: Rulebook) -> Worth:
    """Return what a text states; a number alone is about what was asked. Nothing if it is none."""
    unit = " han" if ask is Ask.FAN and text.isdecimal() else ""
    try:
        return parse_worth(text + unit, book) or Worth()
    except HandReaderError:
        return Worth()


def _no_answer(part: QuizPart, text: str = "", book: Rulebook | None = None) -> QuizError:
    gaps = {"ask": phrase(ASK_NAMES[part.ask]), "expected": _like(part.ask, book)}
    if text.strip():
        return QuizError("no_choice", text=short_repr(text.strip()), **gaps)
    return QuizError("no_answer", **gaps)


def _like(ask: Ask, book: Rulebook | None) -> Phrase:
    if ask is Ask.PATTERNS and book is not None:
        one, other = book.patterns[0], book.patterns[1]
        return phrase(_LIKE_PATTERNS, one=one, other=other)
    like = 3900 if book is not None and is_riichi(book) else 18
    return phrase(_LIKE[ask], number=like)


_LIKE_PATTERNS: Texts = {
    "en": "patterns like {one}, {other}",
    "it": "combinazioni come {one}, {other}",
}
_LIKE: Mapping[Ask, Texts] = {
    Ask.PATTERNS: {"en": "a list of patterns", "it": "un elenco di combinazioni"},
    Ask.FAN: {"en": "a number like 3, or yakuman", "it": "un numero come 3, o yakuman"},
    Ask.FU: {"en": "a number like 30", "it": "un numero come 30"},
    Ask.POINTS: {"en": "a number like {number}", "it": "un numero come {number}"},
}
