"""What the commands print as JSON fits the published schemas, without an undescribed field."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from handreader import tile_sets
from handreader.store import open_store
from handreader.watch import table_profile
from scoring import RULEBOOKS, score_record_json
from scoring.game import game_rules
from scoring.notation import parse_win
from scoring.record import FLAGS, Record
from tests.handreader.cli.calling import call, lines
from tests.handreader.cli.test_games import PLAYERS
from tests.handreader.cli.test_teach import a_set
from tests.handreader.cli.test_tournaments import play_cup
from tests.handreader.conftest import NO_WIN, ONE_TOO_MANY, UNREADABLE, WIN, Lay

jsonschema = pytest.importorskip("jsonschema")
from referencing import Registry, Resource

SCHEMAS = Path(__file__).parents[3] / "docs" / "schemas"
PAGE = SCHEMAS.parent / "json.md"


def strict_schema(schema: Any) -> Any:
    """A schema that refuses fields it does not describe, which the published one allows."""
    if isinstance(schema, list):
        return [strict_schema(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: strict_schema(value) for key, value in schema.items()}
    if "properties" in schema and schema.get("type") == "object":
        found["additionalProperties"] = False
    return found


def all_schemas() -> dict[str, Any]:
    return {path.name: json.loads(path.read_text("utf-8")) for path in SCHEMAS.glob("*.json")}


REGISTRY = Registry().with_resources(
    (name, Resource.from_contents(strict_schema(schema))) for name, schema in all_schemas().items()
)


def faults(name: str, value: object) -> list[str]:
    validator = jsonschema.Draft202012Validator(REGISTRY.contents(name), registry=REGISTRY)
    return [
        f"{'/'.join(map(str, error.absolute_path))}: {best.message}"
        for error in validator.iter_errors(value)
        for best in (jsonschema.exceptions.best_match([error]),)
    ]


@pytest.mark.parametrize("name", sorted(all_schemas()))
def test_the_schema_is_one(name: str) -> None:
    schema = all_schemas()[name]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"] == name


@pytest.mark.parametrize("scene", [WIN, NO_WIN, ONE_TOO_MANY, UNREADABLE, ""])
@pytest.mark.parametrize("place", [(), ("--region", "0,0,1,1", "--hand-from", "bottom")])
def test_readings(lay: Lay, photo: Path, scene: str, place: tuple[str, ...]) -> None:
    lay(scene)
    found = lines(call("read", photo, "none.jpg", "--json", *place))
    assert len(found) == 2 and "error" in found[1]
    assert not [fault for line in found for fault in faults("reading.json", line)]


@pytest.mark.parametrize("scene", [WIN, NO_WIN, ONE_TOO_MANY, UNREADABLE, ""])
@pytest.mark.parametrize("rules", ["zung-jung", "mcr", "riichi-three-players"])
def test_scored_photos(lay: Lay, photo: Path, scene: str, rules: str) -> None:
    lay(scene)
    found = lines(call("score", photo, "none.jpg", "--json", "--rules", rules))
    assert len(found) == 2
    assert not [fault for line in found for fault in faults("scored-photo.json", line)]


def test_a_remembered_photo(lay: Lay, photo: Path) -> None:
    lay(WIN)
    (line,) = lines(call("score", photo, "--json", "--remember", "club set"))
    assert "remembered" in line and not faults("scored-photo.json", line)


@pytest.mark.parametrize("hand", ["123m 456p 789s 11z 678s", "123m 456p 789s 11z 67s +8s"])
def test_a_typed_hand(hand: str) -> None:
    (line,) = lines(call("score", hand, "--json"))
    assert not faults("scored-photo.json", line)


def records() -> Iterator[dict[str, Any]]:
    """A win by every third pattern of each rulebook, and records that are none."""
    for book in RULEBOOKS.values():
        for pattern in book.all_patterns[::3]:
            hand, win = parse_win(pattern.yes)
            yield Record(pattern.id, book.id, hand, win).to_json()
    case = {"rules": "mcr", "concealed": "123456789m1122z", "winning_tile": "2z"}
    yield case
    yield {**case, "concealed": "147m258p36s11z"}
    yield {**case, "concealed": "11111m456p78s"}
    yield {**case, "sead": "E"}
    yield {**case, "rules": "mcr:flowers=off"}


def test_case_records_and_results() -> None:
    given = list(records())
    assert len(given) > 100
    wrong = [fault for one in given[:-5] for fault in faults("case-record.json", one)]
    assert not wrong
    text = "\n".join(map(json.dumps, given)) + "\nnot JSON\n"
    found = lines(call("score", "--cases", "-", stdin=text))
    assert len(found) == len(given) + 1
    assert not [fault for line in found for fault in faults("result.json", line)]
    assert not [w for line in found[:-6] for w in line.get("warnings", ())]


def test_waits_claims_and_points(tmp_path: Path) -> None:
    (waits,) = lines(call("waits", "123m 456p 789s 55z 66z", "--rules", "mcr", "--json"))
    assert waits["waits"] and not faults("waits.json", waits)
    (waits,) = lines(call("waits", "123m 456p 789s 55z 66z 1m", "--json"))
    assert waits["discards"] and not faults("waits.json", waits)
    won, facts = "23478m [<567m] [^444z] +9m", ("--rules", "mcr", "--won", "seat N, from W")
    for claim in ("50", "8: melded kong", "9"):
        (checked,) = lines(call("check", won, claim, *facts, "--json"))
        assert not faults("claim.json", checked)
    (tmp_path / "hands.jsonl").write_text('{"rules": "mcr", "concealed": "11111m"}\n')
    (unread,) = lines(call("check", tmp_path / "hands.jsonl", "8", "--json"))
    assert "error" in unread and not faults("claim.json", unread)
    for worth in (("3", "han", "40", "fu"), ("mangan",), ("24",)):
        (points,) = lines(call("points", *worth, "--json"))
        assert not faults("points.json", points)


@pytest.mark.parametrize("rules", ["mcr", "riichi-tenhou:ippatsu=no", "hong-kong"])
@pytest.mark.parametrize(
    "hand", ["123m 456p 23789s 22z", "234m 345p 457s 22z 99m 1p", "147m 258p 369s 1234z"]
)
def test_advice(rules: str, hand: str) -> None:
    (found,) = lines(call("advise", hand, "--rules", rules, "--json"))
    assert found["choices"] and not faults("advice.json", found)


@pytest.mark.parametrize(("rules", "level"), [("mcr", "3"), ("riichi-ema", "5")])
def test_questions_of_the_quiz(rules: str, level: str) -> None:
    asked = ("--rules", rules, "--level", level, "--seed", "4", "--count", "3")
    found = lines(call("quiz", "--json", *asked))
    assert len(found) == 3
    assert not [fault for line in found for fault in faults("quiz-question.json", line)]


@pytest.mark.parametrize("rules", sorted(RULEBOOKS))
def test_rule_sets(rules: str) -> None:
    (found,) = lines(call("rules", rules, "--json"))
    assert not faults("rules.json", found)
    assert len(found["patterns"]) == len(RULEBOOKS[rules].all_patterns)


def test_the_list_of_rule_sets() -> None:
    kept = call("rules", "--save", "club-roma", "--from", "mcr", "--option", "even_pairs=no")
    assert kept.exit_code == 0
    found = lines(call("rules", "--json"))
    assert not [fault for line in found for fault in faults("rules.json", line)]
    assert found[-1]["house_rules"] == "club-roma" and found[-1]["options"] == {"even_pairs": False}


def test_sets_and_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_profile, "tables_folder", lambda: tmp_path / "tables")
    tile_sets.save_tile_set(a_set("club"))
    corners = table_profile.parse_corners("120,80 1160,80 1180,650 100,650")
    for name, back in (("attic", None), ("club", (20, 90, 60))):
        table_profile.save_profile(table_profile.Profile(name, (1280, 720), corners, back))
    (taught,) = lines(call("sets", "--json"))
    assert not faults("tile-set.json", taught)
    tables = lines(call("tables", "--json"))
    assert len(tables) == 2
    assert not [fault for line in tables for fault in faults("table.json", line)]


def test_tournaments(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    for name in ("First", "Second"):
        play_cup(file, name, (24, -8, 8, -24), date.today())
    database = ("--database", f"sqlite:///{file}")
    for schema, words in (
        ("tournament-line.json", ("tournament",)),
        ("tournament.json", ("tournament", "First")),
        ("rating.json", ("rating",)),
    ):
        found = lines(call(*words, "--json", *database))
        assert found and not [fault for line in found for fault in faults(schema, line)]


def test_games(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.sqlite") as store:
        kept = store.new_game(PLAYERS, game_rules("mcr"), "Final")
        gone = store.new_game(PLAYERS, game_rules("riichi-ema"))
        store.delete(gone.id)
    found = lines(call("games", "--json", "--database", f"sqlite:///{tmp_path}/games.sqlite"))
    assert [(one["game"], one["title"]) for one in found] == [(kept.id, "Final"), (gone.id, "")]
    assert not [fault for line in found for fault in faults("game.json", line)]


def test_findings() -> None:
    found = lines(call("doctor", "--json"))
    assert found and not [fault for line in found for fault in faults("finding.json", line)]


def test_examples_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    blocks = [block.split("```")[0] for block in text.split("```json\n")[1:]]
    named = [line.partition("(schemas/")[2].partition(")")[0] for line in text.splitlines()]
    assert sorted(set(filter(None, named))) == sorted(all_schemas())
    for block in blocks:
        example = json.loads(block)
        assert any(not faults(name, example) for name in all_schemas()), block


def test_the_results_on_the_page_are_those_of_the_records_before_them() -> None:
    text = PAGE.read_text("utf-8")
    examples = [json.loads(block.split("```")[0]) for block in text.split("```json\n")[1:]]
    records = {record["id"]: record for record in examples if "concealed" in record}
    results = [result for result in examples if "valid_win" in result]
    assert len(results) == len(records) == 2
    for result in results:
        assert result == score_record_json(records[result["id"]])


def test_the_schema_names_every_flag_and_an_unknown_field_is_found() -> None:
    flags = all_schemas()["case-record.json"]["properties"]["flags"]["properties"]
    assert set(flags) == {*FLAGS, "liable"}
    assert faults("case-record.json", {"concealed": "1m", "sead": "E"})
    assert faults("reading.json", {"photo": "a.jpg"})
