"""Opening pages in a real browser, and checking that everybody can use them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol, cast, overload

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page
from playwright.sync_api import expect as expect_of_playwright
from playwright.sync_api._generated import LocatorAssertions, PageAssertions

__all__ = [
    "NewPage",
    "assert_accessible",
    "assert_accessible_and_fitting",
    "assert_uncovered",
    "await_in",
    "copied",
    "expect",
]

_PATIENCE = 60_000  # milliseconds until an expected change of a page counts as missing
_LOOK = 2_400  # milliseconds; above 2.5 seconds Playwright looks only twice a second
_WITHIN = """(argument) => Promise.race([
  ({function})(argument),
  new Promise((_, give_up) => setTimeout(() => give_up(new Error("no answer")), {patience})),
])"""

# The elements over the middle and near each edge of an element, if it is covered there.
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

# Describing what is right as well would take axe three times as long.
_FAULTS_ONLY = {"resultTypes": ["violations"]}
_FIND_FAULTS = """async (options) => {
  const { violations } = await axe.run(document, options);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} ${JSON.stringify(target)}`));
}"""
# The checks of axe that depend on the size and the colours of a screen.
_LOOKS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"]


class NewPage(Protocol):
    """Opens a page in its own context; `excused` are patterns of faults that are allowed."""

    def __call__(self, *, excused: Iterable[str] = (), **options: Any) -> Page: ...


@overload
def expect(actual: Page, message: str | None = None) -> PageAssertions: ...
@overload
def expect(actual: Locator, message: str | None = None) -> LocatorAssertions: ...
def expect(
    actual: Page | Locator, message: str | None = None
) -> PageAssertions | LocatorAssertions:
    """Wait for a condition as Playwright's `expect` does, but look ten times a second.

    With a long timeout Playwright looks less often, and the timeout here is a minute.
    """
    looking = cast("Callable[..., Any]", expect_of_playwright)(actual, message)
    return cast("LocatorAssertions", _Patient(looking))


class _Patient:
    """Assertions about a page that are repeated until they hold, for up to a minute."""

    def __init__(self, looking: object) -> None:
        self._looking = looking

    def __getattr__(self, name: str) -> Callable[..., None]:
        look = getattr(self._looking, name)

        def wait(*args: Any, **options: Any) -> None:
            given_up = time.monotonic() + _PATIENCE / 1000
            while True:
                try:
                    look(*args, timeout=_LOOK, **options)
                except AssertionError:
                    if time.monotonic() > given_up:
                        raise
                else:
                    return

        return wait


def await_in(page: Page, function: str, argument: Any = None) -> Any:
    """Call a function on a page and return its result; Playwright alone would wait for ever."""
    limited = _WITHIN.replace("{function}", function).replace("{patience}", str(_PATIENCE))
    return page.evaluate(limited, argument)


def copied(page: Page) -> str:
    """Return the text on the clipboard."""
    return str(await_in(page, "() => navigator.clipboard.readText()"))


def assert_uncovered(page: Page, *selectors: str) -> None:
    """Fail if an element is out of sight, or if something covers its middle or an edge."""
    covered = page.evaluate(_COVERED, list(selectors))
    if covered:
        pytest.fail("\n".join([f"covered at {page.viewport_size}:", *covered]))


def assert_accessible(shown: Page, *, colors_only: bool = False, looks_only: bool = False) -> None:
    """Check a page with axe as it is, and return the list of problems.

    It can check only the colours, or everything that depends on the screen and the theme.
    """
    only = ["color-contrast"] if colors_only else _LOOKS if looks_only else []
    options = _FAULTS_ONLY | ({"runOnly": only} if only else {})
    if not shown.evaluate("'axe' in window"):  # the script is long, and the page keeps it
        shown.evaluate(Axe().axe_script)
    if places := shown.evaluate(_FIND_FAULTS, options):
        pytest.fail("\n".join(["axe found:", *places]))


def assert_accessible_and_fitting(shown: Page) -> None:
    """Check a page with axe as it is, and on a small phone in the dark theme, where it must fit.

    The phone gets only the checks that depend on the screen or the theme.
    """
    assert_accessible(shown)
    before = shown.viewport_size
    shown.emulate_media(color_scheme="dark")
    shown.set_viewport_size({"width": 320, "height": 640})
    assert_accessible(shown, looks_only=True)
    too_wide = shown.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert too_wide <= 0, f"{shown.url} is {too_wide} too wide"
    shown.emulate_media(color_scheme="light")
    if before:
        shown.set_viewport_size(before)
