"""The published relation net gives in onnxruntime what it gave in torch."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from vision.relations.network import INPUTS, OUTPUTS, RelationNetwork
from vision.relations.roles import Edge, Role
from vision.seen_tile import SeenTile

ROOT = Path(__file__).parents[3]
NET = (
    ROOT
    / "models"
    / tomllib.loads((ROOT / "models/manifest.toml").read_text())["relations"]["file"]
)
ARRAYS = ROOT / "tests" / "data" / "relations.npz"


@pytest.fixture(scope="module")
def network() -> RelationNetwork:
    return RelationNetwork(NET)


@pytest.mark.parametrize("number", range(3))
def test_outputs_are_those_of_torch(network: RelationNetwork, number: int) -> None:
    with np.load(ARRAYS) as content:
        given = [content[f"{name}{number}"] for name in INPUTS]
        expected = [content[f"{name}{number}"] for name in OUTPUTS]
    found = network.run(*given)
    for name, one, other in zip(OUTPUTS, found, expected, strict=True):
        if name == "roles":
            one, other = np.exp(one), np.exp(other)
        np.testing.assert_allclose(one, other, atol=1e-4, err_msg=name)


def test_a_row_is_a_hand_of_the_player_in_front_of_it(network: RelationNetwork) -> None:
    kinds = "1m 2m 3m 4m 5m 6m 7m 8m 9m 6z 6z 6z 7z".split()
    tiles = []
    for number, kind in enumerate([*kinds, "7z"]):
        x = 100 + 62 * number + (60 if number == 13 else 0)
        quad = ((x, 100.0), (x + 60.0, 100.0), (x + 60.0, 180.0), (x + 0.0, 180.0))
        tiles.append(SeenTile(number, quad, ((kind, 1.0),), True))
    found = network.relations(tiles, "mcr")
    roles = [Role(int(np.argmax(row))) for row in found.roles]
    assert roles == [Role.HAND] * 13 + [Role.WINNER]
    assert np.argmax(found.edge) == Edge.BOTTOM
    assert len(found.turned) == len(found.same_set) == 14


def test_the_order_of_the_boxes_does_not_matter(network: RelationNetwork) -> None:
    with np.load(ARRAYS) as content:
        corners, names, facts, rules = (content[f"{name}1"] for name in INPUTS)
    order = np.random.default_rng(0).permutation(len(corners))
    one = network.run(corners, names, facts, rules)
    other = network.run(corners[order], names[order], facts[order], rules)
    np.testing.assert_allclose(one[0][order], other[0], atol=1e-3)
    np.testing.assert_allclose(one[2][np.ix_(order, order)], other[2], atol=1e-3)
