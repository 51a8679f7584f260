"""The lines of one place put together to the likeliest hand whose count fits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.tiles import BACK, CLASSES, Tile

from .covered import about_covered, beside_room
from .melds import LaidMeld, LineReading, Origin, Token, read_line, set_kind, tokens
from .rows import Placed
from .words import ABOVE, KONGS, NONE, YES_NO, LayoutError, Question, question
from .zones import RIICHI, Tiles, Zones

TURNS_CLAIMED = frozenset({"zung-jung", RIICHI})  # books that have the claimed tile turned
WINNER_UNKNOWN = 0.5  # costs in nats, as in melds.py: 14 tiles and none apart,
WINNER_MISSING = 1.0  # 13 tiles,
MORE_WINNERS = 1.0  # two tiles that lie like the winning one,
SECOND_LINE = 1.0  # a hand in more than one line,
WRONG_COUNT = 9.0  # a count that no hand has: believed only when nothing else explains it
CLOSE = 1.5  # readings whose costs differ by less are both asked about


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to put the place together: its cost, tokens in hand by line, sets, winners."""

    cost: float
    hand: tuple[tuple[Token, ...], ...]
    melds: tuple[LaidMeld, ...]
    winners: tuple[int, ...]
    how: str | None

    @property
    def held(self) -> tuple[Token, ...]:
        """All tokens in hand, lines in order."""
        return tuple(token for line in self.hand for token in line)

    @property
    def total(self) -> int:
        """Tiles that count: a set counts three, whatever lies in it."""
        return len(self.held) + 3 * len(self.melds)


@dataclass(frozen=True, slots=True)
class Assembled:
    """The hand of a place as far as it is told.

    Attributes:
        concealed: ids in hand without the winning tile.
        winning, winning_kind, won_how: see `Layout`.
        covered_kind: kind of a tile in hand that an answer told and nobody sees.
        melds: sets, in reading order.
        indicators: bonus indicators, besides those found in a wall.
        questions: what was ambiguous.
    """

    concealed: tuple[int, ...] = ()
    winning: int | None = None
    winning_kind: str | None = None
    won_how: str | None = None
    covered_kind: str | None = None
    melds: tuple[LaidMeld, ...] = ()
    indicators: tuple[int, ...] = ()
    questions: tuple[Question, ...] = ()


def assemble(parts: Zones, tiles: Tiles, rules: str, answers: Mapping[str, str]) -> Assembled:
    """The likeliest hand of the place, with a question for each other one that comes close."""
    if parts.hand is None:
        return Assembled()
    readings = sorted(_readings(parts, tiles, answers), key=lambda reading: reading.cost)
    best, questions = _choose(readings, answers)
    best, asked = _four_equal(best, readings, rules, answers)
    questions += asked
    best, asked = _called_groups(best, rules, answers)
    questions += asked
    return _with_winner(best, parts, tiles, rules, answers, questions)


def _readings(parts: Zones, tiles: Tiles, answers: Mapping[str, str]) -> Iterator[Reading]:
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
        combined = [Reading(SECOND_LINE * (size - 1), (), (), (), None)]
        for i in (i for i in order if i < size):
            combined = [_joined(one, reading, held[i]) for one in combined for reading in read[i]]
            combined = sorted(combined, key=lambda reading: reading.cost)[:40]
        for one in combined:
            for meld_cost, melds in laid:
                one = replace(one, cost=one.cost + meld_cost, melds=(*one.melds, *melds))
            if all(_agrees(one, key, value) for key, value in answers.items()):
                yield _counted(one)


def _level(line: Sequence[Token]) -> float:
    return sum(token.placed.v for token in line) / len(line)


def _joined(one: Reading, reading: LineReading, line: Sequence[Token]) -> Reading:
    hand = tuple(line[i] for i in reading.hand)
    return replace(
        one,
        cost=one.cost + reading.cost,
        hand=(*one.hand, hand) if hand else one.hand,
        melds=(*one.melds, *reading.melds),
    )


def _agrees(reading: Reading, key: str, value: str) -> bool:
    """Whether the reading is one that an answer about four equal tiles allows."""
    code, _, tile = key.partition(":")
    if code != "four_equal":
        return True
    plain = any(min(m.tiles) == int(tile) for m in reading.melds if m.origin is Origin.UNTOLD)
    return plain == (value != "no kong")


def _counted(reading: Reading) -> Reading:
    """The reading with its winning tile, and the cost of its count."""
    winners, how = _winners(reading)
    total, cost = reading.total, reading.cost
    if total == 14:
        cost += {0: WINNER_UNKNOWN, 1: 0.0}.get(len(winners), MORE_WINNERS)
    elif total == 13:
        cost += WINNER_MISSING
        winners, how = (), None
    else:
        cost += WRONG_COUNT
        winners, how = (), None
    return replace(reading, cost=cost, winners=winners, how=how)


