"""A reader of untrusted JSON objects, which reports every invalid field in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from .near import did_you_mean
from .text import Phrase, Texts, phrase
from .tiles import WINDS, Tile, TileError, Wind, parse_tile, parse_tiles

T = TypeVar("T")
Choice = TypeVar("Choice", bound=str)
LONGEST_TEXT = 200  # no tile text of a hand is longer; keeps hostile input out of error lines

_EXPECTED_FIELDS: Mapping[str, Texts] = {
    "object": {"en": "a JSON object was expected", "it": "serve un oggetto JSON"},
    "objects": {"en": "JSON objects were expected", "it": "servono oggetti JSON"},
    "text": {"en": "text was expected", "it": "serve un testo"},
    "at_most": {
        "en": "text of at most {most} characters was expected, not {count}",
        "it": "serve un testo di al massimo {most} caratteri, non {count}",
    },
    "text_or_number": {
        "en": "text or a number was expected",
        "it": "serve un testo o un numero",
    },
    "yes_or_no": {"en": "true or false was expected", "it": "serve true o false"},
    "number": {
        "en": "a number from {least} to {most} was expected",
        "it": "serve un numero da {least} a {most}",
    },
    "up_to": {"en": "a number up to {most} was expected", "it": "serve un numero fino a {most}"},
    "one_of": {"en": "{choices} was expected", "it": "serve {choices}"},
    "seat": {"en": "E, S, W or N was expected", "it": "serve E, S, W o N"},
    "seats": {"en": "a list of seats was expected", "it": "serve un elenco di posti"},
    "tiles": {"en": "tiles as text were expected", "it": "servono tessere come testo"},
    "answer": {
        "en": "text, a number, true or false was expected",
        "it": "serve un testo, un numero, true o false",
    },
    "sets": {
        "en": "a list of at most four sets was expected",
        "it": "serve un elenco di al massimo quattro gruppi",
    },
    "place": {
        "en": "the place of a tile of the set was expected",
        "it": "serve il posto di una tessera del gruppo",
    },
    "pairs": {
        "en": 'pairs like ["W", "3s"] were expected',
        "it": 'servono coppie come ["W", "3s"]',
    },
    "winners": {
        "en": "a list of one to three was expected",
        "it": "serve un elenco da uno a tre",
    },
    "changes": {
        "en": "points by E, S, W and N were expected",
        "it": "servono i punti di E, S, W e N",
    },
    "list": {
        "en": "a list of at most {most} was expected",
        "it": "serve un elenco di al massimo {most}",
    },
    "players": {
        "en": "players 0 to 3 were expected, each once",
        "it": "servono i giocatori da 0 a 3, ognuno una volta",
    },
    "version": {
        "en": "number and version were expected",
        "it": "servono numero e versione",
    },
    "next": {
        "en": "{number} was expected after {last}",
        "it": "dopo {last} serve {number}",
    },
    "name": {
        "en": "up to 32 letters and digits were expected",
        "it": "servono fino a 32 lettere e cifre",
    },
    "time": {
        "en": "a time like 2026-11-22T20:15:00+00:00 was expected",
        "it": "serve un'ora come 2026-11-22T20:15:00+00:00",
    },
}
_FAULT: Texts = {"en": "{key}: {fault}", "it": "{key}: {fault}"}
_NOT: Texts = {"en": "{key}: {fault}, not {value}", "it": "{key}: {fault}, non {value}"}
_MEANT_VALUE: Texts = {"en": "{value}{meant}", "it": "{value}{meant}"}
_KINDS: Mapping[type, Texts] = {
    dict: {"en": "an object", "it": "un oggetto"},
    list: {"en": "a list", "it": "un elenco"},
    str: {"en": "text", "it": "un testo"},
    bool: {"en": "true or false", "it": "true o false"},
    type(None): {"en": "null", "it": "null"},
}
_NUMBER: Texts = {"en": "a number", "it": "un numero"}
_CHARACTERS: Texts = {"en": "{count} characters", "it": "{count} caratteri"}


@dataclass(frozen=True, slots=True)
class JsonFault:
    """An invalid field of untrusted JSON.

    Attributes:
        path: of the field, as "winners[0].seat".
        expected: what was expected, or the error of a parser.
        found: the value found instead, in words; None if it is not shown.
    """

    path: str
    expected: object
    found: object = None

    def localize(self, lang: str = "en") -> str:
        """Return the fault as `path: what was expected, not what was found`."""
        sentence = _FAULT if self.found is None else _NOT
        return phrase(sentence, key=self.path, fault=self.expected, value=self.found).localize(lang)

    def __str__(self) -> str:
        return self.localize()


class JsonFields:
    """A reader of one untrusted JSON object: each method validates one field.

    A required field that is missing is a fault; an `optional_` one may be missing or null. A flag
    that is missing is false, seats and tiles that are missing are none. An invalid field is
    reported and read like a missing one; a required one gives the first possible value.

    >>> faults: list[JsonFault] = []
    >>> fields = JsonFields({"seat": "east", "points": 12}, faults.append)
    >>> fields.integer("points", 0, 100), fields.optional_seat("seat")
    (12, None)
    >>> print(*faults)
    seat: E, S, W or N was expected, not 'east'

    Args:
        obj: the decoded object.
        report: called for each fault; it may raise an error.
        path: put in front of every key.
        describe: puts a value of a wrong type into words.

    Attributes:
        obj: the decoded object.
    """

    __slots__ = ("_describe", "_path", "_report", "obj")

    def __init__(
        self,
        obj: Mapping[str, object],
        report: Callable[[JsonFault], None],
        path: str = "",
        describe: Callable[[object], object] | None = None,
    ) -> None:
        self.obj, self._report, self._path = obj, report, path
        self._describe = describe or json_type

    def value(self, key: str) -> object:
        """Return a field as it is; None if it is missing."""
        return self.obj.get(key)

    def fault(self, key: str, expected: object, found: object = None) -> None:
        """Report a fault of a field, in words of the caller."""
        self._report(JsonFault(self._path + key, expected, found))

    def mismatch(self, key: str, expected: str, found: object = None, **gaps: object) -> None:
        """Report that a field is not what was expected; see `mismatch`."""
        self._report(mismatch(self._path + key, expected, found, **gaps))

    def mapping(
        self, key: str, most: int | None = None, expected: str = "object"
    ) -> Mapping[str, object]:
        """Return an object of at most `most` fields as it is."""
        value = self.value(key)
        if isinstance(value, Mapping) and (most is None or len(value) <= most):
            return value
        self.mismatch(key, expected, self._describe(value))
        return {}

    def sub(self, key: str, most: int | None = None, expected: str = "object") -> JsonFields:
        """Return a reader of the object under a key; it reports faults like this one."""
        return self._sub(key, self.mapping(key, most, expected))

    def optional_sub(self, key: str, most: int | None = None) -> JsonFields:
        """Return a reader of the object under a key; of an empty one if it is missing."""
        return self._sub(key, {}) if self.value(key) is None else self.sub(key, most)

    def sub_list(
        self, key: str, most: int, least: int = 0, optional: bool = False, expected: str = "list"
    ) -> Iterator[JsonFields]:
        """Yield a reader of each object in a list."""
        for place, value in enumerate(self.values(key, most, least, optional, expected)):
            if isinstance(value, Mapping):
                yield self._sub(f"{key}[{place}]", value)
            else:
                self.mismatch(f"{key}[{place}]", "object", self._describe(value))

    def values(
        self, key: str, most: int, least: int = 0, optional: bool = False, expected: str = "list"
    ) -> Sequence[object]:
        """Return a list of `least` to `most` values, not validated."""
        value = self.value(key)
        if value is None and optional:
            return ()
        if isinstance(value, list) and least <= len(value) <= most:
            return value
        self.mismatch(key, expected, short_repr(value), least=least, most=most)
        return ()

    def text(self, key: str, most: int | None = None, expected: str = "text") -> str:
        """Return a text of at most `most` characters."""
        value = self.value(key)
        if isinstance(value, str) and (most is None or len(value) <= most):
            return value
        if isinstance(value, str) and most is not None and expected == "text":
            self.mismatch(key, "at_most", most=most, count=len(value))
        else:
            self.mismatch(key, expected, self._describe(value))
        return ""

    def optional_text(self, key: str) -> str | None:
        """Return a text."""
        return None if self.value(key) is None else self.text(key)

    def flag(self, key: str) -> bool:
        """Return true or false."""
        value = self.value(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        self.mismatch(key, "yes_or_no", self._describe(value))
        return False

    def optional_flag(self, key: str) -> bool | None:
        """Return true, false, or None where it is not known."""
        return None if self.value(key) is None else self.flag(key)

    def integer(
        self, key: str, least: int, most: int, default: int | None = None, expected: str = "number"
    ) -> int:
        """Return an integer from `least` to `most`; required unless there is a default."""
        value = self.value(key)
        if value is None and default is not None:
            return default
        if type(value) is int and least <= value <= most:
            return value
        self.mismatch(key, expected, short_repr(value), least=least, most=most)
        return least if default is None else default

    def optional_number(self, key: str, least: int, most: int) -> float | None:
        """Return a number from `least` to `most`, with or without a fraction."""
        value = self.value(key)
        if value is None:
            return None
        if (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and least <= value <= most
        ):
            return value
        self.mismatch(key, "number", short_repr(value), least=least, most=most)
        return None

    def numbers(self, key: str, count: int, least: float, most: float) -> list[float]:
        """Return a list of `count` numbers from `least` to `most`."""
        found = []
        for place, value in enumerate(self.values(key, count, count)):
            if not isinstance(value, int | float) or not least <= value <= most:
                gaps = {"least": int(least), "most": int(most)}
                self.mismatch(f"{key}[{place}]", "number", short_repr(value), **gaps)
                return [least] * count
            found.append(float(value))
        return found or [least] * count

    def choice(self, key: str, choices: Sequence[Choice]) -> Choice:
        """Return one of the choices."""
        return self._choice(key, self.value(key), choices) or choices[0]

    def optional_choice(self, key: str, choices: Sequence[Choice]) -> Choice | None:
        """Return one of the choices."""
        value = self.value(key)
        return None if value is None else self._choice(key, value, choices)

    def choices(self, key: str, choices: Sequence[Choice], most: int) -> list[Choice]:
        """Return the choices in a list of at most `most`."""
        listed = self.values(key, most, optional=True)
        found = [self._choice(key, one, choices) for one in listed]
        return [choice for choice in found if choice is not None]

    def seat(self, key: str) -> Wind:
        """Return a seat."""
        return self._seat(key, self.value(key)) or Wind.EAST

    def optional_seat(self, key: str) -> Wind | None:
        """Return a seat."""
        value = self.value(key)
        return None if value is None else self._seat(key, value)

    def seats(self, key: str) -> list[Wind]:
        """Return the seats in a list of at most four."""
        found = [
            self._seat(key, one) for one in self.values(key, 4, optional=True, expected="seats")
        ]
        return [seat for seat in found if seat is not None]

    def optional_tile(self, key: str) -> Tile | None:
        """Return a tile."""
        value = self.value(key)
        return None if value is None else self._parse(key, value, parse_tile)

    def tiles(self, key: str) -> tuple[Tile, ...]:
        """Return tiles, written as one text or as a list of texts."""
        value = self.value(key)
        if isinstance(value, list):
            found = [self._parse(key, one, parse_tile) for one in value[:LONGEST_TEXT]]
            return tuple(tile for tile in found if tile is not None)
        return () if value is None else self._parse(key, value, parse_tiles) or ()

    def _sub(self, key: str, obj: Mapping[str, object]) -> JsonFields:
        return JsonFields(obj, self._report, f"{self._path}{key}.", self._describe)

    def _choice(self, key: str, value: object, choices: Sequence[Choice]) -> Choice | None:
        if isinstance(value, str) and value in choices:
            return choices[choices.index(value)]
        found = short_repr(value)
        if isinstance(value, str):
            found = phrase(_MEANT_VALUE, value=found, meant=did_you_mean(value, choices))
        self.mismatch(key, "one_of", found, choices=", ".join(choices))
        return None

    def _seat(self, key: str, value: object) -> Wind | None:
        if isinstance(value, str) and value in WINDS:
            return Wind(value)
        self.mismatch(key, "seat", short_repr(value))
        return None

    def _parse(self, key: str, value: object, parse: Callable[[str], T]) -> T | None:
        if not isinstance(value, str):
            self.mismatch(key, "tiles", self._describe(value))
        elif len(value) > LONGEST_TEXT:
            self.mismatch(key, "tiles", phrase(_CHARACTERS, count=len(value)))
        else:
            try:
                return parse(value)
            except TileError as error:
                self.fault(key, error)
        return None


def mismatch(path: str, expected: str, found: object = None, **gaps: object) -> JsonFault:
    """Return the fault of a field that is not what was expected.

    Args:
        path: of the field.
        expected: a key of the table above.
        found: the value, as `short_repr` or `json_type` gives it; None to leave it out.
        gaps: the placeholders of the table's sentence.
    """
    return JsonFault(path, phrase(_EXPECTED_FIELDS[expected], **gaps), found)


def short_repr(value: object) -> str | Phrase:
    """Return any value for an error line, in at most 40 characters."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        return json_type(value)
    return text if len(text) <= 40 else f"{text[:36]} ..."


def json_type(value: object) -> Phrase:
    """Return the name of a value's JSON type."""
    return phrase(_KINDS.get(type(value), _NUMBER))
