"""A real browser: one Chromium for all tests, and pages whose faults fail the test.

A test module that uses it is marked `system("chromium")`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from outflank.faces.web.http.middleware.security_headers import _PAGE_POLICY
from support.board_page import BoardPage, OpenBoardPage, OpenDemo
from support.browser import NewPage, expect
from support.hooks.system_commands import find_command
from support.server.live_server import LiveServer, live_server

_PATIENCE = 60_000  # milliseconds after which something counts as missing
# Chromium starts two processes for the first page of a context and uses one, and one that draws.
_FEW_PROCESSES = ("--renderer-process-limit=1", "--in-process-gpu")
_EMPTY_PAGE = """<!doctype html><html lang="en"><meta name="color-scheme" content="light dark">
<title>Board</title><link rel="icon" href="data:,">
<script type="module" src="/static/board/outflank-board.js"></script>
<main><h1>Board</h1><div></div></main></html>"""
_WATCH_POLICY = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`));
"""


@pytest.fixture(scope="session")
def _chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        started = playwright.chromium.launch(
            executable_path=find_command("chromium"), args=_FEW_PROCESSES
        )
        yield started, loop
        asyncio._set_running_loop(loop)
        started.close()


@pytest.fixture
def browser(_chromium: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The one Chromium; each of its contexts is a browser that remembers nothing."""
    started, loop = _chromium
    # Playwright leaves its loop marked as running, so that no other test could run one of its own.
    asyncio._set_running_loop(loop)
    yield started
    asyncio._set_running_loop(None)


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Opens pages; at the end of the test none may have met an error or something forbidden.

    Nothing moves on them unless a test asks for `reduced_motion="no-preference"`: most need not
    wait for discs that turn over. Service workers are blocked unless a test asks for
    `service_workers="allow"`: they would answer for the server, and outlive the page.
    """
    faults: list[str] = []
    opened: list[Page] = []

    def open_page(*, excused: Iterable[str] = (), **options: Any) -> Page:
        context = browser.new_context(
            **{"reduced_motion": "reduce", "service_workers": "block", **options}
        )
        context.set_default_timeout(_PATIENCE)  # for further tabs too
        opened.append(watched(context.new_page(), faults, excused))
        return opened[-1]

    yield open_page
    for one in opened:
        one.context.close()
    fail_if(faults)


def watched(page: Page, faults: list[str], excused: Iterable[str] = ()) -> Page:
    """Note the faults of a page, except for excused ones."""
    patterns = tuple(excused)

    def note(text: str) -> None:
        if not any(re.search(pattern, text) for pattern in patterns):
            faults.append(text)

    page.set_default_timeout(_PATIENCE)
    page.add_init_script(_WATCH_POLICY)
    page.on("console", lambda said: note(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: note(str(error)))
    return page


def fail_if(faults: list[str]) -> None:
    """Fail with the faults of pages."""
    if faults:
        pytest.fail("\n".join(["the page met errors:", *faults]))


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """One page of usual size."""
    return new_page()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """The whole server on a real socket, shared by tests that leave nothing behind."""
    folder: Path = tmp_path_factory.mktemp("site")
    with live_server(folder) as server:
        yield server


@pytest.fixture
def open_board_page(site: LiveServer, new_page: NewPage) -> OpenBoardPage:
    """Opens an empty page that has the policy of the real ones and the component."""
    return lambda **options: show_empty(site, new_page(**options))


def show_empty(site: LiveServer, page: Page) -> BoardPage:
    """Show an empty page that can show a board."""
    headers = {"Content-Type": "text/html", "Content-Security-Policy": _PAGE_POLICY.decode()}
    page.route("**/empty", lambda route: route.fulfill(headers=headers, body=_EMPTY_PAGE))
    page.goto(f"{site.url}/empty")
    return BoardPage(page)


@pytest.fixture(scope="session")
def _kept() -> dict[str, tuple[BoardPage, list[str]]]:
    return {}


@pytest.fixture
def board_page(
    site: LiveServer, browser: Browser, _kept: dict[str, tuple[BoardPage, list[str]]]
) -> Iterator[BoardPage]:
    """The page with a board, shared by all tests that change nothing else on it."""
    if "board" not in _kept:
        faults: list[str] = []
        opened = watched(browser.new_context(reduced_motion="reduce").new_page(), faults)
        _kept["board"] = show_empty(site, opened), faults
    shared, faults = _kept["board"]
    shared.clear()
    yield shared
    try:
        fail_if(faults)
    finally:
        faults.clear()


@pytest.fixture
def open_demo(site: LiveServer, new_page: NewPage) -> OpenDemo:
    """Opens the demonstration page of the component."""

    def open_page(**options: Any) -> Page:
        page = new_page(**options)
        page.goto(f"{site.url}/board-demo")
        expect(page.locator("#notice")).to_contain_text("to move")
        return page

    return open_page
