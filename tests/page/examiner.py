"""Looks at the states of a page on several screens: what is cut off, too small, or found by axe."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.handreader.conftest import PICTURES
from tests.handreader.web.browsing import ARGUMENTS, CHROMIUM, PATIENCE
from tests.page.static_site import ROOT

UNFOLD = "() => { for (const part of document.querySelectorAll('details')) part.open = true; }"
LOCALES = ("en-US", "it-IT")


class Screen(NamedTuple):
    """A screen, in CSS pixels, and the size of its letters."""

    width: int
    height: int
    letters: int


SCREENS = (
    Screen(390, 844, 16),
    Screen(320, 568, 16),
    Screen(320, 568, 32),
    Screen(768, 1024, 16),
    Screen(1280, 800, 16),
)
# axe takes longest: it sees one screen, and in the dark colours alone, where letters are largest.
SCHEMES: Mapping[str, tuple[Screen, tuple[str, ...]]] = {
    "light": (SCREENS[0], ()),
    "dark": (SCREENS[2], ("color-contrast",)),
}

# What is not on the screen (beyond its sides, or cut off in its own place), what a finger misses,
# and what lies over another target.
_CUT = """() => {
  const within = document.querySelector("dialog[open]") ?? document.body;
  const found = [];
  const isSeen = (one) => {
    const box = one.getBoundingClientRect();
    const isShown = one.checkVisibility() && one.closest(".hidden") === null;
    return isShown && box.width >= 2 && box.height >= 2;
  };
  const nameOf = (one) => `${one.localName}.${one.className} ` +
    (one.getAttribute("aria-label") ?? one.textContent.slice(0, 40));
  if (document.documentElement.scrollWidth > innerWidth) {
    const out = [...document.body.querySelectorAll("*")].filter(isSeen)
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
    const inmost = out.filter((one) => !out.some((other) => other !== one && one.contains(other)));
    found.push(`the page is wider: ${inmost.map(nameOf).join("; ")}`);
  }
  for (const one of within.querySelectorAll("button, .button, select, input, h2, td, th, p, li")) {
    const box = one.getBoundingClientRect();
    if (!isSeen(one) || one.closest(".wide") !== null) continue;
    const scrolled = one.closest(".scroll") !== null;
    const isBeyond = box.right > innerWidth + 1 || box.left < -1;
    if (isBeyond && !scrolled) found.push(`beyond: ${nameOf(one)}`);
    const isButton = one.matches("button:not(.tile), .button");
    const isCut = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
    if (isButton && isCut && !one.matches(".assumes")) found.push(`cut off: ${nameOf(one)}`);
  }
  for (const one of within.querySelectorAll("summary")) {
    const arrow = getComputedStyle(one, "::before");
    if (!isSeen(one) || arrow.content === "none") continue;
    const { right, top } = one.getBoundingClientRect();
    // a square on its corner: wider than it is
    const left = right - parseFloat(arrow.right) - 1.5 * parseFloat(arrow.width);
    const bottom = top + parseFloat(arrow.top) + parseFloat(arrow.height);
    const text = document.createRange();
    text.selectNodeContents(one);
    const isBelow = [...text.getClientRects()].some((r) => r.right > left && r.top < bottom);
    if (isBelow) found.push(`below its arrow: ${nameOf(one)}`);
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const one of within.querySelectorAll("input[placeholder], main select")) {
    const style = getComputedStyle(one);
    if (parseFloat(style.fontSize) > 16 || one.clientWidth < 2) continue; // those scroll
    // a name wider than a phone is whole in the list that opens, if its line gives all it has
    if (one.localName === "select" && one.offsetWidth > one.parentElement.clientWidth - 2) continue;
    pen.font = style.font;
    const words = one.placeholder ?? one.selectedOptions[0]?.textContent ?? "";
    const edges = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const isCut = pen.measureText(words).width > one.clientWidth - edges + 1;
    if (isCut) found.push(`cut off: ${words}`);
  }
  // Nine columns of 44 pixels are wider than a phone: there the palette's tiles share its width.
  const column = (innerWidth - 12) / 9;
  // A link in a sentence may be as low as its line; an outline in a photo is as large as its tile,
  // which is a button of its own further down; a field for files lies in its label.
  const targets = [...within.querySelectorAll(
    "button, .button, select, summary, textarea, footer a, input:not([type=file], [type=hidden])"
  )].filter(isSeen);
  const boxes = new Map();
  for (const one of targets) {
    const box = targetBox(one);
    boxes.set(one, box);
    const wide = one.closest(".palette") === null ? 44 : Math.min(44, column);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    if (width < wide - 0.5 || height < 43.5) {
      found.push(`small: ${Math.round(width)} x ${Math.round(height)}: ${nameOf(one)}`);
    }
  }
  const isMoving = (one) => { // over what scrolls below it, or in a part that scrolls by itself
    for (let part = one; part !== within; part = part.parentElement) {
      const { position, overflowY } = getComputedStyle(part);
      if (["fixed", "sticky"].includes(position) || overflowY === "auto") return true;
    }
    return false;
  };
  const lying = targets.filter((one) => !isMoving(one));
  lying.forEach((one, at) => {
    for (const other of lying.slice(at + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) found.push(`overlap: ${nameOf(one)}, ${nameOf(other)}`);
    }
  });
  return found;

  /** Where a tap counts: a box to tick has its label, and a low one may reach beyond its text. */
  function targetBox(one) {
    const label = one.matches("[type=checkbox], [type=radio]") ? one.closest("label") : null;
    const { left, right, top, bottom } = (label ?? one).getBoundingClientRect();
    const after = getComputedStyle(one, "::after");
    if (after.content === "none" || after.position !== "absolute") {
      return { left, right, top, bottom };
    }
    const [above, below] = [parseFloat(after.top), parseFloat(after.bottom)];
    return { left, right, top: top + above, bottom: bottom - below };
  }
}"""


def findings(page: Any, axe: str, rules: tuple[str, ...] = ()) -> list[str]:
    """Return what axe finds on the page as it is, by all of its rules or by some."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe)
    how = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    result = page.evaluate("how => axe.run(document, how)", how)
    found = []
    for one in result["violations"]:
        node = one["nodes"][0]
        found.append(f"{one['id']}: {node['html'][:160]}: {node['failureSummary']}")
    return found


