"""Random hands arranged as their rulebook prescribes, with ground truth, for evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from scoring import Tile, rulebook, score
from scoring.hand import Hand, Meld, MeldSource, SetKind
from scoring.tiles import KINDS, SUITS, WINDS, Wind, sort_tiles
from scoring.win import Win

from ..situation import Situation
from .ground_truth import HandTruth

SCENES = ("closed", "called", "kongs", "pairs", "flowers", "indicators", "false win")
_FLOWERS = ("zung-jung", "chinese-official", "mcr")  # rule sets with flowers
_DEAL_ATTEMPTS = 400  # attempts until a hand reaches the rule set's minimum


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A random hand on the table, with its ground truth.

    Attributes:
        rules: the rule set by which it is arranged and scored.
        scene: one of `SCENES`.
        hand: the true hand.
        indicators: dora indicators, face up in a row of backs.
        situation: how it was won.
        lines: rows of tiles, far to near; `5p` upright, `<5p>` turned, `##` face down, `_` a gap.
    """

    rules: str
    scene: str
    hand: Hand
    indicators: tuple[Tile, ...]
    situation: Situation
    lines: tuple[str, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the tiles' visible kinds, in the order of `lines`; "back" for those face down."""
        tokens = (token for line in self.lines for token in line.split() if token != "_")
        return tuple("back" if token == "##" else token.strip("<>") for token in tokens)

    def truth(self, edge: str = "bottom") -> HandTruth:
        """Return the ground truth for trials, for a winner at an edge of the picture."""
        return HandTruth(
            self.rules,
            self.scene,
            self.hand,
            self.indicators,
            self.situation,
            self.kinds,
            edge,
        )


def scenes_of(rules: str) -> tuple[str, ...]:
    """Return the scenes of a rule set."""
    without = {"indicators"} if rules in _FLOWERS else {"flowers"}
    return tuple(scene for scene in SCENES if scene not in without)


def deal_hand(rules: str, rng: np.random.Generator, scene: str | None = None) -> DealtHand:
    """Deal a random hand; it wins by its rule set except in the scene "false win".

    Args:
        rules: id of a rule set whose rulebook we have.
        rng: random generator; the same state deals the same hand.
        scene: None for any.
    """
    scene = scene or str(rng.choice(scenes_of(rules)))
    book = rulebook(rules)
    for _ in range(_DEAL_ATTEMPTS):
        hand = _hand(rules, scene, rng)
        win = random_win(rules, hand, rng)
        if hand.problems():
            continue
        if score(hand, win, book).valid_win == (scene != "false win"):
            break
    held = [*hand.tiles, *hand.flowers]
    indicators = _indicators(held, rng) if scene == "indicators" else ()
    return DealtHand(
        rules, scene, hand, indicators, win_facts(win), _lines(rules, hand, indicators, rng)
    )


def _hand(rules: str, scene: str, rng: np.random.Generator) -> Hand:
    if scene == "pairs":
        kinds = rng.choice(len(KINDS), 7, replace=False)
        tiles = [KINDS[int(k)] for k in kinds for _ in range(2)]
        melds: list[Meld] = []
    else:
        called = {"closed": 0, "kongs": int(rng.integers(1, 4))}.get(scene, int(rng.integers(0, 4)))
        called = max(1, called) if scene == "called" else called
        suits = _suits(rng)
        sets = [_set(suits, rng) for _ in range(4)]
        melds = [_meld(tiles, scene == "kongs", rng) for tiles in sets[:called]]
        pair = KINDS[int(rng.choice(suits))]
        tiles = [tile for set_ in sets[called:] for tile in set_] + [pair, pair]
    if scene == "false win":
        tiles[int(rng.integers(len(tiles)))] = KINDS[int(rng.integers(len(KINDS)))]
    if rules == "riichi-ema":
        tiles, melds = _with_reds(tiles, melds, rng)
    winner = int(rng.integers(len(tiles)))
    rest = sort_tiles(tile for i, tile in enumerate(tiles) if i != winner)
    count = int(rng.integers(1, 5)) if scene == "flowers" else 0
    numbers = sorted(int(n) for n in rng.choice(np.arange(1, 9), count, replace=False))
    return Hand(rest, tiles[winner], tuple(melds), tuple(Tile(f"{n}f") for n in numbers))


def _suits(rng: np.random.Generator) -> list[int]:
    """Return the kinds of a hand; players collect suits, so these are often not all three."""
    some = rng.choice(3, int(rng.choice([1, 2, 3], p=[0.2, 0.3, 0.5])), replace=False)
    return [9 * int(suit) + rank for suit in some for rank in range(9)] + list(range(27, 34))


def _set(kinds: list[int], rng: np.random.Generator) -> tuple[Tile, ...]:
    first = int(rng.choice(kinds))
    if first < 27 and first % 9 < 7 and rng.random() < 0.75:
        return KINDS[first], KINDS[first + 1], KINDS[first + 2]
    return (KINDS[first],) * 3


def _meld(tiles: tuple[Tile, ...], kongs: bool, rng: np.random.Generator) -> Meld:
    """Expose a set: a chow is claimed from the left, a kong may be concealed."""
    if len(set(tiles)) == 3:
        return Meld(SetKind.CHOW, tiles, None, MeldSource.LEFT)
    if kongs and rng.random() < 0.6:
        return Meld(SetKind.KONG, (*tiles, tiles[0]), concealed=True)
    source = list(MeldSource)[int(rng.integers(3))]
    return Meld.from_tiles((*tiles, tiles[0]) if kongs else tiles, source)


def _with_reds(
    tiles: list[Tile], melds: list[Meld], rng: np.random.Generator
) -> tuple[list[Tile], list[Meld]]:
    """Make a suit's first five red half of the time; always in a concealed kong of fives."""
    for suit in SUITS:
        five, red = Tile(f"5{suit}"), Tile(f"0{suit}")
        every = any(meld.concealed and five in meld.tiles for meld in melds)
        if not every and rng.random() < 0.5:
            continue
        for i, meld in enumerate(melds):
            if five in meld.tiles:
                found = list(meld.tiles)
                found[found.index(five)] = red
                melds = [*melds[:i], replace(meld, tiles=sort_tiles(found)), *melds[i + 1 :]]
                break
        else:
            if five in tiles:
                tiles = [*tiles]
                tiles[tiles.index(five)] = red
    return tiles, melds


def random_win(rules: str, hand: Hand, rng: np.random.Generator) -> Win:
    """Return random facts of a win with a hand, riichi among them for a concealed hand."""
    seat, drawn = WINDS[int(rng.integers(4))], bool(rng.random() < 0.4)
    others = [wind for wind in Wind if wind is not seat]
    closed = all(meld.concealed for meld in hand.melds)
    return Win(
        self_drawn=drawn,
        discarder=None if drawn else others[int(rng.integers(3))],
        seat=seat,
        round=WINDS[int(rng.integers(2))],
        riichi=rules == "riichi-ema" and closed,
    )


def win_facts(win: Win) -> Situation:
    """Return the facts of a random win that a player knows and no photo shows."""
    return Situation(
        seat=win.seat,
        round=win.round,
        self_drawn=win.self_drawn,
        discarder=win.discarder,
        flags=frozenset({"riichi"} if win.riichi else ()),
    )


def _indicators(held: list[Tile], rng: np.random.Generator) -> tuple[Tile, ...]:
    counts = Counter(tile.plain for tile in held)
    free = [kind for kind in KINDS if counts[kind] < 4]
    return tuple(free[int(i)] for i in rng.choice(len(free), int(rng.integers(1, 4)), False))


def _lines(
    rules: str, hand: Hand, indicators: tuple[Tile, ...], rng: np.random.Generator
) -> tuple[str, ...]:
    """Arrange the rows: flowers or indicators above; the winning tile apart, sets at the right."""
    line = [*(tile.value for tile in hand.concealed), "_", str(hand.winning)]
    for meld in hand.melds:
        line += ["_", "_", *_tokens(rules, meld, rng)]
    main = " ".join(line)
    if hand.flowers:
        return " ".join(tile.value for tile in hand.flowers), "", main
    if indicators:
        wall = ["##", "##", *(tile.value for tile in indicators)]
        return " ".join([*wall, *["##"] * (7 - len(wall))]), "", "", main
    return (main,)


def _tokens(rules: str, meld: Meld, rng: np.random.Generator) -> Iterator[str]:
    names = [tile.value for tile in meld.tiles]
    if meld.concealed:
        plain = meld.tiles[-1].plain.value
        inside = ["##", plain, plain, "##"] if rules == "zung-jung" else [plain, "##", "##", plain]
        yield from inside
        return
    if meld.kind is SetKind.CHOW:
        names.insert(0, names.pop(int(rng.integers(3))))
    middle = int(rng.integers(1, 3)) if len(names) == 4 else 1
    at = {MeldSource.LEFT: 0, MeldSource.RIGHT: len(names) - 1}.get(
        meld.source or MeldSource.LEFT, middle
    )
    for i, name in enumerate(names):
        yield f"<{name}>" if i == at else name
