"""Measure the log of watched games: rendered films of whole deals with known events.

    python benchmarks/watching.py --rules mcr --out RESULTS        20 films of deals, 8 of contests
    python benchmarks/watching.py --rules mcr --out RESULTS        again: resumes where it was,
                                                                   with the seeds that it drew
    python benchmarks/watching.py --table --out RESULTS            the table of all results
    python benchmarks/watching.py --out OTHER --faces CROPS/kumokumo --elevation 65
    python benchmarks/watching.py --out RESULTS --moved 60         the same films, but the camera is
                                                                   pushed during play
    python benchmarks/watching.py --out RESULTS --turned 8
    python benchmarks/watching.py --out RESULTS --phone 90          the same, as a phone sends it
    python benchmarks/watching.py --out RESULTS --rules mcr --slides FOLDER
                                                                   a folder of pictures; one that
                                                                   is missing is made, of 10 hands

In a contest several players claim one tile: two wins on a discard, or a robbed kong. Each film is
one deal, watched as `handreader watch --table` does. The table is set up from a picture of its
walls, and wins are confirmed as they are proposed. The result of each finished film is appended to
RESULTS/films.jsonl, so that the run can be killed; RESULTS/watching.toml is the table. Films are
rendered once and kept in RESULTS/films (about 60 MB each). `--faces` prints real faces of one set
(KIND/*.jpg) on the tiles; missing kinds are drawn. `--moved` and `--turned` push the camera at a
second of the play that the film's seed draws; it is pushed sideways, where the picture has room
beside the table. Needs the extra `train`. `watching_idle.py`
measures a table on which nothing happens.
"""

from __future__ import annotations

import argparse
import json
import secrets
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from watched_films import (
    CachedFilm,
    LoggingOperator,
    PhonePictures,
    Push,
    PushedCamera,
    film_digest,
    watch_film,
)
from watched_slides import make_slides, slide_lines, watch_slides

from handreader.watch import table_profile
from handreader.watch.errors import WatchError
from handreader.watch.export import replay_formats
from handreader.watch.log.events import (
    CallEvent,
    DiscardEvent,
    FlowerEvent,
    IndicatorEvent,
    KongEvent,
    LogEntry,
    PauseEvent,
    RiichiEvent,
    TotalsEvent,
    WinEvent,
)
from handreader.watch.log.journal import read_events
from handreader.watch.log.table_state import active_events
from handreader.watch.session.watcher import frame_recognizer
from scoring import rulebook, score
from scoring.record import Record
from scoring.tiles import Tile
from simulation.contested_deals import CONTESTS, random_contest
from simulation.deals import ScriptedDeal, random_deal
from simulation.films import CameraView, Film, faces_by_kind, picture_walls
from vision import Reader
from vision.cameras.camera import Camera
from vision.photo import Photo
from vision.seen_tile import Quad
from vision.tracking.observer import Name
from vision.training.rendering.face_designs import Face, crop_faces

FACES = Path(__file__).parents[1] / "datasets" / "faces"
RATE = 6.0
"""Frames a second of the films; rendering is what takes the time."""
RULES = ("zung-jung", "chinese-official", "mcr", "riichi-ema")
DEAL = "deal"
INCIDENTS = {
    "lost", "dark", "take", "rest", "shuffle", "kong", "add", "declare", "rob", "claim", "flowers",
}  # fmt: skip
"""Steps of a film by which it is counted in the table."""
EVENTS = ("discard", "call", "kong", "riichi", "indicator", "flower", "score")
"""What the table sums up as events: those of the log; a win with its payments is one."""
Key = tuple[str, int, tuple[str, ...]]


