"""Joint decoding: names, layout and the facts of the game weighed together.

A world is one hypothesis about the photo: a placement of the tiles (its answers to the layout's
questions), names for all of them, and a winning tile. Each world has a cost in nats. Where all
likely worlds have the same worth, nothing is asked; else the question with the highest information
gain is asked. A hand whose count does not fit has no worlds.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

from scoring.tiles import BACK, KINDS, Tile

from ..layout.arrangement import (
    MOST_REGIONS,
    RatedLayout,
    choose_hand,
    misfit,
    own_answers,
    promising_regions,
    with_surroundings,
    without_refused_boxes,
)
from ..layout.layout import (
    NO_ANSWERS,
    DecodedHand,
    Layout,
    arrange_region,
    layout_to_hand,
    with_answer,
    with_ignored,
)
from ..layout.melds import plain_kind
from ..layout.perspective import PictureEdge
from ..layout.questions import (
    BACK_OR_WHITE,
    NONE,
    LayoutError,
    Question,
    blanks_question,
    expand_blanks,
    has_choice,
    has_mixed_blanks,
    problem,
    question,
    with_options,
)
from ..layout.rows import Side
from ..layout.unfound_kongs import (
    kong_question,
    kongs_in_answers,
    kongs_to_try,
    with_unfound_backs,
    without_unfound_backs,
)
from ..layout.zones import RIICHI
from ..seen_tile import SeenTile
from .assignments import likeliest_assignments
from .hypotheses import (
    FIRST,
    Answers,
    DecoderSettings,
    Hypothesis,
    HypothesisSpace,
    has_wrong_count,
    trial_answers,
    without_flowers,
)
from .information_gain import MOST, OPTIONS, World, answer_of, best_question, worth_distribution
from .printed_tiles import ask_about_print
from .relabeling import hand_of, relabel, tile_category
from .wrong_counts import TOO_MANY, CompletionOracle, ask_about_count, extra_tile

__all__ = ["DecoderSettings", "RuleOracle", "decode"]

BESIDE = ("called_sets", "indicators", "pung_or_kong")
"""Questions about tiles beside those in hand, shown even where no answer changes what it pays."""


class RuleOracle(CompletionOracle, Protocol):
    """The rules' verdicts on a hand; `handreader.pipeline` has one for each rulebook."""

    def worth(self, shown: DecodedHand) -> Hashable:
        """Return what a hand pays; None if it is no win."""
        ...


def decode(
    tiles: Sequence[SeenTile],
    rules: str,
    oracle: RuleOracle,
    answers: Answers = NO_ANSWERS,
    settings: DecoderSettings | None = None,
    hand_from: PictureEdge | None = None,
) -> Layout:
    """Decode the likeliest layout, with the questions that decide its score (at most two needed).

    Args:
        tiles: the tiles of one photo, as the classifier returned them.
        rules: a rule set's id.
        oracle: the rules.
        answers: corrections and answers to earlier questions; they are never questioned.
        settings: margins.
        hand_from: the picture's edge at which the hand's owner sits, if a person gave it.

    Raises:
        LayoutError: when an answer is none of its question's options.
    """
    settings = settings or DecoderSettings()
    seen = without_refused_boxes(tiles, answers)
    left = without_flowers(seen, settings.assignment.certainty) if rules == RIICHI else seen
    request = _Request(rules, oracle, expand_blanks(answers), settings, hand_from, answers)
    named = with_unfound_backs(left, kongs_in_answers(left, answers))
    found = without_unfound_backs(_decode_with_backs(named, request), seen)
    found = _with_named_winner(found, seen)
    found = ask_about_print(_with_other_kinds(found, seen, named), seen, answers)
    return replace(found, questions=tuple(filter(has_choice, found.questions)))


