"""Problems and questions of a photo, and their sentences (English, Italian)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.errors import CodedError
from scoring.text import Texts, in_language
from scoring.tiles import BACK, CLASSES, KINDS

from ..picture_edge import PictureEdge

Value = str | int


_TEXTS = {
    "faulty": {"en": "{problem}", "it": "{problem}"},
    "unread": {"en": "{name}: {error}", "it": "{name}: {error}"},
    "open": {
        "en": "the photo leaves open: {question} (answer {id})",
        "it": "la foto non lo dice: {question} (rispondi a {id})",
    },
    "no_question": {
        "en": "there is no question {id}: expected one of {known}",
        "it": "nessuna domanda si chiama {id}: serve una fra {known}",
    },
    "no_such_tile": {
        "en": "answer {id} is about tile {tile}, which is not in the photo",
        "it": "la risposta {id} riguarda la tessera {tile}, che nella foto non c'è",
    },
    "no_answer": {
        "en": "{answer} is not an answer to {id}: expected one of {options}",
        "it": "{answer} non risponde a {id}: serve una fra {options}",
    },
    "no_tile": {
        "en": "{answer} is not an answer to {id}: expected a tile, like 5m, E or 2 bamboo",
        "it": "{answer} non risponde a {id}: serve una tessera, come 5m, E o 2 bambù",
    },
    "not_held": {
        "en": "winning tile {tile} is not in the hand: it holds {kinds}",
        "it": "la tessera vincente {tile} non è nella mano, che ha {kinds}",
    },
}


class LayoutError(CodedError):
    """No whole hand in the photo, an open question, or an answer that cannot be."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True)
class LayoutProblem:
    """A fault in the recognised tiles.

    Attributes:
        code: its kind, a key of `SENTENCES`.
        message: one English line: what was found, what was expected.
        tiles: ids of the tiles it is about.
        fatal: whether it prevents a hand; else it is a remark.
        data: what the sentence was filled with, for other languages.
    """

    code: str
    message: str
    tiles: tuple[int, ...] = ()
    fatal: bool = True
    data: Mapping[str, Value] = field(default_factory=dict)

    @property
    def prevents_score(self) -> bool:
        """Return whether there is no score with it; a hand that waits for nothing is still one."""
        return self.fatal or self.code == "no_wait"

    def localize(self, lang: str) -> str:
        """Return the line in a language."""
        return sentence(self.code, self.data, lang)

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Question:
    """An open point of a photo.

    Ids that any photo may have: `winning_tile`, `covered`, `missing` and `extra` (kinds; the last
    three also "none"), `blanks:ID,ID` ("5z", "back", "mixed"), `back_or_white:ID` ("5z", "back"),
    `tile:ID` (kinds), `is_tile:ID`, `concealed_kong:ID,ID` and `printed` ("yes", "no").

    Attributes:
        id: name to answer by; stable for the same tiles ("winning_tile", "kong_face:7", ...).
        text: one English line.
        options: answers to choose from; empty: any tile kind.
        tiles: ids of the tiles it is about.
        default: assumed answer until one is given; None when an answer is needed.
        data: what the sentence was filled with, for other languages.
    """

    id: str
    text: str
    options: tuple[str, ...] = ()
    tiles: tuple[int, ...] = ()
    default: str | None = None
    data: Mapping[str, Value] = field(default_factory=dict)

    @property
    def code(self) -> str:
        """Return the question's code, a key of `SENTENCES`: the id without the tile."""
        return self.id.partition(":")[0]

    def localize(self, lang: str) -> str:
        """Return the line in a language."""
        return sentence(self.code, self.data, lang)

    def __str__(self) -> str:
        return self.text


def problem(
    code: str, tiles: Sequence[int] = (), fatal: bool = True, **data: Value
) -> LayoutProblem:
    """Build the problem with its English sentence."""
    return LayoutProblem(code, sentence(code, data), tuple(tiles), fatal, data)


def question(
    id: str,
    options: Sequence[str] = (),
    tiles: Sequence[int] = (),
    default: str | None = None,
    **data: Value,
) -> Question:
    """Build the question with its English sentence."""
    text = sentence(id.partition(":")[0], data)
    return Question(id, text, tuple(options), tuple(tiles), default, data)


