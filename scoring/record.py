"""Case records: wins as JSON, parsed with every fault reported, and written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from .errors import HandReaderError
from .hand import Hand
from .json_fields import JsonFault, JsonFields, json_type, mismatch, short_repr
from .meld import HandProblem, Meld, MeldSource, SetKind
from .near import did_you_mean, nearest
from .reading import Option
from .registry import rulebook
from .rulebook import Rulebook
from .text import Phrase, Texts, phrase
from .tiles import Tile, Wind, format_tiles, sort_tiles
from .win import Win

MOST_WARNINGS = 20  # of unknown fields; more help nobody
MOST_OPTIONS = 40  # no rule set has so many
MOST_COUNTED = 1000  # counters or riichi sticks; no table has so many


_OF_THE_HAND: Texts = {"en": "hand: {problem}", "it": "mano: {problem}"}
_NO_TILES: Texts = {
    "en": "missing; the tiles held, without the winning tile",
    "it": "manca; le tessere in mano, senza quella vincente",
}
_NO_TYPE: Texts = {
    "en": "missing; chow, pung or kong",
    "it": "manca; chow, pung o kong",
}
_FLOWER_INDICATOR: Texts = {
    "en": "{tile} is a flower: expected a suit tile or an honour",
    "it": "{tile} è un fiore: serve una tessera di un seme o un onore",
}
_FIVE_WITH_INDICATORS: Texts = {
    "en": "with them there are five or more {tile}",
    "it": "con questi ci sono cinque o più {tile}",
}
_MELD_KINDS = tuple(kind for kind in SetKind if kind is not SetKind.PAIR)
_MELD_SOURCES = tuple(MeldSource)
_HELD = ("concealed", "winning_tile", "melds")
FLAGS = (
    "last_tile",
    "kong_replacement",
    "robbing_kong",
    "last_of_kind",
    "blessing_heaven",
    "blessing_earth",
    "riichi",
    "double_riichi",
    "ippatsu",
)
"""Facts of a win that are either so or not, by their names in a record and in `Win`."""
_LABELS = frozenset(("expected", "dora", "source", "note", "kind", "seed", "input"))
_FIELDS = frozenset(
    """id rules options concealed winning_tile melds self_drawn discarder seat round flags flowers
    dora_indicators ura_indicators counters riichi_sticks norths discards_since""".split()
)
_IN_FLAGS = frozenset((*FLAGS, "liable"))
_IN_MELD = frozenset(("type", "tiles", "concealed", "from", "claimed"))
_NO_FIELD: Texts = {
    "en": "{path}: no field of a case record{meant}",
    "it": "{path}: non è un campo di una mano{meant}",
}
_IGNORED: Texts = {
    "en": "{path}: no field of a case record, ignored{meant}",
    "it": "{path}: non è un campo di una mano, ignorato{meant}",
}


class RecordError(HandReaderError, ValueError):
    """An invalid case record.

    Attributes:
        faults: every fault as `field: fault`, in English.
        fields: the faults of single fields and of facts that contradict each other.
        problems: the faults of the tiles.
    """

    def __init__(self, fields: tuple[object, ...], problems: tuple[HandProblem, ...] = ()) -> None:
        super().__init__(*fields, *(phrase(_OF_THE_HAND, problem=one) for one in problems))
        self.faults = tuple(map(str, self.parts))
        self.fields, self.problems = fields, problems


@dataclass(frozen=True, slots=True)
class Record:
    """A win and the rule set to score it by: one line of a case file.

    Attributes:
        id: of the line.
        rules: rule set, perhaps with options behind (see `registry.rulebook`); None if unknown.
        hand, win: the complete hand, and the circumstances of the win.
        options: answers to options of the rule set, by name.
    """

    id: str | int | None
    rules: str | None
    hand: Hand
    win: Win
    options: Mapping[str, Option] = field(default_factory=dict, hash=False)

    def book(self, rules: str | None = None) -> Rulebook:
        """Return the rulebook by which the win is scored.

        Args:
            rules: rule set if the record names none; its options hold only then.

        Raises:
            RulebookError: an unknown rule set, option or answer.
        """
        return rulebook(self.rules or rules or "", self.options)

    @staticmethod
    def from_json(obj: object) -> Record:
        """Parse a record from a decoded JSON value; unknown keys are ignored.

        Raises:
            RecordError: names every fault: invalid fields, impossible tiles, and facts that
                contradict each other.
        """
        return read_record(obj)

    def check(self) -> Record:
        """Return the record itself if the win can be.

        Raises:
            RecordError: names every fault, as `from_json` does.
        """
        _check(self)
        return self

    def to_json(self) -> dict[str, object]:
        """Return the record as JSON for `from_json`, every key present."""
        return write_record(self)


def read_record(obj: object) -> Record:
    """Parse a case record; see `Record.from_json`."""
    if not isinstance(obj, Mapping):
        raise RecordError((mismatch("record", "object", json_type(obj)),))
    if obj.get("flowers"):
        obj = {**obj, "flowers": _flowers(obj["flowers"])}
    faults: list[JsonFault] = []
    fields = JsonFields(obj, faults.append)
    flags = fields.optional_sub("flags")
    hand = Hand(
        concealed=sort_tiles(fields.tiles("concealed")),
        winning=fields.optional_tile("winning_tile"),
        melds=tuple(map(_meld, fields.sub_list("melds", 4, optional=True, expected="sets"))),
        flowers=sort_tiles(fields.tiles("flowers")),
    )
    win = Win(
        self_drawn=fields.flag("self_drawn"),
        discarder=fields.optional_seat("discarder"),
        seat=fields.optional_seat("seat") or Wind.EAST,
        round=fields.optional_seat("round") or Wind.EAST,
        **{name: flags.flag(name) for name in FLAGS},
        liable=flags.optional_seat("liable"),
        dora_indicators=fields.tiles("dora_indicators"),
        ura_indicators=fields.tiles("ura_indicators"),
        counters=fields.integer("counters", 0, MOST_COUNTED, default=0),
        riichi_sticks=fields.integer("riichi_sticks", 0, MOST_COUNTED, default=0),
        norths=fields.integer("norths", 0, 4, default=0),
        discards_since=_discards(fields, faults),
    )
    id_ = _id(fields)
    rules = fields.optional_text("rules")
    if "concealed" not in obj:
        fields.fault("concealed", phrase(_NO_TILES))
    record = Record(id_, rules, hand, win, _options(fields))
    is_parsed = not any(fault.path.startswith(_HELD) for fault in faults)
    _check(record, tuple(faults), is_parsed)
    return record


def _flowers(value: object) -> object:
    """Return flowers in our notation: among flowers `F1` is no East, but the first of them."""
    if isinstance(value, list):
        return [_flowers(one) for one in value]
    return _LETTER_FIRST.sub(r"\1f", value) if isinstance(value, str) else value


_LETTER_FIRST = re.compile(r"[Ff]([1-8]+)(?![0-9Ff])")


def unknown_fields(obj: object, are_ignored: bool = True) -> tuple[Phrase, ...]:
    """Return a warning for each field that no case record has, with the nearest one that it has.

    Fields that label a case (`expected`, `source`, `note`, ...) are known, and ignored.
    """
    if not isinstance(obj, Mapping):
        return ()
    odd = [key for key in obj if key not in _FIELDS and key not in _LABELS]
    flags, melds = obj.get("flags"), obj.get("melds")
    if isinstance(flags, Mapping):
        odd += [f"flags.{key}" for key in flags if key not in _IN_FLAGS]
    if isinstance(melds, list):
        for place, meld in enumerate(melds[:4]):
            if isinstance(meld, Mapping):
                odd += [f"melds[{place}].{key}" for key in meld if key not in _IN_MELD]
    texts = _IGNORED if are_ignored else _NO_FIELD
    return tuple(_unknown_field(str(path), texts) for path in odd[:MOST_WARNINGS])


def _unknown_field(path: str, texts: Texts) -> Phrase:
    above, _, name = path.rpartition(".")
    if above.startswith("melds"):
        known = {one: f"{above}.{one}" for one in _IN_MELD}
    else:
        known = {one: f"flags.{one}" for one in _IN_FLAGS} | {one: one for one in _FIELDS}
    close = nearest(name, sorted(known))
    meant = "" if close is None else did_you_mean(known[close], (known[close],))
    return phrase(texts, path=short_repr(path), meant=meant)


def _check(record: Record, faults: tuple[JsonFault, ...] = (), is_parsed: bool = True) -> None:
    """Raise every fault of a record, with those of its fields; see `Record.check`.

    A wrong count of tiles is a fault only if all of them were parsed.
    """
    hand, win = record.hand, record.win
    problems = tuple(one for one in hand.problems() if is_parsed or one.code != "wrong_count")
    counts = [
        mismatch(name, "number", short_repr(count), least=0, most=MOST_COUNTED)
        for name, count in (("counters", win.counters), ("riichi_sticks", win.riichi_sticks))
        if not 0 <= count <= MOST_COUNTED
    ]
    odd = (*counts, *_indicator_faults(hand, win, problems), *win.conflicts(hand))
    if faults or problems or odd:
        raise RecordError((*faults, *odd), problems)


def _options(fields: JsonFields) -> dict[str, Option]:
    """Return answers to options of the rule set; `registry.rulebook` knows which there are."""
    found: dict[str, Option] = {}
    for name, value in fields.optional_sub("options", MOST_OPTIONS).obj.items():
        if isinstance(name, str) and isinstance(value, str | int):  # a boolean is an int
            found[name] = value
        else:
            fields.mismatch(f"options.{short_repr(name)}"[:60], "answer", short_repr(value))
    return found


def _id(fields: JsonFields) -> str | int | None:
    value = fields.value("id")
    if value is None or (isinstance(value, str | int) and not isinstance(value, bool)):
        return value
    fields.mismatch("id", "text_or_number", json_type(value))
    return None


def _meld(fields: JsonFields) -> Meld:
    tiles = sort_tiles(fields.tiles("tiles"))
    kind = fields.optional_choice("type", _MELD_KINDS)
    source = fields.optional_choice("from", _MELD_SOURCES)
    if fields.value("type") is None:
        fields.fault("type", phrase(_NO_TYPE))
    claimed = fields.value("claimed")
    if claimed is not None and claimed not in range(len(tiles)):
        fields.mismatch("claimed", "place", short_repr(claimed))
        claimed = None
    place = claimed if isinstance(claimed, int) else None
    return Meld(kind or Meld.from_tiles(tiles).kind, tiles, place, source, fields.flag("concealed"))


def _discards(fields: JsonFields, faults: list[JsonFault]) -> tuple[tuple[Wind, Tile], ...] | None:
    value = fields.value("discards_since")
    if value is None:
        return None
    found: list[tuple[Wind, Tile]] = []
    for piece in value if isinstance(value, list) else [value]:
        pair = piece if isinstance(piece, list) and len(piece) == 2 else [None, None]
        before = len(faults)
        one = JsonFields({"seat": pair[0], "tile": pair[1]}, faults.append, "discards_since.")
        seat, tile = one.optional_seat("seat"), one.optional_tile("tile")
        if seat is not None and tile is not None:
            found.append((seat, tile))
        elif len(faults) == before:
            fields.mismatch("discards_since", "pairs", short_repr(piece))
    return tuple(found)


def _indicator_faults(hand: Hand, win: Win, problems: tuple[HandProblem, ...]) -> list[object]:
    """Return the faults of indicators that are flowers, or show a fifth tile of a kind."""
    indicators = [*win.dora_indicators, *win.ura_indicators]
    if flowers := sorted({tile for tile in indicators if tile.is_flower}):
        return [
            JsonFault("dora_indicators", phrase(_FLOWER_INDICATOR, tile=tile)) for tile in flowers
        ]
    if not indicators or any(one.code == "five_of_a_kind" for one in problems):
        return []
    every = [tile.plain for tile in (*hand.tiles, *indicators)]
    over = sorted({tile for tile in every if every.count(tile) > 4 and not tile.is_flower})
    return [JsonFault("dora_indicators", phrase(_FIVE_WITH_INDICATORS, tile=tile)) for tile in over]


def write_record(record: Record) -> dict[str, object]:
    """Write a case record; see `Record.to_json`."""
    hand, win = record.hand, record.win
    flags: dict[str, object] = {name: True for name in FLAGS if getattr(win, name)}
    if win.liable is not None:
        flags["liable"] = win.liable.value
    written: dict[str, object] = {
        "id": record.id,
        "rules": None if record.rules is None else record.rules.partition(":")[0],
        **_options_json(record),
        "concealed": format_tiles(hand.concealed),
        "winning_tile": None if hand.winning is None else hand.winning.value,
        "melds": [
            {
                "type": meld.kind.value,
                "tiles": format_tiles(meld.tiles),
                "concealed": meld.concealed,
                "from": None if meld.source is None else meld.source.value,
                "claimed": meld.claimed,
            }
            for meld in hand.melds
        ],
        "self_drawn": win.self_drawn,
        "discarder": None if win.discarder is None else win.discarder.value,
        "seat": win.seat.value,
        "round": win.round.value,
        "flags": flags,
        "flowers": [tile.value for tile in hand.flowers],
        "dora_indicators": [tile.value for tile in win.dora_indicators],
        "ura_indicators": [tile.value for tile in win.ura_indicators],
        "counters": win.counters,
        "riichi_sticks": win.riichi_sticks,
    }
    if win.norths:
        written["norths"] = win.norths
    if win.discards_since is not None:
        written["discards_since"] = [[seat.value, tile.value] for seat, tile in win.discards_since]
    return written


def _options_json(record: Record) -> dict[str, object]:
    """Return the field `options` if the record's rule set has changed ones."""
    if not record.options and (record.rules is None or ":" not in record.rules):
        return {}
    if record.rules is None:
        return {"options": dict(record.options)}
    return {"options": record.book().custom_options}