def _with_named_winner(found: Layout, seen: Sequence[SeenTile]) -> Layout:
    """Return the layout in which a loose face of the kind that a person named has won.

    It is the only such face that lies by itself, or the only bonus indicator: beside a wall a
    winning tile looks like one. Else no tile in view has won.
    """
    if found.winning is not None or found.won_how != "answer":
        return found
    kinds = {tile.id: found.names.get(tile.id, tile.kind) for tile in seen}
    indicators = found.indicators + found.hidden_indicators
    loose = [i for i in found.ignored if (i,) in found.rows]
    loose += indicators if len(indicators) == 1 else ()
    named = [i for i in loose if plain_kind(kinds[i]) == plain_kind(str(found.winning_kind))]
    if len(named) != 1:
        return found
    (won,) = named
    found = replace(
        found,
        winning=won,
        winning_kind=kinds[won],
        indicators=tuple(i for i in found.indicators if i != won),
        hidden_indicators=tuple(i for i in found.hidden_indicators if i != won),
        questions=tuple(q for q in found.questions if q.tiles != (won,)),
    )
    return with_ignored(found, [i for i in found.ignored if i != won])


def _with_other_kinds(
    found: Layout, tiles: Iterable[SeenTile], changed: Iterable[SeenTile]
) -> Layout:
    """Return the layout with the new kinds of those tiles that have another one."""
    kinds = {tile.id: tile.kind for tile in tiles}
    other = {t.id: t.kind for t in changed if kinds.get(t.id, t.kind) != t.kind}
    return replace(found, names={**other, **found.names})


def _decode_with_backs(seen: Sequence[SeenTile], request: _Request) -> Layout:
    """Decode the likeliest layout; where none wins, with concealed kongs of unfound backs."""
    found = _decode_tiles(seen, request)
    if _is_win(found, seen, request.oracle) or _lacks_face(found):
        return found
    with_kong = _with_kong_of_unfound_backs(seen, request)
    if with_kong is None or (found.tile_count == 13 and with_kong.winning_kind is None):
        return found  # it may just wait, unless a tile lies where one that wins does
    return with_kong


def _with_kong_of_unfound_backs(seen: Sequence[SeenTile], request: _Request) -> Layout | None:
    """Decode with faces as concealed kongs of which no back was found; None if no hand wins so."""
    for kongs in kongs_to_try(seen, request.given):
        tiles = with_unfound_backs(seen, kongs)
        with suppress(LayoutError):
            found = _decode_tiles(tiles, request)
            if _is_win(found, tiles, request.oracle):
                asked = map(kong_question, kongs)
                found = replace(found, questions=(*found.questions, *asked))
                return _with_other_kinds(found, seen, tiles)
    return None


def _lacks_face(found: Layout) -> bool:
    """Return whether a hand lacks nothing but the face of a kong, which only a person knows."""
    fatal = any(problem.fatal for problem in found.problems)
    return not fatal and any(asked.code == "kong_face" for asked in found.questions)


def _is_win(found: Layout, tiles: Sequence[SeenTile], oracle: RuleOracle) -> bool:
    """Return whether a layout shows a hand that wins, whichever of its tiles did."""
    hand = hand_of(found, {tile.id: tile for tile in tiles})
    fatal = any(problem.fatal for problem in found.problems)
    return not fatal and hand is not None and hand.winning is not None and oracle.wins(hand)


def _decode_tiles(seen: Sequence[SeenTile], request: _Request) -> Layout:
    """Decode the likeliest layout, if each of the boxes holds a tile."""
    rules, answers, hand_from = request.rules, request.given, request.hand_from
    found: list[RatedLayout] = []
    wrong: list[LayoutError] = []
    whole = None
    if len(seen) <= request.settings.most_tiles:
        whole = _try_region(seen, request, found, wrong)
    parts = promising_regions(seen, rules, MOST_REGIONS, hand_from, whole)
    for part in parts:
        _try_region(part.tiles, request, found, wrong, part.side)
    if not parts and not found and not wrong:
        _try_region(seen, request, found, wrong)
    if wrong and all(part.layout.winning is None for part in found):
        raise wrong[0]
    chosen = choose_hand(found, seen, answers, hand_from)
    for known in (chosen, *([] if whole is None else [whole.layout])):
        if sum(map(len, known.rows)) == len(seen):
            return with_surroundings(chosen, known, seen, answers)
    whole_photo = arrange_region(seen, rules, hand_from=hand_from)
    return with_surroundings(chosen, whole_photo, seen, answers)