@dataclass
class Counts:
    """Counts of found, true and invented items.

    Attributes:
        found, there, extra: found, true and invented items by type: kinds of events; "tile" of the
            revealed hands; "win" for a proposal of a win, "hand" for the same tiles and sets,
            "score" for the same points and payments as logged, to all winners or it counts for
            none.
    """

    found: Counter[str] = field(default_factory=Counter)
    there: Counter[str] = field(default_factory=Counter)
    extra: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def compare_deal(deal: ScriptedDeal, says: LoggingOperator) -> Counts:
    """Compare a logged deal with the true one."""
    counts = Counts()
    seen = Counter(_keys(list(active_events(says.events))))  # with their corrections
    expected = Counter(
        (kind, place, _plain(tiles)) for kind, place, tiles in deal.reference_events()
    )
    for key, count in expected.items():
        counts.there[key[0]] += count
        counts.found[key[0]] += min(count, seen[key])
    for key, count in (seen - expected).items():
        counts.extra[key[0]] += count
    counts.wrong += [f"missed {key}" for key in (expected - seen)]
    counts.wrong += [f"invented {key}" for key in (seen - expected)]
    late = len(deal.records) < deal.reveal_count  # a hand revealed too late causes a warning
    usual = ("covered", "partly_out")  # a film's arms rest long, and a pushed camera cuts edges off
    usual = (*usual, "wins_later") if late else usual
    counts.wrong += [w for w in says.warnings if not w.startswith(usual)]
    _compare_win(deal, says, counts)
    return counts


def _compare_win(deal: ScriptedDeal, says: LoggingOperator, counts: Counts) -> None:
    truth = deal.records
    proposed = [p.record for p in says.proposals if p.record is not None]
    active = (entry.event for entry in active_events(says.events))
    wins = [event for event in active if isinstance(event, WinEvent)]
    for what in ("win", "hand", "score"):
        counts.there[what] += len(truth)
    for one in truth:
        place = (deal.first_east + one.win.seat.order) % 4
        counts.found["win"] += any(p.place == place for p in says.proposals)
        counts.found["hand"] += any(_same_hand(record, one) for record in proposed)
    logged = [hand.record for hand in wins[0].hands] if wins else []
    if [_payment_key(one) for one in logged] == [_payment_key(one) for one in truth]:
        counts.found["score"] += len(truth)
        wins = wins[1:]
    else:
        told = [str(win) for win in wins]
        told = told or [f"needs {p.needs}" for p in says.proposals] or ["nothing"]
        true = [one.to_json() for one in truth]
        counts.wrong.append(
            f"win {true} {[_payment_key(one)[:2] for one in truth]} logged as {told}"
        )
    counts.extra["win"] += len(wins)
    totals = [one.event.points for one in says.events if isinstance(one.event, TotalsEvent)]
    if totals and totals[-1] != deal.points():
        counts.wrong.append(f"points {deal.points()} logged as {totals[-1]}")


def _payment_key(record: Record) -> tuple[object, ...]:
    """Return the points of a win, whether it robbed a kong, its winner and the payments."""
    result = score(record.hand, record.win, rulebook(record.rules or ""))
    paid = [(p.payer, p.payee, p.amount) for p in result.payments or ()]
    return result.total, record.win.robbing_kong, record.win.seat, record.win.discarder, paid


def _keys(entries: Sequence[LogEntry]) -> Iterator[Key]:
    """Yield kind, place and tiles of each observed event."""
    discards = {e.number: e.event.tile for e in entries if isinstance(e.event, DiscardEvent)}
    for entry in entries:
        match entry.event:
            case DiscardEvent(place=place, tile=tile) | FlowerEvent(place=place, tile=tile):
                yield entry.kind, place, _plain((tile,))
            case CallEvent(place=place, tiles=tiles) | KongEvent(place=place, tiles=tiles):
                yield entry.kind, place, _plain(tiles)
            case RiichiEvent(place=place, discard=number):
                yield entry.kind, place, _plain((discards[number],))
            case IndicatorEvent(tile=tile):
                yield entry.kind, -1, _plain((tile,))


def _plain(tiles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(Tile(tile).plain.value for tile in tiles))


def _same_hand(record: Record, truth: Record) -> bool:
    def parts(one: Record) -> tuple[object, ...]:
        hand = one.hand
        melds = sorted((m.kind, m.concealed, m.tiles) for m in hand.melds)
        return hand.concealed, hand.winning, melds, hand.flowers

    return parts(record) == parts(truth)


