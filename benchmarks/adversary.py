"""Attack the program with broken input of new seeds: pictures, case records, slide shows.

    python benchmarks/adversary.py                     all three, of a new seed, which is printed
    python benchmarks/adversary.py records --count 20000 --seed 7
    HANDREADER_KILLS=100 python -m pytest -m slow tests/handreader/watch/live/test_killed.py \
        tests/handreader/store/test_killed.py          kills of a watched game and of the store

pictures: damaged copies of the example photos; each is read or refused in one line, whatever its
bytes. records: case records with keys removed and values replaced; each has one line of result.
slides: a folder of rendered hands, watched as `handreader watch FOLDER`; each hand is proposed.
The exit status is 1 if anything failed. Slides need the extra `train`.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # this file's checkout

from PIL import Image

from handreader.evaluation.random_hands import deal_hand, random_win
from scoring import rulebook, score, score_record_json
from scoring.record import Record
from scoring.win import Win
from vision.photo import PhotoError, open_photo

EXAMPLES = ROOT / "datasets" / "examples" / "images"
RULES = ("zung-jung", "chinese-official", "mcr", "riichi-ema")
FORMS = ("JPEG", "PNG", "WEBP", "TIFF", "GIF", "BMP")
_VALUES = (None, True, -1, 10**30, 1.5, "", "5m", "99z", "\u0000", [], [[]], {}, "E" * 5000)


def attack_pictures(count: int, seed: int) -> Iterator[str]:
    """Yield each failure of opening damaged pictures."""
    rng = np.random.default_rng(seed)
    wholes = []
    for path in sorted(EXAMPLES.glob("*.jpg")):
        with Image.open(path) as image:
            image.thumbnail((400, 400))
            for form in FORMS:
                file = BytesIO()
                image.save(file, form)
                wholes.append((form, file.getvalue()))
    for number in range(count):
        form, whole = wholes[int(rng.integers(len(wholes)))]
        try:
            photo = open_photo(_damage(whole, rng), "damaged")
        except PhotoError as error:
            if "\n" in str(error):
                yield f"picture {number} ({form}): not one line: {error}"
        except Exception as error:
            yield f"picture {number} ({form}): {type(error).__name__}: {error}"
        else:
            if photo.pixels.ndim != 3 or photo.pixels.dtype != np.uint8:
                yield f"picture {number} ({form}): pixels of shape {photo.pixels.shape}"


def _damage(content: bytes, rng: np.random.Generator) -> bytes:
    """Return a file with changed, cut or repeated bytes."""
    changed = bytearray(content)
    for _ in range(int(rng.integers(1, 20))):
        changed[int(rng.integers(len(changed)))] = int(rng.integers(256))
    if rng.random() < 0.3:
        changed = changed[: int(rng.integers(1, len(changed)))]
    if rng.random() < 0.2:
        place = int(rng.integers(len(changed)))
        changed[place:place] = changed[: int(rng.integers(1, 200))]
    return bytes(changed)


def attack_records(count: int, seed: int) -> Iterator[str]:
    """Yield each failure of scoring mutated case records."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        rules = RULES[int(rng.integers(len(RULES)))]
        hand = deal_hand(rules, rng).hand
        record = Record(f"r{number}", rules, hand, random_win(rules, hand, rng)).to_json()
        text = json.dumps(_mutate(record, rng), ensure_ascii=False)
        try:
            result = score_record_json(json.loads(text), "zung-jung")
            json.dumps(result)
        except Exception as error:
            yield f"record {text}: {type(error).__name__}: {error}"
            continue
        if not {"error", "valid_win"} & set(result):
            yield f"record {text}: neither a result nor an error: {result}"