def _winners(reading: Reading) -> tuple[tuple[int, ...], str | None]:
    """Tiles in hand that lie like a winning one: alone at an end, else turned at an end."""
    alone: list[int] = []
    turned: list[int] = []
    for line in reading.hand:
        runs = _runs(line)
        ends = (runs[0], runs[-1]) if len(runs) > 1 or len(line) == 1 else ()
        if any(len(run) == 1 for run in ends):  # then one inside the row is as good a guess
            alone += [run[0].tile.id for run in runs if len(run) == 1]
        outer = (line[0], line[-1]) if len(line) > 1 else line
        turned += [token.tile.id for token in outer if token.placed.turned]
    if alone:
        return tuple(alone), "apart"
    return tuple(turned), "turned" if turned else None


def _runs(line: Sequence[Token]) -> list[tuple[Token, ...]]:
    """Tokens in hand between gaps; a set between two of them also parts them."""
    runs: list[tuple[Token, ...]] = []
    for token in line:
        if runs and not token.parted:
            runs[-1] = (*runs[-1], token)
        else:
            runs.append((token,))
    return runs


def _choose(
    readings: Sequence[Reading], answers: Mapping[str, str]
) -> tuple[Reading, tuple[Question, ...]]:
    """The cheapest reading; a question if another one is close and its sets differ."""
    best = readings[0]
    if best.total not in (13, 14):
        return best, ()  # nothing fits: the count is the problem, not the choice
    texts = {_text(best): best}
    for reading in readings:
        if reading.cost < best.cost + CLOSE and not _untold(reading) and not _untold(best):
            texts.setdefault(_text(reading), reading)
    if len(texts) == 1:
        return best, ()
    chosen = texts.get(answers.get("reading", ""))
    if chosen is not None:
        return chosen, ()
    options = tuple(texts)[:4]
    ids = sorted({i for text in options for meld in texts[text].melds for i in meld.tiles})
    return best, (question("reading", options, ids, readings=" / ".join(options)),)


def _untold(reading: Reading) -> bool:
    return any(meld.origin is Origin.UNTOLD for meld in reading.melds)


def _text(reading: Reading) -> str:
    """The reading in short: how many tiles are in hand, and the sets."""
    sets = " ".join(
        f"[{''.join(meld.kinds)}{' ' + meld.source.value if meld.source else ''}]"
        for meld in reading.melds
    )
    return f"{len(reading.held)} in hand {sets}".strip()


def _four_equal(
    best: Reading, readings: Sequence[Reading], rules: str, answers: Mapping[str, str]
) -> tuple[Reading, tuple[Question, ...]]:
    """Four equal tiles, none turned, decided where the book decides, else asked about."""
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
            answer = "concealed kong"  # a called one has a turned tile: this one is being shown
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


def _called_groups(
    best: Reading, rules: str, answers: Mapping[str, str]
) -> tuple[Reading, tuple[Question, ...]]:
    """Upright groups of three, which may be called sets in a club that does not turn tiles.

    Where the claimed tile is turned, by the book or as other sets show, they are in hand.
    """
    if rules in TURNS_CLAIMED or any(meld.claimed is not None for meld in best.melds):
        return best, ()
    groups: dict[str, tuple[Token, ...]] = {}
    for line in best.hand:
        for run in _runs(line):
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
    winners, how = _winners(left) if left.total == 14 else ((), None)
    return replace(left, winners=winners, how=how), ()


def _upright_meld(run: Sequence[Token]) -> LaidMeld:
    kind = set_kind([token.tile for token in run])
    assert kind is not None
    ids, kinds = zip(*((token.tile.id, token.tile.kind) for token in run), strict=True)
    return LaidMeld(kind, ids, kinds, Origin.CALLED)


def _with_winner(
    best: Reading,
    parts: Zones,
    tiles: Tiles,
    rules: str,
    answers: Mapping[str, str],
    questions: tuple[Question, ...],
) -> Assembled:
    """The hand with its winning tile: apart, above, turned, answered, or asked for."""
    held = [token.tile.id for token in best.held]
    found = Assembled(tuple(held), melds=best.melds, questions=questions)
    found, asked = _above(found, best, parts, tiles, rules, answers)
    questions += asked
    answer = answers.get("winning_tile")
    if best.total not in (13, 14):
        return replace(found, questions=questions)
    lone = _lone(best, parts, tiles, answer) if found.winning is None and not asked else None
    if lone is not None:
        covered = answers.get("covered")
        if covered is None:
            assert parts.hand is not None
            asked = (about_covered(parts.hand, held, lone, tiles),)
            return replace(found, questions=(*questions, *asked))
        if covered != NONE:
            found = replace(_won(found, lone, "apart", tiles), covered_kind=covered)
            return replace(found, questions=questions)
    if answer is not None:
        return replace(_answered(found, held, answer, best.total, tiles), questions=questions)
    if found.winning is not None or any(q.code != "indicators" for q in asked):
        return replace(found, questions=questions)
    kinds = {tiles[i].kind for i in best.winners}
    if len(kinds) == 1:
        winner = best.winners[-1]
        return replace(_won(found, winner, best.how or "apart", tiles), questions=questions)
    options = _kinds(best.winners or held, tiles) if best.total == 14 else ()
    subjects = best.winners or (held if best.total == 14 else ())
    return replace(found, questions=(*questions, question("winning_tile", options, subjects)))


