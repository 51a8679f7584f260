"""What the page asks of Python in the browser: tiles in, hand and score out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pytest

from handreader import pipeline
from handreader.json_output import reading_json
from handreader.situation import Situation
from handreader.web.browser_worker import answer
from handreader.web.views import hand as hand_view
from scoring import RULEBOOKS
from tests.vision.ponds import lay_table
from tests.vision.scenes import Camera, observe, scene
from vision import PhotoReading
from vision.found_box import FoundBox, SeenBody
from vision.geometry import as_quad
from vision.judging.tiles import tiles_of_boxes
from vision.layout.questions import question
from vision.relations.inputs import FACTS, KINDS
from vision.relations.network import OUTPUTS, open_network

DRAWN = "[2m][3m][4m][5p][6p][7p][6s][7s][9s][9s]_[8s]_[8p]<8p>[8p]"


def ask(do: str, lang: str = "en", /, **request: object) -> dict[str, Any]:
    """Return an answer; the relation net runs outside, as it does in the page."""
    if "relations" not in request and request.get("tiles"):
        request["relations"] = say_relations(request)
    return say(do, lang, **request)


def say_relations(request: Mapping[str, object]) -> dict[str, list[float]] | None:
    """Return what the relation net says of the tiles of a request, as the page gives it."""
    inputs = say("relation_inputs", "en", **request).get("inputs")
    if inputs is None:
        return None
    sizes = ((-1, 4, 2), (-1, len(KINDS)), (-1, FACTS), (-1,))
    given = [np.asarray(v, np.float32).reshape(size) for v, size in zip(inputs, sizes, strict=True)]
    corners, names, facts, rules = given
    found = open_network().run(corners, names, facts, rules)
    return {name: v.ravel().tolist() for name, v in zip(OUTPUTS, found, strict=True)}


def say(do: str, lang: str = "en", /, **request: object) -> dict[str, Any]:
    found = json.loads(answer(json.dumps({"do": do, "lang": lang, **request})))
    assert isinstance(found, dict)
    return found


def photo(drawn: str = DRAWN, **changed: object) -> dict[str, object]:
    """A request with the tiles of a drawn scene."""
    tiles = [asdict(tile) for tile in observe(scene(drawn), Camera(elevation=60))]
    request = {"photo": "p.jpg", "width": 4000, "height": 3000, "tiles": tiles}
    return {**request, "rules": "riichi-ema", "answers": {}, "facts": {}, **changed}


@pytest.mark.parametrize("rules", ["zung-jung", "mcr", "riichi-ema", "chinese-official"])
def test_the_report_is_the_line_of_the_command(rules: str) -> None:
    tiles = tuple(observe(scene(DRAWN), Camera(elevation=60)))
    layout = pipeline.decode_tiles(tiles, Situation(), rules)
    reading = PhotoReading("p.jpg", 4000, 3000, 0.0, tiles, layout)
    expected = {
        "reading": reading_json(reading, pipeline.complete_record(reading, Situation(), rules)),
        "result": pipeline.result_json(reading, Situation(), rules),
    }
    assert ask("report", **photo(rules=rules)) == json.loads(json.dumps(expected))


def test_a_hand_is_read_and_its_score_follows_the_facts() -> None:
    drawn = "[2m][3m][4m][2p][3p][4p][2s][3s][9s][9s]_[4s]_[7z]<7z>[7z]"
    request = photo(drawn, rules="zung-jung")
    found = ask("evaluate", **request)
    assert [meld["type"] for meld in found["reading"]["hand"]["melds"]] == ["pung"]
    assert found["score"]["state"] == "won"
    assert found["score"]["score"]["changes"] is None  # nobody knows who pays
    paid = ask("evaluate", **{**request, "facts": {"discarder": "W"}})["score"]["score"]["changes"]
    assert sum(change["points"] for change in paid) == 0 and any(c["points"] for c in paid)


def test_what_the_discards_show_is_proposed_until_it_is_stated() -> None:
    table = lay_table(
        {0: "1z 9m* 4z 1p 7p 8m"}, "[2m][3m][4m][5p][6p][7p][6s][7s][9s][9s][1m][1m][1m]_[8s]"
    )
    tiles = [asdict(tile) for tile in observe(table, Camera(elevation=60, distance=45))]
    request = photo(tiles=tiles)
    found = ask("evaluate", "it", **request)
    (question,) = found["reading"]["questions"]
    assert [one["label"] for one in question["options"]] == ["sì", "no"]
    assert question["default"] == "yes" and "fra gli scarti di chi vince" in question["text"]
    assert found["record"]["flags"]["riichi"] is True
    denied = ask("evaluate", **{**request, "answers": {question["id"]: "no"}})
    assert not denied["record"]["flags"].get("riichi")
    stated = ask("evaluate", **{**request, "facts": {"riichi": False}})
    assert stated["reading"]["questions"] == [] and not stated["record"]["flags"]["riichi"]


def test_the_seat_of_a_discarder_follows_from_the_stated_winner() -> None:
    table = lay_table({1: "2z 3z 9m 1s 8p 6m 4m 5s"})
    tiles = [asdict(tile) for tile in observe(table, Camera(elevation=60, distance=45))]
    request = photo(tiles=tiles, answers={"winning_tile": "5s"})
    assert ask("evaluate", **request)["record"]["discarder"] == "S"
    found = ask("evaluate", **{**request, "facts": {"seat": "S"}})
    assert found["record"]["discarder"] == "W" and found["record"]["seat"] == "S"


def test_a_flag_is_a_fact() -> None:
    request = photo(rules="zung-jung")
    plain, last = (
        ask("evaluate", **{**request, "facts": facts})["score"]["score"]["total"]
        for facts in ({}, {"last_tile": True})
    )
    assert last > plain


def test_an_answer_corrects_a_tile() -> None:
    found = ask("evaluate", **photo(rules="mcr", answers={"tile:0": "4z"}))
    assert "4z" in [tile["kind"] for tile in found["reading"]["hand"]["concealed"]]
    assert found["score"]["state"] == "no_win"


def test_what_keeps_a_hand_from_a_score_is_said_once_in_a_players_words() -> None:
    seen = observe(scene("[2m][5m][8m][2p][5p][8p][2s][5s][8s][E ][S ][W ][C ]"))
    tiles = [asdict(tile) for tile in seen]
    found = ask("evaluate", **photo(tiles=tiles, rules="mcr"))
    (problem,) = found["reading"]["problems"]
    assert problem["text"].startswith("no tile completes the 13 tiles")
    assert found["why"] is None, "a problem says it, without the photo's name and options"


def test_an_incomplete_hand_has_its_problem_and_no_score() -> None:
    found = ask("evaluate", "it", **photo("[2m][3m][4m][5p][6p]"))
    assert found["score"] is None and found["why"] is None
    assert any(problem["fatal"] for problem in found["reading"]["problems"])


def test_a_photo_without_tiles_is_explained() -> None:
    found = ask("evaluate", "it", **photo(tiles=[]))
    assert found["score"] is None
    assert (
        found["reading"]["tiles"] == found["reading"]["problems"] == []
    )  # the page says so itself


def test_a_typed_hand_is_scored() -> None:
    found = ask("evaluate_text", text="123m 456p 789s 11z 22p +2p", rules="mcr", facts={})
    assert found["score"]["state"] in ("won", "no_win")
    assert len(found["hand"]["concealed"]) == 13


def test_names_are_in_both_languages() -> None:
    english, italian = (ask("rulebooks", lang) for lang in ("en", "it"))
    assert english["tiles"]["1z"] == "East" and italian["tiles"]["1z"] == "Est"
    assert list(english["tiles"]) == list(italian["tiles"])


@pytest.mark.parametrize(
    "request_",
    [
        {"do": "dance", "lang": "it"},
        {"do": "evaluate", "lang": "it"},
        {"do": "evaluate", **photo(rules="bridge")},
        {"do": "evaluate", **photo(tiles=[{"quad": 1, "names": []}])},
        {"do": "evaluate", **photo(tiles=[{"quad": [[0, 0]] * 3 + ["x"], "names": []}])},
        {"do": "evaluate", **photo(tiles=[{"quad": [[0, 0]] * 4, "names": [["9z", 1]]}])},
        {"do": "evaluate_text", "text": "what", "rules": "mcr", "facts": {}},
    ],
)
def test_what_cannot_be_answered_is_one_sentence(request_: dict[str, object]) -> None:
    assert "error" in json.loads(answer(json.dumps(request_)))


def test_a_hand_that_nearly_wins_names_the_tile_to_change() -> None:
    near = ask("evaluate_text", text="123m456p789s3s1p22z +2z", rules="zung-jung", facts={})["near"]
    assert [(one["old"], one["new"]) for one in near] == [("1p", "3s"), ("3s", "1p")]
    assert all(one["total"] > 0 and one["probability"] is None for one in near)
    won = ask("evaluate_text", text="123m456p789s33s22z +2z", rules="zung-jung", facts={})
    assert won["near"] == [] and won["score"]["state"] == "won"


def test_a_photo_that_nearly_wins_names_its_likeliest_tile() -> None:
    drawn = "[2m][3m][4m][2p][3p][4p][2s][3s][9s][8p]_[4s]_[7z]<7z>[7z]"
    request = photo(drawn, rules="zung-jung")
    tiles: Any = request["tiles"]
    wrong = next(tile for tile in tiles if tile["names"][0][0] == "8p")
    wrong["names"] = [["8p", 0.999999], ["9s", 0.000001]]
    found = ask("evaluate", **request)
    assert found["score"]["state"] == "no_win"
    first = found["near"][0]
    assert (first["old"], first["new"], first["probability"]) == ("8p", "9s", 0.000001)
    answers = {f"tile:{first['tile']}": first["new"]}
    won = ask("evaluate", **{**request, "answers": answers})
    assert won["score"]["score"]["total"] == first["total"]


def test_advice_for_a_typed_hand() -> None:
    facts = {"riichi": True, "winning_tile": "2z", "self_drawn": True, "dora_indicators": ["1s"]}
    found = ask("advise", text="123m456p237889s22z", rules="riichi-ema", facts=facts)
    best = found["choices"][0]
    assert (found["distance"], best["discard"], best["left"]) == (0, "8s", 7)
    assert best["accepted"][1]["discarded"] == best["worth"]["discarded"]["most"] > 2900
    assert found["choices"][1]["worth"] is None  # of the nearest alone
    lost = ask("advise", "it", text="234m345p457s22z99m", rules="mcr:even_pairs=no", facts={})
    assert lost["choices"][0]["discard"] is None and lost["distance"] == 1


def test_advice_says_in_the_language_of_the_page_why_nothing_wins() -> None:
    request = {"text": "234m345p457s22z99m", "rules": "hong-kong", "facts": {}}
    reasons = [
        ask("advise", lang, **request)["choices"][0]["worth"]["drawn"]["reason"]
        for lang in ("en", "it")
    ]
    assert reasons[0].endswith("3 are needed") and reasons[1].endswith("ne servono 3")


def test_advice_for_a_photo_counts_what_lies_beside_the_hand() -> None:
    drawn = """