def _try_region(
    tiles: Sequence[SeenTile],
    request: _Request,
    found: list[RatedLayout],
    wrong: list[LayoutError],
    side: Side | None = None,
) -> RatedLayout | None:
    """Decode the hand of a region and add it to those found; None if an answer does not fit it."""
    try:
        found.append(_decode_region(tiles, request, side))
    except LayoutError as error:
        wrong.append(error)
        return None
    return found[-1]


@dataclass(frozen=True, slots=True)
class _Request:
    """What is to be decoded.

    Attributes:
        rules, oracle, settings, hand_from: see `decode`.
        answers: one for each blank.
        given: as they were given.
    """

    rules: str
    oracle: RuleOracle
    answers: Answers
    settings: DecoderSettings
    hand_from: PictureEdge | None
    given: Answers

    def hypotheses(self, tiles: Sequence[SeenTile], side: Side | None = None) -> HypothesisSpace:
        """Return the hypotheses for a region; answers about tiles outside it do not count."""
        answers = own_answers(self.answers, tiles)
        return HypothesisSpace(tiles, self.rules, answers, self.settings, self.hand_from, side)


def _decode_region(
    tiles: Sequence[SeenTile], request: _Request, side: Side | None = None
) -> RatedLayout:
    """Decode the hand of a region, whose players' places may be known."""
    space = request.hypotheses(tiles, side)
    extra = request.answers.get("extra", NONE)
    if extra != NONE and space.base.tile_count == TOO_MANY:
        gone = extra_tile(space.base, space.by_id, extra)
        tiles = [tile for tile in tiles if tile.id != gone]
        space = request.hypotheses(tiles)
    cost, found = _Decoder(space, request).decode()
    if not has_mixed_blanks(request.given):
        found = replace(found, questions=_join_blanks(found.questions))
    needed = [q for q in found.questions if q.default is None][:MOST]
    questions = (*needed, *(q for q in found.questions if q.default is not None))
    return RatedLayout(cost + space.base.cost, replace(found, questions=questions))


def _join_blanks(questions: Sequence[Question]) -> tuple[Question, ...]:
    """Join the questions about single blank tiles into one, in the place of the first."""
    blanks = [q for q in questions if q.code in ("back_or_white", "blanks") and q.default is None]
    ids = dict.fromkeys(tile for q in blanks for tile in q.tiles)
    if len(ids) < 2:
        return tuple(questions)
    joined = blanks_question(tuple(ids))
    return tuple(
        joined if q is blanks[0] else q for q in questions if q is blanks[0] or q not in blanks
    )


