"""Run by `test_killed.py`: children that record deals until they are killed at a random moment.

    python killed_writer.py DATABASE KILLS SEED

Prints as JSON what was confirmed to somebody, and what the store holds in the end.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time

from handreader.store import StaleError, open_store
from scoring.game import FalseWin, game_rules
from scoring.tiles import Wind


def main(url: str, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    with open_store(url) as store:
        rules = game_rules("mcr")
        games = [store.new_game(("A", "B", "C", "D"), rules).id for _ in range(kills // 20 + 1)]
    confirmed: list[tuple[str, int]] = []
    for kill in range(kills):
        game = games[kill // 20]
        mine, theirs = os.pipe()
        child = os.fork()
        if not child:
            os.close(mine)
            write(url, game, theirs)
            os._exit(0)
        os.close(theirs)
        with os.fdopen(mine) as told:
            lines = []
            if kill % 5:  # one in five is killed while it opens the store, the others while they
                lines = [told.readline() for _ in range(chance.randint(1, 4))]  # write on
            time.sleep(chance.uniform(0.0, 0.02))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            lines += told.readlines()
        confirmed += [(game, int(line)) for line in lines if line.strip() != "open"]
    lost, gaps = [], []
    with open_store(url) as store:
        for game in games:
            entries = store.events(game)
            held = {entry.number for entry in entries}
            lost += [number for name, number in confirmed if name == game and number not in held]
            gaps += [game] if held != set(range(1, len(entries) + 1)) else []
            gaps += [game for entry in entries if len(store.versions(game, entry.number)) != 1]
            store.state(game)
    print(json.dumps({"confirmed": len(confirmed), "lost": lost, "gaps": gaps}))


def write(url: str, game: str, told: int) -> None:
    """Records one entry after the other, telling each number once it is confirmed."""
    with open_store(url) as store:
        os.write(told, b"open\n")
        while True:
            number = len(store.events(game)) + 1
            try:
                store.append(game, number, FalseWin(Wind.EAST))
            except StaleError:
                continue
            os.write(told, f"{number}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
