"""A claimed score ("18: mixed triple chow, all chows") compared with ours, item by item."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from .claim import ClaimedItem, ClaimedScore
from .open_facts import FACT_NAMES, open_facts
from .plausibility import is_riichi
from .rulebook import Dropped, Item, OptionRule, Pattern, Tally
from .rulebooks.riichi_dora import (
    NAMES,
    absence_reason,
    dora_groups,
    groups_text,
    points_without,
)
from .rulebooks.riichi_fu import minipoints
from .scorer import Score, score
from .text import Phrase, Texts, phrase
from .worth import FAN_WITHOUT_FU, limit_phrase

_TEXTS: dict[str, Texts] = {
    "no_win": {"en": "this is not a win: {why}", "it": "non è una vincita: {why}"},
    "total": {
        "en": "you claim {claimed} in total; it is {ours}",
        "it": "dici {claimed} in tutto, è {ours}",
    },
    "han": {"en": "you claim {claimed} fan; it is {ours}", "it": "dici {claimed} fan, è {ours}"},
    "fu": {
        "en": "you claim {claimed} minipoints (fu); it is {ours}: {sum}",
        "it": "dici {claimed} minipoint (fu), sono {ours}: {sum}",
    },
    "limit": {"en": "you claim {claimed}; it is {ours}", "it": "dici {claimed}, è {ours}"},
    "no_limit": {"en": "below the limits", "it": "sotto i limiti"},
    "sum": {
        "en": "your list adds up to {listed}, not to {claimed}",
        "it": "ciò che elenchi fa {listed}, non {claimed}",
    },
    "absent": {
        "en": "{pattern} is not in this hand: {rule}",
        "it": "{pattern} non è in questa mano: {rule}",
    },
    "dropped": {
        "en": "{pattern} is there but does not count: {why}",
        "it": "{pattern} c'è ma non conta: {why}",
    },
    "missed": {
        "en": "you left out {pattern}, {points}: {rule}",
        "it": "hai tralasciato {pattern}, {points}: {rule}",
    },
    "count": {
        "en": "{pattern} counts x{ours}, you claim x{claimed}",
        "it": "{pattern} conta x{ours}, tu dici x{claimed}",
    },
    "points": {
        "en": "{pattern} is worth {ours}, you claim {claimed}",
        "it": "{pattern} vale {ours}, tu dici {claimed}",
    },
    "reading": {
        "en": "{claimed} is the score of another reading of the hand; the best one counts",
        "it": "{claimed} è il valore di un'altra lettura della mano; conta la migliore",
    },
    "bonus_missed": {
        "en": "you left out {count} fan of {name}: {tiles}",
        "it": "hai tralasciato {count} fan di {name}: {tiles}",
    },
    "bonus_absent": {
        "en": "there are no {name} in this hand: {why}",
        "it": "non ci sono {name} in questa mano: {why}",
    },
    "bonus_count": {
        "en": "{name}: {ours} fan, you claim {claimed}: {tiles}",
        "it": "{name}: {ours} fan, tu dici {claimed}: {tiles}",
    },
    "option": {
        "en": "it would be right with another table rule: {option} = {other}; here it is {ours}",
        "it": "sarebbe giusto con un'altra regola del tavolo: {option} = {other}; qui è {ours}",
    },
    "fact": {
        "en": "{claimed} would be right with {fact} = {value}",
        "it": "{claimed} sarebbe giusto se fosse così: {fact} = {value}",
    },
}


class RemarkKind(StrEnum):
    """The subject of a remark on a claimed score."""

    NO_WIN = "no_win"
    TOTAL = "total"  # another total
    HAN = "han"  # another number of fan; riichi only, like the next two
    FU = "fu"
    LIMIT = "limit"
    SUM = "sum"  # the list does not add up to the claimed total
    ABSENT = "absent"  # a pattern that the hand does not have
    DROPPED = "dropped"  # one that the hand has and that does not count
    MISSED = "missed"  # one that counts and was not claimed
    COUNT = "count"
    POINTS = "points"
    READING = "reading"  # a possible origin of the claimed total: another reading,
    FACT = "fact"  # or a different fact of the win
    OPTION = "option"  # or a table ruling that is not the one of this rule set


@dataclass(frozen=True, slots=True)
class Remark:
    """One difference between a claimed score and ours, with the paragraph that decides it.

    Attributes:
        kind: the subject.
        text: the sentence.
        ref: paragraph of the book; "" if it is plain arithmetic.
        pattern: id of the pattern concerned, or name of the bonus (`riichi_dora.NAMES`), if there
            is one.
    """

    kind: RemarkKind
    text: Phrase
    ref: str = ""
    pattern: str | None = None


def differences(score: Score, claim: ClaimedScore) -> tuple[Remark, ...]:
    """Return every difference between a claimed score and ours; () if it is right."""
    best, why = score.best, score.rejection_reason()
    remarks: list[Remark] = []
    if best is None or why is not None:
        remarks.append(Remark(RemarkKind.NO_WIN, phrase(_TEXTS["no_win"], why=why)))
        if best is not None and claim.items is not None:  # complete, and worth too little
            remarks += _item_remarks(best, claim.items)
        return tuple(remarks)
    worth_remarks = list(_worth_remarks(best, claim))
    remarks += worth_remarks
    if worth_remarks:
        remarks += _explanations(score, best, claim)
    if claim.items is not None:
        remarks += _item_remarks(best, claim.items)
        remarks += _bonus_remarks(score, best, claim)
        remarks += _sum_remarks(best, claim)
    return tuple(remarks)


def _worth_remarks(best: Tally, claim: ClaimedScore) -> Iterator[Remark]:
    """Compare points, fan, minipoints and limit; minipoints count below the limits alone."""
    more = best.more
    yakuman = more.get("yakuman")
    limit = str(more.get("limit") or "")
    if claim.total is not None and claim.total != best.total:
        yield _remark(RemarkKind.TOTAL, claimed=claim.total, ours=best.total)
        if claim.total == more.get("faan", more.get("raw_sum")):
            yield Remark(RemarkKind.LIMIT, best.notes[0])  # the sum, and the limit that cuts it
    if claim.limit is not None:
        ours = _limit_of(yakuman, limit)
        if (claim.limit, max(claim.yakuman, 1)) != ours:
            shown: object = limit_phrase(*ours) if limit else phrase(_TEXTS["no_limit"])
            claimed = limit_phrase(claim.limit, claim.yakuman)
            yield _remark(RemarkKind.LIMIT, claimed=claimed, ours=shown)
    if claim.han is not None and (yakuman or claim.han != more.get("han")):
        said_han = limit_phrase(*_limit_of(yakuman, limit)) if yakuman else more.get("han")
        yield _remark(RemarkKind.HAN, claimed=claim.han, ours=said_han)
    if claim.fu is not None and not yakuman:
        below = isinstance(claim.han, int) and claim.han < FAN_WITHOUT_FU
        if below and claim.fu != more.get("fu"):
            gaps = {"claimed": claim.fu, "ours": more.get("fu")}
            text = phrase(_TEXTS["fu"], **gaps, sum=minipoints(best.reading).sum)
            yield Remark(RemarkKind.FU, text, "4.1.1")


def _limit_of(yakuman: object, limit: str) -> tuple[str, int]:
    """Return the name of a limit, and how many yakuman it is."""
    return ("yakuman", yakuman) if isinstance(yakuman, int) and yakuman else (limit, 1)


def _explanations(found: Score, best: Tally, claim: ClaimedScore) -> Iterator[Remark]:
    """Find what would make the claimed worth right."""
    if claim.total is not None and claim.total != best.total:
        yield from _total_explanations(found, claim.total)
    if claim.items is None:
        yield from _missing_bonus(found, best, claim)
    yield from _other_rulings(found, claim)


def _other_rulings(found: Score, claim: ClaimedScore) -> Iterator[Remark]:
    """Find the table rulings, three at most, under which the claimed worth would be right."""
    book, count = found.rulebook, 0
    for name, rule in book.option_rules.items():
        ours = book.options[name]
        for other in rule.choices:
            if other == ours or count == _MOST_RULINGS:
                continue
            again = score(found.hand, found.win, book.with_options(**{name: other})).best
            if again is None or again.shortfall or next(_worth_remarks(again, claim), None):
                continue
            count += 1
            gaps = {"other": _answer(rule, other), "ours": _answer(rule, ours)}
            text = phrase(_TEXTS["option"], option=phrase(rule.names), **gaps)
            yield Remark(RemarkKind.OPTION, text, rule.ref)


_MOST_RULINGS = 3


def _answer(rule: OptionRule, choice: object) -> object:
    """Return the label of an answer, or the answer itself."""
    label = rule.labels.get(choice)  # type: ignore[call-overload]  # an answer of the rule
    return choice if label is None else phrase(label)


def _bonus_remarks(found: Score, best: Tally, claim: ClaimedScore) -> Iterator[Remark]:
    """Compare dora, ura dora, red fives and norths."""
    if claim.bonus is None or not is_riichi(found.rulebook) or best.more.get("yakuman"):
        return
    for name in NAMES:
        claimed, ours = claim.bonus.get(name, 0), best.more.get(name) or 0
        assert isinstance(ours, int)
        if claimed == ours:
            continue
        if not ours:
            why = absence_reason(name, found.rulebook, best.reading)
            text = phrase(_TEXTS["bonus_absent"], name=phrase(NAMES[name]), why=why)
            yield Remark(RemarkKind.ABSENT, text, "4.1", name)
        elif not claimed:
            yield _bonus_omission(found, best, name)
        else:
            gaps = {"name": phrase(NAMES[name]), "ours": ours, "claimed": claimed}
            text = phrase(_TEXTS["bonus_count"], **gaps, tiles=_bonus_tiles(found, best, name))
            yield Remark(RemarkKind.COUNT, text, "4.1", name)


def _missing_bonus(found: Score, best: Tally, claim: ClaimedScore) -> Iterator[Remark]:
    """Find the dora without which a claimed worth that lists no patterns would be right."""
    if not is_riichi(found.rulebook) or best.more.get("yakuman"):
        return
    counts = {name: fan for name in NAMES if isinstance(fan := best.more.get(name), int) and fan}
    for size in range(1, len(counts) + 1):
        for names in combinations(counts, size):
            fan = sum(counts[name] for name in names)
            if _is_worth_without(found, best, claim, fan):
                yield from (_bonus_omission(found, best, name) for name in names)
                return


def _is_worth_without(found: Score, best: Tally, claim: ClaimedScore, fan: int) -> bool:
    """Return whether a claim is right for the hand with so many fan fewer."""
    han = best.more["han"]
    assert isinstance(han, int)
    if claim.han is not None:
        return claim.han == han - fan
    return claim.total is not None and claim.total == points_without(found.rulebook, best, fan)


def _bonus_omission(found: Score, best: Tally, name: str) -> Remark:
    gaps = {"count": best.more[name], "name": phrase(NAMES[name])}
    text = phrase(_TEXTS["bonus_missed"], **gaps, tiles=_bonus_tiles(found, best, name))
    return Remark(RemarkKind.MISSED, text, "4.1", name)


def _bonus_tiles(found: Score, best: Tally, name: str) -> Phrase:
    groups = dora_groups(best, found.rulebook.players)
    return groups_text(tuple(one for one in groups if one.name == name))


def _item_remarks(best: Tally, claimed: tuple[ClaimedItem, ...]) -> Iterator[Remark]:
    counted = {item.pattern.id: item for item in best.items}
    dropped: dict[str, list[Dropped]] = {}
    for drop in best.dropped:
        dropped.setdefault(drop.item.pattern.id, []).append(drop)
    by_id = {item.pattern.id: item for item in claimed}
    for id, item in by_id.items():
        if id in counted:
            yield from _count_remarks(counted[id], item)
            if item.count > counted[id].count:
                yield from map(_exclusion_remark, dropped.get(id, ()))
        elif id in dropped:
            yield from map(_exclusion_remark, dropped[id])
        else:
            rule = phrase(item.pattern.rule)
            yield _pattern_remark(RemarkKind.ABSENT, item.pattern, rule=rule)
    for id, ours in counted.items():
        if id not in by_id:
            rule = phrase(ours.pattern.rule)
            yield _pattern_remark(RemarkKind.MISSED, ours.pattern, points=ours.points, rule=rule)


def _count_remarks(ours: Item, claimed: ClaimedItem) -> Iterator[Remark]:
    if ours.count != claimed.count:
        gaps = {"ours": ours.count, "claimed": claimed.count}
        yield _pattern_remark(RemarkKind.COUNT, ours.pattern, **gaps)
    elif claimed.points is not None and claimed.points != ours.points:
        gaps = {"ours": ours.points, "claimed": claimed.points}
        yield _pattern_remark(RemarkKind.POINTS, ours.pattern, **gaps)


def _exclusion_remark(drop: Dropped) -> Remark:
    pattern = drop.item.pattern
    text = phrase(_TEXTS[RemarkKind.DROPPED], pattern=pattern, why=drop.why)
    return Remark(RemarkKind.DROPPED, text, drop.ref, pattern.id)


def _sum_remarks(best: Tally, claim: ClaimedScore) -> Iterator[Remark]:
    """Check the sum of the listed points, if the book adds and all points are known."""
    if claim.items is None or claim.total is None or best.total != _sum(best.items):
        return
    worth = {item.pattern.id: item.value for item in best.items}
    listed = 0
    for item in claim.items:
        each = worth.get(item.pattern.id, item.pattern.points)
        listed += item.count * each if item.points is None else item.points
    if listed != claim.total:
        yield _remark(RemarkKind.SUM, listed=listed, claimed=claim.total)


def _sum(items: tuple[Item, ...]) -> int:
    return sum(item.points for item in items)


def _total_explanations(score: Score, claimed: int) -> Iterator[Remark]:
    """Find a reading, or one fact of the win, that would make the claimed total right."""
    if (
        score.next_best is not None
        and score.next_best.shortfall is None
        and score.next_best.total == claimed
    ):
        yield _remark(RemarkKind.READING, claimed=claimed)
    for fact in open_facts(score.hand, score.win, score.rulebook):
        for outcome in fact.alternatives[1:]:
            if outcome.total == claimed and outcome.valid_win:
                name = phrase(FACT_NAMES[fact.name])
                yield _remark(RemarkKind.FACT, claimed=claimed, fact=name, value=outcome.value)
                break


def _remark(kind: RemarkKind, **gaps: object) -> Remark:
    return Remark(kind, phrase(_TEXTS[kind], **gaps))


def _pattern_remark(kind: RemarkKind, pattern: Pattern, **gaps: object) -> Remark:
    text = phrase(_TEXTS[kind], pattern=pattern, **gaps)
    return Remark(kind, text, pattern.ref, pattern.id)