[6s][1s][6z][9p][9p][2m]
[3p][6s][5z]



[1m][2m][3m][4p][5p][6p][7s][8s][E ][E ][2m]___<C >[C ][C ]
"""
    found = ask("advise", **photo(drawn, rules="zung-jung"))
    best = found["choices"][0]
    assert best["discard"] == "2m"
    assert [(one["tile"], one["left"]) for one in best["accepted"]] == [("6s", 2), ("9s", 4)]


@pytest.mark.parametrize(
    ("text", "facts", "error"),
    [
        ("123m456p237889s22z11z", {}, "16 tiles, sets counted as 3: expected 13 or 14"),
        ("11111m456p23789s", {}, "only four of a kind"),
        ("[123m]456p237889s22z", {"riichi": True}, "the hand has a claimed set"),
    ],
)
def test_hands_for_which_there_is_no_advice(text: str, facts: object, error: str) -> None:
    request = {"do": "advise", "text": text, "rules": "riichi-ema", "facts": facts}
    assert error in json.loads(answer(json.dumps(request)))["error"]


def test_questions_are_asked_in_tiles() -> None:
    twelve = ask("evaluate", **photo("[1m][9m][1p][9p][1s][9s][1z][2z][3z][4z][6z]_[7z]"))
    missing = next(q for q in twelve["reading"]["questions"] if q["id"] == "missing")
    assert missing["takes_any_tile"]


def test_an_answer_has_one_word_in_the_question_and_on_its_button() -> None:
    tiles = "[1m][9m][1p][9p][1s][9s][1z][2z][3z][4z][6z]_[7z]"
    found = ask("evaluate", **{**photo(tiles), "lang": "it"})["reading"]["questions"]
    (missing,) = [question for question in found if question["id"] == "missing"]
    labels = {option["value"]: option["label"] for option in missing["options"]}
    assert labels["none"] == "nessuna" and "(nessuna: sono 12)" in missing["text"]


def test_which_hand_is_asked_without_notation() -> None:
    tiles = tuple(observe(scene(DRAWN), Camera(elevation=60)))
    layout = pipeline.decode_tiles(tiles, Situation(), "riichi-ema")
    asked = question("which_hand", ("1z1z", "2z2z"), count=2, hands="1z1z / 2z2z")
    two = replace(layout, problems=(), questions=(asked,))
    shown = hand_view.reading_json(PhotoReading("p.jpg", 4000, 3000, 0.0, tiles, two), "en")
    assert "2 hands are in view: which one won?" in str(shown["questions"])
    assert "1z1z / 2z2z" not in str(shown["questions"])


def test_readings_are_listed_once_and_in_the_pages_language() -> None:
    tiles = tuple(observe(scene(DRAWN), Camera(elevation=60)))
    layout = pipeline.decode_tiles(tiles, Situation(), "riichi-ema")
    options = ("14 in hand", "11 in hand [6s7s8s left]")
    asked = question("reading", options, default=options[0], readings=" / ".join(options))
    two = replace(layout, problems=(), questions=(asked,))
    shown: Any = hand_view.reading_json(PhotoReading("p.jpg", 4000, 3000, 0.0, tiles, two), "it")
    (first,) = shown["questions"]
    assert first["text"] == "Come sono disposte le tessere?"
    assert {option["value"]: option["label"] for option in first["options"]} == {
        "14 in hand": "14 in mano",
        "11 in hand [6s7s8s left]": "11 in mano [6s7s8s da sinistra]",
    }
    assert asked.localize("it").endswith(": 14 in mano / 11 in mano [6s7s8s da sinistra]?")


def test_none_agrees_with_what_is_asked_for() -> None:
    tiles = tuple(observe(scene(DRAWN), Camera(elevation=60)))
    layout = pipeline.decode_tiles(tiles, Situation(), "riichi-ema")
    asked = question("called_sets", ("none", "8p8p8p"), default="none", groups="8p8p8p")
    one = replace(layout, problems=(), questions=(asked,))
    shown: Any = hand_view.reading_json(PhotoReading("p.jpg", 4000, 3000, 0.0, tiles, one), "it")
    (first,) = shown["questions"]
    assert first["text"] == "Quali di questi gruppi sono stati chiamati?"
    assert first["options"][0] == {"value": "none", "label": "nessuno"}


def test_no_tile_is_asked_for_where_none_wins() -> None:
    drawn = "[2m][5m][8m][2p][5p][8p][2s][5s][8s][E ][S ][W ][C ]"
    tiles = tuple(observe(scene(drawn), Camera(elevation=60)))
    layout = pipeline.decode_tiles(tiles, Situation(), "riichi-ema")
    shown = hand_view.reading_json(PhotoReading("p.jpg", 4000, 3000, 0.0, tiles, layout), "en")
    assert shown["questions"] == []
    assert str(shown["problems"]).endswith("'fatal': True}]")


def test_a_confirmed_hand_is_a_lesson() -> None:
    learned = ask(
        "lesson", **photo(name="  Club  set ", earlier=["2m"] * 6, answers={"tile:0": "3m"})
    )
    assert (learned["name"], len(learned["tiles"])) == ("Club set", 14)
    kinds = [tile["kind"] for tile in learned["tiles"]]
    assert kinds[0] == "3m" and "back" not in kinds
    earlier = [place for place in learned["kept"] if place < 6]
    assert len(earlier) == 6 - kinds.count("2m"), "a set keeps the latest six of a kind"
    assert ask("lesson", **photo(name="none", earlier=[]))["error"].startswith("'none' is not")
    few = ask("lesson", "it", **photo("[2m][3m][4m][5p][6p]", name="Club", earlier=[]))
    assert "tessere confermate: 5, ne servono almeno 8" in few["error"]


def test_only_the_marked_tiles_are_the_hand() -> None:
    drawn = "[2m][3m][4m][2p][3p][4p][2s][3s][9s][9s]_[4s]_[7z]<7z>[7z]"
    request = photo(drawn, rules="zung-jung")
    tiles: Any = request["tiles"]
    first = sorted(range(len(tiles)), key=lambda at: tiles[at]["quad"][0][0])[:11]
    found = ask("evaluate", **request, only=first, hand_from="bottom")
    roles = {tile["id"]: tile["role"] for tile in found["reading"]["tiles"]}
    assert all(roles[id] == "other" for id in roles.keys() - set(first))
    assert found["reading"]["hand_from"] == "bottom"
    assert "error" in ask("evaluate", **request, hand_from="above")


@pytest.mark.parametrize("rules", sorted(RULEBOOKS))
def test_a_photo_is_read_by_every_rulebook(rules: str) -> None:
    assert "reading" in ask("evaluate", **photo(rules=rules))


def test_its_own_book_keeps_its_house_rules() -> None:
    rules = "zung-jung:flowers=none"
    text = "123m456p789s33s77z +7z 1f"
    asked = {"text": text, "rules": rules, "facts": {"discarder": "S"}}
    found = ask("evaluate_text", **asked)
    own = ask("books", record=found["record"])["books"][0]
    assert own["rules"] == rules
    assert own["score"]["total"] == found["score"]["score"]["total"]


def test_a_hand_is_scored_by_every_rule_set_and_a_claim_is_compared() -> None:
    asked = {"text": "123m456p789s33s77z +7z", "rules": "zung-jung", "facts": {"discarder": "S"}}
    record = ask("evaluate_text", **asked)["record"]
    books = ask("books", record=record)["books"]
    assert [book["rules"] for book in books] == list(RULEBOOKS)
    mcr = ask("books", record={**record, "rules": "mcr"}, winner_stated=False)["books"]
    assert [book["rules"] for book in mcr[:2]] == ["mcr", "zung-jung"]
    assert "South pays the winner" in mcr[1]["score"]["payments"][0]
    own = books[0]["score"]
    claim = {"total": own["total"], "items": {item["id"]: item["count"] for item in own["items"]}}
    assert ask("dispute", record=record, claimed=claim)["agrees"]
    wrong = ask("dispute", record=record, claimed={**claim, "total": own["total"] + 5})
    assert not wrong["agrees"] and str(own["total"]) in wrong["remarks"][0]


def lay_box(left: float, kind: str, **changed: object) -> dict[str, object]:
    """A box of a row as the page's nets find it."""
    quad = [[left, 100.0], [left + 40, 100.0], [left + 40, 154.0], [left, 154.0]]
    box = {"quad": quad, "names": [[kind, 0.98]], "chances": [0.9, 0.01], "oriented": True}
    return {**box, "paper": [90.0, 0.0, 8.0], "body": [0.5, 0.0, 0.5], **changed}


