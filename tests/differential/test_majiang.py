"""Presets of riichi against @kobalab/majiang-core, a program in JavaScript, on random hands.

npm fetches the package (MIT licence) when the test runs; without npm, node or the registry it is
skipped. The package has no suite of its own, nor has the source archive of PyPI `mahjong`: so
random hands are compared, with payments, liability (`LIABLE`) and a double wind as two minipoints,
which `mahjong` does not have.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring import RULEBOOKS, score
from scoring.hand import Hand, Meld, MeldSource, SetKind
from scoring.payments import net_changes
from scoring.rulebook import Rulebook
from scoring.tiles import WINDS, Tile, Wind
from scoring.win import Win

from .riichi_hands import riichi_win

HANDS = 3000
PACKAGE = "@kobalab/majiang-core@1.4"
SCRIPT = Path(__file__).with_name("majiang.js")

pytestmark = pytest.mark.slow

LIABLE = "役満パオあり"
RULES: dict[str, dict[str, bool]] = {
    "riichi-tenhou": {"ダブル役満あり": False, LIABLE: False},
    "riichi-mahjong-soul": {},
    "riichi-m-league": {
        "ダブル役満あり": False,
        LIABLE: False,
        "切り上げ満貫あり": True,
        "数え役満あり": False,
        "連風牌は2符": True,
    },
}
MARKS = {MeldSource.RIGHT: "+", MeldSource.ACROSS: "=", MeldSource.LEFT: "-"}
STEPS = {MeldSource.RIGHT: 1, MeldSource.ACROSS: 2, MeldSource.LEFT: 3}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, unpacked."""
    folder = tmp_path_factory.mktemp("majiang")
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("needs npm and node")
    try:
        subprocess.run(
            [npm, "pack", PACKAGE], cwd=folder, check=True, capture_output=True, timeout=120
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        pytest.skip("the registry has not answered")
    (archive,) = folder.glob("*.tgz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / "package"


@pytest.mark.parametrize("id", RULES)
def test_random_hands(id: str, package: Path) -> None:
    rng, book, rule = Random(id), RULEBOOKS[id], RULES[id]
    if id == "riichi-mahjong-soul":
        book = book.with_options(counters_paid_by="discarder")
    cases = [a_win(rng, liable=rule.get(LIABLE, True)) for _ in range(HANDS)]
    asked = "\n".join(json.dumps(question(hand, win, rule)) for hand, win in cases)
    done = subprocess.run(
        ["node", str(SCRIPT), str(package)],
        input=asked,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    wins = shared = 0
    for (hand, win), line in zip(cases, done.stdout.splitlines(), strict=True):
        mine, theirs = our_result(hand, win, book), their_result(json.loads(line), win)
        assert mine == theirs, f"{hand} {win}"
        wins += mine is not None
        shared += win.liable is not None
    assert wins > HANDS // 2
    assert shared or not rule.get(LIABLE, True)


def a_win(rng: Random, liable: bool) -> tuple[Hand, Win]:
    """A hand that could be played, its melds with their discarders."""
    while True:
        hand, win = riichi_win(rng)
        if win.blessing_earth and not win.self_drawn:  # a win that the program does not know
            continue
        hand = replace(hand, melds=tuple(with_source(meld, rng) for meld in hand.melds))
        if liable and (feeder := liable_player(hand, win)) is not None:
            win = replace(win, liable=feeder, counters=0)
        return hand, win


def with_source(meld: Meld, rng: Random) -> Meld:
    if meld.concealed:
        return meld
    left = meld.kind is SetKind.CHOW
    return replace(meld, source=MeldSource.LEFT if left else rng.choice(tuple(MeldSource)))


def liable_player(hand: Hand, win: Win) -> Wind | None:
    """The player who fed the third declared dragon set, or the fourth of winds."""
    for kinds, count in ((range(31, 34), 3), (range(27, 31), 4)):
        sets = [meld for meld in hand.melds if meld.tiles[0].index in kinds]
        if len(sets) == count and sets[-1].source is not None:
            return win.seat.after(STEPS[sets[-1].source])
    return None


def question(hand: Hand, win: Win, rule: Mapping[str, bool]) -> dict[str, object]:
    """The hand as the program reads it."""
    assert hand.winning is not None
    held = [*hand.concealed, hand.winning] if win.self_drawn else list(hand.concealed)
    claimed = None
    if win.discarder is not None:
        step = (win.discarder.order - win.seat.order) % 4
        mark = next(MARKS[source] for source, steps in STEPS.items() if steps == step)
        claimed = tile_text(hand.winning) + mark
    return {
        "hand": ",".join(["".join(map(tile_text, held)), *map(meld_text, hand.melds)]),
        "claimed": claimed,
        "rule": rule,
        "zhuangfeng": win.round.order,
        "menfeng": win.seat.order,
        "lizhi": 2 if win.double_riichi else int(win.riichi),
        "yifa": win.ippatsu,
        "qianggang": win.robbing_kong,
        "lingshang": win.kong_replacement,
        "haidi": 0 if not win.last_tile else 1 if win.self_drawn else 2,
        "tianhu": 1 if win.blessing_heaven else 2 if win.blessing_earth else 0,
        "baopai": list(map(tile_text, win.dora_indicators)),
        "fubaopai": list(map(tile_text, win.ura_indicators)) or None,
        "changbang": win.counters,
        "lizhibang": win.riichi_sticks,
    }


def tile_text(tile: Tile) -> str:
    return tile.suit + tile.value[0]


def meld_text(meld: Meld) -> str:
    digits = sorted((tile.value[0] for tile in meld.tiles), key=lambda digit: int(digit) or 5)
    mark = "" if meld.source is None else MARKS[meld.source]
    if meld.kind is SetKind.CHOW:
        digits[0] += mark
        mark = ""
    return meld.tiles[0].suit + "".join(digits) + mark


def our_result(hand: Hand, win: Win, book: Rulebook) -> dict[str, Any] | None:
    """Fan and minipoints or yakuman, and what each seat gains; None if no win."""
    result = score(hand, win, book)
    assert result.best is not None
    if not result.valid_win:
        return None
    assert result.payments is not None
    more = result.best.more
    fan, changes = more["han"], net_changes(result.payments)
    return {
        "fan": fan,
        "fu": more["fu"] if isinstance(fan, int) and fan < 5 else None,
        "yakuman": more["yakuman"],
        "changes": [changes[seat] for seat in WINDS],
    }


def their_result(found: Mapping[str, Any], win: Win) -> dict[str, Any] | None:
    if not found.get("points"):
        return None
    fan = found.get("fan")
    return {
        "fan": fan,
        "fu": found["fu"] if fan is not None and fan < 5 else None,
        "yakuman": found.get("yakuman") or 0,
        "changes": found["fenpei"],
    }
