"""Write the accuracy figures of the documents from `models/metrics.toml`.

python benchmarks/accuracy_table.py            writes them between the marks of each document
python benchmarks/accuracy_table.py --check    fails if a document has other figures
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from handreader.evaluation.layings import UNKNOWN

ROOT = Path(__file__).parents[1]
README, CARD = ROOT / "README.md", ROOT / "models" / "MODEL_CARD.md"
ACCURACY = ROOT / "docs" / "accuracy.md"

SETS = {
    "photos": "tables and sets like those trained on, other photos",
    "hands": "two sets never trained on, rows and scattered",
    "singles": "a third set never trained on, flowers included, mostly one tile a photo",
    "tables": "17 sets never trained on, tables as people photograph them",
    "crops/kumokumo": "a fourth, single faces",
    "crops/mjtilerec": "a fifth, single faces",
    "crops/hlin117": "a sixth (half of `hands`), single faces",
}
RENDERED, RENDERED_TABLES, BARE = "rendered", "rendered-tables", "no-tiles"
MADE, LAYINGS = "made-hands", "layings"
LAYING_GROUPS = {"all": "layings, all", UNKNOWN: "layings of families never trained on"}
RULE_SETS = ("zung-jung", "chinese-official", "mcr", "riichi-ema")
_MOST = 12  # confusions in the table; all of them are in the file

Metrics = Mapping[str, Any]  # Any: TOML


def summary(metrics: Metrics) -> str:
    """Return the README's sentence: tiles right on photos of known and of unknown sets."""
    known, unknown = metrics["photos"], metrics["hands"]
    tiles = (
        f"{known['right']} of {known['tiles']} tiles are right on {known['photos']} photos of sets "
        f"like those in training,\nand {unknown['right']} of {unknown['tiles']} on "
        f"{unknown['photos']} photos of two sets that were never in training."
    )
    if MADE not in metrics:
        return tiles
    made = metrics[MADE]["all"]
    return (
        f"{tiles}\nOf {made['hands']} whole hands laid in {_families(metrics)} ways, rendered with "
        f"faces of sets never in training,\n{made['unhelped']} are right without help and "
        f"{made['helped']} after at most two questions."
    )


def _families(metrics: Metrics) -> int:
    """Return the number of families of made hands that show a whole hand."""
    groups = metrics[MADE].items()
    rules = ("all", *RULE_SETS)
    return sum(name not in rules and one["hands"] > 0 for name, one in groups if _is_group(one))


def _is_group(one: Any) -> bool:  # Any: TOML
    return isinstance(one, dict)


def hands_table(metrics: Metrics) -> str:
    """Return Markdown rows on whole hands: those labelled in photos, and the made ones."""
    lines = [
        "| whole hands | right without help | where no question is needed | after at most two "
        "questions | confidently wrong | refused rightly |",
        "|---|---|---|---|---|---|",
    ]
    if MADE not in metrics and "hands" not in metrics.get("tables", {}):
        return "Not measured with these weights yet."
    labelled = metrics.get("tables", {}).get("hands", {}).get("natural rules")
    if labelled:
        lines.append(
            f"| on real tables (`tables`) | {_of(labelled, 'right', 'hands')} | – | "
            f"{_of(labelled, 'right_helped', 'hands')} | {labelled['confidently_wrong']} | – |"
        )
    for name, one in metrics.get(MADE, {}).items():
        if _is_group(one) and name not in RULE_SETS:
            lines.append(_hands_row("made hands, all" if name == "all" else name, one))
    for name, what in LAYING_GROUPS.items():
        if name in metrics.get(LAYINGS, {}):
            lines.append(_hands_row(what, metrics[LAYINGS][name]))
    if MADE in metrics:
        made = metrics[MADE]
        lines.append(f"\nThe made hands: `{made['command']}`.")
    if LAYINGS in metrics:
        lines.append(f"\nThe layings: `{metrics[LAYINGS]['command']}`.")
    return "\n".join(lines)


