"""Ambiguous sets: the choice between close candidates, and the questions about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from .combined import Reading, runs, winners
from .melds import LaidMeld, Origin, Token, set_kind
from .words import KONGS, Question, question
from .zones import RIICHI

TURNS_CLAIMED = frozenset({"zung-jung", RIICHI})  # books that have the claimed tile turned
CLOSE = 1.5  # candidates whose costs differ by less are both options of a question


def chosen(
    readings: Sequence[Reading], answers: Mapping[str, str]
) -> tuple[Reading, tuple[Question, ...]]:
    """Return the cheapest candidate; a question if another one is close and its sets differ."""
    best = readings[0]
    if best.total not in (13, 14):
        return best, ()  # nothing fits: the count is the problem, not the choice
    texts = {_text(best): best}
    for reading in readings:
        if reading.cost < best.cost + CLOSE and not _untold(reading) and not _untold(best):
            texts.setdefault(_text(reading), reading)
    if len(texts) == 1:
        return best, ()
    answered = texts.get(answers.get("reading", ""))
    if answered is not None:
        return answered, ()
    options = tuple(texts)[:4]
    ids = sorted({i for text in options for meld in texts[text].melds for i in meld.tiles})
    return best, (question("reading", options, ids, readings=" / ".join(options)),)


def _untold(reading: Reading) -> bool:
    return any(meld.origin is Origin.UNTOLD for meld in reading.melds)


def _text(reading: Reading) -> str:
    """Return a short description: the number of tiles in hand, and the sets."""
    sets = " ".join(
        f"[{''.join(meld.kinds)}{' ' + meld.source.value if meld.source else ''}]"
        for meld in reading.melds
    )
    return f"{len(reading.held)} in hand {sets}".strip()


def four_equal(
    best: Reading, readings: Sequence[Reading], rules: str, answers: Mapping[str, str]
) -> tuple[Reading, tuple[Question, ...]]:
    """Resolve four equal tiles, none turned, by the book where it decides, else by a question."""
    questions: list[Question] = []
    melds: list[LaidMeld] = []
    certain = {meld.tiles for meld in best.melds if meld.origin is Origin.UNTOLD}
    rivals = {
        meld.tiles: meld
        for reading in readings
        if reading.cost < best.cost + CLOSE and reading.total in (13, 14)
        for meld in reading.melds
        if meld.origin is Origin.UNTOLD
    }
    doubtful = bool(certain) and any(
        reading.cost < best.cost + CLOSE and not _untold(reading) for reading in readings
    )
    for meld in best.melds:
        if meld.origin is not Origin.UNTOLD:
            melds.append(meld)
            continue
        name = f"four_equal:{min(meld.tiles)}"
        answer = answers.get(name)
        if answer is None and rules == RIICHI and not doubtful:
            answer = "concealed kong"  # a called one has a turned tile
        if answer is None:
            options = KONGS if doubtful else KONGS[:2]
            questions.append(question(name, options, sorted(meld.tiles), kind=meld.kinds[0]))
        origin = Origin.CALLED if answer == "called kong" else Origin.CONCEALED
        melds.append(replace(meld, origin=origin))
    for ids, meld in rivals.items():
        name = f"four_equal:{min(ids)}"
        if ids not in certain and name not in answers and not certain:
            questions.append(question(name, KONGS, sorted(ids), kind=meld.kinds[0]))
    return replace(best, melds=tuple(melds)), tuple(questions)


def called_groups(
    best: Reading, rules: str, answers: Mapping[str, str]
) -> tuple[Reading, tuple[Question, ...]]:
    """Resolve upright groups of three, called sets in a club that does not turn tiles.

    Where the claimed tile is turned, by the book or in other sets, they are in hand.
    """
    if rules in TURNS_CLAIMED or any(meld.claimed is not None for meld in best.melds):
        return best, ()
    groups: dict[str, tuple[Token, ...]] = {}
    for line in best.hand:
        for run in runs(line):
            if len(run) == 3 and set_kind([t.tile for t in run]) is not None and len(line) > 3:
                text = "".join(token.tile.kind for token in run)
                groups[text if text not in groups else f"{text} ({len(groups) + 1})"] = run
    if not groups:
        return best, ()
    answer = answers.get("called_sets")
    if answer is None:
        ids = [token.tile.id for run in groups.values() for token in run]
        options = ("none", *groups)
        return best, (question("called_sets", options, ids, groups=", ".join(groups)),)
    called = [groups[text.strip()] for text in answer.split(",") if text.strip() in groups]
    melds = [_upright_meld(run) for run in called]
    gone = {token.tile.id for run in called for token in run}
    hand = tuple(tuple(t for t in line if t.tile.id not in gone) for line in best.hand)
    left = replace(best, hand=tuple(line for line in hand if line), melds=(*best.melds, *melds))
    found, how = winners(left) if left.total == 14 else ((), None)
    return replace(left, winners=found, how=how), ()


def _upright_meld(run: Sequence[Token]) -> LaidMeld:
    kind = set_kind([token.tile for token in run])
    assert kind is not None
    ids, kinds = zip(*((token.tile.id, token.tile.kind) for token in run), strict=True)
    return LaidMeld(kind, ids, kinds, Origin.CALLED)
