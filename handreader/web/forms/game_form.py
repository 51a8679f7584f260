"""Requests of the games' page, parsed: a new game, an entry, its correction, the shelf."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring import RULEBOOKS, rulebook
from scoring.errors import HandReaderError
from scoring.game.serialization import MOST, FormError, rules_from_json
from scoring.game_rules import GameRules
from scoring.json_fields import JsonFields

from ...house_rules import choose_rules
from ...store.models import Names, validate_names, validate_title
from ..errors import ApiError
from .entry_form import EntryForm, parse_entry_form
from .form_fields import json_fields
from .seen_tiles import parse_reading

LONGEST_RULES = 400  # characters of a rule set with its options
_MOST_ENTRIES = 99_999
_MOST_REVISION = 9_999_999


@dataclass(frozen=True, slots=True)
class NewGameRequest:
    """A game to begin.

    Attributes:
        players: names of the first seats, from East on.
        rules: of the game.
        title: its own name; "" for none.
    """

    players: Names
    rules: GameRules
    title: str


@dataclass(frozen=True, slots=True)
class ShelfRequest:
    """A change of the place where a game is kept, or of its title; one of the attributes is set.

    Attributes:
        archived: whether the game is archived from now on.
        title: the new one.
        deleted: whether the game is deleted, or restored.
        purged: whether the deleted game is removed for good.
    """

    archived: bool | None = None
    title: str | None = None
    deleted: bool | None = None
    purged: bool = False


@dataclass(frozen=True, slots=True)
class SignRequest:
    """A player's signature under a result.

    Attributes:
        player: 0-3.
        points: of players 0-3, as the page showed them.
    """

    player: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """An entry to append.

    Attributes:
        number: of the entry.
        revision: of the game that the page showed; None if it does not matter.
        form: what happened.
        reading: the photo of the winning hand, as the store keeps it.
    """

    number: int
    revision: int | None
    form: EntryForm
    reading: Mapping[str, object] | None


@dataclass(frozen=True, slots=True)
class CorrectionRequest:
    """A new version of an entry.

    Attributes:
        number: of the entry.
        version: of the entry that the page showed.
        revision: of the game that the page showed; None if it does not matter.
        form: what happened; None to strike the entry out.
        restored: the earlier version that holds again; None for a form.
        reading: the photo of the winning hand, as the store keeps it.
    """

    number: int
    version: int
    revision: int | None
    form: EntryForm | None
    restored: int | None
    reading: Mapping[str, object] | None


def parse_new_game(body: Mapping[str, object]) -> NewGameRequest:
    """Parse the request to begin a game.

    Raises:
        ApiError: invalid rules.
        StoreError: invalid names, or an invalid title.
    """
    fields = json_fields(body)
    rules, players = parse_rules(fields), fields.value("players")
    names = validate_names(players if isinstance(players, list) else ())
    return NewGameRequest(names, rules, validate_title(fields.value("title") or ""))


def parse_rules(request: JsonFields) -> GameRules:
    """Return the rules of a new game: `rules`, and their `options`.

    Raises:
        ApiError: unknown rules, options or answers.
    """
    try:
        return rules_from_json(_rules_with_options(request))
    except FormError as error:
        raise ApiError(422, "bad_request", what=error) from None


def parse_rules_text(request: JsonFields) -> str:
    """Return `rules`: the id of a rule set, with options, or the name of house rules.

    Raises:
        ApiError: an unknown rule set, option or answer.
    """
    text = request.text("rules", LONGEST_RULES)
    try:
        return choose_rules(text)
    except HandReaderError as error:
        raise ApiError(422, "bad_request", what=error) from None


def parse_shelf_request(body: Mapping[str, object]) -> ShelfRequest:
    """Parse the change of a game's place or title.

    Raises:
        ApiError: none of them.
    """
    match body:
        case {"archived": bool(archived)}:
            return ShelfRequest(archived=archived)
        case {"title": str(title)}:
            return ShelfRequest(title=title)
        case {"deleted": bool(deleted)}:
            return ShelfRequest(deleted=deleted)
        case {"purged": True}:
            return ShelfRequest(purged=True)
    raise ApiError(422, "bad_request", what="archived, deleted, title, purged")


def parse_sign_request(body: Mapping[str, object]) -> SignRequest:
    """Parse a player's signature.

    Raises:
        ApiError: an invalid field.
    """
    fields = json_fields(body)
    values = fields.values("points", 4)
    seats = json_fields({str(player): value for player, value in enumerate(values)}, "points")
    points = tuple(seats.integer(str(player), -MOST, MOST) for player in range(4))
    return SignRequest(fields.integer("player", 0, 3), points)


def parse_entry_request(body: Mapping[str, object]) -> EntryRequest:
    """Parse an entry to append.

    Raises:
        ApiError: an invalid field.
    """
    fields = json_fields(body)
    form = parse_entry_form(fields.mapping("happened"))
    return EntryRequest(_number(fields, "number"), _revision(fields), form, parse_reading(fields))


def parse_correction(body: Mapping[str, object]) -> CorrectionRequest:
    """Parse the new version of an entry.

    Raises:
        ApiError: an invalid field.
    """
    fields = json_fields(body)
    form = None
    if fields.value("happened") is not None:
        form = parse_entry_form(fields.mapping("happened"))
    return CorrectionRequest(
        _number(fields, "number"),
        _number(fields, "version"),
        _revision(fields),
        form,
        None if fields.value("restore") is None else _number(fields, "restore"),
        parse_reading(fields),
    )


def _number(fields: JsonFields, key: str) -> int:
    return fields.integer(key, 0, _MOST_ENTRIES)


def _revision(fields: JsonFields) -> int | None:
    is_missing = fields.value("revision") is None
    return None if is_missing else fields.integer("revision", 0, _MOST_REVISION)


def _rules_with_options(request: JsonFields) -> Mapping[str, object]:
    """Return the rules; house rules, and options behind the id, are spelt out."""
    rules, options = request.value("rules"), request.value("options")
    if not isinstance(rules, str) or rules in RULEBOOKS:
        return {"id": rules, "options": options}
    book = rulebook(parse_rules_text(request))
    given = options if isinstance(options, Mapping) else {}
    return {"id": book.id, "options": {**book.custom_options, **given}}
