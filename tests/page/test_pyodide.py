"""Python in the browser gives the same JSON as Python on a computer, for the same tiles."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import asdict

import pytest

from handreader.web.browser_worker import answer
from scoring import RULEBOOKS
from tests.handreader.web.test_browser_worker import say_relations
from tests.page.static_site import ROOT, SITE
from tests.vision.scenes import Camera, observe, scene

pytestmark = pytest.mark.browser

SCENES = (
    "[2m][3m][4m][2p][3p][4p][2s][3s][9s][9s]_[4s]_[7z]<7z>[7z]",
    "[2m][3m][4m][5p][6p][7p][6s][7s][9s][9s]_[8s]_[8p]<8p>[8p]",
    "[1m][1m][2m][2m][3m][3m][7p][7p][8s][8s][1z][1z][6z]_[6z]",
    "[2m][3m][4m][5p][6p][7p][9s]_[9s]_[##][7p][7p][##]_[2z][2z][2z]",
    "[2m][3m][4m][5p][6p]",
)

ADVISED = 5
"""Hands of a rulebook for which advice is asked, too: it takes as long as many scores."""


def requests() -> Iterator[str]:
    """Typed hands of every pattern, and drawn scenes, by every rulebook, in both languages."""
    for book in RULEBOOKS.values():
        hands = [hand for pattern in book.patterns for hand in (pattern.yes, pattern.no) if hand]
        for number, hand in enumerate(hands):
            lang = ("en", "it")[number % 2]
            asked = {"do": "evaluate_text", "text": hand, "rules": book.id, "facts": {}}
            yield json.dumps({"lang": lang, **asked})
            if number < ADVISED:
                yield json.dumps({"lang": lang, **asked, "do": "advise"})
        for drawn in SCENES:
            tiles = [asdict(tile) for tile in observe(scene(drawn), Camera(elevation=60))]
            photo = {"photo": "p.jpg", "width": 4000, "height": 3000, "tiles": tiles}
            facts = {"self_drawn": True}
            laid = {"lang": "it", **photo, "rules": book.id, "answers": {}, "facts": facts}
            yield json.dumps({"do": "relation_inputs", **laid})
            said = say_relations(laid)
            for do in ("evaluate", "report", "advise"):
                yield json.dumps({"do": do, **laid, "relations": said})
    yield json.dumps({"do": "evaluate", **laid, "rules": "house"})
    yield from game_requests()


def game_requests() -> Iterator[str]:
    """A hand by four books, a dispute, quizzes, and a game with a win, a draw and a correction."""
    drawn = {"rules": "mcr", "facts": {"self_drawn": True, "seat": "S"}}
    typed = {"do": "evaluate_text", "text": "123m456p789s33s22z +2z", **drawn}
    record = json.loads(answer(json.dumps({"lang": "en", **typed})))["record"]
    yield json.dumps({"do": "books", "lang": "en", "record": record})
    claimed = {"total": 88, "items": None}
    yield json.dumps({"do": "dispute", "lang": "it", "record": record, "claimed": claimed})
    for book in RULEBOOKS:
        quiz = {"rules": book, "level": 1, "progress": None, "seed": 5, "lang": "it+zh"}
        yield json.dumps({"do": "quiz_next", **quiz})
    rules = {"id": "mcr"}
    game = {"id": "a1", "time": "2026-11-23T20:00:00Z", "lang": "en"}
    asked: dict[str, object] = {"do": "game_begin", "players": list("ABCD"), "rules": rules}
    won = {"type": "won", "discarder": "S", "winners": [{"seat": "E", "points": 24}]}
    nobody = {"type": "drawn", "ready": []}
    for ended, number in ((won, None), (nobody, None), (nobody, 1), (None, None)):
        text = json.dumps({**game, **asked})
        yield text
        file = json.loads(answer(text))["file"]
        happened = {"ended": ended}
        asked = {"do": "game_record", "file": file, "happened": happened, "number": number}


@pytest.mark.walk
def test_pyodide_answers_as_python_does() -> None:
    node = shutil.which("node")
    zips = sorted((SITE / "assets").glob("python-*.zip"))
    if node is None or not zips:
        pytest.skip("the page is not built: make page")
    asked = list(requests())
    assert len(asked) > 200
    done = subprocess.run(
        [node, "test/pyodide.mjs", str(zips[-1])],
        input="\n".join(asked),
        cwd=ROOT / "page",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    for request, found in zip(asked, done.stdout.splitlines(), strict=True):
        ours, theirs = json.loads(answer(request)), json.loads(found)
        if "inputs" in ours:  # roots differ in their last digit
            for one, other in zip(ours.pop("inputs"), theirs.pop("inputs"), strict=True):
                assert other == pytest.approx(one)
        assert theirs == ours, request
