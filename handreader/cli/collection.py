"""Things that a person keeps by name: list them, rename one, forget one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..errors import Report, UsageError
from ..messages import localize
from ..options import CollectionOptions
from .asking import Prompt, is_confirmed, is_terminal


@dataclass(frozen=True, slots=True)
class Collection:
    """One kind of kept things.

    Attributes:
        show: prints all of them, as JSON lines or in a language.
        find: returns the name of one as it is kept; raises the error that there is none.
        rename: gives one another name.
        forget: removes one.
    """

    show: Callable[[bool, str, Report], None]
    find: Callable[[str], str]
    rename: Callable[[str, str], None]
    forget: Callable[[str], None]


def manage(
    collection: Collection, options: CollectionOptions, report: Report, prompt: Prompt = input
) -> None:
    """List, rename or forget, as the options state.

    Raises:
        HandReaderError: options that contradict each other, an unknown or invalid name, or a thing
            that is not forgotten because the person was not asked.
    """
    actions = (options.rename is not None, options.forget is not None, options.as_json)
    if sum(actions) > 1 or (options.rename is None) != (options.to is None):
        raise UsageError("one_of_collection")
    lang = options.lang
    if options.rename is not None and options.to is not None:
        found = collection.find(options.rename)
        collection.rename(found, options.to)
        print(localize("renamed", lang, name=repr(found), to=repr(options.to)))
    elif options.forget is not None:
        found = collection.find(options.forget)
        if not (options.yes or _may_forget(found, lang, prompt)):
            print(localize("is_kept", lang, name=repr(found)))
            return
        collection.forget(found)
        print(localize("rules_forgotten", lang, name=repr(found)))
    else:
        collection.show(options.as_json, lang, report)


def _may_forget(name: str, lang: str, prompt: Prompt) -> bool:
    if not is_terminal():
        raise UsageError("not_asked", name=repr(name))
    return is_confirmed(localize("ask_forget", lang, name=repr(name)), prompt)
