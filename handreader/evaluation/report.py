"""Accuracy figures as TOML, JSON and text."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from vision.evaluation.metrics import Metrics, SetFigures, Share

Value = str | int | float | list["Value"]
Table = dict[str, "Value | Table"]

_WORST_KINDS = 8  # printed; all of them are in the TOML and the JSON
_TOP_CONFUSIONS = 10


def metrics_table(tally: Metrics) -> Table:
    """Return every figure of a data set, ready for TOML or JSON."""
    figures: Table = {
        "photos": tally.photos,
        "photos_perfect": tally.perfect,
        **_share(tally.all),
        "extra": tally.extra,
        "backs_where_only_faces_are_labelled": tally.backs,
        "seconds_median": round(tally.seconds_median, 3),
        "calibration_error": round(tally.calibration.error, 4),
        "sure_names": tally.calibration.sure,
        "sure_names_wrong": tally.calibration.sure_wrong,
        "doubtful_names": tally.calibration.doubtful,
        "doubtful_names_wrong": tally.calibration.doubtful_wrong,
        "rejected_as_no_tile": tally.rejected,
        "rejected_wrongly": tally.rejected_wrong,
        "confusions": [[a, b, n] for a, b, n in tally.confusions],
        "extra_kinds": [[kind, n] for kind, n in tally.extra_kinds],
    }
    if tally.turned.tiles or tally.turned.false_positives:
        figures["sideways_found"] = tally.turned.tiles
        figures["sideways_told"] = tally.turned.true_positives
        figures["upright_told_sideways"] = tally.turned.false_positives
    if tally.rows:
        figures["photos_with_rows"] = tally.rows
        figures["photos_with_rows_exact"] = tally.rows_exact
    figures["sets"] = {name: _set(found) for name, found in tally.by_set.items()}
    figures["groups"] = {name: _share(share) for name, share in tally.by_group.items()}
    figures["kinds"] = {name: _share(share) for name, share in tally.by_kind.items()}
    return figures


def _share(share: Share) -> Table:
    return {
        "tiles": share.tiles,
        "found": share.found,
        "right": share.right,
        "right_share": round(share.right / share.tiles, 4) if share.tiles else 0.0,
    }


def _set(found: SetFigures) -> Table:
    figures = {**_share(found.all), "extra": found.extra}
    figures |= {"photos": found.photos, "photos_perfect": found.perfect}
    if found.rows:
        figures |= {"photos_with_rows": found.rows, "photos_with_rows_exact": found.rows_exact}
    return figures


def write_metrics(path: Path, measured: Mapping[str, Table]) -> None:
    """Write the tables into the TOML file, one a data set; keep those of other data sets."""
    known: Table = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    text = "# Written by `handreader evaluate --write`; never edited by hand.\n"
    for name, figures in sorted({**known, **measured}.items()):
        if isinstance(figures, dict):
            text += _section((name,), figures)
    path.write_text(text, "utf-8")


def _section(keys: tuple[str, ...], content: Table) -> str:
    """Format a TOML table; inner tables of plain values take one line each."""
    lines = [f"\n[{'.'.join(map(_key, keys))}]"]
    after = ""
    for key, value in content.items():
        if not isinstance(value, dict):
            lines.append(f"{_key(key)} = {_value(value)}")
        elif any(isinstance(inner, dict) for inner in value.values()):
            after += _section((*keys, key), value)
        else:
            inline = ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items())
            lines.append(f"{_key(key)} = {{ {inline} }}")
    return "\n".join(lines) + "\n" + after


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def _value(value: Value | Table) -> str:
    # JSON's strings, numbers and lists are TOML's too (ensure_ascii keeps escapes common to both).
    return json.dumps(value)


def metrics_lines(name: str, tally: Metrics) -> list[str]:
    """Format the figures of a data set as lines of text."""
    every, sure = tally.all, tally.calibration
    text = [
        f"{name}: {tally.photos} photos, {every.tiles} tiles",
        f"  found {_of(every.found, every.tiles)}, named right {_of(every.right, every.tiles)}, "
        f"extra {tally.extra}, photos perfect {_of(tally.perfect, tally.photos)}",
        f"  {tally.seconds_median:.2f} s a photo (median); calibration error {sure.error:.3f}; "
        f"{sure.sure_wrong} wrong among {sure.sure} names of 99 % and more, "
        f"{sure.doubtful_wrong} among {sure.doubtful} below 85 %",
    ]
    if tally.rejected:
        text.append(
            f"  boxes rejected as no tile: {tally.rejected}, wrongly {tally.rejected_wrong}"
        )
    if tally.backs:
        text.append(f"  face-down tiles, not labelled in this set: {tally.backs}")
    if tally.rows:
        text.append(f"  photos whose rows are exact {_of(tally.rows_exact, tally.rows)}")
    if len(tally.by_set) > 1:
        text += [
            f"  {name}: {_of(one.all.right, one.all.tiles)} right, extra {one.extra}, "
            f"photos perfect {_of(one.perfect, one.photos)}"
            for name, one in tally.by_set.items()
        ]
    if tally.by_group:
        groups = tally.by_group.items()
        text.append("  right of " + ", ".join(f"{g} {x.right}/{x.tiles}" for g, x in groups))
    if tally.turned.tiles or tally.turned.false_positives:
        text.append(
            f"  sideways tiles recognised {_of(tally.turned.true_positives, tally.turned.tiles)}; "
            f"upright read as sideways {tally.turned.false_positives}"
        )
    worst = sorted(tally.by_kind.items(), key=lambda item: item[1].right - item[1].tiles)
    worst = [(kind, x) for kind, x in worst if x.right < x.tiles][:_WORST_KINDS]
    if worst:
        text.append("  most missed: " + ", ".join(f"{k} {x.right}/{x.tiles}" for k, x in worst))
    if tally.confusions:
        named = ", ".join(f"{a} as {b} {n}×" for a, b, n in tally.confusions[:_TOP_CONFUSIONS])
        text.append(f"  read wrongly: {named}")
    if tally.extra_kinds:
        text.append("  extra boxes: " + ", ".join(f"{kind} {n}×" for kind, n in tally.extra_kinds))
    return text


def _of(part: int, whole: int) -> str:
    return f"{part}/{whole} ({part / whole:.1%})" if whole else "0/0"
