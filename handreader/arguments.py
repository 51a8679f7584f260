"""Arguments of the Python API: a photo, the hand's place in it, and the facts of its win."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypedDict, TypeVar

from scoring.errors import CodedError
from scoring.text import Texts
from scoring.tiles import Tile, Wind, parse_tiles
from vision.hand_location import HandLocation, Region, RegionError
from vision.picture_edge import PictureEdge

from .answers import normalize_answers
from .situation import Situation

WindLetter = Literal["E", "S", "W", "N"]
EdgeName = Literal["bottom", "right", "top", "left"]
"""The edge of a picture at which the hand's owner sits."""
RegionInput = tuple[float, float, float, float]
"""A part of a picture: x0, y0, x1, y1; in pixels, or from 0 to 1."""
F = TypeVar("F", bound=Callable[..., object])

_TEXTS: Mapping[str, Texts] = {
    "unknown_fact": {
        "en": "{name} is no fact of a win: expected some of {known}",
        "it": "{name} non è una circostanza della vincita: serve fra {known}",
    },
    "wrong_type": {
        "en": "{name} is {value}: expected {expected}",
        "it": "{name} è {value}: serve {expected}",
    },
    "no_wind": {
        "en": "{name} is {letter!r}: expected E, S, W or N",
        "it": "{name} è {letter!r}: serve E, S, W o N",
    },
    "no_photos": {
        "en": "photos is {value}: expected a list of photos",
        "it": "photos è {value}: serve un elenco di foto",
    },
    "no_pair": {
        "en": "{value}: expected a photo, or a pair of a photo and the facts of its win, like "
        '("a.jpg", {{"seat": "S"}})',
        "it": "{value}: serve una foto, o una coppia di una foto e delle circostanze della sua "
        'vincita, come ("a.jpg", {{"seat": "S"}})',
    },
    "no_edge": {
        "en": "hand_from is {edge!r}: expected bottom, right, top or left",
        "it": "hand_from è {edge!r}: serve bottom, right, top o left",
    },
}


class ArgumentsError(CodedError):
    """Arguments that are none."""

    texts = _TEXTS


class FactArguments(TypedDict, total=False):
    """Facts of a win that a photo does not show; what is left out is assumed as by `score`.

    Attributes:
        seat: wind of the winner.
        round: wind of the round.
        self_drawn: whether the winning tile came from the wall.
        discarder: seat of who discarded the winning tile.
        winning_tile: like "5m", if the photo or text does not mark it.
        answers: to questions of the photo, by their id: `{"tile:3": "5m"}`.
        dora: dora indicators, like "3m5z" (riichi, as all below up to `norths`).
        ura: ura dora indicators.
        counters: counters on the table.
        riichi_sticks: riichi sticks on the table.
        norths: North tiles set aside.
        liable: seat of who fed the last set of big dragons or winds.
        last_tile: last tile of the wall, or the last discard.
        kong_replacement: won on a kong's replacement tile.
        robbing_kong: won on the tile of another's added kong.
        last_of_kind: the other three copies were visible.
        blessing_heaven: East wins before the first discard.
        blessing_earth: won on the first discard or draw.
        riichi: riichi was declared.
        double_riichi: riichi on the first discard.
        ippatsu: won within the first go-around after riichi.
    """

    seat: WindLetter
    round: WindLetter
    self_drawn: bool
    discarder: WindLetter
    winning_tile: str
    answers: Mapping[str, str]
    dora: str
    ura: str
    counters: int
    riichi_sticks: int
    norths: int
    liable: WindLetter
    last_tile: bool
    kong_replacement: bool
    robbing_kong: bool
    last_of_kind: bool
    blessing_heaven: bool
    blessing_earth: bool
    riichi: bool
    double_riichi: bool
    ippatsu: bool


_FLAGS = frozenset(
    "last_tile kong_replacement robbing_kong last_of_kind blessing_heaven blessing_earth riichi "
    "double_riichi ippatsu".split()
)
_COUNTS = ("counters", "riichi_sticks", "norths")


def name_facts(function: F) -> F:
    """Give a function with `**facts` a signature that names each: `help` and editors show it."""
    signature = inspect.signature(function)
    kept = [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
    facts = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=False if name in _FLAGS or name == "self_drawn" else None,
            annotation=getattr(hint, "__forward_arg__", hint),
        )
        for name, hint in FactArguments.__annotations__.items()
    ]
    function.__signature__ = signature.replace(parameters=[*kept, *facts])  # type: ignore[attr-defined]
    return function


