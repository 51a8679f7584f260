"""Doubt settled: names, layout and the facts of the game weighed together.

What may lie on the table is a list of worlds: one way the tiles lie (the answers it gives to the
layout's questions), names for all of them, a winning tile. Each costs what it takes to believe
it. Where all likely worlds are worth the same there is nothing to ask; else the question that
tells them apart best is asked. A hand whose count does not fit has no worlds.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Protocol

from scoring.hand import Hand
from scoring.tiles import KINDS, Tile

from .asking import MOST, World, answer_of, asked, groups
from .boxes import doubtful_boxes
from .layout import NO_ANSWERS, Layout, layout, layout_to_hand, places_of, with_answer
from .namings import Naming, NamingSettings, namings
from .renaming import hand_of, renamed, sort_of
from .rows import Side
from .seen import SeenTile
from .words import YES_NO, LayoutError, Question, question
from .zones import RIICHI

Answers = Mapping[str, str]

# Questions that only somebody at the table can answer: nothing is gained by trying each answer.
_FIRST = frozenset({"which_hand", "kong_face"})
_OF_NAMES = frozenset({"tile", "winning_tile"})  # settled by the names, not by the layout
_OF_COUNT = frozenset({"wrong_count", "no_hand"})


class Judge(Protocol):
    """What the rules say of a hand; `handreader.pipeline` has one for each rulebook."""

    def wins(self, hand: Hand) -> bool:
        """Whether the tiles are a complete hand, whichever of them won."""
        ...

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """The tiles that would complete a hand of 13."""
        ...

    def worth(self, shown: Mapping[str, object]) -> Hashable:
        """What a case record (without the facts of the win) pays; None if it is no win."""
        ...


@dataclass(frozen=True, slots=True)
class Settings:
    """Margins of the decision. Costs are in nats.

    Attributes:
        naming: bounds of the search for names.
        false_win: cost of tiles that do not win: about 1 photo in 30 shows a false win. Far less
            than what `NamingSettings.certain` protects, so a false win that is read well stays.
        ask: worlds dearer than the best by more than this are not asked about (1 in 33).
        sure: share of the likelihood from which worlds of one worth are answered unasked; what
            is left is below the confidently wrong scores that we allow, doubtful hands being
            few.
        enough: the same once `asking.MOST` answers were given; what is then still open is taken as
            is likeliest, and said so.
        namings: namings scored, for all ways the tiles lie: 0.3 ms each.
        layouts: ways the tiles lie that are tried at most, 3 ms each.
        flower: cost of a flower among the tiles in hand: they are laid aside.
        stray: cost of a tile beside the hand that would not belong to it, seen as a flower or not.
        missing: cost of 13 tiles where other names make 14.
        sides: cost at which a tile's name of another sort (flower, back, face) is still tried.
    """

    naming: NamingSettings = field(default_factory=NamingSettings)
    false_win: float = 4.6
    ask: float = 3.5
    sure: float = 0.95
    enough: float = 0.8
    namings: int = 40
    layouts: int = 10
    flower: float = 3.0
    stray: float = 2.0
    missing: float = 5.0
    sides: float = 3.0


@dataclass(frozen=True, slots=True)
class _Plan:
    """One way the tiles lie: the answers that make it, its cost, the layout."""

    cost: float
    answers: Answers
    found: Layout


def repair(
    tiles: Sequence[SeenTile],
    rules: str,
    judge: Judge,
    answers: Answers = NO_ANSWERS,
    settings: Settings | None = None,
) -> Layout:
    """The likeliest layout, with the questions that decide its score (at most two needed ones).

    Args:
        tiles: the tiles of one photo, as the namer left them.
        rules: a rule set's id.
        judge: the rules.
        answers: corrections and answers to earlier questions; they are never doubted.
        settings: margins.

    Raises:
        LayoutError: when an answer is none of its question's options.
    """
    work = _Repair(tiles, rules, judge, dict(answers), settings or Settings())
    found = work.settled()
    names = {old.id: new.kind for old, new in zip(tiles, work.tiles, strict=True) if old != new}
    return replace(found, names={**names, **found.names})


class _Repair:
    """One photo's worlds; the geometry is worked out once."""

    def __init__(
        self,
        tiles: Sequence[SeenTile],
        rules: str,
        judge: Judge,
        answers: dict[str, str],
        settings: Settings,
    ) -> None:
        if rules == RIICHI:
            tiles = [_without_flowers(tile, settings.naming.certain) for tile in tiles]
        self.tiles, self.rules, self.judge = tuple(tiles), rules, judge
        self.answers, self.settings = answers, settings
        self.by_id = {tile.id: tile for tile in tiles}
        self.places: dict[str | None, tuple[Side, ...]] = {}
        self.base = self._first_laid()
        self.questions: dict[str, Question] = {}

    def settled(self) -> Layout:
        """See `repair`."""
        first = [q for q in self.base.questions if q.code in _FIRST]
        if first and not _misfits(self.base):
            return replace(self.base, questions=tuple(first))
        plans = self._fitting()
        if not plans:
            return self._with_doubtful_boxes()
        worlds = list(self._worlds(plans))
        if not worlds:
            return self.base
        return self._decided(worlds)

    def _laid(self, answers: Answers) -> Layout:
        edge = answers.get("owner_edge")
        if edge not in self.places:
            self.places[edge] = places_of(self.tiles, answers)
        return layout(self.tiles, self.rules, answers, self.places[edge])

    def _first_laid(self) -> Layout:
        """The layout with the answers; a winning tile that was named may have been misread."""
        try:
            return self._laid(self.answers)
        except LayoutError:
            kind = self.answers.get("winning_tile")
            chances = {t.id: dict(t.names).get(str(kind), 0.0) for t in self.tiles}
            likely = max(chances, key=lambda i: chances[i], default=-1)
            if chances.get(likely, 0.0) < self.settings.naming.least:
                raise
            self.answers[f"tile:{likely}"] = str(kind)
            return self._laid(self.answers)

    # How the tiles lie.

    def _fitting(self) -> list[_Plan]:
        """The ways that make a hand; a tile is hardly missing where one of them has them all."""
        plans = [plan for plan in self._plans() if not _misfits(plan.found)]
        if all(_total(plan.found) < 14 for plan in plans):
            return plans
        missing = self.settings.missing
        return [replace(p, cost=p.cost + missing * (_total(p.found) < 14)) for p in plans]

    def _plans(self) -> list[_Plan]:
        """Ways the tiles lie: every open question answered in every way."""
        left = [
            _Plan(self.settings.flower * _among_hand(self.base), self.answers, self.base),
            *self._of_other_sorts(),
        ]
        done: list[_Plan] = []
        tried = len(left)
        while left:
            plan = left.pop(0)
            asked_here = next((q for q in plan.found.questions if self._can_try(q)), None)
            ways = [] if asked_here is None else _ways(asked_here)
            if asked_here is None or tried + len(ways) > self.settings.layouts:
                done.append(plan)
                continue
            self.questions.setdefault(asked_here.id, asked_here)
            tried += len(ways)
            for way in ways:
                answers = {**plan.answers, asked_here.id: way}
                cost = plan.cost + self._cost(asked_here, way, len(ways))
                left.append(_Plan(cost, answers, self._laid(answers)))
        return done

    def _cost(self, asked_here: Question, way: str, ways: int) -> float:
        """What an answer costs: as the namer saw it where it is about a face, else all alike."""
        if asked_here.code != "back_or_white":
            return math.log(ways)
        chances = dict(self.by_id[asked_here.tiles[0]].names)
        return -math.log(max(chances.get(way, 0.0), 0.001))

    def _can_try(self, asked_here: Question) -> bool:
        code = asked_here.code
        return asked_here.default is None and code not in _FIRST | _OF_NAMES

    def _of_other_sorts(self) -> Iterator[_Plan]:
        """The layout with doubtful tiles taken for a flower, a back or a face instead."""
        doubtful: list[tuple[float, str, str]] = []
        for tile in self.tiles:
            if f"tile:{tile.id}" in self.answers or tile.confidence >= self.settings.naming.certain:
                continue
            sort = sort_of(tile.kind)
            other = next((pair for pair in tile.names if sort_of(pair[0]) != sort), None)
            if other is None:
                continue
            cost = math.log(tile.confidence / max(other[1], 1e-9))
            if cost < self.settings.sides:
                doubtful.append((cost, f"tile:{tile.id}", other[0]))
        doubtful = sorted(doubtful)[:3]
        for size in range(1, len(doubtful) + 1):
            for chosen in combinations(doubtful, size):
                answers = {**self.answers, **{name: kind for _, name, kind in chosen}}
                found = self._laid(answers)
                strays = sum(int(name.partition(":")[2]) in found.ignored for _, name, _ in chosen)
                cost = sum(cost for cost, _, _ in chosen) + self.settings.stray * strays
                yield _Plan(cost + self.settings.flower * _among_hand(found), answers, found)

    # What the tiles are.

    def _worlds(self, plans: Sequence[_Plan]) -> Iterator[World]:
        named: list[tuple[float, dict[str, str], Layout]] = []
        for plan in plans:
            tiles = {tile.id: with_answer(tile, plan.answers) for tile in self.tiles}
            for naming in namings(plan.found, tiles, self.settings.naming):
                changed = {i: k for i, k in naming.kinds.items() if k != tiles[i].kind}
                found = renamed(plan.found, tiles, changed) if changed else plan.found
                cost = plan.cost + naming.cost + self._false_win(found, naming)
                names = {f"tile:{i}": kind for i, kind in changed.items()}
                named.append((cost, {**plan.answers, **names}, found))
        named.sort(key=lambda item: item[0])
        most = named[0][0] + self.settings.ask
        for cost, answers, found in named[: self.settings.namings]:
            if cost <= most:
                yield from self._with_winner(cost, answers, found)

    def _false_win(self, found: Layout, naming: Naming) -> float:
        """What it costs that the tiles are no complete hand; 0 if they are."""
        hand = hand_of(found, self.by_id)
        if hand is not None and (self.judge.wins if hand.winning else self.judge.waits)(hand):
            return 0.0
        # An unreadable tile makes a false win no likelier, however many kinds it might be.
        unread = sum(not self.by_id[i].names for i in naming.kinds)
        return self.settings.false_win + unread * math.log(len(KINDS))

    def _with_winner(self, cost: float, answers: Answers, found: Layout) -> Iterator[World]:
        """The world; one for each tile that may have won where that is not told."""
        open_ = next((q for q in found.questions if q.code == "winning_tile"), None)
        if open_ is None:
            yield World(cost, answers, found, self._worth(found))
            return
        kinds = {i: found.names.get(i, self.by_id[i].kind) for i in open_.tiles}
        options = tuple(dict.fromkeys(k for k in kinds.values() if sort_of(k) == "face"))
        if not kinds and (hand := hand_of(found, self.by_id)) is not None:
            options = tuple(tile.value for tile in self.judge.waits(hand))
        if not options:
            yield World(cost, answers, found, None)
            return
        before = self.questions.get("winning_tile", replace(open_, options=()))
        every = tuple(dict.fromkeys((*before.options, *options)))
        subjects = tuple(dict.fromkeys((*before.tiles, *open_.tiles)))
        self.questions["winning_tile"] = replace(open_, options=every, tiles=subjects)
        for kind in options:
            won = self._won(found, kind, kinds)
            cost_here = cost + math.log(len(options))
            yield World(cost_here, {**answers, "winning_tile": kind}, won, self._worth(won))

    def _won(self, found: Layout, kind: str, kinds: Mapping[int, str]) -> Layout:
        """The layout with its winning tile, as an answer would have it."""
        rest = tuple(q for q in found.questions if q.code != "winning_tile")
        winner = next((i for i, k in reversed([*kinds.items()]) if k == kind), None)
        concealed = tuple(i for i in found.concealed if i != winner)
        return replace(
            found, concealed=concealed, winning=winner, winning_kind=kind, questions=rest
        )

    def _worth(self, found: Layout) -> Hashable:
        if any(problem.fatal for problem in found.problems) or hand_of(found, self.by_id) is None:
            return None
        told = replace(found, questions=())
        return self.judge.worth(layout_to_hand(told, self.tiles))

    # What to say.

    def _decided(self, worlds: Sequence[World]) -> Layout:
        """The best world's layout, with questions where others are worth something else."""
        shares = groups(worlds)
        best = min(worlds, key=lambda world: world.cost)
        likeliest = max(shares, key=lambda worth: shares[worth])
        needed = asked(worlds, self.questions, self.by_id)
        sure = self.settings.sure if len(self.answers) < MOST else self.settings.enough
        if shares[likeliest] >= sure and not self._unseen_winner(worlds):
            best = min((w for w in worlds if w.worth == likeliest), key=lambda world: world.cost)
            found = self._taken(best, worlds)
            if shares[likeliest] < self.settings.sure:
                said = (replace(q, default=answer_of(best, q.id, self.by_id)) for q in needed)
                found = replace(found, questions=(*said, *found.questions))
            return found
        if not needed:  # a winning tile that is not in the picture is never made up
            needed = (self.questions["winning_tile"],)
        ids = {q.id for q in needed}
        found = best.layout
        kept = tuple(q for q in found.questions if q.code != "tile" and q.id not in ids)
        if self._winner_open():
            held = (*found.concealed, *([found.winning] if found.winning is not None else []))
            found = replace(found, concealed=held, winning=None, winning_kind=None, won_how=None)
        return replace(found, questions=(*needed, *kept))

    def _winner_open(self) -> bool:
        return "winning_tile" in self.questions and "winning_tile" not in self.answers

    def _unseen_winner(self, worlds: Sequence[World]) -> bool:
        """Whether the tile that won is not in the picture, and may be more than one."""
        options = {w.answers.get("winning_tile") for w in worlds}
        unseen = any(w.layout.winning is None for w in worlds)
        return self._winner_open() and unseen and len(options) > 1

    def _taken(self, world: World, worlds: Sequence[World]) -> Layout:
        """A world's layout; what only the rules told (a winner, an unread tile) marked as taken."""
        told = [q for q in world.layout.questions if q.code != "tile"]
        options = {w.answers.get("winning_tile") for w in worlds}
        taken = world.answers.get("winning_tile")
        if self._winner_open() and taken is not None and len(options) > 1:
            told.append(replace(self.questions["winning_tile"], default=taken))
        for name, kind in world.answers.items():
            if name not in self.answers and self._unread(name):
                told.append(question(name, (kind,), (int(name.partition(":")[2]),), kind))
        return replace(world.layout, questions=tuple(told))

    def _unread(self, name: str) -> bool:
        """Whether an answer names a tile whose face could not be read at all."""
        code, _, tile = name.partition(":")
        return code == "tile" and not self.by_id[int(tile)].names

    def _with_doubtful_boxes(self) -> Layout:
        """The layout that does not fit, its doubtful boxes first among the problem's tiles."""
        found = self.base
        held = (*found.concealed, *([found.winning] if found.winning is not None else []))
        ids = (*held, *(i for meld in found.melds for i in meld.tiles))
        total = _total(found)
        off = total - 14 if total > 14 else total - 13
        doubtful = doubtful_boxes(ids, self.by_id, off) if abs(off) == 1 else ()
        if not doubtful:
            return replace(found, questions=())
        problems = tuple(
            replace(p, tiles=doubtful) if p.code == "wrong_count" else p for p in found.problems
        )
        real = [f"is_tile:{i}" for i in doubtful if f"is_tile:{i}" not in self.answers]
        questions = tuple(
            question(name, YES_NO, (i,)) for i, name in zip(doubtful, real, strict=False)
        )
        return replace(found, problems=problems, questions=questions[:1] if off > 0 else ())


