"""Ambiguous sets: the choice between close candidates, and the questions about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, product

from scoring.hand import SetKind

from .loose_tiles import near_faces
from .melds import (
    WHITE,
    WHITE_DRAGONS,
    LaidMeld,
    LineReading,
    MeldOrigin,
    Token,
    fit_set,
    is_flower,
    plain_kind,
    read_line,
    tokens,
)
from .questions import CALLED_KONG, KONGS, NONE, Question, question
from .rows import TileRow
from .zones import RIICHI, Tiles, Zones

WINNER_UNKNOWN = 0.5  # costs in nats, as in melds.py: 14 tiles and none apart,
WINNER_MISSING = 1.0  # 13 tiles,
PAIR_LEFT = 2.5  # two equal tiles beside each other that would not belong to the hand,
MORE_WINNERS = 1.0  # tiles of two kinds placed like the winning one,
LESS_OF_HAND = 0.8  # another line than the one with most faces as the hand's,
HAND_OF_SETS = 1.5  # a line of sets alone as the hand's,
STRAY_TURN = 3.0  # a turned tile in hand that did not win,
SECOND_LINE = 1.0  # a hand in more than one line,
TOUCHING_SET = 3.0  # a set that touches the hand,
SECOND_NAME = 3.0  # most for the less likely names with which three tiles apart are a set
SURELY_A_TILE = 0.9  # probability of a lone tile from which 13 others need no further one
LIKELY_SETS = 3.0  # most for a line of another place to be sets
ONE_WRONG_END = 3.0  # a chow turned at another place than the left, beside one that is at the left,
IMPLIED_FIFTH = 6.0  # a fifth tile of a kind that backs imply or are,
WRONG_COUNT, EACH_OFF = 9.0, 1.5  # a count that no hand has, and each tile too many or too few


@dataclass(frozen=True, slots=True)
class Candidate:
    """One combination of the place's lines: cost, tokens in hand by line, sets, winners."""

    cost: float
    hand: tuple[tuple[Token, ...], ...]
    melds: tuple[LaidMeld, ...]
    winners: tuple[int, ...]
    how: str | None
    touching: float = 0.0  # sets that touch a tile in hand
    parts: Zones | None = None  # with the line that holds the hand
    unseen: int = 0  # tiles in hand that are not visible and come from an answer

    @property
    def hand_tokens(self) -> tuple[Token, ...]:
        """Return all tokens in hand, lines in order."""
        return tuple(token for line in self.hand for token in line)

    @property
    def total(self) -> int:
        """Return the tile count of the hand; a set counts three, even a kong."""
        return len(self.hand_tokens) + 3 * len(self.melds) + self.unseen


def hand_candidates(parts: Zones, tiles: Tiles, answers: Mapping[str, str]) -> Iterator[Candidate]:
    """Yield every combination of the place's lines that the answers allow; the place has a hand.

    Each line may hold the hand: a short hand beside its sets is not the longest line.
    """
    assert parts.hand is not None
    most = _face_count(parts.hand, tiles)
    others = sorted(parts.lines, key=lambda line: -_face_count(line, tiles))
    above = {low: tiles[high] for low, high in parts.above.items()}
    divided = {line.ids: tokens(line, tiles, above) for line in (parts.hand, *parts.lines)}
    for line in (parts.hand, *others[:MOST_LINES]):
        faces = _face_count(line, tiles)
        if not faces:
            continue
        extra = LESS_OF_HAND if faces < most else 0.0
        if _is_of_sets(tokens(line, tiles, {})):
            extra += HAND_OF_SETS
        for one in _with_main_line(parts.with_hand(line), tiles, divided, answers):
            yield replace(one, cost=one.cost + extra + TOUCHING_SET * one.touching)


def _face_count(line: TileRow, tiles: Tiles) -> int:
    return sum(tiles[i].face_up and not is_flower(tiles[i]) for i in line.ids)