def check_exports(folder: Path, rules: str) -> str:
    """Check that the mjai and tenhou.net/6 exports of a watched film hold only observed facts.

    Returns:
        "" if they do, or the fault.
    """
    if rules != "riichi-ema":
        return ""
    events = list(read_events(folder))
    seen = [entry for entry in events if isinstance(entry.event, DiscardEvent)]
    try:
        lines = [json.loads(line) for line in replay_formats.as_mjai(events).splitlines()]
        log = json.loads(replay_formats.as_tenhou(events))["log"]
    except WatchError as error:  # a call of which the discard was not seen
        return f"mjai: {error}"
    drawn = [line for line in lines if line["type"] == "tsumo" and line["pai"] != "?"]
    thrown = [line for line in lines if line["type"] == "dahai"]
    held = [line["tehais"] for line in lines if line["type"] == "start_kyoku"]
    invented = bool(drawn) or any(tile != "?" for four in held for hand in four for tile in hand)
    invented |= any(line["tsumogiri"] is not None for line in thrown) or not lines[0]["partial"]
    invented |= any(part for deal in log for part in deal[4:16])
    if invented or (log and len(thrown) != len(seen)):
        return f"mjai or tenhou.net/6 is not what was seen: {len(thrown)} of {len(seen)} discards"
    return ""


# Films one by one, and their table.


@dataclass(frozen=True, slots=True)
class FilmCase:
    """A requested film: a deal, or a contest of its kind."""

    kind: str
    rules: str
    seed: int
    deal: ScriptedDeal
    film: Film

    @property
    def name(self) -> str:
        """Return the name of its files."""
        kind = "" if self.kind == DEAL else f"{self.kind.replace(' ', '-')}-"
        return f"{kind}{self.rules}-{self.seed}"


def films(options: argparse.Namespace) -> Iterator[FilmCase]:
    """Yield the requested films."""
    faces = load_faces(options.faces)
    for rules in options.rules:
        for kind in (DEAL, *CONTESTS):
            count = options.deals if kind == DEAL else options.contests
            for seed in range(options.first, options.first + count):
                deal = (
                    random_deal(rules, seed) if kind == DEAL else random_contest(kind, rules, seed)
                )
                film = Film(deal.script, faces, replace(camera_view(options), seed=seed))
                yield FilmCase(kind, rules, seed, deal, film)


def camera_push(options: argparse.Namespace, shown: FilmCase) -> Push | None:
    """Return the push of the camera in the middle of a film's play; None if it is not pushed."""
    if not options.moved and not options.turned:
        return None
    rng = np.random.default_rng([shown.seed, 13])
    played = max(end for _, end, step in shown.film.spans() if step.kind == "discard")
    left_or_right = rng.choice([-1.0, 1.0], 2)
    time = float(rng.uniform(0.3, 0.7)) * played
    return Push(time, options.moved * left_or_right[0], options.turned * left_or_right[1])


def first_seed(out: Path, seed: int | None) -> int:
    """Return the seed of the first film: the wanted one, that of an earlier run, or a new one."""
    file = out / "first-seed.txt"
    if seed is None:
        seed = int(file.read_text()) if file.exists() else secrets.randbelow(1_000_000)
    out.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{seed}\n")
    return seed


def load_faces(folder: Path | None) -> dict[str, Face]:
    """Load the tiles' faces: from a folder of crops, as far as it has them, or drawn."""
    faces = faces_by_kind(FACES)
    if folder is not None:
        real = crop_faces(folder.parent)
        faces |= {face.kind: face for face in real if face.design == folder.name}
    return faces


def camera_view(options: argparse.Namespace) -> CameraView:
    """Return the camera view of the films."""
    return CameraView(
        rate=RATE,
        elevation=options.elevation,
        untidy=options.untidy,
        shake=options.shake,
        flicker=options.flicker,
    )


