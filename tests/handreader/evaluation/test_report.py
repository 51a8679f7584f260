"""Figures on disk and on screen."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

from handreader.evaluation.report import metrics_lines, metrics_table, write_metrics
from vision.evaluation.metrics import Calibration, Metrics, SetFigures, Share, SidewaysCounts

TALLY = Metrics(
    photos=4,
    perfect=3,
    all=Share(100, 99, 96),
    extra=2,
    backs=5,
    rows=2,
    rows_exact=1,
    seconds_median=0.31,
    by_set={
        "owl": SetFigures(2, 2, Share(60, 60, 60), 0),
        "red dragon": SetFigures(2, 1, Share(40, 39, 36), 2, 2, 1),
    },
    by_kind={"5z": Share(10, 9, 7), "?": Share(1, 1, 1)},
    by_group={"sideways": Share(8, 8, 6), "white dragon": Share(10, 9, 7)},
    confusions=(("5z", "back", 2),),
    calibration=Calibration(0.01234, 90, 1, 6, 2),
    extra_kinds=(("back", 2),),
    turned=SidewaysCounts(8, 7, 3),
    rejected=12,
    rejected_wrong=1,
)


def test_toml_reads_back_as_written(tmp_path: Path) -> None:
    path = tmp_path / "metrics.toml"
    write_metrics(path, {"crops/owl": {"weights": 'a "b" é', **metrics_table(TALLY)}})
    assert tomllib.loads(path.read_text("utf-8")) == {
        "crops/owl": {"weights": 'a "b" é', **metrics_table(TALLY)}
    }


def test_other_data_sets_stay(tmp_path: Path) -> None:
    path = tmp_path / "metrics.toml"
    write_metrics(path, {"hands": {"photos": 1}, "photos": {"photos": 2}})
    write_metrics(path, {"photos": {"photos": 3}})
    assert tomllib.loads(path.read_text()) == {"hands": {"photos": 1}, "photos": {"photos": 3}}


def test_lines_say_the_figures() -> None:
    text = "\n".join(metrics_lines("hands", TALLY))
    for part in ("96/100 (96.0%)", "perfect 3/4", "0.31 s", "5z 7/10", "5z as back 2×", "extra 2"):
        assert part in text
    for part in ("rejected as no tile: 12, wrongly 1", "sideways tiles recognised 7/8 (87.5%)"):
        assert part in text
    for part in ("upright read as sideways 3", "extra boxes: back 2×", "2 among 6 below 85 %"):
        assert part in text
    assert "red dragon: 36/40 (90.0%) right, extra 2, photos perfect 1/2" in text
    assert "right of sideways 6/8, white dragon 7/10" in text


def test_nothing_is_said_of_what_does_not_occur() -> None:
    plain = replace(TALLY, by_group={}, extra_kinds=(), turned=SidewaysCounts(0, 0, 0), rejected=0)
    assert "sideways_told" not in metrics_table(plain)
    text = "\n".join(metrics_lines("hands", plain))
    assert not any(part in text for part in ("sideways", "right of", "no tile", "extra boxes"))
