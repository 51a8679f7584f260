"""A phone that joined a server: its role and its name, as memory and database keep them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

LONGEST_PHONE_NAME = 40


class PhoneRole(StrEnum):
    """What a phone may do; who organises is decided tournament by tournament.

    Attributes:
        PLAYER: take part.
        SPECTATOR: look on.
        CAMERA: send the picture of the watched table, and nothing else.
    """

    PLAYER = "player"
    SPECTATOR = "spectator"
    CAMERA = "camera"


@dataclass(frozen=True, slots=True)
class PhoneSession:
    """The session of a phone.

    Attributes:
        used: when it was last stored as used, UTC.
        role: what it may do.
        name: of the person who joined with it; "" if unknown.
    """

    used: datetime
    role: PhoneRole = PhoneRole.PLAYER
    name: str = ""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sends a request.

    Attributes:
        key: hash of the session.
        role: what the phone may do.
        name: of the person who joined with it; "" if unknown.
        is_host: whether the server serves this computer alone, where every page may do all.
    """

    key: str
    role: PhoneRole = PhoneRole.PLAYER
    name: str = ""
    is_host: bool = False


def clean_phone_name(name: str) -> str | None:
    """Return a name without surplus space; None if it is too long or unprintable.

    >>> clean_phone_name("  Anna  B. ")
    'Anna B.'
    """
    if len(name) > 4 * LONGEST_PHONE_NAME:
        return None
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    return clean if len(clean) <= LONGEST_PHONE_NAME and clean.isprintable() else None
