"""Ambiguous sets: the choice between close candidates, and the questions about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from .melds import LaidMeld, LineReading, MeldOrigin, Token, read_line, set_kind, tokens
from .questions import KONGS, Question, question
from .zones import RIICHI, Tiles, Zones

WINNER_UNKNOWN = 0.5  # costs in nats, as in melds.py: 14 tiles and none apart,
WINNER_MISSING = 1.0  # 13 tiles,
MORE_WINNERS = 1.0  # two tiles placed like the winning one,
STRAY_TURN = 3.0  # a turned tile in hand that did not win,
SECOND_LINE = 1.0  # a hand in more than one line,
WRONG_COUNT = 9.0  # a count that no hand has: accepted only when nothing else explains it


@dataclass(frozen=True, slots=True)
class Candidate:
    """One combination of the place's lines: cost, tokens in hand by line, sets, winners."""

    cost: float
    hand: tuple[tuple[Token, ...], ...]
    melds: tuple[LaidMeld, ...]
    winners: tuple[int, ...]
    how: str | None

    @property
    def hand_tokens(self) -> tuple[Token, ...]:
        """Return all tokens in hand, lines in order."""
        return tuple(token for line in self.hand for token in line)

    @property
    def total(self) -> int:
        """Return the tile count of the hand; a set counts three, even a kong."""
        return len(self.hand_tokens) + 3 * len(self.melds)


def hand_candidates(parts: Zones, tiles: Tiles, answers: Mapping[str, str]) -> Iterator[Candidate]:
    """Yield every combination of the place's lines that the answers allow; the place has a hand."""
    assert parts.hand is not None
    above = {low: tiles[high] for low, high in parts.above.items()}
    main = tokens(parts.hand, tiles, above)
    laid: list[tuple[float, tuple[LaidMeld, ...]]] = []
    held = [main]
    for line in parts.lines:
        other = tokens(line, tiles, above)
        sets = next((r for r in read_line(other) if not r.hand and r.cost < 3.0), None)
        if sets is not None:
            laid.append((sets.cost, sets.melds))
        elif len(held) < 3 and abs(line.v - parts.hand.v) < 1.7 * len(held):
            held.append(other)
    order = sorted(range(len(held)), key=lambda i: -_level(held[i]))
    read = [read_line(line) for line in held]
    for size in range(1, len(held) + 1):
        combined = [Candidate(SECOND_LINE * (size - 1), (), (), (), None)]
        for i in (i for i in order if i < size):
            combined = [_add_line(one, reading, held[i]) for one in combined for reading in read[i]]
            combined = sorted(combined, key=lambda reading: reading.cost)[:40]
        for one in combined:
            for meld_cost, melds in laid:
                one = replace(one, cost=one.cost + meld_cost, melds=(*one.melds, *melds))
            if all(_is_allowed(one, key, value) for key, value in answers.items()):
                yield _with_count_cost(one)


def _level(line: Sequence[Token]) -> float:
    return sum(token.placed.v for token in line) / len(line)


def _add_line(one: Candidate, reading: LineReading, line: Sequence[Token]) -> Candidate:
    hand = tuple(line[i] for i in reading.hand)
    return replace(
        one,
        cost=one.cost + reading.cost,
        hand=(*one.hand, hand) if hand else one.hand,
        melds=(*one.melds, *reading.melds),
    )


def _is_allowed(reading: Candidate, key: str, value: str) -> bool:
    """Return whether an answer about four equal tiles allows the candidate."""
    code, _, tile = key.partition(":")
    if code != "four_equal":
        return True
    plain = any(min(m.tiles) == int(tile) for m in reading.melds if m.origin is MeldOrigin.UNTOLD)
    return plain == (value != "no kong")


def _with_count_cost(reading: Candidate) -> Candidate:
    """Add the winning tile and the cost of the tile count to a candidate."""
    found, how = winner_candidates(reading)
    total, cost = reading.total, reading.cost
    turned = [token for token in reading.hand_tokens if token.placed.is_turned]
    outer = {token for line in reading.hand for token in (line[0], line[-1])}
    if how != "turned" or len(turned) > 1:  # only a winning tile is turned in hand
        cost += sum(min(token.upright_cost, STRAY_TURN) for token in turned)
    elif not outer.issuperset(turned):
        cost += WINNER_UNKNOWN
    if total == 14:
        cost += {0: WINNER_UNKNOWN, 1: 0.0}.get(len(found), MORE_WINNERS)
    elif total == 13:
        cost += WINNER_MISSING
        found, how = (), None
    else:
        cost += WRONG_COUNT
        found, how = (), None
    return replace(reading, cost=cost, winners=found, how=how)