def detect_table(options: argparse.Namespace) -> tuple[Quad, Name]:
    """Detect the walls' corners and build the tile reader, like `handreader watch --setup`.

    Raises:
        SeatsError: the walls are not visible.
    """
    walls = picture_walls(camera_view(options), load_faces(options.faces))
    reader = Reader(options.weights)
    tiles = reader.find_tiles(Photo("walls", walls))
    table = table_profile.detect_profile("films", walls, tiles)
    return table.corners, frame_recognizer(reader.with_back_colour(table.back))


def run(options: argparse.Namespace) -> None:
    """Watch the films without a result, and append the result of each."""
    results, kept = options.out / "films.jsonl", options.out / "films"
    kept.mkdir(parents=True, exist_ok=True)
    pushed, phone = (options.moved, options.turned), options.phone
    earlier = load_results(results, pushed, phone)
    done = {(one["rules"], one["seed"], one["film"]) for one in earlier}
    corners, name = detect_table(options)
    for shown in films(options):
        rules, seed, deal, film = shown.rules, shown.seed, shown.deal, shown.film
        if (rules, seed, film_digest(film)) in done:
            continue
        folder = options.out / "games" / shown.name
        shutil.rmtree(folder, ignore_errors=True)
        camera: Camera = CachedFilm(film, kept, shown.name)
        push = camera_push(options, shown)
        camera = camera if push is None else PushedCamera(camera, push)
        camera = PhonePictures(camera, phone) if phone else camera
        says, watcher, wall, cpu = watch_film(deal, camera, corners, name, folder, not options.show)
        counts = compare_deal(deal, says)
        if fault := check_exports(folder, rules):
            counts.wrong.append(fault)
        assert watcher.observer is not None
        line = {
            "kind": shown.kind,
            "rules": rules,
            "seed": seed,
            "film": film_digest(film),
            "push": pushed,
            "phone": phone,
            "scene": deal.scene,
            "incidents": sorted({s.kind for s in film.script} & INCIDENTS),
            "seconds": round(film.spans()[-1][1], 1),
            "frames": watcher.frames,
            "readings": watcher.observer.readings,
            "wall": round(wall, 1),
            "cpu": round(cpu, 1),
            "found": dict(counts.found),
            "there": dict(counts.there),
            "extra": dict(counts.extra),
            "wrong": counts.wrong,
            "pauses": dict(Counter(_pause_reasons(says))),
        }
        with results.open("a", encoding="utf-8") as file:  # a truncated line stays separate
            file.write("\n" + json.dumps(line, ensure_ascii=False) + "\n")
        mistakes = "; ".join(counts.wrong) or "all right"
        print(f"{shown.name} ({deal.scene}): {mistakes}", flush=True)


def run_slides(options: argparse.Namespace) -> None:
    """Watch a folder of pictures, and print what each gave."""
    rules, folder = options.rules[0], options.slides
    if not folder.is_dir():
        make_slides(folder, rules, 10, options.first)
    name = frame_recognizer(Reader(options.weights))
    slides = watch_slides(folder, rules, name, options.out / "slides")
    outcomes: Counter[str] = Counter()
    for picture, outcome, details in slide_lines(folder, slides):
        outcomes[outcome] += 1
        print(f"{picture}: {outcome} {details}", flush=True)
    print(", ".join(f"{outcome} = {count}" for outcome, count in sorted(outcomes.items())))


def _pause_reasons(says: LoggingOperator) -> Iterator[str]:
    return (one.event.reason for one in says.events if isinstance(one.event, PauseEvent))


def load_results(
    results: Path, pushed: tuple[float, float] = (0.0, 0.0), phone: int = 0
) -> list[dict[str, object]]:
    """Load the results so far of films with this push and phone; skip a truncated line."""
    lines = results.read_text("utf-8").splitlines() if results.exists() else []
    every = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]
    wanted = [one for one in every if tuple(one.get("push", (0, 0))) == pushed]
    return [one for one in wanted if one.get("phone", 0) == phone]


