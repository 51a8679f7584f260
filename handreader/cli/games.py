"""The command `games`: games of the database, by their own names or by players and date."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING

from scoring.errors import CodedError
from scoring.near import did_you_mean
from scoring.text import Texts

from ..errors import Report
from ..json_output import print_json
from ..messages import localize
from ..options import CollectionOptions
from ..store import Game, default_file, open_store
from .collection import Collection, manage

if TYPE_CHECKING:
    from ..store.store import Store

_TEXTS: Mapping[str, Texts] = {
    "no_game": {
        "en": "there is no game {name} here: `handreader games` lists names and numbers{meant}",
        "it": "qui non c'è la partita {name}: `handreader games` elenca nomi e numeri{meant}",
    },
    "several_games": {
        "en": "{count} games are named {name}: name one by its number ({ids})",
        "it": "{count} partite si chiamano {name}: indicane una con il suo numero ({ids})",
    },
    "taken": {
        "en": "there is a game {name} already: choose another name, or forget that one first",
        "it": "c'è già una partita {name}: scegli un altro nome, o prima dimentica quella",
    },
}
_MOST = 10_000  # games at once


class GameNameError(CodedError):
    """A name that no game has, or several have."""

    texts = _TEXTS


def manage_games(database: str | None, options: CollectionOptions, report: Report) -> None:
    """List, rename or forget games of a database.

    Args:
        database: its address; None for the user's own, which is not made if it is not there.
        options: the options.
        report: of errors.

    Raises:
        HandReaderError: as `manage`, or the database cannot be used.
    """
    with ExitStack() as stack:
        has_store = database is not None or default_file().is_file()
        store = stack.enter_context(open_store(database)) if has_store else None
        manage(game_collection(store), options, report)


def game_collection(store: Store | None) -> Collection:
    """Return the games of a store, of which there are none without a store."""
    games = () if store is None else _all_games(store)

    def show(as_json: bool, lang: str, report: Report) -> None:
        for game in games:
            if as_json:
                print_json(_game_json(game))
            else:
                print(_line(game, lang))
        if not games and not as_json:
            print(localize("no_games", lang))

    def find(name: str) -> str:
        found = _find_game(games, name)
        is_unique = sum(_is_named(one, _name(found)) for one in games) == 1
        return _name(found) if is_unique else found.id

    def rename(name: str, new: str) -> None:
        found = _find_game(games, name)
        if any(_is_named(one, new) for one in games if one != found):
            raise GameNameError("taken", name=repr(new))
        if store is not None:
            store.set_title(found.id, new)

    def forget(name: str) -> None:
        found = _find_game(games, name)
        if store is not None:
            store.delete(found.id)
            store.purge(found.id)

    return Collection(show, find, rename, forget)


def _all_games(store: Store) -> tuple[Game, ...]:
    """Return the games, the archived ones and those that are deleted and can be restored."""
    return (
        *store.find_games(limit=_MOST).games,
        *store.find_games(archived=True, limit=_MOST).games,
        *store.find_games(deleted=True, limit=_MOST).games,
    )


def _find_game(games: tuple[Game, ...], name: str) -> Game:
    """Return the game of that number or name."""
    found = [one for one in games if one.id == name] or [
        one for one in games if _is_named(one, name)
    ]
    if not found:
        meant = did_you_mean(name, {_name(one) for one in games})
        raise GameNameError("no_game", name=repr(name), meant=meant)
    if len(found) > 1:
        ids = ", ".join(one.id for one in found)
        raise GameNameError("several_games", name=repr(name), count=len(found), ids=ids)
    return found[0]


def _is_named(game: Game, name: str) -> bool:
    """Return whether a game has this name, in upper or lower case."""
    return _name(game).casefold() == " ".join(name.split()).casefold()


def _name(game: Game) -> str:
    """Return a game's own name, or its players and date if it has none."""
    return game.title or f"{', '.join(game.players)} {_date(game)}"


def _date(game: Game) -> str:
    return game.started.astimezone().date().isoformat()


def _line(game: Game, lang: str) -> str:
    code = "game_listed"
    if game.deleted is not None:
        code = "game_deleted"
    elif game.archived:
        code = "game_archived"
    players = f"{', '.join(game.players)}, {_date(game)}, " if game.title else ""
    about = f"{players}{game.rules.id}"
    return localize(code, lang, name=_name(game), id=game.id, about=about)


def _game_json(game: Game) -> dict[str, object]:
    return {
        "game": game.id,
        "title": game.title,
        "players": list(game.players),
        "rules": game.rules.id,
        "started": game.started.isoformat(timespec="seconds"),
        "archived": game.archived,
        "deleted": None if game.deleted is None else game.deleted.isoformat(timespec="seconds"),
    }