def with_options(asked: Question, options: Iterable[str], tiles: Iterable[int]) -> Question:
    """Return the question with further options, about further tiles; each stays once."""
    return replace(
        asked,
        options=tuple(dict.fromkeys((*asked.options, *options))),
        tiles=tuple(dict.fromkeys((*asked.tiles, *tiles))),
    )


def sentence(code: str, data: Mapping[str, Value], language: str = "en") -> str:
    """Return the sentence of a problem or question.

    >>> sentence("wrong_count", {"held": 12, "sets": 1})
    '12 in hand + 1 set = 15 tiles, one too many'

    Args:
        code: a key of `SENTENCES`.
        data: what it is filled with; `none`, the answer of that name, is as typed unless given.
        language: "en", "it" or another one that has a file.
    """
    filled = {"none": "none", **data}
    if code == "wrong_count":
        filled |= _count_words(int(data["held"]), int(data["sets"]), language)
    if code == "reading":
        filled["readings"] = reading_option(str(data["readings"]), language)
    if "seat" in data:
        filled["who"] = in_language(_PLAYERS[str(data["seat"])], language)
    texts = _SINGULAR.get(code) if filled.get("count") == 1 else None
    texts = _WAITING.get(code) if "waits" in filled else texts
    return in_language(texts or SENTENCES[code], language).format(**filled)


def reading_option(option: str, language: str) -> str:
    """Return an option of `reading` in a language.

    >>> reading_option("11 in hand [6s7s8s left]", "it")
    '11 in mano [6s7s8s da sinistra]'
    """
    return _READING_WORD.sub(lambda word: in_language(_READING_WORDS[word[0]], language), option)


def _count_words(held: int, sets: int, language: str) -> dict[str, Value]:
    total = held + 3 * sets
    off = total - 14 if total > 14 else 13 - total
    word = in_language(_NUMBERS[off], language) if off < len(_NUMBERS) else str(off)
    how = in_language(_TOO_MANY if total > 14 else _TOO_FEW, language)
    if total == _TAIWANESE_HAND:
        how += in_language(_TAIWANESE, language)
    return {
        "set_word": in_language(_SET if sets == 1 else _SETS, language),
        "tile_word": in_language(_TILE if total == 1 else _TILES, language),
        "total": total,
        "off": f"{word} {how}",
    }


EDGES = tuple(edge.value for edge in PictureEdge)
YES_NO = ("yes", "no")
ABOVE = ("winning tile", "bonus indicator", "neither")
CALLED_KONG = "called kong"
KONGS = ("concealed kong", CALLED_KONG, "no kong")
PUNG_OR_KONG = ("pung", "kong")
BACK_OR_WHITE = ("5z", BACK)
MIXED = "mixed"
BLANKS = (*BACK_OR_WHITE, MIXED)
NONE = "none"
COVERED = (NONE, *(name for name in CLASSES if name != BACK and name[1] != "f"))

_FIXED = {
    "owner_edge": EDGES,
    "indicators": YES_NO,
    "above": ABOVE,
    "four_equal": KONGS,
    "pung_or_kong": PUNG_OR_KONG,
    "back_or_white": BACK_OR_WHITE,
    "blanks": BLANKS,
    "extra": COVERED,
    "missing": COVERED,
    "is_tile": YES_NO,
    "printed": YES_NO,
    "furiten": YES_NO,
    "last_discard": YES_NO,
    "riichi": YES_NO,
    "concealed_kong": YES_NO,
    "covered": COVERED,
    "kong_face": tuple(kind.value for kind in KINDS),
    "winning_tile": tuple(name for name in CLASSES if name != BACK and name[1] != "f"),
    "tile": CLASSES,
}
ANY_TILE = frozenset({"tile", "missing", "covered", "kong_face"})
"""Questions that take any tile: their options are the likely ones."""
_FREE = frozenset({"which_hand", "reading", "called_sets"})  # options depend on the photo
QUESTION_CODES = frozenset({*_FIXED, *_FREE})
"""What a question's id begins with."""