def _is_of_sets(line: Sequence[Token]) -> bool:
    """Return whether the line is nothing but sets of three, none of whose tiles is turned."""
    return bool(line) and all(map(_sets_of_run, _groups(line)))


def _groups(line: Sequence[Token]) -> list[tuple[Token, ...]]:
    """Split a line at its gaps; three tiles that are a set stay together."""
    return [tuple(line)] if len(line) == 3 and _sets_of_run(line) else runs(line)


def _sets_of_run(run: Sequence[Token]) -> tuple[tuple[Token, ...], ...]:
    """Divide tiles beside each other into sets of three; () if they are something else too.

    Three tiles that are apart are a set even if one of them is a set's by its second name.
    """
    threes = tuple(tuple(run[i : i + 3]) for i in range(0, len(run), 3))
    doubt = SECOND_NAME if len(run) == 3 else 0.0
    are_sets = all(len(t) == 3 and fit_set([token.tile for token in t], doubt) for t in threes)
    return threes if are_sets else ()


Divided = Mapping[tuple[int, ...], tuple[Token, ...]]
"""The tokens of each line, by the ids of its tiles."""


def _with_main_line(
    parts: Zones, tiles: Tiles, divided: Divided, answers: Mapping[str, str]
) -> Iterator[Candidate]:
    """Yield every combination of the lines with that of the hand."""
    assert parts.hand is not None
    main = divided[parts.hand.ids]
    laid: list[tuple[float, tuple[LaidMeld, ...]]] = []
    plain: list[tuple[Token, ...]] = []  # sets of which no tile is turned: called, or in hand
    near: list[tuple[Token, ...]] = []
    for line in parts.lines:
        other = divided[line.ids]
        sets = next((r for r in read_line(other) if not r.hand and r.cost < LIKELY_SETS), None)
        if sets is not None:
            laid.append((sets.cost, sets.melds))
        elif any(_is_of_sets([other[i] for i in r.hand]) for r in read_line(other)):
            if len(plain) < MOST_SETS:
                plain.append(other)
        elif len(near) < 2:
            near.append(other)
        elif len(plain) < MOST_SETS:
            plain.append(other)  # unlikely sets, as kongs of which a back was not found
    beside = [tiles[placed.id] for placed in near_faces(parts, tiles)]
    has_winner = len(beside) == 1 and beside[0].existence >= SURELY_A_TILE
    short = (divided[line.ids] for line in parts.lines if len(line.ids) == 2)
    pairs = [line for line in short if _is_pair(line)]
    for size in range(len(near) + 1):
        for with_sets in product((True, False), repeat=len(plain)):
            chosen = [line for line, taken in zip(plain, with_sets, strict=True) if taken]
            held = [*near[:size], main, *chosen]
            left = sum(line not in held for line in pairs)
            for one in _combine(held):
                for meld_cost, melds in laid:
                    one = replace(one, cost=one.cost + meld_cost, melds=(*one.melds, *melds))
                one = replace(one, cost=one.cost + PAIR_LEFT * left, parts=parts)
                if all(_is_allowed(one, key, value) for key, value in answers.items()):
                    yield _with_count_cost(one, has_winner)


def _combine(held: Sequence[tuple[Token, ...]]) -> list[Candidate]:
    """Return the likeliest readings of several lines together, top line first."""
    combined = [Candidate(SECOND_LINE * (len(held) - 1), (), (), (), None)]
    for line in sorted(held, key=lambda line: -_level(line)):
        combined = [
            _add_line(one, reading, line)
            for one in combined
            for reading in read_line(line)[:MOST_READINGS]
        ]
        combined = sorted(combined, key=lambda reading: reading.cost)[:MOST_READINGS]
    return combined


def _is_pair(line: Sequence[Token]) -> bool:
    """Return whether two tiles are equal faces."""
    return len({plain_kind(token.tile.kind) for token in line}) == 1 and not line[0].is_back


def _level(line: Sequence[Token]) -> float:
    return sum(token.placed.v for token in line) / len(line)


