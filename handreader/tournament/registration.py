"""What a player states when he enters: number of his association, country, team, family name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scoring.game.serialization import LONGEST_NAME

from .errors import TournamentError, bad_name

_NUMBER = re.compile(r"[0-9A-Z][0-9A-Z-]{0,11}")
_COUNTRY = re.compile(r"[A-Z]{2,3}")


@dataclass(frozen=True, slots=True)
class Registration:
    """What a player states beside his name; "" where he states nothing.

    Attributes:
        player_number: of his association, as the eight digits of the European one.
        country: two or three capital letters, as ITA.
        team: its name.
        last_name: his family name, which begins or ends his name.
    """

    player_number: str = ""
    country: str = ""
    team: str = ""
    last_name: str = ""


NO_REGISTRATION = Registration()


def clean_name(name: str) -> str:
    """Return a name without surplus space.

    Raises:
        TournamentError: it is empty, too long or unprintable.
    """
    clean = " ".join(name.split())
    if not 0 < len(clean) <= LONGEST_NAME or not clean.isprintable():
        raise bad_name(name)
    return clean


def clean_registration(found: Registration, name: str) -> Registration:
    """Return a registration without surplus space, number and country in capital letters.

    Args:
        found: as it was typed.
        name: of the player.

    Raises:
        TournamentError: a field that is none.
    """
    number = "".join(found.player_number.upper().split())
    country = found.country.strip().upper()
    if number and not _NUMBER.fullmatch(number):
        raise TournamentError("bad_player_number", number=number[:LONGEST_NAME])
    if country and not _COUNTRY.fullmatch(country):
        raise TournamentError("bad_country", country=country[:LONGEST_NAME])
    team = clean_name(found.team) if found.team.strip() else ""
    last_name = " ".join(found.last_name.split())
    if last_name and not _is_part(last_name, name):
        raise TournamentError("bad_last_name", name=name)
    return Registration(number, country, team, last_name)


def split_name(name: str, last_name: str = "") -> tuple[str, str]:
    """Return family name and first name.

    Without a stated family name it is what is written in capital letters, else the last word.

    >>> split_name("Anna Maria Rossi"), split_name("DE BOER Jan")
    (('Rossi', 'Anna Maria'), ('DE BOER', 'Jan'))
    >>> split_name("Jan de Boer", "de Boer")
    ('de Boer', 'Jan')
    """
    words = name.split()
    if last_name and _is_part(last_name, name):
        size = len(last_name.split())
        at_end = " ".join(words[-size:]).casefold() == last_name.casefold()
        last, first = (words[-size:], words[:-size]) if at_end else (words[:size], words[size:])
        return " ".join(last), " ".join(first)
    capitals = [word for word in words if word.isupper() and sum(map(str.isalpha, word)) > 1]
    if 0 < len(capitals) < len(words):
        return " ".join(capitals), " ".join(word for word in words if word not in capitals)
    return words[-1], " ".join(words[:-1])


def _is_part(last_name: str, name: str) -> bool:
    """Return whether words begin or end a name."""
    part, words = last_name.casefold().split(), name.casefold().split()
    return part in (words[: len(part)], words[-len(part) :])
