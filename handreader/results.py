"""Results of the Python API: a hand that was read or scored."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, fields
from io import BytesIO
from typing import TYPE_CHECKING

from scoring import Score
from scoring.errors import CodedError
from scoring.explain import explain
from scoring.hand import Hand
from scoring.payments import Payment, net_changes
from scoring.record import Record
from scoring.registry import rules_text
from scoring.scorer import result_to_json
from scoring.text import Texts, in_language
from scoring.tiles import CLASSES, WINDS
from vision import PhotoReading
from vision.photo import Photo, PhotoInput, open_photo

from .json_output import reading_json

if TYPE_CHECKING:
    from PIL.Image import Image as Picture
    from supervision import Detections

_TEXTS: Mapping[str, Texts] = {
    "no_supervision": {
        "en": "detections() needs the package supervision: {command}",
        "it": "detections() vuole il pacchetto supervision: {command}",
    },
}
_WIDTH = 1000  # of a picture in a notebook, in pixels


class ResultsError(CodedError):
    """A form of a result that cannot be made."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True, kw_only=True)
class HandReading(PhotoReading):
    """What was seen in a photo.

    Attributes:
        win: the case record of its hand; None if that is incomplete or a question is open.
    """

    win: Record | None

    @classmethod
    def of(cls, reading: PhotoReading, win: Record | None) -> HandReading:
        """Return a reading together with its hand's case record."""
        seen = {field.name: getattr(reading, field.name) for field in fields(PhotoReading)}
        return cls(**seen, win=win)

    def to_dict(self) -> dict[str, object]:
        """Return the reading as JSON, in the form of docs/schemas/reading.json."""
        return reading_json(self, self.win)

    def detections(self) -> Detections:
        """Return the named tiles as `supervision.Detections`, corners and names included.

        `class_id` is the place in `scoring.tiles.CLASSES`, boxes in pixels of the upright photo.

        Raises:
            HandReaderError: the package supervision is not installed.
        """
        try:
            from supervision import Detections
            from supervision.config import CLASS_NAME_DATA_FIELD, ORIENTED_BOX_COORDINATES
        except ImportError as error:
            raise ResultsError("no_supervision", command="pip install supervision") from error
        import numpy as np

        tiles = [tile for tile in self.final_tiles if tile.names]
        quads = np.array([tile.quad for tile in tiles], np.float32).reshape(-1, 4, 2)
        return Detections(
            xyxy=np.hstack([quads.min(axis=1), quads.max(axis=1)]),
            confidence=np.array([tile.confidence for tile in tiles], np.float32),
            class_id=np.array([CLASSES.index(tile.kind) for tile in tiles], np.int64),
            data={
                CLASS_NAME_DATA_FIELD: np.array([tile.kind for tile in tiles]),
                ORIENTED_BOX_COORDINATES: quads,
            },
        )


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """A hand that wins, with its score. It can be pickled.

    Attributes:
        hand: the tiles and melds, the winning tile apart.
        score: points, patterns, and the reasons.
        photo: the picture; None for a typed hand, and of many photos (`HandReader.score_all`).
        reading: what was seen in the picture; None for a typed hand.
        source: what the picture was opened from; None for a typed hand.
    """

    hand: Hand
    score: Score
    photo: Photo | None = None
    reading: PhotoReading | None = None
    source: PhotoInput | None = None

    def __repr__(self) -> str:
        return (
            f"ScoredHand({str(self.hand)!r}, rules={self.score.rulebook.id!r}, total={self.total})"
        )

    @property
    def total(self) -> int:
        """Return the points of the hand."""
        return self.score.total

    @property
    def payments(self) -> tuple[Payment, ...] | None:
        """Return the payments; None if a fact they depend on is unknown."""
        return self.score.payments

    def explanation(self, lang: str = "en") -> tuple[str, ...]:
        """Return the explanation of every point, a line each."""
        return explain(self.score, lang)

    def to_dict(self) -> dict[str, object]:
        """Return the hand as JSON, in the form of docs/schemas/scored-photo.json.

        It has `reading` and `result` for a photo, `win` and `result` for a typed hand.
        """
        id = None if self.reading is None else self.reading.photo_name
        win = Record(id, rules_text(self.score.rulebook), self.hand, self.score.win)
        result = result_to_json(win, self.score.rulebook)
        if self.reading is None:
            return {"win": win.to_json(), "result": result}
        return {"reading": reading_json(self.reading, win), "result": result}

    def row(self, lang: str = "en") -> dict[str, object]:
        """Return the hand as one row of a table: text and numbers alone, every key always there.

        `patterns` are named in `lang`; `E` to `N` are the changes by seat, None if they are open.
        """
        best, paid = self.score.best, self.payments
        changes = None if paid is None else net_changes(paid)
        items = () if best is None else best.items
        return {
            "photo": None if self.reading is None else self.reading.photo_name,
            "hand": str(self.hand),
            "rules": rules_text(self.score.rulebook),
            "total": self.total,
            "patterns": ", ".join(in_language(one.pattern.names, lang) for one in items),
            **{seat.value: None if changes is None else changes[seat] for seat in WINDS},
        }

    def picture(self, lang: str = "en") -> Picture | None:
        """Return the photo with its tiles outlined and named; None for a typed hand.

        The photo is opened again if its pixels were not kept.

        Raises:
            HandReaderError: its file is no longer there.
        """
        if self.reading is None or self.source is None:
            return None
        from PIL import Image

        from .cli.pictures import draw_reading

        photo = open_photo(self.source) if self.photo is None else self.photo
        return Image.fromarray(draw_reading(photo, self.reading, lang))

    def show(self, lang: str = "en") -> None:
        """Show picture and explanation in a notebook; print the explanation elsewhere."""
        try:
            from IPython import get_ipython
            from IPython.display import display
        except ImportError:
            in_notebook = False
        else:
            in_notebook = get_ipython() is not None
        if in_notebook:
            display(self)
        else:
            print("\n".join(self.explanation(lang)))

    def _repr_html_(self) -> str:
        from html import escape

        lines = "".join(f"<div>{escape(line)}</div>" for line in self.explanation())
        shown = self.picture()
        return lines if shown is None else f'<img src="{_data_address(shown)}">{lines}'


def _data_address(picture: Picture) -> str:
    """Return a picture as a `data:` address, small enough for a notebook."""
    picture.thumbnail((_WIDTH, _WIDTH))
    file = BytesIO()
    picture.save(file, "JPEG", quality=85)
    return f"data:image/jpeg;base64,{b64encode(file.getvalue()).decode()}"