def _add_line(one: Candidate, reading: LineReading, line: Sequence[Token]) -> Candidate:
    """Add the reading of a line; a kong of four upright tiles parts those in hand on its sides."""
    told = (MeldOrigin.CALLED, MeldOrigin.ADDED)
    called = {i for meld in reading.melds if meld.origin in told for i in meld.tiles}
    hand = tuple(
        replace(line[i], parted=True)
        if any(token.tile.id not in called for token in line[before + 1 : i])
        else line[i]
        for before, i in pairwise((-1, *reading.hand))
    )
    return replace(
        one,
        cost=one.cost + reading.cost,
        hand=(*one.hand, hand) if hand else one.hand,
        melds=(*one.melds, *reading.melds),
        touching=one.touching + reading.touching,
    )


def _is_allowed(reading: Candidate, key: str, value: str) -> bool:
    """Return whether an answer about four equal tiles, or the winning one, allows the candidate."""
    code, _, tile = key.partition(":")
    if code == "winning_tile" and reading.total == 14:
        held = {plain_kind(name) for t in reading.hand_tokens for name, _ in t.tile.names}
        return plain_kind(value) in held
    if code != "four_equal":
        return True
    plain = any(min(m.tiles) == int(tile) for m in reading.melds if m.origin is MeldOrigin.UNTOLD)
    return plain == (value != "no kong")


def _with_count_cost(reading: Candidate, has_winner: bool) -> Candidate:
    """Add the winning tile and the cost of the tile count to a candidate.

    Args:
        reading: the candidate.
        has_winner: whether one tile near the hand may have won.
    """
    found, how = winner_candidates(reading)
    total, cost = reading.total, reading.cost + IMPLIED_FIFTH * _implies_a_fifth(reading)
    ends = {
        meld.wrong_end
        for meld in reading.melds
        if meld.kind is SetKind.CHOW and meld.claimed is not None
    }
    cost += ONE_WRONG_END * (len(ends) > 1)
    turned = [token for token in reading.hand_tokens if token.placed.is_turned]
    outer = {token for line in reading.hand for token in (line[0], line[-1])}
    if len(turned) > 1:  # only a winning tile is turned in hand
        cost += sum(min(token.upright_cost, STRAY_TURN) for token in turned)
    elif how == "turned" and not outer.issuperset(turned):
        cost += WINNER_UNKNOWN
    if total == 14:
        kinds = {token.tile.kind for token in reading.hand_tokens if token.tile.id in found}
        cost += {0: WINNER_UNKNOWN, 1: 0.0}.get(len(kinds), MORE_WINNERS)
    elif total == 13:
        cost += 0.0 if has_winner else WINNER_MISSING
        found, how = (), None
    else:
        cost += WRONG_COUNT + EACH_OFF * abs(total - 14)
        found, how = (), None
    return replace(reading, cost=cost, winners=found, how=how)


def _implies_a_fifth(reading: Candidate) -> bool:
    """Return whether a kind has a fifth tile: one that a concealed kong's backs imply, or a white
    dragon, since backs without print look like some.
    """
    implied = {plain_kind(meld.kinds[0]) for meld in reading.melds if meld.hidden}
    others = (kind for meld in reading.melds if not meld.hidden for kind in meld.kinds)
    held = (token.tile.kind for token in reading.hand_tokens if not token.is_back)
    shown = [plain_kind(kind) for kind in (*others, *held)]
    return not implied.isdisjoint(shown) or shown.count(WHITE) > WHITE_DRAGONS


def winner_candidates(reading: Candidate) -> tuple[tuple[int, ...], str | None]:
    """Return the winning tile's candidates: alone at an end of the hand, else turned."""
    alone: list[int] = []
    turned: list[int] = []
    for line in reading.hand:
        parted = runs(line)
        ends = (parted[0], parted[-1]) if len(parted) > 1 or len(line) == 1 else ()
        single = [run[0].tile.id for run in parted if len(run) == 1]
        # beside one at an end, one inside the row is as good a guess; so is the only one
        if any(len(run) == 1 for run in ends) or (len(parted) > 2 and len(single) == 1):
            alone += single
        turned += [token.tile.id for token in line if token.placed.is_turned]
    if alone:
        return tuple(dict.fromkeys((*alone, *turned))), "apart"
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