_READING_WORDS: Mapping[str, Texts] = {
    "in hand": {"en": "in hand", "it": "in mano"},
    "left": {"en": "from the left", "it": "da sinistra"},
    "across": {"en": "from across", "it": "da chi siede di fronte"},
    "right": {"en": "from the right", "it": "da destra"},
}
_PLAYERS: Mapping[str, Texts] = {
    "winner": {"en": "the winner", "it": "chi vince"},
    "right": {"en": "the player at the winner's right", "it": "chi siede a destra di chi vince"},
    "across": {"en": "the player opposite the winner", "it": "chi siede di fronte a chi vince"},
    "left": {"en": "the player at the winner's left", "it": "chi siede a sinistra di chi vince"},
}
"""Players by their seats (`vision.layout.seats.SEATS`)."""
_READING_WORD = re.compile("|".join(_READING_WORDS))


def check_answers(answers: Mapping[str, str], tiles: Sequence[int]) -> None:
    """Check that each answer fits a question, a tile in the photo and an option.

    Raises:
        LayoutError: naming the answer and the valid ones.
    """
    for name, answer in answers.items():
        code, about, tile = name.partition(":")
        if code not in _FIXED and code not in _FREE:
            known = ", ".join([*_FIXED, *sorted(_FREE)])
            raise LayoutError("no_question", id=repr(name), known=known)
        for one in tile.split(",") if about else ():
            if one not in map(str, tiles):
                raise LayoutError("no_such_tile", id=repr(name), tile=one)
        if answer not in _FIXED.get(code, (answer,)):
            if code in ("tile", "winning_tile"):  # of which there are too many to list
                raise LayoutError("no_tile", answer=repr(answer), id=repr(name))
            options = ", ".join(_FIXED[code])
            raise LayoutError("no_answer", answer=repr(answer), id=repr(name), options=options)


def blanks_question(tiles: Sequence[int]) -> Question:
    """Build the question about all tiles without print; its id has their ids."""
    ids = ",".join(map(str, sorted(tiles)))
    return question(f"blanks:{ids}", BLANKS, sorted(tiles), count=len(tiles))


def expand_blanks(answers: Mapping[str, str]) -> dict[str, str]:
    """Return the answers with one for each tile in the place of one for all blanks."""
    expanded = {name: answer for name, answer in answers.items() if not name.startswith("blanks:")}
    for name in answers.keys() - expanded.keys():
        if answers[name] != MIXED:
            for tile in name.partition(":")[2].split(","):
                expanded.setdefault(f"back_or_white:{tile}", answers[name])
    return expanded


def has_choice(asked: Question) -> bool:
    """Return whether a question has an answer besides its default."""
    return asked.code in ANY_TILE or not asked.options or {*asked.options} != {asked.default}


_NUMBERS: tuple[Texts, ...] = (
    {"en": "none", "it": "nessuna"},
    {"en": "one", "it": "una"},
    {"en": "two", "it": "due"},
    {"en": "three", "it": "tre"},
    {"en": "four", "it": "quattro"},
    {"en": "five", "it": "cinque"},
    {"en": "six", "it": "sei"},
)
_TOO_MANY: Texts = {"en": "too many", "it": "di troppo"}
_TOO_FEW: Texts = {"en": "too few", "it": "di meno"}
_SET: Texts = {"en": "set", "it": "gruppo"}
_SETS: Texts = {"en": "sets", "it": "gruppi"}
_TILE: Texts = {"en": "tile", "it": "tessera"}
_TILES: Texts = {"en": "tiles", "it": "tessere"}

_TAIWANESE_HAND = 17
_TAIWANESE: Texts = {
    "en": " (Taiwanese hands of 17 are not scored)",
    "it": " (le mani taiwanesi di 17 non si contano)",
}

