"""Run by `test_killed.py`: children that hold tournaments until they are killed at a random moment.

    python killed_organiser.py DATABASE KILLS SEED

Prints as JSON what was confirmed to somebody, and what the store holds in the end.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time

from handreader.store import open_store
from handreader.tournament.events import EntrantAddition, PlanChange, RoundEnd, TournamentEvent
from handreader.tournament.seating import draw_remaining
from scoring.game import game_rules

MOST_GAMES = 10_000


def main(url: str, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    confirmed: list[tuple[str, int]] = []
    for _ in range(kills):
        mine, theirs = os.pipe()
        child = os.fork()
        if not child:
            os.close(mine)
            hold(url, theirs)
            os._exit(0)
        os.close(theirs)
        with os.fdopen(mine) as stated:
            lines = [stated.readline() for _ in range(chance.randint(1, 6))]
            time.sleep(chance.uniform(0.0, 0.02))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            lines += stated.readlines()
        for line in lines:
            id, revision = line.split()
            confirmed.append((id, int(revision)))
    lost, gaps = [], []
    with open_store(url) as store:
        club = store.tournaments()
        held = {one.id: one.state for one in club.find()}
        lost = [seen for id, seen in confirmed if id not in held or held[id].revision < seen]
        rounds = [one for state in held.values() for one in state.rounds]
        seated = {game for one in rounds for game in one.games}
        gaps = sorted(seated ^ {game.id for game in store.games(MOST_GAMES)})
    print(json.dumps({"confirmed": len(confirmed), "lost": lost, "gaps": gaps}))


def hold(url: str, stated: int) -> None:
    """Hold one tournament after the other; write its id and each revision that was confirmed."""
    with open_store(url) as store:
        club = store.tournaments()
        while True:
            events: list[TournamentEvent] = [PlanChange(5, 90, 5, 0)]
            events += [EntrantAddition(f"Player {number}") for number in range(8)]
            found = club.create("Cup", game_rules("mcr"), "organiser", events)
            found = club.record(found.id, None, draw_remaining(found.state))
            os.write(stated, f"{found.id} {found.state.revision}\n".encode())
            for number in range(1, 6):
                found = club.start_round(found.id, found.state.revision, number)
                os.write(stated, f"{found.id} {found.state.revision}\n".encode())
                found = club.record(found.id, found.state.revision, RoundEnd(number))
                os.write(stated, f"{found.id} {found.state.revision}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
