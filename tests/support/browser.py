"""What tests say of a page in a real browser: how it is opened, and that everybody can use it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

__all__ = ["NewPage", "assert_accessible", "assert_uncovered", "await_in", "copied"]

_PATIENCE = 60_000  # milliseconds after which what a page promised counts as missing
_WITHIN = """(argument) => Promise.race([
  ({function})(argument),
  new Promise((_, give_up) => setTimeout(() => give_up(new Error("no answer")), {patience})),
])"""

# What is found in the middle and near each edge of an element, if it is not the element.
_COVERED = """(selectors) => selectors.flatMap((selector) => {
  const element = document.querySelector(selector);
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [middle, centre] = [(left + right) / 2, (top + bottom) / 2];
  const across = [left + 3, middle, right - 3].map((x) => [x, centre]);
  const points = [...across, [middle, top + 3], [middle, bottom - 3]];
  return points.flatMap(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    if (hit && element.contains(hit)) return [];
    const found = hit ? hit.outerHTML.slice(0, 80) : "outside";
    return [`${selector} at ${Math.round(x)}, ${Math.round(y)}: ${found}`];
  });
})"""

# To describe all that is right as well takes axe three times as long.
_FAULTS_ONLY = {"resultTypes": ["violations"]}


class NewPage(Protocol):
    """Opens a page in a context of its own; `excused` are patterns of faults that may happen."""

    def __call__(self, *, excused: Iterable[str] = (), **options: Any) -> Page: ...


def await_in(page: Page, function: str, argument: Any = None) -> Any:
    """Call a function on a page and return what it promises; Playwright would wait for ever."""
    limited = _WITHIN.replace("{function}", function).replace("{patience}", str(_PATIENCE))
    return page.evaluate(limited, argument)


def copied(page: Page) -> str:
    """Return the text on the clipboard."""
    return str(await_in(page, "() => navigator.clipboard.readText()"))


def assert_uncovered(page: Page, *selectors: str) -> None:
    """Fail if an element is out of sight, or if something lies over its middle or an edge."""
    covered = page.evaluate(_COVERED, list(selectors))
    if covered:
        pytest.fail("\n".join([f"covered at {page.viewport_size}:", *covered]))


def assert_accessible(shown: Page, *, colors_only: bool = False) -> None:
    """Let axe look at a page as it stands, or at its colours alone; what it finds is listed."""
    options = _FAULTS_ONLY | ({"runOnly": ["color-contrast"]} if colors_only else {})
    found = Axe().run(shown, options=options).response["violations"]
    places = [
        f"{rule['id']}: {rule['help']} {node['target']}" for rule in found for node in rule["nodes"]
    ]
    if places:
        pytest.fail("\n".join(["axe found:", *places]))
