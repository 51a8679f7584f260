"""Figures on disk and on screen."""

from __future__ import annotations

import tomllib
from pathlib import Path

from handreader.figures import lines, table, write_metrics
from vision.evaluate import Calibration, Share, Tally

TALLY = Tally(
    photos=4,
    perfect=3,
    all=Share(100, 99, 96),
    extra=2,
    backs=5,
    rows=2,
    rows_exact=1,
    seconds_median=0.31,
    by_set={"owl": Share(60, 60, 60), "red dragon": Share(40, 39, 36)},
    by_kind={"5z": Share(10, 9, 7), "?": Share(1, 1, 1)},
    confusions=(("5z", "back", 2),),
    calibration=Calibration(0.01234, 90, 1),
)


def test_toml_reads_back_as_written(tmp_path: Path) -> None:
    path = tmp_path / "metrics.toml"
    write_metrics(path, {"crops/owl": {"weights": 'a "b" é', **table(TALLY)}})
    assert tomllib.loads(path.read_text("utf-8")) == {
        "crops/owl": {"weights": 'a "b" é', **table(TALLY)}
    }


def test_other_data_sets_stay(tmp_path: Path) -> None:
    path = tmp_path / "metrics.toml"
    write_metrics(path, {"hands": {"photos": 1}, "photos": {"photos": 2}})
    write_metrics(path, {"photos": {"photos": 3}})
    assert tomllib.loads(path.read_text()) == {"hands": {"photos": 1}, "photos": {"photos": 3}}


def test_lines_say_the_figures() -> None:
    text = "\n".join(lines("hands", TALLY))
    for part in ("96/100 (96.0%)", "perfect 3/4", "0.31 s", "5z 7/10", "5z as back 2×", "extra 2"):
        assert part in text