def _without_flowers(tile: SeenTile, certain: float) -> SeenTile:
    """The tile for rules without flowers: a doubtful one is none; a certain one is a problem."""
    if tile.names and tile.kind.endswith("f") and tile.confidence >= certain:
        return tile
    faces = [(kind, chance) for kind, chance in tile.names if not kind.endswith("f")]
    total = sum(chance for _, chance in tile.names) / max(sum(c for _, c in faces), 1e-9)
    return replace(tile, names=tuple((kind, chance * total) for kind, chance in faces))


def _among_hand(found: Layout) -> int:
    """Flowers that lie among the tiles in hand, where nobody lays one aside."""
    hand = {*found.concealed, found.winning}
    count = 0
    for row in found.rows:
        held = [at for at, i in enumerate(row) if i in hand]
        if held:
            count += sum(i in found.flowers for i in row[held[0] : held[-1]])
    return count


def _total(found: Layout) -> int:
    """Tiles that count; a set counts three."""
    won = found.winning is not None
    return len(found.concealed) + won + 3 * len(found.melds)


def _misfits(found: Layout) -> bool:
    """Whether no hand can be made of it, whatever the tiles are."""
    return any(problem.code in _OF_COUNT for problem in found.problems)


def _ways(asked_here: Question) -> list[str]:
    """The answers to try: the options; of groups that may be called, every choice of them."""
    if asked_here.code != "called_sets":
        return list(asked_here.options)
    groups_named = asked_here.options[1:]
    if len(groups_named) > 3:
        return [asked_here.options[0], *groups_named, ",".join(groups_named)]
    some = (
        ",".join(chosen)
        for size in range(1, len(groups_named) + 1)
        for chosen in combinations(groups_named, size)
    )
    return [asked_here.options[0], *some]
