"""Build what the documentation has besides its files: MkDocs calls the hooks of this module.

Generated pages come from the program itself: help texts, rulebooks, the API. Files of the
repository that pages link to become pages or downloads under `source/`.
"""

from __future__ import annotations

import contextlib
import html
import inspect
import io
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

ROOT = Path(__file__).parents[2]
SOURCE = "source"
"""Folder of the site with files of the repository from outside docs/."""
_NOT_SEARCHED = frozenset({f"{SOURCE}/README.md", f"{SOURCE}/CHANGELOG.md"})
"""Pages that repeat what others have: a search finds each thing once."""
_CARD = "pictures/card.png"
"""`handreader score hand.jpg --seat S --discarder W --card card.png` made it of our example."""
_CARD_TEXT = "A hand of Mahjong, its patterns, its total and who pays whom"
_SEARCH = '<div class="md-search" data-md-component="search" role="dialog"'
"""The beginning of the theme's search, which has no name for who hears the page."""
_WIDEST = 88  # characters of a signature in one line
_LINK = re.compile(r"(!?)\[((?:[^\]\[]|\[[^\]]*\])*)\]\(([^)#\s]+)(#[^)\s]*)?\)")


# Generated pages.


def commands_page() -> str:
    """Return the help of every command."""
    from handreader.cli.app import app
    from handreader.cli.help_pages import command_page

    lines = ["# Commands", "", "Every text is what `--help` prints.", ""]
    for name in app:
        page = command_page(app.command(name))
        lines += [f"## handreader {name}", "", "```text", page, "```", ""]
    return "\n".join(lines)


def rules_page(rules: str) -> str:
    """Return a rulebook as `handreader rules` prints it."""
    from handreader.cli.rules import show_rules

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        show_rules(rules, (), "en")
    title, *lines = printed.getvalue().splitlines()
    return "\n".join(
        [f"# {_plain(title)}", "", f"As `handreader rules {rules}` prints it.", ""]
        + [f"- {_plain(line)}" for line in lines]
    )


def options_page() -> str:
    """Return the options of every rule set."""
    from scoring import RULEBOOKS
    from scoring.explain import answer_text
    from scoring.game import game_options
    from scoring.text import in_language

    lines = [
        "# Options of the rule sets",
        "",
        "`--option NAME=VALUE` sets an option: see [House rules](../how-to/house-rules.md).",
        "The first answer is what the rule set itself has.",
        "",
    ]
    for book in RULEBOOKS.values():
        rules = {rule.name: rule for rule in (*book.option_rules.values(), *game_options(book.id))}
        lines += [f"## {_plain(in_language(book.names, 'en'))}: `{book.id}`", ""]
        lines += ["| option | answers | meaning |", "|---|---|---|"] if rules else ["None.", ""]
        for name, rule in rules.items():
            own = book.options.get(name, rule.default)
            answers = [own, *(choice for choice in rule.choices if choice != own)]
            words = ", ".join(answer_text(rule, answer, "en") for answer in answers)
            meaning = _plain(f"{in_language(rule.rule, 'en')} [{rule.ref}]").replace("|", "\\|")
            lines.append(f"| `{name}` | {_plain(words)} | {meaning} |")
        lines.append("")
    return "\n".join(lines)


def api_page() -> str:
    """Return the names of `import handreader as hr` with their docstrings."""
    import handreader
    from handreader.arguments import FactArguments

    lines = ["# Names of the Python API", "", "See [Python](../api.md) for examples.", ""]
    for name in handreader.__all__:
        described = getattr(handreader, name)
        if described is FactArguments:
            continue
        lines += [f"## hr.{name}", "", *_signature(f"hr.{name}", described), *_docstring(described)]
        if inspect.isclass(described):
            for member, value in vars(described).items():
                if member.startswith("_") or not (inspect.isfunction(value) or _is_query(value)):
                    continue
                lines += [f"### hr.{name}.{member}", ""]
                lines += [*_signature(member, value), *_docstring(value)]
    lines += ["## hr.FactArguments", "", *_docstring(FactArguments)]
    lines += ["", "| fact | type |", "|---|---|"]
    for name, hint in FactArguments.__annotations__.items():
        lines.append(f"| `{name}` | `{getattr(hint, '__forward_arg__', hint)}` |")
    return "\n".join(lines)