_SINGULAR: dict[str, dict[str, str]] = {
    "no_hand": {
        "en": "no hand seen, but 1 tile: lay 13 or 14 tiles face up in a line",
        "it": "nessuna mano, ma 1 tessera: disponi 13 o 14 tessere scoperte in fila",
    },
    "no_flowers": {
        "en": "flower {kind} seen, but riichi is played without flowers: is it another tile, or "
        "none of the hand?",
        "it": "visto il fiore {kind}, ma nel riichi non ci sono fiori: è un'altra tessera, o non "
        "è della mano?",
    },
    "ignored": {
        "en": "ignored: 1 tile beside the hand",
        "it": "ignorata: 1 tessera accanto alla mano",
    },
    "discards_seen": {
        "en": "1 tile around the hand is a discard",
        "it": "1 tessera attorno alla mano è uno scarto",
    },
}
"""Sentences of one tile."""

_WAITING: dict[str, dict[str, str]] = {
    "winning_tile": {
        "en": "These 13 tiles wait. Which tile won: {waits}?",
        "it": "Queste 13 tessere attendono. Quale tessera ha vinto: {waits}?",
    },
}
"""Sentences about 13 tiles of which none won."""

SENTENCES: dict[str, dict[str, str]] = {
    # problems
    "no_hand": {
        "en": "no hand seen among {count} tiles: lay 13 or 14 tiles face up in a line",
        "it": "nessuna mano tra {count} tessere: disponi 13 o 14 tessere scoperte in fila",
    },
    "wrong_count": {
        "en": "{held} in hand + {sets} {set_word} = {total} {tile_word}, {off}",
        "it": "{held} in mano + {sets} {set_word} = {total} {tile_word}, {off}",
    },
    "five_of_a_kind": {
        "en": "{count} tiles read as {kind}: there are only four; the least sure one is marked",
        "it": "{count} tessere lette come {kind}: ne esistono quattro; la meno sicura è segnata",
    },
    "red_five_twice": {
        "en": "{count} red fives {kind} read: there is only one; the least sure one is marked",
        "it": "{count} cinque rossi {kind} letti: ne esiste uno; il meno sicuro è segnato",
    },
    "flower_twice": {
        "en": "{count} flowers read as {kind}: there is one of each; the least sure one is marked",
        "it": "{count} fiori letti come {kind}: ne esiste uno; il meno sicuro è segnato",
    },
    "no_flowers": {
        "en": "{count} flowers seen ({kinds}), but riichi is played without flowers: are they "
        "other tiles, or none of the hand?",
        "it": "visti {count} fiori ({kinds}), ma nel riichi non ci sono fiori: sono altre tessere, "
        "o non sono della mano?",
    },
    "not_a_set": {
        "en": "{kinds} look like a called set but are not a chow, pung or kong: check these tiles",
        "it": "{kinds} sembrano un gruppo chiamato ma non sono chow, pung o kong: controllale",
    },
    "printed_tiles": {
        "en": "the tiles are printed or on a screen: photograph real ones, or type the hand",
        "it": "le tessere sono stampate o su uno schermo: fotografa quelle vere, o scrivi la mano",
    },
    "no_wait": {
        "en": "no tile completes the 13 tiles that were taken as the hand: is one misread, or is "
        "the hand another one?",
        "it": "nessuna tessera completa le 13 prese come mano: una è letta male, o la mano è "
        "un'altra?",
    },
    "red_five_implied": {
        "en": "the kong of {kind} has all four, so a hidden tile is the red five",
        "it": "il kong di {kind} ha tutte e quattro, quindi una coperta è il cinque rosso",
    },
    "ignored": {
        "en": "ignored: {count} tiles beside the hand",
        "it": "ignorate: {count} tessere accanto alla mano",
    },
    "discards_seen": {
        "en": "{count} tiles around the hand are discards",
        "it": "{count} tessere attorno alla mano sono scarti",
    },
    "in_furiten": {
        "en": "the hand waits for {kinds} and one of these lies among the winner's own discards: "
        "in furiten it wins by self-draw alone",
        "it": "la mano attende {kinds} e una di queste è fra gli scarti di chi vince: in furiten "
        "si vince solo pescando",
    },
    # questions
    "winning_tile": {
        "en": "Which tile won?",
        "it": "Quale tessera ha vinto?",
    },
    "covered": {
        "en": "13 tiles, and {kind} is apart like a winning tile: which tile of the hand is "
        "covered or cut off? ({none}: the {kind} is one of the 13)",
        "it": "13 tessere, e {kind} è in disparte come una vincente: quale tessera della mano è "
        "coperta o tagliata? ({none}: {kind} è una delle 13)",
    },
    "above": {
        "en": "What is the {kind} apart from the hand: the winning tile, a bonus indicator, "
        "neither?",
        "it": "Cos'è il {kind} in disparte: la tessera vincente, un indicatore, nessuno dei due?",
    },
    "indicators": {
        "en": "Are {kinds} bonus indicators?",
        "it": "{kinds} sono indicatori di bonus?",
    },
    "four_equal": {
        "en": "Four {kind}, none turned: a called kong, a concealed kong, or no kong?",
        "it": "Quattro {kind}, nessuna girata: kong chiamato, kong coperto, o nessun kong?",
    },
    "concealed_kong": {
        "en": "Are the two {kind} that lie by themselves a concealed kong of which the backs were "
        "not recognised?",
        "it": "I due {kind} in disparte sono un kong coperto di cui non si sono riconosciuti i "
        "dorsi?",
    },
    "kong_face": {
        "en": "Which tile is the face-down kong?",
        "it": "Di quale tessera è il kong coperto?",
    },
    "pung_or_kong": {
        "en": "Is {kind} a pung, or is a fourth tile on top of it?",
        "it": "{kind} è un pung, o c'è una quarta tessera sopra?",
    },
    "called_sets": {
        "en": "Which of these groups were called: {groups}?",
        "it": "Quali di questi gruppi sono stati chiamati: {groups}?",
    },
    "back_or_white": {
        "en": "Is this a white dragon or a face-down tile?",
        "it": "È un drago bianco o una tessera coperta?",
    },
    "blanks": {
        "en": "Are these {count} blank tiles white dragons or face-down tiles?",
        "it": "Queste {count} tessere lisce sono draghi bianchi o tessere coperte?",
    },
    "extra": {
        "en": "15 tiles: which of these does not belong to the hand? ({none}: all do)",
        "it": "15 tessere: quale di queste non è della mano? ({none}: lo sono tutte)",
    },
    "missing": {
        "en": "12 tiles: which tile of the hand is missing in the picture? ({none}: it has 12)",
        "it": "12 tessere: quale tessera della mano manca nella foto? ({none}: sono 12)",
    },
    "tile": {
        "en": "Which tile is this?",
        "it": "Che tessera è questa?",
    },
    "is_tile": {
        "en": "Is the outlined box a tile of its own?",
        "it": "Il riquadro segnato è una tessera a sé?",
    },
    "printed": {
        "en": "No side of these tiles is to be seen: are they printed, or on a screen?",
        "it": "Di queste tessere non si vede nessun fianco: sono stampate, o su uno schermo?",
    },
    "furiten": {
        "en": "The hand waits for {kinds}, and one of these lies among the winner's own discards "
        "(furiten): was the winning tile drawn?",
        "it": "La mano attende {kinds}, e una di queste è fra gli scarti di chi vince (furiten): "
        "la tessera vincente è stata pescata?",
    },
    "last_discard": {
        "en": "{kind} is the last discard of {who}: did the hand win on it?",
        "it": "{kind} è l'ultimo scarto di {who}: la mano ha vinto su quello?",
    },
    "riichi": {
        "en": "{kind} lies sideways among the discards of {who}: was riichi declared?",
        "it": "{kind} è girata fra gli scarti di {who}: è stato dichiarato riichi?",
    },
    "which_hand": {
        "en": "{count} hands are in view: which one won? {hands}",
        "it": "Si vedono {count} mani: quale ha vinto? {hands}",
    },
    "owner_edge": {
        "en": "At which edge of the picture does the winner sit?",
        "it": "Da quale lato della foto siede il vincitore?",
    },
    "reading": {
        "en": "How are the tiles arranged: {readings}?",
        "it": "Come sono disposte le tessere: {readings}?",
    },
}
