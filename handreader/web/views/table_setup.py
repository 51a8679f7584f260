"""The set-up of the watched table for the page: its JSON, and the camera's whole picture."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2

from scoring import rulebook
from scoring.explain import rules_title
from scoring.text import in_language
from vision.arrays import Pixels
from vision.cameras.camera import Frame
from vision.tracking.table_geometry import seat_areas

from ...watch.live.options import PHONE, PLACES, is_live
from . import game as game_view

if TYPE_CHECKING:
    from ...watch.live.game_series import GameSeries
    from ...watch.live.table_setup import SetupView

LONGER_SIDE = 960
_QUALITY = 72
OWN = "server"
"""Name of the server's own camera for the page, which is not told any address."""


def setup_json(series: GameSeries, is_mine: bool, lang: str) -> dict[str, object] | None:
    """Return what the page needs to set the table up; None where a video is watched.

    Returns:
        `active`: whether it is being set up; `mine`: whether this phone organises the table;
        `sources`: "server", "phone"; `source`: the one in use; what a game may begin with
        (`players`, `rules`, `rule_sets`, `east`); `resumes`: whether a game was interrupted; and
        `view` (see `_view_json`), for the organiser while it is active.
    """
    if not is_live(series.options.source):
        return None
    setup, current = series.setup, series.current
    options = series.options if current is None else current.options
    used = options.source if setup is None else setup.source
    return {
        "active": setup is not None,
        "mine": is_mine,
        "sources": [_source_name(one) for one in series.sources],
        "source": _source_name(used),
        "view": _view_json(setup.view(), lang) if setup is not None and is_mine else None,
        "players": list(options.players if current is None else current.table.players),
        **rules_json(options.rules, lang),
        "east": options.table.east if current is None else PLACES[current.table.first_east],
        "resumes": current is not None and not current.table.ended,
    }


def rules_json(rules: str, lang: str) -> dict[str, object]:
    """Return the rule sets among which a game's can be chosen: `rules`, `rule_sets`."""
    sets = [{"id": one["id"], "name": one["name"]} for one in game_view.rule_sets(lang)]
    if all(one["id"] != rules for one in sets):  # options of its own
        sets.insert(0, {"id": rules, "name": rules_title(rulebook(rules), lang)})
    return {"rules": rules, "rule_sets": sets}


def waiting_json(series: GameSeries, lang: str) -> dict[str, object]:
    """Return the state of a table at which no game was begun; as `watch.watch_json`."""
    return {
        "log": "",
        "camera": "",
        "days": series.options.keep_days,
        "whole": True,
        "game": None,
        "rules": series.options.rules,
        "name": rules_title(rulebook(series.options.rules), lang),
        "state": "setup",
        "text": None,
        "resumes": False,
        "table": None,
        "events": [],
        "warnings": [],
        "proposal": None,
        "next": None,
    }


def _view_json(seen: SetupView, lang: str) -> Mapping[str, object]:
    """Return the camera's picture and the corners in it, in its pixels.

    Returns:
        `camera`, `size` and `corners`, null before the first picture; `origin` of the corners;
        `places`: the outlines of the players' places; `searching`: whether the walls are looked
        for; `fault`: why there is no picture.
    """
    corners = seen.corners
    places = () if corners is None else seat_areas(corners, walls=False)
    return {
        "camera": seen.camera,
        "size": seen.size,
        "corners": None if corners is None else _round_corners(corners),
        "origin": None if seen.origin is None else seen.origin.value,
        "places": [_round_corners(place.corners) for place in places],
        "searching": seen.is_searching,
        "fault": None if seen.fault is None else in_language(seen.fault, lang),
    }


def _round_corners(corners: object) -> list[list[float]]:
    assert isinstance(corners, tuple)
    return [[round(x, 1), round(y, 1)] for x, y in corners]


def _source_name(source: str) -> str:
    return source if source == PHONE else OWN


@dataclass(frozen=True, slots=True, eq=False)
class SetupImage:
    """The camera's whole picture as a JPEG, and the number of its frame."""

    jpeg: bytes
    number: int


class SetupPicture:
    """The newest picture of the camera, encoded once for all who ask, and never saved."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: SetupImage | None = None

    def encode(self, frame: Frame) -> SetupImage:
        """Return the picture of a frame, smaller."""
        with self._lock:
            if self._made is None or self._made.number != frame.number:
                self._made = SetupImage(_encode(frame.pixels), frame.number)
            return self._made


def _encode(pixels: Pixels) -> bytes:
    height, width = pixels.shape[:2]
    scale = min(1.0, LONGER_SIDE / max(width, height))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    bgr = cv2.cvtColor(small, cv2.COLOR_RGB2BGR)
    return cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
