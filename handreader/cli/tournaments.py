"""The commands `tournament` and `rating`: tournaments of the database, and players over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from scoring.errors import CodedError
from scoring.near import did_you_mean
from scoring.text import Texts, escape_controls

from ..console import console
from ..json_output import print_json
from ..messages import localize
from ..store import default_file, open_store

if TYPE_CHECKING:
    from ..store.store import Store
    from ..store.stored_tournaments import StoredTournament
    from ..tournament.ranking import Ranking
    from ..tournament.teams import TeamRanking

_TEXTS: Mapping[str, Texts] = {
    "no_tournament": {
        "en": "there is no tournament {name} here: `handreader tournament` lists names and "
        "numbers{meant}",
        "it": "qui non c'è il torneo {name}: `handreader tournament` elenca nomi e numeri{meant}",
    },
    "several_tournaments": {
        "en": "{count} tournaments are named {name}: name one by its number ({ids})",
        "it": "{count} tornei si chiamano {name}: indicane uno con il suo numero ({ids})",
    },
    "files_of_which": {
        "en": "--files needs the name of a tournament: `handreader tournament` lists them",
        "it": "--files vuole il nome di un torneo: `handreader tournament` li elenca",
    },
    "no_day": {
        "en": "--day takes a day as 2026-11-28, not {day}",
        "it": "--day vuole un giorno come 2026-11-28, non {day}",
    },
    "no_family": {
        "en": "no tournament by the rules {rules} is over; there are: {known}",
        "it": "nessun torneo con le regole {rules} è finito; ci sono: {known}",
    },
}


class TournamentNameError(CodedError):
    """A tournament, a day or rules that there are not."""

    texts = _TEXTS


def show_tournaments(
    database: str | None, name: str | None, files: Path | None, as_json: bool, lang: str
) -> None:
    """Print the tournaments, the standings of one, or the paths of its files.

    Args:
        database: its address; None for the user's own, which is not made if it is not there.
        name: of the tournament, or its number; None for all.
        files: folder for its files; it is made, and files of before are replaced.
        as_json: print JSON lines.
        lang: of the texts.

    Raises:
        HandReaderError: no such tournament, or the database cannot be used.
        OSError: a file cannot be written.
    """
    if files is not None and name is None:
        raise TournamentNameError("files_of_which")
    with _store(database) as store:
        every = () if store is None else store.tournaments().find()
        if name is None:
            for one in every:
                _print_summary(one, as_json, lang)
            if not every and not as_json:
                print(localize("no_tournaments", lang))
            return
        found = _find_tournament(every, name)
        assert store is not None
        paths = [] if files is None else _write_files(store, found, files)
        if as_json:
            _print_tournament(store, found)
        elif files is not None:
            print(*paths, sep="\n")
        else:
            _print_standings(store, found, lang)


def show_rating(
    database: str | None, rules: str | None, day: str | None, as_json: bool, lang: str
) -> None:
    """Print the rating of players over the tournaments that are over.

    Args:
        database: its address; None for the user's own.
        rules: the kind of rules; None for that of the newest tournament.
        day: of the rating; None for today.
        as_json: print one JSON line.
        lang: of the texts.

    Raises:
        HandReaderError: a day or rules that there are not, or the database cannot be used.
    """
    wanted = date.today() if day is None else _parse_day(day)
    with _store(database) as store:
        if store is None:
            if not as_json:
                print(localize("no_rating", lang, day=wanted))
            return
        from ..store.ratings import find_rating, rating_to_json
        from ..store.tournament_export import decimal

        found = find_rating(store.tournaments(), rules or "", wanted)
    if rules is not None and found.rules != rules:
        known = ", ".join(found.families) or "\u2013"
        raise TournamentNameError("no_family", rules=repr(rules), known=known)
    if as_json:
        print_json(rating_to_json(found))
        return
    if not found.players:
        print(localize("no_rating", lang, day=wanted))
        return
    count = len(found.events)
    print(localize("rating_head", lang, day=found.day, rules=found.rules, count=count))
    lines = [
        (one.rank, one.name, one.country, decimal(round(one.rating, 2)), len(one.results))
        for one in found.players
    ]
    head = ("place", "player", "country", "rating", "tournaments")
    _print_table([localize(key, lang) for key in head], lines)


@contextmanager
def _store(database: str | None) -> Iterator[Store | None]:
    """Open a database, or none where the user has none yet."""
    with ExitStack() as stack:
        has_store = database is not None or default_file().is_file()
        yield stack.enter_context(open_store(database)) if has_store else None


def _find_tournament(every: Sequence[StoredTournament], name: str) -> StoredTournament:
    """Return the tournament of that number or name, in upper or lower case."""
    folded = " ".join(name.split()).casefold()
    found = [one for one in every if one.id == name] or [
        one for one in every if one.state.name.casefold() == folded
    ]
    if not found:
        meant = did_you_mean(name, {one.state.name for one in every})
        raise TournamentNameError("no_tournament", name=repr(name), meant=meant)
    if len(found) > 1:
        ids = ", ".join(one.id for one in found)
        raise TournamentNameError("several_tournaments", name=repr(name), count=len(found), ids=ids)
    return found[0]


def _parse_day(written: str) -> date:
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise TournamentNameError("no_day", day=repr(written[:40])) from None


def _print_summary(found: StoredTournament, as_json: bool, lang: str) -> None:
    state = found.state
    values = {
        "name": state.name,
        "id": found.id,
        "players": sum(not one.is_substitute for one in state.entrants),
        "rounds": state.plan.rounds,
        "begun": state.starts,
        "rules": found.rules.id,
    }
    if as_json:
        print_json({**values, "started": found.started.isoformat(timespec="seconds")})
    else:
        print(escape_controls(localize("tournament_listed", lang, **values)))


def _print_tournament(store: Store, found: StoredTournament) -> None:
    from ..store.tournament_export import tournament_to_json

    club = store.tournaments()
    print_json(tournament_to_json(found, club.statuses(found), club.now()))


def _print_standings(store: Store, found: StoredTournament, lang: str) -> None:
    from ..store.tournament_export import (
        decimal,
        standings_of,
        team_standings_of,
    )
    from ..tournament.ranking import RankBy, rank_by

    club = store.tournaments()
    statuses = club.statuses(found)
    by_score = rank_by(found.rules) is RankBy.SCORE
    sums = ("score", "points") if by_score else ("table_points", "points")

    def cells(line: Ranking | TeamRanking) -> list[object]:
        return [decimal(line.score if by_score else line.table_points), decimal(line.balance)]

    lines = [
        (one.rank, one.entrant.name, one.entrant.registration.country, *cells(one))
        for one in standings_of(found, statuses)
    ]
    head = ("place", "player", "country", *sums)
    if lines:
        _print_table([localize(key, lang) for key in head], lines)
    teams = [(one.rank, one.team, *cells(one)) for one in team_standings_of(found, statuses)]
    if teams:
        print()
        _print_table([localize(key, lang) for key in ("place", "team", *sums)], teams)


def _write_files(store: Store, found: StoredTournament, folder: Path) -> list[Path]:
    """Write the files of a tournament, and return their paths."""
    from ..store.tournament_files import TOURNAMENT_FILES, tournament_file

    folder.mkdir(parents=True, exist_ok=True)
    club, paths = store.tournaments(), []
    for name in TOURNAMENT_FILES:
        paths.append(folder / name)
        paths[-1].write_bytes(tournament_file(store, club, found, name))
    return paths


def _print_table(head: Sequence[str], lines: Sequence[Sequence[object]]) -> None:
    """Print lines in columns: numbers to the right, texts to the left."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title, cell in zip(head, lines[0], strict=True):
        table.add_column(title, justify="left" if isinstance(cell, str) else "right")
    for line in lines:
        table.add_row(*(escape(escape_controls(str(cell))) for cell in line))
    console().print(table)