def _mutate(value: object, rng: np.random.Generator) -> object:
    """Return a copy of a JSON value with some parts removed, repeated or replaced."""
    if rng.random() < 0.04:
        return _VALUES[int(rng.integers(len(_VALUES)))]
    if isinstance(value, dict):
        items = [(key, _mutate(one, rng)) for key, one in value.items() if rng.random() > 0.03]
        return dict(items) | ({"flags": {"riichi": "yes"}} if rng.random() < 0.02 else {})
    if isinstance(value, list):
        parts = [_mutate(one, rng) for one in value]
        return parts * 2 if rng.random() < 0.05 else parts
    if isinstance(value, str) and value and rng.random() < 0.1:
        place = int(rng.integers(len(value)))
        other = "0123456789mpszfESWN?x "[int(rng.integers(22))]
        return value[:place] + other + value[place + int(rng.random() < 0.5) :]
    return value


def attack_slides(count: int, seed: int) -> Iterator[str]:
    """Yield each hand of a slide show that was not proposed, and each that was invented."""
    from handreader.watch.log.journal import Journal
    from handreader.watch.session.session import SessionOptions
    from handreader.watch.session.watcher import Watcher, frame_recognizer
    from simulation.watching import ConfirmingOperator, game_start_event
    from vision import Reader
    from vision.cameras.open import open_camera
    from vision.tracking.observer import Cadence

    rng = np.random.default_rng(seed)
    name = frame_recognizer(Reader())
    for rules in RULES:
        with tempfile.TemporaryDirectory() as folder:
            hands = [_slide(Path(folder) / f"{n}.png", rules, rng) for n in range(count)]
            operator = ConfirmingOperator()
            with_hands = SessionOptions((), False, Cadence(), game_start_event(rules))
            journal = Journal(Path(folder) / "game")
            camera = open_camera(folder)
            Watcher(camera, journal, name, operator, with_hands).run()
            journal.close()
        proposed = [
            "".join(sorted(tile.kind for tile in found.reading.final_tiles))
            for found in operator.proposals
        ]
        yield from (f"{rules}: {hand} was not proposed" for hand in hands if hand not in proposed)
        yield from (f"{rules}: {hand} was invented" for hand in proposed if hand not in hands)


def _slide(path: Path, rules: str, rng: np.random.Generator) -> str:
    """Write the picture of a closed hand; return its tiles in order."""
    from simulation.films import CameraView, Film, faces_by_kind
    from simulation.script import Step
    from vision.cameras.camera import Frame

    hand = deal_hand(rules, rng, "closed").hand
    while not score(hand, Win(), rulebook(rules)).valid_win:  # other facts are not in a picture
        hand = deal_hand(rules, rng, "closed").hand
    assert hand.winning is not None
    tokens = (*(tile.value for tile in hand.concealed), "_", hand.winning.value)
    view = CameraView(rate=5.0, close=True, seed=int(rng.integers(1 << 30)))
    film = Film((Step("reveal", 0, tokens, seconds=1.0),), faces_by_kind(FACES), view)
    *_, last = (item for item in film.frames() if isinstance(item, Frame))
    Image.fromarray(last.pixels).save(path)
    return "".join(sorted(tile.value for tile in (*hand.concealed, hand.winning)))


FACES = ROOT / "datasets" / "faces"
ATTACKS = {
    "pictures": (attack_pictures, 2000),
    "records": (attack_records, 5000),
    "slides": (attack_slides, 4),
}
"""Each attack, and how many pictures, records or hands of a rule set it takes by default."""


def main() -> None:
    """Run the attacks; print each failure and the number of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], default=[])
    parser.add_argument("--count", type=int, help="pictures, records, or hands of a rule set")
    parser.add_argument("--seed", type=int, help="default: a new one")
    options = parser.parse_args()
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    failures = 0
    for attack in options.attacks or ATTACKS:
        run, usual = ATTACKS[attack]
        count = options.count or usual
        found = list(run(count, seed))
        print(f"{attack}, seed {seed}, {count}: {len(found)} failures", *found, sep="\n  ")
        failures += len(found)
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
