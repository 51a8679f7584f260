"""Ways through the page's places: where a hand begins, games, rules and what is set."""

from __future__ import annotations

from typing import Any

# Opens what can be done with each recorded deal.
_OPEN_DEALS = """() => {
  for (const row of document.querySelectorAll(".deals details")) row.open = true;
}"""


def go(page: Any, place: str) -> None:
    """Go to a place by the bar: `hand`, `game` or `rules`."""
    page.locator(f"nav.places a.{place}").click()


def open_typing(page: Any) -> None:
    """Show the field in which a hand is typed."""
    go(page, "hand")
    if page.locator(".ways .type[aria-expanded=false]").count():
        page.locator(".ways .type").click()


def enter_text(page: Any, hand: str) -> None:
    """Type a hand."""
    open_typing(page)
    page.locator("#typed").fill(hand)
    page.locator("#typed").press("Enter")


def open_deals(page: Any) -> None:
    """Show what can be done with each recorded deal."""
    page.evaluate(_OPEN_DEALS)