def winner_candidates(reading: Candidate) -> tuple[tuple[int, ...], str | None]:
    """Return the winning tile's candidates: alone at an end of the hand, else turned."""
    alone: list[int] = []
    turned: list[int] = []
    for line in reading.hand:
        parted = runs(line)
        ends = (parted[0], parted[-1]) if len(parted) > 1 or len(line) == 1 else ()
        if any(len(run) == 1 for run in ends):  # then one inside the row is as good a guess
            alone += [run[0].tile.id for run in parted if len(run) == 1]
        turned += [token.tile.id for token in line if token.placed.is_turned]
    if alone:
        return tuple(alone), "apart"
    return tuple(turned), "turned" if turned else None


def runs(line: Sequence[Token]) -> list[tuple[Token, ...]]:
    """Split tokens in hand at gaps; a set between two tokens also splits them."""
    parted: list[tuple[Token, ...]] = []
    for token in line:
        if parted and not token.parted:
            parted[-1] = (*parted[-1], token)
        else:
            parted.append((token,))
    return parted


TURNS_CLAIMED = frozenset({"zung-jung", RIICHI})  # books that have the claimed tile turned
CLOSE = 1.5  # readings whose costs differ by less are both asked about


def choose_candidate(
    readings: Sequence[Candidate], answers: Mapping[str, str]
) -> tuple[Candidate, tuple[Question, ...]]:
    """Return the cheapest candidate; a question if another one is close and its sets differ."""
    best = readings[0]
    if best.total not in (13, 14):
        return best, ()  # nothing fits: the count is the problem, not the choice
    texts = {_text(best): best}
    for reading in readings:
        if (
            reading.cost < best.cost + CLOSE
            and not _has_ambiguous_kong(reading)
            and not _has_ambiguous_kong(best)
        ):
            texts.setdefault(_text(reading), reading)
    if len(texts) == 1:
        return best, ()
    answered = texts.get(answers.get("reading", ""))
    if answered is not None:
        return answered, ()
    options = tuple(texts)[:4]
    ids = sorted({i for text in options for meld in texts[text].melds for i in meld.tiles})
    return best, (question("reading", options, ids, readings=" / ".join(options)),)


def _has_ambiguous_kong(reading: Candidate) -> bool:
    return any(meld.origin is MeldOrigin.UNTOLD for meld in reading.melds)


def _text(reading: Candidate) -> str:
    """Return a short description: the number of tiles in hand, and the sets."""
    sets = " ".join(
        f"[{''.join(meld.kinds)}{' ' + meld.source.value if meld.source else ''}]"
        for meld in reading.melds
    )
    return f"{len(reading.hand_tokens)} in hand {sets}".strip()


def resolve_four_equal(
    best: Candidate, readings: Sequence[Candidate], rules: str, answers: Mapping[str, str]
) -> tuple[Candidate, tuple[Question, ...]]:
    """Resolve four equal tiles, none turned, by the book where it decides, else by a question."""
    questions: list[Question] = []
    melds: list[LaidMeld] = []
    certain = {meld.tiles for meld in best.melds if meld.origin is MeldOrigin.UNTOLD}
    rivals = {
        meld.tiles: meld
        for reading in readings
        if reading.cost < best.cost + CLOSE and reading.total in (13, 14)
        for meld in reading.melds
        if meld.origin is MeldOrigin.UNTOLD
    }
    doubtful = bool(certain) and any(
        reading.cost < best.cost + CLOSE and not _has_ambiguous_kong(reading)
        for reading in readings
    )
    for meld in best.melds:
        if meld.origin is not MeldOrigin.UNTOLD:
            melds.append(meld)
            continue
        name = f"four_equal:{min(meld.tiles)}"
        answer = answers.get(name)
        if answer is None and rules == RIICHI and not doubtful:
            answer = "concealed kong"  # a called one has a turned tile: this one is being shown
        if answer is None:
            options = KONGS if doubtful else KONGS[:2]
            questions.append(question(name, options, sorted(meld.tiles), kind=meld.kinds[0]))
        origin = MeldOrigin.CALLED if answer == "called kong" else MeldOrigin.CONCEALED
        melds.append(replace(meld, origin=origin))
    for ids, meld in rivals.items():
        name = f"four_equal:{min(ids)}"
        if ids not in certain and name not in answers and not certain:
            questions.append(question(name, KONGS, sorted(ids), kind=meld.kinds[0]))
    return replace(best, melds=tuple(melds)), tuple(questions)


def resolve_called_groups(
    best: Candidate, rules: str, answers: Mapping[str, str]
) -> tuple[Candidate, tuple[Question, ...]]:
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
    found, how = winner_candidates(left) if left.total == 14 else ((), None)
    return replace(left, winners=found, how=how), ()


def _upright_meld(run: Sequence[Token]) -> LaidMeld:
    kind = set_kind([token.tile for token in run])
    assert kind is not None
    ids, kinds = zip(*((token.tile.id, token.tile.kind) for token in run), strict=True)
    return LaidMeld(kind, ids, kinds, MeldOrigin.CALLED)
