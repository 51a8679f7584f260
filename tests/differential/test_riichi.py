"""Riichi against PyPI `mahjong` set to the EMA rules of 2008, on random hands.

`pytest -m slow tests/differential` runs it; it skips without the extra `differential`. Hands with
several yakuman differ on purpose: there they are added, in the book only the highest counts (4.2).
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from scoring import RULEBOOKS, score
from scoring.hand import Hand, Meld, SetKind
from scoring.payments import net_changes
from scoring.rulebooks.riichi_ema import YAKUMAN_IDS
from scoring.scorer import Score
from scoring.tiles import Tile
from scoring.win import Win

from .riichi_hands import riichi_win

HANDS = 4000
SEEDS = range(5)

# any: the package is optional, so its types are not known here
hand_module: Any = pytest.importorskip(
    "mahjong.hand_calculating.hand", reason="needs the extra `differential`"
)
config_module: Any = pytest.importorskip("mahjong.hand_calculating.hand_config")
meld_module: Any = pytest.importorskip("mahjong.meld")

pytestmark = pytest.mark.slow

THEIRS = {
    "Menzen Tsumo": "menzen_tsumo",
    "Riichi": "riichi",
    "Double Riichi": "double_riichi",
    "Ippatsu": "ippatsu",
    "Chankan": "chankan",
    "Rinshan Kaihou": "rinshan",
    "Haitei Raoyue": "haitei",
    "Houtei Raoyui": "houtei",
    "Pinfu": "pinfu",
    "Tanyao": "tanyao",
    "Iipeiko": "iipeikou",
    "Yakuhai (haku)": "yakuhai_haku",
    "Yakuhai (hatsu)": "yakuhai_hatsu",
    "Yakuhai (chun)": "yakuhai_chun",
    "Sanshoku Doujun": "sanshoku_doujun",
    "Ittsu": "ittsu",
    "Chantai": "chanta",
    "Honroutou": "honroutou",
    "Toitoi": "toitoi",
    "San Ankou": "sanankou",
    "San Kantsu": "sankantsu",
    "Sanshoku Doukou": "sanshoku_doukou",
    "Chiitoitsu": "chiitoitsu",
    "Shou Sangen": "shousangen",
    "Honitsu": "honitsu",
    "Junchan": "junchan",
    "Ryanpeikou": "ryanpeikou",
    "Chinitsu": "chinitsu",
    "Renhou (yakuman)": "renhou",
    "Tenhou": "tenhou",
    "Chiihou": "chiihou",
    "Daisangen": "daisangen",
    "Suu Ankou": "suuankou",
    "Suu Ankou Tanki": "suuankou",
    "Tsuu Iisou": "tsuuiisou",
    "Ryuuiisou": "ryuuiisou",
    "Chinroutou": "chinroutou",
    "Chuuren Poutou": "chuuren",
    "Daburu Chuuren Poutou": "chuuren",
    "Kokushi Musou": "kokushi",
    "Kokushi Musou Juusanmen Matchi": "kokushi",
    "Dai Suushii": "daisuushii",
    "Shousuushii": "shousuushii",
    "Suu Kantsu": "suukantsu",
    **{f"Yakuhai (seat wind {wind})": "seat_wind" for wind in "east south west north".split()},
    **{f"Yakuhai (round wind {wind})": "round_wind" for wind in "east south west north".split()},
}
DORA = {"Dora", "Aka Dora", "Ura Dora"}


@pytest.mark.parametrize("seed", SEEDS)
def test_random_hands(seed: int) -> None:
    rng = Random(seed)
    wrong, wins, seen = [], 0, Counter[str]()
    for _ in range(HANDS):
        hand, win = riichi_win(rng)
        ours = score(hand, win, RULEBOOKS["riichi-ema"])
        mine, theirs = our_result(ours), their_result(hand, win)
        if mine != theirs:
            wrong.append(f"{hand} {win}: ours {mine}, theirs {theirs}")
        if mine is not None:
            wins += 1
            seen.update(name for name, _ in mine["yaku"])
    assert not wrong, f"{len(wrong)} of {HANDS} differ, first: {wrong[0]}"
    assert wins > HANDS // 2
    assert len(seen) > 35, f"too few kinds of yaku came up: {sorted(seen)}"


def our_result(result: Score) -> dict[str, Any] | None:
    """What is compared: yaku with fan, fan, minipoints, change of each seat; None if no win."""
    best, paid = result.best, result.payments
    assert best is not None
    if not result.valid_win:
        return None
    assert paid is not None
    more = best.more
    fan = more["han"]
    return {
        "yaku": sorted((item.pattern.id, item.value) for item in best.items),
        "fan": fan,
        "fu": more["fu"] if isinstance(fan, int) and fan < 5 else None,
        "paid": net_changes(paid),
    }


def their_result(hand: Hand, win: Win) -> dict[str, Any] | None:
    """The same from `mahjong`; the minimum of two yaku and the yakuman are counted here."""
    response = estimate(hand, win)
    if response.error == "no_yaku":
        return None
    assert response.error is None, response.error
    is_open = any(not meld.concealed for meld in hand.melds)
    yaku = {
        THEIRS[y.name]: y.han_open if is_open and y.han_open else y.han_closed
        for y in response.yaku
        if y.name not in DORA
    }
    cost = response.cost
    if limit_hands := yaku.keys() & YAKUMAN_IDS:
        times = 2 if "daisuushii" in limit_hands else 1
        scale, whole = 13 * times, response.han
        counted = _the_one(limit_hands)
        cost = {**cost, **{k: cost[k] * scale // whole for k in ("main", "additional")}}
        return {
            "yaku": [(counted, times)],
            "fan": None,
            "fu": None,
            "paid": _seat_changes(win, cost),
        }
    if win.counters >= 5 and sum(yaku.values()) < 2:
        return None
    fan = response.han
    fu = response.fu if fan < 5 else None
    return {"yaku": sorted(yaku.items()), "fan": fan, "fu": fu, "paid": _seat_changes(win, cost)}


def _the_one(limit_hands: set[str]) -> str:
    """Of several yakuman the highest, then the first of the book."""
    if "daisuushii" in limit_hands:
        return "daisuushii"
    order = [pattern.id for pattern in RULEBOOKS["riichi-ema"].patterns]
    return min(limit_hands, key=order.index)


def _seat_changes(win: Win, cost: dict[str, int]) -> dict[Any, int]:
    """Change of each seat from what the library says the others pay."""
    change = dict.fromkeys([win.seat.after(step) for step in range(4)], 0)
    counters = win.counters
    if win.self_drawn:
        for step in (1, 2, 3):
            payer = win.seat.after(step)
            dear = win.seat.order == 0 or payer.order == 0
            change[payer] = -(cost["main" if dear else "additional"] + 100 * counters)
    else:
        assert win.discarder is not None
        change[win.discarder] = -(cost["main"] + 300 * counters)
    change[win.seat] = -sum(change.values()) + 1000 * win.riichi_sticks
    return change


def estimate(hand: Hand, win: Win, **options: object) -> Any:
    """The library's answer to one hand, under its options; by default as of the book of 2008."""
    ids = _Ids()
    melds = [_meld(meld, ids) for meld in hand.melds]
    assert hand.winning is not None
    last = ids.take(hand.winning)
    tiles = [ids.take(tile) for tile in hand.concealed] + [last]
    tiles += [tile for meld in melds for tile in meld.tiles]
    book: dict[str, object] = {
        "has_open_tanyao": False,
        "has_aka_dora": True,
        "has_double_yakuman": False,
        "kiriage": False,
        "renhou_as_yakuman": True,
    }
    config = config_module.HandConfig(
        is_tsumo=win.self_drawn,
        is_riichi=win.riichi or win.double_riichi,
        is_daburu_riichi=win.double_riichi,
        is_ippatsu=win.ippatsu,
        is_rinshan=win.kong_replacement,
        is_chankan=win.robbing_kong,
        is_haitei=win.last_tile and win.self_drawn,
        is_houtei=win.last_tile and not win.self_drawn,
        is_tenhou=win.blessing_heaven,
        is_chiihou=win.blessing_earth and win.self_drawn,
        is_renhou=win.blessing_earth and not win.self_drawn,
        player_wind=win.seat.kind,
        round_wind=win.round.kind,
        num_nuki_dora=win.norths,
        options=config_module.OptionalRules(**{**book, **options}),
    )
    return hand_module.HandCalculator.estimate_hand_value(
        tiles,
        last,
        melds,
        [4 * tile.index for tile in win.dora_indicators],
        config,
        ura_dora_indicators=[4 * tile.index for tile in win.ura_indicators],
    )


class _Ids:
    """Numbers of tiles as `mahjong` has them: four a kind, the first five of a suit is red."""

    def __init__(self) -> None:
        self._used: Counter[int] = Counter()

    def take(self, tile: Tile) -> int:
        if tile.is_red:
            return 4 * tile.index
        five = tile.suit in "mps" and tile.rank == 5
        self._used[tile.index] += 1
        return 4 * tile.index + self._used[tile.index] - (0 if five else 1)


def _meld(meld: Meld, ids: _Ids) -> Any:
    kinds = {SetKind.CHOW: "chi", SetKind.PUNG: "pon", SetKind.KONG: "kan"}
    tiles = sorted(ids.take(tile) for tile in meld.tiles)
    return meld_module.Meld(kinds[meld.kind], tiles, opened=not meld.concealed)