MOST_LINES, MOST_SETS, MOST_READINGS = 4, 3, 24
"""Bounds of the search: other lines as the hand's, lines of plain sets, readings of a line."""
TURNS_CLAIMED = frozenset({"zung-jung", RIICHI})  # books that have the claimed tile turned
NOT_CALLED = 1.5  # cost of a line's groups away from the hand that are part of it,
PARTLY_CALLED = 3.0  # of which some are, and others were called
GROUPS_TO_COMBINE = 3  # groups of which every choice is an answer
FAR_GAP = 1.0  # tile widths between the hand and a group that is away from it
ALIGNED, NEXT_ROW = 0.8, 1.7  # of the rows of one hand: between their left ends, and their middles
CLOSE = 1.5  # readings whose costs differ by less are both asked about
UNLIKELY = 6.0  # a reading that costs more is shown as one of several: most of these are wrong
MOST_OPTIONS = 4


def choose_candidate(
    readings: Sequence[Candidate], answers: Mapping[str, str]
) -> tuple[Candidate, tuple[Question, ...]]:
    """Return the cheapest candidate; a question if another one is close and its sets differ.

    If it is itself unlikely, how the tiles lie is a question, too, answered by it until a person
    says something else.
    """
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
    default = None
    if len(texts) == 1 and best.cost >= UNLIKELY:
        default = _text(best)
        for reading in readings:
            if reading.total in (13, 14) and len(texts) < MOST_OPTIONS:
                texts.setdefault(_text(reading), reading)
    if len(texts) == 1:
        return best, ()
    answered = texts.get(answers.get("reading", ""))
    if answered is not None:
        return answered, ()
    options = tuple(texts)[:MOST_OPTIONS]
    ids = sorted({i for text in options for meld in texts[text].melds for i in meld.tiles})
    return best, (question("reading", options, ids, default, readings=" / ".join(options)),)


def _has_ambiguous_kong(reading: Candidate) -> bool:
    return any(meld.origin is MeldOrigin.UNTOLD for meld in reading.melds)


def _has_turned_tile(reading: Candidate) -> bool:
    """Return whether a set has its claimed tile turned."""
    return any(meld.claimed is not None for meld in reading.melds)


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
    """Resolve four equal tiles, none turned, by the book, or if it is open whether they are a kong.

    Kongs of which it is open whether they were called stay untold.
    """
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
    may_be_called = bool(_upright_groups(best, rules).by_name)
    # in riichi, a kong without a turned tile beside sets with one was not called: it is shown
    shows_turned = rules == RIICHI and _has_turned_tile(best)
    for meld in best.melds:
        if meld.origin is not MeldOrigin.UNTOLD:
            melds.append(meld)
            continue
        name = f"four_equal:{min(meld.tiles)}"
        answer = answers.get(name)
        if answer is None and doubtful:
            questions.append(question(name, KONGS, sorted(meld.tiles), kind=meld.kinds[0]))
        elif answer is None and (may_be_called or not shows_turned):
            melds.append(meld)  # asked about with the groups that may have been called
            continue
        origin = MeldOrigin.CALLED if answer == CALLED_KONG else MeldOrigin.CONCEALED
        melds.append(replace(meld, origin=origin))
    for ids, meld in rivals.items():
        name = f"four_equal:{min(ids)}"
        if ids not in certain and name not in answers and not certain:
            questions.append(question(name, KONGS, sorted(ids), kind=meld.kinds[0]))
    return replace(best, melds=tuple(melds)), tuple(questions)


