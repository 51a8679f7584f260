"""The command `points`, and its answer for the page."""

from __future__ import annotations

import json

import pytest

from handreader.web import browser_worker
from tests.handreader.cli.calling import call, lines


def test_words_need_no_quotes() -> None:
    bare = call("points", "3", "han", "40", "fu", "--dealer", "--drawn")
    quoted = call("points", "3 han 40 fu", "--dealer", "--drawn")
    assert bare.exit_code == 0 and bare.stdout == quoted.stdout
    assert "each other player pays 2600" in bare.stdout and "Riichi" in bare.stdout


def test_as_json_with_an_option() -> None:
    (line,) = lines(
        call(
            "points",
            "24",
            "--rules",
            "chinese-official",
            "--option",
            "discarder_pays=points",
            "--json",
        )
    )
    assert line["options"] == {"discarder_pays": "points"}
    assert line["payments"] == {"E": -8, "S": 40, "W": -24, "N": -8}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["3", "han", "45", "fu"], "did you mean 50?"),
        (["24", "--rules", "mrc"], "did you mean mcr?"),
        (["many"], "no worth of a hand"),
        (["manga"], "no worth of a hand in riichi-ema; write it like 3 han 40 fu, mangan; did"),
    ],
)
def test_a_wrong_call_is_one_line(arguments: list[str], message: str) -> None:
    result = call("points", *arguments)
    assert result.exit_code == 1 and message in result.stderr and result.stderr.count("\n") == 1


def ask(**fields: object) -> dict[str, object]:
    found = json.loads(browser_worker.answer(json.dumps({"do": "points", **fields})))
    assert isinstance(found, dict)
    return found


def test_the_page_without_a_server_calculates_too() -> None:
    found = ask(worth="3 han 40 fu", rules="riichi-ema", dealer=True, lang="it")
    assert found["gain"] == 7700 and found["why"] is None
    assert found["lines"] == ["chi ha scartato paga 7700", "chi vince guadagna 7700"]
    assert "intendi 50?" in str(ask(worth="3 han 45 fu", rules="riichi-ema", lang="it")["why"])
    assert "did you mean mcr?" in str(ask(worth="24", rules="mrc")["why"])
    assert "counters" in str(ask(worth="24", rules="mcr", counters=-1)["error"])
