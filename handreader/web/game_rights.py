"""Who may do what with a game: one of a tournament belongs to the tournament's organisers."""

from __future__ import annotations

from dataclasses import dataclass

from ..phone_session import PhoneRole, Visitor
from ..store.stored_tournaments import StoredTournament
from ..store.tournaments import GamePlace
from .errors import ApiError


@dataclass(frozen=True, slots=True)
class GameRights:
    """What a phone may do with a game.

    Attributes:
        record: record deals and correct them.
        shelve: delete, restore, archive and rename it.
        purge: remove it for good, once it is deleted.
        sign: sign its result.
    """

    record: bool
    shelve: bool
    purge: bool
    sign: bool


def is_organiser(visitor: Visitor, found: StoredTournament) -> bool:
    """Return whether a phone may change a tournament: an organiser's, or a page on this computer.

    No right comes from an address: behind a reverse proxy every phone has the proxy's.
    """
    if visitor.role is PhoneRole.SPECTATOR:
        return False
    return visitor.is_host or found.is_organiser(visitor.key)


def game_rights(visitor: Visitor, place: GamePlace | None) -> GameRights:
    """Return what a phone may do with a game.

    Args:
        visitor: the phone.
        place: of the game in its tournament; None for a game of none.
    """
    if visitor.role is PhoneRole.SPECTATOR:
        return GameRights(record=False, shelve=False, purge=False, sign=False)
    if place is None:
        return GameRights(record=True, shelve=True, purge=visitor.is_host, sign=True)
    organises = is_organiser(visitor, place.tournament)
    return GameRights(
        record=organises or place.is_playing, shelve=organises, purge=False, sign=place.round != 0
    )


def check_record(visitor: Visitor, place: GamePlace | None) -> None:
    """Check that a phone may record or correct a deal.

    Raises:
        ApiError: the round is over, and the phone is no organiser's.
    """
    if not game_rights(visitor, place).record and place is not None:
        raise ApiError(403, "round_over", round=place.round)


def check_shelve(visitor: Visitor, place: GamePlace | None) -> None:
    """Check that a phone may delete, restore, archive or rename a game.

    Raises:
        ApiError: it is a tournament's, and the phone no organiser's.
    """
    if not game_rights(visitor, place).shelve and place is not None:
        raise ApiError(403, "tournament_game", name=place.tournament.state.name)


def check_purge(visitor: Visitor, place: GamePlace | None) -> None:
    """Check that a phone may remove a deleted game for good.

    Raises:
        ApiError: a phone may not; nobody may with a tournament's game.
    """
    if not game_rights(visitor, place).purge:
        raise ApiError(403, "no_purge")