def test_the_boxes_of_the_page_become_tiles_as_in_the_reader() -> None:
    boxes = [lay_box(40.0 * n, f"{n}m") for n in (3, 1, 2)]
    boxes.append(lay_box(600.0, "5z", chances=[0.1, 0.95], names=[["5z", 0.03]]))
    boxes.append(lay_box(780.0, "7p"))
    found = say("tiles", boxes=boxes, width=800, height=600)["tiles"]
    kinds = [tile["names"][0][0] if tile["names"] else "?" for tile in found]
    assert kinds == ["1m", "2m", "3m", "?"]  # no tile; one that the edge cuts off
    assert [tile["id"] for tile in found] == [0, 1, 2, 3]
    names, paper = (("1m", 0.98),), (90.0, 0.0, 8.0)
    quads = [as_quad([[x, 100], [x + 40, 100], [x + 40, 154], [x, 154]]) for x in (40, 80, 120)]
    read = [
        FoundBox(quad, 0.9, names, 0.01, True, paper, SeenBody(0.5, 0.0, 0.5)) for quad in quads
    ]
    own = tiles_of_boxes(read, (0.0, 0.0, 800.0, 600.0))
    assert found[0]["existence"] == pytest.approx(own[0].existence, abs=0.01)


@pytest.mark.parametrize(
    "changed",
    [
        {"chances": [1.0, 1.0], "names": [["3s", 0.0]]},
        {"quad": [[5.0, 5.0]] * 4},
        {"quad": [[1e6, 1e6], [-1e6, 1e6], [1e6, -1e6], [0.0, 0.0]]},
        {"paper": [1e6, -1e6, 1e6], "body": [0.0, 1.0, 1.0]},
        {"names": [["back", 1e6], ["5z", 1e6]], "chances": [0.9, 0.0]},
    ],
)
def test_boxes_at_the_ends_of_what_is_allowed_are_answered(changed: dict[str, object]) -> None:
    boxes = [lay_box(40.0 * n, "1m") for n in range(4)] + [lay_box(160.0, "1m", **changed)]
    assert len(say("tiles", boxes=boxes, width=800, height=600)["tiles"]) in (4, 5)


@pytest.mark.parametrize(
    "changed",
    [
        {"chances": [0.9, 0.1, 0.1]},
        {"chances": [2.0, 0.1]},
        {"names": []},
        {"names": [["tree", 0.9]]},
        {"quad": [[1, 2]]},
        {"paper": ["white"]},
        {"body": [0.5, 2.0, 0.5]},
        {"body": [0.5, 0.5]},
        {"body": "solid"},
    ],
)
def test_a_box_that_is_none_is_refused(changed: dict[str, object]) -> None:
    asked = say("tiles", boxes=[lay_box(0.0, "1m", **changed)], width=800, height=600)
    assert set(asked) == {"error", "code"}