def resolve_called_groups(
    best: Candidate, rules: str, answers: Mapping[str, str]
) -> tuple[Candidate, tuple[Question, ...]]:
    """Resolve upright groups: called sets of which no tile was turned, or part of a hand.

    A group of three away from the hand was likely called, whatever the book. One in the hand's line
    was only in clubs that turn no tiles. Those that are a row of the hand are part of it until
    somebody says more. Untold kongs that were not called are concealed.
    """
    upright = _upright_groups(best, rules)
    groups = upright.by_name
    untold = [meld for meld in best.melds if meld.origin is MeldOrigin.UNTOLD]
    kongs = {"".join(meld.kinds): meld for meld in untold}
    answer = answers.get("called_sets")
    default = None if kongs or not upright.in_hand.issuperset(groups) else NONE
    if not groups and len(kongs) < 2:
        asked = tuple(_kong_question(meld) for meld in untold if answer is None)
        return _with_kongs(best, frozenset((answer or "").split(","))), asked
    if answer is None:
        of_groups = [token.tile.id for run in groups.values() for token in run]
        ids = [*of_groups, *(i for meld in untold for i in sorted(meld.tiles))]
        names = (*groups, *kongs)
        choices = _choices(names, upright.aside)
        asked = (question("called_sets", choices, ids, default, groups=", ".join(names)),)
        return _with_kongs(best, frozenset()), asked
    told = frozenset(text.strip() for text in answer.split(","))
    called = told & groups.keys()
    melds = [_upright_meld(groups[text]) for text in groups if text in called]
    gone = {token.tile.id for text in called for token in groups[text]}
    hand = tuple(tuple(t for t in line if t.tile.id not in gone) for line in best.hand)
    turns = rules in TURNS_CLAIMED and _has_turned_tile(best)
    best = _with_kongs(best, told)
    left = replace(
        best,
        cost=best.cost + sum(_cost_of_calling(names, called, turns) for names in upright.aside),
        hand=tuple(line for line in hand if line),
        melds=(*best.melds, *melds),
    )
    found, how = winner_candidates(left) if left.total == 14 else ((), None)
    return replace(left, winners=found, how=how), ()


def _kong_question(meld: LaidMeld) -> Question:
    """Return the question about the only group that may have been called, a kong."""
    name = f"four_equal:{min(meld.tiles)}"
    return question(name, KONGS[:2], sorted(meld.tiles), kind=meld.kinds[0])


def _choices(names: Sequence[str], aside: Sequence[Set[str]]) -> tuple[str, ...]:
    """Return the answers about groups: every choice of few, else none, one, those away, all."""
    sizes = range(1, len(names) if len(names) <= GROUPS_TO_COMBINE else 2)
    some = [",".join(chosen) for size in sizes for chosen in combinations(names, size)]
    away = [",".join(name for name in names if name in line) for line in aside if line]
    every = ",".join(names)
    return (*dict.fromkeys(way for way in (NONE, *some, *away) if way != every), every)


def _with_kongs(best: Candidate, called: Set[str]) -> Candidate:
    """Return the candidate with its untold kongs called, if they are named so, or concealed."""
    melds = []
    for meld in best.melds:
        if meld.origin is MeldOrigin.UNTOLD:
            is_called = "".join(meld.kinds) in called
            origin = MeldOrigin.CALLED if is_called else MeldOrigin.CONCEALED
            meld = replace(meld, origin=origin)
        melds.append(meld)
    return replace(best, melds=tuple(melds))


@dataclass(frozen=True, slots=True)
class _UprightGroups:
    """Upright groups of three that may have been called.

    Attributes:
        by_name: their tiles.
        aside: for each line the names of those away from the hand: called together, or not.
        in_hand: the names of those that are rather part of it: a row of the hand, or an end.
    """

    by_name: dict[str, tuple[Token, ...]]
    aside: tuple[set[str], ...]
    in_hand: set[str]


