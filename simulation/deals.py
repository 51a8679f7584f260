"""Random deals as scripts of films, with their ground truth, for measuring the watching."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from handreader.evaluation.random_hands import deal_hand, scenes_of
from scoring import rulebook, score
from scoring.game import Riichi, apply, game_rules, new_game, win_from_scores
from scoring.game.state import Four
from scoring.hand import SetKind
from scoring.record import Record
from scoring.tiles import WINDS

from .director import Director, win_of
from .script import Step

_DEAL_ATTEMPTS = 200
_KONGS = {3: "added", 4: "concealed"}
_INCIDENTS = ("lost", "dark", "shown", "rest", "")


@dataclass(frozen=True, slots=True)
class ScriptedDeal:
    """One deal as the script of a film.

    Attributes:
        rules: rule set.
        scene: kind of the winning hand, as in `evaluation.random_hands`.
        script: steps of the film.
        first_east: place of East.
        record: the win as it should be logged; of several the first in turn.
        other_records: of the further winners on the same tile, in turn.
        reveal_count: number of shown hands, whether they win or come too late.
        answer_after_all: whether all of them are shown before the first answer.
    """

    rules: str
    scene: str
    script: tuple[Step, ...]
    first_east: int
    record: Record
    other_records: tuple[Record, ...] = ()
    reveal_count: int = 1
    answer_after_all: bool = False

    @property
    def records(self) -> tuple[Record, ...]:
        """Return the records of all winners, in turn."""
        return self.record, *self.other_records

    def points(self) -> Four:
        """Return the players' points after the deal, by the book; the first East's first."""
        state = new_game(game_rules(rulebook(self.rules)))
        for kind, place, _ in self.reference_events():
            if kind == "riichi":
                state = apply(state, Riichi(WINDS[(place - self.first_east) % 4]))
        scores = (score(one.hand, one.win, rulebook(self.rules)) for one in self.records)
        return apply(state, win_from_scores(state, *scores)).points

    def reference_events(self) -> Iterator[tuple[str, int, tuple[str, ...]]]:
        """Yield kind, place and tiles of each event that the log should have, in order.

        Kinds are those of the log: "discard", "call", "kong", "riichi", "indicator", "flower".
        """
        declared: set[int] = set()
        for step in self.script:
            kinds = tuple(sorted(t.strip("<>^") for t in step.tokens if t not in ("##", "_")))
            if step.kind == "discard":
                yield "discard", step.place, kinds
                turned = step.tokens[0].startswith("<") and self.rules == "riichi-ema"
                if turned and step.place not in declared:
                    declared.add(step.place)
                    yield "riichi", step.place, kinds
            elif step.kind == "claim":
                yield "call", step.place, kinds
            elif step.kind == "kong":
                yield "kong", step.place, (kinds[0],) * 4
            elif step.kind in ("add", "declare"):
                yield "kong", step.place, kinds * 4
            elif step.kind == "wall":
                yield from (("indicator", -1, (kind,)) for kind in kinds)
            elif step.kind == "flowers":
                yield from (("flower", step.place, (kind,)) for kind in kinds)


def random_deal(rules: str, seed: int, incidents: bool = True) -> ScriptedDeal:
    """Return a random deal of a rule set; the same seed gives the same deal.

    Of five consecutive seeds one has a kong that is added to a pung, one a concealed kong.

    Args:
        rules: id of the rule set.
        seed: of the random numbers.
        incidents: whether incidents besides play happen: of five consecutive seeds one each has
            the camera lost, the light off, tiles shown and put back, a hand that rests on the
            winner's tiles, or nothing; in some the tiles are shuffled before the deal.
    """
    rng = np.random.default_rng([seed, 5, *rules.encode()])
    scenes = [scene for scene in scenes_of(rules) if scene != "false win"]
    kong = _KONGS.get(seed % 5)
    turn = seed + seed // 5  # else the kongs would always replace the same scenes
    scene = scenes[turn % len(scenes)] if kong is None else "kongs"
    for _ in range(_DEAL_ATTEMPTS):
        truth = deal_hand(rules, rng, scene)
        win = replace(win_of(truth), riichi=False)
        kongs = {meld.concealed for meld in truth.hand.melds if meld.kind is SetKind.KONG}
        as_wanted = kong is None or (kong == "concealed") in kongs
        if as_wanted and score(truth.hand, win, rulebook(rules)).valid_win:
            break
    incident = _INCIDENTS[turn % 5] if incidents else ""
    director = Director(truth, rng, incident, kong == "added")
    first_east, record = director.play()
    return ScriptedDeal(rules, truth.scene, tuple(director.script), first_east, record)