def parse_facts(facts: Mapping[str, object]) -> Situation:
    """Return the situation of facts given by name.

    Raises:
        ArgumentsError: a name that is no fact, or a value of another type.
        HandReaderError: tiles or winds that are none.
    """
    unknown = sorted(map(str, set(facts) - FactArguments.__optional_keys__))
    if unknown:
        known = ", ".join(sorted(FactArguments.__optional_keys__))
        raise ArgumentsError("unknown_fact", name=", ".join(unknown), known=known)
    counts: dict[str, Any] = {name: _count(facts, name) for name in _COUNTS}
    return Situation(
        seat=_wind(facts, "seat"),
        round=_wind(facts, "round"),
        self_drawn=bool(facts.get("self_drawn")),
        discarder=_wind(facts, "discarder"),
        flags=frozenset(name for name in _FLAGS if facts.get(name)),
        liable=_wind(facts, "liable"),
        dora=parse_seen(facts.get("dora") or "", "dora"),
        ura=parse_seen(facts.get("ura") or "", "ura"),
        answers=normalize_answers(_answers(facts)),
        **counts,
    )


def parse_entry(entry: object) -> tuple[Any, Mapping[str, object]]:
    """Return the photo and facts of one of many photos: a photo alone has no facts of its own.

    Raises:
        ArgumentsError: a tuple that is no pair of a photo and facts.
    """
    if not isinstance(entry, tuple):
        return entry, {}
    if len(entry) != 2 or not isinstance(entry[1], Mapping):
        raise ArgumentsError("no_pair", value=repr(entry)[:60])
    return entry


def require_photos(photos: object, threads: object) -> None:
    """Check that many photos are given, and how many threads read them.

    Raises:
        ArgumentsError: one photo, or another thing; no number of threads.
    """
    if isinstance(photos, str | bytes | Mapping) or not isinstance(photos, Iterable):
        raise ArgumentsError("no_photos", value=repr(photos)[:60])
    if not isinstance(threads, int) or threads < 1:
        raise ArgumentsError(
            "wrong_type", name="threads", value=repr(threads)[:60], expected="1, 2, 3 ..."
        )


def parse_seen(text: object, name: str) -> tuple[Tile, ...]:
    """Return the tiles of an argument like "3m5z".

    Raises:
        ArgumentsError: no text.
        TileError: text that is no tiles.
    """
    return parse_tiles(require_text(text, name, '"3m5z"'))


def require_text(value: object, name: str, like: str) -> str:
    """Return an argument that has to be text.

    Raises:
        ArgumentsError: it is none.
    """
    if not isinstance(value, str):
        raise ArgumentsError("wrong_type", name=name, value=repr(value)[:60], expected=like)
    return value


def parse_location(region: object, hand_from: object) -> HandLocation:
    """Return the place of a hand, by the API's arguments of these names.

    Raises:
        RegionError: no four numbers, or an empty rectangle.
        ArgumentsError: no edge.
    """
    found = None
    if region is not None:
        numbers = tuple(region) if isinstance(region, tuple | list) else (region,)
        if not all(isinstance(one, int | float) for one in numbers):
            raise RegionError("no_region", text=repr(region)[:60])
        found = Region.parse(",".join(f"{one:f}" for one in numbers))
    try:
        edge = None if hand_from is None else PictureEdge(str(hand_from))
    except ValueError:
        raise ArgumentsError("no_edge", edge=hand_from) from None
    return HandLocation(found, edge)


def _answers(facts: Mapping[str, object]) -> dict[str, str]:
    given = facts.get("answers") or {}
    if not isinstance(given, Mapping) or not all(
        isinstance(part, str) for pair in given.items() for part in pair
    ):
        like = '{"tile:3": "5m"}'
        raise ArgumentsError("wrong_type", name="answers", value=repr(given)[:60], expected=like)
    answers: dict[str, str] = dict(given)
    tile = facts.get("winning_tile")
    if tile is not None:
        answers["winning_tile"] = require_text(tile, "winning_tile", '"5m"')
    return answers


def _count(facts: Mapping[str, object], name: str) -> int:
    value = facts.get(name)
    if value is not None and (not isinstance(value, int) or value < 0):
        raise ArgumentsError(
            "wrong_type", name=name, value=repr(value)[:60], expected="0, 1, 2 ..."
        )
    return value or 0


def _wind(facts: Mapping[str, object], name: str) -> Wind | None:
    letter = facts.get(name)
    if letter is None:
        return None
    try:
        return Wind(str(letter))
    except ValueError:
        raise ArgumentsError("no_wind", name=name, letter=letter) from None