def _upright_groups(best: Candidate, rules: str) -> _UprightGroups:
    """Return the upright groups of three that may have been called."""
    turns = rules in TURNS_CLAIMED or _has_turned_tile(best)
    groups = _UprightGroups({}, tuple(set() for _ in best.hand), set())
    for line, names in zip(best.hand, groups.aside, strict=True):
        away = _is_away(line, best)
        far = _far_groups(line)
        beside = {token.tile.id: run for run in runs(line) for token in run}
        for run in (three for whole in _groups(line) for three in _sets_of_run(whole)):
            is_second = _is_of_second_row(beside[run[0].tile.id], line, best)
            is_aside = (away or run[0].tile.id in far) and not is_second
            if turns and not is_aside:
                continue
            if away or len(line) > 3:
                name = _add_by_name(groups.by_name, run)
                if is_aside:
                    names.add(name)
                if is_second:
                    groups.in_hand.add(name)
    return groups


def _add_by_name(groups: dict[str, tuple[Token, ...]], run: tuple[Token, ...]) -> str:
    """Add a group by the kinds of its set, which is a name of its own; return the name."""
    name = "".join(_upright_meld(run).kinds)
    name = name if name not in groups else f"{name} ({len(groups) + 1})"
    groups[name] = run
    return name


def _cost_of_calling(together: Set[str], called: Set[str], turns: bool) -> float:
    """Return the cost of some groups to be called of a line's that are away from the hand.

    Who turns a tile of one called set turns one of each, by the books that have it turned: there
    they are rather part of the hand. A line without any costs nothing.
    """
    if not together:
        return 0.0
    if together & called and not together <= called:
        return PARTLY_CALLED
    return NOT_CALLED * (bool(together & called) == turns)


def _is_of_second_row(run: Sequence[Token], line: Sequence[Token], best: Candidate) -> bool:
    """Return whether tiles that touch are one of the rows of a hand, although they are sets.

    Its rows touch, and begin at one place. Called sets without a turned tile lie so on a rack.
    """
    others = (other for other in best.hand if other is not line and not _is_of_sets(other))
    return len(run) > 3 and any(
        abs(run[0].placed.u - other[0].placed.u) < ALIGNED
        and abs(_level(run) - _level(other)) < NEXT_ROW
        for other in others
    )


def _is_away(line: Sequence[Token], best: Candidate) -> bool:
    """Return whether a line is another one than the hand's.

    The hand's is the one that has more than sets of three, if only one has, else the one with most
    faces.
    """
    mixed = [other for other in best.hand if not _is_of_sets(other)]
    if len(mixed) == 1:
        return line is not mixed[0]
    hand = best.parts.hand if best.parts else None
    return hand is not None and line[0].tile.id not in hand.ids


def _far_groups(line: Sequence[Token]) -> frozenset[int]:
    """Return the ids of the sets of a line that are far from the hand in it.

    A wide gap divides the line in blocks. A block of nothing but sets is away from the hand if
    another block has other tiles. So is a set at an end beyond a lone tile, which won, and so are
    several, each for itself, beside other tiles that nobody has sorted into sets.
    """
    parted = runs(line)
    blocks = [[parted[0]]]
    for before, run in pairwise(parted):
        if run[0].placed.u - before[-1].placed.u - 1 > FAR_GAP:
            blocks.append([run])
        else:
            blocks[-1].append(run)
    sets = [block for block in blocks if _is_of_sets([token for run in block for token in run])]
    far = [run for block in sets for run in block] if len(sets) < len(blocks) else []
    for end, beside in ((parted[0], parted[1:2]), (parted[-1], parted[-2:-1])):
        if _sets_of_run(end) and beside and len(beside[0]) == 1:
            far.append(end)
    alone = [run for run in parted if len(run) == 3 and _sets_of_run(run)]
    others = [run for run in parted if run not in alone and len(run) > 1]
    if len(others) == 1 and len(others[0]) % 3 == 1:
        far += alone if len(alone) > 1 else []
    return frozenset(token.tile.id for run in far for token in run)


def _upright_meld(run: Sequence[Token]) -> LaidMeld:
    fitted = fit_set([token.tile for token in run], SECOND_NAME)
    assert fitted is not None
    kind, kinds = fitted
    return LaidMeld(kind, tuple(token.tile.id for token in run), kinds, MeldOrigin.CALLED)
