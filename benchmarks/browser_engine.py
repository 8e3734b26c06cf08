"""The engine in a browser and the native core: the same solve, and the first value on a page.

    OUTFLANK_DATA=FOLDER python benchmarks/browser_engine.py [--rounds 5]

Needs Chromium. Both solve FFO #40 in turn, with one thread, the same weights and a table of the
same size, so they visit the same nodes; the native core uses its portable kernel. The limits: 60 %
of the native speed, one second for positions with 18 empty squares, 400 ms from the first line of
script to the first value of a position if the browser has all files in its cache.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from outflank.engine.learned import data_file, pattern_weights
from outflank.faces.web import create_app
from outflank.faces.web.pages.static_files import static_files
from outflank.native.search import Search
from outflank.notation import ScoredPosition, read_file
from outflank.rules import BLACK, Game, Position
from outflank.server.competition_server import Configuration
from serving import serving_app

TABLE_MEGABYTES = 16
EMPTIES = 18
POSITIONS = 12
LOADS = 5

_OPEN = """async ([engine, tableMegabytes]) => {
  const { BrowserEngine } = await import(`${engine}/browser_engine.js`);
  window.engine = await BrowserEngine.open({ workers: 1, tableMegabytes });
}"""
_SOLVE = """async (position) => {
  window.engine.forget();
  const { nodes, seconds, score } = await window.engine.analyse(position, { exact: true }).finished;
  return [nodes, seconds, score];
}"""
_FIRST_VALUE = """async ([engine, position]) => {
  const begun = performance.now();
  const { BrowserEngine } = await import(`${engine}/browser_engine.js`);
  const opened = await BrowserEngine.open();
  const after = await new Promise((resolve) =>
    opened.analyse(position, {}, () => resolve(performance.now() - begun)));
  opened.close();
  return after;
}"""


def main() -> None:
    """Solve in turn, solve the positions of a typical review, and then load the page again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    folder = os.environ.get("OUTFLANK_DATA")
    if folder is None:
        print("OUTFLANK_DATA does not name the folder of the test suites, so nothing is solved.")
        return
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        print("There is no Chromium, so nothing is measured.")
        return
    (first, *_) = scored_positions(Path(folder) / "endgame" / "fforum-40-59.obf")
    eighteen = late_positions(Path(folder) / "games" / "ntest_TestGames.ggf")
    with browser_page(chromium) as page:
        engine = f"/static/{static_files().version}/engine"
        first_values = []
        for _ in range(LOADS + 1):  # the first fills the cache
            page.reload()
            first_values.append(page.evaluate(_FIRST_VALUE, [engine, shown(first)]))
        page.evaluate(_OPEN, [engine, TABLE_MEGABYTES])
        compare(page, first, rounds)
        report_eighteen(page, eighteen)
    print(
        f"First value of a position with all files in the cache: {median(first_values[1:]):.0f} ms "
        f"(with an empty cache {first_values[0]:.0f})."
    )


def compare(page: Page, position: Position, rounds: int) -> None:
    """Solve one position in the page and here, in turn."""
    search = Search(
        threads=1,
        hash_bytes=TABLE_MEGABYTES << 20,
        kernel="portable",
        patterns=pattern_weights(position),
        probcut=data_file("probcut.txt"),
    )
    ratios = []
    page.evaluate(_SOLVE, shown(position))  # the browser compiles frequent functions a second time
    for number in range(rounds):
        nodes, seconds, score = page.evaluate(_SOLVE, shown(position))
        search.forget()
        begun = time.perf_counter()
        search.start(position, goal="exact")
        search.wait(1e6)
        spent = time.perf_counter() - begun
        *_, native = search.reports()
        if (nodes, score) != (native.nodes, native.score and native.score.discs):
            sys.exit(f"the browser visited {nodes:,} nodes, not {native.nodes:,}")
        ratios.append(nodes / seconds / (native.nodes / spent))
        print(
            f"FFO #40, round {number + 1}: {nodes:,} nodes, browser {nodes / seconds / 1e6:.1f} "
            f"and native portable kernel {native.nodes / spent / 1e6:.1f} million a second"
        )
    print(f"Browser / native portable: {median(ratios):.0%} (median; the limit is 60 %).")


def report_eighteen(page: Page, positions: list[Position]) -> None:
    """Solve positions as a review does, and print the time of the slowest."""
    times = [page.evaluate(_SOLVE, shown(position))[1] for position in positions]
    print(
        f"{len(times)} positions of games with {EMPTIES} empty squares, exact: "
        f"median {median(times):.2f} s, slowest {max(times):.2f} s."
    )


def scored_positions(file: Path) -> Iterator[Position]:
    """Yield the positions of a suite."""
    for record in read_file(file):
        if isinstance(record, ScoredPosition):
            yield record.position


def late_positions(file: Path) -> list[Position]:
    """Return positions from real games with the wanted number of empty squares."""
    found: list[Position] = []
    for game in read_file(file):
        if not isinstance(game, Game):
            continue
        for node in game.mainline():
            position = node.position
            if position.board.empties == EMPTIES and not position.must_pass:
                found.append(position)
                break
        if len(found) == POSITIONS:
            break
    return found


def shown(position: Position) -> dict[str, Any]:
    """Return a position in the form of the pages."""
    turn = "black" if position.turn is BLACK else "white"
    board = str(position.board)
    return {"size": position.size, "variant": "classic", "board": board, "turn": turn}


@contextmanager
def browser_page(chromium: str) -> Iterator[Page]:
    """Serve the application, and open its rules page in a browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = create_app(Configuration(database=f"sqlite:///{folder}/page.db", tryout=False))
        with serving_app(app) as address:
            browser = playwright.chromium.launch(executable_path=chromium)
            page = browser.new_context().new_page()
            page.goto(f"{address}/rules")
            yield page
            browser.close()


if __name__ == "__main__":
    main()
