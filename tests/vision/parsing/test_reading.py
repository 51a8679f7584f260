"""The reading asks what the parses disagree on, and takes answers as facts."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.tiles import BACK
from tests.vision.parsing.scenes import Scene, concealed_hand, hold, lay_set
from vision.layout.layout import layout_to_hand
from vision.layout.questions import LayoutError, has_choice
from vision.relations.roles import Role

SUIT = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 1s 1s 9p".split()


def text(scene: Scene, answers: dict[str, str] | None = None, rules: str = "mcr") -> str:
    return str(layout_to_hand(scene.read(answers, rules), scene.tiles).hand)


def ids(scene: Scene, answers: dict[str, str] | None = None, rules: str = "mcr") -> list[str]:
    return [asked.id for asked in scene.read(answers, rules).questions if asked.default is None]


def scene_with_set(rest: str, winner: str) -> Scene:
    scene = Scene()
    hold(scene, rest.split())
    scene.add(winner, Role.WINNER)
    return scene


def test_a_sure_hand_is_not_asked_about() -> None:
    found = concealed_hand().read()
    assert found.questions == () and found.is_complete
    assert text(concealed_hand()) == "123456789m 9p 111s +9p"


def test_nothing_is_no_hand() -> None:
    found = Scene().read()
    assert [problem.code for problem in found.problems] == ["no_hand"]


def test_who_won_is_asked_where_it_pays_otherwise() -> None:
    scene = Scene()
    hold(scene, [*SUIT, "9p"])
    (asked,) = scene.read().questions
    assert asked.id == "winning_tile" and {"9p", "1m", "1s"} <= {*asked.options}
    assert text(scene, {"winning_tile": "9p"}) == "123456789m 9p 111s +9p"
    assert scene.read({"winning_tile": "9p"}).is_complete


def test_who_won_is_assumed_where_all_pay_alike() -> None:
    scene = Scene()
    hold(scene, "1m 1m 3m 3m 5m 5m 7m 7m 2p 2p 4p 4p 8s 8s".split())
    found = scene.read()
    (asked,) = found.questions
    assert found.is_complete and asked.id == "winning_tile" and asked.default == "1m"


def test_a_raised_pung_may_be_a_kong() -> None:
    scene = scene_with_set("1m 2m 3m 4m 5m 6m 7m 8m 9m 9p", "9p")
    lay_set(scene, ["1s"] * 3, 0, stacked=0.4)
    name = "pung_or_kong:11"
    (asked,) = scene.read().questions
    assert asked.id == name and asked.options == ("pung", "kong")
    assert text(scene, {name: "kong"}).count("1111s") == 1
    assert text(scene, {name: "pung"}).count("1111s") == 0
    assert scene.read({name: "kong"}).is_complete


def test_four_sets_of_which_a_tile_is_missing_are_read() -> None:
    scene = Scene()
    for group, kind in enumerate(("1s", "3m", "5p", "7z")):
        lay_set(scene, [kind] * 3, group)
    assert "missing" in [asked.id for asked in scene.read().questions]
    found = scene.read({"missing": "9p"})
    assert (found.concealed, found.covered_kinds) == ((), ("9p",))


def test_the_face_of_a_kong_face_down_is_asked() -> None:
    scene = scene_with_set("1m 2m 3m 4m 5m 6m 7m 8m 9m 9p", "9p")
    lay_set(scene, [BACK] * 4, 0, concealed=0.98)
    assert ids(scene) == ["kong_face:11"]
    assert text(scene, {"kong_face:11": "3z"}).count("(3333z)") == 1


def test_blanks_are_white_dragons_or_backs() -> None:
    scene = scene_with_set("1m 2m 3m 4m 5m 6m 7m 8m 9m 9p", "9p")
    blank = {"5z": 0.5, BACK: 0.5}
    scene.add(blank, Role.SET, 0, concealed=0.6, back=0.5)
    lay_set(scene, ["7z", "7z"], 0, concealed=0.6)
    scene.add(blank, Role.SET, 0, concealed=0.6, back=0.5)
    answers = {"back_or_white:11": BACK, "back_or_white:14": BACK}
    assert text(scene, answers).count("(7777z)") == 1
    assert scene.read(answers).is_complete


def test_two_faces_may_be_a_kong_whose_backs_were_not_found() -> None:
    scene = scene_with_set("1m 2m 3m 4m 5m 6m 7m 8m 9m 9p", "9p")
    lay_set(scene, ["7z", "7z"], 0)
    assert text(scene).count("(7777z)") == 1
    found = scene.read({"concealed_kong:11,12": "no"})
    assert not any(meld.kinds == ("7z",) * 4 for meld in found.melds)


def test_an_upright_group_was_called_or_not() -> None:
    scene = scene_with_set("1m 2m 3m 4m 5m 6m 7m 8m 9m 9p", "9p")
    for _ in range(3):
        scene.add("1s", {Role.SET: 0.5, Role.HAND: 0.49}, 0)
    assert "called_sets" in ids(scene)
    assert text(scene, {"called_sets": "none"}) == "123456789m 9p 111s +9p"
    assert text(scene, {"called_sets": "1s1s1s"}) == "123456789m 9p [111s] +9p"


def test_a_tile_too_many_and_one_too_few() -> None:
    scene = Scene()
    hold(scene, [*SUIT, "9p", "4z"])
    (asked,) = scene.read().questions
    assert asked.id == "extra" and "4z" in asked.options
    assert "4z" not in text(scene, {"extra": "4z", "winning_tile": "9p"})
    few = Scene()
    hold(few, SUIT[1:])
    (asked,) = few.read().questions
    assert asked.id == "missing" and "1m" in asked.options
    waiting = few.read({"missing": "1m"})
    assert waiting.tile_count == 13 and [q.id for q in waiting.questions] == ["winning_tile"]


def test_a_box_that_is_no_tile_is_left_out() -> None:
    scene = concealed_hand()
    scene.add("4z", {Role.HAND: 0.6, Role.NO_TILE: 0.39})
    assert text(scene, {"is_tile:14": "no"}) == "123456789m 9p 111s +9p"


def test_a_face_that_could_not_be_read_has_the_kind_that_is_answered() -> None:
    scene = Scene()
    hold(scene, SUIT[:-1])
    scene.add({}, Role.HAND)
    scene.add("9p", Role.WINNER)
    assert text(scene, {"tile:12": "9p"}) == "123456789m 9p 111s +9p"
    found = scene.read({"tile:12": "4z"})
    assert found.names == {12: "4z"} and str(layout_to_hand(found, scene.tiles).hand)


def test_thirteen_tiles_wait_or_wait_for_nothing() -> None:
    scene = Scene()
    hold(scene, SUIT)
    (asked,) = scene.read().questions
    assert asked.id == "winning_tile" and asked.options == ("9p",)
    named = scene.read({"winning_tile": "9p"})
    assert named.winning_kind == "9p" and named.winning is None and named.is_complete
    hopeless = Scene()
    hold(hopeless, "1m 4m 7m 1s 4s 8s 1p 4p 8p 1z 1z 2z 3z".split())
    assert "no_wait" in [problem.code for problem in hopeless.read().problems]


def test_another_whole_hand_may_have_won() -> None:
    scene = concealed_hand()
    for kind in "1p 1p 1p 2p 3p 4p 5p 6p 7p 8p 8p 8p 2s 2s".split():
        scene.add(kind, Role.RIVAL)
    (asked,) = scene.read().questions
    assert asked.id == "which_hand" and len(asked.options) == 2
    answers = {"which_hand": asked.options[1], "winning_tile": "2s"}
    assert text(scene, answers) == "111234567888p 2s +2s"
    waiting = concealed_hand()
    for kind in "1p 1p 1p 2p 3p 4p 5p 6p 7p 8p 8p 8p 2s".split():
        waiting.add(kind, Role.RIVAL)
    assert waiting.read().questions == ()  # 13 tiles have not won


def test_an_answer_that_cannot_be_is_refused() -> None:
    for name, answer in (("tile:99", "1m"), ("is_tile:0", "maybe"), ("nonsense", "1m")):
        with pytest.raises(LayoutError):
            concealed_hand().read({name: answer})


@pytest.mark.parametrize("seed", range(12))
def test_every_question_has_choices_and_none_comes_again(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scene = Scene()
    for kind in SUIT:
        share = float(rng.uniform(0.5, 0.99))
        other = str(rng.choice(["1m", "9p", "5z", "7z"]))
        names = {kind: share, other: 1 - share} if other != kind else kind
        scene.add(names, Role.HAND)
    scene.add("9p", {Role.WINNER: 0.6, Role.OTHER: 0.39})
    lay_set(scene, ["2z"] * 3, 0, stacked=float(rng.uniform(0, 1)))
    answers: dict[str, str] = {}
    for _ in range(4):
        open_ = [q for q in scene.read(answers).questions if q.default is None]
        assert len(open_) <= 2
        for asked in open_:
            assert has_choice(asked) and asked.id not in answers
        if not open_:
            break
        first = open_[0]
        answers[first.id] = first.options[int(rng.integers(len(first.options)))]
