"""Write the table of rule sets in docs/rule-sets.md from the registry.

python docs/site/rule_sets.py           writes it
python docs/site/rule_sets.py --check   exits with 1 if it is another one
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from scoring import RULEBOOKS
from scoring.explain import rules_title

PAGE = ROOT / "docs/rule-sets.md"
BEGIN, END = "<!-- rule sets: begin -->\n", "<!-- rule sets: end -->"


def table() -> str:
    """Return a row for each rule set: its id, which leads to its page, and its title."""
    rows = [
        f"| [`{book.id}`](reference/rules/{book.id}.md) | {rules_title(book, 'en')} |\n"
        for book in RULEBOOKS.values()
    ]
    return "".join(["| `--rules` | rule set |\n", "|---|---|\n", *rows])


def main() -> None:
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    text = f"{before}{BEGIN}{table()}{END}{after}"
    if "--check" in sys.argv[1:]:
        if text != PAGE.read_text("utf-8"):
            sys.exit("docs/rule-sets.md lists other rule sets: python docs/site/rule_sets.py")
        return
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