def table(every: Sequence[Mapping[str, object]]) -> str:
    """Format the table of all films as TOML."""
    parts = [
        "# Rendered films of whole deals, watched by `handreader watch`; written by\n"
        "# benchmarks/watching.py. `found` of `there`; `extra`: what was invented.\n"
    ]
    deals = [one for one in every if one.get("kind", DEAL) == DEAL]
    parted = {rules: [one for one in deals if one["rules"] == rules] for rules in RULES}
    parted |= {"all": deals}
    parted |= {kind: [one for one in every if one.get("kind") == kind] for kind in CONTESTS}
    for part, some in parted.items():
        if not some:
            continue
        sums = {which: _sum(some, which) for which in ("found", "there", "extra")}
        happened = Counter(kind for one in some for kind in one["incidents"])  # type: ignore[attr-defined]
        parts.append(f'\n["{part}"]\nfilms = {len(some)}')
        right = sum(not one["wrong"] for one in some)
        parts.append(f"films_all_right = {right}")
        for what in ("seconds", "frames", "readings", "wall", "cpu"):
            total = sum(float(str(one[what])) for one in some)
            parts.append(f"{what} = {total:.0f}")
        shown = ", ".join(f"{kind} = {happened[kind]}" for kind in sorted(happened))
        parts.append(f"films_with = {{ {shown} }}")
        pauses = _sum(some, "pauses")
        shown = ", ".join(f"{reason} = {pauses[reason]}" for reason in sorted(pauses))
        parts.append(f"pauses = {{ {shown} }}")
        right, there = (sum(sums[which][kind] for kind in EVENTS) for which in ("found", "there"))
        invented = sum(sums["extra"][kind] for kind in (*EVENTS, "win"))
        parts.append(
            f"events = {{ right = {right}, missed = {there - right}, invented = {invented} }}"
        )
        for kind, there in sums["there"].items():
            found, extra = sums["found"][kind], sums["extra"][kind]
            parts.append(f"{kind} = {{ found = {found}, there = {there}, extra = {extra} }}")
    return "\n".join(parts) + "\n"


def _sum(some: Sequence[Mapping[str, object]], which: str) -> Counter[str]:
    total: Counter[str] = Counter()
    for one in some:
        counts = one.get(which, {})
        assert isinstance(counts, dict)
        total.update(counts)
    return total


def parse_options(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse the options, of the command line or of these words."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of films and results")
    parser.add_argument("--rules", nargs="*", choices=RULES, default=list(RULES))
    parser.add_argument("--deals", type=int, default=20, help="films of deals in each rule set")
    parser.add_argument("--contests", type=int, default=4, help="films of each kind of contest")
    parser.add_argument("--first", type=int, help="seed of the first; default: a new one")
    parser.add_argument("--faces", type=Path, metavar="FOLDER", help="crops of a set's faces")
    parser.add_argument("--elevation", type=float, default=82.0, help="of the camera, degrees")
    parser.add_argument("--untidy", type=float, default=1.0, help="times less straight discards")
    parser.add_argument("--shake", type=float, default=0.0, help="of the camera, in pixels")
    parser.add_argument("--flicker", type=float, default=0.0, help="of the light, as a share")
    parser.add_argument("--moved", type=float, default=0.0, help="push of the camera, in pixels")
    parser.add_argument("--turned", type=float, default=0.0, help="the same, in degrees")
    parser.add_argument("--phone", type=int, default=0, help="quality of a phone's JPEG, percent")
    parser.add_argument("--slides", type=Path, metavar="FOLDER", help="watch pictures instead")
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--show", action="store_true", help="print every event")
    parser.add_argument("--table", action="store_true", help="watch nothing, write the table")
    options = parser.parse_args(words)
    options.first = first_seed(options.out, options.first)
    return options


def main() -> None:
    """Watch the films, and print the table."""
    options = parse_options()
    print(f"first seed: {options.first}", flush=True)
    if options.slides is not None:
        run_slides(options)
        return
    if not options.table:
        run(options)
    pushed = options.moved, options.turned
    text = table(load_results(options.out / "films.jsonl", pushed, options.phone))
    (options.out / "watching.toml").write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
