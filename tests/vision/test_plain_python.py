"""Reading a hand needs no array library beside the net's outputs, as in a browser's Python."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

from handreader.pipeline import find_relations
from tests.vision.scenes import Camera, observe, scene

ROOT = Path(__file__).parents[2]
SCRIPT = """
import json, sys
for name in ("numpy", "cv2", "PIL", "onnxruntime"):
    sys.modules[name] = None  # importing it raises ImportError

import vision
from scoring import rulebook
from scoring.decompose import winning_tiles
from scoring.hand import Hand
from vision.parsing.reading import read_hand
from vision.relations.inputs import net_inputs
from vision.relations.roles import Relations
from vision.seen_tile import SeenTile

class Rules:
    book = rulebook("mcr")
    def waits(self, hand):
        return winning_tiles(hand, self.book.shapes, self.book.options)
    def wins(self, hand):
        return hand.winning in self.waits(Hand(hand.concealed, None, hand.melds))
    def worth(self, shown):
        return repr(shown)

def tile(quad, names, **others):
    return SeenTile(quad=tuple(map(tuple, quad)), names=tuple(map(tuple, names)), **others)

given = json.load(sys.stdin)
tiles = [tile(**values) for values in given["tiles"]]
assert len(net_inputs(tiles, "mcr").facts) == len(tiles)
found = read_hand(tiles, Relations(**given["relations"]), "mcr", Rules())
print(json.dumps({"melds": [meld.kinds for meld in found.melds], "names": found.names}))
"""


def test_a_hand_is_read_without_numpy_and_opencv() -> None:
    drawn = "[2m][3m][4m][5p][6p][7p][6s][7s][9s][9s]_[8s]_[8p]<8p>[8p]"
    tiles = list(observe(scene(drawn), Camera(elevation=60)))
    tiles[1] = replace(tiles[1], names=(("2m", 0.5), ("3m", 0.45), ("7m", 0.05)))
    relations = asdict(find_relations(tiles, "mcr"))
    lists = {name: np.asarray(values).tolist() for name, values in relations.items()}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=json.dumps({"tiles": [asdict(tile) for tile in tiles], "relations": lists}),
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["melds"] == [["8p", "8p", "8p"]]
    assert found["names"]["1"] == "3m"  # the kind that completes the hand, not the likeliest
