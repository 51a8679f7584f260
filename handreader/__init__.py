"""handreader: a photo of a Mahjong hand becomes its score.

    >>> import handreader as hr
    >>> hr.score_hand("123m 456p 789s 11z 678s", "mcr", self_drawn=True).total
    13

The app; the work is done in `vision` and `scoring`. `api` describes the names of this package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.errors import HandReaderError

    from .api import HandReader as Reader
    from .api import advise, score, score_hand
    from .arguments import FactArguments
    from .hand_advice import HandAdvice
    from .results import HandReading, ScoredHand

__version__ = "0.16.0.dev0"
__all__ = [
    "FactArguments",
    "HandAdvice",
    "HandReaderError",
    "HandReading",
    "Reader",
    "ScoredHand",
    "advise",
    "score",
    "score_hand",
]

_HOMES = {
    "FactArguments": (".arguments", "FactArguments"),
    "HandAdvice": (".hand_advice", "HandAdvice"),
    "HandReading": (".results", "HandReading"),
    "HandReaderError": ("scoring.errors", "HandReaderError"),
    "Reader": (".api", "HandReader"),
    "ScoredHand": (".results", "ScoredHand"),
    "advise": (".api", "advise"),
    "score": (".api", "score"),
    "score_hand": (".api", "score_hand"),
}


def __getattr__(name: str) -> object:
    """Import a name of the API when it is first used: commands load the package without it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    check_packages()
    module, attribute = _HOMES[name]
    found = getattr(import_module(module, __name__), attribute)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return the names of the API alone: what an editor or a notebook offers."""
    return [*__all__, "__version__", "__doc__"]


def check_packages() -> None:
    """Check that no file of the user hides one of our packages.

    Raises:
        ImportError: names the file, like a `scoring.py` beside a notebook.
    """
    from importlib.util import find_spec
    from pathlib import Path

    ours = Path(__file__).resolve().parents[1]
    for package in ("scoring", "vision"):
        spec = find_spec(package)
        found = None if spec is None or spec.origin is None else Path(spec.origin).resolve()
        if found is None or ours / package != found.parent:
            raise ImportError(
                f"{found or 'nothing'} was found where handreader's package {package} was expected "
                f"({ours / package}): rename that file or folder, or start in another folder"
            )
