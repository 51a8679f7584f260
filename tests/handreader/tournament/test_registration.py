"""What players state: numbers, countries, teams, family names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handreader.tournament.errors import TournamentError
from handreader.tournament.events import EntrantAddition, EntrantRenaming, RegistrationChange
from handreader.tournament.registration import Registration, split_name
from handreader.tournament.state import Tournament
from tests.handreader.tournament.fields import after, enter_players


@pytest.mark.parametrize(
    ("name", "stated", "expected"),
    [
        ("Anna Rossi", "", ("Rossi", "Anna")),
        ("ROSSI Anna", "", ("ROSSI", "Anna")),
        ("Anna Maria DE ROSSI", "", ("DE ROSSI", "Anna Maria")),
        ("DE ROSSI Anna Maria", "", ("DE ROSSI", "Anna Maria")),
        ("ANNA ROSSI", "", ("ROSSI", "ANNA")),
        ("John F. Smith", "", ("Smith", "John F.")),
        ("Jan de Boer", "de boer", ("de Boer", "Jan")),
        ("Wang Xiaoming", "Wang", ("Wang", "Xiaoming")),
        ("Zoë", "", ("Zoë", "")),
        ("Anna Anna", "Anna", ("Anna", "Anna")),
    ],
)
def test_a_name_has_a_family_name_and_a_first_name(
    name: str, stated: str, expected: tuple[str, str]
) -> None:
    assert split_name(name, stated) == expected


@given(st.lists(st.text("abCD-é", min_size=1), min_size=1, max_size=5))
def test_no_word_of_a_name_is_lost(words: list[str]) -> None:
    last, first = split_name(" ".join(words))
    assert sorted(f"{last} {first}".split()) == sorted(words) and last


def test_a_registration_is_written_in_one_way() -> None:
    stated = Registration(" 0416 0092", " ita ", "  Blue  Dragons ", " rossi ")
    state = after(Tournament("Cup"), EntrantAddition("Anna  Rossi", registration=stated))
    assert state.entrants[0].registration == Registration(
        "04160092", "ITA", "Blue Dragons", "rossi"
    )
    state = after(state, EntrantRenaming(0, "Anna Bianchi"))
    assert state.entrants[0].registration == Registration("04160092", "ITA", "Blue Dragons")


@pytest.mark.parametrize(
    ("stated", "code"),
    [
        (Registration("04160092 ; DROP"), "bad_player_number"),
        (Registration("1" * 13), "bad_player_number"),
        (Registration(country="Italy"), "bad_country"),
        (Registration(country="1T"), "bad_country"),
        (Registration(team="x" * 41), "bad_name"),
        (Registration(team="a\u202eb"), "bad_name"),
        (Registration(last_name="Verdi"), "bad_last_name"),
        (Registration("7"), "player_number_taken"),
    ],
)
def test_what_is_no_registration_is_refused(stated: Registration, code: str) -> None:
    state = after(enter_players(2), RegistrationChange(1, Registration("7")))
    for event in (RegistrationChange(0, stated), EntrantAddition("Zoë", registration=stated)):
        with pytest.raises(TournamentError) as caught:
            after(state, event)
        assert caught.value.code == code
    assert after(state, RegistrationChange(1, Registration("7", "ita"))).entrants[1].name