def notebook_page() -> str:
    """Return the notebook with what its cells print and draw."""
    import json

    lines: list[str] = []
    for cell in json.loads((ROOT / "docs" / "notebook.ipynb").read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            lines += [
                source.replace("(json.md)", "(../json.md)").replace("(api.md)", "(../api.md)")
            ]
        else:
            lines += ["```python", source, "```"]
        for output in cell.get("outputs", ()):
            shown = output.get("data", {})
            if "image/png" in shown:
                lines += ["", f"![The plot](data:image/png;base64,{shown['image/png'].strip()})"]
            elif "text/html" in shown:
                lines += ["", "".join(shown["text/html"])]
            elif output["output_type"] == "stream" and output["name"] == "stdout":
                lines += ["```text", "".join(output["text"]).rstrip(), "```"]
        lines.append("")
    return "\n".join(lines)


def server_page() -> str:
    """Return the routes of the server."""
    return _server().server_page()


def openapi_file() -> str:
    """Return the OpenAPI description of the server, as JSON."""
    import json

    return json.dumps(_server().openapi(), indent=1) + "\n"


def _server() -> Any:
    """Return the module beside this one: MkDocs loads its hooks as files, without a package."""
    import importlib.util

    spec = importlib.util.spec_from_file_location(
        "site_server", Path(__file__).with_name("server.py")
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def generated_pages() -> Mapping[str, Callable[[], str]]:
    """Return the function that writes each generated page, by its path in docs/."""
    from scoring import RULEBOOKS

    def rules(name: str) -> Callable[[], str]:
        return lambda: rules_page(name)

    return {
        "reference/commands.md": commands_page,
        "reference/options.md": options_page,
        "reference/api.md": api_page,
        "reference/notebook.md": notebook_page,
        "reference/server.md": server_page,
        "reference/openapi.json": openapi_file,
        **{f"reference/rules/{name}.md": rules(name) for name in RULEBOOKS},
    }


def _is_query(value: object) -> bool:
    return isinstance(value, property)


def _signature(name: str, described: object) -> Iterator[str]:
    """Yield a fenced signature; nothing for what is not called."""
    if isinstance(described, property):
        result = inspect.signature(described.fget or repr).return_annotation
        yield from ("```text", f"{name}: {result}", "```", "")
    elif callable(described) and not (
        inspect.isclass(described) and issubclass(described, Exception)
    ):
        signature = inspect.signature(described)
        parameters = list(_parameters(signature))
        result = "" if inspect.isclass(described) else f" -> {signature.return_annotation}"
        line = f"{name}({', '.join(parameters)}){result}"
        if len(line) > _WIDEST:
            line = "\n".join([f"{name}(", *(f"    {one}," for one in parameters), f"){result}"])
        yield from ("```text", line, "```", "")


def _parameters(signature: inspect.Signature) -> Iterator[str]:
    """Yield each parameter as it is written in the source, without `self`."""
    kinds = inspect.Parameter
    is_keyword = False
    for one in signature.parameters.values():
        if one.name == "self":
            continue
        if one.kind is kinds.KEYWORD_ONLY and not is_keyword:
            is_keyword = True
            yield "*"
        default = "" if one.default is kinds.empty else f" = {one.default!r}"
        stars = "**" if one.kind is kinds.VAR_KEYWORD else ""
        yield f"{stars}{one.name}: {one.annotation}{default}"


def _docstring(described: object) -> Iterator[str]:
    """Yield a docstring as Markdown: `Args:` and its like become lists."""
    in_list = False
    for line in (inspect.getdoc(described) or "").splitlines():
        heading = re.fullmatch(r"(Args|Returns|Raises|Attributes|Yields):", line)
        entry = re.fullmatch(r"    ([\w, ]+): (.*)", line)
        if heading:
            in_list = True
            yield from ("", f"**{heading[1]}**", "")
        elif in_list and entry:
            yield f"- `{entry[1]}`: {entry[2]}"
        else:
            in_list &= line.startswith("    ") or not line
            yield line.strip() if in_list else line
    yield ""


def _plain(text: str) -> str:
    """Return text with what Markdown would obey escaped."""
    return re.sub(r"([*_\[\]<>`])", r"\\\1", text)


# Hooks.


def on_files(files: Any, config: Any) -> Any:
    """Add the generated pages, and the files of the repository that pages link to."""
    from mkdocs.structure.files import File

    for path, write in generated_pages().items():
        files.append(File.generated(config, path, content=write()))
    waiting = [(page.src_uri, Path(page.abs_src_path)) for page in files if _is_written(page)]
    seen: set[str] = set()
    while waiting:
        place, path = waiting.pop()
        for _, _, target, _ in _LINK.findall(path.read_text("utf-8")):
            found = _repository_path(place, target)
            if found is None or found in seen or not (ROOT / found).is_file():
                continue
            if found.startswith("docs/"):
                continue  # a page already; `on_page_markdown` leads there
            seen.add(found)
            file = File.generated(config, f"{SOURCE}/{found}", abs_src_path=str(ROOT / found))
            files.append(file)
            if found.endswith(".md"):
                waiting.append((f"{SOURCE}/{found}", ROOT / found))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turn links to files outside docs/ into links to their copies."""
    place = page.file.src_uri
    if place in _NOT_SEARCHED:
        page.meta["search"] = {"exclude": True}

    def rewrite(link: re.Match[str]) -> str:
        mark, text, target, anchor = link.groups()
        found = _repository_path(place, target)
        if found is None:
            return link[0]
        if not (ROOT / found).is_file():
            return text  # a folder has no page
        own = found.removeprefix("docs/") if found.startswith("docs/") else f"{SOURCE}/{found}"
        return f"{mark}[{text}]({posixpath.relpath(own, posixpath.dirname(place))}{anchor or ''})"

    return _LINK.sub(rewrite, markdown)


def on_post_page(output: str, page: Any, config: Any, **_: Any) -> str:
    """Add what a messenger shows of a link to the page: title, sentence and card; name its search.

    Most messengers take the card by a whole address alone: `DOCS_URL` in the environment of
    `make docs` says where the site will be.
    """
    card = posixpath.relpath(_CARD, posixpath.dirname(page.file.dest_uri) or ".")
    texts = {
        "og:type": "website",
        "og:site_name": config.site_name,
        "og:title": page.title or config.site_name,
        "og:description": config.site_description,
        "og:image": urljoin(config.site_url, _CARD) if config.site_url else card,
        "og:image:alt": _CARD_TEXT,
    }
    lines = "".join(
        f'<meta property="{name}" content="{html.escape(str(text))}">'
        for name, text in texts.items()
    )
    output = output.replace(_SEARCH, f'{_SEARCH} aria-label="Search"', 1)
    return output.replace("</head>", f"{lines}</head>", 1)


def _is_written(page: Any) -> bool:
    """Return whether a page is a file of docs/."""
    return page.src_uri.endswith(".md") and page.generated_by is None


def _repository_path(place: str, target: str) -> str | None:
    """Return the path in the repository of a link that needs rewriting; None for any other.

    Args:
        place: path of the linking page in the site.
        target: the link.
    """
    if "://" in target or target.startswith(("mailto:", "/")):
        return None
    is_copy = place.startswith(f"{SOURCE}/")
    home = place.removeprefix(f"{SOURCE}/") if is_copy else f"docs/{place}"
    found = posixpath.normpath(posixpath.join(posixpath.dirname(home), target))
    if found.startswith(".."):
        return None
    return found if is_copy or not found.startswith("docs/") else None
