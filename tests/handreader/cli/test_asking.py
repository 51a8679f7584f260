"""Where the winning tile is not marked, a person at the terminal is asked which one won."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from handreader.cli.asking import ask_about_photo, ask_facts, ask_winning_tile
from handreader.cli.typed_hands import total_of
from handreader.situation import Situation
from scoring.hand import Hand
from scoring.record import Record
from scoring.tiles import Tile, Wind
from scoring.win import Win
from tests.handreader.cli.calling import call
from tests.handreader.conftest import NONE_APART, Lay

UNMARKED = "123456789m 99p 555s"  # in MCR another total on each kind of wait
HAND = Hand.parse("123456789m 99p 55s +5s")


def typing(*answers: str) -> tuple[Callable[[str], str], list[str]]:
    """A person who types these lines and then closes the input, and the questions he is asked."""
    asked: list[str] = []
    rest: Iterator[str] = iter(answers)

    def prompt(question: str) -> str:
        asked.append(question)
        for answer in rest:
            return answer
        raise EOFError

    return prompt, asked


def ask(*answers: str, lang: str = "en") -> tuple[Record, list[str]]:
    record = Record(None, "mcr", HAND, Win())
    prompt, asked = typing(*answers)
    others = {Tile.M3: 24, Tile.P9: None}
    return ask_winning_tile(record, total_of(record), others, lang, prompt), asked


def test_the_tile_that_is_typed_wins() -> None:
    record, (question,) = ask("m3")
    assert record.hand.winning is Tile.M3 and str(record.hand) == "12456789m 99p 555s +3m"
    assert "3m 24, 9p no win [5s]" in question


@pytest.mark.parametrize("answers", [("",), ()])
def test_an_empty_answer_keeps_the_tile_that_was_assumed(answers: tuple[str, ...]) -> None:
    record, _ = ask(*answers)
    assert record.hand == HAND


def test_what_is_not_in_the_hand_is_asked_again() -> None:
    record, asked = ask("E", "x", "B1", "9p", lang="it")
    assert record.hand.winning is Tile.P9 and len(asked) == 4
    assert asked[1].startswith("1z non è fra queste\nLa tessera vincente")
    assert "non è una tessera" in asked[2] and "due significati" in asked[3]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("typed_hands", "check", "photos", "inputs"):
        monkeypatch.setattr(f"handreader.cli.{module}.is_terminal", lambda: True)


@pytest.mark.usefixtures("terminal")
def test_score_asks_and_takes_the_answer() -> None:
    marked = call("score", f"{UNMARKED}", "--rules", "mcr", "--winning-tile", "3m", "--self-drawn")
    asked = call("score", UNMARKED, "--rules", "mcr", "--self-drawn", stdin="3m\n")
    assert asked.exit_code == 0, asked.stderr
    assert "Which tile won?" in asked.stdout and "not marked" not in marked.stdout
    assert asked.stdout.endswith(marked.stdout)


@pytest.mark.usefixtures("terminal")
def test_check_asks_and_takes_the_answer() -> None:
    asked = call("check", UNMARKED, "1", "--rules", "mcr", "--self-drawn", stdin="3m\n")
    assert "Which tile won?" in asked.stdout and "+3m" in asked.stdout
    as_json = call("check", UNMARKED, "1", "--rules", "mcr", "--self-drawn", "--json", stdin="3m\n")
    assert "Which tile won?" not in as_json.stdout


def test_without_a_terminal_it_prints_which_tile_it_took() -> None:
    result = call("score", UNMARKED, "--rules", "mcr", "--self-drawn", stdin="3m\n")
    assert "is not marked: 5s is assumed" in result.stdout and "Which tile" not in result.stdout


@pytest.mark.usefixtures("terminal")
def test_a_photo_that_does_not_show_the_winning_tile(lay: Lay, photo: Path) -> None:
    lay(NONE_APART)
    result = call("score", photo, "--discarder", "S", "--rules", "mcr", stdin="9s\n")
    assert "Which one?" in result.stdout and result.exit_code == 0, result.stderr
    lay(NONE_APART)
    refused = call("score", photo, "--discarder", "S", "--rules", "mcr", stdin="\n")
    assert refused.exit_code == 1 and "--winning-tile" in refused.stderr


def test_a_photo_without_that_question_is_left_as_it_is(lay: Lay, photo: Path) -> None:
    from handreader.pipeline import read_photo
    from tests.handreader.conftest import WIN
    from vision import Reader
    from vision.photo import open_photo

    lay(WIN)
    reading = read_photo(Reader(), open_photo(photo), Situation(), "zung-jung")
    prompt, asked = typing("9s")
    same, known = ask_about_photo(reading, Situation(), "zung-jung", "en", prompt)
    assert same is reading and known == Situation() and not asked


# Who won, and who pays.

RICH = Hand.parse("234m 234p 34s 99s CCC +2s")  # 45 points: not all pay alike
SEAT = Hand.parse("123m 456p 78s SSS 99p +9s")  # worth more to South


def ask_win(
    hand: Hand, *answers: str, lang: str = "en", rules: str = "zung-jung"
) -> tuple[Situation, list[str]]:
    prompt, asked = typing(*answers)

    def record_of(known: Situation) -> Record:
        return Record(None, rules, hand, known.win())

    return ask_facts(record_of, Situation(), lang, prompt), asked


@pytest.mark.parametrize("answer", ["W", "w", "西", "West", "Ovest"])
def test_who_discarded_is_asked_where_it_decides(answer: str) -> None:
    known, (_, asked) = ask_win(RICH, "", answer)
    assert known.discarder is Wind.WEST and not known.self_drawn
    assert asked == "Who discarded the winning tile? S, W, N; or drawn [not known] "


@pytest.mark.parametrize("answer", ["drawn", "D", "pescata"])
def test_a_drawn_tile_has_no_payer(answer: str) -> None:
    known, _ = ask_win(RICH, "", answer, lang="it")
    assert known.self_drawn and known.discarder is None


@pytest.mark.parametrize("answers", [("", ""), ()])
def test_no_answer_leaves_the_payer_open(answers: tuple[str, ...]) -> None:
    known, asked = ask_win(RICH, *answers)
    assert known == Situation() and len(asked) == 2


def test_who_won_is_asked_before_who_discarded() -> None:
    known, asked = ask_win(RICH, "S", "E")
    assert (known.seat, known.discarder) == (Wind.SOUTH, Wind.EAST)
    assert asked == [
        "Who won? E, S, W, N [E] ",
        "Who discarded the winning tile? W, N, E; or drawn [not known] ",
    ]
    _, asked = ask_win(RICH, lang="it")
    assert asked[0] == "Chi ha vinto? E, S, W, N (W è Ovest) [E] "


def test_nobody_sits_north_of_three_players() -> None:
    hand = Hand.parse("123p 456s 78s 99p EEE +9s")
    known, asked = ask_win(hand, "N", "W", "", "S", rules="riichi-three-players")
    assert asked[0].startswith("Who won? E, S, W [E]") and "'N' is none of them" in asked[1]
    assert (known.seat, known.discarder) == (Wind.WEST, Wind.SOUTH)
    assert asked[-1].startswith("Who discarded the winning tile? E, S; or drawn")


def test_the_seat_is_asked_where_it_adds_points() -> None:
    known, asked = ask_win(SEAT, "x", "South", "")
    assert known.seat is Wind.SOUTH
    assert asked[0].startswith("Who won?") and asked[1].startswith("'x' is none of them\nWho won?")


def test_nobody_is_asked_what_changes_nothing() -> None:
    known, asked = ask_win(Hand.parse("123m 456p 78s 99p EEE +9s"), "S")
    assert not any("Who discarded" in question for question in asked)
    assert known.discarder is None


@pytest.mark.usefixtures("terminal")
def test_score_asks_who_pays(lay: Lay, photo: Path) -> None:
    lay("[1s][2s][3s][4s][5s][6s][7s][8s][E ][E ]___[9s]____<C >[C ][C ]")
    asked = call("score", photo, stdin="S\nE\n")
    assert asked.exit_code == 0, asked.stderr
    assert "Who won?" in asked.stdout and "East pays South" in asked.stdout
    lay("[1s][2s][3s][4s][5s][6s][7s][8s][E ][E ]___[9s]____<C >[C ][C ]")
    given = call("score", photo, "--discarder", "W", stdin="")
    assert "Who discarded" not in given.stdout


@pytest.mark.usefixtures("terminal")
def test_score_of_a_typed_hand_asks_who_pays() -> None:
    asked = call("score", "234m 234p 34s 99s CCC +2s", stdin="\ndrawn\n")
    assert "Who discarded" in asked.stdout and "North pays the winner" in asked.stdout
    as_json = call("score", "234m 234p 34s 99s CCC +2s", "--json", stdin="drawn\n")
    assert "Who discarded" not in as_json.stdout
