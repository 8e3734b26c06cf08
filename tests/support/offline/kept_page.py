"""A page that is kept for use without network, in a real browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, Page

from support.browser import await_in, expect
from support.server.live_server import LiveServer

__all__ = [
    "OFFLINE",
    "begin_game",
    "cached",
    "keep",
    "open_ready",
    "play_to_the_end",
    "show_version",
    "stored",
    "versions_kept",
]

OFFLINE = "ERR_INTERNET_DISCONNECTED"  # what a browser writes to its console without network

_CACHED = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const text = await (await cache.match(request)).text();
      found.push([name, new URL(request.url).pathname, text]);
    }
  }
  return found;
}"""
# Plays the first legal move whenever it is the visitor's turn, until the game is over.
_PLAY = """(most) => new Promise((done) => {
  const board = document.getElementById("board");
  let played = 0;
  let before = "";
  const step = () => {
    const { legal, cells } = board.state;
    const [square] = Object.keys(legal ?? {});
    const isOver = !document.getElementById("ending").hidden;
    if (isOver || played === most) return done(played);
    if (square && cells !== before) {
      before = cells;
      played += 1;
      board.dispatchEvent(new CustomEvent("play", { detail: { square } }));
    }
    setTimeout(step, 5);
  };
  step();
})"""
_STORED = """([database, store]) => new Promise((done) => {
  const request = indexedDB.open(database);
  request.onsuccess = () => {
    const found = request.result.transaction(store).objectStore(store).getAll();
    found.onsuccess = () => {
      request.result.close();
      done(found.result);
    };
  };
})"""


def open_ready(site: LiveServer, page: Page, path: str) -> None:
    """Open a page, and wait until its script is complete."""
    page.goto(f"{site.url}{path}")
    page.wait_for_selector("body[data-ready]")


def keep(site: LiveServer, page: Page) -> BrowserContext:
    """Let the browser keep the site as a visitor does; return the browser."""
    open_ready(site, page, "/device")
    page.get_by_role("button", name="Keep for offline").click()
    expect(page.locator("#keep-status")).to_have_text("The page is kept: it opens without network.")
    return page.context


def begin_game(page: Page, level: int) -> None:
    """Begin another game on this device, with black."""
    page.get_by_label("Level").select_option(str(level))
    page.get_by_role("button", name="Begin").click()


def play_to_the_end(page: Page, most: int = 60) -> int:
    """Play first legal moves, to the end or for so many moves; return how many were played."""
    return int(await_in(page, _PLAY, most))


def cached(page: Page) -> list[tuple[str, str, str]]:
    """Return everything in the caches: their names, the addresses, the contents."""
    return [(name, path, text) for name, path, text in await_in(page, _CACHED)]


def versions_kept(page: Page) -> list[str]:
    """Return the names of the caches of the worker."""
    names = await_in(page, "() => caches.keys()")
    return [name for name in names if name.startswith("outflank-offline-")]


def stored(page: Page, database: str, store: str) -> list[dict[str, Any]]:
    """Return what a database of the browser holds."""
    found: list[dict[str, Any]] = await_in(page, _STORED, [database, store])
    return found


def show_version(changes: Any, version: str) -> None:
    """Let the server serve another version of all files from now on; the old one is gone."""
    from outflank.faces.web.pages import static_files as module
    from outflank.texts import catalogue

    served = module.StaticFiles(catalogue())
    vars(served)["version"] = version
    changes.setattr(module, "_static_files", lambda _: served)
