"""The cost of a wall of live boards for the page: main-thread milliseconds per frame.

Run as `python benchmarks/board_wall.py [boards] [seconds]`. Chromium shows many small boards
(200 by default), all in sight; each plays a move per second and flips its discs. The goal is
under 20 ms of main-thread work per frame at the 95th percentile. The script's part is also
measured alone: giving every board its next position in one frame.
"""

import json
import random
import shutil
import sys
import tempfile
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import quantiles
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from outflank.faces.web import create_app
from outflank.faces.web.pages.board_states import board_state
from outflank.rules import PASS, Game, Placement, Square
from outflank.server.competition_server import Configuration
from serving import serving_app

GOAL = 20.0
GAMES = 20

_WALL = """([games, count]) => {
  const wall = document.createElement("div");
  wall.style.cssText = "display: grid; gap: 4px; grid-template-columns: repeat(20, 1fr)";
  document.body.style.maxWidth = "none";
  document.body.replaceChildren(wall);
  window.boards = Array.from({length: count}, (_, index) => {
    const board = document.createElement("outflank-board");
    board.setAttribute("mini", "");
    wall.append(board);
    return {board, states: games[index % games.length], at: index % 30};
  });
  window.next = (one) => {
    one.at = (one.at + 1) % one.states.length;
    one.board.state = one.states[one.at];
  };
  for (const one of boards) next(one);
}"""

_IS_DRAWN = "boards.every((one) => one.board.shadowRoot.querySelector('path.mini'))"

_AT_ONCE = """() => {
  for (const one of boards) next(one);
  const start = performance.now();
  for (const one of boards) one.board.draw();
  return performance.now() - start;
}"""

_LIVE = """(seconds) => new Promise((done) => {
  const start = performance.now();
  let played = 0;
  const frame = () => {
    const passed = (performance.now() - start) / 1000;
    while (played < passed * boards.length) next(boards[played++ % boards.length]);
    if (passed < seconds) requestAnimationFrame(frame);
    else done();
  };
  frame();
})"""


@contextmanager
def served() -> Iterator[str]:
    """Serve the demonstration page, which contains the component."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Configuration(database=f"sqlite:///{folder}/wall.db", tryout=False))
        with serving_app(app) as address:
            yield f"{address}/board-demo"


def states_of(seed: int) -> list[dict[str, Any]]:
    """Return the states of a board in a random game, move by move."""
    chance, game = random.Random(seed), Game()
    states = []
    while not game.is_over:
        move = chance.choice(list(game.position.legal_moves))
        last: Placement | None = None
        if isinstance(move, Square):
            last = game.position.place(move)
        game.push(move)
        if move is not PASS:
            states.append({**board_state(game.position, last), "legal": []})
    return states


def work_per_frame(trace: bytes, clock: str = "dur") -> list[float]:
    """Return the milliseconds of work of the page's main thread for each committed frame.

    With the clock "tdur" only its processor time counts, since other programs use the machine.
    """
    events = json.loads(trace)["traceEvents"]
    threads = [
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    ]
    per_thread: dict[tuple[int, int], list[dict[str, Any]]] = {key: [] for key in threads}
    for event in events:
        if (key := (event["pid"], event["tid"])) in per_thread:
            per_thread[key].append(event)
    busiest = max(per_thread.values(), key=len)
    commits = sorted(one["ts"] for one in busiest if one["name"] == "Commit")
    work = [0.0] * (len(commits) + 1)
    for one in busiest:
        if one["name"] == "RunTask" and "dur" in one:
            work[bisect_left(commits, one["ts"])] += one.get(clock, 0) / 1000
    return work[1:-1]  # the first and the last frame are incomplete


def traced(browser: Browser, page: Page, seconds: float) -> bytes:
    """Run the wall for some seconds, and return its trace."""
    categories = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
    browser.start_tracing(page=page, categories=categories)
    page.evaluate(_LIVE, seconds)
    return browser.stop_tracing()


def describe(trace: bytes) -> tuple[str, float]:
    """Print the cost of the frames in a trace, and return the 95th percentile."""
    cuts = quantiles(work_per_frame(trace), n=100)
    alone = quantiles(work_per_frame(trace, "tdur"), n=100)
    text = (
        f"  work per frame, ms: median {cuts[49]:.1f}, 95th {cuts[94]:.1f}, 99th {cuts[98]:.1f}\n"
        f"  processor time of that: median  {alone[49]:.1f}, 95th {alone[94]:.1f}"
    )
    return text, cuts[94]


def main() -> None:
    """Measure and print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 5.0
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("This benchmark needs Chromium.")
    games = [states_of(seed) for seed in range(GAMES)]
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.goto(address)
        page.evaluate(_WALL, [games, count])
        while not page.evaluate(_IS_DRAWN):
            page.wait_for_timeout(50)
        at_once = sorted(page.evaluate(_AT_ONCE) for _ in range(20))
        trace = traced(browser, page, seconds)
        browser.close()
    text, most = describe(trace)
    frames = len(work_per_frame(trace))
    print(f"{count} boards, one move a second each, {frames} frames in {seconds:.0f} s")
    print(text)
    print(f"  goal {GOAL:.0f} ms at the 95th percentile: {most / GOAL:.2f} of it")
    print(f"  all {count} positions changed in one frame, script alone: {at_once[9]:.1f} ms")


if __name__ == "__main__":
    main()