def _hands_row(what: str, one: Mapping[str, Any]) -> str:
    pairs = (("unhelped", "hands"), ("clear_unhelped", "clear"), ("helped", "hands"))
    parts = " | ".join(_of_some(one, *pair) for pair in pairs)
    refused = _of_some(one, "refused_rightly", "to_refuse")
    return f"| {what} | {parts} | {one['confidently_wrong']} | {refused} |"


def reliability_table(metrics: Metrics) -> str:
    """Return Markdown rows, one a bin of stated probabilities, of each set of whole hands."""
    names = {MADE: "made hands", LAYINGS: "layings"}
    rows = {
        what: metrics[name]["reliability"]
        for name, what in names.items()
        if metrics.get(name, {}).get("reliability")
    }
    if not rows:
        return "Not measured with these weights yet."
    lines = ["| whole hands | hands | stated | exact | score right |", "|---|---|---|---|---|"]
    for what, bins in rows.items():
        for hands, *shares in bins:
            lines.append(f"| {what} | {hands} | {' | '.join(f'{one:.4f}' for one in shares)} |")
    return "\n".join(lines)


def _of_some(one: Mapping[str, Any], part: str, whole: str) -> str:
    """Return a share in words; a dash where there is nothing to count."""
    return _of(one, part, whole) if one[whole] else "–"


def accuracy_table(metrics: Metrics) -> str:
    """Return Markdown rows, one a data set."""
    lines = [
        "| pictures | tiles right | photos perfect | extra boxes | wrong though 99 % sure |",
        "|---|---|---|---|---|",
    ]
    for name, what in SETS.items():
        if name not in metrics:
            continue
        one = metrics[name]
        share = _share(one)
        whole = f"{one['photos_perfect']} of {one['photos']}"
        sure = f"{one['sure_names_wrong']} of {one['sure_names']}"
        lines.append(f"| {what} (`{name}`) | {share} | {whole} | {one['extra']} | {sure} |")
    return "\n".join(lines)


def details(metrics: Metrics) -> str:
    """Return the model card's further tables: sets, hard groups, calibration, confusions."""
    real = {name: metrics[name] for name in SETS if name in metrics}
    drawn = {name: metrics[name] for name in (RENDERED, RENDERED_TABLES) if name in metrics}
    parts = [
        "By tile set:\n\n" + sets_table({**real, **drawn}),
        "Tiles that are hard to read (right of labelled). The rendered ones are our own drawings, "
        "which are easier to\nrecognise; they have the sideways tiles and backs that the photos "
        "lack:\n\n" + groups_table(real, drawn.get(RENDERED)),
        "Calibration of the probabilities:\n\n" + calibration_table({**real, **drawn}),
        *_sentences(real, metrics),
    ]
    return "\n\n".join(parts)


def sets_table(metrics: Metrics) -> str:
    """Return a row for each tile set of each data set."""
    lines = [
        "| data set, tile set | found | right | extra boxes | photos perfect | rows exact |",
        "|---|---|---|---|---|---|",
    ]
    for name, figures in metrics.items():
        for tile_set, one in figures["sets"].items():
            where = name if name.endswith(tile_set) else f"{name}, {tile_set}"
            where = tile_set if tile_set.startswith(name) else where
            perfect = _of(one, "photos_perfect", "photos")
            rows = _of(one, "photos_with_rows_exact", "photos_with_rows")
            found = f"{one['found']} of {one['tiles']}"
            lines.append(
                f"| {where} | {found} | {_share(one)} | {one.get('extra', '–')} | {perfect} | "
                f"{rows} |"
            )
    return "\n".join(lines)


def groups_table(real: Metrics, drawn: Mapping[str, Any] | None) -> str:
    """Return a row for each group of tiles that are hard to read, all real data sets together."""
    tiles: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for figures in real.values():
        for group, one in figures.get("groups", {}).items():
            tiles[group] += one["tiles"]
            right[group] += one["right"]
    rendered = drawn.get("groups", {}) if drawn else {}
    lines = ["| tiles | on photos and crops | rendered |", "|---|---|---|"]
    for group in dict.fromkeys([*tiles, *rendered]):
        photos = f"{right[group]} of {tiles[group]}" if tiles[group] else "–"
        one = rendered.get(group)
        lines.append(f"| {group} | {photos} | {_share(one) if one else '–'} |")
    return "\n".join(lines)