def _lone(best: Reading, parts: Zones, tiles: Tiles, answer: str | None) -> int | None:
    """Of 13 tiles the one that lies like a winning one, unless another was said to have won."""
    winners, how = _winners(best)
    if best.total != 13 or how != "apart" or parts.hand is None:
        return None
    if len(winners) > 1:  # one may lie alone because the tile beside it is covered
        held = [token.tile.id for token in best.held]
        winners = tuple(i for i in winners if beside_room(parts.hand, held, i))
    if len(winners) != 1:
        return None
    kind = tiles[winners[0]].kind
    return winners[0] if answer is None or _plain(answer) == _plain(kind) else None


def _kinds(ids: Sequence[int], tiles: Tiles) -> tuple[str, ...]:
    """The kinds of these tiles, each once, as they lie."""
    return tuple(dict.fromkeys(tiles[i].kind for i in ids if tiles[i].names and tiles[i].face_up))


def _won(found: Assembled, winner: int, how: str, tiles: Tiles) -> Assembled:
    concealed = tuple(i for i in found.concealed if i != winner)
    kind = tiles[winner].kind
    return replace(found, concealed=concealed, winning=winner, winning_kind=kind, won_how=how)


def _answered(
    found: Assembled, held: Sequence[int], answer: str, total: int, tiles: Tiles
) -> Assembled:
    """The hand with the winning tile that somebody named."""
    if total == 13:
        return replace(found, concealed=tuple(held), winning_kind=answer, won_how="answer")
    found = replace(found, concealed=tuple(held), winning=None)
    same = [i for i in held if tiles[i].kind == answer]
    if not same:
        same = [i for i in held if _plain(tiles[i].kind) == _plain(answer)]
    if not same:
        kinds = ", ".join(_kinds(held, tiles))
        raise LayoutError(f"winning tile {answer} is not in the hand: it holds {kinds}")
    return _won(found, same[-1], "answer", tiles)


def _plain(kind: str) -> str:
    return Tile(kind).plain.value if kind in CLASSES and kind != BACK else kind


def _above(
    found: Assembled,
    best: Reading,
    parts: Zones,
    tiles: Tiles,
    rules: str,
    answers: Mapping[str, str],
) -> tuple[Assembled, tuple[Question, ...]]:
    """Tiles near the row but not in it: the winning tile of a hand of 13, bonus indicators."""
    assert parts.hand is not None
    near = [p for p in parts.loose if _is_near(p, parts) and tiles[p.id].face_up]
    if best.total == 13 and len(near) == 1:
        only = near[0]
        answer = answers.get("above")
        if rules == RIICHI and not parts.indicators and answer is None and only.v > parts.hand.v:
            return found, (question("above", ABOVE, (only.id,), kind=tiles[only.id].kind),)
        rivals, _ = _winners(best)
        if rivals and answer is None and "winning_tile" not in answers:
            ids = (*rivals, only.id)  # one apart in the row too: a tile must have been missed
            return found, (question("winning_tile", _kinds(ids, tiles), ids),)
        named = answers.get("winning_tile")
        if named is not None and _plain(named) != _plain(tiles[only.id].kind):
            return found, ()  # another tile won: then this one does not belong to the hand
        if answer in (None, "winning tile"):
            return _won(found, only.id, "above", tiles), ()
        if answer == "bonus indicator":
            return replace(found, indicators=(only.id,)), ()
        return found, ()
    if rules != RIICHI or best.total not in (13, 14) or parts.indicators:
        return found, ()
    line = next((li for li in parts.lines if _may_indicate(li.tiles, best, parts, tiles)), None)
    group = line.tiles if line else tuple(p for p in near if p.v > parts.hand.v)[:1]
    ids = tuple(placed.id for placed in group if tiles[placed.id].face_up)
    if len(ids) < len(group) and "indicators" not in answers:
        return replace(found, indicators=ids), ()  # beside backs: a wall of which tiles were missed
    if not ids or answers.get("indicators") == "no":
        return found, ()
    if answers.get("indicators") == "yes":
        return replace(found, indicators=ids), ()
    text = " ".join(tiles[i].kind for i in ids)
    return found, (question("indicators", YES_NO, ids, kinds=text),)


def _is_near(placed: Placed, parts: Zones) -> bool:
    """Whether the tile lies close enough to the hand's row to belong to it."""
    assert parts.hand is not None
    row = parts.hand.tiles
    return abs(placed.v - parts.hand.v) < 3.0 and row[0].u - 4 < placed.u < row[-1].u + 4


def _may_indicate(group: Sequence[Placed], best: Reading, parts: Zones, tiles: Tiles) -> bool:
    """Whether the tiles may be bonus indicators put above the hand."""
    assert parts.hand is not None
    used = {token.tile.id for token in best.held} | {i for m in best.melds for i in m.tiles}
    up = [placed for placed in group if tiles[placed.id].face_up]
    return (
        0 < len(up) <= 5
        and len(group) <= 7
        and not any(placed.id in used for placed in group)
        and not any(placed.turned for placed in up)
        and group[0].v > parts.hand.v
    )