class _Decoder:
    """The decoding of one photo."""

    def __init__(self, space: HypothesisSpace, request: _Request) -> None:
        self.space, self.oracle, self.settings = space, request.oracle, space.settings
        self.given = request.given
        self.tiles, self.by_id = space.tiles, space.by_id
        self.base, self.answers, self.questions = space.base, space.answers, space.questions

    def decode(self) -> tuple[float, Layout]:
        """Decode the layout; return its cost in nats and it."""
        first = [q for q in self.base.questions if q.code in FIRST]
        if first and not has_wrong_count(self.base):
            return self.settings.missing_tile, replace(self.base, questions=tuple(first))
        hypotheses = self._weigh_missing(
            won
            for hypothesis in self.space.hypotheses()
            for won in self._with_loose_winners(hypothesis)
        )
        if not hypotheses:
            found = ask_about_count(self.base, self.by_id, self.oracle, self.answers)
            return misfit(self.base), found
        self._strike_out_options(hypotheses)
        worlds = list(self._worlds(hypotheses))
        least = min(world.cost for world in worlds)
        found = self._ask_about_backs(self._decide(worlds))
        found = self._remark_on_waits(self._ask_for_covered_tile(found))
        found = self._show_unsure_names(self._ask_about_doubtful_name(found))
        return least + self.settings.missing_tile * (found.tile_count < 14), found

    def _strike_out_options(self, hypotheses: Sequence[Hypothesis]) -> None:
        """Strike out the options of tried questions that fit no placement."""
        untried = {q.id for hypothesis in hypotheses for q in hypothesis.layout.questions}
        for asked in [q for q in self.questions.values() if q.id not in untried]:
            fitting = {hypothesis.answers.get(asked.id) for hypothesis in hypotheses}
            tried = set(trial_answers(asked))
            options = tuple(o for o in asked.options if o in fitting or o not in tried)
            self.questions[asked.id] = replace(asked, options=options)

    def _with_loose_winners(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        """Yield a placement, and one in which a loose face completes its 13 tiles.

        A face by itself may have won, however far off. One that completes the hand is likelier than
        a nearer one that does not. Which of several won is open.
        """
        yield hypothesis
        waiting = self._without_wrong_winner(hypothesis.layout)
        hand = None if waiting is None else hand_of(waiting, self.by_id)
        if waiting is None or hand is None:
            return
        faces = [i for i in waiting.ignored if (i,) in waiting.rows and self._is_face(waiting, i)]
        waits = self.oracle.waits(hand) if faces else ()
        kinds = {i: waiting.names.get(i, self.by_id[i].kind) for i in faces}
        kinds = {i: kind for i, kind in kinds.items() if Tile(kind).plain in waits}
        if not kinds:
            return
        options = tuple(dict.fromkeys(kinds.values()))
        if len(options) == 1:
            won = replace(self._set_winner(waiting, options[0], kinds), won_how="apart")
        else:
            rest = (q for q in waiting.questions if q.code != "winning_tile")
            won = replace(
                waiting, questions=(*rest, question("winning_tile", options, tuple(kinds)))
            )
        yield replace(hypothesis, cost=hypothesis.cost + self.settings.far_winner, layout=won)

    def _without_wrong_winner(self, found: Layout) -> Layout | None:
        """Return the 13 tiles of which none has won, or without a tile beside them that did not.

        None if there is no such hand.
        """
        if found.tile_count == 13:
            asked = next((q for q in found.questions if q.code == "winning_tile"), None)
            return None if asked is None or asked.tiles else found
        hand = hand_of(found, self.by_id) if found.won_how == "above" else None
        if hand is None or found.winning is None or self.oracle.wins(hand):
            return None
        rest = replace(found, winning=None, winning_kind=None, won_how=None)
        return with_ignored(rest, (*found.ignored, found.winning))

    def _is_face(self, found: Layout, tile: int) -> bool:
        """Return whether a tile shows the face of a suit or an honour."""
        return tile_category(found.names.get(tile, self.by_id[tile].kind)) == "face"

    def _weigh_missing(self, hypotheses: Iterable[Hypothesis]) -> list[Hypothesis]:
        """Return the hypotheses; those of 13 tiles cost more where another has 14."""
        hypotheses = list(hypotheses)
        if all(hypothesis.layout.tile_count < 14 for hypothesis in hypotheses):
            return hypotheses
        missing = self.settings.missing_tile
        return [replace(p, cost=p.cost + missing * (p.layout.tile_count < 14)) for p in hypotheses]

    # What the tiles are.

    def _worlds(self, hypotheses: Sequence[Hypothesis]) -> Iterator[World]:
        named: list[tuple[float, dict[str, str], Layout]] = []
        for hypothesis in hypotheses:
            tiles = {tile.id: with_answer(tile, hypothesis.answers) for tile in self.tiles}
            unread = [i for i in _hand_and_meld_ids(hypothesis.layout) if not tiles[i].names]
            if unread:  # a hand that wins may decide their kinds; one that does not never does
                named.append(
                    (
                        hypothesis.cost + self.settings.false_win,
                        dict(hypothesis.answers),
                        hypothesis.layout,
                    )
                )
            for assignment in likeliest_assignments(
                hypothesis.layout, tiles, self.settings.assignment
            ):
                changed = {i: k for i, k in assignment.kinds.items() if k != tiles[i].kind}
                found = relabel(hypothesis.layout, tiles, changed) if changed else hypothesis.layout
                false_win = self._false_win_cost(found)
                if false_win and unread:
                    continue
                cost = hypothesis.cost + assignment.cost + false_win
                names = {f"tile:{i}": kind for i, kind in changed.items()}
                named.append((cost, {**hypothesis.answers, **names}, found))
        named.sort(key=lambda item: item[0])
        most = named[0][0] + self.settings.question_margin
        for cost, answers, found in named[: self.settings.max_assignments]:
            if cost <= most:
                yield from self._with_winner(cost, answers, found)

    def _false_win_cost(self, found: Layout) -> float:
        """Return the cost of tiles that are no complete hand; 0 if they are one."""
        hand = hand_of(found, self.by_id)
        if hand is not None and (self.oracle.wins if hand.winning else self.oracle.waits)(hand):
            return 0.0
        return self.settings.false_win

    def _with_winner(self, cost: float, answers: Answers, found: Layout) -> Iterator[World]:
        """Yield the world; one for each possible winning tile where it is open."""
        open_ = next((q for q in found.questions if q.code == "winning_tile"), None)
        if open_ is None:
            yield World(cost, answers, found, self._worth(found))
            return
        kinds = {i: found.names.get(i, self.by_id[i].kind) for i in open_.tiles}
        options = tuple(dict.fromkeys(k for k in kinds.values() if tile_category(k) == "face"))
        if not kinds and (hand := hand_of(found, self.by_id)) is not None:
            options = tuple(tile.value for tile in self.oracle.waits(hand))
        if not options:
            yield World(cost, answers, found, None)
            return
        before = self.questions.get("winning_tile", replace(open_, options=()))
        asked = replace(open_, options=before.options, tiles=before.tiles)
        self.questions["winning_tile"] = with_options(asked, options, open_.tiles)
        wins = {kind: self._set_winner(found, kind, kinds) for kind in options}
        most = max(won.tile_count for won in wins.values())
        for kind, won in wins.items():
            cost_here = cost + math.log(len(options))
            cost_here += self.settings.missing_tile * (won.tile_count < most)
            if won.tile_count == 13 and won.winning is not None:
                won = found  # one of 13 won, so one is not visible: no hand to score
            yield World(cost_here, {**answers, "winning_tile": kind}, won, self._worth(won))

    def _set_winner(self, found: Layout, kind: str, kinds: Mapping[int, str]) -> Layout:
        """Set the winning tile as an answer would."""
        rest = tuple(q for q in found.questions if q.code != "winning_tile")
        winner = next((i for i, k in reversed([*kinds.items()]) if k == kind), None)
        concealed = tuple(i for i in found.concealed if i != winner)
        won = replace(found, concealed=concealed, winning=winner, winning_kind=kind, questions=rest)
        return with_ignored(won, [i for i in found.ignored if i != winner])

    def _worth(self, found: Layout) -> Hashable:
        if any(problem.fatal for problem in found.problems) or hand_of(found, self.by_id) is None:
            return None
        try:
            shown = layout_to_hand(replace(found, questions=()), self.tiles)
        except LayoutError:  # a tile that could not be read
            return None
        return self.oracle.worth(shown)

    # The result.

    def _decide(self, worlds: Sequence[World]) -> Layout:
        """Return the best world's layout, with questions where others have another worth."""
        shares = worth_distribution(worlds)
        best = min(worlds, key=lambda world: world.cost)
        likeliest = max(shares, key=lambda worth: shares[worth])
        needed = best_question(worlds, self.questions, self.by_id)
        needed = self._with_all_blanks(tuple(filter(has_choice, needed)), worlds)
        sure = (
            self.settings.certainty
            if len(self.given) < MOST
            else self.settings.certainty_after_answers
        )
        unseen = self._unseen_tile_question(worlds)
        if shares[likeliest] >= sure and unseen is None:
            best = min((w for w in worlds if w.worth == likeliest), key=lambda world: world.cost)
            found = self._accept(best, worlds)
            if shares[likeliest] < self.settings.certainty:
                shown = {q.id for q in found.questions}
                assumed = (
                    replace(q, default=answer_of(best, q.id, self.by_id))
                    for q in needed
                    if q.id not in shown
                )
                found = replace(found, questions=(*assumed, *found.questions))
            return found
        if not needed and unseen is not None:
            needed = (unseen,)
        ids = {q.id for q in needed}
        found = best.layout
        kept = tuple(q for q in self._open_questions(found) if q.id not in ids)
        if self._is_winner_open():
            held = (*found.concealed, *([found.winning] if found.winning is not None else []))
            found = replace(found, concealed=held, winning=None, winning_kind=None, won_how=None)
        return replace(found, questions=(*needed, *kept))

    def _with_all_blanks(
        self, needed: Sequence[Question], worlds: Sequence[World]
    ) -> tuple[Question, ...]:
        """Return the questions with all blanks whose kind is open in that about one of them."""
        answers = {
            name: {answer_of(world, name, self.by_id) or None for world in worlds} - {None}
            for name in sorted({name for world in worlds for name in world.answers})
            if name.startswith(("back_or_white:", "tile:")) and name not in self.answers
        }
        ids = [int(n.partition(":")[2]) for n, a in answers.items() if a == set(BACK_OR_WHITE)]
        blanks = [q for q in needed if q.tiles and q.tiles[0] in ids and len(q.tiles) == 1]
        if not blanks or len(ids) < 2 or has_mixed_blanks(self.given):
            return tuple(needed)
        joined = blanks_question(tuple(dict.fromkeys(ids)))
        return tuple(joined if q is blanks[0] else q for q in needed if q not in blanks[1:])

    def _ask_about_backs(self, found: Layout) -> Layout:
        """Return the layout with a question for each back in hand in the place of a refusal.

        A back that a person has declared is asked for by its face.
        """
        backs = [i for p in found.problems if p.code == "back_in_hand" for i in p.tiles]
        declared = [i for i in backs if self.answers.get(f"back_or_white:{i}") == BACK]
        asked = [question(f"tile:{i}", self._completing_kinds(found, i), (i,)) for i in declared]
        asked += [
            question(f"back_or_white:{i}", BACK_OR_WHITE, (i,)) for i in backs if i not in declared
        ]
        problems = [p for p in found.problems if p.code != "back_in_hand" or declared]
        known = {q.id for q in asked}
        kept = (q for q in found.questions if q.id not in known)
        if not backs:
            return found
        return replace(found, problems=tuple(problems), questions=(*asked, *kept))

    def _ask_for_covered_tile(self, found: Layout) -> Layout:
        """Return the layout of 13 tiles with a question for a covered one if one of them won.

        The named winning tile is one of the 13, and does not complete them.
        """
        named = found.won_how == "answer" and found.winning is None
        kinds = {found.names.get(i, self.by_id[i].kind) for i in found.concealed}
        if not named or found.winning_kind not in kinds or "covered" in self.answers:
            return found
        hand = hand_of(found, self.by_id)
        if found.tile_count != 13 or hand is None:
            return found
        without = replace(hand, winning=None)
        if found.winning_kind in {tile.value for tile in self.oracle.waits(without)}:
            return found
        options = (NONE, *(tile.value for tile in self.oracle.waits(without)))
        if len(options) == 1:
            return found
        asked = question("covered", options, found.concealed, kind=found.winning_kind)
        return replace(found, questions=(asked, *found.questions))

    def _remark_on_waits(self, found: Layout) -> Layout:
        """Return the layout whose question says what its 13 tiles wait for, if none shows as won.

        If they wait for nothing, the hand is doubtful, and nobody can say which tile won.
        """
        asked = next((q for q in found.questions if q.code == "winning_tile"), None)
        if found.tile_count != 13 or asked is None or asked.default is not None:
            return found
        if asked.options and not asked.tiles:
            told = question(asked.id, asked.options, waits=", ".join(asked.options))
            return replace(
                found, questions=tuple(told if q is asked else q for q in found.questions)
            )
        if asked.options:
            return found
        remark = problem("no_wait", found.concealed, False)
        rest = tuple(q for q in found.questions if q is not asked)
        return replace(found, problems=(remark, *found.problems), questions=rest)

    def _ask_about_doubtful_name(self, found: Layout) -> Layout:
        """Return a layout that shows no win with a question for the least sure of some tiles.

        They are those with which, as another kind, it would win, before those that may be none.
        """
        asks = any(q.default is None for q in found.questions) or len(self.given) >= MOST
        hand = None if asks or found.tile_count != 14 else hand_of(found, self.by_id)
        if hand is None or any(p.fatal for p in found.problems) or self.oracle.wins(hand):
            return found
        least = self.settings.doubt_limit
        doubtful = [
            i
            for i in _hand_and_meld_ids(found)
            if _face_confidence(self.by_id[i]) < least and f"tile:{i}" not in self.answers
        ]
        kinds = {i: self._winning_kinds(found, i) for i in doubtful}
        doubtful = [i for i in doubtful if kinds[i]]
        doubtful.sort(key=lambda i: _face_confidence(self.by_id[i]))
        if not doubtful:
            return found
        tile = self.by_id[doubtful[0]]
        options = tuple(dict.fromkeys((*(kind for kind, _ in tile.names), *kinds[tile.id])))
        asked = question(f"tile:{tile.id}", options[:OPTIONS], (tile.id,))
        return replace(found, questions=(asked, *found.questions))

    def _show_unsure_names(self, found: Layout) -> Layout:
        """Return a layout without open questions with one for each name that may well be wrong.

        It pays the same with other names, so each is answered by its own until a person says more.
        """
        if found.tile_count < 14 or any(q.default is None for q in found.questions):
            return found
        shown = {q.id for q in found.questions} | self.answers.keys()
        told = []
        for i in (*_hand_and_meld_ids(found), *found.flowers):
            tile = self.by_id[i]
            kind = found.names.get(i, tile.kind)
            if not tile.names or kind in BACK_OR_WHITE or f"tile:{i}" in shown:
                continue
            if dict(tile.names).get(kind, 0.0) < self.settings.unsure_limit:
                options = tuple(dict.fromkeys((kind, *(name for name, _ in tile.names))))
                told.append(question(f"tile:{i}", options[:OPTIONS], (i,), kind))
        return replace(found, questions=(*found.questions, *told[:MOST]))

    def _winning_kinds(self, found: Layout, tile: int) -> tuple[str, ...]:
        """Return the kinds of a tile with which its hand wins."""
        changed = ((k.value, relabel(found, self.by_id, {tile: k.value})) for k in KINDS)
        hands = ((kind, hand_of(other, self.by_id)) for kind, other in changed)
        return tuple(kind for kind, hand in hands if hand is not None and self.oracle.wins(hand))

    def _completing_kinds(self, found: Layout, tile: int) -> tuple[str, ...]:
        """Return the kinds of a tile in hand with which the hand is complete; () if none is."""
        rest = replace(found, concealed=tuple(i for i in found.concealed if i != tile))
        hand = hand_of(rest, self.by_id)
        if hand is None or rest.tile_count != 13 or hand.winning is not None:
            return ()
        return tuple(kind.value for kind in self.oracle.waits(hand))

    def _is_winner_open(self) -> bool:
        return "winning_tile" in self.questions and "winning_tile" not in self.answers

    def _unseen_tile_question(self, worlds: Sequence[World]) -> Question | None:
        """Return the question for an unread tile, or for an unseen winning tile.

        No tile is invented, not even the only one that would win (13 tiles may just be waiting).
        """
        likely = min(world.cost for world in worlds) + self.settings.question_margin
        told = any("winning_tile" in world.answers for world in worlds)
        hidden = any(world.layout.winning is None and world.cost <= likely for world in worlds)
        if self._is_winner_open() and hidden and told:
            return self.questions["winning_tile"]
        for tile in self.tiles:
            name = f"tile:{tile.id}"
            kinds = dict.fromkeys(w.answers[name] for w in worlds if name in w.answers)
            if not tile.names and name not in self.answers and len(kinds) > 1:
                return question(name, tuple(kinds)[:OPTIONS], (tile.id,))
        return None

    def _accept(self, world: World, worlds: Sequence[World]) -> Layout:
        """Return a world's layout, with defaults marking what only the rules decided.

        That is which of the tiles won, the kind of an unread tile, and what lies beside the hand.
        A blank tile that the world names is not asked about.
        """
        named = {name.partition(":")[2] for name in world.answers if name.startswith("tile:")}
        told = [
            asked
            for asked in self._open_questions(world.layout)
            if asked.code != "back_or_white" or asked.id.partition(":")[2] not in named
        ]
        options = {w.answers.get("winning_tile") for w in worlds}
        taken = world.answers.get("winning_tile")
        if self._is_winner_open() and taken is not None and len(options) > 1:
            told.append(replace(self.questions["winning_tile"], default=taken))
        told += [q for q in self._questions_beside(world) if q.id not in {q.id for q in told}]
        for name, kind in world.answers.items():
            if name not in self.answers and self._is_unread(name):
                told.append(question(name, (kind,), (int(name.partition(":")[2]),), kind))
        return replace(world.layout, questions=tuple(told))

    def _questions_beside(self, world: World) -> list[Question]:
        """Return the questions about what lies beside the hand, with the world's answers."""
        told = []
        for name, asked in self.questions.items():
            answer = world.answers.get(name)
            if asked.code in BESIDE and answer is not None and name not in self.answers:
                told.append(replace(with_options(asked, (answer,), ()), default=answer))
        return told

    def _open_questions(self, found: Layout) -> list[Question]:
        """Return the layout's questions except those about names that the hand decided."""
        shown = {*found.indicators, *found.hidden_indicators}
        return [
            q
            for q in found.questions
            if q.code != "tile" or self._is_unread(q.id) or shown.issuperset(q.tiles)
        ]

    def _is_unread(self, name: str) -> bool:
        """Return whether an answer names a tile whose face could not be read at all."""
        code, _, tile = name.partition(":")
        return code == "tile" and not self.by_id[int(tile)].names


def _hand_and_meld_ids(found: Layout) -> tuple[int, ...]:
    """Return the ids of the tiles in hand and in sets."""
    won = () if found.winning is None else (found.winning,)
    return (*found.concealed, *won, *(i for meld in found.melds for i in meld.tiles))


def _face_confidence(tile: SeenTile) -> float:
    """Return the probability of the kind of a tile in a hand or set, where none is a flower."""
    flowers = sum(share for kind, share in tile.names if tile_category(kind) == "flower")
    return tile.confidence / max(1 - flowers, tile.kind_probability, 1e-9)