def calibration_table(metrics: Metrics) -> str:
    """Return a row for each data set."""
    lines = [
        "| data set | calibration error | wrong of names at 99 % and more | "
        "wrong of names below 85 % | rejected, wrongly |",
        "|---|---|---|---|---|",
    ]
    for name, one in metrics.items():
        lines.append(
            f"| {name} | {one['calibration_error']:.3f} | "
            f"{_of(one, 'sure_names_wrong', 'sure_names')} | "
            f"{_of(one, 'doubtful_names_wrong', 'doubtful_names')} | "
            f"{one.get('rejected_as_no_tile', '–')}, {one.get('rejected_wrongly', '–')} |"
        )
    return "\n".join(lines)


def _sentences(real: Metrics, metrics: Metrics) -> list[str]:
    """Describe confusions of all real pictures, recognised sideways tiles, and false boxes."""
    wrong: Counter[tuple[str, str]] = Counter()
    for figures in real.values():
        wrong.update({(a, b): n for a, b, n in figures["confusions"]})
    sentences = []
    if wrong:
        pairs = (f"{a} as {b} {n}×" for (a, b), n in wrong.most_common(_MOST))
        sentences.append(f"Most often confused (labelled as read): {', '.join(pairs)}.")
    drawn = metrics.get(RENDERED, {})
    if "sideways_found" in drawn:
        sentences.append(
            f"Rendered hands: {_of(drawn, 'sideways_told', 'sideways_found')} sideways tiles "
            f"recognised as such, {drawn['upright_told_sideways']} upright ones as sideways."
        )
    if BARE in metrics:
        bare = metrics[BARE]
        kinds = ", ".join(f"{kind} {n}×" for kind, n in bare.get("extra_kinds", ()))
        clean = _of(bare, "photos_perfect", "photos")
        sentences.append(
            f"False boxes on pictures without tiles: {bare['extra']}"
            f"{f' ({kinds})' if kinds else ''}; {clean} pictures have none."
        )
    return sentences


def _share(one: Mapping[str, Any]) -> str:
    share = f" ({one['right'] / one['tiles']:.1%})" if one["tiles"] else ""
    return f"{one['right']} of {one['tiles']}{share}"


def _of(one: Mapping[str, Any], part: str, whole: str) -> str:
    return f"{one[part]} of {one[whole]}" if whole in one else "–"


BLOCKS: tuple[tuple[str, Callable[[Metrics], str], tuple[Path, ...]], ...] = (
    ("summary", summary, (README,)),
    ("accuracy", accuracy_table, (ACCURACY, CARD)),
    ("hands", hands_table, (ACCURACY,)),
    ("reliability", reliability_table, (ACCURACY,)),
    ("details", details, (CARD,)),
)
"""Name of the marks, the function that makes the text between them, and the documents."""


def insert_tables(text: str, path: Path, metrics: Metrics) -> str:
    """Return the text of a document with its tables updated."""
    for name, made, files in BLOCKS:
        if path not in files:
            continue
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        block = f"{begin}\n{made(metrics)}\n{end}"
        before, middle, rest = text.partition(begin)
        _, last, after = rest.partition(end)
        if not (middle and last):
            sys.exit(f"{path.name} lacks the marks {begin} and {end}: put them where it belongs")
        text = before + block + after
    return text


def main() -> None:
    """Write or check the tables; see the module's first lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    metrics = tomllib.loads((ROOT / "models" / "metrics.toml").read_text(encoding="utf-8"))
    for path in (README, ACCURACY, CARD):
        text = path.read_text(encoding="utf-8")
        new = insert_tables(text, path, metrics)
        if options.check:
            if new != text:
                sys.exit(f"{path.name} has other figures than models/metrics.toml: run this")
        else:
            path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
