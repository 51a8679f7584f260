"""Print which rules and numbers of layout and search earn hands: each is switched off, or scaled.

    python benchmarks/ablation.py FOLDER [--rules all|NAME,MODULE,...] [--numbers] [--jobs 2]

FOLDER has hands of a corpus (`benchmarks/corpus.py`), as `tests/data/corpus`. A rule is a function
or method of `vision.layout` or `vision.parsing` whose type has a neutral result: False and True, 0
and inf, None, an empty collection, or an argument of this type unchanged. It is switched off by
returning that; of two neutral results the one that it gives on most hands anyway. `A+B` switches
two off at once, and `--least N` all rules that by themselves earn fewer hands than N. `--numbers`
multiplies each module constant and each field of a settings class by 1.5 and by 0.67.

A variant is run on the hands on which the rule has had an effect, or code with the number has run,
until `--enough` of them end otherwise. What is measured is kept in `build/ablation` for this code
and these hands, so that a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib
import inspect
import json
import math
import multiprocessing
import pkgutil
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from functools import partial, wraps
from pathlib import Path
from time import monotonic
from types import FunctionType, ModuleType
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from handreader.evaluation.corpus import CorpusHand, load_corpus
from handreader.evaluation.trials import Trial
from handreader.progress import progress_bar

PACKAGES = ("vision.layout", "vision.parsing")
PLAIN = frozenset({"vision.layout.plane"})  # plane geometry, of which nothing is a rule
FACTORS = (1.5, 0.67)
SECONDS = 60  # of processor time for one hand; a variant may never end

Neutral = Callable[..., Any]  # Any: it stands for functions of every type


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the packages, with the place where it is found."""

    name: str
    owner: ModuleType | type
    attribute: str
    call: FunctionType
    is_property: bool = False

    @property
    def callee(self) -> Any:
        """Return what is called by this name: the function itself, or one with a cache."""
        return vars(self.owner)[self.attribute]


