"""The cost of the web page: its size, its first load, a move's way to the other screen, the wall.

Run as `python benchmarks/page_speed.py [boards] [seconds]`; it needs Chromium. The limits are
80 kB of scripts and style sheets, 0.6 s until a page can be used, 100 ms at the 99th percentile (30
is the goal) from a move to the frame that shows it to the opponent, and 20 ms of main-thread work
per frame at the 95th percentile while 200 boards on the page to watch play a move per second each.
"""

import random
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from board_wall import describe, work_per_frame
from outflank.arena import Definition
from outflank.faces.web import create_app
from outflank.play.setup import Player, Setup, Undo
from outflank.server.competition_server import Configuration
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import Terms
from page_moves import CALL, measure, report
from serving import Build, serving_app

LOADS = 10
GAMES = 5

_USABLE = """
const look = () => {
  const board = document.querySelector("outflank-board");
  if (board && board.state) window.usableAfter = performance.now();
  else requestAnimationFrame(look);
};
look();
"""
_WEIGHT = """performance.getEntriesByType("resource")
  .filter((one) => /\\.(js|css)$/.test(one.name))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


def load(browser: Browser, address: str) -> tuple[float, float]:
    """Return the kilobytes and milliseconds of a first load."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(_USABLE)
    page.goto(address)
    usable = None
    while usable is None:
        usable = page.evaluate("window.usableAfter ?? null")
    weight = page.evaluate(_WEIGHT)
    context.close()
    return weight / 1000, usable


@contextmanager
def wall_of(count: int) -> Iterator[tuple[str, list[LiveRoom]]]:
    """Serve a tournament with `count` games at once."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Configuration(database=f"sqlite:///{folder}/wall.db", tryout=False))
        server = app.server
        server.tournaments.close()  # the boards are ours
        number = server.tournaments.registration.create(Definition("Wall"), "")
        server.tournaments.registration.add_players(number, ["Anna", "Bert"])
        server.tournaments.start(number, "")
        ids = [server.accounts.register(f"Player {each}")[0].id for each in range(20)]
        state, rooms = server.tournaments.scheduler.state(number), []
        for at in range(count):
            black, white = ids[at % 20], ids[(at + 1) % 20]
            players = Player(f"#{black}", f"bot:{black}"), Player(f"#{white}", f"bot:{white}")
            setup = Setup(players=players, undo=Undo.NEVER)
            room = server.registry.open(setup, Terms(black, white, tournament=number))
            state.boards[room.name] = room
            rooms.append(room)
        with serving_app(app) as address:
            yield f"{address}/watch", rooms


class Players(threading.Thread):
    """Play a move per second on each board."""

    def __init__(self, rooms: list[LiveRoom]) -> None:
        super().__init__(daemon=True)
        self._rooms = rooms
        self.is_stopped = False
        self.moves = 0

    def run(self) -> None:
        """Play until told to stop."""
        chance, began = random.Random(1), time.monotonic()
        while not self.is_stopped:
            room = self._rooms[self.moves % len(self._rooms)]
            if not room.is_over:
                with room.reading() as match:
                    squares = list(match.position.legal_moves.squares)
                room.play(chance.choice(squares))
            self.moves += 1
            ahead = self.moves / len(self._rooms) - (time.monotonic() - began)
            if ahead > 0:
                time.sleep(ahead)


def watch_wall(browser: Browser, count: int, seconds: float) -> tuple[bytes, float]:
    """Return a trace of the wall, and the moves per second that it showed."""
    with wall_of(count) as (address, rooms):
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.goto(address)
        while page.locator("#wall outflank-board").count() < count:
            page.wait_for_timeout(100)
        players = Players(rooms)
        players.start()
        page.wait_for_timeout(1000)
        categories = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
        browser.start_tracing(page=page, categories=categories)
        before, began = players.moves, time.monotonic()
        page.wait_for_timeout(seconds * 1000)
        rate = (players.moves - before) / (time.monotonic() - began)
        trace = browser.stop_tracing()
        players.is_stopped = True
        players.join()
        page.close()
    return trace, rate


def verdict(value: float, limit: float) -> str:
    """Say how much of a limit was used."""
    return f"{value / limit:.2f} of the limit" + (", TOO MUCH" if value > limit else "")


def main() -> None:
    """Measure and print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 5.0
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("This benchmark needs Chromium.")
    options: dict[str, Any] = {"executable_path": chromium}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(**options)
        with Build().serving(Path(folder) / "page.db") as served:
            address = f"http://127.0.0.1:{served.port}"
            moves = report(*measure(browser, address, GAMES))
            loads = first_loads(browser, address)
        for name, (weight, usable) in loads.items():
            print(f"{name}: {weight:.1f} kB, {verdict(weight, 80)}")
            print(f"  usable after {usable:.0f} ms, {verdict(usable, 600)}")
        print(moves)
        trace, rate = watch_wall(browser, count, seconds)
        text, most = describe(trace)
        frames = len(work_per_frame(trace))
        print(f"{count} boards on the page to watch, {rate:.0f} moves a second, {frames} frames")
        print(f"{text}\n  {verdict(most, 20)}")
        browser.close()


def first_loads(browser: Browser, address: str) -> dict[str, tuple[float, float]]:
    """Return the kilobytes and milliseconds of each page with boards, by its name."""
    page = browser.new_context().new_page()
    page.goto(f"{address}/rules")
    page.evaluate(CALL, ["POST", "/session", None])
    order = {"opponent": "computer:1", "color": "black"}
    match = page.evaluate(CALL, ["POST", "/matches", order])["id"]
    found = {}
    for name, path in (("front page", "/"), ("a game", f"/game/{match}")):
        loads = [load(browser, address + path) for _ in range(LOADS)]
        found[name] = max(weight for weight, _ in loads), median(usable for _, usable in loads)
    page.context.close()
    return found


if __name__ == "__main__":
    main()