def read_texts(locale: str) -> Mapping[str, Any]:
    """Return the page's own texts in a language, by their keys."""
    file = ROOT / "page" / "texts" / f"{locale[:2]}.json"
    texts: Mapping[str, Any] = json.loads(file.read_text("utf-8"))
    return texts


class Examiner:
    """Looks at the states of a page: pictures, what is cut off, and what axe finds.

    Pictures of all states take as long as all the rest: they are made for a person who looks at
    them, and names their folder in `HANDREADER_TEST_PICTURES`; else of what is wrong alone.

    Attributes:
        page: it, which a test leads from state to state.
        axe: its script.
        pictures: folder for the pictures.
        texts: of the page, in its language.
        is_shown: whether a person looks at the pictures.
        found: what is wrong, by the state.
    """

    def __init__(self, page: Any, axe: str, pictures: Path, locale: str) -> None:
        self.page, self.axe, self.pictures = page, axe, pictures
        self.texts = read_texts(locale)
        self.is_shown = PICTURES in os.environ
        self.found: dict[str, list[str]] = {}

    def look(self, state: str) -> None:
        """Go through the screens, resizing rather than reloading; the first one is there again."""
        for scheme, (seen_by_axe, rules) in SCHEMES.items():
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for screen in SCREENS:
                is_measured, is_seen = scheme == "light", screen == seen_by_axe
                if not (is_measured or is_seen or self.is_shown):
                    continue
                self._resize(screen)
                seen = self.page.evaluate(_CUT) if is_measured else []
                if is_seen:
                    seen += findings(self.page, self.axe, rules)
                if seen:
                    name = f"{state}, {screen.width} px, letters {screen.letters} px, {scheme}"
                    self.found[name] = seen
                if seen or self.is_shown:
                    self._keep_picture(state, f"{screen.width}-{screen.letters}-{scheme}")
        self._resize(SCREENS[0])

    def tap(self, key: str, within: Any = None) -> None:
        """Tap the first button of a text of the page."""
        place = self.page if within is None else within
        place.get_by_role("button", name=self.texts[key], exact=True).first.click()

    def unfold(self) -> None:
        """Open all that is folded."""
        self.page.evaluate(UNFOLD)

    def text(self) -> str:
        """Return what is wrong, a line each."""
        lines = [f"{state}: {one}" for state, seen in self.found.items() for one in seen]
        return "\n".join(lines)

    def _resize(self, screen: Screen) -> None:
        self.page.set_viewport_size({"width": screen.width, "height": screen.height})
        self.page.evaluate(
            """(size) => {
              document.documentElement.style.fontSize = `${size}px`;
              scrollTo(0, 0); // what stays in view is in its place
            }""",
            screen.letters,
        )

    def _keep_picture(self, state: str, screen: str) -> None:
        is_whole = self.page.locator("dialog[open]").count() == 0
        file = self.pictures / f"{state}-{screen}.jpg".replace(" ", "-")
        self.page.screenshot(path=file, full_page=is_whole, type="jpeg", quality=80)


@contextmanager
def examine(
    opened: AbstractContextManager[Any], axe: str, pictures: Path, locale: str
) -> Iterator[Examiner]:
    """Look at the states to which the caller leads a page; a finding fails the test.

    Args:
        opened: the page, in a context whose options are those of `device`.
        axe: its script.
        pictures: folder for the pictures.
        locale: the device's language.
    """
    with opened as page:
        page.set_default_timeout(1000 * PATIENCE)
        examiner = Examiner(page, axe, pictures, locale)
        yield examiner
    assert not examiner.found, examiner.text()


def device(locale: str, **more: Any) -> dict[str, Any]:
    """Return the options of a device; the page's policy keeps axe out, too: it is set aside."""
    return {"locale": locale, "bypass_csp": True, **more}


@contextmanager
def launch(chromium: Any, *arguments: str) -> Iterator[Any]:
    """Launch one more browser with other arguments: beside the first one Playwright runs once."""
    launched = chromium.browser_type.launch(
        executable_path=CHROMIUM, args=[*ARGUMENTS, *arguments], timeout=1000 * PATIENCE
    )
    yield launched
    launched.close()