@dataclass(frozen=True, slots=True)
class Number:
    """A module constant, or a field of a settings class, with its value."""

    name: str
    owner: ModuleType | type
    attribute: str
    value: int | float | tuple[int | float, ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """A change of the code: rules that are switched off, or a number that is scaled."""

    name: str
    rules: tuple[tuple[str, str], ...] = ()
    number: str = ""
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class Earning:
    """What a rule or number earns: hands that end otherwise without it, or with another value.

    Attributes:
        name: of the variant.
        hands: on which it was run.
        changed: that end otherwise: in outcome, hand or questions.
        earned, cost: that are right unaided with it and not without, and the other way round.
        helped: the same for hands that are right after at most two questions: earned less cost.
        silent: hands that are wrong unasked without it, less those with it.
        errors: hands that could not be decoded at all.
        is_whole: whether every hand that it can change was run.
        examples: some hands that end otherwise.
    """

    name: str
    hands: int
    changed: int
    earned: int
    cost: int
    helped: int
    silent: int
    errors: int
    is_whole: bool
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How the trial of a hand ended: see `Trial`; the hand that was shown, questions, problems."""

    unaided: bool = False
    exact: bool = False
    unasked: bool = False  # wrong without a question or problem
    shown: str | None = None
    notes: tuple[str, ...] = ()


BROKEN = Ending()  # the code cannot do without the rule


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="hands of a corpus")
    parser.add_argument("--rules", default="all", help="all, none, or NAME,MODULE,NAME+NAME,...")
    parser.add_argument("--numbers", action="store_true", help="scale the numbers, too")
    parser.add_argument("--least", type=int, help="switch off at once what earns fewer hands")
    parser.add_argument("--enough", type=int, default=12, help="changed hands that are enough")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=Path, help="file for the table as JSON")
    parser.add_argument("--document", type=Path, help="document whose table is written anew")
    options = parser.parse_args()
    signal.signal(signal.SIGVTALRM, _give_up)
    hands = load_corpus(options.folder)
    random.Random(0).shuffle(hands)
    lab = Laboratory(hands, options.enough)
    variants = [*rule_variants(lab, options.rules)]
    if options.numbers:
        variants += [
            Variant(f"{name} x {factor}", number=name, factor=factor)
            for name in lab.numbers
            for factor in FACTORS
        ]
    found = list(measure(lab, variants, options.jobs))
    if options.least is not None:
        found += list(measure(lab, [together(found, variants, options.least)], 1))
    print_table(found, len(hands))
    if options.document is not None:
        write_table(found, len(hands), options.document)
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n")


def rule_variants(lab: Laboratory, asked: str) -> Iterator[Variant]:
    """Yield the variants that an option names.

    Raises:
        SystemExit: a name that is no rule's; names the nearest ones.
    """
    if asked == "none":
        return
    for text in asked.split(","):
        known = {name for name in lab.neutrals if text == "all" or f".{text}." in f".{name}"}
        for name in sorted(known):
            way = lab.usual_way(name)
            yield Variant(f"{name} = {way}", ((name, way),))
        if known:
            continue
        yield Variant(text, tuple(rule for part in text.split("+") for rule in lab.find(part)))


def together(found: Sequence[Earning], variants: Sequence[Variant], least: int) -> Variant:
    """Return the variant in which all rules that earn fewer hands than some are off."""
    by_name = {variant.name: variant for variant in variants}
    weak: dict[str, tuple[str, str]] = {}
    for one in sorted(found, key=lambda one: one.earned - one.cost):
        rules = by_name[one.name].rules
        if rules and one.is_whole and not one.errors and one.earned - one.cost < least:
            weak.setdefault(rules[0][0], rules[0])
    return Variant(f"{len(weak)} rules that earn fewer than {least}", tuple(weak.values()))


class Laboratory:
    """The hands, the rules and numbers, and what happens on each hand as the code is.

    Args:
        hands: of a corpus.
        enough: changed hands after which a variant is not run on more.
    """

    def __init__(self, hands: Sequence[CorpusHand], enough: int) -> None:
        self.hands, self.enough = hands, enough
        self.functions = {one.name: one for one in _functions(PACKAGES)}
        self.neutrals = {
            name: ways for name, one in self.functions.items() if (ways := _neutrals(one.call))
        }
        self.numbers = {one.name: one for one in _numbers(PACKAGES)}
        self.endings: list[Ending] = []
        self.acting: dict[tuple[str, str], set[int]] = {}
        self.running: dict[str, set[int]] = {}

    def find(self, name: str) -> list[tuple[str, str]]:
        """Return a rule that is named, without its module if it is the only one of that name.

        Raises:
            SystemExit: no rule has that name.
        """
        plain, _, way = name.partition("=")
        found = [full for full in self.neutrals if f".{full}".endswith(f".{plain.strip()}")]
        if len(found) != 1:
            known = [full.rpartition(".")[2] for full in self.neutrals] + [*self.neutrals]
            near = ", ".join(found or get_close_matches(plain.strip(), known)) or "none is like it"
            raise SystemExit(f"no rule {plain.strip()}: {near}")
        return [(found[0], way.strip() or self.usual_way(found[0]))]

    def usual_way(self, name: str) -> str:
        """Return the neutral result that a rule gives on most hands: other hands are its effect."""
        self.prepare()
        return min(self.neutrals[name], key=lambda way: len(self.acting[name, way]))

    def prepare(self) -> None:
        """Run every hand as the code is, once, and note which rules act on it."""
        if self.endings:
            return
        for name, ways in self.neutrals.items():
            self.acting.update({(name, way): set() for way in ways})
        self.running = {name: set() for name in self.functions}
        with ExitStack() as stack:
            here = [0]
            for name, function in self.functions.items():
                stack.enter_context(_replacement(function, self._observer(name, function, here)))
            work = progress_bar(enumerate(self.hands), len(self.hands), "hands as they are")
            for here[0], hand in work:
                self.endings.append(self.decode(hand))

    def _observer(self, name: str, function: Function, here: list[int]) -> Neutral:
        """Return the function, which notes on which hands its result is not the neutral one."""
        ways = self.neutrals.get(name, {})
        sets = {way: self.acting[name, way] for way in ways}
        running = self.running[name]
        is_cached = hasattr(function.callee, "cache_clear")
        call = function.callee if is_cached else function.call

        def note(result: object, args: Sequence[Any], named: Mapping[str, Any]) -> None:
            for way, neutral in ways.items():
                if here[0] not in sets[way] and _differs(result, neutral(*args, **named)):
                    sets[way].add(here[0])

        @wraps(function.call)
        def observer(*args: Any, **named: Any) -> Any:
            running.add(here[0])
            result = call(*args, **named)
            if inspect.isgenerator(result):
                result = list(result)
                note(result, args, named)
                return iter(result)
            note(result, args, named)
            return result

        return observer

    def hands_of(self, variant: Variant) -> list[int]:
        """Return the hands that a variant may change."""
        if variant.rules:
            return sorted(set().union(*(self.acting[rule] for rule in variant.rules)))
        users = _users(self.numbers[variant.number], self.functions)
        if not users:
            return list(range(len(self.hands)))
        return sorted(set().union(*(self.running[name] for name in users)))

    def measure(self, variant: Variant) -> Earning:
        """Run a variant on the hands that it may change, until enough of them have changed."""
        counts: Counter[str] = Counter()
        examples: list[str] = []
        todo = self.hands_of(variant)
        with ExitStack() as stack:
            for name, way in variant.rules:
                stack.enter_context(_replacement(self.functions[name], self.neutrals[name][way]))
            if variant.number:
                stack.enter_context(_scaling(self.numbers[variant.number], variant.factor))
            for at in todo:
                counts["hands"] += 1
                self._count(at, counts, examples)
                if counts["changed"] >= self.enough:
                    break
        return Earning(
            variant.name,
            counts["hands"],
            counts["changed"],
            counts["earned"],
            counts["cost"],
            counts["helped"],
            counts["silent"],
            counts["errors"],
            counts["hands"] == len(todo),
            tuple(examples),
        )

    def decode(self, hand: CorpusHand) -> Ending:
        """Decode a hand with empty caches and in bounded time."""
        _clear_caches()
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        try:
            return _ending(next(hand.trials()))
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def _count(self, at: int, counts: Counter[str], examples: list[str]) -> None:
        """Run one hand and count how it ends otherwise."""
        hand, was = self.hands[at], self.endings[at]
        try:
            now = self.decode(hand)
        except Exception:  # a rule whose result the rest relies on
            counts["errors"] += 1
            now = BROKEN
        if now == was:
            return
        counts["changed"] += 1
        counts["earned"] += was.unaided and not now.unaided
        counts["cost"] += now.unaided and not was.unaided
        counts["helped"] += was.exact - now.exact
        counts["silent"] += now.unasked - was.unasked
        if (was.unaided, was.exact, was.unasked) != (now.unaided, now.exact, now.unasked):
            examples[:0] = [hand.name]
        else:
            examples.append(hand.name)
        del examples[12:]


def _ending(trial: Trial) -> Ending:
    """Return how a hand ended by the rule set that counts."""
    shown = None if trial.shown is None else str(trial.shown)
    notes = (*trial.asked, *trial.open, *trial.problems)
    return Ending(trial.is_exact_unaided, trial.exact, trial.is_confidently_wrong, shown, notes)


def _modules(packages: Sequence[str]) -> Iterator[ModuleType]:
    for package in packages:
        folder = importlib.import_module(package)
        names = [f"{package}.{found.name}" for found in pkgutil.iter_modules(folder.__path__)]
        yield from map(importlib.import_module, sorted({*names} - PLAIN))


def _functions(packages: Sequence[str]) -> Iterator[Function]:
    """Yield the functions, methods and properties that the packages define."""
    for module in _modules(packages):
        short = module.__name__.removeprefix("vision.")
        for name, value in vars(module).items():
            plain = getattr(value, "__wrapped__", value)
            if isinstance(plain, FunctionType) and plain.__module__ == module.__name__:
                yield Function(f"{short}.{name}", module, name, plain)
            elif isinstance(value, type) and value.__module__ == module.__name__:
                for method, made in vars(value).items():
                    got = made.fget if isinstance(made, property) else made
                    if isinstance(got, FunctionType) and not method.startswith("__"):
                        yield Function(
                            f"{short}.{name}.{method}",
                            value,
                            method,
                            got,
                            isinstance(made, property),
                        )


def _neutrals(call: FunctionType) -> dict[str, Neutral]:
    """Return the neutral results that a function's type allows, by name; {} if there is none."""
    returned = str(call.__annotations__.get("return", ""))
    kind, _, content = returned.partition("[")
    for at, name in enumerate(inspect.signature(call).parameters):
        given = str(call.__annotations__.get(name, ""))
        if given and (given == returned or _content(given) == _content(returned) != ""):
            made = {"tuple": tuple, "list": list}.get(kind)
            if returned not in ("bool", "float", "int"):
                return {"unchanged": partial(_identity, at, name, made)}
    if returned == "bool":
        return {"False": lambda *_, **__: False, "True": lambda *_, **__: True}
    if returned == "float":
        return {"0": lambda *_, **__: 0.0, "inf": lambda *_, **__: math.inf}
    if returned == "int":
        return {"0": lambda *_, **__: 0}
    if returned.endswith("| None"):
        return {"None": lambda *_, **__: None}
    empty = {"tuple": (), "Sequence": (), "list": [], "dict": {}, "Mapping": {}, "set": set()}
    if kind in empty and (kind != "tuple" or content.endswith("...]")):
        return {"empty": lambda *_, **__: type(empty[kind])()}
    if kind == "frozenset":
        return {"empty": lambda *_, **__: frozenset()}
    if kind == "Iterator":
        return {"empty": lambda *_, **__: iter(())}
    return {}


def _content(annotation: str) -> str:
    """Return what a collection holds: `SeenTile` for `tuple[SeenTile, ...]`; "" for others."""
    kind, _, content = annotation.partition("[")
    if kind not in ("tuple", "list", "Sequence", "Iterable"):
        return ""
    return content.removesuffix("]").removesuffix(", ...")


def _identity(at: int, name: str, kind: type | None, *args: Any, **named: Any) -> Any:
    """Return an argument, given by place or by name, as a collection of another type if need be."""
    given = args[at] if len(args) > at else named[name]
    return given if kind is None else kind(given)


def _differs(result: object, neutral: object) -> bool:
    """Return whether a result is another one than the neutral."""
    if isinstance(neutral, Iterator):
        neutral = list(neutral)
    if isinstance(result, list | tuple) and isinstance(neutral, list | tuple):
        return list(result) != list(neutral)
    return bool(result is not neutral and result != neutral)


@contextmanager
def _replacement(function: Function, other: Neutral) -> Iterator[None]:
    """Replace a function wherever it is used."""
    if isinstance(function.owner, type):
        made = property(other) if function.is_property else wraps(function.call)(_method(other))
        before = vars(function.owner)[function.attribute]
        setattr(function.owner, function.attribute, made)
        yield
        setattr(function.owner, function.attribute, before)
        return
    original = vars(function.owner)[function.attribute]
    users = [
        (module, name)
        for module in list(sys.modules.values())
        if module is not None and module.__name__.startswith(("vision", "handreader"))
        for name, value in list(vars(module).items())
        if value is original
    ]
    for module, name in users:
        setattr(module, name, other)
    yield
    for module, name in users:
        setattr(module, name, original)


def _method(other: Neutral) -> Neutral:
    """Return a plain function, which binds to an instance as a partial does not."""
    return lambda *args, **kwargs: other(*args, **kwargs)


def _numbers(packages: Sequence[str]) -> Iterator[Number]:
    """Yield the module constants, and the fields of settings classes with their defaults."""
    for module in _modules(packages):
        short = module.__name__.removeprefix("vision.")
        for name in _constants(module):
            value = vars(module)[name]
            if _is_number(value):
                yield Number(f"{short}.{name}", module, name, value)
        for cls in vars(module).values():
            if not (isinstance(cls, type) and cls.__module__ == module.__name__):
                continue
            if cls.__name__.endswith("Settings"):
                defaults = inspect.signature(cls).parameters.values()
                for field in defaults:
                    if _is_number(field.default):
                        name = f"{short}.{cls.__name__}.{field.name}"
                        yield Number(name, cls, field.name, field.default)


def _is_number(value: object) -> bool:
    if isinstance(value, tuple):
        return bool(value) and all(map(_is_number, value))
    return isinstance(value, int | float) and not isinstance(value, bool)


def _constants(module: ModuleType) -> Iterator[str]:
    """Yield the names in capitals that a module assigns."""
    for node in ast.parse(Path(str(module.__file__)).read_text("utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets += [node.target] if isinstance(node, ast.AnnAssign) else []
        for target in targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name) and name.id.isupper():
                    yield name.id


@contextmanager
def _scaling(number: Number, factor: float) -> Iterator[None]:
    """Multiply a number wherever it is used."""
    other = _scale(number.value, factor)
    if isinstance(number.owner, type):
        made: Any = number.owner.__init__  # a dataclass's, whose defaults may be replaced
        parameters = list(inspect.signature(number.owner).parameters.values())
        names = [one.name for one in parameters if one.default is not inspect.Parameter.empty]
        before = made.__defaults__
        made.__defaults__ = tuple(
            other if name == number.attribute else value
            for name, value in zip(names, before, strict=True)
        )
        yield
        made.__defaults__ = before
        return
    users = [
        module
        for module in list(sys.modules.values())
        if module is not None
        and module.__name__.startswith("vision")
        and vars(module).get(number.attribute) is number.value
    ]
    for module in users:
        setattr(module, number.attribute, other)
    yield
    for module in users:
        setattr(module, number.attribute, number.value)


def _scale(value: Any, factor: float) -> Any:
    """Multiply a number, or each of several; a whole one changes by 1 at least."""
    if isinstance(value, tuple):
        return tuple(_scale(part, factor) for part in value)
    if isinstance(value, int):
        scaled = round(value * factor)
        return scaled if scaled != value else value + (1 if factor > 1 else -1)
    return value * factor


def _users(number: Number, functions: Mapping[str, Function]) -> list[str]:
    """Return the names of the functions whose code has the number's name."""
    return [
        name for name, one in functions.items() if number.attribute in _names(one.call.__code__)
    ]


def _names(code: Any) -> set[str]:
    """Return the names in a code object and in those inside it."""
    found = set(code.co_names)
    for inner in code.co_consts:
        if hasattr(inner, "co_names"):
            found |= _names(inner)
    return found


def _clear_caches() -> None:
    """Forget what functions of the packages have computed for other hands."""
    for name, module in list(sys.modules.items()):
        if name.startswith("vision."):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def measure(lab: Laboratory, variants: Sequence[Variant], jobs: int) -> Iterator[Earning]:
    """Yield what each variant changes; kept results of this code and these hands are used."""
    file = ROOT / "build" / "ablation" / f"{_fingerprint(lab)}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    kept = {row["name"]: row for row in map(json.loads, lines)}
    todo = [variant for variant in variants if variant.name not in kept]
    if todo:
        lab.prepare()
    for variant in variants:
        if variant.name in kept:
            row = kept[variant.name]
            yield Earning(**{**row, "examples": tuple(row["examples"])})
    context = multiprocessing.get_context("fork")  # the hands are not sent to the workers
    global _LAB
    _LAB = lab
    begun = monotonic()
    with context.Pool(jobs) as pool, file.open("a", encoding="utf-8") as out:
        found = pool.imap_unordered(_measure, todo)
        for count, one in enumerate(progress_bar(found, len(todo), "variants"), 1):
            out.write(json.dumps(asdict(one)) + "\n")
            out.flush()
            if not sys.stderr.isatty() and count % 50 == 0:
                left = (monotonic() - begun) / count * (len(todo) - count)
                print(f"{count} of {len(todo)}, {left:.0f} s left", file=sys.stderr, flush=True)
            yield one


_LAB: Laboratory | None = None


def _give_up(*_: object) -> None:
    raise TimeoutError


def _measure(variant: Variant) -> Earning:
    assert _LAB is not None, "the worker is a copy of the process that measures"
    return _LAB.measure(variant)


def _fingerprint(lab: Laboratory) -> str:
    """Return a name for the code and the hands."""
    digest = hashlib.sha256(f"{lab.enough} {PACKAGES}".encode())
    for folder in ("vision", "handreader/evaluation", "scoring", "benchmarks"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            digest.update(file.read_bytes())
    digest.update("".join(sorted(hand.name for hand in lab.hands)).encode())
    return digest.hexdigest()[:16]


def print_table(found: Sequence[Earning], count: int) -> None:
    """Print what each variant changes, what earns most first."""
    print(f"{count} hands, each by the rule set that counts for it")
    print("earned  cost  helped  silent  changed  of hands  rule or number")
    for one in sorted(found, key=lambda one: (one.cost - one.earned, -one.changed, one.name)):
        more = "" if one.is_whole else " and more"
        error = f"  {one.errors} errors" if one.errors else ""
        print(
            f"{one.earned:6d} {one.cost:5d} {one.helped:7d} {one.silent:7d} {one.changed:8d} "
            f"{one.hands:9d}  {one.name}{more}{error}"
        )


def write_table(found: Sequence[Earning], count: int, document: Path) -> None:
    """Write a document's table anew, between its two marks; what is off and breaks is counted."""
    weak = [one for one in found if one.is_whole and not one.errors]
    weak.sort(key=lambda one: (one.cost - one.earned, one.name))
    lines = [
        f"{count} hands; {len(found) - len(weak)} functions change so many hands, or break so "
        f"much, that they are not listed; {sum(not one.changed for one in weak)} change nothing.",
        "",
        "| switched off | runs on | right hands lost | gained | other question or hand |",
        "|---|---|---|---|---|",
        *(
            f"| `{one.name}` | {one.hands} | {one.earned} | {one.cost} | "
            f"{one.changed - one.earned - one.cost} |"
            for one in weak
            if one.changed
        ),
    ]
    before, begin, rest = document.read_text("utf-8").partition("<!-- ablation -->")
    _, end, after = rest.partition("<!-- end -->")
    if not end:
        raise SystemExit(f"{document}: expected the marks <!-- ablation --> and <!-- end -->")
    table = "\n".join(lines)
    document.write_text(f"{before}{begin}\n{table}\n{end}{after}", "utf-8")


if __name__ == "__main__":
    main()
