"""The documentation: every link works, every page is on the site, every name is in the reference.

`make docs` builds the site itself, which takes longer than a test should.
"""

import importlib
import itertools
import re
from collections import Counter
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from openapi_document import TARGET, reference

import outflank
from support.paths import ROOT
from support.source_tree import PUBLIC_PACKAGES

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
READ_ON_A_CODE_HOST = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
_TREE = re.compile(r"^```\{toctree\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CURRENT = re.compile(r"\.\. currentmodule:: (\S+)|\.\. auto(\w+):: (\S+)")
_INCLUDED = re.compile(r"^```\{include\} (\S+)\n", re.MULTILINE)


def links_of(page: Path) -> list[str]:
    """Return where the links and pictures of a page lead."""
    tokens = MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8"))
    inline = [child for token in tokens for child in token.children or []]
    return [
        str(child.attrs[name])
        for child in inline
        for name in ("href", "src")
        if name in child.attrs
    ]


def anchors_of(page: Path) -> set[str]:
    """Return the anchors that a code host and the site make for a page's headings."""
    tokens = MarkdownIt("commonmark").parse(page.read_text(encoding="utf-8"))
    headings = [
        after.content for token, after in itertools.pairwise(tokens) if token.type == "heading_open"
    ]
    words = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {heading.replace(" ", "-") for heading in words}


@pytest.mark.parametrize(
    "page", [*PAGES, *READ_ON_A_CODE_HOST], ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    broken = []
    for link in links_of(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path) if path else page
        if re.match(r"[a-z]+:", link):
            continue  # somebody else's page
        if not target.exists() or (anchor and anchor not in anchors_of(target)):
            broken.append(link)
    assert broken == []


def test_every_page_is_in_one_list_of_the_site() -> None:
    listed: Counter[Path] = Counter()
    for page in PAGES:
        for tree in _TREE.findall(page.read_text(encoding="utf-8")):
            names = [line for line in tree.splitlines() if line and not line.startswith(":")]
            listed.update(page.parent / f"{name}.md" for name in names)
    assert listed == Counter(page for page in PAGES if page != DOCS / "index.md")


def test_what_a_page_includes_exists() -> None:
    included = [
        page.parent / name
        for page in PAGES
        for name in _INCLUDED.findall(page.read_text(encoding="utf-8"))
    ]
    assert included
    assert all(path.is_file() for path in included)


def documented() -> Counter[str]:
    """Return the names that the pages of the reference describe, each with its module."""
    found: Counter[str] = Counter()
    for page in sorted((DOCS / "reference").glob("*.md")):
        module = ""
        for current, kind, name in _CURRENT.findall(page.read_text(encoding="utf-8")):
            if current:
                module = current
            elif kind == "module":
                found.update(f"{name}.{each}" for each in importlib.import_module(name).__all__)
            else:
                found[f"{module}.{name}"] += 1
    return found


def test_the_reference_has_every_public_name_once() -> None:
    front = {f"outflank.{name}" for name in outflank.__all__}
    wanted = {
        f"outflank.{name}" if getattr(outflank, name, None) is thing else f"{module}.{name}"
        for module in PUBLIC_PACKAGES
        for name in importlib.import_module(module).__all__
        for thing in [getattr(importlib.import_module(module), name)]
    }
    # Errors are on the page of their tree.
    errors = {
        f"outflank.errors.{name}" for name in importlib.import_module("outflank.errors").__all__
    }
    front_errors = {name for name in front if f"outflank.errors.{name[9:]}" in errors}
    assert documented() == Counter((wanted | front | errors) - front_errors)


def test_the_page_of_operations_matches_the_server() -> None:
    assert TARGET.read_text(encoding="utf-8") == reference(), (
        "run python tools/openapi_document.py --page"
    )
